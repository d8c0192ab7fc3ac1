"""The card beside a node under the pointer: what it is, what it can be, and why it stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter

from elcs_gui.app.graph.difference import Contrast
from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, NO_PEN, pen, role_colours, text_at
from elcs_gui.app.graph.painting.tray_legend_painter import plain
from elcs_gui.app.kit.emblem import paint_emblem
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme
from elcs_gui.app.model.selection import Selection, variable_of
from elcs_gui.picture.scene import Scene
from elcs_gui.trace.explain import braced
from elcs_gui.trace.roles import Role, role_word
from elcs_gui.trace.rules import RULES, Rule
from elcs_gui.trace.trace import Trace

WIDTH = 240.0
PADDING = 14.0
ROW = 22.0
KEYS = 62.0
_WHY = "Why"

EMBLEM = 20.0
"""Of the rule, before its name."""


def in_words(scene: Scene, names: Sequence[str], selected: Selection, contrast: Contrast | None) -> str:
    """The picture for who cannot see it."""
    parts = [f"{scene.chip} {scene.note}".strip()]
    x = variable_of(selected)
    if x is not None and x < len(names):
        parts.append(f"{names[x]} selected, {role_word(scene.role(x))}")
    if contrast is not None:
        parts += contrast.difference.phrases(names) or ["no difference here"]
    return "; ".join(parts)


@dataclass(frozen=True)
class Card:
    """What the card says, and the node it belongs to."""

    name: str
    role: Role
    pill: str
    rows: tuple[tuple[str, str], ...]
    hint: str
    at: QPointF
    half: tuple[float, float]
    rule: Rule | None = None
    """What decided its arrow; the row "Why" has its emblem."""


def describe(
    scene: Scene,
    trace: Trace,
    tests: int,
    x: int,
    levels: Sequence[Sequence[str]],
    at: QPointF,
    frame: Frame,
) -> Card:
    """The card of one variable, with the tests asked so far."""
    names = trace.header.names
    standing = scene.standings[x]
    rows: list[tuple[str, str]] = []
    if x < len(levels) and levels[x]:
        rows.append(("Levels", ", ".join(map(str, levels[x]))))
    badge = next((k.badge for k in scene.links if x in k.ends and scene.target in k.ends and k.badge), "")
    rule = next((rule for rule in RULES.values() if badge and rule.badge == badge), None)
    if rule is not None:
        rows.append((_WHY, rule.title))
    if standing.through:
        rows.append(("Through", ", ".join(names[child] for child in standing.through)))
    if standing.separator is not None:
        rows.append(("Sep", braced(names, standing.separator)))
    asked = tests_with(trace, tests, x)
    rows.append(("Tests", f"{asked:,} so far"))
    hint = "" if x == trace.header.target else "double-click: make target"
    half = (float(frame.w[x]), float(frame.h[x]))
    return Card(names[x], standing.role, _pill(scene, names, x), tuple(rows), hint, at, half, rule)


def tests_with(trace: Trace, tests: int, x: int) -> int:
    """How many of the first tests asked about x."""
    answers = trace.tests(0, tests).answers
    asked = trace.judge.tape.asked[answers, :2]
    return int(np.count_nonzero((asked == x).any(axis=1)))


def paint_card(painter: QPainter, card: Card, theme: Theme, size: QSizeF, frame: Frame) -> None:
    """Beside its node, inside the panel, where it covers least."""
    height = 2 * PADDING + 24.0 + ROW * len(card.rows) + (22.0 if card.hint else 0.0)
    x, y = _place(card, height, size, frame)
    box = QRectF(round(x) + 0.5, round(y) + 0.5, WIDTH, height)
    painter.setPen(NO_PEN)
    for spread in range(8, 0, -1):
        painter.setBrush(QColor(16, 24, 40, 5 if not theme.dark else 14))
        painter.drawRoundedRect(
            box.adjusted(-spread, -spread + 3, spread, spread + 4), 10 + spread, 10 + spread
        )
    painter.setBrush(theme.raised)
    painter.setPen(pen(theme.line, 1.0))
    painter.drawRoundedRect(box, 10.0, 10.0)
    painter.setBrush(NO_BRUSH)
    left, top, right = box.left() + PADDING, box.top() + PADDING, box.right() - PADDING
    pill_width = face(11)[1].horizontalAdvance(card.pill) + 14.0
    fill, border, ink = role_colours(theme, card.role)
    painter.setBrush(fill)
    painter.setPen(pen(border, 1.3))
    painter.drawRoundedRect(QRectF(right - pill_width, top, pill_width, 19.0), 5.0, 5.0)
    painter.setBrush(NO_BRUSH)
    text_at(painter, card.pill, right - pill_width / 2, top + 9.5, 11, ink)
    plain(painter, card.name, left, top + 9.5, 15, theme.ink, SEMIBOLD, right - pill_width - 8.0 - left)
    y = top + 24.0 + ROW / 2
    for key, value in card.rows:
        plain(painter, key, left, y, 12, theme.ink_3)
        start = left + KEYS
        if key == _WHY and card.rule is not None:
            paint_emblem(painter, QRectF(start, y - EMBLEM / 2, EMBLEM, EMBLEM), card.rule, theme)
            start += EMBLEM + 6.0
        plain(painter, value, start, y, 12, theme.ink, MEDIUM, right - start)
        y += ROW
    if card.hint:
        plain(painter, card.hint, left, y + 2.0, 11, theme.ink_3)


def _place(card: Card, height: float, size: QSizeF, frame: Frame) -> tuple[float, float]:
    """The corner of the card: right or left of its node, above or below, whatever covers fewest nodes."""
    cx, cy, (w, h) = card.at.x(), card.at.y(), card.half
    centres, sizes = frame.xy[frame.shown], (frame.w[frame.shown], frame.h[frame.shown])
    # What stands in the tray may be covered rather than the blanket.
    weight = np.array([0.3 if frame.scene.role(v) is Role.DISMISSED else 1.0 for v in frame.shown.tolist()])
    spots: list[tuple[float, int, float, float]] = []
    for x, y in (
        (cx + w + 14.0, cy - height / 2),
        (cx - w - 14.0 - WIDTH, cy - height / 2),
        (cx - WIDTH / 2, cy + h + 14.0),
        (cx - WIDTH / 2, cy - h - 14.0 - height),
    ):
        x = max(8.0, min(x, size.width() - WIDTH - 8.0))
        y = max(8.0, min(y, size.height() - height - 8.0))
        over_x = WIDTH / 2 + sizes[0] - np.abs(centres[:, 0] - x - WIDTH / 2)
        over_y = height / 2 + sizes[1] - np.abs(centres[:, 1] - y - height / 2)
        own = abs(cx - x - WIDTH / 2) < WIDTH / 2 + w and abs(cy - y - height / 2) < height / 2 + h
        covered = float(weight[(over_x > 0) & (over_y > 0)].sum())
        spots.append((covered + 100.0 * own, len(spots), x, y))
    _, _, x, y = min(spots)
    return x, y


def _pill(scene: Scene, names: Sequence[str], x: int) -> str:
    target = names[scene.target]
    of = f" of {target}" if len(target) <= 8 else ""
    return {
        Role.TARGET: "target",
        Role.PARENT: f"cause{of}",
        Role.CHILD: f"effect{of}",
        Role.SPOUSE: f"spouse{of}",
        Role.CANDIDATE: "candidate",
        Role.MEMBER: "in the blanket",
        Role.UNDECIDED: "undecided"
        if any({x, scene.target} == set(k.ends) for k in scene.links)
        else "learnt",
        Role.DISMISSED: "dismissed",
        Role.UNSEEN: "not seen yet",
    }[scene.role(x)]
