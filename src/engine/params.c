#include "engine/params.h"

#include <math.h>

#ifdef ROOKERY_TUNING
SearchParams search_params = {
#define SEARCH_PARAM_VALUE(name, value, low, high) .name = (value),
    SEARCH_PARAMS(SEARCH_PARAM_VALUE)
#undef SEARCH_PARAM_VALUE
};
#endif

static int reduction(double base, double divisor, int depth, int move) {
    return (int)(1024 * (base / 100 + log(depth) * log(move) * 100 / divisor));
}

void reductions_fill(Reductions *reductions) {
    for (int depth = 1; depth < REDUCTION_DEPTHS; depth++)
        for (int move = 1; move < REDUCTION_MOVES; move++) {
            reductions->of[0][depth][move] = reduction(PARAM(lmr_base), PARAM(lmr_divisor), depth, move);
            reductions->of[1][depth][move] =
                reduction(PARAM(lmr_capture_base), PARAM(lmr_capture_divisor), depth, move);
        }
}
