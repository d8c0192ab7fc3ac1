"""`elcs bench`: algorithms measured on many data sets, as in the paper's tables."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.commands.options.parsing import names, positive, seconds, whole
from elcs_gui.commands.options.sweep_options import add_place, check_place, place_of
from elcs_gui.commands.progress import CANCELLED, Progress, interruptible

if TYPE_CHECKING:
    from elcs_gui.benchmark.benchmark import Progress as Standing
    from elcs_gui.benchmark.plan import Plan


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Learn every target of many data sets by many algorithms, and compare what they find with the true "
        "networks and with the paper. Writes results.csv, table.txt, table.md and report.html. Called again "
        "with the same --to, it goes on where it was stopped."
    )
    what = parser.add_argument_group("what to measure")
    what.add_argument(
        "--paper", action="store_true", help="all that the paper's tables need, as far as it is to be had"
    )
    what.add_argument(
        "--networks", type=names, metavar="A,B", help="which networks (default alarm,insurance,child)"
    )
    what.add_argument(
        "--algorithms", type=names, metavar="ID,ID", help="which algorithms; see: elcs algorithms"
    )
    what.add_argument(
        "--rows", type=_sizes, metavar="N,N", help="how many rows a data set has (default 5000)"
    )
    what.add_argument(
        "--sets",
        type=positive,
        metavar="N",
        help="how many data sets of each network and size, at most (default 3)",
    )
    what.add_argument(
        "--targets",
        type=_targets,
        metavar="N|A,B|all",
        help="how many targets of each network, drawn by the seed, or which (default all; --paper: 100)",
    )
    what.add_argument(
        "--folder",
        type=Path,
        metavar="DIR",
        help="a folder with data sets and networks (default: data are simulated)",
    )
    what.add_argument("--seed", type=whole, metavar="S", help="where chance begins (default 1)")
    how = parser.add_argument_group("how")
    how.add_argument(
        "--limit", type=seconds, metavar="S", help="stop a run after so many seconds (--paper: 300)"
    )
    how.add_argument("--to", type=Path, required=True, metavar="DIR", help="a folder for the results")
    add_place(parser)
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    check_place(args)
    if args.paper and (args.networks or args.algorithms or args.rows):
        args.usage("--paper says which networks, algorithms and rows: leave these options out")
    from elcs_gui.benchmark.benchmark import begin, carry_out
    from elcs_gui.benchmark.output import write_tables
    from elcs_gui.trace.run import Cancelled

    began = time.monotonic()
    folder: Path = args.to
    begin(_plan(args), folder)
    standing: Standing | None = None
    with _RunsLeft() as shown, interruptible() as interrupt:

        def heard(now: Standing) -> None:
            nonlocal standing
            standing = now
            if interrupt.pressed:
                raise Cancelled
            shown.update(now)

        cancelled = False
        try:
            carry_out(folder, place=place_of(args), tell=heard)
        except Cancelled:
            cancelled = True
    assert standing is not None  # it is told once at least
    print(write_tables(folder), end="")
    if cancelled:
        kept = f"{standing.done:,} of {standing.total:,} runs"
        print(f"elcs: cancelled after {kept}, which are kept in '{folder}'", file=sys.stderr)
        return CANCELLED
    new = standing.done - standing.kept
    print(
        f"\n{new:,} runs in {time.monotonic() - began:,.0f} s, {standing.kept:,} kept from before: {folder}"
    )
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    """What the options ask for; a folder that was begun goes on with its own plan where they say nothing."""
    from elcs_gui.benchmark.benchmark import has_plan
    from elcs_gui.benchmark.plan import Plan

    data = None if args.folder is None else str(args.folder.resolve())
    if args.paper:
        plan = Plan.of_paper(data)
    else:
        plan = Plan.load(args.to) if has_plan(args.to) else Plan(folder=data)
    said = {
        "networks": args.networks and tuple(args.networks),
        "algorithms": args.algorithms and tuple(args.algorithms),
        "rows": args.rows,
        "sets": args.sets,
        "targets": args.targets,
        "seed": args.seed,
        "folder": data,
        "limit": args.limit,
    }
    plan = replace(plan, **{field: value for field, value in said.items() if value is not None})
    return replace(plan, targets=None) if plan.targets == (_ALL,) else plan


class _RunsLeft:
    """The line of progress, with the benchmark's own forecast."""

    def __init__(self) -> None:
        self._line: Progress | None = None

    def __enter__(self) -> _RunsLeft:
        return self

    def update(self, now: Standing) -> None:
        if self._line is None:
            self._line = Progress("runs", max(now.total, 1)).__enter__()
        self._line.update(now.done, seconds_left=now.seconds_left)

    def __exit__(self, *error: object) -> None:
        if self._line is not None:
            self._line.__exit__(None, None, None)


def _sizes(text: str) -> tuple[int, ...]:
    """Whole numbers from 1 on, with commas between them."""
    return tuple(positive(each) for each in names(text))


_ALL = "all"


def _targets(text: str) -> int | tuple[str, ...]:
    return int(text) if text.isdecimal() and int(text) else tuple(names(text))
