/* The start position of a game that is read. */
#include <string.h>

#include "base/error.h"
#include "chess/pgn_internal.h"

enum { NAME_MAX_LENGTH = 32 };

/* Names of rules in PGN: those of variant_by_name(), the same followed by "960", and "wild/0" and so on of the old
 * chess servers, which are standard chess from another array. */
static bool find_rules(const char *name, Variant *variant, bool *chess960) {
    char base[NAME_MAX_LENGTH];
    size_t length = strlen(name);
    *chess960 = false;
    *variant = variant_by_name(name);
    if (*variant != VARIANT_NONE)
        return true;
    if (strncmp(name, "wild/", 5) == 0) {
        *variant = strcmp(name, "wild/fr") == 0 ? VARIANT_CHESS960 : VARIANT_STANDARD;
        return true;
    }
    if (length < 4 || length >= sizeof base || strcmp(name + length - 3, "960") != 0)
        return false;
    memcpy(base, name, length - 3);
    base[length - 3] = '\0';
    *variant = variant_by_name(base);
    *chess960 = true;
    return *variant != VARIANT_NONE;
}

static bool names_rook_files(const char *fen) {
    for (int spaces = 2; spaces > 0 && *fen != '\0'; spaces--) {
        fen += strcspn(fen, " ");
        fen += strspn(fen, " ");
    }
    size_t length = strcspn(fen, " ");
    return length > 0 && strcspn(fen, "ABCDEFGHabcdefgh") < length;
}

/* Castling rights by file (HAha) tell of free castling where no Variant tag does, if without it some would be lost. */
static bool read_fen(const char *fen, Variant variant, bool chess960, Position *start, Error *error) {
    Position free_castling;
    if (!position_from_fen(start, fen, variant, chess960, error))
        return false;
    if (!chess960 && names_rook_files(fen) && position_from_fen(&free_castling, fen, variant, true, NULL) &&
        position_castling(&free_castling) != position_castling(start))
        *start = free_castling;
    return true;
}

/* The text of a tag; NULL if it is missing or says nothing. */
static const char *telling_tag(const PgnGame *game, const char *name) {
    const char *value = pgn_game_tag(game, name);
    return value != NULL && *value != '\0' && strcmp(value, "?") != 0 ? value : NULL;
}

bool pgn_find_start(const PgnGame *game, Variant variant, Position *start, const char **bad_tag, Error *error) {
    const char *name = telling_tag(game, "Variant"), *fen = telling_tag(game, "FEN");
    Variant usual = variant;
    bool chess960 = false;
    *bad_tag = "Variant";
    if (name != NULL && !find_rules(name, &variant, &chess960))
        return error_set(error, "the variant \"%.64s\" is not known", name);
    if (fen == NULL) {
        if (variant != usual)
            position_start(start, variant);
        return true;
    }
    *bad_tag = "FEN";
    return read_fen(fen, variant, chess960, start, error);
}
