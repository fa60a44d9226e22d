/*
 * The positions of scored games (training/games_file.h), one by one.
 */
#ifndef ROOKERY_TRAIN_GAME_SAMPLES_H
#define ROOKERY_TRAIN_GAME_SAMPLES_H

#include "rookery/chess.h"

/* A position with what the searcher said of it, for White. */
typedef struct Sample {
    const Position *position;
    Move move;     /* that was played */
    double result; /* 0, 0.5, 1 */
    int score;     /* centipawns; mates are beyond SCORED_CENTIPAWNS_MAX (training/scored_game.h) */
    size_t game;   /* number of the game in the file, from 0 */
} Sample;

/* Returns false to stop. */
typedef bool SampleFn(void *context, const Sample *sample);

/* Calls back for every position after the opening of every game. The variant is that of games whose form does not name
 * theirs; games of others are passed over, chess960 counting as standard chess. False when the file cannot be read. */
bool game_samples_read(const char *path, Variant variant, SampleFn *each, void *context, Error *error);

#endif
