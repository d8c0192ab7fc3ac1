"""Marks on links and words beside ghosts cover neither nodes nor other links."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.ghost_painter import ghost_labels
from elcs_gui.app.graph.painting.mark_painter import drawn_lines, placed_marks
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.player import Player
from elcs_gui.picture.outlines import distance_to_segments, segment_hits_boxes
from elcs_gui.picture.scene import LinkKind
from tests.traces import trace_of

Frames = Callable[[int], Frame]


@pytest.fixture
def frames(qtbot: QtBot, request: pytest.FixtureRequest) -> Frames:
    """Of an example, by step."""
    player = Player()
    player.load(trace_of(request.param))
    panel = GraphPanel(player, LIGHT)
    panel.set_reduced_motion(True)
    qtbot.addWidget(panel)
    panel.resize(824, 446)
    with qtbot.waitExposed(panel):
        panel.show()

    def at(step: int) -> Frame:
        player.seek(step if step >= 0 else player.length)
        assert panel._frame is not None
        return panel._frame

    return at


@pytest.mark.parametrize("frames", ["fig4"], indirect=True)
def test_no_badge_lies_on_another_link(frames: Frames) -> None:
    frame = frames(-1)
    assert frame.controls  # one of them is led round a node, across an edge of the target
    lines, marks = drawn_lines(frame), placed_marks(frame, None, None)
    assert len(marks) == len([link for link in frame.links if link.badge])
    for x, y, *_, i in marks:
        others = lines[np.arange(len(lines)) != i].reshape(-1, 2, 2)
        assert distance_to_segments(x, y, others[:, 0], others[:, 1]).min() > 9.0
    places = np.array([mark[:2] for mark in marks])
    apart = np.abs(places[:, None] - places[None]).max(axis=2) + 99.0 * np.eye(len(places))
    assert apart.min() > 18.0


@pytest.mark.parametrize("frames", ["fig3"], indirect=True)
def test_the_label_of_a_ghost_lies_on_nothing_or_is_left_out(frames: Frames) -> None:
    seen = 0
    for step in range(380, 640, 4):
        frame = frames(step)
        if frame.scene.argument is not None:
            continue
        ghost = np.array([link.kind is LinkKind.GHOST for link in frame.links], dtype=bool)
        lines = drawn_lines(frame)[~ghost].reshape(-1, 2, 2)
        for _, x, y, half in ghost_labels(frame):
            seen += 1
            at, w, h = np.array([[x, y]]), np.array([half]), np.array([10.0])
            assert not any(segment_hits_boxes(a, b, at, w, h).any() for a, b in lines.tolist())
            sizes = np.stack([frame.w + half, frame.h + 10.0], axis=1)[frame.shown]
            assert not (np.abs(frame.xy[frame.shown] - (x, y)) < sizes).all(axis=1).any()
    assert seen > 10
