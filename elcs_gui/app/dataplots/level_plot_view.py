"""Bars for the levels of a variable; dragging one to another place changes the order of the levels."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QMenu, QSizePolicy

from elcs_gui.app.dataplots.summaries import Levels
from elcs_gui.app.kit.labels import lettered
from elcs_gui.app.kit.plot_view import Plot
from elcs_gui.app.kit.theme import MEDIUM, Theme, font
from elcs_gui.app.model.level_orders import Order

_DRAG_STARTS = 4
"""Pixels the pointer moves before a press becomes a drag."""
_LEAST_ROOM = 26.0
"""Under a bar, for its label."""


class LevelPlot(Plot):
    """How often each level occurs."""

    MARGINS = (0.0, 24.0, 0.0, 22.0)

    order_requested = Signal(object)
    """An `Order` that the levels should have; None: as they are read."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._levels: Levels | None = None
        self._labels: tuple[str, ...] = ()
        self._order: Order = ()
        self._pressed: tuple[int, float] | None = None
        """The bar that is held, and where it was taken."""
        self._gap: int | None = None
        """Before which bar it would be put."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)

    def show_levels(self, name: str, levels: Levels, labels: tuple[str, ...], order: Order) -> None:
        """`labels` are by code, `order` as they are to stand."""
        self._levels, self._labels, self._order = levels, labels, order
        told = "; ".join(f"{labels[code]}: {int(levels.counts[code]):,}" for code in order)
        self.setAccessibleName(f"Distribution of {name}")
        self.setAccessibleDescription(told)
        self.redraw()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(240), self.scaled(190))

    def build(self) -> None:
        from pyqtgraph import BarGraphItem

        self._bars = self.add(BarGraphItem(x0=[], x1=[], height=[], pen=None))

    def draw(self) -> None:
        if self._levels is None:
            return
        counts = self._levels.counts[list(self._order)]
        top = max(float(counts.max(initial=0)), 1.0)
        places = range(len(counts))
        held = self._pressed[0] if self._pressed is not None and self._gap is not None else -1
        bright, faint = QColor(self._theme.parent), QColor(self._theme.parent)
        faint.setAlphaF(0.4)
        self._bars.setOpts(
            x0=[place + 0.12 for place in places], x1=[place + 0.88 for place in places], height=counts,
            brushes=[faint if place == held else bright for place in places],
        )  # fmt: skip
        self.set_home(0.0, float(len(counts)), top)

    def numbers(self, most: int) -> list[tuple[float, str]]:
        """The labels, shortened to the room under their bars; every second, third … where there is none."""
        room = self.place_of(1.0) - self.place_of(0.0)
        step = max(1, math.ceil(_LEAST_ROOM / max(room, 1e-6)), math.ceil(len(self._order) / 64))
        metrics = QFontMetricsF(font(self.NUMBERS))
        middle = Qt.TextElideMode.ElideMiddle
        return [
            (place + 0.5, metrics.elidedText(self._labels[code], middle, room * step - 10))
            for place, code in enumerate(self._order)
            if place % step == 0
        ]

    def paint_over(self, painter: QPainter) -> None:
        if self._levels is None:
            return
        theme, box, rows = self._theme, self.inside, max(self._levels.rows, 1)
        top = max(float(self._levels.counts.max(initial=0)), 1.0)
        painter.setFont(font(11, MEDIUM))
        metrics = painter.fontMetrics()
        for place, code in enumerate(self._order):
            left, right = self.place_of(place), self.place_of(place + 1)
            number = int(self._levels.counts[code])
            words = (f"{number:,} · {number / rows:.1%}", f"{number / rows:.0%}")
            word = next((word for word in words if metrics.horizontalAdvance(word) + 4 <= right - left), "")
            if word and left >= box.left() - 1 and right <= box.right() + 1:
                base = box.bottom() - box.height() * number / top
                painter.setPen(theme.ink_2)
                place_of_word = QRectF(left, base - 18, right - left, 16)
                painter.drawText(place_of_word, Qt.AlignmentFlag.AlignCenter, word)
        if self._gap is not None:
            painter.setPen(QPen(theme.selection, 3))
            self.upright(painter, float(self._gap), box.top(), box.bottom())

    # Another order

    def _bar_at(self, x: float) -> int | None:
        place = math.floor(self.value_at(x / self._theme.scale))
        return place if 0 <= place < len(self._order) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        bar = self._bar_at(event.position().x())
        if event.button() is Qt.MouseButton.LeftButton and bar is not None and len(self._order) > 1:
            self._pressed = (bar, event.position().x())
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._pressed is None:
            over = self._bar_at(x) is not None and len(self._order) > 1
            self.setCursor(Qt.CursorShape.OpenHandCursor if over else Qt.CursorShape.ArrowCursor)
            super().mouseMoveEvent(event)
        elif self._gap is not None or abs(x - self._pressed[1]) >= _DRAG_STARTS:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            at = self.value_at(x / self._theme.scale)
            self._gap = min(max(round(at), 0), len(self._order))
            self.redraw()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, gap = self._pressed, self._gap
        self._pressed = self._gap = None
        super().mouseReleaseEvent(event)
        self.redraw()
        if pressed is not None and gap is not None:
            self.put(pressed[0], gap)

    def put(self, bar: int, gap: int) -> None:
        """Ask for a bar to stand before the one that is at `gap` now."""
        order = list(self._order)
        code = order.pop(bar)
        order.insert(gap - (gap > bar), code)
        if tuple(order) != self._order:
            self.order_requested.emit(tuple(order))

    def menu(self) -> QMenu:
        made = super().menu()
        made.addSeparator()
        if self._levels is not None and len(self._order) > 1:
            counts, labels = self._levels.counts, self._labels
            codes = range(len(labels))
            for title, order in (
                ("Order by count", tuple(sorted(codes, key=lambda code: (-int(counts[code]), code)))),
                ("Order by name", tuple(sorted(codes, key=lambda code: labels[code].casefold()))),
                ("Reverse the order", tuple(reversed(self._order))),
                ("Order as it is read", None),
            ):
                made.addAction(lettered(title), partial(self.order_requested.emit, order))
        return made
