"""The table of a benchmark: means of this run, the paper's under them, and a mark of how they compare."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
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
)
from PySide6.QtWidgets import QHeaderView, QMenu, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from elcs_gui.app.benchmarking.rows import COLUMNS, LOCAL, TableRow, measures_for, spoken
from elcs_gui.app.kit.labels import lettered
from elcs_gui.app.kit.quiet_table import LEFT, RIGHT, Column, Index, RowsModel, RowsTable
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.benchmark.measures import MEASURES
from elcs_gui.benchmark.paper import Figure
from elcs_gui.benchmark.summary import Mark
from elcs_gui.benchmark.wording import NOTHING, group_sentence, number, spread

NETWORK, ALGORITHM, FIRST = 0, 1, 2
"""The columns before the measures, and the first of these."""
_ROW, _HEAD = 40, 30
_MARK = 22
"""The width that is kept for the mark."""


def _columns(measures: Sequence[str]) -> list[Column[TableRow]]:
    return [
        Column("Network", lambda row: row.group, tip=lambda row: group_sentence([row.summary])),
        Column("Algorithm", lambda row: row.summary.title, tip=lambda row: row.summary.reason),
        *(_measure_column(id) for id in measures),
    ]


def _measure_column(id: str) -> Column[TableRow]:
    def mean(row: TableRow) -> str:
        found = row.summary.figures.get(id)
        return "" if found is None else f"{found.mean:g}"

    meaning = f"{MEASURES[id].sentence} Right click for other measures."
    return Column(MEASURES[id].heading, mean, RIGHT, meaning)


class BenchmarkTable(RowsTable[TableRow]):
    """One row selected at a time; Enter opens a run of it, a click on a note's number leads to the note."""

    row_selected = Signal(object)
    """The key of the row the user is on."""
    opened = Signal(object)
    """The key of the row whose run is wanted."""
    note_wanted = Signal(int)
    copied = Signal()
    columns_chosen = Signal(tuple)

    def __init__(self, theme: Theme) -> None:
        model = RowsModel(_columns(COLUMNS[LOCAL]), lambda row: spoken(row, self.measures))
        super().__init__("Means of the benchmark beside the paper's", model, _ROW, theme)
        self.kind, self.measures = LOCAL, COLUMNS[LOCAL]
        self.setItemDelegate(_Delegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head.customContextMenuRequested.connect(self._offer_columns)
        self.selectionModel().currentRowChanged.connect(self._tell)
        self.activated.connect(lambda index: self.opened.emit(self.rows_model.rows[index.row()].key))
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.horizontalHeader().setFixedHeight(round(_HEAD * theme.scale))
        super().set_theme(theme)

    def show_rows(self, rows: Sequence[TableRow], measures: tuple[str, ...], kind: str) -> None:
        """Other rows; the one that was selected stays so."""
        current, place = self.current, self.verticalScrollBar().value()
        self.kind, self.measures = kind, measures
        blocked = self.selectionModel().blockSignals(True)
        self.rows_model.show(rows, _columns(measures))
        self.selectionModel().blockSignals(blocked)
        self.fit()
        if current is not None:
            self.select(current.key)
        self.verticalScrollBar().setValue(place)

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

    def fit(self) -> None:
        """Every column what its figures need; what is left goes to the first two and to all others."""
        k = self.theme.scale
        metrics = QFontMetricsF(font(13 * k, SEMIBOLD))
        rows = self.rows_model.rows
        names = [f"{row.summary.title}{'  00' * len(row.notes)}" for row in rows]
        widest = max((metrics.horizontalAdvance(name) for name in names), default=90 * k)
        first = max((metrics.horizontalAdvance(row.group) for row in rows), default=90 * k)
        needed = [max(first + 16 * k, 128 * k), min(widest + 16 * k, 220 * k)]
        for id in self.measures:
            needed.append(_needed(rows, id, metrics) + (_MARK + 10) * k)
        spare = max(self.viewport().width() - sum(needed), 0) / max(len(needed), 1)
        for column, width in enumerate(needed):
            self.setColumnWidth(column, int(width + spare))

    def _tell(self) -> None:
        if self.current is not None:
            self.row_selected.emit(self.current.key)

    def _offer_columns(self, place: QPoint) -> None:
        menu = QMenu(self)
        shown = self.measures
        for id in measures_for(self.kind):
            action = menu.addAction(lettered(f"{MEASURES[id].title}: {MEASURES[id].sentence}"))
            action.setCheckable(True)
            action.setChecked(id in shown)
            action.setEnabled(shown != (id,))
            action.triggered.connect(lambda on, id=id: self._switch(id, on=on))
        menu.exec(self.horizontalHeader().mapToGlobal(place))
        menu.deleteLater()

    def _switch(self, id: str, *, on: bool) -> None:
        shown = {*self.measures, id} if on else {*self.measures} - {id}
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

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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
            self._figures(painter, rect, row, self._table.measures[index.column() - FIRST])
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
        painter.drawText(upper, int(LEFT), above)
        if below:
            painter.setFont(font(12 * k))
            painter.setPen(theme.ink_3)
            lower = upper.translated(0, upper.height())
            metrics = QFontMetricsF(painter.font())
            cut = metrics.elidedText(below, Qt.TextElideMode.ElideRight, lower.width())
            painter.drawText(lower, int(LEFT), cut)

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
            painter.drawText(upper, int(RIGHT), NOTHING)
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
        painter.drawText(rect, int(RIGHT), text)
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
    painter.drawText(rect.adjusted(0, 0, -width, 0), int(RIGHT), number(measure, found.mean))
    painter.setFont(quiet)
    painter.setPen(inks[1])
    painter.drawText(rect, int(RIGHT), tail)


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
