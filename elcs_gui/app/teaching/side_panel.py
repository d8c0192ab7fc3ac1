"""The panel at the left of a lesson or an exercise: a head with the way out, what scrolls, and a foot."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QWidget

from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import tip
from elcs_gui.app.kit.layouts import column_of, row_of, scrolled, styled
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import Theme

WIDTH = 400
PADDING = 20
_BUTTON = 34


class SidePanel(QWidget):
    """Its parts are filled by whoever makes one of it.

    Attributes:
        head_row: beside the title, before the way out; head: below that.
        column: what scrolls; foot: rows that stay.
    """

    closed = Signal()

    def __init__(self, leave: str, hint: str) -> None:
        super().__init__(objectName="lessonPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = OneLine("lessonTitle")
        self.leave: QPushButton = QPushButton(objectName="ghost", toolTip=tip(hint), accessibleName=leave)
        self.leave.setProperty("square", True)
        self.leave.clicked.connect(self.closed)
        self.head_row = row_of((self.title, 1), spacing=8)
        self.head = column_of(
            row_of((self.head_row, 1), self.leave, spacing=8),
            margins=(PADDING, 10, PADDING - 6, 0),
            spacing=4,
        )
        inside = QWidget(objectName="lessonInside")
        self.column = column_of(inside=inside)
        self.scroll_area = scrolled(inside)
        self.foot = column_of(margins=(PADDING, 12, PADDING, 14), spacing=10)
        foot = styled("panelFoot", self.foot)
        column_of(self.head, (self.scroll_area, 1), foot, inside=self, margins=0, spacing=0)

    def set_theme(self, theme: Theme) -> None:
        self.setFixedWidth(round(WIDTH * theme.scale))
        self.leave.setIcon(icon("cross", theme.ink_2))


def button_row(left: tuple[QPushButton, ...], right: tuple[QPushButton, ...] = ()) -> QHBoxLayout:
    """Buttons of one height, some of them at the right; Tab goes to them, a click leaves the focus."""
    for button in (*left, *right):
        button.setMinimumHeight(_BUTTON)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return row_of(*left, None, *right, spacing=6)


def emptied(layout: QBoxLayout) -> None:
    """Take all widgets out of a layout, for others to come."""
    while layout.count():
        item = layout.takeAt(0)
        found = None if item is None else item.widget()
        if found is not None:
            found.hide()
            found.deleteLater()
