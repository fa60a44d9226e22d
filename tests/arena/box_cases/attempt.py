"""What the attacks in this folder share; each runs it with exec(), since an isolated Python imports no neighbours."""
import errno
import os
import sys


def attempt(name, action):
    """Prints the name and how the attempt ended: DONE, or the name of the error."""
    try:
        action()
        outcome = "DONE"
    except OSError as error:
        outcome = errno.errorcode.get(error.errno, str(error.errno))
    except BaseException as error:
        outcome = type(error).__name__
    print(name, outcome, flush=True)
