"""The tests of a trace as numpy columns: what the log filters, sorts and shows.

Most of what a row says belongs to its *answer* on the tape, and many tests share one answer. So conditions
and sort keys are worked out once per answer and then spread over the tests, and a filter over a million tests
takes milliseconds. No objects are made but for the rows somebody looks at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.ci.tape import Z_LENGTH, Z_START, X, Y
from elcs_gui.trace.listings import STAGES, listing, stage
from elcs_gui.trace.trace import Trace

Mask = NDArray[np.bool_]
Rows = NDArray[np.int32]
Key = NDArray[np.float64] | NDArray[np.int64] | NDArray[np.int16]

ANSWERS = ("tested", "reused", "forced")


def short_line(at: str) -> str:
    """A pseudo-code line as the log shows it: "RecogSpouses:11" is "Alg. 3 : 11"."""
    procedure, _, label = at.rpartition(":")
    try:
        return f"{listing(procedure).short} : {label}"
    except KeyError:
        return f"{procedure} : {label}"


def stage_of(at: str) -> str:
    """The stage id of a line; empty for a line without one, or of a procedure this version does not list."""
    try:
        return stage(at)
    except KeyError:
        return ""


class Record(NamedTuple):
    """One test of the log. Variables are column numbers, `at` is the pseudo-code line."""

    number: int
    step: int
    at: str
    x: int
    y: int
    z: tuple[int, ...]
    statistic: float | None
    df: int | None
    p: float | None
    verdict: Verdict
    independent: bool
    answer: str

    @property
    def question(self) -> Question:
        return Question.of(self.x, self.y, self.z)

    @property
    def compared(self) -> bool:
        """Whether there was anything to compare; else its p says nothing."""
        return self.verdict is not Verdict.NO_INFORMATION


class LogColumns:
    """All tests of one trace as columns; `grow` takes over what the trace has got since."""

    def __init__(self, trace: Trace | None = None) -> None:
        self.trace = trace
        self.length = 0
        self._answers = np.empty(0, dtype=np.int32)
        self._reused = np.empty(0, dtype=np.bool_)
        self._swapped = np.empty(0, dtype=np.bool_)
        self._places = np.empty(0, dtype=np.int16)
        self._p = np.empty(0, dtype=np.float64)
        self._verdicts = np.empty(0, dtype=np.int8)
        self.grow()

    def __len__(self) -> int:
        return self.length

    @property
    def names(self) -> tuple[str, ...]:
        return () if self.trace is None else self.trace.header.names

    def grow(self) -> int:
        """Take over the trace's new tests; how many there were."""
        if self.trace is None:
            return 0
        log = self.trace.tests(self.length)
        here, there = self.length, self.length + len(log)
        if there > len(self._answers):
            room = max(there, 2 * len(self._answers))
            for name in ("_answers", "_reused", "_swapped", "_places"):
                old = getattr(self, name)
                new = np.empty(room, dtype=old.dtype)
                new[:here] = old[:here]
                setattr(self, name, new)
        self._answers[here:there] = log.answers
        self._reused[here:there] = log.reused
        self._swapped[here:there] = log.swapped
        self._places[here:there] = self.trace.lines()[1][log.steps]
        self.length = there
        return there - here

    def computed(self, count: int) -> int:
        """How many of the first `count` tests were not repetitions."""
        return count - int(np.count_nonzero(self._reused[:count]))

    def first_asked(self, question: Question) -> int:
        """The number of the test that asked this first; 0 if none did."""
        answer = None if self.trace is None else self.trace.judge.tape.find(question)
        if answer is None:
            return 0
        same = self._answers[: self.length] == answer
        place = int(same.argmax()) if self.length else 0
        return place + 1 if self.length and same[place] else 0

    def reason(self, record: Record) -> str:
        """Why a test had no information; empty for all others."""
        tape = None if self.trace is None else self.trace.judge.tape
        answer = None if tape is None or record.compared else tape.find(record.question)
        return "" if tape is None or answer is None else tape.reason(answer)

    # Columns of the tests, from test number first + 1 on

    def answers(self, first: int = 0) -> NDArray[np.int32]:
        return self._answers[first : self.length]

    def swapped(self, first: int = 0) -> Mask:
        return self._swapped[first : self.length]

    def reused(self, first: int = 0) -> Mask:
        return self._reused[first : self.length]

    def places(self, first: int = 0) -> NDArray[np.int16]:
        """Numbers of pseudo-code lines, as in `lines`."""
        return self._places[first : self.length]

    @property
    def lines(self) -> list[str]:
        """The pseudo-code lines that occur."""
        return [] if self.trace is None else self.trace.lines()[0]

    def forced(self, first: int = 0) -> Mask:
        assert self.trace is not None
        return self.trace.judge.forced_among(self.answers(first))

    # Columns of the answers, by their number on the tape

    @property
    def asked(self) -> NDArray[np.int32]:
        """x, y, start and length of z, as on the tape."""
        assert self.trace is not None
        tape = self.trace.judge.tape
        return tape.asked[: len(tape)]

    @property
    def given(self) -> NDArray[np.int32]:
        assert self.trace is not None
        return self.trace.judge.tape.given

    @property
    def statistic(self) -> NDArray[np.float64]:
        assert self.trace is not None
        tape = self.trace.judge.tape
        return tape.statistic[: len(tape)]

    @property
    def df(self) -> NDArray[np.float64]:
        """Degrees of freedom; nan for a test that has none."""
        assert self.trace is not None
        tape = self.trace.judge.tape
        df = tape.df[: len(tape)]
        return np.where(df < 0, np.nan, df)

    @property
    def p(self) -> NDArray[np.float64]:
        while self.prepare(1 << 20):
            pass
        return self._p

    @property
    def verdicts(self) -> NDArray[np.int8]:
        assert self.trace is not None
        done, all_of_them = len(self._verdicts), len(self.trace.judge.tape)
        if done < all_of_them:
            new = self.trace.judge.verdicts(np.arange(done, all_of_them, dtype=np.int32))
            self._verdicts = np.concatenate([self._verdicts, new])
        return self._verdicts

    def prepare(self, most: int) -> bool:
        """Work out up to `most` p-values ahead of time; True while some are left.

        A p-value costs some 0.2 µs, so that a million of them are better computed in pauses than when the
        first filter needs them.
        """
        if self.trace is None:
            return False
        tape = self.trace.judge.tape
        done = len(self._p)
        upto = min(done + most, len(tape))
        if upto > done:
            new = self.trace.judge.distribution.p_values(tape.statistic[done:upto], tape.df[done:upto])
            self._p = np.concatenate([self._p, new])
        if upto < len(tape):
            return True
        self.verdicts  # noqa: B018  worked out and kept, for the same reason
        return False

    # Keys to sort by, one a test

    def key(self, column: str) -> Key:
        """Numbers in whose order the tests stand when sorted by `column`; nan comes last."""
        answers = self.answers()
        if column in ("x", "y"):
            rank = _ranks(self.names)
            one, other = (X, Y) if column == "x" else (Y, X)
            asked = self.asked
            return np.where(self.swapped(), rank[asked[:, other]][answers], rank[asked[:, one]][answers])
        if column == "z":
            return self._z_keys()[answers]
        if column == "stat":
            return self.statistic[answers]
        if column == "df":
            return _narrow(self.df)[answers]
        if column == "p":
            return self.p[answers]
        if column == "verdict":
            return self.verdicts.astype(np.int16)[answers]
        if column == "answer":
            return np.where(self.forced(), 2, self.reused()).astype(np.int16)
        if column in ("stage", "line"):
            return self._line_keys(column)[self.places()]
        return np.arange(self.length, dtype=np.int64)

    def _z_keys(self) -> NDArray[np.int64]:
        """Sets by size, then by the names of as many members as go into one number."""
        asked, given = self.asked, self.given
        bits = max(len(self.names) - 1, 1).bit_length()
        rank = _ranks(self.names).astype(np.int64)
        keys = asked[:, Z_LENGTH].astype(np.int64)
        for place in range(min(int(asked[:, Z_LENGTH].max(initial=0)), 52 // bits)):
            there = asked[:, Z_LENGTH] > place
            keys <<= bits
            keys[there] |= rank[given[asked[there, Z_START] + place]]
        return keys

    def _line_keys(self, column: str) -> NDArray[np.int16]:
        """Stages in the order a run goes through them; lines by procedure and then as they are numbered."""
        stages = list(STAGES)
        if column == "stage":
            order = [stages.index(s) if (s := stage_of(at)) else len(stages) for at in self.lines]
            return np.array(order, dtype=np.int16)
        ranked = sorted(self.lines, key=_line_rank)
        return np.array([ranked.index(at) for at in self.lines], dtype=np.int16)

    # Rows

    def record(self, number: int) -> Record:
        """Test `number`, counted from 1."""
        return next(self.records(np.array([number - 1], dtype=np.int32)))

    def records(self, rows: Rows) -> Iterator[Record]:
        """The tests at these places (test numbers less one), in the order given."""
        assert self.trace is not None
        judge, names, given = self.trace.judge, self.lines, self.given
        answers = self._answers[rows]
        statistic, df = judge.tape.statistic[answers], judge.tape.df[answers]
        columns = zip(
            rows.tolist(), self.trace.test_steps[rows].tolist(), self._places[rows].tolist(),
            judge.tape.asked[answers].tolist(), self._swapped[rows].tolist(), statistic.tolist(), df.tolist(),
            judge.distribution.p_values(statistic, df).tolist(), judge.verdicts(answers).tolist(),
            judge.counted_independent(answers).tolist(), self._reused[rows].tolist(),
            judge.forced_among(answers).tolist(), strict=True,
        )  # fmt: skip
        for row, step, place, (x, y, start, length), swapped, stat, freedom, p, *rest in columns:
            verdict, independent, reused, forced = rest
            yield Record(
                row + 1,
                step,
                names[place],
                y if swapped else x,
                x if swapped else y,
                tuple(given[start : start + length].tolist()),
                stat if stat == stat else None,
                freedom if freedom >= 0 else None,
                p if p == p else None,
                Verdict(verdict),
                independent,
                ANSWERS[2 if forced else reused],
            )


def _ranks(names: tuple[str, ...]) -> NDArray[np.int16]:
    """For each name its place in the alphabet of names."""
    order = sorted(range(len(names)), key=lambda variable: (names[variable].casefold(), variable))
    ranks = np.empty(len(names), dtype=np.int16)
    ranks[order] = np.arange(len(names), dtype=np.int16)
    return ranks


def _narrow(df: NDArray[np.float64]) -> Key:
    """Degrees of freedom as small integers, which sort ten times as fast; none at all comes last."""
    largest = np.iinfo(np.int16).max
    if len(df) and np.nanmax(df, initial=0) >= largest:
        return df
    return np.where(np.isnan(df), largest, df).astype(np.int16)


def _line_rank(at: str) -> tuple[str, int, str]:
    procedure, _, label = at.rpartition(":")
    digits = "".join(sign for sign in label if sign.isdigit())
    return procedure, int(digits or 0), label
