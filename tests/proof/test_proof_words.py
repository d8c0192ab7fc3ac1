"""Proofs read well, whatever is claimed and whatever the variables are called."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS, Algorithm
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.ci.registry import Needs
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.proof.export import as_json, as_latex, as_markdown, as_text
from elcs_gui.proof.tree import Claim
from elcs_gui.proof.why import SETS, Proof, cited_tests, weakest, why_edge, why_member
from elcs_gui.proof.words import proof_lines, proof_sentence, shown_tests, weakest_words
from elcs_gui.storage.study import Study
from elcs_gui.trace.events import Tested
from elcs_gui.trace.listings import STAGES
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Header, Trace
from tests.optional import EVERYWHERE
from tests.proof.checker_edges import EdgeChecker
from tests.proof.test_proofs import ON_DATA, holds_everywhere
from tests.random_runs import random_run
from tests.stress import often
from tests.traces import trace_of

HOSTILE = ("a_b", "50%", "$x^2$", "{", "\\end", "#1", "~", "<b>", "*", "`", "|", "&amp;", "two\nlines")


def edge(trace: Trace, a: str, b: str, step: int | None = None) -> Proof:
    names = trace.header.names
    return why_edge(trace, len(trace) if step is None else step, names.index(a), names.index(b))


def test_an_n_structure_reads_as_in_the_design() -> None:
    trace = trace_of("fig3")
    proof = edge(trace, "T", "B")
    assert proof_sentence(trace, proof) == (
        "T → B because of an N-structure: C is a spouse of T through A, and C also became a candidate "
        "through B. Were B a cause of T, that second dependence could not appear."
    )
    assert [line.formal for line in proof_lines(trace, proof) if line.depth < 2] == [
        "T → B  (N)", "C ∈ SP(A) in EMB(T)", "C ∈ CSP(B) in EMB(T)", "B ∈ PC(T)",
    ]  # fmt: skip
    formal = {line.formal for line in proof_lines(trace, proof)}
    assert {"C ⊥ T | {E}", "C ⊥̸ T | {B, E}", "C ⊥̸ T | {A, E}", "B ⊥̸ T"} <= formal


def test_other_rules_missing_edges_and_searches_have_sentences_of_their_own() -> None:
    trace = trace_of("fig3")
    assert proof_sentence(trace, edge(trace, "A", "T")) == (
        "T → A because of a V-structure: T and C are independent given E, but not once A is known, and "
        "neither can be separated from A. Only a common effect links its causes in this way."
    )
    assert proof_sentence(trace, edge(trace, "E", "T")) == (
        "E → T by Lemma 1a: E and J are independent, but not once T is known. Only a common effect links "
        "its causes in this way."
    )
    assert re.fullmatch(
        r"T and I are not adjacent\. \{D, K\} separates them \(#\d+, p 0\.\d+\)\.",
        proof_sentence(trace, edge(trace, "T", "I")),
    )
    searches = [line.sentence for line in proof_lines(trace, edge(trace, "T", "B"))]
    search = re.compile(
        r"No set separates B from T\. 42 tests failed \(#\d+–#\d+, the nearest p \S+ at #\d+\)\."
    )
    assert any(map(search.fullmatch, searches))
    assert proof_sentence(trace, edge(trace, "C", "X")) == (
        "Nothing is known about C and X. The blanket of neither was learnt."
    )
    fig4 = trace_of("fig4")
    assert proof_sentence(fig4, edge(fig4, "T", "Y")) == (
        "Y → T by Meek R1: X → Y, and X and T are not adjacent. Turned round, Y would be a common effect "
        "that no test has seen."
    )


def test_of_a_candidate_spouse_the_test_that_parts_and_the_one_that_ties_are_shown() -> None:
    trace = trace_of("fig3")
    target, tests = trace.header.target, [event for event in trace if isinstance(event, Tested)]
    outcome, seen = timeline_of(trace).view(len(trace)).outcome(), 0
    for child, x in [(y, x) for y, xs in outcome.blanket.spouses.items() for x in xs]:
        for name in ("CSP", "SP"):
            proof = why_member(trace, len(trace), name, target, x, through=child)
            parts, ties = (tests[number - 1] for number in shown_tests(proof))
            assert {parts.x, parts.y} == {ties.x, ties.y} == {x, target}
            assert parts.independent and not ties.independent and {*ties.z} == {*parts.z, child}
            seen += 1
    assert seen


def test_an_undecided_edge_names_each_rule_and_what_failed() -> None:
    trace = trace_of("fig4")
    step = edge(trace, "T", "Y").step - 1
    said = [line.sentence for line in proof_lines(trace, edge(trace, "T", "Y", step)) if line.depth == 1]
    assert said[1] == "V-structure: T has no spouse through Y."
    for title in ("N-structure", "Lemma 1a", "Lemma 1b", "Meek R1", "Meek R2", "Meek R3"):
        assert any(words.startswith(f"{title}: ") for words in said)


def sign_of(claim: Claim) -> str:
    """What its formal notation contains."""
    member, found, name = claim.kind.rpartition("in ")
    if name == "Sep":
        return "no Sep(" if member else ") = "
    if found and name in SETS:
        some = "∪ " if name in ("SP", "CSP") and len(claim.of) == 2 else ""
        return f"{'∉' if member else '∈'} {some}{name}"
    return {"arrow": "→", "undecided": "—", "dependent": "⊥̸", "separated": "⊥"}.get(claim.kind, "")


@pytest.mark.parametrize("algorithm", EVERYWHERE)
def test_every_claim_at_every_stage_is_one_finished_sentence(algorithm: str) -> None:
    network = find_example("asia").load_network()
    data = sample(network, 200, seed=4)
    trace = learn(Evidence(G2(data)), Header(algorithm, 3, data.columns, "g2", alpha=0.1)).trace
    for step in [*range(0, len(trace), len(trace) // often(20, suite=2)), len(trace)]:
        checker = EdgeChecker(trace, step)
        for a, b in list(permutations(range(len(data.columns)), 2))[:: often(1, suite=3)]:
            if ALGORITHMS[algorithm].tells_neighbours:
                proofs = [
                    why_edge(trace, step, a, b),
                    *(why_member(trace, step, name, a, b) for name in SETS),
                ]
            else:
                proofs = [why_member(trace, step, "MB", a, b)]
            for proof in proofs:
                if algorithm in ON_DATA:
                    checker.check_asked(proof)
                for line in proof_lines(trace, proof):
                    assert line.sentence.endswith(".")
                    assert "None" not in line.sentence
                    assert sign_of(line.proof.claim) in line.formal
                assert weakest_words(trace, weakest(trace, proof)).endswith(".")


def test_no_test_on_a_neighbour_says_that_it_is_no_candidate() -> None:
    trace = random_run(2, ["elcs-b"]).learnt.trace
    holds_everywhere(trace, [484, len(trace)])


def test_the_weakest_link_says_where_alpha_would_have_to_go_and_what_alpha_cannot_turn() -> None:
    trace = trace_of("fig3")
    words = weakest_words(trace, weakest(trace, edge(trace, "E", "T")))
    assert re.search(r"^p = 0\.\d+ lies a factor \d+ above alpha, the smallest margin", words)
    assert re.search(r"breaks only if alpha is raised to 0\.\d+\.$", words)
    assert "set below" in weakest_words(trace, weakest(trace, edge(trace, "T", "B")))
    network = find_example("fig3").load_network()
    header = Header("emb", network.index("T"), network.nodes, "oracle")
    oracle = learn(Evidence(Oracle(network)), header).trace
    assert weakest_words(oracle, weakest(oracle, edge(oracle, "T", "B"))).startswith("The oracle is certain")
    forced = ((Question.of(network.index("B"), network.index("T")), Verdict.DEPENDENT),)
    fork = learn(Evidence(Oracle(network)), replace(header, forced=forced)).trace
    assert "decided by you" in weakest_words(fork, weakest(fork, edge(fork, "T", "B")))
    assert "as you decided" in " ".join(as_text(fork, edge(fork, "T", "B")))


def hostile_trace() -> Trace:
    """Fig. 3 with names that mean something to Markdown and LaTeX."""
    data = find_example("fig3").load_data()
    assert data is not None
    return learn(Evidence(G2(data)), Header("elcs", data.index("T"), HOSTILE, "g2")).trace


def test_markdown_shows_names_as_they_are() -> None:
    trace = hostile_trace()
    for a, b in permutations(range(len(HOSTILE)), 2):
        proof = why_edge(trace, len(trace), a, b)
        text = as_markdown(trace, proof)
        assert text.startswith("## ")
        plain = [line.lstrip(" ") for line in text.splitlines()]
        for line in plain[1:]:
            assert not re.search(r"(?<!\\)[`<>|~$&#]", line)
            assert line[:2] in ("", "- ") or not line.startswith(("#", "-", "+", ">"))
        lines = len(proof_lines(trace, proof))
        assert len([line for line in plain if line.startswith("- ")]) == lines - 1


def test_latex_has_no_sign_left_that_means_something_else() -> None:
    trace = hostile_trace()
    commands = re.compile(
        r"\\(paragraph|noindent|textsuperscript|leftskip=[\d.]+em|par|emph|textbackslash|textasciicircum|textasciitilde|"
        r"to|in|notin|emptyset|perp|not|cup|neg|exists|vdash)(?![a-z])|\\[{}$&#_%]|\$[^$]*\$"
    )
    for a, b in permutations(range(len(HOSTILE)), 2):
        for formal in (False, True):
            text = as_latex(trace, why_edge(trace, len(trace), a, b), formal=formal)
            left = commands.sub("", text)
            assert not re.search(r"[\\$&#_%^~]", left), left
            assert left.count("{") == left.count("}")


def test_json_holds_what_the_contract_promises_and_text_what_was_found_to_the_contrary() -> None:
    trace = trace_of("fig3")
    proof = edge(trace, "B", "T")
    told = json.loads(json.dumps(as_json(trace, proof)))
    assert (told["edge"], told["status"], told["rule"]) == (["T", "B"], "directed", "n-structure")
    assert told["tests"] == list(cited_tests(proof))
    assert told["weakest"]["test"] in told["tests"]
    assert told["weakest"]["alpha"] == 0.01
    assert [premise["formal"] for premise in told["premises"]] == [
        "C ∈ SP(A) in EMB(T)", "C ∈ CSP(B) in EMB(T)", "B ∈ PC(T)",
    ]  # fmt: skip
    inside = {number for premise in told["premises"] for number in premise["tests"]}
    assert sorted(inside) == told["tests"]
    member = as_json(trace, why_member(trace, len(trace), "SP", *(trace.header.names.index(x) for x in "TC")))
    assert (member["set"], member["of"], member["through"], member["member"], member["inside"]) == (
        "SP", "T", "A", "C", True,
    )  # fmt: skip


def test_a_contradiction_is_told_beside_the_proof() -> None:
    network = find_example("sachs").load_network()
    for seed in range(20):
        data = sample(network, 300, seed=seed)
        trace = learn(Evidence(G2(data)), Header("elcs", seed % 11, data.columns, "g2", alpha=0.2)).trace
        for a, b in permutations(range(11), 2):
            proof = why_edge(trace, len(trace), a, b)
            if proof.against:
                assert any(line.startswith("To the contrary: ") for line in as_text(trace, proof))
                assert as_json(trace, proof)["against"]
                return
    pytest.fail("no run contradicts itself: the test tests nothing")


@pytest.mark.parametrize(
    "algorithm",
    [each for each in ALGORITHMS.values() if each.tells_neighbours and Needs.NETWORK in each.needs],
    ids=lambda algorithm: algorithm.id,
)
def test_a_proof_names_no_other_algorithm(algorithm: Algorithm) -> None:
    example = find_example("stranger")
    study = Study(example.id, None, example.load_network(), example.test)
    header = study.header(example.target, algorithm.id)
    trace = learn(study.evidence(header), header).trace
    steps = range(0, len(trace) + 1, max(len(trace) // 4, 1))
    variables = range(len(header.names))
    proofs = [why_edge(trace, step, x, y) for step in steps for x, y in combinations(variables, 2)]
    of_target = [x for x in variables if x != header.target]
    proofs += [why_member(trace, len(trace), name, header.target, x) for name in SETS for x in of_target]
    lines = [line for proof in proofs for line in proof_lines(trace, proof)]
    said = "\n".join(f"{line.sentence} {line.formal}" for line in lines).replace(algorithm.title, "")
    named = {word for each in ALGORITHMS.values() for word in (each.id, each.title, *each.listings)}
    named -= {"PC", *STAGES, *algorithm.listings, "Meek", "Spouses", "V-structures"}  # words of the field
    words = {*re.split(r"[^\w-]+", said)}
    assert not named & words
    assert not re.search(r"\bstep \d", said)
