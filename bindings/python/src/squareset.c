/* The SquareSet type and the iterator over the squares of a bitboard. */
#include "core.h"

#include <stddef.h>
#include <stdio.h>

/* ---- Iterating ---------------------------------------------------------------------------------------- */

/* Squares of `left` from the lowest up, or from the highest down. */
typedef struct SquareIterator {
    PyObject_HEAD Bitboard left;
    bool reversed;
} SquareIterator;

static void square_iterator_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyObject *square_iterator_next(PyObject *self) {
    SquareIterator *iterator = (SquareIterator *)self;
    if (iterator->left == 0)
        return NULL;
    return int_to_py(iterator->reversed ? pop_msb(&iterator->left) : pop_lsb(&iterator->left));
}

static PyObject *square_iterator_length_hint(PyObject *self, PyObject *unused) {
    (void)unused;
    return int_to_py(popcount(((SquareIterator *)self)->left));
}

static PyMethodDef square_iterator_methods[] = {
    {"__length_hint__", square_iterator_length_hint, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot square_iterator_slots[] = {
    {Py_tp_dealloc, square_iterator_dealloc},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, square_iterator_next},
    {Py_tp_methods, square_iterator_methods},
    {0, NULL},
};

static PyType_Spec square_iterator_spec = {"rookery.chess.SquareIterator", sizeof(SquareIterator), 0,
                                           Py_TPFLAGS_DEFAULT, square_iterator_slots};

PyObject *squares_iterate(Bitboard set, bool reversed) {
    SquareIterator *iterator = PyObject_New(SquareIterator, core.square_iterator);
    if (iterator == NULL)
        return NULL;
    iterator->left = set;
    iterator->reversed = reversed;
    return (PyObject *)iterator;
}

/* ---- Conversions -------------------------------------------------------------------------------------- */

static inline Bitboard mask_of(PyObject *self) {
    return ((SquareSetObject *)self)->mask;
}
static inline bool is_square_set(PyObject *object) {
    return Py_TYPE(object) == core.square_set || PyType_IsSubtype(Py_TYPE(object), core.square_set);
}

PyObject *square_set_to_py(Bitboard mask) {
    SquareSetObject *set = PyObject_New(SquareSetObject, core.square_set);
    if (set != NULL)
        set->mask = mask;
    return (PyObject *)set;
}

static bool mask_from_iterable(PyObject *object, Bitboard *mask) {
    PyObject *iterator = PyObject_GetIter(object);
    if (iterator == NULL)
        return false;
    *mask = 0;
    for (PyObject *item; (item = PyIter_Next(iterator)) != NULL;) {
        Square square;
        bool good = square_from_py(item, &square);
        Py_DECREF(item);
        if (!good)
            break;
        *mask |= square_bit(square);
    }
    Py_DECREF(iterator);
    return !PyErr_Occurred();
}

bool square_set_from_py(PyObject *object, Bitboard *mask) {
    if (is_square_set(object)) {
        *mask = mask_of(object);
        return true;
    }
    if (PyLong_Check(object))
        return bitboard_from_py(object, mask);
    /* Anything that can be made an integer counts as a mask, else it must be an iterable of squares. */
    PyObject *method = PyObject_GetAttrString(object, "__int__");
    if (method == NULL) {
        PyErr_Clear();
        return mask_from_iterable(object, mask);
    }
    PyObject *integer = PyObject_CallObject(method, NULL);
    Py_DECREF(method);
    bool good = integer != NULL && bitboard_from_py(integer, mask);
    Py_XDECREF(integer);
    return good;
}

/* A set of the given class, which may be a subclass. */
static PyObject *set_of_class(PyObject *type, Bitboard mask) {
    if (type == (PyObject *)core.square_set)
        return square_set_to_py(mask);
    return PyObject_CallFunction(type, "K", (unsigned long long)mask);
}

/* ---- Life --------------------------------------------------------------------------------------------- */

static void square_set_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    if (LIKELY(type == core.square_set))
        PyObject_Free(self);
    else
        ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyObject *square_set_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    (void)arguments, (void)keywords;
    if (LIKELY(type == core.square_set))
        return square_set_to_py(0);
    return PyType_GenericAlloc(type, 0);
}

static int square_set_init(PyObject *self, PyObject *arguments, PyObject *keywords) {
    static const char *names[] = {"squares", NULL};
    PyObject *squares = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:SquareSet", (char **)names, &squares))
        return -1;
    Bitboard mask = 0;
    if (squares != NULL && !square_set_from_py(squares, &mask))
        return -1;
    ((SquareSetObject *)self)->mask = mask;
    return 0;
}

static PyObject *square_set_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    return Py_BuildValue("O(K)", Py_TYPE(self), (unsigned long long)mask_of(self));
}

/* ---- As a collection ---------------------------------------------------------------------------------- */

static int square_set_contains(PyObject *self, PyObject *item) {
    Square square;
    return square_from_py(item, &square) ? (mask_of(self) & square_bit(square)) != 0 : -1;
}

static PyObject *square_set_iter(PyObject *self) {
    return squares_iterate(mask_of(self), false);
}

static PyObject *square_set_reversed(PyObject *self, PyObject *unused) {
    (void)unused;
    return squares_iterate(mask_of(self), true);
}

static Py_ssize_t square_set_length(PyObject *self) {
    return popcount(mask_of(self));
}

static int square_set_bool(PyObject *self) {
    return mask_of(self) != 0;
}

static PyObject *square_set_int(PyObject *self) {
    return bitboard_to_py(mask_of(self));
}

static PyObject *square_set_compare(PyObject *self, PyObject *other, int operator) {
    Bitboard mask;
    if (operator!= Py_EQ && operator!= Py_NE)
        return new_ref(Py_NotImplemented);
    if (!square_set_from_py(other, &mask)) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_ValueError))
            return NULL;
        PyErr_Clear();
        return new_ref(Py_NotImplemented);
    }
    return bool_to_py((mask_of(self) == mask) == (operator== Py_EQ));
}

static PyObject *square_set_repr(PyObject *self) {
    char text[48];
    Bitboard mask = mask_of(self);
    snprintf(text, sizeof text, "SquareSet(0x%04x_%04x_%04x_%04x)", (unsigned)(mask >> 48),
             (unsigned)(mask >> 32 & 0xffff), (unsigned)(mask >> 16 & 0xffff), (unsigned)(mask & 0xffff));
    return PyUnicode_FromString(text);
}

static PyObject *square_set_str(PyObject *self) {
    char text[128], *out = text;
    for (int rank = 7; rank >= 0; rank--)
        for (int file = 0; file < 8; file++) {
            *out++ = mask_of(self) & square_bit(square_make(file, rank)) ? '1' : '.';
            *out++ = file < 7 ? ' ' : '\n';
        }
    return text_to_py(text, sizeof text - 1);
}

static PyObject *square_set_add(PyObject *self, PyObject *item) {
    Square square;
    if (!square_from_py(item, &square))
        return NULL;
    ((SquareSetObject *)self)->mask |= square_bit(square);
    return none();
}

static PyObject *square_set_discard(PyObject *self, PyObject *item) {
    Square square;
    if (!square_from_py(item, &square))
        return NULL;
    ((SquareSetObject *)self)->mask &= ~square_bit(square);
    return none();
}

static PyObject *square_set_remove(PyObject *self, PyObject *item) {
    Square square;
    if (!square_from_py(item, &square))
        return NULL;
    if ((mask_of(self) & square_bit(square)) == 0) {
        PyErr_SetObject(PyExc_KeyError, item);
        return NULL;
    }
    ((SquareSetObject *)self)->mask ^= square_bit(square);
    return none();
}

static PyObject *square_set_pop(PyObject *self, PyObject *unused) {
    (void)unused;
    SquareSetObject *set = (SquareSetObject *)self;
    if (set->mask == 0)
        return PyErr_Format(PyExc_KeyError, "pop from an empty SquareSet");
    return int_to_py(pop_lsb(&set->mask));
}

static PyObject *square_set_clear(PyObject *self, PyObject *unused) {
    (void)unused;
    ((SquareSetObject *)self)->mask = 0;
    return none();
}

static PyObject *square_set_copy(PyObject *self, PyObject *unused) {
    (void)unused;
    return square_set_to_py(mask_of(self));
}

static PyObject *square_set_tolist(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *list = PyList_New(64);
    for (Square square = 0; list != NULL && square < 64; square++)
        PyList_SetItem(list, square, bool_to_py((mask_of(self) & square_bit(square)) != 0));
    return list;
}

static PyObject *square_set_mirror(PyObject *self, PyObject *unused) {
    (void)unused;
    return square_set_to_py(__builtin_bswap64(mask_of(self)));
}

static PyObject *square_set_carry_rippler(PyObject *self, PyObject *arguments, PyObject *keywords) {
    return rare_call("carry_rippler", self, arguments, keywords);
}

static PyObject *square_set_svg(PyObject *self, PyObject *arguments, PyObject *keywords) {
    return rare_call("square_set_svg", self, arguments, keywords);
}

/* ---- Set algebra -------------------------------------------------------------------------------------- */

static Bitboard set_or(Bitboard a, Bitboard b) {
    return a | b;
}
static Bitboard set_and(Bitboard a, Bitboard b) {
    return a & b;
}
static Bitboard set_xor(Bitboard a, Bitboard b) {
    return a ^ b;
}
static Bitboard set_minus(Bitboard a, Bitboard b) {
    return a & ~b;
}

/* Set operators work from both sides, as long as the other side is a set of squares in some form. */
static PyObject *combine(PyObject *a, PyObject *b, Bitboard (*operation)(Bitboard, Bitboard)) {
    Bitboard left, right;
    if (!is_square_set(a))
        return new_ref(Py_NotImplemented);
    left = mask_of(a);
    return square_set_from_py(b, &right) ? square_set_to_py(operation(left, right)) : NULL;
}

static PyObject *combine_in_place(PyObject *self, PyObject *other, Bitboard (*operation)(Bitboard, Bitboard)) {
    Bitboard mask;
    if (!square_set_from_py(other, &mask))
        return NULL;
    ((SquareSetObject *)self)->mask = operation(mask_of(self), mask);
    return new_ref(self);
}

/* update(*others) and the like. */
static PyObject *combine_all(PyObject *self, PyObject *others, Bitboard (*operation)(Bitboard, Bitboard)) {
    for (Py_ssize_t i = 0; i < PyTuple_Size(others); i++) {
        PyObject *done = combine_in_place(self, PyTuple_GetItem(others, i), operation);
        if (done == NULL)
            return NULL;
        Py_DECREF(done);
    }
    return none();
}

#define SET_OPERATION(name)                                                                                            \
    static PyObject *square_set_##name(PyObject *a, PyObject *b) {                                                     \
        return combine(a, b, set_##name);                                                                              \
    }                                                                                                                  \
    static PyObject *square_set_in_place_##name(PyObject *a, PyObject *b) {                                            \
        return combine_in_place(a, b, set_##name);                                                                     \
    }                                                                                                                  \
    static PyObject *square_set_update_##name(PyObject *self, PyObject *others) {                                      \
        return combine_all(self, others, set_##name);                                                                  \
    }
SET_OPERATION(or)
SET_OPERATION(and)
SET_OPERATION(xor)
SET_OPERATION(minus)

static PyObject *square_set_isdisjoint(PyObject *self, PyObject *other) {
    Bitboard mask;
    return square_set_from_py(other, &mask) ? bool_to_py((mask_of(self) & mask) == 0) : NULL;
}

static PyObject *square_set_issubset(PyObject *self, PyObject *other) {
    Bitboard mask;
    return square_set_from_py(other, &mask) ? bool_to_py((mask_of(self) & ~mask) == 0) : NULL;
}

static PyObject *square_set_issuperset(PyObject *self, PyObject *other) {
    Bitboard mask;
    return square_set_from_py(other, &mask) ? bool_to_py((mask & ~mask_of(self)) == 0) : NULL;
}

static PyObject *square_set_invert(PyObject *self) {
    return square_set_to_py(~mask_of(self));
}

static bool shift_from_py(PyObject *object, long *shift) {
    *shift = PyLong_AsLong(object);
    if (*shift < 0 && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "negative shift count");
    return *shift >= 0;
}

static PyObject *shifted(PyObject *set, PyObject *count, bool left, bool in_place) {
    long shift;
    if (!is_square_set(set))
        return new_ref(Py_NotImplemented);
    if (!shift_from_py(count, &shift))
        return NULL;
    Bitboard mask = shift > 63 ? 0 : left ? mask_of(set) << shift : mask_of(set) >> shift;
    if (!in_place)
        return square_set_to_py(mask);
    ((SquareSetObject *)set)->mask = mask;
    return new_ref(set);
}

static PyObject *square_set_lshift(PyObject *set, PyObject *count) {
    return shifted(set, count, true, false);
}
static PyObject *square_set_rshift(PyObject *set, PyObject *count) {
    return shifted(set, count, false, false);
}
static PyObject *square_set_in_place_lshift(PyObject *set, PyObject *count) {
    return shifted(set, count, true, true);
}
static PyObject *square_set_in_place_rshift(PyObject *set, PyObject *count) {
    return shifted(set, count, false, true);
}

/* ---- Making sets -------------------------------------------------------------------------------------- */

static bool two_squares(PyObject *arguments, PyObject *keywords, Square *a, Square *b) {
    static const char *names[] = {"a", "b", NULL};
    PyObject *first, *second;
    return PyArg_ParseTupleAndKeywords(arguments, keywords, "OO", (char **)names, &first, &second) &&
           square_from_py(first, a) && square_from_py(second, b);
}

static PyObject *square_set_ray(PyObject *type, PyObject *arguments, PyObject *keywords) {
    Square a, b;
    return two_squares(arguments, keywords, &a, &b) ? set_of_class(type, line_table[a][b]) : NULL;
}

static PyObject *square_set_between(PyObject *type, PyObject *arguments, PyObject *keywords) {
    Square a, b;
    return two_squares(arguments, keywords, &a, &b) ? set_of_class(type, between_table[a][b]) : NULL;
}

static PyObject *square_set_from_square(PyObject *type, PyObject *item) {
    Square square;
    return square_from_py(item, &square) ? set_of_class(type, square_bit(square)) : NULL;
}

static PyObject *square_set_get_mask(PyObject *self, void *unused) {
    (void)unused;
    return bitboard_to_py(mask_of(self));
}

static int square_set_set_mask(PyObject *self, PyObject *value, void *unused) {
    (void)unused;
    if (value == NULL) {
        PyErr_SetString(PyExc_AttributeError, "the mask of a square set cannot be deleted");
        return -1;
    }
    return bitboard_from_py(value, &((SquareSetObject *)self)->mask) ? 0 : -1;
}

/* ---- The type ----------------------------------------------------------------------------------------- */

static PyMethodDef square_set_methods[] = {
    {"add", square_set_add, METH_O, "add($self, square)\n--\n\nAdds a square."},
    {"discard", square_set_discard, METH_O, "discard($self, square)\n--\n\nRemoves a square if it is there."},
    {"remove", square_set_remove, METH_O,
     "remove($self, square)\n--\n\nRemoves a square; KeyError if it is not there."},
    {"pop", square_set_pop, METH_NOARGS, "pop($self)\n--\n\nRemoves and returns the lowest square."},
    {"clear", square_set_clear, METH_NOARGS, "clear($self)\n--\n\nRemoves all squares."},
    {"copy", square_set_copy, METH_NOARGS, "copy($self)\n--\n\nA set of the same squares."},
    {"__copy__", square_set_copy, METH_NOARGS, NULL},
    {"isdisjoint", square_set_isdisjoint, METH_O, "isdisjoint($self, other)\n--\n\nWhether no square is in both."},
    {"issubset", square_set_issubset, METH_O,
     "issubset($self, other)\n--\n\nWhether the other set has all our squares."},
    {"issuperset", square_set_issuperset, METH_O,
     "issuperset($self, other)\n--\n\nWhether this set has all squares of the other."},
    {"union", square_set_or, METH_O, "union($self, other)\n--\n\nSquares in either set."},
    {"intersection", square_set_and, METH_O, "intersection($self, other)\n--\n\nSquares in both sets."},
    {"difference", square_set_minus, METH_O, "difference($self, other)\n--\n\nOur squares that the other lacks."},
    {"symmetric_difference", square_set_xor, METH_O,
     "symmetric_difference($self, other)\n--\n\nSquares in exactly one of the sets."},
    {"update", square_set_update_or, METH_VARARGS, "update($self, *others)\n--\n\nAdds all squares of the others."},
    {"intersection_update", square_set_update_and, METH_VARARGS,
     "intersection_update($self, *others)\n--\n\nKeeps squares that all others have."},
    {"difference_update", square_set_update_minus, METH_VARARGS,
     "difference_update($self, other)\n--\n\nRemoves the other's squares."},
    {"symmetric_difference_update", square_set_update_xor, METH_VARARGS,
     "symmetric_difference_update($self, other)\n--\n\nKeeps squares in exactly one of the sets."},
    {"tolist", square_set_tolist, METH_NOARGS, "tolist($self)\n--\n\n64 booleans, a1 first."},
    {"mirror", square_set_mirror, METH_NOARGS, "mirror($self)\n--\n\nThe set seen from the other side of the board."},
    {"carry_rippler", AS_METHOD(square_set_carry_rippler), METH_VARARGS | METH_KEYWORDS,
     "carry_rippler($self)\n--\n\nIterates over all subsets, as integers."},
    {"ray", AS_METHOD(square_set_ray), METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     "ray($type, a, b)\n--\n\nThe whole line through two squares, edge to edge; empty if they share none."},
    {"between", AS_METHOD(square_set_between), METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     "between($type, a, b)\n--\n\nSquares strictly between two squares of a line."},
    {"from_square", square_set_from_square, METH_O | METH_CLASS,
     "from_square($type, square)\n--\n\nThe set of one square."},
    {"_repr_svg_", AS_METHOD(square_set_svg), METH_VARARGS | METH_KEYWORDS, NULL},
    {"__reversed__", square_set_reversed, METH_NOARGS, NULL},
    {"__reduce__", square_set_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef square_set_attributes[] = {
    {"mask", square_set_get_mask, square_set_set_mask, "the squares as a 64-bit integer, a1 the lowest bit", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot square_set_slots[] = {
    {Py_tp_doc,
     DOC("SquareSet(squares=0)\n--\n\nA mutable set of squares, made from a bitboard or an iterable of squares.")},
    {Py_tp_new, square_set_new},
    {Py_tp_init, square_set_init},
    {Py_tp_dealloc, square_set_dealloc},
    {Py_tp_repr, square_set_repr},
    {Py_tp_str, square_set_str},
    {Py_tp_richcompare, square_set_compare},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_tp_iter, square_set_iter},
    {Py_sq_length, square_set_length},
    {Py_sq_contains, square_set_contains},
    {Py_nb_bool, square_set_bool},
    {Py_nb_int, square_set_int},
    {Py_nb_index, square_set_int},
    {Py_nb_or, square_set_or},
    {Py_nb_and, square_set_and},
    {Py_nb_xor, square_set_xor},
    {Py_nb_subtract, square_set_minus},
    {Py_nb_inplace_or, square_set_in_place_or},
    {Py_nb_inplace_and, square_set_in_place_and},
    {Py_nb_inplace_xor, square_set_in_place_xor},
    {Py_nb_inplace_subtract, square_set_in_place_minus},
    {Py_nb_invert, square_set_invert},
    {Py_nb_lshift, square_set_lshift},
    {Py_nb_rshift, square_set_rshift},
    {Py_nb_inplace_lshift, square_set_in_place_lshift},
    {Py_nb_inplace_rshift, square_set_in_place_rshift},
    {Py_tp_methods, square_set_methods},
    {Py_tp_getset, square_set_attributes},
    {0, NULL},
};

static PyType_Spec square_set_spec = {"rookery.chess.SquareSet", sizeof(SquareSetObject), 0,
                                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, square_set_slots};

bool square_set_type_init(PyObject *module) {
    core.square_iterator = type_make(module, &square_iterator_spec, NULL, "_SquareIterator");
    core.square_set = type_make(module, &square_set_spec, NULL, "SquareSet");
    return core.square_iterator != NULL && core.square_set != NULL;
}
