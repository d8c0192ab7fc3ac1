"""What is clicked in the panel: answers, premises, and the marks of what was answered."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from elcs_gui.app.kit.icons import draw_icon
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.teaching.question_painter import State

_PLAIN = QFont.Weight.Normal
_LINE = 17.0
SMALLEST = 13
"""Pixels: words are made no smaller to fit."""


class Form(Enum):
    """How an answer looks: side by side, small among many, or a row with a number."""

    CARD = 58
    SMALL = 38
    ROW = 50


def fits_a_card(text: str) -> bool:
    """Can these words stand on one of two cards side by side?"""
    return QFontMetricsF(font(SMALLEST, SEMIBOLD)).horizontalAdvance(text) <= 108


class Answer(QAbstractButton):
    """One option of a question."""

    hovered = Signal(str)
    """Its id while it is pointed at or has the focus, else nothing."""

    def __init__(self, id: str, text: str, note: str, place: int, form: Form, theme: Theme) -> None:
        super().__init__()
        self.id, self._words, self._note, self._place, self._form = id, text, note, place, form
        self._theme = theme
        self._state: State | None = State.OPEN
        self._over = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # Minimum: of two side by side both are as high as the higher one.
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._name()

    def show_state(self, state: State | None, *, open: bool, note: str) -> None:
        """Another state (None: not chosen, and no longer to be), whether it can be chosen, and its note."""
        self._state, self._note = state, note
        self.setEnabled(open)
        self.setCursor(Qt.CursorShape.PointingHandCursor if open else Qt.CursorShape.ArrowCursor)
        self._name()
        self.updateGeometry()
        self.update()

    def set_over(self, over: bool) -> None:
        """Its mark in the picture is pointed at."""
        if over != self._over:
            self._over = over
            self.update()

    def _name(self) -> None:
        said = {State.RIGHT: "right", State.WRONG: "wrong", State.HOLDS: "holds", State.MARKED: "marked"}
        state = said.get(self._state, "") if self._state is not None else ""
        self.setAccessibleName(", ".join(filter(None, (f"{self._place}", self._words, self._note, state))))

    def _scale(self) -> float:
        return self.fontInfo().pixelSize() / 13

    def _left(self) -> float:
        return 48.0 if self._form is Form.ROW else 14.0

    def _room(self, width: float) -> float:
        return width / self._scale() - self._left() - 40

    def _face(self, room: float) -> QFont:
        """Of its words: smaller where they would not fit."""
        if self._form is Form.ROW:
            return font(13, MEDIUM)
        largest = 17 if self._form is Form.CARD else 14
        faces = [font(size, SEMIBOLD) for size in range(largest, SMALLEST - 1, -1)]
        fits = (face for face in faces if QFontMetricsF(face).horizontalAdvance(self._words) <= room)
        return next(fits, faces[-1])

    def _note_lines(self, width: float) -> int:
        if not self._note:
            return 0
        metrics = QFontMetricsF(font(12))
        box = metrics.boundingRect(QRectF(0, 0, self._room(width), 400), Qt.TextFlag.TextWordWrap, self._note)
        return max(1, round(box.height() / metrics.lineSpacing()))

    def _text_lines(self, width: float) -> int:
        if self._form is not Form.ROW:
            return 1
        metrics = QFontMetricsF(font(13, MEDIUM))
        box = metrics.boundingRect(
            QRectF(0, 0, self._room(width), 400), Qt.TextFlag.TextWordWrap, self._words
        )
        return max(1, round(box.height() / metrics.lineSpacing()))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        lines = self._note_lines(width) + self._text_lines(width)
        usual = 2 if self._note or self._form is Form.ROW else 1
        more = max(lines - usual, -1 if self._form is Form.ROW else 0) * _LINE
        return round((self._form.value + more + (5 if more < 0 else 0)) * self._scale())

    def sizeHint(self) -> QSize:
        wide = 160 if self._form is Form.CARD else 90 if self._form is Form.SMALL else 320
        return QSize(round(wide * self._scale()), self.heightForWidth(round(wide * self._scale())))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(80 * self._scale()), round(38 * self._scale()))

    def enterEvent(self, event: QEnterEvent) -> None:
        self.hovered.emit(self.id)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit("")
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        k = self._scale()
        painter.scale(k, k)
        rect = QRectF(0, 0, self.width() / k, self.height() / k).adjusted(1, 1, -1, -1)
        fill, border, ink = self._colours()
        painter.setPen(QPen(border, 2 if self.hasFocus() else 1))
        painter.setBrush(fill)
        painter.drawRoundedRect(rect, 10, 10)
        left = self._left()
        if self._form is Form.ROW:
            self._paint_number(painter, rect)
        width = self._room(self.width())
        high = self._text_lines(self.width()) * _LINE
        noted = self._note_lines(self.width()) * _LINE
        # Side by side, words begin at one height, however many lines of notes follow.
        top = 13.0 if self._form is Form.CARD and self._note else (rect.height() - high - noted) / 2 + 1
        self._write(painter, QRectF(left, top, width, high), self._words, self._face(width), ink)
        if self._note:
            quiet = self._theme.ink_3 if self._state in (State.OPEN, None) else ink
            below = QRectF(left, top + high, width, noted)
            self._write(painter, below, self._note, font(12, _PLAIN), quiet)
        self._paint_mark(painter, rect, ink)

    def _write(self, painter: QPainter, box: QRectF, text: str, face: QFont, ink: QColor) -> None:
        painter.setFont(face)
        painter.setPen(ink)
        wraps = self._form is Form.ROW or box.height() > 1.5 * _LINE
        if not wraps:
            text = QFontMetricsF(face).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box.adjusted(0, -4, 24, 4), Qt.AlignmentFlag.AlignVCenter, text)
            return
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, text)

    def _colours(self) -> tuple[QColor, QColor, QColor]:
        theme = self._theme
        if self._state in (State.RIGHT, State.HOLDS):
            row = self._form is Form.ROW and self._state is State.HOLDS
            return (theme.panel if row else theme.independent_bg, theme.line if row else theme.independent,
                    theme.ink if row else theme.independent)  # fmt: skip
        if self._state is State.WRONG:
            return theme.conflict_bg, theme.conflict, theme.conflict
        if self._state is None:
            return theme.panel, theme.line, theme.ink_3
        if self._over or self._state is State.MARKED or self.underMouse() or self.hasFocus():
            return theme.selection_bg, theme.selection, theme.ink
        return theme.raised, theme.line_strong, theme.ink

    def _paint_number(self, painter: QPainter, rect: QRectF) -> None:
        theme, at = self._theme, QPointF(25, rect.center().y())
        filled = self._over or self.underMouse() or self._state is State.MARKED
        fill, border, ink = theme.now_bg, theme.now, theme.now_ink
        if self._state in (State.RIGHT, State.HOLDS):
            fill, border, ink = theme.independent_bg, theme.independent, theme.independent
        elif self._state is State.WRONG:
            fill, border, ink = theme.conflict_bg, theme.conflict, theme.conflict
        elif filled and self.isEnabled():
            fill, border, ink = theme.selection, theme.selection, theme.panel
        painter.setPen(QPen(border, 2))
        painter.setBrush(fill)
        painter.drawEllipse(at, 11, 11)
        painter.setFont(font(12, SEMIBOLD))
        painter.setPen(ink)
        painter.drawText(
            QRectF(at.x() - 11, at.y() - 11, 22, 22), Qt.AlignmentFlag.AlignCenter, str(self._place)
        )

    def _paint_mark(self, painter: QPainter, rect: QRectF, ink: QColor) -> None:
        """A tick or a cross, or the key that chooses it."""
        middle = rect.center().y() if self._form is not Form.CARD else rect.y() + 20
        box = QRectF(rect.right() - 28, middle - 8, 16, 16)
        if self._state in (State.RIGHT, State.HOLDS):
            draw_icon(painter, "check", box, self._theme.independent)
        elif self._state is State.WRONG:
            draw_icon(painter, "cross", box, self._theme.conflict)
        elif self.isEnabled() and self._form is not Form.ROW:
            painter.setFont(font(11, MEDIUM))
            painter.setPen(QPen(self._theme.line_strong, 1))
            painter.setBrush(self._theme.sunk)
            painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 4, 4)
            painter.setPen(self._theme.ink_2)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(self._place))


class ProgressBars(QWidget):
    """One bar for each step of a lesson: done, now, later."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._count = self._now = 0
        self.setFixedHeight(9)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_progress(self, count: int, now: int) -> None:
        self._count, self._now = count, now
        self.setVisible(count > 0)
        self.setAccessibleName(f"Step {now + 1} of {count}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._count:
            return
        theme, gap = self._theme, 4.0
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        wide = max((self.width() + gap) / self._count - gap, 1.0)
        for place in range(self._count):
            done, now = place < self._now, place == self._now
            painter.setBrush(theme.independent if done else theme.now if now else theme.line)
            painter.drawRoundedRect(QRectF(place * (wide + gap), 2, wide, 5), 2.5, 2.5)


class AnswerDots(QWidget):
    """The last answers: a disc for a right one, a ring for a wrong one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._marks: tuple[bool, ...] = ()
        self.setFixedHeight(18)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_marks(self, marks: Sequence[bool]) -> None:
        self._marks = tuple(marks)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = max(int(self.width() // 15), 1)
        for place, right in enumerate(self._marks[-room:]):
            at = QPointF(6 + 15 * place, self.height() / 2)
            painter.setPen(QPen(self._theme.independent if right else self._theme.conflict, 2))
            painter.setBrush(self._theme.independent if right else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(at, 4.2, 4.2)
