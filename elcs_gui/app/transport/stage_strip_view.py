"""The stage strip: the stages of the blanket at the cursor, the other blankets folded to chips beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from elcs_gui.algorithms.registry import call
from elcs_gui.app.kit.labels import lettered, tooltip
from elcs_gui.app.kit.terms import explain
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.model.player import Player
from elcs_gui.picture.short_names import ShortNames
from elcs_gui.picture.stage_strip import Strip, counted, strips
from elcs_gui.trace.events import Finished
from elcs_gui.trace.listings import STAGES

DONE, NOW, LATER = "done", "now", "later"
FULL, SHORT, TIGHT, BRIEF = range(4)
"""How much a cell says: all, a shorter title, of the caption only the number, and the shortest title."""
_LONGEST = 20, 9
"""Letters of a name in a heading, in the same two cases; the whole name is in the tooltip."""


class StageButton(QAbstractButton):
    """A cell of the strip, or a folded blanket: a title and a caption under it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.state = LATER
        self.title, self.short, self.brief, self.caption = "", "", "", ""
        self.level = FULL
        self.plain = False
        """Without a frame: it names the strip that follows."""
        self.step = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_as(self, title: str, short: str, caption: str, *, brief: str = "", plain: bool = False) -> None:
        """Set what it says."""
        self.title, self.short, self.brief, self.caption, self.plain = title, short, brief, caption, plain
        self.setAccessibleName(f"{title}, {caption}")
        self.update()

    def set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.update()

    @property
    def scale(self) -> float:
        return self.fontInfo().pixelSize() / 13

    def words(self, level: int) -> tuple[str, str]:
        """Title and caption."""
        title = self.title if level == FULL else self.short
        if level == BRIEF:
            title = self.brief or self.short
        if level >= TIGHT:
            number = self.caption.partition(" test")[0]
            return title, {"no": "0", "not needed": "–", "not yet": "–"}.get(number, number)
        return title, self.caption

    def wanted(self, level: int) -> float:
        """The width its words need."""
        title, caption = self.words(level)
        width = max(
            QFontMetricsF(font(13 * self.scale, SEMIBOLD)).horizontalAdvance(title),
            QFontMetricsF(font(12 * self.scale)).horizontalAdvance(caption),
        )
        return width + (8 if self.plain else 2 * _padding(level) + 1) * self.scale

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self.theme, self.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        now = self.state == NOW and not self.plain
        title_ink = theme.ink if self.plain or self.state == NOW else theme.ink_2
        caption_ink = theme.ink_2 if self.state != LATER else theme.ink_3
        if not self.plain:
            edge, width = (theme.now, 1.5) if now else (theme.line, 1.0)
            if self.underMouse() and self.isEnabled() and not now:
                edge = theme.ink_3
            if self.hasFocus():
                edge, width = theme.selection, 1.5
            fill = {NOW: theme.now_bg, DONE: theme.sunk}.get(self.state, QColor(0, 0, 0, 0))
            painter.setPen(QPen(edge, width))
            painter.setBrush(fill)
            inset = width / 2
            frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(frame, 6 * k, 6 * k)
        left = 0.0 if self.plain else _padding(self.level) * k
        room = self.width() - left - (0 if self.plain else 4 * k)
        title, caption = self.words(self.level)
        title_font = font(13 * k, SEMIBOLD if now or self.plain else MEDIUM)
        _line(painter, title_font, title_ink, QRectF(left, 3 * k, room, 17 * k), title)
        _line(painter, font(12 * k), caption_ink, QRectF(left, 20 * k, room, 15 * k), caption)


class StageStrip(QWidget):
    """Shows where the cursor stands among the stages; a click asks for a stage's first step."""

    step_requested = Signal(int)

    GAP = 2
    HEIGHT = 38

    def __init__(self, player: Player, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self._strips: list[Strip] = []
        self._names = ShortNames(())
        self._unfolded = -1
        self._cells: list[StageButton] = []
        self._name = self._button()
        self._before: list[StageButton] = []
        self._after: list[StageButton] = []
        self._fold_before, self._fold_after = self._button(), self._button()
        self._fold_before.clicked.connect(lambda: self._offer(self._fold_before, range(self._unfolded)))
        self._fold_after.clicked.connect(
            lambda: self._offer(self._fold_after, range(self._unfolded + 1, len(self._strips)))
        )
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Stages")
        self.reload()

    @property
    def cells(self) -> tuple[StageButton, ...]:
        """The cells of the unfolded blanket, in order."""
        return tuple(self._cells)

    @property
    def chips(self) -> tuple[StageButton, ...]:
        """The folded blankets that are to be seen."""
        return tuple(chip for chip in (*self._before, *self._after) if chip.isVisibleTo(self))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for button in self.findChildren(StageButton):
            button.theme = theme
            button.update()

    def reload(self) -> None:
        """The trace is another one, or has grown."""
        trace = self._player.trace
        self._strips = [] if trace is None else strips(trace, self._player.stage_spans)
        names = () if trace is None else trace.header.names
        if self._names.names is not names:
            self._names = ShortNames(names)
        self._unfolded = -1
        self.follow()

    def follow(self) -> None:
        """The cursor has moved."""
        span = self._player.stage_span
        place = 0
        if span is not None:
            place = next((i for i, s in enumerate(self._strips) if s.target == span.target), 0)
        if place != self._unfolded:
            self._unfolded = place
            self._rebuild()
        if not self._strips:
            return
        trace, step = self._player.trace, self._player.step
        over = trace is not None and step == len(trace) > 0 and isinstance(trace.facts[-1], Finished)
        for button, cell in zip(self._cells, self._strips[place].cells, strict=True):
            if over or (cell.tests is not None and cell.last < step):
                state = DONE
            elif span is not None and cell.stage == span.stage:
                state = NOW
            else:
                state = LATER
            button.set_state(state)

    def sizeHint(self) -> QSize:
        return QSize(600, round(self.HEIGHT * self.fontInfo().pixelSize() / 13))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.setFixedHeight(self.sizeHint().height())
            self._arrange()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()
        super().resizeEvent(event)

    def _button(self) -> StageButton:
        button = StageButton(self._theme, self)
        button.hide()
        return button

    def _rebuild(self) -> None:
        """Say what belongs to the blanket that is unfolded now; buttons stay, so that no click is lost."""
        own = self._strips[self._unfolded] if self._strips else None
        self._cells = self._enough(self._cells, len(own.cells) if own else 0)
        for button, cell in zip(self._cells, own.cells if own else (), strict=True):
            button.step = cell.first + 1
            stage = STAGES[cell.stage]
            button.show_as(stage.strip, stage.narrow, cell.caption, brief=stage.brief)
            button.setEnabled(cell.tests is not None)
            explain(button, stage.strip)
        if own is not None:
            self._name.show_as(*self._headings(own), counted(own.tests), plain=True)
            tooltip(self._name, f"Blanket of {self._variable(own)}: {counted(own.tests)}")
        self._before = self._chips(self._before, self._strips[: max(self._unfolded, 0)], DONE)
        self._after = self._chips(self._after, self._strips[self._unfolded + 1 :], LATER)
        self._fold_before.set_state(DONE)
        self._fold_before.show_as(f"{len(self._before)} ✓", f"{len(self._before)} ✓", "earlier")
        self._fold_after.show_as(f"{len(self._after)} more", f"{len(self._after)} more", "later")
        self._arrange()

    def _chips(self, chips: list[StageButton], folded: Sequence[Strip], state: str) -> list[StageButton]:
        chips = self._enough(chips, len(folded))
        for chip, strip in zip(chips, folded, strict=True):
            done = " ✓" if state == DONE else ""
            title, short = (f"{heading}{done}" for heading in self._headings(strip))
            chip.step = strip.first + 1
            chip.show_as(title, short, counted(strip.tests))
            chip.set_state(state)
            tooltip(chip, f"Blanket of {self._variable(strip)}: {counted(strip.tests)}. Click to go there.")
        return chips

    def _enough(self, buttons: list[StageButton], count: int) -> list[StageButton]:
        """As many buttons as wanted, those there are first."""
        for surplus in buttons[count:]:
            surplus.hide()
            surplus.deleteLater()
        kept = buttons[:count]
        while len(kept) < count:
            kept.append(self._stepping())
        return kept

    def _stepping(self) -> StageButton:
        button = self._button()
        button.clicked.connect(lambda: self.step_requested.emit(button.step))
        return button

    def _blanket(self, strip: Strip) -> str:
        return self._call(self._variable(strip))

    def _headings(self, strip: Strip) -> tuple[str, str]:
        """The same where there is room, and where the stages need it."""
        long, short = (self._names.within(most)[strip.target] for most in _LONGEST)
        return self._call(long), self._call(short)

    def _call(self, name: str) -> str:
        trace = self._player.trace
        return name if trace is None else call(trace.header.algorithm, name)

    def _variable(self, strip: Strip) -> str:
        trace = self._player.trace
        return "" if trace is None else trace.header.names[strip.target]

    def _offer(self, button: StageButton, places: range) -> None:
        """The folded blankets as a menu."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for place in places:
            strip = self._strips[place]
            action = menu.addAction(lettered(f"{self._blanket(strip)}   {counted(strip.tests)}"))
            action.triggered.connect(lambda _=False, step=strip.first + 1: self.step_requested.emit(step))
        menu.popup(button.mapToGlobal(QPoint(0, button.height() + 2)))

    def _arrange(self) -> None:
        """Place the buttons: chips and full titles if they fit, else shorter ones, else folded chips."""
        several = len(self._strips) > 1
        few_before = [self._fold_before] if self._before else []
        few_after = [self._fold_after] if self._after else []
        ways = [(False, FULL), (False, SHORT), (True, FULL), (True, SHORT), (True, TIGHT), (True, BRIEF)]
        if len(self._before) + len(self._after) <= 2:  # their names say more than the word "tests"
            ways.insert(2, (False, TIGHT))
        for folded, level in ways:
            before = few_before if folded else self._before
            after = few_after if folded else self._after
            if self._needed([*before, *after], level) <= self.width():
                break
        for chip in (*self._before, *self._after):
            chip.setVisible(not folded)
        self._fold_before.setVisible(folded and bool(self._before))
        self._fold_after.setVisible(folded and bool(self._after))
        self._name.setVisible(several)
        widths = {button: button.wanted(level) for button in (*before, *([self._name] if several else []))}
        if several:  # where nothing fits, the name gives way: a cut figure would be another one
            lacking = max(self._needed([*before, *after], level) - self.width(), 0.0)
            widths[self._name] = max(widths[self._name] - lacking, 48 * self._theme.scale)
        room = self.width() - sum(wide + 3 * self.GAP for wide in widths.values())
        room -= sum(button.wanted(level) + 3 * self.GAP for button in after)
        x = 0.0
        for button, wide in widths.items():
            x = self._put(button, x, wide, level) + 2 * self.GAP
        total = sum(cell.wanted(level) for cell in self._cells) or 1.0
        share = (room - self.GAP * max(len(self._cells) - 1, 0)) / total
        for cell in self._cells:
            x = self._put(cell, x, cell.wanted(level) * share, level)
        for button in after:
            x = self._put(button, x + 2 * self.GAP, button.wanted(level), level)

    def _needed(self, chips: list[StageButton], level: int) -> float:
        """The width of cells and chips, and of the name if there are any chips."""
        named = [*chips, self._name] if chips else []
        return sum(chip.wanted(level) + 3 * self.GAP for chip in named) + sum(
            cell.wanted(level) + self.GAP for cell in self._cells
        )

    def _put(self, button: StageButton, x: float, width: float, level: int) -> float:
        button.level = level
        left, right = round(x), round(x + width)
        button.setGeometry(QRect(left, 0, right - left, self.height()))
        button.show()
        return x + width + self.GAP


def _padding(level: int) -> int:
    return 6 if level >= TIGHT else 9


def _line(painter: QPainter, face: QFont, ink: QColor, rect: QRectF, text: str) -> None:
    painter.setFont(face)
    painter.setPen(ink)
    fitted = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, fitted)
