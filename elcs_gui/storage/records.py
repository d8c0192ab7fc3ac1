"""The forms of what trace and session files hold, declared once: reading checks by them.

A form says which fields there are and what each can hold; whether the fields fit one another is for those who
make a header or a session of them (`header_of`, `elcs_gui.storage.session_reading`). Events declare their own
form (`elcs_gui.trace.events`).
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from elcs_gui.algorithms.learning import checked_algorithm, parameters_then
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.ci.registry import TESTS
from elcs_gui.data.names import MOST_LETTERS, tidy_name
from elcs_gui.data.plan import ImportPlan
from elcs_gui.errors import ElcsError, quoted, shown
from elcs_gui.storage import session_limits as limits
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.trace import Header, Origin

Whole = Annotated[int, Meta(ge=0, le=limits.MOST_ROWS)]
LargestSet = Annotated[int, Meta(ge=0, le=limits.MOST_K)]
Column = Annotated[int, Meta(ge=0, lt=2**31)]
Text = Annotated[str, Meta(max_length=limits.MOST_TITLE, pattern=r"\A[^\x00]*\Z")]
PathText = Annotated[str, Meta(max_length=limits.MOST_PATH, pattern=r"\A[^\x00]*\Z")]
Fingerprint = Annotated[str, Meta(pattern=r"\A(?:[0-9a-f]{64})?\Z")]
Pairs = tuple[tuple[Column, Column], ...]

_Form = TypeVar("_Form")


class WrongForm(ElcsError):
    """Something that has not the form it should have; the message lacks the name of the file."""


class _Record(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class PolicyRecord(_Record, frozen=True, kw_only=True):
    marginal: Literal["independent", "dependent"]
    conditional: Literal["independent", "dependent"]


class OverrideRecord(_Record, frozen=True, kw_only=True):
    x: Column
    y: Column
    z: tuple[Column, ...]
    verdict: Literal["independent", "dependent"]


class ReasonRecord(_Record, frozen=True, kw_only=True):
    """Why a test had no information, which only the data can tell."""

    x: Column
    y: Column
    z: tuple[Column, ...] = ()
    why: Text


class KnowledgeRecord(_Record, frozen=True, kw_only=True):
    forbidden: Pairs = ()
    required: Pairs = ()
    adjacent: Pairs = ()
    tiers: tuple[tuple[Column, ...], ...] = ()


class OriginRecord(_Record, frozen=True, kw_only=True):
    kind: Literal["table", "network", "example"]
    name: Text = ""
    fingerprint: Fingerprint = ""
    reading: dict[str, Any] = {}


class HeaderRecord(_Record, frozen=True, kw_only=True):
    """A header without its names, which a session keeps apart."""

    algorithm: Text
    target: Column
    test: Text
    alpha: Annotated[float, Meta(gt=0, lt=1)]
    k: LargestSet | None
    rows: Whole | None
    rows_per_cell: Annotated[float, Meta(ge=0, le=float(limits.MOST_ROWS))] | None
    policy: PolicyRecord
    forced: tuple[OverrideRecord, ...]
    knowledge: KnowledgeRecord | None = None
    origin: OriginRecord | None = None
    parameters: dict[Text, float | Text] = {}


class FirstLine(HeaderRecord, frozen=True, kw_only=True):
    """The header as a trace file has it."""

    schema: str
    names: tuple[str, ...]
    no_information: tuple[ReasonRecord, ...] = ()


# Sessions


class FileRecord(_Record, frozen=True, kw_only=True):
    absolute: PathText
    relative: PathText | None
    size: Annotated[int, Meta(ge=0, le=limits.LATEST)]
    modified: Annotated[int, Meta(ge=-limits.LATEST, le=limits.LATEST)]


class SourceRecord(_Record, frozen=True, kw_only=True):
    title: Text
    test: Text
    target: Annotated[str, Meta(max_length=10_000)] | None
    k: LargestSet | None


class DataRecord(_Record, frozen=True, kw_only=True):
    fingerprint: Fingerprint
    embedded: bool
    file: FileRecord | None
    example: Text | None
    import_: dict[str, Any] | None = msgspec.field(name="import")


class NetworkRecord(_Record, frozen=True, kw_only=True):
    file: FileRecord | None


class SessionHeader(HeaderRecord, frozen=True, kw_only=True):
    """A header whose names stand elsewhere in the session."""

    names: Column


class RunRecord(_Record, frozen=True, kw_only=True):
    header: SessionHeader
    tape: Column
    parent: Column | None
    step: Column
    finished: bool
    older: bool
    lines: Annotated[tuple[str, ...], Meta(max_length=limits.MOST_LINES)]
    words: Annotated[tuple[str, ...], Meta(max_length=limits.MOST_WORDS)]


class SessionRecord(_Record, frozen=True, kw_only=True):
    schema: Text
    program: Text
    source: SourceRecord | None
    data: DataRecord | None
    network: NetworkRecord | None
    names: Annotated[tuple[tuple[str, ...], ...], Meta(max_length=limits.MOST_RUNS)]
    tapes: Annotated[int, Meta(ge=0, le=limits.MOST_RUNS)]
    kinds: Annotated[tuple[str, ...], Meta(max_length=256)]
    runs: Annotated[tuple[RunRecord, ...], Meta(max_length=limits.MOST_RUNS)]
    current: Column | None
    view: dict[str, Any]


Reasons = Annotated[tuple[tuple[ReasonRecord, ...], ...], Meta(max_length=limits.MOST_RUNS)]
"""By tape."""


class AboutRecord(_Record, frozen=True, kw_only=True):
    """What a session says of itself, quick to read."""

    schema: Text
    program: Text
    title: Text
    described: Text
    home: PathText | None


# Making them


def header_object(header: Header) -> dict[str, Any]:
    """The fields of a header as files have them, but for its names; see `header_of`."""
    parts = ("algorithm", "target", "test", "alpha", "k", "rows", "rows_per_cell")
    record: dict[str, Any] = {part: getattr(header, part) for part in parts}
    policy = header.policy
    record["policy"] = {"marginal": policy.marginal.word, "conditional": policy.conditional.word}
    record["forced"] = [question._asdict() | {"verdict": verdict.word} for question, verdict in header.forced]
    if header.knowledge:
        record["knowledge"] = msgspec.to_builtins(header.knowledge)
    if header.origin is not None:
        record["origin"] = msgspec.to_builtins(header.origin)
    if header.told:
        record["parameters"] = header.told
    return record


def header_of(found: HeaderRecord, names: tuple[str, ...]) -> Header:
    """The header that was told, its names made tidy, or an ElcsError where its parts do not fit together."""
    if found.test not in TESTS:
        raise WrongForm(f"the test {quoted(found.test)} is unknown")
    names = tuple(map(tidy_name, names))
    longest = max(map(len, names), default=0)
    if longest > MOST_LETTERS:
        raise WrongForm(f"a variable has a name of {longest:,} letters, more than {MOST_LETTERS:,}")
    if len(set(names)) < len(names):
        twice = next(name for place, name in enumerate(names) if name in names[:place])
        raise WrongForm(f"two of its variables are called {quoted(twice)}")
    if found.target >= len(names):
        raise WrongForm(f"there is no variable number {found.target}")
    known = {} if found.knowledge is None else msgspec.structs.asdict(found.knowledge)
    origin = found.origin
    if origin is not None:
        ImportPlan.from_json(origin.reading)  # refuses what is none
    header = Header(
        found.algorithm,
        found.target,
        names,
        found.test,
        found.alpha,
        found.k,
        found.rows,
        found.rows_per_cell,
        Policy(_verdict(found.policy.marginal), _verdict(found.policy.conditional)),
        tuple(_override(each, len(names)) for each in found.forced),
        Knowledge(**known),
        None if origin is None else Origin(origin.kind, origin.name, origin.fingerprint, origin.reading),
        parameters_then(found.algorithm, found.parameters.items()),
    )
    checked_algorithm(header)
    return header


def _verdict(word: str) -> Verdict:
    return Verdict[word.upper()]


def _override(found: OverrideRecord, variables: int) -> tuple[Question, Verdict]:
    asked = (found.x, found.y, *found.z)
    if max(asked) >= variables or found.x == found.y or len({*found.z}) < len(found.z):
        raise WrongForm("it overrides a test that cannot be asked")
    return Question.of(found.x, found.y, found.z), _verdict(found.verdict)


# Checking


def decoded(content: bytes, form: type[_Form]) -> _Form:
    """JSON in the form that it should have, or a `WrongForm`."""
    try:
        return msgspec.json.decode(content, type=form)
    except FORM_ERRORS as error:
        raise WrongForm(why_wrong(error)) from None


def converted(found: object, form: type[_Form]) -> _Form:
    """The same for JSON that is parsed already."""
    try:
        return msgspec.convert(found, form)
    except FORM_ERRORS as error:
        raise WrongForm(why_wrong(error)) from None


FORM_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What is raised where JSON is broken or not in the form it should have."""

_PLACED = re.compile(r"(.*) - at `(?:key in )?\$\.?(.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`", re.DOTALL)


def why_wrong(error: Exception) -> str:
    """What one of `FORM_ERRORS` says, in the words of somebody who looks at the file."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return "it is not text"
    said, where = str(error), ""
    if not isinstance(error, msgspec.ValidationError):
        said = f"broken JSON: {said.removeprefix('JSON is malformed: ')}"
    if placed := _PLACED.fullmatch(said):
        said, where = placed[1], placed[2]
    if unknown := _UNKNOWN.fullmatch(said):
        said = f"{quoted(unknown[1])} is not known there"
    elif missing := _MISSING.fullmatch(said):
        said = f"{missing[1]!r} is missing"
    else:
        said = said[0].lower() + said[1:] if said.startswith(("Expected", "Invalid", "Number")) else said
    said = shown(said.replace("`", ""), 160)
    return f"{said} (in {shown(where)})" if where else said
