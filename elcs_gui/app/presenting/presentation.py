"""What is presented: a run, change by change, or a lesson, step by step; and its sentences for the wall: what
nobody reads there left out, in two lines at most, broken at the colon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from elcs_gui.app.model.player import Player

SIZES = (38, 36, 34, 32, 30, 28, 26, 24, 22)
"""Pixels of the letters, as designed for 720 pixels of height."""
LARGE = 32
"""Down to this size it is rather broken at the colon than written larger."""

Fits = Callable[[str, int], bool]
"""Is there room for a line in letters of that size?"""

S = TypeVar("S")


def screens_for(screens: Sequence[S], here: S) -> tuple[S, S]:
    """The screen for the audience and the one for the speaker: the second and the first; a single one, on
    which the window is, for both."""
    return (screens[1], screens[0]) if len(screens) > 1 else (here, here)


@dataclass(frozen=True, eq=False)
class Presentation:
    """What the views follow, what goes on and back in it, and what the speaker reads at a step."""

    player: Player
    onwards: Callable[[], object]
    back: Callable[[], object]
    notes: Callable[[int], str]


def for_the_wall(sentence: str) -> str:
    """Without the number of a test, and without what stands in brackets at the end: figures, or the rule.

    A set is not broken: the spaces in it are such that do not break.
    """
    sentence = re.sub(r"^Test \d+: ", "", sentence)
    sentence = re.sub(r"\{[^{}]*\}", lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), sentence)
    return re.sub(r" \([^()]*\)\.$", ".", sentence)


def broken(sentence: str, fits: Fits) -> tuple[int, list[str]]:
    """How large the sentence can be, and its lines; at the smallest size they may be too long."""
    colon = sentence.find(": ") + 1
    for size in SIZES:
        if colon and size >= LARGE:
            lines = _cut(sentence, colon)
            if all(fits(line, size) for line in lines):
                return size, lines
    for size in SIZES:
        if fits(sentence, size):
            return size, [sentence]
        for cut in _spaces(sentence):
            lines = _cut(sentence, cut)
            if all(fits(line, size) for line in lines):
                return size, lines
    return SIZES[-1], _cut(sentence, max(sentence.rfind(" ", 0, len(sentence) // 2), 0))


def _cut(sentence: str, place: int) -> list[str]:
    return [part for part in (sentence[:place].rstrip(), sentence[place:].lstrip()) if part]


def _spaces(sentence: str) -> Iterator[int]:
    """The last first: the first line is as full as can be."""
    return (place for place in range(len(sentence) - 1, 0, -1) if sentence[place] == " ")
