"""What a page knows of a run: one record, as JSON, whose form `resources/player/data.js` describes.

The run is folded here, by the program's own timeline; the page looks up what this has found for each step.
Tables hold what occurs more than once (see `drawing`), columns have an entry for every step that is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from elcs_gui.algorithms.registry import call
from elcs_gui.algorithms.run_title import algorithm_title, headline
from elcs_gui.inquiry.summary import shown_summary, told_with_doubts
from elcs_gui.lessons.lesson_file import Lesson
from elcs_gui.lessons.playing import lesson_json
from elcs_gui.lessons.questions import LEVELS, question_at, stops
from elcs_gui.picture.live_sets import LiveSet, live_sets
from elcs_gui.picture.stage_strip import strips
from elcs_gui.picture.why_answer import row_of
from elcs_gui.player.drawing import ROOMS, Drawing, Table
from elcs_gui.player.kept_steps import MOST_STEPS, gaps, kept_steps
from elcs_gui.player.reasons import reasons
from elcs_gui.trace import events as ev
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.events import Event
from elcs_gui.trace.listings import STAGES, listing
from elcs_gui.trace.stages import stage_spans
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View, advance

MOST_QUESTIONS = 60
"""Of a level; of more than this, some are asked, from the first to the last."""
LONG, QUESTIONS_OF_LONG = 200_000, 6
"""Of a run with so many events, so many: what an answer rests on is tens of thousands of tests there, which
takes seconds to find."""


def content(trace: Trace, title: str, lesson: Lesson | None = None, most: int = MOST_STEPS) -> dict[str, Any]:
    """The record; it names every variable as it is, and holds nothing of the data."""
    drawing = Drawing(trace)
    why, asked = reasons(trace, drawing), _Asked(trace, lesson)
    summary = shown_summary(trace)
    cited = {line[2] for record in why for line in record["lines"] if line[0] == "t"}
    wanted = {int(trace.test_steps[number - 1]) + 1 for number in cited}
    wanted |= {record["since"] for record in why} | asked.steps
    kept = kept_steps(trace, most, frozenset(wanted))
    folded = _Folded(trace, kept, drawing)
    changing = set(changes_of(trace).tolist())
    return {
        "title": title,
        "about": about(trace),
        "names": list(trace.header.names),
        "target": trace.header.target,
        "length": len(trace),
        "steps": folded.columns,
        "changes": [place for place, step in enumerate(kept) if step in changing],
        "gaps": [[kept.index(gap.after), gap.words] for gap in gaps(trace, kept)],
        "tests": folded.tests,
        "rooms": [[room.width, room.height] for room in ROOMS],
        "nodes": drawing.nodes.rows,
        "links": drawing.links.rows,
        "frames": drawing.frames.rows,
        "scenes": drawing.scenes.rows,
        "trays": drawing.trays.rows,
        "tray_rows": drawing.tray_rows.rows,
        "sets": folded.sets.rows,
        "set_rows": folded.set_rows.rows,
        "strips": _strips(trace),
        "code": _listings(folded.lines.rows),
        "why": why,
        "doubts": [] if summary is None else [[*line] for line in summary.lines()],
        "questions": asked.questions,
        "levels": asked.levels,
        "lesson": asked.lesson,
    }


def about(trace: Trace) -> str:
    """What was run, in a few words: 5,000 rows · target T · ELCS."""
    header = trace.header
    rows = f"{header.rows:,} rows" if header.rows else "no data: answers by d-separation"
    return " · ".join((rows, f"target {header.names[header.target]}", algorithm_title(header)))


class _Asked:
    """What is asked on the way: by the lesson, or else by the level of difficulty that a reader chooses.

    A level has the places of its questions, and the kinds of those that may follow one.
    """

    def __init__(self, trace: Trace, lesson: Lesson | None) -> None:
        self.lesson = None if lesson is None else _without_tests(lesson_json(lesson, trace))
        self.questions: list[dict[str, Any]] = []
        self.levels: list[dict[str, Any]] = []
        self.steps: set[int] = set()
        if self.lesson is not None:
            for step in self.lesson["steps"]:
                self.steps |= {step["step"], step.get("after", step["step"])}
            return
        places: dict[int, int] = {}
        most = MOST_QUESTIONS if len(trace) < LONG else QUESTIONS_OF_LONG
        for level in LEVELS.values():
            at, there = [], list(stops(trace, level))
            for stop in there[:: len(there) // most + 1]:
                if stop not in places:
                    found = question_at(trace, stop)
                    if found is None:
                        continue
                    places[stop] = len(self.questions)
                    self.questions.append(_without_tests(found.as_json()))
                    self.steps |= {stop, stop + 1}
                at.append(places[stop])
            self.levels.append(
                {
                    "id": level.id,
                    "title": level.title,
                    "sentence": level.sentence,
                    "kinds": sorted(level.kinds),
                    "at": at,
                }
            )


def _without_tests(record: Any) -> Any:
    """Questions without the tests that answers rest on: no page shows them, and of a hub they are many."""
    if isinstance(record, dict):
        return {key: _without_tests(value) for key, value in record.items() if key != "rests_on"}
    return [_without_tests(value) for value in record] if isinstance(record, list | tuple) else record


class _Folded:
    """The steps that are kept, one after the other.

    Attributes:
        columns: `at` the number of a step, `said` its sentence, `test` its place among the tests or -1,
            `scene`, `sets` and `line` their numbers, `asked` the scene while a verdict is held back.
        tests: [number, x, y, z, question, p, verdict, counted independent, spoken, place of its step]
    """

    def __init__(self, trace: Trace, kept: list[int], drawing: Drawing) -> None:
        self._trace, self._drawing = trace, drawing
        self.sets, self.set_rows, self.lines = Table(), Table(), Table()
        self.tests: list[list[Any]] = []
        self.columns: dict[str, list[Any]] = {
            name: [] for name in ("at", "said", "test", "scene", "asked", "sets", "line")
        }
        self._before, self._view = View(), View()
        self._facts = 0
        for place, (step, event) in enumerate(zip(kept, _last_events(trace, kept), strict=True)):
            self._fold(step)
            self._add(place, step, event)

    def _fold(self, step: int) -> None:
        """Go on to the step: every fact is looked at once."""
        trace = self._trace
        facts = int(trace.fact_steps.searchsorted(step))
        for place in range(self._facts, facts):
            self._before = self._view
            self._view = advance(self._view, trace.facts[place])
        self._facts = facts

    def _add(self, place: int, step: int, event: Event | None) -> None:
        trace, names, test = self._trace, self._trace.header.names, -1
        if isinstance(event, ev.Tested):
            test = len(self.tests)
            row = row_of(event, names)
            self.tests.append(
                [
                    event.number, event.x, event.y, event.z, row.question, row.p, row.verdict.value,
                    int(event.independent), row.spoken, place,
                ]
            )  # fmt: skip
        before = self._view if test >= 0 else self._before
        scene = self._drawing.scene(self._view, step, event)
        found = (
            step,
            f"{headline(trace.header)}." if event is None else told_with_doubts(trace, event),
            test,
            scene,
            self._drawing.asked(self._view, step, event, scene),
            self._sets(live_sets(trace, step, self._view, before, event)),
            self.lines.number("" if event is None else event.at),
        )
        for column, value in zip(self.columns.values(), found, strict=True):
            column.append(value)

    def _sets(self, rows: list[LiveSet]) -> int:
        """A row each: its name, its value, and whether the step has changed it."""
        return self.sets.number(
            tuple(self.set_rows.number((row.name, row.value, int(row.before is not None))) for row in rows)
        )


def _last_events(trace: Trace, kept: list[int]) -> Iterator[Event | None]:
    """What happened last at each step; neighbouring ones are asked for together, which is much quicker."""
    runs = np.split(kept, np.flatnonzero(np.diff(kept) > 1) + 1)
    for run in runs:
        first, last = int(run[0]), int(run[-1])
        if first == 0:
            yield None
            first = 1
        yield from trace[first - 1 : last]


def _strips(trace: Trace) -> list[dict[str, Any]]:
    """The stages of each blanket; `steps` are first+1 to last."""
    header = trace.header
    return [
        {
            "name": call(header.algorithm, header.names[strip.target]) if strip.target >= 0 else "",
            "steps": [strip.first, strip.last],
            "cells": [
                [STAGES[cell.stage].strip, cell.tests, cell.first, cell.last, cell.caption]
                for cell in strip.cells
            ],
        }
        for strip in strips(trace, stage_spans(trace))
    ]


def _listings(at: list[str]) -> dict[str, Any]:
    """The pseudo-code that was run through: by the number of a line in the steps, which listing and line."""
    procedures = list(dict.fromkeys(place.partition(":")[0] for place in at if place))
    shown = [listing(procedure) for procedure in procedures]
    lines = []
    for place in at:
        procedure, _, label = place.partition(":")
        if not place:
            lines.append([-1, -1])
            continue
        which = procedures.index(procedure)
        labels = [line.label for line in shown[which].lines]
        lines.append([which, labels.index(label)])
    return {
        "at": lines,
        "listings": [
            {"title": each.title, "lines": [[line.label, line.text, line.note] for line in each.lines]}
            for each in shown
        ],
    }
