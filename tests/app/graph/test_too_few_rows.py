"""The picture of a run whose tests had too few rows does not say that nothing is there."""

from __future__ import annotations

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.scene import local_scene
from elcs_gui.trace.explain import told
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header
from tests.traces import trace_of


@pytest.mark.parametrize(
    ("rows", "note", "decided"),
    [(20, "too few rows to tell", False), (400, "too few rows to tell more, 5 contradictions", False)],
)
def test_the_picture_says_where_the_rows_were_too_few(rows: int, note: str, decided: bool) -> None:
    data = sample(find_example("sachs").load_network(), rows, seed=1)
    trace = learn(Evidence(G2(data)), Header("elcs", data.index("Jnk"), data.columns, "g2", rows=rows)).trace
    end = len(trace)
    scene = local_scene(FactsByTarget(trace), Timeline(trace).view(end), end, trace[end - 1])
    assert (scene.note, scene.decided, scene.nobody) == (note, decided, "too few rows to tell")
    assert "too few rows" in told(trace, trace[end - 1])
    fig3 = trace_of("fig3")
    assert local_scene(FactsByTarget(fig3), Timeline(fig3).view(len(fig3)), len(fig3), None).decided
