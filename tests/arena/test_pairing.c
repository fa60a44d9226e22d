/* Who meets whom: round robins, knockouts, Swiss rounds, and the matching under them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/matching.h"
#include "arena/pairing.h"
#include "base/random.h"

/* ---- Matching ------------------------------------------------------------------------------------------- */

enum { VERTICES = 10 };

typedef bool Graph[VERTICES][VERTICES];

static bool brute_force(const Graph graph, size_t count, unsigned used) {
    size_t one = 0;
    while (one < count && (used >> one & 1) != 0)
        one++;
    if (one == count)
        return true;
    for (size_t other = one + 1; other < count; other++)
        if ((used >> other & 1) == 0 && graph[one][other] && brute_force(graph, count, used | 1U << one | 1U << other))
            return true;
    return false;
}

static Matching *make_random(Graph graph, size_t count, uint64_t density, uint64_t *seed) {
    Matching *matching = matching_open(count);
    memset(graph, 0, sizeof(Graph));
    for (size_t one = 0; one < count; one++)
        for (size_t other = one + 1; other < count; other++)
            if (random_below(seed, 100) < density) {
                graph[one][other] = graph[other][one] = true;
                matching_join(matching, one, other);
            }
    return matching;
}

static void a_complete_matching_is_found_where_there_is_one(void **state) {
    (void)state;
    uint64_t seed = 7;
    int complete = 0;
    for (int round = 0; round < 20000; round++) {
        Graph graph;
        size_t count = 2 * (1 + random_below(&seed, VERTICES / 2));
        Matching *matching = make_random(graph, count, 10 + random_below(&seed, 50), &seed);
        bool found = matching_complete(matching);
        assert_int_equal(found, brute_force((const bool(*)[VERTICES])graph, count, 0));
        complete += found;
        matching_close(matching);
    }
    assert_in_range(complete, 2000, 18000); /* both happen */
}

static void a_pair_is_fixed_only_if_the_rest_can_still_be_paired(void **state) {
    (void)state;
    uint64_t seed = 11;
    for (int round = 0; round < 3000; round++) {
        Graph graph;
        unsigned used = 0;
        Matching *matching = make_random(graph, VERTICES, 40, &seed);
        if (matching_complete(matching))
            for (size_t one = 0; one < VERTICES; one++)
                for (size_t other = one + 1; other < VERTICES; other++) {
                    unsigned both = 1U << one | 1U << other;
                    if (!graph[one][other] || (used & both) != 0)
                        continue;
                    bool possible = brute_force((const bool(*)[VERTICES])graph, VERTICES, used | both);
                    assert_int_equal(matching_fix(matching, one, other), possible);
                    used |= possible ? both : 0;
                }
        matching_close(matching);
    }
}

/* ---- Round robin ---------------------------------------------------------------------------------------- */

static void in_a_round_robin_everybody_meets_everybody_once_and_colours_are_fair(void **state) {
    (void)state;
    for (size_t players = 2; players <= 33; players++) {
        unsigned met[33][33] = {{0}}, whites[33] = {0};
        for (size_t round = 0; round < round_robin_rounds(players); round++) {
            bool busy[33] = {false};
            for (size_t board = 0; board < round_robin_boards(players); board++) {
                Pairing pairing;
                if (!round_robin_get(players, round, board, &pairing))
                    continue;
                assert_true(pairing.first < players && pairing.second < players && pairing.first != pairing.second);
                assert_false(busy[pairing.first] || busy[pairing.second]);
                busy[pairing.first] = busy[pairing.second] = true;
                met[pairing.first][pairing.second]++;
                met[pairing.second][pairing.first]++;
                whites[pairing.first]++;
            }
        }
        for (size_t one = 0; one < players; one++) {
            for (size_t other = 0; other < players; other++)
                assert_int_equal(met[one][other], one != other);
            assert_in_range(whites[one], (players - 1) / 2, players / 2);
        }
    }
}

/* ---- Knockout ------------------------------------------------------------------------------------------- */

static void in_a_knockout_the_better_seeds_meet_last(void **state) {
    (void)state;
    for (size_t players = 2; players <= 64; players++) {
        size_t rounds = knockout_rounds(players), slots = (size_t)1 << rounds, alive[64], seen = 0;
        for (size_t slot = 0; slot < slots; slot++) {
            alive[slot] = knockout_slot(players, slot);
            seen += alive[slot] != PAIRING_NOBODY;
        }
        assert_int_equal(seen, players);
        for (; slots > 1; slots /= 2)
            for (size_t slot = 0; slot < slots / 2; slot++) {
                size_t one = alive[2 * slot], other = alive[2 * slot + 1];
                size_t better = one < other ? one : other, worse = one < other ? other : one;
                assert_true(better < slots / 2); /* the favourite goes on, every time */
                assert_true(worse == PAIRING_NOBODY || better + worse == slots - 1);
                alive[slot] = better;
            }
        assert_int_equal(alive[0], 0);
    }
}

/* ---- Swiss ---------------------------------------------------------------------------------------------- */

enum { FIELD_MAX = 64 };

typedef struct Event {
    SwissPlayer players[FIELD_MAX];
    unsigned char met[FIELD_MAX * FIELD_MAX];
    size_t count;
    Pairing pairings[FIELD_MAX];
    size_t boards, bye;
} Event;

static void note_color(SwissPlayer *player, Color color) {
    player->earlier = player->last;
    player->last = color;
    player->white_surplus += color == WHITE ? 1 : -1;
}

/* Half points for White. */
static void score(Event *event, Pairing pairing, unsigned points) {
    event->players[pairing.first].points += points;
    event->players[pairing.second].points += 2 - points;
    note_color(&event->players[pairing.first], WHITE);
    note_color(&event->players[pairing.second], BLACK);
    event->met[pairing.first * event->count + pairing.second]++;
    event->met[pairing.second * event->count + pairing.first]++;
}

static void begin(Event *event, size_t count) {
    memset(event, 0, sizeof *event);
    event->count = count;
    for (size_t i = 0; i < count; i++)
        event->players[i].last = event->players[i].earlier = NO_COLOR;
}

static void draw(Event *event) {
    assert_true(swiss_draw(event->players, event->count, event->met, event->pairings, &event->boards, &event->bye));
}

static void the_first_round_is_upper_half_against_lower_half(void **state) {
    (void)state;
    static Event event;
    begin(&event, 8);
    draw(&event);
    assert_int_equal(event.boards, 4);
    for (size_t board = 0; board < 4; board++) {
        Pairing pairing = event.pairings[board];
        assert_int_equal(pairing.first + pairing.second, 2 * board + 4);
        assert_int_equal(board % 2 == 0 ? pairing.first : pairing.second,
                         board); /* colours alternate down the boards */
    }
    assert_true(event.bye == PAIRING_NOBODY);
}

static void winners_meet_winners(void **state) {
    (void)state;
    static Event event;
    begin(&event, 8);
    draw(&event);
    for (size_t board = 0; board < 4; board++)
        score(&event, event.pairings[board], event.pairings[board].first < event.pairings[board].second ? 2 : 0);
    draw(&event);
    for (size_t board = 0; board < 4; board++) {
        Pairing pairing = event.pairings[board];
        assert_int_equal(event.players[pairing.first].points, event.players[pairing.second].points);
        assert_int_equal(event.players[pairing.first].points, board < 2 ? 2 : 0);
        assert_true(event.players[pairing.first].last == BLACK); /* and all colours change: it is possible */
    }
}

static void the_last_of_an_odd_number_rests_and_nobody_twice(void **state) {
    (void)state;
    static Event event;
    begin(&event, 7);
    bool rested[7] = {false};
    for (int round = 0; round < 7; round++) {
        draw(&event);
        assert_int_equal(event.boards, 3);
        assert_true(event.bye < 7 && !rested[event.bye]);
        if (round == 0)
            assert_int_equal(event.bye, 6);
        rested[event.bye] = event.players[event.bye].had_bye = true;
        event.players[event.bye].points += 2;
        for (size_t board = 0; board < 3; board++)
            score(&event, event.pairings[board], event.pairings[board].first < event.pairings[board].second ? 2 : 0);
    }
}

/* As many rounds as usual, with results by chance. */
static void play_out(size_t count, size_t rounds, uint64_t *seed) {
    static Event event;
    begin(&event, count);
    for (size_t round = 0; round < rounds; round++) {
        bool busy[FIELD_MAX] = {false};
        draw(&event);
        assert_int_equal(event.boards, count / 2);
        for (size_t board = 0; board < event.boards; board++) {
            Pairing pairing = event.pairings[board];
            assert_false(busy[pairing.first] || busy[pairing.second]);
            busy[pairing.first] = busy[pairing.second] = true;
            assert_int_equal(event.met[pairing.first * count + pairing.second], 0);
            score(&event, pairing, (unsigned)random_below(seed, 3));
        }
        if (event.bye != PAIRING_NOBODY) {
            assert_false(event.players[event.bye].had_bye || busy[event.bye]);
            event.players[event.bye].had_bye = true;
            event.players[event.bye].points += 2;
        }
        for (size_t i = 0; i < count; i++)
            assert_in_range(event.players[i].white_surplus + 2, 0, 4);
    }
}

static void over_many_tournaments_nobody_meets_twice_and_colours_stay_fair(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 300; i++) {
        size_t count = 8 + random_below(&seed, FIELD_MAX - 7);
        play_out(count, swiss_rounds(count) + 1, &seed);
    }
}

static void when_all_have_met_all_they_meet_again(void **state) {
    (void)state;
    static Event event;
    begin(&event, 4);
    for (int round = 0; round < 8; round++) {
        draw(&event);
        assert_int_equal(event.boards, 2);
        for (size_t board = 0; board < 2; board++)
            score(&event, event.pairings[board], 1);
        if (round == 2) /* three rounds among four: a round robin */
            for (size_t i = 0; i < 16; i++)
                assert_int_equal(event.met[i], i / 4 != i % 4);
    }
}

static void who_is_absent_is_not_drawn(void **state) {
    (void)state;
    static Event event;
    begin(&event, 6);
    event.players[0].absent = event.players[3].absent = event.players[4].absent = true;
    draw(&event);
    assert_int_equal(event.boards, 1);
    assert_int_equal(event.pairings[0].first + event.pairings[0].second, 1 + 2);
    assert_int_equal(event.bye, 5);
    for (size_t i = 0; i < 6; i++)
        event.players[i].absent = true;
    draw(&event);
    assert_int_equal(event.boards, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_complete_matching_is_found_where_there_is_one),
        cmocka_unit_test(a_pair_is_fixed_only_if_the_rest_can_still_be_paired),
        cmocka_unit_test(in_a_round_robin_everybody_meets_everybody_once_and_colours_are_fair),
        cmocka_unit_test(in_a_knockout_the_better_seeds_meet_last),
        cmocka_unit_test(the_first_round_is_upper_half_against_lower_half),
        cmocka_unit_test(winners_meet_winners),
        cmocka_unit_test(the_last_of_an_odd_number_rests_and_nobody_twice),
        cmocka_unit_test(over_many_tournaments_nobody_meets_twice_and_colours_stay_fair),
        cmocka_unit_test(when_all_have_met_all_they_meet_again),
        cmocka_unit_test(who_is_absent_is_not_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
