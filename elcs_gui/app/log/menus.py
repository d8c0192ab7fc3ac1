"""The menus of the log: of a column (values to filter by, order, which columns), and of a test (what if)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from elcs_gui.app.kit.labels import lettered
from elcs_gui.app.log.columns import ANSWERS, LogColumns, short_line, stage_of
from elcs_gui.app.log.rows import Sort
from elcs_gui.app.model.setting_table import HIDEABLE
from elcs_gui.ci.questions import Verdict
from elcs_gui.trace.events import Tested
from elcs_gui.trace.listings import STAGES

_MOST_NAMES = 40


def column_choices(columns: LogColumns, column: str) -> list[tuple[str, str]]:
    """What a column may be filtered by: what to read, and the value of the term."""
    match column:
        case "stage":
            occurring = {stage_of(at) for at in columns.lines}
            return [(stage.log, stage.id) for stage in STAGES.values() if stage.id in occurring]
        case "verdict":
            words = [verdict.word for verdict in Verdict]
            return [(word, f'"{word}"' if " " in word else word) for word in words]
        case "answer":
            return [(word, word) for word in ANSWERS]
        case "line":
            return [(short_line(at), at) for at in sorted(columns.lines)]
        case "x" | "y" | "z":
            return [(name, f'"{name}"') for name in columns.names[:_MOST_NAMES]]
    return []


def column_menu(columns: LogColumns, column: str, choose: Callable[[str], None], parent: QWidget) -> QMenu:
    """A menu that hands the chosen term to `choose`, "x:" for any value; empty where there are no values."""
    choices = column_choices(columns, column)
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for title, value in choices:
        menu.addAction(lettered(title)).triggered.connect(partial(_pick, choose, f"{column}:{value}"))
    if choices:
        menu.addSeparator()
        menu.addAction("Any").triggered.connect(partial(_pick, choose, f"{column}:"))
        menu.addSeparator()
    return menu


def add_sorting(menu: QMenu, column: str, sort: Callable[[Sort | None], None]) -> None:
    """Add the three orders of a column."""
    orders = {"Sort up": Sort(column), "Sort down": Sort(column, descending=True), "Order of the run": None}
    for title, order in orders.items():
        menu.addAction(lettered(title)).triggered.connect(partial(_order, sort, order))
    menu.addSeparator()


def _order(sort: Callable[[Sort | None], None], order: Sort | None, _checked: bool = False) -> None:
    sort(order)


def add_column_choice(
    menu: QMenu, hidden: frozenset[str], change: Callable[[frozenset[str]], object]
) -> None:
    """Add every column that can be hidden, ticked where it is shown; `change` gets those to hide."""
    columns = menu.addMenu("Columns")
    for column, title in HIDEABLE:
        action = columns.addAction(lettered(title))
        action.setCheckable(True)
        action.setChecked(column not in hidden)
        action.triggered.connect(partial(_switch, change, hidden ^ {column}))


def _switch(
    change: Callable[[frozenset[str]], object], hidden: frozenset[str], _checked: bool = False
) -> None:
    change(hidden)


def _pick(choose: Callable[[str], None], term: str, _checked: bool = False) -> None:
    choose(term)


@dataclass(frozen=True)
class TestMenuActions:
    """What can be asked for about a test."""

    go: Callable[[], object]
    what_if: Callable[[Verdict], object]
    take_back: Callable[[], object]
    stop: Callable[[], object]
    copy: Callable[[], object]


def test_menu(test: Tested, wishes: TestMenuActions, parent: QWidget) -> QMenu:
    """The menu of one test: what if it had said otherwise, or the override taken back."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(f"Go to test {test.number:,}", wishes.go)
    menu.addSeparator()
    other = Verdict.DEPENDENT if test.independent else Verdict.INDEPENDENT
    if test.forced:
        menu.addAction("Undo override", wishes.take_back)
    else:
        menu.addAction(lettered(f"What if it were {other.word}"), lambda: wishes.what_if(other))
    menu.addAction("Break at this test", wishes.stop)
    menu.addSeparator()
    menu.addAction("Copy the rows chosen", wishes.copy)
    return menu
