#include "training/games_pgn.h"

#include <string.h>

static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};

/* Turns White's view into that of the side to move, and back. */
static int turned(Color side, int score) {
    return side == WHITE ? score : -score;
}

static PgnEval eval_of(Color side, int score) {
    PgnEval eval = {.mate = false};
    eval.mate = score_is_mate(score, &eval.value);
    eval.value = turned(side, eval.mate ? eval.value : score);
    return eval;
}

static int score_of(Color side, PgnEval eval) {
    int value = turned(side, eval.value);
    return eval.mate ? score_of_mate(value) : value;
}

bool games_pgn_write(const ScoredGame *game, PgnGame *pgn) {
    Text comment;
    Color side = game->start.side;
    PgnNode node = PGN_ROOT;
    text_init(&comment);
    pgn_game_start(pgn, &game->start);
    pgn_game_set_result(pgn, results[game->result]);
    for (size_t i = 0; i < game->count; i++, side = !side) {
        node = pgn_game_add_move(pgn, node, game->moves[i].move);
        if (i < game->opening)
            continue;
        text_clear(&comment);
        pgn_comment_add_eval(&comment, eval_of(side, game->moves[i].score));
        pgn_game_set_comment(pgn, node, comment.data);
    }
    bool good = !pgn->failed && !comment.failed;
    text_free(&comment);
    return good;
}

bool games_pgn_read(const PgnGame *pgn, ScoredGame *game) {
    Color side = pgn->start.side;
    scored_game_start(game, &pgn->start);
    for (game->result = 0; game->result < 3 && strcmp(pgn->result, results[game->result]) != 0; game->result++) {
    }
    if (game->result == 3 || pgn->error_count > 0)
        return false;
    for (PgnNode node = pgn->moves[PGN_ROOT].next; node != PGN_ROOT; node = pgn->moves[node].next, side = !side) {
        PgnEval eval;
        Move move = pgn->moves[node].move;
        bool scored = pgn_comment_eval(pgn_game_comment(pgn, node), &eval);
        if (move == MOVE_NULL || (!scored && game->count > game->opening))
            break;
        if (!(scored ? scored_game_add(game, move, score_of(side, eval)) : scored_game_add_opening(game, move)))
            return false;
    }
    return game->count > game->opening;
}
