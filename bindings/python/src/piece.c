/* The Piece type. */
#include "core.h"

#include <stddef.h>
#include <string.h>

static const char type_letters[] = " pnbrqk";

static void piece_dealloc(PyObject *self) {
    PieceObject *piece = (PieceObject *)self;
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(piece->type);
    Py_XDECREF(piece->color);
    if (LIKELY(type == core.piece))
        PyObject_Free(self);
    else
        ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

PyObject *piece_to_py(Piece piece) {
    PieceObject *object = PyObject_New(PieceObject, core.piece);
    if (object == NULL)
        return NULL;
    object->type = int_to_py(piece_type(piece));
    object->color = color_to_py(piece_color(piece));
    return (PyObject *)object;
}

static PyObject *piece_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    static const char *names[] = {"piece_type", "color", NULL};
    PyObject *piece_type, *color;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO:Piece", (char **)names, &piece_type, &color))
        return NULL;
    PieceObject *piece =
        LIKELY(type == core.piece) ? PyObject_New(PieceObject, type) : (PieceObject *)PyType_GenericAlloc(type, 0);
    if (piece == NULL)
        return NULL;
    piece->type = new_ref(piece_type);
    piece->color = new_ref(color);
    return (PyObject *)piece;
}

/* Reads both parts; -1 after an error. White pieces are upper case. */
static int symbol_of(PyObject *self, char *symbol) {
    PieceObject *piece = (PieceObject *)self;
    PieceType type;
    int white = piece->color == NULL ? 0 : PyObject_IsTrue(piece->color);
    if (white < 0 || !piece_type_from_py(piece->type == NULL ? Py_None : piece->type, &type))
        return -1;
    *symbol = (char)(white ? type_letters[type] - 'a' + 'A' : type_letters[type]);
    return 0;
}

static PyObject *piece_symbol(PyObject *self, PyObject *unused) {
    (void)unused;
    char symbol;
    return symbol_of(self, &symbol) == 0 ? text_to_py(&symbol, 1) : NULL;
}

static PyObject *piece_str(PyObject *self) {
    return piece_symbol(self, NULL);
}

static PyObject *piece_repr(PyObject *self) {
    char symbol;
    return symbol_of(self, &symbol) == 0 ? PyUnicode_FromFormat("Piece.from_symbol('%c')", symbol) : NULL;
}

static PyObject *piece_from_symbol(PyObject *type, PyObject *text) {
    Py_UCS4 letter = PyUnicode_GetLength(text) == 1 ? PyUnicode_ReadChar(text, 0) : 0;
    PyErr_Clear();
    Piece piece = letter > ' ' && letter < 128 ? piece_from_letter((char)letter) : NO_PIECE;
    if (piece == NO_PIECE)
        return PyErr_Format(PyExc_ValueError, "not the letter of a piece: %R", text);
    if (type == (PyObject *)core.piece)
        return piece_to_py(piece);
    PyObject *color = color_to_py(piece_color(piece));
    PyObject *made = PyObject_CallFunction(type, "iO", piece_type(piece), color);
    Py_DECREF(color);
    return made;
}

static PyObject *piece_compare(PyObject *self, PyObject *other, int operator) {
    if ((operator!= Py_EQ && operator!= Py_NE) || Py_TYPE(self) != Py_TYPE(other))
        return new_ref(Py_NotImplemented);
    PieceObject *a = (PieceObject *)self, *b = (PieceObject *)other;
    if (a->type == NULL || a->color == NULL || b->type == NULL || b->color == NULL)
        return bool_to_py(operator== Py_NE);
    int differs = a->type == b->type ? 0 : PyObject_RichCompareBool(a->type, b->type, Py_NE);
    if (differs == 0 && a->color != b->color)
        differs = PyObject_RichCompareBool(a->color, b->color, Py_NE);
    return differs < 0 ? NULL : bool_to_py((differs != 0) == (operator== Py_NE));
}

/* 0..11, white pieces first: python-chess documents it by its tests, and programs index tables with it. */
static Py_hash_t piece_hash(PyObject *self) {
    PieceObject *piece = (PieceObject *)self;
    PieceType type;
    int white = piece->color == NULL ? 0 : PyObject_IsTrue(piece->color);
    if (white < 0 || !piece_type_from_py(piece->type == NULL ? Py_None : piece->type, &type))
        return -1;
    return type + (white ? -1 : 5);
}

static PyObject *piece_reduce(PyObject *self, PyObject *unused) {
    (void)unused;
    PieceObject *piece = (PieceObject *)self;
    return Py_BuildValue("O(OO)", Py_TYPE(self), piece->type, piece->color);
}

static PyObject *piece_unicode_symbol(PyObject *self, PyObject *arguments, PyObject *keywords) {
    return rare_call("piece_unicode_symbol", self, arguments, keywords);
}

static PyObject *piece_svg(PyObject *self, PyObject *arguments, PyObject *keywords) {
    return rare_call("piece_svg", self, arguments, keywords);
}

static PyMethodDef piece_methods[] = {
    {"symbol", piece_symbol, METH_NOARGS,
     "symbol($self)\n--\n\nP, N, B, R, Q or K for white pieces, lower case for black ones."},
    {"unicode_symbol", AS_METHOD(piece_unicode_symbol), METH_VARARGS | METH_KEYWORDS,
     "unicode_symbol($self, *, invert_color=False)\n--\n\nThe piece as a Unicode chess character."},
    {"from_symbol", piece_from_symbol, METH_O | METH_CLASS,
     "from_symbol($type, symbol)\n--\n\nThe piece that a letter stands for; ValueError if none."},
    {"_repr_svg_", AS_METHOD(piece_svg), METH_VARARGS | METH_KEYWORDS, NULL},
    {"__reduce__", piece_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef piece_members[] = {
    {"piece_type", T_OBJECT_EX, offsetof(PieceObject, type), 0, "PAWN to KING"},
    {"color", T_OBJECT_EX, offsetof(PieceObject, color), 0, "WHITE or BLACK"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot piece_slots[] = {
    {Py_tp_doc, DOC("Piece(piece_type, color)\n--\n\nA piece: a type and a colour.")},
    {Py_tp_new, piece_new},
    {Py_tp_dealloc, piece_dealloc},
    {Py_tp_repr, piece_repr},
    {Py_tp_str, piece_str},
    {Py_tp_richcompare, piece_compare},
    {Py_tp_hash, piece_hash},
    {Py_tp_methods, piece_methods},
    {Py_tp_members, piece_members},
    {0, NULL},
};

static PyType_Spec piece_spec = {"rookery.chess.Piece", sizeof(PieceObject), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, piece_slots};

bool piece_type_init(PyObject *module) {
    core.piece = type_make(module, &piece_spec, NULL, "Piece");
    if (core.piece == NULL)
        return false;
    PyObject *match_args = Py_BuildValue("(ss)", "piece_type", "color");
    bool done = match_args != NULL && PyObject_SetAttrString((PyObject *)core.piece, "__match_args__", match_args) == 0;
    Py_XDECREF(match_args);
    return done;
}
