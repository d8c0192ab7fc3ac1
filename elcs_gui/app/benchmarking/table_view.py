"""The table of a benchmark: means of this run, the paper's under them, and a mark of how they compare."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from elcs_gui.app.benchmarking.rows import COLUMNS, LOCAL, TableRow, measures_for, spoken
from elcs_gui.app.kit.quiet_table import make_quiet
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.benchmark.measures import MEASURES
from elcs_gui.benchmark.paper import Figure
from elcs_gui.benchmark.summary import Mark
from elcs_gui.benchmark.wording import NOTHING, group_sentence, number, spread

_Index = QModelIndex | QPersistentModelIndex
NETWORK, ALGORITHM, FIRST = 0, 1, 2
"""The columns before the measures, and the first of these."""
_ROW, _HEAD = 40, 30
_MARK = 22
"""The width that is kept for the mark."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class BenchmarkModel(QAbstractTableModel):
    """The rows, and the measures that are shown of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[TableRow] = ()
        self.measures: tuple[str, ...] = COLUMNS[LOCAL]

    def show(self, rows: Sequence[TableRow], measures: tuple[str, ...]) -> None:
        self.beginResetModel()
        self.rows, self.measures = rows, measures
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008  as Qt declares it
        return 0 if parent.isValid() else FIRST + len(self.measures)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            if index.column() >= FIRST:
                found = row.summary.figures.get(self.measures[index.column() - FIRST])
                return "" if found is None else f"{found.mean:g}"
            return row.group if index.column() == NETWORK else row.summary.title
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == NETWORK:
            return group_sentence([row.summary])
        if role == Qt.ItemDataRole.ToolTipRole and index.column() == ALGORITHM:
            return row.summary.reason or None
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return spoken(row, self.measures)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Vertical:
            return None
        measure = MEASURES[self.measures[section - FIRST]] if section >= FIRST else None
        if role == Qt.ItemDataRole.DisplayRole:
            return ("Network", "Algorithm")[section] if measure is None else measure.heading
        if role == Qt.ItemDataRole.ToolTipRole and measure is not None:
            return f"{measure.sentence} Right click for other measures."
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if measure is None else _RIGHT
        return None


class BenchmarkTable(QTableView):
    """One row selected at a time; Enter opens a run of it, a click on a note's number leads to the note."""

    row_selected = Signal(object)
    """The key of the row the user is on."""
    opened = Signal(object)
    """The key of the row whose run is wanted."""
    note_wanted = Signal(int)
    copied = Signal()
    columns_chosen = Signal(tuple)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, accessibleName="Means of the benchmark beside the paper's")
        self.theme = theme
        self.kind = LOCAL
        self.rows_model = BenchmarkModel(self)
        self.setModel(self.rows_model)
        self.setItemDelegate(_Delegate(self))
        make_quiet(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head.customContextMenuRequested.connect(self._offer_columns)
        self.selectionModel().currentRowChanged.connect(self._tell)
        self.activated.connect(lambda index: self.opened.emit(self.rows_model.rows[index.row()].key))
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.verticalHeader().setDefaultSectionSize(round(_ROW * theme.scale))
        self.horizontalHeader().setFixedHeight(round(_HEAD * theme.scale))
        self._fit()
        self.viewport().update()

    def show_rows(self, rows: Sequence[TableRow], measures: tuple[str, ...], kind: str) -> None:
        """Other rows; the one that was selected stays so."""
        current, place = self.current, self.verticalScrollBar().value()
        self.kind = kind
        blocked = self.selectionModel().blockSignals(True)
        self.rows_model.show(rows, measures)
        self.selectionModel().blockSignals(blocked)
        self._fit()
        if current is not None:
            self.select(current.key)
        self.verticalScrollBar().setValue(place)

    @property
    def current(self) -> TableRow | None:
        """The row the user is on."""
        place = self.currentIndex().row()
        rows = self.rows_model.rows
        return rows[place] if 0 <= place < len(rows) else None

    def select(self, key: tuple[str, int, str]) -> None:
        """From outside."""
        for place, row in enumerate(self.rows_model.rows):
            if row.key == key and self.currentIndex().row() != place:
                self.setCurrentIndex(self.rows_model.index(place, ALGORITHM))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.opened.emit(self.current.key)
        elif event.key() == Qt.Key.Key_N and self.current is not None and self.current.notes:
            self.note_wanted.emit(self.current.notes[0])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.column() == ALGORITHM:
            row = self.rows_model.rows[index.row()]
            left = self.visualRect(index).left()
            for note, box in chips(row, QRectF(self.visualRect(index)), self.theme):
                if box.contains(event.position()) and left <= event.position().x():
                    self.note_wanted.emit(note)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Every column what its figures need; what is left goes to the first two and to all others."""
        k = self.theme.scale
        metrics = QFontMetricsF(font(13 * k, SEMIBOLD))
        rows = self.rows_model.rows
        names = [f"{row.summary.title}{'  00' * len(row.notes)}" for row in rows]
        widest = max((metrics.horizontalAdvance(name) for name in names), default=90 * k)
        first = max((metrics.horizontalAdvance(row.group) for row in rows), default=90 * k)
        needed = [max(first + 16 * k, 128 * k), min(widest + 16 * k, 220 * k)]
        for id in self.rows_model.measures:
            needed.append(_needed(rows, id, metrics) + (_MARK + 10) * k)
        spare = max(self.viewport().width() - sum(needed), 0) / max(len(needed), 1)
        for column, width in enumerate(needed):
            self.setColumnWidth(column, int(width + spare))

    def _tell(self) -> None:
        if self.current is not None:
            self.row_selected.emit(self.current.key)

    def _offer_columns(self, place: QPoint) -> None:
        menu = QMenu(self)
        shown = self.rows_model.measures
        for id in measures_for(self.kind):
            action = menu.addAction(f"{MEASURES[id].title}: {MEASURES[id].sentence}")
            action.setCheckable(True)
            action.setChecked(id in shown)
            action.setEnabled(shown != (id,))
            action.triggered.connect(lambda on, id=id: self._switch(id, on=on))
        menu.exec(self.horizontalHeader().mapToGlobal(place))
        menu.deleteLater()

    def _switch(self, id: str, *, on: bool) -> None:
        shown = {*self.rows_model.measures, id} if on else {*self.rows_model.measures} - {id}
        self.columns_chosen.emit(tuple(each for each in measures_for(self.kind) if each in shown))


def _needed(rows: Sequence[TableRow], id: str, metrics: QFontMetricsF) -> float:
    measure = MEASURES[id]
    shown = [found[id] for row in rows for found in (row.summary.figures, row.summary.paper) if id in found]
    texts = [number(measure, each.mean) + spread(measure, each) for each in shown]
    return max((metrics.horizontalAdvance(text) for text in (*texts, measure.heading)), default=0.0)


def chips(row: TableRow, rect: QRectF, theme: Theme) -> list[tuple[int, QRectF]]:
    """Where the numbers of a row's notes stand."""
    k = theme.scale
    left = rect.left() + 8 * k + QFontMetricsF(font(13 * k)).horizontalAdvance(row.summary.title) + 6 * k
    top = rect.top() + ((5 if row.state else 12) * k)
    return [
        (note, QRectF(left + place * 20 * k, top, 16 * k, 16 * k)) for place, note in enumerate(row.notes)
    ]


class _Delegate(QStyledItemDelegate):
    """Paints a cell: this run above, the paper below, the mark at the right."""

    def __init__(self, table: BenchmarkTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, model = self._table.theme, self._table.rows_model
        row, rect = model.rows[index.row()], QRectF(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selection_bg)
        elif row.running:
            painter.fillRect(rect, theme.now_bg)
        painter.setPen(theme.line_strong if row.group else theme.line)
        if index.row() and (row.group or index.column() >= ALGORITHM):
            painter.drawLine(rect.topLeft(), rect.topRight())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.column() == NETWORK:
            if row.running:
                painter.fillRect(QRectF(rect.left(), rect.top(), 3 * theme.scale, rect.height()), theme.now)
            self._two_lines(painter, rect, row.group, row.about, SEMIBOLD)
        elif index.column() == ALGORITHM:
            self._two_lines(painter, rect, row.summary.title, row.state, QFont.Weight.Normal)
            self._paint_chips(painter, rect, row)
        else:
            self._figures(painter, rect, row, model.measures[index.column() - FIRST])
        painter.restore()

    def _two_lines(
        self, painter: QPainter, rect: QRectF, above: str, below: str, weight: QFont.Weight
    ) -> None:
        theme = self._table.theme
        k = theme.scale
        inside = rect.adjusted(8 * k, 4 * k, -4 * k, -4 * k)
        painter.setFont(font(13 * k, weight))
        painter.setPen(theme.ink)
        if below and not above:  # it goes on what the row above says
            inside.translate(0, -inside.height() / 2)
        upper = QRectF(inside.left(), inside.top(), inside.width(), inside.height() / (2 if below else 1))
        painter.drawText(upper, int(_LEFT), above)
        if below:
            painter.setFont(font(12 * k))
            painter.setPen(theme.ink_3)
            lower = upper.translated(0, upper.height())
            metrics = QFontMetricsF(painter.font())
            cut = metrics.elidedText(below, Qt.TextElideMode.ElideRight, lower.width())
            painter.drawText(lower, int(_LEFT), cut)

    def _paint_chips(self, painter: QPainter, rect: QRectF, row: TableRow) -> None:
        theme = self._table.theme
        painter.setFont(font(11 * theme.scale, SEMIBOLD))
        for note, box in chips(row, rect, theme):
            painter.setPen(QPen(theme.unreliable, 1))
            painter.setBrush(theme.unreliable_bg)
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), str(note))

    def _figures(self, painter: QPainter, rect: QRectF, row: TableRow, id: str) -> None:
        theme = self._table.theme
        k, half = theme.scale, rect.height() / 2
        right = rect.right() - (_MARK + 6) * k
        upper = QRectF(rect.left(), rect.top() + 3 * k, right - rect.left(), half - 3 * k)
        lower = upper.translated(0, half - 3 * k)
        summary = row.summary
        ours, theirs = summary.figures.get(id), summary.paper.get(id)
        if not summary.paper and not row.waiting:
            upper = QRectF(rect.left(), rect.top(), right - rect.left(), rect.height())
        if ours is not None:
            _paint_figure(painter, upper, id, ours, (theme.ink, theme.ink_3), k)
        elif row.waiting:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.sunk)
            painter.drawRoundedRect(QRectF(right - 52 * k, upper.center().y() - 4 * k, 52 * k, 8 * k), 4, 4)
        else:
            painter.setPen(theme.ink_3)
            painter.drawText(upper, int(_RIGHT), NOTHING)
        if theirs is not None:
            self._paper(painter, lower, id, theirs, doubtful=row.doubtful)
        mark = summary.mark(id)
        if mark is not None:
            box = QRectF(right + 5 * k, upper.center().y() - 6 * k, 12 * k, 12 * k)
            paint_mark(painter, mark, box, theme)

    def _paper(self, painter: QPainter, rect: QRectF, id: str, found: Figure, *, doubtful: bool) -> None:
        theme = self._table.theme
        k = theme.scale
        painter.setFont(font(12 * k))
        painter.setPen(theme.ink_3)
        text = number(MEASURES[id], found.mean) + spread(MEASURES[id], found)
        painter.drawText(rect, int(_RIGHT), text)
        if doubtful:
            width = QFontMetricsF(painter.font()).horizontalAdvance(text)
            painter.setPen(QPen(theme.unreliable, 1, Qt.PenStyle.DotLine))
            y = rect.bottom() - 1.5 * k
            painter.drawLine(
                QRectF(rect.right() - width, y, width, 0).topLeft(), QRectF(rect.right(), y, 0, 0).topLeft()
            )


def _paint_figure(
    painter: QPainter, rect: QRectF, id: str, found: Figure, inks: tuple[QColor, QColor], k: float
) -> None:
    """The mean in semibold and the spread behind it, right-aligned together."""
    measure = MEASURES[id]
    loud, quiet = font(13 * k, SEMIBOLD), font(12 * k)
    tail = spread(measure, found)
    width = QFontMetricsF(quiet).horizontalAdvance(tail)
    painter.setFont(loud)
    painter.setPen(inks[0])
    painter.drawText(rect.adjusted(0, 0, -width, 0), int(_RIGHT), number(measure, found.mean))
    painter.setFont(quiet)
    painter.setPen(inks[1])
    painter.drawText(rect, int(_RIGHT), tail)


def paint_mark(painter: QPainter, mark: Mark, box: QRectF, theme: Theme) -> None:
    """Its shape says what it means, without its colour."""
    if mark is Mark.WITHIN:
        painter.setFont(font(13 * theme.scale))
        painter.setPen(theme.ink_3)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), mark.value)
        return
    inside = box.adjusted(2, 2, -2, -2)
    if mark is Mark.BETTER:
        corners = [inside.bottomLeft(), inside.bottomRight(), (inside.topLeft() + inside.topRight()) / 2]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.independent)
    else:
        corners = [inside.topLeft(), inside.topRight(), (inside.bottomLeft() + inside.bottomRight()) / 2]
        painter.setPen(QPen(theme.conflict, 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(QPolygonF(corners))
