"""The parts of pyqtgraph that plots are made of, in the program's look; loaded with the first plot shown."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsView, QStyleOptionGraphicsItem, QWidget

from elcs_gui.app.kit.theme import Theme, font

Taken = Callable[[], Sequence[tuple[float, float]]]
"""Tells stretches under the axis, from and to in pixels, where something else stands."""
Numbers = Callable[[], Sequence[tuple[float, str]]]
"""Tells places on the axis, and what is written there."""


class Axis(pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no annotations
    """An axis without strokes at its numbers; numbers that would run into what is taken are left out.

    Which numbers, the plot says: pyqtgraph would divide by nothing where all that is seen is very small.
    """

    def __init__(self, view: pg.ViewBox, numbers: Numbers, taken: Taken) -> None:
        super().__init__("bottom", linkView=view, maxTickLength=0)
        self.enableAutoSIPrefix(False)
        self.setStyle(maxTickLevel=0, hideOverlappingLabels=60, autoExpandTextSpace=False)
        self._numbers, self._taken = numbers, taken
        self._scale, self._size = 1.0, 11.0

    def set_theme(self, theme: Theme, size: int, height: int, *, lined: bool) -> None:
        self._scale, self._size = theme.scale, size * theme.scale
        self.setStyle(tickTextOffset=round(5 * theme.scale))
        self.setPen(QPen(theme.line_strong, min(theme.stroke, 1.5)) if lined else None)
        self.setTextPen(QPen(theme.ink_3))
        self.setHeight(height)

    def generateDrawSpecs(self, p: QPainter) -> tuple[object, object, list[Any]] | None:
        self._tickLevels = [list(self._numbers())]
        specs = super().generateDrawSpecs(p)
        if specs is None:
            return None
        line, _, texts = specs
        left, end = self.geometry().left(), float(self.scene().views()[0].width())
        taken, kept = [(-math.inf, 0.0), *self._taken(), (end, math.inf)], []
        for text in texts:
            begin, end = left + text[0].left(), left + text[0].right()
            if not any(begin < theirs[1] and theirs[0] < end for theirs in taken):
                taken.append((begin - 6 * self._scale, end + 6 * self._scale))
                kept.append(text)
        return line, (), kept

    def paint(self, painter: QPainter, *_: object) -> None:
        """Straight to the painter: by a `QPicture`, as pyqtgraph does it, files get the screen's fonts."""
        self.style["tickFont"] = font(self._size)
        specs = self.generateDrawSpecs(painter)
        if specs is not None:
            painter.save()
            self.drawPicture(painter, *specs)
            painter.restore()


class Curve(pg.PlotCurveItem):  # type: ignore[misc]
    """A curve whose line is as wide as designed on every screen and in every file.

    A cosmetic pen, as pyqtgraph needs it, is so many dots wide however fine they are.
    """

    def set_line(self, line: QPen) -> None:
        self._line = line
        self.setPen(None)
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None) -> None:
        super().paint(painter, option, widget)  # the filling
        if self._line.style() != Qt.PenStyle.NoPen and self.xData is not None and len(self.xData):
            to_pixels = self.sceneTransform()
            painter.setTransform(to_pixels.inverted()[0], True)
            painter.strokePath(to_pixels.map(self.getPath()), self._line)


class View(pg.GraphicsView):  # type: ignore[misc]
    """A view box over its axis. What is said in pixels is painted over both."""

    def __init__(self, paint_over: Callable[[QPainter], None], numbers: Numbers, taken: Taken) -> None:
        super().__init__(background=None)
        self._paint_over = paint_over
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # The plot hears the mouse: what a wheel or a drag means is the same in all plots.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.viewport().setAutoFillBackground(False)
        self.setAntialiasing(True)
        self.inside = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self.inside.disableAutoRange()
        self.bottom = Axis(self.inside, numbers, taken)
        for part in (self.inside, self.bottom):
            self.scene().addItem(part)

    def place(self, inside: QRectF, below: float) -> None:
        """The box, and the axis under it."""
        self.inside.setGeometry(inside)
        self.bottom.setGeometry(QRectF(inside.bottomLeft(), QPointF(inside.right(), inside.bottom() + below)))

    def drawForeground(self, painter: QPainter, _: QRectF) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_over(painter)
        painter.restore()
