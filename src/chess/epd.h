/*
 * EPD: one position a line, with operations such as `bm Nf3; id "WAC.001";` behind it. Reads and writes single lines;
 * files, and what the operations mean to an engine or a match, are left to others.
 *
 * An Epd owns its memory: epd_init() once, epd_read() or epd_start() as often as wanted, epd_free() at the end.
 */
#ifndef ROOKERY_CHESS_EPD_H
#define ROOKERY_CHESS_EPD_H

#include "base/text.h"
#include "rookery/chess.h"

typedef enum EpdKind {
    EPD_NONE,    /* an opcode without operand */
    EPD_INTEGER, /* `acd 12;` */
    EPD_REAL,    /* `acs 1.5;` */
    EPD_STRING,  /* `id "x";` */
    EPD_MOVES,   /* `bm Nf3 e4;`: moves from the position; of pv: one after the other */
} EpdKind;

typedef struct EpdOperation {
    uint32_t opcode; /* offset into text */
    EpdKind kind;
    int64_t integer;
    double real;
    uint32_t string;     /* offset into text */
    uint32_t first_move; /* index into moves */
    uint32_t move_count;
} EpdOperation;

typedef struct Epd {
    Position position;
    EpdOperation *operations; /* in the order of the line; every opcode once, the last one counting */
    size_t operation_count;
    size_t operation_capacity;
    Move *moves;
    size_t move_count;
    size_t move_capacity;
    Text text;
    bool failed; /* memory ran out; something that was added is missing */
} Epd;

typedef enum EpdDialect {
    EPD_STRICT, /* four fields (five with checks) and operations, whose opcodes begin with a letter */
    EPD_OR_FEN, /* also full FENs, with or without operations; operands nobody understands are kept as strings */
} EpdDialect;

void epd_init(Epd *epd); /* allocates nothing */
void epd_free(Epd *epd); /* may be used again after epd_init() */

/* Reads one line. The operations hmvc and fmvn set the position's counters, which are 0 and 1 without them. On error
 * the contents of *epd are not specified (but may be freed or read into again), and error->column tells the place. */
bool epd_read(Epd *epd, const char *line, Variant variant, bool chess960, EpdDialect dialect, Error *error);

/* The operation with this opcode, NULL if there is none; and its opcode, text and moves. */
const EpdOperation *epd_find(const Epd *epd, const char *opcode);
const char *epd_opcode(const Epd *epd, const EpdOperation *operation);
const char *epd_string(const Epd *epd, const EpdOperation *operation); /* "" unless EPD_STRING */
const Move *epd_moves(const Epd *epd, const EpdOperation *operation);  /* move_count of them, NULL if none */

/* Empties *epd and sets its position; then operations are added (or replaced). An opcode must begin with a letter and
 * hold no white space, quotes or ';', else nothing is added and false is returned. False also when memory ran out. */
void epd_start(Epd *epd, const Position *position);
bool epd_add_none(Epd *epd, const char *opcode);
bool epd_add_integer(Epd *epd, const char *opcode, int64_t value);
bool epd_add_real(Epd *epd, const char *opcode, double value); /* must be finite */
bool epd_add_string(Epd *epd, const char *opcode, const char *value);
bool epd_add_moves(Epd *epd, const char *opcode, const Move *moves, size_t count); /* must be legal */

/* Appends the line, without a line end. Counters appear only as the operations hmvc and fmvn, if those were added. */
void epd_write(const Epd *epd, unsigned fen_flags, Text *out);

#endif
