"""`elcs run`: learn the causes and effects of one target, or of every variable in turn."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.commands.options import parsing
from elcs_gui.commands.options.arguments import add_method, add_source, add_target, check_source
from elcs_gui.commands.options.sweep_options import add_place, add_sweep, check_place, check_sweep
from elcs_gui.commands.progress import CANCELLED, cancellable
from elcs_gui.errors import ElcsError, with_signs
from elcs_gui.trace.assumptions import IN_SHORT

if TYPE_CHECKING:
    from elcs_gui.commands.targets import Job


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.usage = "elcs run [DATA] --target NAME [options]"  # the target may be an example's own
    parser.description = (
        "Find the direct causes and effects of a variable, from data or from a known network. "
        f"{IN_SHORT} 'Independent' means that no dependence was detected. Alpha is per test: of m "
        "variables that have nothing to do with a target, about m times alpha become false candidates; below "
        "1 / m, fewer than one does. That bounds the first tests alone, not the errors of the final graph."
    )
    add_source(parser)
    what = add_target(parser)
    add_method(parser)
    out = parser.add_argument_group("what to print")
    what.add_argument(
        "--preselect",
        action="store_true",
        help="leave out columns that depend neither on the target nor on a column that does (marginal tests "
        "at alpha): fast where there are many, but links that show only together with others are lost",
    )
    what.add_argument(
        "--preselect-fdr",
        type=parsing.significance,
        metavar="Q",
        help="the same, but the tests are judged together: of the columns that depend on the target, a share "
        "of at most Q does so by chance (Benjamini-Yekutieli). It does not bound the errors of the final "
        "graph: ELCS is not adjusted, its conditional tests are adaptive",
    )
    add_sweep(what, out)
    add_place(parser)
    out.add_argument("--json", action="store_true", help="print one object; with --all-targets one a line")
    out.add_argument(
        "--trace",
        type=Path,
        metavar="FILE",
        help="write what happened, test by test, for elcs why, replay, diff and "
        "export; with --all-targets a folder",
    )
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    _check_usage(args)
    _check_trace(args)
    from elcs_gui.commands.options.source import read_source
    from elcs_gui.commands.targets import Job

    source = read_source(args)
    job = Job.of(source, args)
    if args.trace is not None:
        job = job.with_origin()
    if args.all_targets:
        return _all_targets(job, args)
    return _one_target(job, source.index(args.target or source.target or ""), args)


def _check_usage(args: argparse.Namespace) -> None:
    """Exit with code 2 where the options do not fit together."""
    check_source(args)
    check_sweep(args)
    option = "--preselect" if args.preselect_fdr is None else "--preselect-fdr"
    narrows = args.preselect or args.preselect_fdr is not None
    if narrows and (args.data is None or args.target is None or args.network is not None):
        args.usage(f"{option} narrows the columns of DATA for one --target, without --network")
    if args.preselect and args.preselect_fdr is not None:
        args.usage("--preselect tests at alpha, --preselect-fdr for a share of false discoveries: name one")
    check_place(args)


def _check_trace(args: argparse.Namespace) -> None:
    """Refuse a place where no trace can be written, before any work is done."""
    path: Path | None = args.trace
    if path is None:
        return
    if path.as_posix() == "-":
        raise ElcsError("A trace goes into a file: name one (--trace run.jsonl).")
    if args.all_targets and path.exists() and not path.is_dir():
        raise ElcsError(f"'{path}' is a file: with --all-targets, --trace names a folder for all traces.")
    if not args.all_targets and path.is_dir():
        raise ElcsError(f"'{path}' is a folder: name a file in it for the trace.")
    if not args.all_targets and not path.parent.is_dir():
        raise ElcsError(f"'{path}' cannot be written: there is no folder '{path.parent}'.")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ElcsError(f"The folder '{folder}' cannot be made: {error.strerror or error}.") from None


def _one_target(job: Job, target: int, args: argparse.Namespace) -> int:
    from elcs_gui.commands.report import report
    from elcs_gui.storage.trace_file import write_trace

    with cancellable(job.names[target]) as tell:
        found = job.learn(
            target, job.evidence(), record=args.trace is not None, listener=lambda trace: tell(len(trace))
        )
    if args.trace is not None:
        write_trace(found.trace, args.trace)
    if found.result is None:
        kept = f"; the trace so far is in {args.trace}" if args.trace is not None else ""
        print(f"elcs: cancelled after {len(found.trace)} steps{kept}", file=sys.stderr)
        return CANCELLED
    if (chosen := job.source.preselection) is not None:
        found.result.update(left_out=list(chosen.left_out), preselection=chosen.as_json())
    print(
        json.dumps(found.result, ensure_ascii=False)
        if args.json
        else report(with_signs(job.source.title), found.result)
    )
    return 0


def _all_targets(job: Job, args: argparse.Namespace) -> int:
    from elcs_gui.commands.report import summary

    if args.trace is not None:
        _make_folder(args.trace)
    started = time.perf_counter()
    results = job.sweep(args.trace).results(args)
    if not args.json:
        print(summary(with_signs(job.source.title), results, time.perf_counter() - started))
    return 0
