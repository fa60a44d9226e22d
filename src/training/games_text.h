/*
 * Scored games as lines of text: "result TAB fen moves m1 m2 ... TAB move:score move:score ...". The result is White's
 * (1, 0.5, 0), scores are centipawns for the side to move, "M5" or "-M5". Private to this folder: files are in
 * games_file.h.
 */
#ifndef ROOKERY_TRAINING_GAMES_TEXT_H
#define ROOKERY_TRAINING_GAMES_TEXT_H

#include "base/text.h"
#include "training/scored_game.h"

/* Appends the line, its end included. */
void games_text_write(const ScoredGame *game, Text *out);
/* Reads a line, which is taken apart. The text does not name the variant; what is said to be standard chess and starts
 * from another array is read as chess960. False when it is not such a line; a game that is cut short or ends in
 * nonsense is read as far as it makes sense. */
bool games_text_read(char *line, Variant variant, ScoredGame *game);

#endif
