/*
 * Every number of the search that could be otherwise, in one table.
 *
 * A build with -DROOKERY_TUNING makes them UCI options, so that a tuner can vary them from outside.
 */
#ifndef ROOKERY_ENGINE_PARAMS_H
#define ROOKERY_ENGINE_PARAMS_H

/* name, default, least, greatest */
#define SEARCH_PARAMS(X)                                                                                               \
    X(aspiration_start, 12, 5, 50)                                                                                     \
    X(aspiration_growth, 150, 110, 300) /* percent */                                                                  \
    X(rfp_depth, 9, 4, 14)              /* reverse futility */                                                         \
    X(rfp_margin, 74, 30, 150)                                                                                         \
    X(rfp_improving, 62, 0, 150)                                                                                       \
    X(razor_depth, 4, 1, 6)                                                                                            \
    X(razor_margin, 230, 100, 500)                                                                                     \
    X(null_base, 4, 2, 6)                                                                                              \
    X(null_divisor, 4, 2, 8)                                                                                           \
    X(null_eval_divisor, 190, 80, 400)                                                                                 \
    X(probcut_margin, 170, 80, 350)                                                                                    \
    X(probcut_depth, 5, 3, 9)                                                                                          \
    X(iir_depth, 4, 2, 8)                                                                                              \
    X(lmp_depth, 9, 4, 14)                                                                                             \
    X(lmp_base, 4, 1, 10)                                                                                              \
    X(futility_depth, 9, 4, 14)                                                                                        \
    X(futility_base, 90, 20, 250)                                                                                      \
    X(futility_margin, 88, 30, 200)                                                                                    \
    X(history_prune_depth, 5, 1, 9)                                                                                    \
    X(history_prune_margin, 3200, 800, 8000)                                                                           \
    X(see_quiet_margin, 24, 8, 80)     /* times depth squared */                                                       \
    X(see_capture_margin, 95, 30, 200) /* times depth */                                                               \
    X(singular_depth, 7, 4, 10)                                                                                        \
    X(singular_margin, 14, 5, 40) /* sixteenths times depth */                                                         \
    X(singular_double, 22, 5, 60)                                                                                      \
    X(lmr_base, 80, 0, 200)       /* hundredths */                                                                     \
    X(lmr_divisor, 230, 130, 400) /* hundredths */                                                                     \
    X(lmr_capture_base, 15, -50, 150)                                                                                  \
    X(lmr_capture_divisor, 310, 180, 500)                                                                              \
    X(lmr_history_divisor, 8200, 3000, 20000)                                                                          \
    X(lmr_bad_history_max, 1200, 0, 8000) /* 1024ths of a ply */                                                       \
    X(lmr_check, 900, 0, 4000)                                                                                         \
    X(lmr_cut, 1400, 0, 4000)                                                                                          \
    X(lmr_not_improving, 700, 0, 4000)                                                                                 \
    X(qs_futility, 140, 40, 350)                                                                                       \
    X(qs_forced_plies, 2, 0, 12) /* in which a due capture must be made */                                             \
    X(history_bonus_scale, 170, 60, 400)                                                                               \
    X(history_bonus_offset, 90, -200, 400)                                                                             \
    X(history_bonus_max, 1700, 600, 4000)                                                                              \
    X(correction_pawn, 60, 0, 200)                                                                                     \
    X(correction_minor, 40, 0, 200)                                                                                    \
    X(correction_nonpawn, 50, 0, 200)                                                                                  \
    X(correction_continuation, 50, 0, 200)

typedef struct SearchParams {
#define SEARCH_PARAM_FIELD(name, value, low, high) int name;
    SEARCH_PARAMS(SEARCH_PARAM_FIELD)
#undef SEARCH_PARAM_FIELD
} SearchParams;

#ifdef ROOKERY_TUNING
extern SearchParams search_params;
#define PARAM(name) (search_params.name)
#else
/* Constants, for the compiler to fold. */
enum {
#define SEARCH_PARAM_CONSTANT(name, value, low, high) PARAM_##name = (value),
    SEARCH_PARAMS(SEARCH_PARAM_CONSTANT)
#undef SEARCH_PARAM_CONSTANT
};
#define PARAM(name) ((int)PARAM_##name)
#endif

enum { REDUCTION_DEPTHS = 64, REDUCTION_MOVES = 64 };
/* Late-move reductions by depth and move number, in 1024ths of a ply: [is capture]. */
typedef struct Reductions {
    int of[2][REDUCTION_DEPTHS][REDUCTION_MOVES];
} Reductions;
void reductions_fill(Reductions *reductions);

#endif
