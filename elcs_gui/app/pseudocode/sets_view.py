"""The sets of the pseudo-code with their values, what just changed marked as now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from elcs_gui.app.kit.labels import show_tip
from elcs_gui.app.kit.terms import Spot
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.picture.live_sets import LiveSet, Member
from elcs_gui.picture.why_answer import Subject

_LINE = 18
_GAP = 4
_PADDING = 12
_NAMES = 64
NORMAL = QFont.Weight.Normal
_MOST_LINES = 3
"""Of one value; what does not fit is shortened, and whole in the tooltip."""


_EMPTY = "Nothing yet: → takes the first step."


class SetsView(QWidget):
    """Rows of name and value; a click on a member of a set asks why it is one."""

    member_chosen = Signal(object)
    """The `Subject` to be asked about."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[LiveSet, ...] = ()
        self._tops: list[float] = []
        self._measured: tuple[object, int] = ((), 0)
        """What the height was asked for last, and the answer."""
        self._k = 0.0
        """`_scale`, where it is known."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Sets now")
        self.setMouseTracking(True)
        self._pointed: tuple[int, Member] | None = None
        """The row and the member under the pointer."""

    @property
    def rows(self) -> tuple[LiveSet, ...]:
        return self._rows

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_sets(self, rows: Sequence[LiveSet]) -> None:
        """Show other rows."""
        fresh = tuple(rows)
        same, self._rows = fresh == self._rows, fresh  # the members may be those of another blanket
        if not same:
            self.setMinimumHeight(self.heightForWidth(self.width()))
            self.setAccessibleDescription("; ".join(f"{row.name} {row.value}" for row in fresh))
            self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        key = (self._rows, width, self._scale())
        if key != self._measured[0]:  # layouts ask again and again
            height = sum(self._height(row, width) for row in self._rows) + 8 * self._scale()
            self._measured = (key, round(height))
        return self._measured[1]

    def sizeHint(self) -> QSize:
        return QSize(248, self.heightForWidth(self.width()))

    def resizeEvent(self, event: object) -> None:
        self.setMinimumHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._rows:
            painter.setFont(font(12 * self._scale()))
            painter.setPen(self._theme.ink_3)
            painter.drawText(QPointF(_PADDING * self._scale(), 14 * self._scale()), _EMPTY)
        y = 0.0
        self._tops = []
        for row in self._rows:
            self._tops.append(y)
            self._paint_row(painter, row, y)
            y += self._height(row, self.width())
        self._paint_pointed(painter)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._k = 0.0
        super().changeEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self.term_at(event.pos()) is not None:
            event.ignore()
            return False
        if isinstance(event, QHelpEvent):
            above = [row for row, top in zip(self._rows, self._tops, strict=False) if top <= event.pos().y()]
            asks = "\nClick a member to see why it is one" if above and above[-1].members else ""
            show_tip(event.globalPos(), f"{_tooltip(above[-1])}{asks}" if above else "", self)
            return True
        return super().event(event)

    def term_at(self, place: QPoint) -> Spot | None:
        """The name of the set there, without what it is of; see `elcs_gui.app.kit.terms`."""
        wide = round(self._names() + _PADDING * self._scale())
        for row, top in zip(self._rows, self._tops, strict=False):
            box = QRect(0, round(top), wide, round(_LINE * self._scale()))
            if box.contains(place):
                return (row.general or row.name).partition("(")[0], box
        return None

    # Members

    def member_at(self, at: QPointF) -> tuple[int, Member] | None:
        """The row and the member whose name is at a point."""
        for place, member, box in self._boxes():
            if box.contains(at):
                return place, member
        return None

    def _boxes(self) -> Iterator[tuple[int, Member, QRectF]]:
        """Where the names of the members stand."""
        line, y = _LINE * self._scale(), 0.0
        for place, row in enumerate(self._rows):
            start, metrics = self._value_start(row)
            begin = 0
            for number, text in enumerate(
                self._wrapped(row.value, self.width(), bold=row.before is not None)
            ):
                whole = text.removesuffix("…")
                begin = max(row.value.find(whole, begin), 0)
                for member in row.members:
                    first, last = member.first - begin, member.last - begin
                    if first >= 0 and last <= len(whole):
                        left = start + metrics.horizontalAdvance(whole[:first])
                        wide = metrics.horizontalAdvance(whole[first:last])
                        yield place, member, QRectF(left, y + number * line, wide, line)
                begin += len(whole)
            y += self._height(row, self.width())

    def _value_start(self, row: LiveSet) -> tuple[float, QFontMetricsF]:
        """Where the value of a row begins, and the metrics of its font."""
        k = self._scale()
        left = _PADDING * k + self._names()
        if row.before is None:
            return left, QFontMetricsF(font(13 * k))
        bold = QFontMetricsF(font(13 * k, SEMIBOLD))
        lead = QFontMetricsF(font(13 * k)).horizontalAdvance(f"{row.before} → ")
        fits = lead + bold.horizontalAdvance(row.value) + 6 * k <= self._room(self.width())
        return (left + lead + 3 * k if fits else left), bold

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.member_at(event.position())
        if found != self._pointed:
            self._pointed = found
            shape = Qt.CursorShape.PointingHandCursor if found else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._pointed = None
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        found = self.member_at(event.position())
        if found is not None and event.button() is Qt.MouseButton.LeftButton:
            member = found[1]
            self.member_chosen.emit(Subject(member.set_name, (member.owner, member.x), member.through))

    def _paint_pointed(self, painter: QPainter) -> None:
        """A line under the member that a click would ask about."""
        for place, member, box in self._boxes() if self._pointed is not None else ():
            if (place, member) == self._pointed:
                painter.setPen(self._theme.selection)
                painter.drawLine(box.bottomLeft() - QPointF(0, 1), box.bottomRight() - QPointF(0, 1))

    def _paint_row(self, painter: QPainter, row: LiveSet, y: float) -> None:
        theme, k = self._theme, self._scale()
        line = _LINE * k
        metrics = QFontMetricsF(font(13 * k))
        painter.setFont(font(13 * k))
        painter.setPen(theme.ink_3)
        fits = metrics.horizontalAdvance(row.name) <= self._names() - 4 * k
        base = y + (line + metrics.capHeight()) / 2
        painter.drawText(QPointF(_PADDING * k, base), row.name if fits else row.general)
        left = _PADDING * k + self._names()
        if row.before is None:
            painter.setPen(theme.ink)
            for place, text in enumerate(self._wrapped(row.value, self.width(), bold=False)):
                painter.drawText(QPointF(left, base + place * line), text)
            return
        lead = f"{row.before} → "
        bold = QFontMetricsF(font(13 * k, SEMIBOLD))
        room = self._room(self.width())
        if metrics.horizontalAdvance(lead) + bold.horizontalAdvance(row.value) + 6 * k <= room:
            painter.setPen(theme.ink_2)
            painter.drawText(QPointF(left, base), lead)
            left += metrics.horizontalAdvance(lead) + 3 * k
        for place, text in enumerate(self._wrapped(row.value, self.width(), bold=True)):
            top = y + place * line
            width = bold.horizontalAdvance(text)
            mark = QRectF(left - 3 * k, top + 0.5, width + 6 * k, line - 1)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.now)
            painter.drawRoundedRect(mark.translated(0, 1.5 * k), 3 * k, 3 * k)
            painter.setBrush(theme.now_bg)
            painter.drawRoundedRect(mark, 3 * k, 3 * k)
            painter.setPen(theme.ink)
            painter.setFont(font(13 * k, SEMIBOLD))
            painter.drawText(QPointF(left, base + place * line), text)

    def _height(self, row: LiveSet, width: int) -> float:
        lines = len(self._wrapped(row.value, width, bold=row.before is not None))
        return (lines * _LINE + _GAP) * self._scale()

    def _wrapped(self, text: str, width: int, *, bold: bool) -> tuple[str, ...]:
        return wrapped(text, self._room(width), 13 * self._scale(), SEMIBOLD if bold else NORMAL)

    def _names(self) -> float:
        return _NAMES * self._scale()

    def _room(self, width: int) -> float:
        return max(40.0, width - self._names() - 2 * _PADDING * self._scale())

    def _scale(self) -> float:
        if not self._k:
            self._k = self.fontInfo().pixelSize() / 13
        return self._k


def _tooltip(row: LiveSet) -> str:
    was = "" if row.before is None else f"\nbefore: {row.before}"
    return f"{row.name} = {row.value}{was}"


@lru_cache(maxsize=4096)
def wrapped(text: str, room: float, pixels: float, weight: QFont.Weight) -> tuple[str, ...]:
    """A value in lines, broken after commas, the last one shortened if there is more."""
    metrics = QFontMetricsF(font(pixels, weight))
    lines = [""]
    for word in text.replace(", ", ",\n ").split("\n"):
        if lines[-1] and metrics.horizontalAdvance(lines[-1] + word) > room:
            lines.append(word.lstrip())
        else:
            lines[-1] += word
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], " ".join(lines[_MOST_LINES - 1 :])]
    return tuple(metrics.elidedText(line, Qt.TextElideMode.ElideRight, room) for line in lines)
