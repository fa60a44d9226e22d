/*
 * The verbs of the rookery command: one function per file, argv[0] being the verb.
 * Each returns EXIT_YES, EXIT_NO or EXIT_USAGE (cli/options.h) and prints its own --help (two examples first).
 */
#ifndef ROOKERY_CLI_VERBS_H
#define ROOKERY_CLI_VERBS_H

int verb_analyse(int argc, char **argv);
int verb_bench(int argc, char **argv);
int verb_check(int argc, char **argv);
int verb_datagen(int argc, char **argv);
int verb_match(int argc, char **argv);
int verb_new(int argc, char **argv);
int verb_perft(int argc, char **argv);
int verb_pgn(int argc, char **argv);
int verb_profile(int argc, char **argv);
int verb_prompt(int argc, char **argv);
int verb_show(int argc, char **argv);
int verb_uci(int argc, char **argv);

/* These are in the program rookery-server; verb_of_server() becomes that program and returns only if it cannot. */
int verb_backup(int argc, char **argv);
int verb_restore(int argc, char **argv);
int verb_serve(int argc, char **argv);
int verb_of_server(int argc, char **argv);

#endif
