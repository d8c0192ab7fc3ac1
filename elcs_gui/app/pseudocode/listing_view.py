"""A listing of pseudo-code: numbered lines, words of the language bold, the current line lit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from elcs_gui.app.kit.labels import show_tip
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.model.player import Player
from elcs_gui.trace.listings import Line, listing

_LEADING = frozenset(("for", "if", "repeat", "until", "end", "return", "break"))
_ANYWHERE = frozenset(("then", "do"))
_LINE = 20
_MORE = 17
"""Height of a line, and of each further one that a long line takes."""
_NUMBERS = 34
_INDENT = 11
_PADDING = 8
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_ABOVE = 2
"""Pixels to be seen above the first line when scrolled."""
_CONTEXT = 2
"""Lines to be seen above and below the current one."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the listing as it is laid out: (x, word, bold) for each line of text it takes."""

    line: Line
    top: float
    height: float
    words: tuple[tuple[tuple[float, str, bool], ...], ...]


def is_keyword(word: str, place: int, text: str) -> bool:
    """Is the word one of the language? "for some" and "X and PC" are plain English."""
    if word == "and":
        return text.lstrip().startswith("if ")
    return word in _ANYWHERE or (place == 0 and word in _LEADING)


def _backwards(event: QMouseEvent | QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)


class CodeView(QAbstractScrollArea):
    """Shows one listing.

    Lines that only end a block are left out, the indentation says it; so are those about background knowledge
    in a run without any.
    """

    step_requested = Signal(int)

    def __init__(self, player: Player, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self._procedure: str | None = None
        self._label = ""
        self._knowing = False
        self._rows: list[Row] = []
        self._hovered = ""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.setAccessibleName("Listing")

    @property
    def procedure(self) -> str | None:
        return self._procedure

    @property
    def lit(self) -> str:
        """The label of the line that is lit; empty if none is."""
        return self._label

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self._rows)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.viewport().update()

    def show_line(self, procedure: str, label: str) -> None:
        """Show a listing, and light one of its lines."""
        trace = self._player.trace
        knowing = trace is not None and bool(trace.header.knowledge)
        if (procedure, label, knowing) == (self._procedure, self._label, self._knowing):
            return
        if procedure != self._procedure or knowing != self._knowing:
            self._procedure, self._knowing = procedure or None, knowing
            self._hovered = ""
            self._lay_out()
        self._label = label
        row = next((row for row in self._rows if row.line.label == label), None)
        if row is not None:
            self.setAccessibleDescription(f"Line {label}: {row.line.text.strip()}")
            self._reveal(row)
        self.viewport().update()

    def row_rect(self, label: str) -> QRectF:
        """Where a line stands in the viewport."""
        row = next(row for row in self._rows if row.line.label == label)
        return QRectF(0, row.top - self._scrolled(), self.viewport().width(), row.height)

    def sizeHint(self) -> QSize:
        return QSize(272, round(200 * self._scale()))

    # What the user does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().y())
        if row is None or event.button() != Qt.MouseButton.LeftButton:
            return
        self._go_to_run(row, event.globalPosition().toPoint(), back=_backwards(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose among the lines that ran; Enter goes to the next run, Shift+Enter back."""
        ran = [row for row in self._rows if len(self._runs(row.line.label))]
        labels = [row.line.label for row in ran]
        now = self._hovered or self._label
        place = labels.index(now) if now in labels else -1
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and ran:
            move = 1 if event.key() == Qt.Key.Key_Down else -1
            row = ran[max(0, min(place + move, len(ran) - 1))]
            self._hovered = row.line.label
            self.setAccessibleDescription(f"Line {row.line.label}: {row.line.text.strip()}")
            self._reveal(row)
            self.viewport().update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and place >= 0:
            corner = self.mapToGlobal(self.row_rect(labels[place]).bottomLeft().toPoint())
            self._go_to_run(ran[place], corner, back=_backwards(event))
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._hovered = ""
        self.viewport().update()
        super().focusOutEvent(event)

    def _go_to_run(self, row: Row, place: QPoint, *, back: bool) -> None:
        """Ask for the next or last time a line ran, or say at `place` that there is none."""
        steps = self._runs(row.line.label)
        step = self._player.step
        wanted = steps[steps < step][-1:] if back else steps[steps > step][:1]
        if len(wanted):
            self.step_requested.emit(int(wanted[0]))
        else:
            show_tip(place, self._nowhere(len(steps), back=back), self)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().y())
        hovered = row.line.label if row is not None and len(self._runs(row.line.label)) else ""
        if hovered != self._hovered:
            self._hovered = hovered
            shape = Qt.CursorShape.PointingHandCursor if hovered else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            row = self._row_at(event.pos().y())
            show_tip(event.globalPos(), "" if row is None else self.tooltip(row.line), self)
            return True
        if event.type() == QEvent.Type.Leave and self._hovered:
            self._hovered = ""
            self.viewport().update()
        return super().viewportEvent(event)

    def _runs(self, label: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The steps at which a line ran."""
        trace = self._player.trace
        if trace is None:
            return np.empty(0, dtype=np.int64)
        names, places = trace.lines()
        at = f"{self._procedure}:{label}"
        found = np.flatnonzero(places == names.index(at)) if at in names else np.empty(0, dtype=np.int64)
        return found + 1

    def tooltip(self, line: Line) -> str:
        """Its note, and how often it ran."""
        runs = len(self._runs(line.label))
        times = {0: "", 1: "Runs once: click to go there."}.get(
            runs, f"Runs {runs:,} times: click for the next, Shift+click for the one before."
        )
        return "\n".join(part for part in (line.note, times) if part)

    @staticmethod
    def _nowhere(runs: int, *, back: bool) -> str:
        if not runs:
            return "Nothing is recorded at this line."
        return "It did not run before." if back else "It does not run again. Shift+click goes back."

    # Layout

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _scale(self) -> float:
        return self.fontInfo().pixelSize() / 13

    def _scrolled(self) -> int:
        return self.verticalScrollBar().value()

    def _row_at(self, y: float) -> Row | None:
        y += self._scrolled()
        return next((row for row in self._rows if row.top <= y < row.top + row.height), None)

    def _reveal(self, row: Row) -> None:
        """Scroll so that the line is seen with two others around it, and no line is cut at the top."""
        place, bar, height = self._rows.index(row), self.verticalScrollBar(), self.viewport().height()
        above = self._rows[max(0, place - _CONTEXT)]
        below = self._rows[min(len(self._rows) - 1, place + _CONTEXT)]
        tops = [r.top for r in self._rows if r.top <= above.top]
        margin = _ABOVE * self._scale()
        if above.top - margin < bar.value():
            bar.setValue(round(above.top - margin))
        elif below.top + below.height > bar.value() + height:
            enough = [top for top in tops if below.top + below.height <= top - margin + height]
            bar.setValue(round((enough[0] if enough else above.top) - margin))

    def _lay_out(self) -> None:
        self._rows = []
        k = self._scale()
        top = 6 * k
        if self._procedure is not None:
            plain, bold = QFontMetricsF(font(13 * k)), QFontMetricsF(font(13 * k, SEMIBOLD))
            for line in listing(self._procedure).lines:
                if line.text.strip().startswith("end ") or (line.with_knowledge and not self._knowing):
                    continue
                words = self._wrapped(line.text, plain, bold)
                height = (_LINE + _MORE * (len(words) - 1)) * k
                self._rows.append(Row(line, top, height, words))
                top += height
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(round(_LINE * k))
        bar.setRange(0, self._furthest(top + 6 * k - self.viewport().height()))
        row = next((row for row in self._rows if row.line.label == self._label), None)
        if row is not None:
            self._reveal(row)
        self.viewport().update()

    def _furthest(self, needed: float) -> int:
        """How far to scroll to see the end: so far that again no line is cut at the top."""
        margin = _ABOVE * self._scale()
        tops = [row.top - margin for row in self._rows if row.top - margin >= needed]
        return round(tops[0]) if needed > 0 and tops else 0

    def _wrapped(
        self, text: str, plain: QFontMetricsF, bold: QFontMetricsF
    ) -> tuple[tuple[tuple[float, str, bool], ...], ...]:
        """The words with their places; what does not fit goes on below, indented once more."""
        k = self._scale()
        depth = (len(text) - len(text.lstrip())) // 2
        left = (_NUMBERS + depth * _INDENT) * k
        room = self.viewport().width() - _PADDING * k
        lines: list[list[tuple[float, str, bool]]] = [[]]
        x = left
        space = plain.horizontalAdvance(" ")
        for place, word in enumerate(text.split()):
            strong = is_keyword(word, place, text)
            width = (bold if strong else plain).horizontalAdvance(word)
            if lines[-1] and x + width > room:
                lines.append([])
                x = left + 2 * _INDENT * k
            lines[-1].append((x, word, strong))
            x += width + space
        return tuple(map(tuple, lines))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self._theme, self._scale()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(0, -self._scrolled())
        faces = {False: font(13 * k), True: font(13 * k, SEMIBOLD)}
        small = font(12 * k)
        cap = QFontMetricsF(faces[False]).capHeight()
        width = self.viewport().width()
        for row in self._rows:
            lit = row.line.label == self._label
            if lit:
                painter.fillRect(QRectF(0, row.top, width, row.height), theme.now_bg)
                painter.fillRect(QRectF(0, row.top, 3 * k, row.height), theme.now)
            elif row.line.label == self._hovered:
                painter.fillRect(QRectF(0, row.top, width, row.height), theme.sunk)
            base = row.top + (_LINE * k + cap) / 2
            painter.setFont(small)
            painter.setPen(theme.now_ink if lit else theme.ink_3)
            number = QRectF(0, row.top, (_NUMBERS - 10) * k, _LINE * k)
            painter.drawText(number, _RIGHT, row.line.label)
            if row.line.note:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.ink_3)
                painter.drawEllipse(QPointF((_NUMBERS - 5.5) * k, row.top + _LINE * k / 2), 1.7 * k, 1.7 * k)
            painter.setPen(theme.ink)
            for place, words in enumerate(row.words):
                for x, word, strong in words:
                    painter.setFont(faces[strong])
                    painter.drawText(QPointF(x, base + place * _MORE * k), word)
