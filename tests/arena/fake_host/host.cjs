/* Only to be found: see test_launch.c. */
