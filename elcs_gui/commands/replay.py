"""`elcs replay`: a recorded trace as prose."""

from __future__ import annotations

import argparse
from pathlib import Path

from elcs_gui.commands.recorded import add_strict, recorded


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("trace", type=Path, metavar="TRACE")
    parser.add_argument("--facts", action="store_true", help="only what the tests led to, not the tests")
    add_strict(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.inquiry.summary import summary_of
    from elcs_gui.trace.explain import prose

    trace = recorded(args.trace, args)
    for line in prose(trace, tests=not args.facts):
        print(line)
    found = summary_of(trace)
    for depth, line in () if found is None else found.lines():
        print(f"{'  ' * depth}{line}")
    return 0
