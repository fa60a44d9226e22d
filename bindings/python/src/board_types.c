/* The classes of boards: BaseBoard, Board, chess.variant's, and the same with the arena's helpers. */
#include "board.h"

#include <stddef.h>
#include <string.h>

/* What the table of each class says about tablebases and protocols; NULL becomes None. */
typedef struct BoardClass {
    Variant variant;
    const char *name;
    Variant base;        /* the class it derives from; VARIANT_NONE: BaseBoard */
    const char *aliases; /* separated by '|' */
    const char *uci_variant, *xboard_variant;
    const char *tablebases;          /* ".r" for .rtbw and .rtbz, and so on; NULL: there are none */
    const char *pawnless_tablebases; /* in suicide and giveaway each uses the other's for pawnless positions */
    bool connected_kings, one_king, captures_compulsory;
} BoardClass;

static const BoardClass board_classes[] = {
    {VARIANT_STANDARD, "Board", VARIANT_NONE, "Standard|Chess|Classical|Normal|Illegal|From Position", "chess",
     "normal", "r", NULL, false, true, false},
    {VARIANT_SUICIDE, "SuicideBoard", VARIANT_STANDARD, "Suicide|Suicide chess", "suicide", "suicide", "s", "g", true,
     false, true},
    {VARIANT_GIVEAWAY, "GiveawayBoard", VARIANT_SUICIDE, "Giveaway|Giveaway chess|Give away|Give away chess",
     "giveaway", "giveaway", "g", "s", true, false, true},
    {VARIANT_ANTICHESS, "AntichessBoard", VARIANT_GIVEAWAY, "Antichess|Anti chess|Anti", "antichess", "giveaway", "g",
     "s", true, false, true},
    {VARIANT_ATOMIC, "AtomicBoard", VARIANT_STANDARD, "Atomic|Atom|Atomic chess", "atomic", "atomic", "a", NULL, true,
     true, false},
    {VARIANT_KING_OF_THE_HILL, "KingOfTheHillBoard", VARIANT_STANDARD, "King of the Hill|KOTH|kingOfTheHill",
     "kingofthehill", "kingofthehill", NULL, NULL, false, true, false},
    {VARIANT_RACING_KINGS, "RacingKingsBoard", VARIANT_STANDARD, "Racing Kings|Racing|Race|racingkings", "racingkings",
     "racingkings", NULL, NULL, false, true, false},
    {VARIANT_HORDE, "HordeBoard", VARIANT_STANDARD, "Horde|Horde chess", "horde", "horde", NULL, NULL, false, true,
     false},
    {VARIANT_THREE_CHECK, "ThreeCheckBoard", VARIANT_STANDARD,
     "Three-check|Three check|Threecheck|Three check chess|3-check|3 check|3check", "3check", "3check", NULL, NULL,
     false, true, false},
    {VARIANT_CRAZYHOUSE, "CrazyhouseBoard", VARIANT_STANDARD, "Crazyhouse|Crazy House|House|ZH", "crazyhouse",
     "crazyhouse", NULL, NULL, false, true, false},
};
enum { BOARD_CLASSES = sizeof board_classes / sizeof board_classes[0] };

/* First bytes of tablebase files, for the readers that look them up here. */
static const struct {
    char kind;
    const char wdl[4], dtz[4];
} tablebase_magic[] = {
    {'r', {'\x71', '\xe8', '\x23', '\x5d'}, {'\xd7', '\x66', '\x0c', '\xa5'}},
    {'s', {'\x7b', '\xf6', '\x93', '\x15'}, {'\xe4', '\xcf', '\xe7', '\x23'}},
    {'g', {'\xbc', '\x55', '\xbc', '\x21'}, {'\xd6', '\xf5', '\x1b', '\x50'}},
    {'a', {'\x55', '\x8d', '\xa4', '\x49'}, {'\x91', '\xa9', '\x5e', '\xeb'}},
};

/* ---- Class attributes ----------------------------------------------------------------------------------------- */

static bool set_attribute(PyTypeObject *type, const char *name, PyObject *value) {
    bool done = value != NULL && PyObject_SetAttrString((PyObject *)type, name, value) == 0;
    Py_XDECREF(value);
    return done;
}

static PyObject *text_or_none(const char *text) {
    return text == NULL ? none() : PyUnicode_FromString(text);
}

static PyObject *list_of_words(const char *words) {
    PyObject *joined = PyUnicode_FromString(words), *bar = PyUnicode_FromString("|");
    PyObject *list = joined == NULL || bar == NULL ? NULL : PyUnicode_Split(joined, bar, -1);
    Py_XDECREF(joined);
    Py_XDECREF(bar);
    return list;
}

static bool set_tablebases(PyTypeObject *type, const char *prefix, const char *kind) {
    char names[4][32], suffixes[2][8];
    static const char *const parts[4] = {"tbw_suffix", "tbz_suffix", "tbw_magic", "tbz_magic"};
    for (int i = 0; i < 4; i++)
        PyOS_snprintf(names[i], sizeof names[i], "%s%s", prefix, parts[i]);
    if (kind == NULL) {
        for (int i = 0; i < 4; i++)
            if (!set_attribute(type, names[i], none()))
                return false;
        return true;
    }
    PyOS_snprintf(suffixes[0], sizeof suffixes[0], ".%stbw", kind);
    PyOS_snprintf(suffixes[1], sizeof suffixes[1], ".%stbz", kind);
    size_t entry = 0;
    while (tablebase_magic[entry].kind != kind[0])
        entry++;
    return set_attribute(type, names[0], text_or_none(suffixes[0])) &&
           set_attribute(type, names[1], text_or_none(suffixes[1])) &&
           set_attribute(type, names[2], PyBytes_FromStringAndSize(tablebase_magic[entry].wdl, 4)) &&
           set_attribute(type, names[3], PyBytes_FromStringAndSize(tablebase_magic[entry].dtz, 4));
}

static bool set_class_attributes(PyTypeObject *type, const BoardClass *class) {
    return set_attribute(type, "aliases", list_of_words(class->aliases)) &&
           set_attribute(type, "uci_variant", text_or_none(class->uci_variant)) &&
           set_attribute(type, "xboard_variant", text_or_none(class->xboard_variant)) &&
           set_attribute(type, "starting_fen", text_or_none(variant_start_fen(class->variant))) &&
           set_attribute(type, "connected_kings", bool_to_py(class->connected_kings)) &&
           set_attribute(type, "one_king", bool_to_py(class->one_king)) &&
           set_attribute(type, "captures_compulsory", bool_to_py(class->captures_compulsory)) &&
           set_tablebases(type, "", class->tablebases) && set_tablebases(type, "pawnless_", class->pawnless_tablebases);
}

/* ---- Tables of methods and attributes --------------------------------------------------------------------------- */

/*
 * Every class has all methods and attributes in its own table, also those it shares with its base: CPython calls a
 * method of C fastest when it is found in the very class of the object, about 12 ns a call.
 */
enum { METHODS_MAX = 192, ATTRIBUTES_MAX = 32 };

typedef struct ClassTables {
    PyMethodDef methods[METHODS_MAX];
    PyGetSetDef attributes[ATTRIBUTES_MAX];
} ClassTables;

static PyMethodDef *const base_methods[] = {piece_placement_methods, base_board_life_methods, board_fen_methods,
                                            base_board_rare_methods, NULL};
static PyMethodDef *const full_methods[] = {board_life_methods,
                                            board_move_methods,
                                            board_play_methods,
                                            board_query_methods,
                                            board_text_methods,
                                            board_rare_methods,
                                            NULL};

/* Adds methods; one of a name that is there already replaces it. */
static void add_methods(ClassTables *tables, const PyMethodDef *methods) {
    for (; methods->ml_name != NULL; methods++) {
        PyMethodDef *place = tables->methods;
        while (place->ml_name != NULL && strcmp(place->ml_name, methods->ml_name) != 0)
            place++;
        *place = *methods;
    }
}

static void add_attributes(ClassTables *tables, const PyGetSetDef *attributes) {
    PyGetSetDef *place = tables->attributes;
    while (place->name != NULL)
        place++;
    while (attributes->name != NULL)
        *place++ = *attributes++;
}

static void add_base_tables(ClassTables *tables) {
    for (int i = 0; base_methods[i] != NULL; i++)
        add_methods(tables, base_methods[i]);
}

static void add_board_tables(ClassTables *tables, Variant variant) {
    add_base_tables(tables);
    for (int i = 0; full_methods[i] != NULL; i++)
        add_methods(tables, full_methods[i]);
    add_attributes(tables, board_attributes);
    if (variant == VARIANT_CRAZYHOUSE) {
        add_methods(tables, crazyhouse_methods);
        add_attributes(tables, pocket_attributes);
    }
    if (variant == VARIANT_THREE_CHECK)
        add_attributes(tables, checks_attributes);
}

/* ---- The types ----------------------------------------------------------------------------------------------------
 */

/* CPython would give a derived class a slower way to end. */
#define LIFE_SLOTS                                                                                                     \
    {Py_tp_dealloc, board_dealloc_slot}, {Py_tp_traverse, board_traverse_slot}, {                                      \
        Py_tp_clear, board_clear_slot                                                                                  \
    }

enum { BOARD_FLAGS = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC };

static bool make_base_board(PyObject *module) {
    static ClassTables tables;
    add_base_tables(&tables);
    PyType_Slot slots[] = {
        {Py_tp_doc, DOC("BaseBoard(board_fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')\n--\n\n"
                        "Men on a board, without turn, rights or history; None makes an empty board.")},
        {Py_tp_new, board_new_slot},
        {Py_tp_init, base_board_init_slot},
        LIFE_SLOTS,
        {Py_tp_richcompare, board_compare_slot},
        {Py_tp_hash, PyObject_HashNotImplemented},
        {Py_tp_repr, board_repr_slot},
        {Py_tp_str, board_str_slot},
        {Py_tp_methods, tables.methods},
        {Py_tp_members, base_board_members},
        {Py_tp_setattro, board_set_attribute},
        {0, NULL},
    };
    PyType_Spec spec = {"rookery.chess.BaseBoard", sizeof(BoardObject), 0, BOARD_FLAGS, slots};
    core.base_board = type_make(module, &spec, NULL, "BaseBoard");
    return core.base_board != NULL;
}

static PyTypeObject *make_board(PyObject *module, ClassTables *tables, const char *full_name, const char *name,
                                PyTypeObject *base) {
    PyType_Slot slots[] = {
        {Py_tp_doc, DOC("Board(fen=..., *, chess960=False)\n--\n\n"
                        "A position with its history: the start position of the variant unless a FEN is given; None "
                        "makes an empty board.")},
        {Py_tp_init, board_init_slot},
        LIFE_SLOTS,
        {Py_tp_methods, tables->methods},
        {Py_tp_members, board_members},
        {Py_tp_getset, tables->attributes},
        {Py_tp_setattro, board_set_attribute},
        {0, NULL},
    };
    PyType_Spec spec = {full_name, sizeof(BoardObject), 0, BOARD_FLAGS, slots};
    return type_make(module, &spec, base, name);
}

static bool make_variant_board(PyObject *module, const BoardClass *class) {
    static char names[VARIANT_COUNT][64]; /* the types keep pointing there */
    static ClassTables tables[VARIANT_COUNT];
    Variant variant = class->variant;
    PyTypeObject *base = class->base == VARIANT_NONE ? core.base_board : core.boards[class->base];
    PyOS_snprintf(names[variant], sizeof names[0], "rookery.chess.%s%s", variant == VARIANT_STANDARD ? "" : "variant.",
                  class->name);
    add_board_tables(&tables[variant], variant);
    core.boards[variant] = make_board(module, &tables[variant], names[variant], class->name, base);
    return core.boards[variant] != NULL && set_class_attributes(core.boards[variant], class);
}

/* Arena boards derive from the plain ones, one by one: each is its variant's board with the same helpers. */
static bool make_arena_board(PyObject *module, const BoardClass *class) {
    static char names[VARIANT_COUNT][64];
    static ClassTables tables[VARIANT_COUNT];
    Variant variant = class->variant;
    char attribute[64];
    PyOS_snprintf(names[variant], sizeof names[0], "rookery.arena.%s", class->name);
    PyOS_snprintf(attribute, sizeof attribute, "_arena_%s", class->name);
    add_board_tables(&tables[variant], variant);
    add_methods(&tables[variant], arena_methods);
    add_attributes(&tables[variant], arena_attributes);
    core.arenas[variant] = make_board(module, &tables[variant], names[variant], attribute, core.boards[variant]);
    return core.arenas[variant] != NULL;
}

bool board_types_init(PyObject *module) {
    if (!make_base_board(module))
        return false;
    for (int i = 0; i < BOARD_CLASSES; i++)
        if (!make_variant_board(module, &board_classes[i]))
            return false;
    for (int i = 0; i < BOARD_CLASSES; i++)
        if (!make_arena_board(module, &board_classes[i]))
            return false;
    return hooks_init() && board_attributes_init();
}
