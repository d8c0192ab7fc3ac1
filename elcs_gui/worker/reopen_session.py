"""Opening a session file in the worker: its runs, and the data behind them wherever those are now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from elcs_gui.ci.tape import TapeRows
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.fingerprint import is_fingerprint_of, known_fingerprint
from elcs_gui.data.readers import read_table
from elcs_gui.errors import ElcsError
from elcs_gui.storage.file_kinds import is_trace
from elcs_gui.storage.session_file import (
    FileReference,
    KeptRun,
    KeptSession,
    SessionFileError,
    lone_run,
)
from elcs_gui.storage.session_reading import read_session
from elcs_gui.storage.study import Study
from elcs_gui.storage.trace_file import open_trace
from elcs_gui.trace.trace import Header
from elcs_gui.worker.messages import OpenSession, SessionOpened


def reopened(command: OpenSession) -> tuple[SessionOpened, list[tuple[Header, TapeRows]]]:
    """What the window gets; and the answers known on what is open, each with a run that they were for."""
    session = _read_saved(command.path)
    if session.current is None:
        raise SessionFileError(f"{command.path.name} holds no run: there is nothing to show.")
    if command.anew and command.data is not None:
        session = _with_new_data(session, command.data)
    source = session.source
    if source is None:
        return SessionOpened(command.number, command.path, session, None), []
    source = _located(source, command)
    session = replace(session, source=source)
    data, missing, changed = _data(source, command)
    study = None
    if data is not None or source.fingerprint is None:
        study = replace(source, data=data)
        _check_runs(session, study, command.path)
    answers = [] if study is None else [(run.header, session.tapes[run.tape]) for run in going_on(session)]
    return SessionOpened(
        command.number, command.path, session, study, missing, changed, command.anew
    ), answers


def _read_saved(path: Path) -> KeptSession:
    """What a session file holds; a trace file is a session of one run."""
    if not is_trace(path):
        return read_session(path)
    found = open_trace(path)
    return lone_run(found.trace, path.stem, found.altered, found.renamed)


def going_on(session: KeptSession) -> list[KeptRun]:
    """One run for each test whose tape is used further, when other runs are made."""
    found: dict[tuple[str, float | None], KeptRun] = {}
    for run in session.runs:
        if not run.older:
            found.setdefault((run.header.test, run.header.rows_per_cell), run)
    return list(found.values())


def has_changed(path: Path, source: Study) -> bool:
    """Does the file hold other data than the session? One that cannot be read any more says nothing."""
    file = source.data_file
    now = FileReference.of(path)
    if file is not None and (now.size, now.modified) == (file.size, file.modified):
        return False
    try:
        return not is_fingerprint_of(_read(path, source), source.fingerprint or "")
    except ElcsError:
        return False


def remark_on_files(study: Study) -> str:
    """That files which were read hold something else by now, or are gone; nothing if all is as it was."""
    remarks = []
    for file in (study.data_file, study.network_file):
        if file is None:
            continue
        now = FileReference.of(Path(file.absolute))
        if (now.size, now.modified) == (0, 0):
            remarks.append(f"{file.name} is not where it was read any more.")
        elif (now.size, now.modified) != (file.size, file.modified):
            remarks.append(f"{file.name} has changed since it was read: open it again for what it has now.")
    return " ".join(remarks)


def _located(source: Study, command: OpenSession) -> Study:
    """With the files named by where they are now: so they are known wherever the session is saved next."""
    data, network = source.data_file, source.network_file
    if command.data is not None:
        data = FileReference.of(command.data)
    elif data is not None:
        data = data.located(command.path)
    return replace(source, data_file=data, network_file=network and network.located(command.path))


def _with_new_data(session: KeptSession, path: Path) -> KeptSession:
    """The same session on what is in the file now. Runs on variables with other names are left out."""
    if session.source is None:
        return session
    file = FileReference.of(path)
    data = _read(path, session.source)
    source = replace(session.source, data=data, data_file=file, fingerprint=known_fingerprint(data))
    if any(run.header.names != data.columns for run in session.runs):
        return replace(session, source=source, runs=(), tapes=(), current=None, links=(), places=None)
    runs = tuple(replace(run, older=True) for run in session.runs)
    return replace(session, source=source, runs=runs, links=(), places=None)


def _data(source: Study, command: OpenSession) -> tuple[Dataset | None, str | None, Path | None]:
    """The data, or the name of the file that is missing, or the file that has other data now."""
    if source.data is not None or source.fingerprint is None:
        return source.data, None, None
    file = command.data
    if file is None and source.data_file is not None:
        file = source.data_file.found(command.path)
    if file is None:
        name = source.data_file.name if source.data_file is not None else source.title
        return None, name, None
    data = _read(file, source)
    if not is_fingerprint_of(data, source.fingerprint):
        return None, None, file
    return data, None, None


def _read(path: Path, source: Study) -> Dataset:
    """The table as it was imported then."""
    return read_table(path, source.reading)


def _check_runs(session: KeptSession, study: Study, path: Path) -> None:
    """Runs speak of variables by number: they must be those of the data, or of the network."""
    for header in (run.header for run in session.runs if not run.older):
        if study.material(header.test) is None or study.names(header.test) != header.names:
            raise SessionFileError(f"{path.name} cannot be opened as a session: its runs are on other data.")
