/* Writing a game in the export format of the PGN standard. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/pgn_internal.h"

enum { LINE_MAX_LENGTH = 79 };

/* Words are collected one at a time in `word`, because a closing parenthesis or brace still joins the one before;
 * a word goes out, on the same line or the next, when another begins. */
typedef struct Writer {
    const PgnGame *game;
    Text *out;
    Text word;
    size_t column; /* characters on the present line */
    bool joined;   /* the next word continues the present one: after an opening parenthesis or brace */
} Writer;

/* ---- Tags --------------------------------------------------------------------------------------------- */

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
enum { ROSTER_COUNT = sizeof roster / sizeof roster[0], EXTRA_TAGS = 3 };

/* Tags that tell of the start position and the result: written from those, never from what was set. */
static bool is_derived_tag(const char *name) {
    return strcmp(name, "SetUp") == 0 || strcmp(name, "FEN") == 0 || strcmp(name, "Variant") == 0 ||
           strcmp(name, "Result") == 0;
}

static bool is_roster_tag(const char *name) {
    for (int i = 0; i < ROSTER_COUNT; i++)
        if (strcmp(name, roster[i]) == 0)
            return true;
    return false;
}

static void write_tag(Text *out, const char *name, const char *value) {
    text_append_char(out, '[');
    text_append_string(out, name);
    text_append_string(out, " \"");
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            text_append_char(out, '\\');
        text_append_char(out, *c);
    }
    text_append_string(out, "\"]\n");
}

static void write_roster(const PgnGame *game, Text *out) {
    for (int i = 0; i < ROSTER_COUNT; i++) {
        const char *value = pgn_game_tag(game, roster[i]);
        if (strcmp(roster[i], "Result") == 0)
            value = game->result;
        else if (value == NULL || *value == '\0')
            value = strcmp(roster[i], "Date") == 0 ? "????.??.??" : "?";
        write_tag(out, roster[i], value);
    }
}

typedef struct TagText {
    const char *name;
    const char *value;
} TagText;

static int compare_tags(const void *a, const void *b) {
    return strcmp(((const TagText *)a)->name, ((const TagText *)b)->name);
}

/* The title of the rules: those with free castling are named too. */
static const char *variant_tag(const Position *start, char title[64]) {
    bool plain = start->variant == VARIANT_STANDARD || start->variant == VARIANT_CHESS960;
    if (plain)
        return start->chess960 ? variant_title(VARIANT_CHESS960) : variant_title(VARIANT_STANDARD);
    snprintf(title, 64, "%s%s", variant_title(start->variant), start->chess960 ? " 960" : "");
    return title;
}

/* Promoted men are marked where somebody marked them: it decides which king is royal. */
static void write_fen(const Position *start, char fen[FEN_MAX]) {
    position_to_fen(start, start->promoted != 0 ? FEN_PROMOTED : FEN_DEFAULT, fen);
}

/* Whether readers need a FEN to know the start position. Chess960 has one always, as the standard's followers do. */
static bool needs_fen(const Position *start, const char *fen) {
    Position usual;
    char usual_fen[FEN_MAX];
    position_start(&usual, start->variant);
    write_fen(&usual, usual_fen);
    return start->chess960 || strcmp(fen, usual_fen) != 0;
}

/* The further tags, in ASCII order as the standard asks. */
static void write_other_tags(const PgnGame *game, Text *out) {
    TagText *tags = malloc((game->tag_count + EXTRA_TAGS) * sizeof *tags);
    if (tags == NULL) {
        out->failed = true;
        return;
    }
    char fen[FEN_MAX], title[64];
    size_t count = 0;
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *name = game->text.data + game->tags[i].name;
        if (!is_roster_tag(name) && !is_derived_tag(name))
            tags[count++] = (TagText){name, game->text.data + game->tags[i].value};
    }
    write_fen(&game->start, fen);
    if (needs_fen(&game->start, fen)) {
        tags[count++] = (TagText){"FEN", fen};
        tags[count++] = (TagText){"SetUp", "1"};
    }
    if (game->start.variant != VARIANT_STANDARD || game->start.chess960)
        tags[count++] = (TagText){"Variant", variant_tag(&game->start, title)};
    qsort(tags, count, sizeof *tags, compare_tags);
    for (size_t i = 0; i < count; i++)
        write_tag(out, tags[i].name, tags[i].value);
    free(tags);
}

/* ---- Words -------------------------------------------------------------------------------------------- */

static void flush_word(Writer *writer) {
    size_t length = writer->word.length;
    if (length == 0)
        return;
    if (writer->column > 0 && writer->column + 1 + length > LINE_MAX_LENGTH) {
        text_append_char(writer->out, '\n');
        writer->column = 0;
    }
    if (writer->column > 0) {
        text_append_char(writer->out, ' ');
        writer->column++;
    }
    text_append(writer->out, writer->word.data, length);
    writer->column += length;
    text_truncate(&writer->word, 0);
}

static void add_word(Writer *writer, const char *word, size_t length) {
    if (!writer->joined)
        flush_word(writer);
    writer->joined = false;
    text_append(&writer->word, word, length);
}

static void open_bracket(Writer *writer, char bracket) {
    add_word(writer, &bracket, 1);
    writer->joined = true;
}

static void close_bracket(Writer *writer, char bracket) {
    text_append_char(&writer->word, bracket);
    writer->joined = false;
}

/* ---- Comments ----------------------------------------------------------------------------------------- */

/* Length of the part of a comment that must stay on one line. It ends at a single space, but not inside a [%command],
 * and not where the next line would begin with '%' (an escape line to simple readers) or '[' (a tag). */
static size_t unbreakable_length(const char *text) {
    bool in_command = false;
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (text[i] == '[')
            in_command = true;
        if (text[i] == ']')
            in_command = false;
        if (text[i] == ' ' && !in_command && i > 0 && text[i - 1] != ' ' && strchr(" %[", text[i + 1]) == NULL)
            return i;
    }
    return strlen(text);
}

/* A brace comment cannot hold '}'; a comment to the end of the line can. */
static void write_line_comment(Writer *writer, const char *comment) {
    flush_word(writer);
    text_append_string(writer->out, writer->column > 0 ? " ; " : "; ");
    text_append_string(writer->out, comment);
    text_append_char(writer->out, '\n');
    writer->column = 0;
}

/* A comment that fits on a line is kept whole, for readers that take a line break in it literally. */
static void write_comment(Writer *writer, const char *comment) {
    if (strchr(comment, '}') != NULL) {
        write_line_comment(writer, comment);
        return;
    }
    size_t whole = strlen(comment);
    bool fits = whole + 2 <= LINE_MAX_LENGTH;
    open_bracket(writer, '{');
    while (*comment != '\0') {
        size_t length = fits ? whole : unbreakable_length(comment);
        add_word(writer, comment, length);
        comment += length;
        comment += *comment == ' ';
    }
    close_bracket(writer, '}');
}

/* ---- Moves -------------------------------------------------------------------------------------------- */

static void write_move_number(Writer *writer, const Position *position) {
    char number[32];
    int length = snprintf(number, sizeof number, "%u%s", (unsigned)position->fullmove_number,
                          position->side == WHITE ? "." : "...");
    add_word(writer, number, (size_t)length);
}

static void write_nags(Writer *writer, const PgnNote *note) {
    char nag[16];
    for (unsigned i = 0; i < note->nag_count; i++)
        add_word(writer, nag, (size_t)snprintf(nag, sizeof nag, "$%u", note->nags[i]));
}

static void write_line(Writer *writer, PgnNode node, const Position *start, bool with_variations);

/* The move of a node, its glyphs and comments. Returns whether the next move must repeat its number. */
static bool write_node(Writer *writer, PgnNode node, const Position *before, bool numbered) {
    const PgnMove *move = &writer->game->moves[node];
    const char *comment_before = pgn_game_comment_before(writer->game, node);
    const char *comment = pgn_game_comment(writer->game, node);
    if (*comment_before != '\0')
        write_comment(writer, comment_before);
    if (numbered || before->side == WHITE || *comment_before != '\0')
        write_move_number(writer, before);
    char san[SAN_MAX];
    size_t length = san_write_move(before, move->move, san);
    add_word(writer, san, length);
    if (move->note != 0)
        write_nags(writer, &writer->game->notes[move->note]);
    if (*comment != '\0')
        write_comment(writer, comment);
    return *comment != '\0';
}

static void write_variations(Writer *writer, PgnNode node, const Position *before) {
    for (node = writer->game->moves[node].variation; node != PGN_ROOT; node = writer->game->moves[node].variation) {
        open_bracket(writer, '(');
        write_line(writer, node, before, false);
        close_bracket(writer, ')');
    }
}

/* A move and all that follow it, each with its variations (the first one only if asked: a variation's own first move
 * stands beside its alternatives, it does not contain them). */
static void write_line(Writer *writer, PgnNode node, const Position *start, bool with_variations) {
    Position position = *start;
    bool numbered = true;
    for (; node != PGN_ROOT; node = writer->game->moves[node].next) {
        numbered = write_node(writer, node, &position, numbered);
        if (with_variations && writer->game->moves[node].variation != PGN_ROOT) {
            write_variations(writer, node, &position);
            numbered = true;
        }
        with_variations = true;
        position_play(&position, writer->game->moves[node].move, &position);
    }
}

bool pgn_write_game(const PgnGame *game, Text *out) {
    Writer writer = {.game = game, .out = out};
    text_init(&writer.word);
    write_roster(game, out);
    write_other_tags(game, out);
    text_append_char(out, '\n');
    if (*pgn_game_comment(game, PGN_ROOT) != '\0')
        write_comment(&writer, pgn_game_comment(game, PGN_ROOT));
    write_line(&writer, game->moves[PGN_ROOT].next, &game->start, true);
    add_word(&writer, game->result, strlen(game->result));
    flush_word(&writer);
    text_append_string(out, "\n\n");
    bool written = !writer.word.failed && !out->failed;
    text_free(&writer.word);
    return written;
}
