"""The upper half of the blame page: two graphs side by side, each with its cursor, and what joins them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from elcs_gui.app.blame.cursor_lock import TwinLock
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.graph.truth_head_view import GraphHead
from elcs_gui.app.kit.labels import Label, strong, tooltip
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.breakpoints import Breakpoints
from elcs_gui.app.model.player import Player
from elcs_gui.app.transport.scrubber_view import Scrubber
from elcs_gui.foreign import markup
from elcs_gui.inquiry.known_truth import TrueNetwork


class TwinPane(QWidget):
    """One of the two runs: its player, its graph and its measures."""

    def __init__(self, title: str, graph: str, theme: Theme) -> None:
        super().__init__()
        self.player = Player(self)
        self.head = GraphHead(self.player, theme, title, high=44)
        self.graph = GraphPanel(self.player, theme)
        self.graph.setMinimumSize(320, 180)
        self.graph.setAccessibleName(graph)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.graph, 1)

    def set_theme(self, theme: Theme) -> None:
        self.head.set_theme(theme)
        self.graph.set_theme(theme)

    def set_truth(self, truth: TrueNetwork | None) -> None:
        self.head.set_truth(truth)
        self.graph.set_truth(None if truth is None else truth.edges)


class TwinStrip(QWidget):
    """The scrubbers of both, the lock between them, and where they part."""

    divergence_requested = Signal()

    def __init__(self, first: Player, second: Player, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("twinStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.lock = TwinLock(first, second, self)
        self._second = second
        self.scrubbers = (
            Scrubber(first, Breakpoints(self), theme),
            Scrubber(second, Breakpoints(self), theme),
        )
        for scrubber, player, name in zip(
            self.scrubbers,
            (first, second),
            ("Step of the run with every verdict true", "Step of the run on data"),
            strict=True,
        ):
            scrubber.setAccessibleName(name)
            player.moved.connect(scrubber.follow)
            player.trace_changed.connect(scrubber.reload)
            player.grew.connect(scrubber.reload)
        self.locked = QPushButton("⇄  Scrubbers locked by stage", objectName="toggle", checkable=True)
        self.locked.setChecked(True)
        tooltip(self.locked, "Moving one takes the other to the same point of the same stage.")
        self.locked.toggled.connect(self._lock)
        self.divergence = QPushButton("First difference")
        tooltip(self.divergence, "Go to the first test on which the two decide differently.")
        self.divergence.clicked.connect(self.divergence_requested)
        self._said = OneLine("quiet")
        self._count = Label()
        second.moved.connect(self._show_count)
        second.trace_changed.connect(self._show_count)
        tracks = QHBoxLayout()
        tracks.setContentsMargins(6, 6, 6, 0)
        tracks.setSpacing(16)
        for scrubber in self.scrubbers:
            tracks.addWidget(scrubber, 1)
        row = QHBoxLayout()
        row.setContentsMargins(16, 0, 16, 8)
        row.setSpacing(8)
        row.addWidget(self.locked)
        row.addWidget(self.divergence)
        row.addWidget(self._said, 1)
        row.addWidget(self._count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(tracks)
        column.addLayout(row)
        self.set_theme(theme)
        self.show_divergence("", "")

    def set_theme(self, theme: Theme) -> None:
        for scrubber in self.scrubbers:
            scrubber.set_theme(theme)

    @property
    def said(self) -> str:
        return self._said.whole

    def show_divergence(self, where: str, sentence: str, *, go: bool = False) -> None:
        """The button's words, the sentence beside it, and whether there is anywhere to go."""
        self.divergence.setText(f"First difference  {where}".strip())
        self.divergence.setEnabled(go)
        self._said.say(sentence)

    def _lock(self, locked: bool) -> None:
        self.locked.setText("⇄  Scrubbers locked by stage" if locked else "⇄  Scrubbers move freely")
        self.lock.set_locked(locked)

    def _show_count(self, *_: object) -> None:
        trace = self._second.trace
        total = 0 if trace is None else len(trace.test_steps)
        here = strong(f"{self._second.tests_so_far:,}")
        self._count.setText(markup("Test {} of {}", here, f"{total:,}"))
