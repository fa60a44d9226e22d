/*
 * The compact form of scored games: about two bytes a position. docs/training.md describes it byte by byte. Files
 * of them are in games_file.h; processes hand them to one another as they are.
 */
#ifndef ROOKERY_TRAINING_GAMES_BINARY_H
#define ROOKERY_TRAINING_GAMES_BINARY_H

#include "base/text.h"
#include "training/scored_game.h"

#define GAMES_BINARY_MAGIC "RKGAMES1"
/* A record is a length, so many bytes, and their checksum. The length takes at most LENGTH_MAX bytes. */
enum { GAMES_BINARY_MAGIC_LENGTH = 8, GAMES_BINARY_LENGTH_MAX = 3, GAMES_BINARY_CHECKSUM = 4 };

/* Appends the whole record of a game. False when it cannot be written so (a variant without a number, a move that is
 * not legal, a game of more than a million bytes); the text may have failed too. */
bool games_binary_write(const ScoredGame *game, Text *out);

/* The length of the bytes after it, from up to `available` bytes. Returns how many it took; 0 when they are too few or
 * no length. */
size_t games_binary_length(const uint8_t *bytes, size_t available, size_t *length);
/* Reads what stands between length and checksum, and compares with the latter, which follows it. */
bool games_binary_read(const uint8_t *bytes, size_t length, ScoredGame *game, Error *error);

#endif
