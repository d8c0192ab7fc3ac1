"""Recording a lesson: go through the run as usual, and say something wherever it stands."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from elcs_gui.app.kit.dialogs import asked_new_file
from elcs_gui.app.model.context import Context
from elcs_gui.errors import ElcsError
from elcs_gui.lessons.cursors import find
from elcs_gui.lessons.exercise import Exercise, Offer
from elcs_gui.lessons.lesson_file import Lesson, LessonStep, write_lesson
from elcs_gui.lessons.playing import troubles
from elcs_gui.lessons.recording import askable, lesson_on, step_at

ABOUT = "Move the cursor, write what there is to see, and add a step: it stands by what happens there."


class RecorderDialog(QDialog):
    """Stands beside the window; the cursor of the workspace says where a step goes."""

    previewed = Signal(object)
    """A Lesson to be played."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.steps: list[LessonStep] = []
        self.setWindowTitle("Record a lesson")
        self.setMinimumSize(420, 560)
        self._build()
        context.player.moved.connect(self._follow)
        context.player.trace_changed.connect(self._follow)
        self._follow()

    def _build(self) -> None:
        self.title = QLineEdit(placeholderText="Title of the lesson")
        self.list = QListWidget()
        self.list.setAccessibleName("Steps of the lesson")
        self.list.currentRowChanged.connect(self._show_step)
        self.where = QLabel(objectName="quiet", wordWrap=True)
        self.heading = QLineEdit(placeholderText="Heading of the step")
        self.caption = QPlainTextEdit(placeholderText="What there is to see; *stress* and **strong** words")
        self.caption.setTabChangesFocus(True)
        self.ask = QCheckBox()
        self.exercise = QComboBox()
        self.exercise.setAccessibleName("Exercise of the step")
        self.exercise.addItem("No exercise", None)
        for exercise in Exercise:
            self.exercise.addItem(f"Do it yourself: {exercise}", exercise)
        self.add_button = QPushButton("Add step", objectName="primary")
        self.change_button = QPushButton("Change")
        self.remove_button = QPushButton("Remove")
        self.preview_button = QPushButton("Preview")
        self.save_button = QPushButton("Save...")
        for button, act in (
            (self.add_button, self._add), (self.change_button, self._change),
            (self.remove_button, self._remove), (self.preview_button, self._preview),
            (self.save_button, self._save),
        ):  # fmt: skip
            button.clicked.connect(act)
            button.setAutoDefault(False)
        self.said = QLabel(objectName="lessonReason", wordWrap=True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        column = QVBoxLayout(self)
        column.addWidget(QLabel(ABOUT, objectName="quiet", wordWrap=True))
        for part in (self.title, self.list, self.where, self.heading, self.caption, self.ask, self.exercise):
            column.addWidget(part)
        for buttons in (
            (self.add_button, self.change_button, self.remove_button),
            (self.preview_button, self.save_button),
        ):
            row = QHBoxLayout()
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            column.addLayout(row)
        column.addWidget(self.said)
        self._say("")
        self._list(-1)

    # Where it stands

    def _follow(self) -> None:
        player = self._context.player
        kinds = () if player.trace is None else askable(player.trace, player.step)
        self.where.setText(f"The cursor stands at step {player.step:,}.")
        self.ask.setEnabled(bool(kinds))
        self.ask.setChecked(self.ask.isChecked() and bool(kinds))
        self.ask.setText(f"Ask: {', '.join(kinds)}" if kinds else "Nothing to ask about here")
        self.add_button.setEnabled(player.trace is not None)

    def _made(self) -> LessonStep | None:
        player = self._context.player
        if player.trace is None:
            return None
        kinds = askable(player.trace, player.step) if self.ask.isChecked() else ()
        exercise = self.exercise.currentData()
        offer = None if exercise is None else Offer(Exercise(exercise))
        return step_at(
            player.trace,
            player.step,
            self.heading.text(),
            self.caption.toPlainText(),
            ask=kinds,
            practise=offer,
        )

    def _list(self, row: int) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([f"{place}  {step.heading}" for place, step in enumerate(self.steps, 1)])
        self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        for button in (self.change_button, self.remove_button):
            button.setEnabled(row >= 0)

    def _show_step(self, row: int) -> None:
        """Put the cursor where a step stands, and show what it says."""
        trace = self._context.player.trace
        for button in (self.change_button, self.remove_button):
            button.setEnabled(row >= 0)
        if not 0 <= row < len(self.steps) or trace is None:
            return
        step = self.steps[row]
        with suppress(ElcsError):  # recorded on another run: its words are shown all the same
            self._context.player.seek(find(step.at, trace))
        self.heading.setText(step.heading)
        self.caption.setPlainText(step.caption)
        self.ask.setChecked(bool(step.ask))
        offer = step.practise
        self.exercise.setCurrentIndex(0 if offer is None else self.exercise.findData(offer.exercise))

    # What is done

    def _add(self) -> None:
        made = self._made()
        if made is not None:
            row = self.list.currentRow() + 1
            self.steps.insert(row, made)
            self._list(row)
            self._say("")

    def _change(self) -> None:
        made, row = self._made(), self.list.currentRow()
        if made is not None and row >= 0:
            self.steps[row] = made
            self._list(row)

    def _remove(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            del self.steps[row]
            self._list(min(row, len(self.steps) - 1))

    def lesson(self, path: Path) -> Lesson:
        """What was recorded, to be kept at `path`; an error says what it cannot keep."""
        source, trace = self._context.session.source, self._context.player.trace
        if source is None or trace is None:
            raise ElcsError("Nothing is open that a lesson could name: open data, a network or an example.")
        made = lesson_on(source, trace.header, self.title.text(), self.steps, path)
        for trouble in troubles(made, trace):
            raise trouble
        return made

    def _preview(self) -> None:
        try:
            self.previewed.emit(self.lesson(Path.cwd() / "preview.md"))
        except ElcsError as error:
            self._say(str(error))

    def _save(self) -> None:
        path = asked_new_file(self, "Save the lesson", "lesson.md", "Lessons (*.md *.lesson)")
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> None:
        """Write the lesson; what stands in its way is said."""
        try:
            write_lesson(self.lesson(path), path)
        except ElcsError as error:
            self._say(str(error))
        else:
            self._say(f"{len(self.steps)} step{'s' * (len(self.steps) != 1)} written to {path.name}.")

    def _say(self, words: str) -> None:
        self.said.setText(words)
        self.said.setVisible(bool(words))
