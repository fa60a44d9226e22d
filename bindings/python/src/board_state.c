/* The state of a pickled board: history and all, in a form that does not depend on the machine. */
#include "board.h"

#include <string.h>

/* One position as 128 bytes, numbers lowest byte first. Keys and other derived fields are computed again. */
enum { RECORD_SIZE = 128, STATE_VERSION = 1 };

static unsigned char *put_number(unsigned char *out, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++)
        *out++ = (unsigned char)(number >> 8 * i);
    return out;
}

static const unsigned char *get_number(const unsigned char *in, uint64_t *number, int bytes) {
    *number = 0;
    for (int i = 0; i < bytes; i++)
        *number |= (uint64_t)*in++ << 8 * i;
    return in;
}

static void write_record(const Position *p, unsigned char out[RECORD_SIZE]) {
    memset(out, 0, RECORD_SIZE);
    for (PieceType type = PAWN; type <= KING; type++)
        out = put_number(out, p->by_type[type], 8);
    for (Color color = WHITE; color <= BLACK; color++)
        out = put_number(out, p->by_color[color], 8);
    out = put_number(out, p->promoted, 8);
    out = put_number(out, p->castling, 8);
    for (Color color = WHITE; color <= BLACK; color++) {
        for (PieceType type = PAWN; type <= QUEEN; type++)
            out = put_number(out, p->pockets[color][type], 1);
        out = put_number(out, (uint8_t)p->checks_left[color], 1);
    }
    out = put_number(out, p->side, 1);
    out = put_number(out, p->ep, 1);
    out = put_number(out, p->chess960, 1);
    out = put_number(out, p->halfmove_clock, 4);
    put_number(out, p->fullmove_number, 4);
}

/* *p is a position of the right variant before. */
static void read_record(const unsigned char in[RECORD_SIZE], Position *p) {
    Bitboard by_type[7] = {0}, by_color[2], promoted;
    uint64_t number;
    for (PieceType type = PAWN; type <= KING; type++)
        in = get_number(in, &by_type[type], 8);
    for (Color color = WHITE; color <= BLACK; color++)
        in = get_number(in, &by_color[color], 8);
    in = get_number(in, &promoted, 8);
    in = get_number(in, &p->castling, 8);
    position_from_bitboards(p, by_type, by_color, promoted);
    for (Color color = WHITE; color <= BLACK; color++) {
        for (PieceType type = PAWN; type <= QUEEN; type++) {
            in = get_number(in, &number, 1);
            p->pockets[color][type] = (uint8_t)number;
        }
        in = get_number(in, &number, 1);
        p->checks_left[color] = (int8_t)number;
    }
    in = get_number(in, &number, 1);
    p->side = number != WHITE ? BLACK : WHITE;
    in = get_number(in, &number, 1);
    p->ep = (uint8_t)(number < 64 ? number : NO_SQUARE);
    in = get_number(in, &number, 1);
    p->chess960 = number != 0;
    in = get_number(in, &number, 4);
    p->halfmove_clock = (uint32_t)number;
    get_number(in, &number, 4);
    p->fullmove_number = (uint32_t)number;
    position_refresh(p);
}

/* (version, records of the positions, moves, increment, instance dict or None) */
PyObject *board_state_to_py(BoardObject *board) {
    if (!board_settle(board))
        return NULL;
    const Game *game = &board->game;
    size_t records_size = (game->ply + 1) * RECORD_SIZE, moves_size = game->ply * 2;
    unsigned char *bytes = PyMem_Malloc(records_size + moves_size);
    if (bytes == NULL)
        return PyErr_NoMemory();
    for (size_t i = 0; i <= game->ply; i++)
        write_record(&game->positions[i], bytes + i * RECORD_SIZE);
    for (size_t i = 0; i < game->ply; i++)
        put_number(bytes + records_size + 2 * i, game->moves[i], 2);
    PyObject *dict = board->dict != NULL && PyDict_Size(board->dict) > 0 ? board->dict : Py_None;
    PyObject *state = Py_BuildValue("iy#y#iO", STATE_VERSION, (char *)bytes, (Py_ssize_t)records_size,
                                    (char *)bytes + records_size, (Py_ssize_t)moves_size, board->increment_ms, dict);
    PyMem_Free(bytes);
    return state;
}

static bool restore_game(BoardObject *board, const char *records, size_t plies, const char *moves) {
    Position position = *board_position(board);
    read_record((const unsigned char *)records, &position);
    Game game;
    bool good = game_init(&game, &position);
    for (size_t i = 0; i < plies && good; i++) {
        uint64_t move;
        get_number((const unsigned char *)moves + 2 * i, &move, 2);
        good = game_play(&game, MOVE_NULL); /* makes room */
        if (!good)
            break;
        game.moves[i] = (Move)move;
        read_record((const unsigned char *)records + (i + 1) * RECORD_SIZE, &position);
        game.positions[i + 1] = position;
    }
    if (!good) {
        game_free(&game);
        PyErr_NoMemory();
        return false;
    }
    game_free(&board->game);
    board->game = game;
    return true;
}

bool board_state_from_py(BoardObject *board, PyObject *state) {
    int version, increment_ms;
    const char *records, *moves;
    Py_ssize_t records_size, moves_size;
    PyObject *dict;
    if (!PyTuple_Check(state)) {
        PyErr_SetString(PyExc_TypeError, "the state of a board must be a tuple");
        return false;
    }
    if (!PyArg_ParseTuple(state, "iy#y#iO", &version, &records, &records_size, &moves, &moves_size, &increment_ms,
                          &dict))
        return false;
    size_t plies = (size_t)moves_size / 2;
    if (version != STATE_VERSION || moves_size % 2 != 0 || (size_t)records_size != (plies + 1) * RECORD_SIZE) {
        PyErr_SetString(PyExc_ValueError, "this pickled board was written by another version or is damaged");
        return false;
    }
    if (!restore_game(board, records, plies, moves))
        return false;
    board->increment_ms = increment_ms;
    if (dict == Py_None)
        return true;
    if (board->dict == NULL)
        board->dict = PyDict_New();
    return board->dict != NULL && PyDict_Update(board->dict, dict) == 0;
}
