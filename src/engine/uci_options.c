/* The options: what they are called, within which limits, and what they do. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/random.h"
#include "engine/params.h"
#include "engine/search.h"
#include "engine/tablebase.h"
#include "engine/tt.h"
#include "engine/uci_internal.h"

/* The names that other programs use, by variant. */
static const char *const variant_words[] = {"chess",  "crazyhouse", "atomic", "kingofthehill",
                                            "3check", "antichess",  "horde",  "racingkings"};
enum { VARIANT_WORDS = sizeof variant_words / sizeof *variant_words };

static long read_number(const char *text, long low, long high, long otherwise) {
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text)
        return otherwise;
    return number < low ? low : number > high ? high : number;
}

static bool is_true(const char *text) {
    return strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0 || strcasecmp(text, "on") == 0;
}

static void set_hash(Uci *uci, const char *value) {
    Error error;
    if (!engine_set_hash(uci->engine, (size_t)read_number(value, 1, TT_HASH_MB_MAX, ENGINE_HASH_MB_DEFAULT), &error))
        uci_say("info string %s", error.message);
}

static void set_threads(Uci *uci, const char *value) {
    Error error;
    if (!engine_set_threads(uci->engine, (int)read_number(value, 1, ENGINE_THREADS_MAX, 1), &error))
        uci_say("info string %s", error.message);
}

static void clear_hash(Uci *uci, const char *value) {
    (void)value;
    engine_clear(uci->engine);
}

static void set_multipv(Uci *uci, const char *value) {
    engine_set_multipv(uci->engine, (int)read_number(value, 1, ENGINE_MULTIPV_MAX, 1));
}

static void set_overhead(Uci *uci, const char *value) {
    engine_set_overhead(uci->engine, (int)read_number(value, 0, 10000, 20));
}

static void set_ponder(Uci *uci, const char *value) {
    uci->ponder_option = is_true(value);
}

static void set_variant(Uci *uci, const char *value) {
    Variant variant = variant_by_name(value);
    if (variant == VARIANT_NONE) {
        uci_say("info string there is no variant \"%.40s\"; it stays %s", value, variant_name(uci->variant));
        return;
    }
    if (variant == uci->variant)
        return;
    uci->variant = variant;
    uci_reset_position(uci);
}

static void set_chess960(Uci *uci, const char *value) {
    uci->chess960 = is_true(value);
}

static void set_wdl(Uci *uci, const char *value) {
    uci->show_wdl = is_true(value);
}

/* The search is the same whether somebody analyses or plays; only the book then stays closed. */
static void set_analyse(Uci *uci, const char *value) {
    uci->analyses = is_true(value);
}

static void set_own_book(Uci *uci, const char *value) {
    uci->own_book = is_true(value);
}

static void set_syzygy_path(Uci *uci, const char *value) {
    Error error;
    (void)uci;
    if (!engine_open_tablebases(strcmp(value, "<empty>") == 0 ? "" : value, &error))
        uci_say("info string %s", error.message);
    else if (tablebase_men() > 0)
        uci_say("info string tables of up to %d men are open", tablebase_men());
}

static void set_eval_file(Uci *uci, const char *value) {
    Error error;
    if (strcmp(value, "<built-in>") == 0)
        engine_use_builtin_networks(uci->engine);
    else if (!engine_set_network(uci->engine, strcmp(value, "<none>") == 0 ? NULL : value, &error))
        uci_say("info string %s; the hand-made evaluation goes on", error.message);
}

static void set_probe_depth(Uci *uci, const char *value) {
    uci->probe_depth = (int)read_number(value, 1, 100, 1);
    engine_set_probing(uci->engine, uci->probe_depth, uci->probe_limit);
}

static void set_probe_limit(Uci *uci, const char *value) {
    uci->probe_limit = (int)read_number(value, 0, 7, 7);
    engine_set_probing(uci->engine, uci->probe_depth, uci->probe_limit);
}

/* ---- Levels ------------------------------------------------------------------------------------------------------ */

#ifdef ROOKERY_TUNING
/* "Level Row" 250,1000,180,250: plays a row that is not in the table, for train/levels.py. */
static void take_level_row(Uci *uci) {
    LevelRow *row = &uci->engine->level.row;
    if (uci->level_row[0] != '\0')
        sscanf(uci->level_row, "%d,%d,%d,%d", &row->depth, &row->nodes, &row->noise, &row->blindness);
}
#endif

void uci_choose_level(Uci *uci) {
    uint64_t seed = uci->level_seed != 0 ? (uint64_t)uci->level_seed : random_seed();
    engine_set_level(uci->engine, uci->limit_strength ? uci->elo : 0, seed);
#ifdef ROOKERY_TUNING
    take_level_row(uci);
#endif
}

static void set_limit_strength(Uci *uci, const char *value) {
    uci->limit_strength = is_true(value);
    uci_choose_level(uci);
}

static void set_elo(Uci *uci, const char *value) {
    uci->elo = (int)read_number(value, ENGINE_LEVEL_MIN, ENGINE_LEVEL_MAX, uci->elo);
    uci_choose_level(uci);
}

static void set_level_seed(Uci *uci, const char *value) {
    uci->level_seed = (int)read_number(value, 0, INT_MAX, 0);
    uci_choose_level(uci);
}

typedef struct UciOption {
    const char *name, *declaration;
    void (*set)(Uci *uci, const char *value);
} UciOption;

#define TEXT_OF(number) TEXT_OF_EXPANDED(number)
#define TEXT_OF_EXPANDED(number) #number

static const UciOption options[] = {
    {"Hash", "type spin default 16 min 1 max 1048576", set_hash},
    {"Threads", "type spin default 1 min 1 max 256", set_threads},
    {"Clear Hash", "type button", clear_hash},
    {"MultiPV", "type spin default 1 min 1 max 256", set_multipv},
    {"Ponder", "type check default false", set_ponder},
    {"Move Overhead", "type spin default 20 min 0 max 10000", set_overhead},
    {"UCI_Chess960", "type check default false", set_chess960},
    {"UCI_Variant", NULL, set_variant},
    {"UCI_LimitStrength", "type check default false", set_limit_strength},
    {"UCI_Elo", "type spin default 1500 min 200 max 3200", set_elo},
    {"Level Seed", "type spin default 0 min 0 max 2147483647", set_level_seed},
    {"UCI_ShowWDL", "type check default false", set_wdl},
    {"UCI_AnalyseMode", "type check default false", set_analyse},
    {"OwnBook", "type check default false", set_own_book},
    {"BookFile", "type string default <empty>", uci_book_open},
    {"EvalFile", "type string default <built-in>", set_eval_file},
    {"SyzygyPath", "type string default <empty>", set_syzygy_path},
    {"SyzygyProbeDepth", "type spin default 1 min 1 max 100", set_probe_depth},
    {"SyzygyProbeLimit", "type spin default 7 min 0 max 7", set_probe_limit},
};
enum { OPTIONS = sizeof options / sizeof *options };

static void list_variants(const char *name) {
    Text out;
    text_init(&out);
    text_append_format(&out, "option name %s type combo default %s", name, variant_words[0]);
    for (int i = 0; i < VARIANT_WORDS; i++)
        text_append_format(&out, " var %s", variant_words[i]);
    uci_say("%s", out.data);
    text_free(&out);
}

void uci_list_options(void) {
    for (int i = 0; i < OPTIONS; i++) {
        if (options[i].declaration == NULL)
            list_variants(options[i].name);
        else
            uci_say("option name %s %s", options[i].name, options[i].declaration);
    }
#ifdef ROOKERY_TUNING
#define LIST_PARAM(name, value, low, high)                                                                             \
    uci_say("option name " #name " type spin default %d min %d max %d", value, low, high);
    uci_say("option name Level Row type string default <empty>");
    SEARCH_PARAMS(LIST_PARAM)
#undef LIST_PARAM
#endif
}

#ifdef ROOKERY_TUNING
static bool set_param(Uci *uci, const char *name, const char *value) {
#define SET_PARAM(param, normal, low, high)                                                                            \
    if (strcasecmp(name, #param) == 0) {                                                                               \
        search_params.param = (int)read_number(value, low, high, normal);                                              \
        engine_refresh_params(uci->engine);                                                                            \
        return true;                                                                                                   \
    }
    if (strcasecmp(name, "Level Row") == 0) {
        snprintf(uci->level_row, sizeof uci->level_row, "%s", value);
        return true;
    }
    SEARCH_PARAMS(SET_PARAM)
#undef SET_PARAM
    return false;
}
#else
static bool set_param(Uci *uci, const char *name, const char *value) {
    (void)uci;
    (void)name;
    (void)value;
    return false;
}
#endif

/* Words up to "value" are the name; what follows is the value. Returns the value, possibly "". */
static const char *split(char *text, char *name, size_t size) {
    size_t length = 0;
    for (char *word; (word = uci_word(&text)) != NULL && strcasecmp(word, "value") != 0;) {
        size_t more = strlen(word);
        if (length + more + 2 > size)
            break;
        if (length > 0)
            name[length++] = ' ';
        memcpy(name + length, word, more);
        length += more;
    }
    name[length] = '\0';
    if (text == NULL)
        return "";
    return text + strspn(text, " \t");
}

void uci_set_option(Uci *uci, char *text) {
    char name[64];
    char *word = uci_word(&text);
    if (word == NULL || strcasecmp(word, "name") != 0) {
        uci_say("info string setoption wants \"name\" first");
        return;
    }
    const char *value = split(text, name, sizeof name);
    for (int i = 0; i < OPTIONS; i++)
        if (strcasecmp(options[i].name, name) == 0) {
            options[i].set(uci, value);
            return;
        }
    if (!set_param(uci, name, value))
        uci_say("info string there is no option \"%s\"", name);
}
