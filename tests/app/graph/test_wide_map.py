"""The map of very many variables shows the target's surroundings, what was found, and who is looked for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.graph.field_map import FieldMap
from elcs_gui.app.graph.layout.map_members import AROUND, MOST_WHOLE
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.graph.sheet import Layout, Sheet
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.player import Player
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Header, Trace

COUNT, TARGET = MOST_WHOLE + 100, 1000
NAMES = tuple(f"v{x}" for x in range(COUNT))
LINKS = [(x, x + 1, 0.5) for x in range(COUNT - 1)]


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    """A chain: every variable is like the one before."""
    random = np.random.default_rng(1)
    columns = [random.integers(2, size=300)]
    for _ in range(COUNT - 1):
        columns.append(np.where(random.random(300) < 0.85, columns[-1], random.integers(2, size=300)))
    return Evidence(G2(Dataset.discrete("d", NAMES, columns)))


def run(evidence: Evidence, target: int) -> Trace:
    return learn(evidence, Header("iamb", target, NAMES, "g2", alpha=1e-6)).trace


@pytest.fixture(scope="module")
def trace(evidence: Evidence) -> Trace:
    return run(evidence, TARGET)


@pytest.fixture
def panel(trace: Trace, qtbot: QtBot) -> Iterator[GraphPanel]:
    player = Player()
    made = GraphPanel(player, LIGHT)
    player.setParent(made)
    qtbot.addWidget(made)
    made.set_reduced_motion(True)
    made.resize(824, 446)
    with qtbot.waitExposed(made):
        made.show()
    made.set_kind("field")
    player.load(trace, len(trace))
    made.set_associations(LINKS)
    made.finish_animations()
    yield made


def members(panel: GraphPanel) -> set[int]:
    return set(panel._field.map.members.who.tolist())


def test_it_shows_what_is_near_the_target_and_what_was_found(panel: GraphPanel) -> None:
    shown, scene = members(panel), panel.scene_shown
    assert scene is not None and set(scene.seen) - {TARGET} and shown.issuperset(scene.seen)
    assert len(shown) == AROUND
    assert max(abs(x - TARGET) for x in shown) <= AROUND  # links lead nowhere else
    assert all((panel.node_place(x) is not None) == (x in shown) for x in range(COUNT))
    panel.grab()


def test_whoever_is_tested_has_a_place_while_it_is(panel: GraphPanel, trace: Trace) -> None:
    shown = members(panel)
    tests = [(step, event) for step, event in enumerate(trace, 1) if isinstance(event, Tested)]
    steps = [(step, test) for step, test in tests if not shown.issuperset((test.x, test.y))]
    for step, test in steps[:3]:
        panel._player.seek(step)
        assert all(panel.node_place(x) is not None for x in (test.x, test.y))
        panel.grab()
    assert steps and members(panel) == shown


def test_who_is_looked_for_comes_with_its_surroundings(panel: GraphPanel, qtbot: QtBot) -> None:
    before = members(panel)
    panel._search.setText("v55")
    qtbot.waitUntil(lambda: 55 in members(panel))
    assert {54, 55, 56} <= members(panel) - before
    assert before <= members(panel) and panel.node_place(55) is not None
    place = panel.node_place(55)
    assert place is not None and panel.rect().center().x() == pytest.approx(place.x(), abs=60)
    sheet = Sheet(panel._player.trace, Layout(LIGHT, "field"), panel.shown)  # type: ignore[arg-type]
    assert set(sheet._stage.map.members.who.tolist()) == members(panel)  # type: ignore[union-attr]


def test_another_target_has_a_map_of_its_own_and_the_old_one_stays_until_then(
    panel: GraphPanel, evidence: Evidence
) -> None:
    one = next(x for x in sorted(members(panel)) if x != TARGET)
    made = panel._field.map
    panel._player.load(run(evidence, one))
    panel.grab()
    assert made.drawn and not made.ready
    panel.finish_animations()
    assert made.ready and one in members(panel)
    panel._player.load(run(evidence, COUNT - 1))
    panel.grab()
    assert not made.drawn
    panel.finish_animations()
    assert members(panel) == set(range(COUNT - AROUND, COUNT))


def test_of_fewer_variables_everybody_is_on_it(trace: Trace) -> None:
    made = FieldMap(lambda _: None)
    made.rename(NAMES[:30])
    made.relink([(0, 1, 0.5)])
    made.begin(trace)
    made.finish()
    assert made.members.are_all and not made.look_for(29)
