"""A question in the picture: the link that is asked about, numbers on what can be chosen, guess and truth.

`marks_of` says what is drawn, and where an answer can be clicked; `paint_marks` draws it over the graph.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPolygonF

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import (
    NO_BRUSH,
    NO_PEN,
    ROUND,
    faded,
    outline,
    path_between,
    pen,
    round_path,
)
from elcs_gui.app.graph.painting.running_test_painter import pill_of, title_of_set, way_of
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.teaching.quiz import Asked
from elcs_gui.lessons.playing import Shown
from elcs_gui.lessons.question import Kind, Option
from elcs_gui.picture.outlines import leave
from elcs_gui.proof.argument import Stroke, StrokeKind
from elcs_gui.trace.explain import braced
from elcs_gui.trace.rules import RULES

DISC, CHIP = 14.0, 26.0
_BESIDE = 38.0
"""Pixels between a guess and the truth."""
_BOW = 58.0
"""How far a stroke about a test swings out, so that it lies on no link."""
_HEAD, _HEAD_HALF = 14.0, 6.5
_RING = 6.0


class State(Enum):
    """Of something that can be chosen."""

    OPEN = "open"
    MARKED = "marked"
    HOLDS = "holds"
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True)
class Disc:
    """A number; with an `option` it can be clicked."""

    at: QPointF
    text: str
    option: str
    state: State = State.OPEN
    label: str = ""
    """Words beside it: what a test is given."""
    label_box: QRectF = field(default_factory=QRectF)


@dataclass(frozen=True)
class Chip:
    """Some words on a pill."""

    at: QPointF
    text: str
    state: State
    option: str = ""


@dataclass(frozen=True)
class Line:
    """A dotted line of a premise, in the colour of its state; `head` of an arrow."""

    path: QPainterPath
    state: State
    solid: bool = False
    head: QPolygonF | None = None


@dataclass
class Marks:
    """All that is drawn over the graph."""

    links: list[QPainterPath] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    discs: list[Disc] = field(default_factory=list)
    chips: list[Chip] = field(default_factory=list)
    rings: list[int] = field(default_factory=list)
    bands: list[QPainterPath] = field(default_factory=list)
    query: QPointF | None = None
    guess: Line | None = None
    right: Line | None = None
    """A guess that is right, while more is asked about it; the truth beside a wrong one the graph shows."""

    def option_at(self, at: QPointF) -> str:
        """What is chosen by a click there; empty for nothing."""
        for chip in self.chips:
            if chip.option and _chip_box(chip).contains(at):
                return chip.option
        for disc in self.discs:
            if disc.option and math.hypot(at.x() - disc.at.x(), at.y() - disc.at.y()) <= DISC + 4:
                return disc.option
        return ""


def marks_of(frame: Frame, chain: Sequence[Asked], guess: Option | None, shown: Shown | None) -> Marks:
    """What to draw of a lesson's step and the questions that are asked or answered in it."""
    marks = Marks()
    asked = chain[-1] if chain else None
    if shown is not None and guess is None and (asked is None or not asked.open):
        _highlight(marks, frame, shown)
    if asked is None:
        return marks
    if guess is not None:
        _guess_and_truth(marks, frame, guess, chain)
    elif len(chain) > 1 and chain[0].correct and chain[0].question.kind is Kind.ORIENTATION:
        _right_arrow(marks, frame, chain[0])
    if not asked.open and asked.question.kind is not Kind.FAILED:
        return marks
    question = asked.question
    if question.places:
        if guess is None:
            _numbered(marks, frame, asked)
    elif question.kind is Kind.ORIENTATION:
        _either_way(marks, frame, asked)
    elif question.kind is Kind.REMOVAL:
        for place, option in enumerate(question.options, 1):
            (x,) = option.variables
            if frame.is_shown(x):
                corner = QPointF(float(frame.xy[x, 0] + frame.w[x]), float(frame.xy[x, 1] - frame.h[x]))
                marks.discs.append(Disc(corner, str(place), option.id))
    elif question.kind is Kind.VERDICT:
        _verdict(marks, frame, asked)
    return marks


# Where things are


def _centre(frame: Frame, x: int) -> QPointF:
    return QPointF(float(frame.xy[x, 0]), float(frame.xy[x, 1]))


def _edge_of(frame: Frame, x: int, towards: QPointF, pad: float) -> QPointF:
    """Where a line from a node's centre towards a point leaves the node."""
    end = np.array([[towards.x(), towards.y()]])
    at = leave(frame.xy[[x]], end, frame.w[[x]], frame.h[[x]], frame.r[[x]], pad)[0]
    return QPointF(float(at[0]), float(at[1]))


def _shown(frame: Frame, *variables: int) -> bool:
    return all(frame.is_shown(x) for x in variables)


def _link(frame: Frame, x: int, y: int) -> QPainterPath:
    """The link of two nodes as it is drawn, or a straight line where there is none."""
    drawn = path_between(frame, x, y)
    return _way(frame, x, y)[0] if drawn is None else drawn


def _way(frame: Frame, x: int, y: int, bow: float = 0.0, pad: float = 8.0) -> tuple[QPainterPath, QPointF]:
    """A line from one node to another, bowed to its left by so many pixels, and its middle."""
    a, b = _centre(frame, x), _centre(frame, y)
    dx, dy = b.x() - a.x(), b.y() - a.y()
    length = max(math.hypot(dx, dy), 1.0)
    via = QPointF((a.x() + b.x()) / 2 + 2 * bow * dy / length, (a.y() + b.y()) / 2 - 2 * bow * dx / length)
    start = _edge_of(frame, x, via if bow else b, pad)
    end = _edge_of(frame, y, via if bow else a, pad)
    path = QPainterPath(start)
    if bow:
        path.quadTo(via, end)
    else:
        path.lineTo(end)
    return path, path.pointAtPercent(0.5)


def _head(path: QPainterPath) -> QPolygonF:
    """The arrowhead at the end of a path."""
    end, angle = path.pointAtPercent(1.0), math.radians(path.angleAtPercent(1.0))
    ux, uy = math.cos(angle), -math.sin(angle)
    back = QPointF(end.x() - _HEAD * ux, end.y() - _HEAD * uy)
    return QPolygonF(
        [
            end,
            QPointF(back.x() - _HEAD_HALF * uy, back.y() + _HEAD_HALF * ux),
            QPointF(back.x() + _HEAD_HALF * uy, back.y() - _HEAD_HALF * ux),
        ]
    )


def _beside(frame: Frame, tail: int, head: int, by: float) -> QPainterPath:
    """A straight line beside the link of two nodes, from tail to head."""
    a, b = _centre(frame, tail), _centre(frame, head)
    dx, dy = b.x() - a.x(), b.y() - a.y()
    length = max(math.hypot(dx, dy), 1.0)
    off = QPointF(-dy / length * by, dx / length * by)
    start, end = _edge_of(frame, tail, b, 8.0) + off, _edge_of(frame, head, a, 8.0) + off
    path = QPainterPath(start)
    path.lineTo(end)
    return path


def _freer_side(frame: Frame, x: int, y: int, bow: float) -> float:
    """The bow, to the side where fewer nodes are near."""

    def room(sign: float) -> float:
        middle = _way(frame, x, y, sign * bow)[1]
        others = [v for v in frame.shown.tolist() if v not in (x, y)]
        near = [
            math.hypot(float(frame.xy[v, 0]) - middle.x(), float(frame.xy[v, 1]) - middle.y()) for v in others
        ]
        left, top, right, bottom = frame.bounds
        inside = min(middle.x() - left, right - middle.x(), middle.y() - top, bottom - middle.y())
        return min([*near, max(inside, 0.0) * 2])

    return bow if room(1.0) >= room(-1.0) else -bow


# What is marked


def _highlight(marks: Marks, frame: Frame, shown: Shown) -> None:
    members = {x for _, xs in shown.sets for x in xs}
    marks.rings += [x for x in sorted({*shown.variables, *members}) if frame.is_shown(x)]
    for a, b, _ in shown.edges:
        band = path_between(frame, a, b)
        if band is not None:
            marks.bands.append(band)
        else:  # one of them is in the tray
            marks.rings += [x for x in (a, b) if frame.is_shown(x)]


def _either_way(marks: Marks, frame: Frame, asked: Asked) -> None:
    """A question mark on the link, and a number at the end that each arrow would point to."""
    link = asked.question.link
    if link is None or not _shown(frame, *link):
        return
    path = _link(frame, *link)
    marks.links.append(path)
    marks.query = path.pointAtPercent(0.5)
    for place, option in enumerate(asked.question.options, 1):
        _, head = option.variables
        at = 0.84 if head == link[1] else 0.16
        marks.discs.append(Disc(path.pointAtPercent(at), str(place), option.id))


def _verdict(marks: Marks, frame: Frame, asked: Asked) -> None:
    link, test = asked.question.link, frame.scene.test
    if link is None or test is None or not _shown(frame, *link):
        return
    marks.links.append(round_path(way_of(frame, test)))
    middle = QPointF(*pill_of(frame, test)[1][:2])
    marks.query = middle
    options = [
        (f"{place}  {option.text}", option.id) for place, option in enumerate(asked.question.options, 1)
    ]
    places = _free_row(marks, frame, middle, [text for text, _ in options])
    for (text, id), at in zip(options, places, strict=True):
        marks.chips.append(Chip(at, text, State.OPEN, id))


def _free_row(marks: Marks, frame: Frame, at: QPointF, texts: Sequence[str]) -> list[QPointF]:
    """Where chips can stand side by side near a point and cover nothing, or as little as can be."""
    widths = [_chip_width(text) for text in texts]
    whole = sum(widths) + 8 * (len(widths) - 1)
    covered = _coverage(marks, frame)
    tries = [
        (at.x() + dx, at.y() + dy) for dy in (36, -36, 64, -64, 96, -96) for dx in (0, 70, -70, 140, -140)
    ]
    boxes = [QRectF(x - whole / 2, y - CHIP / 2, whole, CHIP).adjusted(-4, -4, 4, 4) for x, y in tries]
    x, y = tries[min(range(len(tries)), key=lambda i: covered(boxes[i]))]
    found = []
    edge = x - whole / 2
    for width in widths:
        found.append(QPointF(edge + width / 2, y))
        edge += width + 8
    return found


def _numbered(marks: Marks, frame: Frame, asked: Asked) -> None:
    """The premises to choose from, each with its strokes and its number on the first of them."""
    counts: dict[tuple[int, int], int] = {}
    question = asked.question
    for option in question.options:
        state = state_of(asked, option) or State.OPEN
        place = next(place for place in question.places if place.number == option.place)
        at: QPointF | None = None
        label = ""
        for stroke in place.strokes:
            if not _shown(frame, stroke.tail, stroke.head):
                continue
            nth = counts.get(stroke.ends, 0)
            counts[stroke.ends] = nth + 1
            path, middle = _stroke_way(frame, stroke, nth)
            if stroke.given and not label:
                label = f"given {braced(frame.labels.names, stroke.given)}"
            arrow = stroke.kind in (StrokeKind.ARROW, StrokeKind.CANDIDATE)
            marks.lines.append(Line(path, state, head=_head(path) if arrow else None))
            at = middle if at is None else at
        if at is not None:
            marks.discs.append(Disc(_clear_of(marks.discs, at), str(option.place), option.id, state, label))
    for row, disc in enumerate(marks.discs):  # now that all numbers have their places
        if disc.label:
            marks.discs[row] = replace(disc, label_box=_label_box(marks, frame, disc))


def _label_box(marks: Marks, frame: Frame, disc: Disc) -> QRectF:
    """Beside a number, where its words cover least; rather at its right."""
    wide, high, away = QFontMetricsF(font(12)).horizontalAdvance(disc.label) + 8, 18.0, DISC + 4
    x, y = disc.at.x(), disc.at.y()
    places = [(x + away, y - high / 2), (x - away - wide, y - high / 2)]
    places += [(x - wide / 2, y + away), (x - wide / 2, y - away - high)]
    places += [(x + side, y + up) for up in (-away - high, away) for side in (0.0, -wide)]
    boxes = [QRectF(left, top, wide, high) for left, top in places]
    return min(boxes, key=_coverage(marks, frame))


def _coverage(marks: Marks, frame: Frame) -> Callable[[QRectF], float]:
    """Says how much a box covers: nodes, numbers and words weigh more than lines; it must be in the panel."""
    taken = [outline(frame, x, 6.0).boundingRect() for x in frame.shown.tolist()]
    taken += [QRectF(disc.at.x() - DISC, disc.at.y() - DISC, 2 * DISC, 2 * DISC) for disc in marks.discs]
    taken += [disc.label_box for disc in marks.discs]
    taken += [_chip_box(chip) for chip in marks.chips]
    taken += [QRectF(x - w, y - h, 2 * w, 2 * h) for x, y, w, h in frame.words]
    titled = title_of_set(frame)
    taken += [titled[1]] if titled is not None else []
    if marks.query is not None:
        taken.append(QRectF(marks.query.x() - DISC, marks.query.y() - DISC, 2 * DISC, 2 * DISC))
    lines = [*marks.links]
    lines += [line.path for line in (*marks.lines, marks.guess) if line is not None]
    lines += [_link(frame, link.tail, link.head) for link in frame.links]
    left, top, right, bottom = frame.bounds
    panel = QRectF(left, top, right - left, bottom - top)

    def covered(box: QRectF) -> float:
        words = sum(box.intersects(other) for other in taken) + (not panel.contains(box))
        return 3.0 * words + sum(line.intersects(box) for line in lines)

    return covered


def _stroke_way(frame: Frame, stroke: Stroke, nth: int) -> tuple[QPainterPath, QPointF]:
    """Links and arrows lie where they are; what a test says swings out, one beyond the other."""
    if stroke.kind in (StrokeKind.LINK, StrokeKind.ARROW, StrokeKind.FORBIDDEN) and not nth:
        path = _link(frame, stroke.tail, stroke.head)
        return path, path.pointAtPercent(0.28)  # the badge of a rule stands in the middle
    bow = _freer_side(frame, *stroke.ends, _BOW)
    # The second of two about the same pair swings out further, on the same side.
    out = 0.45 + 0.85 * nth
    ways = [_way(frame, *stroke.ends, bow * by) for by in (out, -out, out + 0.6, -out - 0.6, out + 1.2)]
    return next((way for way in ways if not _on_a_node(frame, way[1])), ways[0])


def _on_a_node(frame: Frame, at: QPointF) -> bool:
    """Would a number there cover a node?"""
    return any(outline(frame, x, DISC).contains(at) for x in frame.shown.tolist())


def _clear_of(discs: Iterable[Disc], at: QPointF) -> QPointF:
    """The place, or one beside it where another number stands there."""
    for disc in discs:
        if math.hypot(disc.at.x() - at.x(), disc.at.y() - at.y()) < 2 * DISC + 2:
            return _clear_of((), QPointF(at.x() + 2 * DISC + 6, at.y()))
    return at


def state_of(asked: Asked, option: Option) -> State | None:
    """How an option stands; None of one that was not chosen and no longer can be."""
    question, chosen = asked.question, option.id in asked.chosen
    right = option.id in question.right
    if option.id in asked.tried:
        return State.HOLDS
    if asked.open:
        return State.MARKED if chosen else State.OPEN
    if question.kind is Kind.FAILED:
        return State.WRONG if right else State.HOLDS
    if right:
        return State.RIGHT
    return State.WRONG if chosen else None


def _guess_and_truth(marks: Marks, frame: Frame, guess: Option, chain: Sequence[Asked]) -> None:
    """The guess beside the link, and words at both."""
    tail, head = guess.variables
    if not _shown(frame, tail, head):
        return
    true = _beside(frame, head, tail, 0.0)
    wrong = max((_beside(frame, tail, head, by) for by in (_BESIDE, -_BESIDE)), key=partial(_room, frame))
    marks.guess = Line(wrong, State.WRONG, head=_head(wrong))
    rule = f", by {RULES[chain[0].question.rule].badge}" if chain[0].question.rule else ""
    if chain[-1].question.places:
        _numbered(marks, frame, chain[-1])
    for path, text, state in ((wrong, "your guess", State.WRONG), (true, f"truth{rule}", State.RIGHT)):
        marks.chips.append(_chip_near(marks, frame, path, text, state))


def _room(frame: Frame, path: QPainterPath) -> float:
    """How far the nearest node is from the middle of a path."""
    at = path.pointAtPercent(0.5)
    return min(
        math.hypot(float(frame.xy[x, 0]) - at.x(), float(frame.xy[x, 1]) - at.y())
        for x in frame.shown.tolist()
    )


def _chip_near(marks: Marks, frame: Frame, path: QPainterPath, text: str, state: State) -> Chip:
    """Beside a line, where it covers nothing, or as little as can be."""
    half = _chip_width(text) / 2
    covered = _coverage(marks, frame)
    found: list[tuple[float, Chip]] = []
    for percent in (0.5, 0.62, 0.4, 0.74, 0.3):
        at, angle = path.pointAtPercent(percent), math.radians(path.angleAtPercent(percent))
        for sign in (1, -1):
            nx, ny = -math.sin(angle) * sign, -math.cos(angle) * sign
            out = 10 + abs(nx) * half + abs(ny) * CHIP / 2
            chip = Chip(QPointF(at.x() + nx * out, at.y() + ny * out), text, state)
            found.append((covered(_chip_box(chip)), chip))
    return min(found, key=lambda each: each[0])[1]


def _right_arrow(marks: Marks, frame: Frame, asked: Asked) -> None:
    tail, head = asked.question.option(asked.chosen[0]).variables
    if _shown(frame, tail, head):
        path = _link(frame, tail, head)
        marks.right = Line(path, State.RIGHT, solid=True, head=_head(path))
        middle = path.pointAtPercent(0.5)
        marks.chips.append(Chip(QPointF(middle.x() + 44, middle.y()), "✓ right", State.RIGHT))


# Painting


def paint_marks(painter: QPainter, frame: Frame, theme: Theme, marks: Marks, hovered: str) -> None:
    """Draw it all; `hovered` is the option under the pointer, here or in the panel."""
    painter.setBrush(NO_BRUSH)
    for band in marks.bands:
        painter.setPen(pen(faded(theme.now, 0.38), 12.0, cap=ROUND))
        painter.drawPath(band)
    painter.setPen(pen(theme.now, 2.5))
    for x in marks.rings:
        painter.drawPath(outline(frame, x, _RING))
    for link in marks.links:
        painter.setPen(pen(theme.now, 5.0, (0.1, 10.0), ROUND))
        painter.drawPath(link)
    over = next((disc.state for disc in marks.discs if disc.option == hovered), None)
    for line in marks.lines:
        colour = _colours(theme, line.state)[1]
        _paint_line(painter, line, colour, (0.1, 8.0), 4.0)
    if marks.right is not None:
        _paint_line(painter, marks.right, theme.independent, (), 3.0)
    if marks.guess is not None:
        _paint_line(painter, marks.guess, theme.conflict, (7.0, 5.0), 2.5)
    for chip in marks.chips:
        _paint_chip(painter, theme, chip, hovered=bool(chip.option) and chip.option == hovered)
    for disc in marks.discs:
        on = disc.option == hovered and over in (State.OPEN, State.MARKED)
        _paint_disc(painter, theme, disc, hovered=on)
    if marks.query is not None:
        _paint_query(painter, theme, marks.query)


def _paint_line(painter: QPainter, line: Line, colour: QColor, dash: tuple[float, ...], width: float) -> None:
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(colour, width, dash, ROUND if dash and dash[0] < 1 else Qt.PenCapStyle.FlatCap))
    painter.drawPath(line.path)
    if line.head is not None:
        painter.setPen(pen(colour, 2.0))
        painter.setBrush(colour if line.solid else NO_BRUSH)
        painter.drawPolygon(line.head)


def _colours(theme: Theme, state: State) -> tuple[QColor, QColor, QColor]:
    """Fill, border and text."""
    return {
        State.OPEN: (theme.now_bg, theme.now, theme.now_ink),
        State.MARKED: (theme.selection, theme.selection, theme.panel),
        State.HOLDS: (theme.independent_bg, theme.independent, theme.independent),
        State.RIGHT: (theme.independent_bg, theme.independent, theme.independent),
        State.WRONG: (theme.conflict_bg, theme.conflict, theme.conflict),
    }[state]


def _paint_disc(painter: QPainter, theme: Theme, disc: Disc, *, hovered: bool) -> None:
    fill, border, ink = _colours(theme, State.MARKED if hovered else disc.state)
    if hovered:
        painter.setPen(pen(faded(theme.selection, 0.45), 2.5))
        painter.setBrush(NO_BRUSH)
        painter.drawEllipse(disc.at, DISC + 4, DISC + 4)
    painter.setPen(pen(border, 2.0))
    painter.setBrush(fill)
    painter.drawEllipse(disc.at, DISC - 1, DISC - 1)
    _write(painter, disc.at, disc.text, 13, ink)
    if disc.label:
        painter.setFont(font(12))
        painter.setPen(NO_PEN)
        painter.setBrush(theme.canvas)
        painter.drawRoundedRect(disc.label_box, 4, 4)
        painter.setPen(theme.ink_2)
        painter.drawText(disc.label_box, Qt.AlignmentFlag.AlignCenter, disc.label)


def _paint_query(painter: QPainter, theme: Theme, at: QPointF) -> None:
    painter.setPen(NO_PEN)
    painter.setBrush(theme.now)
    painter.drawEllipse(at, DISC + 1, DISC + 1)
    _write(painter, at, "?", 17, theme.target if not theme.dark else theme.target_ink)


def _paint_chip(painter: QPainter, theme: Theme, chip: Chip, *, hovered: bool) -> None:
    fill, border, ink = _colours(theme, State.MARKED if hovered else chip.state)
    painter.setPen(pen(border, 1.5))
    painter.setBrush(fill)
    painter.drawRoundedRect(_chip_box(chip), CHIP / 2, CHIP / 2)
    painter.setFont(font(12, SEMIBOLD))
    painter.setPen(ink)
    painter.drawText(_chip_box(chip), Qt.AlignmentFlag.AlignCenter, chip.text)


def _chip_width(text: str) -> float:
    return QFontMetricsF(font(12, SEMIBOLD)).horizontalAdvance(text) + 24


def _chip_box(chip: Chip) -> QRectF:
    wide = _chip_width(chip.text)
    return QRectF(chip.at.x() - wide / 2, chip.at.y() - CHIP / 2, wide, CHIP)


def _write(painter: QPainter, at: QPointF, text: str, pixels: float, ink: QColor) -> None:
    painter.setFont(font(pixels, SEMIBOLD))
    painter.setPen(ink)
    box = QRectF(at.x() - 20, at.y() - 14, 40, 28)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
