"""Session files (`.elcs`): everything that is open, in one zip of JSON and arrays. Nothing in it is pickled.

    about.json     {"schema", "program", "title", "described", "home"}: enough to offer the file in a list
    session.json   {"schema": "elcs-session/2", "program": "0.3.0",
                    "source": {"title", "test", "target", "k"} or null,
                    "data": {"fingerprint", "embedded", "file", "example", "import"} or null,
                    "network": {"file"} or null,
                    "names": [[...], ...], "tapes": 2, "kinds": ["Started", ...],
                    "runs": [{"header", "names": 0, "tape": 0, "parent": null, "step": 40, "finished": true,
                              "older": false, "lines": ["ELCS:1", ...], "words": ["ELCS", ...]}, ...],
                    "current": 0, "view": {...}}
    data.json, data.npz, network.json, network.npz          see `elcs_gui.data.packed_source`
    tape-0.npz ..., run-0.npz ...                           see `elcs_gui.storage.packed_runs`
    reasons.json   by tape [{"x": 0, "y": 3, "z": [5], "why": "..."}, ...], if there is any
    field.npz      the map of all variables: ends (n x 2, i4) and strength (f8) of its links, places (f8)

- `header` is that of a trace file (`elcs_gui.storage.trace_file`), its names by their number in "names".
- Data are embedded up to 64 MB; larger ones are referred to. "file" is {"absolute", "relative" (to the
  session file, or null), "size", "modified" (ns)}; "fingerprint" tells whether a file still holds the same
  data. "import" is the plan by which the file was read, where there was one.
- Runs refer to their tapes by number, so that runs on the same data share their answers, and to the run they
  were forked from ("parent"). A run that is not "finished" was cancelled or under way: its events are kept.
  "older" runs were made on other data than those that are open.
- Why tests had no information is told by the data alone, so it is kept as far as it was asked.
- "view" is where the user was looking; what of it does not fit is left out (see
  `elcs_gui.app.model.feature`).
- "home" is the session file that an autosave belongs to, null in any other file.

What is not kept: the undo stack, results of inquiries (alpha, blame, stability), settings of the user.

A file of a newer version is refused; those of older versions are brought up by `UPGRADES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from elcs_gui import __version__
from elcs_gui.ci.tape import Tape, TapeRows
from elcs_gui.data.archive import pack, unpacked_sizes, write_members
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import replacing, shown_name
from elcs_gui.data.fingerprint import known_fingerprint
from elcs_gui.data.packed_source import (
    MOST_PACKED,
    MOST_TEXT,
    MOST_VARIABLES,
    arrays_of,
    packed_data,
    packed_network,
    to_json,
)
from elcs_gui.errors import ElcsError
from elcs_gui.storage import session_limits as limits
from elcs_gui.storage.file_reference import FileReference as FileReference
from elcs_gui.storage.packed_runs import KINDS, MOST_FACTS, NO_ROWS, packed_run, packed_tape
from elcs_gui.storage.records import ReasonRecord, header_object
from elcs_gui.storage.study import Study
from elcs_gui.storage.upgrade import session_of_1
from elcs_gui.storage.why_empty import all_reasons, known_reasons, remember_reasons
from elcs_gui.trace.events import Finished
from elcs_gui.trace.stream import Chunk, Receiver
from elcs_gui.trace.trace import Header, Trace

ENDING = ".elcs"
VERSION = 2
SCHEMA = f"elcs-session/{VERSION}"
MOST_EMBEDDED = 64 << 20
"""Bytes of a table that are carried along; larger data are referred to."""
UPGRADES: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: session_of_1,
    2: lambda found: found,
}
"""Version -> what makes the session.json of that version one of the version after it; the last one stays."""

Links = tuple[tuple[int, int, float], ...]


class SessionFileError(ElcsError):
    """A session file that cannot be written or read."""


class NewerSession(SessionFileError):
    """A session of a later version of the program: nothing is wrong with it."""


@dataclass(frozen=True, eq=False)
class KeptRun:
    """One run. `derived` is the trace's own, for what was packed of it before."""

    header: Header
    chunk: Chunk
    tape: int
    parent: int | None
    step: int
    finished: bool
    older: bool = False
    derived: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class KeptSession:
    """All that a session file holds. Reading gives what was written."""

    source: Study | None
    tapes: tuple[TapeRows, ...]
    runs: tuple[KeptRun, ...]
    current: int | None
    view: Mapping[str, Any] = field(default_factory=dict)
    links: Links = ()
    places: NDArray[np.float64] | None = None
    title: str = ""
    described: str = ""
    home: str | None = None
    altered: tuple[str, ...] = ()
    """Of a file that was read: what in it disagrees with the rest, a sentence each."""
    renamed: str = ""
    """The same: which names an earlier version wrote otherwise."""
    program: str = ""
    """The same: the version of the program that wrote it."""
    reasons: tuple[tuple[ReasonRecord, ...], ...] = ()
    """By tape: why tests had no information, as far as that is known."""

    def traces(self) -> tuple[list[Tape], list[Trace]]:
        """The tapes and, on them, the traces of all runs."""
        tapes = []
        for rows in self.tapes:
            tapes.append(Tape())
            tapes[-1].extend(rows)
        for tape, told in zip(tapes, self.reasons, strict=False):
            remember_reasons(tape, told)
        traces = []
        for run in self.runs:
            receiver = Receiver(run.header, tapes[run.tape])
            receiver.add(run.chunk)
            traces.append(receiver.trace)
        return tapes, traces


def embeds(data: Dataset) -> bool:
    """Are the data small enough to be carried along?"""
    return sum(array.nbytes for array in arrays_of(data).values()) <= MOST_EMBEDDED


def write_session(session: KeptSession, path: Path, pause: Callable[[], None] = lambda: None) -> None:
    """Write all of it, or leave what stood there.

    Args:
        pause: called between two parts; a thread that others wait for may rest there.
    """
    _check(session)
    try:
        members = list(_members(session, pause))
    except UnicodeEncodeError as error:
        odd = error.object[error.start : error.end]
        raise SessionFileError(f"This session holds {odd!r}, which no text file can hold.") from None
    _check_members(members, path)
    with replacing(path) as part, part.open("wb") as file:
        write_members(file, members)


def _check(session: KeptSession) -> None:
    """Refuse what could not be opened again, before it is packed."""
    if len(session.runs) > limits.MOST_RUNS:
        raise _too_much(f"has {len(session.runs):,} runs, more than {limits.MOST_RUNS:,}")
    if sum(len(run.chunk.codes) for run in session.runs) > limits.MOST_EVENTS:
        raise _too_much(f"has runs of more than {limits.MOST_EVENTS:,} steps")
    for run in session.runs:
        if len(run.chunk.facts) > MOST_FACTS:
            raise _too_much(f"has a run that tells {len(run.chunk.facts):,} facts, more than {MOST_FACTS:,}")
        if len(run.header.names) > MOST_VARIABLES:
            raise _too_much(f"has a run on {len(run.header.names):,} variables, more than {MOST_VARIABLES:,}")
    source = session.source
    if source is not None and source.k is not None and source.k > limits.MOST_K:
        raise SessionFileError(
            f"k cannot be {source.k:,} in a session: make it unlimited, or {limits.MOST_K:,}."
        )
    files = () if source is None else (source.data_file, source.network_file)
    paths = [session.home, *(text for file in files if file for text in (file.absolute, file.relative))]
    if any(text is not None and len(text) > limits.MOST_PATH for text in paths):
        raise SessionFileError("The path of a file of this session is too long: move the file elsewhere.")


def _check_members(members: Sequence[tuple[str, bytes]], path: Path) -> None:
    """The same for what shows only when it is packed: reading counts these bytes one by one."""
    inflated = 0
    for name, content in members:
        inflated += len(content)
        if name.endswith(".json"):
            if len(content) > MOST_TEXT:
                raise SessionFileError(
                    f"This session has too many or too long names to be kept in {path.name}."
                )
            continue
        if len(content) > MOST_PACKED:
            raise _too_much(f"needs {len(content) >> 20:,} MB for {name}")
        sizes = unpacked_sizes(content)
        inflated += sum(sizes.values())
        if name.startswith("tape-"):
            inflated += limits.BYTES_PER_ANSWER * (sizes["df.npy"] // 4)
    if inflated > limits.MOST_INFLATED:
        raise _too_much(f"needs {inflated >> 20:,} MB")


def _too_much(said: str) -> SessionFileError:
    return SessionFileError(
        f"This session {said}, too much for one file: forget some runs in the list of runs, or save their "
        "traces one by one."
    )


def _members(session: KeptSession, pause: Callable[[], None]) -> Iterator[tuple[str, bytes]]:
    source = session.source
    about = {"schema": SCHEMA, "program": __version__, "title": shown_name(session.title)}
    about["described"] = shown_name(session.described)
    yield "about.json", to_json(about | {"home": session.home})
    packed: list[tuple[str, bytes]] = []
    for number, rows in enumerate(session.tapes):
        pause()
        packed.append((f"tape-{number}.npz", packed_tape(rows)))
    names: dict[tuple[str, ...], int] = {}
    runs: list[dict[str, Any]] = []
    for number, run in enumerate(session.runs):
        pause()
        content, words = _packed_once(run, pause)
        packed.append((f"run-{number}.npz", content))
        said = header_object(run.header) | {"names": names.setdefault(run.header.names, len(names))}
        runs.append(
            {
                "header": said,
                "tape": run.tape,
                "parent": run.parent,
                "step": run.step,
                "finished": run.finished,
                "older": run.older,
                "lines": run.chunk.lines,
                "words": words,
            }
        )
    network = None if source is None else source.network
    described = {
        "schema": SCHEMA,
        "program": __version__,
        "source": None if source is None else _source_object(source),
        "data": None if source is None else _data_object(source),
        "network": None if source is None or network is None else {"file": _file_object(source.network_file)},
        "names": list(names),
        "tapes": len(session.tapes),
        "kinds": KINDS,
        "runs": runs,
        "current": session.current,
        "view": session.view,
    }
    yield "session.json", to_json(described)
    if source is not None and source.data is not None and embeds(source.data):
        pause()
        yield from packed_data(source.data).items()
    if network is not None:
        pause()
        yield from packed_network(network).items()
    yield from packed
    if any(session.reasons):
        yield "reasons.json", to_json([[structs.asdict(each) for each in told] for told in session.reasons])
    # The map is made again where it is missing; without a run nobody knows whose it would be.
    drawn = session.links or session.places is not None
    if session.runs and drawn and len(session.links) <= limits.MOST_LINKS:
        yield "field.npz", _packed_field(session.links, session.places)


def _packed_once(run: KeptRun, pause: Callable[[], None]) -> tuple[bytes, list[str]]:
    """A run that is longer than before is packed anew; else what was packed of it is still there."""
    known = run.derived.get("packed")
    if known is None or known[0] != len(run.chunk.codes):
        known = run.derived["packed"] = (len(run.chunk.codes), *packed_run(run.chunk, pause))
    return known[1], known[2]


def _packed_field(links: Links, places: NDArray[np.float64] | None) -> bytes:
    return pack(
        {
            "ends": np.array([link[:2] for link in links], dtype=np.int32).reshape(-1, 2),
            "strength": np.array([link[2] for link in links], dtype=np.float64),
            "places": np.empty((0, 2)) if places is None else np.asarray(places, dtype=np.float64),
        }
    )


def _source_object(source: Study) -> dict[str, Any]:
    return {"title": shown_name(source.title), "test": source.test, "target": source.target, "k": source.k}


def _data_object(source: Study) -> dict[str, Any] | None:
    if source.data is None and source.fingerprint is None:
        return None
    return {
        "fingerprint": (source.fingerprint if source.data is None else known_fingerprint(source.data)) or "",
        "embedded": source.data is not None and embeds(source.data),
        "file": _file_object(source.data_file),
        "example": source.example,
        "import": None if source.plan is None else source.plan.to_json(),
    }


def _file_object(file: FileReference | None) -> dict[str, Any] | None:
    if file is None:
        return None
    return asdict(file)


def kept_runs(
    branches: Sequence[tuple[Trace, int | None, int, bool, bool]],
) -> tuple[tuple[TapeRows, ...], tuple[KeptRun, ...]]:
    """Runs and their tapes as they are at this moment: a run under way is kept as far as it has come.

    `branches` are traces, each with its parent's number, its step, whether it is finished, and whether it is
    older than the data. What is given stays as it is when the traces grow.
    """
    tapes: dict[int, tuple[int, Tape]] = {}
    runs = []
    for trace, parent, step, finished, older in branches:
        tape = trace.judge.tape
        number, _ = tapes.setdefault(id(tape), (len(tapes), tape))
        chunk = Chunk(NO_ROWS, *trace.columns(), list(trace.lines()[0]), list(trace.facts))
        runs.append(KeptRun(trace.header, chunk, number, parent, step, finished, older, trace.derived))
    return tuple(tape.all_rows() for _, tape in tapes.values()), tuple(runs)


def kept_reasons(traces: Iterable[Trace]) -> tuple[tuple[ReasonRecord, ...], ...]:
    """By tape, in the order of `kept_runs`, what was asked by now: to ask for all may take a while."""
    tapes = {id(trace.judge.tape): trace.judge.tape for trace in traces}
    return tuple(known_reasons(tape) for tape in tapes.values())


def write_lone_trace(trace: Trace, path: Path) -> None:
    """A session of one run, without its data."""
    write_session(lone_run(trace, path.stem), path)


def lone_run(trace: Trace, title: str, altered: tuple[str, ...] = (), renamed: str = "") -> KeptSession:
    """One run, without its data, as a session."""
    finished = bool(len(trace)) and isinstance(trace[-1], Finished)
    tapes, runs = kept_runs([(trace, None, 0, finished, False)])
    return KeptSession(
        None,
        tapes,
        runs,
        0,
        title=title,
        described="a recorded trace",
        altered=altered,
        renamed=renamed,
        reasons=(all_reasons(trace),),
    )
