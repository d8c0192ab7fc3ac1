"""The runs dock: the runs on this target as a small tree, and where the one shown parts from another."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QGuiApplication, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from elcs_gui.app.kit.buttons import ShortButton
from elcs_gui.app.kit.labels import Label, tip, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of, styled
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.model.runs import Branch
from elcs_gui.app.runs.rows import RunRow

ROW = 46
_LEFT, _INDENT, _MOST_INDENTED = 18, 14, 6
_ROW = Qt.ItemDataRole.UserRole
_COMPARED = Qt.ItemDataRole.UserRole + 1


class RunsPanel(QWidget):
    """Shows what it is told; what the user wants is told by signals."""

    run_requested = Signal(object)
    """A Branch to go to."""
    compare_requested = Signal(object)
    """A Branch to lay beside the run shown."""
    forget_requested = Signal(object)
    """A Branch to let go."""
    step_requested = Signal(int)

    def __init__(self, show_difference: QAction, theme: Theme) -> None:
        super().__init__(objectName="panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._step: int | None = None
        self._rows: list[RunRow] = []
        self._count = Label(objectName="quiet")
        head = styled(
            "panelHead",
            row_of(Label("Runs", objectName="heading"), (None, 0), self._count, margins=(12, 0, 12, 0)),
        )
        self.list = QListWidget(accessibleName="Runs on this target", uniformItemSizes=True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        self.list.customContextMenuRequested.connect(self._open_menu)
        self._parting = Label(objectName="quiet", wordWrap=True)
        self._parting.setContentsMargins(12, 8, 12, 0)
        self.there = ShortButton()
        self.there.say("Go to first difference", "First difference")
        tooltip(self.there, "Go to the step where the runs differ")
        self.there.clicked.connect(self._seek)
        self.difference = QPushButton(
            "Show difference", checkable=True, toolTip=tip(show_difference.toolTip())
        )
        self.difference.clicked.connect(show_difference.trigger)
        show_difference.toggled.connect(self.difference.setChecked)
        show_difference.enabledChanged.connect(self.difference.setEnabled)
        self._buttons = QWidget()
        row_of(self.there, self.difference, (None, 0), inside=self._buttons, margins=(12, 8, 12, 10))
        column_of(head, (self.list, 1), self._parting, self._buttons, inside=self, margins=0, spacing=0)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.list.setItemDelegate(_RunDelegate(self, theme))

    @property
    def rows(self) -> Sequence[RunRow]:
        return self._rows

    @property
    def parting(self) -> str:
        """What is said of where the run shown parts from the other."""
        return str(self._parting.text())

    def show_runs(
        self, rows: Sequence[RunRow], compared: Branch | None, parting: str, step: int | None
    ) -> None:
        """The rows, which of them the run shown is compared with, and where the two part."""
        self._rows, self._step = list(rows), step
        self._count.setText("1 run" if len(rows) == 1 else f"{len(rows)} runs")
        while self.list.count() > len(rows):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(rows):
            self.list.addItem(QListWidgetItem())
        for place, row in enumerate(rows):
            item = self.list.item(place)
            item.setData(_ROW, row)
            item.setData(_COMPARED, row.branch is compared)
            tooltip(item, row.description)
            state = "shown, " if row.current else "compared, " if row.branch is compared else ""
            item.setData(Qt.ItemDataRole.AccessibleTextRole, state + row.description)
            if row.current:
                self.list.setCurrentItem(item)
        self._parting.setText(
            parting or "Change alpha, k, a verdict or what is known: every run that is made is kept here."
        )
        self._buttons.setVisible(bool(parting))
        self.there.setEnabled(step is not None)

    def menu(self, row: RunRow) -> QMenu:
        """What can be done with a run."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        go = menu.addAction("Go to this run", lambda: self.run_requested.emit(row.branch))
        compare = menu.addAction(
            "Compare with the run shown", lambda: self.compare_requested.emit(row.branch)
        )
        menu.addAction("Copy description", lambda: QGuiApplication.clipboard().setText(row.description))
        menu.addSeparator()
        forget = menu.addAction("Forget this run", lambda: self.forget_requested.emit(row.branch))
        go.setEnabled(not row.current)
        compare.setEnabled(not row.current and row.branch.finished)
        forget.setEnabled(not row.current)
        return menu

    def _open_menu(self, place: QPoint) -> None:
        item = self.list.itemAt(place) or self.list.currentItem()
        if item is not None:
            self.menu(item.data(_ROW)).popup(self.list.viewport().mapToGlobal(place))

    def _go(self, item: QListWidgetItem) -> None:
        row: RunRow = item.data(_ROW)
        if not row.current:
            self.run_requested.emit(row.branch)

    def _seek(self) -> None:
        if self._step is not None:
            self.step_requested.emit(self._step)


class _RunDelegate(QStyledItemDelegate):
    """A row: its place in the tree, what was changed, what came of it, how many tests."""

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, round(ROW * self._theme.scale))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, row = self._theme, index.data(_ROW)
        if row is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(option.rect.topLeft())
        painter.scale(theme.scale, theme.scale)
        rect = QRect(0, 0, round(option.rect.width() / theme.scale), ROW)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selection_bg)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.sunk)
        if row.current:
            painter.fillRect(0, 0, 3, ROW, theme.selection)
        left = self._paint_tree(painter, row)
        inner = QRect(left + 12, 5, rect.width() - left - 24, 18)
        right = self._paint_right(painter, inner, row.tests, "compared" if index.data(_COMPARED) else "")
        painter.setFont(font(13, SEMIBOLD if row.current else MEDIUM))
        painter.setPen(theme.ink)
        self._text(painter, inner.adjusted(0, 0, -right, 0), row.title)
        painter.setFont(font(12))
        painter.setPen(theme.ink_2 if row.current else theme.ink_3)
        self._text(painter, inner.translated(0, 18), row.detail)
        painter.restore()

    def _paint_tree(self, painter: QPainter, row: RunRow) -> int:
        """The lines on which the run hangs, and its dot; returns where the dot is."""
        theme = self._theme
        middle = 14.0
        painter.setPen(QPen(theme.line_strong, 1.5 * theme.stroke))
        for depth, goes_on in enumerate(row.goes_on, 1):
            x = _column(depth - 1)
            if depth == row.depth:
                bend = QPainterPath(QPointF(x, 0))
                bend.lineTo(x, middle - 6)
                bend.quadTo(x, middle, x + 6, middle)
                bend.lineTo(_column(depth) - 5, middle)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPath(bend)
            if goes_on:
                painter.drawLine(QPointF(x, 0), QPointF(x, ROW))
        x = _column(row.depth)
        if row.has_forks:
            painter.drawLine(QPointF(x, middle + 5), QPointF(x, ROW))
        painter.setPen(QPen(theme.selection if row.current else theme.ink_3, 1.6 * theme.stroke))
        painter.setBrush(theme.selection if row.current else theme.panel)
        painter.drawEllipse(QPointF(x, middle), 4.5, 4.5)
        return round(x)

    def _paint_right(self, painter: QPainter, inner: QRect, tests: str, tag: str) -> int:
        """The number of tests, and what else is to be said; returns the room it takes."""
        theme = self._theme
        painter.setFont(font(12))
        painter.setPen(theme.ink_3)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, flags, tests)
        used = painter.fontMetrics().horizontalAdvance(tests) + 8
        if tag:
            painter.setFont(font(11, SEMIBOLD))
            wide = painter.fontMetrics().horizontalAdvance(tag) + 10
            box = QRectF(inner.right() - used - wide, inner.top() + 1, wide, 16)
            painter.setPen(QPen(theme.line_strong, 1.0))
            painter.setBrush(theme.raised)
            painter.drawRoundedRect(box, 5, 5)
            painter.setPen(theme.ink_2)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tag)
            used += wide + 8
        return used

    def _text(self, painter: QPainter, box: QRect, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


def _column(depth: int) -> float:
    """Where the dots of a depth stand; very deep ones stand below each other."""
    return _LEFT + _INDENT * min(depth, _MOST_INDENTED)
