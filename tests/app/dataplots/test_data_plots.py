"""The data behind what is selected: counted rightly, drawn, and said where they are missing."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.citest.strata_view import StrataTables
from elcs_gui.app.dataplots import panel as data_panel
from elcs_gui.app.dataplots.feature import DATA, DataPlotsFeature
from elcs_gui.app.dataplots.panel import NO_DATA, DataPage
from elcs_gui.app.dataplots.questions import conditioned
from elcs_gui.app.dataplots.scatter_plot_view import ScatterPlot
from elcs_gui.app.dataplots.summaries import MOST_POINTS, Cloud, Levels, Spread, cloud, distribution, joint
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.ci.questions import Question
from elcs_gui.data.columns.coding import Column
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.events import Tested
from tests.app.window import LONG, window_with_example, window_with_trace
from tests.traces import trace_of


def discrete(rows: int = 400) -> Dataset:
    """x and y depend on z and on nothing else; one column has gaps."""
    random = np.random.default_rng(1)
    z = random.integers(0, 3, rows)
    x, y = ((random.random(rows) < 0.2 + 0.3 * z).astype(int) for _ in range(2))
    gapped = np.where(random.random(rows) < 0.1, 2, random.integers(0, 2, rows))
    codes: list[Column] = [column.astype(np.int64) for column in (x, y, z, gapped)]
    labels: list[list[str | None]] = [
        ["no", "yes"],
        ["no", "yes"],
        ["HIGH", "LOW", "NORMAL"],
        ["a", "b", None],
    ]
    return Dataset.coded("made", ["x", "y", "z", "gapped"], codes, labels)


def measured(rows: int = 3_000) -> Dataset:
    """b comes from a, and c from b."""
    random = np.random.default_rng(2)
    a, b, c = random.normal(size=(3, rows))
    b += a
    c += b
    return Dataset.continuous("made", ["a", "b", "c"], [a, b, c])


# Counting


def test_levels_are_counted_and_gaps_are_no_level() -> None:
    data = discrete()
    found = distribution(data, 3)
    assert isinstance(found, Levels)
    assert found.missing == int((data.codes[3] == 2).sum()) > 0
    assert found.rows + found.missing == data.rows
    assert found.counts.tolist() == [int((data.codes[3] == code).sum()) for code in range(2)]


def test_numbers_are_described_by_all_rows() -> None:
    data = measured()
    found = distribution(data, 1)
    assert isinstance(found, Spread)
    assert data.values is not None
    assert found.counts.sum() == found.rows == data.rows
    assert (found.mean, found.median) == (data.values[1].mean(), np.median(data.values[1]))


def test_a_joint_table_expects_what_independence_in_every_stratum_would_give() -> None:
    data = discrete()
    for z in ((), (2,)):
        found = joint(data, 0, 1, z)
        assert found is not None
        for a, b in product(range(2), range(2)):
            expected = variance = 0.0
            for stratum in range(3) if z else (None,):
                inside = data.codes[2] == stratum if z else np.ones(data.rows, dtype=bool)
                n, of_a = inside.sum(), (data.codes[0][inside] == a).sum()
                of_b = (data.codes[1][inside] == b).sum()
                expected += of_a * of_b / n
                variance += of_a * (n - of_a) * of_b * (n - of_b) / (n * n * (n - 1))
            observed = int(((data.codes[0] == a) & (data.codes[1] == b)).sum())
            assert found.observed[a, b] == observed
            assert found.expected[a, b] == pytest.approx(expected)
            assert found.residual[a, b] == pytest.approx((observed - expected) / math.sqrt(variance))
    before, after = joint(data, 0, 1), joint(data, 0, 1, (2,))
    assert before is not None and after is not None
    assert abs(before.residual[0, 0]) > 4 > 2 > abs(after.residual[0, 0])
    assert after.strata == 3


def test_rows_with_a_gap_in_what_is_asked_about_are_left_out() -> None:
    data = discrete()
    known = int((data.codes[3] < 2).sum())
    given, pair = joint(data, 0, 1, (3,)), joint(data, 0, 3)
    assert given is not None and pair is not None
    assert given.rows == pair.rows == known < data.rows


def test_tables_with_too_many_cells_are_not_counted() -> None:
    random = np.random.default_rng(3)
    data = Dataset.discrete("wide", list("abcd"), random.integers(0, 40, size=(2_000, 4)))
    assert joint(data, 0, 1, (2, 3)) is None


def test_a_scatter_plot_draws_a_sample_and_computes_from_all_rows() -> None:
    data = measured()
    assert data.values is not None
    plain, partial = cloud(data, 0, 2), cloud(data, 0, 2, (1,))
    assert len(plain.x) == MOST_POINTS < plain.rows == data.rows
    assert plain.r == pytest.approx(np.asarray(np.corrcoef(data.values[[0, 2]]))[0, 1])
    assert plain.slope == pytest.approx(np.polyfit(data.values[0], data.values[2], 1)[0])
    assert abs(partial.r) < 0.05 < 0.5 < plain.r
    few = measured(300)
    assert few.values is not None
    left = cloud(few, 0, 2, (1,))
    fit = np.polyfit(few.values[1], few.values[0], 1)
    assert np.allclose(left.x, few.values[0] - np.polyval(fit, few.values[1]))


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-20, 1e20, 1e307, sys.float_info.max])
def test_numbers_of_any_size_are_drawn(size: float, qtbot: QtBot) -> None:
    usual = measured(300)
    assert usual.values is not None
    made = np.clip(usual.values, -1.0, 1.0) * size
    data = Dataset.continuous("made", ["a", "b", "c"], [*made])
    plain, partial, spread = cloud(data, 0, 2), cloud(data, 0, 2, (1,)), distribution(data, 0)
    assert isinstance(spread, Spread)
    assert all(np.isfinite(each).all() for found in (plain, partial) for each in (found.x, found.y))
    assert spread.rows == spread.counts.sum() and 0 <= spread.deviation <= size
    for found in (plain, partial):
        plot = ScatterPlot(LIGHT)
        qtbot.addWidget(plot)
        plot.show_cloud("two columns", found, ("a", "c"))
        plot.resize(300, 210)
        plot.show()
        assert not plot.grab().isNull(), "Qt died of it"


def test_a_number_stands_at_its_share_of_the_axis_also_where_one_has_zoomed_in(qtbot: QtBot) -> None:
    plot = ScatterPlot(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(300, 210)
    plot.show_cloud("a line", Cloud(np.array([0.0, 10.0]), np.array([0.0, 1.0]), 1.0, 0.1, 2), ("a", "b"))
    plot.show()
    for factor in (1.0, 4.0):
        plot.zoom(factor)
        found = plot.numbers(5)
        assert len(found) > 2
        assert [share for share, _ in found] == pytest.approx([(float(n) + 0.4) / 10.8 for _, n in found])
    assert plot.zoomed
    plot.show_cloud("another", Cloud(np.array([0.0, 1.0]), np.array([0.0, 1.0]), 1.0, 1.0, 2), ("a", "b"))
    assert not plot.zoomed, "other numbers are shown whole"


def test_the_set_that_separates_two_variables_comes_first() -> None:
    trace = trace_of("fig3")
    x, t, e = (trace.header.names.index(name) for name in "XTE")
    found = conditioned(trace, x, t)
    assert found[0].z == (e,)
    assert found[0].independent
    assert len({each.z for each in found}) == len(found)
    assert all(each.z for each in found)


# The page


def page_of(window: MainWindow) -> DataPage:
    return window.context.feature(DataPlotsFeature).panel


def number(window: MainWindow, name: str) -> int:
    return window.session.names.index(name)


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with window_with_example(qtbot, tmp_path / "settings.ini", "alarm") as made:
        made.player.last()
        made.show_panel(DATA)
        yield made


def test_the_page_follows_what_is_selected_and_stays(window: MainWindow, qtbot: QtBot) -> None:
    page, hr, co = page_of(window), number(window, "HR"), number(window, "CO")
    window.graph.choose(Variable(co))
    assert page._title.text() == "CO"
    assert page._note.text().startswith("3 levels · 5,000 rows")
    assert page._levels.isVisible()
    assert "LOW: " in page._levels.accessibleDescription().split("; ")[0]
    qtbot.mouseClick(page._beside, Qt.MouseButton.LeftButton)
    assert page._title.text() == "HR and CO"
    assert page._before_table.isVisible() and page._after_table.isVisible()
    assert window.inspector.page == DATA
    window.graph.choose(Edge.between(hr, number(window, "HRBP")))
    assert page._title.text() == "HRBP and HR"
    assert window.inspector.page == DATA
    chosen = page.chosen
    assert chosen is not None
    assert "observed" in page._before_table.hint(page._before_table.inside.center().toPoint())
    qtbot.mouseClick(page._test, Qt.MouseButton.LeftButton)
    assert window.inspector.page == "Test"
    assert window.detail.shown == chosen.number


def test_the_order_of_levels_is_dragged_kept_and_undone(window: MainWindow, qtbot: QtBot) -> None:
    page, orders, hr = page_of(window), window.context.level_orders, number(window, "HR")
    window.graph.choose(Variable(hr))
    labels = window.session.levels[hr]
    assert [labels[code] for code in orders.of(hr, labels)] == ["LOW", "NORMAL", "HIGH"]
    plot = page._levels
    left, right = (QPoint(round(plot.place_of(at)), plot.height() // 2) for at in (0.5, 2.9))
    qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=left)
    qtbot.mouseMove(plot, (left + right) / 2)
    qtbot.mouseMove(plot, right)
    qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=right)
    dragged = ["NORMAL", "HIGH", "LOW"]
    assert [labels[code] for code in orders.of(hr, labels)] == dragged
    assert window.context.level_orders.labels[hr] == dragged
    assert window.live["undo"].text() == "Undo move the levels of HR"
    with_hr = next(n for n in range(1, 30) if hr in _pair(window, n))
    window.detail.show_test(with_hr)
    window.show_panel("Test")
    QApplication.processEvents()
    axes = window.detail.findChild(StrataTables)._axes  # type: ignore[union-attr]
    assert tuple(dragged) in (axes.x_levels, axes.y_levels)
    kept = window.context.remember()
    window.live["undo"].trigger()
    assert [labels[code] for code in orders.of(hr, labels)] == ["LOW", "NORMAL", "HIGH"]
    window.context.recall(kept)
    assert [labels[code] for code in orders.of(hr, labels)] == dragged
    window.context.recall({"levels": [[hr, 0, 0, 1], "no", [10**9, 0]]})
    assert [labels[code] for code in orders.of(hr, labels)] == dragged


def _pair(window: MainWindow, test: int) -> Question:
    trace = window.player.trace
    assert trace is not None
    return trace.judge.tape.question(int(trace.tests().answers[test - 1]))


def test_much_data_are_counted_beside_the_window(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_panel, "_AT_ONCE", 0)
    page = page_of(window)
    window.graph.choose(Variable(number(window, "HR")))
    assert page._empty.text() == "Counting …"
    window.graph.choose(Variable(number(window, "CO")))  # the last wish counts
    qtbot.waitUntil(lambda: page.settled and page._title.isVisible(), timeout=LONG)
    assert page._title.text() == "CO"


def test_without_data_the_page_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as window:
        window.player.last()
        window.show_panel(DATA)
        page = page_of(window)
        window.graph.choose(Variable(0))
        assert page._empty.text() == NO_DATA
        assert window.inspector.page == DATA


def test_measurements_are_histograms_and_scatter_plots(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as window:
        window.player.last()
        names = window.player.trace.header.names  # type: ignore[union-attr]
        random = np.random.default_rng(4)
        page = page_of(window)
        page.set_data(Dataset.continuous("made", names, random.normal(size=(50, len(names)))))
        window.show_panel(DATA)
        page.select(Variable(2))
        assert page._histogram.isVisible()
        assert page._note.text().startswith("mean ")
        x, t = names.index("X"), names.index("T")
        page.select(Edge.between(x, t))
        assert page._before_points.isVisible() and page._after_points.isVisible()
        assert "r = " in page._before_points.accessibleDescription()
        assert set(page._before_points.formats) == {"svg", "pdf", "png"}
        assert page._before_points.picture().image(1.0).width() > 100


def test_a_test_of_a_run_without_data_asks_nothing_of_the_data_before(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as window:
        window.player.last()
        trace = window.player.trace
        assert trace is not None
        events = [trace[int(step)] for step in trace.test_steps]
        given = next(event for event in events if isinstance(event, Tested) and event.z)
        names, page = trace.header.names, page_of(window)
        numbers = np.random.default_rng(4).normal(size=(50, len(names)))
        page.set_data(Dataset.continuous("made", names, numbers))
        window.show_panel(DATA)
        page.show_test(given.number)
        assert page._after_points.isVisible()
        page.set_data(None)
        page.show_test(given.number)
        assert page._empty.text() == NO_DATA and page._empty.isVisible()
