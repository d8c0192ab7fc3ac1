"""The figures of one test, and the axes of its tables: what the test page shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from elcs_gui.app.citest.strata import Shares
from elcs_gui.app.citest.strata_grid import Axes
from elcs_gui.app.kit.verdict_widgets import Figure
from elcs_gui.ci.discrete import TableTest
from elcs_gui.ci.questions import CiTest, OnRows, Question, Verdict, WithEffect
from elcs_gui.ci.registry import find_test
from elcs_gui.ci.tables import cells_of
from elcs_gui.trace.events import Tested
from elcs_gui.trace.explain import p_value
from elcs_gui.trace.trace import Header

LevelOrder = Callable[[int, Sequence[str]], Sequence[int]]
"""Of a variable and its labels: their codes, in the order in which they are shown."""


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
    compared = event.verdict != Verdict.NO_INFORMATION.word
    figures.append(("p", p_value(event.p) if event.p is not None and compared else "–", False))
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


def as_coded(_x: int, labels: Sequence[str]) -> Sequence[int]:
    """Levels in the order of their codes."""
    return range(len(labels))


def arranged(
    found: Shares, axes: Axes, order: LevelOrder, variables: Sequence[int], by_level: int
) -> tuple[Shares, Axes]:
    """Tables and axes of x, y and the members of z with their levels in this order; the tables too, where
    there are no more than `by_level` of them."""
    down, across, *given = (
        list(order(x, labels))
        for x, labels in zip(variables, (axes.x_levels, axes.y_levels, *axes.z_levels), strict=True)
    )
    tables: Sequence[int] = range(len(found))
    if len(found) <= by_level:
        ranks = [{code: rank for rank, code in enumerate(codes)} for codes in given]
        tables = sorted(
            tables,
            key=lambda table: [
                rank[code] for rank, code in zip(ranks, found.given[table].tolist(), strict=True)
            ],
        )
    grid = np.ix_(list(tables), down, across)
    return (
        replace(
            found, observed=found.observed[grid], expected=found.expected[grid],
            share=found.share[list(tables)], given=found.given[list(tables)],
        ),
        replace(
            axes, x_levels=tuple(axes.x_levels[code] for code in down),
            y_levels=tuple(axes.y_levels[code] for code in across),
        ),
    )  # fmt: skip


def _effect(test: CiTest | None, event: Tested) -> float | None:
    if not isinstance(test, WithEffect) or event.statistic is None:
        return None
    return test.effect(question_of(event))


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"
