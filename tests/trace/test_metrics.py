"""How right a run is, at every step of it."""

from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network, columns_first
from elcs_gui.errors import DataError
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.metrics import measure, measure_at, outcome_so_far, truth_for
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.trace.view import View
from tests.graphs import Arrows, dags_with_knowledge, network_of
from tests.reference.wholes import acyclic
from tests.stress import often
from tests.traces import trace_of


def truth_of(example: str, trace: Trace):
    return truth_for(find_example(example).load_network(), trace.header.names)[trace.header.target]


@pytest.mark.parametrize("example", ["asia", "cancer", "fig3", "fig4", "survey", "earthquake"])
def test_the_measures_at_every_step_lead_to_those_of_the_answer(example: str) -> None:
    trace = trace_of(example)
    truth, timeline, target = truth_of(example, trace), Timeline(trace), trace.header.target
    true = truth.parents | truth.children
    for step in range(len(trace) + 1):
        view = timeline.view(step)
        metrics, so_far = measure_at(view, target, truth), outcome_so_far(view, target)
        assert metrics == measure(so_far, truth)
        found = {*so_far.parents, *so_far.children, *so_far.undetermined}
        right = len(set(so_far.parents) & truth.parents) + len(set(so_far.children) & truth.children)
        # Every true neighbour is right or costs one, every invented one costs one.
        assert metrics.shd == len(true) - right + len(found - true)
    view = timeline.view(len(trace))
    assert measure_at(view, target, truth) == measure(view.outcome(), truth)


@pytest.mark.parametrize("example", ["asia", "cancer", "fig3", "fig4", "survey", "earthquake"])
def test_right_before_the_end_nothing_is_missing_any_more(example: str) -> None:
    """The run's answer is read off what is known already; saying so adds nothing."""
    trace = trace_of(example)
    before, end = (Timeline(trace).view(step) for step in (len(trace) - 1, len(trace)))
    assert before.finished is None
    assert outcome_so_far(before, trace.header.target) == end.outcome()


def test_nothing_is_found_before_the_first_step() -> None:
    trace = trace_of("asia")
    truth = truth_of("asia", trace)
    metrics = measure_at(View(), trace.header.target, truth)
    assert metrics.shd == len(truth.parents | truth.children)
    assert (metrics.arrp, metrics.arrr, metrics.fdr, metrics.mb_f1) == (0, 0, 0, 0)


def test_columns_come_first_and_paths_through_hidden_nodes_count() -> None:
    network = Network.from_edges("n", ["h", "a", "b", "c"], [("h", "a"), ("h", "b"), ("a", "c")])
    moved = columns_first(network, ("c", "b", "a"))
    assert moved.nodes == ("c", "b", "a", "h")
    edges = {(moved.nodes[tail], moved.nodes[head]) for tail, head in moved.edges}
    assert edges == {("h", "a"), ("h", "b"), ("a", "c")}
    oracle = Oracle(moved)
    assert not oracle.separated(1, 2, ())  # b and a, through h
    assert oracle.separated(0, 1, (2,))


def test_columns_that_the_network_does_not_know_are_named() -> None:
    network = Network.from_edges("n", ["a", "b"], [("a", "b")])
    with pytest.raises(DataError, match=r"n does not know 2 of the 3 columns \(x, y\)"):
        columns_first(network, ("a", "x", "y"))


def test_true_answers_are_measured_as_true() -> None:
    network = find_example("fig3").load_network()
    header = Header("elcs", network.index("T"), network.nodes, "oracle")
    learnt = learn(Evidence(Oracle(network)), header)
    truth = truth_for(network, network.nodes)[header.target]
    end = Timeline(learnt.trace).view(len(learnt.trace))
    metrics = measure_at(end, header.target, truth)
    assert (metrics.arrp, metrics.arrr, metrics.shd, metrics.fdr, metrics.mb_f1) == (1, 1, 0, 0, 1)


def test_against_the_cpdag_an_edge_that_cannot_be_identified_is_right_without_a_direction() -> None:
    chain = Network.from_edges("chain", ["a", "b", "c"], [("a", "b"), ("b", "c")])
    found = learn(Evidence(Oracle(chain)), Header("elcs", 1, chain.nodes, "oracle")).outcome
    assert found is not None
    metrics = measure(found, truth_for(chain, chain.nodes)[1])
    assert (metrics.shd, metrics.shd_cpdag) == (2, 0)
    right = replace(found, parents=(0,), children=(2,), undetermined=())
    metrics = measure(right, truth_for(chain, chain.nodes)[1])
    assert (metrics.shd, metrics.shd_cpdag) == (0, 2)
    known = Knowledge(required=((0, 1),))
    assert measure(right, truth_for(chain, chain.nodes, known)[1]).shd_cpdag == 0
    nothing = replace(found, undetermined=())
    assert measure(nothing, truth_for(chain, chain.nodes)[1]).shd_cpdag == 2
    extra = replace(found, children=(0,), undetermined=(2,))
    assert measure(extra, truth_for(chain, chain.nodes)[1]).shd_cpdag == 1


@settings(max_examples=often(100, suite=25))
@given(case=dags_with_knowledge(most_nodes=5, true=True), seed=st.integers(0, 99))
def test_what_is_reversible_is_what_graphs_with_the_same_independences_have_both_ways(
    case: tuple[int, Arrows, Knowledge], seed: int
) -> None:
    """Of all that have the same edges and colliders, and the arrows that are known for certain."""
    nodes, arrows, knowledge = case
    network = network_of(nodes, arrows)
    order = Random(seed).sample(range(nodes), nodes)
    columns, column = [network.nodes[x] for x in order], {x: place for place, x in enumerate(order)}
    certain = {
        (a, b)
        for a, b in arrows
        if knowledge.forbids(column[b], column[a]) and not knowledge.forbids(column[a], column[b])
    }

    def colliders(graph: set[tuple[int, int]]) -> set[tuple[frozenset[int], int]]:
        joined = {frozenset(arrow) for arrow in graph}
        return {
            (frozenset((a, c)), b)
            for (a, b), (c, d) in combinations(graph, 2)
            if b == d and frozenset((a, c)) not in joined
        }

    alike = []
    for turned in product((False, True), repeat=len(arrows)):
        graph = {arrow[::-1] if turn else arrow for arrow, turn in zip(arrows, turned, strict=True)}
        if certain <= graph and acyclic(frozenset(graph)) and colliders(graph) == colliders({*arrows}):
            alike.append(graph)
    both = {frozenset(arrow) for arrow in arrows if any(arrow not in graph for graph in alike)}
    about = truth_for(network, columns, knowledge)
    found = {frozenset((order[x], order[y])) for x, truth in enumerate(about) for y in truth.reversible}
    assert found == both


def test_columns_in_another_order_and_hidden_nodes_do_not_change_what_is_reversible() -> None:
    network = find_example("asia").load_network()
    columns = [name for name in reversed(network.nodes) if name != "either"]
    about = truth_for(network, columns)
    reversible = {
        frozenset((column, columns[x]))
        for column, truth in zip(columns, about, strict=True)
        for x in truth.reversible
    }
    assert reversible == {
        frozenset(("asia", "tub")),
        frozenset(("smoke", "lung")),
        frozenset(("smoke", "bronc")),
    }
