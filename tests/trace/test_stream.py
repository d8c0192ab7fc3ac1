"""A trace sent in chunks to a mirror of its tape is the same trace, also with answers from earlier runs."""

from itertools import pairwise

import numpy as np
import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.ci.tape import Tape
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.events import Started
from elcs_gui.trace.listings import joint, stage, walks
from elcs_gui.trace.stages import stage_spans
from elcs_gui.trace.stream import Receiver, Sender
from elcs_gui.trace.trace import Header, Trace
from tests.traces import trace_of

NETWORK = find_example("child").load_network()
DATA = sample(NETWORK, 400, seed=4)


def test_chunks_of_several_runs_rebuild_every_trace() -> None:
    evidence, mirror = Evidence(G2(DATA)), Tape()
    sent_rows = 0
    forced = ((Question.of(0, 5), Verdict.DEPENDENT),)
    for target, overrides in ((3, ()), (7, forced), (3, forced)):
        header = Header("elcs", target, DATA.columns, "g2", forced=overrides)
        sender, receiver = Sender(sent_rows), Receiver(header, mirror)
        every = 0

        def listen(trace: Trace, sender: Sender = sender, receiver: Receiver = receiver) -> None:
            nonlocal every
            every += 1
            if every % 7 == 0:
                receiver.add(sender.chunk(trace))

        learnt = learn(evidence, header, listener=listen)
        receiver.add(sender.chunk(learnt.trace))
        sent_rows = sender.sent_rows
        assert receiver.trace == learnt.trace
    assert len(mirror) == len(evidence.tape)


def test_a_mirrored_tape_finds_what_the_original_finds() -> None:
    original, mirror = Tape(), Tape()
    random = np.random.default_rng(3)
    for _ in range(5):
        for _ in range(1500):
            chosen = random.choice(40, size=random.integers(2, 7), replace=False).tolist()
            question = Question.of(chosen[0], chosen[1], chosen[2:])
            if original.find(question) is None:
                original.add(question, random.random(), 1)
        mirror.extend(original.rows_from(len(mirror)))
    assert len(mirror) == len(original)
    for answer in range(len(original)):
        assert mirror.find(original.question(answer)) == answer


def test_stages_follow_each_other_without_a_gap_and_hold_all_tests() -> None:
    trace = learn(Evidence(G2(DATA)), Header("elcs", NETWORK.index("Disease"), DATA.columns, "g2")).trace
    found = stage_spans(trace)
    assert found[0].first == 0
    assert found[-1].last == len(trace)
    assert all(one.last == other.first for one, other in pairwise(found))
    assert sum(span.tests for span in found) == len(trace.test_steps)
    blankets = list(dict.fromkeys(span.target for span in found))
    assert blankets[0] == trace.header.target
    order = [span.stage for span in found if span.target == blankets[0]]
    assert order[:4] == ["pc", "candidates", "pruned", "pc-again"]
    changes = changes_of(trace)
    assert changes[-1] == len(trace)  # the answer itself
    assert (np.diff(changes) > 0).all()


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name not in ("dag-gnn", "notears")])
def test_a_stage_is_that_of_its_line_and_of_who_is_learnt(algorithm: str) -> None:
    """In step with the events: of those who learn all at once, only the run's own target is spoken of."""
    trace = trace_of("asia", algorithm)
    spans = {step: span for span in stage_spans(trace) for step in range(span.first, span.last)}
    learnt, at = -1, ""
    told: list[tuple[int, str]] = []
    for event in trace:
        if isinstance(event, Started) and not walks(event.procedure):
            own = event.target == trace.header.target
            learnt = event.target if own or not joint(event.procedure) else learnt
        at = stage(event.at) or at
        told.append((learnt, at))
    begun = next(step for step, (target, at) in enumerate(told) if at and target >= 0)
    told[:begun] = [told[begun]] * begun  # what comes before the first stage counts with it
    assert [(spans[step].target, spans[step].stage) for step in range(len(trace))] == told


@pytest.mark.parametrize("algorithm", [name for name in ALGORITHMS if name not in ("dag-gnn", "notears")])
def test_the_stages_of_a_growing_trace_are_those_of_the_whole_one(algorithm: str) -> None:
    lengths: list[int] = []

    def looked(trace: Trace) -> None:
        if not lengths or len(trace) > lengths[-1] + 7:
            lengths.append(len(trace))
            stage_spans(trace)

    header = Header(algorithm, NETWORK.index("Disease"), DATA.columns, "g2", rows=DATA.rows)
    trace = learn(Evidence(G2(DATA)), header, listener=looked).trace
    found = stage_spans(trace)
    trace.derived.clear()
    assert found == stage_spans(trace)
    assert len(lengths) > 1


def test_an_empty_trace_has_no_stages() -> None:
    empty = Trace(
        Header("elcs", 0, DATA.columns, "g2"),
        learn(Evidence(G2(DATA)), Header("emb", 0, DATA.columns, "g2")).trace.judge,
    )
    assert stage_spans(empty) == []
    assert len(changes_of(empty)) == 0
