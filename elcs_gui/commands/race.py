"""`elcs race`: several algorithms on one target, side by side, and what each saved or lost."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from elcs_gui.commands.options.arguments import Task, add_inquiry, check_inquiry
from elcs_gui.commands.progress import CANCELLED, Interrupt, Progress, interruptible
from elcs_gui.errors import with_signs

if TYPE_CHECKING:
    from elcs_gui.inquiry.race import Race


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Run several algorithms on one target and the same answers, and say what each saved or lost. "
        "'Computed' are the tests that an algorithm asks for the first time in its own run."
    )
    how = add_inquiry(parser, with_algorithm=False)
    how.add_argument(
        "--algorithms",
        metavar="ID,ID,...",
        help="2 to 6 algorithms, see: elcs algorithms (default: that of elcs run, with those that differ "
        "from it in one thing)",
    )
    how.add_argument(
        "--seconds", action="store_true", help="time every algorithm by itself, without shared answers"
    )
    parser.set_defaults(execute=execute)


def execute(args: argparse.Namespace) -> int:
    check_inquiry(args)
    from elcs_gui.errors import ElcsError
    from elcs_gui.inquiry.race import check_algorithms, run_race, usual_algorithms
    from elcs_gui.inquiry.race_words import as_json
    from elcs_gui.trace.metrics import truth_for
    from elcs_gui.trace.run import Cancelled

    chosen: tuple[str, ...] | None = None
    if args.algorithms is not None:
        try:
            chosen = check_algorithms([name.strip() for name in args.algorithms.split(",") if name.strip()])
        except ElcsError as error:
            args.usage(str(error))
    task = Task.of(args)
    header, network = task.header, task.source.network
    chosen = chosen or usual_algorithms(header.algorithm)
    truth = None if network is None else truth_for(network, header.names, header.knowledge)[header.target]
    with Progress("algorithms", len(chosen)) as progress, interruptible() as interrupt:

        def report(done: int, events: int) -> None:  # noqa: ARG001  lanes say how far it is
            if interrupt.pressed:
                raise Cancelled
            progress.update(done)

        race = run_race(task.evidence, header, chosen, truth, report)
        if args.seconds and not interrupt.pressed:
            race = _timed(task, race, interrupt)
    if interrupt.pressed:
        print(f"elcs: cancelled after {len(race.lanes)} of {len(chosen)} algorithms", file=sys.stderr)
        return CANCELLED
    if args.json:
        print(json.dumps(as_json(race), ensure_ascii=False))
    else:
        print(_report(task, race))
    return 0


def _timed(task: Task, race: Race, interrupt: Interrupt) -> Race:
    """The race with the seconds of every lane."""
    from elcs_gui.inquiry.race import timed
    from elcs_gui.trace.run import Cancelled

    def heard() -> None:
        if interrupt.pressed:
            raise Cancelled

    clocks = {}
    try:
        for lane in race.lanes:
            header = lane.trace.header
            clocks[header.algorithm] = timed(task.source.evidence(header), header, heard)
    except Cancelled:
        return race
    return race.with_clocks(clocks)


def _report(task: Task, race: Race) -> str:
    from elcs_gui.algorithms.run_title import test_title
    from elcs_gui.inquiry.race import Axis
    from elcs_gui.inquiry.race_words import NOUNS, in_doubt, missing, sentence
    from elcs_gui.trace.explain import subject

    header = race.header
    lines = [
        subject(with_signs(task.source.title), header.names[header.target], header.rows, len(header.names)),
        f"{test_title(header)} · alpha {header.alpha:g} · k {header.limit} · all with the same verdicts",
        "",
    ]
    titles = ["algorithm", "requested", "performed"]
    titles += ["seconds"] * race.timed + ["found", ""] + ["right", "wrong", "missing"] * bool(race.truth)
    table = [titles]
    for lane in race.lanes:
        row = [lane.algorithm.id, f"{lane.tests:,}", f"{lane.computed:,}"]
        row += [f"{lane.length(Axis.SECONDS):.3f}"] * race.timed
        row += [str(len(lane.end.counted)), NOUNS[lane.counting][len(lane.end.counted) != 1]]
        if race.truth is not None:
            row += [str(len(lane.end.right)), str(len(lane.end.wrong)), str(missing(lane))]
        table.append(row)
    lines += _aligned(table)
    width = max(len(name) for name in [*(lane.algorithm.id for lane in race.lanes), *race.refused])
    lines.append("")
    lines += [
        f"  {lane.algorithm.id:<{width}}  {sentence(race, lane).text} {in_doubt(lane)}".rstrip()
        for lane in race.lanes
    ]
    lines += [f"  {name:<{width}}  does not take part: {reason}" for name, reason in race.refused.items()]
    return "\n".join(lines)


def _aligned(table: list[list[str]]) -> list[str]:
    """Words to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    words = [not any(row[place][:1].isdigit() for row in table[1:]) for place in range(len(widths))]
    return [
        "  "
        + "  ".join(
            f"{cell:<{width}}" if left else f"{cell:>{width}}"
            for cell, width, left in zip(row, widths, words, strict=True)
        ).rstrip()
        for row in table
    ]
