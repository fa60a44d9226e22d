/*
 * Another engine's network as a teacher: what it says of a position at once, without a search.
 *
 * Reads the networks of Stockfish 15 and 15.1 (inputs "HalfKAv2_hm", 1024 sums a side), out of their own file or out of
 * the program that holds one, such as Debian's /usr/games/stockfish. The shape and the arithmetic are public
 * (github.com/official-stockfish/nnue-pytorch, docs/nnue.md). A search by the same engine judges better, but takes a
 * hundred times as long, and a student learns more from a hundred times as many positions.
 */
#ifndef ROOKERY_TRAIN_TEACHER_NET_H
#define ROOKERY_TRAIN_TEACHER_NET_H

#include "rookery/chess.h"
#include "rookery/error.h"

typedef struct TeacherNet TeacherNet;

/* NULL and *error when the file holds no such network. */
TeacherNet *teacher_net_load(const char *path, Error *error);
void teacher_net_free(TeacherNet *net);

/* Its answer for the side to move in standard chess, at most 32 men and one king each: in centipawns of which 100 win
 * half of that engine's games, scaled by material as it does before it uses them. Positions that differ by few men
 * should follow one another: their sums are kept. */
int teacher_net_evaluate(TeacherNet *net, const Position *position);

#endif
