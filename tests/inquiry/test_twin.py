"""The run on data and its true twin: where they part, and which steps belong together."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.data.sampling import sample
from elcs_gui.inquiry.twin import Twins, _longest_rising, learn_twin, no_twin
from elcs_gui.trace.diff import events_in_common
from elcs_gui.trace.events import Event, Tested
from elcs_gui.trace.stages import StageSpan, stage_spans
from elcs_gui.trace.trace import Header, Trace
from tests.graphs import Arrows, dags, network_of


def with_tables(nodes: int, arrows: Arrows, seed: int) -> Network:
    """A network with random tables over two or three levels."""
    bare = network_of(nodes, arrows)
    generator = np.random.default_rng(seed)
    levels = tuple(tuple("abc"[: generator.integers(2, 4)]) for _ in bare.nodes)
    tables = []
    for node, parents in enumerate(bare.parents):
        shape = [len(levels[parent]) for parent in parents]
        tables.append(generator.dirichlet([0.5] * len(levels[node]), size=shape or None))
    return Network("random", bare.nodes, bare.parents, levels, tuple(tables))


def twins_of(network: Network, target: int, rows: int, seed: int, algorithm: str = "elcs") -> Twins:
    data = sample(network, rows, seed=seed)
    evidence = Evidence(G2(data))
    header = Header(algorithm, target, data.columns, "g2", rows=data.rows)
    oracle = Oracle(network)
    measured = learn(evidence, header).trace
    twin = learn_twin(evidence, header, lambda question: oracle.separated(*question)).trace
    return Twins(measured, twin)


@cache
def child_twins() -> Twins:
    network = find_example("child").load_network()
    return twins_of(network, network.index("LungParench"), 500, 3)


def walked(first: Trace, second: Trace) -> int:
    """The same as `events_in_common`, one event after the other."""

    def decision(event: Event) -> object:
        if isinstance(event, Tested):
            return event.at, event.x, event.y, event.z, event.independent
        return event

    step = 0
    for one, other in zip(first, second, strict=False):
        if decision(one) != decision(other):
            break
        step += 1
    return step


random_twins = st.builds(
    lambda dag, rows, seed, algorithm, which: twins_of(
        with_tables(dag[0], dag[1], seed), which % dag[0], rows, seed, algorithm
    ),
    dags(most_nodes=8, most_parents=3),
    st.sampled_from([60, 300, 2000]),
    st.integers(0, 1000),
    st.sampled_from(["elcs", "elcs-ii", "emb", "hiton-pc"]),
    st.integers(0, 7),
)


@settings(max_examples=60)
@given(random_twins)
def test_they_part_at_the_first_test_that_the_data_got_wrong(twins: Twins) -> None:
    common = twins.common
    assert common == walked(twins.first, twins.second)
    if not twins.part:
        assert len(twins.first) == len(twins.second) == common
        return
    one, other = twins.first[common], twins.second[common]
    assert isinstance(one, Tested)
    assert isinstance(other, Tested)
    assert (one.at, one.x, one.y, one.z) == (other.at, other.x, other.y, other.z)
    assert one.independent != other.independent


@settings(max_examples=60)
@given(random_twins)
def test_locked_scrubbers_never_run_against_each_other(twins: Twins) -> None:
    for trace, partner, move in (
        (twins.first, twins.second, twins.in_second),
        (twins.second, twins.first, twins.in_first),
    ):
        moved = [move(step) for step in range(len(trace) + 1)]
        assert moved[: twins.common + 1] == list(range(twins.common + 1))
        assert all(before <= after for before, after in pairwise(moved))
        assert moved[0] == 0
        assert moved[-1] == len(partner)


def stretch_at(those: list[StageSpan], step: int) -> StageSpan:
    return next(span for span in those if span.first < step <= span.last)


@settings(max_examples=60)
@given(random_twins)
def test_partners_stand_in_the_same_stage_of_the_same_blanket_with_as_many_facts(twins: Twins) -> None:
    mine, others = stage_spans(twins.first), stage_spans(twins.second)
    facts, other_facts = twins.first.fact_steps, twins.second.fact_steps
    kinds = [(span.target, span.stage) for span in mine]
    other_kinds = [(span.target, span.stage) for span in others]
    assume(kinds == other_kinds)
    for step in range(twins.common + 1, len(twins.first) + 1):
        here = stretch_at(mine, step)
        there = others[mine.index(here)]
        partner = twins.in_second(step)
        assert max(there.first, twins.common) <= partner <= there.last
        told = np.searchsorted(facts, [here.first, step])
        other_told = np.searchsorted(other_facts, [there.first, partner, there.last])
        if step < here.last:
            assert other_told[1] - other_told[0] == min(told[1] - told[0], other_told[2] - other_told[0])


def test_the_data_and_the_truth_part_on_child_and_find_together_again() -> None:
    twins = child_twins()
    assert twins.part
    assert 0 < twins.common < len(twins.first)
    assert twins.second.header.test == "oracle"
    shared = {(s.target, s.stage) for s in stage_spans(twins.first)} & {
        (s.target, s.stage) for s in stage_spans(twins.second)
    }
    later = [s for s in stage_spans(twins.first) if s.first > twins.common and (s.target, s.stage) in shared]
    ends = {(s.target, s.stage): s.last for s in stage_spans(twins.second)}
    assert later
    assert any(twins.in_second(s.last) == ends[s.target, s.stage] for s in later)


def test_a_run_and_itself_never_part() -> None:
    trace = child_twins().first
    twins = Twins(trace, trace)
    assert not twins.part
    assert [twins.in_second(step) for step in (0, 7, len(trace))] == [0, 7, len(trace)]


def test_a_stretch_that_only_one_of_them_has_is_waited_for() -> None:
    """Fig. 4: ELCS goes on to the blanket of Y, where EMB has ended."""
    network = find_example("fig4").load_network()
    long, short = (
        learn(Evidence(Oracle(network)), Header(algorithm, network.index("T"), network.nodes, "oracle")).trace
        for algorithm in ("elcs", "emb")
    )
    twins = Twins(long, short)
    of_y = [span for span in stage_spans(long) if span.target == network.index("Y")]
    assert of_y
    waiting = {twins.in_second(step) for step in range(of_y[0].first + 1, of_y[-1].last)}
    assert waiting == {twins.in_second(of_y[0].first)}
    lemma = next(s for s in stage_spans(long) if (s.target, s.stage) == (network.index("T"), "lemma-1"))
    assert twins.in_second(lemma.first + 1) < min(waiting)
    assert twins.in_first(len(short)) == len(long)


def test_the_fast_comparison_notices_every_kind_of_difference() -> None:
    network = find_example("child").load_network()
    evidence = Evidence(G2(sample(network, 500, seed=3)))
    headers = [
        Header(algorithm, target, network.nodes, "g2", alpha=alpha, k=k)
        for algorithm in ("elcs", "elcs-ii", "emb", "hiton-pc")
        for target in (1, 6)
        for alpha, k in ((0.01, 3), (0.2, 2), (0.01, 1))
    ]
    traces = [learn(evidence, header).trace for header in headers]
    for one in traces:
        for other in traces:
            assert events_in_common(one, other) == walked(one, other)


def test_who_learns_from_values_alone_has_no_twin() -> None:
    alarm = child_twins().first.header
    assert no_twin(alarm) == ""
    assert "for NOTEARS: it fits equations to the values" in no_twin(replace(alarm, algorithm="notears"))


def test_an_empty_trace_has_nothing_in_common() -> None:
    trace = child_twins().first
    empty = Trace(trace.header, trace.judge)
    assert events_in_common(trace, empty) == events_in_common(empty, trace) == 0
    assert events_in_common(empty, empty) == 0


@pytest.mark.parametrize(
    ("seconds", "longest"),
    [([], 0), ([3, 1, 2], 2), ([0, 1, 2], 3), ([2, 1, 0], 1), ([4, 0, 5, 1, 2, 6, 3], 4)],
)
def test_the_longest_rising_choice(seconds: list[int], longest: int) -> None:
    chosen = _longest_rising(list(enumerate(seconds)))
    assert len(chosen) == longest
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(chosen))


def test_a_twin_may_ask_what_makes_the_tape_longer() -> None:
    network = find_example("child").load_network()
    data = sample(network, 200, seed=3)
    evidence = Evidence(G2(data))
    target = network.index("LungParench")
    others = [x for x in range(len(data.columns)) if x != target]
    for x, y, *z in combinations(others, 5):
        if len(evidence.tape) == len(evidence.tape.statistic):
            break  # full: the next answer needs more room
        evidence.answer(Question.of(x, y, z))
    assert len(evidence.tape) == len(evidence.tape.statistic)
    before = len(evidence.tape)
    oracle = Oracle(network)
    header = Header("emb", target, data.columns, "g2", rows=data.rows)
    assert learn_twin(evidence, header, lambda question: oracle.separated(*question)).outcome is not None
    assert len(evidence.tape) > before
