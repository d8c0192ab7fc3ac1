"""A lesson made from a run that is open: its header from the study and the run, its steps from the cursor.

What a lesson file cannot say is refused: a verdict that was overridden, knowledge, data that lie in no file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from elcs_gui.data.tables.address import address_of
from elcs_gui.errors import ElcsError
from elcs_gui.lessons.cursors import describe, happens_at
from elcs_gui.lessons.exercise import Offer
from elcs_gui.lessons.lesson_file import UNLIMITED, Highlight, Lesson, LessonStep
from elcs_gui.lessons.playing import edges_in
from elcs_gui.lessons.question import Kind
from elcs_gui.lessons.questions import question_at
from elcs_gui.storage.study import Study
from elcs_gui.trace.events import Members
from elcs_gui.trace.outcome import pair
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Header, Trace

_MAY_FOLLOW = (Kind.RULE, Kind.PREMISES)


def askable(trace: Trace, step: int) -> tuple[Kind, ...]:
    """What can be asked about the event before the cursor; nothing where that is no question."""
    if happens_at(describe(trace, step), trace) != step - 1:
        return ()
    question = question_at(trace, step - 1)
    if question is None:
        return ()
    follow = {each.kind for each in question.chain()}
    return (question.kind, *(kind for kind in _MAY_FOLLOW if kind in follow))


def step_at(
    trace: Trace,
    step: int,
    heading: str,
    caption: str,
    *,
    highlight: Sequence[Highlight] = (),
    ask: Sequence[Kind] = (),
    hint: str = "",
    notes: str = "",
    practise: Offer | None = None,
) -> LessonStep:
    """A step of a lesson where the cursor stands; it is found again by what has just happened there.

    One that asks stands before that: its highlights point as the arrows do there.
    """
    here = step - bool(ask)
    return LessonStep(
        _one_line(heading) or "Untitled", _paragraphs(caption), describe(trace, step),
        tuple(_as_drawn(trace, here, each) for each in highlight), tuple(ask), _one_line(hint) if ask else "",
        _paragraphs(notes), practise,
    )  # fmt: skip


def _one_line(words: str) -> str:
    return " ".join(words.split())


def _paragraphs(words: str) -> str:
    """As a lesson file keeps them: paragraphs of one line, an empty one between two."""
    return "\n\n".join(filter(None, (_one_line(part) for part in re.split(r"\n\s*\n", words))))


def highlight_of(trace: Trace, step: int, variables: Members) -> Highlight:
    """A variable, or the edge between two as it is drawn at a step."""
    names = tuple(trace.header.names[x] for x in variables)
    return _as_drawn(trace, step, Highlight(names, "--" if len(names) > 1 else ""))


def _as_drawn(trace: Trace, step: int, highlight: Highlight) -> Highlight:
    """An edge that points as it does at the step; what is no edge there stays, for its check to name."""
    names = trace.header.names
    if not highlight.link or not {*highlight.names} <= {*names}:
        return highlight
    a, b = (names.index(name) for name in highlight.names)
    edge = edges_in(timeline_of(trace).view(step)).get(pair(a, b))
    if edge is None:
        return highlight
    if not edge.rule:
        return replace(highlight, link="--")
    return replace(highlight, names=(names[edge.tail], names[edge.head]), link="->")


def switched(highlights: Sequence[Highlight], one: Highlight) -> tuple[Highlight, ...]:
    """With it, or without it if it was among them, however it pointed."""
    left = tuple(each for each in highlights if _what(each) != _what(one))
    return left if len(left) < len(highlights) else (*highlights, one)


def _what(highlight: Highlight) -> object:
    return highlight if highlight.set else frozenset(highlight.names)


class Recording:
    """The steps of a lesson that is being made; every change can be taken back."""

    def __init__(self) -> None:
        self.steps: tuple[LessonStep, ...] = ()
        self._before: list[tuple[LessonStep, ...]] = []
        self._after: list[tuple[LessonStep, ...]] = []

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        return bool(self._after)

    def put(self, row: int, step: LessonStep, *, instead: bool = False) -> None:
        """A step at this place, in place of the one that is there or before it."""
        self._become((*self.steps[:row], step, *self.steps[row + instead :]))

    def remove(self, row: int) -> None:
        self._become((*self.steps[:row], *self.steps[row + 1 :]))

    def move(self, row: int, by: int) -> int:
        """A step earlier or later, as far as there is room; where it stands then."""
        there = max(0, min(row + by, len(self.steps) - 1))
        left = [*self.steps]
        left.insert(there, left.pop(row))
        self._become(tuple(left))
        return there

    def undo(self) -> None:
        """As it was before the last change."""
        if self._before:
            self._after.append(self.steps)
            self.steps = self._before.pop()

    def redo(self) -> None:
        if self._after:
            self._before.append(self.steps)
            self.steps = self._after.pop()

    def _become(self, steps: tuple[LessonStep, ...]) -> None:
        if steps != self.steps:
            self._before.append(self.steps)
            self._after.clear()
            self.steps = steps


def lesson_on(study: Study, header: Header, title: str, steps: Sequence[LessonStep], path: Path) -> Lesson:
    """The lesson that leads through this run, to be kept at `path`; an error says what it cannot keep."""
    if header.forced:
        raise ElcsError("A lesson cannot keep overridden verdicts: record it on the run without them.")
    usual = study.header(header.names[header.target], header.algorithm)
    if header.knowledge != usual.knowledge:
        raise ElcsError("A lesson cannot keep background knowledge: record it on the run without it.")
    if header.policy != usual.policy or header.rows_per_cell not in (None, usual.rows_per_cell):
        raise ElcsError("A lesson counts unreliable tests as usual: record it on a run that does.")
    if not steps:
        raise ElcsError("The lesson has no steps yet: add one where the cursor stands.")
    places = {} if study.example else _files(study, path.parent)
    return Lesson(
        title=" ".join(title.split()) or study.title,
        steps=tuple(steps),
        example=study.example or "",
        target=header.names[header.target],
        algorithm=header.algorithm,
        test=header.test,
        alpha=None if header.alpha == usual.alpha else header.alpha,
        k=None if header.k == usual.k else UNLIMITED if header.k is None else header.k,
        set=tuple((name, str(value)) for name, value in header.parameters),
        data=places.get("data", ""),
        network=places.get("network", ""),
        path=path,
    )


def _files(study: Study, folder: Path) -> dict[str, str]:
    """Data and network, as named from the lesson's folder on."""
    found = {"data": study.data_file, "network": study.network_file}
    if study.data_file is not None and address_of(study.data_file.path) is not None:
        raise ElcsError("A lesson names no address: export the data first, then record on the file.")
    if study.data is not None and study.data_file is None:
        raise ElcsError("These data lie in no file: export them first, then record on the file.")
    if study.network is not None and study.network_file is None:
        raise ElcsError("This network lies in no file: export it first, then record on the file.")
    return {
        key: Path(os.path.relpath(file.path, folder)).as_posix()
        for key, file in found.items()
        if file is not None
    }
