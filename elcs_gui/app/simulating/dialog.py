"""Data to order: a dialog beside the window that says what will come of it before it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QGridLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from elcs_gui.app.kit.dialogs import asked_file, asked_new_file
from elcs_gui.app.kit.fields import LARGEST_SEED, NumberField, choice_box
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.kit.thread_task import tell
from elcs_gui.app.kit.tick_list import TickedList
from elcs_gui.app.model.session import Session
from elcs_gui.app.simulating.client import SimulationClient
from elcs_gui.app.simulating.networks import (
    Choice,
    bundled_choices,
    described,
    file_choice,
    load_aside,
    open_choice,
    still_hidden,
)
from elcs_gui.data.network import Network
from elcs_gui.data.simulation import SimulationOrder, SimulationPlan, node_names, outlook, outlook_sentence

NETWORK_FILES = "Networks with tables (*.bif *.xmlbif *.bifxml *.xml *.xdsl *.net);;All files (*)"
_DATA_FILES = "Data (*.csv *.tsv *.npz)"
_MOST_ROWS, _MOST_COPIES, _MOST_MISSING = 10_000_000, 100, 90
_WITH_EMPTY = "Each test then uses the rows in which all it asks about is known."


class SimulateDialog(QDialog):
    """Puts together an order.

    `show_data` carries one out whose data are to be shown; `leaving` asks before that, if there is work that
    would be lost.
    """

    _loaded = Signal(object, object)
    """From a thread: a choice, and its network or the reason why there is none."""

    def __init__(
        self,
        session: Session,
        show_data: Callable[[SimulationOrder], None],
        leaving: Callable[[Callable[[], object]], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, windowTitle="Simulate data")
        self._session, self._show_data, self._leaving = session, show_data, leaving
        self._client = session.client(SimulationClient)
        self.network: Network | None = None
        self._choices: list[Choice] = []
        self._busy = self._outdated = False
        self._listed: Network | None = None
        self._listed_copies = 1
        self._make_fields()
        self._build()
        self._loaded.connect(self._take)
        session.opened.connect(self._on_opened)
        session.failed.connect(self._on_failed)
        self._client.drawn.connect(self._on_drawn)
        self._client.written.connect(self._on_written)
        self._list_networks()
        self._show_busy(busy=False)

    def set_theme(self, theme: Theme) -> None:
        """Another size of letters."""
        self.hidden.set_scale(theme.scale)

    # Building

    def _make_fields(self) -> None:
        self.networks = choice_box("Network", {}, 20)
        self.networks.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.networks.currentIndexChanged.connect(self._choose)
        self.other = QPushButton(
            "Other network…", toolTip="Take a network with probability tables from a file"
        )
        self.other.clicked.connect(self._ask_for_network)
        self.rows = NumberField("Rows", 1, _MOST_ROWS, 5000)
        self.seed = NumberField("Seed", 0, LARGEST_SEED, 0)
        tooltip(self.seed, "A whole number from 0 on. The same seed draws the same data on every machine.")
        self.copies = NumberField("Copies", 1, _MOST_COPIES, 1)
        tooltip(
            self.copies,
            f"1 to {_MOST_COPIES}: so many copies of the network, linked with one another into a larger one.",
        )
        self.missing = NumberField("Empty cells (%)", 0, _MOST_MISSING, 0)
        tooltip(self.missing, f"0 to {_MOST_MISSING} percent of all cells, chosen at random. {_WITH_EMPTY}")
        self.hidden = TickedList("Hidden variables", "hidden")
        tooltip(self.hidden, "They are drawn and then left out, as causes that nobody has measured.")
        for field in (self.rows, self.seed, self.missing):
            field.changed.connect(self._show_outlook)
            field.textEdited.connect(self._show_outlook)
        self.copies.changed.connect(self._name_variables)
        self.copies.textEdited.connect(self._name_variables)
        self.hidden.changed.connect(self._show_outlook)
        self._about = Label(objectName="quiet", wordWrap=True)
        self._note = Label(_WITH_EMPTY, objectName="quiet", wordWrap=True)
        self._expected = Label(objectName="outlook", wordWrap=True, accessibleName="What will come of it")
        self._refused = Label(objectName="refused", wordWrap=True)
        self._progress = QProgressBar(maximum=1000, textVisible=False, accessibleName="How much is drawn")
        self.save = QPushButton(
            "Save to file…", toolTip="Write the data as CSV, TSV or NPZ instead of opening them"
        )
        self.save.clicked.connect(self._ask_and_save)
        self.with_network = QCheckBox("with the network beside it", checked=True)
        tooltip(self.with_network, "Write the network as well, under the same name as a BIF file")
        self.leave = QPushButton("Close")
        self.leave.clicked.connect(self._leave)
        self.start = QPushButton("Simulate and open", objectName="primary")
        tooltip(self.start, "Draw the data and run on them, with the network as the truth")
        self.start.clicked.connect(self._start)
        self.start.setDefault(True)
        for button in (self.other, self.save, self.leave):
            button.setAutoDefault(False)

    def _build(self) -> None:
        chosen = row_of((self.networks, 1), self.other, spacing=8)
        numbers = QGridLayout()
        numbers.setHorizontalSpacing(12)
        numbers.setVerticalSpacing(4)
        for column, field in enumerate((self.rows, self.seed, self.copies, self.missing)):
            label = Label(f"{field.accessibleName()}", objectName="label")
            label.setBuddy(field)
            numbers.addWidget(label, 0, column)
            numbers.addWidget(field, 1, column)
            numbers.setColumnStretch(column, 1)
        column_of(
            Label("Network", objectName="section"),
            chosen,
            self._about,
            6,
            numbers,
            self._note,
            6,
            (self.hidden, 1),
            4,
            self._expected,
            self._refused,
            self._progress,
            2,
            row_of(self.save, self.with_network, None, self.leave, self.start, spacing=8),
            inside=self,
            margins=(20, 16, 20, 14),
            spacing=8,
        )
        self.resize(600, 560)

    # Which network

    def _list_networks(self) -> None:
        """The one that is open first, then the bundled ones; one from a file stays."""
        from_files = [choice for choice in self._choices if choice.from_file]
        source, header = self._session.source, self._session.header
        target = None if header is None or not header.names else header.names[header.target]
        here = open_choice(None if source is None else source.network, target)
        self._choices = [*([here] if here else []), *from_files, *bundled_choices()]
        had = self.networks.currentText()
        self.networks.blockSignals(True)
        self.networks.clear()
        self.networks.addItems([choice.shown for choice in self._choices])
        titles = [choice.shown for choice in self._choices]
        self.networks.setCurrentIndex(titles.index(had) if had in titles else 0)
        self.networks.blockSignals(False)
        self._choose(self.networks.currentIndex())

    def _ask_for_network(self) -> None:
        if path := asked_file(self, "Network", NETWORK_FILES):
            self.take_file(path)

    def take_file(self, path: Path) -> None:
        """Choose the network in a file."""
        choice = file_choice(path)
        self._choices.insert(0, choice)
        self.networks.blockSignals(True)
        self.networks.insertItem(0, choice.shown)
        self.networks.blockSignals(False)
        self.networks.setCurrentIndex(0)
        self._choose(0)

    def _choose(self, place: int) -> None:
        choice = self._choices[place]
        self.network = None
        self._refuse("")
        self._about.setText(f"Reading {choice.name} …")
        self._name_variables()
        if choice.from_file:
            load_aside(choice, lambda result: tell(lambda: self._loaded.emit(choice, result)))
        else:
            self._take(choice, choice.load())

    def _take(self, choice: Choice, result: Network | str) -> None:
        if self._choices[self.networks.currentIndex()] is not choice:
            return  # another was chosen meanwhile
        if isinstance(result, str):
            self._about.setText("It cannot be read: choose another network.")
            self._refuse(result)
        else:
            self.network = result
            self._about.setText(described(result))
        self._name_variables()

    # What will come of it

    @property
    def plan(self) -> SimulationPlan:
        """What the fields say."""
        return SimulationPlan(
            self.rows.value, self.seed.value, self.copies.value, self.hidden.ticked, self.missing.value / 100
        )

    @property
    def expected(self) -> str:
        """What is said to come of it."""
        return str(self._expected.text())

    @property
    def refusal(self) -> str:
        """Why the last thing asked for was not done; empty if it was."""
        return str(self._refused.text())

    def _name_variables(self) -> None:
        """List the variables of so many copies; what was hidden stays so."""
        copies, before = self.copies.value, self._listed_copies
        if self.network is not None and self._listed is self.network and copies == before:
            return
        self._listed, self._listed_copies = self.network, copies
        if self.network is None:
            self.hidden.set_names(())
        else:
            kept = still_hidden(self.network, self.hidden.ticked, before, copies)
            self.hidden.set_names(node_names(self.network, copies), kept)
        self._show_outlook()

    def _show_outlook(self) -> None:
        self._note.setVisible(self.missing.value > 0)
        usable = self.network is not None and self.network.tables is not None
        self.hidden.setEnabled(usable and not self._busy)
        if self.network is None:
            self._expected.hide()
            self._allow(possible=False)
            return
        coming = outlook(self.network, self.plan)
        self._expected.setText(outlook_sentence(coming))
        self._expected.setVisible(self.network.tables is not None)
        self._allow(possible=not coming.problem)

    def _allow(self, *, possible: bool) -> None:
        for button in (self.start, self.save):
            button.setEnabled(possible and not self._busy)

    # Doing it

    def _start(self) -> None:
        if self.network is None:
            return
        choice = self._choices[self.networks.currentIndex()]
        target, copies = choice.target, self.copies.value
        names = set(node_names(self.network, copies)) - set(self.hidden.ticked)
        if target is not None and copies > 1:
            target = f"{target}_1"
        title = f"{choice.name} x {copies}, simulated" if copies > 1 else f"{choice.name}, simulated"
        order = SimulationOrder(self.network, self.plan, title, target if target in names else None)

        def go_on() -> None:
            self._show_busy(busy=True)
            self._show_data(order)

        self._leaving(go_on)

    def _ask_and_save(self) -> None:
        if path := asked_new_file(self, "Save simulated data", "simulated.csv", _DATA_FILES):
            self.save_to(path)

    def save_to(self, path: Path) -> None:
        """Draw the data and write them, with the network beside them if that is ticked."""
        if self.network is None:
            return
        network_to = path.with_suffix(".bif") if self.with_network.isChecked() else None
        self._show_busy(busy=True)
        self._client.begin(SimulationOrder(self.network, self.plan, to=path, network_to=network_to))

    def _leave(self) -> None:
        if self._busy:
            self._session.cancel()
        else:
            self.close()

    def _on_drawn(self, share: float) -> None:
        self._progress.setValue(round(1000 * share))

    def _on_opened(self) -> None:
        done = self._busy
        self._show_busy(busy=False)
        if done:
            self.hide()
        if self.isVisible():
            self._list_networks()
        else:
            self._outdated = True

    def _on_failed(self, reason: str) -> None:
        if self._busy:
            self._show_busy(busy=False)
            self._refuse(reason)

    def _on_written(self, sentence: str, well: bool) -> None:
        self._show_busy(busy=False)
        self._refuse("" if well else sentence)
        if well:
            self._about.setText(sentence)

    def _refuse(self, reason: str) -> None:
        self._refused.setText(reason)
        self._refused.setVisible(bool(reason))

    def _show_busy(self, *, busy: bool) -> None:
        self._busy = busy
        self._progress.setValue(0)
        self._progress.setVisible(busy)
        self.leave.setText("Cancel" if busy else "Close")
        fields = (
            self.networks,
            self.other,
            self.rows,
            self.seed,
            self.copies,
            self.missing,
            self.with_network,
        )
        for field in fields:
            field.setEnabled(not busy)
        if busy:
            self._refuse("")
            self.leave.setFocus()  # what had the focus is greyed out
        self._show_outlook()

    def showEvent(self, event: QShowEvent) -> None:
        """List what is open now, if that has changed meanwhile."""
        if self._outdated:
            self._outdated = False
            self._list_networks()
        super().showEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc gives up what is under way before it closes."""
        if event.key() == Qt.Key.Key_Escape and self._busy:
            self._session.cancel()
            return
        super().keyPressEvent(event)
