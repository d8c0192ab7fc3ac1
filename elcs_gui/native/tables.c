/* Contingency tables: count the rows in every cell of (z, x, y), stratum by stratum, and hand them on.
 *
 * Small tables are counted with bit sets, one for each level: AND, then count the bits. Larger ones are counted
 * by coding every row's cell, and those with more cells than memory should hold by sorting (sorted.c). Weighted
 * rows have no bit sets, whose bits cannot weigh, nor have rows in a file.
 *
 * The first member of Z changes slowest from stratum to stratum, in all three: sums of floating-point numbers
 * are then the same to the last bit, here and in elcs_gui/ci/tables.py.
 */
#include "kernel.h"

#include <math.h>
#include <string.h>

#ifdef X86
#include <cpuid.h>
#endif

ALWAYS_INLINE int64_t bits_in(uint64_t word)
{
    return __builtin_popcountll(word);
}

/* ---- Bit sets ---- */

ALWAYS_INLINE int64_t intersect(uint64_t *into, const uint64_t *one, const uint64_t *other, int64_t words)
{
    int64_t count = 0;
    for (int64_t w = 0; w < words; w++) {
        into[w] = one[w] & other[w];
        count += bits_in(into[w]);
    }
    return count;
}

ALWAYS_INLINE int64_t common(const uint64_t *one, const uint64_t *other, int64_t words)
{
    int64_t count = 0;
    for (int64_t w = 0; w < words; w++)
        count += bits_in(one[w] & other[w]);
    return count;
}

/* The cells of one stratum, whose rows `mask` has. The last level of x has what the others leave of the
 * stratum, that of y what they leave of a row. */
ALWAYS_INLINE void intersect_cells(
    const struct data *data, const struct question *question, const uint64_t *mask, int64_t rows, uint64_t *within)
{
    const int64_t words = data->words;
    const int64_t nx = levels_of(data, question->x), ny = levels_of(data, question->y);
    const uint64_t *xs = data->bits + data->first_level[question->x] * words;
    const uint64_t *ys = data->bits + data->first_level[question->y] * words;
    int32_t *last = data->cells + (nx - 1) * ny;
    for (int64_t j = 0; j + 1 < ny; j++) {
        last[j] = (int32_t)common(mask, ys + j * words, words);
        rows -= last[j];
    }
    last[ny - 1] = (int32_t)rows;
    for (int64_t i = 0; i + 1 < nx; i++) {
        int32_t *row = data->cells + i * ny;
        int64_t in_row = intersect(within, mask, xs + i * words, words);
        for (int64_t j = 0; j + 1 < ny; j++) {
            row[j] = in_row == 0 ? 0 : (int32_t)common(within, ys + j * words, words);
            last[j] -= row[j];
            in_row -= row[j];
        }
        row[ny - 1] = (int32_t)in_row;
        last[ny - 1] -= (int32_t)in_row;
    }
}

/* masks[0] has all rows that count; masks[d + 1] those of them with the chosen levels of the first d + 1
 * members of Z. Strata without rows are left out. */
ALWAYS_INLINE void count_bits(const struct data *data, const struct question *question, struct sums *sums)
{
    const int64_t words = data->words, nx = levels_of(data, question->x), ny = levels_of(data, question->y);
    int64_t level[BIT_SET_SETS] = {0};
    int32_t depth = 0;
    for (;;) {
        int64_t rows = -1;
        for (; depth < question->nz; depth++) {
            const uint64_t *chosen = data->bits + (data->first_level[question->z[depth]] + level[depth]) * words;
            rows = intersect(data->masks + (depth + 1) * words, data->masks + depth * words, chosen, words);
            if (rows == 0)
                break;
        }
        if (rows != 0) {
            const uint64_t *mask = data->masks + question->nz * words;
            if (question->nz == 0)
                rows = common(mask, mask, words);
            if (rows > 0) {
                intersect_cells(data, question, mask, rows, data->masks + (question->nz + 1) * words);
                add_dense(data, data->cells, nx, ny, sums);
            }
            depth--;
        }
        /* The next configuration of Z; after an empty intersection, of its first members. */
        for (; depth >= 0; depth--) {
            if (++level[depth] < levels_of(data, question->z[depth]))
                break;
            level[depth] = 0;
        }
        if (depth < 0)
            return;
    }
}

/* How many rows have x, y and all of Z known; masks[0] then has those rows. */
ALWAYS_INLINE int64_t intersect_known(const struct data *data, const struct question *question)
{
    const int64_t words = data->words;
    const uint64_t *known = data->bits + (int64_t)data->first_level[data->variables] * words;
    int64_t rows = intersect(data->masks, known + question->x * words, known + question->y * words, words);
    for (int32_t d = 0; d < question->nz; d++)
        rows = intersect(data->masks, data->masks, known + question->z[d] * words, words);
    return rows;
}

/* ---- Coding rows ---- */

/* Add what one variable contributes to the codes of these rows. */
#define CODING(CODE, LEVEL)                                                                               \
    ALWAYS_INLINE void code_##CODE##_##LEVEL(                                                             \
        CODE *restrict codes, const LEVEL *restrict levels, int64_t rows, CODE stride, int first)         \
    {                                                                                                     \
        if (first)                                                                                        \
            for (int64_t r = 0; r < rows; r++)                                                            \
                codes[r] = levels[r];                                                                     \
        else                                                                                              \
            for (int64_t r = 0; r < rows; r++)                                                            \
                codes[r] = (CODE)(codes[r] + stride * levels[r]);                                         \
    }
CODING(uint16_t, uint8_t)
CODING(uint16_t, uint16_t)
CODING(uint32_t, uint8_t)
CODING(uint32_t, uint16_t)

/* The variables of a table, by how fast their levels change from cell to cell. */
ALWAYS_INLINE int64_t variable_at(const struct question *question, int32_t place)
{
    return place == 0 ? question->y : place == 1 ? question->x : question->z[question->nz + 1 - place];
}

/* Code the cells of these rows; the largest code. */
#define CODE_ALL(CODE)                                                                                    \
    ALWAYS_INLINE uint32_t code_all_##CODE(                                                               \
        const struct data *data, const struct question *question, int64_t begin, int64_t rows)            \
    {                                                                                                     \
        CODE *codes = (CODE *)data->codes, largest = 0;                                                   \
        int64_t stride = 1;                                                                               \
        for (int32_t place = 0; place < question->nz + 2; place++) {                                      \
            int64_t variable = variable_at(question, place);                                              \
            const void *column = data->columns[variable];                                                 \
            if (data->widths[variable] == 1)                                                              \
                code_##CODE##_uint8_t(                                                                    \
                    codes, (const uint8_t *)column + begin, rows, (CODE)stride, place == 0);              \
            else                                                                                          \
                code_##CODE##_uint16_t(                                                                   \
                    codes, (const uint16_t *)column + begin, rows, (CODE)stride, place == 0);             \
            stride *= levels_of(data, variable);                                                          \
        }                                                                                                 \
        for (int64_t r = 0; r < rows; r++)                                                                \
            largest = codes[r] > largest ? codes[r] : largest;                                            \
        return largest;                                                                                   \
    }
CODE_ALL(uint16_t)
CODE_ALL(uint32_t)

/* Code those of these rows in which all is known, and note which they are; how many. */
#define CODE_KNOWN(CODE)                                                                                  \
    ALWAYS_INLINE int64_t code_known_##CODE(                                                              \
        const struct data *data, const struct question *question, int64_t begin, int64_t rows)            \
    {                                                                                                     \
        CODE *codes = (CODE *)data->codes;                                                                \
        int64_t count = 0;                                                                                \
        for (int64_t r = begin; r < begin + rows; r++) {                                                  \
            int64_t code = 0, stride = 1;                                                                 \
            int known = 1;                                                                                \
            for (int32_t place = 0; known && place < question->nz + 2; place++) {                         \
                int64_t variable = variable_at(question, place), level = code_at(data, variable, r);      \
                known = level < levels_of(data, variable);                                                \
                code += stride * level;                                                                   \
                stride *= levels_of(data, variable);                                                      \
            }                                                                                             \
            codes[count] = (CODE)code;                                                                    \
            data->noted[count] = (int32_t)r;                                                              \
            count += known;                                                                               \
        }                                                                                                 \
        return count;                                                                                     \
    }
CODE_KNOWN(uint16_t)
CODE_KNOWN(uint32_t)

/* Count the cells of rows that are coded: cell c in `apart` places from apart * c on, by turns. */
#define COUNT_CODED(CODE)                                                                                 \
    ALWAYS_INLINE void count_coded_##CODE(const struct data *data, int64_t begin, int64_t rows, int64_t apart) \
    {                                                                                                     \
        const CODE *codes = (const CODE *)data->codes;                                                    \
        int32_t *cells = data->cells;                                                                     \
        if (data->weights) {                                                                              \
            for (int64_t r = 0; r < rows; r++)                                                            \
                cells[apart * codes[r] + (r & (apart - 1))] +=                                            \
                    data->weights[data->gaps ? data->noted[r] : begin + r];                               \
            return;                                                                                       \
        }                                                                                                 \
        if (apart == 1) {                                                                                 \
            for (int64_t r = 0; r < rows; r++)                                                            \
                cells[codes[r]]++;                                                                        \
            return;                                                                                       \
        }                                                                                                 \
        int64_t r = 0;                                                                                    \
        for (; r + INTERLEAVED <= rows; r += INTERLEAVED) {                                               \
            cells[INTERLEAVED * (int64_t)codes[r]]++;                                                     \
            cells[INTERLEAVED * (int64_t)codes[r + 1] + 1]++;                                             \
            cells[INTERLEAVED * (int64_t)codes[r + 2] + 2]++;                                             \
            cells[INTERLEAVED * (int64_t)codes[r + 3] + 3]++;                                             \
        }                                                                                                 \
        for (; r < rows; r++)                                                                             \
            cells[INTERLEAVED * (int64_t)codes[r]]++;                                                     \
    }
COUNT_CODED(uint16_t)
COUNT_CODED(uint32_t)

/* Count every cell of a table, some rows at a time. `progress` is the number of rows that are counted, and one. */
ALWAYS_INLINE enum measured count_codes(
    struct data *data, const struct question *question, int64_t cells, struct clock *clock, struct sums *sums)
{
    const int64_t in_stratum = levels_of(data, question->x) * levels_of(data, question->y);
    const int is_short = cells <= SHORT_CODES; /* beyond, rows seldom meet in a cell, and memory is dear */
    const int64_t apart = is_short ? INTERLEAVED : 1;
    if (data->progress == 0) {
        memset(data->cells, 0, (size_t)(apart * cells) * sizeof *data->cells);
        data->progress = 1;
    }
    while (data->progress - 1 < data->stored) {
        int64_t begin = data->progress - 1, rows = data->stored - begin;
        rows = rows < data->at_once ? rows : data->at_once;
        int64_t coded = rows;
        if (data->gaps)
            coded = is_short ? code_known_uint16_t(data, question, begin, rows)
                             : code_known_uint32_t(data, question, begin, rows);
        else if ((is_short ? code_all_uint16_t(data, question, begin, rows)
                           : code_all_uint32_t(data, question, begin, rows)) >= (uint64_t)cells) {
            data->progress = 0;
            return BAD_DATA;
        }
        if (is_short)
            count_coded_uint16_t(data, begin, coded, apart);
        else
            count_coded_uint32_t(data, begin, coded, apart);
        data->progress += rows;
        if (clock_is_over(clock, rows * (question->nz + 2)) && data->progress - 1 < data->stored)
            return INTERRUPTED;
    }
    data->progress = 0;
    if (is_short)
        for (int64_t c = 0; c < cells; c++) {
            const int32_t *counted = data->cells + INTERLEAVED * c;
            data->cells[c] = counted[0] + counted[1] + counted[2] + counted[3];
        }
    for (int64_t c = 0; c < cells; c += in_stratum)
        add_dense(data, data->cells + c, levels_of(data, question->x), levels_of(data, question->y), sums);
    return MEASURED;
}

/* ---- For the processor at hand ---- */

/* The loops above, compiled for processors that can more; which one is used is decided when the kernel runs. */
struct version {
    void (*count_bits)(const struct data *, const struct question *, struct sums *);
    int64_t (*intersect_known)(const struct data *, const struct question *);
    enum measured (*count_codes)(
        struct data *, const struct question *, int64_t, struct clock *, struct sums *);
};

#define VERSION(NAME, TARGET)                                                                             \
    TARGET static void count_bits_##NAME(                                                                 \
        const struct data *data, const struct question *question, struct sums *sums)                      \
    {                                                                                                     \
        count_bits(data, question, sums);                                                                 \
    }                                                                                                     \
    TARGET static int64_t intersect_known_##NAME(const struct data *data, const struct question *question) \
    {                                                                                                     \
        return intersect_known(data, question);                                                           \
    }                                                                                                     \
    TARGET static enum measured count_codes_##NAME(                                                       \
        struct data *data, const struct question *question, int64_t cells, struct clock *clock,           \
        struct sums *sums)                                                                                \
    {                                                                                                     \
        return count_codes(data, question, cells, clock, sums);                                           \
    }                                                                                                     \
    static const struct version NAME = {count_bits_##NAME, intersect_known_##NAME, count_codes_##NAME};

VERSION(plain, )

#ifdef X86
VERSION(with_avx2, WITH_AVX2)
VERSION(with_avx512, WITH_AVX512)

static uint64_t states_kept(void) /* registers that the operating system saves */
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low | (uint64_t)high << 32;
}

static enum processor found_processor(void)
{
    uint32_t a, b = 0, c = 0, d, one = 0;
    enum processor found = PLAIN;
    __get_cpuid(1, &a, &b, &one, &d);
    const uint32_t popcnt = 1u << 23, osxsave = 1u << 27;
    if ((one & popcnt) && (one & osxsave) && (states_kept() & 0x6) == 0x6 && __get_cpuid_count(7, 0, &a, &b, &c, &d)) {
        const uint32_t wide = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31; /* avx512f, dq, bw, vl */
        if (b & 1u << 5)
            found = AVX2;
        if (found == AVX2 && (b & wide) == wide && (c & 1u << 14) && (states_kept() & 0xe6) == 0xe6)
            found = AVX512;
    }
    return found;
}

enum processor processor(void)
{
    static int known; /* two threads would find the same */
    static enum processor found;
    if (!known)
        found = found_processor();
    known = 1;
    return found;
}

static const struct version *version(void)
{
    const struct version *const all[] = {&plain, &with_avx2, &with_avx512};
    return all[processor()];
}
#else
enum processor processor(void)
{
    return PLAIN;
}

static const struct version *version(void)
{
    return &plain;
}
#endif

/* ---- One question ---- */

static int is_at_hand(const struct data *data, const struct question *question)
{
    const int32_t *at_hand = data->at_hand;
    return data->progress != 0 && at_hand[0] == question->x && at_hand[1] == question->y &&
           at_hand[2] == question->nz &&
           memcmp(at_hand + 3, question->z, (size_t)question->nz * sizeof *at_hand) == 0;
}

static void take_in_hand(struct data *data, const struct question *question)
{
    data->progress = 0;
    data->at_hand[0] = question->x;
    data->at_hand[1] = question->y;
    data->at_hand[2] = question->nz;
    memcpy(data->at_hand + 3, question->z, (size_t)question->nz * sizeof *data->at_hand);
}

enum measured measure(
    struct data *data, const struct question *question, struct clock *clock, double *statistic, int32_t *df)
{
    const struct version *fast = version();
    double cells = (double)levels_of(data, question->x) * (double)levels_of(data, question->y);
    for (int32_t d = 0; d < question->nz; d++)
        cells *= (double)levels_of(data, question->z[d]);
    *statistic = NAN;
    *df = -1;
    if ((double)data->rows / cells < data->rows_per_cell)
        return MEASURED;
    if (data->gaps && data->words > 0 &&
        (double)fast->intersect_known(data, question) / cells < data->rows_per_cell)
        return MEASURED;
    struct sums sums = {0};
    enum measured ended = MEASURED;
    if (cells <= BIT_SET_CELLS && question->nz <= BIT_SET_SETS && data->words > 0) {
        fast->count_bits(data, question, &sums);
        clock_is_over(clock, data->words * (int64_t)cells);
    } else {
        if (!is_at_hand(data, question))
            take_in_hand(data, question);
        ended = cells <= (double)data->dense_cells
                    ? fast->count_codes(data, question, (int64_t)cells, clock, &sums)
                    : count_sorted(data, question, clock, &sums);
    }
    if (ended != MEASURED)
        return ended;
    if (sums.bad)
        return BAD_DATA;
    if ((double)sums.rows / cells < data->rows_per_cell || sums.df > data->most_df)
        return MEASURED;
    *df = (int32_t)sums.df;
    if (data->statistic == CHI2)
        *statistic = sums.parts + sums.empties;
    else
        *statistic = (double)(sums.total > 0 ? sums.total : 0) * data->unit;
    return MEASURED;
}
