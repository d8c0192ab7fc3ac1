"""Which kind of file it is that is to be opened."""

from __future__ import annotations

from pathlib import Path

from elcs_gui.app.session import Session
from elcs_gui.errors import ElcsError


def open_path(
    session: Session,
    path: Path,
    network: Path | None = None,
    target: str | None = None,
    test: str | None = None,
) -> None:
    """Open whatever the file is: data, a network or a trace."""
    if path.suffix.lower() in (".jsonl", ".trace"):
        from elcs_gui.trace.trace_file import read_trace

        try:
            session.open_trace(read_trace(path))
        except ElcsError as error:
            session.failed.emit(str(error))
    elif is_network(path):
        session.open_files(None, path, target)
    else:
        session.open_files(path, network, target, test)


def is_network(path: Path) -> bool:
    """By its ending."""
    return path.suffix.lower() in (".bif", ".json")
