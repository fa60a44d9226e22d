/*
 * Pictures of positions, as messengers show them beside a link to a game: the board from White's side, the last move
 * marked, as PNG. The men are the pages' own, from a sheet that is packed with the pages (web/sheet.mjs); no text, no
 * pockets.
 */
#ifndef ROOKERY_SERVER_PICTURES_H
#define ROOKERY_SERVER_PICTURES_H

#include "base/text.h"
#include "rookery/chess.h"

enum { PICTURE_EDGE = 600 /* pixels */ };

typedef struct Pictures Pictures;

/* From the bytes of a sheet. NULL when they are none, or memory ran out. */
Pictures *pictures_open(const char *sheet, size_t length);
void pictures_close(Pictures *pictures); /* NULL is allowed */

/* Appends the picture. `marked` has the squares of the last move. False when memory ran out. From any thread. */
bool pictures_draw(const Pictures *pictures, const Position *position, Bitboard marked, Text *png);

#endif
