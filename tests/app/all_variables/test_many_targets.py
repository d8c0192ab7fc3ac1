"""Thousands of variables: bars, the map, the list, and what learning them will cost."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.all_variables import page as page_module
from elcs_gui.app.all_variables.disagreements_view import MOST_LISTED, DisagreementList
from elcs_gui.app.all_variables.map_view import AllMap
from elcs_gui.app.all_variables.page import AllPage
from elcs_gui.app.all_variables.targets_view import TargetBars
from elcs_gui.app.all_variables.words import cost
from elcs_gui.app.graph.layout.map_members import AROUND
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.inquiry.all_targets import Accord, AllTargets, JointEdge
from elcs_gui.trace.trace import Header
from tests.app.window import LONG, window_with_example

MANY = 2500


def test_of_bars_narrower_than_a_pixel_those_to_come_are_one_strip(qtbot: QtBot) -> None:
    bars = TargetBars(LIGHT)
    qtbot.addWidget(bars)
    bars.resize(600, 44)
    for count, painted in ((500, 500), (5000, 1)):
        bars.show_found(AllTargets(Header("elcs", 0, tuple(f"v{x}" for x in range(count)), "g2"), {}), ())
        bars._hovered = 7
        picture = bars.grab()
        with QPainter(picture) as painter:
            assert len(list(bars._painted(painter))) == painted
        assert picture.toImage().pixelColor(300, 40) == LIGHT.sunk


@pytest.fixture
def many(qtbot: QtBot) -> AllMap:
    made = AllMap(LIGHT)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    names = tuple(f"v{x}" for x in range(MANY))
    made.show_variables(names, [(x, x + 1, 0.5) for x in range(MANY - 1)], target=7)
    qtbot.waitUntil(lambda: made.ready, timeout=LONG)
    return made


def on_map(made: AllMap) -> set[int]:
    return set(made._places.members.who.tolist())


def test_of_many_variables_the_map_has_what_is_worth_a_look(many: AllMap, qtbot: QtBot) -> None:
    assert on_map(many) == set(range(AROUND))  # of a chain, the 300 that are nearest to its eighth
    agreed = [JointEdge(x, x + 1, Accord.AGREED, directed=True) for x in range(MANY - 1)]
    agreed[2000] = opposed = JointEdge(2000, 2001, Accord.OPPOSED, directed=True)
    with qtbot.waitSignal(many._places.taken, timeout=LONG):
        many.show_edges(agreed, settled=True)
    assert len(on_map(many)) == AROUND and {6, 7, 8, 2000, 2001} <= on_map(many)
    assert opposed in many._places.edges and agreed[1000] not in many._places.edges
    assert many._counts[Accord.AGREED] == MANY - 2  # the legend counts all
    many.grab()
    # An edge of the list, and a variable of the search, come on the map.
    with qtbot.waitSignal(many._places.taken, timeout=LONG):
        many.choose(agreed[1500])
    assert many.box_of(agreed[1500]) is not None
    with qtbot.waitSignal(many._places.taken, timeout=LONG):
        many.search.found.emit(1800)
    assert many._frame is not None
    assert np.allclose(many._frame.xy[1800], (450, 300)) and many._hovered == 1800
    many.grab()


def test_of_many_variables_a_list_has_the_first_below_each_heading(qtbot: QtBot) -> None:
    listed = DisagreementList(LIGHT)
    qtbot.addWidget(listed)
    found = AllTargets(Header("elcs", 0, tuple(f"v{x}" for x in range(MANY)), "g2"), {})
    edges = [JointEdge(x, x + 1, Accord.UNDIRECTED) for x in range(MANY - 1)]
    listed.show_edges(found, edges)
    assert listed.count() == 1 + MOST_LISTED


def test_the_cost_is_told_by_the_blankets_of_a_run() -> None:
    assert cost(9990, "HR", 12, 28.5) == (
        "Learning all takes about 6 h 35 min: 9,990 targets, "
        "measured on the 12 blankets that the run for HR learnt in 28.5 s."
    )
    assert "no run was timed" in cost(9990)


def test_many_variables_are_learnt_only_when_asked_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_module, "MOST_WHOLE", 4)  # that of cancer is 5
    with window_with_example(qtbot, tmp_path / "settings.ini", "cancer") as window:
        page = window.show_page("all-view")
        assert isinstance(page, AllPage)
        assert page._offer.isVisible() and not page._go.isVisible() and not page.running
        assert page.found is not None and not page.found.done
        run = window.session.runs.current
        assert run is not None and run.seconds > 0
        assert window.session.source is not None
        outcome = learn(window.session.source.evidence(run.header), run.header).outcome
        assert outcome is not None
        name = page.found.header.names[run.header.target]
        said = f"5 targets, measured on the {len(outcome.blankets)} blankets that the run for {name}"
        assert said in page._cost.text()
        page._learn.click()
        assert page.running and not page._offer.isVisible()
        qtbot.waitUntil(lambda: page.found is not None and page.found.complete, timeout=LONG)
        qtbot.waitUntil(lambda: page.settled, timeout=LONG)
        assert not page._offer.isVisible()
