"""Dependent is what has p ≤ alpha, to the last bit, whoever asks."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.asking import Asker, Counts, Search
from elcs_gui.ci.compiled import CompiledAsker, KernelData
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.ci.registry import find_test
from elcs_gui.ci.tape import Tape
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.native.library import SWITCH
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Header
from tests.ci.test_kernel import answered

SIDES = {Verdict.DEPENDENT: lambda p: p, Verdict.INDEPENDENT: lambda p: math.nextafter(p, 0)}
"""The verdict at alpha = p, and at the next smaller alpha."""


def p_of(test: str, statistic: float, df: int) -> float:
    (p,) = find_test(test).distribution.p_values(np.array([statistic]), np.array([df], dtype=np.int32))
    return float(p)


def judged(test: str, statistic: float, df: int, alpha: float) -> Verdict:
    tape = Tape()
    tape.add(Question(0, 1), statistic, df)
    judge = Judge(tape, find_test(test).distribution, alpha, Policy())
    (verdict,) = judge.verdicts(np.array([0], dtype=np.int32))
    assert judge.independent(0) == (verdict == Verdict.INDEPENDENT)
    return Verdict(int(verdict))


@given(st.floats(1e-6, 3000), st.integers(1, 3000), st.sampled_from(["g2", "fisher-z"]))
@example(1846.0, 93, "g2")  # p is 1.5e-323: one digit
def test_p_equal_to_alpha_is_dependent_and_the_next_smaller_alpha_is_not(
    statistic: float, df: int, test: str
) -> None:
    if test == "fisher-z":
        statistic, df = statistic / 80, -1
    p = p_of(test, statistic, df)
    assume(0 < p < 1)
    for verdict, side in SIDES.items():
        assume(side(p) > 0)
        assert judged(test, statistic, df, side(p)) is verdict


@given(st.floats(5e-324, 0.999999), st.integers(1, 500), st.integers(-30, 30))
def test_near_the_critical_value_p_decides(alpha: float, df: int, steps: int) -> None:
    """A few floats to either side of it, where the rounding of both could disagree."""
    statistic = float(find_test("g2").distribution.critical(alpha, df + 1)[df])
    for _ in range(abs(steps)):
        statistic = math.nextafter(statistic, math.copysign(math.inf, steps))
    expected = Verdict.DEPENDENT if p_of("g2", statistic, df) <= alpha else Verdict.INDEPENDENT
    assert judged("g2", statistic, df, alpha) is expected


@pytest.mark.parametrize("alpha", [5e-324, 1e-310, 0.5, math.nextafter(1, 0)])
@pytest.mark.parametrize("test", ["g2", "fisher-z", "oracle"])
def test_the_ends_of_the_range_of_alpha_are_judged_too(test: str, alpha: float) -> None:
    statistic, df = {"g2": (1e5, 3), "fisher-z": (1e3, -1), "oracle": (1.0, -1)}[test]
    assert judged(test, statistic, df, alpha) is Verdict.DEPENDENT
    assert judged(test, 0.0, df, alpha) is Verdict.INDEPENDENT


def asia(rows: int = 400) -> Dataset:
    network = find_example("asia").load_network()
    assert network is not None
    return sample(network, rows, 5)


def questions(data: Dataset) -> list[tuple[int, int, tuple[int, ...]]]:
    pairs = [(x, y) for y in range(data.variables) for x in range(y)]
    return [
        (x, y, z) for x, y in pairs for z in ((), *((v,) for v in range(data.variables) if v not in (x, y)))
    ]


def test_compiled_and_plain_askers_agree_where_alpha_is_a_p_value() -> None:
    """With a search, a screening and a list of questions, at every p-value that occurs and just below it, and
    where p alone decides."""
    data = asia()
    test = G2(data)
    evidence = Evidence(test)
    asked = questions(data)
    numbers = np.array([evidence.answer(Question.of(*question)) for question in asked], dtype=np.int32)
    p = test.distribution.p_values(evidence.tape.statistic[numbers], evidence.tape.df[numbers])
    occurring = sorted({value for value in p.tolist() if 1e-12 < value < 1})[::3]
    assert len(occurring) > 20
    for alpha in (1e-310, *(side(value) for value in occurring for side in SIDES.values())):
        told = []
        for fast in (False, True):
            tape, counts = Tape(), Counts()
            judge = Judge(tape, test.distribution, alpha, Policy())
            asker = (
                CompiledAsker(KernelData(test), tape, judge, counts, tape.new_run())
                if fast
                else Asker(test, tape, judge, counts, tape.new_run())
            )
            # The screening comes first: what it takes back must count as new again.
            screened = [
                (int(number), int(flag), independent)
                for batch, said in asker.screen([0, 1, 2, 3], [4, 5, 6], 7)
                for number, flag, independent in zip(*batch, said, strict=True)
            ]
            searched: list[tuple[int, int]] = []
            separated: list[int] = []
            for batch, place in asker.subsets(Search((0, 1, 2), 3, (4, 5, 6, 7), 3)):
                searched += zip(batch.answers.tolist(), batch.flags.tolist(), strict=True)
                separated += [] if place is None else [place]
            batch, answers = answered(asker, asked)
            told.append(
                (
                    screened, searched, separated, batch.answers.tolist(),
                    batch.flags.tolist(), answers, counts.requested, counts.performed, counts.unreliable,
                    tape.last_run[: len(tape)].tolist(),
                )
            )  # fmt: skip
            for answer, value in zip(answers, p.tolist(), strict=True):
                if not math.isnan(value):
                    assert answer.independent == (value > alpha)
        assert told[0] == told[1]


@pytest.mark.parametrize("fast", [False, True])
def test_a_trace_with_a_p_value_equal_to_alpha_is_read_as_it_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, fast: bool
) -> None:
    if not fast:
        monkeypatch.setenv(SWITCH, "numpy")
    data = asia()
    header = Header("elcs", 7, data.columns, "g2", rows=data.rows)
    first = learn(Evidence(G2(data)), header).trace
    values = sorted({event.p for event in first if isinstance(event, Tested) and event.p and event.p > 1e-9})
    for verdict, side in SIDES.items():
        alpha = side(values[len(values) // 2])
        trace = learn(Evidence(G2(data)), replace(header, alpha=alpha)).trace
        near = [event for event in trace if isinstance(event, Tested) and event.p == values[len(values) // 2]]
        assert {event.verdict for event in near} == {verdict.word}
        for ending in ("jsonl", "elcs"):
            write_trace(trace, tmp_path / f"x.{ending}")
            assert read_trace(tmp_path / f"x.{ending}") == trace
