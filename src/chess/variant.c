#include "chess/variant.h"

#include <ctype.h>
#include <string.h>

#include "chess/bitboard.h"

#define STANDARD_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

const VariantRules variant_table[VARIANT_COUNT] = {
    [VARIANT_STANDARD] = {.name = "standard",
                          .title = "Standard",
                          .aliases = "chess classical normal fromposition",
                          .start_fen = STANDARD_FEN},
    [VARIANT_CHESS960] = {.name = "chess960",
                          .title = "Chess960",
                          .aliases = "960 fischerandom fischerrandom fischerrandomchess frc",
                          .start_fen = STANDARD_FEN},
    [VARIANT_CRAZYHOUSE] = {.name = "crazyhouse",
                            .title = "Crazyhouse",
                            .aliases = "house zh",
                            .start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
                            .drops = true},
    [VARIANT_ATOMIC] = {.name = "atomic",
                        .title = "Atomic",
                        .aliases = "atom atomicchess",
                        .start_fen = STANDARD_FEN,
                        .explosions = true,
                        .own_end = true},
    [VARIANT_KING_OF_THE_HILL] = {.name = "kingofthehill",
                                  .title = "King of the Hill",
                                  .aliases = "koth hill",
                                  .start_fen = STANDARD_FEN,
                                  .goal = BB_CENTER,
                                  .own_end = true},
    [VARIANT_THREE_CHECK] = {.name = "threecheck",
                             .title = "Three-check",
                             .aliases = "3check threecheckchess",
                             .start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
                             .checks_counted = true,
                             .own_end = true},
    [VARIANT_ANTICHESS] = {.name = "antichess",
                           .title = "Antichess",
                           .aliases = "anti losers losingchess",
                           .start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
                           .captures_compulsory = true,
                           .stalemate = STALEMATE_WINS,
                           .own_end = true},
    [VARIANT_HORDE] = {.name = "horde",
                       .title = "Horde",
                       .aliases = "hordechess",
                       .start_fen = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
                       .horde = true,
                       .own_end = true},
    [VARIANT_RACING_KINGS] = {.name = "racingkings",
                              .title = "Racing Kings",
                              .aliases = "racing race rk",
                              .start_fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
                              .checks_forbidden = true,
                              .goal = BB_RANK_8,
                              .goal_last_word = true,
                              .own_end = true},
    [VARIANT_SUICIDE] = {.name = "suicide",
                         .title = "Suicide",
                         .aliases = "suicidechess",
                         .start_fen = STANDARD_FEN,
                         .captures_compulsory = true,
                         .stalemate = STALEMATE_FEWER_WINS,
                         .own_end = true},
    [VARIANT_GIVEAWAY] = {.name = "giveaway",
                          .title = "Giveaway",
                          .aliases = "giveawaychess",
                          .start_fen = STANDARD_FEN,
                          .captures_compulsory = true,
                          .stalemate = STALEMATE_WINS,
                          .own_end = true},
};

const char *variant_name(Variant variant) {
    return variant_table[variant].name;
}

const char *variant_title(Variant variant) {
    return variant_table[variant].title;
}

const char *variant_start_fen(Variant variant) {
    return variant_table[variant].start_fen;
}

/* Whether `list`, words separated by spaces, contains the word. */
static bool list_contains(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *place = list; (place = strstr(place, word)) != NULL; place++) {
        bool starts = place == list || place[-1] == ' ';
        if (starts && (place[length] == ' ' || place[length] == '\0'))
            return true;
    }
    return false;
}

Variant variant_by_name(const char *name) {
    char word[32];
    size_t length = 0;
    for (; *name != '\0'; name++) {
        if (*name == ' ' || *name == '-' || *name == '_')
            continue;
        if (length + 1 == sizeof word)
            return VARIANT_NONE;
        word[length++] = (char)tolower((unsigned char)*name);
    }
    word[length] = '\0';
    if (length == 0)
        return VARIANT_NONE;
    for (Variant variant = 0; variant < VARIANT_COUNT; variant++)
        if (strcmp(variant_table[variant].name, word) == 0 || list_contains(variant_table[variant].aliases, word))
            return variant;
    return VARIANT_NONE;
}
