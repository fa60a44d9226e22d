/*
 * The rules in which variants differ, as one table. A new variant is a new row, plus a hook where no property fits.
 */
#ifndef ROOKERY_CHESS_VARIANT_H
#define ROOKERY_CHESS_VARIANT_H

#include "rookery/chess.h"

typedef enum StalemateRule {
    STALEMATE_DRAWS,
    STALEMATE_WINS,       /* the side that cannot move has won */
    STALEMATE_FEWER_WINS, /* the side with fewer men has won, equal numbers draw */
} StalemateRule;

typedef struct VariantRules {
    const char *name;
    const char *title;
    const char *aliases; /* further names, lower case without spaces, separated by spaces */
    const char *start_fen;
    bool drops;               /* captured men go to the captor's pocket and may be dropped */
    bool explosions;          /* a capture removes the captor and all men but pawns around the square */
    bool captures_compulsory; /* a player who can capture must; kings are ordinary men, nobody is ever in check */
    bool checks_forbidden;    /* a move that gives check is illegal */
    bool checks_counted;      /* checks_left decreases with every check; none left wins */
    bool horde;               /* White needs no king; a side without men has lost */
    bool own_end;             /* the game can end in a way that only this variant knows */
    Bitboard goal;            /* squares on which a king wins */
    bool goal_last_word;      /* Black may follow White's king to the goal at once, which draws */
    StalemateRule stalemate;
} VariantRules;

extern const VariantRules variant_table[VARIANT_COUNT];

static inline const VariantRules *position_rules(const Position *position) {
    return &variant_table[position->variant];
}

#endif
