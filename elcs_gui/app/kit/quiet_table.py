"""Tables that are read, not edited: no grid, no row numbers, smooth scrolling; Tab leaves them."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView, QTableView

_BY_PIXEL = QAbstractItemView.ScrollMode.ScrollPerPixel


def make_quiet(
    table: QTableView,
    selects: QAbstractItemView.SelectionBehavior = QAbstractItemView.SelectionBehavior.SelectRows,
    mode: QAbstractItemView.SelectionMode = QAbstractItemView.SelectionMode.SingleSelection,
) -> None:
    """Set up a table, and what a click in it selects."""
    table.setSelectionBehavior(selects)
    table.setSelectionMode(mode)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setHorizontalScrollMode(_BY_PIXEL)
    table.setVerticalScrollMode(_BY_PIXEL)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setCornerButtonEnabled(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.horizontalHeader().setHighlightSections(False)
