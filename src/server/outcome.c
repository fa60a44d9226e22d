#include "server/outcome.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void take_move(const GameRecord *record, size_t ply, StoredMove *move) {
    *move = (StoredMove){.opening = ply < record->opening_plies};
    uci_write_move(&record->game.positions[ply], record->game.moves[ply], move->uci);
    if (move->opening)
        return;
    const MoveNote *note = &record->notes[ply - record->opening_plies];
    move->elapsed = note->elapsed;
    move->clock_left = note->clock_left;
    move->has_score = note->has_score;
    move->mate = note->mate;
    move->score = note->score;
    move->depth = note->depth;
    move->nodes = (int64_t)note->nodes;
    move->memory = (int64_t)note->memory;
}

static void take_log(const Referee *referee, Color color, Outgoing *outgoing) {
    const Tail *log = player_log(referee_player(referee, color));
    if (log->length == 0 || (outgoing->logs[color] = malloc(log->length)) == NULL)
        return;
    tail_copy(log, outgoing->logs[color]);
    outgoing->finished.logs[color] = outgoing->logs[color];
    outgoing->finished.log_lengths[color] = log->length;
}

Outgoing *outgoing_take(int64_t game, const Referee *referee) {
    const GameRecord *record = referee_record(referee);
    Outgoing *outgoing = calloc(1, sizeof *outgoing);
    if (outgoing == NULL || (outgoing->moves = calloc(record->game.ply + 1, sizeof *outgoing->moves)) == NULL) {
        free(outgoing);
        return NULL;
    }
    snprintf(outgoing->reason, sizeof outgoing->reason, "%s", record->reason);
    outgoing->end = record->end;
    outgoing->void_game = !record->has_result;
    outgoing->finished = (FinishedGame){
        .id = game,
        .result = record_result(record),
        .counts = record->rated,
        .ended_by = game_end_name(record->end),
        .reason = outgoing->reason,
        .moves = outgoing->moves,
        .move_count = record->game.ply,
        .opening_plies = record->opening_plies,
        .duration = record->duration,
        .cpu_time = {record->cpu_time[WHITE], record->cpu_time[BLACK]},
        .memory = {(int64_t)record->peak_memory[WHITE], (int64_t)record->peak_memory[BLACK]},
    };
    for (size_t i = 0; i < record->game.ply; i++)
        take_move(record, i, &outgoing->moves[i]);
    take_log(referee, WHITE, outgoing);
    take_log(referee, BLACK, outgoing);
    return outgoing;
}

Outgoing *outgoing_take_move(int64_t game, const Referee *referee) {
    const GameRecord *record = referee_record(referee);
    Outgoing *outgoing = record->game.ply > 0 ? calloc(1, sizeof *outgoing) : NULL;
    if (outgoing == NULL || (outgoing->moves = calloc(1, sizeof *outgoing->moves)) == NULL) {
        free(outgoing);
        return NULL;
    }
    outgoing->only_move = true;
    outgoing->ply = (int64_t)record->game.ply - 1;
    outgoing->finished.id = game;
    take_move(record, record->game.ply - 1, outgoing->moves);
    return outgoing;
}

Outgoing *outgoing_void(int64_t game, const char *reason) {
    Outgoing *outgoing = calloc(1, sizeof *outgoing);
    if (outgoing == NULL)
        return NULL;
    snprintf(outgoing->reason, sizeof outgoing->reason, "%s", reason);
    outgoing->void_game = true;
    outgoing->end = GAME_NOT_STARTED;
    outgoing->finished = (FinishedGame){.id = game, .reason = outgoing->reason};
    return outgoing;
}

void outgoing_free(Outgoing *outgoing) {
    if (outgoing == NULL)
        return;
    free(outgoing->moves);
    free(outgoing->logs[WHITE]);
    free(outgoing->logs[BLACK]);
    free(outgoing);
}
