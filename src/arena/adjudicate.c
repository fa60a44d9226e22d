#include "arena/adjudicate.h"

#include <stdlib.h>

#include "base/fields.h"

enum { MOVES_MOST = 10000, SCORE_MOST = 30000 };

bool adjudication_parse_draw(const char *text, AdjudicationRules *rules, Error *error) {
    double from = 0, count = 0, score = 0;
    const Field fields[] = {
        {.name = "move", .value = &from, .most = MOVES_MOST, .whole = true},
        {.name = "count", .value = &count, .least = 1, .most = MOVES_MOST, .whole = true, .required = true},
        {.name = "score", .value = &score, .most = SCORE_MOST, .whole = true, .required = true},
        {.name = NULL},
    };
    if (!fields_read(text, fields, "the draw rule", error))
        return false;
    rules->draw_from = (unsigned)from;
    rules->draw_count = (unsigned)count;
    rules->draw_score = (int)score;
    return true;
}

bool adjudication_parse_resign(const char *text, AdjudicationRules *rules, Error *error) {
    double count = 0, score = 0;
    const Field fields[] = {
        {.name = "count", .value = &count, .least = 1, .most = MOVES_MOST, .whole = true, .required = true},
        {.name = "score", .value = &score, .least = 1, .most = SCORE_MOST, .whole = true, .required = true},
        {.name = NULL},
    };
    if (!fields_read(text, fields, "the resign rule", error))
        return false;
    rules->resign_count = (unsigned)count;
    rules->resign_score = (int)score;
    return true;
}

static void count_on(unsigned *plies, bool holds) {
    *plies = holds ? *plies + 1 : 0;
}

Adjudication adjudicator_add(Adjudicator *adjudicator, const AdjudicationRules *rules, Color mover, bool zeroing,
                             bool has_score, int score, Color *winner) {
    bool counts = has_score && !zeroing;
    adjudicator->plies++;
    count_on(&adjudicator->draw_plies, counts && abs(score) <= rules->draw_score);
    count_on(&adjudicator->won_plies[mover], counts && score >= rules->resign_score);
    count_on(&adjudicator->won_plies[!mover], counts && score <= -rules->resign_score);
    for (Color color = WHITE; color <= BLACK; color++)
        if (rules->resign_count > 0 && adjudicator->won_plies[color] / 2 >= rules->resign_count) {
            *winner = color;
            return ADJUDICATION_RESIGN;
        }
    if (rules->draw_count > 0 && adjudicator->draw_plies / 2 >= rules->draw_count &&
        adjudicator->plies / 2 >= rules->draw_from)
        return ADJUDICATION_DRAW;
    if (rules->max_moves > 0 && adjudicator->plies / 2 >= rules->max_moves)
        return ADJUDICATION_MOVE_LIMIT;
    return ADJUDICATION_NONE;
}
