"""A recorded run.

A trace is a sequence of events. Tests outnumber everything else, so they are not kept as objects but as row
numbers of the tape plus three bytes; `trace[i]` makes the event when someone looks. All other events
("facts") are kept as they were told. A trace can be read while it grows: what is there never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.asking import FRESH, SWAPPED, Batch, too_few_rows
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.ci.registry import find_test
from elcs_gui.data.plan import ImportPlan
from elcs_gui.errors import shown
from elcs_gui.trace.events import Event, Tested
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.listings import Setting, own_listing


@dataclass(frozen=True)
class Origin:
    """Where the answers of a run came from: what a report says and a script reads. The data are not in it.

    Attributes:
        kind: "table", "network" or "example".
        name: of the file, without its folder; the id of the example.
        fingerprint: of the data (see `elcs_gui.data.fingerprint`); empty for a network alone.
        reading: what of the plan by which the file was read is not as usual, as JSON (see `ImportPlan`); of a
            network, the hidden nodes are the ignored columns.
    """

    kind: str
    name: str
    fingerprint: str = ""
    reading: Mapping[str, Any] = field(default_factory=dict)


def read_as(plan: ImportPlan | None) -> dict[str, Any]:
    """For `Origin.reading`: what of a plan is not as usual."""
    usual = ImportPlan().to_json()
    found = usual if plan is None else plan.to_json()
    return {part: value for part, value in found.items() if value != usual.get(part)}


@dataclass(frozen=True)
class Header:
    """What a run was asked to do: enough to name everything in its trace without the data."""

    algorithm: str
    target: int
    names: tuple[str, ...]
    test: str
    alpha: float = 0.01
    k: int | None = 3
    rows: int | None = None
    rows_per_cell: float | None = None
    policy: Policy = field(default_factory=Policy)
    forced: tuple[tuple[Question, Verdict], ...] = ()
    knowledge: Knowledge = Knowledge.none
    origin: Origin | None = field(default=None, compare=False)
    """Told about the run, not a part of it: the same run is the same wherever its data lie."""
    parameters: tuple[tuple[str, Setting], ...] = ()
    """What the algorithm is told otherwise than usual; see `settings`."""

    @property
    def settings(self) -> dict[str, Setting]:
        """What every parameter of the algorithm is set to; those of another algorithm do not count."""
        own, told = own_listing(self.algorithm), dict(self.parameters)
        known = () if own is None else own.parameters
        return {parameter.id: told.get(parameter.id, parameter.usual) for parameter in known}

    @property
    def told(self) -> dict[str, Setting]:
        """The parameters that have to be written down for the same run: also the usual, where another was."""
        own, settings = own_listing(self.algorithm), self.settings
        known = () if own is None else own.parameters
        return {p.id: settings[p.id] for p in known if p.before is not None} | dict(self.parameters)

    @property
    def limit(self) -> int | str:
        """k in words: the largest conditioning set, or "unlimited"."""
        return "unlimited" if self.k is None else self.k

    @property
    def asks_tests(self) -> bool:
        """Do test, alpha and k mean anything to the algorithm?"""
        own = own_listing(self.algorithm)
        return own is None or not own.untested

    @property
    def heeds_alpha(self) -> bool:
        """Could another alpha change what is found? Not where no test is asked, or the answers are facts."""
        return self.asks_tests and not find_test(self.test).certain


class Trace(Sequence[Event]):
    """The events of one run, in order, and the log of its tests as columns; room is made first for `room`."""

    def __init__(self, header: Header, judge: Judge, room: int = 1024) -> None:
        self.header = header
        self.judge = judge
        self.facts: list[Event] = []
        self._length = 0
        # Per event: the answer on the tape, or -1 - index into `facts`.
        self._codes = np.empty(room, dtype=np.int32)
        self._places = np.empty(room, dtype=np.int16)
        self._flags = np.empty(room, dtype=np.uint8)
        self._place_names: list[str] = []
        self._place_numbers: dict[str, int] = {}
        self._test_steps: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._indexed = 0
        self._performed: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._unreliable = (0, 0)  # of so many tests, so many
        self.derived: dict[str, Any] = {}
        """What readers derive from the trace and want to keep as long as it."""

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        header = self.header
        told = f"{len(self):,} steps, {len(self.test_steps):,} tests"
        return f"<Trace of {header.algorithm} for {shown(header.names[header.target])}: {told}>"

    @overload
    def __getitem__(self, step: int) -> Event: ...
    @overload
    def __getitem__(self, step: slice) -> list[Event]: ...
    def __getitem__(self, step: int | slice) -> Event | list[Event]:
        if isinstance(step, slice):
            steps = range(self._length)[step]
            low, high = (min(steps), max(steps) + 1) if steps else (0, 0)
            events = list(self._events(low, high))
            return [events[wanted - low] for wanted in steps]
        if not -self._length <= step < self._length:
            raise IndexError(f"step {step} of a trace of {self._length} events")
        place = step % self._length
        return next(self._events(place, place + 1))

    def __iter__(self) -> Iterator[Event]:
        return self._events(0, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Trace):
            return NotImplemented
        return self.header == other.header and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it grows

    # What the recorder writes

    def add_fact(self, fact: Event) -> None:
        """Append anything but a test."""
        here = self._length
        if here == len(self._codes):
            self._make_room(1)
        self._codes[here] = -1 - len(self.facts)
        self._places[here] = self.place_number(fact.at)
        self.facts.append(fact)
        self._length += 1

    def add_tests(self, batch: Batch, at: str) -> None:
        """Append the tests of a batch, all told by one line."""
        here, there = self._length, self._length + len(batch.answers)
        if there > len(self._codes):
            self._make_room(len(batch.answers))
        self._codes[here:there] = batch.answers
        self._places[here:there] = self.place_number(at)
        self._flags[here:there] = batch.flags
        self._length = there

    def add_tests_and_facts(
        self, batch: Batch, lines: Sequence[str], facts: Sequence[tuple[int, Event]]
    ) -> None:
        """Append the tests of a batch, and among them each fact after as many tests as stand beside it.

        `lines` are the pseudo-code lines of the tests, repeated as often as they fit.
        """
        answers, told_flags = batch.answers.tolist(), batch.flags.tolist()
        told_places = [self.place_number(at) for at in lines] * (len(answers) // len(lines))
        codes: list[int] = []
        places: list[int] = []
        flags: list[int] = []
        done = 0
        for after, fact in facts:
            codes += answers[done:after]
            codes.append(-1 - len(self.facts))
            places += told_places[done:after]
            places.append(self.place_number(fact.at))
            flags += told_flags[done:after]
            flags.append(0)
            self.facts.append(fact)
            done = after
        here, there = self._length, self._length + len(answers) + len(facts)
        if there > len(self._codes):
            self._make_room(there - here)
        self._codes[here:there] = codes + answers[done:]
        self._places[here:there] = places + told_places[done:]
        self._flags[here:there] = flags + told_flags[done:]
        self._length = there

    def raw(self, first: int) -> tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.uint8]]:
        """Copies of the columns behind the events from step `first` on, for `extend` of another trace."""
        last = self._length
        return self._codes[first:last].copy(), self._places[first:last].copy(), self._flags[first:last].copy()

    def columns(self) -> tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.uint8]]:
        """The columns behind all events up to now, not copied: what is there never changes."""
        last = self._length
        return self._codes[:last], self._places[:last], self._flags[:last]

    def extend(
        self,
        codes: NDArray[np.int32],
        places: NDArray[np.int16],
        flags: NDArray[np.uint8],
        lines: Sequence[str],
        facts: Sequence[Event],
    ) -> None:
        """Append what `raw` gave, with the lines and facts that are new with it."""
        for at in lines:
            self.place_number(at)
        self.facts += facts
        here, there = self._length, self._length + len(codes)
        if there > len(self._codes):
            self._make_room(len(codes))
        self._codes[here:there] = codes
        self._places[here:there] = places
        self._flags[here:there] = flags
        self._length = there

    def place_number(self, at: str) -> int:
        """The number under which a pseudo-code line is kept."""
        number = self._place_numbers.get(at)
        if number is None:
            number = self._place_numbers[at] = len(self._place_names)
            self._place_names.append(at)
        return number

    def _make_room(self, count: int) -> None:
        room = max(2 * len(self._codes), self._length + count)
        self._codes = np.resize(self._codes, room)
        self._places = np.resize(self._places, room)
        self._flags = np.resize(self._flags, room)

    # What readers see

    @property
    def test_steps(self) -> NDArray[np.int64]:
        """The step of every test: test number n (from 1) was told at step test_steps[n - 1]."""
        if self._indexed < self._length:
            new = np.flatnonzero(self._codes[self._indexed : self._length] >= 0) + self._indexed
            self._test_steps = np.concatenate([self._test_steps, new])
            self._indexed = self._length
        return self._test_steps

    @property
    def unreliable(self) -> int:
        """How many tests had too few rows, repetitions included."""
        looked, found = self._unreliable
        if looked < len(self.test_steps):
            found += int(np.count_nonzero(np.isnan(self.tests(looked).statistic)))
            self._unreliable = (len(self.test_steps), found)
        return found

    @property
    def too_few_rows(self) -> bool:
        """Had most tests too few rows, so that what was not found may be there all the same?"""
        return too_few_rows(self.unreliable, len(self.test_steps))

    def performed(self, tests: int) -> int:
        """How many of the first `tests` tests were not repetitions."""
        if len(self._performed) < len(self.test_steps):
            new = self.test_steps[len(self._performed) :]
            before = self._performed[-1] if len(self._performed) else 0
            fresh = np.cumsum((self._flags[new] & FRESH) != 0, dtype=np.int64)
            self._performed = np.concatenate([self._performed, fresh + before])
        return int(self._performed[tests - 1]) if tests else 0

    @property
    def fact_steps(self) -> NDArray[np.int64]:
        """The step of every fact."""
        return np.flatnonzero(self._codes[: self._length] < 0)

    def at(self, step: int) -> str:
        """The pseudo-code line of one event, without making the event."""
        return self._place_names[int(self._places[step])]

    def lines(self) -> tuple[list[str], NDArray[np.int16]]:
        """The pseudo-code lines that occur, and for every event the place of its own among them."""
        return self._place_names, self._places[: self._length]

    def tests(self, first: int = 0, last: int | None = None) -> TestLog:
        """Tests number first+1 to last as columns."""
        steps = self.test_steps[first:last]
        answers = self._codes[steps]
        flags = self._flags[steps]
        return TestLog(self, first, steps, answers, (flags & FRESH) == 0, (flags & SWAPPED) != 0)

    def first_asked(self, question: Question) -> int | None:
        """The number of the first test that asks it; None if none does."""
        answer = self.judge.tape.find(question)
        if answer is None:
            return None
        found = np.flatnonzero(self.tests().answers == answer)
        return int(found[0]) + 1 if len(found) else None

    def answers(self, numbers: NDArray[np.int64]) -> NDArray[np.int32]:
        """The answers on the tape that tests were given, by the tests' numbers."""
        return self._codes[self.test_steps[numbers - 1]]

    def _events(self, first: int, last: int) -> Iterator[Event]:
        """The events at steps `first` to before `last`; tests are made from their columns, all at once."""
        tests = iter(self.tests(*np.searchsorted(self.test_steps, [first, last]).tolist()).events())
        for code in self._codes[first:last].tolist():
            yield next(tests) if code >= 0 else self.facts[-1 - code]


@dataclass(frozen=True, eq=False)
class TestLog:
    """A stretch of a trace's tests as columns; p-values and verdicts are computed when asked for."""

    trace: Trace
    first: int
    steps: NDArray[np.int64]
    answers: NDArray[np.int32]
    reused: NDArray[np.bool_]
    swapped: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def statistic(self) -> NDArray[np.float64]:
        return self.trace.judge.tape.statistic[self.answers]

    @property
    def df(self) -> NDArray[np.int32]:
        return self.trace.judge.tape.df[self.answers]

    @property
    def p(self) -> NDArray[np.float64]:
        return self.trace.judge.distribution.p_values(self.statistic, self.df)

    @property
    def verdict(self) -> NDArray[np.int8]:
        return self.trace.judge.verdicts(self.answers)

    @property
    def independent(self) -> NDArray[np.bool_]:
        return self.trace.judge.counted_independent(self.answers)

    @property
    def forced(self) -> NDArray[np.bool_]:
        return self.trace.judge.forced_among(self.answers)

    def events(self) -> Iterator[Tested]:
        """The tests as events."""
        tape = self.trace.judge.tape
        words = [verdict.word for verdict in Verdict]
        rows = zip(
            self.steps.tolist(), self.answers.tolist(), _or_none(self.statistic, 0.0), _or_none(self.df, 0),
            _or_none(self.p, 0.0), self.verdict.tolist(), self.independent.tolist(), self.reused.tolist(),
            self.forced.tolist(), self.swapped.tolist(), strict=True,
        )  # fmt: skip
        for number, row in enumerate(rows, self.first + 1):
            step, answer, statistic, df, p, verdict, independent, reused, forced, swapped = row
            x, y, z = tape.question(answer)
            if swapped:
                x, y = y, x
            yield Tested(
                self.trace.at(step),
                number,
                x,
                y,
                z,
                statistic,
                df,
                p,
                words[verdict],
                independent,
                reused,
                forced,
            )


def _or_none(column: NDArray[np.float64] | NDArray[np.int32], least: float) -> list[float | None]:
    """The column with None where there is no value: nan, or less than there can be."""
    return [value if value >= least else None for value in column.tolist()]


class Prefix:
    """The first events of `whole`; `trace` has no others, and grows as `reach` allows."""

    def __init__(self, whole: Trace, steps: int) -> None:
        self.whole = whole
        self.trace = Trace(whole.header, whole.judge)
        self.reach(steps)

    def reach(self, steps: int) -> None:
        """Let it have so many events, or as many as there are; what it has it keeps."""
        made, whole = self.trace, self.whole
        first, last = len(made), min(steps, len(whole))
        if last <= first:
            return
        codes, places, flags = whole.columns()
        codes, places, flags = codes[first:last], places[first:last], flags[first:last]
        names, facts = whole.lines()[0], len(made.facts) + int(np.count_nonzero(codes < 0))
        known = len(made.lines()[0])
        lines = names[known : max(known, int(places.max()) + 1)]
        made.extend(codes, places, flags, lines, whole.facts[len(made.facts) : facts])
