"""The compiled search: questions answered from the tape or by G² (`elcs_gui.ci.kernel_tables`), in batches.

Importing this module imports numba (over half a second): only `elcs_gui.ci.compiled` does, off the critical
path.

The arrays of data, tape and judge travel as flat arguments, because numba unpacks a tuple of arrays more
slowly than the arrays themselves, and as tuples from there on:

    data  = what `elcs_gui.ci.kernel_tables` counts from
    tape  = used, asked, given, statistic, df, last_run, slots
    judge = critical, near, forced, settled
    ledger: counts of the run and what else goes in or out as a whole number, by the names below

An entry is compiled for one signature (`_entry`), whatever the data: nothing is left to compile later.
Variables, sizes and places are int64 from there on, so that what an entry calls is compiled once too; a bare
0 would count as a type of its own.

Every entry writes `answers` (numbers on the tape), `flags` and `strength` (INDEPENDENT, or the statistic),
and returns how many it wrote and how it ended, as `ENDINGS * written + ended`. One that ends PAUSED goes on
where it stopped when called again. A statistic so near its critical value that rounding could decide waits
for its p-value, and one of more degrees of freedom than critical values are tabled for waits for those, which
only Python can tell: the entry ends PAUSED before it, with the answer's number and one in the ledger, and
goes on once the answer is among the settled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import float64, int8, int32, int64, njit, types, uint8, uint16, uint32, uint64

from elcs_gui.ci.kernel_tables import borrowed, compiled, g2, inlined
from elcs_gui.ci.tape import HASH_FACTOR

EXHAUSTED, FOUND, PAUSED = range(3)
"""How a call ends: all asked; what was searched for is found; the output is full."""
ENDINGS = 3

REQUESTED, PERFORMED, UNRELIABLE, SERIAL, WEAK_MARGINAL, WEAK_CONDITIONAL, CLOSE = range(7)
"""The ledger: three counts, the run's serial number, whether an unreliable marginal or conditional test
counts as independent, and one more than the number of the answer that has to be settled (0: none)."""

FRESH, SWAPPED = 1, 2
"""Flags of an answer: first asked for in this run; asked with x and y the other way round."""

INDEPENDENT = -1.0

_SAID_DEPENDENT, _SAID_INDEPENDENT, _TOO_CLOSE = range(3)

_FACTOR = np.uint64(HASH_FACTOR)


_DATA = (
    uint8[:, ::1], int32[::1], uint64[:, ::1], int32[::1], int32[::1], int64[::1], float64[::1],
    uint16[::1], uint32[::1], int32[::1], int32[::1], uint64[:, ::1],
)  # fmt: skip
_TAPE = (int64[::1], int32[:, ::1], int32[::1], float64[::1], int32[::1], int32[::1], int32[::1])
_CRITICAL = types.Array(float64, 1, "C", readonly=True)  # shared by all judges; a writeable one fits too
_REST = (
    _CRITICAL, float64[::1], int8[::1], int8[::1], int64[::1], int32[::1], uint8[::1], float64[::1],
)  # fmt: skip


def _entry(*own: Any) -> Any:
    """Compile for these arguments before all others; it is kept on the disk, with all it calls."""
    return njit(int64(*own, *_DATA, *_TAPE, *_REST), cache=True, nogil=True, error_model="numpy")


@inlined
def _answer(x, y, z, nz, data, tape):
    """The number of the answer to (x, y | z), measured now if it is new; z gets sorted."""
    used, asked, given, statistic, df, last_run, slots = tape
    if x > y:
        x, y = y, x
    for i in range(1, nz):
        v = z[i]
        j = i
        while j > 0 and z[j - 1] > v:
            z[j] = z[j - 1]
            j -= 1
        z[j] = v
    h = np.uint64(x + 1) * _FACTOR
    h = (h ^ np.uint64(y + 1)) * _FACTOR
    for i in range(nz):
        h = (h ^ np.uint64(z[i] + 1)) * _FACTOR
    wrap = len(slots) - 1
    slot = np.int64(h ^ (h >> np.uint64(32))) & wrap
    while slots[slot] >= 0:
        known = slots[slot]
        if asked[known, 0] == x and asked[known, 1] == y and asked[known, 3] == nz:
            start = asked[known, 2]
            same = True
            for i in range(nz):
                if given[start + i] != z[i]:
                    same = False
                    break
            if same:
                return known
        slot = (slot + 1) & wrap
    number = np.int32(used[0])
    start = used[1]
    measured, freedom = g2(x, y, z, nz, data)
    slots[slot] = number
    asked[number, 0] = x
    asked[number, 1] = y
    asked[number, 2] = start
    asked[number, 3] = nz
    for i in range(nz):
        given[start + i] = z[i]
    statistic[number] = measured
    df[number] = freedom
    last_run[number] = 0
    used[0] += 1
    used[1] += nz
    return number


@compiled
def _give(place, x, y, z, nz, data, tape, judge, ledger, answers, flags, strength):
    """Answer one question at a place of the output; what it said. Too close, it leaves no mark yet."""
    _, _, _, statistic, df, last_run, _ = tape
    critical, near, forced, settled = judge
    number = _answer(x, y, z, nz, data, tape)
    measured = statistic[number]
    unreliable = np.isnan(measured)
    if number < len(forced) and forced[number] >= 0:
        independent = forced[number] == 0
    elif unreliable:
        independent = ledger[WEAK_CONDITIONAL if nz > 0 else WEAK_MARGINAL] != 0
    else:
        if df[number] >= len(critical):  # more of it has to be tabled first
            ledger[CLOSE] = number + 1
            return _TOO_CLOSE
        limit = critical[df[number]]
        independent = measured < limit
        if limit * near[0] < measured and measured < limit * near[1]:
            if number >= len(settled) or settled[number] < 0:
                ledger[CLOSE] = number + 1
                return _TOO_CLOSE
            independent = settled[number] == 0
    fresh = last_run[number] != ledger[SERIAL]
    last_run[number] = ledger[SERIAL]
    ledger[REQUESTED] += 1
    ledger[PERFORMED] += fresh
    ledger[UNRELIABLE] += unreliable
    answers[place] = number
    flags[place] = (FRESH if fresh else 0) + (SWAPPED if x > y else 0)
    if independent:
        strength[place] = INDEPENDENT
    else:
        strength[place] = 0.0 if unreliable else measured
    return _SAID_INDEPENDENT if independent else _SAID_DEPENDENT


@compiled
def _taken_back(before, written, tape, ledger, answers, flags):
    """Undo the questions from `before` on: they will be asked again when one of them is settled."""
    _, _, _, statistic, _, last_run, _ = tape
    for place in range(written - 1, before - 1, -1):
        number = answers[place]
        ledger[REQUESTED] -= 1
        ledger[UNRELIABLE] -= np.isnan(statistic[number])
        if flags[place] & FRESH:
            ledger[PERFORMED] -= 1
            last_run[number] = 0
    return ENDINGS * before + PAUSED


@_entry(int32[::1], int64)
def ask_listed(
    questions, done,
    columns, high, bits, first_level, weights, entropies, settings, codes, wide_codes, noted, cells, masks,
    used, asked, given, statistic, df, last_run, slots, critical, near, forced, settled,
    ledger, answers, flags, strength,
):  # fmt: skip
    """Answer the questions `x, y, |z|, z...` written one after another; the first `done` were before."""
    scratch = (codes, wide_codes, noted, cells, masks)
    data = borrowed((columns, high, bits, first_level, weights, entropies, settings, *scratch))
    tape = borrowed((used, asked, given, statistic, df, last_run, slots))
    z = np.empty(len(high), np.int32)
    judge = borrowed((critical, near, forced, settled))
    here = int64(0)
    for _ in range(done):
        here += 3 + int64(questions[here + 2])
    written = int64(done)
    while here < len(questions):
        x, y, nz = int64(questions[here]), int64(questions[here + 1]), int64(questions[here + 2])
        for i in range(nz):
            z[i] = questions[here + 3 + i]
        said = _give(written, x, y, z, nz, data, tape, judge, ledger, answers, flags, strength)
        if said == _TOO_CLOSE:
            return ENDINGS * written + PAUSED
        here += 3 + nz
        written += 1
    return ENDINGS * written + EXHAUSTED


@_entry(int32[::1], int64, int32[::1], int64, int64, int64[::1])
def ask_subsets(
    xs, y, pool, k, containing, state,
    columns, high, bits, first_level, weights, entropies, settings, codes, wide_codes, noted, cells, masks,
    used, asked, given, statistic, df, last_run, slots, critical, near, forced, settled,
    ledger, answers, flags, strength,
):  # fmt: skip
    """For each x ask (x, y | Z) for subsets Z of the pool without x, until one separates.

    `containing` is the variable every set holds besides, or -1. `state` holds the place in xs, the size of
    the set to ask next, and its positions among the other members of the pool.
    """
    scratch = (codes, wide_codes, noted, cells, masks)
    data = borrowed((columns, high, bits, first_level, weights, entropies, settings, *scratch))
    tape = borrowed((used, asked, given, statistic, df, last_run, slots))
    judge = borrowed((critical, near, forced, settled))
    always = 1 if containing >= 0 else 0
    z = np.empty(len(high), np.int32)
    others = np.empty(len(pool), np.int32)
    chosen = state[2:]
    written = int64(0)
    while state[0] < len(xs):
        x = int64(xs[state[0]])
        count = 0
        for member in pool:
            if member != x and member != containing:
                others[count] = member
                count += 1
        size = state[1]
        while size + always <= k and size <= count:
            if written == len(answers):
                state[1] = size
                return ENDINGS * written + PAUSED
            for i in range(size):
                z[i] = others[chosen[i]]
            if always:
                z[size] = containing
            nz = size + always
            said = _give(written, x, y, z, nz, data, tape, judge, ledger, answers, flags, strength)
            if said == _TOO_CLOSE:
                state[1] = size
                return ENDINGS * written + PAUSED
            written += 1
            if said == _SAID_INDEPENDENT:
                return ENDINGS * written + FOUND
            # The next combination: raise the last position that has room, reset those behind it.
            i = size - 1
            while i >= 0 and chosen[i] == count - size + i:
                i -= 1
            if i >= 0:
                chosen[i] += 1
                for j in range(i + 1, size):
                    chosen[j] = chosen[j - 1] + 1
            else:
                size += 1
                for j in range(min(size, count)):
                    chosen[j] = j
        state[0] += 1
        state[1] = 0
    return ENDINGS * written + EXHAUSTED


@_entry(int32[::1], int32[::1], int64, int64)
def ask_screen(
    xs, members, target, next_x,
    columns, high, bits, first_level, weights, entropies, settings, codes, wide_codes, noted, cells, masks,
    used, asked, given, statistic, df, last_run, slots, critical, near, forced, settled,
    ledger, answers, flags, strength,
):  # fmt: skip
    """For x in xs: ask (x, m | ∅) for every member m, then (x, target | those it depends on).

    Starts with xs[next_x] and stops after the first x that stays dependent on the target. Answers are written
    for whole x only.
    """
    scratch = (codes, wide_codes, noted, cells, masks)
    data = borrowed((columns, high, bits, first_level, weights, entropies, settings, *scratch))
    tape = borrowed((used, asked, given, statistic, df, last_run, slots))
    judge = borrowed((critical, near, forced, settled))
    z = np.empty(len(high), np.int32)
    none = int64(0)
    written = int64(0)
    for place in range(next_x, len(xs)):
        if written + len(members) + 1 > len(answers):
            return ENDINGS * written + PAUSED
        x = int64(xs[place])
        before = written
        nz = int64(0)
        for m in members:
            said = _give(written, x, int64(m), z, none, data, tape, judge, ledger, answers, flags, strength)
            if said == _TOO_CLOSE:
                return _taken_back(before, written, tape, ledger, answers, flags)
            if said == _SAID_DEPENDENT:
                z[nz] = m
                nz += 1
            written += 1
        said = _give(written, x, target, z, nz, data, tape, judge, ledger, answers, flags, strength)
        if said == _TOO_CLOSE:
            return _taken_back(before, written, tape, ledger, answers, flags)
        written += 1
        if said == _SAID_DEPENDENT:
            return ENDINGS * written + FOUND
    return ENDINGS * written + EXHAUSTED


ENTRIES = (ask_listed, ask_subsets, ask_screen)
