"""A lesson made from a run that is open: its header from the study and the run, its steps from the cursor.

What a lesson file cannot say is refused: a verdict that was overridden, knowledge, data that lie in no file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from elcs_gui.errors import ElcsError
from elcs_gui.lessons.cursors import describe, happens_at
from elcs_gui.lessons.exercise import Offer
from elcs_gui.lessons.lesson_file import UNLIMITED, Lesson, LessonStep
from elcs_gui.lessons.question import Kind
from elcs_gui.lessons.questions import question_at
from elcs_gui.storage.study import Study
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
    ask: Sequence[Kind] = (),
    practise: Offer | None = None,
) -> LessonStep:
    """A step of a lesson where the cursor stands; it is found again by what has just happened there."""
    return LessonStep(
        " ".join(heading.split()) or "Untitled", caption.strip(), describe(trace, step), ask=tuple(ask),
        practise=practise,
    )  # fmt: skip


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
    if study.data is not None and study.data_file is None:
        raise ElcsError("These data lie in no file: export them first, then record on the file.")
    if study.network is not None and study.network_file is None:
        raise ElcsError("This network lies in no file: export it first, then record on the file.")
    return {
        key: Path(os.path.relpath(file.path, folder)).as_posix()
        for key, file in found.items()
        if file is not None
    }
