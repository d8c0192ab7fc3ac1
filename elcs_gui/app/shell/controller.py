"""Joins the window with its session: what is asked for, and what is shown of the answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand, QUndoStack

from elcs_gui.app.model.actions import ACTIONS
from elcs_gui.app.model.undo import HeaderEdit
from elcs_gui.app.shell.status_row import READY
from elcs_gui.app.simulating.client import SimulationClient
from elcs_gui.storage.file_kinds import NETWORK_ENDINGS, SESSION_ENDING, is_trace

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.importing.survey_client import FileToImport
    from elcs_gui.app.model.interruption import Interruption
    from elcs_gui.app.model.runs import Branch
    from elcs_gui.app.shell.main_window import MainWindow
    from elcs_gui.ci.questions import Question, Verdict
    from elcs_gui.data.plan import ImportPlan
    from elcs_gui.data.simulation import SimulationOrder
    from elcs_gui.trace.knowledge import Knowledge
    from elcs_gui.trace.trace import Header

_LONGEST_EDIT = 48
_ERROR = "Something went wrong; the details are in the log."


class RunController:
    """Opens and runs for the window. It remembers the file that is open and where the cursor belongs."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._session = window.session
        self._path: Path | None = None
        self._asked: Path | None = None
        self._stay = False
        """Does the cursor stay in its stage when the next run is shown?"""
        self.edits = QUndoStack(window)
        """What can be undone: how runs are made, and nodes moved by hand."""
        self._expected: dict[int, int] = {}
        """Target -> how many tests its last whole run asked, for an estimate of the next."""
        session = self._session
        session.prepare = self._prepared
        session.hold = lambda: not window.graph.labels.ready
        session.opened.connect(self._on_opened)
        session.run_started.connect(self._on_run_started)
        session.run_grew.connect(window.player.trace_grew)
        session.run_finished.connect(self._on_run_finished)
        session.truth_changed.connect(self._on_truth_changed)
        session.failed.connect(self._on_failed)
        session.resuming.interrupted.connect(self.tell_interruption)
        window.player.trace_changed.connect(self._on_trace_changed)

    # What is asked for

    def open_example(self, example: str, target: str | None, test: str | None) -> None:
        """Read and run an example, on its data where it has any: they show more than the oracle."""
        from elcs_gui.data.examples import examples

        self._asked, self._stay = None, False
        titles = {known.id: known.title for known in examples()}
        self._window.status.say(f"Opening {titles.get(example, example)} …")
        self._window.start_page.show_opening(example)
        simulated = {known.id for known in examples() if known.rows}
        self._session.open_example(example, target, test or ("g2" if example in simulated else None))

    def open_session(self, path: Path, *, recent: bool = True) -> None:
        """Bring back what was saved."""
        self._asked, self._stay = path if recent else None, False
        self._window.status.say(f"Opening {path.name} …")
        self._window.session_files.open(path)

    def open_altered(self, path: Path) -> None:
        """Open a file although it contradicts itself, as its events have it."""
        self._asked, self._stay = path, False
        self._window.status.say(f"Opening {path.name} …")
        self._window.session_files.restoring.open(path, as_altered=True)

    def open_path(self, path: Path, target: str | None) -> None:
        """Open a session, a trace or a network; tables are looked at first, see `ImportController`."""
        if path.suffix.lower() == SESSION_ENDING or is_trace(path):
            self.open_session(path)
            return
        self._asked, self._stay = path, False
        self._window.status.say(f"Opening {path.name} …")
        self._session.open_files(None, path, target)

    def open_data(
        self, file: FileToImport, plan: ImportPlan, test: str, on_failed: Callable[[str], None]
    ) -> None:
        """Read a table as planned; `on_failed` gets the reason if that is not possible."""
        self._asked, self._stay = file.path, False

        def refused(reason: str) -> None:
            self._asked = self._path
            on_failed(reason)

        self._session.open_files(
            file.path, file.network, file.target, test,
            plan=plan, keeps_network=file.is_open, on_failed=refused,
        )  # fmt: skip

    def refuse(self, reason: str, path: Path | None) -> None:
        """A file could not be opened: say why; what was open stays."""
        self._asked = path
        self._session.failed.emit(reason)

    def simulate(self, order: SimulationOrder) -> None:
        """Draw data from a network and show them, the network beside them as the truth."""
        self._asked, self._stay = None, False
        self._window.status.say(f"Simulating {order.plan.rows:,} rows of {order.network.name} …")
        self._session.client(SimulationClient).begin(order)

    def drop(self, path: Path) -> None:
        """A file was dropped on the window: it is opened, but a network beside data may be their truth."""
        source = self._session.source
        if path.suffix.lower() not in NETWORK_ENDINGS or source is None or source.data is None:
            self._window.open_path(path)
            return
        self._window.messages.ask(
            f"{path.name} is a network. Is it the truth behind {source.title}, or to be opened by itself?",
            {
                "Use as truth": lambda: self.open_truth(path),
                "Open it": lambda: self._window.open_path(path),
            },
        )

    def open_truth(self, path: Path) -> None:
        """Read the true network of the data that are open."""
        self._session.read_truth(path)

    def set_target(self, target: int) -> None:
        """Learn about another variable, from the beginning."""
        if self._session.source is not None:
            self._leave_run()
            self._stay = False
            self._session.set_target(target)

    def run(self, header: Header) -> None:
        """Learn anew with other parameters, or go back to the run with them: an edit, which can be undone."""
        before = self._session.header
        if before is None or self._session.source is None:
            self._window.messages.say("This trace came from a file: without its data it cannot be run again.")
        elif header != before:
            self.edit(HeaderEdit(self._session, before, header, self._go_to_run))

    def go_to(self, branch: Branch) -> None:
        """Back to a run: an edit of how runs are made, but not if the data have changed since."""
        if not branch.older:
            self.run(branch.header)
            return
        self._leave_run()
        self._stay = False
        self._session.show_run(branch)
        self._window.player.seek(branch.step)

    def edit(self, command: QUndoCommand) -> None:
        """Carry out what can be undone."""
        self.edits.push(command)
        self.enable_actions()

    def undo(self) -> None:
        self.edits.undo()
        self.enable_actions()

    def redo(self) -> None:
        self.edits.redo()
        self.enable_actions()

    def _go_to_run(self, header: Header) -> None:
        """The cursor stays in its stage; in a run that was shown before, it goes where it was left."""
        self._leave_run()
        known = self._session.runs.find(header)
        self._stay = known is None
        self._session.run(header)
        if known is not None:
            self._window.player.seek(known.step)

    def _leave_run(self) -> None:
        if self._session.runs.current is not None:
            self._session.runs.current.step = self._window.player.step

    def what_if(self, question: Question, verdict: Verdict) -> None:
        """Run as if that test had said otherwise; all other answers are reused."""
        header = self._session.header
        if header is not None:
            kept = [pair for pair in header.forced if pair[0] != question]
            # In one order, so that the same overrides are the same run.
            self.run(replace(header, forced=tuple(sorted([*kept, (question, verdict)]))))

    def take_back(self, question: Question) -> None:
        """Run with the verdict that the data give to this test; other overrides stay."""
        header = self._session.header
        if header is not None:
            self.run(replace(header, forced=tuple(pair for pair in header.forced if pair[0] != question)))

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

    def _prepared(self, header: Header) -> Header:
        """A first run as the settings want it. Examples keep the k they were chosen for."""
        settings = self._window.settings
        if self._asked is None:
            return header
        k = str(settings.get("k"))
        return replace(header, alpha=float(settings.get("alpha")), k=None if k == "unlimited" else int(k))

    # What is shown of the answers

    def _on_opened(self) -> None:
        window = self._window
        self._path = self._asked
        self._expected.clear()
        self.edits.clear()
        window.messages.hide()
        window.breakpoints.clear()
        window.graph.expect_names(self._session.names)
        window.graph.set_levels(self._session.levels)
        window.graph.set_associations(())
        window.live["truth"].setChecked(False)
        window.show_truth()
        known = self._session.true_network
        if known is not None and known.problem:
            window.messages.say(known.problem)
        if self._path is not None:
            session = "session, " if self._path.suffix.lower() == SESSION_ENDING else ""
            window.settings.add_recent(self._path, session + self.described)
        window.show_workspace()
        self.show_title()

    def _on_truth_changed(self) -> None:
        """Show it: that is what it was opened for."""
        window = self._window
        window.messages.hide()
        window.breakpoints.forget_truth()
        self.show_title()
        self.enable_actions()
        window.live["truth"].setChecked(True)
        window.show_truth()
        truth = self._session.truth
        if truth is not None:
            hidden = len(truth.network.nodes) - len(truth.names)
            more = f"; {hidden} of its nodes are hidden here" if hidden else ""
            window.status.say(f"{truth.network.name} is the truth now{more}.")

    @property
    def title(self) -> str:
        """What is open: the session file, the data or the network."""
        source, saved = self._session.source, self._window.session_files.path
        if saved is not None:
            return saved.name
        return source.title if source else (self._path.name if self._path else "Trace")

    @property
    def described(self) -> str:
        """What is open, in a few words."""
        source, header = self._session.source, self._session.header
        rows = f"{source.data.rows:,} rows · " if source and source.data else ""
        variables = f"{len(header.names) if header else 0} variables"
        altered = ", altered" if self._window.session_files.altered else ""
        return (f"{rows}{variables}" if source else f"{variables}, a recorded trace") + altered

    def show_title(self) -> None:
        """What is open, and whether there is anything in it that is not saved."""
        window, header = self._window, self._session.header
        note = "" if header is None else _note(header)
        modified = window.session_files.modified
        name = self.title.replace("[*]", "[*][*]")  # Qt's own mark for what is modified
        window.setWindowTitle(f"{name}[*] – ELCS Explorer")
        window.setWindowModified(modified)
        if window.working or window.tools.current is not None:
            window.title_row.show_open(
                f"{self.title} •" if modified else self.title,
                self.described + note,
                truth=self._session.truth is not None,
                imported=self._session.source is not None and self._session.source.path is not None,
            )

    def _on_run_started(self) -> None:
        header = self._session.header
        expected = None if header is None else self._expected.get(header.target)
        self._show_running(running=self._session.running, expected=expected)
        self.show_title()
        player, trace = self._window.player, self._session.trace
        if self._stay and trace is not None:
            player.load_at_stage(trace)
        else:
            player.load(trace)

    def _on_run_finished(self, cancelled: bool) -> None:
        window, trace = self._window, self._session.trace
        self._show_running(running=False)
        if trace is not None and not cancelled:
            self._expected[trace.header.target] = len(trace.test_steps)
        window.player.trace_ended()
        if cancelled:
            window.messages.say("Cancelled. What was recorded until then can be stepped through.")
        self.enable_actions()

    def _on_trace_changed(self) -> None:
        self._window.detail.set_test(self._session.ci_test, self._session.levels)
        self.enable_actions()

    def _on_failed(self, reason: str) -> None:
        self._show_running(running=False)
        asked, self._asked = self._asked, self._path
        if asked is not None and not asked.exists():
            known = len(self._window.settings.recent())
            self._window.settings.forget_recent(asked)
            if len(self._window.settings.recent()) < known:
                reason = f"{reason.rstrip('.')}. It has been taken off the recent files."
                self._window.start_page.set_recent(self._window.settings.recent())
        self._window.messages.say(reason)
        self._show_nothing_opening()

    def give_up_opening(self) -> None:
        """Nothing came of the file that was asked for: what was open stays."""
        self._show_running(running=False)
        self._asked = self._path
        self._show_nothing_opening()

    def _show_nothing_opening(self) -> None:
        if self._window.working:
            self._window.status.refresh()
        else:
            self._window.status.say(READY)
            self._window.start_page.show_opening(None)

    def tell_interruption(self, interruption: Interruption) -> None:
        """A process in the background has died: what becomes of that."""
        if interruption.choices:
            self._window.messages.ask(interruption.sentence, interruption.choices, at_leisure=True)
        else:
            self._window.messages.say(interruption.sentence)
        self.enable_actions()

    def tell_error(self) -> None:
        """Something went wrong that nobody expected; once is enough, however often it happens."""
        messages = self._window.messages
        if messages.isHidden() or messages.text != _ERROR:
            show = self._window.live["program-log"].trigger
            messages.ask(_ERROR, {"Show the log": show}, at_leisure=True)

    def _show_running(self, *, running: bool, expected: int | None = None) -> None:
        self._window.status.set_running(running=running, expected=expected)
        self._window.live["cancel"].setEnabled(running)

    def enable_actions(self) -> None:
        """Actions that make no sense now are greyed out."""
        header = self._session.header
        has = {
            "": True,
            "trace": self._window.player.trace is not None,
            "run": self._session.running,
            "truth": self._session.truth is not None,
            "override": bool(header and header.forced),
            "file": self._session.source is not None and self._session.source.path is not None,
            "table": self._session.source is not None and self._session.source.data is not None,
            "knowledge": bool(header and header.knowledge),
            "other": self._window.workspace is not None and self._window.what_ifs.comparison is not None,
            "data": self._session.source is not None and self._window.player.trace is not None,
            "undo": self.edits.canUndo(),
            "redo": self.edits.canRedo(),
        }
        for action in ACTIONS:
            self._window.live[action.id].setEnabled(has[action.needs])
        self._window.live["undo"].setText(_naming("Undo", self.edits.undoText()))
        self._window.live["redo"].setText(_naming("Redo", self.edits.redoText()))


def _note(header: Header) -> str:
    """That the run is not what data and parameters alone would make of it."""
    overridden = len(header.forced)
    note = f" · {overridden} verdict{'s' * (overridden > 1)} overridden" if overridden else ""
    return f"{note} · with knowledge" if header.knowledge else note


def _naming(word: str, edit: str) -> str:
    """What a menu says of an edit, in a line of bearable length."""
    short = edit if len(edit) <= _LONGEST_EDIT else f"{edit[: _LONGEST_EDIT - 1].rstrip()}…"
    return f"{word} {short}".rstrip().replace("&", "&&")
