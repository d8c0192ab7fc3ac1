"""Paints the bars of stability and their legend: every part has a colour, a pattern and a sign."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent, QPen

from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.painting.link_painter import faded, pen, role_colours, shape
from elcs_gui.app.graph.painting.tray_legend_painter import plain
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import Theme, font
from elcs_gui.app.stability.rows import SIGNS, Row, bar
from elcs_gui.picture.labels import HEXAGONS
from elcs_gui.trace.roles import ANSWER_SETS

ROLES = {str(role): role for role in ANSWER_SETS}
_PATTERNS = {
    "child": Qt.BrushStyle.BDiagPattern,
    "backwards": Qt.BrushStyle.BDiagPattern,
    "undecided": Qt.BrushStyle.Dense6Pattern,
    "member": Qt.BrushStyle.Dense6Pattern,
    "undirected": Qt.BrushStyle.Dense6Pattern,
    "spouse": Qt.BrushStyle.DiagCrossPattern,
}
_PATTERN_STRENGTH = 0.28

EDGE_LEGEND = (
    ("forwards", "as written"), ("backwards", "the other way"), ("undirected", "undecided"),
    ("absent", "absent, or not looked at"),
)  # fmt: skip


def colours(theme: Theme, part: str) -> tuple[QColor, QColor]:
    """Fill and border of a part of a bar."""
    if part in ROLES:
        fill, border, _ = role_colours(theme, ROLES[part])
        return fill, border
    if part == "absent":
        return theme.sunk, theme.line_strong
    return (theme.sunk if part == "forwards" else theme.panel), theme.undecided


def paint_bar(painter: QPainter, row: Row, box: QRectF, theme: Theme) -> None:
    """The bar of a row."""
    painter.save()
    clip = QPainterPath()
    clip.addRoundedRect(box, 4 * theme.scale, 4 * theme.scale)
    painter.setClipPath(clip)
    pieces = bar(row, box.width())
    for part, left, right in pieces:
        _paint_part(painter, part, QRectF(box.left() + left, box.top(), right - left, box.height()), theme)
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for part, left, right in pieces:
        if part != "absent":
            _, border = colours(theme, part)
            piece = QRectF(box.left() + left + 0.5, box.top() + 0.5, right - left - 1.0, box.height() - 1.0)
            painter.setPen(QPen(border, 1.3 * theme.scale))
            if piece.width() > 1:
                painter.drawRoundedRect(piece, 3 * theme.scale, 3 * theme.scale)
            else:
                painter.drawLine(QLineF(piece.topLeft(), piece.bottomLeft()))


def _paint_part(painter: QPainter, part: str, piece: QRectF, theme: Theme) -> None:
    fill, border = colours(theme, part)
    if part == "absent":
        # What did not happen is a quiet line, not a block.
        painter.setPen(QPen(theme.line_strong, theme.scale))
        y = piece.center().y()
        painter.drawLine(QLineF(piece.left() + 3 * theme.scale, y, piece.right(), y))
        return
    painter.fillRect(piece, fill)
    if part in _PATTERNS:
        painter.fillRect(piece, QBrush(faded(border, _PATTERN_STRENGTH), _PATTERNS[part]))
    sign = SIGNS[part]
    made = font(11 * theme.scale, face(11)[0].weight())
    painter.setFont(made)
    room = painter.fontMetrics().horizontalAdvance(sign) + 6 * theme.scale
    if piece.width() >= room:
        under = QRectF(piece.center().x() - room / 2, piece.top(), room, piece.height())
        if part in _PATTERNS:
            painter.fillRect(under, fill)
        painter.setPen(theme.ink)
        painter.drawText(piece, Qt.AlignmentFlag.AlignCenter, sign)


def paint_found(painter: QPainter, part: str, word: str, box: QRectF, theme: Theme) -> None:
    """What this run says: the shape of the role, and its word."""
    k, y = theme.scale, box.center().y()
    fill, border = colours(theme, part)
    if part in ROLES:
        r = -1.0 if ROLES[part] in HEXAGONS else 2.0 * k if part == "parent" else 5.0 * k
        painter.setBrush(fill)
        painter.setPen(pen(border, 1.6 * k))
        painter.drawPath(shape(box.left() + 9 * k, y, 8.0 * k, 5.0 * k, r))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    elif part == "absent":
        painter.setPen(pen(theme.dismissed, 1.6 * k, (2.0 * k, 3.0 * k)))
        painter.drawPath(shape(box.left() + 9 * k, y, 8.0 * k, 5.0 * k, 5.0 * k))
    else:
        painter.setPen(pen(border, 1.8 * k))
        painter.drawLine(QLineF(box.left() + k, y, box.left() + 17 * k, y))
        if part == "forwards":
            for side in (-4, 4):
                painter.drawLine(QLineF(box.left() + 17 * k, y, box.left() + 12 * k, y + side * k))
        word = {"forwards": "arrow"}.get(part, word)
    painter.setFont(font(13 * k))
    painter.setPen(theme.ink_3 if part == "absent" else theme.ink)
    painter.drawText(
        box.adjusted(25 * k, 0, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, word
    )


class BarLegend(ScaledWidget):
    """One line: what the parts of the bars mean."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._entries: tuple[tuple[str, str], ...] = ()

    def show_entries(self, entries: tuple[tuple[str, str], ...]) -> None:
        self._entries = entries
        self.setAccessibleName("Legend: " + ", ".join(f"{SIGNS[part]} {word}" for part, word in entries))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(320), self.scaled(20))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        left, theme = 0.0, self._theme.at(1.0)
        _, metrics = face(12, NORMAL)
        for part, word in self._entries:
            width = 28.0 + metrics.horizontalAdvance(word)
            if left + width > self.across:
                break
            piece = QRectF(left + 0.5, 2.5, 20.0, 15.0)
            if part == "absent":
                painter.setPen(QPen(theme.line_strong, 1.0))
                painter.drawLine(QLineF(QPointF(left, 10.0), QPointF(left + 20.0, 10.0)))
            else:
                _paint_part(painter, part, piece, theme)
                painter.setPen(QPen(colours(theme, part)[1], 1.3))
                painter.drawRoundedRect(piece, 3, 3)
            plain(painter, word, left + 27.0, 10.0, 12, theme.ink_2)
            left += width + 16.0
        painter.end()
