"""The page of lessons: the list of them, and the lesson or the prediction that is under way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from elcs_gui.algorithms.run_title import headline
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.app.teaching.answers import Answers
from elcs_gui.app.teaching.lesson_player import LessonPlayer
from elcs_gui.app.teaching.list_view import LessonList
from elcs_gui.app.teaching.panel_view import LessonPanel
from elcs_gui.app.teaching.predicting import Predicting
from elcs_gui.app.teaching.progress import Place, learner_of, place_of, said_of, with_place, with_word
from elcs_gui.app.teaching.question_graph_view import QuestionGraph
from elcs_gui.app.teaching.quiz import Asked, Quiz
from elcs_gui.app.teaching.sharing import Sharing
from elcs_gui.app.teaching.source_view import SourceView
from elcs_gui.app.teaching.transport_view import LessonTransport
from elcs_gui.errors import ElcsError
from elcs_gui.lessons.bundled import find_lesson, own_file
from elcs_gui.lessons.lesson_file import Lesson, LessonError
from elcs_gui.lessons.playing import recorded, setting_of
from elcs_gui.lessons.questions import LEVELS
from elcs_gui.lessons.scoring import Attempt, score_of
from elcs_gui.trace.explain import told
from elcs_gui.trace.trace import Trace

_ONWARDS = 1200
"""Milliseconds after which a right prediction goes on by itself."""
_LIST, _PLAY, _SOURCE = 0, 1, 2


class LessonsPage(ToolPage):
    """Plays lessons, and asks about the run of the workspace. Its player is its own."""

    reached = Signal(int)
    """How far the run of the workspace may be seen, as far as this page knows it."""
    practise_wanted = Signal(object, object)
    """The exercise that a step offers: its Offer, and the Setting it is to be done on."""

    def __init__(self, context: Context, theme: Theme) -> None:
        super().__init__(context, theme)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Lessons")
        self.player = Player(self)
        self.quiz = Quiz(self.player, self)
        self.predicting = Predicting(self.player, self.quiz, self)
        self.lessons = LessonPlayer(self.player, self.quiz, self)
        self.answers = Answers(context.settings.state_folder)
        self._attempts: list[Attempt] = []
        """Of the lesson or the prediction that is under way."""
        self._id = ""
        self._running = ThreadTask("lesson", self)
        self._running.done.connect(self._ran)
        self._running.failed.connect(self._failed)
        self.sharing = Sharing(context, self)
        self._wanted: tuple[Lesson, str] | None = None
        self._onwards = QTimer(self, singleShot=True, interval=_ONWARDS)
        self._onwards.timeout.connect(self._go_on)
        self._build()
        self._connect()
        self.predicting.set_level(
            LEVELS.get(said_of(context.settings.lessons, "level", ""), LEVELS["arrows"])
        )

    # Building

    def _build(self) -> None:
        self.panel = LessonPanel(self.quiz, self.theme)
        self.graph = QuestionGraph(self.player, self.quiz, self.theme)
        self.transport = LessonTransport(self.player, self.theme)
        right = column_of((self.graph, 1), self.transport, spacing=0)
        playing = QWidget()
        row_of(
            self.panel,
            QWidget(objectName="hairline", minimumWidth=1, maximumWidth=1),
            (right, 1),
            inside=playing,
            margins=0,
            spacing=0,
        )
        self.stack = QStackedWidget()
        self.list = LessonList(self.context.actions, self.theme)
        self.stack.addWidget(self.list)
        self.stack.addWidget(playing)
        self.source = SourceView(self.theme)
        self.stack.addWidget(self.source)
        column_of(self.stack, inside=self, margins=0)

    def _connect(self) -> None:
        panel, quiz = self.panel, self.quiz
        self.list.chosen.connect(self.open_bundled)
        panel.closed.connect(self._leave)
        panel.back.connect(self._back)
        panel.next.connect(self._go_on)
        panel.hint.connect(quiz.show_hint)
        panel.skip.connect(quiz.skip)
        panel.level_chosen.connect(self._set_level)
        panel.practise.connect(self._practise)
        panel.option_hovered.connect(self.graph.hover_option)
        self.source.play_wanted.connect(lambda lesson: self.open_lesson(lesson, ""))
        self.source.closed.connect(self.show_list)
        self.graph.option_hovered.connect(panel.show_over)
        self.graph.option_chosen.connect(quiz.choose)
        self.graph.set_reduced_motion(self.context.settings.reduced_motion)
        quiz.changed.connect(self._refresh)
        quiz.answered.connect(self._keep)
        quiz.ended.connect(self._ended)
        self.lessons.changed.connect(self._refresh)
        self.lessons.moved.connect(self._lesson_moved)
        self.predicting.changed.connect(self._refresh)
        self.player.moved.connect(self._moved)
        self.player.told.connect(self._say)

    # What others ask of it

    @property
    def stepper(self) -> Player:
        return self.player

    @property
    def settled(self) -> bool:
        return not self._running.busy and not self.source.busy and self.graph.is_settled()

    @property
    def busy(self) -> bool:
        """Is a lesson's run being made?"""
        return self._running.busy

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for part in (self.list, self.panel, self.graph, self.transport, self.source):
            part.set_theme(theme)
        self._refresh()

    def enter(self) -> None:
        self.graph.set_reduced_motion(self.context.settings.reduced_motion)
        self.list.show_progress(self.context.settings.lessons)
        self._say()

    def leave(self) -> None:
        self.player.pause()
        self._onwards.stop()
        if self.source.path is not None:
            unsaved = self.source.editor.toPlainText() if self.source.modified else None
            self.context.settings.keep_unsaved_lesson(self.source.path, unsaved)

    def end(self) -> None:
        self.leave()
        self._wanted = None
        self._running.wait()
        self.source.wait()
        self.sharing.wait()

    def show_list(self) -> None:
        """All lessons; what is under way stays where it is."""
        self.leave()
        self.stack.setCurrentIndex(_LIST)
        self.enter()
        self.setFocus()

    def open_bundled(self, id: str) -> None:
        """Play a lesson that comes with the program, from where it was left."""
        self.open_lesson(find_lesson(id), id)

    def open_lesson(self, lesson: Lesson, id: str) -> None:
        """Make the run of a lesson, and play it; `id` is what its place is kept under, if it is."""
        if self._running.busy:
            return
        self._wanted = (lesson, id)
        self.said.emit(f"Opening {lesson.title} …")
        self._running.start(partial(recorded, lesson))

    def open_source(self, path: Path, line: int = 0) -> None:
        """Show the text of a lesson file, at a line."""
        try:
            self.source.open(path, line, self.context.settings.unsaved_lesson(path))
        except ElcsError as error:
            self.context.messages.say(str(error))
        self.stack.setCurrentIndex(_SOURCE)
        self._say()

    def refuse(self, error: str, path: Path | None, line: int = 0) -> None:
        """Say why a lesson cannot be played, with the way to where that stands."""
        if path is None:
            self.context.messages.say(error)
        else:
            where = f"Open at line {line}" if line else "Open its text"
            self.context.messages.ask(error, {where: lambda: self._to_source(path, line)}, at_leisure=True)
        self.said.emit(error)

    def _to_source(self, path: Path, line: int) -> None:
        self.context.actions["lessons"].trigger()
        self.open_source(path, line)

    def predict(self, trace: Trace, step: int) -> None:
        """Ask about a run, from the step on."""
        self.lessons.end()
        self._attempts, self._id = [], ""
        self.graph.point_out(None)
        self.stack.setCurrentIndex(_PLAY)
        self.predicting.begin(trace, step)
        self.setFocus()
        self._say()

    # The lesson

    def _ran(self, trace: object) -> None:
        if self._wanted is None:
            return
        (lesson, id), self._wanted = self._wanted, None
        assert isinstance(trace, Trace)
        self.predicting.end()
        self._attempts, self._id = [], id
        place = place_of(self.context.settings.lessons, id)
        try:
            self.lessons.begin(lesson, trace, 0 if place.done else place.step)
        except LessonError as error:
            self.refuse(str(error), own_file(lesson), error.line)
            return
        self.stack.setCurrentIndex(_PLAY)
        self.setFocus()
        self._say()

    def _practise(self) -> None:
        """Do what the step offers, on the network of the lesson or on a random one."""
        lesson, trace = self.lessons.lesson, self.player.trace
        offer = None if lesson is None else self.lessons.step.lesson.practise
        if lesson is not None and offer is not None and trace is not None:
            target = trace.header.names[trace.header.target]
            self.practise_wanted.emit(offer, setting_of(lesson, offer, target))

    def _failed(self, reason: str) -> None:
        wanted, self._wanted = self._wanted, None
        self.refuse(reason, None if wanted is None else own_file(wanted[0]))

    def _lesson_moved(self, index: int) -> None:
        """The place is kept; to have come to the last step is to have finished."""
        settings = self.context.settings
        if self._id:
            before = place_of(settings.lessons, self._id)
            place = Place(index, before.done or self.lessons.is_last)
            settings.lessons = with_place(settings.lessons, self._id, place)
        self.graph.point_out(self.lessons.step.shown)
        if self.lessons.step.question is None:
            self.graph.draw_rule(on=not self.lessons.step.lesson.at.before)
        self.panel.set_hint(self.lessons.step.lesson.hint)
        self._say()

    # Answering

    def _keep(self, asked: Asked) -> None:
        learner = learner_of(self.context.settings.lessons)
        run = self.lessons.lesson.title if self.lessons.lesson is not None else self.predicting.title
        self._attempts.append(self.answers.add(learner, run, asked))
        self._refresh()

    def _ended(self) -> None:
        """A right prediction goes on by itself, unless motion is not wanted."""
        self.reached.emit(self.player.step)
        asked = self.quiz.chain[0]
        if self.predicting.active and asked.correct and not self.context.settings.reduced_motion:
            self._onwards.start()
        self._say()

    def _go_on(self) -> None:
        """Next: answer what is marked, or go to what comes then."""
        self._onwards.stop()
        if self.quiz.open:
            self.quiz.submit()
        elif self.predicting.active:
            self.predicting.next()
        elif self.lessons.active and self.lessons.is_last:
            self._finish()
        elif self.lessons.active:
            self.lessons.next()

    def _finish(self) -> None:
        """Back to the list, where the lesson that follows has the focus."""
        self.show_list()
        following = self.list.after(self._id)
        if following is not None:
            following.setFocus()
            self.said.emit(f"Done. The next lesson: {following.card.title}.")

    def _back(self) -> None:
        self._onwards.stop()
        if self.predicting.active:
            self.predicting.back()
        elif self.lessons.active:
            self.lessons.back()

    def _leave(self) -> None:
        """Out of a lesson to the list of them; out of a prediction, or of the list, to the workspace."""
        place = self.stack.currentIndex()
        if place == _SOURCE or (place == _PLAY and self.lessons.active):
            self.show_list()
        elif self.context.player.trace is None:
            self.leave()
            self.context.window.show_start_page()
        else:
            self.closed.emit()

    def _set_level(self, id: str) -> None:
        settings = self.context.settings
        settings.lessons = with_word(settings.lessons, "level", id)
        self.predicting.set_level(LEVELS[id])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, act = event.key(), self._keys().get(event.key())
        if (
            Qt.Key.Key_1 <= key <= Qt.Key.Key_9
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            self.quiz.choose_place(key - Qt.Key.Key_0)
        elif act is not None:
            act()
        else:
            super().keyPressEvent(event)

    def _keys(self) -> dict[int, Callable[[], object]]:
        keys = Qt.Key
        playing = self.stack.currentIndex() == _PLAY
        found: dict[int, Callable[[], object]] = {keys.Key_Escape: self._leave}
        if playing:
            found |= {
                keys.Key_Return: self._go_on, keys.Key_Enter: self._go_on, keys.Key_H: self.quiz.show_hint,
                keys.Key_S: self.quiz.skip, keys.Key_Backspace: self._back,
            }  # fmt: skip
        return found

    # What is shown

    def _refresh(self) -> None:
        panel = self.panel
        if self.lessons.active:
            lesson, index = self.lessons, self.lessons.index
            count = len(lesson.steps)
            panel.show_words(lesson.title, f"step {index + 1} of {count}", lesson.heading, lesson.caption)
            panel.bars.show_progress(count, index)
            steps = [(step.step, place < index) for place, step in enumerate(lesson.steps[: index + 1])]
            self.transport.scrubber.show_steps(steps)
            panel.show_level(None)
            offer = lesson.step.lesson.practise
            panel.show_offer("" if offer is None else offer.exercise)
            panel.back_button.setEnabled(index > 0)
            panel.next_button.setText("Finish" if lesson.is_last else "Next")
        elif self.predicting.active:
            guide = self.predicting
            panel.show_words(guide.title, "", guide.heading, guide.caption)
            panel.bars.show_progress(0, 0)
            self.transport.scrubber.show_steps(())
            panel.show_level(guide.level.id)
            panel.show_offer("")
            panel.back_button.setEnabled(True)
            panel.next_button.setText("Next")
        asked = self.quiz.current
        may = asked is None or not asked.open or (asked.question.every and bool(asked.chosen))
        panel.next_button.setEnabled(may)
        self.transport.show_hidden(self.quiz.open or (self.predicting.active and not self.predicting.over))
        panel.show_quiz()
        panel.show_score(score_of(self._attempts), [attempt.correct for attempt in self._attempts])

    def _moved(self, step: int) -> None:
        self.reached.emit(step)
        self._say()

    def _say(self) -> None:
        """What has just happened, or what is asked."""
        if self.stack.currentIndex() == _LIST:
            self.said.emit("Choose a lesson. Your place in each is kept.")
            return
        if self.stack.currentIndex() == _SOURCE:
            self.said.emit("The text of a lesson: change it, check it, play it.")
            return
        asked, trace, event = self.quiz.current, self.player.trace, self.player.current_event
        guess = self.quiz.wrong_guess
        if asked is not None and asked.open and guess is not None:
            first = self.quiz.chain[0].question
            truth = first.option(first.right[0]).text
            self.said.emit(f"You drew {guess.text}; the run finds {truth}. {asked.question.prompt}")
        elif asked is not None and asked.open:
            self.said.emit(f"Your prediction: {asked.question.prompt}")
        elif trace is not None:
            self.said.emit(headline(trace.header) if event is None else told(trace, event))

    def export_results(self, path: Path) -> int:
        """All answers as a table; how many."""
        return self.answers.export(path)
