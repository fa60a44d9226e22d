/* Texts of positions and moves. */
#include <stdlib.h>
#include <string.h>

#include "chess/pgn.h"
#include "export.h"

char text_buffer[TEXT_BUFFER_SIZE];

char *EXPORT(text_address)(void);
char *text_address(void) {
    return text_buffer;
}

int text_fail(const Error *error) {
    memcpy(text_buffer, error->message, sizeof error->message);
    return -1;
}

void *EXPORT(memory_new)(size_t bytes);
void *memory_new(size_t bytes) {
    return malloc(bytes);
}

void *EXPORT(memory_resize)(void *memory, size_t bytes);
void *memory_resize(void *memory, size_t bytes) {
    return realloc(memory, bytes);
}

void EXPORT(memory_free)(void *memory);
void memory_free(void *memory) {
    free(memory);
}

/* ---- Variants ---- */

int EXPORT(find_variant)(void);
int find_variant(void) {
    return variant_by_name(text_buffer);
}

static int text_answer(const char *text) {
    size_t length = strlen(text);
    memcpy(text_buffer, text, length + 1);
    return (int)length;
}

/* what: 0 the name, 1 the title, 2 the start position. Returns the length of the text. */
int EXPORT(variant_text)(Variant variant, int what);
int variant_text(Variant variant, int what) {
    switch (what) {
    case 0:
        return text_answer(variant_name(variant));
    case 1:
        return text_answer(variant_title(variant));
    default:
        return text_answer(variant_start_fen(variant));
    }
}

/* ---- Positions ---- */

/* Reads text_buffer. 0, or a negative number with the sentence in text_buffer. */
int EXPORT(read_fen)(Position *position, Variant variant, bool chess960);
int read_fen(Position *position, Variant variant, bool chess960) {
    Error error = {0};
    return position_from_fen(position, text_buffer, variant, chess960, &error) ? 0 : text_fail(&error);
}

size_t EXPORT(write_fen)(const Position *position, unsigned flags);
size_t write_fen(const Position *position, unsigned flags) {
    return position_to_fen(position, flags, text_buffer);
}

uint32_t EXPORT(status)(const Position *position);
uint32_t status(const Position *position) {
    return position_status(position);
}

int EXPORT(status_name)(int bit);
int status_name(int bit) {
    return text_answer(status_bit_name(bit));
}

/* ---- Moves ---- */

/* Reads text_buffer as SAN, or as UCI. The move, or a negative number with the sentence in text_buffer. */
int EXPORT(read_move)(const Position *position, bool uci);
int read_move(const Position *position, bool uci) {
    Error error = {0};
    Move move;
    char text[64];
    memcpy(text, text_buffer, sizeof text - 1);
    text[sizeof text - 1] = '\0';
    MoveTextResult result =
        uci ? uci_parse_move(position, text, &move, &error) : san_parse_move(position, text, &move, &error);
    return result == MOVE_TEXT_OK ? move : text_fail(&error);
}

size_t EXPORT(write_move)(const Position *position, Move move, bool uci);
size_t write_move(const Position *position, Move move, bool uci) {
    return uci ? uci_write_move(position, move, text_buffer) : san_write_move(position, move, text_buffer);
}

/* ---- PGN ---- */

static Text json = {.capacity = 0}; /* the last answer of read_pgn() */

static void add_json_number(const char *name, size_t number) {
    text_append_format(&json, ",\"%s\":%zu", name, number);
}

static void add_json_tags(const PgnGame *game) {
    text_append_string(&json, ",\"tags\":[");
    for (size_t i = 0; i < game->tag_count; i++) {
        text_append_string(&json, i > 0 ? ",[" : "[");
        text_append_json(&json, game->text.data + game->tags[i].name);
        text_append_char(&json, ',');
        text_append_json(&json, game->text.data + game->tags[i].value);
        text_append_char(&json, ']');
    }
    text_append_char(&json, ']');
}

/* The main line, with the comment behind each move; the comment before the first move comes first. */
static void add_json_moves(const PgnGame *game) {
    text_append_string(&json, ",\"moves\":[");
    for (PgnNode node = game->moves[PGN_ROOT].next; node != PGN_ROOT; node = game->moves[node].next)
        text_append_format(&json, "%s%u", game->moves[node].parent == PGN_ROOT ? "" : ",", game->moves[node].move);
    text_append_string(&json, "],\"comments\":[");
    PgnNode node = PGN_ROOT;
    do {
        text_append_string(&json, node == PGN_ROOT ? "" : ",");
        text_append_json(&json, pgn_game_comment(game, node));
        node = game->moves[node].next;
    } while (node != PGN_ROOT);
    text_append_char(&json, ']');
}

static void add_json_game(const PgnGame *game) {
    char fen[FEN_MAX];
    position_to_fen(&game->start, FEN_DEFAULT, fen);
    text_append_string(&json, "{\"fen\":");
    text_append_json(&json, fen);
    add_json_number("variant", game->start.variant);
    add_json_number("chess960", game->start.chess960);
    add_json_tags(game);
    add_json_moves(game);
    text_append_string(&json, ",\"result\":");
    text_append_json(&json, game->result);
    add_json_number("errors", game->error_count);
    add_json_number("cut", game->cut);
    if (game->error_count > 0) {
        add_json_number("line", game->error.line);
        add_json_number("column", game->error.column);
        text_append_string(&json, ",\"error\":");
        text_append_json(&json, game->error.message);
    }
    text_append_char(&json, '}');
}

/* Reads all games of the text as a JSON array. Its length, or -1 when memory ran out; json_address() says where. */
int EXPORT(read_pgn)(const char *bytes, size_t length, Variant variant, size_t games_max);
int read_pgn(const char *bytes, size_t length, Variant variant, size_t games_max) {
    PgnOptions options = {.variant = variant};
    PgnReader *reader = pgn_reader_open_memory(bytes, length, &options);
    if (reader == NULL)
        return -1;
    PgnGame game;
    pgn_game_init(&game);
    text_free(&json);
    text_append_char(&json, '[');
    for (size_t i = 0; i < games_max && pgn_reader_next(reader, &game); i++) {
        text_append_string(&json, i > 0 ? "," : "");
        add_json_game(&game);
    }
    text_append_char(&json, ']');
    bool failed = json.failed || game.failed;
    pgn_game_free(&game);
    pgn_reader_close(reader);
    return failed ? -1 : (int)json.length;
}

const char *EXPORT(json_address)(void);
const char *json_address(void) {
    return json.data;
}
