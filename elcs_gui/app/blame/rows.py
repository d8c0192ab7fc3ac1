"""The blame of a run as the rows of a table, and the files they can be written to."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from elcs_gui.data.columns.cells import neutralised
from elcs_gui.inquiry.blame import Blame, Fault, WrongVerdict
from elcs_gui.inquiry.known_truth import EXTRA, MISSING, REVERSED
from elcs_gui.proof.export import in_markdown
from elcs_gui.trace import events as ev
from elcs_gui.trace.explain import braced, listed
from elcs_gui.trace.rules import KNOWLEDGE, OF_BLANKET, R1, RULES, SPOUSE, badge, propagates
from elcs_gui.trace.trace import Header, Trace

TITLES = ("Found", "Truth", "Kind", "Because", "Mended by", "SHD")


@dataclass(frozen=True)
class BlameRow:
    """One wrong edge or spouse in words.

    Attributes:
        because: what the run rested it on, in short.
        mended_by: the number of the test whose correction mends it, and whether the proof cites none; what
            else there is to say where there is none.
        shd: how many edges at the target are wrong in the run, and after that correction alone.
        corrections: what to correct to set it right.
    """

    fault: Fault
    found: str
    truth: str
    kind: str
    because: str
    mended_by: str
    shd: str
    corrections: tuple[WrongVerdict, ...]
    ends: tuple[int, int]

    @property
    def cells(self) -> tuple[str, ...]:
        """In the order of `TITLES`."""
        return (self.found, self.truth, self.kind, self.because, self.mended_by, self.shd)


def blame_rows(found: Blame, trace: Trace) -> list[BlameRow]:
    """The wrong edges, then the wrong spouses. `trace` is that of the run that is blamed."""
    edges = [_edge_row(found, fault, trace) for fault in found.errors]
    return edges + [_spouse_row(found, fault, trace) for fault in found.spouses]


def corrected(header: Header, corrections: Iterable[WrongVerdict]) -> Header:
    """The run with these verdicts set right, on top of what is overridden already."""
    forced = dict(header.forced)
    forced.update(wrong.correction for wrong in corrections)
    return replace(header, forced=tuple(forced.items()))


def as_csv(rows: Sequence[BlameRow]) -> str:
    """With a heading; lines end as they do everywhere but on paper tape."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(TITLES)
    writer.writerows(map(neutralised, row.cells) for row in rows)
    return out.getvalue()


def as_markdown(rows: Sequence[BlameRow], heading: str, sentences: Iterable[str]) -> str:
    """A heading, the table, and what is to be said about it."""

    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |"

    table = [line(TITLES), line("---" for _ in TITLES), *(line(map(in_markdown, row.cells)) for row in rows)]
    listed = ("- " * one.startswith("- ") + in_markdown(one.removeprefix("- ")) for one in sentences)
    said = [f"# {in_markdown(heading)}", "", *(table if rows else ()), "", *listed]
    return "\n".join(said).rstrip() + "\n"


def _edge_row(found: Blame, fault: Fault, trace: Trace) -> BlameRow:
    names, target = found.header.names, found.header.target
    tail, head = (names[end] for end in fault.edge)
    end = trace.facts[-1]
    undirected = isinstance(end, ev.Finished) and fault.other in end.undetermined
    arrow, line, back = f"{tail} → {head}", f"{tail} — {head}", f"{head} → {tail}"
    if fault.kind == REVERSED:
        words = arrow, back
    elif fault.kind == MISSING:
        words = "no edge", arrow
    elif fault.kind == EXTRA:
        words = line if undirected else arrow, "no edge"
    else:
        words = line, arrow
    if fault.kind == MISSING:
        because = _why_apart(trace, target, fault.other)
    elif undirected:
        because = "nothing separates them" if fault.kind == EXTRA else "no rule applies"
    else:
        because = _why_directed(trace, *fault.edge)
    ends = min(target, fault.other), max(target, fault.other)
    kind = "not identifiable" if fault.not_identifiable else fault.kind
    return BlameRow(
        fault, *words, kind, because, _mended_by(fault), _shd(found, fault), fault.corrections, ends
    )


def _spouse_row(found: Blame, fault: Fault, trace: Trace) -> BlameRow:
    names, target = found.header.names, found.header.target
    other, missed = names[fault.other], fault.kind == MISSING
    spouse = f"{other} spouse of {names[target]}"
    return BlameRow(
        fault,
        "no spouse" if missed else spouse,
        spouse if missed else "no spouse",
        "spouse missed" if missed else "extra spouse",
        _why_no_spouse(trace, target, fault.other) if missed else _why_spouse(trace, target, fault.other),
        _mended_by(fault),
        _shd(found, fault),
        fault.corrections,
        (min(target, fault.other), max(target, fault.other)),
    )


def _mended_by(fault: Fault) -> str:
    if not fault.corrections:
        return "none" if fault.algorithm_error or fault.not_identifiable else "several"
    first, more = fault.corrections[0], len(fault.corrections) - 1
    off = len(fault.off_proof) == len(fault.corrections)
    number = "later" if first.test is None else f"#{first.test}"
    return (f"{number} +{more}" if more else number) + (", not cited" if off else "")


def _shd(found: Blame, fault: Fault) -> str:
    return "–" if fault.shd_after is None or not fault.confirmed else f"{found.shd} → {fault.shd_after}"


def _why_directed(trace: Trace, tail: int, head: int) -> str:
    """What turned an edge this way, in short: R1 on A → B."""
    names = trace.header.names
    for fact in reversed(trace.facts):
        match fact:
            case ev.Oriented() if (fact.tail, fact.head) == (tail, head) and propagates(fact.rule):
                sign = badge(fact.rule)
                if fact.rule == R1:
                    return f"{sign} on {names[fact.because[0]]} → {names[tail]}"
                return f"{sign} through {listed(names, fact.because)}"
            case ev.Oriented() if (fact.tail, fact.head) == (tail, head) and fact.rule not in _TOLD_BEFORE:
                return _by_rule(names, fact.rule, fact.because)
            case ev.Found() if fact.target == tail and head in fact.children:
                return _by_rule(names, fact.rule, fact.because)
            case ev.Found() if fact.target == head and tail in fact.parents:
                others = (x for x in (*fact.parents, *fact.because) if x != tail)
                return _by_rule(names, fact.rule, tuple(dict.fromkeys(others)))
    return "–"


_TOLD_BEFORE = {*OF_BLANKET} - {KNOWLEDGE}
"""Rules whose arrows the graph takes over from a blanket, which told why."""


def _by_rule(names: Sequence[str], rule: str, others: Sequence[int]) -> str:
    if rule == KNOWLEDGE:
        return "background knowledge"
    link = "" if rule == SPOUSE else " with"
    return f"{RULES[rule].in_table}{link} {listed(names, others)}"


def _why_apart(trace: Trace, target: int, x: int) -> str:
    for fact in reversed(trace.facts):
        match fact:
            case ev.Left(through=None) | ev.FalseNeighbour() | ev.Separated() if (fact.target, fact.x) == (
                target,
                x,
            ):
                return _separated(trace, fact.z)
            case ev.Barred(through=None) if (fact.target, fact.x) == (target, x):
                return "background knowledge"
    return "–"


def _separated(trace: Trace, z: Sequence[int]) -> str:
    return f"separated by {braced(trace.header.names, tuple(z))}"


def _why_no_spouse(trace: Trace, target: int, x: int) -> str:
    names = trace.header.names
    facts = _about_spouse(trace, target, x)
    if not facts:
        return "never a candidate"
    last = facts[-1]
    if isinstance(last, ev.Left):
        return f"{braced(names, last.z)} parts it from {listed(names, _through([last]))}"
    return "given up with its effect" if isinstance(last, ev.Entered) else "never a candidate"


def _why_spouse(trace: Trace, target: int, x: int) -> str:
    names = trace.header.names
    through = _through(f for f in _about_spouse(trace, target, x) if isinstance(f, ev.Entered))
    return f"candidate through {listed(names, through)}" if through else "–"


_AboutSpouse = ev.Entered | ev.Left | ev.Barred


def _about_spouse(trace: Trace, target: int, x: int) -> list[_AboutSpouse]:
    return [
        fact
        for fact in trace.facts
        if isinstance(fact, _AboutSpouse)
        and fact.through is not None
        and (fact.target, fact.x) == (target, x)
    ]


def _through(facts: Iterable[_AboutSpouse]) -> list[int]:
    return [fact.through for fact in facts if fact.through is not None]
