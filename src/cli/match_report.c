#include "cli/match_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "base/text.h"

enum {
    FEW_GAMES = 200,                  /* of so many every result is told */
    SHOW_INTERVAL = 100 * 1000,       /* on a terminal */
    TELL_INTERVAL = 10 * 1000 * 1000, /* elsewhere */
    LOG_COLUMNS = 200,
    LOG_LINES = 6, /* of a player that failed */
    ELO_GAMES = 4, /* below, a difference means nothing */
    COUNT_COLUMNS = 18,
    CROSSTABLE_MAX = 12, /* players; beyond, the table of totals has to do */
};

void duration_write(int64_t microseconds, char out[DURATION_TEXT_MAX]) {
    long long seconds = microseconds / MICROSECONDS_PER_SECOND;
    if (seconds < 60)
        snprintf(out, DURATION_TEXT_MAX, "%.1f s", (double)microseconds / MICROSECONDS_PER_SECOND);
    else if (seconds < 3600)
        snprintf(out, DURATION_TEXT_MAX, "%lld min %02lld s", seconds / 60, seconds % 60);
    else
        snprintf(out, DURATION_TEXT_MAX, "%lld h %02lld min", seconds / 3600, seconds / 60 % 60);
}

/* ---- Numbers -------------------------------------------------------------------------------------------- */

/* "5.5", "12". */
static void add_points(Text *text, double points) {
    text_append_format(text, points == floor(points) ? "%.0f" : "%.1f", points);
}

/* "+35 ± 60", "above +120" when every game was won. */
static void add_elo(Text *text, const EloEstimate *estimate) {
    int digits = estimate->error < 10 ? 1 : 0;
    if (isfinite(estimate->elo))
        text_append_format(text, "%+.*f ± %.*f", digits, estimate->elo == 0 ? 0.0 : estimate->elo, digits,
                           estimate->error);
    else if (estimate->elo > 0)
        text_append_format(text, "above %+.0f", estimate->low);
    else
        text_append_format(text, "below %+.0f", estimate->high);
}

static void add_test(Text *text, const Match *match) {
    const Sprt *sprt = match_plan(match)->sprt;
    text_append_format(text, "LLR %.2f (%.2f, %.2f)", sprt_llr(sprt, &match_table(match)->scores[0]), sprt_lower(sprt),
                       sprt_upper(sprt));
}

/* ---- Progress ------------------------------------------------------------------------------------------- */

static unsigned long total_games(const Match *match) {
    const Schedule *schedule = match_table(match)->schedule;
    return schedule_total(schedule);
}

void progress_begin(Progress *progress, FILE *stream, bool quiet, const Match *match, unsigned long credited) {
    unsigned long total = total_games(match);
    *progress = (Progress){
        .stream = stream,
        .quiet = quiet,
        .on_terminal = isatty(fileno(stream)) != 0,
        .every_game = total > 0 && total <= FEW_GAMES,
        .started = monotonic_us(),
        .credited = credited,
    };
}

static void clear_line(Progress *progress) {
    if (progress->line_shown)
        fputs("\r\033[K", progress->stream);
    progress->line_shown = false;
}

/* How long the rest will take, judged by the games of this run. */
static void add_time_left(const Progress *progress, const Match *match, Text *text) {
    char left[DURATION_TEXT_MAX];
    unsigned long total = total_games(match), played = match_table(match)->games;
    unsigned long now = played - progress->credited;
    if (total == 0 || now == 0 || played >= total)
        return;
    int64_t elapsed = monotonic_us() - progress->started;
    duration_write((int64_t)((double)elapsed / (double)now * (double)(total - played)), left);
    text_append_format(text, " · %s left", left);
}

static void add_standing(const Match *match, Text *text) {
    const MatchPlan *plan = match_plan(match);
    Score score = match_table(match)->scores[0];
    if (plan->entrant_count > 2)
        return;
    EloEstimate estimate = score_estimate(&score);
    text_append_format(text, " · %s +%llu =%llu −%llu · Elo ", plan->entrants[0].spec.name,
                       (unsigned long long)score.wins, (unsigned long long)score.draws,
                       (unsigned long long)score.losses);
    add_elo(text, &estimate);
    text_append_format(text, " · LOS %.0f %%", 100 * estimate.los);
    if (plan->sprt != NULL) {
        text_append_string(text, " · ");
        add_test(text, match);
    }
}

static void show_standing(Progress *progress, const Match *match) {
    Text text;
    unsigned long total = total_games(match), played = match_table(match)->games + match_table(match)->unrated;
    text_init(&text);
    text_append_format(&text, "%lu", played);
    if (total > 0)
        text_append_format(&text, "/%lu", total);
    text_append_string(&text, played == 1 && total == 0 ? " game" : " games");
    add_standing(match, &text);
    add_time_left(progress, match, &text);
    clear_line(progress);
    fprintf(progress->stream, progress->on_terminal ? "%s" : "%s\n", text.data);
    fflush(progress->stream);
    progress->line_shown = progress->on_terminal;
    progress->last_shown = monotonic_us();
    text_free(&text);
}

/* The last lines of what a failed player wrote to its log, for its author. */
static void show_log(Progress *progress, const GameRecord *record, const Player *player) {
    const Tail *log = player_log(player);
    char *text = malloc(log->length + 1);
    if (log->length == 0 || text == NULL) {
        free(text);
        return;
    }
    tail_copy(log, text);
    size_t length = log->length;
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        length--;
    text[length] = '\0';
    size_t start = length;
    for (int lines = 0; start > 0; start--)
        if (text[start - 1] == '\n' && ++lines == LOG_LINES)
            break;
    fprintf(progress->stream, "  the log of %s ends:\n", record->names[record->culprit]);
    for (char *line = strtok(text + start, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        for (char *c = line; *c != '\0'; c++) /* nothing that a terminal would obey */
            if ((unsigned char)*c < ' ' || *c == 127)
                *c = ' ';
        size_t shown = strlen(line);
        if (shown > LOG_COLUMNS) /* cut before a whole character */
            for (shown = LOG_COLUMNS; shown > 0 && (line[shown] & 0xc0) == 0x80; shown--)
                ;
        fprintf(progress->stream, "  | %.*s%s\n", (int)shown, line, line[shown] != '\0' ? "…" : "");
    }
    free(text);
}

static void tell_game(Progress *progress, const GameRecord *record, const Referee *referee) {
    char duration[DURATION_TEXT_MAX];
    duration_write(record->duration, duration);
    clear_line(progress);
    fprintf(progress->stream, "Game %lu: %s – %s %s. %s (%zu moves, %s).\n", record->number, record->names[WHITE],
            record->names[BLACK], record_result(record), record->reason, (record_plies(record) + 1) / 2, duration);
    if (record->culprit != NO_COLOR)
        show_log(progress, record, referee_player(referee, record->culprit));
}

void progress_game(Progress *progress, const Match *match, const Referee *referee) {
    const GameRecord *record = referee_record(referee);
    if (progress->quiet || record->end == GAME_STOPPED)
        return;
    if (progress->every_game || record->culprit != NO_COLOR)
        tell_game(progress, record, referee);
    unsigned long total = total_games(match), played = match_table(match)->games;
    int64_t since = monotonic_us() - progress->last_shown;
    bool due = since >= (progress->on_terminal ? SHOW_INTERVAL : TELL_INTERVAL);
    if (total != 1 && played > 0 && (due || (progress->on_terminal && progress->every_game)) &&
        (progress->on_terminal || !progress->every_game))
        show_standing(progress, match);
}

void progress_say(Progress *progress, const char *sentence) {
    clear_line(progress);
    size_t length = strlen(sentence);
    fprintf(progress->stream, "%s%s\n", sentence, length > 0 && strchr(".?!", sentence[length - 1]) ? "" : ".");
    fflush(progress->stream);
}

void progress_end(Progress *progress) {
    clear_line(progress);
}

/* ---- The result ----------------------------------------------------------------------------------------- */

typedef struct Row {
    size_t entrant;
    Score score;
    double share; /* of the points */
} Row;

static int by_points(const void *a, const void *b) {
    const Row *one = a, *other = b;
    if (one->share != other->share)
        return one->share < other->share ? 1 : -1;
    return one->entrant < other->entrant ? -1 : 1;
}

/* Characters that a terminal shows: UTF-8 continuation bytes take no room. */
static int width(const char *text) {
    int count = 0;
    for (; *text != '\0'; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

static void print_padded(FILE *stream, const char *text, int columns) {
    fprintf(stream, "%s%*s", text, columns > width(text) ? columns - width(text) : 0, "");
}

static void print_row(FILE *stream, const Match *match, const Row *row, int name_width, size_t place) {
    double games = (double)score_games(&row->score);
    Text points, counts;
    text_init(&points);
    text_init(&counts);
    add_points(&points, score_points(&row->score));
    text_append_format(&counts, "+%llu =%llu −%llu", (unsigned long long)row->score.wins,
                       (unsigned long long)row->score.draws, (unsigned long long)row->score.losses);
    if (place > 0)
        fprintf(stream, "%3zu  ", place);
    print_padded(stream, match_plan(match)->entrants[row->entrant].spec.name, name_width);
    fprintf(stream, "  %6s / %-5.0f %5.1f %%  ", points.data, games, games > 0 ? 100 * row->share : 0);
    if (games >= ELO_GAMES) {
        EloEstimate estimate = score_estimate(&row->score);
        print_padded(stream, counts.data, COUNT_COLUMNS);
        text_clear(&counts);
        add_elo(&counts, &estimate);
    }
    fprintf(stream, "%s\n", counts.data);
    text_free(&points);
    text_free(&counts);
}

static void print_crosstable(FILE *stream, const Match *match, const Row *rows, size_t count, int name_width) {
    fprintf(stream, "\n     ");
    print_padded(stream, "", name_width);
    for (size_t j = 0; j < count; j++)
        fprintf(stream, "  %8zu", j + 1);
    fputc('\n', stream);
    for (size_t i = 0; i < count; i++) {
        fprintf(stream, "%3zu  ", i + 1);
        print_padded(stream, match_plan(match)->entrants[rows[i].entrant].spec.name, name_width);
        for (size_t j = 0; j < count; j++) {
            Score score = table_between(match_table(match), rows[i].entrant, rows[j].entrant);
            char cell[32] = "·";
            if (score_games(&score) > 0)
                snprintf(cell, sizeof cell, "%.1f/%llu", score_points(&score), (unsigned long long)score_games(&score));
            fprintf(stream, "  %*s%s", 8 - width(cell), "", cell);
        }
        fputc('\n', stream);
    }
}

static void print_many(FILE *stream, const Match *match) {
    size_t count = match_plan(match)->entrant_count;
    Row *rows = calloc(count, sizeof *rows);
    int name_width = 0;
    if (rows == NULL)
        return;
    for (size_t i = 0; i < count; i++) {
        rows[i] = (Row){.entrant = i, .score = table_total(match_table(match), i)};
        uint64_t games = score_games(&rows[i].score);
        rows[i].share = games > 0 ? score_points(&rows[i].score) / (double)games : -1;
        int columns = width(match_plan(match)->entrants[i].spec.name);
        name_width = columns > name_width ? columns : name_width;
    }
    qsort(rows, count, sizeof *rows, by_points);
    for (size_t i = 0; i < count; i++)
        print_row(stream, match, &rows[i], name_width, i + 1);
    if (count <= CROSSTABLE_MAX)
        print_crosstable(stream, match, rows, count, name_width);
    free(rows);
}

static void print_two(FILE *stream, const Match *match) {
    const MatchPlan *plan = match_plan(match);
    const char *first = plan->entrants[0].spec.name, *second = plan->entrants[1].spec.name;
    int name_width = width(first) > width(second) ? width(first) : width(second);
    for (size_t i = 0; i < 2; i++) {
        Row row = {.entrant = i, .score = table_total(match_table(match), i)};
        uint64_t games = score_games(&row.score);
        row.share = games > 0 ? score_points(&row.score) / (double)games : 0;
        print_row(stream, match, &row, name_width, 0);
    }
    Score score = match_table(match)->scores[0];
    if (score_games(&score) < ELO_GAMES)
        return;
    EloEstimate estimate = score_estimate(&score);
    Text elo;
    text_init(&elo);
    add_elo(&elo, &estimate);
    fprintf(stream, "Elo difference: %s (95 %%); likelihood that %s is stronger: %.1f %%\n", elo.data, first,
            100 * estimate.los);
    text_free(&elo);
    uint64_t pairs = 0;
    for (int i = 0; i < 5; i++)
        pairs += score.pairs[i];
    if (pairs > 1)
        fprintf(stream, "Pairs by points of %s: 0: %llu, ½: %llu, 1: %llu, 1½: %llu, 2: %llu\n", first,
                (unsigned long long)score.pairs[0], (unsigned long long)score.pairs[1],
                (unsigned long long)score.pairs[2], (unsigned long long)score.pairs[3],
                (unsigned long long)score.pairs[4]);
}

static void print_test(FILE *stream, const Match *match) {
    const Sprt *sprt = match_plan(match)->sprt;
    static const char *const verdicts[] = {"not decided", "not decided", "H0 accepted", "H1 accepted"};
    SprtVerdict verdict = sprt_verdict(sprt, &match_table(match)->scores[0]);
    Text text;
    text_init(&text);
    add_test(&text, match);
    fprintf(stream, "SPRT (%g, %g) %s Elo, alpha %g, beta %g: %s, %s\n", sprt->elo0, sprt->elo1,
            sprt->logistic ? "logistic" : "normalised", sprt->alpha, sprt->beta, text.data,
            verdict == SPRT_CONTINUE    ? verdicts[0]
            : verdict == SPRT_ACCEPT_H0 ? verdicts[2]
                                        : verdicts[3]);
    text_free(&text);
}

static int by_number(const void *a, const void *b) {
    const EndingCount *one = a, *other = b;
    if (one->games != other->games)
        return one->games < other->games ? 1 : -1;
    return strcmp(one->ending, other->ending);
}

static void print_endings(FILE *stream, const Match *match) {
    const Table *table = match_table(match);
    EndingCount *endings = calloc(table->ending_count + 1, sizeof *endings);
    if (endings == NULL || table->ending_count == 0) {
        free(endings);
        return;
    }
    memcpy(endings, table->endings, table->ending_count * sizeof *endings);
    qsort(endings, table->ending_count, sizeof *endings, by_number);
    fprintf(stream, "How the games ended:");
    for (size_t i = 0; i < table->ending_count; i++) {
        fprintf(stream, "%s %s", i > 0 ? "," : "", endings[i].ending);
        if (endings[i].culprit != SIZE_MAX)
            fprintf(stream, " by %s", match_plan(match)->entrants[endings[i].culprit].spec.name);
        fprintf(stream, " %lu", endings[i].games);
    }
    fputc('\n', stream);
    free(endings);
}

void report_result(FILE *stream, const Match *match, int64_t duration) {
    const Table *table = match_table(match);
    char text[DURATION_TEXT_MAX];
    if (match_plan(match)->entrant_count > 2)
        print_many(stream, match);
    else
        print_two(stream, match);
    if (match_plan(match)->sprt != NULL)
        print_test(stream, match);
    print_endings(stream, match);
    duration_write(duration, text);
    fprintf(stream, "%lu %s in %s", table->games, table->games == 1 ? "game" : "games", text);
    if (table->unrated > 0)
        fprintf(stream, "; %lu more without a start, not counted", table->unrated);
    fputc('\n', stream);
    fflush(stream);
}
