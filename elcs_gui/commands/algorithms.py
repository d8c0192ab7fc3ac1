"""`elcs algorithms`: what `--algorithm` takes."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elcs_gui.algorithms.registry import Algorithm


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List the algorithms in groups, each with the id that --algorithm takes; or show one with the "
        "parameters that --set takes."
    )
    parser.add_argument("id", nargs="?", metavar="ID", help="show this one, with its parameters")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print one object: of each id, the title, sentence, family, parameters, and whether it is the "
        "default",
    )
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.algorithms.registry import ALGORITHMS, families, find_algorithm

    if args.json:
        listed = [*ALGORITHMS.values()] if args.id is None else [find_algorithm(args.id)]
        print(json.dumps({algorithm.id: _as_json(algorithm) for algorithm in listed}, ensure_ascii=False))
    elif args.id is not None:
        _show(find_algorithm(args.id))
    else:
        width = max(map(len, ALGORITHMS))
        for place, (family, algorithms) in enumerate(families().items()):
            print(f"{'' if place == 0 else chr(10)}{family}")
            for algorithm in algorithms:
                print(f"  {algorithm.id:<{width}}  {_sentence(algorithm)}")
    return 0


def _show(algorithm: Algorithm) -> None:
    print(f"{algorithm.id}  {_sentence(algorithm)}")
    for parameter in algorithm.parameters:
        print(f"  --set {parameter.id}={parameter.usual}  {parameter.sentence} ({parameter.range})")


def _sentence(algorithm: Algorithm) -> str:
    return f"{algorithm.sentence}{' (default)' if _is_default(algorithm) else ''}"


def _is_default(algorithm: Algorithm) -> bool:
    from elcs_gui.algorithms.registry import PRINTED as DEFAULT

    return algorithm.id == DEFAULT


def _as_json(algorithm: Algorithm) -> dict[str, object]:
    from elcs_gui.algorithms.registry import family_of

    said: dict[str, object] = {
        "title": algorithm.title,
        "sentence": algorithm.sentence,
        "family": family_of(algorithm),
        "default": _is_default(algorithm),
    }
    if algorithm.parameters:
        said["parameters"] = {parameter.id: parameter.usual for parameter in algorithm.parameters}
    return said
