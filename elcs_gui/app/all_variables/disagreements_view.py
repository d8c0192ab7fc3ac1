"""What is worth a look: edges on which runs do not agree, the most pressing first; runs in doubt."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from elcs_gui.app.all_variables.map_painter import paint_cross
from elcs_gui.app.all_variables.words import IN_DOUBT, by_which_rules, doubtful, edge_in_words, groups
from elcs_gui.app.graph.painting.link_painter import pen
from elcs_gui.app.kit.labels import show_tip
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.inquiry.all_targets import Accord, AllTargets, JointEdge

_EDGE, _BESIDE, _TARGET = (Qt.ItemDataRole.UserRole + place for place in range(3))
_ROW, _HEADING = 24, 30
MOST_LISTED = 500
"""Rows below a heading: thousands take a second to make, and nobody reads them."""


class DisagreementList(QListWidget):
    """A heading for every reason, and its edges below it."""

    edge_chosen = Signal(object)
    """A `JointEdge`."""
    edge_opened = Signal(object)
    """The same, by Enter or a double click."""
    target_requested = Signal(int)
    """A variable whose run is in doubt, likewise."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="plainList", accessibleName="Worth a look")
        self._delegate = _Delegate(theme, self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(False)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._shown: tuple[object, ...] = ()
        self.currentItemChanged.connect(self._tell)
        self.itemActivated.connect(self._open)

    def set_theme(self, theme: Theme) -> None:
        self._delegate.theme = theme
        self.doItemsLayout()

    def show_edges(self, found: AllTargets, edges: Sequence[JointEdge]) -> None:
        """List them, and the runs that are in doubt, unless they are listed already."""
        listed, doubts = groups(edges), [found.findings[x] for x in doubtful(found)]
        rows = (*listed, *doubts)
        if rows == self._shown:
            return
        self._shown = rows
        chosen = self.edge
        self.blockSignals(True)  # nobody has chosen anything
        self.clear()
        for group in listed:
            self._add_heading(group.title, len(group.edges))
            for edge in group.edges[:MOST_LISTED]:
                item = QListWidgetItem(edge_in_words(edge, found.header.names))
                item.setData(_EDGE, edge)
                item.setData(_BESIDE, by_which_rules(edge, found))
                self.addItem(item)
        if doubts:
            self._add_heading(IN_DOUBT, len(doubts))
        for finding in doubts[:MOST_LISTED]:
            item = QListWidgetItem(found.header.names[finding.target])
            item.setData(_TARGET, finding.target)
            item.setData(_BESIDE, ", ".join(finding.doubts))
            self.addItem(item)
        self.blockSignals(False)
        self.choose(chosen)

    def _add_heading(self, title: str, count: int) -> None:
        heading = QListWidgetItem(title)
        shown = f"first {MOST_LISTED:,} of {count:,}" if count > MOST_LISTED else f"{count:,}"
        heading.setData(_BESIDE, shown)
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        self.addItem(heading)

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

    def viewportEvent(self, event: QEvent) -> bool:
        """All doubts of a run, of which a row has room for the first."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            item = self.itemAt(event.pos())
            if item is not None and item.data(_TARGET) is not None:
                show_tip(event.globalPos(), f"{item.text()}: {item.data(_BESIDE)}", self)
                return True
        return super().viewportEvent(event)

    def _tell(self) -> None:
        if self.edge is not None:
            self.edge_chosen.emit(self.edge)

    def _open(self) -> None:
        item = self.currentItem()
        if self.edge is not None:
            self.edge_opened.emit(self.edge)
        elif item is not None and item.data(_TARGET) is not None:
            self.target_requested.emit(item.data(_TARGET))


def _is_row(index: QModelIndex | QPersistentModelIndex) -> bool:
    return index.data(_EDGE) is not None or index.data(_TARGET) is not None


class _Delegate(QStyledItemDelegate):
    """Paints a heading, or the sign of a reason, the edge, and what stands at its end."""

    def __init__(self, theme: Theme, parent: DisagreementList) -> None:
        super().__init__(parent)
        self.theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        height = _ROW if _is_row(index) else _HEADING
        return QSize(120, round(height * self.theme.scale))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, k = self.theme, self.theme.scale
        rect, edge, row = QRectF(option.rect), index.data(_EDGE), _is_row(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        state = option.state
        if row and state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selection_bg)
        elif row and state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.sunk)
        left, right = rect.left() + (36 if row else 12) * k, rect.right() - 12 * k
        small = QFontMetricsF(font(12 * k))
        beside = str(index.data(_BESIDE) or "")
        beside = small.elidedText(beside, Qt.TextElideMode.ElideRight, 0.6 * (right - left))
        wide = small.horizontalAdvance(beside)
        painter.setFont(font(12 * k))
        painter.setPen(theme.ink_3)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(right - wide, rect.top(), wide + 1, rect.height()), middle, beside)
        words = font(13 * k, MEDIUM) if row else font(12 * k, SEMIBOLD)
        painter.setFont(words)
        painter.setPen(theme.ink if row else theme.ink_2)
        room = right - wide - 8 * k - left
        text = QFontMetricsF(words).elidedText(str(index.data()), Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRectF(left, rect.top(), room, rect.height()), middle, text)
        if edge is not None:
            self._paint_sign(painter, edge.accord, QPointF(rect.left() + 21 * k, rect.center().y()), k)
        elif row:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.unreliable)
            painter.drawEllipse(QPointF(rect.left() + 21 * k, rect.center().y()), 3.5 * k, 3.5 * k)
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
