"""What every registered algorithm must do, whatever it computes."""

from collections.abc import Callable, Hashable
from typing import Any

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
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header, Trace

CHILD = find_example("child").load_network()
CHILD_DATA = sample(CHILD, 500, seed=3)
FIG4 = find_example("fig4").load_network()

CHILD_KNOWLEDGE = knowledge_of(  # not all of it true, so that it has something to contradict
    CHILD.nodes,
    require=["Disease->LVH", "Sick->Age", "LVHreport->LVH", "Disease--Grunting"],
    forbid=["Disease--LungFlow", "Disease->CardiacMixing", "LungParench->ChestXray"],
    tiers=["BirthAsphyxia, Sick < Disease < DuctFlow, LungParench, GruntingReport"],
)
FIG4_KNOWLEDGE = knowledge_of(FIG4.nodes, require=["X->Y"], forbid=["A--T", "T->D", "C->D"])

ASIA = find_example("asia").load_network()
ASIA_DATA = sample(ASIA, 300, seed=3)
ROUNDS: dict[str, dict[Hashable, list[Any]]] = {}
"""What was computed on these data, by test: once is enough for all but one of the tests below."""

PROBLEMS: dict[str, tuple[Callable[[], Evidence], tuple[str, ...], int, Knowledge]] = {
    "g2": (lambda: Evidence(G2(CHILD_DATA)), CHILD.nodes, CHILD.index("Disease"), Knowledge.none),
    "chi2": (lambda: Evidence(Chi2(CHILD_DATA)), CHILD.nodes, CHILD.index("LungParench"), Knowledge.none),
    "oracle": (lambda: Evidence(Oracle(FIG4)), FIG4.nodes, FIG4.index("T"), Knowledge.none),
    "g2, known": (lambda: Evidence(G2(CHILD_DATA)), CHILD.nodes, CHILD.index("Disease"), CHILD_KNOWLEDGE),
    "oracle, known": (lambda: Evidence(Oracle(FIG4)), FIG4.nodes, FIG4.index("T"), FIG4_KNOWLEDGE),
}

SMALL = {
    "g2": (lambda: Evidence(G2(ASIA_DATA)), ASIA.nodes, ASIA.index("either"), Knowledge.none),
    "chi2": (lambda: Evidence(Chi2(ASIA_DATA)), ASIA.nodes, ASIA.index("lung"), Knowledge.none),
}
"""In place of others, for algorithms that compute: their time grows with the cube of the variables."""

pytestmark = [pytest.mark.parametrize("algorithm", ALGORITHMS), pytest.mark.parametrize("test", PROBLEMS)]


def problem(algorithm: str, test: str) -> tuple[Callable[[], Evidence], tuple[str, ...], int, Knowledge]:
    if find_test(test.partition(",")[0]).needs not in ALGORITHMS[algorithm].needs:
        pytest.skip("it refuses to run on such evidence, see test_whole_graphs.py")
    return SMALL.get(test, PROBLEMS[test]) if ALGORITHMS[algorithm].computes else PROBLEMS[test]


def new_evidence(algorithm: str, test: str) -> Evidence:
    evidence = problem(algorithm, test)[0]()
    if ALGORITHMS[algorithm].computes:
        evidence.rounds = ROUNDS.setdefault(test, {})
    return evidence


def header(algorithm: str, test: str, **changes: object) -> Header:
    _, names, target, knowledge = problem(algorithm, test)
    test, _, known = test.partition(",")
    if known and not ALGORITHMS[algorithm].uses_knowledge:
        pytest.skip("it refuses to run with knowledge, see test_knowledge.py")
    return Header(algorithm, target, names, test, knowledge=knowledge, **changes)  # type: ignore[arg-type]


def run(algorithm: str, test: str, evidence: Evidence | None = None, **changes: object) -> Learnt:
    return learn(evidence or new_evidence(algorithm, test), header(algorithm, test, **changes))


def test_the_same_run_gives_the_same_trace(algorithm: str, test: str) -> None:
    evidence = problem(algorithm, test)[0]()  # with nothing computed yet
    assert run(algorithm, test, evidence).trace == run(algorithm, test).trace


def test_a_silent_run_gives_the_same_outcome_and_counts(algorithm: str, test: str) -> None:
    recorded = run(algorithm, test)
    silent = learn(new_evidence(algorithm, test), header(algorithm, test), record=False)
    assert silent.outcome == recorded.outcome
    assert silent.counts.ledger[:3].tolist() == recorded.counts.ledger[:3].tolist()
    assert len(silent.trace) == 0


def test_the_fold_of_the_trace_is_the_outcome(algorithm: str, test: str) -> None:
    learnt = run(algorithm, test)
    assert final_view(learnt.trace).outcome() == learnt.outcome


def test_the_trace_holds_every_test_that_was_counted(algorithm: str, test: str) -> None:
    learnt = run(algorithm, test)
    tests = [event for event in learnt.trace if isinstance(event, Tested)]
    assert [event.number for event in tests] == list(range(1, learnt.counts.requested + 1))
    assert sum(not event.reused for event in tests) == learnt.counts.performed
    assert len({Question.of(event.x, event.y, event.z) for event in tests}) == learnt.counts.performed
    assert sum(event.verdict == "unreliable" for event in tests) == learnt.counts.unreliable


def test_answers_from_an_earlier_run_change_nothing_in_the_trace(algorithm: str, test: str) -> None:
    evidence = new_evidence(algorithm, test)
    first = run(algorithm, test, evidence)
    answers = len(evidence.tape)
    assert run(algorithm, test, evidence).trace == first.trace
    assert len(evidence.tape) == answers


def test_another_alpha_on_the_same_tape_is_a_run_of_its_own(algorithm: str, test: str) -> None:
    evidence = new_evidence(algorithm, test)
    run(algorithm, test, evidence)
    assert run(algorithm, test, evidence, alpha=0.2, k=2).trace == run(algorithm, test, alpha=0.2, k=2).trace


@pytest.mark.parametrize("after", [0, 1, 20])
def test_a_cancelled_run_leaves_a_prefix(algorithm: str, test: str, after: int) -> None:
    whole = run(algorithm, test).trace

    def stop(trace: Trace) -> None:
        done = len(trace.test_steps) if ALGORITHMS[algorithm].asks_tests else len(trace)
        if done > after:
            raise Cancelled

    cancelled = learn(new_evidence(algorithm, test), header(algorithm, test), listener=stop)
    assert cancelled.outcome is None
    assert after < len(cancelled.trace) < len(whole)
    assert list(cancelled.trace) == whole[: len(cancelled.trace)]


def test_a_listener_hears_of_every_event(algorithm: str, test: str) -> None:
    heard: list[Event] = []

    def listen(trace: Trace) -> None:
        heard.extend(trace[len(heard) :])

    learnt = learn(new_evidence(algorithm, test), header(algorithm, test), listener=listen)
    assert heard == list(learnt.trace)


def test_forcing_the_given_verdicts_changes_nothing_but_the_label(algorithm: str, test: str) -> None:
    """Those that were measured: to force one that the data could not give is to know more than they do."""
    learnt = run(algorithm, test)
    forced = {
        Question.of(event.x, event.y, event.z): Verdict(not event.independent)
        for event in learnt.trace
        if isinstance(event, Tested) and event.verdict != "unreliable"
    }
    again = run(algorithm, test, forced=tuple(sorted(forced.items())))
    assert again.outcome is not None
    assert learnt.outcome is not None
    assert again.counts.requested == learnt.counts.requested
    for part in ("parents", "children", "undetermined", "members"):
        assert getattr(again.outcome, part) == getattr(learnt.outcome, part)
    tests = [event for event in again.trace if isinstance(event, Tested)]
    assert all(event.forced == (event.verdict != "unreliable") for event in tests)


def test_forcing_independence_of_everything_leaves_no_neighbours(algorithm: str, test: str) -> None:
    _, names, target, knowledge = problem(algorithm, test)
    if not ALGORITHMS[algorithm].asks_tests:
        pytest.skip("it asks no tests")
    marginal = [Question.of(x, target) for x in range(len(names)) if x != target]
    learnt = run(algorithm, test, forced=tuple((question, Verdict.INDEPENDENT) for question in marginal))
    assert learnt.outcome is not None
    assert learnt.outcome.blanket.pc == knowledge.required_neighbours(target)
    assert not learnt.outcome.members


def test_every_event_cites_a_line_of_a_declared_listing_and_reads_as_a_sentence(
    algorithm: str, test: str
) -> None:
    learnt = run(algorithm, test)
    names = problem(algorithm, test)[1]
    for event in learnt.trace:
        assert line(event.at)
        assert event.at.rpartition(":")[0] in ALGORITHMS[algorithm].listings
        words = sentence(event, names)
        assert words[0].isupper() or words.startswith(names)
        assert words.endswith(".")


def test_the_last_event_is_the_answer(algorithm: str, test: str) -> None:
    learnt = run(algorithm, test)
    last = learnt.trace[-1]
    assert isinstance(last, Finished)
    assert learnt.outcome is not None
    assert last.parents == learnt.outcome.parents
