"""The text of a lesson file: what is wrong in it is marked at its line, changed there, and checked again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QListWidget, QPlainTextEdit, QPushButton, QTextEdit, QWidget

from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.errors import ElcsError
from elcs_gui.lessons.lesson_file import LessonError, lesson_of, read_text, write_text
from elcs_gui.lessons.playing import checked

_PAUSE = 400
"""Milliseconds without a key after which the text is read again."""
READS = "It reads as a lesson. Check runs it and finds every place, highlight and question."
FINE = "Nothing is wrong with it: every place, highlight and question was found."


class SourceEditor(QPlainTextEdit):
    """Plain text with the numbers of its lines, some of them marked."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._marked: frozenset[int] = frozenset()
        self.setAccessibleName("Text of the lesson")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self._numbers = _Numbers(self)
        self.blockCountChanged.connect(self._make_room)
        self.updateRequest.connect(self._scrolled)
        self._make_room()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.mark(self._marked)

    def mark(self, lines: Sequence[int] | frozenset[int]) -> None:
        """Mark these lines, counted from 1, and no others."""
        self._marked = frozenset(lines)
        found = []
        for line in sorted(self._marked):
            block = self.document().findBlockByNumber(line - 1)
            if block.isValid():
                mark = QTextEdit.ExtraSelection()
                mark.format.setBackground(self._theme.conflict_bg)
                mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
                mark.cursor = QTextCursor(block)
                found.append(mark)
        self.setExtraSelections(found)
        self._numbers.update()

    def go_to(self, line: int) -> None:
        """Put the cursor at the beginning of a line, in sight."""
        block = self.document().findBlockByNumber(max(line, 1) - 1)
        if block.isValid():
            self.setTextCursor(QTextCursor(block))
            self.centerCursor()
        self.setFocus()

    # The numbers

    @property
    def gutter(self) -> int:
        """How wide the numbers are."""
        digits = len(str(max(self.blockCount(), 100)))
        return 20 + self.fontMetrics().horizontalAdvance("9") * digits

    def _make_room(self) -> None:
        self.setViewportMargins(self.gutter, 0, 0, 0)

    def _scrolled(self, rect: QRect, dy: int) -> None:
        if dy:
            self._numbers.scroll(0, dy)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._numbers.setGeometry(QRect(inside.left(), inside.top(), self.gutter, inside.height()))

    def paint_numbers(self, painter: QPainter) -> None:
        """Of the lines in sight."""
        theme, block = self._theme, self.firstVisibleBlock()
        painter.setFont(self.font())
        while block.isValid():
            box = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if box.top() > self._numbers.height():
                break
            line = block.blockNumber() + 1
            ink: QColor = theme.conflict if line in self._marked else theme.ink_3
            painter.setPen(ink)
            where = QRect(0, round(box.top()), self.gutter - 10, self.fontMetrics().height())
            painter.drawText(where, Qt.AlignmentFlag.AlignRight, str(line))
            block = block.next()


class _Numbers(QWidget):
    def __init__(self, editor: SourceEditor) -> None:
        super().__init__(editor)
        self._editor = editor

    def sizeHint(self) -> QSize:
        return QSize(self._editor.gutter, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._editor.paint_numbers(QPainter(self))


class SourceView(QWidget):
    """One lesson file at a time. It is read again while it is typed; `Check` runs it, too."""

    play_wanted = Signal(object)
    """A Lesson, as the text has it now."""
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.path: Path | None = None
        self.troubles: list[LessonError] = []
        """What is wrong, as far as it is known."""
        self._asked = ""
        """The text that was checked last."""
        self._checking = ThreadTask("check a lesson", self)
        self._checking.done.connect(self._checked)
        self._checking.failed.connect(lambda reason: self._show([LessonError(reason)], ""))
        self._read_later = QTimer(self, singleShot=True, interval=_PAUSE)
        self._read_later.timeout.connect(self.read)
        self._build(theme)

    def _build(self, theme: Theme) -> None:
        self.title = OneLine("heading", middle=True)
        self.editor = SourceEditor(theme)
        self.editor.textChanged.connect(self._typed)
        self.list = QListWidget(accessibleName="What is wrong with the lesson")
        self.list.setMaximumHeight(96)
        self.list.setWordWrap(True)
        self.list.itemClicked.connect(lambda _: self._go_to_trouble())
        self.list.itemActivated.connect(lambda _: self._go_to_trouble())
        self.said = Label(objectName="quiet", wordWrap=True)
        self.check_button = QPushButton("Check")
        self.save_button = QPushButton("Save")
        self.again_button = QPushButton("Read again", toolTip="Take the file as it is, without the changes")
        self.play_button = QPushButton("Play", objectName="primary")
        self.close_button = QPushButton("Close")
        head = row_of((self.title, 1))
        for button, act in (
            (self.again_button, self._read_again), (self.check_button, self.check),
            (self.save_button, self.save), (self.close_button, self.closed.emit),
            (self.play_button, self._play),
        ):  # fmt: skip
            button.clicked.connect(act)
            head.addWidget(button)
        column_of(
            head, (self.editor, 1), self.list, self.said, inside=self, margins=(24, 16, 24, 16), spacing=10
        )

    def set_theme(self, theme: Theme) -> None:
        self.editor.set_theme(theme)

    @property
    def modified(self) -> bool:
        """Is there something that was not saved?"""
        return self.editor.document().isModified()

    @property
    def busy(self) -> bool:
        return self._checking.busy

    def wait(self) -> None:
        """Until nothing is being checked."""
        self._checking.wait()

    def open(self, path: Path, line: int = 0, unsaved: str | None = None) -> None:
        """Show a file, with the cursor at a line; an error where it cannot be read.

        Changes that were not saved are not lost: then it stays with them, and says so.

        Args:
            unsaved: its text with the changes that were made when it was last open, if they were not saved.
        """
        if self.modified and path != self.path:
            name = "" if self.path is None else self.path.name
            raise ElcsError(f"{name} has changes that are not saved: save it, or read it again, first.")
        if not self.modified:
            self._take(path)
            if unsaved is not None and unsaved != self.editor.toPlainText():
                self.editor.setPlainText(unsaved)
                self.editor.document().setModified(True)
        self.read()
        self.editor.go_to(line)

    def _take(self, path: Path) -> None:
        """Have the text of a file; where that cannot be read, all stays as it is."""
        text = read_text(path)
        self.path = path
        self.editor.setPlainText(text)
        self.editor.document().setModified(False)

    # What is wrong

    def _typed(self) -> None:
        self._read_later.start()
        self._show_title()

    def read(self) -> None:
        """Is it a lesson at all, as it stands?"""
        self._read_later.stop()
        self._show_title()
        try:
            lesson_of(self.editor.toPlainText(), self._name)
        except LessonError as error:
            self._show([error], "")
        else:
            self._show([], READS)

    def check(self) -> None:
        """Run it, and find all that it speaks of."""
        if self.path is not None and not self._checking.busy:
            self._read_later.stop()  # it would take away what the check finds
            self.said.setText("Checking …")
            self._asked = self.editor.toPlainText()
            self._checking.start(partial(checked, self._asked, self.path))

    def _checked(self, found: object) -> None:
        assert isinstance(found, list)
        if self.editor.toPlainText() == self._asked:
            self._show(found, FINE)
        else:  # it was changed meanwhile
            self.read()

    def _show(self, found: list[LessonError], fine: str) -> None:
        self.troubles = found
        self.list.clear()
        self.list.addItems([str(error) for error in found])
        self.list.setVisible(bool(found))
        self.editor.mark([error.line for error in found if error.line])
        many = f"{len(found)} places to look at: click one to go to its line."
        one = "Click it to go to its line."
        self.said.setText(many if len(found) > 1 else one if found else fine)

    def _go_to_trouble(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self.troubles):
            self.editor.go_to(self.troubles[row].line)

    # The file

    @property
    def _name(self) -> str:
        return "The lesson" if self.path is None else self.path.name

    def _show_title(self) -> None:
        self.title.say(f"{self._name} •" if self.modified else self._name)
        self.save_button.setEnabled(self.modified)
        self.again_button.setEnabled(self.modified)

    def save(self) -> None:
        """Write the text as it is, be there something wrong with it or not."""
        if self.path is None:
            return
        try:
            write_text(self.editor.toPlainText(), self.path)
        except ElcsError as error:
            self.said.setText(str(error))
            return
        self.editor.document().setModified(False)
        self._show_title()
        self.said.setText(f"Saved in {self.path.name}.")

    def _read_again(self) -> None:
        if self.path is not None:
            line = self.editor.textCursor().blockNumber() + 1
            try:
                self._take(self.path)
            except ElcsError as error:
                self.said.setText(str(error))
                return
            self.read()
            self.editor.go_to(line)

    def _play(self) -> None:
        """As the text has it, saved or not."""
        self.read()
        if not self.troubles and self.path is not None:
            self.play_wanted.emit(replace(lesson_of(self.editor.toPlainText(), self._name), path=self.path))
