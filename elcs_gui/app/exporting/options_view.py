"""The options of the export page: one form, of which each kind of file shows what concerns it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDoubleSpinBox,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from elcs_gui.app.exporting.choices import MOST_NTH, SCALES, SECONDS, SIZES, Choices
from elcs_gui.app.exporting.formats import EVERY, of_group
from elcs_gui.app.kit.fields import NumberBox, choice_box
from elcs_gui.app.kit.labels import Label, lettered, tip, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of

MOST_BUTTONS = 3
SENTENCES = {
    "picture": "The graph as a picture, painted as in the window. SVG and PDF stay sharp at any size.",
    "film": "The run as a film: a frame for every change, with its sentence below.",
    "report": "One page that needs nothing else: the answer, what was asked, every arrow with its proof.",
    "player": "One page that plays the run in any browser: steps, tests, reasons and questions.",
    "structure": "The graph that was found, for other programs.",
    "log": "Every CI test with its figures, one a line.",
    "script": "A Python script that reads the same data, runs the same way and compares the result.",
    "trace": "Everything that was asked and answered. It replays on any machine, without the data.",
}
_SHOWN = {
    "picture": ("view", "end", "theme", "size", "scale", "title", "marks"),
    "film": ("every", "nth", "from", "to", "seconds", "view", "theme", "size", "title", "marks"),
    "report": ("view", "title"),
    "player": ("title",),
    "structure": ("format", "end"),
    "log": ("end",),
    "script": (),
    "trace": (),
}
_MARKS = {
    "legend": ("Legend", "A line below the graph says what the signs mean."),
    "caption": ("Step caption", "What happened at the step stands below the graph."),
    "test": ("Running test", "The test of the step is drawn, if it is one."),
    "transparent": ("Transparent background", "Nothing is painted behind the graph."),
}


class ExportOptions(QWidget):
    """Shows choices and tells of others; it writes nothing itself."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._choices = Choices()
        self.sentence = Label(wordWrap=True, objectName="subtitle")
        self._formats = QWidget(objectName="segments", accessibleName="Format")
        self._formats.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._format_row = row_of(inside=self._formats, margins=2, spacing=2)
        self._format_buttons = QButtonGroup(self)
        self.format = choice_box("Format", {}, 8)
        """For groups with so many formats that buttons have no room."""
        self.view = choice_box("View", {"local": "Local view", "field": "Field view"}, 8)
        self.end = choice_box("Step", {"step": "This step", "end": "End of the run"}, 8)
        self.theme = choice_box("Colours", {"light": "Light", "dark": "Dark", "contrast": "High contrast"}, 8)
        self.sheet_size = choice_box("Size", {size: _size_in_words(size) for size in SIZES}, 8)
        self.scale = choice_box("Pixels", {scale: f"× {scale:g}" for scale in SCALES}, 8)
        self.title = QLineEdit(accessibleName="Title", placeholderText="none")
        self.every = choice_box("A frame for", EVERY, 8)
        self.nth = NumberBox(minimum=1, maximum=MOST_NTH, accessibleName="Of these, every")
        self.first = NumberBox(accessibleName="From step")
        self.last = NumberBox(accessibleName="To step")
        self.seconds = QDoubleSpinBox(
            minimum=SECONDS[0],
            maximum=SECONDS[1],
            singleStep=0.1,
            decimals=2,
            accessibleName="Seconds a frame",
        )
        self.marks = {
            id: QCheckBox(lettered(word), toolTip=tip(sentence), accessibleDescription=sentence)
            for id, (word, sentence) in _MARKS.items()
        }
        self._rows: dict[str, tuple[QWidget, ...]] = {}
        self._lay_out()
        for box in (self.view, self.end, self.theme, self.sheet_size, self.scale, self.every):
            box.activated.connect(self._taken)
        self.format.activated.connect(self._take_format)
        for spin in (self.nth, self.first, self.last, self.seconds):
            spin.valueChanged.connect(self._taken)
        self.title.textEdited.connect(self._taken)
        for check in self.marks.values():
            check.clicked.connect(self._taken)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        boxes = QWidget()
        column_of(*self.marks.values(), inside=boxes, margins=0)
        rows: Sequence[tuple[str, str, QWidget]] = (
            ("format", "Format", self.format),
            ("every", "A frame for", self.every),
            ("nth", "Of these, every", self.nth),
            ("from", "From step", self.first),
            ("to", "To step", self.last),
            ("seconds", "Seconds a frame", self.seconds),
            ("view", "View", self.view),
            ("end", "Step", self.end),
            ("theme", "Colours", self.theme),
            ("size", "Size", self.sheet_size),
            ("scale", "Pixels", self.scale),
            ("title", "Title", self.title),
            ("marks", "Show", boxes),
        )
        for line, (id, word, field) in enumerate(rows):
            label = Label(word)
            label.setBuddy(field if id != "marks" else self.marks["legend"])
            side = Qt.AlignmentFlag.AlignTop if id == "marks" else Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(label, line, 0, side)
            grid.addWidget(field, line, 1)
            self._rows[id] = (label, field)
        column_of(
            self.sentence,
            row_of(self._formats, (None, 0)),
            grid,
            (None, 0),
            inside=self,
            margins=0,
            spacing=14,
        )

    @property
    def choices(self) -> Choices:
        """What is chosen now."""
        return self._choices

    def set_run(self, step: int, length: int, *, anew: bool) -> None:
        """Where the cursor is, and how long the run; `anew`: a film is to show all of it."""
        self.end.setItemText(0, f"This step ({step:,})")
        self.end.setItemText(1, f"End of the run ({length:,})")
        whole = anew or self.last.value() == self.last.maximum()
        first, last = (0, length) if anew else (self.first.value(), self.last.value())
        for spin, value in ((self.first, first), (self.last, length if whole else last)):
            with QSignalBlocker(spin):
                spin.setMaximum(length)
                spin.setValue(value)

    def show_choices(self, choices: Choices) -> None:
        """Nobody is told."""
        self._choices = choices
        self.sentence.setText(SENTENCES[choices.group])
        self._show_formats(choices)
        for box, value in (
            (self.view, choices.view),
            (self.end, "end" if choices.end else "step"),
            (self.theme, choices.theme),
            (self.sheet_size, choices.size),
            (self.scale, choices.scale),
            (self.every, choices.every),
        ):
            box.setCurrentIndex(box.findData(value))
        for spin, number in ((self.nth, choices.nth), (self.seconds, choices.seconds)):
            with QSignalBlocker(spin):
                spin.setValue(number)  # type: ignore[arg-type]  # each its own kind
        for id, check in self.marks.items():
            check.setChecked(bool(getattr(choices, id)))
        shown = _SHOWN[choices.group]
        for id, widgets in self._rows.items():
            wanted = id in shown and (id != "scale" or choices.picture == "png")
            for widget in widgets:
                widget.setVisible(wanted)
        for id in ("caption", "test", "transparent"):  # a film has its sentences, and always a ground
            self.marks[id].setVisible(choices.group != "film" or id == "test")

    def _show_formats(self, choices: Choices) -> None:
        forms = of_group(choices.group)
        self._formats.setVisible(1 < len(forms) <= MOST_BUTTONS)
        if len(forms) > MOST_BUTTONS:
            self.format.clear()
            for form in forms:
                self.format.addItem(form.title, form.ending)
            self.format.setCurrentIndex(self.format.findData(choices.ending))
            forms = ()
        shown = [button.property("ending") for button in self._format_buttons.buttons()]
        if shown != [form.ending for form in forms]:
            for button in self._format_buttons.buttons():
                self._format_buttons.removeButton(button)
                self._format_row.removeWidget(button)
                button.hide()
                button.deleteLater()
            for place, form in enumerate(forms):
                button = QPushButton(lettered(form.title), objectName="segment", checkable=True)
                button.setProperty("ending", form.ending)
                tooltip(button, f".{form.ending}")
                button.clicked.connect(self._take_format)
                self._format_buttons.addButton(button, place)
                self._format_row.addWidget(button)
        for button in self._format_buttons.buttons():
            button.setChecked(button.property("ending") == choices.ending)

    def _take_format(self) -> None:
        chosen = self._format_buttons.checkedButton()
        ending = self.format.currentData() if chosen is None else chosen.property("ending")
        self.show_choices(replace(self._choices, **{self._choices.group: ending}))
        self.changed.emit()

    def _taken(self) -> None:
        self._choices = replace(
            self._choices,
            view=self.view.currentData(),
            end=self.end.currentData() == "end",
            theme=self.theme.currentData(),
            size=self.sheet_size.currentData(),
            scale=self.scale.currentData(),
            every=self.every.currentData(),
            nth=self.nth.value(),
            seconds=self.seconds.value(),
            **{id: check.isChecked() for id, check in self.marks.items()},
        )
        self.changed.emit()


def _size_in_words(size: str) -> str:
    words = {"window": "As in the window", "auto": "As large as needed"}
    return words.get(size) or size.replace("x", " × ")
