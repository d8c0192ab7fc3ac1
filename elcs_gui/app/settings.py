"""What is remembered between two starts: geometry, theme, recent files. Plain values only."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QSettings, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from elcs_gui.app.theme import DARK, LIGHT, THEMES, Theme

MOST_RECENT = 8
WRITTEN_AFTER = 30_000
"""Milliseconds until the list of recent files is written."""


class Settings:
    """The user's settings; `path` names a file for tests, else the system's usual place is used."""

    def __init__(self, path: Path | None = None) -> None:
        if path is None:
            self._store = QSettings("elcs-explorer", "elcs-explorer")
        else:
            self._store = QSettings(str(path), QSettings.Format.IniFormat)

    @property
    def theme(self) -> str:
        """light, dark, or system."""
        value = str(self._store.value("theme", "system"))
        return value if value in ("light", "dark") else "system"

    @theme.setter
    def theme(self, name: str) -> None:
        self._store.setValue("theme", name)

    @property
    def reduced_motion(self) -> bool:
        return bool(self._store.value("reduced-motion", False, type=bool))

    @reduced_motion.setter
    def reduced_motion(self, reduced: bool) -> None:
        self._store.setValue("reduced-motion", reduced)

    def save_window(self, geometry: QByteArray, state: QByteArray) -> None:
        self._store.setValue("geometry", geometry)
        self._store.setValue("state", state)
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
        """Files opened lately, newest first: path, a line on what it is, when."""
        try:
            found = json.loads(str(self._store.value("recent", "[]")))
            rows = [(str(path), str(line), str(when)) for path, line, when in found]
        except (ValueError, TypeError):
            return []  # written by another version, or by hand
        return [row for row in rows if Path(row[0]).exists()]

    def add_recent(self, path: Path, line: str) -> None:
        """Remember a file that was opened."""
        here = str(path.resolve())
        rows = [(here, line, date.today().isoformat())]
        rows += [row for row in self.recent() if row[0] != here]
        self._store.setValue("recent", json.dumps(rows[:MOST_RECENT]))
        # Qt would write at the next turn of the event loop and wait for the disk, up to 200 ms on a busy one,
        # just when a run begins. It can wait; closing the window writes at once.
        QCoreApplication.removePostedEvents(self._store, QEvent.Type.UpdateRequest.value)
        QTimer.singleShot(WRITTEN_AFTER, self._store, self._store.sync)

    def clear_recent(self) -> None:
        self._store.remove("recent")


def wanted_theme(settings: Settings) -> Theme:
    """What the user chose, or what the system shows."""
    if settings.theme != "system":
        return THEMES[settings.theme]
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return DARK if dark else LIGHT
