"""The premises of a proof as a list that folds: by mouse, by keys, and read out by a screen reader."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QSizePolicy, QWidget

from elcs_gui.app.kit.labels import tip
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.why.premise_painter import DOT, STEP, Item, WhyDelegate
from elcs_gui.picture.why_answer import test_row
from elcs_gui.picture.why_lines import Kind, Line
from elcs_gui.trace.trace import Trace

_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
"""Keys that step through the run elsewhere in the window."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class WhyModel(QAbstractListModel):
    """Lines with the rows of their tests."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[Item] = []

    def show_lines(self, trace: Trace | None, lines: Sequence[Line], names: Sequence[str], now: int) -> None:
        """Show other lines; `now` is the number of the test at the cursor."""
        self.beginResetModel()
        self._items = []
        before: Line | None = None
        for place, line in enumerate(lines):
            after = lines[place + 1] if place + 1 < len(lines) else None
            below = after is not None and (after.kind is not Kind.PREMISE or after.depth > line.depth)
            row = test_row(trace, line.test, names) if trace is not None and line.test else None
            self._items.append(Item(line, _gap(before, line), row, below, bool(now) and line.test == now))
            before = line
        self.endResetModel()

    def item(self, row: int) -> Item:
        return self._items[row]

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008  Qt's own
        return 0 if parent.isValid() else len(self._items)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        item = self._items[index.row()]
        roles = Qt.ItemDataRole
        if role == roles.UserRole:
            return item
        if role == roles.DisplayRole:
            return line_text(item)
        if role == roles.AccessibleTextRole:
            state = ", unfolded" if item.line.opened else ", folded" if item.line.foldable else ""
            contrary = "To the contrary: " if item.line.against else ""
            contrary = f"Premise {item.line.number}: " if item.line.number else contrary
            return item.row.spoken if item.row is not None else f"{contrary}{line_text(item)}{state}"
        if role == roles.ToolTipRole:
            if item.row is not None:
                return tip(f"{item.row.question}\nClick for its tables, double-click to go there")
            if item.line.kind is Kind.PREMISE:
                return tip(f"Go to step {item.line.proof.step:,}, where this came to hold")
        return None


def line_text(item: Item) -> str:
    """A line as it is copied."""
    if item.row is not None:
        return f"#{item.row.number} {item.row.question} {item.row.p} {item.row.verdict.word}"
    return f"{item.line.said.strong} {item.line.said.quiet}".strip()


def _gap(before: Line | None, line: Line) -> float:
    if line.kind is Kind.PREMISE:
        return 2.0 if before is None else 12.0 if line.depth == 0 else 10.0
    if line.kind is Kind.TEST:
        return 6.0 if before is not None and before.kind is Kind.PREMISE else 5.0
    return 2.0


class WhyList(QListView):
    """As high as its lines; what is around it scrolls."""

    fold_requested = Signal(object)
    """A `Line` to be folded or unfolded."""
    premise_chosen = Signal(object)
    """A `Line`: go to where it came to hold."""
    test_chosen = Signal(int)
    """Clicked: look at this test."""
    test_activated = Signal(int)
    """Double click or Enter: go to where it was asked."""
    log_requested = Signal(object)
    """A `Line` whose tests are to be shown in the log."""
    moved_to = Signal(int, int)
    """Top and bottom of the line the keys have come to."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.lines = WhyModel(self)
        self.setModel(self.lines)
        self.delegate = WhyDelegate(theme, self)
        self.setItemDelegate(self.delegate)
        self._theme = theme
        self._twice = False
        """A double click was told: its second release is no click of its own."""
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        self.setObjectName("whyList")
        self.setAccessibleName("Premises and their tests")

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.delegate.set_theme(theme)
        self.fit()

    def show_lines(self, trace: Trace | None, lines: Sequence[Line], names: Sequence[str], now: int) -> None:
        """Show other lines; the line that the keys are at stays the same if it is still there."""
        kept = self.currentIndex()
        item = self.lines.item(kept.row()) if kept.isValid() else None
        self.lines.show_lines(trace, lines, names, now)
        if item is not None:
            wanted = (item.line.path, item.line.kind, item.line.test)
            for row, line in enumerate(lines):
                if (line.path, line.kind, line.test) == wanted:
                    self.setCurrentIndex(self.lines.index(row))
                    break
        self.fit()

    def fit(self) -> None:
        """Be as high as the lines are."""
        scale = self._theme.scale
        width = self.viewport().width() / scale
        heights = (self.delegate.height(self.lines.item(row), width) for row in range(self.lines.rowCount()))
        self.setFixedHeight(sum(round(height * scale) for height in heights) + 2)
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()

    # What the user does

    def event(self, event: QEvent) -> bool:
        """Here the keys fold; elsewhere in the window they step through the run."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if event.key() in (*_KEYS, *_ENTER) and event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            ):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if not index.isValid():
            super().keyPressEvent(event)
            return
        line = self.lines.item(index.row()).line
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in _ENTER:
            self._activate(line)
        elif event.key() == Qt.Key.Key_Right:
            if line.kind is Kind.MORE or (line.foldable and not line.opened):
                self.fold_requested.emit(line)
        elif event.key() == Qt.Key.Key_Left:
            self._fold_or_go_up(index.row(), line)
        else:
            super().keyPressEvent(event)
            rect = self.visualRect(self.currentIndex())
            self.moved_to.emit(rect.top(), rect.bottom())

    def _fold_or_go_up(self, row: int, line: Line) -> None:
        if line.opened:
            self.fold_requested.emit(line)
            return
        depth = line.depth - (1 if line.kind is Kind.PREMISE else 0)
        for above in range(row - 1, -1, -1):
            found = self.lines.item(above).line
            if found.kind is Kind.PREMISE and found.depth <= depth:
                self.setCurrentIndex(self.lines.index(above))
                return

    def _activate(self, line: Line) -> None:
        if line.kind is Kind.TEST:
            self.test_activated.emit(line.test)
        elif line.kind is Kind.PREMISE:
            self.premise_chosen.emit(line)
        elif line.kind is Kind.MORE:
            self.fold_requested.emit(line)
        else:
            self.log_requested.emit(line)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if self._twice:
            self._twice = False
            return
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or event.button() is not Qt.MouseButton.LeftButton:
            return
        line = self.lines.item(index.row()).line
        mark = (DOT + STEP * line.depth + 8.0) * self._theme.scale
        if line.kind is Kind.PREMISE and line.foldable and event.position().x() < mark:
            self.fold_requested.emit(line)
        elif line.kind is Kind.TEST:
            self.test_chosen.emit(line.test)
        else:
            self._activate(line)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        self._twice = True
        if index.isValid() and self.lines.item(index.row()).line.kind is Kind.TEST:
            self.test_activated.emit(self.lines.item(index.row()).line.test)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        there = self.indexAt(event.position().toPoint()).isValid()
        self.setCursor(Qt.CursorShape.PointingHandCursor if there else Qt.CursorShape.ArrowCursor)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Copy line").triggered.connect(self.copy)
        menu.popup(event.globalPos())

    def copy(self) -> None:
        """The current line into the clipboard."""
        if self.currentIndex().isValid():
            QGuiApplication.clipboard().setText(line_text(self.lines.item(self.currentIndex().row())))
