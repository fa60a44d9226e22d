/* What single variants add to a board: crazyhouse's pockets and three-check's counters, as lists by colour. */
#include "board.h"

#include <stdint.h>
#include <string.h>

static const char type_letters[] = " pnbrqk";

/* ---- CrazyhousePocket --------------------------------------------------------------------------------------- */

static void pocket_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static int type_of_symbol(PyObject *symbol) {
    Py_UCS4 letter = PyUnicode_Check(symbol) && PyUnicode_GetLength(symbol) == 1 ? PyUnicode_ReadChar(symbol, 0) : 0;
    const char *found = letter > ' ' && letter < 128 ? strchr(type_letters, (int)letter) : NULL;
    if (found != NULL)
        return (int)(found - type_letters);
    PyErr_Format(PyExc_ValueError, "not the letter of a piece type: %R", symbol);
    return 0;
}

static int pocket_init(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static const char *names[] = {"symbols", NULL};
    PyObject *symbols = NULL;
    PocketObject *pocket = (PocketObject *)self;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:CrazyhousePocket", (char **)names, &symbols))
        return -1;
    memset(pocket->counts, 0, sizeof pocket->counts);
    PyObject *iterator = symbols == NULL ? NULL : PyObject_GetIter(symbols);
    for (PyObject *symbol; iterator != NULL && (symbol = PyIter_Next(iterator)) != NULL;) {
        int type = type_of_symbol(symbol);
        Py_DECREF(symbol);
        if (type == 0)
            break;
        pocket->counts[type]++;
    }
    Py_XDECREF(iterator);
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *pocket_reset(PyObject *self, PyObject *unused) {
    (void)unused;
    memset(((PocketObject *)self)->counts, 0, sizeof((PocketObject *)self)->counts);
    return none();
}

static PyObject *pocket_add(PyObject *self, PyObject *object) {
    PieceType type;
    if (!piece_type_from_py(object, &type))
        return NULL;
    ((PocketObject *)self)->counts[type]++;
    return none();
}

static PyObject *pocket_str(PyObject *self) {
    PyObject *text = PyUnicode_FromString("");
    for (PieceType type = KING; type >= PAWN && text != NULL; type--) {
        for (int i = 0; i < ((PocketObject *)self)->counts[type]; i++) {
            PyObject *longer = PyUnicode_FromFormat("%U%c", text, type_letters[type]);
            SET_REFERENCE(text, longer);
            if (text == NULL)
                return NULL;
        }
    }
    return text;
}

static PyObject *pocket_repr(PyObject *self) {
    PyObject *text = pocket_str(self);
    PyObject *result = text == NULL ? NULL : PyUnicode_FromFormat("CrazyhousePocket('%U')", text);
    Py_XDECREF(text);
    return result;
}

static PyObject *pocket_remove(PyObject *self, PyObject *object) {
    PieceType type;
    if (!piece_type_from_py(object, &type))
        return NULL;
    int *count = &((PocketObject *)self)->counts[type];
    if (*count == 0)
        return PyErr_Format(PyExc_AssertionError, "there is no %c in %R to remove", type_letters[type], self);
    --*count;
    return none();
}

static PyObject *pocket_count(PyObject *self, PyObject *object) {
    PieceType type;
    return piece_type_from_py(object, &type) ? PyLong_FromLong(((PocketObject *)self)->counts[type]) : NULL;
}

static Py_ssize_t pocket_length(PyObject *self) {
    Py_ssize_t length = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        length += ((PocketObject *)self)->counts[type];
    return length;
}

static PyObject *pocket_copy(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *copy = PyObject_CallObject((PyObject *)Py_TYPE(self), NULL);
    if (copy != NULL)
        memcpy(((PocketObject *)copy)->counts, ((PocketObject *)self)->counts, sizeof((PocketObject *)self)->counts);
    return copy;
}

static PyObject *pocket_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *text = pocket_str(self);
    return text == NULL ? NULL : Py_BuildValue("O(N)", Py_TYPE(self), text);
}

static PyMethodDef pocket_methods[] = {
    {"reset", pocket_reset, METH_NOARGS, "reset($self)\n--\n\nEmpties the pocket."},
    {"add", pocket_add, METH_O, "add($self, piece_type)\n--\n\nPuts a man into the pocket."},
    {"remove", pocket_remove, METH_O, "remove($self, piece_type)\n--\n\nTakes a man out of the pocket."},
    {"count", pocket_count, METH_O, "count($self, piece_type)\n--\n\nThe number of men of a type."},
    {"copy", pocket_copy, METH_NOARGS, "copy($self)\n--\n\nA pocket with the same men."},
    {"__reduce__", pocket_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot pocket_slots[] = {
    {Py_tp_doc, DOC("CrazyhousePocket(symbols='')\n--\n\nMen in hand, counted by type.")},
    {Py_tp_init, pocket_init},
    {Py_tp_dealloc, pocket_dealloc},
    {Py_tp_str, pocket_str},
    {Py_tp_repr, pocket_repr},
    {Py_sq_length, pocket_length},
    {Py_tp_methods, pocket_methods},
    {0, NULL},
};

static PyType_Spec pocket_spec = {"rookery.chess.variant.CrazyhousePocket", sizeof(PocketObject), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, pocket_slots};

bool pocket_type_init(PyObject *module) {
    core.pocket = type_make(module, &pocket_spec, NULL, "CrazyhousePocket");
    return core.pocket != NULL;
}

/* ---- From the lists into the position -------------------------------------------------------------------------- */

static bool take_pocket(Position *position, Color color, PyObject *item, bool *changed) {
    if (item == NULL)
        return false;
    if (!PyType_IsSubtype(Py_TYPE(item), core.pocket)) {
        PyErr_Format(PyExc_TypeError, "pockets must hold CrazyhousePocket objects, not %R", item);
        return false;
    }
    for (PieceType type = PAWN; type <= QUEEN; type++) {
        int count = ((PocketObject *)item)->counts[type];
        uint8_t fitting = (uint8_t)(count < 0 ? 0 : count > UINT8_MAX ? UINT8_MAX : count);
        *changed = *changed || position->pockets[color][type] != fitting;
        position->pockets[color][type] = fitting;
    }
    return true;
}

static bool take_checks(Position *position, Color color, PyObject *item, bool *changed) {
    long count = item == NULL ? -1 : PyLong_AsLong(item);
    if (count == -1 && PyErr_Occurred())
        return false;
    int8_t fitting = (int8_t)(count < INT8_MIN ? INT8_MIN : count > INT8_MAX ? INT8_MAX : count);
    *changed = *changed || position->checks_left[color] != fitting;
    position->checks_left[color] = fitting;
    return true;
}

bool extra_take(BoardObject *board) {
    Position *position = board_position(board);
    bool changed = false;
    for (int index = 0; index < 2; index++) {
        PyObject *item = PyList_GetItem(board->extra, index);
        bool good = board->watch & WATCH_POCKETS ? take_pocket(position, !index, item, &changed)
                                                 : take_checks(position, !index, item, &changed);
        if (!good)
            return false;
    }
    if (changed)
        board->watch |= WATCH_STALE;
    return true;
}

/* ---- And back -------------------------------------------------------------------------------------------------- */

static void give_pocket(const Position *position, Color color, PyObject *item) {
    if (item == NULL || !PyType_IsSubtype(Py_TYPE(item), core.pocket)) {
        PyErr_Clear();
        return;
    }
    for (PieceType type = PAWN; type <= QUEEN; type++)
        ((PocketObject *)item)->counts[type] = position->pockets[color][type];
}

void extra_give(BoardObject *board) {
    const Position *position = board_position(board);
    for (int index = 0; index < 2; index++) {
        if (board->watch & WATCH_POCKETS)
            give_pocket(position, !index, PyList_GetItem(board->extra, index));
        else if (PyList_SetItem(board->extra, index, PyLong_FromLong(position->checks_left[!index])) < 0)
            PyErr_Clear();
    }
}

/* ---- Attributes ------------------------------------------------------------------------------------------------- */

static bool extra_make(BoardObject *board, uint8_t watch) {
    board->extra = PyList_New(2);
    for (int index = 0; index < 2 && board->extra != NULL; index++) {
        PyObject *item =
            watch == WATCH_POCKETS ? PyObject_CallObject((PyObject *)core.pocket, NULL) : PyLong_FromLong(0);
        if (item == NULL || PyList_SetItem(board->extra, index, item) < 0)
            Py_CLEAR(board->extra);
    }
    if (board->extra == NULL)
        return false;
    board->watch |= watch;
    board->given = true;
    extra_give(board);
    return true;
}

static PyObject *get_extra(PyObject *self, void *closure) {
    BoardObject *board = (BoardObject *)self;
    if (board->extra == NULL && !extra_make(board, (uint8_t)(intptr_t)closure))
        return NULL;
    return new_ref(board->extra);
}

static int set_extra(PyObject *self, PyObject *value, void *closure) {
    if (value == NULL || PySequence_Size(value) != 2) {
        PyErr_Clear();
        PyErr_SetString(PyExc_ValueError, "wanted a list of two: Black's and White's");
        return -1;
    }
    PyObject *extra = get_extra(self, closure);
    int done = extra == NULL ? -1 : 0;
    for (int index = 0; index < 2 && done == 0; index++) {
        PyObject *item = PySequence_GetItem(value, index);
        done = item == NULL ? -1 : PyList_SetItem(extra, index, item);
    }
    Py_XDECREF(extra);
    return done;
}

PyGetSetDef pocket_attributes[] = {
    {"pockets", get_extra, set_extra, "men in hand, by colour", (void *)(intptr_t)WATCH_POCKETS},
    {NULL, NULL, NULL, NULL, NULL},
};

PyGetSetDef checks_attributes[] = {
    {"remaining_checks", get_extra, set_extra, "checks still to give, by colour", (void *)(intptr_t)WATCH_CHECKS},
    {NULL, NULL, NULL, NULL, NULL},
};
