"""`elcs stability`: how often the causes and effects of a target come back when its run is repeated."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from elcs_gui.commands.options.arguments import add_inquiry, check_inquiry, header_for
from elcs_gui.commands.options.parsing import positive, whole
from elcs_gui.commands.options.sweep_options import place_of
from elcs_gui.commands.progress import CANCELLED, cancellable
from elcs_gui.errors import with_signs
from elcs_gui.inquiry.replicate_kinds import KINDS

if TYPE_CHECKING:
    from elcs_gui.data.dataset import Dataset
    from elcs_gui.data.network import Network
    from elcs_gui.inquiry.replicates import Plan
    from elcs_gui.storage.study import Study


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Repeat a run on resampled rows or shuffled columns, and count how often each finding "
        "comes back. The same seed gives the same result with any number of jobs."
    )
    how = add_inquiry(parser, as_json="one object on stdout; with --all-targets one a line", of_all=True)
    sentences = "; ".join(f"{kind}: {sentence}" for kind, sentence in KINDS.items())
    how.add_argument(
        "--kind", choices=list(KINDS), default="bootstrap", help=f"{sentences} (default bootstrap)"
    )
    how.add_argument(
        "--replicates",
        type=positive,
        default=100,
        metavar="N",
        help="how often the run is repeated (default 100)",
    )
    how.add_argument("--seed", type=whole, default=0, metavar="S", help="where chance begins (default 0)")
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    check_inquiry(args)
    from elcs_gui.commands.options.source import read_source
    from elcs_gui.commands.stability_report import as_json, report
    from elcs_gui.inquiry.stability import stability

    source = read_source(args)
    material = source.material(source.test)
    assert material is not None  # `read_source` says so where there is none
    if args.all_targets:
        return _all_targets(source, material, args)
    header = header_for(source, args, source.index(args.target or source.target or ""))

    with cancellable("replicates", args.replicates) as tell:
        found = stability(
            material,
            header,
            kind=args.kind,
            replicates=args.replicates,
            seed=args.seed,
            place=place_of(args),
            progress=lambda done, *_: tell(done),
        )
    # What was counted before Ctrl+C is a result too, only with wider intervals.
    if args.json:
        print(json.dumps(as_json(found), ensure_ascii=False))
    elif found.done:
        print(report(with_signs(source.title), found))
    if found.complete:
        return 0
    print(f"elcs: cancelled after {found.done} of {found.asked} replicates", file=sys.stderr)
    return CANCELLED


def _all_targets(source: Study, material: Dataset | Network, args: argparse.Namespace) -> int:
    from elcs_gui.commands.stability_report import summary
    from elcs_gui.commands.sweep import Sweep, asked_of
    from elcs_gui.inquiry.replicates import Plan

    began = time.perf_counter()
    plan = Plan(material, header_for(source, args, 0), args.kind, args.replicates, args.seed)
    asked = asked_of(source, plan.header, args.kind, args.replicates, args.seed)
    results = Sweep(partial(_begin, plan), plan.header.names, asked).results(args)
    if not args.json:
        print(summary(with_signs(source.title), results, time.perf_counter() - began))
    return 0


def _begin(plan: Plan) -> Callable[[int], dict[str, Any]]:
    """In a process of its own: what repeats the run of one target."""
    from elcs_gui.commands.stability_report import as_json
    from elcs_gui.inquiry.stability import stability

    def repeat(target: int) -> dict[str, Any]:
        header = replace(plan.header, target=target)
        found = stability(plan.material, header, kind=plan.kind, replicates=plan.replicates, seed=plan.seed)
        return as_json(found)

    return repeat
