/*
 * The features of the evaluation: X(name, how many weights).
 *
 * The order is that of the weight tables in eval_weights.c, which train/tune writes.
 */
#ifndef ROOKERY_ENGINE_EVAL_TERMS_H
#define ROOKERY_ENGINE_EVAL_TERMS_H

#include "engine/eval.h"

#define EVAL_TERMS(X)                                                                                                  \
    X(MATERIAL, 8) /* by type */                                                                                       \
    X(PSQT, 384)   /* (type - 1) * 64 + square, as White sees it */                                                    \
    X(TEMPO, 1)                                                                                                        \
    X(BISHOP_PAIR, 1)                                                                                                  \
    X(KNIGHT_MOBILITY, 9)                                                                                              \
    X(BISHOP_MOBILITY, 14)                                                                                             \
    X(ROOK_MOBILITY, 15)                                                                                               \
    X(QUEEN_MOBILITY, 28)                                                                                              \
    X(PAWN_ISOLATED, 8) /* by file */                                                                                  \
    X(PAWN_DOUBLED, 2)  /* own pawn somewhere ahead; directly ahead */                                                 \
    X(PAWN_BACKWARD, 2) /* on a half-open file or not */                                                               \
    X(PAWN_PHALANX, 8)  /* by rank */                                                                                  \
    X(PAWN_SUPPORTED, 8)                                                                                               \
    X(PAWN_CANDIDATE, 8)                                                                                               \
    X(PASSED, 8)                                                                                                       \
    X(PASSED_FILE, 4)     /* distance from the edge */                                                                 \
    X(PASSED_BLOCKED, 8)  /* by a man of theirs */                                                                     \
    X(PASSED_HINDERED, 8) /* stop square attacked */                                                                   \
    X(PASSED_SAFE_PATH, 8)                                                                                             \
    X(PASSED_OUR_KING, 8) /* times the king's distance from the stop square, by rank */                                \
    X(PASSED_THEIR_KING, 8)                                                                                            \
    X(PASSED_SUPPORTED_ROOK, 1)                                                                                        \
    X(PASSED_UNSTOPPABLE, 1)                                                                                           \
    X(KNIGHT_OUTPOST, 2) /* not defended, defended by a pawn */                                                        \
    X(BISHOP_OUTPOST, 2)                                                                                               \
    X(MINOR_BEHIND_PAWN, 1)                                                                                            \
    X(MINOR_KING_DISTANCE, 8) /* of a knight from its own king */                                                      \
    X(BISHOP_OWN_PAWNS, 1)    /* pawns on squares of the bishop's colour */                                            \
    X(BISHOP_RAMMED_PAWNS, 1)                                                                                          \
    X(BISHOP_LONG_DIAGONAL, 1)                                                                                         \
    X(ROOK_OPEN_FILE, 2) /* half open, open */                                                                         \
    X(ROOK_SEVENTH, 1)                                                                                                 \
    X(ROOK_ON_QUEEN_FILE, 1)                                                                                           \
    X(ROOK_SHUT_IN, 1)   /* little mobility beside a king that cannot castle on that side */                           \
    X(QUEEN_EXPOSED, 1)  /* an enemy slider aims at it through one man */                                              \
    X(THREAT_BY_PAWN, 8) /* by the type threatened */                                                                  \
    X(THREAT_BY_MINOR, 8)                                                                                              \
    X(THREAT_BY_ROOK, 8)                                                                                               \
    X(THREAT_BY_KING, 8)                                                                                               \
    X(THREAT_HANGING, 1)                                                                                               \
    X(THREAT_PUSH, 1)     /* a safe pawn push would attack */                                                          \
    X(THREAT_ON_QUEEN, 2) /* knight, slider could attack it from a safe square */                                      \
    X(RESTRICTED, 1)                                                                                                   \
    X(SPACE, 1)                                                                                                        \
    X(SHELTER, 32)      /* distance of the file from the edge, rank of our pawn on it (0: none) */                     \
    X(STORM, 32)        /* the same for theirs, free to come */                                                        \
    X(STORM_BLOCKED, 8) /* rank, stopped by our pawn */                                                                \
    X(KING_FILE, 3)     /* half open for us, for them, open */                                                         \
    X(KING_PAWN_DISTANCE, 8)                                                                                           \
    X(PAWNLESS_FLANK, 1)                                                                                               \
    /* Danger to the king: summed, then squared; see king_danger(). */                                                 \
    X(DANGER_BASE, 1)                                                                                                  \
    X(DANGER_ATTACKER, 8)   /* by type */                                                                              \
    X(DANGER_RING, 1)       /* attacks on squares around the king */                                                   \
    X(DANGER_WEAK, 1)       /* of them those badly defended */                                                         \
    X(DANGER_SAFE_CHECK, 8) /* by type */                                                                              \
    X(DANGER_UNSAFE_CHECK, 1)                                                                                          \
    X(DANGER_NO_QUEEN, 1)                                                                                              \
    X(DANGER_KNIGHT_GUARD, 1)                                                                                          \
    X(DANGER_FLANK, 2) /* attacked squares on the king's flank; defended */                                            \
    X(DANGER_PINNED, 1)                                                                                                \
    X(DANGER_OPEN, 1)       /* queen's mobility from the king's square */                                              \
    X(DANGER_POCKET, 8)     /* men in the enemy's hand */                                                              \
    X(DANGER_DROP_CHECK, 8) /* safe drops that check */                                                                \
    X(DANGER_CHECKS_LEFT, 4)                                                                                           \
    X(DANGER_LAST, 1) /* marks the end of the danger terms; always 0 */                                                \
    /* Variants */                                                                                                     \
    X(POCKET, 8)                                                                                                       \
    X(POCKET_MANY, 8) /* for every man of a type beyond the first */                                                   \
    X(PROMOTED, 8)    /* men that will return as pawns */                                                              \
    X(HILL_DISTANCE, 8)                                                                                                \
    X(HILL_CONTROL, 2) /* centre squares attacked by us, by us alone */                                                \
    X(HILL_STEP, 1)    /* the king could step onto the hill */                                                         \
    X(CHECKS_LEFT, 4)                                                                                                  \
    X(RACE_RANK, 8)                                                                                                    \
    X(RACE_STEPS, 8) /* safe squares ahead of the king */                                                              \
    X(RACE_GOAL_CONTROL, 1)                                                                                            \
    X(HORDE_PAWN, 8)   /* white pawns by rank */                                                                       \
    X(HORDE_WALL, 1)   /* white pawns side by side */                                                                  \
    X(HORDE_BEHIND, 1) /* Black's rooks and queens behind the pawns */                                                 \
    X(BLAST_TARGET, 8) /* a man of theirs that we attack beside their king, by attacker */                             \
    X(BLAST_GAIN, 1)   /* tenths of a pawn won by the best capture */                                                  \
    X(BLAST_KINGS, 8)  /* distance between the kings, for the side with more material */                               \
    X(BLAST_SHIELD, 1) /* own men beside our king */                                                                   \
    X(GIVE_MOBILITY, 1)                                                                                                \
    X(GIVE_ATTACKED, 8) /* our men that they attack */                                                                 \
    X(GIVE_FORCED, 1)   /* they must capture */                                                                        \
    X(GIVE_LAST_MEN, 8) /* by how few men are left */                                                                  \
    X(RACE_PATH, 8)     /* by steps of the king's shortest safe way to the goal; 0: there is none */

enum {
#define EVAL_TERM(name, count) EVAL_##name, EVAL_##name##_END = EVAL_##name + (count)-1,
    EVAL_TERMS(EVAL_TERM)
#undef EVAL_TERM
        EVAL_WEIGHTS
};

/* src/engine/weights/ */
extern const Score weights_standard[EVAL_WEIGHTS];
extern const Score weights_crazyhouse[EVAL_WEIGHTS];
extern const Score weights_atomic[EVAL_WEIGHTS];
extern const Score weights_kingofthehill[EVAL_WEIGHTS];
extern const Score weights_threecheck[EVAL_WEIGHTS];
extern const Score weights_antichess[EVAL_WEIGHTS];
extern const Score weights_horde[EVAL_WEIGHTS];
extern const Score weights_racingkings[EVAL_WEIGHTS];

extern const Score *const eval_weights[VARIANT_COUNT];

#endif
