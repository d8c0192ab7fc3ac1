"""What is worth a look: the edges about which the runs do not agree, the most pressing first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from elcs_gui.app.all_variables.map_painter import paint_cross
from elcs_gui.app.all_variables.words import by_which_rules, edge_in_words, groups
from elcs_gui.app.graph.painting.link_painter import pen
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.inquiry.all_targets import Accord, AllTargets, JointEdge

_EDGE, _BESIDE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_ROW, _HEADING = 24, 30


class DisagreementList(QListWidget):
    """A heading for every reason, and its edges below it."""

    edge_chosen = Signal(object)
    """A `JointEdge`."""
    edge_opened = Signal(object)
    """The same, by Enter or a double click."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="plainList", accessibleName="Worth a look")
        self._delegate = _Delegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._shown: tuple[JointEdge, ...] = ()
        self.currentItemChanged.connect(self._tell)
        self.itemActivated.connect(self._open)

    def set_theme(self, theme: Theme) -> None:
        self._delegate.theme = theme
        self.doItemsLayout()

    def show_edges(self, found: AllTargets, edges: Sequence[JointEdge]) -> None:
        """List them, unless they are listed already."""
        listed = groups(edges)
        rows = tuple(edge for group in listed for edge in group.edges)
        if rows == self._shown:
            return
        self._shown = rows
        chosen = self.edge
        self.blockSignals(True)  # nobody has chosen anything
        self.clear()
        for group in listed:
            heading = QListWidgetItem(group.title)
            heading.setData(_BESIDE, f"{len(group.edges):,}")
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            self.addItem(heading)
            for edge in group.edges:
                item = QListWidgetItem(edge_in_words(edge, found.header.names))
                item.setData(_EDGE, edge)
                item.setData(_BESIDE, by_which_rules(edge, found))
                self.addItem(item)
        self.blockSignals(False)
        self.choose(chosen)

    @property
    def edge(self) -> JointEdge | None:
        """The row that is chosen."""
        item = self.currentItem()
        found = None if item is None else item.data(_EDGE)
        return found if isinstance(found, JointEdge) else None

    def choose(self, edge: JointEdge | None) -> None:
        """Choose from outside; nobody is told."""
        self.blockSignals(True)
        self.setCurrentItem(None)
        for row in range(self.count() if edge is not None else 0):
            known = self.item(row).data(_EDGE)
            if isinstance(known, JointEdge) and edge is not None and known.ends == edge.ends:
                self.setCurrentRow(row)
        self.blockSignals(False)

    def event(self, event: QEvent) -> bool:
        """The arrows are this list's, not the player's."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End):
                event.accept()
                return True
        return super().event(event)

    def _tell(self) -> None:
        if self.edge is not None:
            self.edge_chosen.emit(self.edge)

    def _open(self) -> None:
        if self.edge is not None:
            self.edge_opened.emit(self.edge)


class _Delegate(QStyledItemDelegate):
    """Paints a heading, or the sign of a reason, the edge, and what stands at its end."""

    def __init__(self, theme: Theme, parent: DisagreementList) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        height = _ROW if index.data(_EDGE) is not None else _HEADING
        return QSize(120, round(height * self.theme.scale))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, k = self.theme, self.theme.scale
        rect, edge = QRectF(option.rect), index.data(_EDGE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        state = option.state
        if edge is not None and state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selection_bg)
        elif edge is not None and state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.sunk)
        left, right = rect.left() + (36 if edge is not None else 12) * k, rect.right() - 12 * k
        beside = str(index.data(_BESIDE) or "")
        small = font(12 * k)
        wide = QFontMetricsF(small).horizontalAdvance(beside)
        painter.setFont(small)
        painter.setPen(theme.ink_3)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(right - wide, rect.top(), wide + 1, rect.height()), middle, beside)
        words = font(13 * k, MEDIUM) if edge is not None else font(12 * k, SEMIBOLD)
        painter.setFont(words)
        painter.setPen(theme.ink if edge is not None else theme.ink_2)
        room = right - wide - 8 * k - left
        text = QFontMetricsF(words).elidedText(str(index.data()), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRectF(left, rect.top(), room, rect.height()), middle, text)
        if edge is not None:
            self._paint_sign(painter, edge.accord, QPointF(rect.left() + 21 * k, rect.center().y()), k)
        painter.restore()

    def _paint_sign(self, painter: QPainter, accord: Accord, at: QPointF, k: float) -> None:
        theme = self.theme
        if accord is Accord.OPPOSED:
            paint_cross(painter, theme, at, 7.5 * k)
            return
        ink = theme.ink_3 if accord is Accord.ONE_END else theme.ink_2
        painter.setPen(pen(ink, 1.8 * k))
        painter.drawLine(at + QPointF(-8 * k, 0), at + QPointF(8 * k, 0))
        if accord is Accord.ONE_END:
            painter.setBrush(theme.panel)
            painter.drawEllipse(at + QPointF(-6 * k, 0), 3 * k, 3 * k)
