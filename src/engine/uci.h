/*
 * The engine as a UCI program on standard input and output.
 */
#ifndef ROOKERY_ENGINE_UCI_H
#define ROOKERY_ENGINE_UCI_H

/* Speaks UCI until "quit" or the end of input; a search with an end of its own is then still awaited. Returns the exit
 * status. level: a rating to play at from the beginning, as by UCI_LimitStrength and UCI_Elo; 0: full strength. */
int uci_run(int level);

#endif
