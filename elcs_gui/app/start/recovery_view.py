"""On the start page: work that a crash has left, to be recovered or discarded. Hidden while there is none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.sessions.autosave_files import Recoverable
from elcs_gui.app.teaching.cards_view import RING

_BELOW = 20


class RecoveryStrip(QWidget):
    """A row for each."""

    offer_changed = Signal()
    recover_requested = Signal(object)
    discard_requested = Signal(object)
    """A `Recoverable`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.offered: list[Recoverable] = []
        self._rows: list[_Row] = []
        frame = QFrame(objectName="lost")
        column_of(frame, inside=self, margins=(RING, 0, 0, _BELOW))
        self._column = column_of(inside=frame, margins=(16, 10, 12, 10), spacing=6)
        self.hide()

    def offer(self, lost: Sequence[tuple[Recoverable, str]]) -> None:
        """Each with how it is called. The same again changes nothing, least of all under the mouse."""
        if [each for each, _ in lost] == self.offered and all(row.isEnabled() for row in self._rows):
            return
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [_Row(each, words) for each, words in lost]
        for row in self._rows:
            row.recover.clicked.connect(partial(self.recover_requested.emit, row.lost))
            row.discard.clicked.connect(partial(self.discard_requested.emit, row.lost))
            self._column.addWidget(row)
        self.offered = [each for each, _ in lost]
        self.setVisible(bool(lost))
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
        return self.sizeHint().height() if self.offered else 0


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
