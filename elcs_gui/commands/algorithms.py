"""`elcs algorithms`: what `--algorithm` takes."""

from __future__ import annotations

import argparse
import json


def add_to(parser: argparse.ArgumentParser) -> None:
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
