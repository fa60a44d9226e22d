/* What rookery analyse found, for people, as JSON and in PGN comments. */
#include "cli/analyse.h"

#include <stdio.h>
#include <string.h>

/* ---- Scores and moves -------------------------------------------------------------------------------------------- */

/* White's view, as PGN has it. */
static PgnEval white_eval(const Position *position, const Finding *finding) {
    int sign = position->side == WHITE ? 1 : -1;
    PgnEval eval = {.mate = finding->score.is_mate, .depth = finding->depth};
    eval.value = sign * (eval.mate ? finding->score.mate_in : finding->score.centipawns);
    return eval;
}

/* "+0.31", "-#3": White's view. */
static void append_score(Text *out, const Position *position, const EngineScore *score) {
    int sign = position->side == WHITE ? 1 : -1, value = sign * (score->is_mate ? score->mate_in : score->centipawns);
    char text[32];
    if (score->is_mate && score->mate_in == 0)
        snprintf(text, sizeof text, "#");
    else if (score->is_mate)
        snprintf(text, sizeof text, "%s#%d", value < 0 ? "-" : "", value < 0 ? -value : value);
    else
        snprintf(text, sizeof text, "%+.2f", value / 100.0);
    text_append_format(out, "%7s", text);
}

static void append_san_line(Text *out, const Position *position, const Move *moves, size_t count) {
    Position p = *position;
    for (size_t i = 0; i < count; i++) {
        char san[SAN_MAX];
        san_write_move(&p, moves[i], san);
        if (p.side == WHITE)
            text_append_format(out, "%s%u. %s", i > 0 ? " " : "", (unsigned)p.fullmove_number, san);
        else if (i == 0)
            text_append_format(out, "%u... %s", (unsigned)p.fullmove_number, san);
        else
            text_append_format(out, " %s", san);
        position_play(&p, moves[i], &p);
    }
}

static void append_json_move(Text *out, const char *name, const Position *position, Move move) {
    char uci[UCI_MOVE_MAX], san[SAN_MAX];
    if (move == MOVE_NONE) {
        text_append_format(out, ",\"%s\":null", name);
        return;
    }
    uci_write_move(position, move, uci);
    san_write_move(position, move, san);
    text_append_format(out, ",\"%s\":{\"uci\":\"%s\",\"san\":\"%s\"}", name, uci, san);
}

static void append_json_score(Text *out, const Position *position, const EngineScore *score) {
    int sign = position->side == WHITE ? 1 : -1;
    text_append_format(out, "{\"%s\":%d}", score->is_mate ? "mate" : "cp",
                       sign * (score->is_mate ? score->mate_in : score->centipawns));
}

static void append_json_fen(Text *out, const Position *position) {
    char fen[FEN_MAX];
    position_to_fen(position, FEN_DEFAULT, fen);
    text_append_format(out, "\"variant\":\"%s\",\"fen\":\"%s\"", variant_name(position->variant), fen);
}

/* ---- One position ------------------------------------------------------------------------------------------------ */

void analyse_write_position(const Position *position, const Finding *finding, Text *out) {
    if (!finding->searched) {
        text_append_string(out, "interrupted before anything was found\n");
        return;
    }
    if (finding->best == MOVE_NONE) {
        Outcome outcome = position_outcome(position);
        text_append_format(out, "the game is over, %s: %s\n", outcome_result(outcome),
                           outcome_reason(outcome, position->variant));
        return;
    }
    for (size_t i = 0; i < finding->line_count; i++) {
        const Line *line = &finding->lines[i];
        append_score(out, position, &line->score);
        text_append_format(out, "  depth %2d  ", line->depth);
        append_san_line(out, position, line->moves, line->length);
        text_append_char(out, '\n');
    }
    char san[SAN_MAX];
    san_write_move(position, finding->best, san);
    text_append_format(out, "best %s; %llu nodes in %lld ms\n", san, (unsigned long long)finding->nodes,
                       (long long)finding->time_ms);
}

static void append_json_line(Text *out, const Position *position, const Line *line) {
    Position p = *position;
    text_append_format(out, "{\"depth\":%d,\"score\":", line->depth);
    append_json_score(out, position, &line->score);
    text_append_format(out, ",\"wdl\":[%d,%d,%d],\"pv\":[", line->win, line->draw, line->loss);
    for (size_t i = 0; i < line->length; i++) {
        char uci[UCI_MOVE_MAX];
        uci_write_move(&p, line->moves[i], uci);
        text_append_format(out, "%s\"%s\"", i > 0 ? "," : "", uci);
        position_play(&p, line->moves[i], &p);
    }
    text_append_string(out, "],\"san\":\"");
    append_san_line(out, position, line->moves, line->length);
    text_append_string(out, "\"}");
}

void analyse_write_position_json(const Position *position, const Finding *finding, Text *out) {
    text_append_char(out, '{');
    append_json_fen(out, position);
    text_append_string(out, ",\"score\":");
    append_json_score(out, position, &finding->score);
    text_append_format(out, ",\"depth\":%d,\"nodes\":%llu,\"time_ms\":%lld", finding->depth,
                       (unsigned long long)finding->nodes, (long long)finding->time_ms);
    append_json_move(out, "best", position, finding->best);
    text_append_string(out, ",\"lines\":[");
    for (size_t i = 0; i < finding->line_count; i++) {
        text_append_string(out, i > 0 ? "," : "");
        append_json_line(out, position, &finding->lines[i]);
    }
    text_append_string(out, "]}\n");
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static void append_heading(const PgnGame *game, Text *out) {
    const char *white = pgn_game_tag(game, "White"), *black = pgn_game_tag(game, "Black");
    text_append_format(out, "%s – %s, %s\n", white != NULL ? white : "?", black != NULL ? black : "?", game->result);
}

void analyse_write_game(const PgnGame *game, const Finding *findings, size_t count, Text *out) {
    append_heading(game, out);
    Position before = game->start;
    PgnNode node = game->moves[PGN_ROOT].next;
    for (size_t i = 1; i < count && node != PGN_ROOT; i++, node = game->moves[node].next) {
        Move move = game->moves[node].move;
        char san[SAN_MAX], best[SAN_MAX] = "";
        Position after;
        san_write_move(&before, move, san);
        if (findings[i - 1].searched && findings[i - 1].best != MOVE_NONE && findings[i - 1].best != move)
            san_write_move(&before, findings[i - 1].best, best);
        position_play(&before, move, &after);
        text_append_format(out, "%4u%s %-8s", (unsigned)before.fullmove_number, before.side == WHITE ? ".  " : "...",
                           san);
        if (findings[i].searched)
            append_score(out, &after, &findings[i].score);
        text_append_format(out, "%s%s\n", *best != '\0' ? "   best " : "", best);
        before = after;
    }
}

static void append_json_ply(const Position *before, Move move, const Finding *was, const Finding *is, Text *out) {
    Position after;
    position_play(before, move, &after);
    text_append_format(out, "{\"move_number\":%u,\"side\":\"%s\"", (unsigned)before->fullmove_number,
                       before->side == WHITE ? "white" : "black");
    append_json_move(out, "move", before, move);
    append_json_move(out, "best", before, was->searched ? was->best : MOVE_NONE);
    text_append_string(out, ",\"score_before\":");
    if (was->searched)
        append_json_score(out, before, &was->score);
    text_append_string(out, was->searched ? ",\"score\":" : "null,\"score\":");
    if (is->searched)
        append_json_score(out, &after, &is->score);
    text_append_format(out, "%s,\"depth\":%d}", is->searched ? "" : "null", is->depth);
}

void analyse_write_game_json(const PgnGame *game, const Finding *findings, size_t count, Text *out) {
    text_append_char(out, '{');
    append_json_fen(out, &game->start);
    text_append_string(out, ",\"tags\":{");
    for (size_t i = 0; i < game->tag_count; i++) {
        text_append_string(out, i > 0 ? "," : "");
        text_append_json(out, game->text.data + game->tags[i].name);
        text_append_char(out, ':');
        text_append_json(out, game->text.data + game->tags[i].value);
    }
    text_append_format(out, "},\"result\":\"%s\",\"moves\":[", game->result);
    Position before = game->start;
    PgnNode node = game->moves[PGN_ROOT].next;
    for (size_t i = 1; i < count && node != PGN_ROOT; i++, node = game->moves[node].next) {
        text_append_string(out, i > 1 ? ",\n " : "\n ");
        append_json_ply(&before, game->moves[node].move, &findings[i - 1], &findings[i], out);
        position_play(&before, game->moves[node].move, &before);
    }
    text_append_string(out, "]}\n");
}

/* The comment as it was, with its clock, but with the new evaluation. */
static void build_comment(const char *old, const PgnEval *eval, const char *best, Text *comment) {
    int64_t ms;
    text_clear(comment);
    if (eval != NULL)
        pgn_comment_add_eval(comment, *eval);
    if (pgn_comment_clock(old, &ms))
        pgn_comment_add_clock(comment, ms);
    if (pgn_comment_elapsed(old, &ms))
        pgn_comment_add_elapsed(comment, ms);
    Text plain;
    text_init(&plain);
    pgn_comment_plain(old, &plain);
    if (plain.length > 0)
        text_append_format(comment, "%s%s", comment->length > 0 ? " " : "", plain.data);
    if (*best != '\0')
        text_append_format(comment, "%sBest was %s.", comment->length > 0 ? " " : "", best);
    text_free(&plain);
}

void analyse_annotate(PgnGame *game, const Finding *findings, size_t count) {
    Position before = game->start;
    Text comment;
    text_init(&comment);
    PgnNode node = game->moves[PGN_ROOT].next;
    for (size_t i = 1; i < count && node != PGN_ROOT; i++, node = game->moves[node].next) {
        Move move = game->moves[node].move;
        char best[SAN_MAX] = "";
        Position after;
        position_play(&before, move, &after);
        if (findings[i - 1].searched && findings[i - 1].best != MOVE_NONE && findings[i - 1].best != move)
            san_write_move(&before, findings[i - 1].best, best);
        PgnEval eval = white_eval(&after, &findings[i]);
        build_comment(pgn_game_comment(game, node), findings[i].searched ? &eval : NULL, best, &comment);
        if (!comment.failed)
            pgn_game_set_comment(game, node, comment.data);
        before = after;
    }
    text_free(&comment);
}
