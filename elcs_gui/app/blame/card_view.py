"""The card beside the blame table: the verdict behind the chosen row, why it is wrong, and what to do."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import Label, coloured, strong, tooltip
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.kit.verdict_widgets import Figure, Figures, VerdictPill, label, row
from elcs_gui.foreign import markup
from elcs_gui.inquiry.blame import WrongVerdict
from elcs_gui.trace.explain import braced

TITLE = "Wrong verdict"


class BlameCard(QWidget):
    """Shows one wrong verdict, or in plain words why there is none to show."""

    test_requested = Signal(int)
    tables_requested = Signal(int)
    fork_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._wrong: WrongVerdict | None = None
        self._head = QWidget(objectName="panelHead")
        self._head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = Label(objectName="heading")
        self._where = Label(objectName="quiet")
        top = QHBoxLayout(self._head)
        top.setContentsMargins(16, 0, 16, 0)
        top.setSpacing(8)
        top.addWidget(self._title)
        top.addWidget(self._where)
        top.addStretch()
        self._question = label("")
        self._said, self._truth = VerdictPill(theme), VerdictPill(theme)
        self._verdicts = row(
            Label("data", objectName="quiet"),
            self._said,
            Label("truth", objectName="quiet"),
            self._truth,
            None,
        )
        self._figures = Figures(theme)
        self._text = label("blameText")
        self.go = QPushButton("Go to test")
        tooltip(self.go, "Show the run at this test.")
        self.tables = QPushButton("Tables")
        tooltip(self.tables, "Show the tables behind this test in the inspector.")
        self.fork = QPushButton("Fork from here")
        tooltip(self.fork, "Run on as if this verdict were the true one, and look at that run.")
        self.go.clicked.connect(lambda: self._tell(self.test_requested))
        self.tables.clicked.connect(lambda: self._tell(self.tables_requested))
        self.fork.clicked.connect(self.fork_requested)
        self._buttons = row(self.go, self.tables, self.fork, None)
        inner = QWidget(objectName="panel")
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(10)
        for part in (self._question, self._verdicts, self._figures, self._text, self._buttons):
            column.addWidget(part)
        column.addStretch()
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._head)
        whole.addWidget(scroll, 1)
        self.set_theme(theme)
        self.say(TITLE, "")

    def set_theme(self, theme: Theme) -> None:
        for part in (self._said, self._truth, self._figures):
            part.set_theme(theme)
        self._quiet = theme.ink_3.name()
        self.fork.setIcon(icon("fork", theme.ink))
        self.tables.setIcon(icon("table", theme.ink))

    @property
    def wrong(self) -> WrongVerdict | None:
        """The verdict that is shown."""
        return self._wrong

    @property
    def text(self) -> str:
        return self._text.text()

    def show_verdict(
        self, wrong: WrongVerdict, names: tuple[str, ...], where: str, figures: list[Figure], text: str
    ) -> None:
        """A wrong verdict, where it was asked, its figures, and what there is to say."""
        self._wrong = wrong
        self._title.setText(TITLE)
        self._where.setText(where)
        given = f" given {braced(names, wrong.z)}" if wrong.z else ""
        self._question.setText(
            markup("{}{}", strong(f"{names[wrong.x]} and {names[wrong.y]}"), coloured(given, self._quiet))
        )
        self._said.show_verdict(wrong.verdict)
        self._truth.show_verdict(wrong.truth)
        self._figures.show_figures(figures)
        self._figures.setVisible(bool(figures))
        self._text.setText(text)
        for button in (self.go, self.tables):
            button.setEnabled(wrong.test is not None)
        for part in (self._question, self._verdicts, self._buttons):
            part.show()

    def say(self, title: str, text: str) -> None:
        """No verdict, only words."""
        self._wrong = None
        self._title.setText(title)
        self._where.clear()
        self._text.setText(text)
        for part in (self._question, self._verdicts, self._figures, self._buttons):
            part.hide()

    def _tell(self, signal) -> None:  # type: ignore[no-untyped-def]  # a bound signal has no public type
        if self._wrong is not None and self._wrong.test is not None:
            signal.emit(self._wrong.test)
