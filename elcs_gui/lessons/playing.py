"""A lesson on its run: the study and the trace it is about, and where each of its steps stands in that.

    study, header = run_of(lesson)
    trace = recorded(lesson)              the same, run
    steps = played(lesson, trace)         a LessonError names the line of what the run does not have
    lesson_json(lesson, trace)            for a player

`lesson_json` has this shape; variables are column numbers of the trace, steps count its events, questions are
as `elcs_gui.lessons.question` says. What is empty is left out.

    {"format": "elcs-lesson/1", "title": "N-structures", "summary": "...", "number": 5, "minutes": 8,
     "steps": [
       {"heading": "An effect without a spouse",
        "caption": [[["A and K are effects of T. ", ""], ["was", "em"], ["...", "strong"]], ...],
        "step": 918,
        "highlight": {"variables": [2], "edges": [[2, 0, true]],
                      "sets": [{"name": "CSP(B)", "members": [2]}]},
        "question": {...}, "after": 919, "practise": {"exercise": "arrows", "seed": 3},
        "notes": [[["...", ""]]]}]}

`caption` and `notes` are paragraphs of pieces, each with how it is set: "", "em" or "strong". A step with a
question stands at `step`, before what is asked about; once it is answered, at `after`. The third of an edge
is whether it has a direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from elcs_gui.algorithms.learning import learn, parameters_then
from elcs_gui.algorithms.registry import OWN_K, PRINTED, USUAL_ALPHA
from elcs_gui.ci.registry import Needs, asks_network, chosen
from elcs_gui.ci.registry import usual as usual_test
from elcs_gui.data.examples import find_example
from elcs_gui.data.names import position
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.errors import ElcsError
from elcs_gui.lessons.cursors import find, happens_at
from elcs_gui.lessons.exercise import Offer, Setting, checked_setting, random_setting
from elcs_gui.lessons.lesson_file import UNLIMITED, Highlight, Lesson, LessonError, LessonStep, lesson_of
from elcs_gui.lessons.question import Kind, Question
from elcs_gui.lessons.questions import question_at
from elcs_gui.markdown import stressed
from elcs_gui.storage.recipe import Recipe
from elcs_gui.storage.study import Study
from elcs_gui.trace.events import Members
from elcs_gui.trace.outcome import Blanket, Edge, edges_of, pair
from elcs_gui.trace.roles import shown_target
from elcs_gui.trace.sets import CSP, MB, PC, SEP, SP, C, P
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.trace.view import View, learnt_edges

FORMAT = "elcs-lesson/1"
Paragraphs = tuple[tuple[tuple[str, str], ...], ...]
"""Paragraphs of pieces, each with "", "em" or "strong"."""
_ASKED_BY_GRAPH = ("fig3", "fig4", "sprinkler")
"""Examples that have data and were asked by the oracle all the same, up to version 0.4."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a step points out, as column numbers; of an edge also whether it has a direction."""

    variables: Members = ()
    edges: tuple[tuple[int, int, bool], ...] = ()
    sets: tuple[tuple[str, Members], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step of a lesson on its trace.

    Attributes:
        step: where the cursor stands.
        after: where it stands once the question is answered; the same where there is none.
    """

    lesson: LessonStep
    step: int
    after: int
    shown: Shown
    question: Question | None

    @property
    def hint(self) -> str:
        return self.lesson.hint or ("" if self.question is None else self.question.hint)


# The run


def run_of(lesson: Lesson) -> tuple[Study, Header]:
    """What a lesson is about, and the run it leads through."""
    recipe = _recipe(_as_it_ran(lesson))
    study = recipe.study()
    return study, recipe.checked_header(study)


def recorded(lesson: Lesson) -> Trace:
    """The run of a lesson."""
    study, header = run_of(lesson)
    return learn(study.evidence(header), replace(header, origin=study.origin(header))).trace


def _as_it_ran(lesson: Lesson) -> Lesson:
    """The lesson with what it leaves open of algorithm, parameters and test, as its version chose them."""
    if lesson.format > 1:
        return lesson
    example = find_example(lesson.example) if lesson.example else None
    usual = PRINTED if example is None or example.algorithm is None else example.algorithm
    by_graph = lesson.example in _ASKED_BY_GRAPH and not lesson.rows
    algorithm = lesson.algorithm or usual
    return replace(
        lesson,
        algorithm=algorithm,
        set=tuple((id, str(value)) for id, value in parameters_then(algorithm, lesson.set)),
        test=lesson.test or (usual_test(Needs.NETWORK).id if by_graph else ""),
    )


def _recipe(lesson: Lesson) -> Recipe:
    """What its header says; a lesson on data names no other test than data can be asked by."""
    test = chosen(lesson.test or None)
    if asks_network(test) and lesson.rows:
        raise ElcsError("The oracle asks no rows: expected another test beside rows:.")
    if asks_network(test) and lesson.data:
        raise ElcsError(
            "The oracle answers from a network: expected another test, for this lesson is on data."
        )
    if test is not None and not asks_network(test) and not (lesson.example or lesson.data or lesson.rows):
        raise ElcsError(
            f"The test {test} needs data: a network is asked by the oracle, or with rows: drawn from it."
        )
    folder = Path() if lesson.path is None else lesson.path.parent
    k = lesson.k
    return Recipe(
        example=lesson.example or None,
        data=folder / lesson.data if lesson.data else None,
        network=folder / lesson.network if lesson.network else None,
        rows=lesson.rows or None,
        seed=lesson.seed or 0,
        target=lesson.target or None,
        algorithm=lesson.algorithm or None,
        test=test,
        alpha=USUAL_ALPHA if lesson.alpha is None else lesson.alpha,
        k=OWN_K if k is None else None if k == UNLIMITED else int(k),
        parameters=tuple(lesson.set),
    )


# Where its steps stand


def played(lesson: Lesson, trace: Trace) -> tuple[PlayedStep, ...]:
    """Every step where it stands in the run."""
    return tuple(_placed(lesson, step, trace) for step in lesson.steps)


def checked(text: str, path: Path) -> list[LessonError]:
    """All that is wrong with the text of the lesson at `path`; nothing if it can be played."""
    try:
        lesson = replace(lesson_of(text, path.name), path=path)
        return troubles(lesson, recorded(lesson))
    except LessonError as error:
        return [error]
    except ElcsError as error:  # of its run: that is what the header asks for
        return [LessonError(str(error), 1)]


def troubles(lesson: Lesson, trace: Trace) -> list[LessonError]:
    """All that the run does not have of what the lesson speaks of."""
    found = []
    for step in lesson.steps:
        try:
            _placed(lesson, step, trace)
        except LessonError as error:
            found.append(error)
    return found


def _placed(lesson: Lesson, step: LessonStep, trace: Trace) -> PlayedStep:
    try:
        question, here = None, 0
        if step.ask:
            here = happens_at(step.at, trace)
            question = question_at(trace, here, _asked(step.ask))
            if question is None or question.kind is not step.ask[0]:
                raise ElcsError(f"ask: there is no {step.ask[0]} to ask about at {step.at.text}.")
        else:
            here = find(step.at, trace)
        if step.practise is not None:
            setting_of(lesson, step.practise, trace.header.names[trace.header.target])
        return PlayedStep(step, here, here + bool(step.ask), shown_at(step.highlight, here, trace), question)
    except ElcsError as error:
        name = "The lesson" if lesson.path is None else lesson.path.name
        # What is not about another key is about the place.
        key = str(error).partition(":")[0]
        line = step.lines.get(key) or step.lines.get("at") or step.line
        where = f", line {line}" if line else ""
        raise LessonError(f"{name}{where}, {step.heading}: {error}", line) from None


def setting_of(lesson: Lesson, offer: Offer, target: str) -> Setting:
    """What an exercise of the lesson is done on; `target` is that of its run."""
    if offer.seed is not None:
        return random_setting(offer.exercise, offer.seed)
    network = _network(lesson)
    if network is None:
        raise ElcsError(
            f"practise: the lesson has data and no network: expected a seed, as in {offer.exercise}, seed 1."
        )
    try:
        return checked_setting(network, network.index(target))
    except ElcsError as error:
        raise ElcsError(f"practise: {error}") from None


def _network(lesson: Lesson) -> Network | None:
    if lesson.example:
        return find_example(lesson.example).load_network()
    folder = Path() if lesson.path is None else lesson.path.parent
    return read_network(folder / lesson.network) if lesson.network else None


def _asked(kinds: tuple[Kind, ...]) -> frozenset[Kind]:
    return frozenset((*kinds, Kind.FAILED))


def shown_at(highlights: Sequence[Highlight], here: int, trace: Trace) -> Shown:
    """What highlights point out at a step of the run; an error where that is not there."""
    view = timeline_of(trace).view(here)
    target = shown_target(view, trace[here - 1] if here else None, trace.header.target)
    edges = edges_in(view)
    variables: list[int] = []
    found: list[tuple[int, int, bool]] = []
    sets: list[tuple[str, Members]] = []
    for highlight in highlights:
        if highlight.set:
            sets.append(_set(highlight, view, target, trace))
            continue
        numbers = [_number(name, trace) for name in highlight.names]
        if not highlight.link:
            variables += numbers
            continue
        a, b = numbers
        edge_there = edges.get(pair(a, b))
        directed = highlight.link == "->"
        if edge_there is None:
            raise ElcsError(f"highlight: there is no edge {highlight.text} at step {here:,}.")
        if directed and (not edge_there.rule or (edge_there.tail, edge_there.head) != (a, b)):
            raise ElcsError(f"highlight: {highlight.text} is not directed so at step {here:,}.")
        found.append((a, b, directed))
    return Shown(tuple(variables), tuple(found), tuple(sets))


def edges_in(view: View) -> dict[tuple[int, int], Edge]:
    """The edges that a picture has, by their ends; one without a rule has no direction."""
    edges = {pair(edge.tail, edge.head): edge for edge in learnt_edges(view)}
    for blanket in view.blankets.values():
        for edge in edges_of(blanket):
            edges.setdefault(pair(edge.tail, edge.head), edge)
        for child, candidates in blanket.candidate_spouses.items():
            for x in candidates:
                edges.setdefault(pair(x, child), Edge(x, child))
    return edges


def _number(name: str, trace: Trace) -> int:
    try:
        return position(name, trace.header.names, "this run")
    except ElcsError as error:
        raise ElcsError(f"highlight: {error}") from None


def _set(highlight: Highlight, view: View, target: int, trace: Trace) -> tuple[str, Members]:
    names = trace.header.names
    owner = _number(highlight.of, trace) if highlight.of else target
    blanket = view.blankets.get(owner)
    if blanket is None:
        raise ElcsError(f"highlight: the blanket of {names[owner]} is not begun there.")
    through = _number(highlight.through, trace) if highlight.through else 0
    members = _members(highlight.set, through, blanket, view)
    name = f"{highlight.set}({highlight.through})" if highlight.through else highlight.set
    if not members:
        raise ElcsError(f"highlight: {name} of {names[owner]} is empty there.")
    return name, members


def _members(name: str, through: int, blanket: Blanket, view: View) -> Members:
    if name == SP:
        return tuple(blanket.spouses.get(through, ()))
    if name == CSP:
        return tuple(blanket.candidate_spouses.get(through, ()))
    if name == PC:
        return blanket.pc
    if name == MB:
        return blanket.members
    if name == SEP:
        return tuple(blanket.separators)
    arrows = {edge for edge in learnt_edges(view) if edge.rule and blanket.target in (edge.tail, edge.head)}
    parents = {edge.tail for edge in arrows if edge.head == blanket.target}
    children = {edge.head for edge in arrows if edge.tail == blanket.target}
    if name == P:
        return tuple(x for x in blanket.pc if x in parents)
    if name == C:
        return tuple(x for x in blanket.pc if x in children)
    return tuple(x for x in blanket.pc if x not in parents | children)


# As JSON


def pieces(text: str) -> Paragraphs:
    """A caption as paragraphs of pieces; everything but * and ** is plain text."""
    return tuple(tuple(stressed(part)) for part in text.split("\n\n") if part)


def lesson_json(lesson: Lesson, trace: Trace) -> dict[str, Any]:
    """A lesson with its questions, for a player of its trace; see the module."""
    made = {
        "format": FORMAT,
        "title": lesson.title,
        "summary": lesson.summary,
        "number": lesson.number,
        "minutes": lesson.minutes,
        "steps": [_step_json(step) for step in played(lesson, trace)],
    }
    return {key: value for key, value in made.items() if value}


def _step_json(step: PlayedStep) -> dict[str, Any]:
    shown = {
        "variables": list(step.shown.variables),
        "edges": [list(edge) for edge in step.shown.edges],
        "sets": [{"name": name, "members": list(members)} for name, members in step.shown.sets],
    }
    question = None if step.question is None else replace(step.question, hint=step.hint).as_json()
    made: dict[str, Any] = {
        "heading": step.lesson.heading,
        "caption": _listed(pieces(step.lesson.caption)),
        "highlight": {key: value for key, value in shown.items() if value},
        "question": question,
        "notes": _listed(pieces(step.lesson.notes)),
    }
    offer = step.lesson.practise
    if offer is not None:
        made["practise"] = {"exercise": str(offer.exercise)} | (
            {} if offer.seed is None else {"seed": offer.seed}
        )
    kept = {key: value for key, value in made.items() if value}
    kept["step"] = step.step
    return kept | ({"after": step.after} if question else {})


def _listed(paragraphs: Paragraphs) -> list[list[list[str]]]:
    return [[list(piece) for piece in paragraph] for paragraph in paragraphs]
