"""Stamping shows what drawing shows; files have lines and shapes, and a frame at rest is not made twice."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from elcs_gui.app.graph.painting import pixmap_cache as graph_stamps
from elcs_gui.app.graph.painting.field_labels_painter import MapLabels
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.graph.sheet import Layout, Sheet
from elcs_gui.app.kit.theme import CONTRAST, DARK, LIGHT
from elcs_gui.app.model.player import Player
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.trace import events as ev
from tests.traces import trace_of


@pytest.fixture
def player(qtbot):
    player = Player()
    player.load(trace_of("alarm"))
    return player


@pytest.fixture
def panel(player, qtbot):
    panel = GraphPanel(player, LIGHT)
    panel.set_reduced_motion(True)
    qtbot.addWidget(panel)
    panel.resize(824, 446)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.set_associations([(x, x + 1, 0.5) for x in range(36)])
    return panel


def pixels(panel: GraphPanel, ratio: float) -> np.ndarray:
    made = QPixmap(panel.size() * ratio)
    made.setDevicePixelRatio(ratio)
    panel.render(made, renderFlags=QWidget.RenderFlag(0))
    image = made.toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint8).astype(int)


@pytest.mark.parametrize(
    "theme", [LIGHT, DARK, CONTRAST, LIGHT.at(2.0)], ids=["light", "dark", "contrast", "twice"]
)
@pytest.mark.parametrize("kind", ["local", "field"])
@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_a_stamped_picture_is_the_drawn_one(panel, player, monkeypatch, theme, kind, ratio):
    panel.set_theme(theme)
    panel.set_kind(kind)
    panel.finish_animations()
    for part in (0.4, 0.7, 1.0):
        player.seek(round(part * player.length))
        stamped = pixels(panel, ratio)
        with monkeypatch.context() as patch:
            patch.setattr(graph_stamps, "on_screen", lambda _: False)
            drawn = pixels(panel, ratio)
        far_off = np.abs(stamped - drawn) > 60
        # Dots stand on whole pixels when stamped.
        assert far_off.mean() < (0.004 if kind == "field" else 0.0002)


@pytest.mark.parametrize("kind", ["local", "field"])
def test_a_file_has_no_pictures_in_it(panel, player, tmp_path, kind):
    player.last()
    panel.set_kind(kind)
    panel.finish_animations()
    panel.grab()  # so that there are stamps
    sheet = Sheet(player.trace, Layout(LIGHT, kind), panel.shown)
    sheet.picture.write(tmp_path / "graph.svg")
    assert "<image" not in (tmp_path / "graph.svg").read_text()
    sheet.picture.write(tmp_path / "graph.pdf")
    assert b"/Subtype /Image" not in (tmp_path / "graph.pdf").read_bytes()


def test_the_frame_and_its_ground_last_while_nothing_moves(panel, player):
    ground = panel._local.ground
    player.seek(200)
    frame = panel._frame
    panel.grab()
    before = ground.made
    panel._animate()
    panel.grab()
    assert panel._frame is frame
    assert ground.made == before
    player.seek(player.length // 2)
    panel.grab()
    assert panel._frame is not frame
    assert ground.made == before + 1  # others have been dismissed


def test_a_step_that_moves_nobody_takes_over_what_was_laid_out(panel, player):
    steps = player.trace.test_steps.tolist()
    pairs = [step for step, following in pairwise(steps) if following == step + 1]
    shared = 0
    for step in pairs[:: max(len(pairs) // 40, 1)]:
        player.seek(step + 1)
        earlier = panel._frame
        player.seek(step + 2)
        now, anew = panel._frame, panel._stage.frame(panel._frame.xy, panel._size)
        shared += now.starts is earlier.starts and now is not earlier
        assert now.links == anew.links
        assert now.texts == anew.texts
        for part in ("w", "h", "r", "scale", "starts", "ends"):
            assert np.array_equal(getattr(now, part), getattr(anew, part))
    assert shared > 10


def test_stamps_are_dropped_when_there_are_too_many(monkeypatch, qtbot):
    monkeypatch.setattr(graph_stamps, "MOST_PIXELS", 5_000)
    store = graph_stamps.Store()
    image = QImage(50, 50, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    with graph_stamps.CachedPainter(painter, store=store) as press:
        for key in range(50):
            press.put(key, 20.0, 20.0, 10.0, 10.0, lambda *_: None)
    painter.end()
    assert 0 < len(store.found) < 15


def _is_about_spouses(fact: ev.Event) -> bool:
    return isinstance(fact, ev.Left | ev.Barred) and fact.set == "SP"


def test_a_story_knows_who_left_and_what_was_tried(player):
    trace = player.trace
    by_target = FactsByTarget(trace)
    leaving = ev.Separated | ev.Left | ev.FalseNeighbour | ev.Barred
    targets = {fact.target for fact in trace.facts if isinstance(fact, leaving)}
    for step in range(0, player.length + 1, 97):
        facts = by_target.facts(step)
        for target in sorted(targets):
            order: dict[int, None] = {}
            for fact in facts:
                if isinstance(fact, leaving) and fact.target == target and not _is_about_spouses(fact):
                    order.pop(fact.x, None)
                    order[fact.x] = None
            assert by_target.left(step, target) == list(order)
            tried = any(isinstance(fact, ev.SpousesCopied) and fact.target == target for fact in facts)
            assert by_target.tried(step, target) == tried


def test_names_on_the_map_cover_neither_nodes_nor_each_other(panel, player):
    player.last()
    panel.set_kind("field")
    panel.finish_animations()
    stage, frame = panel._field, panel._frame
    labels = MapLabels()
    placed = labels.place(frame, stage.map.importance, stage.map.world, stage.camera, QSizeF(824, 446))
    assert placed
    width = [labels._width(text.text()) for _, text in placed]
    left = np.array([at.x() for at, _ in placed])
    top = np.array([at.y() for at, _ in placed])
    right = left + np.array(width)
    over = (left[:, None] < right) & (left < right[:, None]) & (np.abs(top[:, None] - top) < 14.0)
    np.fill_diagonal(over, val=False)
    assert not over.any()
    for x in frame.shown:
        half_w, half_h = (frame.w[x], frame.h[x]) if x in frame.texts else (4.0, 4.0)
        cx, cy = frame.xy[x]
        beside = (left >= cx + half_w) | (right <= cx - half_w)
        assert (beside | (top >= cy + half_h) | (top + 14.0 <= cy - half_h)).all()
