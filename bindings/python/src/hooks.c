/* Subclasses of boards that replace methods on which other methods rest. */
#include "board.h"

typedef struct Hook {
    const char *name;
    uint32_t flag;
    PyObject *interned;
    PyObject *original[VARIANT_COUNT]; /* as our own classes have it */
    PyObject *arena_original[VARIANT_COUNT];
} Hook;

/* Filled in once with the types. */
static Hook hooks[] = {
    {"generate_legal_moves", HOOK_GENERATE_LEGAL, NULL, {NULL}, {NULL}},
    {"generate_pseudo_legal_moves", HOOK_GENERATE_PSEUDO, NULL, {NULL}, {NULL}},
    {"is_legal", HOOK_LEGAL, NULL, {NULL}, {NULL}},
    {"is_pseudo_legal", HOOK_LEGAL, NULL, {NULL}, {NULL}},
    {"is_into_check", HOOK_SAFETY, NULL, {NULL}, {NULL}},
    {"was_into_check", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_check", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"checkers_mask", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"attackers_mask", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_checkmate", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_stalemate", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_variant_end", HOOK_SAFETY, NULL, {NULL}, {NULL}},
    {"is_variant_win", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_variant_loss", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_variant_draw", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"has_insufficient_material", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_insufficient_material", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_seventyfive_moves", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_fivefold_repetition", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_repetition", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"can_claim_fifty_moves", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"can_claim_threefold_repetition", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"outcome", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"is_irreversible", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"_transposition_key", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"push", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"pop", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"parse_san", HOOK_OTHER, NULL, {NULL}, {NULL}},
    {"parse_uci", HOOK_OTHER, NULL, {NULL}, {NULL}},
};
enum { HOOKS = sizeof hooks / sizeof hooks[0] };

bool hooks_init(void) {
    for (int i = 0; i < HOOKS; i++) {
        hooks[i].interned = PyUnicode_InternFromString(hooks[i].name);
        if (hooks[i].interned == NULL)
            return false;
        for (Variant variant = 0; variant < VARIANT_COUNT; variant++) {
            if (core.boards[variant] == NULL)
                continue;
            hooks[i].original[variant] = PyObject_GetAttr((PyObject *)core.boards[variant], hooks[i].interned);
            hooks[i].arena_original[variant] = PyObject_GetAttr((PyObject *)core.arenas[variant], hooks[i].interned);
            if (hooks[i].original[variant] == NULL || hooks[i].arena_original[variant] == NULL)
                return false;
        }
    }
    return true;
}

bool hooks_find(PyTypeObject *type, Variant variant, uint32_t *found) {
    *found = 0;
    for (int i = 0; i < HOOKS; i++) {
        PyObject *method = PyObject_GetAttr((PyObject *)type, hooks[i].interned);
        if (method == NULL)
            return false;
        if (method != hooks[i].original[variant] && method != hooks[i].arena_original[variant])
            *found |= hooks[i].flag;
        Py_DECREF(method);
    }
    return true;
}

PyObject *template_call(const char *name, PyObject *self, PyObject *argument) {
    PyObject *module = core_import("rookery.chess._template");
    PyObject *function = module == NULL ? NULL : PyObject_GetAttrString(module, name);
    PyObject *result = function == NULL ? NULL : PyObject_CallFunctionObjArgs(function, self, argument, NULL);
    Py_XDECREF(module);
    Py_XDECREF(function);
    return result;
}
