"""The sheet on which a network is drawn, and shown as it was learnt: the same places in both."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget

from elcs_gui.app.drawing.drawing import HEIGHT, WIDTH, Drawing
from elcs_gui.app.graph.frame import Frame, Labels
from elcs_gui.app.graph.painting.link_painter import pen
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.scene import Scene

DOTS = 20.0
LARGEST = 1.3
"""Beyond, a sheet has room round it."""
FOOT = 74.0
"""Room below the sheet for the bar that says what came of it."""
SIDE = 12.0


class SheetView(ScaledWidget):
    """Lays a sheet into the room there is, with a bar at its foot."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._foot: QWidget | None = None
        self._labels = Labels(())
        self._frame: Frame | None = None
        """What is shown, until it is made anew."""
        self._dots: tuple[tuple[object, ...], QPixmap] = ((), QPixmap())

    def set_foot(self, foot: QWidget) -> None:
        """What stands at the foot of the sheet."""
        self._foot = foot
        foot.setParent(self)
        self.place_foot()

    @property
    def zoom(self) -> float:
        return min(self.across / WIDTH, max(self.down - FOOT, 1.0) / HEIGHT, LARGEST)

    @property
    def origin(self) -> QPointF:
        return QPointF(
            (self.across - WIDTH * self.zoom) / 2, max((self.down - FOOT - HEIGHT * self.zoom) / 2, 0)
        )

    def on_screen(self, x: float, y: float) -> QPointF:
        return self.origin + QPointF(x, y) * self.zoom

    def on_sheet(self, at: QPointF) -> tuple[float, float]:
        place = (at - self.origin) / self.zoom
        return place.x(), place.y()

    def framed(self, scene: Scene, drawing: Drawing, places: Mapping[int, tuple[float, float]]) -> Frame:
        """A scene about the variables of a drawing, each where `places` has it by its id."""
        names = tuple(variable.name for variable in drawing.variables)
        if self._labels.given != names:
            self._labels = Labels(names)
        points = [self.on_screen(*places[variable.id]) for variable in drawing.variables]
        xy = np.array([(at.x(), at.y()) for at in points]).reshape(-1, 2)
        bounds = (4.0, 4.0, self.across - 4.0, self.down - 4.0)
        made = Frame(scene, self._labels, xy, *np.zeros((4, len(xy))), {}, bounds)
        made.bend_all = True
        for x in range(len(xy)):
            made.shape(x, *self._labels.short(x), self.zoom, compact=False)
        made.join(scene.links)
        return made

    def paint_ground(self, painter: QPainter) -> None:
        """The grid, all over the widget: painted once for a size, since a thousand dots take a while."""
        ratio = self.devicePixelRatioF()
        key = (self.size(), self._theme.name, self._theme.scale, ratio)
        if self._dots[0] != key:
            self._dots = key, self._made_ground(ratio)
        painter.drawPixmap(QRectF(self.box), self._dots[1], QRectF(self._dots[1].rect()))

    def _made_ground(self, ratio: float) -> QPixmap:
        made = QPixmap(self.size() * ratio)
        made.fill(self._theme.canvas)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale * ratio, self._theme.scale * ratio)
        step, start = DOTS * self.zoom, self.origin
        xs = np.arange(start.x() % step, self.across, step).tolist()
        ys = np.arange(start.y() % step, self.down, step).tolist()
        painter.setPen(pen(self._theme.line, 2.0, cap=Qt.PenCapStyle.RoundCap))
        painter.drawPoints(QPolygonF([QPointF(x, y) for x in xs for y in ys]))
        painter.end()
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_foot()
        self._refresh()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.place_foot()
        self._refresh()

    def _refresh(self) -> None:
        """Show what there is now, in the room there is now."""
        self._frame = None
        self.update()

    def place_foot(self) -> None:
        """It may say more, or less, than before."""
        if self._foot is not None:
            side = self.scaled(SIDE)
            wide = max(self.width() - 2 * side, 1)
            wanted = self._foot.sizeHint().height()
            if self._foot.hasHeightForWidth():
                wanted = self._foot.heightForWidth(wide)
            high = max(wanted, self.scaled(52.0))
            self._foot.setGeometry(side, self.height() - high - side, wide, high)
