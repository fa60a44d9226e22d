/* Boards as objects: their life, copies, pickles, and keeping them in step with what callers assign. */
#include "board.h"

#include <string.h>

/* ---- Keeping in step ------------------------------------------------------------------------------------ */

bool board_loosen(BoardObject *board) {
    if (board->loose != NULL)
        return true;
    LooseBoard *loose = PyMem_Malloc(sizeof *loose);
    if (loose == NULL) {
        PyErr_NoMemory();
        return false;
    }
    const Position *position = board_position(board);
    memcpy(loose->by_type, position->by_type, sizeof loose->by_type);
    memcpy(loose->by_color, position->by_color, sizeof loose->by_color);
    loose->occupied = position_occupied(position);
    loose->promoted = position->promoted;
    board->loose = loose;
    board->given = true;
    return true;
}

static void drop_loose(BoardObject *board) {
    PyMem_Free(board->loose);
    board->loose = NULL;
    board->watch &= (uint8_t)~WATCH_LOOSE;
}

/* Where the bitboards contradict each other, the lower piece type and White win, as in piece_type_at(). */
void position_from_bitboards(Position *position, const Bitboard by_type[7], const Bitboard by_color[2],
                             Bitboard promoted) {
    Bitboard left = by_color[WHITE] | by_color[BLACK];
    memset(position->board, NO_PIECE, sizeof position->board);
    memset(position->by_color, 0, sizeof position->by_color);
    for (PieceType type = PAWN; type <= KING; type++) {
        Bitboard men = by_type[type] & left;
        position->by_type[type] = men;
        left ^= men;
        while (men != 0) {
            Square square = pop_lsb(&men);
            Color color = by_color[WHITE] & square_bit(square) ? WHITE : BLACK;
            position->board[square] = piece_make(color, type);
            position->by_color[color] |= square_bit(square);
        }
    }
    position->promoted = promoted & position_occupied(position);
}

/* What the caller wrote into occupied_co. */
static bool take_sides(BoardObject *board) {
    PublicState *state = &board->state;
    for (int color = 0; color < 2; color++) {
        PyObject *item = PyList_GetItem(state->sides, color);
        if (item != NULL && item == state->sides_known[color])
            continue;
        Bitboard value;
        if (item == NULL || !bitboard_from_py(item, &value) || !board_loosen(board))
            return false;
        SET_REFERENCE(state->sides_known[color], new_ref(item));
        state->sides_value[color] = value;
        board->loose->by_color[!color] = value;
        board->watch |= WATCH_LOOSE;
    }
    return true;
}

bool board_settle_slow(BoardObject *board) {
    if (!sides_are_ours(&board->state) && !take_sides(board))
        return false;
    if ((board->watch & (WATCH_POCKETS | WATCH_CHECKS)) && !extra_take(board))
        return false;
    if ((board->watch & (WATCH_LOOSE | WATCH_STALE)) == 0)
        return true;
    Position *position = board_position(board);
    if (board->watch & WATCH_LOOSE)
        position_from_bitboards(position, board->loose->by_type, board->loose->by_color, board->loose->promoted);
    position_refresh(position);
    board->watch &= (uint8_t) ~(WATCH_LOOSE | WATCH_STALE);
    return true;
}

static inline void publish_object(PyObject **slot, PyObject *borrowed) {
    if (*slot == borrowed)
        return;
    Py_INCREF(borrowed);
    SET_REFERENCE(*slot, borrowed);
}

static void publish_number(PyObject **slot, uint32_t number) {
    if (LIKELY(number < sizeof core.ints / sizeof core.ints[0]))
        publish_object(slot, core.ints[number]);
    else
        SET_REFERENCE(*slot, PyLong_FromUnsignedLong(number));
}

static inline void publish_men(PublicState *state, int number, Bitboard men) {
    if (LIKELY(state->men_value[number] == men && state->men[number] != NULL))
        return;
    SET_REFERENCE(state->men[number], bitboard_shared(men));
    state->men_value[number] = men;
}

static inline void publish_side(PublicState *state, int color, Bitboard men) {
    if (LIKELY(state->sides_value[color] == men && state->sides_known[color] != NULL))
        return;
    PyObject *made = bitboard_shared(men);
    if (made == NULL)
        return;
    SET_REFERENCE(state->sides_known[color], made);
    state->sides_value[color] = men;
    if (LIKELY(state->sides != NULL)) /* else the garbage collector has taken it, and a finaliser plays on */
        PyList_SetItem(state->sides, color, new_ref(made));
}

/* Bitboards that were assigned show as they were assigned until the next move. */
static void publish_board(BoardObject *board) {
    const Position *p = board_position(board);
    const LooseBoard *loose = board->loose;
    PublicState *state = &board->state;
    const Bitboard *by_type = loose != NULL ? loose->by_type : p->by_type;
    const Bitboard *by_color = loose != NULL ? loose->by_color : p->by_color;
    for (PieceType type = PAWN; type <= KING; type++)
        publish_men(state, type, by_type[type]);
    publish_men(state, MEN_OCCUPIED, loose != NULL ? loose->occupied : position_occupied(p));
    publish_men(state, MEN_PROMOTED, loose != NULL ? loose->promoted : p->promoted);
    publish_side(state, 1, by_color[WHITE]);
    publish_side(state, 0, by_color[BLACK]);
}

void board_publish(BoardObject *board) {
    const Position *p = board_position(board);
    PublicState *state = &board->state;
    publish_object(&state->turn, p->side == WHITE ? Py_True : Py_False);
    publish_object(&state->ep_square, p->ep == NO_SQUARE ? Py_None : core.ints[p->ep]);
    publish_object(&state->chess960, p->chess960 ? Py_True : Py_False);
    publish_number(&state->halfmove_clock, p->halfmove_clock);
    publish_number(&state->fullmove_number, p->fullmove_number);
    if (UNLIKELY(state->castling_rights == NULL || state->castling != p->castling)) {
        SET_REFERENCE(state->castling_rights, bitboard_to_py(p->castling));
        state->castling = p->castling;
    }
    publish_board(board);
}

static void update_given(BoardObject *board) {
    drop_loose(board);
    if (board->extra != NULL)
        extra_give(board);
    board->given = board->extra != NULL;
}

void board_moved(BoardObject *board) {
    if (UNLIKELY(board->given))
        update_given(board);
    board_publish(board);
    stack_publish(board);
}

/* ---- Making and ending ---------------------------------------------------------------------------------- */

void board_forget(BoardObject *board) {
    Game *game = &board->game;
    if (game->ply != 0)
        game->positions[0] = game->positions[game->ply];
    game->ply = 0;
    stack_publish(board);
}

void board_reset_to(BoardObject *board, const Position *position) {
    bool chess960 = board_position(board)->chess960;
    board->game.ply = 0;
    board->game.positions[0] = *position;
    board->game.positions[0].chess960 = chess960;
    board->watch &= (uint8_t)~WATCH_STALE;
    board_moved(board);
}

Variant variant_of_type(PyTypeObject *type, bool *sealed) {
    for (Variant variant = 0; variant < VARIANT_COUNT; variant++) {
        if (type == core.boards[variant] || type == core.arenas[variant]) {
            *sealed = true;
            return variant;
        }
    }
    *sealed = type == core.base_board;
    /* Antichess derives from giveaway, which derives from suicide: ask the most derived first. */
    for (Variant variant = 0; variant < VARIANT_COUNT && !*sealed; variant++)
        if (variant != VARIANT_STANDARD && core.boards[variant] != NULL && PyType_IsSubtype(type, core.boards[variant]))
            return variant;
    return VARIANT_STANDARD;
}

/* A board without a game yet. */
static BoardObject *board_allocate(PyTypeObject *type) {
    BoardObject *board = (BoardObject *)PyType_GenericAlloc(type, 0);
    if (board == NULL)
        return NULL;
    board->state.sides = PyList_New(2);
    board->state.move_stack = PyList_New(0);
    if (board->state.sides != NULL && board->state.move_stack != NULL)
        return board;
    Py_DECREF(board);
    return NULL;
}

static PyObject *board_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    (void)arguments, (void)keywords;
    BoardObject *board = board_allocate(type);
    if (board == NULL)
        return NULL;
    Position empty;
    bool sealed;
    position_clear(&empty, variant_of_type(type, &sealed));
    position_refresh(&empty);
    board->sealed = sealed;
    if (!sealed && !hooks_find(type, empty.variant, &board->hooks)) {
        Py_DECREF(board);
        return NULL;
    }
    if (!game_init(&board->game, &empty)) {
        Py_DECREF(board);
        return PyErr_NoMemory();
    }
    board_publish(board);
    return (PyObject *)board;
}

static int board_traverse(PyObject *self, visitproc visit, void *arg) {
    BoardObject *board = (BoardObject *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(board->dict);
    Py_VISIT(board->state.move_stack);
    Py_VISIT(board->state.sides);
    Py_VISIT(board->extra);
    return 0;
}

static int board_clear_references(PyObject *self) {
    BoardObject *board = (BoardObject *)self;
    Py_CLEAR(board->dict);
    Py_CLEAR(board->state.move_stack);
    Py_CLEAR(board->state.sides);
    Py_CLEAR(board->extra);
    for (int i = 0; i < 2; i++) {
        Py_CLEAR(board->state.sides_known[i]);
        Py_CLEAR(board->extra_known[i]);
    }
    board->watch &= WATCH_LOOSE | WATCH_STALE;
    return 0;
}

static void drop_state(PublicState *state) {
    PyObject *const values[] = {state->turn,           state->castling_rights, state->ep_square,
                                state->halfmove_clock, state->fullmove_number, state->chess960};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        Py_XDECREF(values[i]);
    for (int i = 0; i < MEN_COUNT; i++)
        Py_XDECREF(state->men[i]);
}

static void board_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    BoardObject *board = (BoardObject *)self;
    PyObject_GC_UnTrack(self);
    if (board->weak_references != NULL)
        PyObject_ClearWeakRefs(self);
    board_clear_references(self);
    drop_state(&board->state);
    PyMem_Free(board->loose);
    game_free(&board->game);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* ---- Setting up ----------------------------------------------------------------------------------------- */

void board_set_chess960(BoardObject *board, bool chess960) {
    for (size_t i = 0; i <= board->game.ply; i++)
        board->game.positions[i].chess960 = chess960;
    board_publish(board);
}

bool board_set_start(BoardObject *board) {
    Position start;
    position_start(&start, board_position(board)->variant);
    board_reset_to(board, &start);
    return true;
}

bool board_set_empty(BoardObject *board) {
    Position empty;
    position_clear(&empty, board_position(board)->variant);
    position_refresh(&empty);
    board_reset_to(board, &empty);
    return true;
}

/* Calls a method that a subclass may have replaced. */
static bool call_method(PyObject *self, const char *name, PyObject *argument) {
    PyObject *method = PyObject_GetAttrString(self, name);
    PyObject *result = method == NULL ? NULL : PyObject_CallFunctionObjArgs(method, argument, NULL);
    Py_XDECREF(method);
    Py_XDECREF(result);
    return result != NULL;
}

static int is_start_fen(PyObject *self, PyObject *fen) {
    PyObject *start = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "starting_fen");
    int same = start == NULL ? -1 : PyObject_RichCompareBool(fen, start, Py_EQ);
    Py_XDECREF(start);
    return same;
}

static bool set_up_subclass(PyObject *self, PyObject *fen) {
    if (fen == Py_None)
        return call_method(self, "clear", NULL);
    int start = fen == NULL ? 1 : is_start_fen(self, fen);
    if (start < 0)
        return false;
    return start ? call_method(self, "reset", NULL) : call_method(self, "set_fen", fen);
}

static int board_init(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static const char *names[] = {"fen", "chess960", NULL};
    PyObject *fen = NULL;
    int chess960 = 0;
    /* Parsing nothing costs as much as making the board. */
    bool given = PyTuple_Size(arguments) != 0 || keywords != NULL;
    if (given && !PyArg_ParseTupleAndKeywords(arguments, keywords, "|Op:Board", (char **)names, &fen, &chess960))
        return -1;
    BoardObject *board = (BoardObject *)self;
    if (!board_settle(board))
        return -1;
    board_set_chess960(board, chess960);
    bool done;
    if (!board->sealed)
        done = set_up_subclass(self, fen);
    else if (fen == NULL)
        done = board_set_start(board);
    else if (fen == Py_None)
        done = board_set_empty(board);
    else
        done = board_set_fen_text(board, fen);
    return done ? 0 : -1;
}

static int base_board_init(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static const char *names[] = {"board_fen", NULL};
    PyObject *fen = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:BaseBoard", (char **)names, &fen))
        return -1;
    BoardObject *board = (BoardObject *)self;
    if (!board_settle(board))
        return -1;
    if (fen == NULL)
        return board_set_start(board) ? 0 : -1;
    if (fen == Py_None)
        return board_set_empty(board) ? 0 : -1;
    return board_set_board_fen_text(board, fen) ? 0 : -1;
}

/* ---- Copies --------------------------------------------------------------------------------------------- */

/* A new board of the same class. A subclass with its own __init__ is made as python-chess makes it. */
static BoardObject *board_sibling(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    BoardObject *board = (BoardObject *)self;
    if (board->sealed)
        return board_allocate(type);
    void *init = PyType_GetSlot(type, Py_tp_init);
    if (init == (void *)board_init || init == (void *)base_board_init)
        return board_allocate(type);
    PyObject *made = PyObject_CallFunctionObjArgs((PyObject *)type, Py_None, NULL);
    if (made != NULL && !is_board(made)) {
        PyErr_SetString(PyExc_TypeError, "calling the class of a board did not give a board");
        Py_CLEAR(made);
    }
    return (BoardObject *)made;
}

PyObject *board_copy_plies(PyObject *self, size_t plies) {
    BoardObject *board = (BoardObject *)self;
    if (!board_settle(board))
        return NULL;
    BoardObject *copy = board_sibling(self);
    if (copy == NULL)
        return NULL;
    copy->sealed = board->sealed;
    copy->hooks = board->hooks;
    copy->increment_ms = board->increment_ms;
    game_free(&copy->game);
    if (!game_copy_last(&copy->game, &board->game, plies)) {
        Py_DECREF(copy);
        return PyErr_NoMemory();
    }
    work_done.copies++;
    stack_share(copy, board);
    board_moved(copy);
    return (PyObject *)copy;
}

static PyObject *board_copy(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
    static const char *const names[] = {"stack"};
    BoardObject *board = (BoardObject *)self;
    size_t plies = board->game.ply;
    if (count != 0 || keywords != NULL) {
        PyObject *stack;
        if (!arguments_spread("copy", arguments, count, keywords, names, 1, 0, 0, &stack))
            return NULL;
        if (stack != NULL && stack != Py_True) {
            long wanted = PyLong_AsLong(stack);
            if (wanted == -1 && PyErr_Occurred())
                return NULL;
            if (wanted < 0)
                return PyErr_Format(PyExc_ValueError, "a copy cannot keep %ld moves", wanted);
            plies = (size_t)wanted < plies ? (size_t)wanted : plies;
        }
    }
    return board_copy_plies(self, plies);
}

static PyObject *base_board_copy(PyObject *self, PyObject *unused) {
    (void)unused;
    return board_copy_plies(self, 0);
}

static PyObject *board_dunder_copy(PyObject *self, PyObject *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    return board->sealed ? board_copy_plies(self, board->game.ply) : PyObject_CallMethod(self, "copy", NULL);
}

static PyObject *board_dunder_deepcopy(PyObject *self, PyObject *memo) {
    PyObject *copy = board_dunder_copy(self, NULL);
    PyObject *key = copy == NULL ? NULL : PyLong_FromVoidPtr(self);
    if (key == NULL || (PyDict_Check(memo) && PyDict_SetItem(memo, key, copy) < 0))
        Py_CLEAR(copy);
    Py_XDECREF(key);
    return copy;
}

static PyObject *board_root(PyObject *self, PyObject *unused) {
    (void)unused;
    BoardObject *board = (BoardObject *)self;
    if (!board_settle(board))
        return NULL;
    if (board->game.ply == 0)
        return board_copy_plies(self, 0);
    BoardObject *root = board_sibling(self);
    if (root == NULL)
        return NULL;
    root->sealed = board->sealed;
    root->hooks = board->hooks;
    root->increment_ms = board->increment_ms;
    game_free(&root->game);
    if (!game_init(&root->game, &board->game.positions[0])) {
        Py_DECREF(root);
        return PyErr_NoMemory();
    }
    board_moved(root);
    return (PyObject *)root;
}

/* ---- Pickles -------------------------------------------------------------------------------------------- */

static PyObject *board_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *copyreg = core_import("copyreg");
    PyObject *make = copyreg == NULL ? NULL : PyObject_GetAttrString(copyreg, "__newobj__");
    Py_XDECREF(copyreg);
    PyObject *state = make == NULL ? NULL : board_state_to_py((BoardObject *)self);
    PyObject *result = state == NULL ? NULL : Py_BuildValue("O(O)O", make, Py_TYPE(self), state);
    Py_XDECREF(make);
    Py_XDECREF(state);
    return result;
}

static PyObject *board_setstate(PyObject *self, PyObject *state) {
    BoardObject *board = (BoardObject *)self;
    if (!board_state_from_py(board, state))
        return NULL;
    stack_clear(board);
    board_moved(board);
    return none();
}

/* ---- Comparing ------------------------------------------------------------------------------------------ */

static bool same_men(const Position *a, const Position *b) {
    return memcmp(a->by_type, b->by_type, sizeof a->by_type) == 0 &&
           memcmp(a->by_color, b->by_color, sizeof a->by_color) == 0;
}

/* The key stands for castling rights, legal en passant and what variants add. */
static bool same_position(const Position *a, const Position *b) {
    return a->variant == b->variant && a->side == b->side && a->key == b->key &&
           a->halfmove_clock == b->halfmove_clock && a->fullmove_number == b->fullmove_number && same_men(a, b);
}

static PyObject *board_compare(PyObject *self, PyObject *other, int operator) {
    if ((operator!= Py_EQ && operator!= Py_NE) || !is_board(other))
        return new_ref(Py_NotImplemented);
    const Position *a = board_read(self), *b = board_read(other);
    if (a == NULL || b == NULL)
        return NULL;
    bool whole = PyType_IsSubtype(Py_TYPE(self), core.boards[VARIANT_STANDARD]) &&
                 PyType_IsSubtype(Py_TYPE(other), core.boards[VARIANT_STANDARD]);
    bool same = whole ? same_position(a, b) : same_men(a, b);
    return bool_to_py(same == (operator== Py_EQ));
}

/* ---- Methods and slots ---------------------------------------------------------------------------------- */

static PyObject *board_reset(PyObject *self, PyObject *unused) {
    (void)unused;
    return board_settle((BoardObject *)self) && board_set_start((BoardObject *)self) ? none() : NULL;
}

static PyObject *board_clear(PyObject *self, PyObject *unused) {
    (void)unused;
    return board_settle((BoardObject *)self) && board_set_empty((BoardObject *)self) ? none() : NULL;
}

static PyObject *board_clear_stack(PyObject *self, PyObject *unused) {
    (void)unused;
    if (!board_settle((BoardObject *)self))
        return NULL;
    board_forget((BoardObject *)self);
    return none();
}

static PyObject *board_empty(PyObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *with_none = PyTuple_Size(arguments) == 0 ? Py_BuildValue("(O)", Py_None) : new_ref(arguments);
    PyObject *board = with_none == NULL ? NULL : PyObject_Call(type, with_none, keywords);
    Py_XDECREF(with_none);
    return board;
}

PyMethodDef base_board_life_methods[] = {
    {"copy", base_board_copy, METH_NOARGS, "copy($self)\n--\n\nA copy of the board."},
    {"empty", AS_METHOD(board_empty), METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     "empty($type)\n--\n\nA board without men."},
    {"__copy__", board_dunder_copy, METH_NOARGS, NULL},
    {"__deepcopy__", board_dunder_deepcopy, METH_O, NULL},
    {"__reduce__", board_reduce, METH_NOARGS, NULL},
    {"__setstate__", board_setstate, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef board_life_methods[] = {
    {"copy", AS_METHOD(board_copy), METH_FASTCALL | METH_KEYWORDS,
     "copy($self, *, stack=True)\n--\n\nA copy with the whole history, none (False), or the last moves (a number)."},
    {"root", board_root, METH_NOARGS,
     "root($self)\n--\n\nA copy of the position before the first move of the history."},
    {"reset", board_reset, METH_NOARGS, "reset($self)\n--\n\nSets up the start position."},
    {"clear", board_clear, METH_NOARGS, "clear($self)\n--\n\nRemoves all men, rights and history."},
    {"clear_stack", board_clear_stack, METH_NOARGS, "clear_stack($self)\n--\n\nForgets the history."},
    {NULL, NULL, 0, NULL},
};

initproc board_init_slot = board_init, base_board_init_slot = base_board_init;
newfunc board_new_slot = board_new;
destructor board_dealloc_slot = board_dealloc;
traverseproc board_traverse_slot = board_traverse;
inquiry board_clear_slot = board_clear_references;
richcmpfunc board_compare_slot = board_compare;
