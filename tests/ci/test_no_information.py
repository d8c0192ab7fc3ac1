"""A test with nothing to compare has a verdict of its own, and a reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2, Chi2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.no_information import why_no_information
from elcs_gui.ci.questions import NOTHING_TO_COMPARE, Question, Verdict
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.names import MOST_LETTERS
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.storage.why_empty import all_reasons
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Header

NAMES = ("a", "b", "c", "d", "one", "e")
GAP = 2


def data() -> Dataset:
    """`c` is a or b; `d` is known only where a is yes; `one` has one value."""
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 2, (2, 400))
    d = np.where(a == 1, rng.integers(0, 2, 400), GAP)
    codes = np.stack([a, b, a | b, d, np.zeros(400, dtype=np.int64), rng.integers(0, 2, 400)]).astype(
        np.uint8
    )
    return Dataset("made", NAMES, codes, (("no", "yes"),) * 4 + (("only",), ("no", "yes")))


REASONS = {
    Question.of(0, 3): "d is known only where a is yes",
    Question.of(0, 3, (1,)): "d is known only where a is yes",
    Question.of(0, 4): "one has one value only",
    Question.of(2, 5, (0, 1)): "in each stratum of {a, b} only one value of c is left",
    Question.of(0, 1, (3,)): "d is known only where a is yes",
}


@pytest.mark.parametrize("test", [G2, Chi2])
@pytest.mark.parametrize("question", REASONS)
def test_the_reason_is_said_in_words(test: type[G2] | type[Chi2], question: Question) -> None:
    made = test(data())
    assert made.measure(question) == (0.0, 0)
    assert why_no_information(made, question, NAMES) == REASONS[question]


@pytest.mark.parametrize("ending", [".jsonl", ".elcs"])
def test_files_keep_the_reason_however_long_names_and_levels_are(ending: str, tmp_path: Path) -> None:
    long = replace(
        data(),
        columns=tuple(f"{name}{'x' * 998}"[:MOST_LETTERS] for name in NAMES),
        levels=tuple(tuple(f"{level}{'y' * 990}" for level in levels) for levels in data().levels),
    )
    path = tmp_path / f"run{ending}"
    trace = learn(Evidence(G2(long)), Header("elcs", 0, long.columns, "g2", rows=400)).trace
    write_trace(trace, path)
    assert len(all_reasons(read_trace(path))) == len(all_reasons(trace)) > 2


def test_without_the_data_it_is_said_that_nothing_is_left() -> None:
    assert why_no_information(None, Question.of(0, 3), NAMES) == NOTHING_TO_COMPARE


@pytest.mark.parametrize("algorithm", ["elcs", "elcs-sound", "pc", "iamb"])
def test_the_run_goes_on_as_with_independent(algorithm: str) -> None:
    found = learn(Evidence(G2(data())), Header(algorithm, 0, NAMES, "g2", rows=400))
    told = [event for event in found.trace if isinstance(event, Tested)]
    empty = [event for event in told if event.df == 0]
    assert empty
    for event in empty:
        assert (event.verdict, event.independent, event.p) == ("no information", True, 1.0)
    assert not any(event.verdict == "no information" for event in told if event.df != 0)


def test_an_override_stands_above_it() -> None:
    forced = ((Question.of(0, 3), Verdict.DEPENDENT),)
    found = learn(Evidence(G2(data())), Header("elcs", 0, NAMES, "g2", rows=400, forced=forced))
    about = [
        event
        for event in found.trace
        if isinstance(event, Tested) and {event.x, event.y} == {0, 3} and not event.z
    ]
    assert {(event.verdict, event.independent) for event in about} == {("dependent", False)}


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_is_found_by_its_word(verdict: Verdict) -> None:
    assert Verdict.of(verdict.word) is verdict
