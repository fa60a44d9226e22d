/*
 * An engine that speaks the older xboard protocol (version 2), presented as a UCI engine: standard chess only.
 *
 * Reads UCI on standard input, writes UCI on standard output, and starts and leads the engine. Searches can be limited
 * by clock, time per move and depth; xboard knows no limit in nodes. An engine that resigns or claims a result instead
 * of moving answers "bestmove 0000".
 */
#ifndef ROOKERY_CLI_XBOARD_H
#define ROOKERY_CLI_XBOARD_H

/* Serves until "quit" or the end of either side. An exit status of cli/options.h. */
int xboard_serve(const char *command);

#endif
