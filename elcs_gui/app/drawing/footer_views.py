"""What stands at the foot of the two pictures: what was not drawn and why; how the answer compares."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from elcs_gui.app.drawing.editor import Editor, Refusal
from elcs_gui.app.drawing.words import circle_of, comparison
from elcs_gui.app.kit.labels import Label, lettered, strong, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.foreign import Rich, joined, markup
from elcs_gui.inquiry.one_change import Attempt


class RefusalBar(QFrame):
    """Names the circle, and offers the arrow the other way round."""

    def __init__(self, editor: Editor, parent: QWidget) -> None:
        super().__init__(parent, objectName="drawRefused")
        self._editor = editor
        self._arrow: tuple[int, int] | None = None
        """What can be drawn instead."""
        self._words = ""
        self._what, self._more = OneLine("heading"), OneLine("drawText")
        self.instead = QPushButton()
        self.instead.clicked.connect(self._draw_instead)
        words = column_of(self._what, self._more, spacing=1)
        cross = Label("✕", objectName="drawCross")
        row_of(cross, (words, 1), self.instead, inside=self, margins=(12, 8, 8, 8), spacing=9)
        self.hide()

    @property
    def text(self) -> str:
        """What is said, in both lines."""
        return f"{self._what.whole} {self._more.whole}".strip()

    def show_refusal(self, refusal: Refusal | None) -> None:
        """Say what was not drawn; nothing where all is well."""
        self.setVisible(refusal is not None)
        if refusal is None:
            return
        drawing = self._editor.drawing
        self._what.say(refusal.sentence)
        self._more.say(circle_of(drawing, refusal) if refusal.circle else "")
        self._more.setVisible(bool(refusal.circle))
        self._arrow = None
        if refusal.circle and refusal.arrow is not None:
            tail, head = refusal.arrow
            if drawing.arrow(head, tail) is None and drawing.circle(head, tail) is None:
                self._arrow = (head, tail)
                self._words = f"Add {drawing.said(head, tail)}"
                tooltip(self.instead, self._words)
        self.instead.setVisible(self._arrow is not None)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The button says less where the sentence needs the room."""
        words = self._words
        beside = self.fontMetrics().horizontalAdvance(words) + self._what.sizeHint().width()
        self.instead.setText(lettered(words) if beside + 90 <= self.width() else "Add the reverse")

    def _draw_instead(self) -> None:
        if self._arrow is not None:
            self._editor.connect_arrow(*self._arrow)


class Comparison(QFrame):
    """The measures of the answer, and a sentence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, objectName="drawResult")
        self._figures = Label()
        self._sentence = Label(objectName="drawText", wordWrap=True)
        beside = Label("drawn network as truth", objectName="quiet")
        column_of(
            row_of(self._figures, None, beside),
            self._sentence,
            inside=self,
            margins=(14, 8, 14, 8),
            spacing=1,
        )
        self.hide()

    @property
    def text(self) -> str:
        return str(self._sentence.text())

    def show_attempt(self, found: Attempt | None) -> None:
        """How it compares with the drawing."""
        self.setVisible(found is not None)
        if found is not None:
            metrics = found.metrics
            figures = {"ArrR": metrics.arrr, "SHD": metrics.shd, "FDR": metrics.fdr}
            shown = (markup("{} {}", k, strong(f"{v:.2g}")) for k, v in figures.items())
            self._figures.setText(joined(shown, Rich("&nbsp;&nbsp;&nbsp;")))
            self._sentence.setText(comparison(found))
