"""Between which alphas the edge that is selected or pointed at stands, as a small label beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import faded, pen, text_at
from elcs_gui.app.graph.painting.mark_painter import straight
from elcs_gui.app.graph.scene import is_final
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.selection import Selection, ends_of
from elcs_gui.inquiry.firmness import Firmness
from elcs_gui.inquiry.firmness_words import label

_SIZE = 11.0
_ASIDE = 16.0
"""Pixels between the edge and the label."""


def paint_firmness(
    painter: QPainter, frame: Frame, theme: Theme, chosen: Iterable[Selection], firmness: Firmness
) -> None:
    """The label of each edge that is among what is chosen, if the run ends with what is drawn."""
    for ends in dict.fromkeys(map(ends_of, chosen)):
        for i, link in enumerate(frame.links):
            if link.ends == ends and is_final(link, firmness):
                text = label(firmness.of(*link.ends))
                _paint_label(painter, theme, text, _place(frame, i, text))


def _paint_label(painter: QPainter, theme: Theme, text: str, box: QRectF) -> None:
    painter.setPen(pen(theme.line_strong, 1.0))
    painter.setBrush(faded(theme.raised, 0.94))
    painter.drawRoundedRect(box, 5.0, 5.0)
    text_at(painter, text, box.center().x(), box.center().y(), _SIZE, theme.ink_2)


def _place(frame: Frame, i: int, text: str) -> QRectF:
    """Beside the link, where it covers least."""
    w, h = face(_SIZE)[1].horizontalAdvance(text) + 14.0, 20.0
    if i in frame.routes:
        (x1, y1), (x2, y2) = frame.routes[i][-2:]
    else:
        (x1, y1), (x2, y2) = straight(frame, i)
    length = max(math.hypot(x2 - x1, y2 - y1), 1.0)
    nx, ny = -(y2 - y1) / length, (x2 - x1) / length
    reach = _ASIDE + abs(nx) * w / 2 + abs(ny) * h / 2
    left, top, right, bottom = frame.bounds
    best, least = QRectF(), math.inf
    shown = frame.shown
    for t in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8):
        for side in (1.0, -1.0):
            x = x1 + (x2 - x1) * t + nx * reach * side
            y = y1 + (y2 - y1) * t + ny * reach * side
            over_x = w / 2 + frame.w[shown] + 9 - np.abs(frame.xy[shown, 0] - x)
            over_y = h / 2 + frame.h[shown] + 9 - np.abs(frame.xy[shown, 1] - y)
            cost = float(np.where((over_x > 0) & (over_y > 0), np.minimum(over_x, over_y), 0.0).sum())
            cost += _crossing(frame, i, x, y, w, h)
            cost += 100.0 * (x - w / 2 < left or x + w / 2 > right or y - h / 2 < top or y + h / 2 > bottom)
            if cost < least - 0.01:
                best, least = QRectF(x - w / 2, y - h / 2, w, h), cost
    return best


def _crossing(frame: Frame, own: int, x: float, y: float, w: float, h: float) -> float:
    """How much of the other links would be covered; their middles, where the badges are, count most."""
    t = np.linspace(0.0, 1.0, 13)
    points = frame.starts[:, None, :] * (1 - t[None, :, None]) + frame.ends[:, None, :] * t[None, :, None]
    near = np.where(np.abs(t - 0.5) < 0.1, 12.0, 0.0)[None, :]
    inside_x = np.abs(points[..., 0] - x) < w / 2 + near
    inside = inside_x & (np.abs(points[..., 1] - y) < h / 2 + near)
    inside[own] = False
    return float((inside * np.where(near > 0, 40.0, 4.0)).sum())
