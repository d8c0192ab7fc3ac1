"""A random walk through the real window, in child processes, so that a death is seen and can be walked again:

    PYTHONPATH=. python tests/bench/monkey.py --seed 1 --actions 100000
    PYTHONPATH=. python tests/bench/monkey.py --seed 7 --actions 1000 --upto 39 --loud

Every walk has a seed of its own (1, 2, 3...) and up to `--walk` actions: all that is in the menus, clicks,
keys, the wheel, drags, files dropped and opened in the middle of something, docks, sizes, themes, settings,
dialogs while they are open, processes killed. What an action is depends on the seed, its number and the
window: so the second line walks the seventh walk again, up to its 39th action, as far as the processes beside
the window take as long as before. A finding is a death, a hang, an exception that nobody caught, or a
warning of Qt; it is printed with the actions before it, and its record goes to the folder of --findings. Exit
code 1 if there were any.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import json
import logging
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from types import BuiltinMethodType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "tests" / "files"
sys.path.insert(0, str(ROOT))

HANGS = 120
"""Seconds without an action after which a walk is ended, with the stack of what it was doing."""
TURNING = 0.05
"""Seconds after which an action that has not returned has an event loop of its own: a dialog, or a drag."""
DEEPEST = 4
"""Such loops within each other; then they are only closed."""
LAST = 12
"""Actions that are printed with a finding."""
DIED = "the program died"
QT = "elcs_gui.qt"
"""The logger of what Qt says."""
LEFT_ALONE = ("scheduler", "tls-ca", "tls-cert", "tls-key", "memory")
"""Settings that would make it talk to other machines, or ask for more memory than there is."""
EXPECTED = ("has ended by itself", "autosave cannot be read", "settings cannot be read")
"""Warnings of the log that say what the walk has done."""

HOSTILE = (
    "<b>bold</b>", "<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "a&b", "&File", "A\u202eB",
    "zero\u200bwidth", "e\u0301" * 20, "🦀👩\u200d👩\u200d👧\u200d👦", "line\nbreak", "tab\there",
    "\x1b[31mred", "=1+1", "$x_1$ \\input{/etc/passwd}", "# *md*", "%s %n {0}", "y" * 900, "שלום", "العمر",
    "../../up", "CON", "1", "NA", "a -> b", "", " ", "\x07", "血圧",
)  # fmt: skip
WORDS = (
    *HOSTILE, "0.05", "-1", "1e400", "3", "asia", "x:A", "verdict:dependent", "p<0.01", "run", "theme",
    "export", "Smoking", "0", "9" * 30,
)  # fmt: skip
KEYS = (
    *"ABCDEFGHIJKLMNOPRSTUVWXYZ01239", *(f"F{number}" for number in range(1, 11)), "Left", "Right", "Up",
    "Down", "Home", "End", "PageUp", "PageDown", "Space", "Return", "Escape", "Tab", "Backtab", "Delete",
    "Backspace", "Menu", "Plus", "Minus", "Slash", "Question", "Period", "Comma",
)  # fmt: skip
TABLES = 4
"""Files of the material that come first: those with hostile names and levels."""


def write_material(folder: Path) -> list[Path]:
    """Files to open: tables with odd names and with usual ones, sessions, traces, networks, spoiled ones."""
    import csv

    random = Random(5)
    rows = [[random.randrange(2) for _ in range(9)] for _ in range(300)]
    for row in rows:
        row[1], row[4] = row[0] ^ (random.random() < 0.1), (row[0] & row[2]) ^ (random.random() < 0.1)
        row[5] = row[4] ^ (random.random() < 0.15)
    made: list[Path] = []

    def table(name: str, heads: list[str], body: list[list[object]]) -> None:
        made.append(folder / name)
        with made[-1].open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([heads, *body])

    names = [name for name in HOSTILE if name.strip()]
    for number in range(3):
        table(f"hostile {number}.csv", [*names[8 * number :][:8], f"T{number}"], rows)  # type: ignore[arg-type]
    odd = [[names[(v + 7 * x) % len(names)] for x, v in enumerate(row)] for row in rows]
    table("levels <b>&amp; \u202egnp.csv", list("ABCDEFGHI"), odd)  # type: ignore[arg-type]
    table("usual.csv", list("ABCDEFGHI"), rows)  # type: ignore[arg-type]
    words = ("", "a", "b")
    numbers = [
        [v + random.gauss(0, 0.4) if x % 2 else words[v + (random.random() < 0.9)] for x, v in enumerate(row)]
        for row in rows
    ]
    table("mixed.csv", [f"V{x}" for x in range(9)], numbers)
    table("constant.csv", ["A", "B", "C"], [[1, x % 2, ""] for x in range(40)])
    spoiled = folder / "spoiled.csv"
    spoiled.write_bytes(b"A,B\n1,2\n\xff\xfe,3,4\n\x00" * 30)
    cut = folder / "cut.elcs"
    cut.write_bytes((FILES / "session-1.elcs").read_bytes()[:-400])
    for name in (
        "session-0.3.1.elcs",
        "session-1.elcs",
        "trace-1-asia.jsonl",
        "trace-1-earthquake.elcs",
        "script-0.3.0.csv",
    ):
        made.append(Path(shutil.copy(FILES / name, folder)))
    networks = ROOT / "resources" / "networks"
    made += [Path(shutil.copy(networks / f"{name}.bif", folder)) for name in ("asia", "sachs", "survey")]
    made += [Path(shutil.copy(ROOT / "resources" / "lessons" / "meek.md", folder))]
    return [*made, spoiled, cut, folder / "not there.csv", folder]


# ---- In the child: the walk ----


class Complaints(logging.Handler):
    """Writes what goes wrong into the record of the walk, in the place where it happened."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        if not any(known in said for known in EXPECTED):
            if record.exc_info:
                trace = logging.Formatter().formatException(record.exc_info)
                said = f"{trace.splitlines()[-1]}: {said}\n{trace}"
            elif record.name == QT:  # which does not say what called it
                said = "\n".join([said, *traceback.format_stack(limit=16)])
            self._tell(said)


class Walk:
    """Acts on one window, from its own event loop and from those that open within."""

    def __init__(
        self, app: Any, window: Any, seed: int, actions: int, material: list[Path], record: Any
    ) -> None:
        self.app, self.window, self.seed, self.actions = app, window, seed, actions
        self.material, self._record = material, record
        self.number = self.depth = 0
        self.random = Random(f"{seed}")
        self._began = 0.0
        self._over = self._leaving = False
        logging.getLogger().addHandler(Complaints(lambda said: self._tell("!", said)))
        app.aboutToQuit.connect(self._stop)
        self._replace_questions()
        self._wait()

    # When

    def _wait(self) -> None:
        from PySide6.QtCore import QTimer

        QTimer.singleShot(self.random.choice((0, 0, 0, 0, 0, 0, 0, 0, 5, 30)), self._tick)

    def _tick(self) -> None:
        if self._over:
            return
        self._wait()
        if self.depth and time.monotonic() - self._began < TURNING:
            return
        if self.number >= self.actions:
            self._end()
            return
        self.number += 1
        self.random = Random(f"{self.seed} {self.number}")
        faulthandler.dump_traceback_later(HANGS, exit=True)
        self._began = time.monotonic()
        self.depth += 1
        try:
            self._act()
        finally:
            self.depth -= 1

    def _stop(self) -> None:
        self._over = True

    def _end(self) -> None:
        """Close whatever is open, from inside to outside, then the window."""
        if self.depth:
            if not self._leaving:  # this is called again in the turns of the event loop that leaving takes
                self._leaving = True
                try:
                    self._leave()
                finally:
                    self._leaving = False
            return
        self._over = True
        self._tell(".", "the end")
        self.window.close_now()
        self.app.exit(0)

    def _tell(self, mark: str, what: str) -> None:
        self._record.write(json.dumps([mark, self.number, self.depth, what]) + "\n")
        self._record.flush()

    # What

    def _act(self) -> None:
        from PySide6.QtWidgets import QFileDialog

        popup, modal = self.app.activePopupWidget(), self.app.activeModalWidget()
        if isinstance(modal, QFileDialog):
            self._answer_file_dialog(modal)
        elif self.depth > DEEPEST or ((popup or modal) and self.random.random() < 0.25):
            self._leave()
        else:
            acts, weights = zip(*self._acts(closed_in=bool(popup or modal)), strict=True)
            self.random.choices(acts, weights)[0]()

    def _acts(self, *, closed_in: bool) -> list[tuple[Callable[[], None], float]]:
        inputs = [
            (self._click, 34.0), (self._press_key, 12.0), (self._type, 4.0), (self._wheel, 5.0),
            (self._drag, 7.0), (self._hover, 3.0),
        ]  # fmt: skip
        return inputs if closed_in else [
            *inputs,
            (self._trigger, 22.0), (self._open, 2.5), (self._drop, 0.7), (self._resize, 1.5),
            (self._switch_theme, 0.7), (self._change_setting, 1.5), (self._dock, 1.5),
            (self._answer_bar, 3.0), (self._close_other, 1.5), (self._settle, 1.5), (self._collect, 0.7),
            (self._window_state, 0.6),
            (self._kill_process, 0.15), (self._go_back_to_work, 2.0), (self._close_window, 0.08),
            (self._save, 0.5),
        ]  # fmt: skip

    def _trigger(self) -> None:
        enabled = [id for id, action in self.window.live.items() if action.isEnabled()]
        id = self.random.choice(enabled)
        if id != "quit" or self.random.random() < 0.1:
            self._tell("", f"action {id}")
            self.window.live[id].trigger()

    def _open(self) -> None:
        from elcs_gui.data.examples import examples

        if self.random.random() < 0.4:
            id = self.random.choice(examples()).id
            self._tell("", f"example {id}")
            self.window.open_example(id)
        else:
            path = self.random.choice(self.material[:TABLES] if self.random.random() < 0.4 else self.material)
            self._tell("", f"open {path.name}")
            self.window.open_path(path)

    def _drop(self) -> None:
        paths = self.random.sample(self.material, self.random.choice((1, 1, 2, 3)))
        self._tell("", f"drop {[path.name for path in paths]}")
        self.window.build_workspace()
        self.window.open_dropped(paths)

    def _resize(self) -> None:
        width, height = self.random.choice(
            ((1440, 900), (1280, 720), (900, 620), (700, 400), (2200, 1300), (1024, 768), (1100, 2000))
        )
        self._tell("", f"resize {width} x {height}")
        self.window.resize(width, height)

    def _switch_theme(self) -> None:
        from elcs_gui.app.kit.theme import THEMES

        self.window.settings.theme = self.random.choice([*THEMES, "system"])
        self._tell("", f"theme {self.window.settings.theme}")

    def _change_setting(self) -> None:
        from elcs_gui.app.model.setting_table import SETTINGS

        setting = self.random.choice([each for each in SETTINGS if each.id not in LEFT_ALONE])
        if isinstance(setting.default, bool):
            value: object = self.random.random() < 0.5
        elif setting.choices:
            value = self.random.choice([value for value, _ in setting.choices])
        else:
            value = self.random.choice(
                ("0.05", "0.5", "x", " ".join(word for word, _ in setting.several[::2]))
            )
        self._tell("", f"setting {setting.id} = {value}")
        self.window.settings.set(setting.id, value)

    def _dock(self) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtWidgets import QDockWidget

        docks = self.window.findChildren(QDockWidget)
        if not docks:
            return
        dock, areas = self.random.choice(docks), Qt.DockWidgetArea
        sides = (areas.LeftDockWidgetArea, areas.RightDockWidgetArea, areas.BottomDockWidgetArea)
        acts: dict[str, Callable[[], object]] = {
            "float": lambda: dock.setFloating(not dock.isFloating()),
            "close": dock.close,
            "show": lambda: self.window.show_panel(dock.windowTitle()),
            "toggle": dock.toggleViewAction().trigger,
            "raise": dock.raise_,
            "move": lambda: self.window.addDockWidget(self.random.choice(sides), dock),
        }
        what = self.random.choice(list(acts))
        self._tell("", f"dock {dock.windowTitle()}: {what}")
        acts[what]()

    def _answer_bar(self) -> None:
        from PySide6.QtWidgets import QPushButton

        buttons = [each for each in self.window.messages.findChildren(QPushButton) if each.isVisible()]
        if buttons:
            button = self.random.choice(buttons)
            self._tell("", f"message bar: {button.text()}")
            button.click()

    def _close_other(self) -> None:
        others = [each for each in self.app.topLevelWidgets() if each is not self.window and each.isVisible()]
        if others:
            other = self.random.choice(others)
            self._tell("", f"close {described(other)}")
            other.close()

    def _settle(self) -> None:
        """Let what is computing come in."""
        until = time.monotonic() + self.random.choice((0.1, 0.3, 1.0))
        self._tell("", "wait")
        while time.monotonic() < until and not (self.window.settled or self._over):
            self._began = time.monotonic()  # no event loop of a dialog
            self.app.processEvents()
            time.sleep(0.005)

    def _collect(self) -> None:
        self._tell("", "collect garbage")
        gc.collect()

    def _window_state(self) -> None:
        state = self.random.choice(
            ("showMinimized", "showMaximized", "showFullScreen", "showNormal", "showNormal", "hide")
        )
        self._tell("", state)
        getattr(self.window, state)()
        if state == "hide":
            self.app.processEvents()
            self.window.show()

    def _kill_process(self) -> None:
        process = self.random.choice((self.window.session.worker, self.window.inquiry_client.process))
        if process.pid is not None:
            self._tell("", f"kill {process._name}")
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)

    def _go_back_to_work(self) -> None:
        if not self.window.working and self.window.player.trace is not None:
            self._tell("", "show the workspace")
            self.window.show_workspace()

    def _save(self) -> None:
        if self.window.workspace is not None:
            path = self.material[-1] / f"saved {self.random.randrange(2)}.elcs"
            self._tell("", f"save {path.name}, autosave")
            if self.window.session.runs.current is not None:
                self.window.session_files.write(path)
            self.window.autosaving.autosave()

    def _close_window(self) -> None:
        self._tell("", "close the window")
        self.window.close()

    # Mouse and keys, through Qt's own windows: popups and dialogs come first, as for a user

    def _top(self) -> Any:
        """The widget whose window the next input goes to."""
        top = self.app.activePopupWidget() or self.app.activeModalWidget()
        if top is None:
            others = [
                each for each in self.app.topLevelWidgets() if each.isVisible() and each is not self.window
            ]
            top = self.random.choice(others) if others and self.random.random() < 0.3 else self.window
        return top

    def _place(self, top: Any) -> tuple[Any, Any]:
        """Somewhere in it: a widget in sight and a point, as the window counts."""
        from PySide6.QtCore import QPoint
        from PySide6.QtWidgets import QLabel, QWidget

        if self.random.random() < 0.75:
            inside = [each for each in top.findChildren(QWidget) if each.isVisible()]
            if self.random.random() < 0.7:
                inside = [each for each in inside if type(each) not in (QLabel, QWidget)] or inside
            for _ in range(6):
                widget = self.random.choice(inside) if inside else top
                seen = widget.visibleRegion().boundingRect()
                if not seen.isEmpty():
                    point = seen.topLeft() + QPoint(
                        self.random.randrange(seen.width()), self.random.randrange(seen.height())
                    )
                    return widget, widget.mapTo(widget.window(), point)
        return top, QPoint(
            self.random.randrange(max(top.width(), 1)), self.random.randrange(max(top.height(), 1))
        )

    def _aim(self) -> tuple[Any, Any, str] | None:
        """A window of Qt, a point in it, and what is there."""
        top = self._top()
        widget, point = self._place(top)
        handle = widget.window().windowHandle()
        if not handle_lives(handle):
            return None
        return handle, within(handle, point), described(widget)

    def _modifiers(self) -> Any:
        from PySide6.QtCore import Qt

        kinds = Qt.KeyboardModifier
        return self.random.choice(
            (*[kinds.NoModifier] * 7, kinds.ControlModifier, kinds.ShiftModifier, kinds.AltModifier)
        )

    def _click(self) -> None:
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        aim = self._aim()
        if aim is None:
            return
        handle, point, what = aim
        buttons = Qt.MouseButton
        button = self.random.choices(
            (buttons.LeftButton, buttons.RightButton, buttons.MiddleButton), (8, 2, 0.3)
        )[0]
        twice, modifiers = self.random.random() < 0.15, self._modifiers()
        self._tell("", f"{'double ' * twice}{button.name} at {point.x()}, {point.y()}: {what}")
        # Each by itself: what is pressed may close its window, and QTest would go on with that.
        act: Callable[..., None]
        for act in (QTest.mousePress, QTest.mouseRelease, *[QTest.mousePress, QTest.mouseRelease] * twice):
            if handle_lives(handle):
                act(handle, button, modifiers, within(handle, point))  # which a press may make smaller

    def _hover(self) -> None:
        from PySide6.QtTest import QTest

        aim = self._aim()
        if aim is not None:
            handle, point, what = aim
            self._tell("", f"move to {point.x()}, {point.y()}: {what}")
            QTest.mouseMove(handle, point)

    def _drag(self) -> None:
        from PySide6.QtCore import QPoint, Qt
        from PySide6.QtTest import QTest

        aim = self._aim()
        if aim is None:
            return
        handle, point, what = aim
        self._tell("", f"drag from {point.x()}, {point.y()}: {what}")
        button, modifiers = Qt.MouseButton.LeftButton, self._modifiers()
        far = QPoint(self.random.randint(-300, 300), self.random.randint(-200, 200))
        QTest.mousePress(handle, button, modifiers, point)
        for part in (0.1, 0.5, 1.0):
            if handle_lives(handle):
                QTest.mouseMove(handle, within(handle, point + far * part))
        if handle_lives(handle):
            QTest.mouseRelease(handle, button, modifiers, within(handle, point + far))

    def _wheel(self) -> None:
        from PySide6.QtCore import QPoint, QPointF, Qt
        from PySide6.QtGui import QWheelEvent

        top = self._top()
        widget, point = self._place(top)
        inside = widget.mapFrom(widget.window(), point)
        turned = QPoint(0, self.random.choice((-600, -120, -15, 15, 120, 600)))
        self._tell("", f"wheel {turned.y()}: {described(widget)}")
        event = QWheelEvent(
            QPointF(inside), QPointF(widget.mapToGlobal(inside)), QPoint(), turned, Qt.MouseButton.NoButton,
            self._modifiers(), Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        self.app.sendEvent(widget, event)

    def _key_window(self) -> Any:
        top = (
            self.app.activePopupWidget()
            or self.app.activeModalWidget()
            or self.app.activeWindow()
            or self.window
        )
        return top.windowHandle()

    def _press_key(self) -> None:
        from PySide6.QtCore import Qt

        handle = self._key_window()
        if not handle_lives(handle):
            return
        key, modifiers = getattr(Qt.Key, f"Key_{self.random.choice(KEYS)}"), self._modifiers()
        if self.app.activePopupWidget():  # Alt closes it, and QTest goes on with its window, which is gone
            modifiers = Qt.KeyboardModifier.NoModifier
        self._tell("", f"key {modifiers.name} {key.name}")
        for _ in range(self.random.choice((1, 1, 1, 5))):
            self._strike(handle, key, modifiers)

    def _strike(self, handle: Any, *key: Any) -> None:
        from PySide6.QtTest import QTest

        for act in (QTest.keyPress, QTest.keyRelease):  # the window may be gone in between
            if handle_lives(handle):
                act(handle, *key)

    def _type(self) -> None:
        """Into whatever has the focus; where that takes text, at once."""
        from PySide6.QtGui import QInputMethodEvent

        widget = self.app.focusWidget()
        if widget is not None:
            words = self.random.choice(WORDS)
            self._tell("", f"type {words[:40]!r} into {described(widget)}")
            event = QInputMethodEvent("", [])
            event.setCommitString(words)
            self.app.sendEvent(widget, event)

    # Dialogs and menus

    def _leave(self) -> None:
        """Close the innermost popup or dialog, some way or other; a drag is given up."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest
        from PySide6.QtWidgets import QDialog, QMenu

        popup, modal = self.app.activePopupWidget(), self.app.activeModalWidget()
        top = popup or modal
        self._tell("", f"leave {described(top) if top else 'whatever it is'}")
        if isinstance(popup, QMenu) and self.random.random() < 0.7:
            actions = [each for each in popup.actions() if each.isEnabled() and not each.isSeparator()]
            if actions:
                popup.setActiveAction(self.random.choice(actions))
                self._strike(popup.windowHandle(), Qt.Key.Key_Return)
                return
        if top is None:
            handle = self.window.windowHandle()
            if handle is not None:
                QTest.keyClick(handle, Qt.Key.Key_Escape)
                QTest.mouseRelease(handle, Qt.MouseButton.LeftButton)
        elif isinstance(top, QDialog) and self.random.random() < 0.5:
            (top.accept if self.random.random() < 0.5 else top.reject)()
        else:
            top.close()

    def _answer_file_dialog(self, dialog: Any) -> None:
        """Nothing else is done in one: it could rename and delete files."""
        from PySide6.QtWidgets import QFileDialog

        dialog.setOption(QFileDialog.Option.ReadOnly)
        path = self.random.choice(self.material)
        if self.random.random() < 0.6:
            self._tell("", f"file dialog: {path.name}")
            dialog.setDirectory(str(self.material[-1]))
            dialog.selectFile(str(path))
            dialog.accept()
        else:
            self._tell("", "file dialog: cancel")
            dialog.reject()

    def _replace_questions(self) -> None:
        """Most files are chosen without Qt's dialog, which is slow; nothing is opened outside the program."""
        from PySide6.QtGui import QDesktopServices
        from PySide6.QtWidgets import QFileDialog

        QDesktopServices.openUrl = staticmethod(lambda _: self.random.random() < 0.8)
        folder = self.material[-1]
        answers: dict[str, Callable[..., object]] = {
            "getOpenFileName": lambda *_, **__: (str(self.random.choice((*self.material, ""))), ""),
            "getSaveFileName": lambda *given, **__: (self._new_file(folder, given), ""),
            "getExistingDirectory": lambda *_, **__: self.random.choice(
                ("", str(folder), str(folder / "out"))
            ),
        }
        for name, answer in answers.items():
            ask = getattr(QFileDialog, name)
            chosen = staticmethod(
                lambda *given, ask=ask, answer=answer, **named:
                    answer(*given, **named) if self.random.random() < 0.9 else ask(*given, **named)
            )  # fmt: skip
            setattr(QFileDialog, name, chosen)

    def _new_file(self, folder: Path, given: tuple[Any, ...]) -> str:
        suggested = Path(str(given[2]) if len(given) > 2 else "file.txt").name
        return self.random.choice(
            (str(folder / "out" / suggested), str(folder / suggested), "/dev/full", "", "/proc/x/y")
        )


def handle_lives(handle: Any) -> bool:
    from shiboken6 import isValid

    return handle is not None and bool(isValid(handle)) and handle.isVisible()


def within(handle: Any, point: Any) -> Any:
    from PySide6.QtCore import QPoint

    return QPoint(min(max(point.x(), 0), handle.width() - 1), min(max(point.y(), 0), handle.height() - 1))


def described(widget: Any) -> str:
    given = (getattr(widget, name, None) for name in ("text", "windowTitle"))
    words = next((word() for word in given if isinstance(word, BuiltinMethodType)), "")
    return f"{type(widget).__name__} {widget.objectName()} {str(words)[:40]!r}"


def be_walked(args: argparse.Namespace) -> int:
    """In the child: the program itself, as `elcs-gui` starts it, and a walk on its window."""
    from elcs_gui import gui
    from elcs_gui.app.model import child_process
    from tests.forking import fork_server

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable()
    child_process.CONTEXT = fork_server()
    folder = Path.cwd()
    (folder / "out").mkdir()
    material = write_material(folder)
    random = Random(f"before {args.seed}")
    leave_behind(Path(os.environ["XDG_STATE_HOME"]) / "elcs-explorer", random)
    record = Path(args.child).open("a", encoding="utf-8")  # noqa: SIM115  until the program ends
    make, walks = gui.make_window, []

    def make_and_walk(*given: Any) -> Any:
        app, window = make(*given)
        walks.append(Walk(app, window, args.seed, args.upto or args.actions, material, record))
        return app, window

    gui.make_window = make_and_walk
    return gui.main(
        random.choice(([], [], ["--example", "asia"], [str(random.choice(material))], ["--projector"]))
    )


def leave_behind(state: Path, random: Random) -> None:
    """What an earlier start may have left: autosaves, whole and damaged."""
    autosaves = state / "autosave"
    autosaves.mkdir(parents=True)
    if random.random() < 0.4:
        shutil.copy(FILES / "session-0.3.1.elcs", autosaves / "1-crashed.elcs")
    if random.random() < 0.2:
        (autosaves / "2-crashed.elcs").write_bytes((FILES / "session-1.elcs").read_bytes()[:-400])


# ---- In the parent: one child after the other ----


def walk(seed: int, actions: int, args: argparse.Namespace) -> tuple[int, list[str]]:
    """One walk: how many actions it had, and what was found."""
    with tempfile.TemporaryDirectory(prefix="elcs-walk-") as made:
        folder, record = Path(made), Path(made) / "record.jsonl"
        record.touch()
        home = folder / "home"
        home.mkdir()
        own = {
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"),
            "PYTHONPATH": str(ROOT),
            "ELCS_KERNEL": "numpy",
            "OMP_NUM_THREADS": "1",
        }
        if not args.screen:
            own["QT_QPA_PLATFORM"] = "offscreen"
        upto = ["--upto", str(args.upto)] if args.upto else []
        numbers = ["--seed", str(seed), "--actions", str(actions), *upto]
        command = [sys.executable, __file__, "--child", str(record), *numbers]
        if args.native:
            command = [
                "gdb",
                "-q",
                "-batch",
                "-ex",
                "handle SIGPIPE nostop",
                "-ex",
                "run",
                "-ex",
                "bt",
                "--args",
                *command,
            ]
        (folder / "walk").mkdir()
        ended = subprocess.run(
            command,
            cwd=folder / "walk",
            env=os.environ | own,
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        told = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
        found = findings(told, ended, folder)
        if args.loud:
            print("\n".join(f"{number:6} {'. ' * depth}{mark} {what}" for mark, number, depth, what in told))
        if found:
            keep(seed, record, ended.stderr, folder, args.findings)
    return max((number for _, number, _, _ in told), default=0), found


def findings(told: list[list[Any]], ended: subprocess.CompletedProcess[bytes], folder: Path) -> list[str]:
    """What went wrong, each with the actions before it."""
    found, before = [], deque[str](maxlen=LAST)
    for mark, number, depth, what in told:
        if mark == "!":
            found.append("\n".join([what, *before]))
        else:
            before.append(f"    {number:6} {'. ' * (depth - 1)}{what}")
    native = [line for line in ended.stdout.decode(errors="replace").splitlines() if line.startswith("#")]
    if native:
        found.append("\n".join([f"{DIED}, in {native[0]}", *native[:30], *before]))
    elif b"exited normally" in ended.stdout:
        pass  # below gdb, whose own exit code says nothing
    elif ended.returncode not in (0, 1) or not told:
        stack = ended.stderr.decode(errors="replace")[-4000:]
        found.append("\n".join([f"{DIED} ({ended.returncode})", stack, *before]))
    elif ended.returncode == 1:
        found.append("\n".join(["exit code 1", ended.stderr.decode(errors="replace")[-3000:], *before]))
    for path in sorted((folder / "state" / "elcs-explorer" / "log").glob("elcs-*.log*")):
        said = path.read_text(encoding="utf-8", errors="replace")
        if " ERROR " in said or " CRITICAL " in said or "Fatal" in said:
            found.append(f"{path.name}:\n{said[-3000:]}")
    return found


def keep(seed: int, record: Path, said: bytes, folder: Path, findings: Path) -> None:
    findings.mkdir(parents=True, exist_ok=True)
    shutil.copy(record, findings / f"walk-{seed}.jsonl")
    (findings / f"walk-{seed}.stderr").write_bytes(said)
    logs = folder / "state" / "elcs-explorer" / "log"
    if logs.is_dir():
        shutil.copytree(logs, findings / f"walk-{seed}-log", dirs_exist_ok=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first walk (default 1)")
    parser.add_argument("--actions", type=int, default=2000, help="in all (default 2000)")
    parser.add_argument("--walk", type=int, default=1000, help="at most so many in a walk (default 1000)")
    parser.add_argument("--upto", type=int, help="end the walk after this action")
    parser.add_argument(
        "--screen", action="store_true", help="on the screen there is (under xvfb-run) instead of offscreen"
    )
    parser.add_argument("--native", action="store_true", help="below gdb, for the stack of C++ where it dies")
    parser.add_argument("--loud", action="store_true", help="print all actions")
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "elcs-walks")
    parser.add_argument("--smoke", action="store_true", help="one short walk")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        return be_walked(args)
    if args.smoke:
        args.actions = args.walk = 60
    done, seed, counts = 0, args.seed, Counter[str]()
    started = time.monotonic()
    while done < args.actions:
        acted, found = walk(seed, min(args.walk, args.actions - done), args)
        done += max(acted, 1)
        for each in found:
            head = each.split("\n", 1)[0]
            counts[head] += 1
            if counts[head] <= 3:
                print(f"walk {seed}: {each}\n", flush=True)
        rate = done / (time.monotonic() - started)
        print(
            f"walk {seed}: {acted:,} actions; {done:,} in all, {rate:.0f}/s, {counts.total()} findings",
            flush=True,
        )
        seed += 1
        if args.upto:
            break
    for head, count in counts.most_common():
        print(f"{count:6,} x {head}")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
