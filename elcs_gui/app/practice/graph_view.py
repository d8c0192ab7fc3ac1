"""The picture of an exercise: every variable at a place of its own, and what is known of their links.

Nodes do not move while it is worked through, and where they stand tells nothing that is not known: only
where all links are given are they placed so that few cross.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from elcs_gui.app.graph.painting.link_painter import (
    DASHED,
    NO_BRUSH,
    NO_PEN,
    pen,
    role_colours,
    shape,
    text_at,
)
from elcs_gui.app.graph.painting.node_painter import DASHES
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.practice.practising import Practising, variables_of
from elcs_gui.lessons.exercise import Exercise, Setting
from elcs_gui.lessons.practice import Practice
from elcs_gui.trace.outcome import Pair
from elcs_gui.trace.roles import Role
from elcs_gui.trace.rules import badge

_HIGH = 19.0
"""Half the height of a node."""
_LETTERS = 16.0
_MARGIN = 96.0
_HEAD, _HEAD_HALF = 15.0, 7.0
_NEAR = 10.0
"""Pixels from a link that count as on it."""
_SHAKE, _TWICE = 3.0, 260
"""Pixels to either side, and milliseconds for two times."""
_MOST_PLACED = 7
"""Up to so many the best of all orders is looked for."""


@dataclass(frozen=True)
class Edge:
    """A link as it is drawn; directed from tail to head, or not."""

    tail: int
    head: int
    colour: str
    directed: bool = False
    rule: str = ""
    dashed: bool = False


def places(exercise: Exercise, setting: Setting) -> list[tuple[float, float]]:
    """Where each variable stands, from -1 to 1: about the target, or, where all links are seen, in a ring."""
    target, others = setting.target, list(setting.others)
    ring = exercise is Exercise.ARROWS
    if ring and len(others) < _MOST_PLACED:
        others = list(min(permutations(others), key=lambda order: _crossings((target, *order), setting)))
    standing = [target, *others] if ring else others
    found = [(0.0, 0.0)] * len(setting.names)
    for place, x in enumerate(standing):
        angle = 2 * math.pi * (place / len(standing)) - math.pi / 2
        found[x] = (math.cos(angle), math.sin(angle))
    return found


def _crossings(order: Sequence[int], setting: Setting) -> int:
    """How many links cross where the variables stand in a ring, and how far they reach."""
    at = {x: place for place, x in enumerate(order)}
    links = [sorted((at[x], at[y])) for x, y in setting.links]
    crossed = sum(a < c < b < d or c < a < d < b for (a, b), (c, d) in combinations(links, 2))
    return 10 * crossed + sum(min(b - a, len(order) - b + a) for a, b in links)


def edges_of(practice: Practice) -> list[Edge]:
    """What is drawn between the nodes."""
    setting, target = practice.setting, practice.setting.target
    if practice.exercise is Exercise.NEIGHBOURS:
        decided = practice.over
        return [Edge(x, target, "undecided", dashed=not decided) for x in practice.members]
    if practice.exercise is Exercise.SPOUSES:
        children = {y for _, y in practice.found}
        made = [
            Edge(target, y, "child", directed=True) if y in children else Edge(y, target, "undecided")
            for y in practice.members
        ]
        return made + [Edge(x, y, "spouse", directed=True) for x, y in practice.found]
    arrows = {frozenset(arrow): (arrow, rule) for arrow, rule in practice.arrows.items()}
    found = []
    for x, y in sorted(setting.links):
        (tail, head), rule = arrows.get(frozenset((x, y)), ((x, y), ""))
        colour = "child" if tail == target else "parent" if head == target else "ink_2"
        found.append(Edge(tail, head, colour if rule else "undecided", bool(rule), rule))
    return found


def role_of(practice: Practice, x: int) -> Role:
    """How a variable is drawn."""
    setting = practice.setting
    if x == setting.target:
        return Role.TARGET
    if (x, setting.target) in practice.arrows:
        return Role.PARENT
    if (setting.target, x) in practice.arrows or x in {y for _, y in practice.found}:
        return Role.CHILD
    if x in {spouse for spouse, _ in practice.found}:
        return Role.SPOUSE
    if x in practice.members or practice.exercise is Exercise.ARROWS:
        return Role.UNDECIDED
    return Role.DISMISSED


class PracticeGraph(QWidget):
    """Clicks go to what is being practised."""

    def __init__(self, practising: Practising, theme: Theme) -> None:
        super().__init__()
        self._practising, self._theme = practising, theme
        self._shown: Practice | None = None
        self._places: list[tuple[float, float]] = []
        self._over: int | Pair | None = None
        self._reduced = False
        self._shift = 0.0
        self._shaking = QVariantAnimation(self)
        self._shaking.setDuration(_TWICE)
        self._shaking.setStartValue(0.0)
        self._shaking.setEndValue(1.0)
        self._shaking.valueChanged.connect(self._shake)
        self.setMouseTracking(True)
        self.setMinimumSize(320, 240)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Picture of the exercise; the panel has the same in words")
        practising.changed.connect(self._follow)
        practising.judged.connect(self._judged)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def set_reduced_motion(self, reduced: bool) -> None:
        self._reduced = reduced

    @property
    def settled(self) -> bool:
        """Does nothing move?"""
        return self._shaking.state() is not QVariantAnimation.State.Running

    def _follow(self) -> None:
        practice = self._practising.practice
        if practice is not None and practice is not self._shown:
            self._shown, self._over = practice, None
            self._places = places(practice.exercise, practice.setting)
        self.update()

    def _judged(self) -> None:
        judgement = self._practising.judgement
        if judgement is not None and not judgement.allowed and not self._reduced:
            self._shaking.stop()
            self._shaking.start()

    def _shake(self, share: float) -> None:
        self._shift = _SHAKE * math.sin(4 * math.pi * share)
        self.update()

    @property
    def wrong(self) -> tuple[int, ...]:
        """Whom a move that was refused was about."""
        judgement = self._practising.judgement
        if judgement is None or judgement.allowed:
            return ()
        return variables_of(self._practising.move)

    # Where things are

    def place(self, x: int) -> QPointF:
        """The centre of a node, in pixels as designed."""
        k = self._theme.scale
        wide, high = self.width() / k, self.height() / k
        dx, dy = self._places[x]
        shift = self._shift if x in self.wrong else 0.0
        return QPointF(
            wide / 2 + dx * max(min(wide / 2 - _MARGIN, 340), 60) + shift,
            high / 2 + dy * max(min(high / 2 - 70, 270), 60),
        )

    def _half_width(self, x: int) -> float:
        assert self._shown is not None
        wide = QFontMetricsF(font(_LETTERS, SEMIBOLD)).horizontalAdvance(self._shown.setting.names[x])
        return max(wide / 2 + 14, 27.0) + (6 if x == self._shown.setting.target else 0)

    def _node_box(self, x: int) -> QRectF:
        at, wide = self.place(x), self._half_width(x)
        return QRectF(at.x() - wide, at.y() - _HIGH, 2 * wide, 2 * _HIGH)

    def _line(self, tail: int, head: int) -> QLineF:
        """From the outline of one node to that of the other."""
        line = QLineF(self.place(tail), self.place(head))
        return QLineF(line.pointAt(self._leaves(line, tail)), line.pointAt(1 - self._leaves(line, head)))

    def _leaves(self, line: QLineF, x: int) -> float:
        """The share of a line that lies under a node at its end."""
        across = self._half_width(x) / max(abs(line.dx()), 0.1)
        down = _HIGH / max(abs(line.dy()), 0.1)
        return min(min(across, down) + 7 / max(line.length(), 1.0), 0.45)

    def _at(self, event: QMouseEvent) -> int | Pair | None:
        """The node under the pointer, or the link, its nearer end last."""
        practice, at = self._shown, event.position() / self._theme.scale
        if practice is None:
            return None
        for x in practice.setting.variables:
            if self._node_box(x).adjusted(-4, -4, 4, 4).contains(at):
                return x
        for edge in edges_of(practice):
            a, b = self.place(edge.tail), self.place(edge.head)
            line = QLineF(a, b)
            share = ((at.x() - a.x()) * line.dx() + (at.y() - a.y()) * line.dy()) / max(line.length() ** 2, 1)
            if 0 < share < 1 and QLineF(line.pointAt(share), at).length() < _NEAR:
                return (edge.tail, edge.head) if share > 0.5 else (edge.head, edge.tail)
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._at(event) if event.button() is Qt.MouseButton.LeftButton else None
        if isinstance(found, int):
            self._practising.pick(found)
        elif found is not None:
            self._practising.pick_link(*found)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self._at(event) if self._practising.open else None
        if isinstance(found, int) and self._practising.exercise is Exercise.ARROWS:
            found = None
        if found != self._over:
            self._over = found
            self.setCursor(Qt.CursorShape.ArrowCursor if found is None else Qt.CursorShape.PointingHandCursor)
            self.update()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.canvas)
        practice = self._shown
        if practice is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale, self._theme.scale)
        chosen, test = self._practising.arrow, self._practising.test
        instead = [{*chosen}] if chosen is not None else [{test.x, test.y}] if test is not None else []
        for edge in edges_of(practice):
            if {edge.tail, edge.head} not in instead:
                self._paint_edge(painter, edge)
        if chosen is not None:
            painter.setPen(pen(self._theme.selection_bg, 14.0, (), Qt.PenCapStyle.RoundCap))
            painter.drawLine(self._line(*chosen))
            self._paint_edge(painter, Edge(*chosen, "selection", directed=True))
        if test is not None:
            painter.setPen(pen(self._theme.selection, 3.0, (0.1, 7.0), Qt.PenCapStyle.RoundCap))
            painter.drawLine(self._line(test.x, test.y))
        for x in practice.setting.variables:
            self._paint_node(painter, practice, x)

    def _paint_edge(self, painter: QPainter, edge: Edge) -> None:
        theme = self._theme
        over = isinstance(self._over, tuple) and {*self._over} == {edge.tail, edge.head}
        colour: QColor = theme.selection if over else getattr(theme, edge.colour)
        line = self._line(edge.tail, edge.head)
        painter.setPen(pen(colour, 2.5 * theme.weight, DASHED if edge.dashed else ()))
        painter.setBrush(colour)
        if not edge.directed:
            painter.drawLine(line)
            return
        length = max(line.length(), 1.0)
        ux, uy = line.dx() / length, line.dy() / length
        back = QPointF(line.x2() - _HEAD * ux, line.y2() - _HEAD * uy)
        painter.drawLine(QLineF(line.p1(), back))
        painter.setPen(NO_PEN)
        painter.drawPolygon(
            QPolygonF(
                [
                    line.p2(),
                    QPointF(back.x() - _HEAD_HALF * uy, back.y() + _HEAD_HALF * ux),
                    QPointF(back.x() + _HEAD_HALF * uy, back.y() - _HEAD_HALF * ux),
                ]
            )
        )
        if edge.rule:
            self._paint_badge(painter, line.pointAt(0.45), badge(edge.rule), colour)

    def _paint_badge(self, painter: QPainter, at: QPointF, words: str, colour: QColor) -> None:
        wide = QFontMetricsF(font(11, SEMIBOLD)).horizontalAdvance(words) / 2 + 6
        painter.setPen(pen(colour, 1.5))
        painter.setBrush(self._theme.panel)
        painter.drawRoundedRect(QRectF(at.x() - wide, at.y() - 9, 2 * wide, 18), 5, 5)
        text_at(painter, words, at.x(), at.y(), 11, colour)

    def _paint_node(self, painter: QPainter, practice: Practice, x: int) -> None:
        theme, chosen, at = self._theme, self._practising, self.place(x)
        role = role_of(practice, x)
        fill, border, ink = role_colours(theme, role)
        wide = self._half_width(x)
        corner = -1.0 if role is Role.SPOUSE else _HIGH
        if x in self.wrong and self._reduced:
            painter.setPen(pen(theme.conflict, 2.5))
            painter.setBrush(NO_BRUSH)
            painter.drawPath(shape(at.x(), at.y(), wide, _HIGH, corner, 6.0))
        elif x in (chosen.tested, chosen.through) or x == self._over:
            painter.setPen(pen(theme.selection, 2.5))
            painter.setBrush(NO_BRUSH)
            painter.drawPath(shape(at.x(), at.y(), wide, _HIGH, corner, 5.0))
        if role is Role.TARGET:
            painter.setPen(pen(border, 1.5))
            painter.setBrush(NO_BRUSH)
            painter.drawPath(shape(at.x(), at.y(), wide, _HIGH, corner, 3.0))
        painter.setPen(pen(border, 2.0 * theme.weight, DASHES.get(role, ())))
        painter.setBrush(fill)
        painter.drawPath(shape(at.x(), at.y(), wide, _HIGH, corner))
        text_at(painter, practice.setting.names[x], at.x(), at.y(), _LETTERS, ink)
        if x in chosen.given:
            self._paint_given(painter, QPointF(at.x(), at.y() + _HIGH + 12))

    def _paint_given(self, painter: QPainter, at: QPointF) -> None:
        theme = self._theme
        wide = QFontMetricsF(font(11, SEMIBOLD)).horizontalAdvance("given") / 2 + 8
        painter.setPen(NO_PEN)
        painter.setBrush(theme.selection)
        painter.drawRoundedRect(QRectF(at.x() - wide, at.y() - 9, 2 * wide, 18), 9, 9)
        text_at(painter, "given", at.x(), at.y(), 11, theme.panel)
