/* Methods of boards that are used so rarely that they are written in Python, in rookery/chess/_rare.py. */
#include "board.h"

#define RARE(name)                                                                                                     \
    static PyObject *rare_##name(PyObject *self, PyObject *arguments, PyObject *keywords) {                            \
        return rare_call(#name, self, arguments, keywords);                                                            \
    }
RARE(unicode)
RARE(board_svg)
RARE(apply_transform)
RARE(transform)
RARE(apply_mirror)
RARE(mirror)
RARE(set_piece_map)
RARE(from_chess960_pos)
RARE(chess960_pos)
RARE(remove_quietly)
RARE(set_quietly)
RARE(effective_promoted)
RARE(status)
RARE(find_move)
RARE(epd)
RARE(set_epd)
RARE(from_epd)
RARE(variation_san)
RARE(xboard)
RARE(to_chess960)
RARE(from_chess960)
RARE(valid_ep_square)

static PyObject *rare_parse_xboard(PyObject *self, PyObject *text) {
    return PyObject_CallMethod(self, "parse_san", "O", text);
}

static PyObject *rare_push_xboard(PyObject *self, PyObject *text) {
    return PyObject_CallMethod(self, "push_san", "O", text);
}

enum { FLAGS = METH_VARARGS | METH_KEYWORDS };

PyMethodDef base_board_rare_methods[] = {
    {"unicode", AS_METHOD(rare_unicode), FLAGS,
     "unicode($self, *, invert_color=False, borders=False, empty_square='\xe2\xad\x98', orientation=True)\n--\n\n"
     "The board as text with Unicode pieces."},
    {"_repr_svg_", AS_METHOD(rare_board_svg), FLAGS, NULL},
    {"apply_transform", AS_METHOD(rare_apply_transform), FLAGS,
     "apply_transform($self, f)\n--\n\nApplies a function of bitboards, such as flip_vertical, to the board."},
    {"transform", AS_METHOD(rare_transform), FLAGS,
     "transform($self, f)\n--\n\nA copy without history to which apply_transform() was applied."},
    {"apply_mirror", AS_METHOD(rare_apply_mirror), FLAGS, "apply_mirror($self)\n--\n\nSwaps the sides."},
    {"mirror", AS_METHOD(rare_mirror), FLAGS, "mirror($self)\n--\n\nA copy with the sides swapped."},
    {"set_piece_map", AS_METHOD(rare_set_piece_map), FLAGS,
     "set_piece_map($self, pieces)\n--\n\nSets up the men from a dict of pieces by square."},
    {"from_chess960_pos", AS_METHOD(rare_from_chess960_pos), FLAGS | METH_CLASS,
     "from_chess960_pos($type, scharnagl)\n--\n\nA board with a chess960 start position."},
    {"chess960_pos", AS_METHOD(rare_chess960_pos), FLAGS,
     "chess960_pos($self, ...)\n--\n\nThe number of this chess960 start position, or None."},
    {"_remove_piece_at", AS_METHOD(rare_remove_quietly), FLAGS, NULL},
    {"_set_piece_at", AS_METHOD(rare_set_quietly), FLAGS, NULL},
    {"_effective_promoted", AS_METHOD(rare_effective_promoted), FLAGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMethodDef board_rare_methods[] = {
    {"status", AS_METHOD(rare_status), FLAGS, "status($self)\n--\n\nProblems of the position, as chess.Status flags."},
    {"find_move", AS_METHOD(rare_find_move), FLAGS,
     "find_move($self, from_square, to_square, promotion=None)\n--\n\nThe legal move between two squares; a pawn that "
     "reaches the last rank becomes a queen unless said otherwise."},
    {"epd", AS_METHOD(rare_epd), FLAGS,
     "epd($self, *, shredder=False, en_passant='legal', promoted=None, **operations)\n--\n\nThe position as EPD."},
    {"set_epd", AS_METHOD(rare_set_epd), FLAGS, "set_epd($self, epd)\n--\n\nSets up an EPD; returns its operations."},
    {"from_epd", AS_METHOD(rare_from_epd), FLAGS | METH_CLASS,
     "from_epd($type, epd, *, chess960=False)\n--\n\nA new board and the operations of an EPD."},
    {"variation_san", AS_METHOD(rare_variation_san), FLAGS,
     "variation_san($self, variation)\n--\n\nA line of moves in SAN with move numbers."},
    {"xboard", AS_METHOD(rare_xboard), FLAGS, "xboard($self, move, chess960=None)\n--\n\nA move as xboard writes it."},
    {"parse_xboard", rare_parse_xboard, METH_O, "parse_xboard($self, xboard)\n--\n\nThe same as parse_san()."},
    {"push_xboard", rare_push_xboard, METH_O, "push_xboard($self, xboard)\n--\n\nThe same as push_san()."},
    {"_to_chess960", AS_METHOD(rare_to_chess960), FLAGS, NULL},
    {"_from_chess960", AS_METHOD(rare_from_chess960), FLAGS, NULL},
    {"_valid_ep_square", AS_METHOD(rare_valid_ep_square), FLAGS, NULL},
    {NULL, NULL, 0, NULL},
};
