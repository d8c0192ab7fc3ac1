"""A sentence for the wall: two lines at most, broken at its colon where it has one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

LINES = 2
LARGEST, SMALLEST = 38, 22
"""Pixels of the letters, as designed for 720 pixels of height."""


def broken(sentence: str, room: Callable[[str], bool]) -> list[str] | None:
    """The sentence in at most two lines that have `room`; None if that cannot be.

    Rather after a colon, else as late in the first line as can be.
    """
    if room(sentence) and ": " not in sentence:
        return [sentence]
    for cut in _cuts(sentence):
        first, rest = sentence[:cut].rstrip(), sentence[cut:].lstrip()
        if room(first) and room(rest):
            return [first, rest]
    return [sentence] if room(sentence) else None


def _cuts(sentence: str) -> Iterator[int]:
    colon = sentence.find(": ")
    if colon > 0:
        yield colon + 1
    spaces = [place for place, letter in enumerate(sentence) if letter == " "]
    yield from sorted(spaces, reverse=True)


def without_figures(sentence: str) -> str:
    """A test without the statistics in brackets, which nobody reads on a wall."""
    head, bracket, tail = sentence.rpartition(" (p ")
    return f"{head}." if bracket and tail.endswith(").") else sentence
