"""Blame: every wrong arrow gets a cause that a replay confirms, or the algorithm is to blame."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.asking import Asker, Asking, Counts
from elcs_gui.ci.discrete import G2, Chi2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.data.sampling import hide, sample
from elcs_gui.errors import DataError
from elcs_gui.inquiry.blame import Blame, blame
from elcs_gui.inquiry.blame_words import as_json, named, prose, reasons
from elcs_gui.inquiry.known_truth import KnownTruth
from elcs_gui.inquiry.replays import Replays
from elcs_gui.inquiry.smallest_correction import minimised
from elcs_gui.proof.why import cited_tests, why_edge
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header
from tests.graphs import dags
from tests.stress import many

Forced = tuple[tuple[Question, Verdict], ...]


class KnowingJudge(Judge):
    """Says the truth, whatever was measured."""

    truth: KnownTruth

    def independent(self, answer: int) -> bool:
        return self.truth.independent(self.tape.question(answer))


class EveryVerdictTrue(Evidence):
    """The run with every verdict true, by another way than the program's."""

    def __init__(self, evidence: Evidence, truth: KnownTruth) -> None:
        super().__init__(evidence.test)
        self.tape = evidence.tape
        self.truth = truth

    def asker(self, judge: Judge, counts: Counts, serial: int) -> Asking:
        knowing = KnowingJudge(self.tape, judge.distribution, judge.alpha, judge.policy)
        knowing.truth = self.truth
        return Asker(self.test, self.tape, knowing, counts, serial)


def check(evidence: Evidence, header: Header, network: Network, found: Blame) -> None:
    """Everything a blame promises, by runs that share nothing with its replays but the tape."""
    truth = KnownTruth.of(network, header.names, header.target, header.knowledge)

    def nobodys(x: int, kind: str | None) -> bool:
        return kind == "undirected" and x in truth.about.reversible

    def faults(forced: Forced) -> dict[int, str]:
        outcome = learn(evidence, replace(header, forced=(*header.forced, *forced)), record=False).outcome
        assert outcome is not None
        return truth.edge_faults(outcome)

    trace = learn(evidence, header).trace

    said = [event.independent for event in trace.tests().events()]
    asked = [Question.of(event.x, event.y, event.z) for event in trace.tests().events()]

    all_true = learn(EveryVerdictTrue(evidence, truth), replace(header, forced=()), record=False).outcome
    assert all_true is not None
    best = truth.edge_faults(all_true)
    run = faults(())
    assert {fault.other: fault.kind for fault in found.errors} == run
    for fault in found.errors:
        assert fault.at_best == best.get(fault.other)
        own = nobodys(fault.other, fault.kind)
        assert fault.not_identifiable == own
        assert fault.algorithm_error == (fault.kind == best.get(fault.other) and not own)
        assert (fault.cause is None) == (fault.algorithm_error or own)
        corrections = tuple(wrong.correction for wrong in fault.corrections)
        for question, verdict in corrections:
            assert truth.independent(question) == (verdict is Verdict.INDEPENDENT)
        if fault.cause is None:
            assert not corrections
            continue
        assert fault.confirmed
        assert faults(corrections).get(fault.other) == fault.corrected
        assert fault.corrected in (None, fault.at_best) or nobodys(fault.other, fault.corrected)
        assert fault.shd_after == len(faults(corrections))
        cited = cited_tests(why_edge(trace, len(trace), header.target, fault.other))
        on_proof = {asked[test - 1]: said[test - 1] for test in cited}
        wrong = {one: apart for one, apart in on_proof.items() if apart != truth.independent(one)}
        turned = [(one, Verdict.DEPENDENT if apart else Verdict.INDEPENDENT) for one, apart in wrong.items()]
        kinds = ((one, faults((one,)).get(fault.other)) for one in turned)
        enough = [one for one, kind in kinds if kind in (None, fault.at_best) or nobodys(fault.other, kind)]
        assert not enough or corrections == (min(enough, key=lambda one: asked.index(one[0])),)
        assert set(fault.off_proof) == {
            wrong for wrong in fault.corrections if wrong.correction[0] not in on_proof
        }
        assert fault.corrections[0].test is not None
        for fewer in combinations(corrections, len(corrections) - 1):
            kind = faults(fewer).get(fault.other)
            assert kind not in (None, fault.at_best)
            assert not nobodys(fault.other, kind)

    def as_right_as_can_be(forced: Forced) -> bool:
        return all(best.get(x) == kind or nobodys(x, kind) for x, kind in faults(forced).items())

    corrections = tuple(wrong.correction for wrong in found.corrections)
    assert as_right_as_can_be(corrections)
    assert {fault.other: fault.kind for fault in found.remaining} == faults(corrections)
    for fewer in combinations(corrections, len(corrections) - 1) if corrections else ():
        assert not as_right_as_can_be(fewer)


@cache
def network(name: str) -> Network:
    return find_example(name).load_network()


def blamed(name: str, rows: int, seed: int, target: str, **changes: object) -> tuple[Evidence, Header, Blame]:
    data = sample(network(name), rows, seed)
    evidence = Evidence(G2(data))
    header = Header("elcs", data.index(target), data.columns, "g2", rows=rows, **changes)  # type: ignore[arg-type]
    return evidence, header, blame(evidence, header, network(name), budget=40)


@pytest.mark.parametrize(
    ("name", "rows", "seed", "target"),
    many(
        [("insurance", 500, 1, "GoodStudent"), ("child", 1000, 3, "Disease")],
        suite=[
            ("alarm", 2000, 1, "VENTALV"),
            ("alarm", 500, 1, "HYPOVOLEMIA"),
            ("asia", 5000, 1, "either"),
            ("sachs", 400, 1, "Jnk"),
            ("sachs", 200, 2, "Mek"),
        ],
    ),
)
def test_every_wrong_arrow_gets_a_confirmed_cause(name: str, rows: int, seed: int, target: str) -> None:
    evidence, header, found = blamed(name, rows, seed, target)
    assert found.errors
    check(evidence, header, network(name), found)


@st.composite
def small_problems(draw: st.DrawFn) -> tuple[Network, int, int]:
    """A random network with random tables, a seed for a sample of it, and a target."""
    nodes, arrows = draw(dags(most_nodes=6, most_parents=2))
    seed = draw(st.integers(0, 1000))
    parents = [tuple(sorted(a for a, b in arrows if b == node)) for node in range(nodes)]
    random = np.random.default_rng(seed)
    tables = tuple(random.dirichlet((0.5, 0.5), size=(2,) * len(above)) for above in parents)
    names = tuple(f"V{node}" for node in range(nodes))
    made = Network("random", names, tuple(parents), (("a", "b"),) * nodes, tables)
    return made, seed, draw(st.integers(0, nodes - 1))


@given(small_problems(), st.sampled_from(["elcs", "elcs-ii", "emb", "hiton-pc"]))
@settings(max_examples=25)
def test_random_networks_with_small_samples(problem: tuple[Network, int, int], algorithm: str) -> None:
    made, seed, target = problem
    data = sample(made, 150, seed)
    evidence = Evidence(G2(data))
    header = Header(algorithm, target, data.columns, "g2", rows=data.rows)
    check(evidence, header, made, blame(evidence, header, made, budget=40))


@pytest.mark.parametrize(("example", "spouse"), [("missed-spouse", "0"), ("false-child", "3")])
def test_where_the_published_algorithm_fails_no_verdict_is_blamed(example: str, spouse: str) -> None:
    known = network(example)
    target = known.index(find_example(example).target)
    header = Header("elcs", target, known.nodes, "oracle", k=None)
    found = blame(Evidence(Oracle(known)), header, known)
    assert found.wrong_verdicts == 0
    assert found.corrections == ()
    for fault in (*found.errors, *found.spouses):
        assert fault.algorithm_error or fault.not_identifiable
        assert fault.cause is None
    assert [known.nodes[fault.other] for fault in found.spouses] == [spouse]
    assert "  All verdicts were right: the algorithm errs here." in list(prose(found))


def test_a_false_child_is_the_algorithms_error() -> None:
    known = network("false-child")
    header = Header("elcs", 8, known.nodes, "oracle", k=None)
    found = as_json(blame(Evidence(Oracle(known)), header, known))
    assert found["errors"][-1]["edge"] == ["8", "7"]
    assert found["errors"][-1]["kind"] == "extra"
    assert found["errors"][-1]["algorithm_error"] is True
    assert found["errors"][-1]["cause"] is None
    [spouse] = found["spouses"]
    assert (spouse["spouse"], spouse["kind"], spouse["cause"]) == ("3", "extra", None)
    assert spouse.keys() == found["errors"][-1].keys() - {"edge"} | {"spouse"}


def test_an_edge_that_verdicts_made_worse_is_not_the_algorithms_error() -> None:
    """With every verdict true PKC—Jnk stays undirected; it came out reversed, and that has causes."""
    _, _, found = blamed("sachs", 400, 1, "Jnk")
    [error] = as_json(found)["errors"]
    assert (error["edge"], error["kind"], error["with_true_verdicts"]) == (
        ["Jnk", "PKC"], "reversed", "undirected",
    )  # fmt: skip
    assert error["algorithm_error"] is False
    assert error["cause"] is not None
    assert len(error["together_with"]) == 2
    assert error["confirmed"]
    text = "\n".join(prose(found))
    assert "3 verdicts reversed it; with every verdict true it stays undirected, as it is not" in text
    assert "errs here" not in text


def test_what_corrects_every_edge_by_itself_is_tried_for_all_of_them_together() -> None:
    """Where nothing may be spent on smaller sets, the corrections for all are among those for each."""
    data = sample(network("child"), 500, 2)
    header = Header("elcs", data.index("ChestXray"), data.columns, "g2", rows=500)
    found = blame(Evidence(G2(data)), header, network("child"), budget=0)
    each = {verdict for fault in found.errors for verdict in fault.corrections}
    assert len(found.corrections) > 1 and {*found.corrections} <= each


def test_after_a_repair_the_faults_are_counted_anew() -> None:
    """Sick → Age was right by luck; with the wrong verdicts corrected it becomes undecided."""
    evidence, header, found = blamed("child", 500, 2, "Sick")
    check(evidence, header, network("child"), found)
    names = header.names
    assert [(fault.kind, *(names[end] for end in fault.edge)) for fault in found.remaining] == [
        ("undirected", "Sick", "Age")
    ]
    assert names.index("Age") not in {fault.other for fault in found.errors}
    assert as_json(found)["remaining"] == [
        {"edge": ["Sick", "Age"], "kind": "undirected", "identifiable": False}
    ]
    assert "Then Sick — Age, right before, is left undirected (not identifiable from independences)." in (
        list(prose(found))
    )


def chain(*arrows: str, nodes: str = "ABC") -> Network:
    return Network.from_edges("chain", list(nodes), [(arrow[0], arrow[-1]) for arrow in arrows])


def test_an_edge_that_no_method_could_orient_is_nobodys_error() -> None:
    known = chain("A→B", "B→C")
    header = Header("elcs", 1, known.nodes, "oracle")
    found = blame(Evidence(Oracle(known)), header, known)
    assert [(fault.kind, fault.not_identifiable, fault.algorithm_error) for fault in found.errors] == [
        ("undirected", True, False),
        ("undirected", True, False),
    ]
    text = "\n".join(prose(found))
    assert "Every edge at B that can be identified from independences is right." in text
    assert text.count("not identifiable from independences") == 2
    assert "the algorithm" not in text
    assert [error["identifiable"] for error in as_json(found)["errors"]] == [False, False]


def test_what_knowledge_would_orient_is_identifiable() -> None:
    """With A → B known, B → C follows; an algorithm without rules that leaves it open errs."""
    known = chain("A→B", "B→C")
    arrow = Knowledge(required=((0, 1),))
    for algorithm, errors in (("elcs", []), ("hiton-pc", [("undirected", True)] * 2)):
        header = Header(algorithm, 1, known.nodes, "oracle", knowledge=arrow)
        found = blame(Evidence(Oracle(known)), header, known)
        assert [(fault.kind, fault.algorithm_error) for fault in found.errors] == errors


def test_one_overridden_verdict_in_an_oracle_run_is_found_and_taken_back() -> None:
    """The run is right but for one verdict that someone turned: it is the cause of all that is wrong."""
    known = network("fig3")
    turned = Question.of(known.index("E"), known.index("J"))
    forced = ((turned, Verdict.DEPENDENT),)
    header = Header("emb", known.index("T"), known.nodes, "oracle", forced=forced)
    evidence = Evidence(Oracle(known))
    found = blame(evidence, header, known)
    assert found.wrong_verdicts == 1
    assert found.errors
    taken_back = turned, Verdict.INDEPENDENT
    assert {fault.cause and fault.cause.correction for fault in found.errors} == {taken_back}
    assert [wrong.correction for wrong in found.corrections] == [taken_back]
    assert found.smallest


def test_the_result_does_not_depend_on_what_else_is_on_the_tape() -> None:
    evidence, header, found = blamed("asia", 5000, 1, "either")
    assert blame(evidence, header, network("asia"), budget=40) == found
    for target in range(8):
        learn(evidence, replace(header, target=target))
    fresh = Evidence(evidence.test)
    for target in reversed(range(8)):
        learn(fresh, replace(header, target=target))
    assert blame(fresh, header, network("asia"), budget=40) == found


def test_columns_may_stand_in_another_order_than_the_nodes() -> None:
    data = sample(network("asia"), 1000, 1)
    known = network("asia")
    order = list(reversed(range(len(known.nodes))))
    place = {node: number for number, node in enumerate(order)}
    turned = Network(
        "turned",
        tuple(known.nodes[node] for node in order),
        tuple(tuple(place[parent] for parent in known.parents[node]) for node in order),
        tuple(known.levels[node] for node in order),
    )
    header = Header("elcs", data.index("dysp"), data.columns, "chi2", rows=1000)
    found = blame(Evidence(Chi2(data)), header, turned)
    assert found == blame(Evidence(Chi2(data)), header, known)
    check(Evidence(Chi2(data)), header, turned, found)


def test_hidden_variables_count_as_paths() -> None:
    """Without `either`, its causes and effects come out joined: no verdict is wrong about that."""
    data = hide(sample(network("asia"), 5000, 1), ["either"])
    truth = KnownTruth.of(network("asia"), data.columns, data.index("xray"))
    assert not truth.independent(Question.of(data.index("xray"), data.index("lung"), (data.index("smoke"),)))
    header = Header("elcs", data.index("xray"), data.columns, "g2", rows=5000)
    evidence = Evidence(G2(data))
    found = blame(evidence, header, network("asia"))
    check(evidence, header, network("asia"), found)
    assert {fault.kind for fault in found.errors if fault.algorithm_error} == {"extra"}
    text = "\n".join(prose(found))
    assert "With every verdict true it is there just the same: hidden variables join the two" in text
    assert "the algorithm errs" not in text


def test_what_is_said_of_a_correction_is_what_its_replay_shows() -> None:
    """They mend one edge, two of them from beyond its proof, and others of the target get worse."""
    _, _, found = blamed("sachs", 400, 1, "Jnk")
    [fault] = found.errors
    assert (found.shd, fault.shd_after) == (1, 2)
    text = "\n".join(prose(found))
    luck = "by luck: the verdicts that stay wrong make it right."
    assert f"Correcting these 3 verdicts together mends the edge, {luck}" in text
    assert "The proof cites 1 of them: the others act through what else the run found." in text
    assert "The number of wrong edges at Jnk (SHD) goes from 1 to 2." in text
    [error] = as_json(found)["errors"]
    assert error["shd"] == {"before": 1, "after": 2}
    flags = [one["on_proof"] for one in (error["cause"], *error["together_with"])]
    assert flags == [wrong not in fault.off_proof for wrong in fault.corrections]


def test_a_verdict_that_the_proof_does_not_cite_is_said_not_to_be_on_it() -> None:
    example = find_example("alarm")
    data = example.load_data()
    assert data is not None
    header = Header("elcs", data.index("PRESS"), data.columns, "g2", rows=data.rows)
    found = blame(Evidence(G2(data)), header, network("alarm"))
    sentences = {named(found, fault): " ".join(reasons(found, fault)) for fault in found.errors}
    assert "The proof does not cite it" in sentences["PRESS — VENTALV"]
    assert "The proof cites it." in sentences["INTUBATION → PRESS"]
    on_proof = {tuple(error["edge"]): error["cause"]["on_proof"] for error in as_json(found)["errors"]}
    assert on_proof["PRESS", "VENTALV"] is False and on_proof["INTUBATION", "PRESS"] is True


def test_names_that_do_not_match_are_named() -> None:
    data = sample(network("asia"), 100, 1)
    header = Header("elcs", 0, ("Asia", *data.columns[1:]), "g2", rows=100)
    with pytest.raises(DataError, match="does not know 1 of the 8 columns \\(Asia\\)"):
        blame(Evidence(G2(data)), header, network("asia"))


@pytest.mark.parametrize("after", [0, 1, 20])
def test_it_can_be_cancelled_at_any_replay(after: int) -> None:
    data = sample(network("asia"), 5000, 1)
    header = Header("elcs", data.index("either"), data.columns, "g2", rows=5000)
    heard = []

    def progress(replays: int) -> None:
        heard.append(replays)
        if replays >= after:
            raise Cancelled

    with pytest.raises(Cancelled):
        blame(Evidence(G2(data)), header, network("asia"), progress=progress)
    assert heard[-1] == after


@pytest.mark.parametrize("algorithm", ["elcs", "emb-ii"])
def test_a_replay_is_the_run_with_the_verdicts_overridden(algorithm: str) -> None:
    """Replays remember; learning anew with the same overrides must come to the same, every field of it."""
    known = network("child")
    data = sample(known, 300, 5)
    evidence = Evidence(G2(data))
    header = Header(algorithm, data.index("Disease"), data.columns, "g2", rows=300)
    truth = KnownTruth.of(known, header.names, header.target)
    replays = Replays(evidence, header, truth.independent)
    wrong = replays.wrong(sorted(replays.replay(frozenset()).asked))
    assert len(wrong) > 20
    random = np.random.default_rng(1)
    for size in (0, 1, 1, 2, 3, 5, 8, 20, len(wrong)):
        chosen = random.choice(wrong, size, replace=False).tolist()
        forced = tuple(
            (q, Verdict.INDEPENDENT if truth.independent(q) else Verdict.DEPENDENT)
            for q in map(replays.question, chosen)
        )
        anew = learn(Evidence(evidence.test), replace(header, forced=forced))
        replay = replays.replay(frozenset(chosen))
        assert replay.outcome == anew.outcome
        asked = {Question.of(event.x, event.y, event.z) for event in anew.trace.tests().events()}
        assert set(map(replays.question, replay.asked)) == asked


@given(st.sets(st.sets(st.integers(0, 12), min_size=1, max_size=5).map(frozenset), min_size=1, max_size=4))
def test_delta_debugging_leaves_nothing_out_that_is_needed(enough: set[frozenset[int]]) -> None:
    """Any superset of one of these sets is enough."""

    def trial(items: object) -> frozenset[int] | None:
        chosen = frozenset(items)  # type: ignore[call-overload]
        return chosen if any(one <= chosen for one in enough) else None

    found = minimised(list(range(13)), trial)
    assert trial(found) is not None
    assert all(trial([item for item in found if item != left]) is None for left in found)
