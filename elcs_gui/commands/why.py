"""`elcs why`: the proof of an arrow, an undecided edge, a missing edge or membership in a set."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from elcs_gui.commands.options.parsing import whole
from elcs_gui.commands.progress import Progress
from elcs_gui.commands.recorded import Recorded, add_data, add_strict, add_trace, recorded, recorded_with_data

if TYPE_CHECKING:
    from elcs_gui.inquiry.firmness import AlphaInterval
    from elcs_gui.proof.why import Proof
    from elcs_gui.trace.trace import Trace


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.usage = "elcs why TRACE (--edge A B | --set SET) [options]"  # one of the two must be named
    parser.description = (
        "Prove, from a recorded run, why there is an arrow, an undecided edge or no edge between two "
        "variables, or why a variable is in a set of a procedure. Every step of the proof names its tests."
    )
    add_trace(parser)
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--edge", nargs=2, metavar=("A", "B"), help="what is between A and B, and why")
    asked.add_argument(
        "--set", metavar="SET", help="why a --member is in this set: PC, SP, CSP, Sep, P, C, UN or MB"
    )
    parser.add_argument("--of", metavar="T", help="whose set it is (default: the target's)")
    parser.add_argument("--member", metavar="X", help="the variable that is in the set or is not")
    parser.add_argument("--through", metavar="Y", help="for SP and CSP: through which member of PC")
    parser.add_argument(
        "--step", type=whole, metavar="N", help="as it was known after N steps (default: at the end)"
    )
    add_data(parser, "to say between which alphas an edge stands")
    parser.add_argument("--formal", action="store_true", help="in signs (A ⊥ B | C) instead of sentences")
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print one object")
    shape.add_argument("--markdown", action="store_true", help="print Markdown")
    shape.add_argument("--latex", action="store_true", help="print LaTeX")
    add_strict(parser)
    parser.set_defaults(execute=execute, parser=parser)


def execute(args: argparse.Namespace) -> int:
    if args.edge is None and args.set is None:  # said after what is wrong with the file
        args.parser.error("name an --edge or a --set")
    if args.set is not None and args.member is None:
        args.parser.error("--set needs --member")
    if args.edge is not None and (args.of or args.member or args.through):
        args.parser.error("--of, --member and --through go with --set")
    if args.data is not None and (args.edge is None or args.step is not None):
        args.parser.error("--data tells how firm an edge is at the end of the run: it goes with --edge alone")
    from elcs_gui.inquiry.firmness_words import weak_sentence
    from elcs_gui.proof.export import as_json, as_latex, as_markdown, as_text

    if args.edge is None or args.step is not None:
        trace = recorded(args.trace, args)
        proof, stands, said, weak = _proof(trace, args), None, "", None
    else:
        run = recorded_with_data(args.trace, args)
        trace, proof = run.trace, _proof(run.trace, args)
        stands = _stands(run, *proof.claim.of)
        said, weak = _said(run, stands, *proof.claim.of), run.weak_edges()
    a, b = proof.claim.of[:2]
    doubt = "" if weak is None else weak_sentence(weak, a, b, trace.header.names)
    if args.json:
        interval = None if stands is None else (stands.low, stands.high)
        is_weak = None if weak is None else bool(doubt)
        print(json.dumps(as_json(trace, proof, stands=interval, weak=is_weak), ensure_ascii=False))
    elif args.markdown:
        print(as_markdown(trace, proof, formal=args.formal, stands=said, weak=doubt), end="")
    elif args.latex:
        print(as_latex(trace, proof, formal=args.formal, stands=said, weak=doubt), end="")
    else:
        print("\n".join(as_text(trace, proof, formal=args.formal, stands=said, weak=doubt)))
    return 0


def _stands(run: Recorded, a: int, b: int) -> AlphaInterval | None:
    """Between which alphas the edge stays as it is; None where that cannot be found out."""
    from elcs_gui.inquiry.firmness import certain_firmness, edge_stands

    header = run.trace.header
    if not run.finished:
        return None
    if not header.heeds_alpha:
        return certain_firmness(run.trace).of(a, b)
    if run.evidence is None:
        return None
    with Progress("other alphas", 100) as progress:
        return edge_stands(
            run.evidence, header, a, b, progress=lambda share: progress.update(int(100 * share))
        )


def _said(run: Recorded, stands: AlphaInterval | None, a: int, b: int) -> str:
    from elcs_gui.inquiry.firmness_words import NOT_FINISHED, WITHOUT_DATA, stands_sentence

    if stands is not None:
        return stands_sentence(stands, a, b, run.trace.header.names)
    return f"{WITHOUT_DATA}: name them with --data." if run.finished else NOT_FINISHED


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
