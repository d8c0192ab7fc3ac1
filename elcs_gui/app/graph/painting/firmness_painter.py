"""How firm the edge that is selected or pointed at is, as a small label beside it.

Between which alphas it stands, whether it rests on too few rows, and who contradicts it, as far as known.
"""

from __future__ import annotations

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
from elcs_gui.picture.outlines import Floats, segment_hits_boxes
from elcs_gui.picture.scene import Link, is_final
from elcs_gui.trace.conflicts import Dispute, about, disputes
from elcs_gui.trace.explain import listed
from elcs_gui.trace.rules import KNOWLEDGE
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View

_SIZE, _LINE = 11.0, 16.0
_ASIDE = 16.0
"""Pixels between the edge and the label."""
_AWAY = 0.6
"""What it costs to stand a pixel further away."""


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
    """Beside the link, as near as it covers little."""
    w = max(face(_SIZE)[1].horizontalAdvance(text) for text in texts) + 14.0
    h = 20.0 + _LINE * (len(texts) - 1)
    ends = np.array(frame.routes[i][-2:] if i in frame.routes else straight(frame, i))
    left, top, right, bottom = frame.bounds
    low = left + w / 2, top + h / 2
    spots = np.clip(_beside(ends, w, h), low, np.maximum(low, (right - w / 2, bottom - h / 2)))
    shown = frame.shown
    taken = np.stack([*frame.xy[shown].T, frame.w[shown] + 9.0, frame.h[shown] + 9.0], axis=1)
    taken = np.concatenate([taken, np.reshape(frame.words, (-1, 4))])
    over = np.array([w / 2, h / 2]) + taken[:, 2:] - np.abs(spots[:, None] - taken[:, :2])
    covered = np.maximum(over.min(axis=2), 0.0).sum(axis=1)
    away = np.maximum(np.abs(spots - ends.mean(axis=0)) - (w / 2, h / 2), 0.0).max(axis=1)
    cost = 5.0 * covered + _AWAY * away + _crossing(frame, i, spots, w, h)
    x, y = spots[int(np.argmin(cost))].tolist()
    return QRectF(x - w / 2, y - h / 2, w, h)


def _beside(ends: Floats, w: float, h: float) -> Floats:
    """Places at both sides of a line, then all about its middle, that are not on it."""
    d = ends[1] - ends[0]
    normal = np.array([-d[1], d[0]]) / max(float(np.hypot(*d)), 1.0)
    reach = _ASIDE + float(np.abs(normal) @ (w / 2, h / 2))
    parts = np.array([0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.0, 1.0])[:, None]
    near = [ends[0] + d * parts + normal * reach * side for side in (1.0, -1.0, 2.0, -2.0)]
    xs, ys = np.arange(-w / 2 - 72.0, w / 2 + 73.0, 12.0), np.arange(-h / 2 - 72.0, h / 2 + 73.0, 9.0)
    about = ends.mean(axis=0) + np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    sizes = np.full(len(about), w / 2 + 4.0), np.full(len(about), h / 2 + 4.0)
    return np.concatenate([*near, about[~segment_hits_boxes(*ends.tolist(), about, *sizes)]])


def _crossing(frame: Frame, own: int, spots: Floats, w: float, h: float) -> Floats:
    """How much of the other links would be covered; their middles, where marks are, count most."""
    marked = np.array([bool(link.badge) or link.conflict or link.truth is not None for link in frame.links])
    t = np.linspace(0.0, 1.0, 13)
    points = frame.starts[:, None, :] * (1 - t[None, :, None]) + frame.ends[:, None, :] * t[None, :, None]
    near = np.where(marked[:, None] & (np.abs(t - 0.5) < 0.1)[None, :], 12.0, 0.0)
    price = np.where(near > 0, 40.0, 4.0)
    price[own] = 0.0
    size = np.stack([w / 2 + near, h / 2 + near], axis=-1)
    inside = (np.abs(points - spots[:, None, None]) < size).all(axis=-1)
    cost: Floats = (inside * price).sum(axis=(1, 2))
    return cost
