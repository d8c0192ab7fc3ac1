"""The Why page without a window: answers, lines, rows of tests, weakest links, the log's term for them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.log.columns import LogColumns
from elcs_gui.app.log.filter import numbers_term, parse
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.picture.live_sets import live_sets
from elcs_gui.picture.why_answer import Answer, Subject, answer, subject_of, test_row
from elcs_gui.picture.why_lines import Kind, Line, Path, Reading, page_lines
from elcs_gui.proof.tree import walk
from elcs_gui.proof.weakest import Weakest
from elcs_gui.proof.why import SETS, Margins
from elcs_gui.proof.words import weakest_words
from elcs_gui.trace.roles import Role
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header, Trace
from tests.knowing_runs import noisy_runs_with_knowledge, oracle_runs_with_knowledge
from tests.stress import often
from tests.traces import trace_of

FIG3 = trace_of("fig3")
NAMES = FIG3.header.names


def var(name: str) -> int:
    return NAMES.index(name)


def edge(a: str, b: str) -> Subject:
    low, high = sorted((var(a), var(b)))
    return Subject("edge", (low, high))


def node(name: str) -> Subject:
    return Subject("node", (var(name),))


def asked(subject: Subject, step: int | None = None, *, formal: bool = False, trace: Trace = FIG3) -> Answer:
    step = len(trace) if step is None else step
    event = trace[step - 1] if step else None
    names = trace.header.names
    return answer(trace, step, Timeline(trace).view(step), event, subject, names, formal=formal)


def lines(found: Answer, opened: frozenset[Path] = frozenset(), *, formal: bool = False) -> list[Line]:
    return page_lines(Reading(FIG3, NAMES, formal), found.premises, opened, found.against)


def words(found: Answer) -> str:
    return "".join(text for text, _ in found.words)


def told(line: Line) -> str:
    if line.kind is Kind.TEST:
        row = test_row(FIG3, line.test, NAMES)
        return f"#{row.number} {row.question} {row.p} {row.verdict.word}"
    return f"{line.said.strong} {line.said.quiet}".strip()


def test_the_arrow_by_an_n_structure_is_told_as_in_the_paper() -> None:
    found = asked(edge("T", "B"))
    assert (found.heading, found.badge, found.role) == ("Why T → B?", "N", Role.CHILD)
    assert words(found) == (
        "Because of an N-structure: C is a spouse of T through A, and C also became a candidate through B. "
        "Were B a cause of T, that second dependence could not appear."
    )
    assert [told(line) for line in lines(found)] == [
        "C is a spouse of T through A. Independent given E, dependent again once A is known, and neither can "
        "be separated from A:",
        "#323 C ⊥ T | E 0.922 independent",
        "#340 C ⊥̸ T | A, E 1.1e−29 dependent",
        "#505 C ⊥̸ A | B, E, I 2.1e−148 dependent",
        "#71 A ⊥̸ T | E, K, L 7.2e−91 dependent",
        "and 177 more",
        "C became a candidate through B. Independent given E, dependent again once B is known:",
        "#323 C ⊥ T | E 0.922 independent",
        "#342 C ⊥̸ T | B, E 2.3e−5 dependent",
        "and 8 more",
        "C is not a cause of B. So B alone shows no v-structure:",
        "#516 C ⊥ B | A, T 0.151 independent",
        "and 10 more",
        "B is a neighbour of T. 85 tests failed to separate them; closest:",
        "#105 B ⊥̸ T | J, K, L 8.1e−66 dependent",
        "and 84 more",
    ]


def test_unfolding_shows_every_test_that_the_proof_rests_on() -> None:
    found = asked(edge("T", "B"))
    opened: frozenset[Path] = frozenset()
    while True:
        shown = lines(found, opened)
        more = frozenset(line.path for line in shown if line.kind is Kind.MORE)
        if not more:
            break
        opened |= more
    assert set(found.tests) <= {line.test for line in shown}
    assert max(line.depth for line in shown) >= 2


@pytest.mark.parametrize(
    ("name", "heading", "says"),
    [
        ("A", "Why T → A?", "Because of a V-structure"),
        ("E", "Why E → T?", "By Lemma 1a: E and J are independent, but not once T is known."),
        ("L", "Why T → L?", "By Lemma 1b: L depends on J, a cause of T, but not once T is known."),
        (
            "C",
            "Why is C a spouse of T through A?",
            "Independent given E, dependent again once A is known, and neither can",
        ),
        ("I", "Why is I no neighbour of T?", "{D, K} separates them."),
        ("T", "What is known about T?", "causes E and J; effects A, B, K and L; spouses C and D."),
    ],
)
def test_a_variable_is_explained_by_what_it_is_to_the_target(name: str, heading: str, says: str) -> None:
    found = asked(node(name))
    assert found.heading == heading
    assert says in words(found)


def test_a_missing_edge_names_the_separating_test_first_and_then_what_was_tried() -> None:
    found = asked(edge("T", "X"))
    assert found.heading == "Why is there no edge between T and X?"
    assert [told(line) for line in lines(found)][:3] == [
        "{E} separates X from T.",
        "#174 X ⊥ T | E 0.369 independent",
        "Tried before. 5 sets that do not; closest:",
    ]


def test_an_undecided_edge_lists_the_rules() -> None:
    found = asked(edge("T", "L"), 880)
    assert found.heading == "Why is T — L undecided?"
    assert "Meek rules: not applied to it yet." in [told(line) for line in lines(found)]
    trace = trace_of("asia") if find_example("asia").load_data() is not None else FIG3
    names, target = trace.header.names, trace.header.target
    for x in range(len(names)):
        found = asked(Subject("node", (x,)), trace=trace)
        if found.heading.endswith("undecided?"):
            said = [premise.claim.kind for premise in found.premises]
            assert "fails v-structure" in said or "fails blanket" in said, (names[x], names[target])


def test_what_was_not_looked_at_yet_is_said_so() -> None:
    assert words(asked(node("H"), 0)) == "H has not been looked at. The blanket of T was not begun."
    assert words(asked(node("H"), 8)) == "H has not been looked at. H and T have not been tested yet."


@pytest.mark.parametrize("example", ["fig3", "fig4"])
def test_every_pair_and_every_variable_has_an_answer_at_any_step(example: str) -> None:
    trace = trace_of(example)
    names = trace.header.names
    for step in range(0, len(trace) + 1, 311):
        for x in range(len(names)):
            subjects = [Subject("node", (x,))]
            subjects += [Subject("edge", (x, y)) for y in range(x + 1, len(names))]
            for subject in subjects:
                found = asked(subject, step, formal=bool(x % 2), trace=trace)
                assert found.heading.endswith("?")
                assert words(found)
                page_lines(Reading(trace, names, bool(x % 2)), found.premises, frozenset(), found.against)


def test_every_node_of_a_proof_can_be_said_and_asked_about() -> None:
    trace = trace_of("fig4")
    reading = Reading(trace, trace.header.names)
    for fragile in Margins.of(trace).at(len(trace)):
        for proof in walk(fragile.proof):
            assert reading.said(proof, tried_before=False).strong
            about = subject_of(proof.claim)
            if about is not None and about.about != "MB":
                assert asked(about, proof.step, trace=trace).heading


def test_a_member_of_a_blanket_alone_says_by_which_test_and_says_it_once() -> None:
    trace = trace_of("fig3", "iamb")
    found = asked(node("A"), trace=trace)
    assert words(found) == "A is in the Markov blanket of T. The last test about it decides."
    (first, *_) = page_lines(Reading(trace, NAMES), found.premises, frozenset())
    assert first.said.strong.startswith("A and T depend on each other given ")


def test_signs_instead_of_words() -> None:
    found = asked(edge("T", "B"), formal=True)
    assert words(found) == "T → B  (N)  ⇐  C ∈ SP(A) in EMB(T), C ∈ CSP(B) in EMB(T), B ∈ PC(T)"
    assert told(lines(found, formal=True)[0]) == "C ∈ SP(A) in EMB(T)"


def test_the_weakest_link_says_what_it_would_take() -> None:
    found = asked(edge("T", "B"))
    assert found.weakest.test == 330
    assert weakest_words(FIG3, found.weakest) == (
        "p = 0.004 lies a factor 2.5 below alpha, the smallest margin in this proof. The proof breaks only "
        "if alpha is set below 0.004."
    )


def test_an_oracle_is_certain() -> None:
    network = find_example("fig3").load_network()
    header = Header("elcs", network.index("T"), network.nodes, "oracle")
    trace = learn(Evidence(Oracle(network)), header).trace
    found = asked(Subject("node", (network.index("B"),)), trace=trace)
    assert weakest_words(trace, found.weakest) == "The oracle is certain: no verdict can turn."


def test_a_row_can_be_read_out() -> None:
    row = test_row(FIG3, 323, NAMES)
    assert row.verdict is Verdict.INDEPENDENT
    assert row.spoken == "Test 323: C and T given E: independent, p 0.922"


def test_verdicts_that_no_alpha_turns_are_said_so() -> None:
    both = Weakest(5, 0.5, 0.01, 3.9, independent=True, unreliable=(3, 4), forced=(9,))
    assert "2 tests had too few rows to decide: no alpha turns them." in weakest_words(FIG3, both)
    assert "One verdict was decided by you, not measured." in weakest_words(FIG3, both)


def test_what_was_found_to_the_contrary_stands_at_the_end_and_is_marked() -> None:
    found = asked(edge("T", "B"))
    contrary = asked(edge("T", "X")).proofs
    shown = page_lines(Reading(FIG3, NAMES), found.premises, frozenset(), contrary)
    assert [told(line) for line in shown if line.against and line.kind is Kind.PREMISE] == [
        "T and X are not adjacent. {E} separates them:"
    ]
    assert shown[-1].against


def test_margins_are_worked_out_once_for_steps_that_differ_by_tests_only() -> None:
    margins = Margins.of(FIG3)
    facts = set(FIG3.fact_steps.tolist())
    step = next(s for s in range(900, len(FIG3)) if s not in facts and s + 1 not in facts)
    assert margins.at(step) is margins.at(step + 1)


def test_the_log_can_be_filtered_by_numbers() -> None:
    assert numbers_term((12, 15, 16, 17, 40)) == "#:12,15-17,40"
    columns = LogColumns(FIG3)
    mask = parse("#:12,15-17,40", NAMES).matches(columns)
    assert (mask.nonzero()[0] + 1).tolist() == [12, 15, 16, 17, 40]
    assert (parse("#:12,15-17", NAMES).matches(columns, 15).nonzero()[0]).tolist() == [0, 1]
    assert parse("#:12,15-17 verdict:independent", NAMES).matches(columns).sum() <= 4
    assert "#:12,15-40" in parse("#:twelve", NAMES).complaints[0]


def test_the_members_of_the_sets_know_where_their_names_stand() -> None:
    timeline = Timeline(FIG3)
    for step in range(1, len(FIG3) + 1, 31):
        for row in live_sets(FIG3, step, timeline.view(step), timeline.view(step - 1)):
            for member in row.members:
                assert row.value[member.first : member.last] == NAMES[member.x]
                about = Subject(member.set_name, (member.owner, member.x), member.through)
                assert asked(about, step).heading
    end = live_sets(FIG3, len(FIG3), timeline.view(len(FIG3)), timeline.view(len(FIG3) - 1))
    by_name = {row.name: row for row in end}
    assert [NAMES[m.x] for m in by_name["PC"].members] == ["K", "L", "A", "J", "E", "B"]
    csp = [(NAMES[m.through], NAMES[m.x]) for m in by_name["CSP"].members if m.through is not None]
    assert ("B", "C") in csp and ("A", "C") in csp


@settings(max_examples=often(40, suite=15))
@given(oracle_runs_with_knowledge() | noisy_runs_with_knowledge(), st.randoms(use_true_random=False))
def test_every_question_about_a_run_with_knowledge_has_a_page(trace: Trace, random: Random) -> None:
    names = trace.header.names
    step = random.randint(0, len(trace))
    pairs = list(combinations(range(len(names)), 2))
    subjects = [Subject("edge", pair) for pair in random.sample(pairs, min(6, len(pairs)))]
    subjects += [Subject("node", (x,)) for x in range(len(names))]
    for set_name in SETS:
        owner, x, through = random.sample(range(len(names)), 3)
        subjects.append(Subject(set_name, (owner, x)))
        if set_name in ("SP", "CSP"):
            subjects.append(Subject(set_name, (owner, x), through))
    for subject in subjects:
        for formal in (False, True):
            found = asked(subject, step, formal=formal, trace=trace)
            shown = page_lines(Reading(trace, names, formal), found.premises, frozenset(), found.against)
            every = page_lines(
                Reading(trace, names, formal),
                found.premises,
                frozenset(line.path for line in shown),
                found.against,
            )
            assert found.heading and words(found).strip()
            assert all(line.said.strong or line.said.quiet or line.test for line in every)
