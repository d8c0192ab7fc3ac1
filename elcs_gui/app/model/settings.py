"""What is remembered between two starts: settings, the window's places, recent files. Plain values only."""

from __future__ import annotations

import glob
import json
import logging
import re
import shutil
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from elcs_gui.app.kit.theme import CONTRAST, DARK, LIGHT, THEMES, Theme
from elcs_gui.app.model.setting_table import BY_ID, Value
from elcs_gui.data.tables.address import full_path

if TYPE_CHECKING:  # the start page does not wait for the engine
    from elcs_gui.parallel.cluster import Scheduler

MOST_RECENT = 8
LONGEST_PLAN = 8_000
"""Letters of a plan that is remembered."""
WRITTEN_AFTER = 30_000
"""Milliseconds until the list of recent files is written."""
_LINE = re.compile(r"\s*(?:[;#].*|\[[^\]]+\]\s*|[^=]+=.*)?", re.DOTALL)
"""Of a settings file: a remark, a group, or a value."""
_DAMAGED = ".damaged-"
_log = logging.getLogger(__name__)


class Settings(QObject):
    """The user's settings; `path` names a file for tests, else the system's usual place is used."""

    changed = Signal(str)
    """The id of a setting that has another value now."""

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self.state_folder = state_folder(path)
        """Where a program keeps what is not the user's own: autosaves, the log."""
        self._file = path or _usual_file()
        if is_damaged(self._file):  # Qt would write a new one in its place
            self._put_aside()
        self._store = _store(path)
        self._writing = QTimer(self, singleShot=True)
        self._writing.timeout.connect(self._store.sync)

    @property
    def damaged(self) -> list[Path]:
        """Settings files that could not be read, under the names by which they are kept."""
        return sorted(self._file.parent.glob(f"{glob.escape(self._file.name)}{_DAMAGED}*"))

    def _put_aside(self, key: str = "") -> None:
        """Keep the file by another name: all of it cannot be read, or what stands there by this key."""
        number = 1
        while (aside := self._file.with_name(f"{self._file.name}{_DAMAGED}{number}")).exists():
            number += 1
        try:
            if key:
                shutil.copy2(self._file, aside)
            else:
                self._file.replace(aside)
        except OSError as error:
            _log.warning("The settings cannot be read, nor kept by another name: %s", error)
            return
        what = f"{key!r} in the settings" if key else "The settings"
        _log.warning("%s cannot be read; the file is kept as %s", what, aside)

    def get(self, id: str) -> Value:
        """What is set, or the default."""
        setting = BY_ID[id]
        return setting.checked(self._store.value(id, setting.default))

    def set(self, id: str, value: Value) -> None:
        """Remember a value, and tell if it is another one."""
        before, after = self.get(id), BY_ID[id].checked(value)
        if before != after:
            self._store.setValue(id, after)
            self.changed.emit(id)

    @property
    def theme(self) -> str:
        """The name of a theme, or system."""
        return str(self.get("theme"))

    @theme.setter
    def theme(self, name: str) -> None:
        self.set("theme", name)

    @property
    def reduced_motion(self) -> bool:
        return bool(self.get("reduced-motion"))

    @reduced_motion.setter
    def reduced_motion(self, reduced: bool) -> None:
        self.set("reduced-motion", reduced)

    @property
    def projector_scale(self) -> float:
        return float(self.get("projector-scale"))

    @property
    def hidden_columns(self) -> frozenset[str]:
        """Columns of the log the user does not want to see."""
        return frozenset(str(self.get("hidden-columns")).split())

    @property
    def export_choices(self) -> object:
        """What was exported last and how, as it was kept; see `elcs_gui.app.exporting.choices`."""
        return self._read("export", {})

    @export_choices.setter
    def export_choices(self, record: object) -> None:
        self._store.setValue("export", json.dumps(record))

    @property
    def lessons(self) -> object:
        """How far lessons have come, and who learns, as it was kept; see `elcs_gui.app.teaching.progress`."""
        return self._read("lessons", {})

    @lessons.setter
    def lessons(self, record: object) -> None:
        self._write("lessons", record)

    @property
    def scheduler(self) -> Scheduler | None:
        """The cluster by which long work is done; None where none is named."""
        address, *files = (str(self.get(id)) for id in ("scheduler", "tls-ca", "tls-cert", "tls-key"))
        if not address:
            return None
        from elcs_gui.parallel.cluster import Scheduler

        return Scheduler(address, *(file or None for file in files))

    def save_window(self, geometry: QByteArray, state: QByteArray) -> None:
        self._store.setValue("geometry", geometry)
        if not state.isEmpty():
            self._store.setValue("state", state)
        self._writing.stop()
        self._store.sync()

    def window(self) -> tuple[QByteArray, QByteArray]:
        """Geometry and state of the last time; empty if there was none."""
        found = (self._store.value("geometry"), self._store.value("state"))
        geometry, state = (value if isinstance(value, QByteArray) else QByteArray() for value in found)
        return geometry, state

    def forget_window(self) -> None:
        self._store.remove("geometry")
        self._store.remove("state")

    def recent(self) -> list[tuple[str, str, str]]:
        """Files opened lately, newest first: path, a line on what it is, when. Some may be gone by now."""
        try:
            return [(str(path), str(line), str(when)) for path, line, when in self._read("recent", [])]
        except (ValueError, TypeError):
            return []  # written by another version, or by hand

    def add_recent(self, path: Path, line: str) -> None:
        """Remember a file that was opened."""
        here = str(full_path(path))
        rows = [(here, line, date.today().isoformat())]
        rows += [row for row in self.recent() if row[0] != here]
        self._write("recent", rows[:MOST_RECENT])

    def import_of(self, path: Path) -> tuple[str, object] | None:
        """How a file was read when it was last open: the fingerprint of its columns, and the plan as JSON."""
        found = self._kept("imports").get(str(full_path(path)))
        return (str(found[0]), found[1]) if isinstance(found, list) and len(found) == 2 else None

    def remember_import(self, path: Path, columns: str, plan: object) -> None:
        """Read that file like that again, as long as it is among the latest; long plans are not kept."""
        here = str(full_path(path))
        kept = {there: entry for there, entry in self._kept("imports").items() if there != here}
        if len(json.dumps(plan)) <= LONGEST_PLAN:
            kept[here] = [columns, plan]
        self._write("imports", dict(list(kept.items())[-MOST_RECENT:]))

    def drawing(self) -> object:
        """The network that was drawn last, as JSON; None if there is none."""
        return self._read("drawing", None)

    def remember_drawing(self, drawing: object) -> None:
        """It may be in no file."""
        self._write("drawing", drawing)

    def own_examples(self) -> dict[str, Any]:
        """The networks that the user has put on the start page, by their titles: drawings as JSON."""
        return self._kept("own_examples")

    def keep_example(self, title: str, drawing: object) -> None:
        """Put one on the start page, or, with nothing to draw, take it off."""
        self._keep("own_examples", title, drawing)

    def unsaved_lesson(self, path: Path) -> str | None:
        """The text of a lesson file with the changes that were not saved; None if there are none."""
        found = self._kept("unsaved_lessons").get(str(path))
        return found if isinstance(found, str) else None

    def keep_unsaved_lesson(self, path: Path, text: str | None) -> None:
        """Have its changes when it is opened again, or, without a text, no longer."""
        self._keep("unsaved_lessons", str(path), text)

    def _kept(self, key: str) -> dict[str, Any]:
        """What is kept by names, as JSON."""
        found = self._read(key, {})
        return {str(name): said for name, said in found.items()} if isinstance(found, dict) else {}

    def _keep(self, key: str, name: str, said: object) -> None:
        """Keep it by its name, last; None takes it off."""
        kept = self._kept(key)
        before = kept.pop(name, None)
        if said is not None:
            kept[name] = said
        elif before is None:
            return
        self._write(key, kept)

    def _read(self, key: str, default: object) -> Any:
        """What is kept as JSON; what makes no sense is as if never kept, but the file is put aside."""
        try:
            return json.loads(str(self._store.value(key, json.dumps(default))))
        except (ValueError, RecursionError):
            self._writing.stop()
            self._store.sync()  # what else is there is in the file that is put aside
            self._put_aside(key)
            self._store.remove(key)
            return default

    def _write(self, key: str, said: object) -> None:
        self._store.setValue(key, json.dumps(said))
        # Qt would write at the next turn of the event loop and wait for the disk, up to 200 ms on a busy one,
        # just when a run begins. It can wait; closing the window writes at once.
        QCoreApplication.removePostedEvents(self._store, QEvent.Type.UpdateRequest.value)
        self._writing.start(WRITTEN_AFTER)

    def forget_recent(self, path: Path) -> None:
        """Take one file off the list."""
        rows = [row for row in self.recent() if row[0] not in (str(path), str(full_path(path)))]
        self._store.setValue("recent", json.dumps(rows))

    def clear_recent(self) -> None:
        self._store.remove("recent")
        self._store.remove("imports")


def _store(path: Path | None) -> QSettings:
    """Qt's settings in this file, or in the system's usual place."""
    if path is None:
        return QSettings("elcs-explorer", "elcs-explorer")
    return QSettings(str(path), QSettings.Format.IniFormat)


def _usual_file() -> Path:
    """The file of the user's settings; where the system keeps them in no file, there is none by that name."""
    return Path(_store(None).fileName())


def is_damaged(file: Path) -> bool:
    """Is it anything but a settings file? Qt says so only when it has written over it."""
    if file.suffix == ".plist":  # the system's own form, and its own business
        return False
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return True
    except OSError:
        return False
    return "\0" in text or not all(_LINE.fullmatch(line) for line in text.split("\n"))


def state_folder(settings: Path | None) -> Path:
    """The folder that goes with this settings file, or with the user's own."""
    if settings is not None:
        return settings.parent / "state"
    from platformdirs import user_state_path

    return user_state_path("elcs-explorer", appauthor=False)


def wanted_theme(settings: Settings) -> Theme:
    """What the user chose, or what the system shows."""
    if settings.theme != "system":
        return THEMES[settings.theme]
    if system_wants_contrast():
        return CONTRAST
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return DARK if dark else LIGHT


def system_wants_contrast() -> bool:
    """Did the user ask the system for high contrast? Qt tells since 6.10."""
    hints = QGuiApplication.styleHints()
    if not hasattr(hints, "accessibility"):
        return False
    return bool(hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast)
