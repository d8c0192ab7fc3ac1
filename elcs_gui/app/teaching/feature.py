"""Lessons, Predict, and the teacher's lock."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import LOCKED, Action, declared, has_trace
from elcs_gui.app.model.feature import PageFeature, Part
from elcs_gui.app.teaching.progress import learner_of, with_word

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.model.context import Context
    from elcs_gui.app.teaching.page import LessonsPage
    from elcs_gui.lessons.exercise import Offer, Setting
    from elcs_gui.lessons.lesson_file import Lesson
    from elcs_gui.trace.trace import Prefix


LESSON_FILES = "Lessons (*.md *.lesson);;All files (*)"


class LessonsFeature(PageFeature["LessonsPage"]):
    """One page: the list of lessons, the lesson that is played, or questions about the run that is shown."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Lessons and Predict",
            "lessons",
            "A lesson is a run told in steps, with questions that are answered in the picture. Ten "
            "bundled lessons of five to ten minutes make a course. *Predict* asks about any run of any "
            "algorithm before it goes on: independent or not? who leaves? which way does the arrow point, "
            "by which rule, resting on what? A wrong arrow is drawn beside the truth, and the proof says "
            "which of its premises failed. There are four levels, a score and a streak, and the answers "
            "of each learner can be exported as CSV. Under the *teacher's lock* the workspace has the run "
            "only as far as it was predicted, and refuses whatever shows the truth or looks ahead. The "
            "lock is a courtesy, not a security boundary.",
            more=("tutorials/teach",),
        ),
        Part(
            "Record a lesson",
            "RecorderDialog",
            "Makes a lesson file of the run that is shown: captions, questions, hints, notes and "
            "exercises at its steps, and what you click in the graph is pointed out. Every edit, and the "
            "order of the steps, can be undone.",
            more=("tutorials/write-a-lesson",),
        ),
    )

    page = "lessons"

    actions: ClassVar[tuple[Action[LessonsFeature], ...]] = (
        Action("lessons", "Lessons", 640, "Lessons", "Short lessons with questions, one click each.",
               lambda lessons: lessons.show_list(), "Ctrl+Shift+Y"),
        Action("predict", "Lessons", 650, "Predict this run",
               "Say what comes next before it is shown: verdicts, removals, arrows and what they rest on.",
               lambda lessons: lessons.predict(), "Ctrl+Y", has_trace),
        Action("open-lesson", "Lessons", 660, "Open a lesson...", "Play a lesson from a file.",
               lambda lessons: lessons.ask_and_open()),
        Action("edit-lesson", "Lessons", 662, "Edit a lesson...",
               "Show the text of the lesson file that is played, or of another, to change and check it.",
               lambda lessons: lessons.edit()),
        Action("record-lesson", "Lessons", 665, "Record a lesson...",
               "Make a lesson file of the run that is shown: captions, questions and exercises at its steps.",
               lambda lessons: lessons.record(), when=has_trace),
        Action("share-lesson", "Lessons", 667, "Share this lesson...",
               "Write the lesson that is played as one page for any browser, with its questions.",
               lambda lessons: lessons.share()),
        Action("lesson-results", "Lessons", 670, "Export results...",
               "Write the answers of all learners on this machine as a table.",
               lambda lessons: lessons.export_results()),
        Action("learner", "Lessons", 680, "Switch learner...", "Say whose answers are kept from now on.",
               lambda lessons: lessons.ask_learner()),
        Action("teacher-lock", "Lessons", 690, "Teacher's lock",
               "Hide the truth and all that comes next until it is predicted. A courtesy: anybody can "
               "switch it off.",
               lambda lessons: lessons.set_lock(), when=has_trace, toggles=True),
    )  # fmt: skip

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.open_exercise: Callable[[Offer, Setting], object] = lambda *_: None
        """Does an exercise that a step offers; the feature that has them says how."""
        self._held: Prefix | None = None
        """Under the lock: what the workspace shows of its run."""

    def make_page(self) -> LessonsPage:
        from elcs_gui.app.teaching.page import LessonsPage

        page = LessonsPage(self.context, self.context.theme)
        page.reached.connect(self._reached)
        page.practise_wanted.connect(lambda offer, setting: self.open_exercise(offer, setting))
        return page

    def connect(self) -> None:
        player = self.context.player
        player.trace_changed.connect(self._lock_again)
        player.held.connect(lambda: self.context.status.say(LOCKED))

    @property
    def _page(self) -> LessonsPage:
        return cast("LessonsPage", self.context.window.make_page(self.page))

    def show_list(self) -> LessonsPage:
        page = self.show_page()
        page.show_list()
        return page

    def open_bundled(self, id: str) -> None:
        """Play a lesson that comes with the program."""
        self.show_list().open_bundled(id)

    def open_file(self, path: Path) -> bool:
        """Play a lesson from a file; one that cannot be read is refused with its line."""
        from elcs_gui.errors import ElcsError
        from elcs_gui.storage.file_kinds import is_lesson

        if not is_lesson(path):
            return False
        from elcs_gui.lessons.lesson_file import LessonError, read_lesson

        try:
            lesson = read_lesson(path)
        except LessonError as error:
            self._page.refuse(str(error), path if error.line else None, error.line)
            return True
        except ElcsError as error:
            self.context.session.failed.emit(str(error))
            return True
        self.show_list().open_lesson(lesson, str(path.resolve()))
        return True

    def predict(self) -> None:
        """Ask about the run that is shown, from its cursor on."""
        player = self.context.player
        trace = player.trace if self._held is None else self._held.whole
        if trace is not None:
            self.show_page().predict(trace, 0 if player.step == len(trace) else player.step)

    def ask_and_open(self) -> None:
        from elcs_gui.app.kit.dialogs import asked_file

        path = asked_file(self.context.widget, "Open a lesson", LESSON_FILES)
        if path is not None:
            self.context.window.open_path(path)

    def edit(self) -> None:
        """Show the text of the lesson that is played, if that is the user's file, or of one asked for."""
        from elcs_gui.app.kit.dialogs import asked_file
        from elcs_gui.lessons.bundled import own_file

        lesson = self._page.lessons.lesson
        path = None if lesson is None else own_file(lesson)
        if path is None:
            path = asked_file(self.context.widget, "Edit a lesson", LESSON_FILES)
        if path is not None:
            self.show_page().open_source(path)

    def record(self) -> None:
        """Stand a recorder beside the run that is shown."""
        from elcs_gui.app.kit.dialogs import show_beside
        from elcs_gui.app.teaching.recorder_dialog import RecorderDialog

        def made() -> RecorderDialog:
            graph = self.context.feature(GraphFeature).panel
            recorder = RecorderDialog(self.context, graph, self.context.widget)
            recorder.previewed.connect(self._preview)
            return recorder

        show_beside(RecorderDialog, self.context.widget, made)

    def _preview(self, lesson: Lesson) -> None:
        self.show_list()
        self._page.open_lesson(lesson, "")

    def share(self) -> None:
        """Ask where, and write the lesson that is played as a page."""
        from elcs_gui.app.kit.dialogs import asked_new_file

        page = self._page
        lesson, trace = page.lessons.lesson, page.player.trace
        if lesson is None or trace is None:
            self.context.status.say("Open the lesson that is to be shared, then share it.")
            return
        if page.sharing.busy:
            self.context.status.say("A lesson is being written already.")
            return
        name = "-".join(lesson.title.lower().split()) or "lesson"
        path = asked_new_file(self.context.widget, "Share this lesson", f"{name}.html", "Pages (*.html)")
        if path is not None:
            page.sharing.write(lesson, trace, path)

    def export_results(self) -> None:
        from elcs_gui.app.kit.dialogs import asked_new_file
        from elcs_gui.app.teaching.answers import Answers
        from elcs_gui.errors import ElcsError

        path = asked_new_file(self.context.widget, "Export results", "answers.csv", "Tables (*.csv)")
        if path is None:
            return
        try:
            count = Answers(self.context.settings.state_folder).export(path)
        except ElcsError as error:
            self.context.messages.say(str(error))
        else:
            self.context.status.say(f"{count:,} answer{'s' * (count != 1)} written to {path.name}.")

    def ask_learner(self) -> None:
        from elcs_gui.app.kit.dialogs import asked_words

        settings = self.context.settings
        about = "Answers are kept under this name:"
        name = asked_words(self.context.widget, "Learner", about, learner_of(settings.lessons))
        if name:
            settings.lessons = with_word(settings.lessons, "learner", name[:100])
            self.context.status.say(f"Answers are kept under {name} from now on.")

    # The lock

    def set_lock(self) -> None:
        """Hide what is ahead of the cursor, and the truth; or no longer."""
        context, player, held = self.context, self.context.player, self._held
        context.window.lock_panels(locked=context.locked)
        if context.locked:
            for action in declared(context):
                if action.ahead and action.toggles:
                    context.actions[action.id].setChecked(False)
            self._hold()
        elif held is not None:
            self._held = None
            player.load(held.whole, player.step)
        context.changed.emit()

    def _hold(self) -> None:
        """Show the run as far as the cursor has come, as if there were no more of it."""
        from elcs_gui.trace.trace import Prefix

        player = self.context.player
        if player.trace is None:
            self._held = None
            return
        step = player.step
        self._held = Prefix(player.trace, step)
        player.load(self._held.trace, step)
        player.set_limit(step)

    def _lock_again(self) -> None:
        """Another run is shown: nothing of it was predicted yet."""
        player = self.context.player
        if self.context.locked and (self._held is None or player.trace is not self._held.trace):
            self._hold()

    def _reached(self, step: int) -> None:
        """What was predicted may be seen in the workspace too."""
        player, page, held = self.context.player, self._page, self._held
        if held is None or page.player.trace is not held.whole or page.player.asking:
            return
        held.reach(step)
        player.set_limit(len(held.trace))
        player.trace_grew()
