"""The first rows of a table, with its columns to choose from; only what is seen is painted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from elcs_gui.app.importing.column_heads_view import ColumnHeads
from elcs_gui.app.importing.draft import Draft, shown_name
from elcs_gui.app.kit.labels import tip
from elcs_gui.app.kit.quiet_table import Index, make_quiet
from elcs_gui.app.kit.theme import Theme, font
from elcs_gui.data.plan import Kind

_NOWHERE = QModelIndex()

ROW = 25
_NARROWEST, _WIDEST = 92, 220
_MOST_MEASURED = 400
"""With more columns than this all are equally wide: measuring each would be felt."""
_SKELETON = (8, 14)
"""Columns and rows of the picture that stands there before anything is known."""

KIND_KEYS = {
    Qt.Key.Key_D: Kind.DISCRETE,
    Qt.Key.Key_C: Kind.CONTINUOUS,
    Qt.Key.Key_I: Kind.IGNORE,
    Qt.Key.Key_Delete: Kind.IGNORE,
}


class PreviewModel(QAbstractTableModel):
    """The rows of a draft's survey; of its columns, those that are searched for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.draft: Draft | None = None
        self.shown: list[int] = []
        """The places of the columns that are shown."""
        self.markers: frozenset[str] = frozenset()
        self.kinds: list[Kind] = []

    def set_draft(self, draft: Draft | None, shown: Sequence[int]) -> None:
        self.beginResetModel()
        self.draft, self.shown = draft, list(shown)
        self._look()
        self.endResetModel()

    def refresh(self) -> None:
        """Something was decided: kinds and markers may be others."""
        self._look()
        if self.shown:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.shown) - 1)

    def _look(self) -> None:
        self.kinds = [] if self.draft is None else self.draft.kinds
        self.markers = frozenset({""} if self.draft is None else {"", *self.draft.markers})

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() or self.draft is None else len(self.draft.survey.preview)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def cell(self, row: int, section: int) -> str:
        assert self.draft is not None
        return self.draft.survey.preview[row][self.shown[section]]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) or not index.isValid():
            return None
        cell = self.cell(index.row(), index.column())
        return cell if role == Qt.ItemDataRole.DisplayRole else tip(cell)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if self.draft is None or orientation is not Qt.Orientation.Horizontal:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return shown_name(self.draft.names[self.shown[section]])
        if role == Qt.ItemDataRole.ToolTipRole:
            from elcs_gui.app.importing.words import tip_of

            return tip(tip_of(self.shown[section], self.draft))
        return None


class CellDelegate(QStyledItemDelegate):
    """A cell as it stands in the file: missing ones tinted, those of ignored columns grey."""

    def __init__(self, model: PreviewModel, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._model, self.theme = model, theme

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Any) -> None:
        theme, model = self.theme, self._model
        rect: QRect = option.rect
        k = theme.scale
        text = model.cell(index.row(), index.column())
        place = model.shown[index.column()]
        ignored = model.kinds[place] is Kind.IGNORE
        missing = text in model.markers
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selection_bg)
        elif ignored:
            painter.fillRect(rect, theme.sunk)
        painter.setPen(theme.line)
        painter.drawLine(rect.right(), rect.top(), rect.right(), rect.bottom())
        inner = rect.adjusted(round(10 * k), 0, round(-10 * k), 0)
        painter.setFont(font(12 * k))
        assert model.draft is not None
        numbers = model.draft.survey.columns[place].low is not None
        if missing:
            self._missing(painter, inner, text, ignored=ignored, right=numbers)
            return
        side = Qt.AlignmentFlag.AlignRight if numbers else Qt.AlignmentFlag.AlignLeft
        painter.setPen(theme.dismissed if ignored else theme.ink)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | side, shown)

    def _missing(self, painter: QPainter, inner: QRect, text: str, *, ignored: bool, right: bool) -> None:
        """A small tinted box with the marker in it; a dash for an empty cell."""
        theme, k = self.theme, self.theme.scale
        word = text or "–"
        metrics = painter.fontMetrics()
        width = min(metrics.horizontalAdvance(word) + 12 * k, inner.width())
        height = 18 * k
        left = inner.right() + 1 - width if right else inner.left()
        box = QRectF(left, inner.center().y() - height / 2 + 0.5, width, height)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not ignored:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.unreliable_bg)
            painter.drawRoundedRect(box, 4 * k, 4 * k)
        painter.setPen(theme.dismissed if ignored else theme.unreliable)
        shown = metrics.elidedText(word, Qt.TextElideMode.ElideRight, round(width - 4 * k))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


class Preview(QTableView):
    """Whole columns are selected: click, Shift, Ctrl, Ctrl+A; D, C and I say what they are."""

    columns_selected = Signal()
    kind_requested = Signal(object)
    """A Kind for the columns that are selected."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.setObjectName("preview")
        self.setAccessibleName("First rows")
        self.setAccessibleDescription(
            "Columns are selected as a whole. D makes them discrete, C continuous, I leaves them out."
        )
        self._model = PreviewModel(self)
        self.setModel(self._model)
        self._cells = CellDelegate(self._model, theme, self)
        self.setItemDelegate(self._cells)
        self.heads = ColumnHeads(self._model, theme, self)
        self.setHorizontalHeader(self.heads)
        make_quiet(
            self,
            QAbstractItemView.SelectionBehavior.SelectColumns,
            QAbstractItemView.SelectionMode.ExtendedSelection,
        )
        self.selectionModel().selectionChanged.connect(lambda *_: self.columns_selected.emit())
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.theme = self._cells.theme = theme
        self.verticalHeader().setDefaultSectionSize(round(ROW * theme.scale))
        self.heads.set_theme(theme)
        self._fit()
        self.viewport().update()

    def show_draft(self, draft: Draft | None, wanted: str = "") -> None:
        """The columns whose name has `wanted` in it; what is selected stays so, as far as it is shown."""
        selected = self.selected()
        shown: list[int] = []
        if draft is not None:
            word = wanted.strip().casefold()
            shown = [place for place, name in enumerate(draft.names) if word in name.casefold()]
        self._model.set_draft(draft, shown)
        self._fit()
        self.select(selected)

    def refresh(self) -> None:
        self._model.refresh()
        self.viewport().update()
        self.heads.viewport().update()

    @property
    def shown(self) -> list[int]:
        """The places of the columns that are not hidden by a search."""
        return self._model.shown

    # Selecting

    def selected(self) -> list[int]:
        """The places of the columns that are selected, in the order of the file."""
        sections: set[int] = set()
        chosen = self.selectionModel().selection()
        for run in (chosen.at(place) for place in range(chosen.size())):
            sections.update(range(run.left(), run.right() + 1))
        return [self._model.shown[section] for section in sorted(sections) if section < len(self.shown)]

    def select(self, places: Collection[int]) -> None:
        """Select these columns, as far as they are shown, and go to the first of them."""
        section_of = {place: section for section, place in enumerate(self._model.shown)}
        sections = sorted(section_of[place] for place in places if place in section_of)
        last = self._model.rowCount() - 1
        chosen = QItemSelection()
        begin = 0
        for end in range(1, len(sections) + 1):
            if end == len(sections) or sections[end] != sections[end - 1] + 1:
                first, final = sections[begin], sections[end - 1]
                chosen.select(self._model.index(0, first), self._model.index(last, final))
                begin = end
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(chosen, flags.ClearAndSelect)
        if sections:
            there = self._model.index(0, sections[0])
            self.selectionModel().setCurrentIndex(there, flags.NoUpdate)
            self.scrollTo(there)

    # Keys

    def event(self, event: QEvent) -> bool:
        """Here the arrow keys go from column to column; elsewhere they step through a run."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            key = Qt.Key(event.key())
            mine = key in _MOVING or key in KIND_KEYS or key == Qt.Key.Key_A
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if mine and (key in _MOVING or bool(control) == (key == Qt.Key.Key_A)):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()  # it opens the file
        elif key in KIND_KEYS and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.kind_requested.emit(KIND_KEYS[key])
        else:
            super().keyPressEvent(event)

    # Looks

    def _fit(self) -> None:
        """Columns as wide as their names and first cells need, within bounds."""
        draft, k = self._model.draft, self.theme.scale
        self.heads.setDefaultSectionSize(round(140 * k))
        if draft is None or len(self.shown) > _MOST_MEASURED:
            return
        metrics = QFontMetrics(font(12 * k))
        rows = draft.survey.preview[:12]
        for section, place in enumerate(self.shown):
            widest = max((metrics.horizontalAdvance(row[place][:60]) for row in rows), default=0)
            wanted = max(widest + 22 * k, self.heads.needed(section))
            self.setColumnWidth(section, round(min(max(wanted, _NARROWEST * k), _WIDEST * k)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._model.draft is not None:
            return
        theme, k = self.theme, self.theme.scale
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.sunk)
        columns, rows = _SKELETON
        for column in range(columns):
            for row in range(rows):
                width = (44 + (column * 37 + row * 53) % 40) * k
                box = QRectF((16 + 124 * column) * k, (12 + ROW * row) * k, width, 10 * k)
                painter.drawRoundedRect(box, 5 * k, 5 * k)


_MOVING = frozenset(
    {
        Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Space,
    }
)
