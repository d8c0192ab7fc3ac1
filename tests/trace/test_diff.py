"""Where two runs part."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.trace.diff import describe, difference, events_in_common
from elcs_gui.trace.events import Event, Tested
from elcs_gui.trace.run import Run
from elcs_gui.trace.trace import Header, Trace
from tests.contradicting import Told, contradicting

Asked = tuple[int, int, tuple[int, ...]]
NAMES = tuple("abcdef")


def asking(*questions: Asked, at: str = "HITON-PC:9", told: Told | None = None) -> Trace:
    run = Run(Evidence(told or Told(6)), Header("elcs", 0, NAMES, "g2"))
    for x, y, z in questions:
        run.test(x, y, z, at=at)
    return run.trace


@pytest.mark.parametrize(
    "other",
    [(0, 4, (2, 3, 5)), (1, 0, (2, 3, 5)), (0, 1, (2, 3)), (0, 1, ()), (0, 1, (2, 3, 4)), (0, 1, (2, 4, 5)),
     (0, 1, (3, 4, 5))],
)  # fmt: skip
def test_two_runs_part_where_a_question_differs_in_anything(other: Asked) -> None:
    first: Asked = (2, 4, (0, 1, 3))
    assert events_in_common(asking(first, (0, 1, (2, 3, 5))), asking(first, other)) == 1
    assert events_in_common(asking(first, other), asking(first, (0, 1, (2, 3, 5)))) == 1


def test_they_part_where_the_answer_or_the_line_does() -> None:
    one = asking((0, 1, ()), (0, 1, (2,)))
    assert events_in_common(one, asking((0, 1, ()), (0, 1, (2,)), told=Told(6, Question(0, 1, (2,))))) == 1
    assert events_in_common(one, asking((0, 1, ()), (0, 1, (2,)), at="HITON-PC:2")) == 0
    assert events_in_common(one, one) == 2


def decided(event: Event) -> object:
    if isinstance(event, Tested):
        return event.at, event.x, event.y, event.z, event.independent
    return event


def questions_of(trace: Trace) -> set[Question]:
    return {Question.of(event.x, event.y, event.z) for event in trace if isinstance(event, Tested)}


def test_runs_with_a_verdict_turned_part_where_reading_them_side_by_side_says() -> None:
    random = Random(1)
    parted = 0
    for algorithm in ("elcs-sound", "cmb", "stmb") * 20:
        verdicts, header = contradicting(random, algorithm)
        trace = learn(Evidence(verdicts), header).trace
        asked = [event for event in trace if isinstance(event, Tested)]
        if not asked:
            continue
        turned = random.choice(asked)
        verdict = Verdict.DEPENDENT if turned.independent else Verdict.INDEPENDENT
        forced = ((Question.of(turned.x, turned.y, turned.z), verdict),)
        other = learn(Evidence(verdicts), replace(header, forced=forced)).trace
        pairs = enumerate(zip(trace, other, strict=False))
        shorter = min(len(trace), len(other))
        expected = next((step for step, (a, b) in pairs if decided(a) != decided(b)), shorter)
        assert events_in_common(trace, other) == expected
        found, (ours, theirs) = difference(trace, other), map(questions_of, (trace, other))
        assert found.parting == (None if trace == other else (expected + 1, expected + 1))
        assert (found.same, *found.only) == (len(ours & theirs), len(ours - theirs), len(theirs - ours))
        parted += expected < shorter
    assert parted > 40


@pytest.mark.parametrize("number", [1, 6, 7, 9])
def test_of_many_verdicts_that_differ_the_first_are_told(number: int) -> None:
    questions = [Question(*ends) for ends in combinations(range(5), 2)]
    differing = asking(*questions, told=Told(6, *questions[:number]))
    said = describe(asking(*questions), differing, ("one", "other"))
    assert f"Of what both ask, {number} verdict{'s differ' if number > 1 else ' differs'}:" in said
    start = said.index(next(line for line in said if line.startswith("Of what both")))
    assert sum(line.startswith(("  A:", "  B:")) for line in said[start:]) == 2 * min(number, 6)
    assert ("  ... and 1 more" in said, "  ... and 3 more" in said) == (number == 7, number == 9)
