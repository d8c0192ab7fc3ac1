"""The race page: algorithms side by side on the window's target, moved together, opened and exported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.theme import DARK
from elcs_gui.app.race.feature import RaceFeature
from elcs_gui.app.race.lane_runs import LaneRuns
from elcs_gui.app.race.page import RacePage
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.inquiry.race import Axis
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.trace import Trace
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import LONG, run_by

THREE = ("elcs", "elcs-without-n", "iamb")


kept = keeps_window(lambda window: window.open_example("fig3"), inquiries=True)


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        made.settings.set("reduced-motion", True)
        yield made


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> RacePage:
    window.live["race"].trigger()
    made = window.tools.current
    assert isinstance(made, RacePage)
    window.live["truth"].setChecked(True)
    made.choose_axis(Axis.REQUESTED)
    made.choose(THREE)
    settle(made, qtbot)
    return made


def settle(page: RacePage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: page.settled and not page.context.session.running, timeout=LONG)
    QApplication.processEvents()


def test_lanes_run_and_move_together(page: RacePage, window: MainWindow, qtbot: QtBot) -> None:
    race = page.race
    assert race is not None and [lane.algorithm.id for lane in race.lanes] == list(THREE)
    assert page.player.length == race.lanes[1].tests  # the longest
    elcs, without, iamb = page.board.lanes[:3]
    saved = race.lanes[1].tests - race.lanes[0].tests
    assert elcs.said.whole == f"N-structures saved {saved} tests here, for the same arrows."
    assert page.board.chart.position == page.player.length
    for key, step in ((Qt.Key.Key_Home, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_Right, 2)):
        qtbot.keyClick(page, key)
        assert page.player.step == step
    qtbot.keyClick(page, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert page.player.step == page.player.changes[page.player.changes > 2][0]
    chart = page.board.chart
    there = QPointF(chart.place_of(race.lanes[0].tests), chart.inside.center().y()).toPoint()
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=there)
    assert abs(page.player.position - race.lanes[0].tests) <= 3
    page.player.go_to(race.lanes[0].tests)
    assert elcs.head.accessibleName() == f"ELCS: first, at {race.lanes[0].tests}, 6 of 6 right"
    assert "8 of 8 right" in iamb.head.accessibleName()
    assert "E, J" in elcs.graph.accessibleDescription()
    assert without.lane is not None
    moment = without.lane.at(without.lane.step(Axis.REQUESTED, page.player.position))
    assert f"{len(moment.right)} of 6 right" in without.head.accessibleName()
    page.set_theme(DARK)
    window.live["truth"].setChecked(False)
    assert "6 decided" in elcs.head.accessibleName()
    page.board.grab()


def test_the_axis_changes_and_seconds_are_measured(page: RacePage, qtbot: QtBot) -> None:
    race = page.race
    assert race is not None
    page.choose_axis(Axis.COMPUTED)
    assert page.player.length == race.lanes[1].computed == page.player.step
    page.choose_axis(Axis.SECONDS)
    qtbot.waitUntil(lambda: page.player.axis is Axis.SECONDS, timeout=LONG)
    assert page.race is not None and page.race.timed
    page.player.first()
    page.player.play()
    qtbot.waitUntil(lambda: page.player.step > 0, timeout=LONG)
    page.player.pause()
    page.player.next_stage()
    assert page.player.position <= page.race.length(Axis.SECONDS)


def test_a_lane_opens_as_the_main_run_at_its_step(page: RacePage, window: MainWindow, qtbot: QtBot) -> None:
    race = page.race
    assert race is not None
    page.player.seek(500)
    step = race.lanes[1].step(Axis.REQUESTED, 500)
    run_by(window, qtbot, lambda: qtbot.keyClick(page, Qt.Key.Key_2))
    assert window.tools.current is None
    assert window.session.header is not None and window.session.header.algorithm == "elcs-without-n"
    assert window.player.step == step
    run_by(window, qtbot, window.live["undo"].trigger)
    assert window.session.header.algorithm == "elcs"


def test_stopping_keeps_what_is_there_and_who_cannot_run_says_why(
    page: RacePage, window: MainWindow, qtbot: QtBot
) -> None:
    header = window.session.header
    assert header is not None
    page.choose((*THREE, "mmmb"))
    assert page.runs.busy == "mmmb" and page.transport.stop.isVisible()
    qtbot.mouseClick(page.transport.stop, Qt.MouseButton.LeftButton)
    assert page.runs.busy is None and page.race is not None and len(page.race.lanes) == 3
    assert "stopped" in page.board.lanes[3].head.accessibleName()
    known = replace(header, knowledge=Knowledge(required=((header.target, 0),)))
    run_by(window, qtbot, lambda: page.run_requested.emit(known))
    settle(page, qtbot)
    assert page.race is not None and "iamb" in page.race.refused
    assert "no use of background knowledge" in page.board.lanes[2].said.whole
    assert "takes no part" in page.board.lanes[2].head.accessibleName()


def test_a_run_that_is_given_up_is_not_prepared_any_further(
    page: RacePage, window: MainWindow, qtbot: QtBot
) -> None:
    pieces = 0

    def endless(trace: Trace) -> Iterator[None]:
        nonlocal pieces
        while True:
            pieces += 1
            yield

    runs = LaneRuns(window.session, endless, page)
    assert page.race is not None
    runs.want(page.race.header, ["elcs"])
    qtbot.waitUntil(lambda: pieces > 0, timeout=LONG)
    assert runs.busy == "elcs" and runs.get("elcs") is None
    runs.stop()
    QApplication.processEvents()
    done = pieces
    for _ in range(5):
        QApplication.processEvents()
    assert pieces == done and runs.stopped


def test_lanes_side_by_side_are_level_at_any_size(page: RacePage, window: MainWindow, qtbot: QtBot) -> None:
    page.choose((*THREE, "emb", "mmmb", "elcs-ii"))
    settle(page, qtbot)
    for size in ((1280, 720), (1440, 900), (1010, 720), (1700, 1000), (1280, 720)):
        window.resize(*size)
        for _ in range(3):
            QApplication.processEvents()
        for row in (page.board.lanes[:3], page.board.lanes[3:]):
            parts = [(lane.head, lane.graph, lane.track, lane.said) for lane in row]
            places = {tuple((part.mapTo(page, QPoint()).y(), part.height()) for part in one) for one in parts}
            assert len(places) == 1
            assert all(lane.said.height() == lane.said.sizeHint().height() for lane in row)
            for lane in row:
                shown = QTextDocumentFragment.fromHtml(lane.said.text()).toPlainText().removesuffix("…")
                assert f"{lane.said.whole} ".startswith(shown) and shown  # no half words
        transport = page.transport
        assert transport.minimumSizeHint().width() <= transport.width()
        assert transport.opening[0].text() == ("ELCS  1" if size[0] > 1400 else "1")


def test_the_sentences_of_lanes_in_one_row_are_whole_in_a_small_window(
    page: RacePage, window: MainWindow, qtbot: QtBot
) -> None:
    page.choose((*THREE, "elcs-ii"))
    settle(page, qtbot)
    for size in ((1280, 720), (1440, 900)):
        window.resize(*size)
        QApplication.processEvents()
        for lane in page.board.lanes[:4]:
            assert QTextDocumentFragment.fromHtml(lane.said.text()).toPlainText() == lane.said.whole
            needed = lane.said.heightForWidth(lane.said.width())
            assert needed <= lane.said.height(), lane.said.whole


def test_a_finished_track_is_green_where_the_truth_is_shown_and_neutral_else(
    page: RacePage, window: MainWindow, qtbot: QtBot
) -> None:
    page.player.seek(page.player.length)
    green = page.theme.independent.rgb()
    for truth in (True, False):
        window.live["truth"].setChecked(truth)
        settle(page, qtbot)
        picture = page.board.lanes[1].track.grab().toImage()
        seen = {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}
        assert (green in seen) is truth


def test_another_target_has_a_race_of_its_own(page: RacePage, window: MainWindow, qtbot: QtBot) -> None:
    run_by(window, qtbot, lambda: page.target_requested.emit(0))
    settle(page, qtbot)
    assert page.race is not None and len(page.race.lanes) == 3
    assert {lane.trace.header.target for lane in page.race.lanes} == {page.race.header.target} == {0}
    assert page.player.step == page.player.length == round(page.race.length(Axis.REQUESTED))


def test_table_picture_and_film_are_written(page: RacePage, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("race.csv", "race.png"):
        page.export(tmp_path / name)
    lines = (tmp_path / "race.csv").read_text(encoding="utf-8").splitlines()
    assert [line.partition(",")[0] for line in lines] == ["algorithm", *THREE]
    with Image.open(tmp_path / "race.png") as picture:
        assert picture.width > 1000
    page.choose(("iamb", "elcs"))  # few changes make a short film
    settle(page, qtbot)
    frames = len({0, *page.player.changes.tolist(), page.player.length})
    with qtbot.waitSignal(page.film.ended, timeout=LONG) as ended:
        page.export(tmp_path / "race.gif")
    assert ended.args == [f"{frames} frames written to race.gif.", True]
    with Image.open(tmp_path / "race.gif") as film:
        assert film.size == (1280, 720)


def test_a_session_keeps_which_algorithms_race(page: RacePage, window: MainWindow) -> None:
    feature = window.context.feature(RaceFeature)
    kept = feature.remember()
    assert kept == {"race": {"algorithms": list(THREE), "axis": "requested"}}
    for broken in ({"race": 3}, {"race": {"algorithms": ["elcs", "nobody"]}}, {}):
        feature.recall(broken, 13)
        assert feature.algorithms == THREE
    feature.recall({"race": {"algorithms": ["emb", "iamb"], "axis": "seconds"}}, 13)
    assert (feature.algorithms, feature.axis) == (("emb", "iamb"), "requested")
