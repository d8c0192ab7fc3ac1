"""The bottom row: one sentence on the current step, how many tests, and the run under way with its cancel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from elcs_gui.app.player import Player


class StatusRow(QWidget):
    """Follows the player; `say` puts in a sentence of its own until the cursor moves."""

    cancel_requested = Signal()

    def __init__(self, player: Player, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._sentence = QLabel(objectName="statusSentence")
        self._counts = QLabel(objectName="statusCounts")
        self._progress = QProgressBar(maximum=0, textVisible=False, accessibleName="A run is under way")
        self._progress.setFixedWidth(90)
        self._cancel = QPushButton("Cancel", objectName="ghost")
        self._cancel.clicked.connect(self.cancel_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.addWidget(self._sentence, 1)
        row.addWidget(self._progress)
        row.addWidget(self._cancel)
        row.addWidget(self._counts)
        player.moved.connect(self.refresh)
        player.trace_changed.connect(self.refresh)
        player.grew.connect(self._count)
        self.set_running(running=False)

    @property
    def text(self) -> str:
        """The sentence."""
        return str(self._sentence.text())

    def say(self, status: str) -> None:
        self._sentence.setText(status)
        self._sentence.setAccessibleName(status)

    def set_running(self, *, running: bool) -> None:
        self._progress.setVisible(running)
        self._cancel.setVisible(running)

    def refresh(self) -> None:
        """The sentence of the step at the cursor."""
        trace, event = self._player.trace, self._player.current_event
        if trace is None:
            self._counts.clear()
        elif event is None:
            self.say("Press → for the first event, or Space to play.")
        else:
            from elcs_gui.trace.explain import sentence  # not above: the start page need not wait for numpy

            self.say(sentence(event, trace.header.names))
        self._count()

    def _count(self) -> None:
        trace = self._player.trace
        if trace is None:
            return
        asked = self._player.tests_so_far
        computed = trace.performed(asked)
        total = f"Test {asked:,} of {len(trace.test_steps):,}"
        self._counts.setText(f"{total} · {computed:,} computed, {asked - computed:,} reused")
