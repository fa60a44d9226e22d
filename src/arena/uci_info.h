/*
 * What a UCI engine says: its lines taken apart. Text only: no pipes, no chess rules, and nothing here decides a game.
 */
#ifndef ROOKERY_ARENA_UCI_INFO_H
#define ROOKERY_ARENA_UCI_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PV_TEXT_MAX = 512, MOVE_WORD_MAX = 32 };

/* The last word of the engine about the move it searches; annotation only. */
typedef struct SearchInfo {
    bool has_score;
    bool mate;  /* score counts moves to mate, negative when the engine is mated */
    bool bound; /* only a bound has been given so far */
    int score;  /* centipawns for the side to move */
    unsigned depth, selective_depth;
    uint64_t nodes;
    char pv[PV_TEXT_MAX]; /* moves with blanks between, cut to whole words */
} SearchInfo;

/* Takes an "info ..." line in. Fields that are missing, malformed or of a second line (multipv 2 ...) leave what was
 * known. An exact score is not replaced by a bound. */
void uci_read_info(const char *line, SearchInfo *info);

/* Whether the line's first word is `word`; *rest is then what follows it, without leading blanks. */
bool uci_line_is(const char *line, const char *word, const char **rest);

/* The first word of `rest` ("bestmove" having been taken off), cut to MOVE_WORD_MAX - 1 letters; "" if none. */
void uci_read_move_word(const char *rest, char move[MOVE_WORD_MAX]);

/* Splits "name X type T ..." of an option line. The name (may hold blanks) is copied, cut to size - 1 bytes. *after
 * points behind it, at " type ..." or the end. False when there is no name. */
bool uci_read_option_name(const char *rest, char *name, size_t size, const char **after);
/* Steps through the values of a combo option: the text after the next " var " at or behind *at, up to the next " var "
 * or the end. False when there is none left. */
bool uci_next_choice(const char **at, char *choice, size_t size);

#endif
