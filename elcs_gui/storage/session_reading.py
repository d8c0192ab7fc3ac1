"""Reading session files, whoever made them: a session, or an ElcsError in one line. See `session_file`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from elcs_gui import __version__
from elcs_gui.ci.questions import CiTest
from elcs_gui.ci.registry import TESTS
from elcs_gui.ci.tape import Tape, TapeRows
from elcs_gui.data.archive import Allowance, Archive, ArchiveError, unpack
from elcs_gui.data.checked_json import WrongField
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import reading
from elcs_gui.data.fingerprint import is_fingerprint_of, known_fingerprint
from elcs_gui.data.names import is_tidy, tidy_name, untidy_sentence
from elcs_gui.data.packed_source import (
    MOST_PACKED,
    MOST_TEXT,
    MOST_VARIABLES,
    unpacked_data,
    unpacked_network,
)
from elcs_gui.data.plan import ImportPlan
from elcs_gui.errors import ElcsError, quoted, shown
from elcs_gui.storage import records
from elcs_gui.storage.checking import Checked, checked_run, recomputed
from elcs_gui.storage.packed_runs import RunTexts, unpacked_chunk, unpacked_tape
from elcs_gui.storage.retrace import Unfollowed
from elcs_gui.storage.session_file import (
    UPGRADES,
    VERSION,
    FileReference,
    KeptRun,
    KeptSession,
    Links,
    NewerSession,
    SessionFileError,
)
from elcs_gui.storage.session_limits import MOST_INFLATED, MOST_LINKS
from elcs_gui.storage.study import Study
from elcs_gui.trace.trace import Header

_MOST_ABOUT = 64 << 10
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
        about = _about(archive)
        return Summary(about.title, about.described, about.home)


def read_session(path: Path) -> KeptSession:
    """All that is in the file; `altered` names what in it disagrees with the rest."""
    with _opening(path) as (archive, allowance):
        found = records.decoded(archive.read("session.json", MOST_TEXT), dict)
        version = _check_version(found)
        while version < VERSION:
            found, version = UPGRADES[version](found), version + 1
        return _Reader(archive, allowance, records.converted(found, records.SessionRecord)).session(
            _about(archive)
        )


def current_run(path: Path) -> Checked:
    """The run that was shown when the session was saved."""
    session = read_session(path)
    if session.current is None:
        raise SessionFileError(f"{path.name} holds no run.")
    _, traces = session.traces()
    return Checked(traces[session.current], session.altered, session.renamed)


@contextmanager
def _opening(path: Path) -> Iterator[tuple[Archive, Allowance]]:
    allowance = Allowance(MOST_INFLATED)
    try:
        with reading(path), path.open("rb") as file:
            yield Archive(file, allowance), allowance
    except SessionFileError:
        raise
    except ArchiveError as error:
        raise SessionFileError(f"{path.name} cannot be opened as a session: it {error}") from None
    except (records.WrongForm, WrongField) as error:
        said = str(error).rstrip(".")
        raise SessionFileError(f"{path.name} cannot be opened as a session: it is damaged: {said}.") from None
    except RecursionError:
        raise SessionFileError(f"{path.name} cannot be opened as a session: it is nested too deep.") from None


def _about(archive: Archive) -> records.AboutRecord:
    found = records.decoded(archive.read("about.json", _MOST_ABOUT), dict)
    _check_version(found)
    return records.converted(found, records.AboutRecord)


def _check_version(found: dict[str, object]) -> int:
    schema = found.get("schema")
    known = _SCHEMA.fullmatch(schema) if isinstance(schema, str) else None
    if known is None:
        raise records.WrongForm("it is not marked as a session of this program")
    version = int(known[1])
    if version > VERSION:
        program = found.get("program")
        by = f" {shown(program, 40)}" if isinstance(program, str) else ""
        raise NewerSession(
            f"This session was written by a newer ELCS Explorer{by} (format {version}); "
            f"this one, {__version__}, reads up to format {VERSION}: update it to open the file."
        )
    if version not in UPGRADES:
        raise records.WrongForm(f"there is no format {version}")
    return version


class _Reader:
    """Makes a session of an archive, member by member."""

    def __init__(self, archive: Archive, allowance: Allowance, found: records.SessionRecord) -> None:
        self._archive, self._allowance, self._found = archive, allowance, found
        self._altered: list[str] = []
        self._renamed = ""
        if any(len(names) > MOST_VARIABLES for names in found.names):
            raise records.WrongForm(f"it speaks of more than {MOST_VARIABLES:,} variables")

    def session(self, about: records.AboutRecord) -> KeptSession:
        found = self._found
        if found.current is not None and found.current >= len(found.runs):
            raise records.WrongForm(f"there is no run number {found.current} to show")
        source = self._source()
        tapes, runs = self._runs(source)
        links, places = self._field(source)
        return KeptSession(
            source,
            tapes,
            runs,
            found.current,
            found.view,
            links,
            places,
            about.title,
            about.described,
            about.home,
            tuple(dict.fromkeys(self._altered)),
            self._renamed or untidy_sentence(dict.fromkeys(name for names in found.names for name in names)),
            about.program,
            self._reasons(),
        )

    # What was open

    def _source(self) -> Study | None:
        said = self._found.source
        if said is None:
            return None
        if said.test not in TESTS:
            raise records.WrongForm(f"the test {quoted(said.test)} is unknown")
        found, network = self._found.data, self._found.network
        embedded = found is not None and found.embedded
        data = unpacked_data(self._archive, self._allowance) if embedded else None
        digits = None if found is None else found.fingerprint
        if data is not None:
            data, digits = self._tidied(data, digits or "")
        return Study(
            said.title,
            data,
            unpacked_network(self._archive, self._allowance) if network is not None else None,
            said.test,
            target=None if said.target is None else tidy_name(said.target),
            k=said.k,
            example=None if found is None else found.example,
            data_file=_file(found),
            network_file=_file(network),
            plan=_plan(found),
            fingerprint=digits,
        )

    def _tidied(self, data: Dataset, digits: str) -> tuple[Dataset, str]:
        """Embedded data with tidy names, and their fingerprint then."""
        if not is_fingerprint_of(data, digits):
            self._altered.append("its data are not those it was saved with: their fingerprint is another one")
        tidy = data.tidied()
        if tidy is data:
            return data, digits
        changed = (name for name, labels in zip(data.columns, data.levels, strict=True)
                   if not all(map(is_tidy, labels)))  # fmt: skip
        self._renamed = untidy_sentence(data.columns, changed)
        return tidy, known_fingerprint(tidy)

    # Runs

    def _runs(self, source: Study | None) -> tuple[tuple[TapeRows, ...], tuple[KeptRun, ...]]:
        said = self._found.runs
        headers = [self._header(entry) for entry in said]
        if any(entry.tape >= self._found.tapes for entry in said):
            raise records.WrongForm("a run is on a tape that there is not")
        rows: list[TapeRows] = []
        tapes: list[Tape] = []
        for number in range(self._found.tapes):
            using = [at for at, entry in enumerate(said) if entry.tape == number]
            # Every run on a tape must have all the variables that its answers speak of.
            variables = min((len(headers[at].names) for at in using), default=0)
            content = self._archive.read(f"tape-{number}.npz", MOST_PACKED)
            kept = unpacked_tape(content, variables, self._allowance)
            now = [headers[at] for at in using if not said[at].older]
            test = _test(source, now[0]) if now and source is not None else None
            if test is not None:
                kept, altered = recomputed(kept, test, now[0].names)
                self._altered += altered
            rows.append(kept)
            tapes.append(Tape())
            tapes[-1].extend(kept)
        runs = [
            self._run(number, entry, headers[number], tapes[entry.tape]) for number, entry in enumerate(said)
        ]
        return tuple(rows), tuple(runs)

    def _run(self, number: int, entry: records.RunRecord, header: Header, tape: Tape) -> KeptRun:
        texts = RunTexts(entry.lines, entry.words, self._found.kinds)
        content = self._archive.read(f"run-{number}.npz", MOST_PACKED)
        chunk = unpacked_chunk(content, header, len(tape), texts, self._allowance)
        if entry.parent is not None and entry.parent >= number:
            raise records.WrongForm(f"run {number} is forked from one that is not before it")
        if entry.step > len(chunk.codes):
            raise records.WrongForm(f"run {number} has no step {entry.step}")
        try:
            checked = checked_run(header, tape, chunk)
        except Unfollowed as wrong:
            raise records.WrongForm(
                f"event {wrong.step + 1} of run {number} cannot follow those before it; it should be "
                f"{wrong.expected}"
            ) from None
        self._altered += checked.altered
        return KeptRun(
            checked.trace.header, chunk, entry.tape, entry.parent, entry.step, entry.finished, entry.older
        )

    def _header(self, entry: records.RunRecord) -> Header:
        if entry.header.names >= len(self._found.names):
            raise records.WrongForm("the names of a run are missing")
        try:
            return records.header_of(entry.header, self._found.names[entry.header.names])
        except ElcsError as error:
            raise records.WrongForm(f"the header of a run: {error}") from None

    def _reasons(self) -> records.Reasons:
        if "reasons.json" not in self._archive:
            return ()
        return records.decoded(self._archive.read("reasons.json", MOST_TEXT), records.Reasons)

    # The map

    def _field(self, source: Study | None) -> tuple[Links, NDArray[np.float64] | None]:
        if "field.npz" not in self._archive:
            return (), None
        types = {"ends": ("<i4", 2), "strength": ("<f8", 1), "places": ("<f8", 2)}
        found = unpack(self._archive.read("field.npz", MOST_PACKED), types, self._allowance)
        ends, strength, places = found["ends"], found["strength"], found["places"]
        data = None if source is None else source.data
        known = [*self._found.names, () if data is None else data.columns]
        variables = max(map(len, known))
        if (
            ends.shape != (len(strength), 2)
            or places.shape[1] != 2
            or len(strength) > MOST_LINKS
            or (ends < 0).any()
            or (ends >= variables).any()
            or not np.isfinite(strength).all()
            or not np.isfinite(places).all()
        ):
            raise ArchiveError("is damaged: its map does not fit its variables.")
        links = tuple((x, y, s) for (x, y), s in zip(ends.tolist(), strength.tolist(), strict=True))
        return links, places.copy() if len(places) else None


def _test(source: Study, header: Header) -> CiTest | None:
    """What the answers of a run can be measured with, if that is in the file."""
    if source.material(header.test) is None or source.names(header.test) != header.names:
        return None
    try:
        return source.ci_test(header)
    except ElcsError:
        return None


def _plan(found: records.DataRecord | None) -> ImportPlan | None:
    if found is None or found.import_ is None:
        return None
    try:
        return ImportPlan.from_json(found.import_)
    except ElcsError as error:
        raise records.WrongForm(str(error)) from None


def _file(found: records.DataRecord | records.NetworkRecord | None) -> FileReference | None:
    if found is None or found.file is None:
        return None
    return _reference(found.file)


def _reference(said: records.FileRecord) -> FileReference:
    return FileReference(**msgspec.structs.asdict(said))
