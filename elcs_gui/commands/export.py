"""`elcs export`: a recorded trace as a picture, film, report, player, structure, log or script."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.app.exporting.formats import EVERY, GROUPS, Form, endings, form_of
from elcs_gui.commands.options.parsing import positive, whole
from elcs_gui.commands.progress import Progress, interruptible, uninterrupted
from elcs_gui.commands.recorded import add_data, add_strict, add_trace, recorded, recorded_with_data
from elcs_gui.data.files import like_ending, size_words
from elcs_gui.errors import ElcsError

if TYPE_CHECKING:
    from elcs_gui.app.graph.sheet import Layout
    from elcs_gui.trace.trace import Trace

    _Write = Callable[[Trace, argparse.Namespace], None]


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write a recorded run as a picture, film, report, page, graph, log or script; with --player also a "
        f"lesson (.md). The ending of the file says which: {endings()}."
    )
    add_trace(parser)
    parser.add_argument(
        "--to", type=Path, required=True, metavar="FILE", help="the file to write; its ending says how"
    )
    parser.add_argument(
        "--step",
        type=_step,
        default=None,
        metavar="N|end",
        help="as it was known after N steps (default: end)",
    )
    parser.add_argument(
        "--player", action="store_true", help="write .html as a page that plays the run in any browser"
    )
    add_data(parser, "for a report to say how firm its arrows are")
    _add_painting(parser)
    _add_film(parser)
    add_strict(parser)
    parser.set_defaults(execute=execute, usage=parser.error)


def _add_painting(parser: argparse.ArgumentParser) -> None:
    paint = parser.add_argument_group("pictures, films and reports")
    paint.add_argument(
        "--theme",
        choices=("light", "dark", "contrast"),
        default="light",
        help="colours (default: %(default)s)",
    )
    paint.add_argument(
        "--view",
        choices=("local", "field"),
        default="local",
        help="the graph around the target, or all variables (default: %(default)s)",
    )
    paint.add_argument(
        "--size", type=_size, metavar="960x600", help="width and height (default: as large as can be read)"
    )
    paint.add_argument(
        "--scale",
        type=_between(0.1, 20),
        metavar="S",
        help="pixels a point: 2 makes a picture twice as large (default 2 for png, else 1)",
    )
    paint.add_argument("--title", default="", metavar="TEXT", help="a line above the graph")
    paint.add_argument("--caption", action="store_true", help="put the caption of the step below the graph")
    paint.add_argument("--no-legend", action="store_true", help="leave out what the colours and signs mean")
    paint.add_argument("--no-test", action="store_true", help="leave out the test that is being asked")
    paint.add_argument("--transparent", action="store_true", help="leave out the background")


def _add_film(parser: argparse.ArgumentParser) -> None:
    film = parser.add_argument_group("films (gif, webp, mp4)")
    film.add_argument(
        "--frames", choices=tuple(EVERY), default="change", help="what there is a frame for (default: change)"
    )
    film.add_argument("--every", type=positive, default=1, metavar="N", help="take every N-th of them")
    film.add_argument(
        "--from",
        dest="first",
        type=whole,
        default=0,
        metavar="STEP",
        help="begin after this step (default 0)",
    )
    film.add_argument(
        "--seconds",
        type=_between(0.04, 60),
        default=0.5,
        metavar="S",
        help="how long a frame is shown (default 0.5)",
    )


def execute(args: argparse.Namespace) -> int:
    form = form_of(args.to)
    if form is None:
        args.usage(f"{args.to.name}: name a file that ends in {endings()}.{like_ending(args.to, endings())}")
        raise AssertionError  # usage does not return
    if args.to.exists() and args.trace.exists() and args.to.samefile(args.trace):
        args.usage("--to names the trace itself: name another file")

    if args.player:
        _write_player(args, form)
        _say_written(args, "page that plays the run")
        return 0
    if args.trace.suffix.lower() == ".md":
        args.usage("a lesson is exported with --player, as .html")
    if args.data is not None and form.group != "report":
        args.usage("--data goes with a report: name a file that ends in .html")
    # Before Qt is there: it has a hand in every import, and Ctrl+C in the middle of one would crash.
    trace = _firm(args) if form.group == "report" else recorded(args.trace, args)
    if args.step is not None and args.step > len(trace):
        raise ElcsError(f"There is no step {args.step}: the run has {len(trace)} steps.")
    if form.painted:
        with uninterrupted():  # half loaded, it would crash as well
            _begin_painting(f"{form.title} export")
        _paint(_WRITERS[form.group], trace, args)
    else:
        _WRITERS[form.group](trace, args)
    step = "" if args.step is None else f" after step {args.step:,}"
    _say_written(args, f"{GROUPS[form.group].lower()} ({form.title}){step}")
    return 0


def _say_written(args: argparse.Namespace, what: str) -> None:
    print(f"{args.to}: {what}, {size_words(args.to.stat().st_size)}.")


_held: list[object] = []
"""Qt's application must outlive everything that is painted."""


def _begin_painting(what: str) -> None:
    """Have Qt ready to paint into memory, without a window; an ElcsError says what is missing for `what`."""
    from elcs_gui.app.shell.display import NO_SCREEN, how_to_install, leave_sources_unread

    os.environ.setdefault("QT_QPA_PLATFORM", NO_SCREEN)
    try:
        from PySide6.QtWidgets import QApplication
    except ImportError as error:  # Qt itself, or a library of the system that it needs
        raise ElcsError(f"{what} needs Qt to paint. {how_to_install(str(error))}") from None
    leave_sources_unread()
    if QApplication.instance() is None:
        _held.append(QApplication(["elcs"]))


def _firm(args: argparse.Namespace) -> Trace:
    """The run with how firm it is, as far as that can be known."""
    from elcs_gui.inquiry.firmness import keep_firmness
    from elcs_gui.inquiry.weak_edges import keep_weak_edges

    run = recorded_with_data(args.trace, args)
    with Progress("other alphas", 100) as progress:
        found = run.firmness(lambda share: progress.update(int(100 * share)))
    if found is not None:
        keep_firmness(run.trace, found)
    weak = run.weak_edges()
    if weak is not None:
        keep_weak_edges(run.trace, weak)
    return run.trace


def _paint(write: _Write, trace: Trace, args: argparse.Namespace) -> None:
    """Write it, and be interrupted only between two frames.

    An exception that Ctrl+C raises while Qt calls Python, or while a painter is at work, ends in a crash.
    """
    with interruptible() as interrupt:
        args.interrupt = interrupt
        try:
            write(trace, args)
        except ElcsError:
            # Ctrl+C reaches ffmpeg too, which gives up by itself.
            if not interrupt.pressed:
                raise
    if interrupt.pressed:
        raise KeyboardInterrupt


def _write_picture(trace: Trace, args: argparse.Namespace) -> None:
    from elcs_gui.app.graph.sheet import Sheet

    sheet = Sheet(trace, _layout(args))
    sheet.seek(_step_of(trace, args))
    sheet.picture.write(args.to, args.scale)


def _write_film(trace: Trace, args: argparse.Namespace) -> None:
    """From one step to `--step`, with the sentences below the graph."""
    from elcs_gui.app.exporting.film_painter import write_painted
    from elcs_gui.app.exporting.film_steps import film

    shown = film(trace, args.frames, args.every, args.first, _step_of(trace, args), args.seconds)

    def pause() -> None:
        if args.interrupt.pressed:
            raise KeyboardInterrupt

    layout = replace(_layout(args), caption=True)
    write_painted(trace, args.to, layout, shown, scale=args.scale or 1.0, pause=pause)


def _layout(args: argparse.Namespace) -> Layout:
    from elcs_gui.app.graph.sheet import Layout
    from elcs_gui.app.kit.theme import THEMES

    return Layout(
        THEMES[args.theme],
        view=args.view,
        size=args.size,
        title=args.title,
        caption=args.caption,
        legend=not args.no_legend,
        test=not args.no_test,
        transparent=args.transparent,
    )


def _write_log(trace: Trace, args: argparse.Namespace) -> None:
    """The tests up to the step, as the log of the window writes them."""
    import numpy as np

    from elcs_gui.app.log.columns import LogColumns
    from elcs_gui.app.log.text_export import write_log

    tests = int(np.searchsorted(trace.test_steps, _step_of(trace, args)))
    for _ in write_log(LogColumns(trace), np.arange(tests, dtype=np.int32), args.to):
        pass


def _write_structure(trace: Trace, args: argparse.Namespace) -> None:
    from elcs_gui.data.structures.structure_files import write_structure
    from elcs_gui.trace.cycles import cycle_sentence, cycles_of
    from elcs_gui.trace.metrics import outcome_so_far
    from elcs_gui.trace.result import structure_at
    from elcs_gui.trace.timeline import Timeline

    view = Timeline(trace).view(_step_of(trace, args))
    write_structure(structure_at(view, trace.header), args.to)
    for cycle in cycles_of(outcome_so_far(view, trace.header.target)):
        said = cycle_sentence(cycle, trace.header.names)
        print(f"elcs: {said} Its edges are written without a direction.", file=sys.stderr)


def _write_script(trace: Trace, args: argparse.Namespace) -> None:
    from elcs_gui.algorithms.run_title import headline
    from elcs_gui.data.files import replacing
    from elcs_gui.trace.script import script_of

    with replacing(args.to) as part:
        part.write_text(script_of(trace, headline(trace.header)), encoding="utf-8", newline="\n")


def _write_report(trace: Trace, args: argparse.Namespace) -> None:
    from elcs_gui.app.exporting.report import write_report

    write_report(trace, args.to, _layout(args), title=args.title)


def _write_player(args: argparse.Namespace, form: Form) -> None:
    """A page is made without Qt as well: it then lacks the picture for browsers without scripts."""
    from elcs_gui.data.files import replacing
    from elcs_gui.lessons.lesson_file import read_lesson
    from elcs_gui.lessons.playing import recorded as run_of_lesson
    from elcs_gui.player.page import player_page

    if form.ending != "html":
        args.usage("--player writes a page: name a file that ends in .html")
    if args.data is not None or args.step is not None:
        args.usage("--player plays the whole run: it takes neither --data nor --step")
    lesson = read_lesson(args.trace) if args.trace.suffix.lower() == ".md" else None
    trace = recorded(args.trace, args) if lesson is None else run_of_lesson(lesson)
    make: Callable[[Trace], str] = partial(player_page, lesson=lesson, title=args.title)
    try:
        with uninterrupted():
            _begin_painting("The picture")
    except ElcsError as error:
        print(f"elcs: {error} The page has none.", file=sys.stderr)
    else:
        from elcs_gui.app.exporting.player_export import player_maker

        with uninterrupted():
            make = player_maker(trace, _layout(args), title=args.title, lesson=lesson)
    text = make(trace)
    with replacing(args.to) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


_WRITERS = {
    "report": _write_report,
    "script": _write_script,
    "picture": _write_picture,
    "film": _write_film,
    "structure": _write_structure,
    "log": _write_log,
}


def _step_of(trace: Trace, args: argparse.Namespace) -> int:
    return len(trace) if args.step is None else args.step


def _step(text: str) -> int | None:
    return None if text == "end" else whole(text)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    sides = [int(side) for side in (width, height) if side.isdecimal() and len(side) <= 4]
    if len(sides) < 2 or not all(240 <= side <= 8000 for side in sides):
        raise argparse.ArgumentTypeError(f"must be like 960x600, from 240 to 8000, not {text[:40]!r}")
    return sides[0], sides[1]


def _between(low: float, high: float) -> Callable[[str], float]:
    """Reads a number from `low` to `high`."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"must be a number from {low:g} to {high:g}, not {text!r}")
        return number

    return read
