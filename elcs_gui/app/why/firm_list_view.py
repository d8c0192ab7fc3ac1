"""The rows of the page "How firm": every edge as a bar over the alphas at which it is found."""

from __future__ import annotations

import math

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from elcs_gui.app.kit.labels import tip
from elcs_gui.app.kit.quiet_table import Index
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.inquiry.firmness_rows import FirmRow, Piece

ROW = 80.0
PADDING = 16.0
_BAR_TOP, _BAR = 36.0, 12.0
_GAP = 2.0
"""Between two pieces of a bar."""


class AlphaScale:
    """Alphas from `low` to `high` along the width of a row, by their logarithms."""

    def __init__(self, low: float, high: float, wide: float) -> None:
        self._low, self._whole, self._wide = low, math.log(high / low), wide - 2 * PADDING

    def x(self, alpha: float) -> float:
        share = math.log(max(alpha, 1e-300) / self._low) / self._whole
        return PADDING + min(max(share, 0.0), 1.0) * self._wide


class FirmModel(QAbstractListModel):
    """The rows of the page, and the range of alphas that they are about."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[FirmRow] = []
        self.low, self.high = 1e-6, 0.2

    def show_rows(self, rows: list[FirmRow], low: float, high: float) -> None:
        self.beginResetModel()
        self.rows, self.low, self.high = rows, low, high
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(f"{row.spoken}\nClick to see it in the graph, double-click for why")
        return None


class FirmDelegate(QStyledItemDelegate):
    """Three lines a row: the edge, its rule and its tests; its bar; what becomes of it."""

    def __init__(self, theme: Theme, table: FirmModel, parent: QListView) -> None:
        super().__init__(parent)
        self.theme, self._table = theme, table
        self._bold, self._small = font(14, SEMIBOLD), font(12)
        self._badge, self._rule = font(11, SEMIBOLD), font(10, SEMIBOLD)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(1, round(ROW * self.theme.scale))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: FirmRow = index.data(Qt.ItemDataRole.UserRole)
        theme, scale = self.theme, self.theme.scale
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(option.rect.topLeft())
        painter.scale(scale, scale)
        wide = option.rect.width() / scale
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(QRectF(0, 0, wide, ROW - 1), theme.selection_bg)
            painter.fillRect(QRectF(0, 0, 3, ROW - 1), theme.selection)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(QRectF(0, 0, wide, ROW - 1), theme.sunk)
        painter.fillRect(QRectF(0, ROW - 1, wide, 1), theme.line)
        self._paint_head(painter, row, wide)
        self._paint_bar(painter, row, AlphaScale(self._table.low, self._table.high, wide))
        self._paint_words(painter, row, wide)
        painter.restore()

    def _paint_head(self, painter: QPainter, row: FirmRow, wide: float) -> None:
        theme, middle = self.theme, 18.0
        small = QFontMetricsF(self._small)
        right = wide - PADDING
        if row.unreliable:
            paint_share(painter, QPointF(right - 7, middle), row.unreliable / row.cited, theme)
            right -= 22
        painter.setFont(self._small)
        painter.setPen(theme.ink_3)
        right -= small.horizontalAdvance(row.tests)
        painter.drawText(QPointF(right, middle + small.capHeight() / 2), row.tests)
        sign = max(QFontMetricsF(self._badge).horizontalAdvance(row.badge) + 10.0, 22.0) if row.badge else 0.0
        bold = QFontMetricsF(self._bold)
        text = bold.elidedText(row.edge, Qt.TextElideMode.ElideMiddle, right - PADDING - sign - 20)
        painter.setFont(self._bold)
        painter.setPen(theme.ink if row.found else theme.ink_3)
        painter.drawText(QPointF(PADDING, middle + bold.capHeight() / 2), text)
        if row.badge:
            box = QRectF(PADDING + bold.horizontalAdvance(text) + 10, middle - 9, sign, 18)
            line = self._colours(row.role)[0] if row.found else theme.ink_3
            painter.setPen(QPen(line, 1.2, Qt.PenStyle.SolidLine if row.found else Qt.PenStyle.DotLine))
            painter.setBrush(theme.raised)
            painter.drawRoundedRect(box, 5, 5)
            painter.setFont(self._badge)
            painter.setPen(theme.ink if row.found else theme.ink_3)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, row.badge)

    def _colours(self, role: str) -> tuple[QColor, QColor]:
        """The line and the ground of a bar."""
        theme = self.theme
        return {
            "parent": (theme.parent, theme.parent_bg),
            "child": (theme.child, theme.child_bg),
            "other": (theme.spouse, theme.spouse_bg),
        }.get(role, (theme.undecided, theme.undecided_bg))

    def _paint_bar(self, painter: QPainter, row: FirmRow, axis: AlphaScale) -> None:
        theme, middle = self.theme, _BAR_TOP + _BAR / 2
        low, high = axis.x(self._table.low), axis.x(self._table.high)
        painter.setPen(QPen(theme.line_strong, 1.0))
        painter.drawLine(QPointF(low, middle), QPointF(high, middle))
        rules = {piece.badge for piece in row.pieces}
        for piece in row.pieces:
            left, right = axis.x(piece.low), axis.x(piece.high)
            box = QRectF(left, _BAR_TOP, max(right - left - (_GAP if right < high else 0.0), 2.0), _BAR)
            self._paint_piece(painter, box, piece)
            wide = QFontMetricsF(self._rule).horizontalAdvance(piece.badge)
            if len(rules) > 1 and box.width() > wide + 10:
                painter.setFont(self._rule)
                painter.setPen(theme.ink)
                now = axis.x(row.stands.alpha)
                place = box.center().x()
                if abs(place - now) < wide / 2 + 6:  # beside the line, not across it
                    place = max(box.left() + wide / 2 + 6, now - wide - 10)
                painter.drawText(
                    QRectF(place - wide, box.top(), 2 * wide, _BAR), Qt.AlignmentFlag.AlignCenter, piece.badge
                )
        painter.fillRect(QRectF(axis.x(row.stands.alpha) - 1.5, middle - 8, 3, 16), theme.now)
        if row.proof_at is not None:
            self._paint_proof(painter, row.proof_at, axis)

    def _paint_piece(self, painter: QPainter, box: QRectF, piece: Piece) -> None:
        line, ground = self._colours(piece.role)
        dashed = not piece.badge
        painter.setPen(QPen(line, 1.5, Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine))
        painter.setBrush(ground)
        radius = 1.5 if piece.role == "parent" else min(_BAR / 2, box.width() / 2)
        inside = box.adjusted(0.75, 0.75, -0.75, -0.75)
        painter.drawRoundedRect(inside, radius, radius)
        if piece.turned:  # away from the target no colour tells it
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(line, Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(inside, radius, radius)

    def _paint_proof(self, painter: QPainter, alpha: float, axis: AlphaScale) -> None:
        """Where the proof changes: a small triangle above the bar, or at its end if that is beyond."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.ink_2)
        table, middle = self._table, _BAR_TOP + _BAR / 2
        if table.low <= alpha <= table.high:
            x, top = axis.x(alpha), _BAR_TOP - 7.0
            marks = [QPointF(x - 4, top), QPointF(x + 4, top), QPointF(x, top + 6)]
        else:
            way = 1.0 if alpha > table.high else -1.0
            x = axis.x(alpha) + way * 3.0
            marks = [QPointF(x, middle - 4), QPointF(x, middle + 4), QPointF(x + way * 6, middle)]
        painter.drawPolygon(QPolygonF(marks))

    def _paint_words(self, painter: QPainter, row: FirmRow, wide: float) -> None:
        metrics = QFontMetricsF(self._small)
        text = metrics.elidedText(row.words, Qt.TextElideMode.ElideRight, wide - 2 * PADDING)
        painter.setFont(self._small)
        weak = self.theme.unreliable if row.close or row.weak else self.theme.ink_2
        painter.setPen(weak if row.found else self.theme.ink_3)
        painter.drawText(QPointF(PADDING, 64.0 + metrics.capHeight() / 2), text)


def paint_share(painter: QPainter, middle: QPointF, share: float, theme: Theme) -> None:
    """A pie of 14 pixels: which share of the tests had too few rows. Where none had, there is no pie."""
    box = QRectF(middle.x() - 6, middle.y() - 6, 12, 12)
    painter.setPen(QPen(theme.unreliable, 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(box)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.unreliable)
    painter.drawPie(box, 90 * 16, -round(max(share, 0.06) * 360 * 16))


class FirmList(QListView):
    """Click selects the edge, double click or Enter asks why."""

    resized = Signal(int)
    """How wide the rows are now."""
    chosen = Signal(object)
    activated_edge = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.table = FirmModel(self)
        self.setModel(self.table)
        self.delegate = FirmDelegate(theme, self.table, self)
        self.setItemDelegate(self.delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("Edges, the nearest to a change first")
        self._silent = False
        self.selectionModel().currentChanged.connect(self._current)

    def choose(self, ends: tuple[int, int] | None) -> bool:
        """Mark the row of an edge without telling; False where there is none."""
        self._silent = True
        try:
            for place, row in enumerate(self.table.rows):
                if row.ends == ends:
                    self.setCurrentIndex(self.table.index(place))
                    return True
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
            return False
        finally:
            self._silent = False

    def show_rows(self, rows: list[FirmRow], low: float, high: float) -> None:
        """Show other rows; the one that was chosen stays so."""
        if (rows, low, high) == (self.table.rows, self.table.low, self.table.high):
            return
        kept = self.currentIndex()
        ends = self.table.rows[kept.row()].ends if kept.isValid() else None
        self._silent = True
        try:
            self.table.show_rows(rows, low, high)
        finally:
            self._silent = False
        self.choose(ends)

    def _current(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid() and not self._silent:
            self.chosen.emit(self.table.rows[now.row()].ends)

    def event(self, event: QEvent) -> bool:
        """Home and End are the list's own while it has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers():
                event.accept()
                return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit(self.viewport().width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated_edge.emit(self.table.rows[self.currentIndex().row()].ends)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.activated_edge.emit(self.table.rows[index.row()].ends)
