/*
 * The player of random legal moves, as a UCI engine on standard input and output: `rookery uci --random`, which is what
 * the player "random" starts. It knows all nine variants and has no other wish than to end the game somehow.
 */
#ifndef ROOKERY_CLI_UCI_RANDOM_H
#define ROOKERY_CLI_UCI_RANDOM_H

/* Serves until "quit" or the end of the input. The exit status. */
int random_serve(void);

#endif
