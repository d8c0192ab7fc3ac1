"""The program's own log: its newest lines, its folder, and a report to send along with a question."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QWidget

from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.worker.program_log import newest, report

_EMPTY = "Nothing has gone wrong so far: the log is empty."


class ProgramLogDialog(QDialog):
    """Stays beside the window, which can be used while it is open."""

    def __init__(self, folder: Path, parent: QWidget) -> None:
        super().__init__(parent, windowTitle="Log")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._folder = folder
        self._report: Path | None = None
        """Of a crash, while that is shown instead of the log."""
        self.said = Label("", objectName="quiet", wordWrap=True)
        self.text = QPlainTextEdit(
            objectName="programLog", readOnly=True, accessibleName="The newest lines of the log"
        )
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setTabChangesFocus(True)
        self.copy = QPushButton(
            "Copy report", toolTip="Put the versions in use and these lines on the clipboard."
        )
        self.copy.clicked.connect(self._copy)
        self.open_folder = QPushButton("Open folder", toolTip="Show where the log files are.")
        self.open_folder.clicked.connect(self._open_folder)
        close = QPushButton("Close")
        close.clicked.connect(self.close)
        column_of(
            self.said,
            (self.text, 1),
            row_of(self.copy, self.open_folder, (None, 0), close),
            inside=self,
            margins=(20, 16, 20, 12),
            spacing=10,
        )
        self.resize(860, 480)
        self.refresh()

    def refresh(self) -> None:
        """What the log says now; its end is shown."""
        self._report = None
        lines = newest(self._folder)
        self.said.setText("The newest lines of the log, the latest last." if lines else _EMPTY)
        self.text.setPlainText(lines)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.moveCursor(QTextCursor.MoveOperation.StartOfLine)

    def show_report(self, path: Path) -> None:
        """What a window that crashed has left: versions, the stacks of its threads, the log before it."""
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            self.said.setText(f"{path} cannot be read: {error.strerror}.")
            return
        self._report = path
        self.said.setText(f"The report of the crash, {path}")
        self.text.setPlainText(text)

    def _copy(self) -> None:
        text = self.text.toPlainText() if self._report else report(self._folder, qVersion())
        QGuiApplication.clipboard().setText(text)
        self.said.setText(
            "The report is on the clipboard. Have a look before you send it: it may name your files."
        )

    def _open_folder(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder))):
            self.said.setText(f"The folder is {self._folder}")
