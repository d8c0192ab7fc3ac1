"""`elcs diff`: where two recorded traces first part, and what each asks and finds."""

from __future__ import annotations

import argparse
import json

from elcs_gui.commands.recorded import add_strict, add_trace, recorded


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Compare two recorded runs, A and B: in what they were told to do, at which step they part, which "
        "questions only one of them asks, which verdicts differ, and what each finds. Of two algorithms only "
        "what they ask and find is compared, not what their procedures are called."
    )
    add_trace(parser, "A", "first")
    add_trace(parser, "B", "second")
    parser.add_argument("--json", action="store_true", help="print one object (see elcs_gui.trace.diff)")
    add_strict(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.algorithms.run_title import headline
    from elcs_gui.trace.diff import as_json, describe, difference

    first, second = recorded(args.first, args), recorded(args.second, args)
    if args.json:
        print(json.dumps(as_json(difference(first, second)), ensure_ascii=False))
        return 0
    for line in describe(first, second, (headline(first.header), headline(second.header))):
        print(line)
    return 0
