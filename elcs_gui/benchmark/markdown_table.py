"""The paper's comparison at a glance, as Markdown: a line for each network and size, ours and the paper's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from elcs_gui.algorithms.registry import SOUND
from elcs_gui.benchmark.measures import MEASURES
from elcs_gui.benchmark.summary import SummaryRow
from elcs_gui.benchmark.wording import NOTHING, group_sentence, groups, number


class _Glance(NamedTuple):
    """One table: which measure, of which algorithms."""

    title: str
    measure: str
    algorithms: tuple[str, ...]


_LOCAL = ("elcs", "elcs-ii", SOUND, "pcd-by-pcd", "cmb", "mmhc", "notears")
_TABLES = (
    _Glance("Errors at a target (SHD)", "shd", _LOCAL),
    _Glance("Tests a target", "requested", tuple(each for each in _LOCAL if each != "notears")),
    _Glance("Blankets (F1)", "f1", ("emb", "iamb", "mmmb", "hiton-mb", "stmb", "bamb")),
)


def markdown_table(rows: Sequence[SummaryRow]) -> str:
    """The tables that have any figures; the paper's mean in brackets."""
    parts = ("\n".join(_lines(each, rows)) for each in _TABLES)
    return "\n\n".join(part for part in parts if part) + "\n"


def _lines(glance: _Glance, rows: Sequence[SummaryRow]) -> Iterator[str]:
    titles = {row.algorithm: row.title for row in rows if glance.measure in row.figures}
    columns = [each for each in glance.algorithms if each in titles]
    if not columns:
        return
    yield f"| {glance.title} | data | {' | '.join(titles[each] for each in columns)} |"
    yield "|---|---|" + "---|" * len(columns)
    for network, size, some in groups(rows):
        found = {row.algorithm: row for row in some}
        cells = (_cell(glance.measure, found.get(each)) for each in columns)
        yield f"| {network} {size:,} | {group_sentence(some)} | {' | '.join(cells)} |"


def _cell(id: str, row: SummaryRow | None) -> str:
    """Empty where nothing was asked for. No figure of ours where runs are missing: the easy ones came."""
    if row is None:
        return ""
    measure, ours, theirs = MEASURES[id], row.figures.get(id), row.paper.get(id)
    if row.stopped:
        shown = "stopped"
    else:
        whole = row.complete and not row.failed
        shown = number(measure, ours.mean) if ours is not None and whole else NOTHING
    return shown if theirs is None else f"{shown} ({number(measure, theirs.mean)})"
