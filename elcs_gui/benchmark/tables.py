"""The tables of a benchmark: as text in the paper's form, its own figures under ours; and at a glance, as
Markdown, a line for each network and size."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.benchmark import wording
from elcs_gui.benchmark.measures import MEASURES, Measure
from elcs_gui.benchmark.paper import BLANKET_LEARNERS, LEARNERS
from elcs_gui.benchmark.ranks import Ranking, ranking
from elcs_gui.benchmark.remarks import general_remarks, remarks_on
from elcs_gui.benchmark.summary import SummaryRow, checks
from elcs_gui.proof.export import in_markdown

_WIDTH = 100
_PAPER = "  the paper"
RANKED = ("shd", "f1", "requested")
"""The measures by which algorithms are ranked."""


def text_table(rows: Sequence[SummaryRow]) -> str:
    """All of it, ready to be written or printed."""
    parts = ["\n".join(_table(network, size, some)) for network, size, some in wording.groups(rows)]
    parts += ["\n".join(part) for part in (_checked(rows), _ranked(rows), _noted(rows)) if part]
    return "\n\n".join(parts) + "\n"


def _table(network: str, size: int, rows: Sequence[SummaryRow]) -> Iterator[str]:
    measures = wording.measures_of(rows)
    notes = remarks_on(rows)
    yield f"{network}, {size:,} rows: {wording.group_sentence(rows)}"
    lines = [["", *(measure.heading for measure in measures)]]
    for row in rows:
        numbers = "".join(f" [{notes.index(note) + 1}]" for note in notes if note.is_about(row))
        trouble = f" ({row.trouble})" if row.trouble else ""
        shown = (wording.figure(each, row.figures.get(each.id)) for each in measures)
        lines.append([f"{row.title}{numbers}{trouble}", *map(partial(_marked, row), measures, shown)])
        if row.paper:
            theirs = (row.paper.get(each.id) for each in measures)
            lines.append(
                [
                    _PAPER,
                    *(
                        f"{wording.figure(*each)}  " if each[1] else ""
                        for each in zip(measures, theirs, strict=True)
                    ),
                ]
            )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))]
        yield "  ".join(cells).rstrip()
    for row in rows:
        if row.reason:
            yield f"  {row.title} failed: {row.reason}"
        if row.empty:
            yield f"  {row.title} found nothing, in which there can be no error: none of it counts as better"
    for place, note in enumerate(notes, 1):
        yield f"  [{place}] {note.title}"


def _marked(row: SummaryRow, measure: Measure, text: str) -> str:
    mark = row.mark(measure.id)
    return f"{text} {mark.value if mark else ' '}"


def _checked(rows: Sequence[SummaryRow]) -> list[str]:
    found = checks(rows)
    if not found:
        return []
    said = ["Against the paper", *_wrapped(wording.checks_sentence(found))]
    for each in found:
        if not each.holds:
            said.append(
                f"  {'not as good' if each.judged else 'reported only'}: {wording.check_sentence(each)}"
            )
    return [*said, "  ≈ within one standard deviation of the paper, ▲ better, ▽ worse"]


def _ranked(rows: Sequence[SummaryRow]) -> list[str]:
    found = [each for id in RANKED if (each := ranking(rows, id)) is not None]
    if not found:
        return []
    said = ["Mean ranks"]
    for each in found:
        said += [*_wrapped(wording.ranking_sentence(each)), *_ranks(each)]
    return said


def _ranks(found: Ranking) -> Iterator[str]:
    width = max(len(name) for name, _ in found.algorithms)
    for place, (name, rank) in enumerate(found.algorithms):
        bars = "".join("│" if first <= place <= last else " " for first, last in found.groups)
        yield f"    {name:<{width}}  {rank:5.2f}  {bars}".rstrip()


def _noted(rows: Sequence[SummaryRow]) -> list[str]:
    said = ["Notes"]
    for remark in remarks_on(rows):
        said += _wrapped(f"{remark.title}. {remark.text}")
    return [*said, *(line for sentence in general_remarks(rows) for line in _wrapped(sentence))]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ")


# At a glance


class _Glance(NamedTuple):
    """One table: which measure, of which algorithms."""

    title: str
    measure: str
    algorithms: tuple[str, ...]


_TABLES = (
    _Glance("Errors at a target (SHD)", "shd", LEARNERS),
    _Glance(
        "Tests a target", "requested", tuple(each for each in LEARNERS if find_algorithm(each).asks_tests)
    ),
    _Glance("Blankets (F1)", "f1", BLANKET_LEARNERS),
)


def markdown_table(rows: Sequence[SummaryRow]) -> str:
    """The tables that have any figures; the paper's mean in brackets."""
    parts = ("\n".join(_glance_lines(each, rows)) for each in _TABLES)
    return "\n\n".join(part for part in parts if part) + "\n"


def _glance_lines(glance: _Glance, rows: Sequence[SummaryRow]) -> Iterator[str]:
    titles = {row.algorithm: row.title for row in rows if glance.measure in row.figures}
    columns = [each for each in glance.algorithms if each in titles]
    if not columns:
        return
    yield f"| {glance.title} | data | {' | '.join(titles[each] for each in columns)} |"
    yield "|---|---|" + "---|" * len(columns)
    for network, size, some in wording.groups(rows):
        found = {row.algorithm: row for row in some}
        cells = (_glance_cell(glance.measure, found.get(each)) for each in columns)
        yield f"| {in_markdown(network)} {size:,} | {wording.group_sentence(some)} | {' | '.join(cells)} |"


def _glance_cell(id: str, row: SummaryRow | None) -> str:
    """Empty where nothing was asked for. No figure of ours where runs are missing: the easy ones came."""
    if row is None:
        return ""
    measure, ours, theirs = MEASURES[id], row.figures.get(id), row.paper.get(id)
    if row.stopped:
        shown = "stopped"
    else:
        whole = row.complete and not row.failed
        shown = wording.number(measure, ours.mean) if ours is not None and whole else wording.NOTHING
    return shown if theirs is None else f"{shown} ({wording.number(measure, theirs.mean)})"
