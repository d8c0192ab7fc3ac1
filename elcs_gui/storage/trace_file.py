"""Trace files: one JSON object a line, the header first, then every event in order.

    {"schema": "elcs-trace/1", "algorithm": "elcs", "target": 12, "names": ["A", ...], "test": "g2",
     "alpha": 0.01, "k": 3, "rows": 5000, "rows_per_cell": 5.0,
     "policy": {"marginal": "independent", "conditional": "dependent"},
     "forced": [{"x": 0, "y": 4, "z": [12], "verdict": "dependent"}],
     "knowledge": {"forbidden": [[3, 5]], "required": [], "adjacent": [[0, 12]], "tiers": [[1, 2], [12]]},
     "origin": {"kind": "table", "name": "lungs.csv", "fingerprint": "5e88...", "reading": {}}}
    {"event": "Started", "at": "ELCS:1", "procedure": "ELCS", "target": 12}
    {"event": "Tested", "at": "HITON-PC:2", "number": 1, "x": 0, "y": 12, "z": [], "statistic": 31.2, ...}

Variables are numbers, named by the header. `k` null means no limit. `knowledge` is left out where there is
none (see `elcs_gui.trace.knowledge`), `origin` where nobody told it (see `Origin`). The fields of each event
are those of its class in `elcs_gui.trace.events`. A file needs no data to be replayed. It ends where the run
ended or was cancelled.
"""

from __future__ import annotations

import json
import math
import types
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from elcs_gui.ci.asking import FRESH, SWAPPED
from elcs_gui.ci.distributions import DISTRIBUTIONS
from elcs_gui.ci.judge import MOST_DF, Judge
from elcs_gui.ci.questions import UNRELIABLE_DF, Policy, Question, Verdict
from elcs_gui.ci.tape import Tape
from elcs_gui.data.files import reading, replacing
from elcs_gui.errors import ElcsError
from elcs_gui.trace.events import EVENT_TYPES, Event, Tested
from elcs_gui.trace.knowledge import Knowledge, KnowledgeError, check_knowledge
from elcs_gui.trace.listings import line as pseudo_code_line
from elcs_gui.trace.trace import Header, Origin, Trace

SCHEMA = "elcs-trace/1"


class TraceFileError(ElcsError):
    """A trace file that cannot be read; the message names the line."""


def write_trace(trace: Trace, path: Path) -> None:
    """Write all of it, or leave what stood there: the file is replaced only when it is complete.

    By the ending `.elcs` it becomes a session without data, which is much quicker to write and to read.
    """
    if path.suffix.lower() == ".elcs":
        from elcs_gui.storage.session_file import write_lone_trace

        write_lone_trace(trace, path)
        return
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in _lines(trace))


def read_trace(path: Path) -> Trace:
    """The trace in a file, complete with the log of its tests; of a session, the run that was shown."""
    if path.suffix.lower() == ".elcs":
        from elcs_gui.storage.session_reading import current_trace

        return current_trace(path)
    try:
        with reading(path), path.open(encoding="utf-8") as file:
            return _parsed(path, enumerate(file, 1))
    except UnicodeDecodeError:
        raise TraceFileError(f"{path.name} is not a trace: it is not text.") from None


def header_object(header: Header) -> dict[str, Any]:
    """The header as the first line has it, without the schema; `header_of` makes a header of it again."""
    knowledge = {"knowledge": asdict(header.knowledge)} if header.knowledge else {}
    origin = {} if header.origin is None else {"origin": asdict(header.origin)}
    return (
        {
            "algorithm": header.algorithm,
            "target": header.target,
            "names": header.names,
            "test": header.test,
            "alpha": header.alpha,
            "k": header.k,
            "rows": header.rows,
            "rows_per_cell": header.rows_per_cell,
            "policy": {
                "marginal": header.policy.marginal.word,
                "conditional": header.policy.conditional.word,
            },
            "forced": [question._asdict() | {"verdict": verdict.word} for question, verdict in header.forced],
        }
        | knowledge
        | origin
    )


def _lines(trace: Trace) -> Iterator[str]:
    yield _json({"schema": SCHEMA} | header_object(trace.header))
    for event in trace:
        if isinstance(event, Tested):
            yield _test_line(event)
        else:
            told = {name: getattr(event, name) for name in _FIELDS[type(event).__name__]}
            yield _json({"event": type(event).__name__} | told)


def _test_line(e: Tested) -> str:
    """What `_json` would give, three times as fast: nearly all lines are tests."""
    figures = ("null" if value is None else repr(value) for value in (e.statistic, e.df, e.p))
    statistic, df, p = figures
    independent, reused, forced = (_BOOLEANS[value] for value in (e.independent, e.reused, e.forced))
    return (
        f'{{"event":"Tested","at":"{e.at}","number":{e.number},"x":{e.x},"y":{e.y},'
        f'"z":[{",".join(map(str, e.z))}],'
        f'"statistic":{statistic},"df":{df},"p":{p},"verdict":"{e.verdict}",'
        f'"independent":{independent},"reused":{reused},"forced":{forced}}}'
    )


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _parsed(path: Path, lines: Iterator[tuple[int, str]]) -> Trace:
    number, first = next(lines, (1, ""))
    try:
        header = _header(json.loads(first))
    except (*WRONG_HEADER, RecursionError) as error:
        reason = why_wrong(error).rstrip(".")
        raise TraceFileError(f"{path.name} is not a trace of this program: {reason}.") from None
    tape = Tape()
    judge = Judge(tape, DISTRIBUTIONS[header.test], header.alpha, header.policy)
    reader = _Reader(Trace(header, judge), dict(header.forced))
    for number, text in lines:
        try:
            reader.add(json.loads(text))
        except (ValueError, TypeError, KeyError) as error:
            raise TraceFileError(f"{path.name}, line {number}: {why_wrong(error)}.") from None
    return reader.trace


def why_wrong(error: Exception) -> str:
    """What a header or an event is refused for, in a few words."""
    if isinstance(error, json.JSONDecodeError):
        return f"broken JSON at column {error.colno} ({error.msg})"
    if isinstance(error, KeyError):
        return f"{error.args[0]!r} is missing or unknown"
    return str(error)


def _header(found: dict[str, Any]) -> Header:
    schema = str(found.get("schema"))
    if schema != SCHEMA:
        if schema.startswith("elcs-trace/"):
            raise ValueError(f"it has the format {schema!r}, this version reads {SCHEMA!r}")
        raise ValueError("its first line is not the header of a trace")
    return header_of(found)


def header_of(found: dict[str, Any]) -> Header:
    """The header that `header_object` gave; what is wrong with it is one of `WRONG_HEADER`."""
    if found["test"] not in DISTRIBUTIONS:
        raise ValueError(f"the test {found['test']!r} is unknown")
    if not isinstance(found["names"], list | tuple):
        raise ValueError("its names are no list")
    names = tuple(str(name) for name in found["names"])
    target, alpha = int(found["target"]), float(found["alpha"])
    if not 0 <= target < len(names):
        raise ValueError(f"there is no variable number {target}")
    if not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha}, not between 0 and 1")
    for name, kinds in (("k", int), ("rows", int), ("rows_per_cell", (int, float))):
        value = found[name]
        fits = isinstance(value, kinds) and not isinstance(value, bool)
        if value is not None and not (fits and 0 <= value < 2**53):
            raise ValueError(f"{name} cannot be {value!r}")
    policy = Policy(**{kind: Verdict[word.upper()] for kind, word in found["policy"].items()})
    forced = tuple(
        (Question.of(f["x"], f["y"], f["z"]), Verdict[f["verdict"].upper()]) for f in found["forced"]
    )
    for question, _ in forced:
        asked = (question.x, question.y, *question.z)
        if any(type(x) is not int or not 0 <= x < len(names) for x in asked) or len({*asked}) < len(asked):
            raise ValueError("it overrides a test that cannot be asked")
    return Header(
        str(found["algorithm"]), target, names, found["test"], alpha, found["k"], found["rows"],
        found["rows_per_cell"], policy, forced, _knowledge(dict(found.get("knowledge", {})), names),
        _origin(found.get("origin")),
    )  # fmt: skip


def _origin(found: dict[str, Any] | None) -> Origin | None:
    """Files from before it was told have none."""
    if found is None:
        return None
    kind, name, fingerprint = (str(found.get(part, "")) for part in ("kind", "name", "fingerprint"))
    if kind not in ("table", "network", "example"):
        raise ValueError(f"its origin is of the kind {kind!r}")
    return Origin(kind, name, fingerprint, dict(found.get("reading", {})))


WRONG_HEADER = (ValueError, TypeError, KeyError, AttributeError, OverflowError, KnowledgeError)


def _knowledge(found: dict[str, list[list[int]]], names: tuple[str, ...]) -> Knowledge:
    """Files from before there was any have none."""
    sets = {part: tuple(tuple(members) for members in found.pop(part, ())) for part in _KNOWLEDGE}
    if found:
        raise ValueError(f"its knowledge speaks of {next(iter(found))!r}")
    for part, members in sets.items():
        for some in members:
            if any(type(x) is not int for x in some) or (part != "tiers" and len(some) != 2):
                raise ValueError(f"{list(some)} cannot stand under {part!r} in its knowledge")
    knowledge = Knowledge(**sets)  # type: ignore[arg-type]  # checked just now
    check_knowledge(knowledge, names)
    return knowledge


_KNOWLEDGE = tuple(part.name for part in fields(Knowledge))


class _Reader:
    """Rebuilds the tape from the tests of a file, and checks what the rest of the program relies on."""

    def __init__(self, trace: Trace, forced: dict[Question, Verdict]) -> None:
        self.trace = trace
        self._variables = len(trace.header.names)
        self._forced = forced
        self._tests = 0

    def add(self, found: dict[str, Any]) -> None:
        kind = EVENT_TYPES[found.pop("event")]
        expected = _FIELDS[kind.__name__]
        if found.keys() != expected.keys():
            raise ValueError(f"{kind.__name__} has the fields {', '.join(expected)}")
        for name, allowed in expected.items():
            value = found[name]
            if allowed is _SETS:
                found[name] = self._checked_set(name, value)
            elif type(value) is int and float in allowed:
                found[name] = float(value)
            elif type(value) not in allowed:
                raise ValueError(f"{name} cannot be {value!r}")
            elif type(value) is int and name not in _PLAIN_NUMBERS:
                self._check_variable(value)
        pseudo_code_line(found["at"])
        event: Event = kind(**found)
        if isinstance(event, Tested):
            self._add_test(event)
        else:
            self.trace.add_fact(event)

    def _checked_set(self, name: str, value: object) -> tuple[int, ...]:
        if type(value) is not list:
            raise ValueError(f"{name} must be a list")
        for member in value:
            if type(member) is not int:
                raise ValueError(f"{name} cannot hold {member!r}")
            self._check_variable(member)
        return tuple(value)

    def _check_variable(self, number: int) -> None:
        if not 0 <= number < self._variables:
            raise ValueError(f"there is no variable number {number}")

    def _add_test(self, event: Tested) -> None:
        judge, tape = self.trace.judge, self.trace.judge.tape
        question = Question.of(event.x, event.y, event.z)
        self._tests += 1
        if event.number != self._tests:
            raise ValueError(f"test {event.number} stands where test {self._tests} should")
        if event.df is not None and not 0 <= event.df <= MOST_DF:
            raise ValueError(f"test {event.number} cannot have {event.df} degrees of freedom")
        answer = tape.find(question)
        fresh = answer is None
        if answer is None:
            statistic = math.nan if event.statistic is None else event.statistic
            answer = tape.add(question, statistic, UNRELIABLE_DF if event.df is None else event.df)
            if question in self._forced:
                judge.force(answer, self._forced[question])
        if judge.independent(answer) != event.independent or fresh == event.reused:
            raise ValueError(f"test {event.number} contradicts the tests before it or its own statistic")
        flags = (FRESH if fresh else 0) + (SWAPPED if event.x > event.y else 0)
        self.trace.add_test(answer, flags, event.at)


_PLAIN_NUMBERS = frozenset({"number", "df"})
"""Every other field with a whole number in it names a variable."""

_BOOLEANS = {True: "true", False: "false"}
_SETS: frozenset[type] = frozenset()
"""Stands for a set of variables where other fields have the types they may have."""


def _types(hint: Any) -> frozenset[type]:
    if get_origin(hint) is tuple:
        return _SETS
    return frozenset(get_args(hint) if isinstance(hint, types.UnionType) else (hint,))


_FIELDS: dict[str, dict[str, frozenset[type]]] = {
    name: {field.name: _types(get_type_hints(kind)[field.name]) for field in fields(kind)}
    for name, kind in EVENT_TYPES.items()
}
"""By event and field: what the field may hold."""
