"""The engine finds and asks what plain second implementations do, question by question."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.trace import Header
from tests.algorithms.second import Verdicts, agree
from tests.graphs import Arrows, dags, dags_with_knowledge, knowledge_of_dag, network_of
from tests.noisy import noisy
from tests.reference.asking import g2_of
from tests.reference.every import ON_ROWS, REFERENCES
from tests.stress import often

KNOWING = [name for name in REFERENCES if ALGORITHMS[name].uses_knowledge]
SEEDS = st.integers(0, 2**32)
COUNTED = st.sampled_from([Verdict.INDEPENDENT, Verdict.DEPENDENT])


def test_every_algorithm_of_tests_and_scores_has_a_second_implementation() -> None:
    assert ALGORITHMS.keys() - REFERENCES.keys() - ON_ROWS.keys() == {"notears", "dag-gnn"}


@st.composite
def headers(draw: st.DrawFn, algorithm: str, variables: int) -> Header:
    return Header(
        algorithm,
        draw(st.integers(0, variables - 1)),
        tuple(f"V{i}" for i in range(variables)),
        "g2",
        alpha=draw(st.sampled_from([0.01, 0.05, 0.2])),
        k=draw(st.sampled_from([3, None, 2, 1, 0])),
    )


@pytest.mark.parametrize("algorithm", REFERENCES)
@settings(max_examples=often(300, suite=14))
@given(seen=st.data())
def test_on_verdicts_that_contradict_each_other(algorithm: str, seen: st.DataObject) -> None:
    variables = seen.draw(st.integers(3, 7))
    shares = st.sampled_from([(0.4, 0.0), (0.6, 0.1), (0.2, 0.1), (0.8, 0.0), (0.5, 0.4)])
    verdicts = Verdicts(variables, seen.draw(SEEDS), *seen.draw(shares))
    policy = Policy(seen.draw(COUNTED), seen.draw(COUNTED)) if seen.draw(st.booleans()) else Policy()
    header = replace(seen.draw(headers(algorithm, variables)), alpha=0.01, policy=policy)
    if algorithm in KNOWING and seen.draw(st.booleans()):
        _, arrows = seen.draw(dags(most_nodes=variables))
        header = replace(header, knowledge=seen.draw(knowledge_of_dag(variables, arrows)))
    agree(verdicts, verdicts.of, header)


@pytest.mark.parametrize("algorithm", [*REFERENCES, *ON_ROWS])
@settings(max_examples=often(200, suite=6))
@given(seen=st.data())
def test_on_few_rows_of_a_small_network(algorithm: str, seen: st.DataObject) -> None:
    rows, arrows = table = noisy(seen.draw(SEEDS))
    header = seen.draw(headers(algorithm, rows.shape[1]))
    if algorithm in KNOWING and seen.draw(st.booleans()):
        header = replace(header, knowledge=seen.draw(knowledge_of_dag(rows.shape[1], arrows)))
    agree(G2(table.data), g2_of(rows), header, rows)


@pytest.mark.parametrize("algorithm", [*KNOWING, "pc"])
@settings(max_examples=often(60, suite=12))
@given(case=dags_with_knowledge(), k=st.sampled_from([1, 3, None]), seen=st.data())
def test_with_the_oracle_and_knowledge_true_or_not(
    algorithm: str, case: tuple[int, Arrows, Knowledge], k: int | None, seen: st.DataObject
) -> None:
    nodes, arrows, knowledge = case
    oracle = Oracle(network_of(nodes, arrows))

    def measure(x: int, y: int, z: tuple[int, ...]) -> tuple[float, int]:
        connected = oracle.measure(Question.of(x, y, z))[0]
        return connected * 1000, 1

    knowledge = knowledge if algorithm in KNOWING else Knowledge.none
    header = replace(seen.draw(headers(algorithm, nodes)), test="oracle", k=k, knowledge=knowledge)
    agree(oracle, measure, header)


@pytest.mark.parametrize(
    ("example", "rows", "algorithm"),
    [("child", 400, "elcs-sound"), ("insurance", 300, "elcs-ii"), ("child", 300, "ldecc")],
)
def test_on_rows_of_a_larger_network(example: str, rows: int, algorithm: str) -> None:
    data = sample(find_example(example).load_network(), rows, seed=11)
    measure, test = g2_of(np.asarray(data.codes).T), G2(data)
    for target in range(0, data.variables, 3):
        agree(test, measure, Header(algorithm, target, data.columns, "g2"))


def test_the_published_algorithm_misses_a_spouse() -> None:
    """A perfect oracle and unlimited k, and still: a spouse that step 1 took for a neighbour is lost."""
    network = find_example("missed-spouse").load_network()
    target, spouse = network.index("2"), network.index("0")
    header = Header("emb", target, network.nodes, "oracle", k=None)
    outcome = learn(Evidence(Oracle(network)), header).outcome
    assert outcome is not None
    assert spouse in network.spouses(target)
    assert spouse not in outcome.blanket.members


def test_the_published_algorithm_finds_a_false_child() -> None:
    network = find_example("false-child").load_network()
    header = Header("emb", network.index("8"), network.nodes, "oracle", k=None)
    outcome = learn(Evidence(Oracle(network)), header).outcome
    assert outcome is not None
    assert network.index("7") in outcome.children
    assert network.index("7") not in network.children(network.index("8"))
