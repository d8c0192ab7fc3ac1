"""The graph panel shows the player's step and answers to pointer and keys."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.graph.painting import tray_legend_painter as graph_furniture
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.theme import CONTRAST, DARK, LIGHT
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.trace import events as ev
from elcs_gui.trace.roles import Role
from elcs_gui.trace.trace import Header

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(scope="module")
def network():
    return find_example("fig3").load_network()


@pytest.fixture(scope="module")
def trace(network):
    target = network.index("T")
    return learn(Evidence(Oracle(network)), Header("elcs", target, network.nodes, "oracle")).trace


@pytest.fixture
def player(trace, qtbot):
    player = Player()
    player.load(trace)
    return player


@pytest.fixture
def panel(player, qtbot):
    panel = GraphPanel(player, LIGHT)
    panel.set_reduced_motion(True)
    qtbot.addWidget(panel)
    panel.resize(824, 446)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def name(panel, word):
    return panel._player.trace.header.names.index(word)


def place(panel, word):
    at = panel.node_place(name(panel, word))
    assert at is not None
    return at


def all_places(panel):
    count = len(panel._player.trace.header.names)
    return [panel.node_place(x) for x in range(count)]


def picture(panel):
    image = panel.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return bytes(image.constBits())


def step_of(trace, kind, at=""):
    return next(i for i, e in enumerate(trace, 1) if isinstance(e, kind) and e.at.startswith(at))


def test_causes_stand_above_the_target_and_effects_below_at_the_end(panel, player):
    player.last()
    middle = place(panel, "T").y()
    assert all(place(panel, word).y() < middle for word in "EJ")
    assert all(place(panel, word).y() > middle for word in "ABKL")


def painted(panel, player, count):
    """So many pictures of steps from the first to the last, as rows of pixels."""
    pictures = []
    for step in np.linspace(0, player.length, count).astype(int).tolist():
        player.seek(step)
        pictures.append(np.frombuffer(picture(panel), np.uint32) & 0xFFFFFF)
    return np.array(pictures)


def has(pictures, colour):
    """Which of the pictures show this colour, but for a soft edge here and there."""
    return (pictures == colour.rgb() & 0xFFFFFF).sum(axis=1) > 20


def test_every_step_is_painted_in_both_themes_and_kinds(panel, player):
    for kind in ("local", "field"):
        panel.set_kind(kind)
        panel.finish_animations()
        for theme in (LIGHT, DARK):
            panel.set_theme(theme)
            pictures = painted(panel, player, 40)
            assert has(pictures, theme.canvas).all()
            assert has(pictures, theme.target).all()
            assert not has(pictures, theme.child)[0]
            assert has(pictures, theme.child)[-1]
            assert (pictures[1:] != pictures[:-1]).any(axis=1).mean() > 0.9, "most steps show something new"


def test_in_high_contrast_borders_and_links_are_thicker(panel, player):
    player.last()
    coloured = []
    for theme in (replace(CONTRAST, stroke=1.0), CONTRAST):
        panel.set_theme(theme)
        pixels = np.frombuffer(picture(panel), np.uint32) & 0xFFFFFF
        coloured.append(
            [int((pixels == colour.rgb() & 0xFFFFFF).sum()) for colour in (theme.parent, theme.child)]
        )
    (parents, children), (thicker_parents, thicker_children) = coloured
    assert thicker_parents > 1.2 * parents > 0
    assert thicker_children > 1.2 * children > 0


def test_stepping_back_restores_the_same_scene(panel, player):
    player.seek(player.length // 2)
    before, places = picture(panel), all_places(panel)
    player.last()
    player.seek(player.length // 2)
    assert all_places(panel) == places
    assert picture(panel) == before


def test_a_click_selects_a_node_and_the_background_clears_it(panel, player, qtbot):
    player.last()
    with qtbot.waitSignal(panel.selected) as told:
        qtbot.mouseClick(panel, LEFT, pos=place(panel, "B").toPoint())
    assert told.args == [Variable(name(panel, "B"))]
    with qtbot.waitSignal(panel.selected) as told:
        qtbot.mouseClick(panel, LEFT, pos=QPoint(30, 200))
    assert told.args == [None]


def test_a_click_on_an_edge_selects_it(panel, player, qtbot):
    player.last()
    a, b = place(panel, "T"), place(panel, "A")
    with qtbot.waitSignal(panel.selected) as told:
        qtbot.mouseClick(panel, LEFT, pos=(a + (b - a) * 0.6).toPoint())
    assert told.args == [Edge.between(name(panel, "T"), name(panel, "A"))]


def test_a_double_click_asks_for_the_target(panel, player, qtbot):
    player.last()
    with qtbot.waitSignal(panel.target_requested) as told:
        qtbot.mouseDClick(panel, LEFT, pos=place(panel, "K").toPoint())
    assert told.args == [name(panel, "K")]


def test_enter_asks_for_the_selected_node(panel, player, qtbot):
    player.last()
    panel.select(Variable(name(panel, "L")))
    with qtbot.waitSignal(panel.target_requested) as told:
        qtbot.keyClick(panel, Qt.Key.Key_Return)
    assert told.args == [name(panel, "L")]


def test_arrow_keys_walk_between_nodes_and_escape_clears(panel, player, qtbot):
    player.last()
    panel.setFocus()
    panel.select(Variable(name(panel, "T")))
    with qtbot.waitSignal(panel.selected) as told:
        qtbot.keyClick(panel, Qt.Key.Key_Up)
    assert told.args[0].x in (name(panel, "E"), name(panel, "J"))
    with qtbot.waitSignal(panel.selected) as told:
        qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert told.args == [None]


def test_selecting_from_outside_tells_nobody(panel, player, qtbot):
    player.last()
    with qtbot.assertNotEmitted(panel.selected):
        panel.select(Variable(name(panel, "A")))


def test_dragging_a_node_keeps_it_where_it_was_dropped(panel, player, qtbot):
    player.last()
    start = place(panel, "A").toPoint()
    drop = start + QPoint(60, -40)
    qtbot.mousePress(panel, LEFT, pos=start)
    qtbot.mouseMove(panel, start + QPoint(20, -10))
    qtbot.mouseMove(panel, drop)
    qtbot.mouseRelease(panel, LEFT, pos=drop)
    player.back()
    player.last()
    assert (place(panel, "A") - QPointF(drop)).manhattanLength() < 2
    panel.reset_positions()
    assert (place(panel, "A") - QPointF(start)).manhattanLength() < 2


def turn_wheel(panel, at, turned):
    nothing = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        at, panel.mapToGlobal(at), QPoint(), QPoint(0, turned), Qt.MouseButton.NoButton, *nothing, False
    )
    QApplication.sendEvent(panel, event)


def test_the_wheel_zooms_about_the_pointer(panel, player):
    player.last()
    fixed, other = place(panel, "B"), place(panel, "E")
    turn_wheel(panel, fixed, 240)
    assert (place(panel, "B") - fixed).manhattanLength() < 1
    assert (place(panel, "E") - fixed).manhattanLength() > (other - fixed).manhattanLength() * 1.2
    panel.fit()
    assert (place(panel, "E") - other).manhattanLength() < 1


def test_dragging_the_background_pans(panel, player, qtbot):
    player.last()
    before = place(panel, "T")
    qtbot.mousePress(panel, LEFT, pos=QPoint(30, 200))
    qtbot.mouseMove(panel, QPoint(60, 210))
    qtbot.mouseMove(panel, QPoint(80, 220))
    qtbot.mouseRelease(panel, LEFT, pos=QPoint(80, 220))
    moved = place(panel, "T") - before
    assert (moved.x(), moved.y()) == pytest.approx((50, 20), abs=1)


def test_the_running_test_shows_both_its_variables(panel, player, trace):
    for step in trace.test_steps[:: max(1, len(trace.test_steps) // 60)].tolist():
        player.seek(step + 1)
        event = player.current_event
        assert isinstance(event, ev.Tested)
        assert panel.node_place(event.x) is not None and panel.node_place(event.y) is not None


def test_a_change_of_role_glides_unless_motion_is_reduced(panel, player, trace):
    step = step_of(trace, ev.Found)
    player.seek(step - 1)
    assert panel.is_settled()
    panel.set_reduced_motion(False)
    player.forward()
    assert not panel.is_settled()
    panel.finish_animations()
    assert panel.is_settled()
    glided = all_places(panel)
    player.back()
    panel.set_reduced_motion(True)
    player.forward()
    assert panel.is_settled()
    assert all_places(panel) == glided


def test_what_changes_in_one_turn_is_laid_out_once_and_only_if_it_changes(panel, player, qtbot):
    with patch.object(panel._local, "places", wraps=panel._local.places) as layouts:
        player.last()
        panel.set_truth(frozenset())
        panel.choose(Edge((0, name(panel, "T"))))
        panel.refresh()
        picture(panel)
        QApplication.processEvents()
        assert layouts.call_count == 1
        panel.show_firmness()
        panel.set_shares(None)
        picture(panel)
        assert layouts.call_count == 1


def test_scrubbing_does_not_animate(panel, player, trace):
    panel.set_reduced_motion(False)
    player.seek(step_of(trace, ev.Found) - 1)
    panel.set_scrubbing(True)
    player.forward()
    assert panel.is_settled()


def test_truth_marks_every_arrow(panel, player, network):
    player.last()
    plain = picture(panel)
    panel.set_truth(frozenset(network.edges))
    assert panel.scene_shown is not None
    arrows = [link for link in panel.scene_shown.links if link.directed]
    assert arrows and all(link.truth is not None for link in arrows)
    assert picture(panel) != plain
    panel.set_truth(None)
    assert picture(panel) == plain


def test_the_finished_run_says_what_is_decided(panel, player):
    player.last()
    assert panel.scene_shown is not None
    assert panel.scene_shown.note == "6 neighbours decided"
    assert not panel.scene_shown.doubted
    assert "6 neighbours decided" in panel.accessibleDescription()


def test_the_map_shows_every_variable_and_stays_put(panel, player, trace):
    links = [(x, x + 1, 0.5) for x in range(len(trace.header.names) - 1)]
    panel.set_associations(links)
    panel.set_kind("field")
    panel.finish_animations()
    before = all_places(panel)
    assert None not in before
    player.seek(3)
    player.seek(0)
    assert all_places(panel) == before


def test_searching_brings_a_variable_into_the_middle(panel, player, qtbot):
    panel.focus_search()
    panel.finish_animations()
    with qtbot.waitSignal(panel.selected) as told:
        qtbot.keyClicks(panel._search, "x")
    assert told.args == [Variable(name(panel, "X"))]
    at = place(panel, "X")
    assert (at.x(), at.y()) == pytest.approx((panel.width() / 2, panel.height() / 2), abs=1)


def test_enter_goes_through_what_fits_and_escape_leaves_the_search(panel, qtbot):
    search = panel._search
    told: list[int] = []
    search.set_names(["aa", "ab", "b", "ac"])
    search.found.connect(told.append)
    panel.focus_search()
    qtbot.keyClicks(search, "a")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Return):
        qtbot.keyClick(search, key)
    qtbot.keyClick(search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert told == [0, 1, 3, 0, 3]
    qtbot.keyClicks(search, "x")
    qtbot.keyClick(search, Qt.Key.Key_Return)
    assert told == [0, 1, 3, 0, 3]
    with patch.object(panel, "setFocus") as focused:
        qtbot.keyClick(search, Qt.Key.Key_Escape)
    assert search.text() == "" and focused.called


def test_hovering_a_node_brings_its_card(panel, player, qtbot, network):
    player.last()
    panel.set_levels([("no", "yes")] * len(network.nodes))
    qtbot.mouseMove(panel, place(panel, "B").toPoint())
    qtbot.waitUntil(lambda: panel._card is not None)
    assert panel._card.name == "B"
    assert panel._card.role is Role.CHILD
    panel.grab()


def test_without_a_run_there_is_an_empty_canvas(qtbot):
    panel = GraphPanel(Player(), LIGHT)
    qtbot.addWidget(panel)
    for kind in ("field", "local"):
        panel.set_kind(kind)
        panel.grab()
        panel.fit()
        panel.zoom_in()
    assert panel.is_settled()


@pytest.fixture(scope="module")
def hub_trace():
    """T with 16 children of which every other one has a cause of its own."""
    children = tuple(f"child_{i:02}" for i in range(16))
    others = tuple(f"other_{i:02}" for i in range(0, 16, 2))
    names = ("T", *children, *others)
    parents = [(), *[(0, 17 + i // 2) if i % 2 == 0 else (0,) for i in range(16)], *[() for _ in others]]
    network = Network("hub", names, tuple(parents), tuple(() for _ in names))
    return learn(Evidence(Oracle(network)), Header("elcs", 0, names, "oracle", k=1)).trace


@pytest.fixture
def hub_panel(hub_trace, panel, player):
    player.load(hub_trace)
    player.last()
    return panel


def test_a_hub_is_legible_and_its_nodes_do_not_overlap(hub_panel):
    made = hub_panel._frame
    assert made is not None and made.routes and made.in_columns
    shown = [x for x in made.texts if hub_panel.scene_shown.role(x) is not Role.DISMISSED]
    assert len(shown) == 25
    assert min(14 * made.scale[x] for x in shown) >= 10
    for a in shown:
        for b in shown:
            apart = np.abs(made.xy[a] - made.xy[b]) >= (made.w[a] + made.w[b], made.h[a] + made.h[b])
            assert a == b or apart.any()


def test_a_click_where_an_edge_turns_off_to_a_child_of_a_hub_selects_that_edge(hub_panel, qtbot):
    made = hub_panel._frame
    i = next(i for i in made.routes if made.links[i].head == name(hub_panel, "child_03"))
    at = (made.starts[i] + made.ends[i]) / 2
    with qtbot.waitSignal(hub_panel.selected) as told:
        qtbot.mouseClick(hub_panel, LEFT, pos=QPoint(round(at[0]), round(at[1])))
    assert told.args == [Edge((0, name(hub_panel, "child_03")))]


def test_a_node_dragged_away_from_its_column_gets_a_straight_edge(hub_panel, qtbot):
    start = place(hub_panel, "child_05").toPoint()
    drop = QPoint(60, 80)
    qtbot.mousePress(hub_panel, LEFT, pos=start)
    qtbot.mouseMove(hub_panel, start + QPoint(10, -10))
    qtbot.mouseMove(hub_panel, drop)
    qtbot.mouseRelease(hub_panel, LEFT, pos=drop)
    made = hub_panel._frame
    assert (place(hub_panel, "child_05") - QPointF(drop)).manhattanLength() < 2
    assert name(hub_panel, "child_05") not in {made.links[i].head for i in made.routes}


def test_every_step_of_a_hub_is_painted_with_what_is_true(hub_panel, player, hub_trace):
    plain = painted(hub_panel, player, 30)
    hub_panel.set_truth(frozenset((0, x) for x in range(1, 9)))
    judged = painted(hub_panel, player, 30)
    assert has(plain, LIGHT.target).all()
    assert has(judged, LIGHT.target).all()
    assert (plain[-1] != judged[-1]).sum() > 100


@pytest.mark.parametrize("size", [(663, 366), (824, 446), (1304, 627)])
def test_no_node_on_the_map_lies_under_legend_search_or_minimap(hub_panel, hub_trace, size):
    count = len(hub_trace.header.names)
    hub_panel.set_associations(
        [(0, x, 0.5) for x in range(1, 17)] + [(x, x + 1, 0.2) for x in range(1, count - 1)]
    )
    hub_panel.resize(*size)
    hub_panel.set_kind("field")
    hub_panel.finish_animations()
    made = hub_panel._frame
    shapes = np.array(sorted(made.texts))
    assert len(shapes) == 25
    low = made.xy[shapes] - np.stack([made.w, made.h], axis=1)[shapes]
    high = made.xy[shapes] + np.stack([made.w, made.h], axis=1)[shapes]
    assert (low[:, 1] > hub_panel._search.geometry().bottom()).all()
    assert (high[:, 1] < size[1] - 34).all()
    assert not ((high[:, 0] > size[0] - 172) & (high[:, 1] > size[1] - 112)).any()


def test_the_titles_beside_a_hub_keep_clear_of_it(hub_panel, player, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        graph_furniture,
        "paint_title",
        lambda _, __, word, quiet, at, **___: drawn.append((word, quiet, at[0])),
    )
    hub_panel.set_theme(LIGHT.at(1.4))
    for width in range(480, 1000, 80):
        hub_panel.resize(width, 420)
        for step in (player.length // 4, player.length // 2, player.length):
            drawn.clear()
            player.seek(step)
            hub_panel.grab()
            if not hub_panel._local._plan.compact:
                continue
            frame = hub_panel._frame
            target = frame.scene.target
            left = float(frame.xy[target, 0] - frame.w[target])
            assert drawn or left < 100
            for word, quiet, at in drawn:
                assert at > left or at + graph_furniture.title_width(word, quiet) <= left, (width, step)


def test_links_wait_for_the_variables_that_they_join(panel, qtbot):
    panel.set_kind("field")
    variables = len(panel._player.trace.header.names)
    panel.set_associations([(0, 1, 0.5), (0, variables, 0.5)])  # of data whose run is still to be shown
    QApplication.processEvents()
    assert not panel._field.ready
    panel.set_associations([(0, 1, 0.5)])
    qtbot.waitUntil(lambda: panel._field.ready)


def test_links_that_come_when_a_map_is_about_to_be_shown_have_their_own_drawn(panel, qtbot):
    panel.set_kind("field")
    field = panel._field.map
    while field._timer.isActive():  # then it is shown in the next turn of the event loop
        field._step()
    panel.set_associations([(0, 1, 0.5)])
    qtbot.waitUntil(lambda: field.ready, timeout=10_000)
