/*
 * The prompts with which an AI model writes a bot: what "rookery prompt LANGUAGE" prints, asked for once and kept.
 */
#ifndef ROOKERY_SERVER_PROMPTS_H
#define ROOKERY_SERVER_PROMPTS_H

typedef struct Prompts Prompts;

/* program is rookery, and is borrowed. NULL: no memory. */
Prompts *prompts_open(const char *program);
void prompts_close(Prompts *prompts); /* NULL is allowed */

/* The prompt for "python" or "javascript", kept until prompts_close(). "": rookery failed, which was said; NULL: there
 * is no such language. From any thread. */
const char *prompts_get(Prompts *prompts, const char *language);

#endif
