"""`elcs blame`: which verdicts made the arrows at a target wrong, where the true network is known."""

from __future__ import annotations

import argparse
import json
import sys

from elcs_gui.commands.options.arguments import Task, add_inquiry, check_inquiry
from elcs_gui.commands.progress import CANCELLED, cancellable
from elcs_gui.errors import with_signs


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Hold a run against the true network. For every wrong edge at the target, name a wrong verdict "
        "whose correction alone mends the edge, as a replay shows, and say whether the edge's proof cites it "
        "and what becomes of the target's other edges; or say that the algorithm errs with every verdict "
        "true as well. Then name few verdicts to correct for a right target."
    )
    add_inquiry(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    check_inquiry(args)
    if args.network is None and args.example is None:
        args.usage("name the true --network: without it there is no telling right from wrong")
    from elcs_gui.algorithms.run_title import headline
    from elcs_gui.inquiry.blame import blame
    from elcs_gui.inquiry.blame_words import as_json, prose
    from elcs_gui.trace.run import Cancelled

    task = Task.of(args)
    assert task.source.network is not None
    replays = 0
    with cancellable(task.header.names[task.header.target], counting="replays") as tell:

        def report(done: int) -> None:
            nonlocal replays
            replays = done
            tell(done)

        try:
            found = blame(task.evidence, task.header, task.source.network, progress=report)
        except Cancelled:
            print(f"elcs: cancelled after {replays} replays", file=sys.stderr)
            return CANCELLED
    if args.json:
        print(json.dumps(as_json(found), ensure_ascii=False))
    else:
        print(f"{with_signs(task.source.title)}: {headline(task.header)}")
        print("\n".join(prose(found)))
        print(f"\n{found.replays:,} replays")
    return 0
