"""`elcs alpha`: the result at every significance level, and where it changes."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from elcs_gui.algorithms.registry import USUAL_ALPHA
from elcs_gui.commands.options.arguments import Task, add_inquiry, check_inquiry, evidence_for
from elcs_gui.commands.options.parsing import significance
from elcs_gui.commands.progress import CANCELLED, cancellable
from elcs_gui.errors import with_signs

if TYPE_CHECKING:
    from elcs_gui.inquiry.alpha_map import AlphaMap, Band, Interval
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.trace import Header

SCHEMA = "elcs-alpha/1"
"""Of one target among all; the answer for a single one is a bare list."""


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Find the causes and effects of a variable at every significance level of a range, and "
        "where exactly the result changes. An interval holds its lower end, not its upper one."
    )
    how = add_inquiry(
        parser,
        with_alpha=False,
        as_json="a list of intervals on stdout; with --all-targets an object a line",
        of_all=True,
    )
    how.add_argument(
        "--from",
        dest="low",
        type=significance,
        default=1e-6,
        metavar="ALPHA",
        help="the smallest alpha (default %(default)s)",
    )
    how.add_argument(
        "--to",
        dest="high",
        type=significance,
        default=0.2,
        metavar="ALPHA",
        help="the largest alpha (default %(default)s)",
    )
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    check_inquiry(args)
    if args.low >= args.high:
        args.usage(f"--from {args.low:g} must be smaller than --to {args.high:g}")
    task = Task.of(args)
    if args.all_targets:
        return _all_targets(task, args)
    from elcs_gui.inquiry.alpha import explore_alpha

    started = time.perf_counter()
    with cancellable("every alpha", 100) as tell:

        def report(alpha: float, replays: int) -> None:  # noqa: ARG001  the range says how far it is
            tell(int(100 * math.log(alpha / args.low) / math.log(args.high / args.low)))

        found = explore_alpha(task.evidence, task.header, args.low, args.high, progress=report)
    if not found.complete:
        print(f"elcs: cancelled at alpha {found.reached:g} after {found.replays} runs", file=sys.stderr)
        return CANCELLED
    if args.json:
        print(json.dumps([_as_json(one, task.header.names) for one in found.intervals], ensure_ascii=False))
    else:
        print(_table(task, found, time.perf_counter() - started))
    return 0


def _all_targets(task: Task, args: argparse.Namespace) -> int:
    from elcs_gui.commands.sweep import Sweep, asked_of

    began = time.perf_counter()
    begin = partial(_begin, task.source, task.header, args.low, args.high)
    asked = asked_of(task.source, task.header, args.low, args.high)
    results = Sweep(begin, task.header.names, asked).results(args)
    if not args.json:
        print(_summary(task, results, time.perf_counter() - began))
    return 0


def _begin(source: Study, header: Header, low: float, high: float) -> Callable[[int], dict[str, Any]]:
    """In a process of its own: what explores one target."""
    from elcs_gui.inquiry.alpha import explore_alpha

    def explore(target: int) -> dict[str, Any]:
        own = replace(header, target=target)
        found = explore_alpha(evidence_for(source, own), own, low, high)
        intervals = [_as_json(one, header.names) for one in found.intervals]
        return {
            "schema": SCHEMA,
            "target": header.names[target],
            "runs": found.replays,
            "intervals": intervals,
        }

    return explore


def _summary(task: Task, results: Sequence[dict[str, Any]], seconds: float) -> str:
    """A line a target: how many results there are, and what it has at the usual alpha."""
    columns = _columns(task.header)
    if "causes" in columns:
        del columns["undecided"]
    rows: list[Sequence[str]] = [("target", "results", "runs", f"alpha around {USUAL_ALPHA:g}", *columns)]
    for result in results:
        intervals = result["intervals"]
        usual = next((one for one in intervals if one["from"] <= USUAL_ALPHA < one["to"]), intervals[-1])
        sets = (", ".join(usual[key]) or "-" for key in columns.values())
        stretch = f"{usual['from']:.3g} - {usual['to']:.3g}"
        rows.append((result["target"], str(len(intervals)), f"{result['runs']:,}", stretch, *sets))
    return "\n".join([f"{with_signs(task.source.title)}: every target, {seconds:.1f} s", "", *_aligned(rows)])


def _as_json(interval: Interval, names: Sequence[str]) -> dict[str, object]:
    keys = ("parents", "children", "undetermined") if interval.mb is None else ("mb",)
    return {
        "from": interval.low,
        "to": interval.high,
        **{key: [names[x] for x in getattr(interval, key)] for key in keys},
    }


def _columns(header: Header) -> dict[str, str]:
    """The sets of an answer that intervals are about and the algorithm tells: title and key of each."""
    from elcs_gui.algorithms.registry import find_algorithm
    from elcs_gui.trace.roles import ANSWER_SETS, Role

    roles = find_algorithm(header.algorithm).roles
    return dict(ANSWER_SETS[role] for role in roles if role is not Role.SPOUSE)


def _table(task: Task, found: AlphaMap, seconds: float) -> str:
    """The intervals, then each variable by itself."""
    from elcs_gui.algorithms.run_title import method
    from elcs_gui.trace.explain import counted, subject

    header, intervals = task.header, found.intervals
    names = header.names
    results = "1 result" if len(intervals) == 1 else f"{len(intervals)} different results"
    runs = counted(found.replays, "run")
    lines = [
        subject(with_signs(task.source.title), names[header.target], header.rows, len(names)),
        f"{method(header, alpha=False)} · "
        f"every alpha from {found.low:g} to {found.high:g}: {results} in {runs}, {seconds:.2f} s",
        "",
    ]
    digits = _digits([one.low for one in intervals] + [found.high])
    columns = _columns(header)
    table: list[Sequence[str]] = [("alpha", "tests", *columns)]
    for one in intervals:
        fewest, most = one.requested
        tests = f"{fewest:,}" if fewest == most else f"{fewest:,} - {most:,}"
        sets = (", ".join(names[x] for x in getattr(one, key)) or "-" for key in columns.values())
        table.append((_stretch(one, digits), tests, *sets))
    lines += _aligned(table)
    bands = [(names[x], _bands(found.bands(x))) for x in found.members]
    return "\n".join([*lines, "", *_aligned(bands)] if bands else lines)


def _bands(bands: Sequence[Band]) -> str:
    """How one variable stands to the target, band by band."""
    from elcs_gui.trace.roles import role_word
    from elcs_gui.trace.rules import RULES

    digits = _digits([band.low for band in bands] + [bands[-1].high])
    words = []
    for band in bands:
        rule = f" ({RULES[band.rule].in_table})" if band.rule else ""
        words.append(f"{role_word(band.status.word)}{rule} {_stretch(band, digits)}")
    return "; ".join(words)


def _digits(boundaries: Sequence[float]) -> int:
    """As many digits as tell all boundaries apart, three at least."""
    digits = 3
    while digits < 17 and any(f"{a:.{digits}g}" == f"{b:.{digits}g}" for a, b in pairwise(boundaries)):
        digits += 1
    return digits


def _stretch(stretch: Interval | Band, digits: int) -> str:
    return f"{stretch.low:.{digits}g} - {stretch.high:.{digits}g}"


def _aligned(table: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  " + "   ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
