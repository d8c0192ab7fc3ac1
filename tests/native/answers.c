/* Answers the questions in a file by the kernel's `measure`, for `tests/bench/kernel_elsewhere.py`: so a kernel for
 * another processor can be tried where there is no Python for it. Prints the bits of each statistic, and its df.
 *
 * The file has the fields of `struct data` up to `rows_per_cell`, whether rows are weighted, the number of
 * questions; then the arrays, then each question as x, y, how many of Z, and six places for Z. */
#include "../../elcs_gui/native/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t elcs_fill_sets(struct data *data);

static void *read_some(FILE *file, size_t size, int64_t count)
{
    void *read = calloc((size_t)count + 8, size);
    if (!read || fread(read, size, (size_t)count, file) != (size_t)count) {
        fputs("the file is not as it should be\n", stderr);
        exit(1);
    }
    return read;
}

int main(int count, char **arguments)
{
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file)
        return 2;
    struct data data = {0};
    int64_t *whole = read_some(file, sizeof *whole, 14);
    double *real = read_some(file, sizeof *real, 2);
    memcpy(&data, whole, 12 * sizeof *whole);
    data.unit = real[0];
    data.rows_per_cell = real[1];
    int32_t *first_level = read_some(file, sizeof *first_level, data.variables + 1);
    uint8_t *codes = read_some(file, 1, data.variables * data.stored);
    data.weights = whole[12] ? read_some(file, sizeof *data.weights, data.stored) : NULL;
    data.entropies = read_some(file, sizeof *data.entropies, data.tabled);
    data.logarithms = read_some(file, sizeof *data.logarithms, data.computed);
    int32_t *questions = read_some(file, sizeof *questions, 9 * whole[13]);

    const void **columns = calloc((size_t)data.variables, sizeof *columns);
    uint8_t *widths = calloc((size_t)data.variables, 1);
    for (int64_t variable = 0; variable < data.variables; variable++) {
        columns[variable] = codes + variable * data.stored;
        widths[variable] = 1;
    }
    int64_t levels = first_level[data.variables] + data.variables;
    int64_t cells = data.dense_cells > BIT_SET_CELLS ? data.dense_cells : BIT_SET_CELLS;
    data.columns = columns;
    data.widths = widths;
    data.first_level = first_level;
    data.bits = calloc((size_t)(levels * data.words) + 1, sizeof *data.bits);
    data.masks = calloc((size_t)((BIT_SET_SETS + 2) * data.words) + 1, sizeof *data.masks);
    data.codes = calloc((size_t)data.at_once, sizeof *data.codes);
    data.noted = calloc((size_t)data.at_once, sizeof *data.noted);
    data.cells = calloc((size_t)(INTERLEAVED * cells), sizeof *data.cells);
    data.by_x = calloc((size_t)levels, sizeof *data.by_x);
    data.by_y = calloc((size_t)levels, sizeof *data.by_y);
    data.sorting = calloc((size_t)(5 * data.sortable + levels + 1), sizeof *data.sorting);
    data.at_hand = calloc((size_t)data.variables + 3, sizeof *data.at_hand);
    if (data.words)
        elcs_fill_sets(&data);
    for (int64_t i = 0; i < whole[13]; i++) {
        const int32_t *asked = questions + 9 * i;
        struct question question = {asked[0], asked[1], asked[2], asked + 3};
        struct clock clock = {INT64_MAX, 0};
        double statistic;
        uint64_t bits;
        int32_t df;
        if (measure(&data, &question, &clock, &statistic, &df) != MEASURED)
            return 3;
        memcpy(&bits, &statistic, sizeof bits);
        printf("%016llx %d\n", (unsigned long long)bits, df);
    }
    return 0;
}
