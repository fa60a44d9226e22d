/* What the engine says while it thinks, and its decision. */
#include "engine/uci_internal.h"

static void append_score(Text *out, const EngineScore *score) {
    if (score->is_mate)
        text_append_format(out, " score mate %d", score->mate_in);
    else
        text_append_format(out, " score cp %d", score->centipawns);
    if (score->bound == ENGINE_AT_LEAST)
        text_append_string(out, " lowerbound");
    else if (score->bound == ENGINE_AT_MOST)
        text_append_string(out, " upperbound");
}

static void append_pv(Text *out, const Position *root, const EngineInfo *info) {
    Position position = *root;
    if (info->pv_length > 0)
        text_append_string(out, " pv");
    for (size_t i = 0; i < info->pv_length; i++) {
        char move[UCI_MOVE_MAX];
        uci_write_move(&position, info->pv[i], move);
        text_append_char(out, ' ');
        text_append_string(out, move);
        position_play(&position, info->pv[i], &position);
    }
}

void uci_show_info(void *context, const EngineInfo *info) {
    const Uci *uci = context;
    Text out;
    text_init(&out);
    text_append_format(&out, "info depth %d", info->depth);
    if (info->pv_length > 0)
        text_append_format(&out, " seldepth %d multipv %d", info->seldepth, info->multipv);
    append_score(&out, &info->score);
    if (uci->show_wdl)
        text_append_format(&out, " wdl %d %d %d", info->win, info->draw, info->loss);
    if (info->pv_length > 0)
        text_append_format(&out, " nodes %llu nps %llu hashfull %d tbhits %llu time %lld",
                           (unsigned long long)info->nodes, (unsigned long long)info->nps, info->hashfull,
                           (unsigned long long)info->tablebase_hits, (long long)info->time_ms);
    append_pv(&out, game_position(&uci->game), info);
    if (!out.failed)
        uci_say("%s", out.data);
    text_free(&out);
}

void uci_show_result(const Uci *uci, const EngineResult *result) {
    const Position *root = game_position(&uci->game);
    char best[UCI_MOVE_MAX], ponder[UCI_MOVE_MAX];
    if (result->best == MOVE_NONE) {
        uci_say("bestmove (none)");
        return;
    }
    uci_write_move(root, result->best, best);
    if (result->ponder == MOVE_NONE) {
        uci_say("bestmove %s", best);
        return;
    }
    Position after;
    position_play(root, result->best, &after);
    uci_write_move(&after, result->ponder, ponder);
    uci_say("bestmove %s ponder %s", best, ponder);
}
