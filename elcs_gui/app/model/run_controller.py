"""Joins the session with its user: what is asked for, and what becomes of the answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from elcs_gui.app.model.undo import HeaderEdit
from elcs_gui.data.names import listed
from elcs_gui.data.tables.address import address_of

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.model.child_process import Interruption
    from elcs_gui.app.model.context import Context
    from elcs_gui.app.model.runs import Branch
    from elcs_gui.ci.questions import Question, Verdict
    from elcs_gui.data.plan import ImportPlan
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.knowledge import Knowledge
    from elcs_gui.trace.trace import Header

_ERROR = "Something went wrong; the details are in the log."


class DataRequest(Protocol):
    """A table to be read; see `elcs_gui.app.importing.survey_client.FileToImport`."""

    @property
    def path(self) -> Path: ...

    @property
    def network(self) -> Path | None: ...

    @property
    def target(self) -> str | None: ...

    @property
    def is_open(self) -> bool: ...


class Arrival(Enum):
    """Where the cursor stands in the next run that is shown."""

    BEGINNING = "at its first step"
    STAGE = "in the stage where it stands now"
    END = "at its end, which it keeps to while the run grows"


class RunController(QObject):
    """Opens and runs for a window. It remembers the file that is open and where the cursor belongs."""

    opening = Signal(str)
    """A bundled example is being opened: its id."""
    turning = Signal(object)
    """A verdict is about to be turned, or given back to the data: its `Question`. The run follows."""
    gave_up = Signal()
    """Nothing came of what was to be opened or run: what was there stays."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._context, self._session, self._player = context, context.session, context.player
        self.path: Path | None = None
        """The file that is open, if it is one that is listed among the recent files."""
        self.algorithm: str | None = None
        """What runs begin with; None for what suits that which is open."""
        self._asked: Path | None = None
        self._begin_with: Callable[[Header], Header] | None = None
        """What becomes of the first header of what is being opened, where that is not for the settings."""
        self._arrival = Arrival.BEGINNING
        self._fork: int | None = None
        """The step at which that run departs from the one shown, where it is known beforehand."""
        self.edits = QUndoStack(self)
        """What can be undone: how runs are made, and nodes moved by hand."""
        session = self._session
        session.prepare = self._prepared
        session.opened.connect(self._on_opened)
        session.run_started.connect(self._on_run_started)
        session.run_grew.connect(self._player.trace_grew)
        session.run_finished.connect(self._on_run_finished)
        session.truth_changed.connect(self._on_truth_changed)
        session.failed.connect(self._on_failed)
        session.resuming.interrupted.connect(self.tell_interruption)
        self._player.trace_changed.connect(context.changed)

    # What is asked for

    def expect(
        self, path: Path | None, sentence: str, begin_with: Callable[[Header], Header] | None = None
    ) -> None:
        """Something else is about to be opened; `path` is what the list of recent files will name.

        `begin_with` says how its first run is made; without it the settings do.
        """
        self._asked, self._arrival, self._begin_with = path, Arrival.BEGINNING, begin_with
        self._context.status.say(sentence)

    def open_example(self, example: str, target: str | None, test: str | None) -> None:
        """Read and run an example, by its own test unless another is named."""
        from elcs_gui.data.examples import examples

        titles = {known.id: known.title for known in examples()}
        self.expect(None, f"Opening {titles.get(example, example)} …")
        self.opening.emit(example)
        self._session.open_example(example, target, test)

    def open_network(self, path: Path, target: str | None) -> None:
        """Read a network and run on it."""
        self.expect(path, f"Opening {path.name} …")
        self._session.open_files(None, path, target)

    def open_data(
        self, file: DataRequest, plan: ImportPlan, test: str, on_failed: Callable[[str], None]
    ) -> None:
        """Read a table as planned; `on_failed` gets the reason if that is not possible."""
        self._asked, self._arrival, self._begin_with = file.path, Arrival.BEGINNING, None

        def refused(reason: str) -> None:
            self._asked = self.path
            on_failed(reason)

        self._session.open_files(
            file.path, file.network, file.target, test,
            plan=plan, keeps_network=file.is_open, on_failed=refused,
        )  # fmt: skip

    def refuse(self, reason: str, path: Path | None) -> None:
        """A file could not be opened: say why; what was open stays."""
        self._asked = path
        self._session.failed.emit(reason)

    def open_truth(self, path: Path) -> None:
        """Read the true network of the data that are open."""
        self._session.read_truth(path)

    def set_target(self, target: int, *, result: bool = False) -> None:
        """Learn about another variable: its result is shown, or until that is there how it grows.

        Who has not taken a step yet is about to go through the run from its beginning, and stays there unless
        the `result` is asked for.
        """
        if self._session.source is not None:
            self._leave_run()
            self._arrival = Arrival.END if result or self._player.step else Arrival.BEGINNING
            self._session.set_target(target)

    def run(self, header: Header) -> None:
        """Learn anew with other parameters, or go back to the run with them: an edit, which can be undone."""
        before = self._session.header
        if before is None or self._session.source is None:
            self._context.messages.say(
                "This trace came from a file: without its data it cannot be run again."
            )
        elif header != before:
            self.edit(HeaderEdit(self._session, before, header, self._go_to_run))

    def go_to(self, branch: Branch) -> None:
        """Back to a run: an edit of how runs are made, but not if the data have changed since."""
        if not branch.older:
            self.run(branch.header)
            return
        self._leave_run()
        self._arrival = Arrival.BEGINNING
        self._session.show_run(branch)
        self._player.seek(branch.step)

    def return_to(self, header: Header, step: int) -> None:
        """Back to a step of a run that was shown before; one that is no longer kept is made again."""
        known = self._session.runs.find(header)
        self._leave_run()
        if known is None:
            self._arrival = Arrival.END
            self._session.run(header)
            return
        self._arrival = Arrival.BEGINNING
        self._session.show_run(known)
        self._player.seek(step)

    def edit(self, command: QUndoCommand) -> None:
        """Carry out what can be undone."""
        self.edits.push(command)
        self._context.changed.emit()

    def undo(self) -> None:
        self.edits.undo()
        self._context.changed.emit()

    def _go_to_run(self, header: Header) -> None:
        """The cursor stays in its stage, or where a verdict is turned, there; in a run that was shown
        before, it goes where it was left."""
        self._leave_run()
        known = self._session.runs.find(header)
        self._arrival = Arrival.STAGE if known is None else Arrival.BEGINNING
        self._fork = self._forked_at(header)
        self._session.run(header)
        if known is not None:
            self._player.seek(known.step)

    def _forked_at(self, header: Header) -> int | None:
        """Right after the first test of the run shown whose verdict is forced, or no longer is, by a header
        that changes nothing else; None if there is none."""
        now, trace = self._session.header, self._player.trace
        if now is None or trace is None or replace(now, forced=header.forced) != header:
            return None
        turned = {question for question, _ in {*now.forced} ^ {*header.forced}}
        asked = [number for question in turned if (number := trace.first_asked(question)) is not None]
        return int(trace.test_steps[min(asked) - 1]) + 1 if asked else None

    def _leave_run(self) -> None:
        if self._session.runs.current is not None:
            self._session.runs.current.step = self._player.step

    def what_if(self, question: Question, verdict: Verdict) -> None:
        """Run as if that test had said otherwise; all other answers are reused."""
        self._turn(question, verdict)

    def take_back(self, question: Question) -> None:
        """Run with the verdict that the data give to this test; other overrides stay."""
        self._turn(question, None)

    def _turn(self, question: Question, verdict: Verdict | None) -> None:
        before = self._session.header
        if before is None or max(question.x, question.y, *question.z) >= len(before.names):
            return  # it was asked in a menu, or a list, of what was open before
        forced = [pair for pair in before.forced if pair[0] != question]
        if verdict is not None:
            forced.append((question, verdict))
        # In one order, so that the same overrides are the same run.
        header = replace(before, forced=tuple(sorted(forced)))
        if header != before and self._session.source is not None:
            self.turning.emit(question)
        self.run(header)

    def break_at(self, number: int) -> None:
        """Stop at a test, or no longer."""
        from elcs_gui.app.model.breakpoints import AtTest

        self._context.breakpoints.toggle(AtTest(number))

    def know(self, knowledge: Knowledge) -> None:
        """Run with this background knowledge; a KnowledgeError says why where it cannot be true."""
        from elcs_gui.trace.knowledge import check_knowledge

        header = self._session.header
        if header is not None:
            check_knowledge(knowledge, header.names)
            self.run(replace(header, knowledge=knowledge))

    def drop_overrides(self) -> None:
        """Run with the verdicts the data give."""
        if self._session.header is not None:
            self.run(replace(self._session.header, forced=()))

    def _prepared(self, study: Study, target: str | None) -> Header:
        """A first run as the settings want it. Examples keep the algorithm and the k they were chosen for."""
        from elcs_gui.storage.recipe import Recipe

        settings = self._context.settings
        recipe = Recipe(algorithm=self.algorithm or study.algorithm or str(settings.get("algorithm")))
        if self._begin_with is not None:
            return self._begin_with(recipe.header(study, target))
        if self._asked is not None:
            k = str(settings.get("k"))
            alpha = float(settings.get("alpha"))
            recipe = replace(recipe, alpha=alpha, k=None if k == "unlimited" else int(k))
        return recipe.header(study, target)

    # What becomes of the answers

    def _on_opened(self) -> None:
        context = self._context
        self.path = self._asked
        self.edits.clear()
        context.messages.hide()
        context.breakpoints.clear()
        network = self._session.true_network
        source = self._session.source
        if network is not None and network.problem:
            context.messages.say(network.problem)
        elif network is not None and source is not None and source.data is None and network.network.hidden:
            hidden = listed(network.network.hidden_nodes)
            context.messages.note(
                f"{source.title} has hidden variables: {hidden}. Nothing is asked about them, but the paths "
                "through them count."
            )

    def _on_truth_changed(self) -> None:
        context, truth = self._context, self._session.truth
        context.messages.hide()
        context.breakpoints.forget_truth()
        context.changed.emit()
        if truth is not None:
            hidden = len(truth.network.nodes) - len(truth.names)
            more = f"; {hidden} of its nodes are hidden here" if hidden else ""
            context.status.say(f"{truth.network.name} is the truth now{more}.")

    def _on_run_started(self) -> None:
        trace = self._session.trace
        if self._arrival is Arrival.STAGE and trace is not None and self._fork is not None:
            self._player.load_at_step(trace, self._fork)
            return
        if self._arrival is Arrival.STAGE and trace is not None:
            self._player.load_at_stage(trace)
            return
        self._player.load(trace)
        if self._arrival is Arrival.END:
            self._player.follow()

    def _on_run_finished(self, cancelled: bool) -> None:
        self._player.trace_ended()
        if cancelled:
            self._context.status.say("Cancelled. What was recorded until then can be stepped through.")
        self._context.changed.emit()

    def _on_failed(self, reason: str) -> None:
        asked, self._asked, self._begin_with = self._asked, self.path, None
        settings = self._context.settings
        if asked is not None and address_of(asked) is None and not asked.exists():
            known = len(settings.recent())
            settings.forget_recent(asked)
            if len(settings.recent()) < known:
                reason = f"{reason.rstrip('.')}. It has been taken off the recent files."
        self._context.messages.say(reason)
        self.gave_up.emit()

    def give_up_opening(self) -> None:
        """Nothing came of the file that was asked for: what was open stays."""
        self._asked, self._begin_with = self.path, None
        self.gave_up.emit()

    def tell_interruption(self, interruption: Interruption) -> None:
        """A process in the background has died: what becomes of that."""
        messages = self._context.messages
        if interruption.choices:
            messages.ask(interruption.sentence, interruption.choices, at_leisure=True)
        else:
            messages.say(interruption.sentence)
        self._context.changed.emit()

    def tell_error(self) -> None:
        """Something went wrong that nobody expected; once is enough, however often it happens."""
        messages = self._context.messages
        if messages.isHidden() or messages.text != _ERROR:
            show = self._context.actions["program-log"].trigger
            messages.ask(_ERROR, {"Show the log": show}, at_leisure=True)
