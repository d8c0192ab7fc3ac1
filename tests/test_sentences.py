"""Each sentence that the program forms of a run stands in `golden/sentences.txt`, as a person has read it."""

from __future__ import annotations

import pytest

from tests.sentences import golden, sentences

GOLDEN = golden()


@pytest.mark.parametrize("case", GOLDEN)
def test_the_sentences_of_a_run_are_those_that_were_read(case: int) -> None:
    """After a change of words: `python tests/bench/write_sentences.py`, and read the difference."""
    assert {*GOLDEN[case]} <= sentences(case).keys()


def test_these_runs_say_nothing_that_was_not_read() -> None:
    told = {case: sentences(case) for case in [*GOLDEN][:FIRST]}
    read = {clause for case in GOLDEN for line in GOLDEN[case] for clause in sentences(case)[line]}
    assert not [line for some in told.values() for line, clauses in some.items() if not clauses <= read]
