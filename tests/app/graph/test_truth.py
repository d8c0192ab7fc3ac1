"""The true network beside data: matched by name, read later, asked for when dropped, shown at every step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.graph.metric_words import MetricShown
from elcs_gui.app.graph.truth_head_view import GraphHead
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.breakpoints import DiffersFromTruth
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.picture.scene import LinkKind, Scene
from elcs_gui.trace.metrics import measure_at, truth_for
from tests.app.blame.blamed import ASIA, asia_rows, opened
from tests.app.window import LONG, empty_window

SHUFFLED = ("dysp", "xray", "either", "bronc", "lung", "tub", "asia")
"""In another order, and without smoke."""


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with empty_window(qtbot, tmp_path / "settings.ini") as made:
        made.settings.set("reduced-motion", True)
        yield made


def read_truth(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(window.session.truth_changed, timeout=LONG):
        window.controller.open_truth(path)


def test_columns_in_another_order_and_a_hidden_variable_are_no_obstacle(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(window, qtbot, asia_rows(tmp_path / "some.csv", columns=SHUFFLED), ASIA, "dysp")
    truth = window.session.truth
    assert truth is not None
    names = window.session.names
    assert names == SHUFFLED
    lung, bronc, dysp, either = (names.index(name) for name in ("lung", "bronc", "dysp", "either"))
    assert not truth.oracle.separated(lung, bronc, ())  # through smoke, which nobody sees
    assert truth.oracle.separated(lung, dysp, (either, bronc))
    assert (bronc, dysp) in truth.edges
    assert all(max(edge) < len(names) for edge in truth.edges)
    qtbot.mouseClick(window.title_row._truth, Qt.MouseButton.LeftButton)
    assert window.context.feature(GraphFeature).head.isVisible()
    window.player.last()
    marked = {(link.tail, link.head): link.truth for link in scene(window).links if link.truth is not None}
    assert marked
    assert all(right == (arrow in truth.edges) for arrow, right in marked.items())


def test_names_that_do_not_match_are_named_and_there_is_no_truth(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = asia_rows(tmp_path / "other.csv")
    text = path.read_text(encoding="utf-8").replace("smoke", "smoking", 1).replace("xray", "x-ray", 1)
    path.write_text(text, encoding="utf-8")
    opened(window, qtbot, path, ASIA, "dysp")
    assert window.session.truth is None
    assert window.messages.isVisible()
    assert "does not know 2 of the 8 columns (smoking, x-ray)" in window.messages.text
    assert not window.live["truth"].isEnabled()
    assert not window.live["blame"].isEnabled()
    with qtbot.waitSignal(window.session.failed, timeout=LONG):
        window.controller.open_truth(ASIA)
    assert "smoking, x-ray" in window.messages.text


def test_a_truth_read_beside_open_data_keeps_the_run_and_the_cursor(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(window, qtbot, asia_rows(tmp_path / "asia.csv"), None, "dysp")
    assert window.session.truth is None
    assert window.live["open-truth"].isEnabled()
    trace, data = window.session.trace, data_of(window)
    window.player.seek(20)
    read_truth(window, qtbot, ASIA)
    assert window.session.trace is trace
    assert data_of(window) is data
    assert window.player.step == 20
    assert window.live["truth"].isChecked()
    assert window.log.model._separated is not None
    assert window.live["blame"].isEnabled()
    assert "is the truth now" in window.status.text


def test_another_truth_takes_breakpoints_on_the_old_one_away(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(window, qtbot, asia_rows(tmp_path / "asia.csv"), ASIA, "dysp")
    truth = window.session.truth
    assert truth is not None
    window.breakpoints.add(DiffersFromTruth(truth.oracle.separated))
    trace = window.player.trace
    assert trace is not None
    assert len(window.breakpoints.hits(trace))
    read_truth(window, qtbot, ASIA)
    assert len(window.breakpoints) == 0


@pytest.mark.parametrize(("answer", "beside"), [("Use as truth", True), ("Open it", False)])
def test_a_network_dropped_on_open_data_asks_what_is_meant(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, answer: str, beside: bool
) -> None:
    opened(window, qtbot, asia_rows(tmp_path / "asia.csv"), None, "dysp")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(ASIA))])
    nothing = Qt.KeyboardModifier.NoModifier
    window.dropEvent(
        QDropEvent(QPointF(600, 300), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, nothing)
    )
    qtbot.waitUntil(window.messages.isVisible)
    assert "asia.bif is a network" in window.messages.text
    button = next(each for each in window.messages.findChildren(QPushButton) if each.text() == answer)
    signal = window.session.truth_changed if beside else window.session.run_finished
    with qtbot.waitSignal(signal, timeout=LONG):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not window.messages.isVisible()
    assert (data_of(window) is not None) is beside
    assert window.session.truth is not None


def test_the_measures_follow_the_cursor_and_explain_themselves(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(window, qtbot, asia_rows(tmp_path / "asia.csv"), ASIA, "dysp")
    head, player = window.context.feature(GraphFeature).head, window.player
    assert not head.isVisible()
    window.live["truth"].trigger()
    assert head.isVisible()
    target = window.session.names.index("dysp")
    about = truth_for(find_example("asia").load_network(), window.session.names)[target]
    for step in range(0, player.length + 1, 7):
        player.seek(step)
        metrics = measure_at(player.view, target, about)
        texts = [each.text for each in head.strip.shown]
        assert texts == [
            f"{metrics.arrp:.2f}", f"{metrics.arrr:.2f}", f"{metrics.shd:.0f}",
            f"{metrics.shd_cpdag:.0f}", f"{metrics.fdr:.2f}", f"{metrics.mb_f1:.2f}",
        ]  # fmt: skip
    assert not any(each.wrong for each in head.strip.shown) or player.view.finished is not None
    player.last()
    assert [each.wrong for each in head.strip.shown] == [True] * 6
    assert "ArrP 0.50" in head.strip.accessibleName()
    window.live["truth"].trigger()
    assert not head.isVisible()


def test_a_true_edge_that_is_missing_is_drawn_to_who_was_dismissed(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(window, qtbot, asia_rows(tmp_path / "asia.csv"), ASIA, "dysp")
    window.live["truth"].trigger()
    window.player.last()
    names = window.session.names
    either, dysp = names.index("either"), names.index("dysp")
    [missing] = [link for link in scene(window).links if link.kind is LinkKind.MISSING]
    assert (missing.tail, missing.head) == (either, dysp)
    assert scene(window).missed[0] == (either,)
    # It can be picked, which shows the tests that removed it.
    place, middle = window.graph.node_place(either), window.graph.node_place(dysp)
    assert place is not None
    assert middle is not None
    at = (place + middle) / 2
    qtbot.mouseClick(window.graph, Qt.MouseButton.LeftButton, pos=QPoint(round(at.x()), round(at.y())))
    assert window.graph._selected == Edge.between(either, dysp)


def data_of(window: MainWindow) -> Dataset | None:
    assert window.session.source is not None
    return window.session.source.data


def scene(window: MainWindow) -> Scene:
    shown = window.graph.scene_shown
    assert shown is not None
    return shown


def test_the_word_behind_the_title_of_a_head_is_shortened_before_it_is_cut(qtbot: QtBot) -> None:
    head = GraphHead(Player(), LIGHT, "Data")
    qtbot.addWidget(head)
    wide = [MetricShown("SHD CPDAG", "0.00", "", wrong=False) for _ in range(4)]
    head.strip.show_metrics(wide)
    head.say("G², alpha 0.01, 5,000 rows", short="G², alpha 0.01")
    shown = []
    for width in range(900, 400, -20):
        head.resize(width, 44)
        head.grab()
        shown.append(head._quiet.text() if head._quiet.isVisibleTo(head) else "")
    assert list(dict.fromkeys(shown)) == ["G², alpha 0.01, 5,000 rows", "G², alpha 0.01", ""]
