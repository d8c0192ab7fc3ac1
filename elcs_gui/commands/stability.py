"""`elcs stability`: how often the causes and effects of a target come back when its run is repeated."""

from __future__ import annotations

import argparse
import json
import sys

from elcs_gui.commands.interrupting import CANCELLED, interruptible
from elcs_gui.commands.options.arguments import add_inquiry, check_inquiry, header_for
from elcs_gui.commands.options.parsing import positive, whole
from elcs_gui.commands.progress import Progress
from elcs_gui.inquiry.replicate_kinds import KINDS


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Repeat a run on resampled rows or shuffled columns, and count how often each finding "
        "comes back. The same seed gives the same result with any number of jobs."
    )
    how = add_inquiry(parser)
    sentences = "; ".join(f"{kind}: {sentence}" for kind, sentence in KINDS.items())
    how.add_argument(
        "--kind", choices=list(KINDS), default="bootstrap", help=f"{sentences} (default bootstrap)"
    )
    how.add_argument(
        "--replicates", type=positive, default=100, metavar="N", help="repetitions (default 100)"
    )
    how.add_argument("--seed", type=whole, default=0, metavar="S", help="of the random numbers (default 0)")
    how.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes (default 1)")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    check_inquiry(args)
    from elcs_gui.commands.options.source import read_source
    from elcs_gui.commands.stability_report import as_json, report
    from elcs_gui.inquiry.stability import Stability, stability
    from elcs_gui.trace.run import Cancelled

    source = read_source(args)
    header = header_for(source, args, source.index(args.target or source.target or ""))
    material = source.material(source.test)
    assert material is not None  # `read_source` says so where there is none

    with Progress("replicates", args.replicates) as progress, interruptible() as interrupt:

        def heard(done: int, asked: int, so_far: Stability) -> None:  # noqa: ARG001  what is told of progress
            if interrupt.pressed:
                raise Cancelled
            progress.update(done)

        found = stability(
            material,
            header,
            kind=args.kind,
            replicates=args.replicates,
            seed=args.seed,
            jobs=args.jobs,
            progress=heard,
        )
    # What was counted before Ctrl+C is a result too, only with wider intervals.
    if args.json:
        print(json.dumps(as_json(found), ensure_ascii=False))
    elif found.done:
        print(report(source.title, found))
    if found.complete:
        return 0
    print(f"elcs: cancelled after {found.done} of {found.asked} replicates", file=sys.stderr)
    return CANCELLED
