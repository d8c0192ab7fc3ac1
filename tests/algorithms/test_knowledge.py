"""What is known beforehand holds in every run, and helps."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.local_graph import LocalGraph
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.data.sampling import sample
from elcs_gui.errors import ElcsError
from elcs_gui.trace import events as ev
from elcs_gui.trace.explain import premises
from elcs_gui.trace.knowledge import Knowledge, Pair
from elcs_gui.trace.knowledge_text import knowledge_of
from elcs_gui.trace.metrics import measure, truth_for
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.run import Run
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header
from tests.graphs import Arrows, dags_with_knowledge, network_of
from tests.knowing_runs import KNOWING
from tests.stress import often

ORIENTING = ["elcs", "elcs-ii", "elcs-without-n", "emb", "emb-ii"]


def oracle_run(network: Network, target: str, knowledge: Knowledge, algorithm: str = "elcs") -> Learnt:
    header = Header(algorithm, network.index(target), network.nodes, "oracle", knowledge=knowledge)
    return learn(Evidence(Oracle(network)), header)


def arrows_told(learnt: Learnt) -> Iterator[Pair]:
    """Every arrow that the trace claims."""
    for event in learnt.trace:
        match event:
            case ev.Oriented(tail=tail, head=head):
                yield tail, head
            case (
                ev.Found(target=target, parents=parents, children=children)
                | ev.Finished(target=target, parents=parents, children=children)
            ):
                yield from ((x, target) for x in parents)
                yield from ((target, x) for x in children)


@settings(max_examples=often(60, suite=25))
@given(case=dags_with_knowledge(), algorithm=st.sampled_from(KNOWING), k=st.sampled_from([2, None]))
def test_what_is_known_holds_whatever_the_tests_say(
    case: tuple[int, Arrows, Knowledge], algorithm: str, k: int | None
) -> None:
    nodes, arrows, known = case
    network = network_of(nodes, arrows)
    evidence = Evidence(Oracle(network))
    for target in range(nodes):
        learnt = learn(evidence, Header(algorithm, target, network.nodes, "oracle", k=k, knowledge=known))
        outcome = learnt.outcome
        assert outcome is not None
        assert not [pair for pair in arrows_told(learnt) if known.forbids(*pair)]
        for blanket in outcome.blankets:
            assert set(blanket.pc) >= set(known.required_neighbours(blanket.target))
            assert not [x for x in blanket.pc if known.bars(x, blanket.target)]
            for child, spouses in blanket.spouses.items():
                assert not [x for x in spouses if known.forbids(x, child)]
        if algorithm in ORIENTING:
            found = {(x, target) for x in outcome.parents} | {(target, x) for x in outcome.children}
            assert found >= {pair for pair in known.required if target in pair}
        assert final_view(learnt.trace).outcome() == outcome


@settings(max_examples=40)
@given(case=dags_with_knowledge(7, true=True), algorithm=st.sampled_from(ORIENTING))
def test_knowledge_of_single_arrows_and_tiers_never_harms_a_blanket(
    case: tuple[int, Arrows, Knowledge], algorithm: str
) -> None:
    """With a perfect oracle. (With ELCS as a whole it can, very rarely: another blanket may come first.)"""
    nodes, arrows, known = case
    network = network_of(nodes, arrows)
    evidence = Evidence(Oracle(network))
    algorithm = algorithm.replace("elcs-without-n", "emb").replace("elcs", "emb")
    for target, truth in enumerate(truth_for(network, network.nodes)):
        header = Header(algorithm, target, network.nodes, "oracle", k=None)
        plain = learn(evidence, header, record=False).outcome
        helped = learn(evidence, replace(header, knowledge=known), record=False).outcome
        assert plain is not None
        assert helped is not None
        assert measure(helped, truth).shd <= measure(plain, truth).shd


def test_tiers_settle_what_no_test_can() -> None:
    network = Network.from_edges("chain", ["A", "B", "C"], [("A", "B"), ("B", "C")])
    plain = oracle_run(network, "B", Knowledge.none).outcome
    assert plain is not None
    assert plain.undetermined == (0, 2)
    told = oracle_run(network, "B", knowledge_of(network.nodes, tiers=["A < B < C"])).outcome
    assert told is not None
    assert (told.parents, told.children, told.undetermined) == ((0,), (2,), ())
    assert told.blanket.reasons == {0: "knowledge", 2: "knowledge"}


def test_one_known_cause_lets_the_rules_settle_the_rest() -> None:
    network = Network.from_edges("chain", ["A", "B", "C"], [("A", "B"), ("B", "C")])
    told = oracle_run(network, "B", knowledge_of(network.nodes, require=["A->B"])).outcome
    assert told is not None
    assert told.blanket.reasons == {0: "knowledge", 2: "lemma-1b"}


def test_a_required_neighbour_is_never_asked_about() -> None:
    network = find_example("fig3").load_network()
    known = knowledge_of(network.nodes, require=["T--H"])
    learnt = oracle_run(network, "T", known, "emb")
    t, h = network.index("T"), network.index("H")
    assert learnt.outcome is not None
    assert h in learnt.outcome.blanket.pc
    searches = ("HITON-PC:2", "HITON-PC:9", "EMB:4")
    tests = [event for event in learnt.trace if isinstance(event, ev.Tested) and event.at in searches]
    assert tests
    assert not [event for event in tests if {event.x, event.y} == {t, h}]


def test_a_forbidden_neighbour_stays_outside_and_can_still_be_a_spouse() -> None:
    """X and T share the child Y; X depends on T through A, and {A} separates the two."""
    edges = [("A", "T"), ("A", "X"), ("T", "Y"), ("X", "Y")]
    network = Network.from_edges("spouse", ["A", "T", "X", "Y"], edges)
    learnt = oracle_run(network, "T", knowledge_of(network.nodes, forbid=["T--X"]), "emb")
    (separated,) = [event for event in learnt.trace if isinstance(event, ev.Separated)]
    assert (separated.x, separated.z) == (2, (0,))
    assert learnt.outcome is not None
    assert learnt.outcome.blanket.spouses == {3: (2,)}
    assert learnt.outcome.blanket.barred == (2,)


def test_a_spouse_against_knowledge_is_told_as_a_conflict() -> None:
    network = Network.from_edges("collider", ["T", "X", "Y"], [("T", "Y"), ("X", "Y")])
    learnt = oracle_run(network, "T", knowledge_of(network.nodes, forbid=["T->Y"]), "emb")
    assert learnt.outcome is not None
    assert [(c.tail, c.head, c.kind) for c in learnt.outcome.conflicts] == [(0, 2, "knowledge")]
    assert learnt.outcome.parents == (2,)
    assert learnt.outcome.blanket.spouses == {}


def test_known_causes_of_a_known_child_are_spouses_whatever_the_tests_say() -> None:
    network = Network.from_edges("collider", ["T", "X", "Y"], [("T", "Y"), ("X", "Y")])
    known = knowledge_of(network.nodes, require=["T->Y", "X->Y"])
    all_independent = tuple(
        (Question.of(a, b, z), Verdict.INDEPENDENT)
        for a, b, c in ((0, 1, 2), (0, 2, 1), (1, 2, 0))
        for z in ((), (c,))
    )
    header = Header("emb", 0, network.nodes, "oracle", knowledge=known, forced=all_independent)
    outcome = learn(Evidence(Oracle(network)), header).outcome
    assert outcome is not None
    assert outcome.children == (2,)
    assert outcome.blanket.spouses == {2: (1,)}


def test_two_variables_with_a_required_edge_need_no_test_at_all() -> None:
    network = Network.from_edges("pair", ["A", "B"], [("A", "B")])
    learnt = oracle_run(network, "A", knowledge_of(network.nodes, require=["A->B"]))
    assert learnt.outcome is not None
    assert learnt.outcome.children == (1,)
    assert learnt.counts.requested == 0


def meek_run(knowledge: Knowledge) -> Run:
    network = network_of(4, [])
    header = Header("elcs", 0, network.nodes, "oracle", knowledge=knowledge)
    return Run(Evidence(Oracle(network)), header)


@pytest.mark.parametrize("with_r4", [True, False])
def test_meek_r4_on_the_textbook_example(with_r4: bool) -> None:
    """a — b, a — c, a — d, d → c → b, and d and b are not adjacent: a → b."""
    a, b, c, d = range(4)
    run = meek_run(Knowledge(required=((d, c), (c, b))))
    graph = LocalGraph(run)
    for x, pc in ((a, (b, c, d)), (b, (a, c)), (c, (a, b, d)), (d, (a, c))):
        graph.write(Blanket(x, pc=pc))
    assert graph.undirected() == [(a, b), (a, c), (a, d)]
    apply_meek_rules(graph, with_r4=with_r4)
    if with_r4:
        assert [(o.tail, o.head, o.rule) for o in graph.orientations] == [(a, b, "meek-r4")]
        assert premises(graph.orientations[0], "abcd") == [
            "a-d", "d->c", "c->b", "a,c adjacent", "d,b not adjacent",
        ]  # fmt: skip
    assert graph.points(a, b) == with_r4
    assert not run.conflicts


def test_algorithms_that_make_no_use_of_knowledge_refuse_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ALGORITHMS, "emb", replace(ALGORITHMS["emb"], uses_knowledge=False))
    network = find_example("fig3").load_network()
    with pytest.raises(ElcsError, match="EMB makes no use of background knowledge"):
        oracle_run(network, "T", knowledge_of(network.nodes, require=["T->A"]), "emb")


def test_a_run_refuses_knowledge_that_contradicts_itself() -> None:
    network = find_example("fig3").load_network()
    with pytest.raises(ElcsError, match="circle"):
        oracle_run(network, "T", knowledge_of(network.nodes, require=["T->A", "A->T"]))


def test_true_knowledge_mends_what_small_data_break() -> None:
    network = find_example("child").load_network()
    data = sample(network, 300, seed=5)
    evidence = Evidence(G2(data))
    truths = truth_for(network, data.columns)
    arrows = tuple((p, child) for child, parents in enumerate(network.parents) for p in parents)
    wrong: dict[bool, float] = {}
    for known in (False, True):
        knowledge = Knowledge(required=arrows) if known else Knowledge.none
        outcomes = [
            learn(evidence, Header("elcs", t, data.columns, "g2", knowledge=knowledge), record=False).outcome
            for t in range(data.variables)
        ]
        wrong[known] = sum(measure(o, truth).shd for o, truth in zip(outcomes, truths, strict=True) if o)
    assert wrong[True] < wrong[False] / 3
