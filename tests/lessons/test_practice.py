"""Practice: what the algorithm does is never refused, what the rules do not give always is, truly."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.network import Network
from elcs_gui.lessons.arrow_rules import ARROW_RULES
from elcs_gui.lessons.exercise import Exercise, Setting, random_setting, subsets
from elcs_gui.lessons.mastery import Mastery
from elcs_gui.lessons.practice import AddSpouse, Ask, Done, Judgement, Move, Orient, Practice, Remove
from elcs_gui.trace.events import Left, Separated, Tested
from elcs_gui.trace.rules import R1, SPOUSE
from elcs_gui.trace.trace import Header
from tests.graphs import dags, network_of

MOST_MOVES = 400
seeds = st.integers(0, 10**6)
exercises = st.sampled_from(list(Exercise))
few = settings(max_examples=40)


@st.composite
def settings_of(draw: st.DrawFn) -> Setting:
    nodes, arrows = draw(dags(most_nodes=6, most_parents=3))
    assume(arrows)
    return Setting(network_of(nodes, arrows), arrows[0][0])


def ends_right(practice: Practice) -> None:
    assert practice.over
    setting = practice.setting
    if practice.exercise is Exercise.NEIGHBOURS:
        assert practice.members == setting.neighbours
    elif practice.exercise is Exercise.SPOUSES:
        assert {*practice.found} == setting.spouses
    else:
        assert {*practice.arrows} == setting.arrows


@few
@given(exercises, settings_of())
def test_what_the_algorithm_would_do_is_never_refused_and_ends_right(
    exercise: Exercise, setting: Setting
) -> None:
    practice = Practice(exercise, setting)
    for _ in range(MOST_MOVES):
        assert practice.play(practice.next_move()).allowed
        if practice.over:
            break
    ends_right(practice)
    assert practice.clean


@few
@given(seeds)
def test_the_moves_of_a_real_run_are_allowed_and_find_the_neighbours(seed: int) -> None:
    setting = random_setting(Exercise.NEIGHBOURS, seed)
    header = Header("hiton-pc", setting.target, setting.names, "oracle", k=None)
    practice = Practice(Exercise.NEIGHBOURS, setting)
    for event in learn(Evidence(Oracle(setting.network)), header).trace:
        if isinstance(event, Tested):
            assert practice.play(Ask(event.x, event.y, event.z)).allowed
        elif isinstance(event, Separated | Left):
            assert practice.play(Remove(event.x)).allowed
    assert practice.play(Done()).words.startswith("Right") and practice.clean
    ends_right(practice)


def wrong_moves(practice: Practice) -> list[Move]:
    """All that claim something, of this exercise."""
    setting = practice.setting
    if practice.exercise is Exercise.NEIGHBOURS:
        return [Done(), *(Remove(x) for x in setting.variables)]
    if practice.exercise is Exercise.SPOUSES:
        return [Done(), *(AddSpouse(x, y) for x in setting.variables for y in setting.others)]
    both = [(x, y) for x in setting.variables for y in setting.variables if x != y]
    return [Done(), *(Orient(x, y, rule) for x, y in both for rule in ARROW_RULES)]


@few
@given(exercises, settings_of(), st.integers(0, 25))
def test_a_claim_is_refused_with_a_true_reason_or_it_is_true(
    exercise: Exercise, setting: Setting, moves: int
) -> None:
    practice = Practice(exercise, setting)
    for _ in range(moves):
        if not practice.over:
            practice.play(practice.next_move())
    for move in wrong_moves(practice):
        judgement = practice.judge(move)
        reason_is_true(practice, judgement)
        if isinstance(move, Done):
            complete = Practice(exercise, setting)
            complete.members, complete.found, complete.arrows, complete.over = (
                practice.members, practice.found, practice.arrows, True,
            )  # fmt: skip
            if judgement.allowed:
                ends_right(complete)
        elif judgement.allowed:
            claim_is_true(setting, move)


def claim_is_true(setting: Setting, move: Move) -> None:
    if isinstance(move, Remove):
        assert not setting.linked(move.x, setting.target)
    elif isinstance(move, AddSpouse):
        assert (move.x, move.through) in setting.spouses
    elif isinstance(move, Orient):
        assert (move.tail, move.head) in setting.arrows


def reason_is_true(practice: Practice, judgement: Judgement) -> None:
    setting = practice.setting
    assert judgement.allowed or judgement.words
    for x, y, z, independent in judgement.answers:
        assert setting.independent(x, y, z) is independent
    assert all(setting.linked(*two) for two in judgement.linked)
    assert not any(setting.linked(*two) for two in judgement.apart)
    if not judgement.allowed and judgement.words.startswith("Nothing has separated"):
        assert all(not independent for *_, independent in judgement.answers)


@few
@given(exercises, seeds)
def test_every_seed_is_another_network_with_something_to_find(exercise: Exercise, seed: int) -> None:
    setting = random_setting(exercise, seed)
    assert setting.network.edges == random_setting(exercise, seed).network.edges
    assert 5 <= len(setting.names) <= 7
    assert not Practice(exercise, setting).judge(Done()).allowed
    if exercise is not Exercise.ARROWS:  # HITON-PC finds its sets among the neighbours
        for x in setting.outside:
            assert any(setting.independent(x, setting.target, z) for z in subsets(setting.neighbours))


def test_reasons_are_said_in_plain_sentences() -> None:
    """T → B ← C, with T → A and A → B: C is a spouse of T, and D is nothing to it."""
    names = ("T", "A", "B", "C", "D")
    arrows = [("T", "A"), ("T", "B"), ("A", "B"), ("C", "B"), ("C", "D")]
    setting = Setting(Network.from_edges("small", names, arrows), 0)
    t, a, b, c, d = range(5)
    practice = Practice(Exercise.NEIGHBOURS, setting)
    assert practice.play(Remove(b)).words == "Nothing has separated B and T yet: they have not been tested."
    assert practice.play(Ask(c, t, (a,))).words == (
        "C and T are independent given {A}. Smaller sets come first: they were not tested unconditionally."
    )
    assert practice.play(Done()).words == "{A} separates C and T: C cannot stay."
    assert practice.play(Remove(c)).words == "{A} separates C and T: C leaves."
    assert practice.play(Ask(b, t)).words == "B and T depend on each other unconditionally."
    assert practice.play(Remove(b)).words == (
        "Nothing has separated B and T yet: they depend on each other unconditionally."
    )
    assert practice.play(Done()).words == (
        "Not yet: one of the members is separated from T by the empty set that has not been asked."
    )
    assert practice.play(Ask(a, b)).words.startswith("What is a neighbour of T is found by tests with T")
    assert practice.refused == 5
    practice = Practice(Exercise.SPOUSES, setting)
    assert practice.play(AddSpouse(c, b)).words.endswith("that test has not been asked.")
    assert practice.play(Ask(c, t, (b,))).words == "C and T depend on each other given {B}."
    assert practice.play(AddSpouse(c, b)).allowed and not practice.judge(AddSpouse(d, b)).allowed
    practice = Practice(Exercise.ARROWS, setting)
    assert practice.play(Orient(a, t, SPOUSE)).words == (
        "A V-structure at T needs something linked with it and not with A; B is linked with both."
    )
    assert practice.play(Orient(c, b, R1)).words == "R1 needs an arrow into C: there is none yet."
    assert practice.play(Orient(c, b, SPOUSE)).words == "C → B because of a V-structure."
    assert practice.play(Orient(b, c, SPOUSE)).words == "C → B was found already, by V-structure."


def test_mastery_takes_three_clean_instances_in_a_row_and_stays() -> None:
    mastery = Mastery()
    for clean in (True, True, False, True, True):
        mastery = mastery.after(clean=clean)
    assert mastery == Mastery(2, False)
    mastery = mastery.after(clean=True)
    assert mastery == Mastery(3, True) and mastery.after(clean=False) == Mastery(0, True)
