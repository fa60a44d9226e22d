/* Conversions, arguments, types, and the way to the rarely used parts that are written in Python. */
#include "core.h"

#include <string.h>

Core core;
WorkDone work_done;

/* ---- Conversions -------------------------------------------------------------------------------------------- */

/* Taking a move back brings the bitboards of before: a table of those seen lately spares making most of them. */
PyObject *bitboard_shared(Bitboard set) {
    static struct {
        Bitboard set;
        PyObject *object;
    } recent[512];
    size_t slot = (set * UINT64_C(0x9e3779b97f4a7c15)) >> 55;
    if (LIKELY(recent[slot].object != NULL && recent[slot].set == set))
        return new_ref(recent[slot].object);
    PyObject *made = bitboard_to_py(set);
    if (made == NULL)
        return NULL;
    SET_REFERENCE(recent[slot].object, new_ref(made));
    recent[slot].set = set;
    return made;
}

bool square_from_py_slow(PyObject *object, Square *square) {
    long value = PyLong_AsLong(object);
    if (value == -1 && PyErr_Occurred())
        return false;
    if (value < -64 || value > 63) {
        PyErr_Format(PyExc_IndexError, "a square must lie between 0 (a1) and 63 (h8), not %ld", value);
        return false;
    }
    *square = (Square)(value < 0 ? value + 64 : value);
    return true;
}

bool piece_type_from_py(PyObject *object, PieceType *type) {
    long value = PyLong_AsLong(object);
    *type = (PieceType)value;
    if (LIKELY(value >= PAWN && value <= KING))
        return true;
    if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_OverflowError))
        PyErr_Format(PyExc_ValueError, "a piece type must lie between 1 (pawn) and 6 (king), not %R", object);
    return false;
}

PyObject *text_to_py(const char *text, size_t length) {
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
}

/* ---- Arguments ------------------------------------------------------------------------------------------------ */

static int index_of_name(PyObject *keyword, const char *const *names, int name_count) {
    for (int i = 0; i < name_count; i++)
        if (PyUnicode_CompareWithASCIIString(keyword, names[i]) == 0)
            return i;
    return -1;
}

bool arguments_spread(const char *function, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords,
                      const char *const *names, int name_count, int positional, int required, PyObject **out) {
    if (count > positional) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %d positional arguments, %zd were given", function,
                     positional, count);
        return false;
    }
    for (int i = 0; i < name_count; i++)
        out[i] = i < count ? arguments[i] : NULL;
    Py_ssize_t named = keywords == NULL ? 0 : PyTuple_Size(keywords);
    for (Py_ssize_t i = 0; i < named; i++) {
        PyObject *keyword = PyTuple_GetItem(keywords, i);
        int index = index_of_name(keyword, names, name_count);
        if (index < 0 || out[index] != NULL) {
            PyErr_Format(PyExc_TypeError, index < 0 ? "%s() has no argument %R" : "%s() got argument %R twice",
                         function, keyword);
            return false;
        }
        out[index] = arguments[count + i];
    }
    for (int i = 0; i < required; i++) {
        if (out[i] == NULL) {
            PyErr_Format(PyExc_TypeError, "%s() lacks its argument '%s'", function, names[i]);
            return false;
        }
    }
    return true;
}

/* ---- Types ------------------------------------------------------------------------------------------------------ */

PyTypeObject *type_make(PyObject *module, PyType_Spec *spec, PyTypeObject *base, const char *name) {
    PyObject *bases = base == NULL ? NULL : Py_BuildValue("(O)", base);
    if (base != NULL && bases == NULL)
        return NULL;
    PyObject *type = PyType_FromSpecWithBases(spec, bases);
    Py_XDECREF(bases);
    if (type == NULL || PyObject_SetAttrString(module, name, type) < 0)
        return NULL;
    return (PyTypeObject *)type; /* one reference stays with Core for good */
}

/* ---- What is written in Python ---------------------------------------------------------------------------------- */

static PyObject *with_self_first(PyObject *self, PyObject *arguments) {
    if (arguments == NULL)
        return Py_BuildValue("(O)", self);
    Py_ssize_t count = PyTuple_Size(arguments);
    PyObject *all = PyTuple_New(count + 1);
    if (all == NULL)
        return NULL;
    PyTuple_SetItem(all, 0, new_ref(self));
    for (Py_ssize_t i = 0; i < count; i++)
        PyTuple_SetItem(all, i + 1, new_ref(PyTuple_GetItem(arguments, i)));
    return all;
}

PyObject *core_import(const char *name) {
    PyObject *whole = Py_BuildValue("(s)", ""); /* any list of names: the module itself is wanted, not its package */
    PyObject *module = whole == NULL ? NULL : PyImport_ImportModuleLevel(name, NULL, NULL, whole, 0);
    Py_XDECREF(whole);
    return module;
}

PyObject *rare_call(const char *name, PyObject *self, PyObject *arguments, PyObject *keywords) {
    if (core.rare == NULL)
        core.rare = core_import("rookery.chess._rare");
    PyObject *function = core.rare == NULL ? NULL : PyObject_GetAttrString(core.rare, name);
    if (function == NULL)
        return NULL;
    PyObject *all = self != NULL ? with_self_first(self, arguments) : new_ref(arguments);
    PyObject *result = all == NULL ? NULL : PyObject_Call(function, all, keywords);
    Py_XDECREF(all);
    Py_DECREF(function);
    return result;
}
