/* Reading games: tags, start position, and the moves with everything people put between them. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "chess/pgn_internal.h"
#include "chess/pgn_scan.h"
#include "chess/pgn_words.h"

enum {
    DEPTH_MAX = 256,         /* variations in variations; deeper ones are left out with an error */
    TAGS_MAX = 1000,         /* of one game, likewise */
    MOVES_IN_GAME = 1 << 22, /* likewise */
    TOKEN_MAX = 32           /* longer than any move */
};

/* A line of play that is being read: the main line, or a variation inside the one before. */
typedef struct Level {
    Position positions[2]; /* after the last move, and before it (where a variation starts) */
    unsigned present;      /* which of the two is after the last move */
    PgnNode node;          /* the last move; the parent of the first move until there is one */
    bool begun;            /* there is a move */
    bool dead;             /* a move could not be read: the rest of the line is passed over */
} Level;

struct PgnReader {
    PgnScanner scanner;
    PgnOptions options;
    PgnGame *game;
    Position start; /* of games that tell nothing else */
    PgnTagPair tag;
    PgnPlace fen_place;
    PgnPlace variant_place;
    Text comment;
    Text before;     /* comment waiting for the first move of a variation */
    unsigned nag;    /* glyph waiting for the first move, 0 for none */
    size_t depth;    /* of the present level */
    size_t skipped;  /* open parentheses of variations that are passed over */
    bool main_ended; /* the present game is over */
    Level levels[DEPTH_MAX];
};

static void report(PgnReader *reader, PgnPlace place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Counts a mistake in the present game, and keeps it if there is room. */
static void report(PgnReader *reader, PgnPlace place, const char *format, ...) {
    PgnGame *game = reader->game;
    size_t number = game->error_count++;
    if (number > PGN_FURTHER_ERRORS)
        return;
    Error *error = number == 0 ? &game->error : &game->further[number - 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    error->line = place.line;
    error->column = place.column;
}

static PgnPlace here(const PgnReader *reader) {
    return pgn_scan_place(&reader->scanner, reader->scanner.at);
}

static Level *present_level(PgnReader *reader) {
    return &reader->levels[reader->depth];
}

/* ---- Tags --------------------------------------------------------------------------------------------- */

static void read_tag(PgnReader *reader) {
    PgnTagPair *tag = &reader->tag;
    PgnPlace place = here(reader);
    pgn_scan_tag(&reader->scanner, tag);
    if (tag->reason != NULL)
        report(reader, tag->place, "%s", tag->reason);
    else if (!pgn_is_tag_name(tag->name.data))
        report(reader, place, "\"%.64s\" is not a tag name, which has only letters, digits and _; the tag is left out",
               tag->name.data);
    if (reader->game->tag_count >= TAGS_MAX) {
        report(reader, place, "more than %d tags; the rest are left out", TAGS_MAX);
        return;
    }
    if (strcmp(tag->name.data, "FEN") == 0)
        reader->fen_place = place;
    if (strcmp(tag->name.data, "Variant") == 0)
        reader->variant_place = place;
    pgn_game_set_tag(reader->game, tag->name.data, tag->value.data);
}

/* Whether the tag that comes next, after a gap or a comment, still belongs to this game: it has no moves yet, and the
 * tag is new to it. Games that were never begun consist of tags only. */
static bool tag_belongs(const PgnReader *reader) {
    char name[TOKEN_MAX];
    const char *at = reader->scanner.at + 1;
    at += strspn(at, " \t");
    size_t length = strcspn(at, " \t\"]\r\n");
    if (length >= sizeof name)
        return true;
    memcpy(name, at, length);
    name[length] = '\0';
    if (reader->game->tag_count == 0)
        return true;
    return strcmp(name, "Event") != 0 && pgn_game_tag(reader->game, name) == NULL;
}

/* Reads tags as long as they come. Sets main_ended if those of the next game follow. */
static void read_tags(PgnReader *reader) {
    PgnScanner *scanner = &reader->scanner;
    for (;;) {
        unsigned gap = pgn_scan_skip_space(scanner, 0);
        if (*scanner->at != '[')
            return;
        if ((gap & PGN_GAP_BLANK_LINE) != 0 && !tag_belongs(reader)) {
            reader->main_ended = true;
            return;
        }
        read_tag(reader);
    }
}

/* ---- The start position ------------------------------------------------------------------------------- */

/* Without a start position no move can be read. */
static void read_start(PgnReader *reader) {
    PgnGame *game = reader->game;
    Level *main_line = &reader->levels[0];
    const char *bad_tag;
    Error error;
    if (!pgn_find_start(game, reader->options.variant, &game->start, &bad_tag, &error)) {
        PgnPlace place = strcmp(bad_tag, "FEN") == 0 ? reader->fen_place : reader->variant_place;
        report(reader, place, "%.200s; the moves are left out", error.message);
        main_line->dead = true;
        game->cut = true;
    }
    main_line->positions[0] = game->start;
}

/* ---- Comments ----------------------------------------------------------------------------------------- */

/* Comments of what is passed over are passed over too. */
static bool keeps_notes(const PgnReader *reader) {
    return reader->skipped == 0 && !reader->options.main_line_only && !reader->levels[reader->depth].dead;
}

static void attach_comment(PgnReader *reader) {
    Level *level = present_level(reader);
    if (level->begun || reader->depth == 0) {
        pgn_game_extend_comment(reader->game, level->node, reader->comment.data, false);
        return;
    }
    if (reader->before.length > 0)
        text_append_char(&reader->before, ' ');
    text_append_string(&reader->before, reader->comment.data);
}

static void read_comment(PgnReader *reader) {
    PgnScanner *scanner = &reader->scanner;
    PgnPlace place = here(reader);
    bool keeps = keeps_notes(reader);
    Text *comment = keeps ? &reader->comment : NULL;
    if (*scanner->at == ';')
        pgn_scan_line_comment(scanner, comment);
    else if (!pgn_scan_brace_comment(scanner, comment))
        report(reader, place, "this comment is never closed by }");
    if (keeps)
        attach_comment(reader);
}

/* ---- Annotation glyphs -------------------------------------------------------------------------------- */

static void add_nag(PgnReader *reader, unsigned nag) {
    Level *level = present_level(reader);
    if (!keeps_notes(reader))
        return;
    if (level->begun)
        pgn_game_add_nag(reader->game, level->node, nag);
    else
        reader->nag = nag;
}

/* "$12" */
static void read_nag(PgnReader *reader) {
    PgnScanner *scanner = &reader->scanner;
    PgnPlace place = here(reader);
    unsigned nag = 0;
    scanner->at++;
    const char *digits = scanner->at;
    while (*scanner->at >= '0' && *scanner->at <= '9' && nag <= UINT16_MAX)
        nag = nag * 10 + (unsigned)(*scanner->at++ - '0');
    if (scanner->at == digits || nag > UINT16_MAX)
        report(reader, place, "a $ must be followed by the number of a glyph, 0 to %d", UINT16_MAX);
    else
        add_nag(reader, nag);
}

/* ---- Moves -------------------------------------------------------------------------------------------- */

static void play(PgnReader *reader, Move move) {
    PgnGame *game = reader->game;
    Level *level = present_level(reader);
    PgnNode node = pgn_game_add_move(game, level->node, move);
    if (node == PGN_ROOT) {
        level->dead = true;
        return;
    }
    if (!level->begun) {
        level->begun = true;
        if (reader->before.length > 0)
            pgn_game_extend_comment(game, node, reader->before.data, true);
        if (reader->nag != 0)
            pgn_game_add_nag(game, node, reader->nag);
        text_clear(&reader->before);
        reader->nag = 0;
    }
    level->node = node;
    position_play(&level->positions[level->present], move, &level->positions[!level->present]);
    level->present = !level->present;
}

/* Lone words that are no moves: "N" and "D" mark a novelty and a diagram. */
static bool read_marker(PgnReader *reader, const char *text) {
    unsigned nag = strcmp(text, "N") == 0 ? 146 : strcmp(text, "D") == 0 ? 220 : 0;
    bool null = strcmp(text, "null") == 0 || strcmp(text, "pass") == 0;
    if (null)
        play(reader, MOVE_NULL);
    else if (nag != 0)
        add_nag(reader, nag);
    return null || nag != 0 || strcmp(text, "ep") == 0;
}

static void refuse_move(PgnReader *reader, PgnPlace place, const char *reason) {
    report(reader, place, "%s", reason);
    present_level(reader)->dead = true;
    if (reader->depth == 0)
        reader->game->cut = true;
}

/* What is no move as it stands: a marker, a move with something behind it, or a mistake. A word of letters only was
 * never meant as a move (a remark without braces), so that the line goes on after it. */
static void read_odd_word(PgnReader *reader, char text[TOKEN_MAX], PgnPlace place) {
    Level *level = present_level(reader);
    const Position *position = &level->positions[level->present];
    Move move;
    Error error = {.column = 0};
    unsigned nag;
    if (read_marker(reader, text))
        return;
    MoveTextResult result = san_parse_move(position, text, &move, &error);
    if (result == MOVE_TEXT_INVALID && pgn_word_is_letters(text)) {
        report(reader, place, "\"%.24s\" is neither a move nor a comment in braces", text);
        return;
    }
    text[pgn_word_cut_suffix(text, strlen(text), &nag)] = '\0';
    if (san_parse_move(position, text, &move, NULL) != MOVE_TEXT_OK) {
        refuse_move(reader, place, error.message);
        return;
    }
    play(reader, move);
    if (nag != 0)
        add_nag(reader, nag);
}

static void read_move(PgnReader *reader, const char *token, size_t length, PgnPlace place) {
    Level *level = present_level(reader);
    char text[TOKEN_MAX];
    Move move;
    if (length >= sizeof text) {
        refuse_move(reader, place, "this word is too long for a move");
        return;
    }
    memcpy(text, token, sizeof text); /* of fixed size, hence quick; the buffer goes on for as long */
    text[length] = '\0';
    if (reader->game->move_count >= MOVES_IN_GAME)
        refuse_move(reader, place, "the game has too many moves");
    else if (san_parse_move(&level->positions[level->present], text, &move, NULL) == MOVE_TEXT_OK)
        play(reader, move);
    else
        read_odd_word(reader, text, place);
}

/* A word with chess symbols for pieces. */
static void read_figurine(PgnReader *reader) {
    PgnScanner *scanner = &reader->scanner;
    PgnPlace place = here(reader);
    char text[2 * TOKEN_MAX];
    scanner->at += pgn_word_figurine(scanner->at, text, sizeof text);
    if (reader->skipped == 0 && !present_level(reader)->dead)
        read_move(reader, text, strlen(text), place);
}

/* A word that begins with a letter: a move. One longer than the lookahead is taken in pieces; none of them is one. */
static void read_symbol(PgnReader *reader) {
    PgnScanner *scanner = &reader->scanner;
    const char *token = scanner->at, *end = pgn_word_end(token);
    if (pgn_word_is_figurine(end)) {
        read_figurine(reader);
        return;
    }
    scanner->at = end;
    bool skipped = reader->skipped > 0 || present_level(reader)->dead;
    bool passing = end - token >= 3 && strncmp(token, "e.p", 3) == 0;
    if (!skipped && !passing)
        read_move(reader, token, (size_t)(end - token), pgn_scan_place(scanner, token));
}

/* ---- Results ------------------------------------------------------------------------------------------ */

/* Whether after a result the input ends, or a line does and an empty one or a tag follows. */
static bool is_game_boundary(const char *at, const char *end) {
    int lines = 0;
    for (; at < end && strchr(" \t\r\n", *at) != NULL && *at != '\0'; at++)
        lines += *at == '\n';
    return at == end || lines >= 2 || (lines == 1 && *at == '[');
}

/* What stands behind the result on its line is still of this game: a comment, or the result again. */
static void read_line_rest(PgnReader *reader) {
    PgnScanner *scanner = &reader->scanner;
    size_t length;
    for (;;) {
        pgn_scan_need(scanner, PGN_LOOKAHEAD);
        if (*scanner->at == ' ' || *scanner->at == '\t')
            scanner->at++;
        else if (*scanner->at == '{' || *scanner->at == ';')
            read_comment(reader);
        else if (pgn_word_result(scanner->at, &length) != NULL)
            scanner->at += length;
        else
            return;
    }
}

static void report_open_variation(PgnReader *reader) {
    report(reader, here(reader), "the game ends inside a variation that is not closed by )");
    reader->depth = 0;
    reader->skipped = 0;
}

/* A result inside a variation ends that variation, which its parenthesis does anyway, unless the game is over. */
static void end_with_result(PgnReader *reader, const char *result, size_t length) {
    PgnScanner *scanner = &reader->scanner;
    scanner->at += length;
    if (reader->depth > 0 || reader->skipped > 0) {
        if (!is_game_boundary(scanner->at, scanner->end))
            return;
        report_open_variation(reader);
    }
    pgn_game_set_result(reader->game, result);
    reader->main_ended = true;
    read_line_rest(reader);
}

/* ---- Movetext ----------------------------------------------------------------------------------------- */

static void open_variation(PgnReader *reader) {
    Level *level = present_level(reader);
    PgnPlace place = here(reader);
    reader->scanner.at++;
    if (reader->skipped > 0 || level->dead || reader->options.main_line_only) {
        reader->skipped++;
    } else if (!level->begun) {
        report(reader, place, "a variation needs a move before it that it replaces");
        reader->skipped = 1;
    } else if (reader->depth + 1 == DEPTH_MAX) {
        report(reader, place, "variations are nested more than %d deep; the rest is left out", DEPTH_MAX - 1);
        reader->skipped = 1;
    } else {
        Level *inner = level + 1;
        inner->positions[0] = level->positions[!level->present];
        inner->present = 0;
        inner->node = reader->game->moves[level->node].parent;
        inner->begun = false;
        inner->dead = false;
        reader->depth++;
    }
}

static void close_variation(PgnReader *reader) {
    PgnPlace place = here(reader);
    reader->scanner.at++;
    if (reader->skipped > 0) {
        reader->skipped--;
        return;
    }
    if (reader->depth == 0) {
        report(reader, place, "this ) closes nothing");
        return;
    }
    reader->depth--;
    reader->nag = 0;
    if (reader->before.length > 0) /* a variation of words only */
        pgn_game_extend_comment(reader->game, present_level(reader)->node, reader->before.data, false);
    text_clear(&reader->before);
}

/* Move number 1 after an empty line, where another number is due: the game before had no result. */
static bool begins_next_game(PgnReader *reader, unsigned gap, const char *digits, const char *end) {
    const Level *level = &reader->levels[0];
    bool one = end - digits == 1 && digits[0] == '1';
    return one && (gap & PGN_GAP_BLANK_LINE) != 0 && reader->depth == 0 && reader->skipped == 0 &&
           (level->dead || (level->begun && level->positions[level->present].fullmove_number != 1));
}

/* A move number, a result, or castling with zeros. */
static void read_digits(PgnReader *reader, unsigned gap) {
    PgnScanner *scanner = &reader->scanner;
    size_t length;
    const char *end = scanner->at;
    while (*end >= '0' && *end <= '9')
        end++;
    length = (size_t)(end - scanner->at);
    const char *result = *end != '.' ? pgn_word_result(scanner->at, &length) : NULL;
    bool null = end - scanner->at == 4 && strncmp(scanner->at, "0000", 4) == 0;
    if (result != NULL)
        end_with_result(reader, result, length);
    else if (null || *end == '-')
        read_symbol(reader);
    else if (begins_next_game(reader, gap, scanner->at, end))
        reader->main_ended = true;
    else
        scanner->at = end;
}

/* A tag pair among the moves: still of this game if there are none yet, else of the next. Anything else in square
 * brackets is passed over up to its end, on this line. */
static void read_bracket(PgnReader *reader) {
    PgnScanner *scanner = &reader->scanner;
    if (pgn_scan_is_tag(scanner)) {
        if (!reader->levels[0].begun && !reader->levels[0].dead && reader->depth == 0 && tag_belongs(reader)) {
            read_tag(reader);
            read_start(reader);
        } else {
            reader->main_ended = true;
        }
        return;
    }
    report(reader, here(reader), "unexpected [ among the moves");
    size_t length = strcspn(scanner->at, "]\r\n");
    scanner->at += length + (scanner->at[length] == ']');
}

static void read_unexpected(PgnReader *reader) {
    unsigned char c = (unsigned char)*reader->scanner.at;
    if (c >= ' ' && c < 0x7f)
        report(reader, here(reader), "unexpected %c among the moves", c);
    else
        report(reader, here(reader), "unexpected byte 0x%02x among the moves", c);
    do
        reader->scanner.at++;
    while ((*reader->scanner.at & 0xc0) == 0x80); /* the rest of a UTF-8 sequence */
}

static void read_other(PgnReader *reader) {
    PgnScanner *scanner = &reader->scanner;
    size_t length, glyph;
    unsigned nag;
    const char *result = pgn_word_result(scanner->at, &length);
    if (result != NULL) {
        end_with_result(reader, result, length);
    } else if (strncmp(scanner->at, "--", 2) == 0 || *scanner->at == '@') {
        read_symbol(reader);
    } else if ((glyph = pgn_word_glyph(scanner->at, &nag)) > 0) {
        scanner->at += glyph;
        if (nag != 0)
            add_nag(reader, nag);
    } else if (pgn_word_is_figurine(scanner->at)) {
        read_figurine(reader);
    } else {
        read_unexpected(reader);
    }
}

static void read_token(PgnReader *reader, unsigned gap) {
    char c = *reader->scanner.at;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
        read_symbol(reader);
    else if (c >= '0' && c <= '9')
        read_digits(reader, gap);
    else if (c == '.' || c == ',')
        reader->scanner.at++;
    else if (c == '{' || c == ';')
        read_comment(reader);
    else if (c == '(')
        open_variation(reader);
    else if (c == ')')
        close_variation(reader);
    else if (c == '$')
        read_nag(reader);
    else if (c == '[')
        read_bracket(reader);
    else
        read_other(reader);
}

/* ---- Games -------------------------------------------------------------------------------------------- */

static void begin_game(PgnReader *reader, PgnGame *game) {
    pgn_game_start(game, &reader->start);
    text_clear(&reader->before);
    reader->game = game;
    reader->nag = 0;
    reader->depth = 0;
    reader->skipped = 0;
    reader->main_ended = false;
    reader->levels[0].present = 0;
    reader->levels[0].node = PGN_ROOT;
    reader->levels[0].begun = false;
    reader->levels[0].dead = false;
}

/* Passes what may stand in front of a game; comments are kept as the game's own. False at the end of the input. */
static bool find_game(PgnReader *reader) {
    PgnScanner *scanner = &reader->scanner;
    for (;;) {
        unsigned gap = scanner->line == 1 ? PGN_GAP_NEW_LINE : 0;
        pgn_scan_skip_space(scanner, gap);
        if (pgn_scan_at_end(scanner))
            return false;
        if (reader->game->line == 0)
            reader->game->line = scanner->line;
        if (*scanner->at != '{' && *scanner->at != ';')
            return true;
        read_comment(reader);
    }
}

/* A result in the moves counts; where there is none, or an open one, the tag may know better. */
static void finish_game(PgnReader *reader) {
    PgnGame *game = reader->game;
    const char *tag = pgn_game_tag(game, "Result");
    if (reader->depth > 0 || reader->skipped > 0)
        report_open_variation(reader);
    if (strcmp(game->result, "*") == 0 && tag != NULL)
        pgn_game_set_result(game, tag);
    if (game->failed || reader->comment.failed || reader->before.failed || reader->tag.value.failed) {
        report(reader, (PgnPlace){game->line, 1}, "the game is too large for the memory");
        game->cut = true;
    }
}

bool pgn_reader_next(PgnReader *reader, PgnGame *game) {
    begin_game(reader, game);
    if (!find_game(reader))
        return false;
    read_tags(reader);
    read_start(reader);
    while (!reader->main_ended) {
        unsigned gap = pgn_scan_skip_gap(&reader->scanner);
        if (pgn_scan_at_end(&reader->scanner))
            break;
        read_token(reader, gap);
    }
    finish_game(reader);
    return true;
}

/* ---- Life --------------------------------------------------------------------------------------------- */

static PgnReader *make_reader(Input *input, const PgnOptions *options) {
    PgnReader *reader = input != NULL ? malloc(sizeof *reader) : NULL;
    if (reader == NULL) {
        input_close(input);
        return NULL;
    }
    reader->options = options != NULL ? *options : (PgnOptions){.variant = VARIANT_STANDARD};
    position_start(&reader->start, reader->options.variant);
    text_init(&reader->comment);
    text_init(&reader->before);
    text_init(&reader->tag.name);
    text_init(&reader->tag.value);
    pgn_scan_begin(&reader->scanner, input);
    return reader;
}

/* UTF-16 would be read as a heap of unexpected bytes; one sentence is better. */
static bool is_utf16(const PgnReader *reader) {
    const PgnScanner *scanner = &reader->scanner;
    return scanner->end - scanner->at >= 2 &&
           (memcmp(scanner->at, "\xff\xfe", 2) == 0 || memcmp(scanner->at, "\xfe\xff", 2) == 0);
}

PgnReader *pgn_reader_open(const char *path, const PgnOptions *options, Error *error) {
    Input *input = input_open(path, error);
    if (input == NULL)
        return NULL;
    PgnReader *reader = make_reader(input, options);
    if (reader == NULL) {
        error_set(error, "cannot read %s: out of memory", path);
    } else if (is_utf16(reader)) {
        error_set(error, "cannot read %s: it is UTF-16 text; save it as UTF-8", path);
        pgn_reader_close(reader);
        return NULL;
    }
    return reader;
}

PgnReader *pgn_reader_open_memory(const void *bytes, size_t length, const PgnOptions *options) {
    return make_reader(input_open_memory(bytes, length), options);
}

bool pgn_reader_failed(const PgnReader *reader, Error *error) {
    return input_failed(reader->scanner.input, error);
}

void pgn_reader_close(PgnReader *reader) {
    if (reader == NULL)
        return;
    input_close(reader->scanner.input);
    text_free(&reader->comment);
    text_free(&reader->before);
    text_free(&reader->tag.name);
    text_free(&reader->tag.value);
    free(reader);
}
