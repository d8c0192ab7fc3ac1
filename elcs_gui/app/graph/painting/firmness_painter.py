"""How firm the edge that is selected or pointed at is, as a small label beside it.

Between which alphas it stands, whether it rests on too few rows, and who contradicts it, as far as known.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import faded, pen, text_at
from elcs_gui.app.graph.painting.mark_painter import straight
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.selection import Selection, ends_of
from elcs_gui.inquiry.firmness import known_firmness
from elcs_gui.inquiry.firmness_words import label, weak_label
from elcs_gui.inquiry.weak_edges import known_weak_edges
from elcs_gui.picture.scene import Link, is_final
from elcs_gui.trace.conflicts import Dispute, about, disputes
from elcs_gui.trace.explain import listed
from elcs_gui.trace.rules import KNOWLEDGE
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View

_SIZE, _LINE = 11.0, 16.0
_ASIDE = 16.0
"""Pixels between the edge and the label."""
_AWAY = 12.0
"""What it costs to stand twice as far away."""


def paint_firmness(
    painter: QPainter, frame: Frame, theme: Theme, chosen: Iterable[Selection], trace: Trace, view: View
) -> None:
    """The label of each edge that is among what is chosen."""
    for ends in dict.fromkeys(map(ends_of, chosen)):
        for i, link in enumerate(frame.links):
            lines = edge_label(link, trace, view) if link.ends == ends else ()
            if lines:
                _paint_label(painter, theme, lines, _place(frame, i, [text for text, _ in lines]))


def edge_label(link: Link, trace: Trace, view: View) -> tuple[tuple[str, str], ...]:
    """The lines of an edge's label, each with its colour in the theme; none where nothing is known of it."""
    names, lines = trace.header.names, []
    firmness, weak = known_firmness(trace), known_weak_edges(trace)
    if firmness is not None and is_final(link, firmness):
        lines.append((label(firmness.of(*link.ends)), "ink_2"))
    if weak is not None and link.weak:
        lines += [(text, "unreliable") for text in weak_label(weak, *link.ends, names)]
    if link.conflict:
        lines.append(("contradicted:", "conflict"))
        lines += [(_by(dispute, names), "conflict") for dispute in about(disputes(view), *link.ends)]
    return tuple(lines)


def _by(dispute: Dispute, names: Sequence[str]) -> str:
    """Who contradicts it, in few words."""
    if not dispute.parties:
        return "by what is known" if dispute.kind == KNOWLEDGE else "by a rule"
    disagree = "disagrees with itself" if len(dispute.parties) == 1 else "disagree"
    return f"{listed(names, dispute.parties)} {disagree}"


def _paint_label(painter: QPainter, theme: Theme, lines: Sequence[tuple[str, str]], box: QRectF) -> None:
    painter.setPen(pen(theme.line_strong, 1.0))
    painter.setBrush(faded(theme.raised, 0.94))
    painter.drawRoundedRect(box, 5.0, 5.0)
    for place, (text, colour) in enumerate(lines):
        y = box.top() + 10.0 + _LINE * place
        text_at(painter, text, box.center().x(), y, _SIZE, getattr(theme, colour))


def _place(frame: Frame, i: int, texts: Sequence[str]) -> QRectF:
    """Beside the link, where it covers least."""
    w = max(face(_SIZE)[1].horizontalAdvance(text) for text in texts) + 14.0
    h = 20.0 + _LINE * (len(texts) - 1)
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
    for t in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.0, 1.0):
        for side in (1.0, -1.0, 2.0, -2.0):
            x = x1 + (x2 - x1) * t + nx * reach * side
            y = y1 + (y2 - y1) * t + ny * reach * side
            over_x = w / 2 + frame.w[shown] + 9 - np.abs(frame.xy[shown, 0] - x)
            over_y = h / 2 + frame.h[shown] + 9 - np.abs(frame.xy[shown, 1] - y)
            covered = np.where((over_x > 0) & (over_y > 0), np.minimum(over_x, over_y), 0.0)
            cost = 5.0 * float(covered.sum()) + _AWAY * (abs(side) - 1.0)
            cost += _crossing(frame, i, x, y, w, h)
            cost += 100.0 * (x - w / 2 < left or x + w / 2 > right or y - h / 2 < top or y + h / 2 > bottom)
            if cost < least - 0.01:
                best, least = QRectF(x - w / 2, y - h / 2, w, h), cost
    return best


def _crossing(frame: Frame, own: int, x: float, y: float, w: float, h: float) -> float:
    """How much of the other links would be covered; their middles, where marks are, count most."""
    marked = np.array([bool(link.badge) or link.conflict or link.truth is not None for link in frame.links])
    t = np.linspace(0.0, 1.0, 13)
    points = frame.starts[:, None, :] * (1 - t[None, :, None]) + frame.ends[:, None, :] * t[None, :, None]
    near = np.where(marked[:, None] & (np.abs(t - 0.5) < 0.1)[None, :], 12.0, 0.0)
    inside_x = np.abs(points[..., 0] - x) < w / 2 + near
    inside = inside_x & (np.abs(points[..., 1] - y) < h / 2 + near)
    inside[own] = False
    return float((inside * np.where(near > 0, 40.0, 4.0)).sum())
