"""A rule that fires, or whose arrow is selected, is drawn with the premises of its proof."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.painting.argument_painter import drawn_argument
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.theme import DARK, LIGHT, MEDIUM, Theme
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.picture.outlines import distance_to_segments
from elcs_gui.picture.why_answer import Subject, answer
from elcs_gui.picture.why_lines import Kind, Reading, page_lines
from elcs_gui.proof.argument import (
    Argument,
    StrokeKind,
    argument_for,
    argument_of_edge,
    argument_of_event,
)
from elcs_gui.proof.tree import ARROW, cited_tests, walk
from elcs_gui.proof.why import why_edge
from elcs_gui.storage.study import Study
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
    RULES,
    SPOUSE,
    TWO_CAUSES,
)
from elcs_gui.trace.timeline import Timeline, final_view
from elcs_gui.trace.trace import Trace
from tests.knowing_runs import noisy_runs_with_knowledge, oracle_runs_with_knowledge
from tests.traces import trace_of

FIG3 = trace_of("fig3")
N_FIRES = 922


def arrows_of(trace: Trace) -> Iterator[tuple[int, int]]:
    """Every arrow of the final graph, by its ends."""
    step, names = len(trace), range(len(trace.header.names))
    for a in names:
        for b in range(a):
            if why_edge(trace, step, a, b).claim.kind == ARROW:
                yield b, a


def check(trace: Trace, a: int, b: int) -> None:
    step = len(trace)
    proof = why_edge(trace, step, a, b)
    found = argument_for(trace, proof)
    assert found == argument_of_edge(trace, step, a, b)
    assert found is not None and found.rule == proof.rule and found.edge == proof.claim.of
    assert set(found.edge) <= set(found.cast) and len(found.cast) == len(RULES[found.rule].pattern.seats)
    # Whatever the proof rests on is in a premise, and no premise is drawn that it does not rest on.
    cited = {test for premise in found.premises if not premise.beside for test in cited_tests(premise.proof)}
    assert cited == set(cited_tests(proof))
    nodes = {id(node) for node in walk(proof)}
    assert all(premise.beside or id(premise.proof) in nodes for premise in found.premises)
    # Each stroke joins variables that its premise speaks of, within the pattern.
    for premise in found.premises:
        spoken = {x for node in walk(premise.proof) for x in node.claim.of}
        for stroke in premise.strokes:
            assert set(stroke.ends) <= spoken & set(found.cast)
    # Numbers are 1, 2, 3 ..., and everything with a number is to be seen; who shares one says the same.
    numbers = [premise.number for premise in found.numbered]
    assert sorted(set(numbers)) == list(range(1, max(numbers, default=0) + 1)) and numbers == sorted(numbers)
    for one, other in combinations(found.numbered, 2):
        assert one.number != other.number or one.proof.claim.kind == other.proof.claim.kind
    assert all(premise.strokes for premise in found.numbered)
    same_numbers(trace, found)


def same_numbers(trace: Trace, found: Argument) -> None:
    """The Why page has the premises in the same order, with the same numbers."""
    step, names = len(trace), trace.header.names
    view = Timeline(trace).view(step)
    page = answer(trace, step, view, trace[step - 1], Subject("edge", found.ends), names, formal=False)
    lines = page_lines(Reading(trace, names), page.premises, frozenset(), page.against, page.argument)
    numbers = [(line.number, line.proof.claim) for line in lines if line.kind is Kind.PREMISE and line.number]
    assert numbers == [(premise.number, premise.proof.claim) for premise in found.numbered]


@settings(max_examples=40, deadline=None)
@given(oracle_runs_with_knowledge())
def test_every_arrow_has_an_argument_with_an_oracle(trace: Trace) -> None:
    for ends in arrows_of(trace):
        check(trace, *ends)


@settings(max_examples=25, deadline=None)
@given(noisy_runs_with_knowledge())
def test_every_arrow_has_an_argument_on_data(trace: Trace) -> None:
    for ends in arrows_of(trace):
        check(trace, *ends)


@settings(max_examples=25, deadline=None)
@given(oracle_runs_with_knowledge())
def test_every_event_that_tells_an_arrow_has_its_argument(trace: Trace) -> None:
    for step, event in enumerate(trace, 1):
        found = argument_of_event(trace, step, event)
        if isinstance(event, ev.Oriented):
            assert found is not None and found.edge == (event.tail, event.head)
        elif isinstance(event, ev.Found):
            assert found is not None and event.target in found.edge
        elif isinstance(event, ev.Conflicted):
            assert found is not None and found.against
        else:
            assert found is None


def test_the_n_structure_is_drawn_as_in_the_paper() -> None:
    names = FIG3.header.names
    found = argument_of_event(FIG3, N_FIRES, FIG3[N_FIRES - 1])
    assert found is not None
    said = [
        (premise.number, premise.beside, stroke.kind, names[stroke.tail] + names[stroke.head])
        for premise in found.numbered
        for stroke in premise.strokes
    ]
    assert said == [
        (1, False, StrokeKind.ARROW, "TA"),
        (1, False, StrokeKind.ARROW, "CA"),
        (2, False, StrokeKind.CANDIDATE, "CB"),
        (3, True, StrokeKind.APART, "CB"),
    ]
    assert [names[x] for x in found.cast] == ["T", "B", "A", "C"]


@pytest.mark.parametrize(("example", "arrows"), [("rule-r3", {"CB", "DB"}), ("rule-r4", {"DC", "CB"})])
def test_a_rule_about_four_variables_numbers_arrows_links_and_what_is_apart(
    example: str, arrows: set[str]
) -> None:
    trace = small(example)
    names = trace.header.names
    found = argument_of_edge(trace, len(trace), names.index("A"), names.index("B"))
    assert found is not None
    said: dict[int, set[str]] = {}
    for premise in found.numbered:
        said.setdefault(premise.number, set()).update(
            names[stroke.tail] + names[stroke.head] for stroke in premise.strokes
        )
    assert said[1] == arrows
    assert {frozenset(pair) for pair in said[2]} == {frozenset("AC"), frozenset("AD")}
    assert len(said[3]) == 1 and len(said) == 3


def test_what_is_no_arrow_has_no_argument() -> None:
    e, t = FIG3.header.names.index("E"), FIG3.header.names.index("T")
    undecided = why_edge(FIG3, N_FIRES, e, t)
    assert undecided.status == "undecided" and argument_for(FIG3, undecided) is None
    assert not final_view(FIG3).conflicts


# The picture


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


@cache
def small(example: str) -> Trace:
    """The run that an example without data is made for."""
    declared = find_example(example)
    network = declared.load_network()
    study = Study(
        example, None, network, "oracle", target=declared.target, k=declared.k, require=declared.require,
        algorithm=declared.algorithm,
    )  # fmt: skip
    return learn(Evidence(Oracle(network)), study.header()).trace


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


def test_what_ldecc_rests_on_is_drawn_with_whom_its_tests_name() -> None:
    """Now one variable besides the arrow's ends, now two; each has a seat, and all strokes are among them."""
    trace = trace_of("alarm", "ldecc")
    end = final_view(trace).outcome()
    drawn = [argument_of_edge(trace, len(trace), x, end.target) for x in (*end.parents, *end.children)]
    assert drawn
    for argument in drawn:
        assert argument is not None and len(argument.numbered) >= 2
        assert len(argument.pattern.seats) == len(argument.cast) in (3, 4)
        ends = {x for premise in argument.numbered for stroke in premise.strokes for x in stroke.ends}
        assert ends <= {*argument.cast}
