"""Which line of the pseudo-code tells what, in the runs whose sentences are kept."""

from __future__ import annotations

from tests.sentences import LINES, golden, lines_told


def test_every_line_tells_what_was_read() -> None:
    """After a change of lines: `python tests/bench/write_sentences.py`, and read the difference."""
    assert lines_told(golden()) == LINES.read_text(encoding="utf-8")
