/* What the parts of the kernel share: the data, one question, and the sums of one table.
 *
 * Python owns all memory, checks lengths and ranges once (elcs_gui/ci/compiled.py, which mirrors these
 * structures), and calls the kernel with batches of questions. The kernel allocates nothing, keeps nothing
 * between calls but what stands in these structures, and writes only into what they point to.
 */
#ifndef ELCS_KERNEL_H
#define ELCS_KERNEL_H

#include "portable.h"

#include <stdint.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#if defined(__x86_64__) || defined(_M_X64)
#define X86 1
#define WITH_AVX2 __attribute__((target("popcnt,avx2")))
#define WITH_AVX512 __attribute__((target("popcnt,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))
#endif

/* tables.c: for which processors loops are compiled twice, and which of those this one is. */
enum processor { PLAIN, AVX2, AVX512 };
enum processor processor(void);

enum {
    BIT_SET_CELLS = 96,    /* up to so many cells bit sets are faster than coding every row */
    BIT_SET_SETS = 7,      /* bit sets are combined for at most so many variables in Z */
    SHORT_CODES = 1 << 16, /* up to so many cells codes of 16 bits do, and are multiplied twice as fast */
    INTERLEAVED = 4,       /* tables counted side by side: one alone stalls on repeated increments */
    MANTISSAS = 1 << 10    /* see elcs_gui/ci/discrete.py */
};

enum statistic { G2, CHI2 };

/* How `measure` ends: with a statistic, before it is done, or at data that are not as they should be. */
enum measured { MEASURED, INTERRUPTED, BAD_DATA };

struct data {
    int64_t variables;
    int64_t stored;      /* rows in memory, or in a file */
    int64_t rows;        /* rows that they stand for: their weights added up */
    int64_t words;       /* of one bit set; 0 where rows have no bit sets */
    int64_t gaps;        /* are values missing? a missing value is coded as the number of levels */
    int64_t statistic;
    int64_t tabled;      /* length of `entropies` */
    int64_t computed;    /* length of `logarithms` */
    int64_t most_df;     /* of more degrees of freedom nothing is said */
    int64_t at_once;     /* rows coded before they are counted */
    int64_t dense_cells; /* length of `cells`; larger tables are counted by sorting */
    int64_t sortable;    /* rows that `sorting` has room for */
    double unit;         /* what one step of a fixed-point sum is worth in G2 */
    double rows_per_cell;

    const void *const *columns; /* the codes of every variable */
    const uint8_t *widths;      /* the bytes of one code of every variable: 1 or 2 */
    const int32_t *first_level; /* of every variable among all levels; at the end the number of all levels */
    uint64_t *bits;             /* a bit set for every level; with gaps one more for every variable: known rows */
    const int32_t *weights;     /* of stored rows; none where each counts once */
    const int64_t *entropies;   /* n ln n in fixed point */
    const double *logarithms;   /* ln a for a from MANTISSAS on */

    /* Scratch space. */
    uint32_t *codes;  /* at_once */
    int32_t *noted;   /* at_once: rows in which all is known */
    int32_t *cells;   /* dense_cells, and as many as INTERLEAVED small tables need */
    uint64_t *masks;  /* BIT_SET_SETS + 2 bit sets; the first is all rows where there are no gaps */
    int32_t *by_x;    /* the most levels of a variable */
    int32_t *by_y;    /* likewise */
    int32_t *sorting; /* 5 for each sortable row, and one more than the most levels */
    int32_t *at_hand; /* 3 + variables: the question whose table is not finished */
    int64_t progress; /* how far that table is; 0 where none is begun */
};

struct question {
    int32_t x, y, nz;
    const int32_t *z;
};

/* Called now and then with the work done since; not 0 where the caller should pause. */
struct clock {
    int64_t deadline, work;
};
int clock_is_over(struct clock *clock, int64_t work);

struct sums {
    int64_t total;         /* G2: of n ln n, in fixed point */
    double parts, empties; /* Pearson: of occupied cells, and of those that expect rows and have none */
    int64_t df, rows;
    int bad;
};

/* A stratum by its occupied cells, ordered by x, then y. Levels are numbered as `by_x` and `by_y` have them. */
struct listed {
    int64_t count, x_levels, y_levels;
    const int32_t *x, *y, *n, *by_x, *by_y, *ys; /* ys: which of by_y are occupied */
};

/* statistics.c: add one stratum to the sums. */
void add_dense(const struct data *data, const int32_t *cells, int64_t nx, int64_t ny, struct sums *sums);
void add_listed(const struct data *data, const struct listed *stratum, struct sums *sums);

/* sorted.c */
enum measured count_sorted(
    struct data *data, const struct question *question, struct clock *clock, struct sums *sums);

/* tables.c: the statistic and df of one question; nan and -1 where there are too few rows. */
enum measured measure(
    struct data *data, const struct question *question, struct clock *clock, double *statistic, int32_t *df);

ALWAYS_INLINE int64_t levels_of(const struct data *data, int64_t variable)
{
    return data->first_level[variable + 1] - data->first_level[variable];
}

ALWAYS_INLINE int64_t code_at(const struct data *data, int64_t variable, int64_t row)
{
    const void *column = data->columns[variable];
    return data->widths[variable] == 1 ? ((const uint8_t *)column)[row] : ((const uint16_t *)column)[row];
}

#endif
