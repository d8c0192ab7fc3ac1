"""The bridge to the compiled kernel: when it is ready, and asking through it.

Compiling takes seconds once, and loading what is kept on the disk (`elcs_gui.ci.kept_kernel`) half a second
afterwards, so nobody waits for it: `warm_up` does it in a thread, and a run that began with numpy goes on
compiled at its next question.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci import kept_kernel
from elcs_gui.ci.asking import PATIENCE, Asked, Batch, Counts, Search
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.kernel_layout import INTERLEAVED, SHORT_CODES
from elcs_gui.ci.questions import MOST_DF, Answer, Policy, Verdict
from elcs_gui.ci.tape import Tape
from elcs_gui.data import memory
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.survey.spilling import lies_on_disk
from elcs_gui.errors import DataError, one_line

SWITCH = "ELCS_KERNEL"
"""Environment variable: `numpy` keeps to numpy, anything else lets the compiled kernel take over."""

_MODULES = ("elcs_gui.ci.kernel_tables", "elcs_gui.ci.kernel")
"""What is compiled, in the order in which it is imported."""

_ROOM = 1 << 30
"""Bytes of address space without which compiling is not tried."""

_CODED_AT_ONCE = 8192
"""Rows whose cells are coded before they are counted: so few that the codes stay in the nearest cache."""

_NO_LINK = Answer(independent=True, strength=0.0)

_log = logging.getLogger(__name__)
_kernel: ModuleType | None = None
_failed = False
_warmed: Warmed | None = None
_warming = threading.Lock()


@dataclass(frozen=True)
class Warmed:
    """How the kernel became ready, or why it did not.

    Attributes:
        ready: numpy answers instead where it is not.
        compiled: otherwise it was there from before.
        repaired: what was there from before was damaged.
        trouble: why it is not ready, or not kept for the next time; "" where all went well.
    """

    ready: bool
    compiled: bool = False
    repaired: bool = False
    trouble: str = ""


@cache
def kept_from_before() -> bool:
    """Was the kernel compiled in an earlier run, so that it only has to be loaded?"""
    return kept_kernel.is_intact()


def allowed() -> bool:
    """May the compiled kernel be used at all?"""
    return not _failed and os.environ.get(SWITCH, "") != "numpy"


def kernel_if_ready() -> ModuleType | None:
    """The compiled kernel, or None while numpy has to do."""
    return _kernel


def warm_up() -> Warmed:
    """Load or compile the kernel; returns when it is ready, at once if it was. Safe from any thread.

    Where numba is missing or fails (no memory, an unknown processor), numpy goes on alone. Where nothing can
    be kept on the disk, it is compiled for this process.
    """
    global _kernel, _failed, _warmed
    with _warming:
        if _warmed is None:
            if not allowed():
                return Warmed(ready=False, trouble=f"{SWITCH}=numpy keeps to numpy.")
            _kernel, _warmed = _made_ready()
            _failed = _kernel is None
        return _warmed


@cache
def warm_up_in_background() -> threading.Thread | None:
    """Start `warm_up` in a thread of its own, once a process; None where there is no room for a thread."""
    thread = threading.Thread(target=warm_up, name="compile kernel", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # numpy goes on alone
        return None
    return thread


def _made_ready() -> tuple[ModuleType | None, Warmed]:
    room = memory.left()
    if room is not None and room < _ROOM:
        # LLVM would not fail for want of memory: it ends the process.
        return None, Warmed(ready=False, trouble="Too little memory is allowed here (ulimit -v) to compile.")
    try:
        try:
            with kept_kernel.alone():
                return _from_the_disk()
        except DataError as error:  # nothing can be kept here
            return _for_this_process(str(error))
        except OSError as error:  # as where the disk is full
            why = f"The compiled kernel cannot be kept in '{kept_kernel.folder()}': {_reason(error)}."
            return _for_this_process(why)
    except Exception as error:  # whatever it is, the numbers do not depend on it
        trouble = f"{type(error).__name__}: {one_line(error, 200)}"
        if isinstance(error, OSError):
            trouble = f"{_reason(error)}."
        _log.warning("No compiled kernel (%s); numpy answers instead.", trouble)
        _log.debug("No compiled kernel", exc_info=True)
        return None, Warmed(ready=False, trouble=trouble)


def _reason(error: OSError) -> str:
    return error.strerror or one_line(error, 200)


def _from_the_disk() -> tuple[ModuleType, Warmed]:
    repaired = kept_kernel.is_damaged()
    if repaired:
        kept_kernel.clear()
    try:
        kernel = _loaded(kept_kernel.folder())
    except Exception:
        if not kept_kernel.is_intact():
            raise
        # As it was written, and yet it cannot be loaded.
        kept_kernel.clear()
        repaired = True
        kernel = _loaded(kept_kernel.folder())
    was_compiled = not all(entry.stats.cache_hits for entry in kernel.ENTRIES)
    if was_compiled:
        kept_kernel.seal()
    return kernel, Warmed(ready=True, compiled=was_compiled, repaired=repaired)


def _for_this_process(why: str) -> tuple[ModuleType, Warmed]:
    with TemporaryDirectory(prefix="elcs-kernel-", ignore_cleanup_errors=True) as folder:
        return _loaded(Path(folder)), Warmed(ready=True, compiled=True, trouble=why)


def _loaded(folder: Path) -> ModuleType:
    """The kernel, ready to be called; what is compiled for it is kept in the folder."""
    config: Any = import_module("numba").config  # its settings are made when it is imported
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)  # read when a function is decorated
    try:
        for name in _MODULES:
            sys.modules.pop(name, None)  # what a failed attempt has left
        kernel = import_module(_MODULES[-1])
    finally:
        config.CACHE_DIR = before
    _exercise(kernel)
    return kernel


def _exercise(kernel: ModuleType) -> None:
    """Call every entry once: does what was loaded work?"""
    rows = np.arange(600) % np.array([[2], [3], [5], [7]])
    tape = Tape()
    test = G2(Dataset.discrete("warm-up", "abcd", rows.T))
    judge = Judge(tape, test.distribution, 0.01, Policy())
    asker = CompiledAsker(kernel, KernelData(test), tape, judge, Counts(), tape.new_run())
    asker.listed([(0, 1, ()), (2, 3, (0,))])
    list(asker.subsets(Search((0,), 1, (2, 3), 2)))
    list(asker.screen([0, 1], [2], 3))


class CompiledAsker:
    """Asks G² in machine code; see `elcs_gui.ci.asking.Asking`."""

    def __init__(
        self,
        kernel: ModuleType,
        data: KernelData,
        tape: Tape,
        judge: Judge,
        counts: Counts,
        serial: int,
        *,
        room: int = PATIENCE,
    ) -> None:
        """`room`: how many answers the kernel gives in one go; more where one question needs them."""
        self.kernel = kernel
        self.tape = tape
        self.judge = judge
        self._data = data.arrays
        self._ledger = counts.ledger
        self._ledger[kernel.SERIAL] = serial
        self._ledger[kernel.WEAK_MARGINAL] = judge.policy.marginal is Verdict.INDEPENDENT
        self._ledger[kernel.WEAK_CONDITIONAL] = judge.policy.conditional is Verdict.INDEPENDENT
        self._gathered: tuple[NDArray[np.generic], ...] = ()
        self._gathered_at = -1
        self._make_room(room)

    def listed(self, questions: Sequence[Asked]) -> tuple[Batch, list[Answer]]:
        flat: list[int] = []
        for x, y, z in questions:
            flat += (x, y, len(z), *z)
        if len(questions) > len(self._answers):
            self._make_room(len(questions))
        written = np.array(flat, dtype=np.int32)
        self.tape.reserve(len(questions), len(flat))
        done = 0
        while done < len(questions):
            done = self.kernel.ask_listed(written, done, *self._arrays()) // self.kernel.ENDINGS
            self._settle()
        strengths = self._strength[: len(questions)].tolist()
        answers = [_NO_LINK if s < 0.0 else Answer(False, s) for s in strengths]
        batch = self._batch(len(questions))
        for place in np.flatnonzero(np.isnan(self.tape.statistic[batch.answers])).tolist():
            reliable = self.judge.is_forced(int(batch.answers[place]))
            answers[place] = answers[place]._replace(reliable=reliable)
        return batch, answers

    def subsets(self, search: Search) -> Iterator[tuple[Batch, int | None]]:
        assert not search.least or len(search.xs) == 1  # at a further x the kernel begins with the empty set
        kernel = self.kernel
        searched, members = np.array(search.xs, dtype=np.int32), np.array(search.pool, dtype=np.int32)
        k = min(search.k, len(members) + 1)
        must = -1 if search.containing is None else search.containing
        state = np.zeros(len(members) + 2, dtype=np.int64)
        if search.least:
            state[1] = max(search.least - (must >= 0), 0)
            state[2:] = np.arange(len(members))
        ended = kernel.PAUSED
        while ended == kernel.PAUSED:
            self.tape.reserve(len(self._answers), len(self._answers) * k)
            code = kernel.ask_subsets(searched, search.y, members, k, must, state, *self._arrays())
            written, ended = divmod(code, kernel.ENDINGS)
            self._settle()
            if written:
                yield self._batch(written), int(state[0]) if ended == kernel.FOUND else None

    def screen(
        self, xs: Sequence[int], members: Sequence[int], target: int
    ) -> Iterator[tuple[Batch, list[bool]]]:
        kernel = self.kernel
        if len(members) >= len(self._answers):
            self._make_room(len(members) + 1)
        room = len(self._answers)
        candidates, through = np.array(xs, dtype=np.int32), np.array(members, dtype=np.int32)
        next_x, ended = 0, kernel.PAUSED
        while ended != kernel.EXHAUSTED:
            self.tape.reserve(room, room + len(members) * (1 + room // (len(members) + 1)))
            code = kernel.ask_screen(candidates, through, target, next_x, *self._arrays())
            written, ended = divmod(code, kernel.ENDINGS)
            next_x += written // (len(members) + 1)
            self._settle()
            if written:
                yield self._batch(written), (self._strength[:written] < 0.0).tolist()

    def _arrays(self) -> tuple[NDArray[np.generic], ...]:
        """All the kernel works on; gathered anew only when the tape has outgrown its arrays."""
        tape, judge = self.tape, self.judge
        if self._gathered_at != tape.growths:
            self._gathered_at = tape.growths
            self._gathered = (
                *self._data,
                tape.used, tape.asked, tape.given, tape.statistic, tape.df, tape.last_run, tape.slots,
                judge.critical, judge.near, judge.forced, judge.settled,
                self._ledger, self._answers, self._flags, self._strength,
            )  # fmt: skip
        return self._gathered

    def _settle(self) -> None:
        """Tell the kernel what the p-value says, if it stopped at an answer too close to call."""
        waiting = int(self._ledger[self.kernel.CLOSE])
        if waiting:
            self.judge.settle(waiting - 1)
            self._ledger[self.kernel.CLOSE] = 0
            self._gathered_at = -1

    def _make_room(self, answers: int) -> None:
        self._answers = np.empty(answers, dtype=np.int32)
        self._flags = np.empty(answers, dtype=np.uint8)
        self._strength = np.empty(answers, dtype=np.float64)
        self._gathered_at = -1

    def _batch(self, written: int) -> Batch:
        return Batch(self._answers[:written], self._flags[:written])


class KernelData:
    """The data of a G² test as the kernel wants it, with the kernel's scratch space.

    Scratch space makes it good for one run at a time.

    Args:
        at_once: rows whose cells are coded before they are counted.
    """

    def __init__(self, test: G2, at_once: int = _CODED_AT_ONCE) -> None:
        first_level = np.concatenate([[0], np.cumsum(test.levels)]).astype(np.int32)
        most_cells = max(int(test.rows / test.rows_per_cell), 1)
        bits = _bit_sets(test, first_level)
        masks = np.empty((9, bits.shape[1]), dtype=np.uint64)
        masks[0] = _packed(np.ones(test.rows if bits.shape[1] else 0, dtype=np.bool_))
        self.variables = test.variables
        self.arrays = (
            *_bytes(test),
            bits,
            first_level,
            np.empty(0, dtype=np.int32) if test.weights is None else test.weights.astype(np.int32),
            test.entropies,
            np.array([test.unit, test.rows_per_cell, test.rows, MOST_DF, *test.logarithms]),
            np.empty(at_once, dtype=np.uint16),
            np.empty(at_once, dtype=np.uint32),
            np.empty(max(at_once, *test.levels), dtype=np.int32),
            np.empty(max(INTERLEAVED * min(most_cells, SHORT_CODES), most_cells), dtype=np.int32),
            masks,
        )


def _bytes(test: G2) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """The codes as bytes, a row for each variable; then the second bytes of those that have any, and in which
    row they stand (-1 for the others)."""
    high = np.full(test.variables, -1, dtype=np.int32)
    if test.codes.dtype == np.uint8:
        # Writeable, as all arrays of the kernel: numba looks up their types faster.
        return np.asarray(np.require(test.codes, requirements=["C", "W"])), high
    wide = [variable for variable, codes in enumerate(test.codes) if codes.max(initial=0) > 255]
    high[wide] = np.arange(test.variables, test.variables + len(wide))
    low = (test.codes & 255).astype(np.uint8)
    return np.concatenate([low, (test.codes[wide] >> 8).astype(np.uint8)]), high


def _bit_sets(test: G2, first_level: NDArray[np.int32]) -> NDArray[np.uint64]:
    """One row per level of every variable: which data rows have it. Then, where values are missing, one per
    variable: which data rows have any. Of weighted rows, and of rows that memory does not hold, the sets are
    empty: they are counted otherwise."""
    total = int(first_level[-1])
    coded = test.weights is not None or lies_on_disk(test.codes)
    words = 0 if coded else -(-test.rows // 64)
    bits = np.empty((total + (test.variables if test.gaps else 0), words), dtype=np.uint64)
    if not words:
        return bits
    for variable, levels in enumerate(test.levels):
        for level in range(levels):
            bits[first_level[variable] + level] = _packed(test.codes[variable] == level)
        if test.gaps:
            bits[total + variable] = _packed(test.codes[variable] < levels)
    return bits


def _packed(rows: NDArray[np.bool_]) -> NDArray[np.uint64]:
    padded = np.zeros(-(-len(rows) // 64) * 64, dtype=np.bool_)
    padded[: len(rows)] = rows
    return np.packbits(padded).view(np.uint64)
