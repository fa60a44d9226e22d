#include "arena/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/monotonic.h"

/* Longer controls than this are mistakes, and would not fit into a UCI engine's milliseconds either. */
static const double SECONDS_MAX = 1000000.0;
enum { MOVES_PER_PERIOD_MAX = 10000, DEPTH_MAX = 1000 };

/* ---- Reading -------------------------------------------------------------------------------------------- */

/* Reads digits with an optional fraction; strtod() alone would also take "inf", "0x1p3" and "-1". */
static bool read_number(const char **text, double *number) {
    const char *at = *text;
    if (!(*at >= '0' && *at <= '9') && !(*at == '.' && at[1] >= '0' && at[1] <= '9'))
        return false;
    double value = 0, unit = 1;
    for (; *at >= '0' && *at <= '9'; at++)
        value = value * 10 + (*at - '0');
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9'; at++)
            value += (*at - '0') * (unit /= 10);
    *text = at;
    *number = value;
    return true;
}

static int64_t to_microseconds(double seconds) {
    return (int64_t)llround(seconds * MICROSECONDS_PER_SECOND);
}

static bool read_clock(const char *word, TimeControl *control, Error *error) {
    const char *at = word;
    const char *slash = strchr(word, '/');
    double moves = 0, base = 0, increment = 0;
    bool good = slash == NULL || (read_number(&at, &moves) && at++ == slash);
    good = good && read_number(&at, &base) && (*at != '+' || (at++, read_number(&at, &increment))) && *at == '\0';
    if (!good)
        return error_set(error, "\"%.40s\" is not a clock; write seconds like 60, 60+0.5 or 40/60+0.5", word);
    if (slash != NULL && (moves < 1 || moves > MOVES_PER_PERIOD_MAX || moves != floor(moves)))
        return error_set(error, "\"%.40s\": the moves before the slash must be a whole number from 1 to %d", word,
                         MOVES_PER_PERIOD_MAX);
    if (base > SECONDS_MAX || increment > SECONDS_MAX)
        return error_set(error, "\"%.40s\": a clock may show at most %.0f seconds", word, SECONDS_MAX);
    if (to_microseconds(base) + to_microseconds(increment) < MICROSECONDS_PER_MILLISECOND)
        return error_set(error, "\"%.40s\" leaves no time to play; give at least 0.001 seconds", word);
    control->moves = (unsigned)moves;
    control->increment = to_microseconds(increment);
    /* "0+1" is a clock too: the first move has its increment in advance. */
    control->base = base > 0 ? to_microseconds(base) : control->increment;
    return true;
}

/* Reads "name=number" with a whole number from 1 to max. */
static bool read_limit(const char *word, const char *name, double max, double *value, Error *error) {
    const char *at = word + strlen(name) + 1;
    if (!read_number(&at, value) || *at != '\0' || *value != floor(*value) || *value < 1 || *value > max)
        return error_set(error, "\"%.40s\": %s wants a whole number from 1 to %.0f", word, name, max);
    return true;
}

static bool starts_with(const char *word, const char *prefix) {
    return strncmp(word, prefix, strlen(prefix)) == 0;
}

static bool read_word(const char *word, TimeControl *control, Error *error) {
    double value = 0;
    if (starts_with(word, "movetime=")) {
        if (!read_limit(word, "movetime", SECONDS_MAX * 1000, &value, error))
            return false;
        control->move_time = (int64_t)value * MICROSECONDS_PER_MILLISECOND;
    } else if (starts_with(word, "nodes=")) {
        if (!read_limit(word, "nodes", 1e15, &value, error))
            return false;
        control->nodes = (uint64_t)value;
    } else if (starts_with(word, "depth=")) {
        if (!read_limit(word, "depth", DEPTH_MAX, &value, error))
            return false;
        control->depth = (unsigned)value;
    } else {
        return read_clock(word, control, error);
    }
    return true;
}

bool time_control_parse(const char *text, TimeControl *control, Error *error) {
    TimeControl read = {.margin = control->margin, .move_margin = control->move_margin, .watchdog = control->watchdog};
    size_t words = 0;
    while (*(text += strspn(text, " \t")) != '\0') {
        char word[64];
        size_t length = strcspn(text, " \t");
        if (length >= sizeof word)
            return error_set(error, "\"%.40s...\" is not a clock; write seconds like 60, 60+0.5 or 40/60+0.5", text);
        memcpy(word, text, length);
        word[length] = '\0';
        if (!read_word(word, &read, error))
            return false;
        text += length;
        words++;
    }
    if (words == 0)
        return error_set(error, "an empty text is not a clock; write seconds like 60, 60+0.5 or 40/60+0.5");
    *control = read;
    return true;
}

/* ---- Writing -------------------------------------------------------------------------------------------- */

/* Seconds without needless zeros: 60, 0.5, 0.001. */
static void add_seconds(Text *out, int64_t microseconds) {
    text_append_format(out, "%lld", (long long)(microseconds / MICROSECONDS_PER_SECOND));
    int64_t rest = microseconds % MICROSECONDS_PER_SECOND;
    if (rest == 0)
        return;
    int digits = 6;
    for (; rest % 10 == 0; rest /= 10)
        digits--;
    text_append_format(out, ".%0*lld", digits, (long long)rest);
}

void time_control_write_tag(const TimeControl *control, Text *out) {
    if (control->base > 0) {
        if (control->moves > 0)
            text_append_format(out, "%u/", control->moves);
        add_seconds(out, control->base);
        if (control->increment > 0) {
            text_append_string(out, "+");
            add_seconds(out, control->increment);
        }
    } else if (control->move_time > 0) {
        text_append_string(out, "1/");
        add_seconds(out, control->move_time);
    } else {
        text_append_string(out, "-");
    }
}

static void add_comma(Text *out, size_t from) {
    if (out->length > from)
        text_append_string(out, ", ");
}

void time_control_describe(const TimeControl *control, Text *out) {
    size_t from = out->length;
    if (control->base > 0) {
        add_seconds(out, control->base);
        text_append_string(out, " s");
        if (control->moves > 0)
            text_append_format(out, " for %u moves", control->moves);
        if (control->increment > 0) {
            text_append_string(out, " + ");
            add_seconds(out, control->increment);
            text_append_string(out, " s a move");
        }
    }
    if (control->move_time > 0) {
        add_comma(out, from);
        add_seconds(out, control->move_time);
        text_append_string(out, " s a move");
    }
    if (control->nodes > 0) {
        add_comma(out, from);
        text_append_format(out, "%llu nodes a move", (unsigned long long)control->nodes);
    }
    if (control->depth > 0) {
        add_comma(out, from);
        text_append_format(out, "depth %u", control->depth);
    }
}

/* ---- Running -------------------------------------------------------------------------------------------- */

void clock_start(Clock *clock, const TimeControl *control) {
    *clock = (Clock){.control = control, .left = control->base, .moves_left = control->moves};
}

static int64_t smaller(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t clock_limit(const Clock *clock) {
    const TimeControl *control = clock->control;
    int64_t limit = INT64_MAX;
    if (control->base > 0)
        limit = clock->left + control->margin;
    if (control->move_time > 0)
        limit = smaller(limit, control->move_time + control->move_margin);
    return limit != INT64_MAX ? limit : control->watchdog;
}

int64_t clock_nominal(const Clock *clock) {
    const TimeControl *control = clock->control;
    int64_t limit = INT64_MAX;
    if (control->base > 0)
        limit = clock->left;
    if (control->move_time > 0)
        limit = smaller(limit, control->move_time);
    return limit != INT64_MAX ? limit : control->watchdog;
}

bool clock_spend(Clock *clock, int64_t elapsed) {
    const TimeControl *control = clock->control;
    bool in_time = elapsed <= clock_limit(clock);
    if (control->base == 0)
        return in_time;
    clock->left = elapsed < clock->left ? clock->left - elapsed : 0;
    if (!in_time)
        return false;
    clock->left += control->increment;
    if (control->moves > 0 && --clock->moves_left == 0) {
        clock->left += control->base;
        clock->moves_left = control->moves;
    }
    return true;
}

int64_t clock_shown_ms(const Clock *clock) {
    int64_t milliseconds = clock->left / MICROSECONDS_PER_MILLISECOND;
    return milliseconds < 1 ? 1 : milliseconds;
}

static long long milliseconds(int64_t microseconds) {
    return microseconds / MICROSECONDS_PER_MILLISECOND;
}

/* Formatted in one go: this runs before every move of every game. */
static void add_clocks(Text *out, const Clock *own, const Clock *white, const Clock *black) {
    long long increments[] = {milliseconds(white->control->increment), milliseconds(black->control->increment)};
    if (white->control->base > 0 && black->control->base > 0)
        text_append_format(out, " wtime %lld btime %lld winc %lld binc %lld", (long long)clock_shown_ms(white),
                           (long long)clock_shown_ms(black), increments[0], increments[1]);
    else if (own == white)
        text_append_format(out, " wtime %lld winc %lld", (long long)clock_shown_ms(white), increments[0]);
    else
        text_append_format(out, " btime %lld binc %lld", (long long)clock_shown_ms(black), increments[1]);
    if (own->control->moves > 0)
        text_append_format(out, " movestogo %u", own->moves_left);
}

void clock_write_go(const Clock *own, const Clock *white, const Clock *black, Text *out) {
    text_append_string(out, "go");
    if (own->control->base > 0)
        add_clocks(out, own, white, black);
    if (own->control->move_time > 0)
        text_append_format(out, " movetime %lld", milliseconds(own->control->move_time));
    if (own->control->nodes > 0)
        text_append_format(out, " nodes %llu", (unsigned long long)own->control->nodes);
    if (own->control->depth > 0)
        text_append_format(out, " depth %u", own->control->depth);
}
