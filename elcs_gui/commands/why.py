"""`elcs why`: the proof of an arrow, an undecided edge, a missing edge or membership in a set."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.commands.parsing import whole
from elcs_gui.commands.recorded import add_strict, recorded

if TYPE_CHECKING:
    from elcs_gui.proof.why import Proof
    from elcs_gui.trace.trace import Trace


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("trace", type=Path, metavar="TRACE")
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--edge", nargs=2, metavar=("A", "B"), help="what is between A and B, and why")
    asked.add_argument(
        "--set", metavar="SET", help="PC, SP, CSP, Sep, P, C, UN or MB, with --of and --member"
    )
    parser.add_argument("--of", metavar="T", help="whose set; without it, the run's target's")
    parser.add_argument("--member", metavar="X", help="the variable that is in the set or is not")
    parser.add_argument("--through", metavar="Y", help="for SP and CSP: of which member of PC")
    parser.add_argument("--step", type=whole, metavar="N", help="after N events; without it, at the end")
    parser.add_argument("--formal", action="store_true", help="signs instead of sentences")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="one JSON object")
    shape.add_argument("--markdown", action="store_true")
    shape.add_argument("--latex", action="store_true")
    add_strict(parser)
    parser.set_defaults(execute=execute, parser=parser)


def execute(args: argparse.Namespace) -> int:
    if args.set is not None and args.member is None:
        args.parser.error("--set needs --member")
    if args.edge is not None and (args.of or args.member or args.through):
        args.parser.error("--of, --member and --through go with --set")
    from elcs_gui.proof.export import as_json, as_latex, as_markdown, as_text

    trace = recorded(args.trace, args)
    proof = _proof(trace, args)
    if args.json:
        print(json.dumps(as_json(trace, proof), ensure_ascii=False))
    elif args.markdown:
        print(as_markdown(trace, proof, formal=args.formal), end="")
    elif args.latex:
        print(as_latex(trace, proof, formal=args.formal), end="")
    else:
        print("\n".join(as_text(trace, proof, formal=args.formal)))
    return 0


def _proof(trace: Trace, args: argparse.Namespace) -> Proof:
    from elcs_gui.data.names import position
    from elcs_gui.proof.why import why_edge, why_member

    def column(name: str) -> int:
        return position(name, trace.header.names, args.trace.name)

    step = len(trace) if args.step is None else args.step
    if args.edge is not None:
        a, b = map(column, args.edge)
        return why_edge(trace, step, a, b)
    owner = trace.header.target if args.of is None else column(args.of)
    through = None if args.through is None else column(args.through)
    return why_member(trace, step, args.set, owner, column(args.member), through=through)
