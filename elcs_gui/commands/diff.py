"""`elcs diff`: where two recorded traces first part."""

from __future__ import annotations

import argparse
from pathlib import Path

from elcs_gui.commands.recorded import add_strict, recorded


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", type=Path, metavar="A")
    parser.add_argument("second", type=Path, metavar="B")
    add_strict(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.trace.diff import describe

    for line in describe(recorded(args.first, args), recorded(args.second, args)):
        print(line)
    return 0
