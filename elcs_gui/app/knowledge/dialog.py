"""Background knowledge: a dialog beside the window in which it is put together, and then run with at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from elcs_gui.app.kit.dialogs import asked_file, asked_new_file
from elcs_gui.app.kit.fields import choice_box
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.model.session import Session
from elcs_gui.data.files import replacing
from elcs_gui.data.names import position
from elcs_gui.errors import ElcsError
from elcs_gui.trace.knowledge import Knowledge, check_knowledge
from elcs_gui.trace.knowledge_statements import (
    Claim,
    Statement,
    said,
    tiers_text,
    with_statement,
    with_tiers,
    without,
)
from elcs_gui.trace.knowledge_text import read_knowledge, statements

_ROW = 30
_FILES = "Knowledge (*.txt *.knowledge);;All files (*)"


class KnowledgeDialog(QDialog):
    """A draft that never contradicts itself: what would is refused with the reason, and nothing changes.

    `apply` takes the whole draft as one edit. Until then the run and what is known in it stay as they are.
    """

    def __init__(self, session: Session, apply: Callable[[Knowledge], None], parent: QWidget) -> None:
        super().__init__(parent, windowTitle="Background knowledge")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._apply_to_run = session, apply
        self._base = self._draft = Knowledge.none
        self._names: tuple[str, ...] = ()
        self._mistyped = False
        """The tiers typed make no sense: they are not what would be run with."""
        self.list = QListWidget(accessibleName="What is known")
        self.list.setSelectionMode(QListWidget.SelectionMode.NoSelection)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._nothing = Label(
            "Nothing yet. Say below which arrows there must or cannot be,\n"
            "or right-click an edge of the graph.",
            objectName="quiet",
        )
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.first, self.second = self._variables("First variable"), self._variables("Second variable")
        self.kind = choice_box("What is known of them", {claim: claim.value for claim in Claim})
        self.add = QPushButton("Add", toolTip="Add this to what is known")
        self.add.clicked.connect(self._add)
        self.tiers = QLineEdit(
            accessibleName="Tiers",
            placeholderText="A, B < C < D",
            toolTip="The earliest first: no arrow leads from a later tier into an earlier one.",
        )
        self.tiers.textEdited.connect(self._take_tiers)
        self._refused = Label(objectName="refused", wordWrap=True)
        self._state = Label(objectName="quiet")
        self.apply = QPushButton("Run with it", objectName="primary", toolTip="Run with this knowledge")
        self.apply.clicked.connect(self._apply)
        self._build()
        session.opened.connect(self._on_opened)
        session.run_started.connect(self._follow)
        self._on_opened()

    @property
    def draft(self) -> Knowledge:
        """What is put together so far."""
        return self._draft

    @property
    def refusal(self) -> str:
        """Why the last change was refused; empty if it was not."""
        return str(self._refused.text())

    # Building

    def _variables(self, name: str) -> QComboBox:
        box = choice_box(name, {}, letters=6)
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        completer = box.completer()
        assert completer is not None  # an editable box has one
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        return box

    def _build(self) -> None:
        statement = row_of((self.first, 1), self.kind, (self.second, 1), self.add, spacing=8)
        load = QPushButton("Load…", toolTip="Take the knowledge from a text file")
        self.save = QPushButton("Save…", toolTip="Write the knowledge to a text file")
        self.clear = QPushButton("Clear", toolTip="Take everything back")
        close = QPushButton("Close")
        load.clicked.connect(self._ask_and_load)
        self.save.clicked.connect(self._ask_and_save)
        self.clear.clicked.connect(self._clear)
        close.clicked.connect(self.close)
        buttons = row_of(load, self.save, self.clear, (None, 0), close, self.apply, spacing=8)
        for button in (load, self.save, self.clear, close, self.add, self.apply):
            button.setAutoDefault(False)  # Enter in a field must not run anything
        column_of(
            Label("Arrows and edges", objectName="section"),
            (self.list, 1),
            (self._nothing, 1),
            statement,
            8,
            Label("Tiers", objectName="section"),
            self.tiers,
            Label(
                "The earliest first: no arrow leads from a later tier into an earlier one.",
                objectName="quiet",
            ),
            self._refused,
            4,
            self._state,
            buttons,
            inside=self,
            margins=(20, 16, 20, 14),
            spacing=8,
        )
        self.resize(560, 420)
        for box in (self.first, self.second):
            edit = box.lineEdit()
            assert edit is not None
            edit.returnPressed.connect(self._add)

    # Following the session

    def _on_opened(self) -> None:
        """Other variables: begin anew."""
        header = self._session.header
        self._names = () if header is None else header.names
        for box in (self.first, self.second):
            box.clear()
            box.addItems(list(self._names))
        self.second.setCurrentIndex(min(1, len(self._names) - 1))
        self._base = self._draft = Knowledge.none if header is None else header.knowledge
        self._show_draft(tiers=True)

    def _follow(self) -> None:
        """Another run is shown: what was not changed here is what is known there."""
        header = self._session.header
        if header is None:
            return
        unchanged, self._base = self._draft == self._base, header.knowledge
        if unchanged:
            self._draft = self._base
        self._show_draft(tiers=unchanged)

    # Changing the draft

    def _change(self, make: Callable[[], Knowledge], *, tiers: bool = False) -> bool:
        """Take what `make` gives, or say why it cannot be had."""
        try:
            self._draft = make()
        except ElcsError as error:
            self._refuse(str(error))
            return False
        self._show_draft(tiers=tiers)
        return True

    def _add(self) -> None:
        def make() -> Knowledge:
            a, b = (position(box.currentText(), self._names, "the data") for box in (self.first, self.second))
            return with_statement(self._draft, Statement(Claim(self.kind.currentData()), a, b), self._names)

        self._change(make)

    def _remove(self, statement: Statement) -> None:
        self._change(lambda: without(self._draft, statement))

    def _take_tiers(self, text: str) -> None:
        self._mistyped = False
        if not self._change(lambda: with_tiers(self._draft, text, self._names)):
            self._mistyped = True
            self.apply.setEnabled(False)
            self.save.setEnabled(False)

    def _clear(self) -> None:
        self._change(lambda: Knowledge.none, tiers=True)

    def _apply(self) -> None:
        self._apply_to_run(self._draft)

    # Files

    def _ask_and_load(self) -> None:
        if path := asked_file(self, "Load knowledge", _FILES):
            self.load_from(path)

    def load_from(self, path: Path) -> None:
        """Replace the draft by what a file says."""

        def make() -> Knowledge:
            read = read_knowledge(path, self._names)
            check_knowledge(read, self._names)
            return read

        self._change(make, tiers=True)

    def _ask_and_save(self) -> None:
        if path := asked_new_file(self, "Save knowledge", "knowledge.txt", _FILES):
            self.save_to(path)

    def save_to(self, path: Path) -> None:
        """Write the draft as text."""
        lines = [f"{line}\n" for line in statements(self._draft, self._names)]
        try:
            with replacing(path) as part:
                part.write_text("".join(lines), encoding="utf-8")
        except ElcsError as error:
            self._refuse(str(error))

    # Showing

    def _refuse(self, reason: str) -> None:
        self._refused.setText(reason)
        self._refused.setVisible(bool(reason))

    def _show_draft(self, *, tiers: bool) -> None:
        self._refuse("")
        known = said(self._draft)
        self.list.clear()
        for statement in known:
            item = QListWidgetItem()
            item.setSizeHint(QSize(0, _ROW))
            self.list.addItem(item)
            self.list.setItemWidget(item, self._row(statement))
        self.list.setVisible(bool(known))
        self._nothing.setVisible(not known)
        if tiers:
            self.tiers.setText(tiers_text(self._draft, self._names))
            self._mistyped = False
        changed = self._draft != self._base
        self.apply.setEnabled(changed and not self._mistyped)
        self.save.setEnabled(not self._mistyped)
        self.clear.setEnabled(bool(self._draft) or self._mistyped)
        self._state.setText(
            "Changed: nothing happens until it is run with."
            if changed
            else "The run shown uses this."
            if self._draft
            else "The run shown uses no knowledge."
        )

    def _row(self, statement: Statement) -> QWidget:
        words = statement.words(self._names)
        row = QWidget()
        remove = QPushButton("Remove", objectName="link", accessibleName=f"Remove: {words}")
        remove.setAutoDefault(False)
        remove.clicked.connect(lambda: self._remove(statement))
        row_of(Label(words), (None, 0), remove, inside=row, margins=(4, 0, 4, 0))
        return row
