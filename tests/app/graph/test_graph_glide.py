"""On their way nodes take everything along that stands on them and between them; nothing jumps at the end."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QWidget

from elcs_gui.app.graph.painting.mark_painter import Riding, placed_marks
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.graph.tween import gliding
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.player import Player
from elcs_gui.picture.outlines import inside
from tests.traces import trace_of


@pytest.fixture
def player(qtbot):
    player = Player()
    player.load(trace_of("alarm"))
    return player


@pytest.fixture(params=["local", "field"])
def panel(request, player, qtbot):
    panel = GraphPanel(player, LIGHT)
    panel.set_reduced_motion(True)
    qtbot.addWidget(panel)
    panel.resize(824, 446)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.set_associations([(x, x + 1, 0.5) for x in range(36)])
    panel.set_kind(request.param)
    panel.finish_animations()
    player.last()
    return panel


def pixels(panel: GraphPanel) -> np.ndarray:
    made = QPixmap(panel.size())
    panel.render(made, renderFlags=QWidget.RenderFlag(0))
    image = made.toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(int)


def test_having_arrived_everything_is_where_it_belongs(panel):
    goal = panel._frame
    there = gliding(goal, goal.xy.copy())
    np.testing.assert_allclose(there.starts, goal.starts)
    np.testing.assert_allclose(there.ends, goal.ends)
    assert there.routes == goal.routes
    assert there.controls.keys() == goal.controls.keys()
    for i, place in goal.controls.items():
        assert there.controls[i] == pytest.approx(place)
    arrived = pixels(panel)
    panel._last_frame = there
    # Stamps on whole pixels are half a pixel off at most.
    assert (np.abs(pixels(panel) - arrived) > 120).mean() < 0.01


def test_the_whole_picture_can_be_pushed_aside(panel):
    """Eight pixels to the right everything looks as it did, but for what stands round the graph."""
    goal = panel._frame
    panel._last_frame = gliding(goal, goal.xy.copy())
    before = pixels(panel)
    panel._last_frame = gliding(goal, goal.xy + np.array([8.0, 0.0]))
    after = pixels(panel)
    middle = slice(60, 330), slice(40, 560)
    differs = np.abs(after[:, 8:] - before[:, :-8])[middle] > 60
    assert differs.mean() < 0.01
    assert (np.abs(after - before)[middle] > 60).mean() > 2 * differs.mean()


def test_links_on_their_way_end_at_the_outlines(panel):
    goal = panel._frame
    rng = np.random.default_rng(5)
    made = gliding(goal, goal.xy + rng.uniform(-40.0, 40.0, goal.xy.shape))
    assert made.decided is goal
    assert made.moving
    for i, link in enumerate(made.links):
        for x, (at_x, at_y) in ((link.tail, made.starts[i]), (link.head, made.ends[i])):
            dx, dy = at_x - made.xy[x, 0], at_y - made.xy[x, 1]
            near = inside(dx, dy, made.w[x], made.h[x], made.r[x], 8.0)
            assert near and not inside(dx, dy, made.w[x], made.h[x], made.r[x], 1.0)


def test_marks_ride_on_their_links(panel):
    goal = panel._frame
    marks = placed_marks(goal, None, None)
    assert marks
    ride = Riding(goal, marks)
    shift = np.array([30.0, -11.0])
    places = ride.places(gliding(goal, goal.xy + shift))
    np.testing.assert_allclose(places, np.array([mark[:2] for mark in marks]) + shift, atol=0.01)


def test_what_is_decided_for_a_motion_is_the_frame_it_ends_with(panel, player, qtbot):
    """Stepping to where a role changes: from the first frame on the goal is the frame that comes out."""
    panel.set_reduced_motion(False)
    glided = 0
    for step in range(player.length):
        player.seek(step)
        panel.finish_animations()
        player.seek(step + 1)
        if panel._frame.goal is not None and panel._motion.moving:
            goal = panel._frame.goal
            panel._motion.ticked.emit()
            assert panel._frame.goal is goal or not panel._motion.moving
            panel.finish_animations()
            assert panel._frame.goal is None
            assert np.array_equal(panel._frame.ends, goal.ends)
            glided += 1
        if glided >= 3:
            break
    assert glided or panel._kind == "field"
