#include "server/suspicions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "server/rules.h"
#include "store/games.h"

enum { SHOWN_MAX = 100 };

typedef struct Meeting {
    int64_t players[2];
    char variant[GAME_WORD_MAX + 1];
    int64_t games;
    double points, expected; /* of the first */
    double surprise;
    bool only_company; /* half of one's rated games or more were against the other */
} Meeting;

typedef struct List {
    Meeting *meetings;
    size_t count;
} List;

static Rating read_rating(const Query *row, int column) {
    StoredRating stored = {.rating = query_real(row, column),
                           .variance = query_real(row, column + 1),
                           .games = query_number(row, column + 2)};
    return rule_rating(&stored);
}

static Meeting read_meeting(const Query *row) {
    Rating one = read_rating(row, 5), other = read_rating(row, 8);
    Meeting meeting = {.players = {query_number(row, 0), query_number(row, 1)},
                       .games = query_number(row, 3),
                       .points = (double)query_number(row, 4) / 2};
    strncpy(meeting.variant, query_text(row, 2), GAME_WORD_MAX);
    meeting.expected = (double)meeting.games * rating_expectation(one.value, other.value);
    meeting.surprise = rating_surprise(&one, &other, meeting.points, meeting.games);
    meeting.only_company = 2 * meeting.games >= one.games || 2 * meeting.games >= other.games;
    return meeting;
}

static bool add(List *list, Meeting meeting) {
    Meeting *larger = realloc(list->meetings, (list->count + 1) * sizeof *larger);
    if (larger == NULL)
        return false;
    list->meetings = larger;
    list->meetings[list->count++] = meeting;
    return true;
}

/* Those that may be worth a look; whose bots they are is asked for these few only. */
static bool read_list(Store *store, List *list) {
    bool good = true;
    Query *query = rated_meetings(store, SUSPICION_GAMES_MIN);
    while (good && query_next(query)) {
        Meeting meeting = read_meeting(query);
        if (fabs(meeting.surprise) >= SUSPICION_SAME_OWNER || meeting.only_company)
            good = add(list, meeting);
    }
    return query_end(query) && good;
}

static int compare(const void *one, const void *other) {
    double a = fabs(((const Meeting *)one)->surprise), b = fabs(((const Meeting *)other)->surprise);
    return a > b ? -1 : a < b;
}

static json_t *player_to_json(const SeatedPlayer *player) {
    return json_pack("{sI ss ss sI sI}", "player", (json_int_t)player->id, "kind", player->kind, "name", player->name,
                     "bot", (json_int_t)player->bot, "version", (json_int_t)player->version);
}

/* Adds it, if it is suspicious with a view to who the two are. */
static bool judge(Store *store, const Meeting *meeting, json_t *list) {
    SeatedPlayer players[2];
    for (int i = 0; i < 2; i++)
        if (!player_get(store, meeting->players[i], &players[i]))
            return false;
    bool same_owner = players[0].account != 0 && players[0].account == players[1].account;
    bool surprising = fabs(meeting->surprise) >= (same_owner ? SUSPICION_SAME_OWNER : SUSPICION_DEVIATIONS);
    if (!surprising && !(same_owner && meeting->only_company))
        return true;
    json_array_append_new(list, json_pack("{s[oo] ss sI sf sf sf sb sb}", "players", player_to_json(&players[0]),
                                          player_to_json(&players[1]), "variant", meeting->variant, "games",
                                          (json_int_t)meeting->games, "points", meeting->points, "expected",
                                          meeting->expected, "deviations", meeting->surprise, "same_owner",
                                          (int)same_owner, "only_company", (int)meeting->only_company));
    return true;
}

json_t *suspicions_to_json(Store *store) {
    List list = {0};
    json_t *array = json_array();
    bool good = read_list(store, &list);
    if (good && list.count > 1)
        qsort(list.meetings, list.count, sizeof *list.meetings, compare);
    for (size_t i = 0; good && i < list.count && json_array_size(array) < SHOWN_MAX; i++)
        good = judge(store, &list.meetings[i], array);
    free(list.meetings);
    if (good)
        return array;
    json_decref(array);
    return NULL;
}
