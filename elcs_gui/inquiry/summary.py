"""What a run found, counted, and what is doubtful about it: one wording for all who show a result.

`elcs run`, its JSON, the library, reports, the picture of the graph and the status line render one `Summary`,
so that each of these facts is said by all of them, or by none:

- weak edges: they change when the verdicts of tests with too few rows are turned (`weak_edges`). That takes
  further runs, so it needs the evidence: `complete_summary` makes them, on the tape of the run itself. Of a
  trace alone a summary says that they were not computed, unless the trace shows that there are none
- contradictions, and cycles of arrows with the blankets that they come from
- too few rows for most of the tests, and tests without information
- edges that background knowledge decided
- how much the first tests let through by chance, and the alpha at which that is less than one variable, where
  it is more
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.learning import Learnt
from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.ci.asking import TOO_FEW_ROWS, too_few_rows
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Verdict
from elcs_gui.ci.tape import Tape
from elcs_gui.inquiry.firmness_words import drawn, weak_sentence
from elcs_gui.inquiry.weak_edges import (
    Progress,
    WeakEdges,
    keep_weak_edges,
    known_weak_edges,
    none_weak,
    weak_edges,
)
from elcs_gui.trace.assumptions import NO_BOUND, Chance, chance_of
from elcs_gui.trace.conflicts import disputes_of
from elcs_gui.trace.cycles import cycle_sentence, cycles_of
from elcs_gui.trace.events import Event, Finished
from elcs_gui.trace.explain import Names, counted, given, told
from elcs_gui.trace.outcome import Outcome, Pair, pair
from elcs_gui.trace.rules import KNOWLEDGE
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header, Trace

MOST_DETAILS = 6
"""More of a kind are only counted."""

CYCLE, CONTRADICTION, WEAK = "cycle", "contradiction", "weak"
FEW_ROWS, NO_INFORMATION, BY_KNOWLEDGE = "too few rows", "no information", "knowledge"
CHANCE = "chance"
"""The same for every target of a table: who lists targets does not say it of each."""

NOT_COMPUTED = "which edges rest on tests that had too few rows was not computed: that takes the data"


@dataclass(frozen=True)
class Doubt:
    """One thing to know before a result is relied on.

    Attributes:
        kind: one of the constants of this module.
        short: in a few words, for a list of several.
        sentence: in full.
        details: what it is about one by one, a sentence each.
        edges: the pairs of variables that are concerned, the lower column first.
        computed: False where it is not known whether there is anything to doubt.
    """

    kind: str
    short: str
    sentence: str
    details: tuple[str, ...] = ()
    edges: tuple[Pair, ...] = ()
    computed: bool = True


@dataclass(frozen=True)
class Summary:
    """How many neighbours were found and decided, and all doubts, the gravest first."""

    count: str
    doubts: tuple[Doubt, ...]

    @property
    def short(self) -> str:
        """All of it in one line: `5 neighbours decided, 2 edges weak`."""
        return ", ".join([self.count, *(doubt.short for doubt in self.doubts)])

    @property
    def in_doubt(self) -> str:
        """The doubts in one sentence; empty where there is none."""
        return f"In doubt: {', '.join(doubt.short for doubt in self.doubts)}." if self.doubts else ""

    def lines(self) -> Iterator[tuple[int, str]]:
        """The doubts in full, a line each with its depth: 0 for a sentence, 1 for its details."""
        for doubt in self.doubts:
            yield 0, doubt.sentence
            yield from ((1, detail) for detail in doubt.details)

    def as_json(self, names: Names) -> list[dict[str, Any]]:
        """For result files."""
        return [
            {
                "kind": doubt.kind,
                "short": doubt.short,
                "sentence": doubt.sentence,
                "details": list(doubt.details),
                "edges": [[names[one], names[other]] for one, other in doubt.edges],
                "computed": doubt.computed,
            }
            for doubt in self.doubts
        ]


@dataclass(frozen=True, eq=False)
class _Found:
    """What a summary is made of.

    Attributes:
        few: how many of how many tests had too few rows, if these are most of them.
        empty: the answers of tests without information, each once.
        weak: None where it is not known.
        chance: None where nothing is left to it.
    """

    header: Header
    outcome: Outcome
    few: tuple[int, int] | None
    empty: NDArray[np.int32]
    weak: WeakEdges | None
    tape: Tape
    chance: Chance | None = None


def complete_summary(
    evidence: Evidence, learnt: Learnt, *, chance: Chance | None = None, progress: Progress | None = None
) -> Summary:
    """Of a run that has just ended on this evidence; computes the weak edges, and keeps them with the trace.

    It must be called before anything else runs on the evidence. `chance` counts columns that are not in the
    trace, where there were any (see `chance_of`). `progress` may raise `Cancelled`: then weak edges are told
    as not computed.
    """
    outcome, trace, header = learnt.outcome, learnt.trace, learnt.trace.header
    assert outcome is not None
    judge, tape = trace.judge, evidence.tape
    answers = tape.asked_last() if header.asks_tests else np.empty(0, dtype=np.int32)
    verdicts = judge.verdicts(answers)
    empty = answers[verdicts == Verdict.NO_INFORMATION]
    weak = known_weak_edges(trace)
    if weak is None:
        weak = none_weak(trace, answers)
    if weak is None:
        with suppress(Cancelled):
            weak = weak_edges(evidence, header, own=outcome, progress=progress)
    if weak is not None:
        keep_weak_edges(trace, weak)
    counts = learnt.counts
    few = (counts.unreliable, counts.requested) if counts.too_few_rows else None
    return _summary(_Found(header, outcome, few, empty, weak, tape, chance or chance_of(header)))


def doubts_without_weak(
    trace: Trace, outcome: Outcome, tests: int, unreliable: int, empty: NDArray[np.int32]
) -> tuple[str, ...]:
    """Of a run whose trace was not recorded, in a few words each; weak edges take further runs, and are not
    looked for. `empty` are the answers of its tests without information."""
    few = (unreliable, tests) if too_few_rows(unreliable, tests) else None
    found = _Found(trace.header, outcome, few, empty, None, trace.judge.tape)
    return tuple(doubt.short for doubt in _summary(found).doubts if doubt.computed)


def summary_of(trace: Trace) -> Summary | None:
    """What a trace tells, with the weak edges if they are known of it; None where the run did not finish."""
    view = final_view(trace)
    if view.finished is None:
        return None
    log = trace.tests()
    empty = np.unique(log.answers[log.verdict == Verdict.NO_INFORMATION])
    weak = known_weak_edges(trace)
    weak = none_weak(trace) if weak is None else weak
    few = (trace.unreliable, len(log)) if trace.too_few_rows else None
    chance = chance_of(trace.header)
    return _summary(_Found(trace.header, view.outcome(), few, empty, weak, trace.judge.tape, chance))


def told_with_doubts(trace: Trace, event: Event) -> str:
    """An event in a sentence; of the end also what is doubtful."""
    found = shown_summary(trace) if isinstance(event, Finished) else None
    return told(trace, event) if found is None else f"{told(trace, event)} {found.in_doubt}".rstrip()


def shown_summary(trace: Trace) -> Summary | None:
    """`summary_of`, made once for all who show the trace while nothing more is known of it."""
    key = known_weak_edges(trace), len(trace)
    kept = trace.derived.get(_DERIVED)
    if kept is None or kept[0] != key:
        kept = trace.derived[_DERIVED] = (key, summary_of(trace))
    found: Summary | None = kept[1]
    return found


_DERIVED = "summary"


def _summary(found: _Found) -> Summary:
    doubts = (
        *_cycles(found),
        *_contradictions(found),
        *_few_rows(found),
        *_weak(found),
        *_no_information(found),
        *_knowledge(found),
        *_chance(found),
    )
    return Summary(count_words(found.header, found.outcome, too_few_rows=found.few is not None), doubts)


def count_words(header: Header, outcome: Outcome, *, too_few_rows: bool = False) -> str:
    """How many neighbours there are, and how far they are decided: `3 neighbours decided, 1 undecided`."""
    if outcome.members is not None:
        members = len(outcome.members)
        return f"{members} in the blanket" if members or not too_few_rows else TOO_FEW_ROWS
    decided, left = len(outcome.parents) + len(outcome.children), len(outcome.undetermined)
    if not decided and not left:
        return TOO_FEW_ROWS if too_few_rows else "no neighbours"
    if not find_algorithm(header.algorithm).rules:
        return counted(left, "neighbour")
    if not decided:
        return f"{counted(left, 'neighbour')} undecided"
    said = f"{counted(decided, 'neighbour')} decided"
    return f"{said}, {left:,} undecided" if left else said


def _cycles(found: _Found) -> Iterator[Doubt]:
    names = found.header.names
    cycles = cycles_of(found.outcome)
    if not cycles:
        return
    said = [cycle_sentence(cycle, names) for cycle in cycles]
    yield Doubt(
        CYCLE,
        counted(len(cycles), "cycle"),
        f"{counted(len(cycles), 'cycle')} of arrows: files of the graph have its edges without a direction.",
        _capped(said),
        tuple(ends for cycle in cycles for ends in cycle.edges),
    )


def _contradictions(found: _Found) -> Iterator[Doubt]:
    names, target = found.header.names, found.outcome.target
    disputes = disputes_of(found.outcome)
    if not disputes:
        return
    # Those about the target come first, then those between blankets.
    ordered = sorted(disputes, key=lambda one: (target not in one.ends, len(one.parties) < 2))
    between = sum(len(one.parties) > 1 for one in ordered)
    where = " between blankets" if between == len(ordered) else ""
    if 0 < between < len(ordered):
        where = f", {between:,} of them between blankets"
    yield Doubt(
        CONTRADICTION,
        counted(len(ordered), "contradiction"),
        f"{counted(len(ordered), 'contradiction')}{where} (the first decision stays).",
        _capped([one.words(names) for one in ordered]),
        tuple(dict.fromkeys(one.ends for one in ordered)),
    )


def _few_rows(found: _Found) -> Iterator[Doubt]:
    if found.few is not None:
        few, of = found.few
        yield Doubt(
            FEW_ROWS,
            "most tests with too few rows",
            f"{few:,} of {counted(of, 'test')} had too few rows: more may be there than was found.",
        )


def _weak(found: _Found) -> Iterator[Doubt]:
    names, weak = found.header.names, found.weak
    if not found.header.asks_tests:
        return
    if weak is None:
        sentence = f"{NOT_COMPUTED[0].upper()}{NOT_COMPUTED[1:]}."
        yield Doubt(WEAK, "weak edges not computed", sentence, computed=False)
        return
    edges = sorted(weak.edges, key=lambda ends: found.outcome.target not in ends)
    if not edges:
        return
    rest = "edge rests" if len(edges) == 1 else "edges rest"
    yield Doubt(
        WEAK,
        f"{counted(len(edges), 'edge')} weak",
        f"{len(edges):,} {rest} on tests that had too few rows (weak).",
        _capped(
            [
                f"{drawn(edge, names)}: {weak_sentence(weak, *ends, names).removeprefix('Weak: ')}"
                for ends in edges
                if (edge := weak.found[ends]) is not None
            ]
        ),
        tuple(edges),
    )


def _no_information(found: _Found) -> Iterator[Doubt]:
    names, tape = found.header.names, found.tape
    questions = {tape.question(answer): answer for answer in found.empty.tolist()}
    if not questions:
        return
    target = found.outcome.target
    ordered = sorted(questions, key=lambda one: (target not in (one.x, one.y), len(one.z), one))
    details = [
        f"{names[one.x]} and {names[one.y]}{given(names, one.z)}: {tape.reason(questions[one])}."
        for one in ordered[:MOST_DETAILS]
    ]
    counts = "counts" if len(questions) == 1 else "count"
    yield Doubt(
        NO_INFORMATION,
        f"{counted(len(questions), 'test')} without information",
        f"{counted(len(questions), 'test')} had no information and {counts} as independent.",
        _capped(details, len(questions)),
        tuple(dict.fromkeys(pair(one.x, one.y) for one in ordered)),
    )


def _knowledge(found: _Found) -> Iterator[Doubt]:
    names, known = found.header.names, found.header.knowledge
    if not known:
        return
    required = {*known.adjacent, *(pair(*arrow) for arrow in known.required)}
    details: dict[Pair, str] = {}
    for ends, edge in sorted(found.outcome.graph.items()):
        directed = edge.rule == KNOWLEDGE
        if directed:
            sign = f"{names[edge.tail]} → {names[edge.head]}"
            details[ends] = f"{sign}: its direction{' and that it is there' * (ends in required)}."
        elif ends in required:
            sign = f"{names[edge.tail]} {'→' if edge.rule else '—'} {names[edge.head]}"
            details[ends] = f"{sign}: that it is there."
    for blanket in found.outcome.blankets:
        for x in blanket.barred:
            details.setdefault(
                pair(blanket.target, x), f"{names[blanket.target]} and {names[x]}: that they have no edge."
            )
    if details:
        target = found.outcome.target
        ordered = sorted(details, key=lambda ends: (target not in ends, ends))
        yield Doubt(
            BY_KNOWLEDGE,
            f"{counted(len(details), 'edge')} decided by knowledge",
            f"Background knowledge, not a test, decided {counted(len(details), 'edge')}.",
            _capped([details[ends] for ends in ordered]),
            tuple(ordered),
        )


def _chance(found: _Found) -> Iterator[Doubt]:
    if found.chance is not None and found.chance.remedy is not None:
        yield Doubt(CHANCE, found.chance.short, found.chance.sentence, (NO_BOUND,))


def _capped(details: Sequence[str], number: int | None = None) -> tuple[str, ...]:
    """The first of them, and how many more there are."""
    left = (len(details) if number is None else number) - MOST_DETAILS
    return (*details[:MOST_DETAILS], *([f"... and {left:,} more"] if left > 0 else []))
