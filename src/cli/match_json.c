#include "cli/match_json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"

/* JSON has no infinities: they are null. */
static json_t *number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *score_to_json(const char *name, const Score *score) {
    EloEstimate estimate = score_estimate(score);
    json_t *pairs = json_array();
    for (int i = 0; i < 5; i++)
        json_array_append_new(pairs, json_integer((json_int_t)score->pairs[i]));
    return json_pack("{ss sI sI sI sf so so so so sf}", "name", name, "wins", (json_int_t)score->wins, "draws",
                     (json_int_t)score->draws, "losses", (json_int_t)score->losses, "points", score_points(score),
                     "pairs", pairs, "elo", number(estimate.elo), "elo_low", number(estimate.low), "elo_high",
                     number(estimate.high), "los", estimate.los);
}

static json_t *standing_to_json(const Match *match) {
    const MatchPlan *plan = match_plan(match);
    json_t *list = json_array();
    for (size_t i = 0; i < plan->entrant_count; i++) {
        Score score = table_total(match_table(match), i);
        json_array_append_new(list, score_to_json(plan->entrants[i].spec.name, &score));
    }
    return list;
}

static json_t *test_to_json(const Match *match) {
    static const char *const verdicts[] = {
        [SPRT_CONTINUE] = "undecided",
        [SPRT_ACCEPT_H0] = "H0",
        [SPRT_ACCEPT_H1] = "H1",
    };
    const Sprt *sprt = match_plan(match)->sprt;
    if (sprt == NULL)
        return json_null();
    const Score *score = &match_table(match)->scores[0];
    return json_pack("{sf sf sf ss}", "llr", sprt_llr(sprt, score), "lower", sprt_lower(sprt), "upper",
                     sprt_upper(sprt), "verdict", verdicts[sprt_verdict(sprt, score)]);
}

static const char *end_name(MatchEnd end) {
    static const char *const names[] = {
        [MATCH_RUNNING] = "running", [MATCH_PLAYED] = "played",   [MATCH_H0] = "H0",
        [MATCH_H1] = "H1",           [MATCH_STOPPED] = "stopped", [MATCH_UNPLAYABLE] = "unplayable",
    };
    return names[end];
}

typedef struct GameWriter {
    FILE *file;
    bool first;
} GameWriter;

static bool write_game(void *owner, json_t *game) {
    GameWriter *writer = owner;
    json_object_del(game, "pgn_length");
    fputs(writer->first ? "" : ",\n", writer->file);
    writer->first = false;
    return json_dumpf(game, writer->file, JSON_COMPACT) == 0;
}

/* Streams the document, so that a match of any length fits into memory. */
static bool write_document(FILE *file, const Match *match, Journal *journal, json_t *description, Error *error) {
    GameWriter writer = {.file = file, .first = true};
    json_t *head = json_pack("{sO so so ss}", "match", description, "standing", standing_to_json(match), "sprt",
                             test_to_json(match), "end", end_name(match_end(match)));
    char *text = json_dumps(head, JSON_INDENT(1));
    json_decref(head);
    if (text == NULL)
        return error_set(error, "out of memory for the JSON");
    size_t open_length = strlen(text) - strlen("\n}");
    fprintf(file, "%.*s,\n \"games\": [\n", (int)open_length, text);
    free(text);
    bool good = journal_read(journal, write_game, &writer, error);
    fputs("\n ]\n}\n", file);
    if (good && (fflush(file) != 0 || ferror(file)))
        return error_set(error, "cannot write the JSON: %s", strerror(errno));
    return good;
}

bool match_json_save(const char *path, const Match *match, Journal *journal, json_t *description, Error *error) {
    if (strcmp(path, "-") == 0)
        return write_document(stdout, match, journal, description, error);
    char *temporary = NULL;
    if (asprintf(&temporary, "%s.%ld.tmp", path, (long)getpid()) < 0)
        return error_set(error, "out of memory");
    FILE *file = fopen(temporary, "we");
    bool good = file != NULL || error_set(error, "cannot write to %s: %s", path, strerror(errno));
    if (file != NULL) {
        good = write_document(file, match, journal, description, error);
        good = (fclose(file) == 0 || error_set(error, "cannot write to %s: %s", path, strerror(errno))) && good;
        if (good && rename(temporary, path) != 0)
            good = error_set(error, "cannot write to %s: %s", path, strerror(errno));
        if (!good)
            unlink(temporary);
    }
    free(temporary);
    return good;
}
