"""Each sentence that the program forms of a run stands in `golden/sentences.txt`, as a person has read it."""

from __future__ import annotations

import pytest

from tests.sentences import clauses, golden, sentences

GOLDEN = golden()
READ = {clause for told in GOLDEN.values() for line in told for clause in clauses(line)}


@pytest.mark.parametrize("case", GOLDEN)
def test_a_run_says_what_was_read_and_nothing_else(case: int) -> None:
    """After a change of words: `python tests/bench/write_sentences.py`, and read the difference."""
    told = sentences(case)
    assert not [line for line in GOLDEN[case] if line not in told]
    assert not [line for line, own in told.items() if not own <= READ]
