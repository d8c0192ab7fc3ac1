"""`elcs replay`: a recorded trace as prose."""

from __future__ import annotations

import argparse
from pathlib import Path

from elcs_gui.commands.parsing import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("replay", help="print a recorded trace as prose")
    parser.add_argument("trace", type=Path, metavar="TRACE")
    parser.add_argument("--facts", action="store_true", help="only what the tests led to, not the tests")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.storage.trace_file import read_trace
    from elcs_gui.trace.explain import prose

    for line in prose(read_trace(args.trace), tests=not args.facts):
        print(line)
    return 0
