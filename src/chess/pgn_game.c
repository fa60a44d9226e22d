/* Holding a game: the arrays of tags, moves and notes, and the text that they point into. */
#include <stdlib.h>
#include <string.h>

#include "chess/pgn_internal.h"

/* Offsets are 32 bits wide; long before that a "game" is somebody's idea of a joke. */
enum { TEXT_MAX = 1 << 28, ELEMENTS_MAX = 1 << 26 };

/* What `moves` points to while nothing is allocated: a root without a move. Never written. */
static PgnMove empty_root[1];

static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
enum { RESULT_COUNT = sizeof results / sizeof results[0], RESULT_UNKNOWN = 3 };

/* The array with room for one more element; NULL (and game->failed) when memory ran out, the array being as it was. */
static void *grow(PgnGame *game, void *array, size_t count, size_t *capacity, size_t element_size) {
    if (count < *capacity)
        return array;
    size_t wanted = *capacity > 0 ? *capacity * 2 : 16;
    void *grown = count < ELEMENTS_MAX ? realloc(*capacity > 0 ? array : NULL, wanted * element_size) : NULL;
    if (grown == NULL)
        game->failed = true;
    else
        *capacity = wanted;
    return grown;
}

/* ---- Text --------------------------------------------------------------------------------------------- */

static bool is_control(char c) {
    return (unsigned char)c < ' ' || c == 0x7f;
}

/* Keeps a string and returns its offset; 0, the empty string, when there is no room. Control characters become
 * spaces, for neither a tag nor a comment can hold them; what is not UTF-8 is taken for Latin-1, the character set of
 * the PGN standard. */
static uint32_t keep_string(PgnGame *game, const char *bytes, size_t length) {
    Text *text = &game->text;
    if (text->length == 0)
        text_append_char(text, '\0');
    if (text->length + length >= TEXT_MAX || !text_reserve(text, length + 1)) {
        game->failed = true;
        return 0;
    }
    size_t offset = text->length;
    if (utf8_is_valid(bytes, length))
        text_append(text, bytes, length);
    else
        text_append_latin1(text, bytes, length);
    for (size_t i = offset; i < text->length; i++)
        if (is_control(text->data[i]))
            text->data[i] = ' ';
    text_append_char(text, '\0');
    game->failed |= text->failed;
    return (uint32_t)offset;
}

static const char *string_at(const PgnGame *game, uint32_t offset) {
    return game->text.data + offset;
}

/* ---- Life --------------------------------------------------------------------------------------------- */

void pgn_game_init(PgnGame *game) {
    *game = (PgnGame){.result = results[RESULT_UNKNOWN], .moves = empty_root, .move_count = 1};
    text_init(&game->text);
    position_start(&game->start, VARIANT_STANDARD);
}

void pgn_game_free(PgnGame *game) {
    if (game->move_capacity > 0)
        free(game->moves);
    free(game->notes);
    free(game->tags);
    text_free(&game->text);
}

void pgn_game_start(PgnGame *game, const Position *start) {
    game->start = *start;
    game->result = results[RESULT_UNKNOWN];
    game->move_count = 1;
    if (game->move_capacity > 0)
        game->moves[PGN_ROOT] = (PgnMove){.move = MOVE_NONE};
    game->note_count = 0;
    game->tag_count = 0;
    text_clear(&game->text);
    game->failed = false;
    game->line = 0;
    game->error_count = 0;
    game->cut = false;
}

void pgn_game_set_result(PgnGame *game, const char *result) {
    int i = 0;
    while (i < RESULT_UNKNOWN && strcmp(result, results[i]) != 0)
        i++;
    game->result = results[i];
}

/* ---- Tags --------------------------------------------------------------------------------------------- */

static PgnTag *find_tag(const PgnGame *game, const char *name) {
    for (size_t i = 0; i < game->tag_count; i++)
        if (strcmp(string_at(game, game->tags[i].name), name) == 0)
            return &game->tags[i];
    return NULL;
}

/* PGN allows letters, digits and the underscore; '-', '.' and letters beyond ASCII are seen too. */
bool pgn_is_tag_name(const char *name) {
    const char *c = name;
    while ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_' || *c == '-' ||
           *c == '.' || (unsigned char)*c >= 0x80)
        c++;
    return c != name && *c == '\0';
}

void pgn_game_set_tag(PgnGame *game, const char *name, const char *value) {
    if (!pgn_is_tag_name(name))
        return;
    /* Names are compared as they are kept: in UTF-8, whatever they came in. */
    uint32_t name_offset = keep_string(game, name, strlen(name));
    uint32_t value_offset = keep_string(game, value, strlen(value));
    if (name_offset == 0 || (value_offset == 0 && *value != '\0'))
        return;
    PgnTag *tag = find_tag(game, string_at(game, name_offset));
    if (tag != NULL) {
        tag->value = value_offset;
        return;
    }
    PgnTag *tags = grow(game, game->tags, game->tag_count, &game->tag_capacity, sizeof *tags);
    if (tags == NULL)
        return;
    game->tags = tags;
    game->tags[game->tag_count++] = (PgnTag){name_offset, value_offset};
}

const char *pgn_game_tag(const PgnGame *game, const char *name) {
    const PgnTag *tag = find_tag(game, name);
    return tag != NULL ? string_at(game, tag->value) : NULL;
}

/* ---- Moves -------------------------------------------------------------------------------------------- */

static bool grow_moves(PgnGame *game) {
    bool first = game->move_capacity == 0;
    PgnMove *moves = grow(game, game->moves, game->move_count, &game->move_capacity, sizeof *moves);
    if (moves == NULL)
        return false;
    game->moves = moves;
    if (first)
        moves[PGN_ROOT] = (PgnMove){.move = MOVE_NONE};
    return true;
}

PgnNode pgn_game_add_move(PgnGame *game, PgnNode parent, Move move) {
    if (game->move_count >= game->move_capacity && !grow_moves(game))
        return PGN_ROOT;
    PgnMove *moves = game->moves;
    PgnNode node = (PgnNode)game->move_count++;
    moves[node] = (PgnMove){.move = move, .parent = parent};
    if (moves[parent].next == PGN_ROOT)
        moves[parent].next = node;
    else
        moves[moves[parent].last].variation = node;
    moves[parent].last = node;
    return node;
}

size_t pgn_game_ply_count(const PgnGame *game) {
    size_t count = 0;
    for (PgnNode node = game->moves[PGN_ROOT].next; node != PGN_ROOT; node = game->moves[node].next)
        count++;
    return count;
}

/* Parents come before their children, so the path is found upwards and played downwards, a stretch at a time. */
void pgn_game_position(const PgnGame *game, PgnNode node, Position *position) {
    enum { STRETCH = 256 };
    Move stretch[STRETCH];
    size_t length = 0;
    for (PgnNode at = node; at != PGN_ROOT; at = game->moves[at].parent)
        length++;
    *position = game->start;
    for (size_t played = 0; played < length;) {
        size_t count = length - played < STRETCH ? length - played : STRETCH;
        PgnNode at = node;
        for (size_t below = length - played - count; below > 0; below--)
            at = game->moves[at].parent;
        for (size_t i = count; i > 0; i--, at = game->moves[at].parent)
            stretch[i - 1] = game->moves[at].move;
        for (size_t i = 0; i < count; i++)
            position_play(position, stretch[i], position);
        played += count;
    }
}

/* ---- Notes -------------------------------------------------------------------------------------------- */

const PgnNote *pgn_game_note(const PgnGame *game, PgnNode node) {
    uint32_t note = game->moves[node].note;
    return note != 0 ? &game->notes[note] : NULL;
}

/* The note of a node, made if there is none; NULL when memory ran out. */
static PgnNote *demand_note(PgnGame *game, PgnNode node) {
    if (game->moves[node].note != 0)
        return &game->notes[game->moves[node].note];
    if (game->move_capacity == 0 && !grow_moves(game))
        return NULL;
    size_t count = game->note_count > 0 ? game->note_count : 1; /* number 0 means none */
    PgnNote *notes = grow(game, game->notes, count, &game->note_capacity, sizeof *notes);
    if (notes == NULL)
        return NULL;
    game->notes = notes;
    notes[count] = (PgnNote){.nag_count = 0};
    game->note_count = count + 1;
    game->moves[node].note = (uint32_t)count;
    return &notes[count];
}

static bool is_blank(char c) {
    return c == ' ' || is_control(c);
}

/* Cuts white space from both ends, as reading the written comment would. */
static const char *trim(const char *string, size_t *length) {
    *length = strlen(string);
    while (*length > 0 && is_blank(string[*length - 1]))
        --*length;
    while (*length > 0 && is_blank(*string)) {
        string++;
        --*length;
    }
    return string;
}

static void set_comment(PgnGame *game, PgnNode node, const char *comment, bool before) {
    size_t length = 0;
    comment = comment != NULL ? trim(comment, &length) : "";
    if (length == 0 && game->moves[node].note == 0)
        return;
    PgnNote *note = demand_note(game, node);
    if (note != NULL)
        *(before ? &note->before : &note->after) = length == 0 ? 0 : keep_string(game, comment, length);
}

void pgn_game_set_comment(PgnGame *game, PgnNode node, const char *comment) {
    set_comment(game, node, comment, false);
}

void pgn_game_set_comment_before(PgnGame *game, PgnNode node, const char *comment) {
    set_comment(game, node, comment, true);
}

static const char *comment_of(const PgnGame *game, PgnNode node, bool before) {
    const PgnNote *note = pgn_game_note(game, node);
    uint32_t offset = note == NULL ? 0 : before ? note->before : note->after;
    return offset != 0 ? string_at(game, offset) : "";
}

const char *pgn_game_comment(const PgnGame *game, PgnNode node) {
    return comment_of(game, node, false);
}

const char *pgn_game_comment_before(const PgnGame *game, PgnNode node) {
    return comment_of(game, node, true);
}

/* The string that was kept last is extended where it lies, so that many pieces cost no more than their length. */
void pgn_game_extend_comment(PgnGame *game, PgnNode node, const char *comment, bool before) {
    const char *present = comment_of(game, node, before);
    size_t present_length = strlen(present), length;
    comment = trim(comment, &length);
    if (length == 0 || game->failed)
        return;
    if (present_length == 0) {
        set_comment(game, node, comment, before);
        return;
    }
    size_t offset = (size_t)(present - game->text.data);
    if (offset + present_length + 1 == game->text.length) {
        text_truncate(&game->text, offset + present_length);
        text_append_char(&game->text, ' ');
        keep_string(game, comment, length);
        return;
    }
    Text joined;
    text_init(&joined);
    text_append(&joined, present, present_length);
    text_append_char(&joined, ' ');
    text_append(&joined, comment, length);
    game->failed |= joined.failed;
    set_comment(game, node, joined.data, before);
    text_free(&joined);
}

void pgn_game_add_nag(PgnGame *game, PgnNode node, unsigned nag) {
    PgnNote *note = demand_note(game, node);
    if (note == NULL || nag > UINT16_MAX)
        return;
    for (unsigned i = 0; i < note->nag_count; i++)
        if (note->nags[i] == nag)
            return;
    if (note->nag_count < PGN_NAGS_MAX)
        note->nags[note->nag_count++] = (uint16_t)nag;
}
