/* What the files of PGN (chess/pgn.h) share among themselves. */
#ifndef ROOKERY_CHESS_PGN_INTERNAL_H
#define ROOKERY_CHESS_PGN_INTERNAL_H

#include "chess/pgn.h"

/* Whether a tag can have this name: not empty, without white space, quotes, brackets and the like. */
bool pgn_is_tag_name(const char *name);

/* Adds to the comment that a node has, with a space between: "e4 {one} {two}" has one comment in two pieces. */
void pgn_game_extend_comment(PgnGame *game, PgnNode node, const char *comment, bool before);

/* Sets the start position that the tags Variant and FEN tell of; *start is already that of `variant`, the rules of
 * games that name none. On failure *start is as it was, *bad_tag is the tag at fault and *error says why. */
bool pgn_find_start(const PgnGame *game, Variant variant, Position *start, const char **bad_tag, Error *error);

#endif
