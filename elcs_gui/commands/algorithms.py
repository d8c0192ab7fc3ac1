"""`elcs algorithms`: what `--algorithm` takes."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elcs_gui.algorithms.registry import Algorithm


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", nargs="?", metavar="ID", help="one of them, with its parameters")
    parser.add_argument("--json", action="store_true", help="one object on stdout")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.algorithms.registry import ALGORITHMS, find_algorithm

    listed = [*ALGORITHMS.values()] if args.id is None else [find_algorithm(args.id)]
    if args.json:
        print(json.dumps({algorithm.id: _as_json(algorithm) for algorithm in listed}))
        return 0
    width = max(len(algorithm.id) for algorithm in listed)
    for algorithm in listed:
        print(f"{algorithm.id:<{width}}  {algorithm.sentence}")
    for parameter in listed[0].parameters if args.id is not None else ():
        print(f"  --set {parameter.id}={parameter.usual}  {parameter.sentence} ({parameter.range})")
    return 0


def _as_json(algorithm: Algorithm) -> dict[str, object]:
    said: dict[str, object] = {"title": algorithm.title, "sentence": algorithm.sentence}
    if algorithm.parameters:
        said["parameters"] = {parameter.id: parameter.usual for parameter in algorithm.parameters}
    return said
