"""Reading the trace or session that a command is given: one that was altered is told of, or refused."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elcs_gui.trace.trace import Trace


def add_strict(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strict", action="store_true", help="fail where the file contradicts itself, instead of warning"
    )


def recorded(path: Path, args: argparse.Namespace) -> Trace:
    """The trace in a file, or of a session the run that was shown."""
    from elcs_gui.errors import ElcsError
    from elcs_gui.storage.trace_file import open_trace

    opened = open_trace(path)
    if opened.altered:
        said = f"{path.name} was altered after it was recorded: {'; '.join(opened.altered)}."
        if args.strict:
            raise ElcsError(said)
        print(f"elcs: warning: {said}", file=sys.stderr)
    return opened.trace
