"""The graph at the chosen alpha, with a mark on whatever the run's own alpha has otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen

from elcs_gui.app.alpha.changes import GONE, NEW
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.player import Player

_RADIUS = 8.0


class ComparedGraph(GraphPanel):
    """Amber at the corner of a node: + it is new, − it is gone, a dot: it stands otherwise."""

    def __init__(self, player: Player, theme: Theme) -> None:
        super().__init__(player, theme)
        self._marks: Mapping[int, str] = {}
        self.setAccessibleName("Graph at the chosen alpha")
        self.setMinimumSize(320, 240)

    @property
    def marks(self) -> Mapping[int, str]:
        """By variable, what is marked."""
        return self._marks

    def set_marks(self, marks: Mapping[int, str]) -> None:
        self._marks = marks
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._frame is None or not self._marks:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale, self._theme.scale)
        for x, kind in self._marks.items():
            if self._frame.is_shown(x):
                xy, w, h = self._frame.xy[x], float(self._frame.w[x]), float(self._frame.h[x])
                corner = QPointF(float(xy[0]) + w - 1, float(xy[1]) - h + 1)
                paint_mark(painter, self._theme, kind, corner)
        painter.end()


def paint_mark(painter: QPainter, theme: Theme, kind: str, at: QPointF) -> None:
    """The sign of one difference."""
    radius = _RADIUS if kind in (NEW, GONE) else _RADIUS * 0.66
    painter.setPen(QPen(theme.canvas, 1.5))
    painter.setBrush(theme.now)
    painter.drawEllipse(at, radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(theme.target if not theme.dark else theme.target_ink, 1.8)
    painter.setPen(pen)
    if kind in (NEW, GONE):
        painter.drawLine(QLineF(at.x() - 4, at.y(), at.x() + 4, at.y()))
    if kind == NEW:
        painter.drawLine(QLineF(at.x(), at.y() - 4, at.x(), at.y() + 4))
