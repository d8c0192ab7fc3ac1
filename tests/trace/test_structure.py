"""What a run has found, as a graph: at its end and at every step before."""

import pytest

from elcs_gui.data.structures.structure_files import WRITERS, structure_text
from elcs_gui.trace.metrics import outcome_so_far
from elcs_gui.trace.result import structure_at, structure_of
from elcs_gui.trace.timeline import Timeline
from tests.traces import trace_of

RUNS = [
    ("fig3", "elcs"),
    ("fig4", "elcs"),
    ("fig4", "emb"),
    ("asia", "elcs"),
    ("child", "elcs"),
    ("cancer", "hiton-pc"),
]


@pytest.mark.parametrize(("example", "algorithm"), RUNS)
def test_the_target_has_the_neighbours_that_the_run_gives_it(example: str, algorithm: str) -> None:
    trace = trace_of(example, algorithm)
    structure = structure_of(trace)
    outcome = outcome_so_far(Timeline(trace).view(len(trace)), trace.header.target)
    names, target = trace.header.names, structure.target
    assert target is not None
    assert structure.nodes[target] == names[outcome.target]

    def ends(edges: tuple[tuple[int, int], ...], mine: int) -> set[str]:
        return {structure.nodes[edge[1 - mine]] for edge in edges if edge[mine] == target}

    assert ends(structure.directed, 1) == {names[x] for x in outcome.parents}
    assert ends(structure.directed, 0) == {names[x] for x in outcome.children}
    undecided = ends(structure.undirected, 0) | ends(structure.undirected, 1)
    assert undecided == {names[x] for x in outcome.undetermined}
    roles = dict(zip(structure.nodes, structure.roles, strict=True))
    assert {name for name, role in roles.items() if role == "parent"} == {names[x] for x in outcome.parents}
    for child, spouses in outcome.blanket.spouses.items():
        if child in outcome.children:
            assert {names[x] for x in spouses} <= set(structure.nodes)
    assert {(tail, head) for tail, head, _ in structure.rules} == set(structure.directed)


@pytest.mark.parametrize(("example", "algorithm"), RUNS)
def test_at_every_step_there_is_a_graph_that_can_be_written(example: str, algorithm: str) -> None:
    trace = trace_of(example, algorithm)
    timeline = Timeline(trace)
    for step in range(0, len(trace) + 1, max(1, len(trace) // 60)):
        structure = structure_at(timeline.view(step), trace.header)
        assert structure.target is not None
        for ending in WRITERS:
            assert structure_text(structure, ending)
