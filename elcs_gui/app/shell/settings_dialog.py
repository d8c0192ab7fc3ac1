"""The settings: a form made from their table. What is changed holds at once; Esc closes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from elcs_gui.app.kit.labels import Label, lettered, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of, scrolled
from elcs_gui.app.model.setting_table import SETTINGS, Setting
from elcs_gui.app.model.settings import Settings

_FIELD = 220


class SettingsDialog(QDialog):
    """Stays beside the window, which can be used while it is open."""

    def __init__(self, settings: Settings, clear_recent: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent, windowTitle="Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings = settings
        self._show: dict[str, Callable[[], None]] = {}
        self.fields: dict[str, QWidget] = {}
        form = QWidget(objectName="panel")
        grid = QGridLayout(form)
        grid.setContentsMargins(20, 8, 20, 8)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(2)
        group, line = "", 0
        for setting in SETTINGS:
            if setting.group != group:
                group = setting.group
                grid.setRowMinimumHeight(line, 14)
                grid.addWidget(Label(group, objectName="section"), line + 1, 0, 1, 2)
                line += 2
            field = self._field(setting)
            field.setAccessibleName(setting.title)
            field.setAccessibleDescription(setting.sentence)
            tooltip(field, setting.sentence)
            self.fields[setting.id] = field
            if not isinstance(field, QCheckBox):
                title = Label(setting.title)
                title.setBuddy(field)
                top = Qt.AlignmentFlag.AlignTop if setting.several else Qt.AlignmentFlag.AlignVCenter
                grid.addWidget(title, line, 0, top)
            side = Qt.AlignmentFlag.AlignLeft if not setting.several else Qt.AlignmentFlag(0)
            grid.addWidget(field, line, 1, side)
            grid.addWidget(Label(setting.sentence, objectName="quiet"), line + 1, 1)
            grid.setRowMinimumHeight(line + 2, 4)
            line += 3
        # A small screen, or a projector's large letters: what has no room is scrolled to.
        scroll = scrolled(form)
        clear = QPushButton("Clear recent files", toolTip="Forget which files were opened.")
        clear.clicked.connect(clear_recent)
        clear.clicked.connect(lambda: clear.setEnabled(False))
        clear.setEnabled(bool(settings.recent()))
        close = QPushButton("Close")
        close.clicked.connect(self.close)
        column_of(scroll, row_of(clear, (None, 0), close, margins=(20, 4, 20, 12)), inside=self, margins=0)
        wanted, most = form.sizeHint(), round(self.screen().availableSize().height() * 0.9)
        self.resize(wanted.width() + 24, min(wanted.height() + 60, most))
        settings.changed.connect(self._changed)

    def _changed(self, id: str) -> None:
        """Changed here or elsewhere: show what holds."""
        self._show[id]()

    def _field(self, setting: Setting) -> QWidget:
        if isinstance(setting.default, bool):
            return self._switch(setting)
        if setting.choices:
            return self._choice(setting)
        if setting.several:
            return self._several(setting)
        return self._text(setting) if setting.free else self._number(setting)

    def _switch(self, setting: Setting) -> QWidget:
        box = QCheckBox(lettered(setting.title))
        self._showing(setting, lambda: box.setChecked(bool(self._settings.get(setting.id))))
        box.clicked.connect(lambda checked: self._settings.set(setting.id, checked))
        return box

    def _choice(self, setting: Setting) -> QWidget:
        box: QComboBox = QComboBox(minimumWidth=_FIELD)
        for value, title in setting.choices:
            box.addItem(title, value)
        self._showing(setting, lambda: box.setCurrentIndex(box.findData(self._settings.get(setting.id))))
        box.activated.connect(lambda place: self._settings.set(setting.id, box.itemData(place)))
        return box

    def _number(self, setting: Setting) -> QWidget:
        line: QLineEdit = QLineEdit(minimumWidth=_FIELD)

        def show() -> None:
            line.setText(f"{self._settings.get(setting.id):g}")

        def take() -> None:
            self._settings.set(setting.id, setting.checked(line.text()))
            show()

        self._showing(setting, show)
        line.editingFinished.connect(take)
        return line

    def _text(self, setting: Setting) -> QWidget:
        line: QLineEdit = QLineEdit(minimumWidth=2 * _FIELD)
        self._showing(setting, lambda: line.setText(str(self._settings.get(setting.id))))
        line.editingFinished.connect(lambda: self._settings.set(setting.id, setting.checked(line.text())))
        return line

    def _several(self, setting: Setting) -> QWidget:
        """A box for each word, ticked unless the word is among the hidden ones."""
        made: QWidget = QWidget()
        grid = QGridLayout(made)
        grid.setContentsMargins(0, 0, 0, 0)
        boxes = {}
        for place, (word, title) in enumerate(setting.several):
            boxes[word] = box = QCheckBox(lettered(title))
            grid.addWidget(box, place // 3, place % 3)

        def show() -> None:
            hidden = str(self._settings.get(setting.id)).split()
            for word, box in boxes.items():
                box.setChecked(word not in hidden)

        def take() -> None:
            self._settings.set(
                setting.id, " ".join(word for word, box in boxes.items() if not box.isChecked())
            )

        self._showing(setting, show)
        for box in boxes.values():
            box.clicked.connect(take)
        return made

    def _showing(self, setting: Setting, show: Callable[[], None]) -> None:
        self._show[setting.id] = show
        show()
