"""On the start page: work that a crash has left, to be recovered or discarded. Hidden while there is none."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from elcs_gui.app.sessions.autosave_files import Recoverable
from elcs_gui.app.start.example_cards_view import RING

_BELOW = 20


class LostStrip(QWidget):
    """A row for each."""

    offer_changed = Signal()
    recover_requested = Signal(object)
    discard_requested = Signal(object)
    """A `Recoverable`."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.offered: list[Recoverable] = []
        self._rows: list[QWidget] = []
        frame = QFrame(objectName="lost")
        around = QVBoxLayout(self)
        around.setContentsMargins(RING, 0, 0, _BELOW)
        around.addWidget(frame)
        self._column = QVBoxLayout(frame)
        self._column.setContentsMargins(16, 10, 12, 10)
        self._column.setSpacing(6)
        self.hide()

    def offer(self, lost: Sequence[tuple[Recoverable, str]]) -> None:
        """Each with how it is called."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._row(each, words) for each, words in lost]
        for row in self._rows:
            self._column.addWidget(row)
        self.offered = [each for each, _ in lost]
        self.setVisible(bool(lost))
        self.offer_changed.emit()

    @property
    def room(self) -> int:
        """The height it takes."""
        return self.sizeHint().height() if self.offered else 0

    def _row(self, lost: Recoverable, words: str) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        said = QLabel(f"Recover {words}", objectName="heading")
        said.setTextFormat(Qt.TextFormat.PlainText)
        detail = QLabel(lost.described, objectName="quiet")
        detail.setTextFormat(Qt.TextFormat.PlainText)
        recover = QPushButton("Recover", objectName="primary", accessibleName=f"Recover {words}")
        recover.clicked.connect(lambda: self.recover_requested.emit(lost))
        discard = QPushButton("Discard", accessibleName=f"Discard {words}")
        discard.setToolTip("Offer it no more; it is kept for a week")
        discard.clicked.connect(lambda: self.discard_requested.emit(lost))
        for part in (said, detail):
            line.addWidget(part)
        line.addStretch(1)
        for part in (recover, discard):
            line.addWidget(part)
        return row
