"""All variables at once: the words, the map, and the way from an edge to its proof."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolTip
from pytestqt.qtbot import QtBot

from elcs_gui.app.all_variables import words
from elcs_gui.app.all_variables.disagreements_view import DisagreementList
from elcs_gui.app.all_variables.map_view import AllMap
from elcs_gui.app.all_variables.page import AllPage
from elcs_gui.app.all_variables.targets_view import TargetBars
from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.app.model.selection import Edge
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.inquiry.all_targets import Accord, AllTargets, Finding, JointEdge
from elcs_gui.trace.rules import LEMMA_1A, SPOUSE
from elcs_gui.trace.trace import Header
from elcs_gui.worker.inquiry_process import InquiryProgress, LearnAll
from tests.app.window import LONG, window_with_example

NAMES = ("ash", "beech", "cedar", "elm", "fir")
HEADER = Header("elcs", 0, NAMES, "g2")
ASH, BEECH, CEDAR, ELM, FIR = range(5)
FOUND = AllTargets(
    HEADER,
    {
        ASH: Finding(ASH, (), (BEECH,), (CEDAR,), {BEECH: SPOUSE}, 100, 0),
        BEECH: Finding(BEECH, (), (ASH,), (ELM,), {ASH: LEMMA_1A}, 40, 0),
        CEDAR: Finding(CEDAR, (), (), (ASH,), {}, 10, 0),
        ELM: Finding(ELM, (), (), (), {}, 9, 8),
    },
)
AGAINST = JointEdge(ASH, BEECH, Accord.OPPOSED, directed=True)
ONE_END = JointEdge(BEECH, ELM, Accord.ONE_END, missed_by=ELM)
OPEN = JointEdge(ASH, CEDAR, Accord.UNDIRECTED)


def test_what_is_worth_a_look_is_listed_by_reason() -> None:
    edges = FOUND.edges()
    assert [(group.accord, group.edges) for group in words.groups(edges)] == [
        (Accord.OPPOSED, (AGAINST,)),
        (Accord.ONE_END, (ONE_END,)),
        (Accord.UNDIRECTED, (OPEN,)),
    ]
    assert words.by_which_rules(AGAINST, FOUND) == "V against 1a"
    assert words.counts(edges)[Accord.AGREED] == 0


def test_both_ends_have_their_say() -> None:
    assert [(c.target, c.claim, c.sees_it) for c in words.claims(AGAINST, FOUND)] == [
        (ASH, "ash → beech", True),
        (BEECH, "beech → ash", True),
    ]
    # Most tests of elm had too few rows: that it found nothing says nothing.
    assert [c.claim for c in words.claims(ONE_END, FOUND)] == ["beech — elm", "too few rows to tell"]
    assert [c.claim for c in words.claims(JointEdge(ASH, FIR, Accord.UNDIRECTED), FOUND)] == [
        "fir is no neighbour",
        "not learnt yet",
    ]


def test_all_of_it_in_a_sentence() -> None:
    assert words.summary(FOUND, FOUND.edges()) == (
        "4 of 5 variables have been targets: 3 links, 1 of them with a direction; "
        "blankets disagree about ash and beech."
    )
    agreed = AllTargets(HEADER, {x: Finding(x, (), (), (), {}, 1, 0) for x in range(5)})
    assert words.summary(agreed, ()) == (
        "Every variable has been a target: 0 links, 0 of them with a direction; no two blankets disagree."
    )


def test_runs_in_doubt_are_listed_said_and_opened(qtbot: QtBot) -> None:
    findings = dict(FOUND.findings)
    findings[ELM] = replace(findings[ELM], doubts=("1 cycle", "2 contradictions"))
    found = AllTargets(HEADER, findings)
    assert words.doubtful(found) == [ELM]
    assert words.summary(found, found.edges()).endswith(" 1 run is in doubt.")
    listed = DisagreementList(LIGHT)
    qtbot.addWidget(listed)
    listed.show_edges(found, found.edges())
    heading, row = listed.item(listed.count() - 2), listed.item(listed.count() - 1)
    assert (heading.text(), row.text()) == (words.IN_DOUBT, "elm")
    listed.resize(300, 400)
    listed.show()
    place = listed.visualItemRect(row).center()
    tip = QHelpEvent(QEvent.Type.ToolTip, place, listed.viewport().mapToGlobal(place))
    QApplication.sendEvent(listed.viewport(), tip)
    assert "elm: 1 cycle, 2 contradictions" in QToolTip.text()
    QToolTip.hideText()
    listed.setCurrentItem(row)
    with qtbot.waitSignal(listed.target_requested) as asked:
        listed.itemActivated.emit(row)
    assert asked.args == [ELM]
    listed.grab()
    bars = TargetBars(LIGHT)
    qtbot.addWidget(bars)
    bars.show_found(found, found.edges())
    assert bars._said(ELM) == "elm: 9 tests; in doubt: 1 cycle, 2 contradictions. Click for its run."


@pytest.mark.parametrize(
    ("done", "seconds", "begun", "blankets", "said"),
    [
        (10, 5.0, 0, 0, "10 of 40 targets, about 15 s left"),
        (30, 5.0, 20, 0, "30 of 40 targets, about 5 s left"),
        (10, 400.0, 0, 0, "10 of 40 targets, about 20 min left"),
        (10, 0.1, 0, 0, "10 of 40 targets"),
        (40, 9.0, 0, 40, "40 of 40 targets"),
        (4, 10.0, 0, 20, "4 of 40 targets, 20 blankets, about 10 s left"),
        (4, 0.0, 0, 20, "4 of 40 targets"),
    ],
)
def test_how_long_it_still_takes(done: int, seconds: float, begun: int, blankets: int, said: str) -> None:
    assert words.progress(done, 40, seconds, begun, blankets) == said


@pytest.fixture
def forest(qtbot: QtBot) -> AllMap:
    made = AllMap(LIGHT)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    made.show_variables(NAMES, ())
    made.show_edges(FOUND.edges(), settled=True)
    qtbot.waitUntil(lambda: made.ready and made.box_of(AGAINST) is not None)
    return made


def test_nodes_keep_off_each_other_and_edges_are_found_under_the_pointer(
    forest: AllMap, qtbot: QtBot
) -> None:
    made = forest._frame
    assert made is not None
    for x in range(len(NAMES)):
        others = [y for y in range(len(NAMES)) if y != x]
        apart = (np.abs(made.xy[others, 0] - made.xy[x, 0]) > made.w[others] + made.w[x]) | (
            np.abs(made.xy[others, 1] - made.xy[x, 1]) > made.h[others] + made.h[x]
        )
        assert apart.all()
    chosen: list[object] = []
    forest.edge_chosen.connect(chosen.append)
    for i, edge in enumerate(made.edges):
        qtbot.mouseClick(forest, Qt.MouseButton.LeftButton, pos=made.middle(i).toPoint())
        assert chosen[-1] == edge
    with qtbot.waitSignal(forest.target_requested) as asked:
        at = QPoint(round(made.xy[FIR, 0]), round(made.xy[FIR, 1]))
        qtbot.mouseDClick(forest, Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == [FIR]


def test_a_disagreement_is_red(forest: AllMap) -> None:
    made = forest._frame
    assert made is not None
    middle = made.middle(list(made.edges).index(AGAINST)).toPoint()
    for theme in (LIGHT, DARK):
        forest.set_theme(theme)
        picture = forest.grab().toImage()
        near = [picture.pixelColor(middle.x() + dx, middle.y()) for dx in range(-10, 11)]
        assert theme.conflict in near


def test_hundreds_of_variables_are_dots_with_names_that_do_not_meet(qtbot: QtBot) -> None:
    count = 300
    made = AllMap(LIGHT)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    made.show_variables(tuple(f"gene{x}" for x in range(count)), ())
    made.show_edges(
        [JointEdge(x // 3, x, Accord.AGREED, directed=True) for x in range(1, count)], settled=True
    )
    qtbot.waitUntil(lambda: made.ready, timeout=LONG)
    frame = made._frame
    assert frame is not None and frame.dots
    assert (frame.xy >= 0).all() and (frame.xy <= (900, 600)).all()
    assert 0 < len(made._named) < count
    by_row: dict[int, list[tuple[float, float]]] = {}
    for x in made._named:
        half = made._name_widths[x] / 2
        by_row.setdefault(int((frame.xy[x, 1] + 12.5) // 14), []).append(
            (float(frame.xy[x, 0] - half), float(frame.xy[x, 0] + half))
        )
    for row in by_row.values():
        row.sort()
        assert all(one[1] <= other[0] for one, other in pairwise(row))


def shown(window: MainWindow, qtbot: QtBot) -> AllPage:
    page = window.show_page("all-view")
    assert isinstance(page, AllPage)
    qtbot.waitUntil(lambda: page.found is not None and page.found.complete and page.settled, timeout=LONG)
    return page


def test_the_page_learns_all_and_every_edge_leads_to_its_proof(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_example(qtbot, tmp_path / "settings.ini", "cancer") as window:
        page = shown(window, qtbot)
        found = page.found
        assert found is not None and found.done == 5
        assert window.title_row._views.value == "all-view"
        assert "Every variable has been a target" in window.status.text
        edge = found.edges()[0]
        page.choose(edge)
        assert page.card.isVisible()
        box = page.map.box_of(edge)
        assert box is not None and not page.card.geometry().contains(box.toRect().center())
        page.choose(replace(edge, head=found.done))  # of data that had more variables
        assert not page.card.isVisible() and page.map.chosen is None
        page.choose(edge)
        target = words.claims(edge, found)[1].target
        why = page.card.findChildren(QPushButton)[1]
        with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
            qtbot.mouseClick(why, Qt.MouseButton.LeftButton)
        assert window.working and window.graph.kind == "local"
        assert window.session.header is not None and window.session.header.target == target
        assert window.player.step == window.player.length > 0
        assert window.graph.selection == Edge(edge.ends)
        assert window.inspector_page == "Why"
        window.live["go-back"].trigger()
        assert window.page is page
        # What is known is not learnt again.
        page = shown(window, qtbot)
        assert page.found == found and not page.running
        window.live["local-view"].trigger()
        assert window.working and window.title_row._views.value == "local-view"


def test_what_was_stopped_goes_on_from_there(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window_with_example(qtbot, tmp_path / "settings.ini", "cancer") as window:
        client, asked = window.inquiry_client, []

        def ask(_study: object, inquiry: LearnAll) -> None:
            asked.append(inquiry)
            client.busy = inquiry
            client.asked.emit(inquiry)

        monkeypatch.setattr(client, "ask", ask)
        page = window.show_page("all-view")
        assert isinstance(page, AllPage) and page.running
        header = asked[0].header
        part = AllTargets(header, {0: Finding(0, (), (1,), (), {1: SPOUSE}, 9, 0)})
        client.progressed.emit(InquiryProgress(1, asked[0], 1, 5, part, done=False))
        assert page._state.text() == "1 of 5 targets"
        monkeypatch.setattr(client, "cancel", lambda: None)
        page._go.click()
        client.busy = None
        client.progressed.emit(InquiryProgress(1, asked[0], 1, 5, part, done=True, cancelled=True))
        assert page._go.text() == "Go on"
        window.show_workspace()
        window.show_page("all-view")
        assert len(asked) == 1  # it was stopped: it begins only if asked for
        page._go.click()
        assert asked[1] == LearnAll(header, part)
        client.busy = None
