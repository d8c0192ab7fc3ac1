"""What every registered algorithm must do, whatever it computes."""

from collections.abc import Callable
from functools import cache

import pytest

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2, Chi2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.ci.registry import find_test
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.trace.events import Event, Finished, Tested
from elcs_gui.trace.explain import sentence
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.knowledge_text import knowledge_of
from elcs_gui.trace.listings import line
from elcs_gui.trace.rules import KNOWLEDGE
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header, Trace
from tests.optional import needing

SACHS = find_example("sachs").load_network()
SACHS_DATA = sample(SACHS, 500, seed=3)  # with all rules but Lemma 1 at work, which the oracle brings
FIG3 = find_example("fig3").load_network()

SACHS_KNOWLEDGE = knowledge_of(  # not all of it true, so that it has something to contradict
    SACHS.nodes,
    require=["PKA->Raf", "Erk->Mek", "PKC--Akt", "PKA--Jnk"],
    forbid=["PKA--Erk", "PKC->PKA", "Raf->Mek"],
    tiers=["PKC < PKA < Raf, Jnk, P38"],
)
FIG3_KNOWLEDGE = knowledge_of(FIG3.nodes, require=["C->B"], forbid=["A--T", "T->L", "D->K"])

PROBLEMS: dict[str, tuple[Callable[[], Evidence], tuple[str, ...], int, Knowledge]] = {
    "g2": (lambda: Evidence(G2(SACHS_DATA)), SACHS.nodes, SACHS.index("PKA"), Knowledge.none),
    "chi2": (lambda: Evidence(Chi2(SACHS_DATA)), SACHS.nodes, SACHS.index("Jnk"), Knowledge.none),
    "oracle": (lambda: Evidence(Oracle(FIG3)), FIG3.nodes, FIG3.index("T"), Knowledge.none),
    "g2, known": (lambda: Evidence(G2(SACHS_DATA)), SACHS.nodes, SACHS.index("PKA"), SACHS_KNOWLEDGE),
    "oracle, known": (lambda: Evidence(Oracle(FIG3)), FIG3.nodes, FIG3.index("T"), FIG3_KNOWLEDGE),
}
"""What to ask, the names, the target, and what is known; small, since every algorithm runs each ten times."""

# Some refuse to run with knowledge, see test_knowledge.py, some without data, see test_whole_graphs.py.
pytestmark = pytest.mark.parametrize(
    ("algorithm", "test"),
    [
        pytest.param(name, test, marks=needing(algorithm.library))
        for name, algorithm in ALGORITHMS.items()
        for test, (*_, knowledge) in PROBLEMS.items()
        if (algorithm.uses_knowledge or not knowledge)
        and find_test(test.partition(",")[0]).needs in algorithm.needs
    ],
)


QUICK = {"dag-gnn": (("epochs", 2.0), ("threshold", 0.02))}
"""Parameters with which an algorithm tells enough in a short time."""


def header(algorithm: str, test: str, **changes: object) -> Header:
    _, names, target, knowledge = PROBLEMS[test]
    test = test.partition(",")[0]
    return Header(
        algorithm,
        target,
        names,
        test,
        knowledge=knowledge,
        parameters=QUICK.get(algorithm, ()),
        **changes,  # type: ignore[arg-type]
    )


def run(algorithm: str, test: str, evidence: Evidence | None = None, **changes: object) -> Learnt:
    return learn(evidence or PROBLEMS[test][0](), header(algorithm, test, **changes))


@cache
def evidence_of(algorithm: str, test: str) -> Evidence:
    """That of the usual run."""
    return PROBLEMS[test][0]()


@cache
def usual(algorithm: str, test: str) -> Learnt:
    """The run that all tests here look at or compare with, each from a side of its own."""
    return run(algorithm, test, evidence_of(algorithm, test))


@cache
def events_of(algorithm: str, test: str) -> list[Event]:
    """Those of the usual run."""
    return list(usual(algorithm, test).trace)


def test_the_same_run_gives_the_same_trace_and_a_listener_hears_of_every_event(
    algorithm: str, test: str
) -> None:
    heard: list[Event] = []

    def listen(trace: Trace) -> None:
        heard.extend(trace[len(heard) :])

    again = learn(PROBLEMS[test][0](), header(algorithm, test), listener=listen).trace
    assert again.header == usual(algorithm, test).trace.header
    assert len(again) == len(heard)
    assert heard == events_of(algorithm, test)


def test_a_silent_run_gives_the_same_outcome_and_counts(algorithm: str, test: str) -> None:
    recorded = usual(algorithm, test)
    silent = learn(PROBLEMS[test][0](), header(algorithm, test), record=False)
    assert silent.outcome == recorded.outcome
    assert silent.counts.ledger[:3].tolist() == recorded.counts.ledger[:3].tolist()
    assert len(silent.trace) == 0


def test_the_fold_of_the_trace_is_the_outcome(algorithm: str, test: str) -> None:
    learnt = usual(algorithm, test)
    assert final_view(learnt.trace).outcome() == learnt.outcome


def test_the_trace_holds_every_test_that_was_counted(algorithm: str, test: str) -> None:
    learnt = usual(algorithm, test)
    tests = [event for event in events_of(algorithm, test) if isinstance(event, Tested)]
    assert [event.number for event in tests] == list(range(1, learnt.counts.requested + 1))
    assert sum(not event.reused for event in tests) == learnt.counts.performed
    assert len({Question.of(event.x, event.y, event.z) for event in tests}) == learnt.counts.performed
    assert sum(event.verdict == "unreliable" for event in tests) == learnt.counts.unreliable


def test_answers_from_an_earlier_run_change_nothing_in_the_trace(algorithm: str, test: str) -> None:
    first, evidence = usual(algorithm, test), evidence_of(algorithm, test)
    answers = len(evidence.tape)
    assert answers >= first.counts.performed
    assert list(run(algorithm, test, evidence).trace) == events_of(algorithm, test)
    assert len(evidence.tape) == answers


def test_another_alpha_on_the_same_tape_is_a_run_of_its_own(algorithm: str, test: str) -> None:
    usual(algorithm, test)
    other, alone = (
        run(algorithm, test, evidence, alpha=0.05, k=2) for evidence in (evidence_of(algorithm, test), None)
    )
    assert other.trace == alone.trace


def test_a_cancelled_run_leaves_a_prefix(algorithm: str, test: str) -> None:
    whole = events_of(algorithm, test)
    for after in (0, 1, 12):

        def stop(trace: Trace, after: int = after) -> None:
            if (len(trace.test_steps) if ALGORITHMS[algorithm].asks_tests else len(trace)) > after:
                raise Cancelled

        cancelled = learn(PROBLEMS[test][0](), header(algorithm, test), listener=stop)
        assert cancelled.outcome is None
        assert after < len(cancelled.trace) < len(whole)
        assert list(cancelled.trace) == whole[: len(cancelled.trace)]


def test_forcing_the_given_verdicts_changes_nothing_but_the_label(algorithm: str, test: str) -> None:
    """Those that were measured: to force one that the data could not give is to know more than they do."""
    learnt = usual(algorithm, test)
    forced = {
        Question.of(event.x, event.y, event.z): Verdict(not event.independent)
        for event in events_of(algorithm, test)
        if isinstance(event, Tested) and event.verdict != "unreliable"
    }
    again = run(algorithm, test, forced=tuple(sorted(forced.items())))
    assert again.outcome is not None
    assert learnt.outcome is not None
    assert again.counts.requested == learnt.counts.requested
    for part in ("parents", "children", "undetermined", "members"):
        assert getattr(again.outcome, part) == getattr(learnt.outcome, part)
    tests = again.trace.tests()
    assert (tests.forced == (tests.verdict != Verdict.UNRELIABLE)).all()


def test_forcing_independence_of_everything_leaves_no_neighbours(algorithm: str, test: str) -> None:
    if not ALGORITHMS[algorithm].asks_tests or "FCBF" in ALGORITHMS[algorithm].listings:
        pytest.skip("it asks no tests about neighbours")
    _, names, target, knowledge = PROBLEMS[test]
    marginal = [Question.of(x, target) for x in range(len(names)) if x != target]
    learnt = run(algorithm, test, forced=tuple((question, Verdict.INDEPENDENT) for question in marginal))
    assert learnt.outcome is not None
    assert learnt.outcome.blanket.pc == knowledge.required_neighbours(target)
    assert not learnt.outcome.members


def test_every_event_cites_a_line_of_a_declared_listing_and_reads_as_a_sentence(
    algorithm: str, test: str
) -> None:
    names = PROBLEMS[test][1]
    for event in events_of(algorithm, test):
        assert line(event.at)
        assert event.at.rpartition(":")[0] in ALGORITHMS[algorithm].listings
        words = sentence(event, names)
        assert words[0].isupper() or words.startswith(names)
        assert words.endswith(".")


def test_what_is_known_of_a_variable_fits_together(algorithm: str, test: str) -> None:
    outcome, declared = usual(algorithm, test).outcome, {*ALGORITHMS[algorithm].rules, KNOWLEDGE}
    assert outcome is not None
    assert outcome.blanket.target == outcome.target
    for blanket in outcome.blankets:
        directed = (*blanket.parents, *blanket.children)
        assert len(directed) == len({*directed}) and {*directed} == {*blanket.reasons}
        assert {*directed, *blanket.undetermined} <= {*blanket.pc} and blanket.target not in blanket.members
        assert {*blanket.reasons.values()} <= declared
    assert {each.rule for each in outcome.orientations} <= declared


def test_the_last_event_is_the_answer(algorithm: str, test: str) -> None:
    learnt, last = usual(algorithm, test), events_of(algorithm, test)[-1]
    assert isinstance(last, Finished)
    assert learnt.outcome is not None
    assert last.parents == learnt.outcome.parents
