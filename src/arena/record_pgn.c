#include "arena/record_pgn.h"

#include <stdio.h>
#include <string.h>

#include "base/monotonic.h"
#include "chess/pgn.h"

static void set_number(PgnGame *game, const char *tag, unsigned long number) {
    char text[24];
    snprintf(text, sizeof text, "%lu", number);
    pgn_game_set_tag(game, tag, text);
}

static void set_moment(PgnGame *game, const char *tag, time_t moment, const char *format) {
    char text[WALL_TEXT_MAX];
    wall_write(moment, format, text);
    pgn_game_set_tag(game, tag, text);
}

static void set_time_controls(PgnGame *game, const GameRecord *record) {
    Text white, black;
    text_init(&white);
    text_init(&black);
    time_control_write_tag(&record->controls[WHITE], &white);
    time_control_write_tag(&record->controls[BLACK], &black);
    if (strcmp(white.data, black.data) == 0) {
        pgn_game_set_tag(game, "TimeControl", white.data);
    } else {
        pgn_game_set_tag(game, "WhiteTimeControl", white.data);
        pgn_game_set_tag(game, "BlackTimeControl", black.data);
    }
    text_free(&white);
    text_free(&black);
}

static void set_termination(PgnGame *game, const GameRecord *record) {
    const char *word = record_termination(record);
    char text[REASON_MAX + 32];
    if (record->end == GAME_RULES)
        snprintf(text, sizeof text, "%s", word);
    else
        snprintf(text, sizeof text, "%s: %s", word, record->reason);
    pgn_game_set_tag(game, "Termination", text);
}

static void set_tags(PgnGame *game, const GameRecord *record, const char *event) {
    char duration[24];
    long long seconds = record->duration / MICROSECONDS_PER_SECOND;
    pgn_game_set_tag(game, "Event", event);
    pgn_game_set_tag(game, "Site", "Rookery");
    set_moment(game, "Date", record->started, "%Y.%m.%d");
    set_number(game, "Round", record->number);
    pgn_game_set_tag(game, "White", record->names[WHITE]);
    pgn_game_set_tag(game, "Black", record->names[BLACK]);
    set_number(game, "PlyCount", record->game.ply);
    set_time_controls(game, record);
    set_moment(game, "GameStartTime", record->started, "%Y-%m-%dT%H:%M:%SZ");
    set_moment(game, "GameEndTime", record->ended, "%Y-%m-%dT%H:%M:%SZ");
    snprintf(duration, sizeof duration, "%02lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    pgn_game_set_tag(game, "GameDuration", duration);
    set_termination(game, record);
}

static void add_word(Text *comment, const char *format, unsigned long long number) {
    if (comment->length > 0)
        text_append_char(comment, ' ');
    text_append_format(comment, format, number);
}

static void write_note(const GameRecord *record, size_t ply, const MoveNote *note, Text *comment) {
    Color color = record->game.positions[ply].side;
    if (note->has_score)
        pgn_comment_add_eval(comment, (PgnEval){.mate = note->mate,
                                                .value = color == WHITE ? note->score : -note->score,
                                                .depth = (int)note->depth});
    if (record->controls[color].base > 0)
        pgn_comment_add_clock(comment, note->clock_left / MICROSECONDS_PER_MILLISECOND);
    pgn_comment_add_elapsed(comment, note->elapsed / MICROSECONDS_PER_MILLISECOND);
    if (note->depth > 0 && !note->has_score)
        add_word(comment, "d=%llu", note->depth);
    if (note->nodes > 0)
        add_word(comment, "n=%llu", note->nodes);
}

static void write_reason(const GameRecord *record, Text *comment) {
    if (comment->length > 0)
        text_append_char(comment, ' ');
    text_append_format(comment, "%s.", record->reason);
}

static void add_moves(PgnGame *game, const GameRecord *record) {
    Text comment;
    text_init(&comment);
    PgnNode node = PGN_ROOT;
    for (size_t ply = 0; ply < record->game.ply; ply++) {
        node = pgn_game_add_move(game, node, record->game.moves[ply]);
        text_clear(&comment);
        if (ply < record->opening_plies)
            text_append_string(&comment, "book");
        else
            write_note(record, ply, &record->notes[ply - record->opening_plies], &comment);
        if (ply + 1 == record->game.ply)
            write_reason(record, &comment);
        pgn_game_set_comment(game, node, comment.data);
    }
    if (record->game.ply == 0) {
        write_reason(record, &comment);
        pgn_game_set_comment(game, PGN_ROOT, comment.data);
    }
    game->failed |= comment.failed;
    text_free(&comment);
}

bool record_write_pgn(const GameRecord *record, const char *event, Text *out) {
    PgnGame game;
    pgn_game_init(&game);
    pgn_game_start(&game, &record->game.positions[0]);
    set_tags(&game, record, event);
    add_moves(&game, record);
    pgn_game_set_result(&game, record_result(record));
    bool good = !game.failed && pgn_write_game(&game, out);
    pgn_game_free(&game);
    return good;
}
