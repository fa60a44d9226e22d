/* The report of `rookery profile`, for people and for machines. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "cli/profile.h"

/* Which columns have something in them. */
typedef struct Columns {
    bool left, depth, nodes, score, memory;
} Columns;

static Columns find_columns(const Profile *profile) {
    Columns columns = {0};
    for (size_t i = 0; i < profile->count; i++) {
        const ProfileMove *move = &profile->moves[i];
        columns.left |= profile->control.base > 0;
        columns.depth |= move->note.depth > 0;
        columns.nodes |= move->note.nodes > 0;
        columns.score |= move->note.has_score;
        columns.memory |= move->memory_kb > 0;
    }
    return columns;
}

static double seconds(int64_t microseconds) {
    return (double)microseconds / MICROSECONDS_PER_SECOND;
}

static void print_heading(const Profile *profile, FILE *stream) {
    Text limit;
    text_init(&limit);
    time_control_describe(&profile->control, &limit);
    fprintf(stream, "%s, %s, against %s; %s, %s\n\n", profile->bot, profile->color == WHITE ? "White" : "Black",
            profile->opponent, variant_name(profile->variant), limit.data);
    text_free(&limit);
}

static void print_column_names(const Profile *profile, Columns columns, FILE *stream) {
    fprintf(stream, "%5s %-9s%9s", "", "move", "used");
    if (columns.left)
        fprintf(stream, "%10s", "left");
    if (columns.depth)
        fprintf(stream, "%7s", "depth");
    if (columns.nodes)
        fprintf(stream, "%11s", "nodes");
    if (columns.score)
        fprintf(stream, "%9s", "score");
    fprintf(stream, "%10s%11s", profile->javascript ? "clones" : "copies", profile->javascript ? "moves" : "pushes");
    if (columns.memory)
        fprintf(stream, "%10s", "memory");
    fputc('\n', stream);
}

static void print_score(const MoveNote *note, FILE *stream) {
    char text[16] = "";
    if (note->has_score && note->mate)
        snprintf(text, sizeof text, "#%d", note->score);
    else if (note->has_score)
        snprintf(text, sizeof text, "%+.2f", note->score / 100.0);
    fprintf(stream, "%9s", text);
}

static void print_move(const Profile *profile, const ProfileMove *move, Columns columns, FILE *stream) {
    fprintf(stream, "%4lu%s %-9s%7.3f s", move->number, profile->color == WHITE ? "." : "…", move->san,
            seconds(move->note.elapsed));
    if (columns.left)
        fprintf(stream, "%8.2f s", seconds(move->note.clock_left));
    if (columns.depth)
        fprintf(stream, "%7u", move->note.depth);
    if (columns.nodes)
        fprintf(stream, "%11" PRIu64, move->note.nodes);
    if (columns.score)
        print_score(&move->note, stream);
    fprintf(stream, "%10llu%11llu", move->copies, move->pushes);
    if (columns.memory)
        fprintf(stream, "%7llu MB", move->memory_kb / 1024);
    fputc('\n', stream);
}

/* V8 does not count calls. */
static void print_call_names(const Profile *profile, FILE *stream) {
    fprintf(stream, "%7s%11s", "share", "own time");
    if (!profile->javascript)
        fprintf(stream, "%11s", "calls");
    fprintf(stream, "%7s  %s\n", "line", "function");
}

static void print_call(const Profile *profile, const ProfileCall *call, FILE *stream) {
    fprintf(stream, "%5.0f %%%9.3f s", 100 * profile_share(profile, call),
            (double)call->own_us / MICROSECONDS_PER_SECOND);
    if (!profile->javascript)
        fprintf(stream, "%11llu", call->calls);
    if (call->line > 0)
        fprintf(stream, "%7lu  %s\n", call->line, call->name);
    else
        fprintf(stream, "%7s  %s\n", "", call->name);
}

static void print_calls(const Profile *profile, FILE *stream) {
    if (profile->call_count == 0 || profile->profiled_us == 0)
        return;
    if (profile->javascript) {
        fprintf(
            stream,
            "\nThe slowest functions, from searching %zu of these positions again under V8's profiler, which looks\n",
            profile->searched);
        fputs("what runs five times a millisecond. Own time is without that of the functions called.\n\n", stream);
    } else {
        fprintf(stream,
                "\nThe slowest calls, from searching %zu of these positions again under Python's profiler, which\n",
                profile->searched);
        fputs("slows everything down, small functions most. Own time is without that of the functions called.\n\n",
              stream);
    }
    print_call_names(profile, stream);
    for (size_t i = 0; i < profile->call_count; i++) {
        const ProfileCall *call = &profile->calls[i];
        if (i > 0 && profile_share(profile, call) < 0.005)
            break;
        print_call(profile, call, stream);
    }
}

void profile_print(const Profile *profile, FILE *stream) {
    Advice advice;
    Columns columns = find_columns(profile);
    print_heading(profile, stream);
    if (profile->count > 0)
        print_column_names(profile, columns, stream);
    for (size_t i = 0; i < profile->count; i++)
        print_move(profile, &profile->moves[i], columns, stream);
    fprintf(stream, "%s%s. %s.", profile->count > 0 ? "\n" : "", profile->result, profile->reason);
    if (profile->load_us > 0)
        fprintf(stream, " Loading took %.2f s.", (double)profile->load_us / MICROSECONDS_PER_SECOND);
    fputc('\n', stream);
    if (profile->javascript && profile->count > 0)
        profile_print_targets(profile, stream);
    print_calls(profile, stream);
    profile_advise(profile, &advice);
    fputs("\nWhat to fix first\n", stream);
    for (size_t i = 0; i < advice.count; i++)
        fprintf(stream, "  - %s\n", advice.sentences[i]);
}

/* ---- For machines --------------------------------------------------------------------------------------- */

/* Names and reasons may hold anything that a file name may hold; JSON wants UTF-8. */
static json_t *text_to_json(const char *text) {
    if (utf8_is_valid(text, strlen(text)))
        return json_string(text);
    Text converted;
    text_init(&converted);
    text_append_latin1(&converted, text, strlen(text));
    json_t *string = json_string(converted.data);
    text_free(&converted);
    return string;
}

static json_t *move_to_json(const ProfileMove *move) {
    const MoveNote *note = &move->note;
    json_t *object =
        json_pack("{sI ss ss sf sI sI sI}", "number", (json_int_t)move->number, "san", move->san, "uci", move->uci,
                  "used_ms", (double)note->elapsed / MICROSECONDS_PER_MILLISECOND, "copies", (json_int_t)move->copies,
                  "pushes", (json_int_t)move->pushes, "peak_memory_kb", (json_int_t)move->memory_kb);
    if (move->had > 0)
        json_object_set_new(object, "had_ms", json_integer(move->had / MICROSECONDS_PER_MILLISECOND));
    if (note->clock_left > 0)
        json_object_set_new(object, "left_ms", json_integer(note->clock_left / MICROSECONDS_PER_MILLISECOND));
    if (note->depth > 0)
        json_object_set_new(object, "depth", json_integer(note->depth));
    if (note->nodes > 0)
        json_object_set_new(object, "nodes", json_integer((json_int_t)note->nodes));
    if (note->has_score)
        json_object_set_new(object, note->mate ? "mate" : "score", json_integer(note->score));
    return object;
}

static json_t *calls_to_json(const Profile *profile) {
    json_t *calls = json_array();
    for (size_t i = 0; i < profile->call_count; i++) {
        const ProfileCall *call = &profile->calls[i];
        json_array_append_new(calls, json_pack("{so sI sI sf sf}", "function", text_to_json(call->name), "line",
                                               (json_int_t)call->line, "calls", (json_int_t)call->calls, "own_ms",
                                               (double)call->own_us / MICROSECONDS_PER_MILLISECOND, "share",
                                               profile_share(profile, call)));
    }
    return calls;
}

void profile_print_json(const Profile *profile, FILE *stream) {
    Advice advice;
    Text limit;
    json_t *moves = json_array(), *sentences = json_array();
    for (size_t i = 0; i < profile->count; i++)
        json_array_append_new(moves, move_to_json(&profile->moves[i]));
    profile_advise(profile, &advice);
    for (size_t i = 0; i < advice.count; i++)
        json_array_append_new(sentences, text_to_json(advice.sentences[i]));
    text_init(&limit);
    time_control_describe(&profile->control, &limit);
    json_t *document =
        json_pack("{so so ss ss ss ss ss so sb sf so sI so so so*}", "bot", text_to_json(profile->bot), "opponent",
                  text_to_json(profile->opponent), "color", profile->color == WHITE ? "white" : "black", "variant",
                  variant_name(profile->variant), "limit", limit.data, "result", profile->result, "end",
                  game_end_name(profile->end), "reason", text_to_json(profile->reason), "at_fault",
                  (int)profile->at_fault, "load_ms", (double)profile->load_us / MICROSECONDS_PER_MILLISECOND, "moves",
                  moves, "profiled_positions", (json_int_t)profile->searched, "calls", calls_to_json(profile), "advice",
                  sentences, "targets", profile->javascript ? profile_targets_to_json(profile) : NULL);
    json_dumpf(document, stream, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
    fputc('\n', stream);
    json_decref(document);
    text_free(&limit);
}
