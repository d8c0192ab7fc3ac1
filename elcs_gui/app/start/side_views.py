"""What stands around the cards of the start page: recent files, the drop area, the strip of shortcuts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QSpacerItem, QWidget

from elcs_gui.app.kit.icons import draw_icon
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.theme import MEDIUM, Theme, font
from elcs_gui.app.kit.time_words import day_in_words
from elcs_gui.app.start.example_cards_view import NORMAL, PressedByEnter, draw_line
from elcs_gui.data.tables.address import title_of

_MOST_RECENT = 6
_SHORTCUTS = (
    ("→", "next step"),
    ("Shift →", "next change of the graph"),
    ("Ctrl →", "next stage"),
    ("Space", "play or pause"),
    ("F9", "breakpoint"),
)


class RecentFile(PressedByEnter):
    """A file that was open before: name, what it is, when."""

    def __init__(self, path: str, about: str, when: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.path, self.about, self.when = path, about, when
        self.name = title_of(Path(path))
        self.first = False
        tooltip(self, path)
        self.setAccessibleName(f"{self.name}, {about}, {when}")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(240, round(48 * self.scale()))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self.theme, self.scale()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus() or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.selection_bg if self.hasFocus() else theme.sunk)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -3, -3), 7, 7)
        if not self.first:
            painter.setPen(theme.line)
            painter.drawLine(0, 0, self.width(), 0)
        middle = self.height() / 2
        draw_icon(painter, "file", QRectF(12 * k, middle - 8 * k, 16 * k, 16 * k), theme.ink_3)
        aside = QFontMetricsF(font(12 * k)).horizontalAdvance(self.when)
        left, right = 40 * k, self.width() - 12 * k - aside
        width = right - left - 10 * k
        draw_line(painter, QRectF(left, middle - 18 * k, width, 18 * k), self.name, 13 * k, MEDIUM, theme.ink)
        about = QRectF(left, middle, width, 16 * k)
        draw_line(painter, about, self.about, 12 * k, NORMAL, theme.ink_3)
        when = QRectF(right, 0, aside + 2, self.height())
        draw_line(painter, when, self.when, 12 * k, NORMAL, theme.ink_3)


class FileList(QFrame):
    """Rows below each other in a frame."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, objectName="list")
        self.theme = theme
        self.rows: list[RecentFile] = []
        self._layout = column_of(inside=self, margins=1, spacing=0)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        for row in self.rows:
            row.theme = theme
            row.update()

    def put(self, rows: Sequence[RecentFile]) -> None:
        """These rows in place of those that are there."""
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = list(rows)
        for place, row in enumerate(rows):
            row.first = not place
            self._layout.addWidget(row)


class RecentList(FileList):
    """The files that were open before, or where they will be listed."""

    chosen = Signal(str)
    """A path."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._none = Label("Files you open will be listed here.", self, objectName="quiet")
        self._none.setContentsMargins(12, 14, 12, 14)
        self._layout.addWidget(self._none)

    def show_files(self, recent: Sequence[tuple[str, str, str]]) -> None:
        """Path, what it is, when it was open; the first few of them."""
        rows = [
            RecentFile(path, about, _in_words(when), self.theme, self)
            for path, about, when in recent[:_MOST_RECENT]
        ]
        for row in rows:
            row.clicked.connect(partial(self.chosen.emit, row.path))
        self.put(rows)
        self._none.setVisible(not rows)


def _in_words(when: str) -> str:
    try:
        return day_in_words(date.fromisoformat(when))
    except ValueError:
        return when  # written by another version, or by hand


class OwnExample(RecentFile):
    """A network that the user has drawn and put here; it can be taken off again, by its cross or by Del."""

    removed = Signal()

    def __init__(self, title: str, about: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(title, about, "    ", theme, parent)
        self.name = title
        tooltip(self, f"{title}: run on it")
        self.setAccessibleName(f"{title}, {about}")
        self.remove: QPushButton = QPushButton("×", objectName="ghost", toolTip="Take it off this page (Del)")
        self.remove.setAccessibleName(f"Take {title} off this page")
        self.remove.setProperty("square", True)
        self.remove.clicked.connect(self.removed)
        row_of(None, self.remove, inside=self, margins=(0, 0, 6, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class OwnExamples(QWidget):
    """The networks that the user has put here; not to be seen while there is none."""

    chosen = Signal(str)
    """A title."""
    removed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._list = FileList(theme, self)
        self.set_theme = self._list.set_theme
        column_of(
            Label("Your examples", self, objectName="section"),
            self._list,
            inside=self,
            margins=(0, 0, 0, 12),
            spacing=12,
        )
        self.hide()

    @property
    def rows(self) -> list[RecentFile]:
        return self._list.rows

    def show_examples(self, kept: Mapping[str, str]) -> None:
        """By title, what each is."""
        rows = [OwnExample(title, about, self._list.theme, self._list) for title, about in kept.items()]
        for row in rows:
            row.clicked.connect(partial(self.chosen.emit, row.path))
            row.removed.connect(partial(self.removed.emit, row.path))
        self._list.put(rows)
        self.setVisible(bool(rows))


class DropArea(QFrame):
    """Says that files may be dropped, and has the button for those who would rather choose."""

    open_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.over = False
        self._heading = Label("Drop a file here", self, objectName="section")
        kinds = Label("CSV, Excel, Parquet, ARFF, NPZ\na network, a trace or a session", self)
        kinds.setObjectName("quiet")
        kinds.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.open = QPushButton("Open data…   Ctrl O", self, objectName="primary", accessibleName="Open data")
        self.open.clicked.connect(self.open_requested)
        parts = ((part, 0, Qt.AlignmentFlag.AlignHCenter) for part in (self._heading, kinds, self.open))
        column_of(*parts, inside=self, margins=(12, 54, 12, 16), spacing=8)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def set_over(self, over: bool) -> None:
        """A file is held over the page."""
        self.over = over
        self._heading.setText("Drop it to open it" if over else "Drop a file here")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme.selection if self.over else theme.line_strong, 2)
        pen.setDashPattern([3.5, 2.5])
        painter.setPen(pen)
        painter.setBrush(theme.selection_bg if self.over else theme.panel)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 12, 12)
        ink = theme.selection if self.over else theme.ink_3
        draw_icon(painter, "folder", QRectF(self.width() / 2 - 14, 18, 28, 28), ink)


class ShortcutStrip(QFrame):
    """The keys that matter most, and a way to all others."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, objectName="list")
        row = row_of(inside=self, margins=(20, 0, 20, 0), spacing=8)
        for keys, meaning in _SHORTCUTS:
            row.addWidget(Label(keys, self, objectName="key"), 0, Qt.AlignmentFlag.AlignVCenter)
            row.addWidget(Label(meaning, self))
            row.addItem(QSpacerItem(24, 0, QSizePolicy.Policy.Maximum))  # less in a narrow window
        row.addStretch(1)
        self.all: QPushButton = QPushButton("All shortcuts", self, objectName="link")
        row.addWidget(self.all)
