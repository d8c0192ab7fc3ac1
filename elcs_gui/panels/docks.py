"""Panels in docks: each panel's own head is the title by which its dock is dragged."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QMainWindow, QVBoxLayout, QWidget

HEAD_HEIGHT = 36


def add_dock(window: QMainWindow, title: str, panel: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
    """Put the panel into a dock of the window."""
    dock = QDockWidget(title, window)
    dock.setObjectName(title)
    head = panel.findChild(QWidget, "panelHead") or _head(title)
    head.setFixedHeight(HEAD_HEIGHT)
    # A dock asks its title for the size it would like, not for the least it needs; a layout gives the latter.
    title_bar = QWidget()
    column = QVBoxLayout(title_bar)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(head)
    dock.setTitleBarWidget(title_bar)
    dock.setWidget(panel)
    window.addDockWidget(area, dock)
    return dock


def style_head(dock: QDockWidget) -> None:
    """The head left its panel, and with it the panel's own style: give it back."""
    dock.titleBarWidget().setStyleSheet(dock.widget().styleSheet())


def arrange(window: QMainWindow, docks: Sequence[QDockWidget]) -> None:
    """Sizes for this window: on a small one the left panels become tabs and the log is low."""
    small = window.height() < 800
    data, code, inspector, log = docks
    if small and data not in window.tabifiedDockWidgets(code):
        window.tabifyDockWidget(data, code)
        data.raise_()
    window.resizeDocks([data, inspector], [272, 344], Qt.Orientation.Horizontal)
    window.resizeDocks([log], [160 if small else 260], Qt.Orientation.Vertical)
    if not small:
        window.resizeDocks([data, code], [400, 430], Qt.Orientation.Vertical)


def column_of(small: QWidget, large: QWidget, *, below: bool = False) -> QWidget:
    """Two widgets one above the other; the large one takes what room there is."""
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(large, 1)
    column.insertWidget(1 if below else 0, small)
    return made


def _head(title: str) -> QWidget:
    """For a panel that brings none."""
    head = QWidget(objectName="panelHead")
    head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    row = QHBoxLayout(head)
    row.setContentsMargins(16, 0, 12, 0)
    row.addWidget(QLabel(title, objectName="heading"))
    return head
