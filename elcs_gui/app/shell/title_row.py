"""The row at the top: name, menus, what is open, Local | Field | All, Truth, Find action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QPainter, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QMenu, QMenuBar, QPushButton, QSizePolicy, QWidget

from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import Label, lettered, tip, tooltip
from elcs_gui.app.kit.layouts import row_of
from elcs_gui.app.kit.segments import OneLine, Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.actions import LINES, LOCKED, MENUS, Action

VIEW = "-view"
"""How the ids of the actions end that show the variables in one way or another."""


class TitleRow(QWidget):
    """40 px high; the menus are made from the actions that are declared."""

    def __init__(self, declared: Sequence[Action[Any]], actions: Mapping[str, QAction], theme: Theme) -> None:
        super().__init__(objectName="menuBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._logo = Label()
        menus = self._bar = QMenuBar()
        menus.setNativeMenuBar(False)
        menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self._menus: dict[str, QMenu] = {}
        for name in MENUS:
            menu = self._menus[name] = menus.addMenu(f"&{lettered(name)}")
            shown = [action for action in declared if action.menu == name]
            for action, following in zip(shown, [*shown[1:], None], strict=True):
                menu.addAction(actions[action.id])
                if following is not None and any(action.place < line <= following.place for line in LINES):
                    menu.addSeparator()
        self._open = OneLine("heading", middle=True)
        self._detail = Label(objectName="quiet")
        options = actions["import-options"]
        self._options = QPushButton("Import options", objectName="quietLink", toolTip=tip(options.toolTip()))
        self._options.clicked.connect(options.trigger)
        shown = [action for action in declared if action.id.endswith(VIEW)]
        views = {action.id: action.title.partition(" ")[0] for action in shown}
        self._views = Segments("View", views, {id: actions[id].toolTip() for id in views})
        self._views.chosen.connect(lambda id: actions[id].trigger())
        for id, button in self._views.buttons.items():
            button.setEnabled(actions[id].isEnabled())
            actions[id].enabledChanged.connect(button.setEnabled)
        self._truth = QPushButton("Truth", objectName="toggle", checkable=True)
        tooltip(self._truth, actions["truth"].toolTip())
        self._truth.clicked.connect(actions["truth"].trigger)
        actions["truth"].toggled.connect(self._show_truth)
        self._lock = QPushButton("Locked", objectName="toggle", toolTip=LOCKED)
        self._lock.clicked.connect(actions["predict"].trigger)
        self._locking = actions["teacher-lock"]
        self._locking.toggled.connect(self._show_lock)
        self._has_truth = False
        find = QPushButton("Find action   Ctrl K")
        find.clicked.connect(actions["find-action"].trigger)
        self._imported = self._projecting = False
        row_of(
            self._logo,
            Label("ELCS Explorer", objectName="heading"),
            (menus, 0, Qt.AlignmentFlag.AlignVCenter),
            12,
            self._open,
            self._detail,
            self._options,
            (None, 0),
            (self._views, 0, Qt.AlignmentFlag.AlignVCenter),
            self._truth,
            self._lock,
            find,
            inside=self,
            margins=(12, 0, 12, 0),
            spacing=8,
        )
        for part in (self._detail, self._options):
            part.setMinimumWidth(1)  # they give way: shown, they must not keep the window as wide as it is
        self.set_theme(theme)
        self.show_open("", "", truth=False)

    def menu(self, name: str) -> QMenu:
        """One of the menus, by its name."""
        return self._menus[name]

    def add_to_menu(self, menu: str, actions: Sequence[QAction]) -> None:
        """Add what is not in the table: the panels, which can be shown and hidden."""
        self._menus[menu].addSeparator()
        self._menus[menu].addActions(list(actions))

    def set_theme(self, theme: Theme) -> None:
        self.setFixedHeight(round(40 * theme.scale))
        side = round(22 * theme.scale)
        self._projecting = theme.scale != 1
        self._lock.setIcon(icon("lock", theme.ink_2))
        self._logo.setPixmap(logo(theme, side).pixmap(QSize(side, side)))
        self._fit()

    def show_open(self, title: str, detail: str, *, truth: bool, imported: bool = False) -> None:
        """What is open, and whether it was imported; an empty title hides what makes sense only then."""
        self._imported = imported
        self._open.say(title)
        self._detail.setText(detail)
        self._views.setVisible(bool(title))
        self._has_truth = bool(title) and truth
        self._show_lock()
        self._fit()

    def _show_truth(self, on: bool) -> None:
        """The tick is there while the truth is."""
        self._truth.setChecked(on)
        self._truth.setText("✓  Truth" if on else "Truth")

    def _show_lock(self) -> None:
        """A padlock stands in place of the truth while that is hidden."""
        locked = self._locking.isChecked()
        self._truth.setVisible(self._has_truth and not locked)
        self._lock.setVisible(locked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """What can be read elsewhere gives way where there is no room for it, then the title, then menus."""
        self._options.setVisible(self._imported and not self._projecting)
        self._detail.setVisible(not self._projecting)
        self._bar.setMinimumWidth(self._bar.sizeHint().width())
        for part in (self._options, self._detail):
            if self.sizeHint().width() > self.width():
                part.hide()
        if self.minimumSizeHint().width() > self.width():
            self._bar.setMinimumWidth(0)

    def show_view(self, id: str) -> None:
        """Mark one of the views; none of them for the id of another page."""
        self._views.show_value(id)


def logo(theme: Theme, size: int) -> QIcon:
    """Two causes above, one effect below."""
    pixmap = QPixmap(size * 4, size * 4)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size * 4 / 22, size * 4 / 22)
    painter.setPen(QPen(theme.ink, 1.8))
    for x in (4.5, 17.5):
        painter.drawLine(QPointF(x, 5), QPointF(11, 11))
    painter.drawLine(QPointF(11, 11), QPointF(11, 17))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.parent)
    for x in (1.5, 14.5):
        painter.drawRoundedRect(x, 2, 6, 6, 1.5, 1.5)
    painter.setBrush(theme.target)
    painter.drawEllipse(QPointF(11, 11), 3.6, 3.6)
    painter.setBrush(theme.child)
    painter.drawEllipse(QPointF(11, 18), 3.2, 3.2)
    painter.end()
    return QIcon(pixmap)
