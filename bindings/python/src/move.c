/* The Move type, and moves between Python, the library and UCI text. */
#include "core.h"

#include <stddef.h>
#include <string.h>

/* ---- Life ----------------------------------------------------------------------------------------------------- */

/* Searches make and drop moves by the million: the last few that were dropped are used again, which saves half of the
 * time. Guarded by the interpreter lock like every object. */
enum { SPARE_MAX = 256 };
static struct {
    int count;
    MoveObject *moves[SPARE_MAX];
} spare;

static inline MoveObject *move_allocate(void) {
    if (LIKELY(spare.count > 0))
        return (MoveObject *)PyObject_Init((PyObject *)spare.moves[--spare.count], core.move);
    return PyObject_New(MoveObject, core.move);
}

static void move_dealloc(PyObject *self) {
    MoveObject *move = (MoveObject *)self;
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(move->from);
    Py_XDECREF(move->to);
    Py_XDECREF(move->promotion);
    Py_XDECREF(move->drop);
    if (UNLIKELY(type != core.move)) /* a subclass has its own way to free */
        ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    else if (LIKELY(spare.count < SPARE_MAX))
        spare.moves[spare.count++] = move;
    else
        PyObject_Free(self);
    Py_DECREF(type);
}

/* Takes new references. */
static inline PyObject *move_steal(PyObject *from, PyObject *to, PyObject *promotion, PyObject *drop) {
    MoveObject *move = move_allocate();
    if (UNLIKELY(move == NULL)) {
        Py_DECREF(from);
        Py_DECREF(to);
        Py_DECREF(promotion);
        Py_DECREF(drop);
        return NULL;
    }
    move->from = from;
    move->to = to;
    move->promotion = promotion;
    move->drop = drop;
    return (PyObject *)move;
}

PyObject *move_make_py(Square from, Square to, PieceType promotion, PieceType drop) {
    return move_steal(int_to_py(from), int_to_py(to), promotion != 0 ? int_to_py(promotion) : none(),
                      drop != 0 ? int_to_py(drop) : none());
}

PyObject *move_to_py(Move move, bool chess960) {
    Square from = move_from(move), to = move_to(move);
    MoveKind kind = move_kind(move);
    if (LIKELY(kind < MOVE_PROMOTE_KNIGHT)) {
        if (UNLIKELY(move == MOVE_NULL))
            from = to = 0;
        else if (kind == MOVE_CASTLE && !chess960)
            to = (from & 56) + (to < from ? C1 : G1);
        return move_steal(int_to_py(from), int_to_py(to), none(), none());
    }
    return move_make_py(from, to, move_promotion(move), move_drop(move));
}

PyObject *parts_to_py(MoveParts parts) {
    return move_make_py(parts.from, parts.to, parts.promotion, parts.drop);
}

bool move_expect(PyObject *object) {
    if (is_move(object))
        return true;
    PyErr_Format(PyExc_TypeError, "expected a chess.Move, got %R", object);
    return false;
}

static inline bool type_part(PyObject *object, int *type) {
    if (LIKELY(object == Py_None)) {
        *type = 0;
        return true;
    }
    long value = PyLong_AsLong(object);
    *type = (int)value;
    if (LIKELY(value >= 0 && value <= KING))
        return true;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_IndexError, "piece type of a move out of range");
    return false;
}

bool move_parts(PyObject *object, MoveParts *parts) {
    if (!move_expect(object))
        return false;
    MoveObject *move = (MoveObject *)object;
    if (UNLIKELY(move->from == NULL || move->to == NULL || move->promotion == NULL || move->drop == NULL)) {
        PyErr_SetString(PyExc_AttributeError, "an attribute of this move was deleted");
        return false;
    }
    return square_from_py(move->from, &parts->from) && square_from_py(move->to, &parts->to) &&
           type_part(move->promotion, &parts->promotion) && type_part(move->drop, &parts->drop);
}

static PyObject *move_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static const char *names[] = {"from_square", "to_square", "promotion", "drop", NULL};
    PyObject *given[4] = {NULL, NULL, Py_None, Py_None};
    Py_ssize_t count = PyTuple_Size(arguments);
    if (LIKELY(keywords == NULL && count >= 2 && count <= 4)) {
        for (Py_ssize_t i = 0; i < count; i++)
            given[i] = PyTuple_GetItem(arguments, i);
    } else if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|OO:Move", (char **)names, &given[0], &given[1],
                                            &given[2], &given[3])) {
        return NULL;
    }
    MoveObject *move = LIKELY(type == core.move) ? move_allocate() : (MoveObject *)PyType_GenericAlloc(type, 0);
    if (move == NULL)
        return NULL;
    move->from = new_ref(given[0]);
    move->to = new_ref(given[1]);
    move->promotion = new_ref(given[2]);
    move->drop = new_ref(given[3]);
    return (PyObject *)move;
}

/* ---- Text --------------------------------------------------------------------------------------------- */

static const char type_letters[] = " pnbrqk";

size_t parts_write_uci(MoveParts parts, char out[UCI_MOVE_MAX]) {
    if (parts.drop != 0) {
        out[0] = (char)(type_letters[parts.drop] - 'a' + 'A');
        out[1] = '@';
        square_write(parts.to, out + 2);
        return 4;
    }
    if (parts.promotion == 0 && parts.from == 0 && parts.to == 0) {
        memcpy(out, "0000", 5);
        return 4;
    }
    square_write(parts.from, out);
    square_write(parts.to, out + 2);
    if (parts.promotion == 0)
        return 4;
    out[4] = type_letters[parts.promotion];
    out[5] = '\0';
    return 5;
}

static PyObject *move_uci(PyObject *self, PyObject *unused) {
    (void)unused;
    MoveParts parts;
    char text[UCI_MOVE_MAX];
    return move_parts(self, &parts) ? text_to_py(text, parts_write_uci(parts, text)) : NULL;
}

static PyObject *move_str(PyObject *self) {
    return move_uci(self, NULL);
}

static PyObject *move_xboard(PyObject *self, PyObject *unused) {
    (void)unused;
    MoveParts parts;
    if (!move_parts(self, &parts))
        return NULL;
    if (parts_are_null(parts))
        return text_to_py("@@@@", 4);
    char text[UCI_MOVE_MAX];
    return text_to_py(text, parts_write_uci(parts, text));
}

static PyObject *move_repr(PyObject *self) {
    PyObject *uci = move_uci(self, NULL);
    if (uci == NULL)
        return NULL;
    PyObject *result = PyUnicode_FromFormat("Move.from_uci(%R)", uci);
    Py_DECREF(uci);
    return result;
}

static int square_at(const Py_UCS4 *text) {
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return NO_SQUARE;
    return square_make((int)(text[0] - 'a'), (int)(text[1] - '1'));
}

static int type_of_letter(Py_UCS4 letter) {
    const char *found = letter > ' ' && letter < 128 ? strchr(type_letters, (int)letter) : NULL;
    return found != NULL ? (int)(found - type_letters) : 0;
}

static bool read_uci(const Py_UCS4 *text, Py_ssize_t length, MoveParts *parts) {
    if (length == 4 && text[0] == '0' && text[1] == '0' && text[2] == '0' && text[3] == '0')
        return true;
    if (length == 4 && text[1] == '@') {
        parts->drop = type_of_letter(text[0] >= 'A' && text[0] <= 'Z' ? text[0] - 'A' + 'a' : text[0]);
        parts->from = parts->to = square_at(text + 2);
        return parts->drop != 0 && parts->to != NO_SQUARE;
    }
    parts->from = square_at(text);
    parts->to = square_at(text + 2);
    if (length == 5 && (parts->promotion = type_of_letter(text[4])) == 0)
        return false;
    /* a1a1 is the null move as some programs write it. */
    return parts->from != NO_SQUARE && parts->to != NO_SQUARE && (parts->from != parts->to || parts->from == A1);
}

bool parts_parse_uci(PyObject *object, MoveParts *parts) {
    memset(parts, 0, sizeof *parts);
    Py_ssize_t length = PyUnicode_GetLength(object);
    if (length < 0) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "expected a move in UCI notation as a string, got %R", object);
        return false;
    }
    if (length == 4 || length == 5) {
        Py_UCS4 text[5];
        for (Py_ssize_t i = 0; i < length; i++)
            text[i] = PyUnicode_ReadChar(object, i);
        if (read_uci(text, length, parts))
            return true;
        if (parts->from == parts->to && parts->from != NO_SQUARE && parts->drop == 0) {
            PyErr_Format(core.invalid_move, "invalid uci (a null move is 0000): %R", object);
            return false;
        }
    }
    PyErr_Format(core.invalid_move, "invalid uci: %R", object);
    return false;
}

static PyObject *move_from_uci(PyObject *type, PyObject *text) {
    MoveParts parts;
    if (!parts_parse_uci(text, &parts))
        return NULL;
    if (LIKELY(type == (PyObject *)core.move))
        return parts_to_py(parts);
    PyObject *promotion = parts.promotion != 0 ? int_to_py(parts.promotion) : none();
    PyObject *drop = parts.drop != 0 ? int_to_py(parts.drop) : none();
    PyObject *move = PyObject_CallFunction(type, "iiOO", parts.from, parts.to, promotion, drop);
    Py_DECREF(promotion);
    Py_DECREF(drop);
    return move;
}

static PyObject *move_null(PyObject *type, PyObject *unused) {
    (void)unused;
    if (LIKELY(type == (PyObject *)core.move))
        return move_make_py(0, 0, 0, 0);
    return PyObject_CallFunction(type, "ii", 0, 0);
}

/* ---- Comparing ---------------------------------------------------------------------------------------- */

static int part_differs(PyObject *a, PyObject *b) {
    if (a == b)
        return 0;
    if (a == NULL || b == NULL)
        return 1;
    return PyObject_RichCompareBool(a, b, Py_NE);
}

static PyObject *move_compare(PyObject *self, PyObject *other, int operator) {
    if ((operator!= Py_EQ && operator!= Py_NE) || Py_TYPE(self) != Py_TYPE(other) || !is_move(self))
        return new_ref(Py_NotImplemented);
    MoveObject *a = (MoveObject *)self, *b = (MoveObject *)other;
    int differs = part_differs(a->to, b->to);
    if (differs == 0)
        differs = part_differs(a->from, b->from);
    if (differs == 0)
        differs = part_differs(a->promotion, b->promotion);
    if (differs == 0)
        differs = part_differs(a->drop, b->drop);
    return differs < 0 ? NULL : bool_to_py((differs != 0) == (operator== Py_NE));
}

/* The parts side by side; mixed, so that sets of neighbouring moves spread. */
static Py_hash_t move_hash(PyObject *self) {
    MoveParts parts;
    if (!move_parts(self, &parts))
        return -1;
    uint64_t packed = (uint64_t)(parts.from | parts.to << 6 | parts.promotion << 12 | parts.drop << 16) + 1;
    return (Py_hash_t)(packed * UINT64_C(0x9e3779b97f4a7c15) >> 8);
}

/* Somebody may have made a move a part of itself. */
static int part_is_true(PyObject *part) {
    if (part == NULL || Py_EnterRecursiveCall(" while looking at a move"))
        return part == NULL ? 0 : -1;
    int truth = PyObject_IsTrue(part);
    Py_LeaveRecursiveCall();
    return truth;
}

static int move_bool(PyObject *self) {
    MoveObject *move = (MoveObject *)self;
    PyObject *parts[4] = {move->to, move->from, move->promotion, move->drop};
    for (int i = 0; i < 4; i++) {
        int truth = part_is_true(parts[i]);
        if (truth != 0)
            return truth;
    }
    return 0;
}

static PyObject *move_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    MoveObject *move = (MoveObject *)self;
    return Py_BuildValue("O(OOOO)", Py_TYPE(self), move->from, move->to, move->promotion, move->drop);
}

/* ---- The type ----------------------------------------------------------------------------------------- */

static PyMethodDef move_methods[] = {
    {"uci", move_uci, METH_NOARGS,
     "uci($self)\n--\n\nThe move in UCI notation: e2e4, a7a8q, N@f3; 0000 for a null move."},
    {"xboard", move_xboard, METH_NOARGS, "xboard($self)\n--\n\nLike uci(), but @@@@ for a null move."},
    {"from_uci", move_from_uci, METH_O | METH_CLASS,
     "from_uci($type, uci)\n--\n\nThe move that a UCI text means; InvalidMoveError if it is not one."},
    {"null", move_null, METH_NOARGS | METH_CLASS,
     "null($type)\n--\n\nA null move: it only passes the turn. Null moves are false."},
    {"__reduce__", move_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef move_members[] = {
    {"from_square", T_OBJECT_EX, offsetof(MoveObject, from), 0, "where the move starts"},
    {"to_square", T_OBJECT_EX, offsetof(MoveObject, to), 0, "where the move ends"},
    {"promotion", T_OBJECT_EX, offsetof(MoveObject, promotion), 0, "the piece type promoted to, or None"},
    {"drop", T_OBJECT_EX, offsetof(MoveObject, drop), 0, "the piece type dropped, or None"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot move_slots[] = {
    {Py_tp_doc, DOC("Move(from_square, to_square, promotion=None, drop=None)\n--\n\n"
                    "A move from a square to a square, a promotion, a drop or a null move.")},
    {Py_tp_new, move_new},
    {Py_tp_dealloc, move_dealloc},
    {Py_tp_repr, move_repr},
    {Py_tp_str, move_str},
    {Py_tp_richcompare, move_compare},
    {Py_tp_hash, move_hash},
    {Py_nb_bool, move_bool},
    {Py_tp_methods, move_methods},
    {Py_tp_members, move_members},
    {0, NULL},
};

static PyType_Spec move_spec = {"rookery.chess.Move", sizeof(MoveObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                                move_slots};

bool move_type_init(PyObject *module) {
    core.move = type_make(module, &move_spec, NULL, "Move");
    if (core.move == NULL)
        return false;
    PyObject *match_args =
        Py_BuildValue("(ssss)", "from_square", "to_square", "promotion", "drop"); /* for the match statement */
    bool done = match_args != NULL && PyObject_SetAttrString((PyObject *)core.move, "__match_args__", match_args) == 0;
    Py_XDECREF(match_args);
    return done;
}
