"""The graph of a lesson, with the question in it: what can be answered in the panel can be clicked here."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.player import Player
from elcs_gui.app.teaching.question_painter import Marks, marks_of, paint_marks
from elcs_gui.app.teaching.quiz import Quiz
from elcs_gui.lessons.playing import Shown
from elcs_gui.lessons.question import Kind


class QuestionGraph(GraphPanel):
    """A number or a node that is an answer is chosen by a click; all else is as in any graph."""

    option_chosen = Signal(str)
    option_hovered = Signal(str)
    """The id of an option; empty for none."""

    def __init__(self, player: Player, quiz: Quiz, theme: Theme) -> None:
        self._quiz = quiz
        self._pointed: Shown | None = None
        self._over = ""
        super().__init__(player, theme)
        self.set_overlay(self._paint_question)
        self.setMinimumSize(320, 240)
        self.setAccessibleName("Graph of the lesson")
        quiz.changed.connect(self._asked)

    def point_out(self, shown: Shown | None) -> None:
        """What the step of the lesson speaks of."""
        self._pointed = shown
        self.update()

    def draw_rule(self, *, on: bool) -> None:
        """Draw the rule that fires at the cursor, or leave the picture as it is."""
        self._shown_scene.follow_rules(on=on)
        self._refresh(jump=True)

    def hover_option(self, id: str) -> None:
        """It is pointed at in the panel."""
        if id != self._over:
            self._over = id
            self.update()

    @property
    def marks(self) -> Marks:
        """What is drawn over the graph."""
        if self._frame is None:
            return Marks()
        return marks_of(self._frame, self._quiz.chain, self._quiz.wrong_guess, self._pointed)

    def _asked(self) -> None:
        """Before an answer, and while a wrong one is looked into, no rule is drawn: it would tell."""
        chain = self._quiz.chain
        self._point_at("")
        if chain and (self._quiz.open or self._quiz.wrong_guess is not None):
            self.draw_rule(on=False)
        self.update()

    def _moved(self, step: int) -> None:
        super()._moved(step)
        self._asked()

    def _paint_question(self, painter: QPainter, frame: Frame) -> None:
        if frame.scene.argument is None or self._quiz.open:
            paint_marks(painter, frame, self._theme, self.marks, self._over)

    def _option_at(self, at: QPointF) -> str:
        """The answer that a click there gives: a number, or a variable that is one."""
        asked = self._quiz.current
        if asked is None or not asked.open or self._frame is None:
            return ""
        found = self.marks.option_at(at)
        if not found and asked.question.kind is Kind.REMOVAL:
            node = self._frame.node_at(at.x(), at.y())
            found = next((each.id for each in asked.question.options if each.variables == (node,)), "")
        return found

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._option_at(self._at(event)) if event.button() is Qt.MouseButton.LeftButton else ""
        if found:
            self._hide_card()
            self.option_chosen.emit(found)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        found = self._option_at(self._at(event))
        self._point_at(found)
        if found:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at("")
        super().leaveEvent(event)

    def _point_at(self, option: str) -> None:
        if option != self._over:
            self._over = option
            self.option_hovered.emit(option)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows go from node to node; what else is typed is for the page."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            super().keyPressEvent(event)
        else:
            event.ignore()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """No other target here: the lesson is about this one."""
