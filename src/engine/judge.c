#include "engine/judge.h"

#include <string.h>

#include "chess/bitboard.h"
#include "engine/thread.h"

void judge_use(Judge *judge, const Network *network) {
    if (network == judge->used)
        return;
    network_cache_destroy(judge->network);
    judge->network = network == NULL ? NULL : network_cache_create(network, PLY_MAX + 4);
    judge->used = network;
}

void judge_free(Judge *judge) {
    network_cache_destroy(judge->network);
    judge->network = NULL;
    judge->used = NULL;
}

void judge_clear(Judge *judge) {
    memset(&judge->eval, 0, sizeof judge->eval);
}

/* How to drive a bare king to its corner is known better than it was learnt from games that ended earlier. */
static bool is_endgame_of_bare_king(const Position *p) {
    return network_variant(p->variant) == VARIANT_STANDARD &&
           (popcount(p->by_color[WHITE]) == 1 || popcount(p->by_color[BLACK]) == 1);
}

int judge_position(Judge *judge, const Position *position, int ply) {
    if (judge->network == NULL || !network_knows(judge->used, position) || is_endgame_of_bare_king(position))
        return eval_score(&judge->eval, position);
    return score_clamp(network_evaluate(judge->network, position, ply), -SCORE_EVAL_MAX, SCORE_EVAL_MAX);
}
