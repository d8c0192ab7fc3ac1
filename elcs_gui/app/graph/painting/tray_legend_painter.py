"""Paints what stands round the graph: titles of the lanes, chips, the tray of the dismissed, the legend."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import TRAY_SCALE, Frame, Labels
from elcs_gui.app.graph.painting.link_painter import (
    NO_BRUSH,
    NO_PEN,
    ROUND,
    WEAK,
    faded,
    link_colour,
    pen,
    role_colours,
    shape,
    text_at,
)
from elcs_gui.app.graph.painting.mark_painter import paint_sign
from elcs_gui.app.graph.painting.pixmap_cache import CachedPainter
from elcs_gui.app.kit.emblem import paint_emblem
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme
from elcs_gui.picture.argument_drawing import in_words
from elcs_gui.picture.labels import half_width
from elcs_gui.picture.scene import LinkKind, Scene
from elcs_gui.proof.argument import Argument, StrokeKind
from elcs_gui.proof.counterfactual import counterfactual
from elcs_gui.trace.explain import braced
from elcs_gui.trace.roles import Role, role_word
from elcs_gui.trace.rules import RULES, Rule

TRAY_ROW = 38.0
TRAY_TOP = 114.0
MARGIN = 12.0
APART, CLOSEST = 16.0, 7.0
"""Between two entries of the legend."""
EMBLEM = 22.0
"""Of a rule in the legend."""


@dataclass(frozen=True)
class Tray:
    """Where the dismissed stand: the rows that fit, from `first` on.

    Attributes:
        members: who is shown, from top to bottom; places: their centres; limits: room for their names.
    """

    left: float
    top: float
    bottom: float
    width: float
    members: tuple[int, ...]
    places: tuple[tuple[float, float], ...]
    limits: tuple[float, ...]
    total: int
    first: int
    unseen: int

    @property
    def rows(self) -> int:
        return tray_rows(self.bottom)


def tray_rows(bottom: float) -> int:
    """How many rows fit above `bottom`."""
    return max(1, int((bottom - TRAY_TOP - 32.0) // TRAY_ROW) + 1)


def tray_width(width: float) -> float:
    """A fifth of the panel, within bounds."""
    return min(max(width * 0.21, 148.0), 220.0)


def make_tray(
    scene: Scene,
    labels: Labels,
    order: Sequence[int],
    width: float,
    height: float,
    first: int,
    note: Callable[[int], str] | None = None,
) -> Tray:
    """Lay out the tray; `order` is when they were dismissed.

    Beside each stands its separating set, as far as there is room, or all of its `note`.
    """
    wide = tray_width(width)
    left, bottom = width - wide, height - 34.0
    rows = tray_rows(bottom)
    first = max(0, min(first, len(order) - rows))
    members = tuple(order[first : first + rows])
    places = []
    limits = []
    metrics = face(12, NORMAL)[1]
    for row, x in enumerate(members):
        if note is None:
            separator = braced(labels.names, scene.standings[x].separator or ())
            beside = min(metrics.horizontalAdvance(separator), wide * 0.3)
        else:
            beside = face(12, MEDIUM)[1].horizontalAdvance(note(x))
        room = (wide - 36.0 - beside) / TRAY_SCALE - 26.0
        limits.append(round(room))
        half = half_width(Role.DISMISSED, labels.short(x, limits[-1])[1]) * TRAY_SCALE
        places.append((left + 16.0 + half, TRAY_TOP + row * TRAY_ROW))
    unseen = sum(standing.role is Role.UNSEEN for standing in scene.standings)
    return Tray(left, 56.0, bottom, wide, members, tuple(places), tuple(limits), len(order), first, unseen)


def folded_tray(scene: Scene, total: int, width: float, height: float) -> Tray:
    """A tray without room: it only says how many there are."""
    unseen = sum(standing.role is Role.UNSEEN for standing in scene.standings)
    return Tray(width, 56.0, height - 34.0, 0.0, (), (), (), total, 0, unseen)


def folded_width(tray: Tray) -> float:
    return face(12, NORMAL)[1].horizontalAdvance(_folded_words(tray))


def _folded_words(tray: Tray) -> str:
    return f"{tray.total:,} dismissed" if tray.total else "none dismissed yet"


def paint_tray(painter: QPainter, frame: Frame, tray: Tray, theme: Theme) -> None:
    """The titles, and beside every node its separating set."""
    if not tray.width:
        left = tray.left - MARGIN - folded_width(tray)
        plain(painter, _folded_words(tray), left, tray.bottom + 16.0, 12, theme.ink_3)
        return
    painter.setPen(pen(theme.line, 1.0))
    painter.drawLine(QLineF(round(tray.left) + 0.5, tray.top, round(tray.left) + 0.5, tray.bottom))
    left = tray.left + 16.0
    plain(painter, "Dismissed", left, 66.0, 12, theme.ink_2, SEMIBOLD)
    left_out = sum(standing.left_out for standing in frame.scene.standings)
    quiet = "with separating set" if tray.total else f"{left_out} not chosen" if left_out else "None yet"
    plain(painter, quiet, left, 82.0, 11, theme.ink_3)
    right = tray.left + tray.width - 8.0
    for x, (_, y) in zip(tray.members, tray.places, strict=True):
        separator = frame.scene.standings[x].separator
        if separator is None or not frame.is_shown(x):
            continue
        start = tray.left + 16.0 + 2 * float(frame.w[x]) + 12.0
        _, metrics = face(12, NORMAL)
        text = metrics.elidedText(
            braced(frame.labels.names, separator), Qt.TextElideMode.ElideRight, right - start
        )
        plain(painter, text, start, y, 12, theme.ink_3)
    hidden = tray.total - tray.first - len(tray.members)
    foot = TRAY_TOP + len(tray.members) * TRAY_ROW - 8.0
    notes = []
    if hidden > 0:
        notes.append(f"and {hidden} more")
    elif tray.first:
        notes.append(f"{tray.first} more above")
    if tray.unseen:
        notes.append(f"{tray.unseen:,} untested")
    for line, note in enumerate(notes):
        plain(painter, note, left, foot + 15.0 * line, 11, theme.ink_3)


def paint_title(
    painter: QPainter, theme: Theme, word: str, quiet: str, at: Sequence[float], *, centred: bool
) -> None:
    """A part's title, with a quieter word behind it, centred on a point or from there on."""
    left = at[0] - (title_width(word, quiet) / 2 if centred else 0.0)
    plain(painter, word, left, at[1], 12, theme.ink_3, SEMIBOLD)
    if quiet:
        behind = face(12)[1].horizontalAdvance(word) + 6.0
        plain(painter, quiet, left + behind, at[1], 12, theme.ink_3)


@lru_cache(64)
def title_width(word: str, quiet: str) -> float:
    """How wide a title is."""
    width = face(12)[1].horizontalAdvance(word)
    return width + (6.0 + face(12, NORMAL)[1].horizontalAdvance(quiet) if quiet else 0.0)


def paint_chips(painter: QPainter, scene: Scene, theme: Theme, names: Sequence[str], right: float) -> None:
    """Whose blanket this is, how far it is decided, and, where the truth is known, who was missed."""
    if not scene.chip:
        return
    left = _chip(painter, scene.chip, MARGIN, theme.raised if theme.dark else theme.sunk, None, theme.ink)
    if scene.argument is not None:
        fill, border = (theme.selection_bg, theme.selection) if scene.chosen else (theme.now_bg, theme.now)
        ink = theme.ink if scene.chosen else theme.now_ink
        text = rule_in_words(scene.argument, names, right - left - 32.0)
        left = _chip(painter, text, left + 8.0, fill, border, ink) if text else left
    if scene.note and scene.argument is None:
        colours = _note_colours(scene, theme)
        left = _chip(painter, note_in_words(scene, right - left - 32.0), left + 8.0, *colours)
    for word, who in zip(("neighbour", "spouse"), scene.missed, strict=True):
        text = missed_in_words(word, [names[x] for x in who], right - left - 32.0)
        if text:
            left = _chip(painter, text, left + 8.0, theme.conflict_bg, theme.conflict, theme.conflict)


def rule_in_words(argument: Argument, names: Sequence[str], room: float) -> str:
    """What is drawn, shorter where there is less room; empty where no rule decides, or there is none."""
    metrics = face(12)[1]
    return next((text for text in in_words(argument, names) if metrics.horizontalAdvance(text) <= room), "")


def missed_in_words(word: str, names: Sequence[str], room: float) -> str:
    """`spouses missed: A, B and 2 more`, as far as there is room; empty where there is nobody, or none."""
    if not names:
        return ""
    _, metrics = face(12)
    head = f"{word}{'s' * (len(names) > 1)} missed"
    for count in range(len(names), 0, -1):
        rest = len(names) - count
        text = f"{head}: {', '.join(names[:count])}{f' and {rest} more' if rest else ''}"
        if metrics.horizontalAdvance(text) <= room:
            return text
    text = f"{len(names)} {head}"
    return text if metrics.horizontalAdvance(text) <= room else ""


def note_in_words(scene: Scene, room: float = math.inf) -> str:
    """The note of the run; what comes first, where there is no room for all."""
    metrics = face(12)[1]
    parts = scene.note.split(", ")
    for count in range(len(parts), 0, -1):
        text = ", ".join([*parts[:count], *["…"] * (count < len(parts))])
        if metrics.horizontalAdvance(text) <= room:
            return text
    return metrics.elidedText(scene.note, Qt.TextElideMode.ElideRight, room)


def _note_colours(scene: Scene, theme: Theme) -> tuple[QColor, QColor, QColor]:
    """Ground, border and ink: neutral where nothing is doubtful, which does not mean that all is right."""
    if scene.disputed:
        return theme.conflict_bg, theme.conflict, theme.conflict
    if scene.doubted:
        return theme.unreliable_bg, theme.unreliable, theme.unreliable
    return theme.raised, theme.line_strong, theme.ink


def chips_end(scene: Scene) -> float:
    """Where the row of chips ends at the right."""
    metrics = face(12)[1]
    texts = [scene.chip] if scene.chip else []
    if texts and scene.note:
        texts.append(note_in_words(scene))
    return MARGIN + sum(metrics.horizontalAdvance(text) + 28.0 for text in texts)


def _chip(
    painter: QPainter, text: str, left: float, fill: QColor, border: QColor | None, ink: QColor
) -> float:
    _, metrics = face(12)
    width = metrics.horizontalAdvance(text) + 20.0
    painter.setBrush(fill)
    painter.setPen(pen(border, 1.5) if border else NO_PEN)
    inset = 0.75 if border else 0.0
    painter.drawRoundedRect(
        QRectF(left + inset, 10.0 + inset, width - 2 * inset, 24.0 - 2 * inset), 12.0, 12.0
    )
    painter.setBrush(NO_BRUSH)
    text_at(painter, text, left + width / 2, 22.0, 12, ink)
    return left + width


_NODES = (
    Role.TARGET, Role.PARENT, Role.CHILD, Role.SPOUSE, Role.CANDIDATE, Role.MEMBER, Role.UNDECIDED,
)  # fmt: skip


LegendEntry = tuple[object, str]
"""A sign (of a rule, its emblem) with what it means."""
LegendSpot = tuple[str, QRectF]


def paint_legend(
    painter: QPainter,
    frame: Frame,
    theme: Theme,
    right: float,
    y: float,
    *,
    field: bool = False,
    rules: bool = True,
) -> tuple[LegendSpot, ...]:
    """One line at the bottom with what occurs, as far as there is room; where each word stands."""
    entries = legend_entries(frame, field=field, rules=rules)
    look = (theme.name, "legend", entries, right, field)
    draw = partial(_draw_legend, theme, entries, right, field=field)
    with CachedPainter(painter) as press:
        press.put(look, right / 2, y, right / 2, 18.0, draw)
    return tuple((word, spot.translated(0.0, y)) for _, word, spot in legend_spots(entries, right))


def legend_entries(frame: Frame, *, field: bool = False, rules: bool = True) -> tuple[LegendEntry, ...]:
    """The signs that occur, the rules last."""
    drawn = frame.scene.argument
    if drawn is not None:
        key = (drawn, frame.scene.chosen)
        return frame.decided.once("legend of a rule", key, lambda: _rule_entries(drawn, frame.scene))
    return frame.decided.once(
        "legend", (field, rules), lambda: (*_entries(frame, field=field), *(_rules(frame) if rules else ()))
    )


def legend_spots(entries: Sequence[LegendEntry], right: float) -> Iterator[tuple[object, str, QRectF]]:
    """Each entry that has room before `right` with where it stands; the middle of the line is at 0."""
    left, metrics = MARGIN, face(12, NORMAL)[1]
    widths = [
        (EMBLEM + 5.0 if isinstance(kind, Rule) else 24.0) + metrics.horizontalAdvance(word)
        for kind, word in entries
    ]
    # Closer together before one is left out.
    gap = min(max((right - left - sum(widths)) / max(len(widths) - 1, 1), CLOSEST), APART)
    for (kind, word), width in zip(entries, widths, strict=True):
        if left + width > right:
            break
        yield kind, word, QRectF(left, -EMBLEM / 2, width, EMBLEM)
        left += width + gap


def _rule_entries(argument: Argument, scene: Scene) -> tuple[LegendEntry, ...]:
    """What the lines and numbers of a rule mean."""
    kinds = {stroke.kind for premise in argument.numbered for stroke in premise.strokes}
    accent = "chosen" if scene.chosen else "fired"
    entries: list[LegendEntry] = []
    if argument.rule:
        entries.append((RULES[argument.rule], RULES[argument.rule].title))
    if kinds & {StrokeKind.ARROW, StrokeKind.LINK}:
        entries.append((f"{accent}_premise", "premise"))
    if argument.concludes:
        entries.append((f"{accent}_conclusion", "conclusion"))
    if StrokeKind.CANDIDATE in kinds:
        entries.append(("once candidate", "once candidate"))
    if StrokeKind.APART in kinds:
        entries.append(("cut", "separated"))
    turned = counterfactual(argument)
    if StrokeKind.FORBIDDEN in kinds or (turned is not None and turned.short):
        entries.append(("forbidden", "ruled out"))
    if argument.against:
        entries.append(("against", "contradicted"))
    if any(premise.beside for premise in argument.premises):
        entries.append(("beside", "beside the proof"))
    return tuple(entries)


def _entries(frame: Frame, *, field: bool) -> tuple[LegendEntry, ...]:
    roles = {frame.scene.role(x) for x in frame.texts}
    entries: list[LegendEntry] = [(role, role_word(role)) for role in _NODES if role in roles]
    kinds = {link.kind for link in frame.links}
    if any(link.directed and link.kind not in (LinkKind.CANDIDATE, LinkKind.MISSING) for link in frame.links):
        entries.append(("arrow", "cause → effect"))
    if any(link.weak for link in frame.links):
        entries.append(("weak", "rests on too few rows"))
    if any(link.conflict for link in frame.links):
        entries.append(("disputed", "blankets disagree"))
    if LinkKind.GHOST in kinds:
        entries.append(("ghost", "removed"))
    if LinkKind.MISSING in kinds:
        entries.append(("missing", "true, but missing"))
    if field:
        entries += [("dot", "not visited"), ("hair", "association only")]
    if any(link.stroke != 1.0 for link in frame.links):
        entries.append(("weight", "thicker: firmer"))
    return tuple(entries)


def _rules(frame: Frame) -> Iterator[LegendEntry]:
    """Those that decided an arrow, in the order in which they are declared."""
    badges = {link.badge for link in frame.links}
    yield from ((rule, rule.badge) for rule in RULES.values() if rule.badge in badges)


def _draw_legend(
    theme: Theme,
    entries: Sequence[LegendEntry],
    wide: float,
    painter: QPainter,
    middle: float,
    y: float,
    *,
    field: bool,
) -> None:
    origin = middle - wide / 2
    if field:
        painter.fillRect(QRectF(origin, y - 14.0, wide, 32.0), faded(theme.canvas, 0.88))
    for kind, word, spot in legend_spots(entries, wide):
        left = origin + spot.left()
        if isinstance(kind, Rule):
            paint_emblem(painter, QRectF(left, y - EMBLEM / 2, EMBLEM, EMBLEM), kind, theme)
            plain(painter, word, left + EMBLEM + 5.0, y, 12, theme.ink_2)
        else:
            _glyph(painter, theme, kind, left, y)
            plain(painter, word, left + 24.0, y, 12, theme.ink_2)


def _stroke(theme: Theme, kind: object) -> QPen | None:
    """Of an entry that is a line and no more."""
    match kind:
        case "hair":
            return pen(theme.line_strong, 1.0)
        case "missing":
            return pen(link_colour(theme, LinkKind.MISSING), 2.0, (5.0, 3.0))
        case "once candidate":
            return pen(theme.spouse, 2.2, (0.1, 4.4), ROUND)
        case "forbidden":
            return pen(theme.conflict, 2.2, (0.1, 4.4), ROUND)
        case "weak":
            return pen(theme.ink_2, 2.0, WEAK)
        case "ghost":
            return pen(theme.ink_3, 1.8, (2.0, 3.0))
    return None


def _glyph(painter: QPainter, theme: Theme, kind: object, left: float, y: float) -> None:
    stroke = _stroke(theme, kind)
    if stroke is not None:
        painter.setPen(stroke)
        painter.drawLine(QLineF(left, y, left + 18.0, y))
    elif isinstance(kind, Role):
        fill, border, _ = role_colours(theme, kind)
        hexagon = kind in (Role.SPOUSE, Role.CANDIDATE)
        painter.setBrush(fill)
        painter.setPen(pen(border, 1.8, (3.0, 2.0) if kind is Role.CANDIDATE else ()))
        if hexagon:
            points = [(0, 0), (4, -5.5), (13, -5.5), (17, 0), (13, 5.5), (4, 5.5)]
            painter.drawPolygon(QPolygonF([QPointF(left + dx, y + dy) for dx, dy in points]))
        else:
            painter.drawPath(shape(left + 8.5, y, 8.0, 5.0, 2.0 if kind is Role.PARENT else 5.0))
        painter.setBrush(NO_BRUSH)
    elif kind == "dot":
        painter.setPen(pen(theme.dismissed, 1.5))
        painter.drawEllipse(QPointF(left + 8.5, y), 4.0, 4.0)
    elif kind == "weight":
        painter.setPen(NO_PEN)
        painter.setBrush(theme.ink_2)
        for down, half in ((-5.0, 0.6), (0.0, 1.2), (5.5, 2.0)):
            painter.drawRect(QRectF(left, y + down - half, 18.0, 2 * half))
        painter.setBrush(NO_BRUSH)
    elif isinstance(kind, str) and kind.endswith(("_premise", "_conclusion")):
        painter.setPen(pen(getattr(theme, kind), 9.0, cap=ROUND))
        painter.drawLine(QLineF(left + 4.0, y, left + 14.0, y))
        painter.setPen(pen(theme.ink, 2.0))
        painter.drawLine(QLineF(left + 2.0, y, left + 16.0, y))
    elif kind == "cut":
        painter.setPen(pen(theme.independent, 2.2, cap=ROUND))
        for x in (left + 6.0, left + 12.0):
            painter.drawLine(QLineF(x, y - 6.0, x, y + 6.0))
    elif kind == "against":
        painter.setPen(pen(theme.conflict, 2.2, cap=ROUND))
        for side in (-1.0, 1.0):
            painter.drawLine(QLineF(left + 5.0, y - 4.0 * side, left + 13.0, y + 4.0 * side))
    elif kind == "disputed":
        paint_sign(theme, "×", 0.75, painter, left + 9.0, y)
    elif kind == "beside":
        painter.setPen(pen(theme.ink, 1.8))
        painter.drawEllipse(QPointF(left + 9.0, y), 6.5, 6.5)
    else:
        colour = link_colour(theme, LinkKind.UNDECIDED)
        painter.setPen(pen(colour, 2.0))
        painter.drawLine(QLineF(left, y, left + 10.0, y))
        painter.setBrush(colour)
        painter.setPen(NO_PEN)
        painter.drawPolygon(
            QPolygonF([QPointF(left + 18.0, y), QPointF(left + 9.0, y - 4.5), QPointF(left + 9.0, y + 4.5)])
        )
        painter.setBrush(NO_BRUSH)


def plain(
    painter: QPainter,
    text: str,
    left: float,
    y: float,
    size: float,
    colour: QColor,
    weight: QFont.Weight = NORMAL,
    width: float | None = None,
) -> None:
    """Text from the left, its capitals centred on a height; cut where it is wider than that."""
    used, metrics = face(size, weight)
    if width is not None:
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
    painter.setFont(used)
    painter.setPen(colour)
    painter.drawText(QPointF(left, y + size * 0.36), text)
