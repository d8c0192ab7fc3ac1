"""The files that were open lately, as a menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from elcs_gui.app.kit.labels import lettered, tooltip
from elcs_gui.app.model.settings import Settings
from elcs_gui.data.tables.address import title_of


class RecentMenu(QMenu):
    """Filled whenever it opens: files come and go."""

    def __init__(self, settings: Settings, open_path: Callable[[Path], object], parent: QWidget) -> None:
        super().__init__("Open recent", parent)
        self._settings, self._open_path = settings, open_path
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        self.clear()
        for path, about, _ in self._settings.recent():
            name = title_of(Path(path))
            action = self.addAction(lettered(f"{name}    {about}"), partial(self._open_path, Path(path)))
            tooltip(action, path)
        if self.isEmpty():
            self.addAction("Nothing has been opened yet").setEnabled(False)
