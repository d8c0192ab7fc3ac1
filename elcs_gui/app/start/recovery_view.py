"""On the start page: what an earlier start has left. Hidden while there is nothing.

Work can be recovered or discarded; reports of crashes can be shown, and files that cannot be read are listed
with their paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.sessions.autosave_files import LeftFile, Recoverable
from elcs_gui.app.teaching.cards_view import RING

_BELOW = 20
_MOST_FILES = 4
"""That are listed; the others are counted."""


class RecoveryStrip(QWidget):
    """A row for each."""

    offer_changed = Signal()
    recover_requested = Signal(object)
    discard_requested = Signal(object)
    """A `Recoverable`."""
    report_requested = Signal(object)
    remove_requested = Signal(object)
    """A `LeftFile`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.offered: list[Recoverable] = []
        self.listed: list[LeftFile] = []
        self._rows: list[_Row] = []
        self._files: list[QWidget] = []
        frame = QFrame(objectName="lost")
        column_of(frame, inside=self, margins=(RING, 0, 0, _BELOW))
        self._column = column_of(inside=frame, margins=(16, 10, 12, 10), spacing=6)
        self.hide()

    def offer(self, lost: Sequence[tuple[Recoverable, str]]) -> None:
        """Each with how it is called. The same again changes nothing, least of all under the mouse."""
        if [each for each, _ in lost] == self.offered and all(row.isEnabled() for row in self._rows):
            return
        self._remove(self._rows)
        self._rows = [_Row(each, words) for each, words in lost]
        for place, row in enumerate(self._rows):
            row.recover.clicked.connect(partial(self.recover_requested.emit, row.lost))
            row.discard.clicked.connect(partial(self.discard_requested.emit, row.lost))
            self._column.insertWidget(place, row)
        self.offered = [each for each, _ in lost]
        self._offer_changed()

    def list_files(self, files: Sequence[LeftFile]) -> None:
        """Below what can be recovered."""
        if list(files) == self.listed:
            return
        self._remove(self._files)
        self._files = []
        for left in files[:_MOST_FILES]:
            row = _FileRow(left)
            row.show_report.clicked.connect(partial(self.report_requested.emit, left))
            row.discard.clicked.connect(partial(self.remove_requested.emit, left))
            self._files.append(row)
        if len(files) > _MOST_FILES:
            self._files.append(Label(f"and {len(files) - _MOST_FILES} more", objectName="quiet"))
        for line in self._files:
            self._column.addWidget(line)
        self.listed = list(files)
        self._offer_changed()

    def _remove(self, rows: Sequence[QWidget]) -> None:
        for row in rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()

    def _offer_changed(self) -> None:
        self.setVisible(bool(self.offered or self.listed))
        self.offer_changed.emit()

    def show_recovering(self, lost: Recoverable) -> None:
        """It is being opened, which takes a while; the next offer tells what came of it."""
        for row in self._rows:
            row.setEnabled(False)
            if row.lost == lost:
                row.recover.setText("Recovering …")

    @property
    def room(self) -> int:
        """The height it takes."""
        return self.sizeHint().height() if self.offered or self.listed else 0


class _Row(QWidget):
    """What one window has left."""

    def __init__(self, lost: Recoverable, words: str) -> None:
        super().__init__()
        self.lost = lost
        said = Label(f"Recover {words}", objectName="heading")
        detail = Label(lost.described, objectName="quiet")
        self.recover = QPushButton("Recover", objectName="primary", accessibleName=f"Recover {words}")
        self.discard = QPushButton("Discard", accessibleName=f"Discard {words}")
        tooltip(self.discard, "Offer it no more; it is kept for a week")
        row_of(said, detail, None, self.recover, self.discard, inside=self, margins=0, spacing=8)


class _FileRow(QWidget):
    """A file that the program cannot use."""

    def __init__(self, left: LeftFile) -> None:
        super().__init__()
        said = Label(left.said, objectName="heading")
        path = OneLine("quiet", middle=True)
        path.say(str(left.path), str(left.path))
        self.show_report = QPushButton("Show the report", accessibleName=f"Show {left.path.name}")
        self.show_report.setVisible(left.is_report)
        self.discard = QPushButton("Discard", accessibleName=f"Discard {left.path.name}")
        tooltip(self.discard, "Remove the file")
        row_of(said, (path, 1), self.show_report, self.discard, inside=self, margins=0, spacing=8)
