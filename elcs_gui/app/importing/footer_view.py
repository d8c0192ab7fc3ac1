"""The bottom of the import page: what will be opened, or why it cannot be; progress; Open and Cancel."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from elcs_gui.app.importing.draft import Blocked
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.later import set_progress
from elcs_gui.app.kit.layouts import row_of
from elcs_gui.app.kit.theme import Theme, restyle


class ImportResult(QWidget):
    """One sentence and the buttons; it decides nothing."""

    open_requested = Signal()
    cancelled = Signal()
    cut_wanted = Signal()
    levels_dropped = Signal()
    columns_shown = Signal(object)
    """The places of the columns that are in the way."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="resultBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sentence = Label(wordWrap=True, objectName="statusSentence", minimumWidth=160)
        self.cut = QPushButton("Cut the numbers into levels")
        self.drop = QPushButton("Leave out the columns with levels")
        self.show_columns = QPushButton("Show them")
        self.bar = QProgressBar(maximum=1000, textVisible=False, accessibleName="How far the file is read")
        self._progress = Label(objectName="statusCounts")
        self.cancel = QPushButton("Cancel", toolTip="Back to what was shown before. Esc")
        self.open = QPushButton("Open", objectName="primary", toolTip="Read the file like this. Enter")
        row_of(
            (self._sentence, 1),
            self.cut,
            self.drop,
            self.show_columns,
            8,
            self.bar,
            self._progress,
            self.cancel,
            self.open,
            inside=self,
            margins=(16, 9, 12, 9),
            spacing=8,
        )
        self._places: tuple[int, ...] = ()
        self.open.clicked.connect(self.open_requested)
        self.cancel.clicked.connect(self.cancelled)
        self.cut.clicked.connect(self.cut_wanted)
        self.drop.clicked.connect(self.levels_dropped)
        self.show_columns.clicked.connect(lambda: self.columns_shown.emit(self._places))
        self.set_theme(theme)
        self.show_progress(None)
        self.say("", ready=False)

    @property
    def text(self) -> str:
        return str(self._sentence.text())

    def set_theme(self, theme: Theme) -> None:
        self.bar.setFixedSize(round(140 * theme.scale), round(6 * theme.scale))
        self.open.setMinimumWidth(round(84 * theme.scale))
        self.cancel.setMinimumWidth(round(72 * theme.scale))

    def say(self, sentence: str, *, ready: bool) -> None:
        """What will come of it; `ready` if it can be opened."""
        self._show(sentence, None, refused=False)
        self.open.setEnabled(ready)

    def block(self, blocked: Blocked) -> None:
        """Why it cannot be opened, and the ways out."""
        self._show(blocked.reason, blocked, refused=True)
        self.open.setEnabled(False)

    def refuse(self, reason: str) -> None:
        """Reading it went wrong; it may be tried again."""
        self._show(reason, None, refused=True)

    def show_progress(self, share: float | None, text: str = "") -> None:
        """How far it is; None when nothing is under way."""
        self.bar.setVisible(share is not None)
        self._progress.setVisible(share is not None)
        set_progress(self.bar, round(1000 * (share or 0.0)))
        self._progress.setText(text)

    def _show(self, sentence: str, blocked: Blocked | None, *, refused: bool) -> None:
        self._sentence.setText(sentence)
        self._sentence.setAccessibleName(sentence)
        mixed = blocked is not None and blocked.mixed
        self.cut.setVisible(mixed)
        self.drop.setVisible(mixed)
        self._places = () if blocked is None else blocked.places
        self.show_columns.setVisible(bool(self._places) and not mixed)
        if self.property("refused") != refused:
            self.setProperty("refused", refused)
            restyle(self)
