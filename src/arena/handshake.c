#include "arena/handshake.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/words.h"

enum { OPTION_NAME_MAX = 64, CHOICE_MAX = 64, OPTION_BYTES_MAX = 1 << 18 };

void handshake_begin(Handshake *handshake, Variant variant) {
    *handshake = (Handshake){.variant = variant};
    text_init(&handshake->names);
}

void handshake_end(Handshake *handshake) {
    text_free(&handshake->names);
}

/* Keeps the choice when it means the variant and either nothing was kept yet or it is the very name. */
static void consider(char kept[VARIANT_WORD_MAX], const char *choice, Variant variant) {
    bool exact = strcasecmp(choice, variant_name(variant)) == 0;
    if (strlen(choice) < VARIANT_WORD_MAX && variant_by_name(choice) == variant && (kept[0] == '\0' || exact))
        snprintf(kept, VARIANT_WORD_MAX, "%s", choice);
}

static void read_variants(Handshake *handshake, const char *at) {
    char choice[CHOICE_MAX];
    handshake->has_variants = true;
    bool listed = false;
    while (uci_next_choice(&at, choice, sizeof choice)) {
        listed = true;
        consider(handshake->variant_word, choice, handshake->variant);
        consider(handshake->base_word, choice, VARIANT_STANDARD);
    }
    if (!listed) { /* free text: our own words are as good as any */
        consider(handshake->variant_word, variant_name(handshake->variant), handshake->variant);
        consider(handshake->base_word, "chess", VARIANT_STANDARD);
    }
}

void handshake_read_option(Handshake *handshake, const char *rest) {
    char name[OPTION_NAME_MAX];
    const char *after;
    if (!uci_read_option_name(rest, name, sizeof name, &after))
        return;
    if (strcasecmp(name, "UCI_Chess960") == 0)
        handshake->has_chess960 = true;
    if (strcasecmp(name, "UCI_Variant") == 0)
        read_variants(handshake, after);
    if (handshake->names.length < OPTION_BYTES_MAX) {
        text_append_string(&handshake->names, name);
        text_append_string(&handshake->names, "\n");
    }
}

/* Writes the known option of that name, as the engine spells it, into `exact`; else false, with the nearest known
 * name, or "", there. */
static bool find_option(const Handshake *handshake, const char *wanted, char exact[OPTION_NAME_MAX]) {
    WordSearch search = word_search(wanted);
    for (const char *at = handshake->names.data; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        snprintf(exact, OPTION_NAME_MAX, "%.*s", (int)length, at);
        if (strcasecmp(exact, wanted) == 0)
            return true;
        word_consider(&search, exact);
        at += length + 1;
    }
    snprintf(exact, OPTION_NAME_MAX, "%s", search.nearest);
    return false;
}

static bool add_option(const Handshake *handshake, const PlayerOption *option, Text *out, char why[PLAYER_FAULT_MAX]) {
    char name[OPTION_NAME_MAX];
    if (!find_option(handshake, option->name, name)) {
        int length = snprintf(why, PLAYER_FAULT_MAX, "it has no option \"%.60s\"", option->name);
        if (name[0] != '\0')
            snprintf(why + length, PLAYER_FAULT_MAX - (size_t)length, "; did you mean \"%s\"?", name);
        return false;
    }
    text_append_format(out, "setoption name %s", name);
    if (option->value != NULL)
        text_append_format(out, " value %s", option->value);
    text_append_string(out, "\n");
    return true;
}

static bool add_variant(const Handshake *handshake, Text *out, char why[PLAYER_FAULT_MAX]) {
    Variant variant = handshake->variant;
    const char *word = handshake->variant_word;
    if (variant == VARIANT_CHESS960 && handshake->has_chess960)
        word = handshake->base_word;
    else if (variant != VARIANT_STANDARD && word[0] == '\0') {
        snprintf(why, PLAYER_FAULT_MAX, "it does not know %s (%s)", variant_title(variant),
                 handshake->has_variants ? "its UCI_Variant lists other variants only" : "it offers no UCI_Variant");
        return false;
    }
    if (word[0] != '\0')
        text_append_format(out, "setoption name UCI_Variant value %s\n", word);
    if (variant == VARIANT_CHESS960 && handshake->has_chess960)
        text_append_string(out, "setoption name UCI_Chess960 value true\n");
    return true;
}

bool handshake_answer(const Handshake *handshake, const PlayerSpec *spec, Text *out, char why[PLAYER_FAULT_MAX]) {
    for (size_t i = 0; i < spec->option_count; i++)
        if (!add_option(handshake, &spec->options[i], out, why))
            return false;
    return add_variant(handshake, out, why);
}
