"""The pill with the verdict keeps clear of the titles of the lanes, in a small panel too."""

from __future__ import annotations

import pytest

from elcs_gui.app.graph.painting import running_test_painter as graph_test
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.player import Player
from tests.traces import trace_of

WIDTH, HEIGHT = 90.0, 26.0


@pytest.fixture
def panel(qtbot):
    player = Player()
    player.load(trace_of("fig3"))
    panel = GraphPanel(player, LIGHT)
    panel.set_reduced_motion(True)
    qtbot.addWidget(panel)
    panel.resize(638, 360)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def covering(panel: GraphPanel) -> int:
    """At how many of every third test the pill lies on a title."""
    player, found = panel._player, 0
    assert player.trace is not None
    for step in player.trace.test_steps[::3].tolist():
        player.seek(step + 1)
        frame = panel._frame
        assert frame is not None
        test = frame.scene.test
        if test is None or not (frame.is_shown(test.x) and frame.is_shown(test.y)):
            continue
        x, y = graph_test._pill_place(frame, graph_test.way_of(frame, test), WIDTH, HEIGHT)
        for at_x, at_y, w, h in frame.words:
            found += abs(at_x - x) < WIDTH / 2 + w and abs(at_y - y) < HEIGHT / 2 + h - 2
    return found


def test_it_covers_no_title(panel, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(graph_test, "_over_words", lambda *_: 0.0)
        careless = covering(panel)
    panel._player.seek(0)
    assert covering(panel) < careless / 4
