"""Paints what is happening now: the running test with its conditioning set, and rings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import (
    NO_BRUSH,
    NO_PEN,
    faded,
    outline,
    pen,
    round_path,
    shape,
    text_at,
)
from elcs_gui.app.graph.painting.pixmap_cache import CachedPainter, Store
from elcs_gui.app.graph.painting.running_test_words import LEGIBLE, set_spot, verdict_spot
from elcs_gui.app.kit.theme import Theme
from elcs_gui.ci.questions import Verdict
from elcs_gui.picture.outlines import inside, leave, segment_hits_boxes, way_round
from elcs_gui.trace.events import Tested

BLOB = 11.0
BAND = 22.0
NAMED = 4
"""So many members of a conditioning set are spelled out."""


def paint_hull(painter: QPainter, frame: Frame, theme: Theme) -> None:
    """A blob round every member of Z, joined by bands that touch no other node, and its title."""
    test = frame.scene.test
    if test is None or not test.z:
        return
    members = [x for x in test.z if frame.is_shown(x)]
    if not members:
        return
    # Broken, where the rings round the two that are asked about are whole: the three may touch.
    painter.setPen(pen(theme.now, 2.0, (3.0, 2.2)))
    painter.setBrush(faded(theme.now_bg, 0.75))
    painter.drawPath(frame.once("hull", test, lambda: _hull(frame, members)))
    painter.setBrush(NO_BRUSH)
    _paint_title(painter, frame, theme)


def _hull(frame: Frame, members: Sequence[int]) -> QPainterPath:
    path = QPainterPath()
    blob = 4.0 if frame.in_columns else BLOB
    for x in members:
        path = path.united(outline(frame, x, blob))
    for a, b in () if frame.in_columns else _bands(frame, members):
        line = QPainterPath(_centre(frame, a))
        line.lineTo(_centre(frame, b))
        stroker = QPainterPathStroker()
        stroker.setWidth(BAND)
        path = path.united(stroker.createStroke(line))
    return path.simplified()


def paint_test(painter: QPainter, frame: Frame, theme: Theme) -> None:
    """The link between x and y; under the nodes."""
    test = frame.scene.test
    if test is None or not (frame.is_shown(test.x) and frame.is_shown(test.y)):
        return
    painter.setPen(pen(_colours(frame, theme, test)[1], 4.0))
    painter.drawPath(frame.once("way of the test", test, lambda: round_path(way_of(frame, test))))


def paint_rings(painter: QPainter, frame: Frame, theme: Theme, pulse: float = 1.0) -> None:
    """Amber round what the current event is about: twice round a test's two variables, once for a fact.

    `pulse` from 0 to 1 is how far the rings have come out.
    """
    test = frame.scene.test
    ringed = (test.x, test.y) if test else frame.scene.ringed
    near = (3.0 if frame.in_columns else 7.0) * pulse
    far = 12.5 * pulse if test and not frame.in_columns else 0.0
    store = frame.once("rings", None, Store)
    for x in ringed:
        if not frame.is_shown(x):
            continue
        at_x, at_y, w, h, r = (float(part) for part in (*frame.xy[x], frame.w[x], frame.h[x], frame.r[x]))
        draw = partial(_paint_ring, theme, (w, h, r), near, far)
        if pulse != 1.0:  # while they move they never look the same twice
            draw(painter, at_x, at_y)
            continue
        with CachedPainter(painter, store=store) as press:
            reach = 1.18 * max(near, far) + 3.0
            press.put((theme.name, w, h, r, near, far), at_x, at_y, w + reach, h + reach, draw)


def _paint_ring(
    theme: Theme,
    size: tuple[float, float, float],
    near: float,
    far: float,
    painter: QPainter,
    x: float,
    y: float,
) -> None:
    painter.setPen(pen(theme.now, 3.0))
    painter.drawPath(shape(x, y, *size, near))
    if far:
        painter.setPen(pen(faded(theme.now, 0.4), 2.0))
        painter.drawPath(shape(x, y, *size, far))


def paint_verdict(painter: QPainter, frame: Frame, theme: Theme, opacity: float = 1.0) -> None:
    """The pill with the verdict, or while that is held back with a question mark, where it covers no node."""
    test = frame.scene.test
    if test is None or not (frame.is_shown(test.x) and frame.is_shown(test.y)):
        return
    word, (x, y, width, height) = pill_of(frame, test)
    painter.setOpacity(opacity)
    with CachedPainter(painter, snapped=frame.moving) as press:
        draw = partial(_paint_pill, theme, _colours(frame, theme, test), word, width, height)
        press.put((theme.name, "pill", word), x, y, width / 2 + 2.0, height / 2 + 2.0, draw)
    painter.setOpacity(1.0)


def pill_of(frame: Frame, test: Tested) -> tuple[str, tuple[float, float, float, float]]:
    """The word on the pill of a test, its centre and its size."""
    word = "?" if frame.scene.asking else verdict_word(test)
    _, metrics = face(13)
    width, height = metrics.horizontalAdvance(word) + 24.0, 26.0
    at = frame.once("pill", (test, word), lambda: verdict_spot(frame, way_of(frame, test), width, height))
    return word, (*at, width, height)


def _paint_pill(
    theme: Theme,
    colours: tuple[QColor, QColor, QColor],
    word: str,
    width: float,
    height: float,
    painter: QPainter,
    x: float,
    y: float,
) -> None:
    fill, border, ink = colours
    painter.setBrush(fill)
    painter.setPen(pen(border, 1.8) if fill != border else pen(theme.canvas, 1.5))
    painter.drawRoundedRect(QRectF(x - width / 2, y - height / 2, width, height), height / 2, height / 2)
    painter.setBrush(NO_BRUSH)
    text_at(painter, word, x, y, 13, ink)


def verdict_word(test: Tested) -> str:
    if not test.forced and not Verdict.of(test.verdict).measured:
        return test.verdict
    return "independent" if test.independent else "dependent"


def _colours(frame: Frame, theme: Theme, test: Tested) -> tuple[QColor, QColor, QColor]:
    """Of the verdict, or while that is held back of what is happening now."""
    return (theme.now_bg, theme.now, theme.now_ink) if frame.scene.asking else verdict_colours(theme, test)


def verdict_colours(theme: Theme, test: Tested) -> tuple[QColor, QColor, QColor]:
    """Fill, border (also of the link) and text of a verdict."""
    word = verdict_word(test)
    if not Verdict.of(word).measured:
        return theme.unreliable_bg, theme.unreliable, theme.unreliable
    if word == "independent":
        return theme.independent_bg, theme.independent, theme.independent
    return theme.dependent, theme.dependent, theme.dependent_ink


def _centre(frame: Frame, x: int) -> QPointF:
    return QPointF(float(frame.xy[x, 0]), float(frame.xy[x, 1]))


def _bands(frame: Frame, members: Sequence[int]) -> list[tuple[int, int]]:
    """The shortest bands that join the members without touching anybody else; who cannot be joined is not."""
    others = np.setdiff1d(frame.shown, np.array(members))
    centres, w, h = frame.xy[others], frame.w[others] + BAND / 2, frame.h[others] + BAND / 2
    pairs = sorted(
        (math.dist(frame.xy[a], frame.xy[b]), a, b) for i, a in enumerate(members) for b in members[i + 1 :]
    )
    group = {x: x for x in members}
    chosen = []
    for length, a, b in pairs:
        if group[a] == group[b] or length > 230.0:
            continue
        if (
            len(others)
            and segment_hits_boxes(frame.xy[a].tolist(), frame.xy[b].tolist(), centres, w, h).any()
        ):
            continue
        chosen.append((a, b))
        old, new = group[b], group[a]
        group = {x: new if g == old else g for x, g in group.items()}
    return chosen


def title_of_set(frame: Frame) -> tuple[str, QRectF] | None:
    """What names the conditioning set of the running test, and where; None if none is shown."""
    test = frame.scene.test
    if test is None or not any(frame.is_shown(x) for x in test.z):
        return None
    return frame.once("title of the set", test, lambda: _title(frame, test))


def _title(frame: Frame, test: Tested) -> tuple[str, QRectF]:
    names, members = [frame.labels.names[x] for x in test.z], [x for x in test.z if frame.is_shown(x)]
    more = f", … {len(names) - NAMED} more" if len(names) > NAMED + 1 else ""
    text = f"given {{{', '.join(names[:NAMED] if more else names)}{more}}}"
    _, metrics = face(12)
    width = metrics.horizontalAdvance(text)
    spots = []
    for member in sorted(members, key=lambda m: float(frame.xy[m, 1])):
        for side in (-1.0, 1.0):
            at_y = float(frame.xy[member, 1]) + side * (float(frame.h[member]) + BLOB + 12.0)
            spots.append((float(frame.xy[member, 0]), at_y))
    pill, way = _pill_box(frame, test), way_of(frame, test)
    if frame.in_columns:  # beside a hub there is room
        x, y = frame.xy[frame.scene.target].tolist()
        start = x + float(frame.w[frame.scene.target]) + 20.0
        spots = [(start + width / 2, y - 8.0)]
    (x, y), hidden = set_spot(frame, spots, way, pill, width)
    if frame.in_columns and hidden > LEGIBLE:
        room = max(frame.bounds[2] - start, 40.0)
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(text)
        x, y = start + width / 2, spots[0][1]
    return text, QRectF(x - width / 2 - 4, y - 9, width + 8, 18)


def _pill_box(frame: Frame, test: Tested) -> tuple[float, ...]:
    """The middle of the verdict and half its size; nothing where it is not shown."""
    if not (frame.is_shown(test.x) and frame.is_shown(test.y)):
        return ()
    _, (x, y, width, height) = pill_of(frame, test)
    return x, y, width / 2 + 2.0, height / 2


def _paint_title(painter: QPainter, frame: Frame, theme: Theme) -> None:
    found = title_of_set(frame)
    assert found is not None
    text, box = found
    painter.setPen(NO_PEN)
    painter.setBrush(faded(theme.canvas, 0.85))
    painter.drawRoundedRect(box, 4, 4)
    painter.setBrush(NO_BRUSH)
    text_at(painter, text, box.center().x(), box.center().y(), 12, theme.now_ink)


def way_of(frame: Frame, test: Tested) -> list[tuple[float, float]]:
    """The corners of the link of a test: the way of the edge, where there is one, or a line or curve."""
    return frame.once("corners", test, lambda: _way(frame, test))


def _way(frame: Frame, test: Tested) -> list[tuple[float, float]]:
    route = frame.way_of_test(test.x, test.y)
    if route is not None:
        return route
    pair = np.array([test.x, test.y])
    a, b = frame.xy[pair]
    others = np.setdiff1d(frame.shown, pair)
    via = None
    if not frame.in_columns:
        boxes = frame.xy[others], frame.w[others], frame.h[others]
        via = way_round(a, b, *boxes, within=frame.bounds, strict=True)
    if via is None:
        ends = leave(frame.xy[pair], frame.xy[pair[::-1]], frame.w[pair], frame.h[pair], frame.r[pair], 13.0)
        return [(float(x), float(y)) for x, y in ends]
    t = np.linspace(0.0, 1.0, 49)[:, None]
    curve = (1 - t) ** 2 * a + 2 * t * (1 - t) * np.array(via) + t**2 * b
    hidden = np.zeros(len(curve), dtype=bool)
    for x in pair:
        d = (curve - frame.xy[x]).T
        hidden |= inside(d[0], d[1], frame.w[x], frame.h[x], frame.r[x], 13.0)
    return [(float(x), float(y)) for x, y in (curve[~hidden] if (~hidden).sum() > 1 else curve[[0, -1]])]
