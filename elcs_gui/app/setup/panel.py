"""Data and run: the variables with their roles, the target, and how it is learnt."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QWidget,
)

from elcs_gui.algorithms.registry import FAMILIES, family_of, find_algorithm, other_elcs
from elcs_gui.app.kit.buttons import ShortButton
from elcs_gui.app.kit.fields import FilterField, NameBox
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of, styled
from elcs_gui.app.kit.terms import explain
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.runs import digits
from elcs_gui.app.model.session import Session
from elcs_gui.app.setup.algorithm_widgets import AlgorithmBox, ParametersForm
from elcs_gui.app.setup.reliability_view import ReliabilityForm
from elcs_gui.app.setup.variable_list_view import VariableList
from elcs_gui.app.setup.variable_row_painter import VariableDelegate
from elcs_gui.ci.registry import TESTS, KnownTest, Needs, find_test
from elcs_gui.errors import ElcsError
from elcs_gui.trace.events import Tested
from elcs_gui.trace.roles import standings
from elcs_gui.trace.trace import Header


class DataPanel(QWidget):
    """The form is made from what can be chosen for what is open; a change asks for a new run."""

    header_changed = Signal(object)
    """A Header to run."""
    refused = Signal(str)
    """Why what was typed makes no sense."""
    variable_activated = Signal(int)
    variable_selected = Signal(int)

    def __init__(self, session: Session, player: Player, theme: Theme, compare: QAction) -> None:
        super().__init__(objectName="panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._player, self._theme = session, player, theme
        self._compare = compare
        self._other = ShortButton()
        self._other.setObjectName("link")
        tooltip(self._other, compare.toolTip())
        self._filling = False
        self._shown_alpha = ("", 0.0)
        """Alpha as the field reads, and as it is."""
        self._search = FilterField(theme)
        self._rows = VariableDelegate(self, theme)
        self._list = VariableList(self._rows)
        self._parameters = ParametersForm()
        self._reliability = ReliabilityForm()
        column_of(
            self._make_head(),
            self._make_form(),
            self._parameters,
            self._make_more(),
            self._reliability,
            self._make_search(),
            (self._list, 1),
            inside=self,
            margins=0,
            spacing=0,
        )
        self._connect()

    def _make_head(self) -> QWidget:
        self._size = Label(
            objectName="quiet", alignment=Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        )
        self._size.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._sizes = ("", "")
        return styled(
            "panelHead",
            row_of(Label("Data and run", objectName="heading"), (self._size, 1), margins=(12, 0, 12, 0)),
        )

    def _make_form(self) -> QGridLayout:
        """What is asked of the data: two rows of fields, each below its name."""
        self._target = NameBox("Target variable")
        self._algorithm = AlgorithmBox(self._theme)
        self._test = QComboBox(accessibleName="Test")
        self._alpha = QLineEdit(accessibleName="Alpha")
        self._k = QLineEdit(accessibleName="Largest conditioning set k")
        for box in (self._target, self._algorithm, self._test):
            # Long names must not make the panel wide.
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(4)
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for field in (self._alpha, self._k):
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        form = QGridLayout()
        form.setContentsMargins(12, 10, 12, 0)
        form.setHorizontalSpacing(8)
        form.setVerticalSpacing(2)
        for column, span, label, field, line in (
            (0, 3, "Target", self._target, 0),
            (3, 3, "Algorithm", self._algorithm, 0),
            (0, 3, "Test", self._test, 3),
            (3, 2, "Alpha", self._alpha, 3),
            (5, 1, "k", self._k, 3),
        ):
            name = Label(label, objectName="label")
            form.addWidget(name, line, column, 1, span)
            form.addWidget(field, line + 1, column, 1, span)
            for part in (name, field):
                explain(part, label)
        form.setRowMinimumHeight(2, 4)
        for column in range(6):
            form.setColumnStretch(column, 1)
        form.setColumnMinimumWidth(5, 38)
        return form

    def _make_more(self) -> QHBoxLayout:
        """What unfolds the rest of the form, and ELCS beside its sound form."""
        return row_of(self._reliability.more, None, self._other, margins=(0, 4, 12, 0))

    def _make_search(self) -> QHBoxLayout:
        """Above the list of variables, which it filters."""
        self._search.setPlaceholderText("Search variables")
        self._search.setAccessibleName("Search variables")
        self._search.installEventFilter(self)
        return row_of(self._search, margins=(12, 10, 12, 6))

    def _connect(self) -> None:
        self._target.activated.connect(lambda index: self.variable_activated.emit(index))
        self._algorithm.activated.connect(self._ask)
        self._test.activated.connect(self._ask)
        self._alpha.editingFinished.connect(self._ask)
        self._k.editingFinished.connect(self._ask)
        self._parameters.changed.connect(self._ask)
        self._reliability.changed.connect(self._ask)
        self._other.clicked.connect(lambda: self._compare.trigger())
        self._search.textChanged.connect(self._list.keep)
        self._list.activated_variable.connect(self.variable_activated)
        self._list.selected.connect(self._on_selected)
        self._session.opened.connect(self.refresh)
        self._session.run_started.connect(self._show_header)
        self._player.moved.connect(self._show_roles)
        self._player.trace_changed.connect(self._show_roles)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._search.set_theme(theme)
        self._algorithm.set_theme(theme)
        self._rows.theme = theme
        self._list.scheduleDelayedItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_size()

    def _show_size(self) -> None:
        """How many rows too, where there is room: the title says it as well."""
        whole, short = self._sizes
        scale = self._theme.scale
        heading = QFontMetrics(font(13 * scale, SEMIBOLD)).horizontalAdvance("Data and run")
        words = heading + QFontMetrics(font(12 * scale)).horizontalAdvance(whole)
        room = self.width() - 32 * scale
        self._size.setText(whole if words <= room else short)
        tooltip(self._size, whole)

    def focus_search(self) -> None:
        self._search.setFocus()
        self._search.selectAll()

    def select(self, variable: int | None) -> None:
        """From outside: mark a variable in the list."""
        self._list.choose(variable)

    def refresh(self) -> None:
        """Something else is open."""
        session = self._session
        names = session.names or (session.header.names if session.header else ())
        rows = session.source.data.rows if session.source and session.source.data else None
        size = f"{len(names):,} variables"
        self._sizes = (f"{rows:,} rows · {size}" if rows else size, size)
        self._show_size()
        self._filling = True
        self._target.set_names(names)
        self._rows.set_names(names)
        self._list.set_names(names)
        self._test.clear()
        for test in self._possible_tests():
            self._test.addItem(test.title, test.id)
        self._filling = False
        self._show_header()

    def _possible_tests(self) -> list[KnownTest]:
        source = self._session.source
        if source is None:
            return [find_test(self._session.header.test)] if self._session.header else []
        data, network = source.data, source.network
        there = set() if data is None else {Needs.of(data)}
        if network is not None and (data is None or network.measured == data.columns):
            there.add(Needs.NETWORK)
        return [test for test in TESTS.values() if test.needs in there]

    def _show_header(self) -> None:
        header = self._session.header
        if header is None:
            return
        self._filling = True
        self._target.setCurrentIndex(header.target)
        algorithm = find_algorithm(header.algorithm)
        self._algorithm.choose(algorithm.id)
        tooltip(self._algorithm, algorithm.sentence)
        self._test.setCurrentIndex(max(self._test.findData(header.test), 0))
        self._shown_alpha = (digits(header.alpha), header.alpha)
        self._alpha.setText(self._shown_alpha[0])
        self._alpha.setCursorPosition(0)
        self._k.setText("∞" if header.k is None else str(header.k))
        open_ = self._session.source is not None
        self._target.setEnabled(open_)
        self._algorithm.setEnabled(open_)
        for field, tip in (
            (self._test, ""),
            (self._alpha, f"{header.alpha!r}"),
            (self._k, "A number, or ∞ (type unlimited) for no limit"),
        ):
            field.setEnabled(open_ and algorithm.asks_tests)
            tooltip(field, tip if algorithm.asks_tests else f"{algorithm.title} requests no tests")
        self._parameters.show_header(header, enabled=open_)
        self._reliability.show_header(header, enabled=open_)
        self._other.setVisible(open_ and family_of(algorithm) == FAMILIES[0])
        self._other.say(f"Compare with {find_algorithm(other_elcs(algorithm.id)).title}", "Compare")
        self._filling = False

    def _ask(self) -> None:
        """A field changed: run anew if that makes a difference."""
        header = self._session.header
        if self._filling or header is None or self._session.source is None:
            return
        try:
            wanted = self._wanted(header)
        except (ValueError, ElcsError) as error:
            self._show_header()
            self.refused.emit(str(error))
            return
        if wanted != header:
            self.header_changed.emit(wanted)

    def _wanted(self, header: Header) -> Header:
        """The header the form describes; a ValueError says which field makes no sense."""
        shown, exact = self._shown_alpha
        # What nobody edited is not rounded to what is read.
        alpha = exact if self._alpha.text() == shown else _alpha(self._alpha.text())
        k = _k(self._k.text())
        algorithm = find_algorithm(self._algorithm.currentData())
        test = self._test.currentData()
        if find_test(test).needs not in algorithm.needs:  # one that goes with it, where there is any
            fitting = (each.id for each in self._possible_tests() if each.needs in algorithm.needs)
            test = next(fitting, test)
        source = self._session.source
        wanted = replace(
            header,
            algorithm=algorithm.id,
            test=test,
            alpha=alpha,
            k=k,
            rows=None if source is None else source.rows(test),
        )
        return self._reliability.applied(self._parameters.applied(wanted))

    def _show_roles(self) -> None:
        trace = self._player.trace
        if trace is None or not self._lists_what_is_shown():
            return
        view, event = self._player.view, self._player.current_event
        target = view.current if view.current is not None and view.finished is None else trace.header.target
        now = {event.x, event.y} - {target} if isinstance(event, Tested) else set()
        if self._rows.show(standings(view, target, len(trace.header.names)), now):
            self._list.viewport().update()

    def _lists_what_is_shown(self) -> bool:
        """Not from opening data to the first events of their run: till then, the one before it is shown."""
        trace = self._player.trace
        return trace is not None and len(self._list.variables.names) == len(trace.header.names)

    def _on_selected(self, variable: int) -> None:
        if self._lists_what_is_shown():
            self.variable_selected.emit(variable)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._search and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
                self._go_to_found(down=event.key() == Qt.Key.Key_Down)
                return True
        return super().eventFilter(watched, event)

    def _go_to_found(self, *, down: bool) -> None:
        """From the search: Enter selects the first variable found, Down goes into the list there."""
        if self._list.choose_first() and down:
            self._list.setFocus()


def _alpha(text: str) -> float:
    try:
        alpha = float(text.replace(",", "."))
    except ValueError:
        alpha = 0.0
    if not 0 < alpha < 1:
        raise ValueError(f"Alpha is a number between 0 and 1, such as 0.01, not “{text}”.")
    return alpha


def _k(text: str) -> int | None:
    if text.strip().lower() in ("unlimited", "∞", ""):
        return None
    if not text.strip().isdecimal():
        raise ValueError(f"k is a whole number from 0 on, or “unlimited”, not “{text}”.")
    return int(text)
