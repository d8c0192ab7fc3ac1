"""The panel at the left of a lesson or an exercise: a head with the way out, what scrolls, and a foot."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from elcs_gui.app.kit.icons import icon
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

    def __init__(self, leave: str, tip: str) -> None:
        super().__init__()
        self.setObjectName("lessonPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = OneLine("lessonTitle")
        self.leave: QPushButton = QPushButton(objectName="ghost", toolTip=tip, accessibleName=leave)
        self.leave.setProperty("square", True)
        self.leave.clicked.connect(self.closed)
        self.head_row = QHBoxLayout()
        self.head_row.setSpacing(8)
        self.head_row.addWidget(self.title, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(self.head_row, 1)
        row.addWidget(self.leave)
        self.head = QVBoxLayout()
        self.head.setContentsMargins(PADDING, 10, PADDING - 6, 0)
        self.head.setSpacing(4)
        self.head.addLayout(row)
        inside = QWidget(objectName="lessonInside")
        self.column = QVBoxLayout(inside)
        self.scroll_area = QScrollArea(widgetResizable=True)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll_area.setWidget(inside)
        foot = QWidget(objectName="panelFoot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.foot = QVBoxLayout(foot)
        self.foot.setContentsMargins(PADDING, 12, PADDING, 14)
        self.foot.setSpacing(10)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self.head)
        whole.addWidget(self.scroll_area, 1)
        whole.addWidget(foot)

    def set_theme(self, theme: Theme) -> None:
        self.setFixedWidth(round(WIDTH * theme.scale))
        self.leave.setIcon(icon("cross", theme.ink_2))


def button_row(left: tuple[QPushButton, ...], right: tuple[QPushButton, ...] = ()) -> QHBoxLayout:
    """Buttons of one height, some of them at the right; Tab goes to them, a click leaves the focus."""
    row = QHBoxLayout()
    row.setSpacing(6)
    for button in (*left, *right):
        button.setMinimumHeight(_BUTTON)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    for button in left:
        row.addWidget(button)
    row.addStretch(1)
    for button in right:
        row.addWidget(button)
    return row


def emptied(layout: QBoxLayout) -> None:
    """Take all widgets out of a layout, for others to come."""
    while layout.count():
        item = layout.takeAt(0)
        found = None if item is None else item.widget()
        if found is not None:
            found.hide()
            found.deleteLater()
