"""What a file is by its ending: data, a network, a trace or a session."""

from __future__ import annotations

from pathlib import Path

NETWORK_ENDINGS = (
    ".bif", ".xmlbif", ".bifxml", ".xml", ".xdsl", ".net", ".json", ".dot", ".gv", ".graphml", ".dagitty",
)  # fmt: skip
"""Files with these endings are networks; others that may be (.txt, .csv) are taken for data first."""
TRACE_ENDINGS = (".jsonl", ".trace")
SESSION_ENDING = ".elcs"


def is_network(path: Path) -> bool:
    """By its ending."""
    return path.suffix.lower() in NETWORK_ENDINGS


def is_table(path: Path) -> bool:
    """By its ending: whatever is nothing else."""
    return path.suffix.lower() not in (*NETWORK_ENDINGS, *TRACE_ENDINGS, SESSION_ENDING)


def is_trace(path: Path) -> bool:
    """By its ending."""
    return path.suffix.lower() in TRACE_ENDINGS
