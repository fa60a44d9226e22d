/*
 * Files of the repository that the program carries with it (tools/embed.py puts them in at build time).
 */
#ifndef ROOKERY_CLI_EMBEDDED_H
#define ROOKERY_CLI_EMBEDDED_H

/* bots/template/python: a bot, and the page that goes with it. */
extern const char embedded_python_bot[];
extern const char embedded_python_readme[];

/* bots/python: the example bots that a new arena has. */
extern const char embedded_greedy[];
extern const char embedded_magpie[];
extern const char embedded_minimax[];
extern const char embedded_random_mover[];
extern const char embedded_wren[];

#endif
