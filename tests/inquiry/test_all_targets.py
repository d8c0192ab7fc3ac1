"""Every variable as the target: the same answers as run by run, put side by side."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.inquiry.all_targets import Accord, AllTargets, Finding, JointEdge, learn_all
from elcs_gui.inquiry.summary import CHANCE, CONTRADICTION, WEAK, complete_summary
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header
from tests.optional import EVERYWHERE


def asia(algorithm: str = "elcs") -> tuple[Evidence, Header]:
    data = find_example("asia").load_data()
    assert data is not None
    return Evidence(G2(data)), Header(algorithm, 0, data.columns, "g2", rows=data.rows)


@pytest.mark.parametrize("algorithm", EVERYWHERE)
def test_every_finding_is_that_of_the_targets_own_run(algorithm: str) -> None:
    evidence, header = asia(algorithm)
    found = learn_all(evidence, header)
    assert found.complete
    for target, finding in found.findings.items():
        learnt = learn(evidence, replace(header, target=target))
        outcome = learnt.outcome
        assert outcome is not None
        others = outcome.undetermined if outcome.members is None else outcome.members
        assert (finding.parents, finding.children, finding.others) == (
            outcome.parents,
            outcome.children,
            others,
        )
        assert (finding.tests, finding.unreliable) == (learnt.counts.requested, learnt.counts.unreliable)
        # ELCS-M by itself also holds what its neighbours' searches found against their blankets.
        hidden = {WEAK, CONTRADICTION} if algorithm == "elcs-m" else {WEAK}
        said = complete_summary(evidence, learnt)
        wanted = {doubt.short for doubt in said.doubts if doubt.kind not in hidden}
        assert wanted <= {*finding.doubts} <= {doubt.short for doubt in said.doubts}


@pytest.mark.parametrize("algorithm", ["elcs", "pc"])
def test_a_finding_tells_what_is_doubtful_about_its_run(algorithm: str) -> None:
    data = sample(find_example("asia").load_network(), 200, 1)
    evidence, header = Evidence(G2(data)), Header(algorithm, 0, data.columns, "g2", alpha=0.2, rows=data.rows)
    doubts = {}
    for target, finding in learn_all(evidence, header).findings.items():
        doubts[data.columns[target]] = finding.doubts
        learnt = learn(evidence, replace(header, target=target))
        said = complete_summary(evidence, learnt)
        assert finding.doubts == tuple(
            doubt.short for doubt in said.doubts if doubt.kind not in (WEAK, CHANCE)
        )
    if algorithm == "elcs":
        assert any("cycle" in doubt for doubt in doubts["bronc"])


def test_with_every_verdict_true_the_ends_never_disagree() -> None:
    network = find_example("child").load_network()
    header = Header("elcs", 0, network.nodes, "oracle")
    edges = learn_all(Evidence(Oracle(network)), header).edges()
    true = set(network.edges)
    assert {edge.ends for edge in edges} == {(min(e), max(e)) for e in true}
    assert {edge.accord for edge in edges} <= {Accord.AGREED, Accord.UNDIRECTED}
    assert all((edge.tail, edge.head) in true for edge in edges if edge.directed)


def finding(target: int, parents: str = "", children: str = "", others: str = "") -> Finding:
    causes, effects, rest = (tuple(map(int, xs)) for xs in (parents, children, others))
    return Finding(target, causes, effects, rest, {}, 1, 0)


def test_what_two_ends_say_is_put_side_by_side() -> None:
    header = Header("elcs", 0, tuple("abcdefg"), "g2")
    said = (
        finding(0, children="1"),  # 0 → 1, and 1 agrees
        finding(1, parents="0", children="2", others="34"),  # 1 → 2, but 2 says 2 → 1
        finding(2, children="1"),
        finding(3, parents="1", others="5"),  # 1 → 3 by 3 alone; 3 — 5, which 5 does not see
        finding(4, others="16"),  # 1 — 4 by both; 4 — 6, and 6 is not known
        finding(5),
    )
    found = AllTargets(header, {each.target: each for each in said})
    assert found.edges() == [
        JointEdge(0, 1, Accord.AGREED, directed=True),
        JointEdge(1, 2, Accord.OPPOSED, directed=True),
        JointEdge(1, 3, Accord.AGREED, directed=True),
        JointEdge(1, 4, Accord.UNDIRECTED),
        JointEdge(3, 5, Accord.ONE_END, missed_by=5),
        JointEdge(4, 6, Accord.UNDIRECTED),
    ]
    assert found.edge(2, 1) == JointEdge(1, 2, Accord.OPPOSED, directed=True)
    assert found.edge(0, 2) is None
    assert not found.complete


def test_it_can_be_cut_short_and_gone_on_with() -> None:
    evidence, header = asia()
    heard: list[int] = []

    def stop(so_far: AllTargets) -> None:
        heard.append(so_far.done)
        if so_far.done == 3:
            raise Cancelled

    part = learn_all(evidence, header, stop)
    assert part.done == 3 and heard[-1] == 3
    assert 3 <= part.blankets <= len(header.names)
    again: Counter[int] = Counter()
    whole = learn_all(evidence, header, lambda so_far: again.update([so_far.done]), part)
    assert min(again) == 4 and max(again) == len(header.names)
    assert whole == learn_all(evidence, header)
