/*
 * PGN, the text format of chess games: reading, holding and writing whole games with variations, comments, NAGs,
 * clocks and evaluations. What a single move looks like is not decided here (SAN: rookery/chess.h).
 *
 * A PgnGame holds one game: tags, start position, a tree of moves, a result. It is filled either by a PgnReader or by
 * hand, and written by pgn_write_game(). One PgnGame may be used again and again; it keeps its memory.
 *
 * The reader takes everything people call PGN: any layout of the import format, missing blank lines, missing or
 * repeated results, `%` lines, `;` comments, CRLF, byte order marks, Latin-1, zeros in castling, long algebraic moves,
 * null moves. What it cannot make sense of is reported in PgnGame.error with line and column; the moves before it are
 * kept, and reading goes on with the next game. The writer produces the export format: seven tag roster, lines
 * below 80 columns, braces, quotes and backslashes made safe so that every game reads back as it was.
 *
 *     PgnReader *reader = pgn_reader_open("games.pgn.zst", &error);
 *     PgnGame game;
 *     pgn_game_init(&game);
 *     while (pgn_reader_next(reader, &game))
 *         puts(pgn_game_tag(&game, "White"));
 *     pgn_game_free(&game);
 *     pgn_reader_close(reader);
 *
 *     pgn_game_start(&game, &position);
 *     pgn_game_set_tag(&game, "White", "Greedy \"the\" bot");
 *     PgnNode node = PGN_ROOT;
 *     node = pgn_game_add_move(&game, node, move);
 *     pgn_game_set_comment(&game, node, "[%clk 0:00:59.8]");
 *     pgn_game_set_result(&game, "1-0");
 *     pgn_write_game(&game, &text);
 */
#ifndef ROOKERY_CHESS_PGN_H
#define ROOKERY_CHESS_PGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "rookery/chess.h"

/* ---- Games -------------------------------------------------------------------------------------------- */

/* A move in the tree, by its number; PGN_ROOT stands for the start position. Later nodes have larger numbers than
 * their parents. Where a function returns a node, PGN_ROOT also means "none". */
typedef uint32_t PgnNode;
enum { PGN_ROOT = 0 };

enum { PGN_NAGS_MAX = 8, PGN_FURTHER_ERRORS = 7 };

typedef struct PgnMove {
    Move move; /* MOVE_NONE in the root */
    PgnNode parent;
    PgnNode next;      /* the move played after this one */
    PgnNode variation; /* the next alternative to this move */
    PgnNode last;      /* the last of the alternatives after this move: next, or a variation of it */
    uint32_t note;     /* index into notes, 0 for none */
} PgnMove;

typedef struct PgnNote {
    uint32_t before; /* offset into text of the comment in front of the move, 0 for none: starts of variations only */
    uint32_t after;  /* offset into text of the comment after the move; of the root: before the first move */
    uint16_t nags[PGN_NAGS_MAX]; /* numeric annotation glyphs: 1 is "!", 2 "?", 3 "!!", ... */
    unsigned nag_count;
} PgnNote;

typedef struct PgnTag {
    uint32_t name; /* offsets into text */
    uint32_t value;
} PgnTag;

typedef struct PgnGame {
    Position start;
    const char *result; /* "1-0", "0-1", "1/2-1/2" or "*" */

    PgnMove *moves; /* moves[0] is the root */
    size_t move_count;
    size_t move_capacity;
    PgnNote *notes; /* notes[0] is unused */
    size_t note_count;
    size_t note_capacity;
    PgnTag *tags; /* in the order in which they were set */
    size_t tag_count;
    size_t tag_capacity;
    Text text;   /* NUL-terminated strings: tags and comments */
    bool failed; /* memory ran out; what was added since may be missing */

    /* Of a game that was read: */
    size_t line;                       /* where it begins, 1-based */
    size_t error_count;                /* 0: a good game */
    Error error;                       /* the first mistake, when there is one */
    Error further[PGN_FURTHER_ERRORS]; /* those after it, as many as fit */
    bool cut; /* the main line ends early because a move (or the FEN) in it could not be read */
} PgnGame;

void pgn_game_init(PgnGame *game); /* an empty game of standard chess; allocates nothing */
void pgn_game_free(PgnGame *game); /* may be used again after pgn_game_init() */
/* Empties the game and sets its start position. */
void pgn_game_start(PgnGame *game, const Position *start);

/* Sets or replaces a tag. SetUp, FEN, Variant and Result are written from start and result, whatever is set here.
 * Line breaks and other control characters become spaces. A name that PGN does not allow is ignored. */
void pgn_game_set_tag(PgnGame *game, const char *name, const char *value);
/* The value, valid until the game is changed; NULL when there is no such tag. */
const char *pgn_game_tag(const PgnGame *game, const char *name);
/* Sets the result; any other text than the four results means "*". */
void pgn_game_set_result(PgnGame *game, const char *result);

/* Adds a move after `parent`: the first becomes the continuation, later ones are variations of it. The move must be
 * legal there, or MOVE_NULL. Returns PGN_ROOT when memory ran out (game->failed is then set too). */
PgnNode pgn_game_add_move(PgnGame *game, PgnNode parent, Move move);
/* Replace the comment after (or, at the start of a variation, before) a move. NULL or "" removes it. Line breaks
 * become spaces. */
void pgn_game_set_comment(PgnGame *game, PgnNode node, const char *comment);
void pgn_game_set_comment_before(PgnGame *game, PgnNode node, const char *comment);
/* Adds a NAG unless it is there already; at most PGN_NAGS_MAX are kept. */
void pgn_game_add_nag(PgnGame *game, PgnNode node, unsigned nag);

/* The move at a node and its neighbours are read from game->moves. The comments are "" when there is none. */
const char *pgn_game_comment(const PgnGame *game, PgnNode node);
const char *pgn_game_comment_before(const PgnGame *game, PgnNode node);
/* The note of a node, NULL when it has none. */
const PgnNote *pgn_game_note(const PgnGame *game, PgnNode node);
/* Number of moves in the main line, and the position after the move of a node (any node). */
size_t pgn_game_ply_count(const PgnGame *game);
void pgn_game_position(const PgnGame *game, PgnNode node, Position *position);

/* ---- Reading ------------------------------------------------------------------------------------------ */

typedef struct PgnReader PgnReader;

typedef struct PgnOptions {
    Variant variant;     /* of games without a Variant tag; VARIANT_STANDARD is 0 */
    bool main_line_only; /* skip variations, comments and NAGs unread: faster */
} PgnOptions;

/* Opens a file ("-": standard input), plain or .zst; options may be NULL. NULL and *error on failure. */
PgnReader *pgn_reader_open(const char *path, const PgnOptions *options, Error *error);
/* Reads from memory, plain or zstd, which must stay until pgn_reader_close(). NULL when memory runs out. */
PgnReader *pgn_reader_open_memory(const void *bytes, size_t length, const PgnOptions *options);
/* Reads the next game. False at the end of the input, and when the input could not be read further: see
 * pgn_reader_failed(). A game with mistakes is a game: see game->error_count. */
bool pgn_reader_next(PgnReader *reader, PgnGame *game);
bool pgn_reader_failed(const PgnReader *reader, Error *error);
void pgn_reader_close(PgnReader *reader); /* NULL is allowed */

/* ---- Writing ------------------------------------------------------------------------------------------ */

/* Appends the game in export format, ending in an empty line. False when memory ran out. */
bool pgn_write_game(const PgnGame *game, Text *out);

/* ---- Clocks and evaluations in comments --------------------------------------------------------------- */

/* An evaluation from White's point of view. */
typedef struct PgnEval {
    bool mate;
    int value; /* centipawns; with mate the number of moves to it, negative when Black mates (0: mated already) */
    int depth; /* plies, 0 when unknown */
} PgnEval;

/* Look for [%clk h:mm:ss.fff], [%emt h:mm:ss.fff] and [%eval 0.17,20] or [%eval #-3,20]. False if there is none. */
bool pgn_comment_clock(const char *comment, int64_t *milliseconds);
bool pgn_comment_elapsed(const char *comment, int64_t *milliseconds);
bool pgn_comment_eval(const char *comment, PgnEval *eval);
/* Appends what remains of a comment without its [%...] commands. */
void pgn_comment_plain(const char *comment, Text *out);

/* Append such a command to a comment that is being built, after a space if it is not empty. */
void pgn_comment_add_clock(Text *comment, int64_t milliseconds);
void pgn_comment_add_elapsed(Text *comment, int64_t milliseconds);
void pgn_comment_add_eval(Text *comment, PgnEval eval);

#endif
