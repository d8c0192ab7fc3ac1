"""Which line of the pseudo-code tells what, in runs that together come to as many lines as can be."""

from __future__ import annotations

from tests.sentences import LINES, lines_told


def test_every_line_tells_what_was_read() -> None:
    """After a change of lines: `python tests/bench/write_sentences.py`, and read the difference."""
    cases, *lines = LINES.read_text(encoding="utf-8").splitlines()
    told = set().union(*(lines_told(int(case)) for case in cases.removeprefix("# cases ").split()))
    assert sorted(told) == lines
