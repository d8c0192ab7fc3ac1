"""Widgets side by side, one below the other or one at a time: each arrangement in one expression."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

Alignment = Qt.AlignmentFlag
Part = QWidget | QLayout | int | None
"""A widget, another layout, so many pixels, or None for what stretches."""
Placed = Part | tuple[Part, int] | tuple[Part, int, Alignment]
"""The same with its share of the room that is left, and its alignment."""
Margins = int | tuple[int, int, int, int]


def row_of(
    *parts: Placed, inside: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QHBoxLayout:
    """Parts side by side, inside a widget or to be added to another layout."""
    made = QHBoxLayout() if inside is None else QHBoxLayout(inside)
    fill(made, *parts, margins=margins, spacing=spacing)
    return made


def column_of(
    *parts: Placed, inside: QWidget | None = None, margins: Margins | None = None, spacing: int | None = None
) -> QVBoxLayout:
    """Parts one below the other."""
    made = QVBoxLayout() if inside is None else QVBoxLayout(inside)
    fill(made, *parts, margins=margins, spacing=spacing)
    return made


def fill(
    layout: QBoxLayout, *parts: Placed, margins: Margins | None = None, spacing: int | None = None
) -> None:
    """Add parts to a layout that is there already."""
    if margins is not None:
        layout.setContentsMargins(*((margins,) * 4 if isinstance(margins, int) else margins))
    if spacing is not None:
        layout.setSpacing(spacing)
    for placed in parts:
        part, *how = placed if isinstance(placed, tuple) else (placed,)
        _add(layout, part, how)


def _add(layout: QBoxLayout, part: Part, how: list[Any]) -> None:
    if isinstance(part, QLayout):
        layout.addLayout(part, *how)
    elif isinstance(part, QWidget):
        layout.addWidget(part, *how)
    elif part is None:
        layout.addStretch(*(how or [1]))
    else:
        layout.addSpacing(part)


def styled(name: str, layout: QLayout) -> QWidget:
    """A widget with this layout, painted as the style sheet has it for this name."""
    made = QWidget(objectName=name)
    made.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    made.setLayout(layout)
    return made


def divided(left: QWidget, right: QWidget) -> QSplitter:
    """Side by side with a hair line between them that can be dragged."""
    made = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False, handleWidth=1)
    made.addWidget(left)
    made.addWidget(right)
    return made


def stacked(*pages: QWidget) -> QStackedWidget:
    """One at a time; the first to begin with."""
    made = QStackedWidget()
    for page in pages:
        made.addWidget(page)
    return made


def scrolled(inside: QWidget, *, focus: bool = False) -> QScrollArea:
    """As wide as there is room, and scrolled up and down; by keys, too, if it takes the focus."""
    made = QScrollArea(widgetResizable=True, horizontalScrollBarPolicy=Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if not focus:
        made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    made.setWidget(inside)
    return made
