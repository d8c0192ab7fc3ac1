/* G2 and Pearson's chi-square of one stratum after another.
 *
 * A further statistic adds two functions here, one for a table with all its cells, one for its occupied cells,
 * and its line in `add_dense` and `add_listed`.
 */
#include "kernel.h"

static const double LN_2 = 0.69314718055994530942;

/* n ln n of a count that is not tabled, by the steps of elcs_gui/ci/discrete.py, one by one. */
static int64_t computed_entropy(const struct data *data, int64_t n, struct sums *sums)
{
    int64_t whole = n, shift = 0;
    while (whole >= 2 * MANTISSAS) {
        whole >>= 1;
        shift++;
    }
    if (whole < MANTISSAS || whole - MANTISSAS >= data->computed) {
        sums->bad = 1;
        return 0;
    }
    int64_t below = whole << shift;
    double x = (double)(n - below) / (double)below;
    double series = x * (1 - x * (1.0 / 2 - x * (1.0 / 3 - x * (1.0 / 4 - x * (1.0 / 5)))));
    double logarithm = (data->logarithms[whole - MANTISSAS] + (double)shift * LN_2) + series;
    return (int64_t)((double)n * logarithm * (2.0 / data->unit) + 0.5);
}

static int64_t entropy(const struct data *data, int64_t n, struct sums *sums)
{
    return (uint64_t)n < (uint64_t)data->tabled ? data->entropies[n] : computed_entropy(data, n, sums);
}

/* What counts that are not tabled add to the total of one stratum; apart, because to compute them in the loop
 * of `g2_dense` would slow down all others. */
static int64_t computed_terms(
    const struct data *data, const int32_t *cells, int64_t nx, int64_t ny, int64_t rows, struct sums *sums)
{
    int64_t total = 0;
    for (int64_t i = 0; i < nx; i++) {
        int64_t in_row = 0;
        for (int64_t j = 0; j < ny; j++) {
            int64_t n = cells[i * ny + j];
            in_row += n;
            if (n >= data->tabled)
                total += computed_entropy(data, n, sums);
        }
        if (in_row >= data->tabled)
            total -= computed_entropy(data, in_row, sums);
    }
    for (int64_t j = 0; j < ny; j++)
        if (data->by_y[j] >= data->tabled)
            total -= computed_entropy(data, data->by_y[j], sums);
    return total + computed_entropy(data, rows, sums);
}

static void g2_dense(const struct data *data, const int32_t *cells, int64_t nx, int64_t ny, struct sums *sums)
{
    const int64_t *entropies = data->entropies;
    const uint64_t tabled = (uint64_t)data->tabled;
    int32_t *by_y = data->by_y;
    int64_t total = 0, rows = 0, x_levels = 0, y_levels = 0;
#define TABLED(n) entropies[(uint64_t)(n) < tabled ? (n) : 0]
    for (int64_t j = 0; j < ny; j++)
        by_y[j] = 0;
    for (int64_t i = 0; i < nx; i++) {
        int64_t in_row = 0;
        for (int64_t j = 0; j < ny; j++) {
            int64_t n = cells[i * ny + j];
            total += TABLED(n);
            by_y[j] += (int32_t)n;
            in_row += n;
        }
        total -= TABLED(in_row);
        x_levels += in_row > 0;
        rows += in_row;
    }
    for (int64_t j = 0; j < ny; j++) {
        total -= TABLED((int64_t)by_y[j]);
        y_levels += by_y[j] > 0;
    }
    total += TABLED(rows);
#undef TABLED
    if ((uint64_t)rows >= tabled)
        total += computed_terms(data, cells, nx, ny, rows, sums);
    sums->total += total;
    sums->rows += rows;
    if (x_levels > 1 && y_levels > 1)
        sums->df += (x_levels - 1) * (y_levels - 1);
}

static void chi2_dense(const struct data *data, const int32_t *cells, int64_t nx, int64_t ny, struct sums *sums)
{
    int32_t *by_x = data->by_x, *by_y = data->by_y;
    int64_t rows = 0, x_levels = 0, y_levels = 0;
    for (int64_t j = 0; j < ny; j++)
        by_y[j] = 0;
    for (int64_t i = 0; i < nx; i++) {
        int64_t in_row = 0;
        for (int64_t j = 0; j < ny; j++) {
            in_row += cells[i * ny + j];
            by_y[j] += cells[i * ny + j];
        }
        by_x[i] = (int32_t)in_row;
        x_levels += in_row > 0;
        rows += in_row;
    }
    for (int64_t j = 0; j < ny; j++)
        y_levels += by_y[j] > 0;
    if (rows <= 0)
        return;
    int64_t occupied = 0;
    for (int64_t i = 0; i < nx; i++)
        for (int64_t j = 0; j < ny; j++) {
            int64_t n = cells[i * ny + j];
            if (n <= 0)
                continue;
            int64_t product = (int64_t)by_x[i] * by_y[j];
            double expected = (double)product / (double)rows, off = (double)n - expected;
            sums->parts += off * off / expected;
            occupied += product;
        }
    sums->empties += (double)(rows * rows - occupied) / (double)rows;
    sums->rows += rows;
    sums->df += (x_levels - 1) * (y_levels - 1);
}

static void g2_listed(const struct data *data, const struct listed *stratum, struct sums *sums)
{
    int64_t rows = 0, total = 0;
    for (int64_t c = 0; c < stratum->count; c++)
        total += entropy(data, stratum->n[c], sums);
    for (int64_t i = 0; i < stratum->x_levels; i++) {
        total -= entropy(data, stratum->by_x[i], sums);
        rows += stratum->by_x[i];
    }
    for (int64_t j = 0; j < stratum->y_levels; j++)
        total -= entropy(data, stratum->by_y[stratum->ys[j]], sums);
    sums->total += total + entropy(data, rows, sums);
    sums->rows += rows;
}

static void chi2_listed(const struct listed *stratum, struct sums *sums)
{
    int64_t rows = 0, occupied = 0;
    for (int64_t i = 0; i < stratum->x_levels; i++)
        rows += stratum->by_x[i];
    for (int64_t c = 0; c < stratum->count; c++) {
        int64_t product = (int64_t)stratum->by_x[stratum->x[c]] * stratum->by_y[stratum->y[c]];
        double expected = (double)product / (double)rows, off = (double)stratum->n[c] - expected;
        sums->parts += off * off / expected;
        occupied += product;
    }
    sums->empties += (double)(rows * rows - occupied) / (double)rows;
    sums->rows += rows;
}

void add_dense(const struct data *data, const int32_t *cells, int64_t nx, int64_t ny, struct sums *sums)
{
    if (data->statistic == CHI2)
        chi2_dense(data, cells, nx, ny, sums);
    else
        g2_dense(data, cells, nx, ny, sums);
}

void add_listed(const struct data *data, const struct listed *stratum, struct sums *sums)
{
    if (data->statistic == CHI2)
        chi2_listed(stratum, sums);
    else
        g2_listed(data, stratum, sums);
    sums->df += (stratum->x_levels - 1) * (stratum->y_levels - 1);
}
