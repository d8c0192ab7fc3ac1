"""The bridge to the kernel in C (`elcs_gui.native`): its structures, its memory, and asking through it.

All that the kernel reads and writes belongs to arrays made here, whose lengths, types and ranges are checked
once, when they are made; questions are checked by the kernel. Pointers are gathered anew when an array was
replaced by a larger one.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Iterator, Sequence
from operator import is_not
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.asking import PATIENCE, PAUSE, Asked, Batch, Counts, Search
from elcs_gui.ci.discrete import G2, TableTest
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import MOST_DF, Answer, CiTest, Policy, Verdict
from elcs_gui.ci.tables import most_dense_cells
from elcs_gui.ci.tape import Tape
from elcs_gui.data.columns.spilling import lies_on_disk
from elcs_gui.errors import ElcsError
from elcs_gui.native.library import library

_EXHAUSTED, _FOUND, _FULL, _CLOSE, _BAD_QUESTION, _BAD_CODE = range(6)
"""How a call ends: all asked; what was searched for is found; no room, or time to look up; a verdict is
needed; and two faults of whoever called."""

_CODED_AT_ONCE = 8192
"""Rows whose cells are coded before they are counted: so few that the codes stay in the nearest cache."""

_OF_THE_JUDGE = ("critical", "forced", "settled")
_MOST_ROWS = 2**31 - 1
_NO_LINK = Answer(independent=True, strength=0.0)

_whole, _real, _at = ctypes.c_int64, ctypes.c_double, ctypes.c_void_p


class _Data(ctypes.Structure):
    _fields_ = (
        *((name, _whole) for name in (
            "variables", "stored", "rows", "words", "gaps", "statistic", "tabled", "computed", "most_df",
            "at_once", "dense_cells", "sortable",
        )),
        ("unit", _real), ("rows_per_cell", _real),
        *((name, _at) for name in (
            "columns", "widths", "first_level", "bits", "weights", "entropies", "logarithms",
            "codes", "noted", "cells", "masks", "by_x", "by_y", "sorting", "at_hand",
        )),
        ("progress", _whole),
    )  # fmt: skip


class _Tape(ctypes.Structure):
    _fields_ = (
        *((name, _whole) for name in ("room", "given_room", "slots_used")),
        *((name, _at) for name in ("used", "asked", "given", "statistic", "df", "last_run", "slots")),
    )


class _Judge(ctypes.Structure):
    _fields_ = (
        *((name, _whole) for name in ("critical_length", "forced_length", "settled_length")),
        ("near_below", _real), ("near_above", _real),
        *((name, _at) for name in _OF_THE_JUDGE),
    )  # fmt: skip


class _Run(ctypes.Structure):
    _fields_ = (
        *((name, _whole) for name in (
            "serial", "weak_marginal", "weak_conditional", "patience", "room", "written", "waiting", "why",
        )),
        *((name, _at) for name in ("ledger", "answers", "z", "flags", "strength")),
        ("deadline", _whole), ("work", _whole),
    )  # fmt: skip


STRUCTURES = (_Data, _Tape, _Judge, _Run)


def can_answer(test: CiTest) -> bool:
    """Is there a kernel, and does it know this test?"""
    return isinstance(test, TableTest) and test.kernel_statistic is not None and library() is not None


def _address(numbers: NDArray[np.generic]) -> int:
    return int(numbers.ctypes.data)


def _numbers(kind: str, numbers: Iterable[int] | bytes) -> tuple[array[int], int]:
    """Arguments of one call, of 32 ("i") or 64 ("q") bits, and where they are; faster made than numpy's."""
    made = array(kind, numbers)
    return made, made.buffer_info()[0]


class KernelData:
    """The data of a test as the kernel wants it, with the kernel's scratch space: good for one run at a time.

    Beside the data it takes one bit a row for each level of each variable (none where rows are weighted or on
    the disk), 4 bytes for each of `dense_cells`, and 20 bytes a row where larger tables may be asked for.

    Args:
        at_once: rows whose cells are coded before they are counted.
        dense_cells: larger tables are counted by sorting the rows.
    """

    def __init__(
        self, test: TableTest, at_once: int = _CODED_AT_ONCE, dense_cells: int | None = None
    ) -> None:
        kernel = library()
        assert kernel is not None and test.kernel_statistic is not None  # see `can_answer`
        stored = test.codes.shape[1]
        if test.rows > _MOST_ROWS or stored > _MOST_ROWS:
            raise ElcsError(f"A test counts at most {_MOST_ROWS:,} rows; there are {test.rows:,}.")
        assert sum(test.levels) <= _MOST_ROWS and test.codes.shape[0] == len(test.levels)
        first_level = np.concatenate([[0], np.cumsum(test.levels)]).astype(np.int32)
        columns = _columns(test)
        most_levels = max(test.levels)
        asked_for = test.rows / test.rows_per_cell if test.rows_per_cell > 0 else np.inf
        bound = most_dense_cells(stored) if dense_cells is None else dense_cells
        dense = int(min(max(asked_for, 1), bound))
        sortable = stored if asked_for > dense else 0
        in_sets = test.weights is None and not lies_on_disk(test.codes)
        words = -(-stored // 64) if in_sets else 0
        sets = int(first_level[-1]) + (test.variables if test.gaps else 0)
        small = max(min(dense, kernel.short_codes) * kernel.interleaved, kernel.bit_set_cells)
        self.test = test
        self.kernel = kernel
        self._columns = columns
        self._arrays: dict[str, NDArray[np.generic]] = {
            "columns": np.array([_address(column) for column in columns], dtype=np.uint64),
            "widths": np.array([column.itemsize for column in columns], dtype=np.uint8),
            "first_level": first_level,
            "bits": np.zeros(sets * words, dtype=np.uint64),
            "codes": np.empty(at_once, dtype=np.uint32),
            "noted": np.empty(at_once, dtype=np.int32),
            "cells": np.empty(max(dense, small), dtype=np.int32),
            "masks": np.zeros((kernel.bit_set_sets + 2) * words, dtype=np.uint64),
            "by_x": np.empty(most_levels, dtype=np.int32),
            "by_y": np.empty(most_levels, dtype=np.int32),
            "sorting": np.empty(5 * sortable + most_levels + 1, dtype=np.int32),
            "at_hand": np.empty(3 + test.variables, dtype=np.int32),
        }
        if test.weights is not None:
            assert len(test.weights) == stored and test.weights.min(initial=0) >= 0
            assert int(test.weights.sum()) == test.rows
            self._arrays["weights"] = np.ascontiguousarray(test.weights, dtype=np.int32)
        if isinstance(test, G2):
            self._arrays["entropies"], self._arrays["logarithms"] = test.entropies, test.logarithms
        self.structure = _Data(
            variables=test.variables, stored=stored, rows=test.rows, words=words, gaps=bool(test.gaps),
            statistic=test.kernel_statistic, tabled=len(self._arrays.get("entropies", ())),
            computed=len(self._arrays.get("logarithms", ())), most_df=MOST_DF,
            at_once=at_once, dense_cells=dense, sortable=sortable,
            unit=test.unit if isinstance(test, G2) else 0.0, rows_per_cell=test.rows_per_cell,
            **{name: _address(numbers) for name, numbers in self._arrays.items()},
        )  # fmt: skip
        self.address = ctypes.addressof(self.structure)
        if words and kernel.fill_sets(self.address) != _EXHAUSTED:
            raise ElcsError(f"{test.data.name} has codes that are none of their variable's levels.")


def _columns(test: TableTest) -> list[NDArray[np.uint8 | np.uint16]]:
    """The codes of every variable, each without gaps in memory; as bytes where they fit and may be copied."""
    columns = []
    for codes, levels in zip(test.codes, test.levels, strict=True):
        if codes.itemsize > 1 and levels < 256 and not lies_on_disk(test.codes):
            codes = codes.astype(np.uint8)  # the code of a missing value is the number of levels
        assert codes.dtype in (np.uint8, np.uint16)
        columns.append(np.ascontiguousarray(codes))
    return columns


class CompiledAsker:
    """Asks in machine code; see `elcs_gui.ci.asking.Asking`."""

    def __init__(
        self,
        data: KernelData,
        tape: Tape,
        judge: Judge,
        counts: Counts,
        serial: int,
        *,
        room: int = PATIENCE,
        pause: float = PAUSE,
    ) -> None:
        """`room`: how many answers the kernel gives in one go; more where one question needs them.
        `pause`: seconds after which it looks up."""
        self.tape = tape
        self.judge = judge
        self.counts = counts
        self._data = data
        self._kernel = data.kernel
        self._z = np.empty(data.test.variables + 1, dtype=np.int32)
        self._tape, self._judge = _Tape(), _Judge()
        self._run = _Run(
            serial=serial,
            weak_marginal=_says_independent(judge.policy, "marginal"),
            weak_conditional=_says_independent(judge.policy, "conditional"),
            patience=int(pause * 1e9),
            ledger=_address(counts.ledger),
            z=_address(self._z),
        )
        self._common = (
            data.address, *(ctypes.addressof(each) for each in (self._tape, self._judge, self._run)),
        )  # fmt: skip
        self._tape_at = -1
        self._judge_at: tuple[NDArray[np.generic], ...] = ()
        self._make_room(room)

    def listed(self, questions: Sequence[Asked]) -> Iterator[tuple[Batch, list[Answer]]]:
        flat: list[int] = []
        for x, y, z in questions:
            flat += (x, y, len(z), *z)
        written, at = _numbers("i", flat)
        state, state_at = _numbers("q", (0,))
        ended = _FULL
        while ended == _FULL:
            left, unreliable = len(flat) - state[0], self.counts.unreliable
            ended = self._call(
                self._kernel.ask_listed, (at, len(written), state_at),
                min(self._run.room, left // 3 + 1), left,
            )  # fmt: skip
            count = self._run.written
            batch = self._batch(count)
            answers = [_NO_LINK if s < 0.0 else Answer(False, s) for s in self._strength[:count].tolist()]
            if self.counts.unreliable > unreliable:
                for place in np.flatnonzero(np.isnan(self.tape.statistic[batch.answers])).tolist():
                    reliable = self.judge.is_forced(int(batch.answers[place]))
                    answers[place] = answers[place]._replace(reliable=reliable)
            yield batch, answers

    def subsets(self, search: Search) -> Iterator[tuple[Batch, int | None]]:
        assert not search.least or len(search.xs) == 1  # at a further x the kernel begins with the empty set
        xs, pool = search.xs, search.pool
        k = min(search.k, len(pool) + 1)
        must = -1 if search.containing is None else search.containing
        # The kernel's list of the other members stands behind the pool.
        searched, at = _numbers("i", (*xs, *pool, *pool))
        if search.least:
            state, state_at = _numbers("q", (0, max(search.least - (must >= 0), 0), *range(len(pool)), 0))
        else:
            state, state_at = _numbers("q", bytes(8 * (len(pool) + 3)))
        pool_at = at + len(xs) * searched.itemsize
        others_at = pool_at + len(pool) * searched.itemsize
        arguments = at, len(xs), search.y, pool_at, len(pool), k, must, others_at, state_at
        room = self._run.room
        ended = _FULL
        while ended == _FULL:
            ended = self._call(self._kernel.ask_subsets, arguments, room, room * k)
            if self._run.written or ended == _FULL:
                yield self._batch(self._run.written), state[0] if ended == _FOUND else None

    def screen(
        self, xs: Sequence[int], members: Sequence[int], target: int
    ) -> Iterator[tuple[Batch, list[bool]]]:
        if len(members) >= self._run.room:
            self._make_room(len(members) + 1)
        room = self._run.room
        # The kernel's list of the members that an x depends on stands behind all members.
        candidates, at = _numbers("i", (*xs, *members, *members))
        members_at = at + len(xs) * candidates.itemsize
        linked_at = members_at + len(members) * candidates.itemsize
        _state, state_at = _numbers("q", (0,))
        arguments = at, len(xs), members_at, len(members), target, linked_at, state_at
        ended = _FULL
        while ended != _EXHAUSTED:
            given = room + len(members) * (1 + room // (len(members) + 1))
            ended = self._call(self._kernel.ask_screen, arguments, room, given)
            count = self._run.written
            if count or ended == _FULL:
                yield self._batch(count), (self._strength[:count] < 0.0).tolist()

    def _call(self, entry: object, arguments: tuple[int, ...], answers: int, given: int) -> int:
        """Call an entry until it needs no verdict, with room for so many answers; how it ended."""
        self.tape.reserve(answers, given)
        while True:
            self._gather()
            ended: int = entry(*self._common, *arguments)  # type: ignore[operator]  # ctypes has no other type
            if ended != _CLOSE:
                break
            self.judge.settle(int(self._run.waiting))
            if self._run.written:
                return _FULL  # what is written is handed on first
        if ended == _BAD_QUESTION:
            raise ElcsError("A question names a variable that the data do not have.")
        if ended == _BAD_CODE:
            name = self._data.test.data.name
            raise ElcsError(f"{name} has codes that are none of their variable's levels.")
        return ended

    def _gather(self) -> None:
        """Tell the kernel where the arrays of tape and judge are, if they are others than before."""
        tape, judge = self.tape, self.judge
        if self._tape_at != tape.growths:
            self._tape_at = tape.growths
            self._tape.room, self._tape.given_room = len(tape.statistic), len(tape.given)
            self._tape.slots_used = len(tape.slots)
            for name in ("used", "asked", "given", "statistic", "df", "last_run", "slots"):
                setattr(self._tape, name, _address(getattr(tape, name)))
        arrays: tuple[NDArray[Any], ...] = judge.critical, judge.forced, judge.settled
        if len(self._judge_at) == 0 or any(map(is_not, arrays, self._judge_at)):
            self._judge_at = arrays
            self._judge.near_below, self._judge.near_above = judge.near.tolist()
            for name, numbers in zip(_OF_THE_JUDGE, arrays, strict=True):
                setattr(self._judge, name, _address(numbers))
                setattr(self._judge, f"{name}_length", len(numbers))

    def _make_room(self, answers: int) -> None:
        self._answers = np.empty(answers, dtype=np.int32)
        self._flags = np.empty(answers, dtype=np.uint8)
        self._strength = np.empty(answers, dtype=np.float64)
        self._run.room = answers
        for name in ("answers", "flags", "strength"):
            setattr(self._run, name, _address(getattr(self, f"_{name}")))

    def _batch(self, written: int) -> Batch:
        return Batch(self._answers[:written], self._flags[:written])


def _says_independent(policy: Policy, tests: str) -> bool:
    return getattr(policy, tests) is Verdict.INDEPENDENT
