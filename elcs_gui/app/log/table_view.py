"""The table of the test log and its head: widths, sorting by clicks, copying, following the cursor."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from elcs_gui.app.kit.quiet_table import make_quiet
from elcs_gui.app.kit.terms import Spot
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.log.qt_model import RIGHT, SHOWN, LogModel
from elcs_gui.app.log.row_painter import PADDING, ROW, Line, LogPainter
from elcs_gui.app.log.rows import Sort
from elcs_gui.app.log.text_export import as_tsv
from elcs_gui.app.log.widths import column_widths
from elcs_gui.ci.registry import KnownTest, find_test

HEAD = 26
_IN_A_SET = 2
"""Long names that a conditioning set has room for, if there is room."""
_MARGIN = 2
"""Rows kept in sight before and after the current one."""

_COPIED_AT_MOST = 200_000
"""Rows a clipboard gets; for more there is the export."""


class LogHeader(QHeaderView):
    """The head: a click sorts up, a second down, a third gives back the order asked."""

    sort_changed = Signal(object)
    """A `Sort`, or None for the order asked."""
    menu_requested = Signal(str, object)
    """A column and where its menu belongs, by the right mouse button."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme = theme
        self.sort: Sort | None = None
        self.setAccessibleName("Columns of the log")
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(28)
        self.set_theme(theme)
        self.sectionClicked.connect(self._clicked)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.setFixedHeight(round(HEAD * theme.scale))
        self.viewport().update()

    def clear(self) -> None:
        """Show the order asked, without telling anybody."""
        self.sort = None
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), round(HEAD * self.theme.scale))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        theme, column = self.theme, SHOWN[section]
        painter.save()
        painter.translate(rect.topLeft())
        painter.scale(theme.scale, theme.scale)
        rect = QRect(0, 0, round(rect.width() / theme.scale), round(rect.height() / theme.scale))
        painter.fillRect(rect, theme.panel)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.line)
        sorted_here = self.sort is not None and self.sort.column == column
        used = font(12, SEMIBOLD if sorted_here else MEDIUM)
        painter.setFont(used)
        painter.setPen(theme.ink if sorted_here else theme.ink_3)
        text = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        inner = rect.adjusted(PADDING, 0, -PADDING, 0)
        side = Qt.AlignmentFlag.AlignRight if column in RIGHT else Qt.AlignmentFlag.AlignLeft
        painter.drawText(inner, side | Qt.AlignmentFlag.AlignVCenter, text)
        if sorted_here and self.sort is not None:
            wide = painter.fontMetrics().horizontalAdvance(text)
            x = inner.right() - wide - 8 if column in RIGHT else inner.left() + wide + 9
            self._paint_arrow(painter, QPointF(x, rect.center().y() + 0.5))
        painter.restore()

    def _paint_arrow(self, painter: QPainter, centre: QPointF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.selection, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        up = -1.0 if self.sort is not None and self.sort.descending else 1.0
        painter.drawPolyline(
            [centre + QPointF(-3, 1.5 * up), centre + QPointF(0, -1.5 * up), centre + QPointF(3, 1.5 * up)]
        )

    def _clicked(self, section: int) -> None:
        column = SHOWN[section]
        if column == "truth":
            return  # it is worked out for the rows in sight only
        if self.sort is None or self.sort.column != column:
            self.sort = Sort(column)
        elif not self.sort.descending:
            self.sort = Sort(column, descending=True)
        else:
            self.sort = None
        self.sort_by(self.sort)

    def sort_by(self, sort: Sort | None) -> None:
        """Sort, and tell."""
        self.sort = sort
        self.viewport().update()
        self.sort_changed.emit(sort)

    def term_at(self, place: QPoint) -> Spot | None:
        """The head of the column there; see `elcs_gui.app.kit.terms`."""
        return self.term_of(self.logicalIndexAt(place))

    def term_of(self, section: int) -> Spot | None:
        """The head of a column; none where there is no such."""
        if section < 0 or self.isSectionHidden(section):
            return None
        word = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        left, wide = self.sectionViewportPosition(section), self.sectionSize(section)
        return word, QRect(left, 0, wide, self.height())

    def _menu(self, place: QPoint) -> None:
        section = self.logicalIndexAt(place)
        if section >= 0:
            self.menu_requested.emit(SHOWN[section], self.mapToGlobal(place))


class LogView(QTableView):
    """The table. It knows its model and nothing of the player."""

    activated_test = Signal(int)
    """Double click or Enter: the number of the test."""
    chosen = Signal(int)
    """The number of the test chosen by the user; 0 for none."""
    menu_requested = Signal(int, str, object)
    """By the right mouse button or the menu key: a test, a column, and where the menu belongs."""

    def __init__(self, model: LogModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.log = model
        self.head = LogHeader(theme, self)
        self.setHorizontalHeader(self.head)
        self.setModel(model)
        self.painting = LogPainter(model, theme)
        self.row = ROW
        """Height of a row, in pixels."""
        self.unwanted: frozenset[str] = frozenset()
        """Columns the user does not want to see."""
        make_quiet(self, mode=QAbstractItemView.SelectionMode.ExtendedSelection)
        rows = self.verticalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setAccessibleName("Log of conditional-independence tests")
        self.doubleClicked.connect(self._activated)
        self.selectionModel().currentRowChanged.connect(self._current_changed)
        self._silent = False
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.painting.theme = theme
        self.head.set_theme(theme)
        self.row = round(ROW * theme.scale)
        self.verticalHeader().setMinimumSectionSize(self.row)
        self.verticalHeader().setDefaultSectionSize(self.row)
        self.fit_columns()
        self.viewport().update()

    # Widths

    def fit_columns(self) -> None:
        """Widths by what there is to be said, and by the room there is."""
        log, header, scale, width = self.log, self.head, self.painting.theme.scale, self.painting.width
        trace = log.trace
        hidden = self.unwanted if trace is None else self.unwanted | _unmeasured(find_test(trace.header.test))
        if not log.truth_known:
            hidden = hidden | {"truth"}
        names = sorted(log.columns.names, key=len)[-12:]
        name = max((width(each, bold=True) for each in names), default=0.0)
        widths = column_widths(
            round(self.viewport().width() / scale),
            hidden,
            number=round(width(f"{len(log.columns):d}")) + 2 * PADDING + 4,
            name=round(name) + 2 * PADDING + 2,
            z=round(width("{, }") + _IN_A_SET * name) + 2 * PADDING,
        )
        for section, column in enumerate(SHOWN):
            self.setColumnHidden(section, column not in widths)
            if column in widths:
                header.resizeSection(section, round(widths[column] * scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The row of the step stays in sight where it was."""
        super().resizeEvent(event)
        self.fit_columns()
        row, top = self.log.rows.row_before(self.log.current), self.verticalScrollBar().value()
        if row is not None and top <= row * self.row < top + event.oldSize().height():
            self.reveal(row)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows in sight, in Qt's place."""
        top, height = self.verticalScrollBar().value(), self.viewport().height()
        chosen = self.selectionModel()
        nothing = QModelIndex()
        scale, high = self.painting.theme.scale, self.row
        lines = [
            Line(
                round((row * high - top) / scale),
                self.log.record(row),
                bool(chosen.isRowSelected(row, nothing)),
            )
            for row in range(top // high, min(-(-(top + height) // high), len(self.log.rows)))
        ]
        columns = [
            (
                column,
                round(self.columnViewportPosition(section) / scale),
                round(self.columnWidth(section) / scale),
            )
            for section, column in enumerate(SHOWN)
            if not self.isColumnHidden(section)
        ]
        painter = QPainter(self.viewport())
        painter.scale(scale, scale)
        self.painting.paint(painter, lines, columns, round(self.viewport().width() / scale))

    # Following

    def reveal(self, row: int) -> None:
        """Bring a row into sight with some rows round it: a step scrolls by a line, a jump centres."""
        self.executeDelayedItemsLayout()  # or the scroll bar still has the range of before
        bar, height = self.verticalScrollBar(), self.viewport().height()
        top, bottom = row * self.row, (row + 1) * self.row
        first, last = bar.value(), bar.value() + height
        margin = min(_MARGIN, max((height // self.row - 1) // 2, 0)) * self.row
        if first + margin <= top and bottom + margin <= last:
            return
        if top < first - height or bottom > last + height:
            wanted = top - (height - self.row) // 2
        elif top < first + margin:
            wanted = top - margin
        else:
            wanted = bottom + margin - height
        bar.setValue(-(-wanted // self.row) * self.row)  # the first row is a whole one

    def choose(self, number: int) -> None:
        """Choose a test as if clicked, but tell nobody; 0 for none."""
        row = self.log.rows.row_of(number) if number else None
        self._silent = True
        try:
            if row is None:
                self.clearSelection()
                self.setCurrentIndex(QModelIndex())
            else:
                index = self.log.index(row, 0)
                flags = QItemSelectionModel.SelectionFlag
                self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        finally:
            self._silent = False

    def _current_changed(self, now: QModelIndex, _before: QModelIndex) -> None:
        if not self._silent:
            self.chosen.emit(self.log.rows.number(now.row()) if now.isValid() else 0)

    def _activated(self, index: QModelIndex) -> None:
        if index.isValid():
            self.activated_test.emit(self.log.rows.number(index.row()))

    # Keys

    def term_in_focus(self) -> Spot | None:
        """The head of the current column; see `elcs_gui.app.kit.terms`."""
        return self.head.term_of(self.currentIndex().column())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._activated(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu of a test, with that of its column for those who have no mouse to point at the head."""
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        column = SHOWN[max(index.column(), 0)]
        if not index.isValid():
            self.head.menu_requested.emit(column, event.globalPos())
            return
        if by_mouse:
            chosen = self.selectionModel().isRowSelected(index.row(), QModelIndex())
            flags = QItemSelectionModel.SelectionFlag
            several = flags.NoUpdate if chosen else flags.ClearAndSelect | flags.Rows
            self.selectionModel().setCurrentIndex(index, several)
            place = event.globalPos()
        else:
            place = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        self.menu_requested.emit(self.log.rows.number(index.row()), column, place)

    def copy(self) -> None:
        """The chosen rows as TSV into the clipboard, in the order shown."""
        spans = sorted((span.top(), span.bottom()) for span in self.selectionModel().selection().toList())
        if spans:
            rows = np.concatenate([np.arange(top, bottom + 1) for top, bottom in spans])[:_COPIED_AT_MOST]
            QGuiApplication.clipboard().setText(as_tsv(self.log.columns, self.log.rows.numbers()[rows]))


def _unmeasured(test: KnownTest) -> set[str]:
    """The columns that a test has nothing to say in."""
    return {"stat", "df", "p"} if test.certain else set() if test.has_df else {"df"}
