"""The alpha explorer's plot: a row for every variable along alpha, and the line that is dragged across."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QToolTip, QWidget

from elcs_gui.app.alpha.axis import Figures, LogAxis, alpha_text
from elcs_gui.app.alpha.plot_painter import ABOVE, BELOW, Sight, band_rect, chevron_at, paint
from elcs_gui.app.alpha.rows import Row, figures, rows
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.trace.trace import Header

ROW, LEAST_ROW = 42.0, 28.0
"""Heights of a row: as designed, and where many are to be seen."""
_LABELS = (84.0, 176.0)
"""The column of the rows' titles: at least, at most."""
_RIGHT = 24.0


class AlphaPlot(ScaledWidget):
    """Draws a map as far as it has come. A press or a drag chooses an alpha; many rows scroll."""

    chosen = Signal(float)
    """The user put the line there."""
    jump_requested = Signal(int)
    """To the next change of the result, upwards (1) or downwards (-1)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._map = AlphaMap(1e-6, 0.2, ())
        self._rows: list[Row] = []
        self._figures = Figures()
        self._own: float | None = None
        self._alpha = 0.01
        self._dragging = False
        self._labels = _LABELS[0]
        self._short = False
        self._by_keys = False
        self._bar = QScrollBar(Qt.Orientation.Vertical, self, accessibleName="Scroll the variables")
        self._bar.valueChanged.connect(self.update)
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
        self.update()

    def set_alpha(self, alpha: float) -> None:
        """Put the line there."""
        self._alpha = min(max(alpha, self._map.low), self._map.high)
        self.setAccessibleDescription(f"Alpha {alpha_text(alpha)}")
        self.update()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._place_bar()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(600), self.scaled(ABOVE + BELOW + ROW * max(len(self._rows), 3)))

    def minimumSizeHint(self) -> QSize:
        least = min(max(len(self._rows), 3), 4)
        return QSize(self.scaled(360), self.scaled(ABOVE + BELOW + LEAST_ROW * least))

    # What is seen

    @property
    def axis(self) -> LogAxis:
        return LogAxis(self._map.low, self._map.high, self._labels, self.across - _RIGHT)

    @property
    def sight(self) -> Sight:
        inside = self.down - ABOVE - BELOW
        row = min(max(inside / max(len(self._rows), 1), LEAST_ROW), ROW)
        own = self._own if self._own is not None and self._map.low <= self._own <= self._map.high else None
        return Sight(
            self.axis,
            self._rows,
            [one.low for one in self._map.intervals[1:]],
            self._map.high if self._map.complete else self._map.reached,
            own,
            self._alpha,
            row,
            float(self._bar.value()),
            self.across,
            ABOVE + min(inside, row * max(len(self._rows), 3)),
            self.hasFocus() and self._by_keys,
            self._short,
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        paint(self.painter(), self.sight, self._theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_bar()

    def _place_bar(self) -> None:
        inside = self.down - ABOVE - BELOW
        row = min(max(inside / max(len(self._rows), 1), LEAST_ROW), ROW)
        beyond = round(row * len(self._rows) - inside)
        self._bar.setVisible(beyond > 0)
        self._bar.setRange(0, max(beyond, 0))
        self._bar.setPageStep(max(round(inside), 1))
        self._bar.setSingleStep(round(row))
        wide = self.scaled(10)
        self._bar.setGeometry(self.width() - wide, self.scaled(ABOVE), wide, self.scaled(max(inside, 1.0)))

    # What the user does

    def mousePressEvent(self, event: QMouseEvent) -> None:
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
        self._dragging = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._bar.isVisible():
            self._bar.setValue(self._bar.value() - round(event.angleDelta().y() / 3))
            event.accept()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # Who came by mouse, or with the page, need not be shown where the keys go.
        self._by_keys = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            assert isinstance(event, QHelpEvent)
            QToolTip.showText(event.globalPos(), self.told_at(event.pos()), self)
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
