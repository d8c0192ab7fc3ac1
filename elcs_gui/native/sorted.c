/* Tables of more cells than memory should hold: only the cells that occur, found by sorting the rows.
 *
 * The rows are sorted by y, then x, then the members of Z from the last to the first, each time by counting and
 * without changing the order of equals. Equal rows then stand together, strata in the order of dense tables.
 */
#include "kernel.h"

#include <string.h>

/* List the rows in which all is known; how many they are. */
static int64_t known_rows(const struct data *data, const struct question *question, int32_t *order)
{
    int64_t count = 0;
    for (int64_t row = 0; row < data->stored; row++) {
        int known = 1;
        if (data->gaps) {
            known = code_at(data, question->x, row) < levels_of(data, question->x) &&
                    code_at(data, question->y, row) < levels_of(data, question->y);
            for (int32_t d = 0; known && d < question->nz; d++)
                known = code_at(data, question->z[d], row) < levels_of(data, question->z[d]);
        }
        order[count] = (int32_t)row;
        count += known;
    }
    return count;
}

/* Sort the rows by one variable; 0 where a code is none of its levels. */
static int sort_by(
    const struct data *data, int64_t variable, const int32_t *from, int32_t *to, int64_t rows, int32_t *starts)
{
    int64_t levels = levels_of(data, variable);
    memset(starts, 0, (size_t)(levels + 1) * sizeof *starts);
    for (int64_t i = 0; i < rows; i++) {
        int64_t code = code_at(data, variable, from[i]);
        if (code >= levels)
            return 0;
        starts[code + 1]++;
    }
    for (int64_t level = 0; level < levels; level++)
        starts[level + 1] += starts[level];
    for (int64_t i = 0; i < rows; i++)
        to[starts[code_at(data, variable, from[i])]++] = from[i];
    return 1;
}

static int same_stratum(const struct data *data, const struct question *question, int64_t one, int64_t other)
{
    for (int32_t d = 0; d < question->nz; d++)
        if (code_at(data, question->z[d], one) != code_at(data, question->z[d], other))
            return 0;
    return 1;
}

/* Add the strata of sorted rows to the sums. `free` has room for three numbers a row. */
static void add_strata(
    const struct data *data, const struct question *question, const int32_t *order, int64_t rows, int32_t *free,
    struct sums *sums)
{
    int32_t *xs = free, *ys = free + data->sortable, *counts = free + 2 * data->sortable;
    int32_t *by_x = data->by_x, *by_y = data->by_y, *occupied = data->sorting + 5 * data->sortable;
    int64_t begin = 0;
    memset(by_y, 0, (size_t)levels_of(data, question->y) * sizeof *by_y);
    while (begin < rows) {
        struct listed stratum = {0, 0, 0, xs, ys, counts, by_x, by_y, occupied};
        int64_t i = begin, last_x = -1, last_y = -1;
        for (; i < rows; i++) {
            int64_t row = order[i];
            if (i > begin && !same_stratum(data, question, order[i - 1], row))
                break;
            int64_t x = code_at(data, question->x, row), y = code_at(data, question->y, row);
            int32_t weight = data->weights ? data->weights[row] : 1;
            if (weight <= 0)
                continue;
            if (x != last_x)
                by_x[stratum.x_levels++] = 0;
            if (x != last_x || y != last_y) {
                xs[stratum.count] = (int32_t)(stratum.x_levels - 1);
                ys[stratum.count] = (int32_t)y;
                counts[stratum.count++] = 0;
            }
            if (by_y[y] == 0)
                occupied[stratum.y_levels++] = (int32_t)y;
            counts[stratum.count - 1] += weight;
            by_x[stratum.x_levels - 1] += weight;
            by_y[y] += weight;
            last_x = x;
            last_y = y;
        }
        if (stratum.count > 0)
            add_listed(data, &stratum, sums);
        for (int64_t j = 0; j < stratum.y_levels; j++)
            by_y[occupied[j]] = 0;
        begin = i;
    }
}

/* `progress` is one more than the number of variables that the rows are sorted by, and the rows stand behind
 * it: as many as fit in 40 bits. */
enum measured count_sorted(
    struct data *data, const struct question *question, struct clock *clock, struct sums *sums)
{
    int32_t *halves[2] = {data->sorting, data->sorting + data->sortable};
    int32_t *free = data->sorting + 2 * data->sortable, *starts = data->sorting + 5 * data->sortable;
    if (data->sortable < data->stored)
        return BAD_DATA;
    if (data->progress == 0)
        data->progress = (known_rows(data, question, halves[0]) << 24) + 1;
    int64_t rows = data->progress >> 24;
    for (int64_t done = (data->progress & 0xffffff) - 1; done < question->nz + 2; done++) {
        int64_t variable = done == 0   ? question->y
                           : done == 1 ? question->x
                                       : question->z[question->nz + 1 - done];
        if (!sort_by(data, variable, halves[done & 1], halves[~done & 1], rows, starts)) {
            data->progress = 0;
            return BAD_DATA;
        }
        data->progress++;
        if (clock_is_over(clock, rows))
            return INTERRUPTED;
    }
    data->progress = 0;
    add_strata(data, question, halves[question->nz & 1], rows, free, sums);
    return MEASURED;
}
