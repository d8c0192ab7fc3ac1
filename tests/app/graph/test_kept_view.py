"""What a session file keeps of the graph, and how little of it a damaged one may change."""

from __future__ import annotations

from pathlib import Path
from random import Random

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.graph.sheet import SIZES, Layout, Sheet
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.ci.evidence import Evidence
from elcs_gui.trace.run import Run
from elcs_gui.trace.trace import Header
from tests.app.window import window_with_example
from tests.contradicting import Told


def test_a_graph_is_recalled_as_it_was_left(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_example(qtbot, tmp_path / "settings.ini") as window:
        feature, live = window.context.feature(GraphFeature), window.live
        count = len(window.player.trace.header.names) if window.player.trace else 0
        window.player.last()
        usual = feature.remember()
        assert (usual["kind"], usual["truth"], usual["margin_width"]) == ("local", False, False)
        kept = {**usual, "kind": "field", "truth": True, "margin_width": True, "selected": [0, 1]}
        feature.recall(kept, count)
        assert feature.remember() | {"positions": 0, "cameras": 0} == kept | {"positions": 0, "cameras": 0}
        chosen: list[object] = [feature.panel.selection]
        assert live["margin-width"].isChecked() and live["truth"].isChecked()
        feature.recall({**kept, "selected": 2, "margin_width": "yes", "truth": 1}, count)
        chosen.append(feature.panel.selection)
        assert chosen == [Edge((0, 1)), Variable(2)]
        assert not live["margin-width"].isChecked() and not live["truth"].isChecked()
        pairs: tuple[object, ...] = ([0], [0, 1, 2], [1, 0], [0, count], [0, -1], [0, "1"], [True, 2])
        for damaged in (*pairs, "01", {}, count, -1, 1.5):
            feature.recall({**kept, "kind": 7, "selected": damaged}, count)
            assert [feature.panel.selection] == chosen[1:], damaged
            assert feature.panel.kind == "field"
        feature.recall(usual, count)
        assert feature.remember()["kind"] == "local"


def test_a_map_has_the_smallest_sheet_that_its_variables_fit_on(qapp: QApplication) -> None:
    assert qapp
    random, sizes = Random(0), []
    for variables in (7, 40, 41, 120, 121, 300, 301):
        names = tuple(f"V{i}" for i in range(variables))
        run = Run(Evidence(Told(variables)), Header("elcs", random.randrange(variables), names, "g2"))
        sizes.append(Sheet(run.trace, Layout(LIGHT, view="field"))._readable())
    widths = [size.width() for size in sizes]
    assert widths == [SIZES[n][0] for n in (0, 0, 1, 1, 2, 2, 3)]
