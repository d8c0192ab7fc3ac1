"""Lessons as files: Markdown that can be read as it is, with a small header.

    ---
    title: N-structures
    example: fig3
    algorithm: emb
    test: g2
    ---

    # An effect without a spouse
    at: orientation T -> B
    highlight: C, C -> A, T -> A, set CSP(B)
    ask: orientation

    A and K are effects of T: each has a second cause. B has none left, because {T, A} parted C
    from B. And yet C *was* a candidate through B.

    > Let somebody say what knowing B does before anybody answers.

**Header**, between two lines of three dashes, `key: value`:

    title           required; what the lesson is called
    summary         one line for its card
    number          its place in a course
    minutes         how long it takes
    example         the id of a bundled example; or
    network         a network file, from the lesson's folder on; or
    data            a data file, likewise; `network` beside it is the truth
    rows, seed      draw so many rows from the network, and ask them instead of the graph
    target, algorithm, test, alpha, k     as on the command line; else as the example or the program has it
    set             the algorithm's parameters: lambda1 = 0.05, threshold = 0.2
    format          2. A file without it is of version 0.4 or earlier and runs as it did there: where neither
                    it nor its example names an algorithm, ELCS as printed; fig3, fig4 and sprinkler without
                    a test are asked by the oracle; a parameter there was not yet, as it was usual then

**A step** begins with a line `# heading`. `key: value` lines may follow at once:

    at              where in the run it stands: see `elcs_gui.lessons.cursors`; else as the step before
    highlight       variables A, edges A -> B or A -- B, and sets: set PC, set SP(B), set PC of Y
    ask             a question: orientation, removal or verdict; after it, rule and premises may be asked too
    hint            instead of the hint that the run gives
    practise        an exercise to do oneself: neighbours, spouses or arrows, on the network of the lesson and
                    its target; on a random network with a seed: neighbours, seed 3

What follows an empty line is the caption, paragraphs of plain text with *stress* and **strong** words; lines
that begin with > are notes for whoever presents it (a caption begins with \\# or \\> where it is to begin
with such a sign). The right answers of a question come from the run: there
is no place to type them. A step that asks stands before what is asked about, any other after it.

`read_lesson` refuses what it does not understand with the line and what was expected; `lesson_text` writes
what `read_lesson` reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.ci.registry import chosen
from elcs_gui.data.examples import find_example
from elcs_gui.data.files import reading, replacing
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.lessons.cursors import START, Cursor, link_of, name_list, parse, set_of
from elcs_gui.lessons.exercise import Exercise, Offer
from elcs_gui.lessons.question import Kind
from elcs_gui.trace.knowledge_text import written
from elcs_gui.trace.sets import SETS

MOST_TEXT = 1 << 20
"""Bytes: a lesson of more is none."""
MOST_STEPS = 500
UNLIMITED = "unlimited"
"""As k: sets of any size."""
ASKED = (Kind.ORIENTATION, Kind.REMOVAL, Kind.VERDICT, Kind.RULE, Kind.PREMISES)
"""What a step may ask; the last two follow the first."""


class LessonError(ElcsError):
    """A lesson file that cannot be used; `line` is where, from 1 on, 0 for the whole of it."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Highlight:
    """What a step points out: a variable, an edge (`link` is "->" or "--"), or a set of the blanket `of`."""

    names: tuple[str, ...] = ()
    link: str = ""
    set: str = ""
    through: str = ""
    of: str = ""

    @property
    def text(self) -> str:
        """As it is written in a lesson."""
        if self.set:
            through = f"({written(self.through)})" if self.through else ""
            return f"set {self.set}{through}" + (f" of {written(self.of)}" if self.of else "")
        return f" {self.link} ".join(map(written, self.names))


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson; `line` is where it begins in its file, `lines` where each of its keys stands."""

    heading: str
    caption: str = ""
    at: Cursor = field(default_factory=lambda: Cursor(START))
    highlight: tuple[Highlight, ...] = ()
    ask: tuple[Kind, ...] = ()
    hint: str = ""
    notes: str = ""
    practise: Offer | None = None
    line: int = field(default=0, compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False, hash=False)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its file has it. None stands for what its example, or the program, has by itself."""

    title: str
    steps: tuple[LessonStep, ...]
    summary: str = ""
    number: int | None = None
    minutes: int | None = None
    example: str = ""
    network: str = ""
    data: str = ""
    rows: int | None = None
    seed: int | None = None
    target: str = ""
    algorithm: str = ""
    test: str = ""
    alpha: float | None = None
    k: int | str | None = None
    """A number, "unlimited", or None."""
    set: tuple[tuple[str, str], ...] = ()
    format: int = 2
    """Of the file; 1 where it does not say."""
    path: Path | None = field(default=None, compare=False)

    @property
    def questions(self) -> int:
        """How many steps ask something."""
        return sum(bool(step.ask) for step in self.steps)


# Reading


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file; a LessonError names the line and what was expected there."""
    return replace(lesson_of(read_text(path), path.name), path=path)


def read_text(path: Path) -> str:
    """The text of a lesson file, be it right or wrong."""
    with reading(path):
        if path.stat().st_size > MOST_TEXT:
            raise LessonError(f"{path.name} has more than {MOST_TEXT >> 20} MB: that is no lesson.")
        try:
            return path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise LessonError(f"{path.name} is not text: a lesson is written in UTF-8.") from None


def lesson_of(text: str, name: str = "The lesson") -> Lesson:
    """The lesson that a text is; `name` is what errors call it."""
    number = 0
    try:
        lines = _Lines(text)
        header = _header(lines)
        steps = tuple(_steps(lines))
        number = lines.number
        if not steps:
            raise ElcsError("expected a step: a line that begins with #.")
        if len(steps) > MOST_STEPS:
            raise ElcsError(f"has {len(steps):,} steps: at most {MOST_STEPS} are allowed.")
    except _AtLine as found:
        raise LessonError(f"{name}, line {found.line}: {found}", found.line) from None
    except ElcsError as error:
        raise LessonError(f"{name}, line {number}: {error}", number) from None
    return Lesson(steps=steps, **{"format": 1, **header})


class _AtLine(ElcsError):
    """Something wrong at a line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Lines:
    """The lines of a text, with the number of the one that was taken last."""

    def __init__(self, text: str) -> None:
        self._lines = text.replace("\r\n", "\n").split("\n")
        self.number = 0

    def peek(self) -> str | None:
        """The next line; None at the end."""
        return self._lines[self.number].rstrip() if self.number < len(self._lines) else None

    def take(self) -> str:
        """The next line, and go on."""
        line = self.peek()
        assert line is not None
        self.number += 1
        return line

    def wrong(self, message: object) -> _AtLine:
        """An error at the line that was taken last."""
        return _AtLine(str(message), max(self.number, 1))


_PAIR = re.compile(r"([A-Za-z][\w-]*)\s*:\s*(.*)")


def _header(lines: _Lines) -> dict[str, Any]:
    while lines.peek() == "":
        lines.take()
    if lines.peek() is None or lines.take() != "---":
        raise lines.wrong("expected the header: a line of three dashes, key: value lines, and three dashes.")
    found: dict[str, Any] = {}
    begun = lines.number
    while (line := lines.peek()) is not None:
        lines.take()
        if line == "---":
            return _checked_header(found, lines, begun)
        if not line or line.startswith("#"):
            continue
        _take_pair(found, line, lines, "---", _HEADER, f"a header: expected one of {', '.join(_HEADER)}.")
    raise _AtLine("the header does not end: expected a line of three dashes.", begun)


def _checked_header(found: dict[str, Any], lines: _Lines, begun: int) -> dict[str, Any]:
    if "title" not in found:
        raise _AtLine("the header has no title: expected title: and what the lesson is called.", begun)
    if not {"example", "network", "data"} & {*found}:
        raise lines.wrong("the header has nothing to learn from: expected example:, network: or data:.")
    if "example" in found and ("network" in found or "data" in found):
        raise lines.wrong("an example brings its own network: expected no network: or data: beside it.")
    if "rows" in found and "data" in found:
        raise lines.wrong("rows: are drawn from a network: expected no data: beside it.")
    if "seed" in found and "rows" not in found:
        raise lines.wrong("seed: goes with rows:, which is missing.")
    return found


def _take_pair(
    found: dict[str, Any], line: str, lines: _Lines, end: str, known: Mapping[str, _Reader], expected: str
) -> str:
    """Add what a line `key: value` says to what is found already; its key."""
    pair = _PAIR.fullmatch(line)
    if pair is None:
        raise lines.wrong(f"expected key: value or {quoted(end)}, not {quoted(line)}.")
    if not pair[2]:
        raise lines.wrong(f"{pair[1]}: expected a value after the colon.")
    key = pair[1].lower()
    if key not in known:
        raise lines.wrong(f"no key {quoted(key)} in {expected}")
    if key in found:
        raise lines.wrong(f"{key} stands here a second time.")
    try:
        found[key] = known[key](pair[2])
    except ElcsError as error:
        raise lines.wrong(f"{key}: {error}") from None
    return key


def _steps(lines: _Lines) -> Iterator[LessonStep]:
    at = Cursor(START)
    while (line := lines.peek()) is not None:
        lines.take()
        if not line:
            continue
        if not line.startswith("#"):
            raise lines.wrong(f"expected a step, a line that begins with #, not {quoted(line)}.")
        heading = line.lstrip("#").strip()
        if not heading:
            raise lines.wrong("a step without a heading: expected it after the #.")
        step = _step(lines, heading, at)
        at = step.at
        yield step


def _step(lines: _Lines, heading: str, at: Cursor) -> LessonStep:
    begun = lines.number
    found: dict[str, Any] = {}
    places: dict[str, int] = {}
    while line := lines.peek():
        if line.startswith(("#", ">")) or _PAIR.fullmatch(line) is None:
            break
        lines.take()
        expected = f"a step: expected {', '.join(_STEP)}, or an empty line before the caption."
        places[_take_pair(found, line, lines, "", _STEP, expected)] = lines.number
    caption: list[str] = []
    notes: list[str] = []
    while (line := lines.peek()) is not None and not line.startswith("#"):
        lines.take()
        into = notes if line.startswith(">") else caption
        into.append(re.sub(r"^\\(?=[#>\\])", "", line.removeprefix(">").strip()))
    return LessonStep(
        heading,
        _paragraphs(caption),
        **{"at": at, **found},
        notes=_paragraphs(notes),
        line=begun,
        lines=places,
    )


def _paragraphs(lines: list[str]) -> str:
    """Lines joined to paragraphs, an empty line between two."""
    parts = re.split(r"\n{2,}", "\n".join(lines).strip())
    return "\n\n".join(" ".join(part.split()) for part in parts if part)


# What stands behind the keys


def _text(value: str) -> str:
    return value


def _whole(value: str) -> int:
    if not re.fullmatch(r"\d{1,9}", value):
        raise ElcsError(f"expected a whole number, not {quoted(value)}.")
    return int(value)


def _format(value: str) -> int:
    if value not in ("1", "2"):
        raise ElcsError(f"expected 1 or 2, not {quoted(value)}: this version knows no other.")
    return int(value)


def _alpha(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < 1:
        raise ElcsError(f"expected a number between 0 and 1, not {quoted(value)}.")
    return number


def _k(value: str) -> int | str:
    return UNLIMITED if value == UNLIMITED else _whole(value)


def _parameters(value: str) -> tuple[tuple[str, str], ...]:
    parts = [part.partition("=") for part in value.split(",")]
    if not all(name.strip() and sign and said.strip() for name, sign, said in parts):
        raise ElcsError(f"expected name = value, between commas, not {quoted(value)}.")
    return tuple((name.strip(), said.strip()) for name, _, said in parts)


def _file(value: str) -> str:
    if value.startswith("ibis:") or Path(value).is_absolute():
        raise ElcsError(f"expected a file named from the lesson's folder on, not {quoted(value)}.")
    return value


def _known(look_up: Callable[[str], object]) -> Callable[[str], str]:
    def check(value: str) -> str:
        look_up(value)
        return value

    return check


def _kinds(value: str) -> tuple[Kind, ...]:
    words = [word.strip() for word in value.split(",")]
    for word in words:
        if word not in ASKED:
            raise ElcsError(f"no question {quoted(word)}: expected one of {', '.join(ASKED)}.")
    kinds = tuple(Kind(word) for word in words)
    if kinds[0] in (Kind.RULE, Kind.PREMISES) or not {*kinds[1:]} <= {Kind.RULE, Kind.PREMISES}:
        raise ElcsError("expected orientation, removal or verdict, and after orientation rule and premises.")
    if len(kinds) > 1 and kinds[0] is not Kind.ORIENTATION:
        raise ElcsError(f"nothing follows {kinds[0]}: rule and premises go with orientation.")
    return kinds


def _offer(value: str) -> Offer:
    found = re.fullmatch(r"([a-z]+)(?:\s*,\s*seed\s+(\d{1,9}))?", value)
    if found is None or found[1] not in {*Exercise}:
        raise ElcsError(f"expected one of {', '.join(Exercise)}, and perhaps , seed 3; not {quoted(value)}.")
    return Offer(Exercise(found[1]), None if found[2] is None else int(found[2]))


def highlights_of(value: str) -> tuple[Highlight, ...]:
    """What a text like "T -> B, C, set SP(B)" points out."""
    return tuple(_highlight(part) for part in _parts(value))


def _parts(value: str) -> Iterator[str]:
    """What stands between commas that are not in quotes."""
    for part in re.findall(r'(?:"(?:[^"\\]|\\.)*"|[^",])+', value):
        if part.strip():
            yield part.strip()


def _highlight(part: str) -> Highlight:
    if part.lower().startswith("set "):
        name, _, of = part[4:].partition(" of ")
        found = set_of(name)
        if found is None or found[0] not in SETS:
            raise ElcsError(f"no set {quoted(name)}: expected one of {', '.join(SETS)}, as in set SP(B).")
        if bool(found[1]) != SETS[found[0]].by_member:
            raise ElcsError(
                f"set {found[0]}: expected set {found[0]}{'(B)' if SETS[found[0]].by_member else ''}."
            )
        return Highlight(set=found[0], through=found[1], of=_plain(of))
    link = link_of(part)
    if link is not None:
        return Highlight(link[:2], link[2])
    return Highlight((_plain(part),))


def _plain(name: str) -> str:
    found = name_list(name)
    return found[0] if found else ""


_Reader = Callable[[str], Any]


def _test(text: str) -> object:
    """A test there is, or the word that leaves it open."""
    return chosen(text)


_HEADER: dict[str, _Reader] = {
    "title": _text,
    "summary": _text,
    "number": _whole,
    "minutes": _whole,
    "example": _known(find_example),
    "network": _file,
    "data": _file,
    "rows": _whole,
    "seed": _whole,
    "target": _text,
    "algorithm": _known(find_algorithm),
    "test": _known(_test),
    "alpha": _alpha,
    "k": _k,
    "set": _parameters,
    "format": _format,
}
_STEP: dict[str, _Reader] = {
    "at": parse,
    "highlight": highlights_of,
    "ask": _kinds,
    "hint": _text,
    "practise": _offer,
}


# Writing


def lesson_text(lesson: Lesson) -> str:
    """The text of a lesson file; reading it gives the same lesson."""
    lines = ["---"]
    for key in _HEADER:
        value = getattr(lesson, key)
        if value not in (None, "", ()) and (key, value) != ("format", 1):
            lines.append(f"{key}: {_written_value(key, value)}")
    lines.append("---")
    at = Cursor(START)
    for step in lesson.steps:
        lines += ["", f"# {step.heading}"]
        if step.at != at:
            lines.append(f"at: {step.at.text}")
        at = step.at
        if step.highlight:
            lines.append(f"highlight: {', '.join(each.text for each in step.highlight)}")
        if step.ask:
            lines.append(f"ask: {', '.join(step.ask)}")
        if step.hint:
            lines.append(f"hint: {step.hint}")
        if step.practise is not None:
            lines.append(f"practise: {step.practise.text}")
        if step.caption:
            lines += ["", re.sub(r"^(?=[#>\\])", r"\\", step.caption, flags=re.MULTILINE)]
        if step.notes:
            lines += ["", *("> " + re.sub(r"^(?=[#>\\])", r"\\", line) for line in step.notes.split("\n"))]
    return "\n".join(lines) + "\n"


def _written_value(key: str, value: Any) -> str:
    if key == "set":
        return ", ".join(f"{name} = {said}" for name, said in value)
    return str(value)


def write_lesson(lesson: Lesson, path: Path) -> None:
    """The lesson as a file."""
    write_text(lesson_text(lesson), path)


def write_text(text: str, path: Path) -> None:
    """The text of a lesson as a file."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8")


assert {*_HEADER} == {each.name for each in fields(Lesson)} - {"steps", "path"}
