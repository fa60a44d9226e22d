/*
 * What players wrote to standard error, kept in files for their authors.
 */
#ifndef ROOKERY_CLI_MATCH_LOG_H
#define ROOKERY_CLI_MATCH_LOG_H

#include "arena/referee.h"

/* Writes the logs of both players of a game, where there is anything, to FOLDER/game-00012-white-NAME.log. The folder
 * is made if it does not exist. */
bool match_log_save(const char *folder, const Referee *referee, Error *error);

#endif
