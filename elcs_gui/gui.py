"""The `elcs-gui` command: the window, or a picture of it.

Without a display it says so, prints the run as prose and writes a picture.
"""

from __future__ import annotations

import argparse
import logging
import os
import shlex
import sys
import tempfile
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.algorithms.registry import ALGORITHMS, DEFAULT
from elcs_gui.app.shell.display import (
    NO_SCREEN,
    how_to_install,
    leave_sources_unread,
    missing_library,
    named_screen,
    platforms,
)

# Not from the page's module, which needs Qt: the options are read before Qt is asked for.
from elcs_gui.app.shell.features import PAGES
from elcs_gui.ci.registry import choices
from elcs_gui.commands.options.named_files import is_piped
from elcs_gui.commands.options.parser import Parser
from elcs_gui.commands.options.parsing import data_named

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType
    from PySide6.QtWidgets import QApplication

    from elcs_gui.app.shell.main_window import MainWindow

PICTURE = Path("elcs-explorer.png")
_NO_WINDOW_MANAGER = "This plugin does not support"
"""The platform without a screen complains that it has no window manager either."""
_AT_LATEST = 300
"""Milliseconds after which what was asked for is opened, though nothing may have been painted yet."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the window; its exit code."""
    options = parser()
    args = options.parse_args(arguments)
    if args.file is not None and is_piped(args.file):
        options.error("a window works on files: save what comes through the pipe to one, and name it")
    if args.example == "list":
        from elcs_gui.cli import main as elcs

        return elcs(["run", "--example", "list"])
    if args.screenshot is not None:
        os.environ["QT_QPA_PLATFORM"] = NO_SCREEN
    named, asked = named_screen(os.environ), NO_SCREEN in os.environ.get("QT_QPA_PLATFORM", "")
    if sys.platform not in ("win32", "darwin"):
        os.environ["QT_QPA_PLATFORM"] = platforms(os.environ)
    try:
        app = _application()
    except ImportError as error:  # a missing system library shows here
        return _missing(str(error))
    if asked or app.platformName() != NO_SCREEN:
        return _window(args)
    trouble = _missing_library() if named else None
    return _missing(trouble) if trouble else _without_display(args, named)


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    made = Parser(prog="elcs-gui", description="Watch local causal discovery, test by test.")
    made.add_argument(
        "file",
        nargs="?",
        type=data_named,
        metavar="DATA | TRACE | SESSION | LESSON",
        help="a data file or address, network, trace, session or lesson",
    )
    made.add_argument("--network", type=Path, metavar="NET", help="the true network beside the data")
    made.add_argument("--target", metavar="NAME", help="the variable whose causes and effects are sought")
    made.add_argument("--example", metavar="ID", help="a bundled example; 'list' names them")
    made.add_argument(
        "--lesson", type=_lesson, metavar="ID", help="a bundled lesson; 'elcs lesson list' names them"
    )
    made.add_argument("--test", choices=choices(), help="which test to begin with")
    made.add_argument(
        "--algorithm",
        choices=list(ALGORITHMS),
        metavar="ID",
        help="what to begin with; see: elcs algorithms",
    )
    made.add_argument("--seek", default=None, metavar="STEP|STAGE|end", help="where to put the cursor")
    made.add_argument(
        "--select", metavar="NAME[,NAME]", help="a variable or an edge to be selected after the run"
    )
    made.add_argument(
        "--view",
        choices=("local", "field", "all"),
        default="local",
        help="the graph around the target, all variables as points, or all targets (default: %(default)s)",
    )
    made.add_argument("--page", choices=sorted(PAGES), help="which tool to show instead of the graph")
    made.add_argument("--theme", choices=("light", "dark", "contrast"), help="colours")
    made.add_argument("--projector", action="store_true", help="begin in projector mode")
    made.add_argument("--size", type=_size, metavar="1440x900", help="width and height of the window")
    made.add_argument(
        "--screenshot", type=Path, metavar="FILE", help="write a picture of the window and exit"
    )
    return made


def _lesson(text: str) -> str:
    from elcs_gui.errors import ElcsError
    from elcs_gui.lessons.bundled import find_lesson

    try:
        find_lesson(text)
    except ElcsError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (
        width.isdecimal() and height.isdecimal() and 200 <= int(width) <= 8000 and 200 <= int(height) <= 8000
    ):
        raise argparse.ArgumentTypeError(f"must be like 1440x900, not {text!r}")
    return int(width), int(height)


def _missing(trouble: str) -> int:
    print(f"elcs-gui: {how_to_install(trouble)}", file=sys.stderr)
    return 1


def _missing_library() -> str | None:
    from PySide6.QtCore import QLibraryInfo

    plugins = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
    return missing_library(Path(plugins), os.environ["QT_QPA_PLATFORM"])


def _without_display(args: argparse.Namespace, named: str) -> int:
    """Say so, print the run as prose, and write a picture."""
    where = f"at {named}" if named else "here"
    print(f"There is no display {where}: the run follows as prose, a picture of the window is in {PICTURE}.")
    args.screenshot = PICTURE
    if args.file is None and args.example is None:
        args.example = "fig3"
    if args.seek is None:
        args.seek = "end"
    return _window(args, prose=True)


def _application() -> QApplication:
    """Qt's application, which there is once. What Qt says of screens it cannot use is kept from the user."""
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    leave_sources_unread()
    there = QApplication.instance()
    if there is not None:
        assert isinstance(there, QApplication)
        return there
    silent = False

    def tell(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:  # noqa: ARG001  Qt gives all three
        if not silent and _NO_WINDOW_MANAGER not in message:
            print(message, file=sys.stderr)

    silent = True
    qInstallMessageHandler(tell)
    app = QApplication(sys.argv[:1])
    silent = False
    if app.platformName() != NO_SCREEN:
        qInstallMessageHandler(None)
    return app


def make_window(args: argparse.Namespace, settings: Path | None = None) -> tuple[QApplication, MainWindow]:
    """The application and its window, shown with the start page; the rest follows in its event loop.

    `settings` is a file to use instead of the user's own.
    """
    from PySide6.QtCore import Qt

    from elcs_gui.app.kit.theme import THEMES
    from elcs_gui.app.model.settings import Settings
    from elcs_gui.app.shell.garbage import GarbageCollector
    from elcs_gui.app.shell.main_window import MainWindow

    app = _application()
    app.setApplicationName("ELCS Explorer")
    app.setStyle("Fusion")
    sweeping = GarbageCollector(app)
    window = MainWindow(Settings(settings), THEMES[args.theme] if args.theme else None, later=True)
    window.loading.stepped.connect(sweeping.spare_what_is_there)
    if args.size is not None:
        window.setWindowState(Qt.WindowState.WindowNoState)
        window.resize(*args.size)
    window.context.follow = partial(follow, window)
    window.show()
    return app, window


def follow(window: MainWindow, arguments: str) -> None:
    """Open in a window what a link of the guide names: an example at a step, a lesson, or a page.

    The run is as it comes, whatever this user has set, so that its steps have the numbers of the link.
    """
    try:
        args = parser().parse_args(shlex.split(arguments))
    except SystemExit:
        args = None
    if args is None or args.file is not None or args.network is not None:
        window.messages.say(f"This version cannot open: elcs-gui {arguments}")
        return
    window.build_workspace()
    window.activateWindow()
    if args.example is not None:
        window.importing.give_up()
        window.context.leave(partial(_begin, window, args))
    elif args.lesson is not None:
        _open(window, args)
    elif args.page is not None:
        window.context.actions[args.page].trigger()


def _begin(window: MainWindow, args: argparse.Namespace) -> None:
    """Open an example as the program comes, and go to the place that is named."""
    from PySide6.QtCore import Qt

    from elcs_gui.data.examples import find_example

    controller, wanted = window.controller, args.algorithm
    controller.algorithm, before = (
        wanted or find_example(args.example).algorithm or DEFAULT,
        controller.algorithm,
    )

    def as_before() -> None:
        controller.algorithm = before

    window.session.run_finished.connect(as_before, Qt.ConnectionType.SingleShotConnection)
    _show(window, args)
    controller.open_example(args.example, args.target, args.test)


def _window(args: argparse.Namespace, *, prose: bool = False) -> int:
    """Run the window, or take a picture of it, with a log of what goes wrong."""
    from PySide6.QtCore import qInstallMessageHandler

    from elcs_gui.app.model.settings import state_folder
    from elcs_gui.worker.program_log import end_log, keep_log, log_folder

    # A picture shows the program as it comes, whatever this user has changed.
    scratch = tempfile.TemporaryDirectory() if args.screenshot is not None else None
    settings = None if scratch is None else Path(scratch.name) / "settings.ini"
    keep_log(log_folder(state_folder(settings)))
    qInstallMessageHandler(_log_of_qt)
    try:
        return _logged_window(args, settings, prose=prose)
    finally:
        qInstallMessageHandler(None)
        end_log()


def _log_of_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Into the log, and where Qt says it otherwise."""
    from PySide6.QtCore import QtMsgType, qFormatLogMessage

    if _NO_WINDOW_MANAGER in message:
        return
    levels = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.INFO,
        QtMsgType.QtWarningMsg: logging.WARNING,
    }
    logging.getLogger("elcs_gui.qt").log(levels.get(kind, logging.ERROR), "Qt: %s", message)
    if sys.stderr is not None:
        print(qFormatLogMessage(kind, context, message), file=sys.stderr)


def _logged_window(args: argparse.Namespace, settings: Path | None, *, prose: bool) -> int:
    from PySide6.QtCore import Qt

    from elcs_gui.app.kit.thread_task import end_telling
    from elcs_gui.app.shell.error_notice import ErrorNotice

    app, window = make_window(args, settings)
    notice = ErrorNotice(window)
    # Later, not from within whatever went wrong.
    notice.raised.connect(window.controller.tell_error, Qt.ConnectionType.QueuedConnection)
    window.session.start_worker()
    if args.projector:
        window.set_projector(on=True)
    if args.view == "all":
        args.page = args.page or "all-view"
    if args.screenshot is not None or args.lesson is not None:
        _open(window, args)
    elif args.example is not None or args.file is not None or args.network is not None:
        _announce(window, args)
    if args.screenshot is None:
        _show(window, args)
    elif args.view == "field":
        window.set_kind(args.view)
    code = _run(app, window) if args.screenshot is None else _picture(window, args, prose=prose)
    notice.close()
    end_telling()
    return code


def _show(window: MainWindow, args: argparse.Namespace) -> None:
    """The view, step, page and selection that are named, once there is a run."""
    from elcs_gui.app.shell.screenshot import (
        seek_when_finished,
        select_when_finished,
        show_page_when_finished,
    )

    page = args.page or ("all-view" if args.view == "all" else None)
    if args.view == "field":
        window.set_kind(args.view)
    if args.seek is not None:
        seek_when_finished(window, args.seek)
    if page is not None:
        if args.example is None and window.context.actions[page].isEnabled():  # it needs no run
            window.context.actions[page].trigger()
        else:
            show_page_when_finished(window, page)
    if args.select is not None:
        select_when_finished(window, args.select)


def _run(app: QApplication, window: MainWindow) -> int:
    """Until the window is closed, or a signal ends the program; the exit code."""
    from elcs_gui.app.shell.signals import EndingSignals

    signals = EndingSignals(window)

    def end(number: int) -> None:
        logging.getLogger("elcs_gui").info("Ended by signal %d", number)
        window.end()
        app.exit(128 + number)

    signals.heard.connect(end)
    code: int = app.exec()
    signals.close()
    return code


def _open(window: MainWindow, args: argparse.Namespace) -> None:
    """What the command line names."""
    window.controller.algorithm = args.algorithm
    if args.lesson is not None:
        from elcs_gui.app.teaching.feature import LessonsFeature

        window.build_workspace()
        window.context.feature(LessonsFeature).open_bundled(args.lesson)
    elif args.example is not None:
        window.open_example(args.example, args.target, args.test)
    elif args.file is not None or args.network is not None:
        network = args.network if args.file else None
        window.open_path(args.file or args.network, network, args.target, args.test)


def _announce(window: MainWindow, args: argparse.Namespace) -> None:
    """The first picture says what is being opened; it is opened after that, for making room takes a while."""
    from PySide6.QtCore import QTimer

    page = window.start_page
    title = page.show_opening(args.example) or args.example or Path(args.file or args.network).name
    window.status.say(f"Opening {title} …")
    timer = QTimer(window, singleShot=True, interval=_AT_LATEST)
    timer.timeout.connect(lambda: _open(window, args))
    page.shown.connect(lambda: timer.start(0) if timer.isActive() else None)
    timer.start()


def _say(line: str) -> None:
    print(f"elcs-gui: {line}", file=sys.stderr)


def _picture(window: MainWindow, args: argparse.Namespace, *, prose: bool) -> int:
    from elcs_gui.algorithms.run_title import transcript
    from elcs_gui.app.shell.screenshot import UnknownPlace, take
    from elcs_gui.errors import ElcsError
    from elcs_gui.storage.file_kinds import is_lesson

    try:
        runs = args.file and not args.file.is_dir() and not is_lesson(args.file)
        wait = bool(args.example or args.network or runs)
        places = {"page": args.page, "chosen": args.select}
        trace = take(window, args.screenshot, args.seek, wait=wait, say=_say, **places)
        question: str = window.importing.question
    except ElcsError as error:
        print(f"elcs-gui: {error}", file=sys.stderr)
        return 2 if isinstance(error, UnknownPlace) else 1
    finally:
        window.close_now()  # a question whether to save would wait for ever
    if not prose:
        return 0
    return _print_all([*([question] if question else ()), *(transcript(trace) if trace is not None else ())])


def _print_all(lines: Iterable[str]) -> int:
    """The exit code; 0 as well where the one who reads has had enough, as `head` has."""
    from elcs_gui.commands.output import ReaderGone, checked_output
    from elcs_gui.errors import ElcsError

    try:
        with checked_output():
            for line in lines:
                print(line)
    except ReaderGone:
        return 0
    except ElcsError as error:
        _say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
