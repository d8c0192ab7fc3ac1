"""The figures of one test, and the axes of its tables: what the test page shows."""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.app.citest.strata_grid import Axes
from elcs_gui.app.kit.verdict_widgets import Figure
from elcs_gui.ci.discrete import TableTest
from elcs_gui.ci.questions import CiTest, OnRows, Question, WithEffect
from elcs_gui.ci.registry import find_test
from elcs_gui.ci.tables import cells_of
from elcs_gui.trace.events import Tested
from elcs_gui.trace.explain import p_value
from elcs_gui.trace.trace import Header


def figures_of(header: Header, event: Tested, test: CiTest | None) -> list[Figure]:
    """Statistic, effect, degrees of freedom, p, alpha, rows a cell, as far as the test has them."""
    known = find_test(header.test)
    if known.certain:
        return []
    figures = [(known.sign, _number(event.statistic, 2), False)]
    if known.effect:
        figures.append((known.effect, _number(_effect(test, event), 3), False))
    if known.has_df:
        figures.append(("df", "–" if event.df is None else f"{event.df:,}", False))
    figures.append(("p", "–" if event.p is None else p_value(event.p), False))
    figures.append(("alpha", f"{header.alpha:g}", False))
    share = rows_a_cell(test, event)
    if share is not None:
        text = f"{share:,.0f}" if share >= 10 else f"{share:.2g}"
        figures.append(("rows / cell", text, event.verdict == "unreliable"))
    elif header.rows is not None:
        rows = test.available(question_of(event)) if isinstance(test, OnRows) else header.rows
        figures.append(("rows", f"{rows:,}", False))
    return figures


def rows_a_cell(test: CiTest | None, event: Tested) -> float | None:
    """Rows for each cell of the full table; None for a test without tables."""
    if not isinstance(test, TableTest):
        return None
    return test.available(question_of(event)) / cells_of(test.levels, (event.x, event.y, *event.z))


def question_of(event: Tested) -> Question:
    """What was asked."""
    return Question.of(event.x, event.y, event.z)


def axes_of(
    names: Sequence[str], counts: Sequence[int], labels: Sequence[Sequence[str]], event: Tested
) -> Axes:
    """What the tables of a test are called, by names, numbers of levels and their labels as far as known."""

    def levels(variable: int) -> tuple[str, ...]:
        known = tuple(labels[variable]) if variable < len(labels) else ()
        return known if len(known) == counts[variable] else tuple(map(str, range(counts[variable])))

    z = sorted(event.z)
    return Axes(
        names[event.x],
        names[event.y],
        tuple(names[variable] for variable in z),
        levels(event.x),
        levels(event.y),
        tuple(levels(variable) for variable in z),
    )


def _effect(test: CiTest | None, event: Tested) -> float | None:
    if not isinstance(test, WithEffect) or event.statistic is None:
        return None
    return test.effect(question_of(event))


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"
