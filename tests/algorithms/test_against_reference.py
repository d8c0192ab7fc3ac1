"""The engine and the naive reference agree to the unit: sets, reasons, order of blankets, tests requested."""

from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.trace import Header
from tests.graphs import Arrows, dags, dags_with_knowledge, knowledge_of_dag, network_of
from tests.reference import Known, Reference, g2_question
from tests.reference import Question as Ask
from tests.stress import many, often

VARIANTS: dict[str, dict[str, Any]] = {
    "elcs": {},
    "elcs-ii": {"ranked": True},
    "elcs-without-n": {"n_structures": False},
}


def assert_same_blanket(found: Blanket, expected: dict[str, Any]) -> None:
    assert list(found.pc_candidates) == expected["candidates"]
    assert {x: set(z) for x, z in found.separators.items()} == {x: set(z) for x, z in expected["sep"].items()}
    for mine, theirs in (("candidate_spouses", "csp"), ("pruned_spouses", "pruned"), ("spouses", "sp")):
        nonempty = {y: xs for y, xs in expected[theirs].items() if xs}
        assert {y: list(xs) for y, xs in getattr(found, mine).items()} == nonempty
    for part in ("pc", "parents", "children", "undetermined"):
        assert list(getattr(found, part)) == expected[part]
    assert found.reasons == expected["reasons"]


def assert_agreement(
    evidence: Evidence, ask: Ask, algorithm: str, k: int | None, knowledge: Knowledge = Knowledge.none
) -> None:
    variables, test = evidence.test.variables, "oracle" if isinstance(evidence.test, Oracle) else "g2"
    names = tuple(f"V{i}" for i in range(variables))
    for target in range(variables):
        header = Header(algorithm, target, names, test, k=k, knowledge=knowledge)
        learnt = learn(evidence, header, record=False)
        known = Known(**asdict(knowledge)) if knowledge else None
        reference = Reference(ask, variables, k, known=known, **VARIANTS[algorithm])
        expected = reference.elcs(target)
        assert learnt.outcome is not None
        assert [blanket.target for blanket in learnt.outcome.blankets] == list(expected["blankets"])
        for blanket in learnt.outcome.blankets:
            assert_same_blanket(blanket, expected["blankets"][blanket.target])
        for part in ("parents", "children", "undetermined"):
            assert list(getattr(learnt.outcome, part)) == expected[part]
        assert learnt.counts.requested == reference.requested


@pytest.mark.parametrize("algorithm", VARIANTS)
@settings(max_examples=often(40, suite=12))
@given(dag=dags(most_nodes=10), k=st.sampled_from([1, 2, 3, None]))
def test_with_the_oracle_on_random_networks(algorithm: str, dag: tuple[int, Arrows], k: int | None) -> None:
    nodes, arrows = dag
    oracle = Oracle(network_of(nodes, arrows))
    assert_agreement(Evidence(oracle), asking(oracle), algorithm, k)


@pytest.mark.parametrize("algorithm", VARIANTS)
@settings(max_examples=often(60, suite=20))
@given(case=dags_with_knowledge(), k=st.sampled_from([1, 3, None]))
def test_with_the_oracle_and_knowledge_true_or_not(
    algorithm: str, case: tuple[int, Arrows, Knowledge], k: int | None
) -> None:
    nodes, arrows, knowledge = case
    oracle = Oracle(network_of(nodes, arrows))
    assert_agreement(Evidence(oracle), asking(oracle), algorithm, k, knowledge)


def asking(oracle: Oracle) -> Ask:
    def ask(x: int, y: int, z: tuple[int, ...]) -> tuple[bool, float]:
        connected = oracle.measure(Question.of(x, y, z))[0]
        return connected == 0.0, connected

    return ask


@pytest.mark.parametrize(
    ("example", "rows", "k", "algorithm"),
    many(
        [
            ("child", 400, 3, "elcs-without-n"),
            ("insurance", 300, 2, "elcs"),
            ("insurance", 300, 2, "elcs-ii"),
        ],
        suite=[
            *(("asia", 300, None, algorithm) for algorithm in VARIANTS),
            ("child", 400, 3, "elcs"),
            ("child", 400, 3, "elcs-ii"),
            ("insurance", 300, 2, "elcs-without-n"),
        ],
    ),
)
def test_on_simulated_data(example: str, rows: int, k: int | None, algorithm: str) -> None:
    data = sample(find_example(example).load_network(), rows, seed=11)
    ask = g2_question(data.codes.T)
    assert_agreement(Evidence(G2(data)), ask, algorithm, k)


@settings(max_examples=6)
@given(example=st.sampled_from(["asia", "sachs"]), algorithm=st.sampled_from(list(VARIANTS)), seen=st.data())
def test_on_simulated_data_with_true_knowledge(example: str, algorithm: str, seen: st.DataObject) -> None:
    network = find_example(example).load_network()
    arrows = [(p, child) for child, parents in enumerate(network.parents) for p in parents]
    knowledge = seen.draw(knowledge_of_dag(len(network.nodes), arrows))
    data = sample(network, 300, seed=11)
    assert_agreement(Evidence(G2(data)), g2_question(data.codes.T), algorithm, 3, knowledge)


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32),
    algorithm=st.sampled_from(list(VARIANTS)),
    k=st.sampled_from([2, 3, None]),
    seen=st.data(),
)
def test_on_noise_where_verdicts_contradict_each_other(
    seed: int, algorithm: str, k: int | None, seen: st.DataObject
) -> None:
    """No network stands behind these verdicts, so conflicts and odd orders are common."""
    random = np.random.default_rng(seed)
    parity = random.integers(0, 2, (120, 3))
    mixed = (parity @ random.integers(0, 2, (3, 7)) + (random.random((120, 7)) < 0.2)) % 2
    data = Dataset.discrete("noise", [f"V{i}" for i in range(7)], mixed)
    assume(all(len(levels) > 1 for levels in data.levels))
    evidence, ask = Evidence(G2(data)), g2_question(data.codes.T)
    assert_agreement(evidence, ask, algorithm, k)
    _, arrows = seen.draw(dags(most_nodes=7))
    assert_agreement(evidence, ask, algorithm, k, seen.draw(knowledge_of_dag(7, arrows)))


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
