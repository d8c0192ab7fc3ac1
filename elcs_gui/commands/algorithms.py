"""`elcs algorithms`: what `--algorithm` takes."""

from __future__ import annotations

import argparse
import json

from elcs_gui.commands.parsing import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("algorithms", help="list the algorithms")
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.algorithms.registry import ALGORITHMS

    if args.json:
        print(json.dumps({a.id: {"title": a.title, "sentence": a.sentence} for a in ALGORITHMS.values()}))
        return 0
    width = max(map(len, ALGORITHMS))
    for algorithm in ALGORITHMS.values():
        print(f"{algorithm.id:<{width}}  {algorithm.sentence}")
    return 0
