"""The engine finds and asks what plain second implementations do, question by question."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.algorithms.whole_graphs.bdeu import BDeu
from elcs_gui.algorithms.whole_graphs.hill_climbing import HillClimbing
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header
from tests.algorithms.second import agree
from tests.contradicting import Told, contradicting, header_of
from tests.graphs import Arrows, dags_with_knowledge, network_of
from tests.noisy import noisy
from tests.reference.asking import g2_of
from tests.reference.every import ON_ROWS, REFERENCES
from tests.reference.wholes import bdeu, climb
from tests.stress import often

KNOWING = [name for name in REFERENCES if ALGORITHMS[name].uses_knowledge]
SEEDS = st.integers(0, 2**32)
RUNS = 12
"""Of each seed: what rarely happens needs many."""


def test_every_algorithm_of_tests_and_scores_has_a_second_implementation() -> None:
    assert ALGORITHMS.keys() - REFERENCES.keys() - ON_ROWS.keys() == {"notears", "dag-gnn"}


@pytest.mark.parametrize("algorithm", REFERENCES)
@settings(max_examples=often(60, suite=4))
@given(seed=SEEDS)
def test_on_verdicts_that_contradict_each_other(algorithm: str, seed: int) -> None:
    random = Random(seed)
    for _ in range(RUNS):
        verdicts, header = contradicting(random, algorithm)
        policy = Policy(*random.choices([Verdict.INDEPENDENT, Verdict.DEPENDENT], k=2))
        agree(verdicts, verdicts.of, replace(header, policy=random.choice([policy, Policy()])))


@pytest.mark.parametrize(
    ("algorithm", "seed"),
    [("cmb-cl", 120)],  # a neighbour that was searched before calls it an effect
)
def test_on_a_run_in_which_something_rare_happens(algorithm: str, seed: int) -> None:
    verdicts, header = contradicting(Random(seed), algorithm)
    agree(verdicts, verdicts.of, header)


@pytest.mark.parametrize("algorithm", [*REFERENCES, *ON_ROWS])
@settings(max_examples=often(60, suite=2))
@given(seed=SEEDS)
def test_on_few_rows_of_a_small_network(algorithm: str, seed: int) -> None:
    random = Random(seed)
    for _ in range(RUNS // 4):
        rows, arrows = table = noisy(random.randrange(2**32))
        header = header_of(random, algorithm, rows.shape[1], arrows)
        agree(G2(table.data), g2_of(rows), replace(header, alpha=random.choice([0.01, 0.05, 0.2])), rows)


def test_who_is_found_to_be_a_cause_makes_effects_of_those_that_the_target_parts_from_it() -> None:
    """LDECC: 1 and 2 were parted before 1 and 3 show that 1 is a cause, and 2 is in what separates these."""
    told = Told(4, Question(1, 2, (0,)), Question(1, 2, (0, 3)), Question(1, 3, (2,)))
    trace = agree(told, told.of, Header("ldecc", 0, tuple("abcd"), "g2"))
    outcome = final_view(trace).outcome()
    assert (outcome.parents, outcome.children) == ((1, 3), (2,))


def test_a_spouse_whose_edge_is_required_is_not_tried() -> None:
    """EMB-sound: 2 leaves PC because of its spouse 3, and is one itself, through 1."""
    told = Told(4, Question(0, 3), Question(1, 3), Question(0, 2, (3,)), Question(1, 2, (0,)))
    header = Header("elcs-sound", 0, tuple("abcd"), "g2")
    without = final_view(agree(told, told.of, header)).outcome()
    knowing = replace(header, knowledge=Knowledge(adjacent=((1, 2),)))
    assert final_view(agree(told, told.of, knowing)).outcome().blanket.spouses == {1: (2,)}
    assert without.blanket.spouses == {}


@settings(max_examples=often(100, suite=4))
@given(seed=SEEDS)
def test_climbing_goes_the_same_way_by_any_score(seed: int) -> None:
    """Whole numbers, so that many graphs score the same."""
    random = Random(seed)
    for _ in range(RUNS):
        variables, tabu, patience = random.randint(2, 5), random.choice([1, 2, 5]), random.choice([1, 4, 12])
        allowed = [pair for pair in combinations(range(variables), 2) if random.random() < 0.8]

        def part(x: int, parents: frozenset[int], salt: int = random.randrange(99)) -> float:
            return float(Random(f"{salt} {x} {sorted(parents)}").randint(0, 4))

        found = [*HillClimbing(variables, allowed, part).climb(tabu, patience, lambda: None)]
        expected = climb(variables, allowed, part, tabu, patience)
        assert [frozenset(one.gains) for one in found] == expected
        for one in found:
            parents = [frozenset(a for a, head in one.gains if head == x) for x in range(variables)]
            assert one.score == sum(part(x, those) for x, those in enumerate(parents))


@pytest.mark.parametrize("parents", [1, 3, 6, 70])
def test_the_bdeu_score_of_many_parents_is_that_of_the_book(parents: int) -> None:
    """The configurations of seventy have more digits than a number of 64 bits."""
    rows = np.random.default_rng(parents).integers(0, 3, (60, parents + 1))
    data = Dataset.discrete("wide", [f"V{i}" for i in range(parents + 1)], rows)
    found = BDeu(data, 10.0).part(parents, range(parents))
    assert found == pytest.approx(bdeu(rows, parents, list(range(parents)), 10.0), rel=1e-9)


@pytest.mark.parametrize("algorithm", [*KNOWING, "pc"])
@settings(max_examples=often(60, suite=8))
@given(case=dags_with_knowledge(), k=st.sampled_from([1, 3, None]))
def test_with_the_oracle_and_knowledge_true_or_not(
    algorithm: str, case: tuple[int, Arrows, Knowledge], k: int | None
) -> None:
    nodes, arrows, knowledge = case
    oracle = Oracle(network_of(nodes, arrows))

    def measure(x: int, y: int, z: tuple[int, ...]) -> tuple[float, int]:
        connected = oracle.measure(Question.of(x, y, z))[0]
        return connected * 1000, 1

    knowledge = knowledge if algorithm in KNOWING else Knowledge.none
    names = tuple(f"V{i}" for i in range(nodes))
    for target in range(nodes):
        agree(oracle, measure, Header(algorithm, target, names, "oracle", k=k, knowledge=knowledge))


@pytest.mark.parametrize(
    ("example", "rows", "algorithm"),
    [("child", 400, "elcs-sound"), ("insurance", 300, "elcs-ii")],
)
def test_on_rows_of_a_larger_network(example: str, rows: int, algorithm: str) -> None:
    data = sample(find_example(example).load_network(), rows, seed=11)
    measure, test = g2_of(np.asarray(data.codes).T), G2(data)
    for target in range(0, data.variables, 8):
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
