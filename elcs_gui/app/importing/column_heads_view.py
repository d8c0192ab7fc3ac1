"""The heads of the columns on the import page: name above, what it is below, what is odd beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QWidget

from elcs_gui.app.importing.draft import shown_name
from elcs_gui.app.importing.words import KINDS, MARKS
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.data.plan import Kind

if TYPE_CHECKING:
    from elcs_gui.app.importing.table_view import PreviewModel

HEIGHT = 52
_SIDE = 10


class ColumnHeads(QHeaderView):
    """A click selects the column; painted here, so that ten thousand of them cost nothing."""

    def __init__(self, model: PreviewModel, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._rows, self.theme = model, theme
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setStretchLastSection(False)
        self.setMinimumSectionSize(48)
        self.setAccessibleName("Columns")

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.setFixedHeight(round(HEIGHT * theme.scale))
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), round(HEIGHT * self.theme.scale))

    def needed(self, section: int) -> float:
        """How wide a head wants to be."""
        draft = self._rows.draft
        assert draft is not None
        k, place = self.theme.scale, self._rows.shown[section]
        name = QFontMetrics(font(13 * k, SEMIBOLD)).horizontalAdvance(shown_name(draft.names[place]))
        small = QFontMetrics(font(11 * k, MEDIUM))
        chips = small.horizontalAdvance(KINDS[Kind.CONTINUOUS]) + 14 * k
        trouble = draft.trouble_of.get(place)
        if trouble is not None:
            chips += small.horizontalAdvance(MARKS[trouble.oddity]) + 22 * k
        return max(name, chips) + 2 * _SIDE * k + 2

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        draft = self._rows.draft
        if draft is None or section >= len(self._rows.shown):
            return
        theme, k = self.theme, self.theme.scale
        place = self._rows.shown[section]
        kind = self._rows.kinds[place]
        ignored = kind is Kind.IGNORE
        chosen = self.selectionModel().isColumnSelected(section)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect, theme.selection_bg if chosen else theme.sunk if ignored else theme.panel)
        painter.setPen(QPen(theme.line, 1))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.setPen(QPen(theme.selection if chosen else theme.line, 2 if chosen else 1))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = QRectF(rect).adjusted(_SIDE * k, 6 * k, -_SIDE * k, -7 * k)
        painter.setFont(font(13 * k, MEDIUM if ignored else SEMIBOLD))
        painter.setPen(theme.ink_3 if ignored else theme.ink)
        name = painter.fontMetrics().elidedText(
            shown_name(draft.names[place]), Qt.TextElideMode.ElideMiddle, int(inner.width())
        )
        line = QRectF(inner.left(), inner.top(), inner.width(), 18 * k)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, name)
        if ignored:
            painter.setPen(QPen(theme.ink_3, 1))
            width = painter.fontMetrics().horizontalAdvance(name)
            painter.drawLine(line.left(), line.center().y() + 1, line.left() + width, line.center().y() + 1)
        left = _chip(painter, inner.left(), inner.bottom() - 17 * k, KINDS[kind], kind, theme)
        trouble = draft.trouble_of.get(place)
        if trouble is not None:
            dot = QRectF(left + 7 * k, inner.bottom() - 11.5 * k, 6 * k, 6 * k)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.unreliable)
            painter.drawEllipse(dot)
            painter.setPen(theme.unreliable)
            painter.setFont(font(11 * k, MEDIUM))
            word = QRectF(dot.right() + 4 * k, inner.bottom() - 17 * k, inner.right() - dot.right(), 17 * k)
            painter.drawText(word, Qt.AlignmentFlag.AlignVCenter, MARKS[trouble.oddity])
        painter.restore()


def chip_colours(kind: Kind, theme: Theme) -> tuple[QColor, QColor]:
    """Ink and ground of the word that says what a column is."""
    if kind is Kind.CONTINUOUS:
        return theme.parent, theme.parent_bg
    if kind is Kind.IGNORE:
        return theme.ink_3, theme.panel
    return theme.ink_2, theme.sunk


def _chip(painter: QPainter, left: float, top: float, word: str, kind: Kind, theme: Theme) -> float:
    """A word in a small box; where it ends."""
    k = theme.scale
    painter.setFont(font(11 * k, MEDIUM))
    width = painter.fontMetrics().horizontalAdvance(word) + 12 * k
    ink, ground = chip_colours(kind, theme)
    box = QRectF(left, top, width, 17 * k)
    painter.setPen(QPen(theme.line_strong, 1) if kind is Kind.IGNORE else Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5 * k, 5 * k)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, word)
    return left + width
