"""What the benchmark page shows, without Qt: rows of the table, rows of the plot, what is said of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.benchmark.benchmark import Progress
from elcs_gui.benchmark.measures import MEASURES
from elcs_gui.benchmark.paper import Figure, paper_rows
from elcs_gui.benchmark.ranks import Ranking
from elcs_gui.benchmark.remarks import Remark
from elcs_gui.benchmark.results import DONE, RunResult
from elcs_gui.benchmark.summary import SummaryRow
from elcs_gui.benchmark.wording import figure, groups, number, origins_of, sets_of

LOCAL, BLANKETS = "local", "blankets"
KINDS = {LOCAL: "Local", BLANKETS: "Blankets"}
COLUMNS: dict[str, tuple[str, ...]] = {
    LOCAL: ("arrr", "shd", "fdr", "requested", "seconds"),
    BLANKETS: ("f1", "precision", "recall", "requested", "seconds"),
}
"""The measures of each table to begin with."""
_ABOUT = {LOCAL: "arrows", BLANKETS: "blanket"}


def kind_of(algorithm: str) -> str:
    """In which table it stands: in the paper's, or else by whether it tells causes from effects."""
    if algorithm in _blanket_learners():
        return BLANKETS
    known = ALGORITHMS.get(algorithm)
    return LOCAL if known is None or known.rules else BLANKETS


@cache
def _blanket_learners() -> frozenset[str]:
    return frozenset(row.algorithm for row in paper_rows() if row.table == BLANKETS)


def measures_for(kind: str) -> list[str]:
    """All that can stand in a table."""
    return [each.id for each in MEASURES.values() if each.about in (_ABOUT[kind], "cost")]


@dataclass(frozen=True)
class TableRow:
    """One line of the table.

    Attributes:
        group: its network, in the first row of a network and size; empty in the others.
        about: how many rows and sets there are, and in the row below it where the data are from.
        notes: numbers of the remarks on it.
        doubtful: the paper's figures are in doubt.
        state: under the algorithm's name: waiting, how far it is, what went wrong.
        running: some of its runs are done, and some are not.
    """

    summary: SummaryRow
    group: str
    about: str
    notes: tuple[int, ...]
    doubtful: bool
    state: str
    running: bool

    @property
    def key(self) -> tuple[str, int, str]:
        row = self.summary
        return row.network, row.rows, row.algorithm

    @property
    def waiting(self) -> bool:
        """Nothing of it is done."""
        return not self.summary.sets


def table_rows(summary: Iterable[SummaryRow], kind: str, remarks: Sequence[Remark]) -> list[TableRow]:
    """The rows of a kind."""
    shown = [row for row in summary if kind_of(row.algorithm) == kind]
    made = []
    for _, _, some in groups(shown):
        for place, row in enumerate(some):
            about = [(number, note) for number, note in enumerate(remarks, 1) if note.is_about(row)]
            over = row.done + row.stopped + row.failed
            running = 0 < over < row.expected
            state = f"{over:,} of {row.expected:,} runs" if running else row.trouble
            made.append(
                TableRow(
                    row,
                    *_group_cell(place, some),
                    tuple(number for number, _ in about),
                    any(note.doubtful for _, note in about),
                    "waiting" if not over else state,
                    running,
                )
            )
    return made


def _group_cell(place: int, rows: Sequence[SummaryRow]) -> tuple[str, str]:
    """What stands before a row: the network with its size, then the origin of its data."""
    if place > 1:
        return "", ""
    if place == 1:
        return "", origins_of(rows)
    size = f"{rows[0].rows:,} rows, {sets_of(rows) if origins_of(rows) else 'waiting'}"
    return rows[0].network, size if len(rows) > 1 else f"{size}, {origins_of(rows)}"


@dataclass(frozen=True)
class DotRow:
    """One line of the plot: a heading, or a dot with its whisker and the paper's under it."""

    title: str
    key: tuple[str, int, str] | None = None
    ours: Figure | None = None
    paper: Figure | None = None


def dot_rows(rows: Sequence[TableRow], measure: str) -> list[DotRow]:
    """The rows of the table as dots."""
    made = []
    for row in rows:
        if row.group:
            made.append(DotRow(f"{row.group}, {row.summary.rows:,} rows"))
        summary = row.summary
        made.append(DotRow(summary.title, row.key, summary.figures.get(measure), summary.paper.get(measure)))
    return made


def rank_rows(found: Ranking) -> list[DotRow]:
    """Ranks, each with half of the critical difference to either side: those that do not meet differ."""
    titles = {id: algorithm.title for id, algorithm in ALGORITHMS.items()}
    half = found.difference / 2
    ranked = [
        DotRow(titles.get(name, name), ("", 0, name), Figure(rank, half)) for name, rank in found.algorithms
    ]
    return [DotRow("Mean rank, best first"), *ranked]


def progress_words(progress: Progress) -> str:
    """ "1,673 of 3,330 runs · 5.7 million tests"."""
    tests = progress.tests
    said = f"{tests / 1e6:.1f} million tests" if tests >= 1_000_000 else f"{tests:,} tests"
    return f"{progress.done:,} of {progress.total:,} runs · {said}"


def run_words(result: RunResult) -> str:
    """ "Child10, set 1, ELCS-II"."""
    key = result.key
    known = ALGORITHMS.get(key.algorithm)
    return f"{key.network}, set {key.set}, {key.algorithm if known is None else known.title}"


def left_words(seconds: float | None) -> str:
    """About how long it still takes."""
    if seconds is None:
        return ""
    if seconds < 90:
        return f"about {max(seconds, 1):.0f} s left"
    return f"about {seconds / 60:.0f} min left" if seconds < 5400 else f"about {seconds / 3600:.1f} h left"


def open_choices(results: Iterable[RunResult], row: TableRow, kind: str) -> list[tuple[str, RunResult]]:
    """The runs of a row and what to call them, the worst answers first."""
    id = "shd" if kind == LOCAL else "f1"
    measure = MEASURES[id]
    mine = [
        result
        for result in results
        if (result.key.network, result.key.rows, result.key.algorithm) == row.key and result.state == DONE
    ]
    mine.sort(key=lambda result: (result.figures.get(id, 0.0) * measure.better, result.key.set))
    return [
        (
            f"{result.key.target}, set {result.key.set}"
            + (f" · {measure.title} {number(measure, result.figures[id])}" if id in result.figures else ""),
            result,
        )
        for result in mine
    ]


def spoken(row: TableRow, measures: Sequence[str]) -> str:
    """A row in one sentence, for who hears it."""
    summary = row.summary
    parts = [
        f"{MEASURES[id].title} {figure(MEASURES[id], summary.figures.get(id))}"
        + (f", in the paper {figure(MEASURES[id], summary.paper[id])}" if id in summary.paper else "")
        for id in measures
    ]
    state = f" ({row.state})" if row.state else ""
    return f"{summary.title} on {summary.network}, {summary.rows:,} rows{state}: {'; '.join(parts)}"
