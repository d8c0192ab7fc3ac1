"""An edge changes at the alphas at which it is said to, and nowhere nearer."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.firmness import (
    AlphaInterval,
    Firmness,
    FoundEdge,
    alike,
    certain_firmness,
    edge_stands,
    firmness,
    keep_firmness,
    known_firmness,
)
from elcs_gui.proof.why import why_edge
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.outcome import Outcome, Pair, pair
from elcs_gui.trace.result import structure_of
from elcs_gui.trace.roles import FinalRole
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header
from tests.inquiry.sampled import asking, drawn
from tests.optional import BY_TESTS, EVERYWHERE
from tests.stress import often

LOW, HIGH = 1e-6, 0.2
GRID = np.geomspace(LOW, HIGH, 30).tolist()


class Runs:
    """Runs of one header at any alpha, each made in full on a tape of its own kind: nothing of the walk."""

    def __init__(self, evidence: Evidence, header: Header) -> None:
        self._evidence, self._header = Evidence(evidence.test), header
        self._outcomes: dict[float, Outcome] = {}

    def between(self, ends: Pair, alpha: float) -> FoundEdge | None:
        """What the run at this alpha finds."""
        if alpha not in self._outcomes:
            learnt = learn(self._evidence, replace(self._header, alpha=alpha), record=False)
            assert learnt.outcome is not None
            self._outcomes[alpha] = learnt.outcome
        outcome = self._outcomes[alpha]
        edge = outcome.graph.get(ends)
        if edge is None:
            return None
        answer = {*outcome.parents, *outcome.children, *outcome.undetermined, outcome.target}
        return FoundEdge(edge.tail, edge.head, edge.rule, outcome.target in ends and not answer >= {*ends})


def check(stands: AlphaInterval, ends: Pair, runs: Runs, low: float = LOW, high: float = HIGH) -> None:
    """By running on a grid, and as near to the changes as floats go."""
    assert stands.low <= stands.alpha <= stands.high
    own = runs.between(ends, stands.alpha)
    assert alike(stands.edge, own)
    assert (stands.edge is None) or (own is not None and stands.edge.rule == own.rule)
    inside = [alpha for alpha in GRID if stands.low <= alpha < stands.high]
    for alpha in (*inside, stands.low, math.nextafter(stands.high, 0)):
        assert alike(runs.between(ends, alpha), own), alpha
    if stands.below is None:
        assert stands.low == low
    else:
        there = runs.between(ends, math.nextafter(stands.low, 0))
        assert stands.below.alpha == stands.low
        assert alike(there, stands.below.becomes)
        assert not alike(there, own)
    if stands.above is None:
        assert stands.high == high
        assert alike(runs.between(ends, high), own)
    else:
        there = runs.between(ends, stands.high)
        assert stands.above.alpha == stands.high
        assert alike(there, stands.above.becomes)
        assert not alike(there, own)


def pairs(found: Firmness) -> Iterator[Pair]:
    yield from combinations(range(len(found.header.names)), 2)


@settings(max_examples=20, deadline=None)
@given(
    st.sampled_from(["asia", "cancer", "earthquake", "survey", "sachs"]),
    st.integers(0, 10**6),
    st.integers(60, 1500),
    st.integers(0, 100),
    st.sampled_from([name for name in BY_TESTS if ALGORITHMS[name].tells_neighbours]),
    st.floats(LOW, HIGH),
)
@example("asia", 0, 60, 2, "elcs-m", 0.125)
@example("asia", 1, 128, 2, "cmb-cl", 0.1875)
@example("asia", 1, 60, 2, "cmb-cl", 0.0625)
def test_the_alpha_at_which_an_edge_is_said_to_change_is_what_running_everywhere_gives(
    example: str, seed: int, rows: int, target: int, algorithm: str, alpha: float
) -> None:
    data = drawn(example, rows, seed)
    evidence, header = asking(data, target % len(data.columns), algorithm=algorithm, alpha=alpha)
    found, runs = firmness(evidence, header), Runs(evidence, header)
    for ends in pairs(found):
        check(found.of(*ends), ends, runs)
    assert set(found.edges) == {ends for ends in pairs(found) if runs.between(ends, alpha) is not None}


@pytest.mark.parametrize(("example", "target", "rows"), [("child", "Disease", 500), ("alarm", "HR", 500)])
def test_in_larger_networks_too(example: str, target: str, rows: int) -> None:
    data = drawn(example, rows, 3)
    evidence, header = asking(data, data.index(target))
    found, runs = firmness(evidence, header), Runs(evidence, header)
    assert any(stands.below or stands.above for stands in found.edges.values())
    for ends in found.bands:
        check(found.of(*ends), ends, runs)


def test_one_edge_alone_is_as_firm_as_among_all() -> None:
    data = drawn("sachs", 400, 7)
    evidence, header = asking(data, data.index("PKC"))
    found = firmness(evidence, header)
    apart = next(ends for ends in pairs(found) if ends not in found.bands)
    for ends in (*list(found.bands)[:: often(1, suite=4)], apart):
        assert edge_stands(evidence, header, *ends) == found.of(*ends)
    assert edge_stands(Evidence(evidence.test), header, *reversed(ends)) == found.of(*ends)


def test_one_edge_alone_is_followed_no_further_than_it_stands() -> None:
    data = drawn("sachs", 400, 7)
    evidence, header = asking(data, data.index("PKC"))
    found = firmness(evidence, header)
    ends = min(found.edges, key=lambda ends: found.of(*ends).margin)

    def shares(*edge: int) -> list[float]:
        told: list[float] = []
        if edge:
            edge_stands(Evidence(evidence.test), header, *edge, progress=told.append)
        else:
            firmness(Evidence(evidence.test), header, progress=told.append)
        return told

    of_all = shares()
    assert len(set(shares(*ends))) < len(set(of_all))
    assert all(0 <= share <= 1 for share in of_all)
    assert of_all == sorted(of_all)


@pytest.mark.parametrize(("example", "target", "rows"), [("child", "Disease", 500), ("survey", "E", 1000)])
def test_the_explorer_of_alpha_says_the_same_of_the_targets_neighbours(
    example: str, target: str, rows: int
) -> None:
    data = drawn(example, rows, 3)
    evidence, header = asking(data, data.index(target))
    found, explored = firmness(evidence, header), explore_alpha(evidence, header)
    neighbour = (FinalRole.PARENT, FinalRole.CHILD, FinalRole.UNDECIDED)
    for x in range(len(data.columns)):
        if x == header.target:
            continue
        for step in explored.steps:
            told = step.surroundings.status(x)[0]
            bands = found.bands.get(pair(header.target, x), ())
            edge = next((band.edge for band in bands if band.low <= step.low < band.high), None)
            if edge is None or edge.one_sided:
                assert told not in neighbour
            elif edge.rule:
                assert told is (FinalRole.PARENT if edge.head == header.target else FinalRole.CHILD)
            else:
                assert told is FinalRole.UNDECIDED
    assert len(explored.intervals) > 3


@pytest.mark.parametrize("algorithm", [name for name in EVERYWHERE if ALGORITHMS[name].tells_neighbours])
def test_proofs_pictures_and_firmness_speak_of_the_same_edges(algorithm: str) -> None:
    data = drawn("sachs", 400, 7)
    evidence, header = asking(data, data.index("PKC"), algorithm=algorithm)
    learnt = learn(evidence, header)
    assert learnt.outcome is not None
    graph, trace = learnt.outcome.graph, learnt.trace
    assert graph
    for ends in combinations(range(len(data.columns)), 2):
        proof, edge = why_edge(trace, len(trace), *ends), graph.get(ends)
        if edge is None:
            assert proof.status == "absent"
        elif edge.rule:
            assert (proof.status, proof.claim.of) == ("directed", (edge.tail, edge.head))
        else:
            assert proof.status == "undecided"
    drawn_graph, names = structure_of(trace), data.columns
    number = [names.index(name) for name in drawn_graph.nodes]
    assert {(number[a], number[b]) for a, b in drawn_graph.directed} == {
        (edge.tail, edge.head) for edge in graph.values() if edge.rule
    }
    assert {tuple(sorted((number[a], number[b]))) for a, b in drawn_graph.undirected} == {
        ends for ends, edge in graph.items() if not edge.rule
    }


def test_a_rule_may_change_while_the_arrow_stands() -> None:
    """Fig. 3 as bundled: T → B by an N-structure, by Lemma 1b below 2.3e-5; I enters at 0.175."""
    data = find_example("fig3").load_data()
    assert data is not None
    names = data.columns
    evidence, header = asking(data, names.index("T"), rows_per_cell=5.0)
    found = firmness(evidence, header)
    t, b, i = (names.index(name) for name in "TBI")
    assert all((stands.low, stands.high) == (LOW, HIGH) for stands in found.edges.values())
    assert all(stands.margin == math.inf for stands in found.edges.values())
    assert [band.edge and band.edge.rule for band in found.bands[b, t]] == ["lemma-1b", "n-structure"]
    assert found.bands[b, t][1].low == pytest.approx(2.3e-5, rel=0.03)
    assert found.others == [(i, t)]
    stands = found.of(t, i)
    assert stands.above is not None and stands.above.becomes == FoundEdge(t, i, "spouse")
    assert stands.high == pytest.approx(0.175, rel=1e-3)


def test_forced_verdicts_and_knowledge_stand_at_every_alpha() -> None:
    data = drawn("asia", 500, 3)
    x, y, dysp = (data.index(name) for name in ("bronc", "either", "dysp"))
    evidence, header = asking(
        data, dysp,
        knowledge=Knowledge(forbidden=((dysp, x),)),
        forced=((Question(*pair(y, dysp)), Verdict.INDEPENDENT),),
    )  # fmt: skip
    found, runs = firmness(evidence, header), Runs(evidence, header)
    assert found.of(dysp, y).edge is None
    for ends in pairs(found):
        check(found.of(*ends), ends, runs)


def test_the_oracle_says_the_same_at_every_alpha() -> None:
    network = find_example("fig4").load_network()
    assert network is not None
    header = Header("elcs", network.nodes.index("T"), network.nodes, "oracle")
    found = firmness(Evidence(Oracle(network)), header)
    assert found.edges and not found.others
    assert all(stands.margin == math.inf for stands in found.edges.values())
    assert certain_firmness(learn(Evidence(Oracle(network)), header).trace) == found


@pytest.mark.parametrize("alpha", [1e-9, 0.4])
def test_an_alpha_outside_the_range_widens_it(alpha: float) -> None:
    evidence, header = asking(drawn("asia", 500, 3), 1, alpha=alpha)
    found, runs = firmness(evidence, header), Runs(evidence, header)
    low, high = min(LOW, alpha), max(HIGH, alpha)
    assert (found.low, found.high) == (low, high)
    for ends in pairs(found):
        check(found.of(*ends), ends, runs, low, high)


def test_an_alpha_that_is_a_p_value_belongs_to_what_begins_there() -> None:
    evidence, header = asking(drawn("child", 300, 5), 1)
    found = firmness(evidence, header)
    ends, stands = next((e, s) for e, s in found.edges.items() if s.above is not None)
    assert stands.above is not None
    there = firmness(evidence, replace(header, alpha=stands.high))
    assert there.of(*ends).low == stands.high
    assert alike(there.of(*ends).edge, stands.above.becomes)
    below = there.of(*ends).below
    assert below is not None and alike(below.becomes, stands.edge)
    assert there.of(*ends).margin == 0


def test_it_can_be_cancelled_and_leaves_nothing_behind() -> None:
    evidence, header = asking(drawn("child", 300, 5), 1)
    calls = 0

    def stop(share: float) -> None:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise Cancelled

    with pytest.raises(Cancelled):
        firmness(evidence, header, progress=stop)
    assert calls == 5
    assert firmness(evidence, header) == firmness(Evidence(evidence.test), header)


def test_it_is_kept_with_the_run_it_is_about_and_with_no_other() -> None:
    evidence, header = asking(drawn("asia", 500, 3), 1)
    trace, other = learn(evidence, header).trace, learn(evidence, replace(header, alpha=0.05)).trace
    assert known_firmness(trace) is None
    found = firmness(evidence, header)
    keep_firmness(trace, found)
    assert known_firmness(trace) is found
    with pytest.raises(ValueError, match="another run"):
        keep_firmness(other, found)


def test_an_impossible_range_is_refused() -> None:
    evidence, header = asking(drawn("asia", 200, 3), 1)
    with pytest.raises(ElcsError, match="cannot be explored"):
        firmness(evidence, replace(header, alpha=1.0))
