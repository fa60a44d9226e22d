/*
 * Files of the repository that the program carries with it (tools/embed.py puts them in at build time).
 */
#ifndef ROOKERY_CLI_EMBEDDED_H
#define ROOKERY_CLI_EMBEDDED_H

/* bots/template/python: a bot, and the page that goes with it. */
extern const char embedded_python_bot[];
extern const char embedded_python_readme[];
/* The same of bots/template/javascript. */
extern const char embedded_js_bot[];
extern const char embedded_js_readme[];
/* src/cli/prompt_js.txt: what an AI model must know to write a JavaScript bot. */
extern const char embedded_js_prompt[];

/* bots/python: the example bots that a new arena has. */
extern const char embedded_greedy[];
extern const char embedded_magpie[];
extern const char embedded_minimax[];
extern const char embedded_random_mover[];
extern const char embedded_wren[];

#endif
