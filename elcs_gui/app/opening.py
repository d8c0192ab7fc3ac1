"""What a file is by its ending: data, a network, a trace or a session."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elcs_gui.app.session import Session

from elcs_gui.data.files import NETWORK_ENDINGS as NETWORK_ENDINGS

TRACE_ENDINGS = (".jsonl", ".trace")
SESSION_ENDING = ".elcs"


def open_path(
    session: Session,
    path: Path,
    network: Path | None = None,
    target: str | None = None,
    test: str | None = None,
) -> None:
    """Open data or a network, whichever the file is."""
    if is_network(path):
        session.open_files(None, path, target)
    else:
        session.open_files(path, network, target, test)


def is_network(path: Path) -> bool:
    """By its ending."""
    return path.suffix.lower() in NETWORK_ENDINGS


def is_table(path: Path) -> bool:
    """By its ending: whatever is nothing else."""
    return path.suffix.lower() not in (*NETWORK_ENDINGS, *TRACE_ENDINGS, SESSION_ENDING)


def is_trace(path: Path) -> bool:
    """By its ending."""
    return path.suffix.lower() in TRACE_ENDINGS
