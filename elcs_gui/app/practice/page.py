"""The page of exercises to do oneself: the panel at the left, the picture beside it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from elcs_gui.app.kit.layouts import row_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.app.practice.graph_view import PracticeGraph
from elcs_gui.app.practice.panel_view import RANDOM, PracticePanel
from elcs_gui.app.practice.practising import Practising
from elcs_gui.app.teaching.answers import Answers
from elcs_gui.app.teaching.progress import Practised, learner_of, practised_of, with_practised
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.errors import ElcsError
from elcs_gui.lessons.exercise import EXAMPLES, Exercise, Offer, checked_setting, is_small, random_setting
from elcs_gui.lessons.mastery import MASTERY, Mastery
from elcs_gui.lessons.scoring import Attempt

_OPEN, _GIVEN = "open", "given"
"""What the choice of networks calls the one that is open in the window, and one that was handed over."""


class PracticePage(ToolPage):
    """One instance after the other, of three kinds; what is mastered is kept."""

    def __init__(self, context: Context, theme: Theme) -> None:
        super().__init__(context, theme)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Practice")
        self.practising = Practising(self)
        self.panel = PracticePanel(self.practising, theme)
        self.graph = PracticeGraph(self.practising, theme)
        self.answers = Answers(context.settings.state_folder)
        self.network, self._target = RANDOM, ""
        self._given: tuple[str, Network] | None = None
        self._seed: int | None = None
        """Another than the one that comes next: of a lesson, or as it was typed."""
        self.came_from = ""
        """The page to go back to; else the workspace, or the start page."""
        row_of(
            self.panel,
            QWidget(objectName="hairline", minimumWidth=1, maximumWidth=1),
            (self.graph, 1),
            inside=self,
            margins=0,
            spacing=0,
        )
        panel = self.panel
        panel.closed.connect(self._leave)
        panel.exercise_chosen.connect(self._choose_exercise)
        panel.network_chosen.connect(self._choose_network)
        panel.seed_chosen.connect(self._choose_seed)
        panel.shared.connect(self._share)
        panel.another.connect(self.another)
        self.practising.changed.connect(self._say)
        self.practising.ended.connect(self._ended)

    # What others ask of it

    @property
    def settled(self) -> bool:
        return self.graph.settled

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.panel.set_theme(theme)
        self.graph.set_theme(theme)

    def enter(self) -> None:
        self.graph.set_reduced_motion(self.context.settings.reduced_motion)
        for exercise in Exercise:
            self.panel.show_mastery(exercise, self._practised(exercise).mastery)
        if self.practising.practice is None:
            self.begin(Exercise.NEIGHBOURS)
        else:
            self._show_networks()
        self._say()
        self.setFocus()

    def practise(self, exercise: Exercise, seed: int) -> None:
        """A random network, of a lesson."""
        self.network, self._seed = RANDOM, seed
        self.begin(exercise)

    def practise_on(self, title: str, network: Network, target: str, exercise: Exercise) -> None:
        """A network that is handed over: of a lesson, or drawn. One that is no use is refused in a line."""
        self._given = (title, network)
        self.network, self._target = _GIVEN, target
        self.begin(exercise)

    # Which instance

    def begin(self, exercise: Exercise | None = None) -> None:
        """An instance of the exercise, or of the one under way, on the network that is chosen."""
        exercise = self.practising.exercise if exercise is None else exercise
        if self.network == RANDOM:
            seed = self._practised(exercise).seed if self._seed is None else self._seed
            self._seed = seed
            self.practising.begin(exercise, random_setting(exercise, seed), f"Random network {seed}")
        else:
            title, network, target = self._found()
            try:
                setting = checked_setting(network, network.index(target))
            except ElcsError as error:
                self.context.messages.say(str(error))
                self.network, self._target = RANDOM, ""
                self.begin(exercise)
                return
            self._target = target
            self.practising.begin(exercise, setting, f"{title}, target {target}")
        self._show_networks()
        self.setFocus()

    def another(self) -> None:
        """The next seed; of a network, the next target."""
        if self.network == RANDOM:
            self._seed = None if self._seed is None else self._seed + 1
        else:
            _, network, target = self._found()
            linked = [
                name
                for node, name in enumerate(network.nodes)
                if network.parents[node] or network.children(node)
            ]
            place = linked.index(target) if target in linked else -1
            self._target = linked[(place + 1) % len(linked)] if linked else target
        self.begin()

    def _found(self) -> tuple[str, Network, str]:
        """Title, network and target."""
        if self.network == _GIVEN and self._given is not None:
            return (*self._given, self._target)
        source, header = self.context.session.source, self.context.session.header
        if self.network == _OPEN and source is not None and source.network is not None:
            usual = source.network.nodes[0] if header is None else header.names[header.target]
            return source.title, source.network, self._target or usual
        example = find_example(self.network)
        return example.title, example.load_network(), self._target or example.target

    def _choose_exercise(self, exercise: Exercise) -> None:
        self._seed = None
        self.begin(exercise)

    def _choose_network(self, id: str) -> None:
        self.network, self._target, self._seed = id, "", None
        self.begin()

    def _share(self) -> None:
        """Kind and seed into the clipboard, as a lesson file has them."""
        practice = self.practising.practice
        if practice is not None:
            words = Offer(practice.exercise, self._seed).text
            QGuiApplication.clipboard().setText(words)
            self.said.emit(f"Copied: {words}. Whoever chooses this kind and seed gets the same network.")

    def _choose_seed(self, seed: int) -> None:
        self._seed = seed
        self.begin()

    def _show_networks(self) -> None:
        source = self.context.session.source
        choices = {RANDOM: "Random network"}
        if self._given is not None:
            choices[_GIVEN] = self._given[0]
        if source is not None and source.network is not None and is_small(source.network):
            choices[_OPEN] = f"Open: {source.title}"
        choices |= {id: find_example(id).title for id in EXAMPLES}
        self.panel.show_networks(choices, self.network, self._seed if self.network == RANDOM else None)

    # What comes of it

    def _practised(self, exercise: Exercise) -> Practised:
        return practised_of(self.context.settings.lessons, exercise)

    def _ended(self) -> None:
        practice, settings = self.practising.practice, self.context.settings
        assert practice is not None
        before = self._practised(practice.exercise)
        mastery = before.mastery.after(clean=practice.clean)
        seed = before.seed if self.network != RANDOM or self._seed is None else self._seed + 1
        settings.lessons = with_practised(settings.lessons, practice.exercise, Practised(mastery, seed))
        self.panel.show_mastery(practice.exercise, mastery)
        self.answers.keep(self._attempt())
        self._say()

    def _attempt(self) -> Attempt:
        """One instance, for the table of results."""
        practice = self.practising.practice
        assert practice is not None
        helped = f", {practice.shown} shown" if practice.shown else ""
        return Attempt(
            learner_of(self.context.settings.lessons),
            datetime.now().astimezone().isoformat(timespec="seconds"),
            f"Practice: {self.practising.title}",
            0,
            str(practice.exercise),
            practice.exercise.task(practice.setting.names[practice.setting.target]),
            f"{practice.refused} wrong{helped}",
            "0 wrong",
            practice.clean,
            practice.refused + 1,
            bool(practice.shown),
        )

    def _say(self) -> None:
        practising = self.practising
        practice, judgement = practising.practice, practising.judgement
        if practice is None:
            return
        if practising.open:
            words = judgement.words if judgement is not None else ""
            self.said.emit(words or practice.exercise.task(practice.setting.names[practice.setting.target]))
            return
        mastery = self._practised(practice.exercise).mastery
        if practice.clean:
            self.said.emit(f"Clean. {_row_words(mastery)}")
        else:
            wrong = practice.refused
            told = f"{wrong} mistake{'s' * (wrong != 1)}" if wrong else "with help"
            self.said.emit(f"Done, {told}. {MASTERY} clean instances in a row give the ring.")

    # Keys

    def _leave(self) -> None:
        self.leave()
        came_from, self.came_from = self.came_from, ""
        if came_from:
            self.context.window.show_page(came_from)
        elif self.context.player.trace is None:
            self.context.window.show_start_page()
        else:
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, act = event.key(), self._keys().get(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            self._pick(key - Qt.Key.Key_1)
        elif plain and act is not None:
            act()
        else:
            super().keyPressEvent(event)

    def _pick(self, place: int) -> None:
        """The variable, or the link, at a place of the row that is open."""
        practising, rows = self.practising, self.panel.rows
        row = rows.get(practising.row if practising.exercise is not Exercise.ARROWS else "link")
        if row is not None and place < len(row.buttons):
            list(row.buttons.values())[place].click()

    def _keys(self) -> dict[int, Callable[[], object]]:
        keys, practising = Qt.Key, self.practising
        arrows = practising.exercise is Exercise.ARROWS
        main = self.another if not practising.open else self._claim if arrows else self._test
        return {
            keys.Key_Escape: self._leave, keys.Key_Return: main, keys.Key_Enter: main,
            keys.Key_R: self._claim, keys.Key_A: self._claim, keys.Key_D: practising.finish,
            keys.Key_S: practising.show_move, keys.Key_N: self.another,
        }  # fmt: skip

    def _test(self) -> None:
        self.practising.play(self.practising.test)

    def _claim(self) -> None:
        self.practising.play(self.practising.claim)


def _row_words(mastery: Mastery) -> str:
    if mastery.clean == MASTERY:
        return "Three clean instances in a row: mastered."
    return f"{mastery.clean} of {MASTERY} in a row." if not mastery.reached else "Mastered."
