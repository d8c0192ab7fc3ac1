"""A bar for every target: how much its run asked, and whether its blanket is in a disagreement."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from elcs_gui.app.kit.labels import show_tip
from elcs_gui.app.kit.theme import Theme
from elcs_gui.inquiry.all_targets import Accord, AllTargets, JointEdge

HEIGHT = 44
_GAP, _MARGIN, _LOWEST = 3.0, 12.0, 4.0


class TargetBars(QWidget):
    """In column order; a click asks for that variable's own run."""

    target_requested = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._found: AllTargets | None = None
        self._disputed: frozenset[int] = frozenset()
        self._most = 1
        self._hovered: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName("Targets, by how many tests their runs requested")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def show_found(self, found: AllTargets, edges: Sequence[JointEdge]) -> None:
        """What is known so far, and the edges that come of it."""
        self._found = found
        self._disputed = frozenset(x for e in edges if e.accord is Accord.OPPOSED for x in e.ends)
        self._most = max((finding.tests for finding in found.findings.values()), default=1)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(600, round(HEIGHT * self._theme.scale))

    def bar(self, x: int) -> QRectF:
        """The bar of a variable, whose run may be still to come."""
        assert self._found is not None
        count = len(self._found.header.names)
        room = (self.width() - 2 * _MARGIN) / count
        gap = min(_GAP, room * 0.25)
        finding = self._found.findings.get(x)
        share = 0.0 if finding is None else math.sqrt(finding.tests / max(self._most, 1))
        height = _LOWEST + share * (self.height() - _LOWEST - 6.0)
        return QRectF(_MARGIN + x * room, self.height() - height - 2.0, max(room - gap, 1.0), height)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        if self._found is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for x in self._painted(painter):
            known = self._found.findings.get(x)
            colour = theme.sunk if known is None else theme.unreliable if known.doubts else theme.dismissed
            colour = theme.conflict if x in self._disputed else colour
            painter.setBrush(theme.selection if x == self._hovered else colour)
            bar = self.bar(x)
            radius = min(2.0, bar.width() / 3)
            painter.drawRoundedRect(bar, radius, radius)

    def _painted(self, painter: QPainter) -> Iterable[int]:
        """Whose bars are painted one by one: below a pixel in width, not those still to come."""
        assert self._found is not None
        count, wide = len(self._found.header.names), self.width() - 2 * _MARGIN
        if count <= wide:
            return range(count)
        strip = QRectF(_MARGIN, self.height() - _LOWEST - 2.0, wide, _LOWEST)
        painter.fillRect(strip, self._theme.sunk)
        hovered = () if self._hovered is None else (self._hovered,)
        return sorted({*self._found.findings, *self._disputed, *hovered})

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = self._at(event)
        if x != self._hovered:
            self._hovered = x
            self.update()
            if x is not None and self._found is not None:
                show_tip(event.globalPosition().toPoint(), self._said(x), self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        x = self._at(event)
        if x is not None and event.button() == Qt.MouseButton.LeftButton:
            self.target_requested.emit(x)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()
        super().leaveEvent(event)

    def _at(self, event: QMouseEvent) -> int | None:
        if self._found is None:
            return None
        count = len(self._found.header.names)
        x = int((event.position().x() - _MARGIN) * count / max(self.width() - 2 * _MARGIN, 1.0))
        return x if 0 <= x < count and event.position().x() >= _MARGIN else None

    def _said(self, x: int) -> str:
        assert self._found is not None
        finding = self._found.findings.get(x)
        asked = "not learnt yet" if finding is None else f"{finding.tests:,} tests"
        disputed = "; its blanket is in a disagreement" if x in self._disputed else ""
        disputed += (
            f"; in doubt: {', '.join(finding.doubts)}" if finding is not None and finding.doubts else ""
        )
        return f"{self._found.header.names[x]}: {asked}{disputed}. Click for its run."
