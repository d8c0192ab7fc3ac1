"""Which steps of a trace make a film, and how long each is shown. Nothing here knows Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elcs_gui.errors import ElcsError
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.stages import stage_spans
from elcs_gui.trace.trace import Trace

MOST_FRAMES = 1500
"""Nobody watches more, and no file should hold more by accident."""


@dataclass(frozen=True)
class Film:
    """What is to be shown.

    Attributes:
        steps: one for every frame, in order; the first and the last of the film are always among them.
        seconds: how long a frame is shown.
        hold: how long the last one is.
    """

    steps: tuple[int, ...]
    seconds: float
    hold: float

    @property
    def length(self) -> float:
        """In seconds."""
        return self.seconds * (len(self.steps) - 1) + self.hold

    @property
    def durations(self) -> list[int]:
        """Of every frame, in milliseconds."""
        return [round(self.seconds * 1000)] * (len(self.steps) - 1) + [round(self.hold * 1000)]


def film(
    trace: Trace,
    every: str = "change",
    nth: int = 1,
    first: int = 0,
    last: int | None = None,
    seconds: float = 0.5,
    hold: float = 2.0,
) -> Film:
    """A film from one step to another; `nth` takes every second, third ... step, change or stage."""
    last = len(trace) if last is None else min(last, len(trace))
    first = min(first, last)
    if every == "step":
        found = np.arange(first + 1, last + 1)
    elif every == "stage":
        found = np.array([span.last for span in stage_spans(trace)], dtype=np.int64)
    else:
        found = changes_of(trace)
    inside = found[(found > first) & (found <= last)][nth - 1 :: nth].tolist()
    steps = dict.fromkeys([first, *inside, last])  # in order, each once
    return Film(tuple(steps), seconds, max(hold, seconds))


def check_length(shown: Film) -> None:
    """An ElcsError for more frames than a film may have; it says what would do."""
    frames = len(shown.steps)
    if frames > MOST_FRAMES:
        raise ElcsError(
            f"That would be {frames:,} frames, and a film has at most {MOST_FRAMES:,}: take every "
            f"{enough(frames)}th, only changes or stages, or fewer steps."
        )


def enough(frames: int) -> int:
    """Every how-manieth of so many frames fits into a film."""
    return max(-(-frames // (MOST_FRAMES - 2)), 2)


def in_words(shown: Film) -> str:
    """How much that is: 132 frames, 1 min 8 s."""
    seconds = round(shown.length)
    minutes, rest = divmod(seconds, 60)
    time = f"{minutes} min {rest} s" if minutes else f"{shown.length:.3g} s"
    noun = "frame" if len(shown.steps) == 1 else "frames"
    return f"{len(shown.steps):,} {noun}, {time}"
