"""One lane: its head, its small graph, how far it has come, and what it saved or lost."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from elcs_gui.app.kit.icons import draw_icon
from elcs_gui.app.kit.labels import Label, strong, tooltip
from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.race.lane_glyphs import SIGNS, Sign, glyph
from elcs_gui.app.race.lane_graph_view import LaneGraph
from elcs_gui.foreign import markup
from elcs_gui.inquiry.race import Axis, Lane, Race
from elcs_gui.inquiry.race_words import at, in_doubt, sentence, state
from elcs_gui.picture.scene import Edges
from elcs_gui.trace.events import Taken

PAD = 16.0
MOST_DOTS = 9
"""More neighbours are told by their number alone."""


class LaneHead(ScaledWidget):
    """Glyph, name, a dot for each neighbour there is to find, and how many are found."""

    def __init__(self, sign: Sign, theme: Theme) -> None:
        super().__init__(theme)
        self._sign = sign
        self._title = self._state = self._pill = ""
        self._right = self._wrong = self._of = 0
        self._ahead = self._failed = False
        self._true = True
        self.high = 40

    def say(
        self, title: str, text: str, *, pill: str = "", ahead: bool = False, failed: bool = False
    ) -> None:
        """`pill` stands in place of the text, in red where it has `failed`; see `count` for green."""
        self._title, self._state, self._pill = title, text, pill
        self._ahead, self._failed = ahead, failed
        self.setAccessibleName(f"{title}: {'ahead, ' if ahead else ''}{pill + ', ' if pill else ''}{text}")
        self.update()

    def count(self, right: int, wrong: int, of: int, *, true: bool = True) -> None:
        """How many dots are filled, how many have a red ring, and how many there are.

        Green says that something is right; where the truth is not known, it is not said.
        """
        self._right, self._wrong, self._of, self._true = right, wrong, of, true
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(240), self.scaled(self.high))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.scaled(120), self.scaled(self.high))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.painter(), self._theme
        painter.fillRect(self.box, theme.panel)
        painter.fillRect(QRectF(0, self.down - 1, self.across, 1), theme.line)
        middle = self.down / 2
        painter.fillPath(glyph(self._sign, QPointF(PAD + 7, middle), 5.0), self._sign.colour(theme))
        right = self._paint_state(painter, self.across - PAD, middle)
        room = right - (PAD + 22) - 8
        face = font(13, SEMIBOLD if self._ahead else MEDIUM)
        metrics = QFontMetricsF(face)
        name = metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, max(room, 60.0))
        left = PAD + 22 + metrics.horizontalAdvance(name) + 12
        painter.setFont(face)
        painter.setPen(theme.ink)
        painter.drawText(QRectF(PAD + 22, 0, max(room, 60.0), self.down), Qt.AlignmentFlag.AlignVCenter, name)
        self._paint_dots(painter, left, right - 12, middle)
        painter.end()

    def _paint_state(self, painter: QPainter, right: float, middle: float) -> float:
        """At the right end; where it begins."""
        theme = self._theme
        if self._pill:
            face = font(12, SEMIBOLD)
            ticked = self._true and not self._failed
            wide = QFontMetricsF(face).horizontalAdvance(self._pill) + (36 if ticked else 18)
            box = QRectF(right - wide, middle - 11, wide, 22)
            colour, fill = (
                (theme.conflict, theme.conflict_bg)
                if self._failed
                else (theme.independent, theme.independent_bg)
                if self._true
                else (theme.ink_2, theme.raised)
            )
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(fill)
            painter.drawRoundedRect(box, 11, 11)
            text = box.adjusted(9, 0, -9, 0)
            if ticked:
                draw_icon(painter, "check", QRectF(box.left() + 8, middle - 7, 14, 14), colour)
                text = box.adjusted(26, 0, -8, 0)
            painter.setFont(face)
            painter.setPen(colour)
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, self._pill)
            return box.left()
        words = f"ahead · {self._state}" if self._ahead else self._state
        face = font(12, SEMIBOLD if self._ahead else MEDIUM)
        wide = QFontMetricsF(face).horizontalAdvance(words)
        painter.setFont(face)
        painter.setPen(theme.ink if self._ahead else theme.ink_2)
        painter.drawText(
            QRectF(right - wide - 1, 0, wide + 2, self.down), Qt.AlignmentFlag.AlignVCenter, words
        )
        return right - wide

    def _paint_dots(self, painter: QPainter, left: float, right: float, middle: float) -> None:
        """As far as there is room for all of them."""
        theme = self._theme
        shown = max(self._of, self._right + self._wrong)
        if not shown or shown > MOST_DOTS or right - left < 12 * shown:
            return
        at_x = right - 12 * shown + 6
        for dot in range(shown):
            here = QPointF(at_x + 12 * dot, middle)
            if dot < self._right:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.independent if self._true else theme.ink_2)
                painter.drawEllipse(here, 4.0, 4.0)
            elif dot < self._right + self._wrong:
                painter.setPen(QPen(theme.conflict, 2.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(here, 3.4, 3.4)
            else:
                painter.setPen(QPen(theme.line_strong, 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(here, 3.6, 3.6)


class LaneTrack(ScaledWidget):
    """How far the lane is on the shared scale, and what it is learning."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._share = self._end = 0.0
        self._ticks: tuple[float, ...] = ()
        self._done = False
        self._true = True
        self._learning = self._ends = ""
        self._worded = True
        self._fit()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._fit()

    def set_worded(self, worded: bool) -> None:
        """With a line of words below the track, or without."""
        self._worded = worded
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self.scaled(42 if self._worded else 24))

    def set_scale(self, end: float, ticks: tuple[float, ...], ends: str) -> None:
        """Where the lane ends and other variables begin, in shares of the longest; the end in words."""
        self._end, self._ticks, self._ends = end, ticks, ends
        self.update()

    def show_share(self, share: float, learning: str, *, done: bool, true: bool = True) -> None:
        """The end is green with a tick where the truth is known, as for `LaneHead.count`."""
        self._share, self._learning, self._done = min(share, self._end), learning, done
        self._true = true
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._ends:  # there is no run
            return
        painter, theme = self.painter(), self._theme
        left, right, y = PAD, self.across - PAD, 13.0
        long = right - left
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.line)
        painter.drawRoundedRect(QRectF(left, y - 2, long, 4), 2, 2)
        here, end = left + long * self._share, left + long * self._end
        over = theme.independent if self._true else theme.ink_2
        colour = over if self._done else theme.now
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(left, y - 2, max(here - left, 0.0), 4), 2, 2)
        painter.setPen(QPen(theme.line_strong, 1.2))
        for share in self._ticks:
            x = left + long * share
            painter.drawLine(QPointF(x, y - 5), QPointF(x, y + 5))
        painter.setPen(QPen(theme.ink_2, 1.6))
        painter.drawLine(QPointF(end, y - 6), QPointF(end, y + 6))
        painter.setPen(QPen(colour, 2.4))
        painter.setBrush(colour if self._done else theme.panel)
        painter.drawEllipse(QPointF(here, y), 5.5, 5.5)
        if self._done and self._true:
            draw_icon(painter, "check", QRectF(here - 4.5, y - 4.5, 9, 9), theme.panel)
        tooltip(self, f"{self._learning}, {self._ends}".strip(", "))
        if self._worded:
            self._paint_words(painter, left, long)
        painter.end()

    def _paint_words(self, painter: QPainter, left: float, long: float) -> None:
        theme = self._theme
        painter.setFont(font(12))
        metrics = QFontMetricsF(font(12))
        painter.setPen(theme.ink_3)
        room = metrics.horizontalAdvance(self._ends)
        row = QRectF(left, 24, long, 16)
        painter.drawText(row, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._ends)
        said = metrics.elidedText(self._learning, Qt.TextElideMode.ElideRight, long - room - 12)
        painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, said)


class SentenceLabel(Label):
    """What was saved or lost, in so many lines at most; all of it when pointed at."""

    def __init__(self) -> None:
        super().__init__(objectName="laneSentence", wordWrap=True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._lines = 3
        self._whole = self._figure = ""

    def lines_in(self, wide: float) -> int:
        """How many lines all of it takes, a little more than that for what is semibold."""
        margins = self.contentsMargins()
        room = QRectF(0, 0, 0.97 * (wide - margins.left() - margins.right()), 10_000)
        metrics = QFontMetricsF(self.font())
        high = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, self._whole).height()
        return max(1, round(high / metrics.lineSpacing()))

    def set_lines(self, lines: int) -> None:
        if lines == self._lines:
            return
        self._lines = lines
        self.setWordWrap(lines > 1)
        self.updateGeometry()
        self._cut()

    def say(self, text: str, figure: str = "") -> None:
        """With one part in semibold."""
        self._whole, self._figure = text, figure
        tooltip(self, text)
        self.setAccessibleName(text)
        self._cut()

    @property
    def whole(self) -> str:
        return self._whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        """As much as there is room for; the end of a line is seldom full."""
        if self.lines_in(self.width()) <= self._lines:
            self._put(self._whole)
            return
        room = self.contentsRect().width() * (self._lines - (0.12 * self._lines if self._lines > 1 else 0.0))
        text = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, round(room))
        if text != self._whole and " " in text:
            text = f"{text.rpartition(' ')[0]} …"  # no half words
        self._put(text)

    def _put(self, text: str) -> None:
        before, figure, after = text.partition(self._figure) if self._figure else (text, "", "")
        self.setText(markup("{}{}{}", before, strong(figure), after) if figure else text)

    def sizeHint(self) -> QSize:
        return QSize(100, self.fontMetrics().lineSpacing() * self._lines + 4)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hasHeightForWidth(self) -> bool:
        return False


class LaneView(QWidget):
    """All of one lane. Without a run it says what it waits for, or why it does not take part."""

    def __init__(self, place: int, theme: Theme) -> None:
        super().__init__(objectName="raceLane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.sign = SIGNS[place]
        self.head, self.graph, self.track = LaneHead(self.sign, theme), LaneGraph(theme), LaneTrack(theme)
        self.said = SentenceLabel()
        self._lane: Lane | None = None
        self._starts: list[tuple[int, int]] = []
        self._low = 0
        foot = QWidget(objectName="raceFoot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._below = column_of(self.track, self.said, inside=foot, spacing=3)
        column_of(self.head, (self.graph, 1), foot, inside=self, margins=0, spacing=0)
        self.set_theme(theme)

    @property
    def lane(self) -> Lane | None:
        return self._lane

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for part in (self.head, self.graph, self.track):
            part.set_theme(theme)
        side = round(PAD * theme.scale)
        self._below.setContentsMargins(0, 0, 0, round((2 if self._low else 8) * theme.scale))
        self.said.setContentsMargins(side, 0, side, 0)

    def set_low(self, low: int) -> None:
        """There is little height (1), or very little (2): a lower head, and no words below the track."""
        if low == self._low:
            return  # most resizes: a lane is not laid out twice for each
        self._low = low
        self.head.high = (40, 32, 30)[low]
        self.track.set_worded(low < 2)
        self.head.updateGeometry()
        self.set_theme(self._theme)

    def wait(self, title: str, text: str, *, failed: bool = False) -> None:
        """There is no run yet, or none to come."""
        self._lane = None
        self.graph.set_lane(None, None)
        self.graph.setAccessibleName(f"Graph of {title}")
        self.head.count(0, 0, 0)
        self.head.say(title, "" if failed else text, pill="takes no part" if failed else "", failed=failed)
        self.track.set_scale(0.0, (), "")
        self.track.show_share(0.0, "", done=False)
        self.said.say(text if failed else "")

    def show_lane(self, race: Race, lane: Lane, axis: Axis, truth: Edges | None) -> None:
        """Another run, or another axis."""
        if lane is not self._lane:
            self._lane = lane
            self.graph.set_lane(lane, truth)
            self.graph.setAccessibleName(f"Graph of {lane.algorithm.title}")
            events = zip(lane.trace.fact_steps.tolist(), lane.trace.facts, strict=True)
            self._starts = [(step, fact.x) for step, fact in events if isinstance(fact, Taken) and fact.new]
        whole = race.length(axis) or 1.0
        ticks = tuple(lane.position(axis, step) / whole for step, _ in self._starts[1:])
        ends = f"ends at {at(axis, lane.length(axis))}" if lane.length(axis) else "requests no tests"
        self.track.set_scale(lane.length(axis) / whole, ticks, ends)
        spoken = sentence(race, lane, axis)
        self.said.say(f"{spoken.text} {in_doubt(lane)}".rstrip(), spoken.figure)

    def show_position(self, race: Race, axis: Axis, position: float, leading: Lane | None) -> None:
        """The cursor has moved; `leading` is who is ahead there."""
        lane = self._lane
        if lane is None:
            return
        step = lane.step(axis, position)
        self.graph.show_step(step)
        moment, done = lane.at(step), position >= lane.length(axis)
        whole = race.length(axis) or 1.0
        share, learning = min(position / whole, 1.0), self._learning(lane, done=done)
        self.track.show_share(share, learning, done=done, true=lane.truth is not None)
        ahead = not done and leading is lane
        pill = ""
        if done:
            first = race.winner(axis) is lane
            pill = f"first, at {at(axis, lane.length(axis))}" if first else ""
        words = state(lane, step)
        self.head.say(lane.algorithm.title, words, pill=pill, ahead=ahead)
        if lane.truth is None:
            self.head.count(len(moment.counted), 0, len(moment.known), true=False)
        else:
            self.head.count(len(moment.right), len(moment.wrong), lane.true_count or 0)

    def _learning(self, lane: Lane, *, done: bool) -> str:
        view, names = self.graph.view, lane.trace.header.names
        if done:
            learnt = len(view.blankets)
            return f"learnt {learnt} variables" if learnt > 1 else "done"
        return "" if view.current is None else f"learning {names[view.current]}"
