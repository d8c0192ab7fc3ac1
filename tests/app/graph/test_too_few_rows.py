"""The picture of a run whose tests had too few rows does not say that nothing is there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.graph.painting.tray_legend_painter import note_in_words
from elcs_gui.app.kit.theme import load_fonts
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.scene import Scene, local_scene
from elcs_gui.trace.explain import told
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header
from tests.traces import trace_of


@pytest.mark.parametrize(
    ("rows", "note"),
    [
        (20, "too few rows to tell, most tests with too few rows, 1 test without information"),
        (
            400,
            "2 neighbours decided, 5 contradictions, most tests with too few rows, weak edges not computed",
        ),
    ],
)
def test_the_picture_says_where_the_rows_were_too_few(rows: int, note: str) -> None:
    data = sample(find_example("sachs").load_network(), rows, seed=1)
    trace = learn(Evidence(G2(data)), Header("elcs", data.index("Jnk"), data.columns, "g2", rows=rows)).trace
    end = len(trace)
    scene = local_scene(FactsByTarget(trace), Timeline(trace).view(end), end, trace[end - 1])
    assert scene.note == note
    assert (scene.doubted, scene.nobody) == (True, "too few rows to tell")
    assert "too few rows" in told(trace, trace[end - 1])
    fig3 = trace_of("fig3")
    plain = local_scene(FactsByTarget(fig3), Timeline(fig3).view(len(fig3)), len(fig3), None)
    assert (plain.note, plain.doubted, plain.disputed) == ("6 neighbours decided", False, False)


def test_what_there_is_no_room_for_is_left_out_at_the_end(qtbot: QtBot) -> None:
    """Buttons stand at the right of the chip."""
    load_fonts()
    scene = Scene(0, (), chip="EMB(T)", note="1 undecided, 2 contradictions, 4 edges rest on too few rows")
    disputed = replace(scene, disputed=True)
    assert note_in_words(disputed) == scene.note
    assert note_in_words(disputed, 225.0) == "1 undecided, 2 contradictions, …"
    assert note_in_words(scene, 120.0) == "1 undecided, …"
    assert note_in_words(scene, 50.0).endswith("…")
