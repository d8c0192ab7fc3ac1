"""The words on the circles of the map cover no node and no name."""

from __future__ import annotations

import numpy as np
import pytest

from elcs_gui.app.graph.field_stage import FieldStage
from elcs_gui.app.graph.painting.hop_rings_painter import HIGH, circles
from elcs_gui.app.graph.sheet import Layout, Sheet
from elcs_gui.app.kit.theme import LIGHT
from tests.traces import trace_of


@pytest.mark.usefixtures("qapp")
def test_how_many_hops_is_written_where_nothing_else_is():
    trace, words = trace_of("alarm", "elcs-sound"), 0
    sheet = Sheet(trace, Layout(LIGHT, view="field", size=(662, 365), bare=True))
    stage, size = sheet._stage, sheet._graph_box().size()
    assert isinstance(stage, FieldStage)
    for step in range(len(trace) * 2 // 3, len(trace), 12):
        sheet.seek(step)
        frame = stage.frame(stage.places(size), size)
        shapes = np.array(sorted(frame.texts))
        boxes = [*zip(*frame.xy[shapes].T, frame.w[shapes], frame.h[shapes], strict=True), *frame.words]
        for _, _, spot in circles(frame, stage._area(size)):
            if spot is None:
                continue
            words += 1
            away = np.abs(np.array(boxes)[:, :2] - frame.xy[frame.scene.target] - spot)
            assert ((away - np.array(boxes)[:, 2:]) >= (12.0, HIGH)).any(axis=1).all()
    assert words
