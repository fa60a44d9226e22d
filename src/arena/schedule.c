#include "arena/schedule.h"

#include <limits.h>
#include <stdlib.h>

bool schedule_open(Schedule *schedule, size_t entrants, bool gauntlet, unsigned long games) {
    *schedule = (Schedule){.games = games};
    schedule->pairings = malloc(entrants * (entrants - 1) / 2 * sizeof *schedule->pairings);
    if (schedule->pairings == NULL)
        return false;
    for (size_t first = 0; first < (gauntlet ? 1 : entrants); first++)
        for (size_t second = first + 1; second < entrants; second++)
            schedule->pairings[schedule->count++] = (Pairing){first, second};
    return true;
}

void schedule_close(Schedule *schedule) {
    free(schedule->pairings);
    *schedule = (Schedule){0};
}

unsigned long schedule_total(const Schedule *schedule) {
    return schedule->games * schedule->count;
}

/* Every pairing plays its pair of one opening before any pairs of the next; a last odd game is a round of its own, in
 * which the colours alternate from pairing to pairing. */
bool schedule_get(const Schedule *schedule, unsigned long index, ScheduledGame *game) {
    unsigned long total = schedule_total(schedule);
    if (schedule->games > 0 && index >= total)
        return false;
    unsigned long per_round = 2 * schedule->count;
    unsigned long paired = schedule->games > 0 ? schedule->games / 2 * per_round : ULONG_MAX;
    bool swapped;
    game->opening = index / per_round;
    game->paired = index < paired;
    if (game->paired) {
        game->pairing = index % per_round / 2;
        swapped = index % 2 == 1;
    } else {
        game->pairing = index - paired;
        swapped = game->pairing % 2 == 1;
    }
    Pairing pairing = schedule->pairings[game->pairing];
    game->white = swapped ? pairing.second : pairing.first;
    game->black = swapped ? pairing.first : pairing.second;
    return true;
}
