"""`elcs run`: learn the causes and effects of one target, or of every variable in turn."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.commands import knowledge_options
from elcs_gui.commands.parsing import (
    EXAMPLES_OWN,
    Commands,
    largest_set,
    names,
    not_negative,
    positive,
    significance,
)
from elcs_gui.commands.progress import Progress

if TYPE_CHECKING:
    from elcs_gui.commands.targets import Job

CANCELLED = 130


def add_to(commands: Commands) -> None:
    from elcs_gui.algorithms.registry import ALGORITHMS
    from elcs_gui.ci.choosing import TESTS

    parser = commands.add_parser(
        "run",
        help="find the causes and effects of a variable",
        description="Find the direct causes and effects of a variable, from data or from a known network.",
    )
    source = parser.add_argument_group("what to learn from")
    source.add_argument("data", type=Path, nargs="?", metavar="DATA", help="csv, tsv, whitespace text or npz")
    source.add_argument("--network", type=Path, metavar="NET", help="a known network (bif, json): the truth")
    source.add_argument("--example", metavar="ID", help="a bundled example; 'list' names them")
    source.add_argument(
        "--array", metavar="NAME", help="which array of an npz file (default: the first table)"
    )
    source.add_argument("--ignore", type=names, default=[], metavar="A,B", help="columns to leave out")
    what = parser.add_argument_group("what to find")
    what.add_argument("--target", metavar="NAME")
    what.add_argument("--all-targets", action="store_true", help="every variable in turn, answers shared")
    what.add_argument("--jobs", type=positive, default=1, metavar="N", help="processes for --all-targets")
    how = parser.add_argument_group("how")
    how.add_argument(
        "--algorithm", choices=list(ALGORITHMS), default="elcs", metavar="ID", help="see: elcs algorithms"
    )
    how.add_argument("--test", choices=list(TESTS), metavar="ID", help=", ".join(TESTS))
    how.add_argument("--alpha", type=significance, default=0.01, help="significance level (default 0.01)")
    how.add_argument(
        "--k",
        type=largest_set,
        default=EXAMPLES_OWN,
        help="largest conditioning set, or 'unlimited' (default 3)",
    )
    how.add_argument(
        "--rows-per-cell", type=not_negative, default=5.0, metavar="N", help="fewer is unreliable (default 5)"
    )
    verdicts = ("independent", "dependent")
    how.add_argument(
        "--unreliable-marginal",
        choices=verdicts,
        default="independent",
        help="counts as (default: %(default)s)",
    )
    how.add_argument(
        "--unreliable-conditional",
        choices=verdicts,
        default="dependent",
        help="counts as (default: %(default)s)",
    )
    knowledge_options.add_to(parser)
    out = parser.add_argument_group("what to print")
    out.add_argument(
        "--json", action="store_true", help="one object on stdout; with --all-targets one a line"
    )
    out.add_argument(
        "--trace", type=Path, metavar="FILE", help="write the recorded trace; with --all-targets a folder"
    )
    parser.set_defaults(execute=execute, usage=parser.error)


def execute(args: argparse.Namespace) -> int:
    if args.example == "list":
        return _list_examples()
    _check_usage(args)
    from elcs_gui.commands.source import read_source
    from elcs_gui.commands.targets import Job

    source = read_source(args)
    job = Job.of(source, args)
    if args.all_targets:
        return _all_targets(job, args)
    return _one_target(job, source.index(args.target or source.target or ""), args)


def _check_usage(args: argparse.Namespace) -> None:
    """Exit with code 2 where the options do not fit together."""
    sources = [args.data is not None, args.example is not None]
    if all(sources):
        args.usage("give either DATA or --example, not both")
    if not any(sources) and args.network is None:
        args.usage("name DATA, a --network or an --example to learn from")
    if args.example is not None and args.network is not None:
        args.usage("an --example brings its own network")
    if args.data is None and args.example is None and args.test not in (None, "oracle"):
        args.usage(f"--test {args.test} needs DATA; a network alone can be asked with --test oracle")
    if args.test == "oracle" and args.network is None and args.example is None:
        args.usage("--test oracle needs a --network")
    if args.all_targets and args.target is not None:
        args.usage("give either --target or --all-targets, not both")
    if not args.all_targets and args.target is None and args.example is None:
        args.usage("name a --target, or ask for --all-targets")


def _list_examples() -> int:
    from elcs_gui.data.examples import examples

    width = max(len(example.id) for example in examples())
    for example in examples():
        print(f"{example.id:<{width}}  {example.sentence}")
    return 0


def _one_target(job: Job, target: int, args: argparse.Namespace) -> int:
    from elcs_gui.commands.report import report
    from elcs_gui.trace.run import Cancelled
    from elcs_gui.trace.trace import Trace
    from elcs_gui.trace.trace_file import write_trace

    interrupted = False

    def interrupt(number: int, frame: object) -> None:  # noqa: ARG001  what a signal handler gets
        nonlocal interrupted
        interrupted = True

    with Progress(f"{job.names[target]}") as progress:

        def listen(trace: Trace) -> None:
            if interrupted:
                raise Cancelled
            progress.update(len(trace))

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            found = job.learn(target, job.evidence(), record=args.trace is not None, listener=listen)
        finally:
            signal.signal(signal.SIGINT, before)
    if args.trace is not None:
        write_trace(found.trace, args.trace)
    if found.result is None:
        kept = f"; the trace so far is in {args.trace}" if args.trace is not None else ""
        print(f"elcs: cancelled after {len(found.trace)} events{kept}", file=sys.stderr)
        return CANCELLED
    print(
        json.dumps(found.result, ensure_ascii=False) if args.json else report(job.source.title, found.result)
    )
    return 0


def _all_targets(job: Job, args: argparse.Namespace) -> int:
    from elcs_gui.commands.report import summary

    if args.trace is not None:
        args.trace.mkdir(parents=True, exist_ok=True)
    results = []
    started = time.perf_counter()
    with Progress("targets", len(job.names)) as progress:
        for done, result in enumerate(job.learn_all(args.jobs, args.trace), 1):
            progress.update(done)
            if args.json:
                print(json.dumps(result, ensure_ascii=False), flush=True)
            results.append(result)
    if not args.json:
        print(summary(job.source.title, results, time.perf_counter() - started))
    return 0
