"""The page How firm in the window: worked out in the background, and the same wherever it is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.theme import DARK, LIGHT, Theme
from elcs_gui.app.model import firmness_client
from elcs_gui.app.model.firmness_client import FirmnessState
from elcs_gui.app.model.selection import Edge
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.why.feature import FIRM, WhyFeature
from elcs_gui.app.why.firm_panel import FirmPanel
from elcs_gui.inquiry.firmness import known_firmness
from elcs_gui.inquiry.firmness_words import label, stands_sentence
from elcs_gui.worker import inquiry_process
from tests.app.held import HeldFirmness
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import LONG, header_of, run_by, window_with_example, window_with_trace

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


kept = keeps_window(lambda window: window.open_example("fig3"), inquiries=True)


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """At the end of the paper's example, whose firmness is known."""
    with kept.lent(qtbot) as made:
        made.player.last()
        made.inspector.show_page(FIRM)
        wait_for(made, FirmnessState.KNOWN, qtbot)
        yield made


def wait_for(window: MainWindow, state: FirmnessState, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.context.firmness.state is state, timeout=LONG)


def firm(window: MainWindow) -> FirmPanel:
    return window.context.feature(WhyFeature).firm


def said(page: QWidget) -> str:
    return "\n".join(text.text() for text in page.findChildren(QLabel) if text.isVisible())


def ends(window: MainWindow, a: str, b: str) -> tuple[int, int]:
    assert window.player.trace is not None
    low, high = sorted(window.player.trace.header.names.index(name) for name in (a, b))
    return low, high


def button(window: MainWindow) -> QPushButton:
    (found,) = (one for one in firm(window).findChildren(QPushButton) if one.isVisible())
    return found


def click_edge(window: MainWindow, a: str, b: str, qtbot: QtBot) -> None:
    one, other = (window.graph.node_place(x) for x in ends(window, a, b))
    assert one is not None and other is not None
    qtbot.mouseClick(window.graph, Qt.MouseButton.LeftButton, pos=((one + other) / 2).toPoint())
    QApplication.processEvents()


def test_edges_stand_in_order_and_select_their_like(window: MainWindow, qtbot: QtBot) -> None:
    page = firm(window)
    table = page.list
    assert "All eight arrows hold" in said(page)
    assert [row.edge for row in table.table.rows[:4]] == ["T → K", "D → K", "T → A", "T → B"]
    rect = table.visualRect(table.table.index(3))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert window.graph.selection == Edge(ends(window, "T", "B"))
    assert window.inspector.page == FIRM
    click_edge(window, "E", "T", qtbot)
    assert window.inspector.page == FIRM, "an edge of the list is only marked there"
    assert table.table.rows[table.currentIndex().row()].edge == "E → T"
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert window.inspector.page == "Why"
    why = said(window.context.feature(WhyFeature).panel)
    assert "T → B holds at every alpha from 1e−6 to 0.2." in why
    assert "Weakest link of the proof" in why


def test_the_page_follows_the_cursor(window: MainWindow, qtbot: QtBot) -> None:
    window.player.seek(100)
    qtbot.waitUntil(lambda: "No arrow has been found yet" in firm(window).said)
    window.player.last()
    qtbot.waitUntil(lambda: "All eight arrows hold" in said(firm(window)))
    assert firm(window).said == ""


def test_another_run_is_worked_out_and_the_first_is_still_known(window: MainWindow, qtbot: QtBot) -> None:
    first = header_of(window)
    run_by(window, qtbot, lambda: window.context.controller.set_target(0))
    wait_for(window, FirmnessState.KNOWN, qtbot)
    assert window.player.trace is not None
    found = known_firmness(window.player.trace)
    assert found is not None and found.header == header_of(window) != first
    with qtbot.waitSignal(window.session.run_finished):
        window.session.run(first)
    assert window.context.firmness.state is FirmnessState.KNOWN, "at once"


def test_firmness_as_width_is_switched_in_the_menu(window: MainWindow) -> None:
    window.live["margin-width"].trigger()
    scene = window.graph.scene_shown
    assert scene is not None and {link.stroke for link in scene.links if link.directed} == {2.0}
    assert window.graph.shown.firmness is not None
    window.live["margin-width"].trigger()
    scene = window.graph.scene_shown
    assert scene is not None and {link.stroke for link in scene.links} == {1.0}
    assert window.graph.shown.firmness is None


def test_a_trace_without_its_data_says_so_and_shows_no_other_figures(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as window:
        window.player.last()
        window.inspector.show_page(FIRM)
        QApplication.processEvents()
        assert window.context.firmness.state is FirmnessState.NO_DATA
        assert "only the data can answer" in firm(window).said
        assert not any(one.isVisible() for one in firm(window).findChildren(QPushButton))
        window.live["margin-width"].trigger()
        scene = window.graph.scene_shown
        assert scene is not None and {link.stroke for link in scene.links} == {1.0}


def test_the_oracle_needs_no_work(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_example(qtbot, tmp_path / "settings.ini", test="oracle") as window:
        assert window.context.firmness.state is FirmnessState.KNOWN
        window.player.last()
        window.inspector.show_page(FIRM)
        qtbot.waitUntil(lambda: "arrows hold" in said(firm(window)))


def test_what_takes_long_is_done_when_it_is_asked_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(firmness_client, "SECONDS", 0.0)
    with window_with_example(qtbot, tmp_path / "settings.ini") as window:
        window.player.last()
        window.inspector.show_page(FIRM)
        wait_for(window, FirmnessState.ON_DEMAND, qtbot)
        assert "takes over two seconds" in firm(window).said
        assert window.context.firmness.settled
        assert button(window).text() == "Work it out"
        qtbot.mouseClick(button(window), Qt.MouseButton.LeftButton)
        wait_for(window, FirmnessState.KNOWN, qtbot)
        assert "All eight arrows hold" in said(firm(window))


def test_work_under_way_can_be_cancelled_and_gives_way(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inquiry_process, "MeasureFirmness", HeldFirmness)
    with window_with_example(qtbot, tmp_path / "settings.ini") as window:
        client = window.context.firmness
        window.inspector.show_page(FIRM)
        qtbot.waitUntil(lambda: client.share == 0.5)
        assert client.state is FirmnessState.WORKING
        assert "being worked out" in firm(window).said
        assert not window.settled
        window.live["alpha-explorer"].trigger()
        assert window.page is not None
        qtbot.waitUntil(lambda: client.state is FirmnessState.WORKING and window.inquiry_client.busy is None)
        window.show_workspace()
        assert button(window).text() == "Cancel"
        qtbot.mouseClick(button(window), Qt.MouseButton.LeftButton)
        wait_for(window, FirmnessState.ON_DEMAND, qtbot)
        monkeypatch.undo()
        client.compute()
        wait_for(window, FirmnessState.KNOWN, qtbot)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_page_paints_in_every_theme_and_on_a_projector(
    window: MainWindow, theme: Theme, qtbot: QtBot
) -> None:
    window.apply_theme(theme)
    page = firm(window)
    table = page.list
    for height in (80, round(80 * window.settings.projector_scale)):
        qtbot.waitUntil(lambda high=height: table.visualRect(table.table.index(0)).height() == high)  # type: ignore[misc]
        assert theme.now.rgb() in np.frombuffer(page.grab().toImage().constBits(), np.uint32)
        window.live["projector"].trigger()


def test_label_sentence_and_row_say_the_same(window: MainWindow) -> None:
    trace = window.player.trace
    assert trace is not None
    found = known_firmness(trace)
    assert found is not None and window.graph.firmness is found
    for row in firm(window).list.table.rows:
        if row.found:
            assert row.stands == found.of(*row.ends)
            assert label(row.stands) in row.spoken
            assert "1e−6 to 0.2" in stands_sentence(row.stands, *row.ends, trace.header.names)
