"""What is drawn of some runs is what was drawn when a person last looked at it in the window."""

from __future__ import annotations

import pytest

from tests.picture.pictures import CASES, GOLDEN, lines


@pytest.mark.parametrize("case", CASES)
def test_a_run_is_drawn_as_it_was(case: str) -> None:
    """After a change of the picture: look at it, `python tests/bench/write_sentences.py --pictures`."""
    kept = GOLDEN.read_text(encoding="utf-8").splitlines()
    assert [*lines(case)] == [line for line in kept if line.startswith(f"{case} ")]
