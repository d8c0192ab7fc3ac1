"""Choosing an algorithm: a list in groups with a sentence on each, and a form of what it can be told."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from elcs_gui.algorithms.learning import parameters_of
from elcs_gui.algorithms.registry import Algorithm, families, find_algorithm
from elcs_gui.app.kit.fields import choice_box
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.model.runs import digits
from elcs_gui.trace.listings import Parameter, Setting
from elcs_gui.trace.trace import Header

_SENTENCE = Qt.ItemDataRole.UserRole + 1
_ROW, _LEFT, _GAP = 26, 14, 18
_MOST_ROWS = 22


class AlgorithmBox(QComboBox):
    """The id of the chosen one is its data."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(accessibleName="Algorithm")
        self.setMaxVisibleItems(_MOST_ROWS)
        self._rows = _RowDelegate(self, theme)
        model = QStandardItemModel(self)
        for family, algorithms in families().items():
            heading = QStandardItem(family)
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            model.appendRow(heading)
            for algorithm in algorithms:
                item = QStandardItem(algorithm.title)
                item.setData(algorithm.id, Qt.ItemDataRole.UserRole)
                item.setData(algorithm.sentence, _SENTENCE)
                item.setData(algorithm.sentence, Qt.ItemDataRole.AccessibleDescriptionRole)
                model.appendRow(item)
        self.setModel(model)
        self.setItemDelegate(self._rows)
        self.setCurrentIndex(1)

    def choose(self, id: str) -> None:
        self.setCurrentIndex(max(self.findData(id), 1))

    def set_theme(self, theme: Theme) -> None:
        self._rows.theme = theme

    def showPopup(self) -> None:
        """The list is as wide as its sentences, as far as the screen goes."""
        wanted = self._rows.width() + 24
        self.view().setMinimumWidth(min(wanted, self.screen().availableGeometry().width() - 40))
        super().showPopup()


class _RowDelegate(QStyledItemDelegate):
    """A row: title, then its sentence; or the heading of a group."""

    def __init__(self, parent: QObject, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        known = [algorithm for algorithms in families().values() for algorithm in algorithms]
        self._titles = max(_wide(font(13, MEDIUM), each.title) for each in known)
        self._sentences = max(_wide(font(12), each.sentence) for each in known)

    def width(self) -> int:
        return round((_LEFT + self._titles + _GAP + self._sentences + _LEFT) * self.theme.scale)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, round(_ROW * self.theme.scale))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, middle = self.theme, Qt.AlignmentFlag.AlignVCenter
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.selection_bg)
        painter.translate(option.rect.topLeft())
        painter.scale(theme.scale, theme.scale)
        width = round(option.rect.width() / theme.scale)
        sentence = index.data(_SENTENCE)
        if sentence is None:
            painter.setFont(font(12, SEMIBOLD))
            painter.setPen(theme.ink_3)
            painter.drawText(QRect(_LEFT, 2, width, _ROW - 2), middle, index.data())
        else:
            painter.setFont(font(13, MEDIUM))
            painter.setPen(theme.ink)
            painter.drawText(QRect(_LEFT, 0, self._titles, _ROW), middle, index.data())
            painter.setFont(font(12))
            painter.setPen(theme.ink_2)
            left = _LEFT + self._titles + _GAP
            room = width - left - 4
            shown = painter.fontMetrics().elidedText(sentence, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRect(left, 0, room, _ROW), middle, shown)
        painter.restore()


def _wide(of: QFont, text: str) -> int:
    return int(QFontMetrics(of).horizontalAdvance(text)) + 2


class ParametersForm(QWidget):
    """What the algorithm can be told, each field below its name. Knows what it shows; the panel runs it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._algorithm = ""
        self.fields: dict[str, QLineEdit | QComboBox] = {}
        self._shown: dict[str, tuple[str, Setting]] = {}
        """What each field reads, and is."""
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 6, 12, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(2)
        self.hide()

    def show_header(self, header: Header, *, enabled: bool) -> None:
        """What holds in the run shown."""
        algorithm = find_algorithm(header.algorithm)
        if algorithm.id != self._algorithm:
            self._make(algorithm)
        told = dict(header.parameters)
        for parameter in algorithm.parameters:
            value = told.get(parameter.id, parameter.usual)
            text = value if isinstance(value, str) else digits(value)
            self._shown[parameter.id] = (text, value)
            field = self.fields[parameter.id]
            if isinstance(field, QComboBox):
                field.setCurrentIndex(field.findData(value))
            else:
                field.setText(text)
            field.setEnabled(enabled)
        self.setVisible(bool(self.fields))

    def told(self) -> list[tuple[str, Setting]]:
        """What the fields say; what nobody edited is not rounded to what is read."""
        found: list[tuple[str, Setting]] = []
        for id, field in self.fields.items():
            text, exact = self._shown[id]
            said = field.currentData() if isinstance(field, QComboBox) else field.text().replace(",", ".")
            found.append((id, exact if said == text else said))
        return found

    def applied(self, header: Header) -> Header:
        """The header with what the form says of its algorithm; an ElcsError says what makes no sense."""
        told = self.told() if header.algorithm == self._algorithm else ()
        return replace(header, parameters=parameters_of(header.algorithm, told))

    def _make(self, algorithm: Algorithm) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._algorithm = algorithm.id
        self.fields, self._shown = {}, {}
        for place, parameter in enumerate(algorithm.parameters):
            row, column = 2 * (place // 3), place % 3
            name = Label(parameter.id, objectName="label")
            field = self._field(parameter)
            for part in (name, field):
                tooltip(part, f"{parameter.sentence[0].upper()}{parameter.sentence[1:]}. {_range(parameter)}")
            self._grid.addWidget(name, row, column)
            self._grid.addWidget(field, row + 1, column)
            self._grid.setColumnStretch(column, 5 if parameter.words else 2)
            self.fields[parameter.id] = field

    def _field(self, parameter: Parameter) -> QLineEdit | QComboBox:
        field: QLineEdit | QComboBox
        if parameter.words:
            field = box = choice_box(parameter.id, {word: word for word in parameter.words}, 4)
            box.activated.connect(lambda _: self.changed.emit())
        else:
            field = line = QLineEdit(accessibleName=parameter.id)
            line.editingFinished.connect(self.changed.emit)
        field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return field


def _range(parameter: Parameter) -> str:
    usual = parameter.usual if isinstance(parameter.usual, str) else digits(parameter.usual)
    return f"{parameter.range[0].upper()}{parameter.range[1:]}; usually {usual}."
