/* Counting sequences of moves: the last move is counted, not played, and nothing is hashed. */
#include "chess/legality.h"

uint64_t position_perft(const Position *position, int depth) {
    if (depth <= 0)
        return 1;
    if (depth == 1)
        return position_count_legal_moves(position);
    Move moves[MOVES_MAX];
    size_t count = position_legal_moves(position, moves);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        Position after;
        position_play_unkeyed(position, moves[i], &after);
        nodes += position_perft(&after, depth - 1);
    }
    return nodes;
}
