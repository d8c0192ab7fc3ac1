"""A question about a step of a trace, as a value: what to say, what to draw, what is right, and why.

The right answers and the reasons are read off the trace or its proofs; nobody types them. Variables are
column numbers of the trace, steps count the events that the learner has seen: the question stands before the
event `trace[step]`, and nothing in it but `right`, the options' `reason`, `answer`, `rule` and `then` tells
that event.

`Question.as_json` has the same fields, left out where they are empty:

    {"kind": "orientation", "step": 923, "prompt": "Which way does T — B point?",
     "context": "...", "hint": "...", "answer": "B is an effect of T: ...",
     "variables": [1, 12], "link": [1, 12], "given": [4, 1], "every": true, "rule": "n-structure",
     "places": [{"number": 1, "strokes": [{"kind": "link", "tail": 12, "head": 1, "given": [4]}]}],
     "options": [{"id": "1>12", "text": "B → T", "note": "B is a cause of T", "variables": [1, 12],
                  "place": 1, "reason": "..."}],
     "right": ["12>1"], "rests_on": [187, 341],
     "then": {"1>12": {"kind": "failed", ...}}}
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from elcs_gui.proof.argument import Stroke
from elcs_gui.trace.events import Members


class Kind(StrEnum):
    """What a question is about."""

    VERDICT = "verdict"
    """Independent or dependent, before a test."""
    REMOVAL = "removal"
    """Who leaves a set."""
    ORIENTATION = "orientation"
    """Which way an edge points."""
    RULE = "rule"
    """By which rule; follows the right direction."""
    PREMISES = "premises"
    """What the rule rests on; follows the right rule, or direction."""
    FAILED = "failed"
    """Which premise of the wrong direction does not hold; follows that."""


@dataclass(frozen=True, slots=True)
class Place:
    """A number in the picture, with the strokes that it stands on."""

    number: int
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that can be given.

    Attributes:
        note: a quieter line below its text.
        variables: what it is in the picture: a variable, or the tail and the head of an arrow.
        place: the number that it is in the picture; 0 for none.
        reason: why it is wrong, or, of a premise that holds, what shows that. Empty of a right answer.
    """

    id: str
    text: str
    note: str = ""
    variables: Members = ()
    place: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before an event.

    Attributes:
        step: how many events have been seen.
        prompt: the question, a plain sentence.
        options: in an order that does not depend on what is right.
        right: the ids of the right ones. Any of them will do, unless `every` says that all are to be found.
        context: what was found before and bears on it.
        answer: what is so, and why, in a sentence or two.
        variables: what it is about, for the picture to point out.
        link: the two between which the question mark stands.
        given: of a verdict, the set.
        rule: by which the arrow follows, to be told with the answer.
        places: the numbers in the picture.
        rests_on: the tests that show the answer, by number; all were asked before the step, but for that of a
            verdict, which has none.
        then: by the id of an option, what is asked next.
    """

    kind: Kind
    step: int
    prompt: str
    options: tuple[Option, ...]
    right: tuple[str, ...]
    every: bool = False
    context: str = ""
    hint: str = ""
    answer: str = ""
    variables: Members = ()
    link: tuple[int, int] | None = None
    given: Members | None = None
    rule: str = ""
    places: tuple[Place, ...] = ()
    rests_on: tuple[int, ...] = ()
    then: tuple[tuple[str, Question], ...] = ()

    def accepts(self, chosen: Collection[str]) -> bool:
        """Are these options the right answer?"""
        if self.every:
            return {*chosen} == {*self.right}
        return len(chosen) == 1 and {*chosen} <= {*self.right}

    def option(self, id: str) -> Option:
        """The option called `id`; KeyError if there is none."""
        for option in self.options:
            if option.id == id:
                return option
        raise KeyError(id)

    def follow_up(self, id: str) -> Question | None:
        """What is asked after this option was chosen."""
        return dict(self.then).get(id)

    def chain(self) -> Iterator[Question]:
        """The question and all that may follow it."""
        yield self
        for _, question in self.then:
            yield from question.chain()

    def as_json(self) -> dict[str, Any]:
        """For programs; see the module."""
        made: dict[str, Any] = {
            "kind": str(self.kind),
            "step": self.step,
            "prompt": self.prompt,
            "options": [_option(option) for option in self.options],
            "right": list(self.right),
            "every": self.every,
            "context": self.context,
            "hint": self.hint,
            "answer": self.answer,
            "variables": list(self.variables),
            "link": None if self.link is None else list(self.link),
            "given": None if self.given is None else list(self.given),
            "rule": self.rule,
            "places": [
                {"number": place.number, "strokes": [_stroke(stroke) for stroke in place.strokes]}
                for place in self.places
            ],
            "rests_on": list(self.rests_on),
            "then": {id: question.as_json() for id, question in self.then},
        }
        return _filled(made, "given")


def _option(option: Option) -> dict[str, Any]:
    made = {
        "id": option.id,
        "text": option.text,
        "note": option.note,
        "variables": list(option.variables),
        "place": option.place,
        "reason": option.reason,
    }
    return _filled(made)


def _stroke(stroke: Stroke) -> dict[str, Any]:
    given = None if stroke.given is None else list(stroke.given)
    return _filled(
        {"kind": str(stroke.kind), "tail": stroke.tail, "head": stroke.head, "given": given}, "given"
    )


def _filled(fields: dict[str, Any], *may_be_empty: str) -> dict[str, Any]:
    """Without what says nothing; an empty set says something where it is what a test was given."""
    return {
        name: value
        for name, value in fields.items()
        if value or (value is not None and (name in may_be_empty or name in ("tail", "head", "step")))
    }
