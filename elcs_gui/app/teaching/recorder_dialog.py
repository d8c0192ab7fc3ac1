"""Recording a lesson: go through the run as usual, and say something wherever it stands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QPainter, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.dialogs import asked_new_file
from elcs_gui.app.kit.fields import choice_box
from elcs_gui.app.kit.labels import Label, lettered
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.app.teaching.question_painter import marks_of, paint_marks
from elcs_gui.errors import ElcsError
from elcs_gui.lessons.cursors import find
from elcs_gui.lessons.exercise import Exercise, Offer
from elcs_gui.lessons.lesson_file import Lesson, LessonStep, highlights_of, write_lesson
from elcs_gui.lessons.playing import shown_at, troubles
from elcs_gui.lessons.recording import Recording, askable, highlight_of, lesson_on, step_at, switched

ABOUT = "Move the cursor, write what there is to see, and add a step: it stands by what happens there."
PICKING = "Click variables and edges in the picture to point them out, again to take them back."


class RecorderDialog(QDialog):
    """Stands beside the window; the cursor of the workspace says where a step goes."""

    previewed = Signal(object)
    """A Lesson to be played."""

    def __init__(self, context: Context, graph: GraphPanel, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._graph = context, graph
        self.recording = Recording()
        self.setWindowTitle("Record a lesson")
        self.setMinimumSize(460, 680)
        self._build()
        graph.picked.connect(self._point_out)
        self.highlight.textChanged.connect(graph.update)
        context.player.moved.connect(self._follow)
        context.player.trace_changed.connect(self._follow)
        self._follow()

    def _build_fields(self) -> None:
        self.title = QLineEdit(placeholderText="Title of the lesson")
        self.list = QListWidget(accessibleName="Steps of the lesson")
        self.list.currentRowChanged.connect(self._show_step)
        self.where = Label(objectName="quiet", wordWrap=True)
        self.heading = QLineEdit(placeholderText="Heading of the step")
        self.caption = _words("What there is to see; *stress* and **strong** words")
        self.highlight = QLineEdit(placeholderText="What to point out: T, T -> B, set PC")
        self.highlight.setAccessibleName("What the step points out")
        self.pick = QPushButton("Pick in the picture", checkable=True, toolTip=PICKING, autoDefault=False)
        self.pick.toggled.connect(lambda on: self._graph.set_picking(on=on))
        self.hint = QLineEdit(placeholderText="Hint, instead of the one the run gives", enabled=False)
        self.ask = QCheckBox()
        self.ask.toggled.connect(self.hint.setEnabled)
        self.notes = _words("Notes for whoever presents it")
        offers = {exercise: f"Practice: {exercise}" for exercise in Exercise}
        self.exercise = choice_box("Exercise of the step", {None: "No exercise", **offers})

    def _build(self) -> None:
        self._build_fields()
        self.said = Label(objectName="lessonReason", wordWrap=True)
        self.add_button = self._button("Add step", self._add, name="primary")
        self.change_button = self._button("Change step", self._change)
        self.preview_button = self._button("Preview", self._preview)
        self.save_button = self._button("Save...", self._save)
        column_of(
            Label(ABOUT, objectName="quiet", wordWrap=True),
            self.title,
            (row_of((self.list, 1), self._beside_the_list()), 2),
            self.where,
            self.heading,
            (self.caption, 2),
            row_of((self.highlight, 1), self.pick),
            self.ask,
            self.hint,
            (self.notes, 1),
            self.exercise,
            row_of(self.add_button, self.change_button, None, self.preview_button, self.save_button),
            self.said,
            inside=self,
        )
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self._undo)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Redo), self, self._redo)
        self._say("")
        self._list(-1)

    def _beside_the_list(self) -> QVBoxLayout:
        self.up_button = self._button("Up", lambda: self._move(-1))
        self.down_button = self._button("Down", lambda: self._move(1))
        self.remove_button = self._button("Remove", self._remove)
        self.undo_button = self._button("Undo", self._undo)
        self.redo_button = self._button("Redo", self._redo)
        return column_of(
            self.up_button, self.down_button, self.remove_button, self.undo_button, self.redo_button, None
        )

    def _button(self, text: str, act: Callable[[], object], name: str = "") -> QPushButton:
        button: QPushButton = QPushButton(lettered(text), objectName=name, autoDefault=False)
        button.clicked.connect(act)
        return button

    # Where it stands

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        return self.recording.steps

    def _follow(self) -> None:
        player = self._context.player
        kinds = () if player.trace is None else askable(player.trace, player.step)
        self.where.setText(f"The cursor stands at step {player.step:,}.")
        self.ask.setEnabled(bool(kinds))
        self.ask.setChecked(self.ask.isChecked() and bool(kinds))
        self.ask.setText(f"Ask: {', '.join(kinds)}" if kinds else "Nothing to ask about here")
        self.add_button.setEnabled(player.trace is not None)

    def _point_out(self, what: Variable | Edge) -> None:
        """Something was clicked in the picture: point it out, or no longer."""
        player = self._context.player
        if player.trace is None:
            return
        variables = what.ends if isinstance(what, Edge) else (what.x,)
        with suppress(ElcsError):  # what was typed is half a word: it is left to be finished
            there = highlights_of(self.highlight.text())
            found = switched(there, highlight_of(player.trace, player.step, variables))
            self.highlight.setText(", ".join(each.text for each in found))

    def _made(self) -> LessonStep | None:
        """The step as it is written; None, with the reason said, where it cannot be."""
        player = self._context.player
        if player.trace is None:
            return None
        exercise = self.exercise.currentData()
        try:
            made = step_at(
                player.trace,
                player.step,
                self.heading.text(),
                self.caption.toPlainText(),
                highlight=highlights_of(self.highlight.text()),
                ask=askable(player.trace, player.step) if self.ask.isChecked() else (),
                hint=self.hint.text(),
                notes=self.notes.toPlainText(),
                practise=None if exercise is None else Offer(Exercise(exercise)),
            )
            for trouble in troubles(Lesson("", (replace(made, practise=None),)), player.trace):
                raise trouble
        except ElcsError as error:
            self._say(str(error))
            return None
        self._say("")
        return made

    def _list(self, row: int) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([f"{place}  {step.heading}" for place, step in enumerate(self.steps, 1)])
        self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self._enable(row)

    def _enable(self, row: int) -> None:
        for button in (self.change_button, self.remove_button):
            button.setEnabled(row >= 0)
        self.up_button.setEnabled(row > 0)
        self.down_button.setEnabled(0 <= row < len(self.steps) - 1)
        self.undo_button.setEnabled(self.recording.can_undo)
        self.redo_button.setEnabled(self.recording.can_redo)

    def _show_step(self, row: int) -> None:
        """Put the cursor where a step stands, and show what it says."""
        trace = self._context.player.trace
        self._enable(row)
        if not 0 <= row < len(self.steps) or trace is None:
            return
        step = self.steps[row]
        with suppress(ElcsError):  # recorded on another run: its words are shown all the same
            self._context.player.seek(find(step.at, trace))
        self.heading.setText(step.heading)
        self.caption.setPlainText(step.caption)
        self.highlight.setText(", ".join(each.text for each in step.highlight))
        self.ask.setChecked(bool(step.ask))
        self.hint.setText(step.hint)
        self.notes.setPlainText(step.notes)
        offer = step.practise
        self.exercise.setCurrentIndex(0 if offer is None else self.exercise.findData(offer.exercise))

    # What is done

    def _add(self) -> None:
        """After the step that is chosen; what is only of this one is then written anew."""
        made = self._made()
        if made is None:
            return
        row = self.list.currentRow() + 1
        self.recording.put(row, made)
        self._list(row)
        for field in (self.heading, self.highlight, self.hint):
            field.clear()
        for words in (self.caption, self.notes):
            words.clear()
        self.exercise.setCurrentIndex(0)
        self.ask.setChecked(False)

    def _change(self) -> None:
        made, row = self._made(), self.list.currentRow()
        if made is not None and row >= 0:
            self.recording.put(row, made, instead=True)
            self._list(row)

    def _remove(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self.recording.remove(row)
            self._turn_to(row)

    def _move(self, by: int) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self._turn_to(self.recording.move(row, by))

    def _undo(self) -> None:
        self.recording.undo()
        self._turn_to(self.list.currentRow())

    def _redo(self) -> None:
        self.recording.redo()
        self._turn_to(self.list.currentRow())

    def _turn_to(self, row: int) -> None:
        """The steps have changed: show the one at this place, or the last."""
        row = min(row, len(self.steps) - 1)
        self._list(row)
        self._show_step(row)

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

    def _paint(self, painter: QPainter, frame: Frame) -> None:
        """What the step points out, in the picture of the workspace."""
        player = self._context.player
        if player.trace is None or frame.scene.argument is not None:
            return
        with suppress(ElcsError):  # it is still being typed, or of another step
            shown = shown_at(highlights_of(self.highlight.text()), player.step, player.trace)
            paint_marks(painter, frame, self._context.theme, marks_of(frame, (), None, shown), "")

    def showEvent(self, event: QShowEvent) -> None:
        self._graph.set_overlay(self._paint)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._graph.set_overlay(None)
        self.pick.setChecked(False)  # clicks select again
        super().hideEvent(event)


def _words(placeholder: str) -> QPlainTextEdit:
    made: QPlainTextEdit = QPlainTextEdit(placeholderText=placeholder, tabChangesFocus=True)
    return made
