"""What all plots share: a view of pyqtgraph with its axis, in the program's look, with zoom, menu and export.

To make a plot: say how large it is and where its box lies (`MARGINS`), make its items once (`build`), put
what is shown into them (`draw`), and paint what keeps its size, such as words, over them (`paint_over`).
pyqtgraph takes a quarter of a second to load, so it comes with the first plot that is shown.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox, QWidget

from elcs_gui.app.kit.labels import message_box
from elcs_gui.app.kit.picture import SCREEN_SCALE, Picture
from elcs_gui.app.kit.round_numbers import number_text, round_numbers
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import Theme, font
from elcs_gui.errors import ElcsError
from elcs_gui.foreign import Foreign

if TYPE_CHECKING:
    from elcs_gui.app.kit.plot_items import View

Item = TypeVar("Item")

STEP = 1.25
"""How much larger things get by one notch of the wheel, or one key."""
MOST = 200.0
"""How much larger they get at most."""
_KINDS = {"svg": "SVG (*.svg)", "pdf": "PDF (*.pdf)", "png": "PNG (*.png)"}


class Plot(ScaledWidget):
    """Lengths are those of the design.

    Ctrl and the wheel zoom, as + and − do; a drag or a wheel to the side pans; two clicks or 0 show all.
    """

    MARGINS = (8.0, 20.0, 4.0, 22.0)
    """Left of the box, over it, right of it, and under it for the axis."""
    NUMBERS = 11
    """The size of the axis' numbers."""
    LINED = True
    """Is there a line over them?"""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._view: View | None = None
        self._home = (0.0, 0.0)
        self._dragged_from: float | None = None
        self._by_keys = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    # What a plot is made of

    def build(self) -> None:
        """Make the items and `add` them; once."""

    def draw(self) -> None:
        """Put into the items what is to be shown, in the colours of the theme."""

    def paint_over(self, painter: QPainter) -> None:
        """What keeps its size however far one zooms."""

    def paint_focus(self, painter: QPainter) -> None:
        """That keys go here."""
        painter.setPen(QPen(self._theme.selection, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(self.box.adjusted(1, 1, -1, -1), 5, 5)

    def numbers(self, most: int) -> Sequence[tuple[float, str]]:
        """Places on the axis and what is written there, in about so many steps."""
        return [(number, number_text(number)) for number in round_numbers(*self.shown, most)]

    def taken(self) -> Sequence[tuple[float, float]]:
        """Stretches under the axis, from and to, that are no room for its numbers."""
        return ()

    def add(self, item: Item) -> Item:
        """An item of pyqtgraph, in the units of the axes."""
        self.view.inside.addItem(item, ignoreBounds=True)
        return item

    def set_home(self, first: float, last: float, top: float = 1.0) -> None:
        """From and to where the axis runs when all is shown, and how high the box is.

        Another stretch is shown whole; of the same one, what was zoomed to.
        """
        inside = self.view.inside
        inside.setYRange(0.0, top, padding=0.0)
        if (first, last) != self._home:
            self._home = (first, last)
            inside.setLimits(xMin=first, xMax=last, maxXRange=last - first, minXRange=(last - first) / MOST)
            self.show_all()

    def redraw(self) -> None:
        """What is shown has changed; if the plot was never shown, that will do for its first picture."""
        if self._view is not None:
            self.draw()
            self._view.viewport().update()

    # Where things are

    @property
    def view(self) -> View:
        """The view of pyqtgraph, which is loaded and made at the first call."""
        if self._view is None:
            import pyqtgraph

            from elcs_gui.app.kit.plot_items import View

            # Its work at the end of the program is for crashes of other bindings, and walks over all objects.
            pyqtgraph.setConfigOptions(exitCleanup=False, antialias=True)
            self._view = View(self._paint, self._fitting_numbers, self._taken)
            self._view.setParent(self)
            self._fit()
            self.build()
            self._view.show()
            self._view.lower()  # under what a plot has of widgets of its own
        return self._view

    @property
    def inside(self) -> QRectF:
        """The box."""
        left, above, right, below = self.MARGINS
        return QRectF(left, above, max(self.across - left - right, 1.0), max(self.down - above - below, 1.0))

    @property
    def shown(self) -> tuple[float, float]:
        """The stretch of the axis that is seen."""
        first, last = self.view.inside.viewRange()[0]
        return float(first), float(last)

    @property
    def zoomed(self) -> bool:
        if self._view is None:
            return False
        first, last = self.shown
        return (last - first) < (self._home[1] - self._home[0]) * (1 - 1e-9)

    @property
    def panning(self) -> bool:
        return self._dragged_from is not None

    @property
    def focused(self) -> bool:
        """Do keys go here, and did the user come here by keys? Who came by mouse need not be shown."""
        return self._by_keys and self.hasFocus()

    def place_of(self, value: float) -> float:
        """Where a value of the axis stands."""
        (first, last), box = self.shown, self.inside
        return box.left() + (value - first) / (last - first) * box.width()

    def upright(self, painter: QPainter, value: float, top: float, bottom: float) -> None:
        """Draw a line from top to bottom at a value of the axis, if it is seen."""
        x = self.place_of(value)
        if self.inside.left() - 1e-6 <= x <= self.inside.right() + 1e-6:
            painter.drawLine(QPointF(x, top), QPointF(x, bottom))

    def value_at(self, x: float) -> float:
        """What stands there."""
        (first, last), box = self.shown, self.inside
        return first + (x - box.left()) / box.width() * (last - first)

    # Zoom

    def zoom(self, factor: float, x: float | None = None) -> None:
        """Make what stands at x (or in the middle) so much larger; it stays where it is."""
        middle = self.value_at(self.inside.center().x() if x is None else x)
        self.view.inside.scaleBy(x=1 / factor, center=QPointF(middle, 0.0))

    def pan(self, pixels: float) -> None:
        first, last = self.shown
        wide = (last - first) / self.inside.width()
        by = min(max(-pixels * wide, self._home[0] - first), self._home[1] - last)
        self.view.inside.translateBy(x=by)

    def show_all(self) -> None:
        self.view.inside.setXRange(*self._home, padding=0.0)

    # What Qt tells

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.refit()

    def refit(self) -> None:
        """The box has moved."""
        if self._view is not None:
            self._fit()
            self.redraw()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        assert self.view  # it is made now at the latest
        self.refit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refit()

    def _fit(self) -> None:
        assert self._view is not None
        k, box = self._theme.scale, self.inside
        self._view.setGeometry(self.rect())
        below = self.scaled(self.MARGINS[3])
        self._view.bottom.set_theme(self._theme, self.NUMBERS, below, lined=self.LINED)
        self._view.place(QRectF(box.left() * k, box.top() * k, box.width() * k, box.height() * k), below)

    def _paint(self, painter: QPainter) -> None:
        painter.scale(self._theme.scale, self._theme.scale)
        self.paint_over(painter)
        if self.focused:
            self.paint_focus(painter)

    def _fitting_numbers(self) -> Sequence[tuple[float, str]]:
        """As many as have room beside one another."""
        metrics = QFontMetricsF(font(self.NUMBERS))
        for most in range(max(round(7 * math.sqrt(self.inside.width() / 300)), 2), 0, -1):
            found = self.numbers(most)
            room = [self.place_of(b) - self.place_of(a) for (a, _), (b, _) in pairwise(found)]
            widest = max((metrics.horizontalAdvance(text) for _, text in found), default=0.0)
            if widest + 8 < min(room, default=math.inf):
                break
        return found

    def _taken(self) -> list[tuple[float, float]]:
        return [(begin * self._theme.scale, end * self._theme.scale) for begin, end in self.taken()]

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._by_keys = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.view.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.view.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(STEP ** ((turned.y() or turned.x()) / 120), event.position().x() / self._theme.scale)
        elif self.zoomed and abs(turned.x()) > abs(turned.y()):
            self.pan(turned.x() / 3)
        else:
            event.ignore()  # the page scrolls
            return
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.zoomed:
            self.begin_pan(event)
        else:
            event.ignore()

    def begin_pan(self, event: QMouseEvent) -> None:
        self._dragged_from = event.position().x()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is not None:
            x = event.position().x()
            self.pan((x - self._dragged_from) / self._theme.scale)
            self._dragged_from = x

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged_from = None
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.show_all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.text():
            case "+" | "=":
                self.zoom(STEP)
            case "-" | "−":
                self.zoom(1 / STEP)
            case "0":
                self.show_all()
            case _:
                super().keyPressEvent(event)

    # The menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu().exec(event.globalPos())

    def menu(self) -> QMenu:
        """What can be done with any plot."""
        made = QMenu(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        made.addAction("Zoom in", lambda: self.zoom(STEP * STEP))
        made.addAction("Show all", self.show_all).setEnabled(self.zoomed)
        made.addSeparator()
        made.addAction("Copy picture", self.copy_picture)
        made.addAction("Save picture…", self._ask_and_save)
        return made

    @property
    def formats(self) -> tuple[str, ...]:
        """As what it can be saved; not as SVG where something is cut off, for Qt's knows no clipping."""
        return ("pdf", "png") if self.zoomed else ("svg", "pdf", "png")

    def picture(self) -> Picture:
        """The plot as it is shown, on its ground."""
        return Picture(
            self._paint_sheet, QSizeF(self.size()), self.accessibleName(), self.accessibleDescription()
        )

    def _paint_sheet(self, painter: QPainter) -> None:
        view = self.view
        painter.fillRect(self.rect(), self._theme.panel)
        view.render(painter, QRectF(self.rect()), self.rect())

    def copy_picture(self) -> None:
        QGuiApplication.clipboard().setImage(self.picture().image(SCREEN_SCALE))

    def _ask_and_save(self) -> None:
        name = self.accessibleName().partition(":")[0] or "plot"
        stem = Foreign(name).file_name().replace(" ", "-").lower()
        kinds = ";;".join(_KINDS[kind] for kind in self.formats)
        name, chosen = QFileDialog.getSaveFileName(self, "Save picture", f"{stem}.{self.formats[0]}", kinds)
        if not name:
            return
        path = Path(name)
        if path.suffix.lower().lstrip(".") not in self.formats:
            kind = next((kind for kind in self.formats if _KINDS[kind] == chosen), self.formats[0])
            path = path.with_name(f"{path.name}.{kind}")
        try:
            self.picture().write(path)
        except ElcsError as error:
            message_box(self, QMessageBox.Icon.Warning, "Save picture", str(error)).exec()
