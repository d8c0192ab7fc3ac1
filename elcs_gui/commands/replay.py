"""`elcs replay`: a recorded trace as prose, or as JSON.

    {"schema": "elcs-replay/1", "algorithm": "elcs", "target": "T", "test": "g2", "alpha": 0.01, "k": 3, ...,
     "events": [{"step": 1, "event": "Started", "at": "ELCS:1", "procedure": "ELCS", "target": "T",
                 "sentence": "ELCS begins for T."}, ...]}

The fields of each event are those of its class in `elcs_gui.trace.events`; variables are named.
"""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from elcs_gui.commands.recorded import add_strict, add_trace, recorded

if TYPE_CHECKING:
    from elcs_gui.trace.trace import Trace

SCHEMA = "elcs-replay/1"


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = "Print what happened in a recorded run, a line for each test and for what it led to."
    add_trace(parser)
    parser.add_argument("--facts", action="store_true", help="leave the tests out: print what they led to")
    parser.add_argument(
        "--json", action="store_true", help="print one object: the settings of the run, and all its steps"
    )
    add_strict(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    from elcs_gui.algorithms.run_title import transcript
    from elcs_gui.inquiry.summary import summary_of

    trace = recorded(args.trace, args)
    if args.json:
        _print_json(trace, tests=not args.facts)
        return 0
    for line in transcript(trace, tests=not args.facts):
        print(line)
    found = summary_of(trace)
    for depth, line in () if found is None else found.lines():
        print(f"{'  ' * depth}{line}")
    return 0


def _print_json(trace: Trace, *, tests: bool) -> None:
    """Event by event: all of them at once would take far more memory than the trace."""
    from elcs_gui.trace.events import Tested
    from elcs_gui.trace.result import described, step_as_json

    said = json.dumps({"schema": SCHEMA, **described(trace.header)}, ensure_ascii=False)
    print(said.removesuffix("}"), end=', "events": [')
    between = ""
    for step, event in enumerate(trace, 1):
        if tests or not isinstance(event, Tested):
            print(between, json.dumps(step_as_json(step, event, trace), ensure_ascii=False), sep="", end="")
            between = ", "
    print("]}")
