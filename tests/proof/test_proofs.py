"""Proofs hold, by the judgement of a checker that shares nothing with the prover, and need all they cite."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.local_graph import LocalGraph
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import UNRELIABLE_DF, Question, Verdict
from elcs_gui.ci.registry import Needs
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.errors import ElcsError
from elcs_gui.proof import why
from elcs_gui.proof.weakest import weakest_of
from elcs_gui.proof.why import (
    SETS,
    Margins,
    Proof,
    cited_tests,
    fragility,
    walk,
    weakest,
    why_edge,
    why_member,
)
from elcs_gui.proof.words import proof_lines
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.events import Barred, Entered, Finished, Found, LeftUndecided, Oriented, Parted, Tested
from elcs_gui.trace.run import Cancelled, Run
from elcs_gui.trace.timeline import Timeline, timeline_of
from elcs_gui.trace.trace import Header, Trace
from tests.contradicting import Told, contradicting, header_of
from tests.graphs import dags, network_of
from tests.noisy import noisy
from tests.proof.attacks import nodes_of, put, spoilt
from tests.proof.checker import Rejected
from tests.proof.checker_edges import EdgeChecker, check
from tests.stress import often
from tests.traces import trace_of

ON_DATA = sorted(
    name for name, algorithm in ALGORITHMS.items() if algorithm.tells_neighbours and not algorithm.computes
)
"""Those of which edges can be asked and are found by tests; for the others see tests/algorithms."""
TELLING = [name for name in ON_DATA if Needs.NETWORK in ALGORITHMS[name].needs]
"""Those of them that need no data."""


@st.composite
def oracle_runs(draw: st.DrawFn) -> Trace:
    nodes, arrows = draw(dags(most_nodes=8))
    network = network_of(nodes, arrows)
    header = Header(
        draw(st.sampled_from(TELLING)),
        draw(st.integers(0, nodes - 1)),
        network.nodes,
        "oracle",
        k=draw(st.sampled_from([None, 0, 1, 3])),
    )
    return learn(Evidence(Oracle(network)), header).trace


NOISY = {name: find_example(name).load_network() for name in ("cancer", "asia", "sachs")}


@st.composite
def noisy_runs(draw: st.DrawFn, among: Sequence[str] = ON_DATA) -> Trace:
    """Few rows: wrong verdicts, contradictions, unreliable tests; some verdicts forced besides."""
    network = NOISY[draw(st.sampled_from(sorted(NOISY)))]
    data = sample(network, draw(st.sampled_from([40, 150, 600])), seed=draw(st.integers(0, 50)))
    evidence = Evidence(G2(data))
    header = Header(
        draw(st.sampled_from(among)),
        draw(st.integers(0, data.variables - 1)),
        data.columns,
        "g2",
        alpha=draw(st.sampled_from([0.01, 0.2])),
        k=draw(st.sampled_from([1, 3])),
    )
    trace = learn(evidence, header).trace
    asked = len(trace.test_steps)
    turned = draw(st.lists(st.integers(0, asked - 1), max_size=4, unique=True)) if asked else []
    return learn(evidence, replace(header, forced=flipped(trace, [n + 1 for n in sorted(turned)]))).trace


def flipped(trace: Trace, numbers: list[int]) -> tuple[tuple[Question, Verdict], ...]:
    """The opposite of what these tests said, ready to be forced."""
    tests = [trace[int(trace.test_steps[number - 1])] for number in numbers]
    forced = {
        Question.of(test.x, test.y, test.z): Verdict.DEPENDENT if test.independent else Verdict.INDEPENDENT
        for test in tests
        if isinstance(test, Tested)
    }
    return tuple(sorted(forced.items()))


def every_proof(trace: Trace, step: int) -> Iterator[Proof]:
    for a, b in permutations(range(len(trace.header.names)), 2):
        yield why_edge(trace, step, a, b)
        for name in SETS:
            yield why_member(trace, step, name, a, b)


def places_to_weaken(proof: Proof, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], str, int]]:
    """(path to a node, "premise" or "test", which) for everything that a proof rests on."""
    for i in range(len(proof.tests)):
        yield path, "test", i
    for i, premise in enumerate(proof.premises):
        yield path, "premise", i
        yield from places_to_weaken(premise, (*path, i))


def without(proof: Proof, path: tuple[int, ...], kind: str, which: int) -> Proof:
    """The proof with one premise or test taken away somewhere."""
    if path:
        first, *rest = path
        weakened = without(proof.premises[first], tuple(rest), kind, which)
        return replace(proof, premises=(*proof.premises[:first], weakened, *proof.premises[first + 1 :]))
    if kind == "test":
        return replace(proof, tests=proof.tests[:which] + proof.tests[which + 1 :])
    return replace(proof, premises=proof.premises[:which] + proof.premises[which + 1 :])


def holds_everywhere(trace: Trace, steps: list[int]) -> None:
    for step in steps:
        checker = EdgeChecker(trace, step)
        for proof in every_proof(trace, step):
            checker.check_asked(proof)


def some_steps(trace: Trace, seed: int, count: int) -> list[int]:
    chosen = random.Random(seed)
    return [len(trace), *(chosen.randint(0, len(trace)) for _ in range(count))]


@settings(max_examples=often(60, suite=5))
@given(st.integers(0, 2**32))
def test_on_verdicts_that_contradict_each_other_every_proof_is_accepted_and_none_that_is_spoilt(
    seed: int,
) -> None:
    chosen = random.Random(seed)
    for algorithm in TELLING:
        verdicts, header = contradicting(chosen, algorithm, most=6)
        trace = learn(Evidence(verdicts), header).trace
        step = len(trace) if chosen.random() < 0.5 else chosen.randint(0, len(trace))
        checker, proofs = EdgeChecker(trace, step), [*every_proof(trace, step)]
        for proof in proofs:
            checker.check_asked(proof)
        for proof in chosen.sample(proofs, min(len(proofs), 6)):
            nodes = [*nodes_of(proof)]
            for path, node in chosen.sample(nodes, min(len(nodes), 3)):
                for wrong in spoilt(trace, node):
                    with pytest.raises(Rejected):
                        checker.check(put(proof, path, wrong))


def test_why_a_spouse_is_or_is_none_through_any_variable_is_accepted() -> None:
    """Also through one that is no neighbour, or was none when spouses were looked for."""
    rules: set[tuple[str, str]] = set()
    for seed in range(120):
        for algorithm in ("elcs", "elcs-sound"):
            chosen = random.Random(seed)
            verdicts, header = contradicting(chosen, algorithm, most=5)
            trace = learn(Evidence(verdicts), header).trace
            step = chosen.choice([len(trace), chosen.randint(0, len(trace))])
            checker = EdgeChecker(trace, step)
            for owner, x, child in permutations(range(len(header.names)), 3):
                for name in ("CSP", "SP"):
                    proof = why_member(trace, step, name, owner, x, through=child)
                    checker.check(proof)
                    rules |= {(node.claim.kind, node.rule) for node in walk(proof)}
                    if proof.rule == "leaving":  # said as it is: separated already, still drawn
                        (line, *_) = proof_lines(trace, proof)
                        assert all(header.names[v] in line.sentence for v in (x, child))
    for wanted in (
        ("not in CSP", "child outside PC"), ("not in SP", "child outside PC"), ("in SP", "leaving"),
        ("not in CSP", "no separator"), ("not in PC", "barred"), ("in PC at first", "never separated"),
    ):  # fmt: skip
        assert wanted in rules


@pytest.mark.parametrize("algorithm", ["iamb", "gsmb"])
def test_why_who_is_in_a_blanket_that_is_learnt_whole_follows_the_last_test(algorithm: str) -> None:
    """At every step: by the events alone, without what the prover reads them with."""
    rules: set[tuple[str, str]] = set()
    for seed in range(40):
        verdicts, header = contradicting(random.Random(seed), algorithm, most=5)
        trace = learn(Evidence(verdicts), replace(header, parameters=())).trace
        last: dict[int, Tested] = {}
        for step, event in enumerate(trace, 1):
            if isinstance(event, Tested):
                last[event.x if event.y == header.target else event.y] = event
            blanket = Timeline(trace).view(step).blankets[header.target] if step % 5 == 0 else None
            for x in {*range(len(header.names))} - {header.target} if blanket is not None else ():
                proof = why_member(trace, step, "MB", header.target, x)
                inside = proof.claim.kind == "in MB"
                assert blanket is not None and inside == (x in blanket.members)
                assert cited_tests(proof) == (() if x not in last else (last[x].number,))
                independent = x in last and last[x].independent
                assert (proof.rule == "not asked") == (x not in last)
                assert (proof.rule == "leaving") == (inside and independent)
                assert (proof.rule == "separated") == (not inside and independent)
                rules.add((proof.claim.kind, proof.rule))
    assert {rule for _, rule in rules} >= {"leaving", "dependent", "separated", "not asked"}


@pytest.mark.parametrize(("algorithm", "seed"), [("pc", 13), ("mb-by-mb", 132), ("pcd-by-pcd", 395)])
def test_where_sets_with_and_without_the_middle_separate_meek_r1_is_refused_by_both(
    algorithm: str, seed: int
) -> None:
    """Conservative colliders: such a triple is ambiguous, and no rule counts on it."""
    verdicts, header = contradicting(random.Random(seed), algorithm, most=6)
    header = replace(header, parameters=(("colliders", "conservative"),))
    trace = learn(Evidence(verdicts), header).trace
    checker, ambiguous = EdgeChecker(trace, len(trace)), 0
    for a, b in combinations(range(len(header.names)), 2):
        proof = why_edge(trace, len(trace), a, b)
        checker.check_asked(proof)
        for failed in (one for one in proof.premises if one.claim.kind == "fails meek-r1"):
            told = [one for one in failed.premises if one.claim.kind != "adjacent"]
            for with_it, without in zip(told[::2], told[1::2], strict=True):
                assert with_it.claim.kind == without.claim.kind == "independent"
                (end,) = {*with_it.claim.of} & {a, b}
                (middle,) = {a, b} - {end}
                assert with_it.claim.of == without.claim.of
                assert middle in with_it.claim.given and middle not in without.claim.given
                said = next(line.sentence for line in proof_lines(trace, proof) if line.proof is failed)
                assert all(trace.header.names[x] in said for x in (middle, *with_it.claim.of))
                ambiguous += 1
    assert ambiguous


def test_a_cause_that_tells_nothing_of_another_neighbour_is_among_what_lemma_1b_refuses() -> None:
    """V1 and V3 are causes of V2; each was asked about with V0 twice, without V2 and with it."""
    verdicts, header = contradicting(random.Random(41), "cmb-sound", most=5)
    trace = learn(Evidence(verdicts), header).trace
    (found,) = (fact for fact in trace.facts if isinstance(fact, Found) and fact.target == 2)
    proof = why_edge(trace, 147, 0, 2)
    EdgeChecker(trace, 147).check_asked(proof)
    (refused,) = (
        one.tests for one in proof.premises if one.claim.kind == "fails lemma-1b" and one.claim.of == (2, 0)
    )
    pairs = [{event.x, event.y} for event in trace if isinstance(event, Tested) and event.number in refused]
    assert found.parents == (1, 3) and len(pairs) == 4
    assert all(0 in pair and pair & {*found.parents} for pair in pairs)


def test_a_candidate_that_knowledge_has_barred_is_no_candidate_any_more() -> None:
    """V2 was one through V1, until the forbidden arrow V1 → V2 counted; the step is before the end."""
    verdicts, header = contradicting(random.Random(506), "elcs-sound", most=5)
    trace = learn(Evidence(verdicts), header).trace
    barred = next(n for n, event in enumerate(trace, 1) if isinstance(event, Barred) and event.x == 2)
    for step, status, rule in (
        (barred - 1, "undecided", "candidate"),
        (barred + 1, "absent", "not yet known"),
    ):
        proof = why_edge(trace, step, 1, 2)
        EdgeChecker(trace, step).check_asked(proof)
        assert (proof.status, proof.rule) == (status, rule)
    assert [premise.rule for premise in proof.premises] == ["barred"]


def test_every_rule_occurs_and_every_premise_that_holds_or_fails() -> None:
    """Rules first, read off what runs tell: a proof is asked for only where there is a new one."""
    chosen = random.Random(0)
    missing = {rule for algorithm in TELLING for rule in ALGORITHMS[algorithm].rules}
    kinds: set[tuple[str, str]] = set()
    for number in range(6000):
        asked_for = [name for name in TELLING if missing & {*ALGORITHMS[name].rules}] or TELLING
        algorithm = TELLING[number] if number < len(TELLING) else asked_for[number % len(asked_for)]
        verdicts, header = contradicting(chosen, algorithm, most=6)
        trace = learn(Evidence(verdicts), header).trace
        told = {fact.rule for fact in trace.facts if isinstance(fact, Found | Oriented)}
        if number < 3 * len(TELLING) or missing & told:
            checker = EdgeChecker(trace, len(trace))
            for proof in every_proof(trace, len(trace)):
                checker.check_asked(proof)
                found = {(node.claim.kind, node.rule) for node in walk(proof)}
                kinds |= found
                missing -= {rule for kind, rule in found if kind == "arrow"}
        if not missing and number > 3 * len(TELLING):
            break
    assert not missing
    sets = {f"{word} {name}" for name in SETS for word in ("in", "not in")}
    assert {kind for kind, _ in kinds if not kind.startswith("fails ")} == sets | {
        "adjacent", "apart", "arrow", "causes", "dependent", "forbidden", "independent", "inseparable",
        "in PC at first", "no candidates", "no edge", "required", "separated", "temp", "undecided",
    }  # fmt: skip
    failing = {kind.removeprefix("fails ") for kind, _ in kinds if kind.startswith("fails ")}
    assert failing == {
        "blanket", "collider", "eager", "knowledge", "lemma-1a", "lemma-1b", "meek", "meek-r1", "meek-r2",
        "meek-r3", "meek-r4", "n-structure", "no-cause", "released", "two-causes", "v-structure",
    }  # fmt: skip


def test_ldecc_proves_causes_and_effects_in_every_way_it_finds_them() -> None:
    """Causes: an end of what is separated, in the set, or a shield. Effects: told by one or by two."""
    chosen = random.Random(0)
    ways: dict[tuple[object, ...], int] = {}
    for _ in range(2000):
        verdicts, header = contradicting(chosen, "ldecc", most=6)
        trace = learn(Evidence(verdicts), header).trace
        sets = {frozenset((fact.x, fact.y)): fact.z for fact in trace.facts if isinstance(fact, Parted)}
        for fact in trace.facts:
            if isinstance(fact, Found):
                x, z = (*fact.parents, *fact.children)[0], sets.get(frozenset(fact.because), ())
                way = fact.at, len(fact.because), x in fact.because, x in z
                if ways.setdefault(way, 0) < 40:
                    ways[way] += 1
                    proof = why_edge(trace, len(trace), x, header.target)
                    assert proof.status == "directed"
                    check(trace, len(trace), proof)
                    names = {trace.header.names[x], trace.header.names[header.target]}
                    (said, *_) = [line.sentence for line in proof_lines(trace, proof)]
                    assert said.endswith(".") and all(name in said for name in names)
    assert ways.keys() == {
        ("LDECC:16", 2, True, False), ("LDECC:16", 2, False, True), ("LDECC:16", 2, False, False),
        ("LDECC:4", 1, False, False), ("LDECC:12", 2, False, False), ("LDECC:17", 1, False, False),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("algorithm", "runs", "line"),
    [
        ("cmb-sound", 1200, "CMB-sound:11"),
        ("pcd-by-pcd-cl", 400, "PCD-by-PCD-CL:10"),
        ("cmb-cl", 60, "CMB-CL:10"),
    ],
)
def test_arrows_by_lines_that_few_runs_come_to_are_proved(algorithm: str, runs: int, line: str) -> None:
    chosen, proved = random.Random(0), 0
    for _ in range(runs):
        verdicts, header = contradicting(chosen, algorithm, most=6)
        trace = learn(Evidence(verdicts), header).trace
        arrows = [fact for fact in trace.facts if isinstance(fact, Oriented) and fact.at == line]
        checker = EdgeChecker(trace, len(trace)) if arrows else None
        for arrow in arrows:
            assert checker is not None
            proof = why_edge(trace, len(trace), arrow.tail, arrow.head)
            checker.check_asked(proof)
            proved += proof.claim.of == (arrow.tail, arrow.head)
    assert proved > 2


@settings(max_examples=often(60, suite=3))
@given(st.integers(0, 2**32))
def test_every_proof_of_lcs_fs_on_few_rows_is_accepted(seed: int) -> None:
    """Neighbours are chosen, not tested; colliders are, and contradict each other."""
    chosen, threshold = random.Random(seed), (("threshold", 0.01),)
    for _ in range(20):
        table = noisy(chosen.randrange(2**32))
        header = header_of(chosen, "lcs-fs", table.rows.shape[1], table.arrows)
        trace = learn(Evidence(G2(table.data)), replace(header, alpha=0.05, parameters=threshold)).trace
        holds_everywhere(trace, [len(trace)])


@settings(max_examples=often(60, suite=15))
@given(oracle_runs(), st.integers(0, 10**6))
def test_every_proof_of_a_perfect_run_is_accepted_at_any_step(trace: Trace, seed: int) -> None:
    holds_everywhere(trace, some_steps(trace, seed, 2))


@settings(max_examples=often(30, suite=12))
@given(noisy_runs(), st.integers(0, 10**6))
def test_every_proof_of_a_run_on_few_rows_with_forced_verdicts_is_accepted(trace: Trace, seed: int) -> None:
    holds_everywhere(trace, some_steps(trace, seed, 1))


def test_a_candidate_is_refused_by_the_same_test_as_another_that_separates_with_it() -> None:
    """V3 and V10 separate V8 from V1. Given both, V8 is refused through V3, and so it is through V10."""
    arrows = [
        (2, 0), (2, 12), (2, 4), (8, 3), (8, 10), (8, 9), (8, 5), (8, 11), (3, 6), (3, 1), (10, 1), (7, 12),
        (7, 1), (6, 9), (6, 11), (6, 4), (0, 5), (0, 11), (12, 1), (1, 5), (1, 4),
    ]  # fmt: skip
    network = network_of(13, arrows)
    header = Header("elcs-sound", 1, network.nodes, "oracle", k=None)
    trace = learn(Evidence(Oracle(network)), header).trace
    asked = [event for event in trace if isinstance(event, Tested) and event.at == "RecogSpouses:11"]
    (first, *_) = [test.number for test in asked if {test.x, test.y} == {1, 8} and test.z == (3, 10)]
    step = int(trace.test_steps[first - 1]) + 1
    found = why_member(trace, step, "CSP", 1, 8, through=10)
    assert found.rule == "no candidate"
    check(trace, step, found)


@pytest.mark.parametrize(
    ("arrows", "target", "k"),
    [([(1, 0), (1, 2), (0, 3)], 2, 0), ([(0, 2), (2, 1), (3, 1), (3, 2)], 1, None)],
    ids=["a neighbour that no pair told anything of", "a neighbour that did not find the target"],
)
def test_what_is_read_off_the_graph_is_proved_by_the_graph(
    arrows: list[tuple[int, int]], target: int, k: int | None
) -> None:
    network = network_of(4, arrows)
    trace = learn(Evidence(Oracle(network)), Header("cmb-cl", target, network.nodes, "oracle", k=k)).trace
    end, step = trace[len(trace) - 1], len(trace)
    assert isinstance(end, Finished)
    assert why_members(trace, step, "PC", target) != {*end.parents, *end.children, *end.undetermined}
    for name, told in (("P", end.parents), ("C", end.children), ("UN", end.undetermined)):
        assert why_members(trace, step, name, target) == set(told)
    holds_everywhere(trace, [step])


def test_who_was_chosen_from_one_side_is_a_neighbour_by_the_graph_and_not_known_beforehand() -> None:
    network = network_of(2, [])
    run = Run(Evidence(Oracle(network)), Header("lcs-fs", 0, network.nodes, "oracle"))
    run.start("LCS-FS", 0)
    for x, chosen in ((0, ()), (1, (0,))):
        run.start("FCBF", x)
        for y in chosen:
            run.tell(Entered("FCBF:6", x, "PC", y))
        run.tell(LeftUndecided("FCBF:7", x, chosen))
    LocalGraph(run).join(0, 1, "LCS-FS:7")
    run.tell(Finished("LCS-FS:12", 0, (), (), (1,)))
    trace = run.trace
    assert why_members(trace, len(trace), "UN", 0) == {1}
    holds_everywhere(trace, [len(trace)])
    said = [line.sentence for line in proof_lines(trace, why_edge(trace, len(trace), 0, 1))]
    assert "V0 and V1 are adjacent. V0 was chosen as a neighbour of V1; no test was requested." in said


@pytest.mark.parametrize("algorithm", TELLING)
def test_a_proof_stands_on_what_is_seen_at_the_step(algorithm: str) -> None:
    """The claims agree with the view that the window shows, step by step."""
    trace = trace_of("fig3", algorithm)
    for step in [*range(0, len(trace), len(trace) // often(150, suite=10)), len(trace)]:
        stands_on_what_is_seen(trace, step)


def stands_on_what_is_seen(trace: Trace, step: int) -> None:
    view = timeline_of(trace).view(step)
    for (a, b), edge in view.edges.items():
        proof = why_edge(trace, step, a, b)
        if edge.rule:
            assert (proof.status, proof.claim.of) == ("directed", (edge.tail, edge.head))
        else:
            assert proof.status in ("undecided", "directed")
    for blanket in view.blankets.values():
        candidates = {x for xs in blanket.candidate_spouses.values() for x in xs}
        sets = {
            "PC": blanket.pc,
            "SP": blanket.all_spouses,
            "CSP": candidates,
            "Sep": blanket.separators,
        }
        for name, members in sets.items():
            assert why_members(trace, step, name, blanket.target) == set(members)
        for x in blanket.parents:
            assert why_edge(trace, step, x, blanket.target).status == "directed"
    if (end := view.finished) is not None:
        members_at_end = view.blankets[end.target].members
        of_end = {"P": end.parents, "C": end.children, "UN": end.undetermined, "MB": members_at_end}
        for name, members in of_end.items():
            assert why_members(trace, step, name, end.target) == set(members)


def why_members(trace: Trace, step: int, name: str, owner: int) -> set[int]:
    others = (x for x in range(len(trace.header.names)) if x != owner)
    return {x for x in others if why_member(trace, step, name, owner, x).claim.kind == f"in {name}"}


@settings(max_examples=often(40, suite=12))
@given(oracle_runs() | noisy_runs(), st.data())
def test_a_proof_needs_every_premise_and_every_test(trace: Trace, data: st.DataObject) -> None:
    needs_all_of_its_parts(trace, random.Random(data.draw(st.integers(0, 10**6))), 40)


def needs_all_of_its_parts(trace: Trace, chosen: random.Random, proofs: int) -> None:
    """The checker rejects proofs from which something is taken away."""
    step = len(trace) if chosen.random() < 0.5 else chosen.randint(0, len(trace))
    variables = range(len(trace.header.names))
    checker = EdgeChecker(trace, step)
    for _ in range(proofs):
        a, b = chosen.sample(variables, 2)
        name = chosen.choice(("edge", *SETS))
        proof = why_edge(trace, step, a, b) if name == "edge" else why_member(trace, step, name, a, b)
        places = list(places_to_weaken(proof))
        for path, kind, which in chosen.sample(places, min(len(places), 12)):
            with pytest.raises(Rejected):
                checker.check(without(proof, path, kind, which))


@settings(max_examples=often(40, suite=15))
@given(oracle_runs() | noisy_runs([name for name in ON_DATA if name != "lcs-fs"]), st.data())
def test_turning_a_cited_verdict_changes_the_proof_or_the_arrow(trace: Trace, data: st.DataObject) -> None:
    """... in what it claims or asks: that the verdict itself is another one does not count.

    Answers alone do not say whom LCS-FS takes for neighbours.
    """
    changes_with_its_verdicts(trace, random.Random(data.draw(st.integers(0, 10**6))))


def changes_with_its_verdicts(trace: Trace, chosen: random.Random) -> None:
    evidence = Evidence(Taped(trace))
    for a, b in chosen.sample(list(permutations(range(len(trace.header.names)), 2)), 5):
        proof = why_edge(trace, len(trace), a, b)
        cited = cited_tests(proof)
        for number in chosen.sample(cited, min(len(cited), 4)):
            forced = dict(trace.header.forced) | dict(flipped(trace, [number]))
            header = replace(trace.header, forced=tuple(sorted(forced.items())))
            forked = learn(evidence, header).trace
            assert shape(forked, why_edge(forked, len(forked), a, b)) != shape(trace, proof)


class Taped:
    """Answers a forked run from the tape of the first; what is new there cannot be told."""

    def __init__(self, trace: Trace) -> None:
        self._tape = trace.judge.tape
        self.variables = len(trace.header.names)
        self.distribution = trace.judge.distribution

    def measure(self, question: Question) -> tuple[float, int]:
        answer = self._tape.find(question)
        if answer is None:
            return math.nan, UNRELIABLE_DF
        return float(self._tape.statistic[answer]), int(self._tape.df[answer])


def shape(trace: Trace, proof: Proof) -> list[object]:
    """Claims, rules and questions of a proof, without verdicts and without where in the trace they stand."""
    found: list[object] = []
    for node in walk(proof):
        tests = [trace[int(trace.test_steps[number - 1])] for number in node.tests]
        asked = [Question.of(test.x, test.y, test.z) for test in tests if isinstance(test, Tested)]
        kind = "verdict" if node.claim.kind in ("dependent", "independent") else node.claim.kind
        found.append((kind, node.claim.of, node.claim.given, node.rule, asked))
    return found


@pytest.mark.parametrize("algorithm", TELLING)
def test_a_cancelled_run_and_a_file_can_be_asked_as_well(algorithm: str, tmp_path: Path) -> None:
    whole = trace_of("fig3", algorithm)
    data = find_example("fig3").load_data()
    assert data is not None

    def stop(trace: Trace) -> None:
        if len(trace.test_steps) > 200:
            raise Cancelled

    part = learn(Evidence(G2(data)), whole.header, listener=stop).trace
    write_trace(whole, tmp_path / "whole.jsonl")
    filed = read_trace(tmp_path / "whole.jsonl")
    checker = EdgeChecker(part, len(part))
    for a, b in list(combinations(range(len(whole.header.names)), 2))[:: often(1, suite=3)]:
        proof = why_edge(part, len(part), a, b)
        checker.check_asked(proof)
        assert proof == why_edge(whole, len(part), a, b)
        assert why_edge(filed, len(filed), a, b) == why_edge(whole, len(whole), a, b)


def test_a_trace_can_be_asked_while_it_grows() -> None:
    data = find_example("fig3").load_data()
    assert data is not None
    target = data.index("T")
    asked: list[tuple[int, Proof]] = []

    def listen(trace: Trace) -> None:
        if len(asked) < 60:
            asked.append((len(trace), why_edge(trace, len(trace), target, data.index("B"))))

    trace = learn(Evidence(G2(data)), Header("elcs", target, data.columns, "g2"), listener=listen).trace
    for step, proof in asked:
        assert proof == why_edge(trace, step, target, data.index("B"))


class Fig3:
    """The paper's example, spoken of by names."""

    def __init__(self) -> None:
        network = find_example("fig3").load_network()
        self.names = network.nodes
        header = Header("elcs", network.index("T"), network.nodes, "oracle")
        self.trace = learn(Evidence(Oracle(network)), header).trace

    def edge(self, a: str, b: str) -> Proof:
        return why_edge(self.trace, len(self.trace), self.names.index(a), self.names.index(b))

    def said(self, proof: Proof) -> list[str]:
        """The claims just below."""
        return [self.claim(premise) for premise in proof.premises]

    def claim(self, proof: Proof) -> str:
        words = ",".join(self.names[x] for x in proof.claim.of)
        given = ",".join(sorted(self.names[x] for x in proof.claim.given))
        return f"{proof.claim.kind} {words}" + (f" | {given}" if given else "")


@pytest.fixture(scope="module")
def fig3() -> Fig3:
    return Fig3()


def test_b_is_an_effect_by_the_n_structure_that_the_paper_draws(fig3: Fig3) -> None:
    proof = fig3.edge("B", "T")
    assert (proof.status, proof.rule, fig3.claim(proof)) == ("directed", "n-structure", "arrow T,B")
    assert fig3.said(proof) == ["in PC T,B", "in CSP T,B,C", "in SP T,A,C"]
    assert fig3.said(proof.premises[1])[:2] == ["independent C,T | E", "dependent C,T | B,E"]
    assert fig3.said(proof.premises[2]) == ["in PC T,A", "in CSP T,A,C", "inseparable C,A"]


def test_the_other_arrows_of_fig_3_rest_on_the_papers_reasons(fig3: Fig3) -> None:
    assert fig3.said(fig3.edge("T", "A")) == ["in SP T,A,C"]
    assert fig3.said(fig3.edge("D", "K")) == ["in SP T,K,D"]
    cause = fig3.edge("T", "E")
    assert fig3.claim(cause) == "arrow E,T"
    assert fig3.said(cause)[2:] == ["independent E,J", "dependent E,J | T"]
    effect = fig3.edge("T", "L")
    assert effect.rule == "lemma-1b"
    assert fig3.said(effect)[1:] in (
        ["arrow J,T", "dependent L,J", "independent L,J | T"],
        ["arrow E,T", "dependent L,E", "independent L,E | T"],
    )


def test_a_missing_edge_names_the_test_that_removed_it(fig3: Fig3) -> None:
    proof = fig3.edge("T", "I")
    assert (proof.status, proof.rule) == ("absent", "not adjacent")
    (outside, *_) = proof.premises
    assert fig3.said(outside) == ["separated I,T | D,K"]
    pruned = next(p for p in fig3.edge("C", "B").premises if p.claim.kind == "not in SP")
    assert (pruned.rule, fig3.said(pruned)) == ("pruned", ["separated C,B | A,T"])


def test_the_meek_arrow_of_fig_4_rests_on_x_to_y_and_on_x_and_t_being_apart() -> None:
    network = find_example("fig4").load_network()
    names = network.nodes
    trace = learn(Evidence(Oracle(network)), Header("elcs", names.index("T"), names, "oracle")).trace
    proof = why_edge(trace, len(trace), names.index("T"), names.index("Y"))
    assert (proof.rule, proof.claim.of) == ("meek-r1", (names.index("Y"), names.index("T")))
    said = {(p.claim.kind, tuple(names[x] for x in p.claim.of)) for p in proof.premises}
    assert said == {("arrow", ("X", "Y")), ("adjacent", ("Y", "T")), ("apart", ("X", "T"))}
    first = trace.header.target
    before = why_edge(trace, proof.step - 1, names.index("T"), names.index("Y"))
    assert before.status == "undecided"
    assert [p.claim.kind for p in before.premises if p.claim.of[0] == first][1:3] == [
        "fails v-structure",
        "fails n-structure",
    ]


def test_the_weakest_link_is_the_test_nearest_to_alpha() -> None:
    trace = trace_of("fig3")
    for edge in fragility(trace, len(trace)):
        found = weakest(trace, edge.proof)
        tests = [trace[int(trace.test_steps[n - 1])] for n in cited_tests(edge.proof)]
        ratios = {t.number: t.p / 0.01 for t in tests if isinstance(t, Tested) and t.p}
        nearest = min(ratios.values(), key=lambda ratio: max(ratio, 1 / ratio))
        assert found.test is not None
        assert ratios[found.test] == nearest
        assert found == edge.weakest


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_margins_of_few_states_are_remembered_and_the_others_found_again(
    kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(why, "_KEPT", kept)
    trace = trace_of("fig3")
    margins, steps = Margins(trace), [len(trace) * part // 5 for part in (5, 4, 5, 3, 2, 4, 5)]
    for step in steps:
        assert margins.at(step) == fragility(trace, step)
        assert margins.at(step) is margins.at(step)


def test_the_oracle_leaves_no_weakest_link_and_forcing_is_told_apart() -> None:
    network = find_example("fig3").load_network()
    names = network.nodes
    header = Header("elcs", names.index("T"), names, "oracle")
    trace = learn(Evidence(Oracle(network)), header).trace
    proof = why_edge(trace, len(trace), names.index("T"), names.index("B"))
    assert (weakest(trace, proof).test, weakest(trace, proof).margin) == (None, float("inf"))
    forced = ((Question.of(names.index("T"), names.index("F"), ()), Verdict.DEPENDENT),)
    again = learn(Evidence(Oracle(network)), replace(header, forced=forced)).trace
    other = why_member(again, len(again), "PC", names.index("T"), names.index("F"))
    assert all(n in cited_tests(other) for n in weakest(again, other).forced)


def test_unknown_steps_sets_and_variables_are_errors_for_users() -> None:
    trace = trace_of("fig3")
    assert why_edge(trace, 0, 0, 1).status == "absent" and not fragility(trace, 0)  # nothing is told yet
    for wrong in (
        lambda: why_edge(trace, -1, 0, 1),
        lambda: fragility(trace, len(trace) + 1),
        lambda: why_edge(trace, len(trace) + 1, 0, 1),
        lambda: why_edge(trace, 0, 0, 0),
        lambda: why_edge(trace, 0, 0, 99),
        lambda: why_member(trace, 0, "XY", 0, 1),
    ):
        with pytest.raises(ElcsError):
            wrong()


def test_what_was_not_measured_or_was_decided_has_no_margin() -> None:
    """Too few rows, or nothing to compare: nothing is firm; a verdict of the user turns by no alpha."""
    questions = [Question(0, 1), Question(0, 2), Question(1, 2), Question(0, 1, (2,))]
    header = Header("elcs", 0, tuple("abc"), "g2", forced=((questions[1], Verdict.INDEPENDENT),))
    run = Run(Evidence(Told(3, unreliable=questions[:1], empty=questions[3:])), header)
    for x, y, z in questions:
        run.test(x, y, z, at="HITON-PC:2")
    unmeasured, decided, measured, empty = (weakest_of(run.trace, [number]) for number in (1, 2, 3, 4))
    assert (unmeasured.test, unmeasured.margin, unmeasured.unreliable) == (None, 0.0, (1,))
    assert (decided.test, decided.margin, decided.forced) == (None, math.inf, (2,))
    assert (measured.test, measured.unreliable, measured.forced) == (3, (), ())
    assert (empty.test, empty.margin, empty.uninformative, empty.unreliable) == (None, 0.0, (4,), ())
    assert weakest_of(run.trace, [1, 2]).margin == weakest_of(run.trace, [2, 4]).margin == 0.0
    assert weakest_of(run.trace, [3, 4]).test == 3
    assert weakest_of(run.trace, [1, 2, 3]).test == 3
