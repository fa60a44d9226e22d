#include "arena/standings.h"

#include <stdlib.h>

static int by(unsigned one, unsigned other) {
    return one > other ? -1 : one < other;
}

static int compare(const Standing *one, const Standing *other, StandingsOrder order) {
    int result = order == STANDINGS_KNOCKOUT ? by(one->got, other->got) : 0;
    if (result == 0)
        result = by(one->half_points, other->half_points);
    if (result == 0 && order == STANDINGS_SWISS)
        result = by(one->buchholz, other->buchholz);
    if (result == 0 && order != STANDINGS_KNOCKOUT)
        result = by(one->sonneborn, other->sonneborn);
    return result != 0 ? result : order == STANDINGS_KNOCKOUT ? 0 : by(one->wins, other->wins);
}

static int compare_with_seed(const Standing *one, const Standing *other, StandingsOrder order) {
    int result = compare(one, other, order);
    return result != 0 ? result : one->player < other->player ? -1 : one->player > other->player;
}

static int compare_round_robin(const void *one, const void *other) {
    return compare_with_seed(one, other, STANDINGS_ROUND_ROBIN);
}

static int compare_swiss(const void *one, const void *other) {
    return compare_with_seed(one, other, STANDINGS_SWISS);
}

static int compare_knockout(const void *one, const void *other) {
    return compare_with_seed(one, other, STANDINGS_KNOCKOUT);
}

void standings_sort(Standing *standings, size_t count, const Meeting *meetings, size_t meeting_count,
                    StandingsOrder order) {
    static int (*const orders[])(const void *, const void *) = {compare_round_robin, compare_swiss, compare_knockout};
    for (size_t i = 0; i < meeting_count; i++)
        for (int side = 0; side < 2; side++) {
            Standing *own = &standings[meetings[i].players[side]];
            unsigned theirs = standings[meetings[i].players[!side]].half_points;
            own->buchholz += theirs;
            own->sonneborn += theirs * meetings[i].half_points[side];
        }
    qsort(standings, count, sizeof *standings, orders[order]);
    for (size_t i = 0; i < count; i++)
        standings[i].place =
            i > 0 && compare(&standings[i - 1], &standings[i], order) == 0 ? standings[i - 1].place : i + 1;
}
