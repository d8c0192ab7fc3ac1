"""The top of the import page: which file, how large, in which form, and what was found in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from elcs_gui.app.importing.draft import Draft
from elcs_gui.app.importing.words import (
    DECIMALS,
    DELIMITERS,
    ENCODINGS,
    HEADERS,
    encoding_key,
    extent,
    found,
    part_title,
)
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import Chip, OneLine
from elcs_gui.data.files import size_words
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.address import address_of, title_of


class ImportHead(QWidget):
    """What is changed here concerns the form of the file: it has to be looked at anew."""

    form_changed = Signal(object)
    """An ImportPlan to look with."""
    closed = Signal()

    def __init__(self) -> None:
        super().__init__(objectName="panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._plan = ImportPlan()
        self._name = OneLine("section", middle=True)
        self._about = OneLine("quiet")
        self.found = Label(wordWrap=True)
        self.chips = {
            "delimiter": Chip("Delimiter"),
            "header": Chip("Header"),
            "encoding": Chip("Encoding"),
            "decimal": Chip("Decimal sign"),
            "part": Chip("Sheet"),
        }
        self.close_button = QPushButton(
            "Close", objectName="ghost", toolTip="Back to what was shown before. Esc"
        )
        self.close_button.clicked.connect(self.closed)
        for field, chip in self.chips.items():
            chip.chosen.connect(lambda value, field=field: self._choose(field, value))
        first = (self._name, self._about, None, *self.chips.values(), self.close_button)
        column_of(row_of(*first, spacing=10), self.found, inside=self, margins=(16, 8, 12, 9), spacing=5)

    def show_file(self, path: Path) -> None:
        """A file of which nothing is known yet."""
        self._name.say(title_of(path))
        tooltip(self._name, str(path))
        try:
            self._about.say(size_words(path.stat().st_size))
        except OSError:
            self._about.say("")  # the look at it will say so
        self.found.setText("Looking at the file …")
        for chip in self.chips.values():
            chip.hide()

    def show_draft(self, draft: Draft, path: Path, *, whole: bool) -> None:
        """What is known so far."""
        survey = draft.survey
        self._plan, form = survey.plan, survey.form
        self._name.say(title_of(path))
        address = address_of(path)
        if address is not None:
            about = address.backend
        else:
            about = size_words(path.stat().st_size) if path.exists() else "gone"
        self._about.say(f"{about} · {extent(draft, whole=whole)}")
        self.found.setText(found(draft, whole=whole))
        text = form.format == "text"
        chips = self.chips
        if text:
            chips["delimiter"].show_choices(form.delimiter, DELIMITERS, said=self._plan.delimiter is not None)
            chips["encoding"].show_choices(
                encoding_key(form.encoding), ENCODINGS, said=self._plan.encoding is not None
            )
            chips["decimal"].show_choices(form.decimal, DECIMALS, said=self._plan.decimal is not None)
        if form.has_header is not None:
            chips["header"].show_choices(form.has_header, HEADERS, said=self._plan.header is not None)
        if len(form.parts) > 1:
            title = part_title(form)
            names = {part: f"{title}: {part}" for part in form.parts}
            chips["part"].show_choices(form.part, names, said=self._plan.part is not None)
        for name in ("delimiter", "encoding", "decimal"):
            chips[name].setVisible(text)
        chips["header"].setVisible(form.has_header is not None and form.format in ("text", "xlsx"))
        chips["part"].setVisible(len(form.parts) > 1)

    def _choose(self, field: str, value: object) -> None:
        if getattr(self._plan, field) != value:
            said: dict[str, Any] = {field: value}
            self.form_changed.emit(replace(self._plan, **said))
