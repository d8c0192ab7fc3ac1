"""The stability page on Asia: start, partial results, cancel, tables, selection, export, and the overlay."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.kit.theme import CONTRAST, DARK, LIGHT
from elcs_gui.app.model.selection import Edge
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.stability.page import FROM_A_FILE, StabilityPage
from elcs_gui.app.stability.rows import Row
from elcs_gui.app.stability.table_view import SHARE, StabilityTable
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.inquiry.stability import Stability, stability
from elcs_gui.storage.study import Study
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.worker.inquiry_process import InquiryProgress, MeasureStability
from tests.app.window import empty_window
from tests.traces import trace_of

LONG = 120_000


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with empty_window(qtbot, tmp_path / "settings.ini", (1280, 720)) as made:
        yield made


def page_on(window: MainWindow, qtbot: QtBot, target: str = "dysp", test: str = "g2") -> StabilityPage:
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.open_example("asia", target, test)
    QApplication.processEvents()
    window.live["stability"].trigger()
    page = window.tools.current
    assert isinstance(page, StabilityPage)
    return page


@cache
def asia() -> Study:
    data = sample(find_example("asia").load_network(), 500, seed=3)
    return Study("Asia", data, None, "g2", target="dysp", k=None)


@cache
def run_on(target: str) -> Trace:
    data = asia().data
    assert data is not None
    header = Header("elcs", data.index(target), data.columns, "g2", rows=data.rows)
    return learn(Evidence(G2(data)), header).trace


@cache
def counted() -> Stability:
    data = asia().data
    assert data is not None
    return stability(data, run_on("dysp").header, kind="subsample", replicates=20)


def page_without_processes(window: MainWindow, *, result: bool = True) -> StabilityPage:
    """A run made here, and what was measured of it: quick, where the processes are not what is tested."""
    window.session.open_trace(run_on("dysp"))
    window.session.source = asia()
    window.context.changed.emit()
    if result:
        window.inquiry_client.measured.keep(asia(), counted())
    window.live["stability"].trigger()
    page = window.tools.current
    assert isinstance(page, StabilityPage)
    return page


def measured(page: StabilityPage, qtbot: QtBot, replicates: int = 20, kind: str = "subsample") -> Stability:
    page.form.replicates.set_value(replicates)
    page.form.choose_kind(kind)
    with qtbot.waitSignal(
        page.context.inquiry_client.progressed, timeout=LONG, check_params_cb=lambda told: told.done
    ):
        qtbot.mouseClick(page.form.start, Qt.MouseButton.LeftButton)
    assert page.found is not None
    return page.found


def click_row(table: StabilityTable, place: int, qtbot: QtBot) -> Row:
    index = table.rows_model.index(place, 0)
    table.scrollTo(index)
    at = table.visualRect(index).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    return table.rows_model.rows[place]


def test_the_page_shows_what_the_engine_counts(window: MainWindow, qtbot: QtBot) -> None:
    page = page_on(window, qtbot)
    assert page.found is None
    assert not page.results.variables.isVisible(), "nothing is measured yet, and it says so"
    assert page.form.start.hasFocus() or page.form.start.isVisible()
    found = measured(page, qtbot)
    source, header = window.session.source, window.session.header
    assert source is not None and source.data is not None and header is not None
    assert found == stability(source.data, header, kind="subsample", replicates=20)
    table = page.results.variables
    assert table.isVisible()
    assert page.results.sentence.text().startswith(f"The whole answer came back in {found.same} of 20")
    assert page.results.state.text() == "20 replicates, seed 0"
    assert window.status.text.startswith("Stability of dysp: 20 replicates. The whole")
    in_run = [row.found != "absent" for row in table.rows_model.rows]
    assert in_run == sorted(in_run, reverse=True), "those of this run first"

    # The headings sort, and a third click gives the first order back.
    head, before = table.horizontalHeader(), [row.title for row in table.rows_model.rows]
    at = QPoint(head.sectionViewportPosition(SHARE) + 20, 8)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    shares = [row.came_back.share for row in table.rows_model.rows]
    assert shares == sorted(shares)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    shares = [row.came_back.share for row in table.rows_model.rows]
    assert shares == sorted(shares, reverse=True)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert [row.title for row in table.rows_model.rows] == before

    # Measured again with the same seed, the same comes out.
    assert measured(page, qtbot) == found


def test_a_click_selects_in_the_graph_and_back(window: MainWindow, qtbot: QtBot) -> None:
    page = page_without_processes(window)
    told: list[object] = []
    page.results.row_selected.connect(told.append)
    row = click_row(page.results.variables, 0, qtbot)
    assert told == [row]
    assert page.graph._selected == Edge(row.edge)
    assert page.results.reading.text() == row.described
    assert page.results.edges.current is not None
    assert page.results.edges.current.edge == row.edge, "the other table follows"

    scene, header = page.graph.scene_shown, window.session.header
    assert scene is not None
    assert header is not None
    link = next(link for link in scene.links if header.target in link.ends and link.ends != row.edge)
    page.graph._choose(Edge(link.ends))
    assert page.results.variables.current is not None
    assert page.results.variables.current.edge == link.ends

    qtbot.mouseClick(page.results._tabs.buttons[1], Qt.MouseButton.LeftButton)
    place = next(i for i, each in enumerate(page.results.edges.rows_model.rows) if each.edge == row.edge)
    click_row(page.results.edges, place, qtbot)
    assert page.graph._selected == Edge(row.edge)
    shown = []  # every state is painted, also larger
    for theme in (DARK, CONTRAST, LIGHT):
        window.apply_theme(theme)
        shown.append(page.grab().toImage())
    window.set_projector(on=True)
    shown.append(page.grab().toImage())
    assert all(one != other for one, other in combinations(shown, 2))


def test_cancel_keeps_what_was_counted(window: MainWindow, qtbot: QtBot) -> None:
    page = page_on(window, qtbot)
    page.form.replicates.set_value(50_000)
    partial: list[InquiryProgress] = []
    window.inquiry_client.progressed.connect(partial.append)
    qtbot.keyClick(page.form.replicates, Qt.Key.Key_Return)
    assert page.running
    assert page.form.cancel.isVisible()
    assert not page.form.start.isVisible()
    assert not page.form.replicates.isEnabled()
    qtbot.waitUntil(lambda: page.found is not None and page.found.done > 0, timeout=LONG)
    assert page.results.variables.rows_model.rows, "partial results are shown"
    assert "so far" in page.results.state.text()
    with qtbot.waitSignal(
        window.inquiry_client.progressed, timeout=LONG, check_params_cb=lambda told: told.done
    ):
        qtbot.mouseClick(page.form.cancel, Qt.MouseButton.LeftButton)
    assert partial[-1].cancelled
    assert not page.running
    assert page.form.start.isVisible()
    assert page.found is not None
    assert 0 < page.found.done < 50_000
    assert page.results.state.text().startswith("Cancelled after")
    assert page.results.variables.rows_model.rows


def test_the_table_is_exported_and_copied_as_it_is_sorted(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_without_processes(window)
    page.results.export(tmp_path / "out.csv")
    rows = page.results.variables.rows_model.rows
    with (tmp_path / "out.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["variable"] for line in lines] == [row.title for row in rows]
    assert window.status.text == f"{len(rows)} rows written to out.csv."
    page.results.export(tmp_path / "nowhere" / "out.csv")
    assert "cannot be written" in window.status.text
    page.results.variables.setFocus()
    qtbot.keyClick(page.results.variables, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == page.results.variables.text("\t")


def test_escape_closes_and_the_overlay_shows_it_on_the_workspaces_graph(
    window: MainWindow, qtbot: QtBot
) -> None:
    page = page_without_processes(window, result=False)
    action = window.live["show-stability"]
    qtbot.keyClick(page.graph, Qt.Key.Key_Escape)
    assert window.working
    action.trigger()
    assert not action.isChecked()
    assert "not measured" in window.status.text
    window.inquiry_client.measured.keep(asia(), counted())
    window.live["stability"].trigger()
    qtbot.keyClick(page.results.variables, Qt.Key.Key_Escape)
    assert window.working
    QApplication.processEvents()
    assert window.width() == 1280, "a page that is not shown must not make the window wider"
    window.player.last()
    plain = window.graph.grab().toImage()
    action.trigger()
    assert action.isChecked()
    assert window.graph.grab().toImage() != plain
    action.trigger()
    assert window.graph.grab().toImage() == plain
    action.trigger()
    other = run_on("either")
    window.session.header, window.session.trace = other.header, other
    window.player.load(other)
    assert not action.isChecked(), "another run, which was not measured"
    window.live["stability"].trigger()
    assert page.found is None
    assert not page.results.variables.isVisible()


def test_the_oracle_refuses_the_bootstrap_and_says_what_to_do(window: MainWindow, qtbot: QtBot) -> None:
    page = page_on(window, qtbot, test="oracle")
    with qtbot.waitSignal(window.inquiry_client.refused, timeout=LONG):
        qtbot.mouseClick(page.form.start, Qt.MouseButton.LeftButton)
    assert page._refused.isVisible()
    assert "no rows to draw" in page._refusal.text()
    assert page.form.start.isVisible()
    qtbot.mouseClick(page._other_kind, Qt.MouseButton.LeftButton)
    assert page.form.kind == "column-order"
    assert not page._refused.isVisible()
    found = measured(page, qtbot, 5, "column-order")
    assert found.same == 5, "the oracle does not depend on the order of columns here"


def test_the_form_asks_what_it_says(window: MainWindow, qtbot: QtBot) -> None:
    page = page_without_processes(window)
    header = window.session.header
    assert header is not None
    form = page.form
    qtbot.mouseClick(form._kinds.buttons["column-order"], Qt.MouseButton.LeftButton)
    form.replicates.set_value(1234)
    form.seed.set_value(9)
    form.processes.setCurrentIndex(3)
    assert form.question(header) == MeasureStability(header, "column-order", 1234, 9, 3)
    form.replicates.setText("no number")
    form.replicates.editingFinished.emit()
    assert form.replicates.text() == "1,234"
    form.replicates.set_value(0)
    assert form.replicates.value == 1234
    form.processes.setCurrentIndex(0)
    form.replicates.set_value(1)
    assert form.question(header).place == 1, "one replicate needs no second process"


def test_a_trace_without_data_cannot_be_repeated(window: MainWindow) -> None:
    window.session.open_trace(trace_of("fig3"))
    assert not window.live["stability"].isEnabled()
    window.tools.show("stability")
    page = window.tools.current
    assert isinstance(page, StabilityPage)
    assert page._refusal.text() == FROM_A_FILE
    assert not page.form.isEnabled()
