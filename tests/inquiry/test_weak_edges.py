"""Which edges rest on tests that had too few rows: those that change when such verdicts are turned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Verdict
from elcs_gui.ci.tape import Z_LENGTH
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.inquiry.firmness import FoundEdge, alike, found_edges
from elcs_gui.inquiry.firmness_words import weak_label, weak_sentence
from elcs_gui.inquiry.weak_edges import WeakEdges, keep_weak_edges, known_weak_edges, none_weak, weak_edges
from elcs_gui.trace.outcome import Outcome, edges_of
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header, Trace
from tests.traces import trace_of


def few_rows(network: str, rows: int, target: str, algorithm: str = "elcs") -> tuple[Evidence, Header]:
    data = sample(find_example(network).load_network(), rows, seed=1)
    return Evidence(G2(data)), Header(algorithm, data.index(target), data.columns, "g2", rows=rows)


def turned_one_by_one(evidence: Evidence, header: Header) -> Outcome:
    """Every conditional verdict with too few rows overridden, until the run meets no other."""
    forced = dict(header.forced)
    while True:
        learnt = learn(evidence, replace(header, forced=tuple(sorted(forced.items()))))
        tape, log = evidence.tape, learnt.trace.tests()
        new = {
            tape.question(answer): Verdict.INDEPENDENT
            for answer, verdict in zip(log.answers.tolist(), log.verdict.tolist(), strict=True)
            if verdict == Verdict.UNRELIABLE and tape.asked[answer, Z_LENGTH] > 0
        }
        if not new:
            assert learnt.outcome is not None
            return learnt.outcome
        forced |= new


@pytest.mark.parametrize(
    ("network", "rows", "target"),
    [("child", 5000, "LungParench"), ("insurance", 800, "CarValue"), ("alarm", 300, "HR")],
)
def test_an_edge_is_weak_if_overriding_each_such_verdict_changes_it(
    network: str, rows: int, target: str
) -> None:
    evidence, header = few_rows(network, rows, target)
    own = learn(evidence, header).outcome
    assert own is not None
    other = turned_one_by_one(evidence, header)
    before, after = found_edges(own), found_edges(other)
    found = weak_edges(evidence, header)
    assert found.edges
    for ends in {*before, *after}:
        if ends in found:
            assert (found.found[ends], found.becomes[ends]) == (before.get(ends), after.get(ends))
            assert not alike(before.get(ends), after.get(ends))
        elif not alike(before.get(ends), after.get(ends)):  # one of the two runs did not ask about it
            lacking, having = (own, other) if ends not in before else (other, own)
            shown_by = {
                blanket.target for blanket in having.blankets for edge in edges_of(blanket)
                if {edge.tail, edge.head} == {*ends}
            }  # fmt: skip
            assert not {blanket.target for blanket in lacking.blankets} & {*ends, *shown_by}


def test_at_the_target_nothing_that_changes_is_left_out() -> None:
    evidence, header = few_rows("child", 5000, "LungParench")
    own, other = learn(evidence, header).outcome, turned_one_by_one(evidence, header)
    assert own is not None
    before, after = found_edges(own), found_edges(other)
    found = weak_edges(evidence, header)
    changed = [
        ends
        for ends in sorted({**before, **after})
        if header.target in ends and not alike(before.get(ends), after.get(ends))
    ]
    assert changed == sorted(ends for ends in found.becomes if header.target in ends)
    assert any(isinstance(found.becomes[ends], FoundEdge) for ends in changed)


def test_where_every_conditional_test_had_rows_enough_the_trace_alone_says_so() -> None:
    for example in ("asia", "cancer"):
        found = none_weak(trace_of(example))
        assert found is not None and not found.becomes
    evidence, header = few_rows("child", 5000, "LungParench")
    assert none_weak(learn(evidence, header).trace) is None


ARROW, BACK, LINE = FoundEdge(0, 1, "spouse"), FoundEdge(1, 0, "spouse"), FoundEdge(0, 1)
ONE_SIDED = FoundEdge(0, 1, one_sided=True)


@pytest.mark.parametrize(
    ("found", "then", "facts", "beside"),
    [
        (ARROW, None, ("no edge",), "no edge"),
        (None, ARROW, ("T → A",), "T → A"),
        (None, LINE, ("T — A",), "no direction"),
        (ARROW, BACK, ("A → T",), "A → T"),
        (ARROW, LINE, ("no direction",), "no direction"),
        (LINE, ONE_SIDED, ("one of the two sides",), "one-sided"),
        (ONE_SIDED, LINE, ("each of the two sides",), "found from both sides"),
    ],
)
def test_what_would_be_there_instead_is_named(
    found: FoundEdge | None, then: FoundEdge | None, facts: tuple[str, ...], beside: str
) -> None:
    weak = WeakEdges(Header("elcs", 0, ("T", "A"), "g2"), Verdict.DEPENDENT, {(0, 1): found}, {(0, 1): then})
    said = weak_sentence(weak, 1, 0, ("T", "A"))
    assert "independent" in said and all(fact in said for fact in facts)
    assert weak_label(weak, 0, 1, ("T", "A"))[1] == f"else {beside}"


def test_it_can_be_stopped() -> None:
    evidence, header = few_rows("child", 500, "LungParench")

    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        weak_edges(evidence, header, progress=stop)


def test_it_is_kept_with_its_own_run_alone() -> None:
    evidence, header = few_rows("insurance", 800, "CarValue")
    trace: Trace = learn(evidence, header).trace
    found = weak_edges(evidence, header)
    assert known_weak_edges(trace) is None
    keep_weak_edges(trace, found)
    assert known_weak_edges(trace) is found
    with pytest.raises(ValueError, match="another run"):
        keep_weak_edges(trace_of("asia"), found)
