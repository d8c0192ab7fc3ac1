"""Of a running test nothing covers anything: those asked about, the line between them, verdict and set.

`python -m tests.app.graph.test_test_keeps_clear TRACE ...` walks through whole recordings, for every size.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF

from elcs_gui.app.graph.frame import Frame, Labels
from elcs_gui.app.graph.local_stage import LocalStage
from elcs_gui.app.graph.painting.running_test_painter import pill_of, title_of_set, way_of
from elcs_gui.app.graph.painting.tray_legend_painter import chips_end
from elcs_gui.app.model.player import Player
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.outlines import segment_hits_boxes
from elcs_gui.trace.trace import Trace
from tests.traces import trace_of

SIZES = {"1280x720": (662, 365), "1440x900": (822, 445), "1000x640": (480, 285)}
"""What a window leaves for the graph."""
RING = {False: 7.0, True: 3.0}
"""Round who is asked about, in the fan and in the columns of a hub."""


def box(x: float, y: float, w: float, h: float, more: float = 0.0) -> QRectF:
    return QRectF(x - w - more, y - h - more, 2 * (w + more), 2 * (h + more))


def node(frame: Frame, x: int, more: float = 0.0) -> QRectF:
    at_x, at_y = frame.xy[x].tolist()
    return box(at_x, at_y, float(frame.w[x]), float(frame.h[x]), more)


def overlaps(stage: LocalStage, frame: Frame, size: QSizeF) -> Iterator[str]:
    """What covers what."""
    test = frame.scene.test
    assert test is not None
    both = [x for x in (test.x, test.y) if frame.is_shown(x)]
    words = {"verdict": QRectF(), "set": QRectF()}
    if len(both) == 2:
        x, y, width, height = pill_of(frame, test)[1]
        words["verdict"] = box(x, y, width / 2, height / 2)
    if (titled := title_of_set(frame)) is not None:
        words["set"] = titled[1].adjusted(4.0, 2.0, -4.0, -2.0)
    still = {f"title {i}": box(x, y, w, 6.0) for i, (x, y, w, _) in enumerate(frame.words)}
    still["chip"] = QRectF(0.0, 10.0, chips_end(frame.scene) - 8.0, 24.0)
    still["zoom buttons"] = QRectF(size.width() - 104.0, 10.0, 92.0, 28.0)
    if stage.tray is not None and stage.tray.width:
        still["tray"] = QRectF(stage.tray.left, 0.0, stage.tray.width, stage.tray.bottom)
    nodes = {f"node {x}": node(frame, x) for x in frame.shown.tolist()}
    asked = {f"node {x}": node(frame, x, RING[frame.in_columns]) for x in both}
    pairs = [(a, b) for a in asked for b in still if b != "tray"]
    pairs += [(a, b) for a in asked for b in nodes if a != b]
    pairs += [("verdict", b) for b in (*nodes, *still, "set")] + [("set", b) for b in (*nodes, *still)]
    everything = {**nodes, **still, **words}
    for a, b in pairs:
        both_of = (asked.get(a, everything[a]) if b in still else everything[a]).intersected(everything[b])
        if both_of.width() > 1.0 and both_of.height() > 1.0:
            yield f"{a.split()[0]} on {b.split()[0]}"
    for word in ("verdict", "set"):
        if words[word].isValid() and not QRectF(QPointF(), size).contains(words[word]):
            yield f"{word} out of the picture"


def crossed(frame: Frame) -> bool:
    """Does the line of the test run behind a node?"""
    test = frame.scene.test
    assert test is not None
    others = np.setdiff1d(frame.shown, [test.x, test.y])
    if not (frame.is_shown(test.x) and frame.is_shown(test.y)) or not len(others):
        return False
    boxes = frame.xy[others], frame.w[others] - 2.0, frame.h[others] - 2.0
    return any(segment_hits_boxes(a, b, *boxes).any() for a, b in pairwise(way_of(frame, test)))


def walked(trace: Trace, size: tuple[int, int], every: int) -> tuple[Counter[str], int]:
    """How often what covered what in a recording, and how many tests were looked at."""
    player, room, found = Player(), QSizeF(*size), Counter[str]()
    player.load(trace)
    stage = LocalStage(player)
    stage.load(FactsByTarget(trace), Labels(trace.header.names))
    frame = None
    steps = (trace.test_steps[::every] + 1).tolist()
    for step in steps:
        player.seek(step)
        stage.update(None)
        frame = stage.frame(stage.places(room), room, frame)
        found.update(set(overlaps(stage, frame, room)))
        found["line behind a node"] += crossed(frame)
    return found, len(steps)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("window", SIZES)
@pytest.mark.parametrize(("example", "every"), [("alarm", 13), ("child", 41), ("fig3", 13)])
def test_nothing_of_a_test_covers_anything(example, every, window):
    found, tests = walked(trace_of(example, "elcs-sound"), SIZES[window], every)
    behind = found.pop("line behind a node")
    assert not +found
    # A curve has one bend: among many nodes it may touch one.
    assert behind <= tests / 50


if __name__ == "__main__":
    from PySide6.QtWidgets import QApplication

    from elcs_gui.app.kit.theme import load_fonts
    from elcs_gui.storage.trace_file import read_trace

    application = QApplication(sys.argv[:1])
    load_fonts()
    for name in sys.argv[1:]:
        for window, size in SIZES.items():
            print(Path(name).name, window, *walked(read_trace(Path(name)), size, 1))
