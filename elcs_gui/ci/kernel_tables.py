"""G² in machine code (numba): small tables by bit sets, larger ones by coding every row.

Small tables are counted with bit sets (one per level: AND, then popcount), larger ones with a pass that codes
every row's cell and a scatter into four interleaved tables (a single one stalls on repeated increments).
Weighted rows have no bit sets, whose bits cannot weigh, nor have rows that lie on the disk: all those are
coded. Sums are whole numbers, see `elcs_gui.ci.discrete`. The data travel as

    columns, high, bits, first_level, weights (none: every row counts once), entropies,
    settings (what one step of a sum is worth; rows per cell; rows; the largest df; then the logarithms),
    codes, wide_codes, noted (levels, rows or sums, by turns), cells, masks

with the codes of every variable in a row of `columns`, as bytes. A variable of more than 256 codes has their
second byte in row `high` of it; the others have -1 there. So there is one kernel for all data,
and with one bit set in `bits` for each level of each variable, from `first_level` of it on. Where values are
missing, there follows one for each variable: the rows in which it is known. A row in which it is missing is
in no level's set.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from elcs_gui.ci.kernel_layout import INTERLEAVED, MANTISSAS, SETTINGS, SHORT_CODES

BIT_SET_CELLS = 96
"""Up to this many cells bit sets are faster than coding every row."""

_LN_2 = math.log(2.0)

compiled = njit(nogil=True, error_model="numpy")
"""For what the entries of the kernel call: kept on the disk as a part of them."""
inlined = njit(nogil=True, error_model="numpy", inline="always")
"""For what is called in one place: LLVM optimises all that a function calls anew with every function that
calls it, so that fewer levels are compiled sooner."""


@intrinsic
def _popcount(typing_context: Any, word: Any) -> Any:  # noqa: ARG001  numba passes both
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def borrowed(typing_context: Any, arrays: Any) -> Any:  # noqa: ARG001  numba passes both
    """The same arrays, as a function lends them to those that it calls while it holds them itself.

    Nobody counts who has them, which would cost every call more than it takes to look an answer up.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lent = []
        for place, each in enumerate(signature.return_type):
            array = cgutils.create_struct_proxy(each)(
                context, builder, value=builder.extract_value(args[0], place)
            )
            array.meminfo = cgutils.get_null_value(array.meminfo.type)
            lent.append(array._getvalue())
        return context.make_tuple(builder, signature.return_type, lent)

    return arrays(arrays), codegen


@compiled
def _by_bits(x, y, z, nz, bits, first, level, cells, masks):
    """Count every cell by intersecting the bit sets of levels; how many strata have rows.

    Those without rows are left out.
    """
    words = bits.shape[1]
    x0, y0 = first[x], first[y]
    nx, ny = first[x + 1] - x0, first[y + 1] - y0
    strata = np.int64(0)
    level[:nz] = 0
    depth = 0
    while True:
        # Masks of the levels of z chosen so far: masks[0] is every row that counts, masks[d + 1] adds z[d].
        while depth < nz:
            chosen = bits[first[z[depth]] + level[depth]]
            for w in range(words):
                masks[depth + 1, w] = masks[depth, w] & chosen[w]
            depth += 1
        mask = masks[nz]
        rows = np.int64(0)
        for w in range(words):
            rows += np.int64(_popcount(mask[w]))
        if rows > 0:
            begin = strata * nx * ny
            strata += 1
            # The last level of x has what the others leave of the stratum, that of y what they leave of x.
            last = begin + (nx - 1) * ny
            for j in range(ny - 1):
                n = np.int64(0)
                ys = bits[y0 + j]
                for w in range(words):
                    n += np.int64(_popcount(mask[w] & ys[w]))
                cells[last + j] = n
                rows -= n
            cells[last + ny - 1] = rows
            within = masks[nz + 1]
            for i in range(nx - 1):
                xs = bits[x0 + i]
                in_row = np.int64(0)
                for w in range(words):
                    within[w] = mask[w] & xs[w]
                    in_row += np.int64(_popcount(within[w]))
                here = begin + i * ny
                if in_row == 0:
                    for j in range(ny):
                        cells[here + j] = 0
                    continue
                for j in range(ny - 1):
                    ys = bits[y0 + j]
                    n = np.int64(0)
                    for w in range(words):
                        n += np.int64(_popcount(within[w] & ys[w]))
                    cells[here + j] = n
                    cells[last + j] -= n
                    in_row -= n
                cells[here + ny - 1] = in_row
                cells[last + ny - 1] -= in_row
        # Next configuration of z, the last variable changing fastest.
        while depth > 0:
            depth -= 1
            level[depth] += 1
            if level[depth] < first[z[depth] + 1] - first[z[depth]]:
                break
            level[depth] = 0
            if depth == 0:
                return strata
        if nz == 0:
            return strata


@inlined
def _variable(place, x, y, z):
    """The variables of a table, by how fast their levels change from cell to cell: y, x, then those of z."""
    return y if place == 0 else x if place == 1 else np.int64(z[place - 2])


@inlined
def _code_all(codes, begin, end, x, y, z, nz, data):
    """Code the cells of these rows; how many there are."""
    columns, high, _, first, _, _, _, _, _, _, _, _ = data
    nx, ny = first[x + 1] - first[x], first[y + 1] - first[y]
    xs, ys = columns[x, begin:end], columns[y, begin:end]
    for r in range(len(xs)):
        codes[r] = xs[r] * ny + ys[r]
    stride = np.int64(nx * ny)
    for d in range(nz):
        zs = columns[z[d], begin:end]
        for r in range(len(zs)):
            codes[r] += stride * zs[r]
        stride *= first[z[d] + 1] - first[z[d]]
    # What second bytes add; there are seldom any.
    stride = np.int64(256)
    for place in range(nz + 2):
        variable = _variable(place, x, y, z)
        if high[variable] >= 0:
            seconds = columns[high[variable], begin:end]
            for r in range(len(seconds)):
                codes[r] += stride * seconds[r]
        stride *= first[variable + 1] - first[variable]
    return end - begin


@inlined
def _code_known(codes, begin, end, x, y, z, nz, data):
    """Code the cells of those of these rows in which all is known, one after the other; how many they are.

    Which they were is noted.
    """
    columns, high, _, first, _, _, _, _, _, noted, _, _ = data
    count = 0
    for r in range(begin, end):
        code, stride, whole = np.int64(0), np.int64(1), True
        for place in range(nz + 2):
            variable = _variable(place, x, y, z)
            level = np.int64(columns[variable, r])
            if high[variable] >= 0:
                level += 256 * np.int64(columns[high[variable], r])
            levels = first[variable + 1] - first[variable]
            whole = level < levels
            if not whole:
                break
            code += stride * level
            stride *= levels
        if whole:
            codes[count] = code
            noted[count] = r
            count += 1
    return count


@compiled
def _count(codes, apart, x, y, z, nz, data, gaps):
    """Count the rows of every cell, as many at a time as there is room for their codes.

    Cell c is counted in `apart` places from apart * c on, one after the other.
    """
    columns, _, _, _, weights, _, _, _, _, noted, cells, _ = data
    last = apart - 1
    for begin in range(0, columns.shape[1], len(codes)):
        end = min(begin + len(codes), columns.shape[1])
        if gaps:
            rows = _code_known(codes, begin, end, x, y, z, nz, data)
        else:
            rows = _code_all(codes, begin, end, x, y, z, nz, data)
        if len(weights) > 0:
            for r in range(rows):
                weight = weights[noted[r]] if gaps else weights[begin + r]
                cells[apart * np.int64(codes[r]) + (r & last)] += weight
        elif apart == INTERLEAVED:
            whole = rows - rows % INTERLEAVED
            for r in range(0, whole, INTERLEAVED):
                cells[INTERLEAVED * np.int64(codes[r])] += 1
                cells[INTERLEAVED * np.int64(codes[r + 1]) + 1] += 1
                cells[INTERLEAVED * np.int64(codes[r + 2]) + 2] += 1
                cells[INTERLEAVED * np.int64(codes[r + 3]) + 3] += 1
            for r in range(whole, rows):
                cells[INTERLEAVED * np.int64(codes[r])] += 1
        else:
            for r in range(rows):
                cells[codes[r]] += 1


@compiled
def _by_codes(x, y, z, nz, data, gaps):
    """Count every cell by coding the cell of every row; how many strata there are."""
    _, _, _, first, _, _, _, codes, wide_codes, _, cells, _ = data
    in_stratum = (first[x + 1] - first[x]) * (first[y + 1] - first[y])
    strata = np.int64(1)
    for d in range(nz):
        strata *= first[z[d] + 1] - first[z[d]]
    total = strata * in_stratum
    if total <= SHORT_CODES:
        cells[: INTERLEAVED * total] = 0
        _count(codes, np.int64(INTERLEAVED), x, y, z, nz, data, gaps)
        for c in range(total):
            at = INTERLEAVED * c
            cells[c] = cells[at] + cells[at + 1] + cells[at + 2] + cells[at + 3]
    else:  # rows seldom meet in a cell there, and memory is dear
        cells[:total] = 0
        _count(wide_codes, np.int64(1), x, y, z, nz, data, gaps)
    return strata


@compiled
def _computed_terms(cells, by_y, tabled, settings):
    """What counts that are not tabled add to the total of one stratum.

    n·ln n is computed by the steps of `elcs_gui.ci.discrete.G2`, one by one.
    """
    unit, logarithms = settings[0], settings[SETTINGS:]
    ny = len(by_y)
    nx = len(cells) // ny
    total = np.int64(0)
    for i in range(nx + 1):  # the rows of the table, and below them their sums
        in_row = np.int64(0)
        for j in range(ny + 1):  # the cells of a row, and beside them their sum
            n = in_row
            if j < ny:
                n = np.int64(cells[i * ny + j] if i < nx else by_y[j])
                in_row += n
            if n < tabled:
                continue
            whole, shift = n, np.int64(0)
            while whole >= 2 * MANTISSAS:
                whole >>= 1
                shift += 1
            below = whole << shift
            x = float(n - below) / float(below)
            series = x * (1 - x * (1 / 2 - x * (1 / 3 - x * (1 / 4 - x * (1 / 5)))))
            logarithm = (logarithms[whole - MANTISSAS] + shift * _LN_2) + series
            h = np.int64(n * logarithm * (2.0 / unit) + 0.5)
            total += h if (i < nx) == (j < ny) else -h
    return total


@inlined
def _summed(strata, nx, ny, data):
    """(fixed-point total, df, rows) of the cells that were counted.

    Counts that are not tabled are seen to by themselves: to compute them here would slow down all others.
    """
    _, _, _, _, _, entropies, settings, _, _, by_y, cells, _ = data
    tabled = len(entropies)
    total = df = rows = c = np.int64(0)
    for _ in range(strata):
        for j in range(ny):
            by_y[j] = 0
        x_levels = np.int64(0)
        in_stratum = np.int64(0)
        for _ in range(nx):
            in_row = np.int64(0)
            for j in range(ny):
                n = np.int64(cells[c])
                c += 1
                total += entropies[n if n < tabled else 0]
                by_y[j] += n
                in_row += n
            total -= entropies[in_row if in_row < tabled else 0]
            x_levels += in_row > 0
            in_stratum += in_row
        y_levels = np.int64(0)
        for j in range(ny):
            total -= entropies[by_y[j] if by_y[j] < tabled else 0]
            y_levels += by_y[j] > 0
        total += entropies[in_stratum if in_stratum < tabled else 0]
        if in_stratum >= tabled:
            total += _computed_terms(cells[c - nx * ny : c], by_y[:ny], tabled, settings)
        rows += in_stratum
        df += max(x_levels - 1, 0) * max(y_levels - 1, 0)
    return total, df, rows


@inlined
def _available(x, y, z, nz, data):
    """Leave in masks[0] the rows in which x and y are known; how many there are with all of z known too."""
    _, high, bits, first, _, _, _, _, _, _, _, masks = data
    known = bits[first[len(high)] :]
    rows = np.int64(0)
    for w in range(bits.shape[1]):
        word = known[x, w] & known[y, w]
        masks[0, w] = word
        for d in range(nz):
            word &= known[z[d], w]
        rows += np.int64(_popcount(word))
    return rows


@inlined
def g2(x, y, z, nz, data):
    """Statistic and df; nan and -1 where there are too few rows."""
    _, high, bits, first, _, _, settings, _, _, noted, cells, masks = data
    unit, rows_per_cell, rows = settings[0], settings[1], settings[2]
    size = float(first[x + 1] - first[x]) * float(first[y + 1] - first[y])
    for d in range(nz):
        size *= first[z[d] + 1] - first[z[d]]
    if rows / size < rows_per_cell:
        return np.nan, np.int64(-1)
    gaps = len(bits) > first[len(high)]
    in_sets = bits.shape[1] > 0
    if gaps and in_sets and _available(x, y, z, nz, data) / size < rows_per_cell:
        return np.nan, np.int64(-1)
    if size <= BIT_SET_CELLS and nz + 2 <= len(masks) and in_sets:
        strata = _by_bits(x, y, z, nz, bits, first, noted, cells, masks)
    else:
        strata = _by_codes(x, y, z, nz, data, gaps)
    total, df, rows_counted = _summed(strata, first[x + 1] - first[x], first[y + 1] - first[y], data)
    if rows_counted / size < rows_per_cell or df > settings[3]:
        return np.nan, np.int64(-1)
    return max(total, 0) * unit, df
