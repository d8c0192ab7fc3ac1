"""Reading session files, whoever made them: a session, or an ElcsError in one line. See `session_file`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui import __version__
from elcs_gui.ci.distributions import DISTRIBUTIONS
from elcs_gui.ci.tape import Tape, TapeRows
from elcs_gui.data.archive import Allowance, Archive, ArchiveError, unpack
from elcs_gui.data.checked_json import Fields, WrongField, parsed
from elcs_gui.data.files import reading
from elcs_gui.data.packed_source import (
    MOST_PACKED,
    MOST_TEXT,
    MOST_VARIABLES,
    unpacked_data,
    unpacked_network,
)
from elcs_gui.data.plan import ImportPlan
from elcs_gui.errors import DataError
from elcs_gui.storage.packed_runs import RunTexts, unpacked_run, unpacked_tape
from elcs_gui.storage.session_file import (
    MOST_RUNS,
    UPGRADES,
    VERSION,
    FileReference,
    KeptRun,
    KeptSession,
    KeptSource,
    Links,
    SessionFileError,
)
from elcs_gui.storage.trace_file import WRONG_HEADER, header_of, why_wrong
from elcs_gui.trace.trace import Header, Trace

MOST_INFLATED = 400 << 20
"""Bytes that all members of a file may have together."""
_MOST_ABOUT = 64 << 10
_MOST_LINKS = 1_000_000
_SCHEMA = re.compile(r"elcs-session/([0-9]{1,9})")


@dataclass(frozen=True)
class Summary:
    """What a session file says of itself."""

    title: str
    described: str
    home: str | None


def read_summary(path: Path) -> Summary:
    """Quickly: only the first member is looked at."""
    with _opening(path) as (archive, _):
        about = Fields(parsed(archive.read("about.json", _MOST_ABOUT), "about.json"), "about.json")
        _check_version(about)
        home = about.text("home", 5000) if "home" in about else None
        return Summary(about.text("title"), about.text("described"), home)


def read_session(path: Path) -> KeptSession:
    """All that is in the file."""
    with _opening(path) as (archive, allowance):
        found = dict(parsed(archive.read("session.json", MOST_TEXT), "session.json"))
        version = _check_version(Fields(found, "session.json"))
        while version < VERSION:
            found, version = UPGRADES[version](found), version + 1
        summary = Fields(parsed(archive.read("about.json", _MOST_ABOUT), "about.json"), "about.json")
        return _Reader(archive, allowance, Fields(found, "session.json")).session(summary)


def current_trace(path: Path) -> Trace:
    """The trace of the run that was shown when the session was saved."""
    kept = read_session(path)
    if kept.current is None:
        raise SessionFileError(f"{path.name} holds no run.")
    _, traces = kept.traces()
    return traces[kept.current]


@contextmanager
def _opening(path: Path) -> Iterator[tuple[Archive, Allowance]]:
    allowance = Allowance(MOST_INFLATED)
    try:
        with reading(path), path.open("rb") as file:
            yield Archive(file, allowance), allowance
    except (ArchiveError, WrongField) as error:
        raise SessionFileError(f"{path.name} cannot be opened as a session: it {_verb(error)}") from None
    except RecursionError:
        raise SessionFileError(f"{path.name} cannot be opened as a session: it is nested too deep.") from None


def _verb(error: ArchiveError | WrongField) -> str:
    return f"is damaged: {error}" if isinstance(error, WrongField) else str(error)


def _check_version(found: Fields) -> int:
    known = _SCHEMA.fullmatch(found.text("schema"))
    if known is None:
        raise WrongField("it is not marked as a session of this program.")
    version = int(known[1])
    if version > VERSION:
        by = f" {found.text('program', 40)}" if isinstance(found.raw("program"), str) else ""
        raise SessionFileError(
            f"This session was written by a newer ELCS Explorer{by} (format {version}); "
            f"this one, {__version__}, reads up to format {VERSION}: update it to open the file."
        )
    if version not in UPGRADES:
        raise WrongField(f"there is no format {version}.")
    return version


class _Reader:
    """Makes a session of an archive, member by member."""

    def __init__(self, archive: Archive, allowance: Allowance, found: Fields) -> None:
        self._archive, self._allowance, self._found = archive, allowance, found
        self._names = [self._name_list(names) for names in found.several("names", MOST_RUNS)]

    def session(self, about: Fields) -> KeptSession:
        found = self._found
        runs = found.several("runs", MOST_RUNS)
        tapes, runs_kept = self._runs(runs)
        links, places = self._field()
        return KeptSession(
            self._source(),
            tapes,
            runs_kept,
            found.whole("current", 0, len(runs) - 1) if "current" in found else None,
            found.inner("view").whole_object(),
            links,
            places,
            about.text("title"),
            about.text("described"),
            about.text("home", 5000) if "home" in about else None,
        )

    # What was open

    def _source(self) -> KeptSource | None:
        if "source" not in self._found:
            return None
        said = self._found.inner("source")
        test = said.text("test")
        if test not in DISTRIBUTIONS:
            raise said.wrong("test", "is unknown")
        data = self._found.inner("data") if "data" in self._found else None
        network = self._found.inner("network") if "network" in self._found else None
        embedded = data is not None and data.flag("embedded")
        return KeptSource(
            said.text("title"),
            test,
            said.text("target", 10_000) if "target" in said else None,
            said.whole("k", 0, 10**6) if "k" in said else None,
            unpacked_data(self._archive, self._allowance) if embedded else None,
            unpacked_network(self._archive, self._allowance) if network is not None else None,
            None if data is None else data.text("fingerprint", 200),
            _file(data),
            _file(network),
            None if data is None or "example" not in data else data.text("example"),
            _plan(data),
        )

    def _name_list(self, names: object) -> tuple[str, ...]:
        return tuple(Fields({"names": names}, "session.json").texts("names", MOST_VARIABLES))

    # Runs

    def _runs(self, said: list[Any]) -> tuple[tuple[TapeRows, ...], tuple[KeptRun, ...]]:
        entries = [Fields(one, f"run {number}") for number, one in enumerate(said)]
        headers = [self._header(entry) for entry in entries]
        count = self._found.whole("tapes", 0, MOST_RUNS)
        kinds = self._found.texts("kinds", 256)
        of = [entry.whole("tape", 0, count - 1) for entry in entries]
        rows, tapes = [], []
        for number in range(count):
            # Every run on a tape must have all the variables that its answers speak of.
            sizes = [len(header.names) for header, tape in zip(headers, of, strict=True) if tape == number]
            content = self._archive.read(f"tape-{number}.npz", MOST_PACKED)
            rows.append(unpacked_tape(content, min(sizes, default=0), self._allowance))
            tapes.append(Tape())
            tapes[-1].extend(rows[-1])
        kept: list[KeptRun] = []
        for number, (entry, header) in enumerate(zip(entries, headers, strict=True)):
            texts = RunTexts(entry.texts("lines", 32_000), entry.texts("words", 1000), kinds)
            content = self._archive.read(f"run-{number}.npz", MOST_PACKED)
            trace, chunk = unpacked_run(content, header, tapes[of[number]], texts, self._allowance)
            parent = entry.whole("parent", 0, number - 1) if "parent" in entry else None
            step = entry.whole("step", 0, len(trace))
            kept.append(
                KeptRun(header, chunk, of[number], parent, step, entry.flag("finished"), entry.flag("older"))
            )
        return tuple(rows), tuple(kept)

    def _header(self, entry: Fields) -> Header:
        said = entry.inner("header")
        names = self._names[said.whole("names", 0, len(self._names) - 1)]
        try:
            return header_of(said.whole_object() | {"names": names})
        except WRONG_HEADER as error:
            raise WrongField(f"the header of a run: {why_wrong(error).rstrip('.')}.") from None

    # The map

    def _field(self) -> tuple[Links, NDArray[np.float64] | None]:
        if "field.npz" not in self._archive:
            return (), None
        types = {"ends": ("<i4", 2), "strength": ("<f8", 1), "places": ("<f8", 2)}
        found = unpack(self._archive.read("field.npz", MOST_PACKED), types, self._allowance)
        ends, strength, places = found["ends"], found["strength"], found["places"]
        variables = max(map(len, self._names), default=0)
        if (
            ends.shape != (len(strength), 2)
            or places.shape[1] != 2
            or len(strength) > _MOST_LINKS
            or (ends < 0).any()
            or (ends >= variables).any()
            or not np.isfinite(strength).all()
            or not np.isfinite(places).all()
        ):
            raise ArchiveError("is damaged: its map does not fit its variables.")
        links = tuple((x, y, s) for (x, y), s in zip(ends.tolist(), strength.tolist(), strict=True))
        return links, places.copy() if len(places) else None


def _plan(found: Fields | None) -> ImportPlan | None:
    if found is None or "import" not in found:
        return None
    try:
        return ImportPlan.from_json(found.inner("import").whole_object())
    except DataError as error:
        raise WrongField(str(error)) from None


def _file(found: Fields | None) -> FileReference | None:
    if found is None or "file" not in found:
        return None
    said = found.inner("file")
    return FileReference(
        said.text("absolute", 5000),
        said.text("relative", 5000) if "relative" in said else None,
        said.whole("size", 0, 2**62),
        said.whole("modified", -(2**62), 2**62),
    )
