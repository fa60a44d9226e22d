/*
 * Files of scored games, in three forms that can be turned into one another: compact (.rkg, games_binary.h), lines of
 * text
 * (.txt, games_text.h) and PGN with [%eval] comments (.pgn). Whatever is read may be packed with zstd.
 *
 *     GamesReader *reader = games_open("games.rkg", VARIANT_STANDARD, &error);
 *     while (games_next(reader, &game))
 *         learn(&game);
 *     good = !games_failed(reader, &error);
 *     games_close(reader);
 */
#ifndef ROOKERY_TRAINING_GAMES_FILE_H
#define ROOKERY_TRAINING_GAMES_FILE_H

#include "training/scored_game.h"

typedef struct GamesReader GamesReader;

/* The content tells the form. The variant is that of games whose form does not name theirs: lines of text, PGN without
 * a Variant tag. "-" is standard input, which may not be PGN. NULL and *error on failure. */
GamesReader *games_open(const char *path, Variant variant, Error *error);
/* The next game, false at the end and when the input cannot be read further. Lines that are no games, and games of PGN
 * with mistakes or without evaluations, are passed over and counted. */
bool games_next(GamesReader *reader, ScoredGame *game);
size_t games_passed_over(const GamesReader *reader);
bool games_failed(const GamesReader *reader, Error *error);
void games_close(GamesReader *reader); /* NULL is allowed */

typedef struct GamesWriter GamesWriter;

/* The form is chosen by the name's ending. A compact file that exists is written on, and what a crash cut off at its
 * end is cut away; so is one of text; *present says how many games are there already. Other files must not exist. NULL
 * and *error on failure. */
GamesWriter *games_create(const char *path, size_t *present, Error *error);
bool games_write(GamesWriter *writer, const ScoredGame *game, Error *error);
/* What was written reaches the disk. False when it could not. */
bool games_flush(GamesWriter *writer, Error *error);
/* Flushes too. */
bool games_finish(GamesWriter *writer, Error *error);

#endif
