"""Who contradicts whom, and how it is said."""

from __future__ import annotations

from dataclasses import replace

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.commands.report import report
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.inquiry.summary import complete_summary
from elcs_gui.trace.conflicts import (
    ASYMMETRY,
    DENIAL,
    OVERWRITTEN,
    REVERSAL,
    about,
    conflict_words,
    disputes,
    parties,
)
from elcs_gui.trace.events import Conflicted
from elcs_gui.trace.explain import told
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.result import as_json
from elcs_gui.trace.rules import KNOWLEDGE
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header
from elcs_gui.trace.view import View
from tests.traces import trace_of


def conflict(tail: int, head: int, kind: str = REVERSAL) -> Conflicted:
    return Conflicted("ELCS:8", tail, head, kind)


def test_two_blankets_that_orient_an_edge_oppositely_are_both_named() -> None:
    blankets = (Blanket(0, pc=(1,), children=(1,)), Blanket(1, pc=(0,), children=(0,)))
    assert parties(blankets, conflict(1, 0)) == (0, 1)
    assert conflict_words(REVERSAL, "B", "A", ["A", "B"]) == (
        "The blankets of A and B disagree: A → B (stays) against B → A. "
        "Possible hidden common cause, or a wrong test."
    )


def test_an_arrow_that_another_overwrites_is_told_with_the_one_that_stays() -> None:
    said = conflict_words(OVERWRITTEN, "B", "A", [])
    assert said == "B → A was decided, until A → B was found, which stays."
    event = conflict(0, 1, OVERWRITTEN)
    one, other, *_ = trace_of("fig3").header.names
    assert told(trace_of("fig3"), event) == (
        f"Conflict: the graph had {one} → {other}, which {other} → {one} has just overwritten."
    )


def test_the_arrow_of_a_spouse_counts_as_said_by_that_blanket() -> None:
    blankets = (Blanket(0, pc=(1,), spouses={1: (2,)}), Blanket(2, pc=(1,), parents=(1,)))
    assert parties(blankets, conflict(1, 2)) == (0, 2)


def test_a_blanket_that_contradicts_itself_is_one_party() -> None:
    """Each of two children is the other's spouse: no second blanket is needed for that."""
    blankets = (Blanket(0, pc=(1, 2), children=(1, 2), spouses={1: (2,), 2: (1,)}),)
    assert parties(blankets, conflict(1, 2)) == (0,)
    words = conflict_words(REVERSAL, "B", "C", ["A"])
    assert words == "The blanket of A says both C → B (stays) and B → C."


def test_rules_and_knowledge_are_no_blankets() -> None:
    blankets = (Blanket(0, pc=(1,), children=(1,)), Blanket(2))
    assert parties(blankets, conflict(0, 1)) == ()
    assert parties(blankets, conflict(0, 1, KNOWLEDGE)) == ()


def test_a_neighbour_on_one_side_only_is_called_so() -> None:
    assert parties((Blanket(3, pc=(1,)), Blanket(1)), conflict(3, 1, ASYMMETRY)) == (1, 3)
    assert conflict_words(ASYMMETRY, "A", "B", ["A", "B"]) == (
        "B is a one-sided neighbour of A: it is one in the blanket of A, but A is none in that of B."
    )


def test_the_report_says_between_blankets_only_where_two_contradict_each_other() -> None:
    network = find_example("sachs").load_network()
    seen = set()
    for seed in range(6):
        data = sample(network, 300, seed)
        for target in range(len(data.columns)):
            header = Header("elcs", target, data.columns, "g2", alpha=0.1, rows=300)
            evidence = Evidence(G2(data))
            learnt = learn(evidence, header)
            assert learnt.outcome is not None
            doubts = complete_summary(evidence, learnt).as_json(header.names)
            result = as_json(header, learnt.outcome, learnt.counts, 0.0, None, doubts)
            learnt_for = {blanket["target"] for blanket in result["blankets"]}
            assert all(set(one["blankets"]) <= learnt_for for one in result["conflicts"])
            between = any(len(one["blankets"]) > 1 for one in result["conflicts"])
            assert ("between blankets" in report("sachs", result)) == between
            assert len(learnt_for) > 1 or not between
            seen |= {(one["kind"], min(len(one["blankets"]), 2)) for one in result["conflicts"]}
    assert {(REVERSAL, 2), (ASYMMETRY, 2)} <= seen
    assert seen & {(REVERSAL, 0), (REVERSAL, 1)}  # else half of this tests nothing


def test_a_spouse_that_another_blanket_denies_puts_both_arrows_of_its_v_structure_in_doubt() -> None:
    trace = trace_of("cancer")
    names = trace.header.names
    (found,) = disputes(final_view(trace))
    assert (found.kind, names[found.tail], names[found.head]) == (DENIAL, "Pollution", "Cancer")
    assert found.words(names) == (
        "The blankets of Smoker and Cancer disagree: "
        "Pollution → Cancer (stays) against no edge between the two."
    )
    doubted = [{names[x] for x in ends} for ends in found.marks]
    assert doubted == [{"Pollution", "Cancer"}, {"Smoker", "Cancer"}]
    assert about([found], names.index("Cancer"), names.index("Smoker")) == [found]
    assert about([found], names.index("Cancer"), names.index("Xray")) == []


def test_a_blanket_that_is_still_being_learnt_denies_nothing() -> None:
    begun = View({0: Blanket(0, pc=(1,), spouses={1: (2,)}), 1: Blanket(1)}, current=1)
    assert disputes(begun) == ()
    assert [one.parties for one in disputes(replace(begun, current=2))] == [(0, 1)]


def test_an_arrow_that_another_spouse_shows_as_well_is_not_in_doubt() -> None:
    known = Blanket(0, pc=(1,), children=(1,), reasons={1: "spouse"}, spouses={1: (2, 3)})
    denying = Blanket(2, separators={1: ()})
    (one,) = disputes(View({0: known, 2: denying}))
    assert one.marks == ((1, 2),)
    both = View({0: known, 2: denying, 3: Blanket(3)})
    assert [one.marks for one in disputes(both)] == [((1, 2), (0, 1)), ((1, 3), (0, 1))]


def test_what_a_run_told_twice_is_one_contradiction() -> None:
    told = (conflict(0, 1), conflict(0, 1))
    assert len(disputes(View({0: Blanket(0)}, conflicts=told))) == 1
