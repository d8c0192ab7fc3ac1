"""A rule that fires, or whose arrow is selected, is drawn with the premises of its proof."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.painting.argument_painter import drawn_argument
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.theme import DARK, LIGHT, MEDIUM, Theme
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.data.examples import find_example
from elcs_gui.picture.outlines import distance_to_segments
from elcs_gui.proof.argument import (
    StrokeKind,
)
from elcs_gui.trace import events as ev
from elcs_gui.trace.rules import (
    COLLIDER,
    KNOWLEDGE,
    LEMMA_1A,
    LEMMA_1B,
    MEEK,
    N_STRUCTURE,
    R1,
    R2,
    R3,
    R4,
    SPOUSE,
    TWO_CAUSES,
)
from elcs_gui.trace.trace import Trace
from tests.proof.test_argument import FIG3, N_FIRES, small
from tests.traces import trace_of


@pytest.fixture
def panel(qtbot: QtBot) -> GraphPanel:
    player = Player()
    player.load(FIG3)
    made = GraphPanel(player, LIGHT)
    player.setParent(made)
    made.set_reduced_motion(True)
    qtbot.addWidget(made)
    made.resize(824, 446)
    with qtbot.waitExposed(made):
        made.show()
    return made


def picture(panel: GraphPanel) -> QImage:
    return panel.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def colours(image: QImage) -> set[str]:
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32) & 0xFFFFFF
    return {f"#{value:06x}" for value in np.unique(pixels).tolist()}


def ends(*words: str) -> Edge:
    a, b = (FIG3.header.names.index(word) for word in words)
    return Edge.between(a, b)


def firing(trace: Trace, rule: str) -> int:
    """The step at which the rule fires first."""
    kinds = ev.Found | ev.Oriented
    return next(step for step, e in enumerate(trace, 1) if isinstance(e, kinds) and e.rule == rule)


SHOWN_BY = {
    **dict.fromkeys((SPOUSE, N_STRUCTURE, LEMMA_1A, LEMMA_1B), "fig3"),
    TWO_CAUSES: "shared-causes", COLLIDER: "rule-collider",
    R1: "fig4", R2: "rule-r2", R3: "rule-r3", R4: "rule-r4", KNOWLEDGE: "rule-r4",
}  # fmt: skip
"""An example for each rule."""


@pytest.mark.parametrize("rule", SHOWN_BY)
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("size", [(824, 446), (640, 366), (480, 320)], ids=str)
def test_the_picture_of_a_rule_shows_all_of_it(
    panel: GraphPanel, rule: str, theme: Theme, size: tuple[int, int]
) -> None:
    example = SHOWN_BY[rule]
    trace = trace_of(example) if find_example(example).rows else small(example)
    panel._player.load(trace)
    step = firing(trace, rule)
    panel.set_theme(theme)
    panel.resize(*size)
    panel._player.seek(step)
    made = panel._frame
    assert made is not None and made.scene.argument is not None
    drawn = drawn_argument(made)
    assert drawn is not None
    assert {number.value for number in drawn.numbers} == {p.number for p in made.scene.argument.numbered}
    fired = picture(panel)
    assert {theme.fired_premise.name(), theme.fired_conclusion.name()} & colours(fired)
    assert not {theme.chosen_premise.name(), theme.chosen_conclusion.name()} & colours(fired)
    panel.choose(None)
    assert panel.scene_shown is not None and panel.scene_shown.argument is None
    assert picture(panel) != fired
    # Words lie on no node of the pattern and on no link of it.
    for line in drawn.dotted:
        if line.label_at is not None:
            x, y = line.label_at
            assert made.node_at(x, y, slack=0.0) is None
    for number in drawn.numbers:
        left, top, right, bottom = made.bounds
        assert left <= number.at[0] <= right and top <= number.at[1] <= bottom


@pytest.mark.parametrize("rule", MEEK)
def test_a_meek_rule_draws_what_turning_its_arrow_round_would_be(panel: GraphPanel, rule: str) -> None:
    trace = trace_of("fig4") if rule == R1 else small(SHOWN_BY[rule])
    panel._player.load(trace)
    panel._player.seek(firing(trace, rule))
    made = panel._frame
    assert made is not None
    drawn = drawn_argument(made)
    assert drawn is not None and made.scene.argument is not None
    [turned] = [line for line in drawn.dotted if line.kind is StrokeKind.FORBIDDEN]
    tail, head = made.scene.argument.edge
    near = {x: [math.dist(corner, made.xy[x]) for corner in turned.corners] for x in (tail, head)}
    assert near[head][0] < near[head][-1] and near[tail][-1] < near[tail][0]  # from the head to the tail
    assert turned.order > drawn.last  # after the conclusion
    [cross] = drawn.crosses
    assert min(math.dist(cross, corner) for corner in turned.corners) < 1.0
    assert turned.label in ("", "would be a circle" if rule == R2 else "would be a new V")
    assert LIGHT.conflict.name() in colours(picture(panel))


def test_a_contradiction_is_drawn_both_ways(panel: GraphPanel) -> None:
    trace = small("conflict")
    panel._player.load(trace)
    step = next(step for step, event in enumerate(trace, 1) if isinstance(event, ev.Conflicted))
    panel._player.seek(step)
    made = panel._frame
    assert made is not None and made.scene.argument is not None
    drawn = drawn_argument(made)
    assert drawn is not None and len(drawn.crosses) == 1
    (stroke,) = made.scene.argument.against
    assert (stroke.head, stroke.tail) == made.scene.argument.edge
    assert {LIGHT.conflict.name(), LIGHT.conflict_bg.name()} <= colours(picture(panel))


def test_the_last_act_wins(panel: GraphPanel, qtbot: QtBot) -> None:
    player = panel._player
    player.seek(N_FIRES)
    scene = panel.scene_shown
    assert scene is not None and scene.argument is not None and not scene.chosen
    panel.choose(ends("T", "A"))
    scene = panel.scene_shown
    assert scene is not None and scene.argument is not None and scene.chosen
    assert scene.argument.ends == ends("T", "A").ends
    assert LIGHT.chosen_conclusion.name() in colours(picture(panel))
    player.seek(N_FIRES + 2)  # a test: nothing is drawn, though the arrow stays selected
    scene = panel.scene_shown
    assert scene is not None and scene.argument is None and panel.selection == ends("T", "A")
    player.seek(N_FIRES)
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    scene = panel.scene_shown
    assert scene is not None and scene.argument is None
    panel.choose(Variable(FIG3.header.names.index("B")))
    assert panel.scene_shown is not None and panel.scene_shown.argument is None


def test_the_field_view_draws_it_where_its_variables_stand(panel: GraphPanel) -> None:
    panel.set_kind("field")
    panel.finish_animations()
    panel._player.seek(N_FIRES)
    made = panel._frame
    assert made is not None and made.scene.argument is not None
    drawn = drawn_argument(made)
    assert drawn is not None
    assert {number.value for number in drawn.numbers} == {1, 2, 3}
    assert LIGHT.fired_premise.name() in colours(picture(panel))
    left, top, right, bottom = made.bounds
    for x in made.scene.argument.cast:
        at_x, at_y = made.xy[x].tolist()
        assert left <= at_x - made.w[x] and at_x + made.w[x] <= right and top <= at_y <= bottom
    for one, other in combinations(made.scene.argument.cast, 2):
        gap = np.abs(made.xy[one] - made.xy[other]) - (
            made.w[one] + made.w[other],
            made.h[one] + made.h[other],
        )
        assert gap.max() > 40.0
    panel._player.seek(N_FIRES - 42)
    assert LIGHT.fired_premise.name() not in colours(picture(panel))


def test_everything_returns_to_its_place(panel: GraphPanel) -> None:
    player = panel._player
    player.seek(N_FIRES + 1)
    before = [panel.node_place(x) for x in range(len(FIG3.header.names))]
    panel.choose(ends("T", "B"))
    assert [panel.node_place(x) for x in range(len(FIG3.header.names))] != before
    panel.choose(None)
    assert [panel.node_place(x) for x in range(len(FIG3.header.names))] == before


def test_a_rule_draws_itself_and_stands_at_once_with_reduced_motion(panel: GraphPanel, qtbot: QtBot) -> None:
    player = panel._player
    player.seek(N_FIRES - 1)
    player.forward()
    assert panel.is_settled()
    still = picture(panel)
    panel.set_reduced_motion(False)
    player.back()
    panel.finish_animations()  # laid out there: steps of one turn are laid out once
    player.forward()
    assert not panel.is_settled()
    qtbot.waitUntil(panel.is_settled)
    assert picture(panel) == still


@pytest.mark.parametrize("size", [(824, 446), (664, 366), (480, 320)], ids=str)
@pytest.mark.parametrize("rule", SHOWN_BY)
def test_what_separates_stands_at_its_line(panel: GraphPanel, rule: str, size: tuple[int, int]) -> None:
    example = SHOWN_BY[rule]
    trace = trace_of(example) if find_example(example).rows else small(example)
    panel._player.load(trace)
    panel.resize(*size)
    panel._player.seek(firing(trace, rule))
    assert panel._frame is not None
    drawn = drawn_argument(panel._frame)
    assert drawn is not None
    for line in drawn.dotted:
        if line.label_at is not None:
            x, y = line.label_at
            half = face(12, MEDIUM)[1].horizontalAdvance(line.label) / 2 + 8.0
            starts, ends = np.array(line.corners[:-1]), np.array(line.corners[1:])
            assert distance_to_segments(x, y, starts, ends).min() <= half + 30.0
            for solid in drawn.solids:
                assert distance_to_segments(x, y, *np.array([[solid.start], [solid.end]])).min() > 10.0
