"""The inspector's page of weakest links: every arrow, the most fragile first."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from elcs_gui.app.kit.later import Debounced
from elcs_gui.app.kit.short_names import short_names
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.kit.verdict_widgets import label
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Selection, ends_of
from elcs_gui.ci.registry import find_test
from elcs_gui.proof.margins import Margins
from elcs_gui.proof.weakest_rows import WeakRow, weak_rows

_ROW = 48.0
_BAR = 84.0
Index = QModelIndex | QPersistentModelIndex


class WeakModel(QAbstractListModel):
    """The rows of the page."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[WeakRow] = []

    def show_rows(self, rows: list[WeakRow]) -> None:
        self.beginResetModel()
        self.rows = rows
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
            return f"{row.spoken}\nClick to see it in the graph, double-click for why"
        return None


class WeakDelegate(QStyledItemDelegate):
    """Two lines a row: the arrow, its rule and a bar; the test it hangs by and where it falls."""

    def __init__(self, theme: Theme, parent: QListView) -> None:
        super().__init__(parent)
        self.theme = theme
        self._bold, self._plain, self._small = font(13, SEMIBOLD), font(13), font(12)
        self._badge = font(11, SEMIBOLD)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(1, round(_ROW * self.theme.scale))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: WeakRow = index.data(Qt.ItemDataRole.UserRole)
        theme, scale = self.theme, self.theme.scale
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(option.rect.topLeft())
        painter.scale(scale, scale)
        wide = option.rect.width() / scale
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(QRectF(0, 0, wide, _ROW - 1), theme.selection_bg)
            painter.fillRect(QRectF(0, 0, 3, _ROW - 1), theme.selection)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(QRectF(0, 0, wide, _ROW - 1), theme.sunk)
        painter.fillRect(QRectF(16, _ROW - 1, wide - 32, 1), theme.line)
        self._paint_edge(painter, row, wide)
        self._paint_test(painter, row, wide)
        painter.restore()

    def _paint_edge(self, painter: QPainter, row: WeakRow, wide: float) -> None:
        theme = self.theme
        sign = max(QFontMetricsF(self._badge).horizontalAdvance(row.badge) + 10.0, 22.0) if row.badge else 0.0
        room = wide - 32 - _BAR - 12 - sign - 8
        metrics = QFontMetricsF(self._bold)
        text = metrics.elidedText(row.edge, Qt.TextElideMode.ElideMiddle, room)
        painter.setFont(self._bold)
        painter.setPen(theme.ink)
        painter.drawText(QPointF(16, 16 + metrics.capHeight() / 2), text)
        if row.badge:
            box = QRectF(16 + metrics.horizontalAdvance(text) + 8, 7, sign, 18)
            painter.setPen(QPen(theme.line_strong, 1.2))
            painter.setBrush(theme.raised)
            painter.drawRoundedRect(box, 5, 5)
            painter.setFont(self._badge)
            painter.setPen(theme.ink)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, row.badge)
        track = QRectF(wide - 16 - _BAR, 13, _BAR, 6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.line)
        painter.drawRoundedRect(track, 3, 3)
        painter.setBrush(theme.unreliable if row.close else theme.ink_2)
        filled = QRectF(track.left(), track.top(), max(track.width() * row.share, 6.0), track.height())
        painter.drawRoundedRect(filled, 3, 3)

    def _paint_test(self, painter: QPainter, row: WeakRow, wide: float) -> None:
        theme, middle = self.theme, 34.0
        base = middle + QFontMetricsF(self._small).capHeight() / 2
        x = 16.0
        if row.test is not None:
            painter.setFont(font(12, SEMIBOLD))
            painter.setPen(theme.selection)
            painter.drawText(QPointF(x, base), f"#{row.test}")
            painter.setFont(self._small)
            painter.setPen(theme.ink_2)
            painter.drawText(QPointF(x + 52, base), f"p {row.p}")
        painter.setFont(self._small)
        metrics = QFontMetricsF(self._small)
        said = f"{row.note} · {row.falls}" if row.note else row.falls
        room = wide - 32 - (124 if row.test is not None else 0)
        said = metrics.elidedText(said, Qt.TextElideMode.ElideRight, room)
        weak = row.close or row.test is None
        painter.setPen(
            theme.unreliable if weak and row.falls.startswith(("falls", "rests on t")) else theme.ink_3
        )
        left = wide - 16 - metrics.horizontalAdvance(said) if row.test is not None else x
        painter.drawText(QPointF(left, base), said)


class WeakList(QListView):
    """Click selects the edge, double click or Enter asks why."""

    chosen = Signal(object)
    activated_edge = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = WeakModel(self)
        self.setModel(self.table)
        self.delegate = WeakDelegate(theme, self)
        self.setItemDelegate(self.delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName("Arrows, the most fragile first")
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

    def show_rows(self, rows: list[WeakRow]) -> None:
        """Show other rows; the one that was chosen stays so."""
        if rows == self.table.rows:
            return
        kept = self.currentIndex()
        ends = self.table.rows[kept.row()].ends if kept.isValid() else None
        self._silent = True
        try:
            self.table.show_rows(rows)
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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated_edge.emit(self.table.rows[self.currentIndex().row()].ends)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.activated_edge.emit(self.table.rows[index.row()].ends)


class WeakestPanel(QWidget):
    """How firmly every arrow at the cursor's step stands."""

    edge_selected = Signal(object)
    why_requested = Signal(object)
    """The ends of an edge, in column order."""

    def __init__(self, player: Player, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self._player = player
        self._margins: Margins | None = None
        self._names: list[str] = []
        self._about = label("weakAbout")
        self.list = WeakList(theme)
        self.list.chosen.connect(self.edge_selected)
        self.list.activated_edge.connect(self.why_requested)
        self._empty = label("quiet")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setContentsMargins(16, 0, 16, 0)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._about)
        column.addWidget(self._pages, 1)
        self._later = Debounced(self.refresh, self)
        player.moved.connect(lambda _: self._later.request() if self.isVisible() else None)
        player.trace_changed.connect(self._load)
        self.set_theme(theme)
        self._load()

    def set_theme(self, theme: Theme) -> None:
        self.list.delegate.theme = theme
        self.list.scheduleDelayedItemsLayout()
        self.list.viewport().update()

    def choose(self, what: Selection) -> bool:
        """Mark an edge that was selected elsewhere; False where it has no row."""
        self.refresh()
        return self.list.choose(ends_of(what))

    def _load(self) -> None:
        trace = self._player.trace
        self._margins = None if trace is None else Margins.of(trace)
        self._names = [] if trace is None else short_names(trace.header.names, 20)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Look at the arrows at the cursor; a page that nobody sees waits until it is seen."""
        self._later.done()
        if not self.isVisible():
            return
        trace = self._player.trace
        edges = self._margins.at(self._player.step) if self._margins is not None else []
        oracle = trace is not None and find_test(trace.header.test).certain
        rows = weak_rows(edges, self._names, oracle=oracle)
        self.list.show_rows(rows)
        self._pages.setCurrentIndex(1 if rows else 0)
        self._about.setVisible(bool(rows))
        if trace is not None and rows:
            many = f"{len(rows):,} arrow{'s' * (len(rows) > 1)}"
            first = ", the most fragile first" if len(rows) > 1 else ""
            alpha = "" if oracle else f" Alpha is {trace.header.alpha:g}."
            self._about.setText(f"{many}{first}.{alpha} A short bar: p is near alpha.")
        self._empty.setText(
            "No arrow has been found yet.\n\nStep on, or press End, to see which are fragile."
        )
