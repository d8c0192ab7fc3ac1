"""What a file is by its ending: data, a network, a trace, a session or a lesson. Addresses name data."""

from __future__ import annotations

from pathlib import Path

from elcs_gui.data.files import NETWORK_ENDINGS as NETWORK_ENDINGS
from elcs_gui.data.tables.address import address_of

TRACE_ENDINGS = (".jsonl", ".trace")
SESSION_ENDING = ".elcs"
LESSON_ENDINGS = (".md", ".lesson")


def is_network(path: Path) -> bool:
    """By its ending."""
    return _ending(path) in NETWORK_ENDINGS


def is_table(path: Path) -> bool:
    """By its ending: whatever is nothing else."""
    return _ending(path) not in (*NETWORK_ENDINGS, *TRACE_ENDINGS, *LESSON_ENDINGS, SESSION_ENDING)


def is_trace(path: Path) -> bool:
    """By its ending."""
    return _ending(path) in TRACE_ENDINGS


def is_lesson(path: Path) -> bool:
    """By its ending."""
    return _ending(path) in LESSON_ENDINGS


def _ending(path: Path) -> str:
    return path.suffix.lower() if address_of(path) is None else ""
