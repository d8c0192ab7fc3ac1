"""Kills the processes of a window with -9, at random moments of what they do: does all go on as before?

    python -m tests.app.shell.killing_processes worker|inquiries FOLDER KILLS [forked]

With `forked` the next process is there at once; otherwise it is spawned, as the program does it.
It is killed more often if too few of the kills came in the middle of something. Prints one JSON object: how
often it was killed, how often in the middle, how long it took until the next process was there, and what went
wrong.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path

from PySide6.QtWidgets import QApplication

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model import child_process
from elcs_gui.app.model.child_process import ChildProcess, Deaths, State
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.trace.trace import Header
from elcs_gui.worker.inquiry_process import (
    BlameTarget,
    ExploreAlpha,
    Inquiry,
    InquiryProgress,
    MeasureStability,
)
from elcs_gui.worker.program_log import keep_log, newest
from tests.forking import fork_server
from tests.imported import clean
from tests.stress import often

PATIENCE = 120.0
WITHIN = 0.2
"""Seconds of a run, or of opening a file, in which the worker is killed."""
REPLICATES = often(40, suite=12)
ENOUGH = 2
"""Kills in the middle of something, or all there are."""
SEED = 140


class Killing:
    """A window, one of whose processes is killed again and again."""

    def __init__(self, window: MainWindow, process: ChildProcess) -> None:
        self.window, self.process = window, process
        self.chance = random.Random(SEED)
        self.wrong: list[str] = []
        self.kills = self.in_the_middle = 0
        self.slowest = 0.0
        minutes = count(0, 100)  # or it would not be started again
        process._deaths = Deaths(lambda: float(next(minutes)))

    def rounds(self, kills: int) -> Iterator[int]:
        """Their numbers: so many, and more until enough came in the middle of something."""
        while self.kills < kills or self.in_the_middle < min(ENOUGH, kills):
            yield self.kills
            self.kills += 1

    def kill(self, within: float, *, is_back: Callable[[], bool] = lambda: True) -> None:
        """At a moment from now on; returns when the next process is there."""
        moment = time.monotonic() + self.chance.uniform(0, within)
        while time.monotonic() < moment:
            QApplication.processEvents()
        before = self.process.pid
        assert before is not None
        own = children(before)
        os.kill(before, signal.SIGKILL)
        killed = time.monotonic()
        until(lambda: self.process.pid not in (None, before) and is_back())
        self.slowest = max(self.slowest, time.monotonic() - killed)
        self.check(self.process.state is State.RUNNING, "it was not started again")
        said = self.window.messages.text
        self.check(self.window.messages.isVisible() and "ended by itself" in said, f"it said {said!r}")
        until(lambda: not [pid for pid in own if Path("/proc", str(pid)).exists()])

    def press(self, words: str) -> bool:
        """The button in the message bar, if it is there."""
        for button in self.window.messages._choices:
            if button.text() == words:
                self.in_the_middle += 1
                button.click()
                return True
        return False

    def check(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.wrong.append(otherwise)


def until(condition: Callable[[], bool]) -> None:
    """Let the window work until it holds."""
    latest = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < latest, "waited in vain"
        QApplication.processEvents()
        time.sleep(0.001)


def children(pid: int) -> list[int]:
    """Of a process: those it has started."""
    found: list[int] = []
    for listed in Path("/proc", str(pid), "task").glob("*/children"):
        found += [int(number) for number in listed.read_text(encoding="ascii").split()]
    return found


def kill_worker(window: MainWindow, folder: Path, kills: int) -> Killing:
    """While it runs, opens an example, or looks at a file and reads it."""
    session = window.session
    table = clean(folder, rows=3000)

    def is_still() -> bool:
        current = session.runs.current
        return current is not None and current.finished and not (session.running or session.opening)

    def fresh(number: int) -> Header:
        assert session.header is not None
        target = killing.chance.randrange(len(session.header.names))
        # So many wrong links that it takes a while; and a test of its own, so that no answer is known.
        return replace(session.header, target=target, alpha=0.1, rows_per_cell=1 + number / 1024, k=None)

    def check_run() -> None:
        assert session.source is not None and session.header is not None
        alone = learn(session.source.evidence(session.header), session.header).trace
        killing.check(session.trace == alone, f"another run than without a kill: {session.header}")

    window.open_example("alarm", test="g2")
    until(is_still)
    killing = Killing(window, session.worker)
    for number in killing.rounds(kills):
        before = session.source
        assert before is not None
        doing = killing.chance.choice(["run", "run", "run", "example", "table"])
        if before.title == table.name or doing == "example":
            window.open_example(killing.chance.choice(["insurance", "alarm"]), test="g2")
        elif doing == "run":
            window.run(fresh(number))
        else:
            window.open_path(table)
        killing.kill(WITHIN, is_back=lambda: not session.resuming.busy)
        lost = "lost" in window.messages.text
        if lost:
            killing.check(session.source is before, "other data were open")
        repeated = killing.press("Repeat the run")
        killing.in_the_middle += lost and not repeated
        until(is_still)
        check_run()
        window.run(fresh(number + 100))
        until(is_still)
        check_run()
    return killing


def kill_inquiries(window: MainWindow, folder: Path, kills: int) -> Killing:
    """While it explores alpha, looks for blame or measures stability, with own processes or without."""
    session, inquiry_client = window.session, window.inquiry_client
    window.open_example("asia", "dysp", "g2")
    until(lambda: session.header is not None and not session.running and not session.opening)
    source, header = session.source, session.header
    assert source is not None and header is not None
    told: list[InquiryProgress] = []
    inquiry_client.progressed.connect(told.append)
    killing = Killing(window, inquiry_client.process)

    def answer() -> object:
        until(lambda: bool(told) and told[-1].done)
        return told[-1].result

    def ask(inquiry: Inquiry) -> None:
        told.clear()
        inquiry_client.ask(source, inquiry)

    @cache
    def alone(inquiry: Inquiry) -> tuple[object, float]:
        """The answer where nothing is killed, and how long it takes."""
        began = time.monotonic()
        ask(inquiry)
        return answer(), time.monotonic() - began

    questions: list[Inquiry] = [
        MeasureStability(header, replicates=REPLICATES, place=2),
        ExploreAlpha(header, 1e-3, 0.1),
        BlameTarget(header),
        MeasureStability(header, replicates=REPLICATES),
    ]
    for number in killing.rounds(kills):
        inquiry = questions[number % len(questions)]
        right, takes = alone(inquiry)
        ask(inquiry)
        killing.kill(1.2 * takes, is_back=lambda: inquiry_client.busy is None)
        killing.press("Look again")
        killing.check(answer() == right, f"another answer than without a kill: {inquiry}")
    return killing


def main(what: str, folder: Path, kills: int) -> dict[str, object]:
    app = QApplication([])
    keep_log(folder / "log")
    window = MainWindow(Settings(folder / "settings.ini"), LIGHT)
    window.show()
    try:
        killing = {"worker": kill_worker, "inquiries": kill_inquiries}[what](window, folder, kills)
    finally:
        window.close()
        app.processEvents()
    bad = [
        line for line in newest(folder / "log", 100_000).splitlines() if "ERROR" in line or "CRITICAL" in line
    ]
    return {
        "kills": killing.kills,
        "in the middle": killing.in_the_middle,
        "slowest": round(killing.slowest, 2),
        "wrong": killing.wrong + bad,
    }


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["ELCS_UNSAVED"] = "discard"
    if sys.argv[4:] == ["forked"]:
        child_process.CONTEXT = fork_server()
    print(json.dumps(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))))
