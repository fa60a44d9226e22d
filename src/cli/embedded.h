/*
 * Files of the repository that the program carries with it (tools/embed.py puts them in at build time).
 */
#ifndef ROOKERY_CLI_EMBEDDED_H
#define ROOKERY_CLI_EMBEDDED_H

/* bots/template/python: a bot, and the page that goes with it. */
extern const char embedded_python_bot[];
extern const char embedded_python_readme[];

#endif
