"""A slider that knows where the answer would change: a strip below it, and that in words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from elcs_gui.app.drawing.settings import SliderKind
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.theme import Theme, font
from elcs_gui.inquiry.one_change import Agreement, Band, right_where

STEPS = 400
"""Positions along a slider."""
TRACK, THUMB, STRIP = 6.0, 8.0, 6.0
_OWN_KEYS = frozenset(
    {
        Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End,
        Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
    }
)  # fmt: skip


class BandedSlider(QAbstractSlider):
    """Track, thumb, the strip of bands, and the figures below."""

    def __init__(self, kind: SliderKind, theme: Theme, *, selected: bool = False) -> None:
        super().__init__()
        self._kind, self._theme, self._selected = kind, theme, selected
        self._bands: tuple[Band, ...] = ()
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setRange(0, STEPS)
        self.setSingleStep(2)
        self.setPageStep(STEPS // 10)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.updateGeometry()
        self.update()

    @property
    def bands(self) -> tuple[Band, ...]:
        return self._bands

    def set_bands(self, bands: tuple[Band, ...]) -> None:
        self._bands = bands
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(160 * self._theme.scale), round(54 * self._theme.scale))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @property
    def _room(self) -> tuple[float, float]:
        """Where the track begins, and how long it is, as designed."""
        return THUMB, max(self.width() / self._theme.scale - 2 * THUMB, 1.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(theme.scale, theme.scale)
        left, wide = self._room
        enabled = self.isEnabled()
        ink = theme.line_strong if not enabled else theme.selection if self._selected else theme.ink_2
        at = left + wide * self.value() / STEPS
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.line)
        painter.drawRoundedRect(QRectF(left, 10, wide, TRACK), 3, 3)
        painter.setBrush(ink)
        painter.drawRoundedRect(QRectF(left, 10, at - left, TRACK), 3, 3)
        for band in self._bands:
            _paint_band(
                painter, theme, band, QRectF(left + wide * band.low, 28, wide * (band.high - band.low), STRIP)
            )
        painter.setPen(QPen(ink, 3.0))
        painter.setBrush(theme.raised)
        painter.drawEllipse(QPointF(at, 13), THUMB - 1.5, THUMB - 1.5)
        if self.hasFocus():
            painter.setPen(QPen(theme.selection, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(at, 13), THUMB + 2, THUMB + 2)
        self._paint_ticks(painter, left, wide)
        painter.end()

    def _paint_ticks(self, painter: QPainter, left: float, wide: float) -> None:
        made = font(11)
        painter.setFont(made)
        painter.setPen(self._theme.ink_3)
        metrics = painter.fontMetrics()
        for value in self._kind.ticks:
            text = f"{value:,g}" if value >= 0.001 else "1e−4" if value else "0"
            place, half = self._kind.place(value), metrics.horizontalAdvance(text) / 2
            x = min(max(left + wide * place, half), left + wide + THUMB - half)
            painter.drawText(QPointF(x - half, 50), text)

    def _go(self, event: QMouseEvent) -> None:
        left, wide = self._room
        share = (event.position().x() / self._theme.scale - left) / wide
        self.setValue(round(min(max(share, 0.0), 1.0) * STEPS))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._go(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def event(self, event: QEvent) -> bool:
        """The arrows move the slider, not the run."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if Qt.Key(event.key()) in _OWN_KEYS and event.modifiers() == Qt.KeyboardModifier.NoModifier:
                event.accept()
                return True
        return super().event(event)


def _paint_band(painter: QPainter, theme: Theme, band: Band, box: QRectF) -> None:
    """Right: green with an outline; open: sunk; wrong: red and hatched."""
    box = box.adjusted(0.5, 0.0, -0.5, 0.0)
    painter.setPen(Qt.PenStyle.NoPen)
    if band.agreement is Agreement.SAME:
        painter.setBrush(theme.independent_bg)
        painter.setPen(QPen(theme.independent, 1.0))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
    elif band.agreement is Agreement.OPEN:
        painter.setBrush(theme.line if theme.dark else theme.sunk)
        painter.drawRoundedRect(box, 2, 2)
    else:
        painter.setBrush(theme.conflict_bg)
        painter.drawRoundedRect(box, 2, 2)
        painter.save()
        shape = QPainterPath()
        shape.addRoundedRect(box, 2, 2)
        painter.setClipPath(shape)
        painter.setPen(QPen(theme.conflict, 1.0))
        x = box.left() - STRIP
        while x < box.right():
            painter.drawLine(QPointF(x, box.bottom()), QPointF(x + STRIP, box.top()))
            x += 5.0
        painter.restore()
    painter.setPen(Qt.PenStyle.NoPen)


class Legend(Label):
    """What one look of the strip means: the sign, then the words."""

    def __init__(self, agreement: Agreement, words: str, theme: Theme) -> None:
        super().__init__(words, objectName="drawLegend")
        self._agreement, self._theme = agreement, theme
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setContentsMargins(round(24 * theme.scale), 0, 0, 0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale, self._theme.scale)
        middle = self.height() / self._theme.scale / 2
        _paint_band(painter, self._theme, Band(0, 1, self._agreement), QRectF(0, middle - 3, 18, STRIP))
        painter.end()


class SliderRow(QWidget):
    """A slider with its name, its value, and where it would be right."""

    moved = Signal(float)
    """Another value, by the user; while the slider is dragged too."""
    ended = Signal()
    """The drag is over."""

    def __init__(self, title: str, kind: SliderKind, theme: Theme, *, selected: bool = False) -> None:
        super().__init__()
        self._kind, self._title = kind, title
        self.slider = BandedSlider(kind, theme, selected=selected)
        self.title, self.value = Label(title, objectName="drawName"), Label(objectName="drawValue")
        self._words = Label(objectName="drawWords", wordWrap=True)
        inset = round(THUMB)  # the thumb may stand out at either end
        head = row_of((self.title, 1), self.value, margins=(inset, 0, inset, 0))
        self._words.setContentsMargins(inset, 0, inset, 0)
        column_of(head, self.slider, self._words, inside=self, margins=0, spacing=0)
        self._showing = False
        self.slider.valueChanged.connect(self._on_moved)
        self.slider.sliderReleased.connect(self.ended)

    def set_theme(self, theme: Theme) -> None:
        self.slider.set_theme(theme)

    @property
    def words(self) -> str:
        return str(self._words.text())

    def show_value(self, value: float, title: str, *, enabled: bool = True, note: str = "") -> None:
        """Where it stands; `note` in place of where it would be right."""
        self.title.setText(title)
        self.value.setText(self._kind.say(value) if enabled or not note else "")
        self.slider.setEnabled(enabled)
        self.slider.setAccessibleName(title)
        self.slider.setAccessibleDescription(f"{self._kind.say(value)}. {self.words}")
        if note or not enabled:
            self.show_bands(())
            self._words.setText(note)
        if not self.slider.isSliderDown():
            self._showing = True
            self.slider.setValue(round(self._kind.place(value) * STEPS))
            self._showing = False

    def show_bands(self, bands: Sequence[Band]) -> None:
        """Where the answer would be right, as far as that is known."""
        self.slider.set_bands(tuple(bands))
        self._words.setText(
            right_where(bands, lambda place: self._kind.say(float(f"{self._kind.at(place):.3g}")))
        )

    def _on_moved(self, value: int) -> None:
        if not self._showing:
            self.moved.emit(self._kind.at(value / STEPS))
            if not self.slider.isSliderDown():
                self.ended.emit()
