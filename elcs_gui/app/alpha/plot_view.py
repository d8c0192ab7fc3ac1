"""The alpha explorer's plot: a row for every variable along alpha, and the line that is dragged across."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QSizePolicy

from elcs_gui.app.alpha.axis import LogAxis
from elcs_gui.app.alpha.plot_painter import ABOVE, BELOW, VisiblePlot, band_rect, chevron_at, paint
from elcs_gui.app.alpha.rows import Row, figures, rows
from elcs_gui.app.kit.labels import show_tip
from elcs_gui.app.kit.plot_view import Plot
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.inquiry.alpha_figures import Figures, alpha_text
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.trace.trace import Header

ROW, LEAST_ROW = 42.0, 28.0
"""Heights of a row: as designed, and where many are to be seen."""
_LABELS = (84.0, 176.0)
"""The column of the rows' titles: at least, at most."""
_RIGHT = 24.0


class AlphaPlot(Plot):
    """Draws a map as far as it has come. A press or a drag chooses an alpha; many rows scroll.

    Where it is zoomed, a drag with Shift or with the middle button pans.
    """

    MARGINS = (_LABELS[0], ABOVE, _RIGHT, 26.0)
    NUMBERS = 12
    LINED = False  # the last row has one

    chosen = Signal(float)
    """The user put the line there."""
    jump_requested = Signal(int)
    """To the next change of the result, upwards (1) or downwards (-1)."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._map = AlphaMap(1e-6, 0.2, ())
        self._rows: list[Row] = []
        self._figures = Figures()
        self._own: float | None = None
        self._alpha = 0.01
        self._dragging = False
        self._labels = _LABELS[0]
        self._short = False
        self._bar = QScrollBar(Qt.Orientation.Vertical, self, accessibleName="Scroll the variables")
        self._bar.valueChanged.connect(self.redraw)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName("Results along alpha")

    # What the page tells it

    def show_map(self, found: AlphaMap, header: Header, own: float | None) -> None:
        """Another map, or the same grown."""
        self._map, self._own = found, own
        self._rows = rows(found, header.names, header.target)
        self._figures = figures(found)
        metrics = QFontMetricsF(font(14, SEMIBOLD))
        widest = max((metrics.horizontalAdvance(row.title) for row in self._rows), default=0.0)
        self._short = widest + 26.0 > _LABELS[1]
        if self._short:
            widest = max(metrics.horizontalAdvance(row.name) for row in self._rows)
        self._labels = min(max(widest + 26.0, _LABELS[0]), _LABELS[1])
        self._place_bar()
        self.updateGeometry()
        self.refit()

    def set_alpha(self, alpha: float) -> None:
        """Put the line there."""
        self._alpha = min(max(alpha, self._map.low), self._map.high)
        self.setAccessibleDescription(f"Alpha {alpha_text(alpha)}")
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._place_bar()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(600), self.scaled(ABOVE + BELOW + ROW * max(len(self._rows), 3)))

    def minimumSizeHint(self) -> QSize:
        least = min(max(len(self._rows), 3), 4)
        return QSize(self.scaled(360), self.scaled(ABOVE + BELOW + LEAST_ROW * least))

    # What is seen

    def draw(self) -> None:
        self.set_home(math.log10(self._map.low), math.log10(self._map.high))

    def numbers(self, most: int) -> list[tuple[float, str]]:
        low, high = self.shown
        return [(min(max(math.log10(a), low), high), alpha_text(a)) for a in self.axis.ticks()]

    @property
    def inside(self) -> QRectF:
        wide = max(self.across - _RIGHT - self._labels, 1.0)
        return QRectF(self._labels, ABOVE, wide, self._bottom - ABOVE)

    @property
    def _row(self) -> float:
        """The height of a row."""
        return min(max((self.down - ABOVE - BELOW) / max(len(self._rows), 1), LEAST_ROW), ROW)

    @property
    def _bottom(self) -> float:
        return ABOVE + max(min(self.down - ABOVE - BELOW, self._row * max(len(self._rows), 3)), 1.0)

    @property
    def axis(self) -> LogAxis:
        """What is seen of the axis."""
        low, high = self._map.low, self._map.high  # exactly, for the ends are chosen too
        if self.zoomed:
            low, high = (10.0**end for end in self.shown)
        return LogAxis(low, high, self.inside.left(), self.inside.right())

    @property
    def sight(self) -> VisiblePlot:
        own = self._own if self._own is not None and self._map.low <= self._own <= self._map.high else None
        return VisiblePlot(
            self.axis,
            self._rows,
            [one.low for one in self._map.intervals[1:]],
            self._map.high if self._map.complete else self._map.reached,
            own,
            self._alpha,
            self._row,
            float(self._bar.value()),
            self.across,
            self._bottom,
            self.focused,
            self._short,
        )

    def paint_over(self, painter: QPainter) -> None:
        paint(painter, self.sight, self._theme)

    def paint_focus(self, painter: QPainter) -> None:
        """The handle has it."""

    @property
    def formats(self) -> tuple[str, ...]:
        return ("pdf", "png")  # bands that go on are cut off

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_bar()
        super().resizeEvent(event)

    def _place_bar(self) -> None:
        inside, row = self.down - ABOVE - BELOW, self._row
        beyond = round(row * len(self._rows) - inside)
        self._bar.setVisible(beyond > 0)
        self._bar.setRange(0, max(beyond, 0))
        self._bar.setPageStep(max(round(inside), 1))
        self._bar.setSingleStep(round(row))
        wide = self.scaled(10)
        self._bar.setGeometry(self.width() - wide, self.scaled(ABOVE), wide, self.scaled(max(inside, 1.0)))

    # What the user does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.zoomed and (
            event.button() is Qt.MouseButton.MiddleButton
            or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self.begin_pan(event)
            return
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        x, y = self._at(event)
        way = chevron_at(self.sight, x, y)
        if way:
            self.jump_requested.emit(way)
        elif x > self.axis.left - 8 or self.sight.pill.contains(x, y):
            self._dragging = True
            if not self.sight.pill.contains(x, y):
                self._choose(x)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.panning:
            super().mouseMoveEvent(event)
            return
        x, y = self._at(event)
        if self._dragging:
            self._choose(x)
        near = abs(x - self.axis.x(self._alpha)) < 5 or self.sight.pill.contains(x, y)
        way = chevron_at(self.sight, x, y)
        if way:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.setCursor(Qt.CursorShape.SizeHorCursor if near else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._dragging = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.zoomed and not self.sight.pill.contains(*self._at(event)):
            self.show_all()
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        if not event.isAccepted() and self._bar.isVisible():
            self._bar.setValue(self._bar.value() - round(event.angleDelta().y() / 3))
            event.accept()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            assert isinstance(event, QHelpEvent)
            show_tip(event.globalPos(), self.told_at(event.pos()), self)
            return True
        return super().event(event)

    def told_at(self, point: QPoint) -> str:
        """What the band, the mark or the handle under a point says; empty if there is none."""
        x, y = point.x() / self._theme.scale, point.y() / self._theme.scale
        sight = self.sight
        if sight.pill.contains(x, y):
            return "Drag the line, or jump with [ and ] to the next change of the result."
        if ABOVE - 24 < y < ABOVE - 8:
            near = [change for change in sight.changes if abs(sight.axis.x(change) - x) < 6]
            return f"The result changes at {self._figures.text(near[0])}." if near else ""
        if not ABOVE - 8 <= y < sight.bottom:
            return ""
        if x < sight.axis.left:
            return ""
        place = int((y - ABOVE + sight.offset) // sight.row)
        for label in self._rows[place].bands if 0 <= place < len(self._rows) else ():
            rect = band_rect(sight, label, sight.top_of(place))
            if rect.left() <= x <= rect.right():
                stretch = f"{self._figures.text(label.band.low)} to {self._figures.text(label.band.high)}"
                return f"{self._rows[place].title}: {label.words}, alpha from {stretch}"
        return ""

    def _at(self, event: QMouseEvent) -> tuple[float, float]:
        point = event.position() / self._theme.scale
        return point.x(), point.y()

    def _choose(self, x: float) -> None:
        self.chosen.emit(self.axis.pick(x))
