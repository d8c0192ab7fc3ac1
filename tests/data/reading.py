"""What is said about files that are read in a process of its own; nothing else is imported there."""

import resource
import time
from pathlib import Path

from elcs_gui.data.network_files import read_network
from elcs_gui.data.readers import read_table
from elcs_gui.data.survey.survey import survey
from elcs_gui.errors import DataError


def read_or_refused(path: Path) -> str:
    """Of a network."""
    try:
        return f"{len(read_network(path).nodes)} nodes"
    except DataError as refusal:
        return str(refusal)


def read_and_surveyed(path: Path) -> list[tuple[str, float]]:
    """Of a table, and within how many seconds of the processor: when it is read, and when it is surveyed."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    ends = []
    for work in (read_table, survey):
        started = time.process_time()
        try:
            work(path)
            end = "read"
        except DataError as refusal:
            end = str(refusal)
        ends.append((end, time.process_time() - started))
    return ends
