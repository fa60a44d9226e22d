#include "arena/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

GameSummary summarise(const GameRecord *record) {
    GameSummary summary = {
        .index = record->number - 1,
        .has_result = record->has_result,
        .rated = record->rated,
        .winner = record->winner,
        .culprit = record->culprit,
        .end = record->end,
        .duration = record->duration,
    };
    snprintf(summary.ending, ENDING_MAX, "%s", record->ending);
    return summary;
}

bool table_open(Table *table, const Schedule *schedule, size_t entrants) {
    *table = (Table){.schedule = schedule, .entrants = entrants};
    table->scores = calloc(schedule->count, sizeof *table->scores);
    return table->scores != NULL;
}

void table_close(Table *table) {
    free(table->scores);
    free(table->results);
    free(table->endings);
    *table = (Table){0};
}

bool table_has(const Table *table, unsigned long index) {
    return index < table->result_capacity && table->results[index] != 0;
}

static bool grow_results(Table *table, unsigned long index) {
    if (index < table->result_capacity)
        return true;
    size_t capacity = table->result_capacity < 64 ? 64 : table->result_capacity;
    while (capacity <= index)
        capacity *= 2;
    unsigned char *results = realloc(table->results, capacity);
    if (results == NULL)
        return false;
    memset(results + table->result_capacity, 0, capacity - table->result_capacity);
    table->results = results;
    table->result_capacity = capacity;
    return true;
}

static bool count_ending(Table *table, const char *ending, size_t culprit) {
    for (size_t i = 0; i < table->ending_count; i++)
        if (table->endings[i].culprit == culprit && strcmp(table->endings[i].ending, ending) == 0) {
            table->endings[i].games++;
            return true;
        }
    EndingCount *endings = realloc(table->endings, (table->ending_count + 1) * sizeof *endings);
    if (endings == NULL)
        return false;
    table->endings = endings;
    EndingCount *added = &endings[table->ending_count++];
    *added = (EndingCount){.culprit = culprit, .games = 1};
    snprintf(added->ending, ENDING_MAX, "%s", ending);
    return true;
}

static void count_points(Table *table, const GameSummary *summary, const ScheduledGame *game) {
    Score *score = &table->scores[game->pairing];
    bool first_is_white = table->schedule->pairings[game->pairing].first == game->white;
    int half_points = summary->winner == NO_COLOR ? 1 : (summary->winner == WHITE) == first_is_white ? 2 : 0;
    score->wins += half_points == 2;
    score->draws += half_points == 1;
    score->losses += half_points == 0;
    table->results[summary->index] = (unsigned char)(half_points + 1);
    unsigned long other = summary->index ^ 1;
    if (game->paired && table_has(table, other) && table->results[other] != UNRATED_RESULT)
        score->pairs[half_points + table->results[other] - 1]++;
}

bool table_add(Table *table, const GameSummary *summary) {
    ScheduledGame game;
    if (summary->end == GAME_STOPPED || table_has(table, summary->index) ||
        !schedule_get(table->schedule, summary->index, &game))
        return true;
    size_t culprit = summary->culprit == NO_COLOR ? SIZE_MAX : summary->culprit == WHITE ? game.white : game.black;
    if (!grow_results(table, summary->index) || !count_ending(table, summary->ending, culprit))
        return false;
    if (!summary->rated) {
        table->unrated++;
        if (summary->has_result)
            table->results[summary->index] = UNRATED_RESULT;
        return true;
    }
    count_points(table, summary, &game);
    table->games++;
    table->duration += summary->duration;
    return true;
}

static Score turned(Score score) {
    return (Score){
        .wins = score.losses,
        .draws = score.draws,
        .losses = score.wins,
        .pairs = {score.pairs[4], score.pairs[3], score.pairs[2], score.pairs[1], score.pairs[0]},
    };
}

static void add_to(Score *sum, Score score) {
    sum->wins += score.wins;
    sum->draws += score.draws;
    sum->losses += score.losses;
    for (int i = 0; i < 5; i++)
        sum->pairs[i] += score.pairs[i];
}

static Score gather(const Table *table, size_t entrant, size_t opponent, bool all) {
    Score sum = {0};
    for (size_t i = 0; i < table->schedule->count; i++) {
        Pairing pairing = table->schedule->pairings[i];
        if (pairing.first == entrant && (all || pairing.second == opponent))
            add_to(&sum, table->scores[i]);
        else if (pairing.second == entrant && (all || pairing.first == opponent))
            add_to(&sum, turned(table->scores[i]));
    }
    return sum;
}

Score table_total(const Table *table, size_t entrant) {
    return gather(table, entrant, 0, true);
}

Score table_between(const Table *table, size_t entrant, size_t opponent) {
    return gather(table, entrant, opponent, false);
}
