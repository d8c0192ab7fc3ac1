"""Random runs with background knowledge, true and false, for property tests."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.data.sampling import sample
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.trace import Header, Trace
from tests.graphs import dags_with_knowledge, knowledge_of_dag, network_of


@cache
def network(name: str) -> Network:
    return find_example(name).load_network()


KNOWING = sorted(name for name, algorithm in ALGORITHMS.items() if algorithm.uses_knowledge)


@st.composite
def knowledge_about(draw: st.DrawFn, about: Network, *, true: bool = False) -> Knowledge:
    """True of the network, or (unless `true`) perhaps of the same with its nodes mixed up."""
    nodes = range(len(about.nodes))
    place = list(nodes) if true or draw(st.booleans()) else draw(st.permutations(nodes))
    arrows = [(place[p], place[child]) for child, parents in enumerate(about.parents) for p in parents]
    return draw(knowledge_of_dag(len(nodes), arrows, most=6))


@st.composite
def oracle_runs_with_knowledge(draw: st.DrawFn) -> Trace:
    nodes, arrows, known = draw(dags_with_knowledge(most_nodes=8))
    network = network_of(nodes, arrows)
    header = Header(
        draw(st.sampled_from(KNOWING)),
        draw(st.integers(0, nodes - 1)),
        network.nodes,
        "oracle",
        k=draw(st.sampled_from([None, 0, 1, 3])),
        knowledge=known,
    )
    return learn(Evidence(Oracle(network)), header).trace


@st.composite
def measured_headers(draw: st.DrawFn, *, true: bool = False) -> tuple[Evidence, Header, Network]:
    """Few rows of a well-known network, and something known of it."""
    drawn_from = network(draw(st.sampled_from(["asia", "cancer", "sachs"])))
    data = sample(drawn_from, draw(st.sampled_from([40, 150, 600])), seed=draw(st.integers(0, 50)))
    header = Header(
        draw(st.sampled_from(KNOWING)),
        draw(st.integers(0, data.variables - 1)),
        data.columns,
        "g2",
        alpha=draw(st.sampled_from([0.01, 0.2])),
        k=draw(st.sampled_from([1, 3])),
        rows=data.rows,
        knowledge=draw(knowledge_about(drawn_from, true=true)),
    )
    return Evidence(G2(data)), header, drawn_from


@st.composite
def noisy_runs_with_knowledge(draw: st.DrawFn) -> Trace:
    evidence, header, _ = draw(measured_headers())
    return learn(evidence, header).trace
