/*
 * What an engine offers between "uci" and "uciok", and the setoption lines that answer it.
 *
 * Decides whether the engine can play the variant at all: one that lists its variants without ours is told nothing and
 * refused, because many engines would silently play standard chess instead.
 */
#ifndef ROOKERY_ARENA_HANDSHAKE_H
#define ROOKERY_ARENA_HANDSHAKE_H

#include "arena/player.h"
#include "base/text.h"

enum { VARIANT_WORD_MAX = 32 };

typedef struct Handshake {
    Variant variant;                     /* what is going to be played */
    Text names;                          /* of all options, each followed by LF */
    bool has_chess960;                   /* offers UCI_Chess960 */
    bool has_variants;                   /* offers UCI_Variant */
    char variant_word[VARIANT_WORD_MAX]; /* its word for our variant; "" if it has none */
    char base_word[VARIANT_WORD_MAX];    /* its word for standard chess */
} Handshake;

void handshake_begin(Handshake *handshake, Variant variant);
/* Takes in what follows "option" in a line. */
void handshake_read_option(Handshake *handshake, const char *rest);
/* After uciok: appends the lines to send. False when the engine cannot play like this; `why` then says so, to follow
 * "cannot play: ". */
bool handshake_answer(const Handshake *handshake, const PlayerSpec *spec, Text *out, char why[PLAYER_FAULT_MAX]);
void handshake_end(Handshake *handshake);

#endif
