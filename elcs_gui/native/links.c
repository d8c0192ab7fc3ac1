/* The strongest links of every variable: the largest correlation between any level of x and any level of y.
 *
 * Every level is a bit set over the rows. How many rows two levels share gives their correlation:
 * |n both - a b| / sqrt(a (n - a) b (n - b)). Nothing is kept of a pair but whether it is among the best two of
 * its ends, so that memory grows with the number of variables, not with its square.
 */
#include "kernel.h"

enum {
    EACH = 2,    /* links of every variable */
    TOGETHER = 16 /* variables whose bit sets stay in the nearest cache while all others pass */
};

struct levels {
    int64_t words, rows;
    const uint64_t *bits;       /* a bit set for every level */
    const int32_t *first_level; /* of every variable among all levels; at the end the number of all levels */
    const int32_t *ones;        /* rows that have the level */
    const double *scale;        /* 1 / sqrt(ones (rows - ones)); 0 where all rows have it, or none */
};

/* Keep y if it is among the best of x. They come in rising order, and the first of equals stays. */
ALWAYS_INLINE void note(int64_t x, int64_t y, double strength, int32_t *best, double *strengths)
{
    int64_t place = EACH * x + EACH;
    while (place > EACH * x && strength > strengths[place - 1])
        place--;
    for (int64_t i = EACH * x + EACH - 1; i > place; i--) {
        best[i] = best[i - 1];
        strengths[i] = strengths[i - 1];
    }
    if (place < EACH * x + EACH) {
        best[place] = (int32_t)y;
        strengths[place] = strength;
    }
}

ALWAYS_INLINE double strength_of(const struct levels *levels, int64_t x, int64_t y)
{
    double most = 0.0;
    for (int64_t j = levels->first_level[y]; j < levels->first_level[y + 1]; j++)
        for (int64_t i = levels->first_level[x]; i < levels->first_level[x + 1]; i++) {
            const uint64_t *one = levels->bits + i * levels->words, *other = levels->bits + j * levels->words;
            int64_t both = 0;
            for (int64_t w = 0; w < levels->words; w++)
                both += __builtin_popcountll(one[w] & other[w]);
            int64_t apart = levels->rows * both - (int64_t)levels->ones[i] * levels->ones[j];
            double strength = (double)(apart < 0 ? -apart : apart) * (levels->scale[i] * levels->scale[j]);
            most = strength > most ? strength : most;
        }
    return most;
}

ALWAYS_INLINE void look_for_links(
    const struct levels *levels, int64_t variables, int64_t low, int64_t high, int32_t *best, double *strengths)
{
    for (int64_t begin = low; begin < high; begin += TOGETHER) {
        int64_t end = begin + TOGETHER < high ? begin + TOGETHER : high;
        for (int64_t y = begin + 1; y < variables; y++)
            for (int64_t x = begin; x < end && x < y; x++) {
                double strength = strength_of(levels, x, y);
                note(x, y, strength, best, strengths);
                note(y, x, strength, best, strengths);
            }
    }
}

#define VERSION(NAME, TARGET)                                                                              \
    TARGET static void links_##NAME(                                                                       \
        const struct levels *levels, int64_t variables, int64_t low, int64_t high, int32_t *best,          \
        double *strengths)                                                                                 \
    {                                                                                                      \
        look_for_links(levels, variables, low, high, best, strengths);                                     \
    }

VERSION(plain, )
#ifdef X86
VERSION(with_avx2, WITH_AVX2)
VERSION(with_avx512, WITH_AVX512)
#endif

/* The pairs of variables from `low` up to `high` with all that come after each. `best` and `strengths` have two
 * places for every variable; before the first call -1 stands in all of them, and calls rise. */
EXPORTED void elcs_strongest_links(
    const uint64_t *bits, int64_t words, int64_t rows, const int32_t *first_level, const int32_t *ones,
    const double *scale, int64_t variables, int64_t low, int64_t high, int32_t *best, double *strengths)
{
    const struct levels levels = {words, rows, bits, first_level, ones, scale};
    switch (processor()) {
#ifdef X86
    case AVX512:
        links_with_avx512(&levels, variables, low, high, best, strengths);
        return;
    case AVX2:
        links_with_avx2(&levels, variables, low, high, best, strengths);
        return;
#endif
    default:
        links_plain(&levels, variables, low, high, best, strengths);
    }
}
