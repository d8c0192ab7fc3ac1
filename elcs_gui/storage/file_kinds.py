"""What a file is by its ending: data, a network, a trace, a session or a lesson."""

from __future__ import annotations

from pathlib import Path

from elcs_gui.data.files import NETWORK_ENDINGS as NETWORK_ENDINGS

TRACE_ENDINGS = (".jsonl", ".trace")
SESSION_ENDING = ".elcs"
LESSON_ENDINGS = (".md", ".lesson")


def is_network(path: Path) -> bool:
    """By its ending."""
    return path.suffix.lower() in NETWORK_ENDINGS


def is_table(path: Path) -> bool:
    """By its ending: whatever is nothing else."""
    return path.suffix.lower() not in (*NETWORK_ENDINGS, *TRACE_ENDINGS, *LESSON_ENDINGS, SESSION_ENDING)


def is_trace(path: Path) -> bool:
    """By its ending."""
    return path.suffix.lower() in TRACE_ENDINGS


def is_lesson(path: Path) -> bool:
    """By its ending."""
    return path.suffix.lower() in LESSON_ENDINGS
