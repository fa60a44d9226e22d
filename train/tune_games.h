/*
 * Reads teacher games: one game a line, as "result TAB fen moves m1 m2 ... TAB move:score move:score ...".
 *
 * The result is White's (1, 0.5, 0), scores are centipawns for the side to move or "M5", "-M5". Compressed files
 * (.zst) are read as they are.
 */
#ifndef ROOKERY_TRAIN_TUNE_GAMES_H
#define ROOKERY_TRAIN_TUNE_GAMES_H

#include "rookery/chess.h"

/* A position with what the teacher said of it, for White. */
typedef struct Sample {
    const Position *position;
    Move move;     /* that the teacher played */
    double result; /* 0, 0.5, 1 */
    int score;     /* centipawns; a mate is 32000 */
    size_t game;   /* number of the game in the file, from 0 */
} Sample;

/* Returns false to stop. */
typedef bool SampleFn(void *context, const Sample *sample);

/* Calls back for every position of every game of the variant; games of standard chess that start from other arrays are
 * read as chess960. False when the file cannot be read. */
bool games_read(const char *path, Variant variant, SampleFn *each, void *context, Error *error);

#endif
