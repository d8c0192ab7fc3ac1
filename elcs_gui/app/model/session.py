"""The session: what is open, how it is to be learnt, and the run under way in the worker.

Widgets ask it to open, to take another target or other parameters; it tells by signals what came of it.
The engine is imported where it is first needed: the start page must not wait for numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.kit.later import after_turns
from elcs_gui.app.model.aside_runs import AsideRuns
from elcs_gui.app.model.child_process import ChildProcess
from elcs_gui.app.model.incoming_runs import IncomingRuns
from elcs_gui.app.model.resuming import Resuming
from elcs_gui.app.model.runs import Branch, RunTree
from elcs_gui.app.model.truth_client import TruthClient
from elcs_gui.app.model.worker_client import WorkerClient
from elcs_gui.ci.registry import asks_network
from elcs_gui.worker.entry import work

if TYPE_CHECKING:
    from elcs_gui.ci.questions import CiTest
    from elcs_gui.data.plan import ImportPlan
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.trace import Header, Trace
    from elcs_gui.worker.messages import Command, Message, TruthRead
    from elcs_gui.worker.truth import TrueNetwork

Client = TypeVar("Client", bound=WorkerClient)

_AFTER_OPENING = 3
"""Turns of the event loop from telling what is open to telling of its run: for the first picture."""


class Session(QObject):
    """One data set (or network) at a time, with the trace of its latest run."""

    opened = Signal()
    """Something else is open: title, names, data, network have changed."""
    run_started = Signal()
    run_grew = Signal()
    run_finished = Signal(bool)
    """The run ended; True if it was cancelled."""
    associated = Signal(object)
    """Links for the map of the field view."""
    truth_changed = Signal()
    """Another network is known beside the same data."""
    reading = Signal(float)
    """The share that has been read of what is being opened."""
    failed = Signal(str)
    """One sentence for the user."""
    told = Signal(object)
    """A message of the worker that answers what was asked by `ask`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source: Study | None = None
        self.header: Header | None = None
        self.trace: Trace | None = None
        self.runs = RunTree()
        self.running = False
        self.associating = False
        self._association = 0
        """The number of the latest request for links."""
        self.links: Sequence[tuple[int, int, float]] = ()
        """Of the map of the field view, as far as they are known."""
        self.hold: Callable[[], bool] = lambda: False
        """Is the window still getting ready for what was opened? It hears of the run after that."""
        self.prepare: Callable[[Header], Header] = lambda header: header
        """What becomes of the first header after something was opened: the user's defaults."""
        self._number = 0
        self.latest = 0
        """The number of the command whose messages are waited for; runs made aside have others. What answers
        an earlier one comes too late."""
        self._before: int | None = None
        """What was waited for before something is opened: if nothing comes of that, it is so again."""
        self._otherwise: Callable[[str], None] | None = None
        self._incoming = IncomingRuns()
        self._untold = False
        """Has a run been begun of which nobody was told yet?"""
        self._cut_short = False
        self._wanted_target: str | None = None
        self._beside: TrueNetwork | None = None
        self._asked: int | None = None
        """The number of what was asked for `instead`, until it is answered."""
        self.worker = ChildProcess(work, "elcs worker", self)
        self.resuming = Resuming(self, self._incoming, self.next_number)
        """Takes care of what was open when the worker has died."""
        self.worker.arrived.connect(self._receive)
        self.worker.died.connect(self.resuming.worker_died)
        self._clients: dict[type[WorkerClient], WorkerClient] = {}
        self.aside = AsideRuns(self._incoming, self.send, self.next_number)
        self.truths = TruthClient(self.send, self.next_number, self)
        """Reads the true network of the data that are open; `truth_changed` tells when it is there."""
        self.truths.read.connect(self._take_truth)
        self.truths.failed.connect(self.failed)

    # What is open

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, as the test in use sees them."""
        if self.source is None:
            return ()
        return self.source.names(None if self.header is None else self.header.test)

    @property
    def levels(self) -> tuple[tuple[str, ...], ...]:
        """The labels of each variable's levels; empty where there are none."""
        return () if self.source is None else self.source.levels

    @property
    def beside(self) -> TrueNetwork | None:
        """The known network, matched to the variables; where their names do not match it says so."""
        if self.source is None or self.source.network is None:
            return None
        from elcs_gui.worker.truth import matched

        self._beside = matched(self.source.network, self.names, self._beside)
        return self._beside

    @property
    def truth(self) -> TrueNetwork | None:
        """The same, but only where it is the truth: the network knows every variable."""
        beside = self.beside
        return None if beside is None or beside.problem else beside

    @property
    def ci_test(self) -> CiTest | None:
        """What answered the latest run, for its tables."""
        current = self.runs.current
        if self.source is None or self.header is None or (current is not None and current.older):
            return None
        return self.source.ci_test(self.header)

    # What the user asks for

    def start_worker(self) -> None:
        """Begin to start the worker process."""
        self.worker.start()

    def open_example(self, example: str, target: str | None = None, test: str | None = None) -> None:
        """Read a bundled example and run it."""
        from elcs_gui.worker.messages import Open

        self.send(Open(self.begin_opening(target), example=example, test=test))

    def open_files(
        self,
        data: Path | None,
        network: Path | None,
        target: str | None = None,
        test: str | None = None,
        *,
        plan: ImportPlan | None = None,
        keeps_network: bool = False,
        otherwise: Callable[[str], None] | None = None,
    ) -> None:
        """Read data, a network, or both, and run on them; see `elcs_gui.worker.messages.Open`.

        `otherwise` gets the reason if it fails, in place of those who listen to `failed`.
        """
        from elcs_gui.worker.messages import Open

        number = self.begin_opening(target, otherwise)
        self.send(Open(number, None, data, network, test, plan, keeps_network))

    @property
    def opening(self) -> bool:
        """Is something being read?"""
        return self._before is not None

    def stop_opening(self) -> None:
        """Give up what is being read; what was open before goes on."""
        if self.opening:
            from elcs_gui.worker.survey_file import GiveUp

            self.send(GiveUp(self.latest))
            self._go_back()

    def client(self, kind: type[Client]) -> Client:
        """The one client of this kind, made when it is first asked for."""
        if kind not in self._clients:
            self._clients[kind] = kind(self)
        found = self._clients[kind]
        assert isinstance(found, kind)
        return found

    def open_trace(self, trace: Trace) -> None:
        """Show a trace from a file: there are no data behind it."""
        self.source = None
        self._forget_association()
        self.runs.clear()
        self.header = trace.header
        self.opened.emit()
        branch = self.runs.begin(trace.header, trace)
        branch.finished = True
        self.show_run(branch)

    def set_target(self, target: int) -> None:
        """Run for another variable; answers are reused."""
        if self.header is not None and self.source is not None:
            self.run(replace(self.header, target=target))

    def run(self, header: Header) -> None:
        """Run as the header says, or go back to the run that did; one under way is given up."""
        known = self.runs.find(header)
        if known is not None:
            self.show_run(known)
        else:
            self._start(header)
            self._tell_started(self.latest)

    def show_run(self, branch: Branch) -> None:
        """Go back to a run that is finished."""
        self.cancel()
        self._begin()
        self.runs.current = branch
        self.header, self.trace = branch.header, branch.trace
        self.running = self._untold = False
        self.run_started.emit()
        self.run_finished.emit(False)

    def ask(self, make: Callable[[int], Command], *, instead: bool) -> None:
        """Have something else done, `instead` of what is under way or beside it; `told` brings the answer."""
        number = self._begin() if instead else self.latest
        self._asked = number if instead else self._asked
        self.send(make(number))

    def take_kept(self, source: Study | None, runs: RunTree, tapes: Iterable[Trace], header: Header) -> None:
        """What a session file held takes the place of what is open; a run is to be shown, or made, next.

        `tapes` are runs whose answers further runs will reuse: the worker has them too.
        """
        self.cancel()
        self.source, self.runs, self.header, self.links = source, runs, header, ()
        self._forget_association()
        self._incoming.know(tapes)
        self.truths.forget()
        self.opened.emit()

    def cancel(self) -> None:
        """Stop the run under way; the trace so far stays."""
        if self.running or any(client.cancellable for client in self._clients.values()):
            from elcs_gui.worker.messages import Cancel

            self.send(Cancel())

    def ask_associations(self) -> None:
        """Ask for the links of the field map; `associated` brings them."""
        from elcs_gui.worker.messages import Associate

        self.associating, self._association = True, self.next_number()
        self.send(Associate(self._association))

    def close(self) -> None:
        """End the worker."""
        self.worker.close()

    def cut_short(self, reason: str) -> tuple[Header | None, bool]:
        """The worker has died: nothing that was asked for comes any more, and whoever waits is told so.

        The run that was under way, whose trace stays as it is; and whether there was anything else.
        """
        run = self.header if self.running else None
        asked = self._asked is not None and self._asked == self.latest
        lost = asked or self.opening or self.truths.busy
        self.associating, self._asked, self._cut_short = False, None, True
        self._incoming.fail_all(reason)
        if self.opening:
            otherwise = self._otherwise or self.failed.emit
            self._go_back()
            otherwise(reason)
        elif self._untold:
            self._tell_started(self.latest)  # and finished
        elif self.running:
            self._tell_finished()
        if asked:
            self.failed.emit(reason)
        self.truths.fail(reason)
        failed = [client.fail(reason) for client in self._clients.values()]
        return run, lost or any(failed)

    # Inside

    def next_number(self) -> int:
        """For a command to the worker."""
        self._number += 1
        return self._number

    def _begin(self) -> int:
        """The number of a command that replaces what is under way."""
        self.latest = self.next_number()
        return self.latest

    def begin_opening(self, target: str | None, otherwise: Callable[[str], None] | None = None) -> int:
        self._wanted_target, self._otherwise = target, otherwise
        self._before = self.latest if self._before is None else self._before
        return self._begin()

    def _go_back(self) -> None:
        """Nothing came of the opening: what was shown before is waited for again."""
        assert self._before is not None
        self.latest, self._before, self._wanted_target = self._before, None, None
        self._settle_clients()
        if self.running and self.latest not in self._incoming:
            self._tell_finished()  # meanwhile

    def _forget_association(self) -> None:
        """Links that are still to come are of data that are not open any more."""
        self.associating, self._association = False, 0

    def _settle_clients(self) -> None:
        for client in self._clients.values():
            client.settle()

    def _start(self, header: Header) -> None:
        """Have a run begun; nobody is told yet."""
        from elcs_gui.worker.messages import Learn

        number = self._begin()
        self.header, self.trace = header, self._incoming.begin(number, header)
        self.runs.begin(header, self.trace)
        self.running = self._untold = True
        self.send(Learn(number, header))

    def _tell_started(self, number: int) -> None:
        if number != self.latest or not self._untold:
            return  # given up before anybody heard of it, or told already
        self._untold = False
        self.run_started.emit()
        if number == self.latest and number not in self._incoming:
            self._tell_finished()  # it was quicker than the window

    def _tell_finished(self) -> None:
        self.running = False
        if self.runs.current is not None:
            self.runs.current.finished = not self._cut_short
        self.run_finished.emit(self._cut_short)

    def send(self, command: Command) -> None:
        """Hand a command to the worker."""
        if not self.worker.send(command):
            self.resuming.worker_died()

    def _receive(self, message: Message) -> None:
        if any(client.receive(message) for client in self._clients.values()):
            return
        if self.truths.receive(message) or self.resuming.receive(message):
            return
        from elcs_gui.worker.messages import Associated, Failed, Opened, Progress
        from elcs_gui.worker.survey_file import Reading

        current = message.number == self.latest
        self._asked = None if message.number == self._asked else self._asked
        if isinstance(message, Progress):
            self._incoming.take(message)
            if message.done and (current or message.number == self._before):
                self._cut_short = message.cancelled
            if current and not self._untold:
                self._tell_finished() if message.done else self.run_grew.emit()
        elif isinstance(message, Associated):
            if message.number == self._association:  # else they are of data that are not open any more
                self.associating, self.links = False, message.links
                self.associated.emit(message.links)
        elif current and isinstance(message, Reading):
            self.reading.emit(message.share)
        elif current and isinstance(message, Opened):
            self._before = None
            self._take_over(message.study)
        elif current and self.opening and isinstance(message, Failed):
            otherwise = self._otherwise or self.failed.emit
            self._go_back()
            otherwise(message.reason)
        elif isinstance(message, Failed):
            self.associating = self.associating and message.number != self._association
            awaited = self._incoming.fail(message.number, message.reason)
            if current or awaited:
                self.running = self.running and not current
                self.failed.emit(message.reason)
        elif current:
            self.told.emit(message)

    def _take_truth(self, truth: TruthRead) -> None:
        assert self.source is not None
        source = replace(self.source, network=truth.network, network_file=truth.file)
        if self.header is not None and asks_network(self.header.test):
            # What is shown was read off the network before: that run, and all others, begin anew.
            self._begin()
            self._take_over(source)
            return
        self.source = source
        self._incoming.forget(asks_network)
        self.runs.drop_tests(asks_network)
        self.truth_changed.emit()

    def _take_over(self, source: Study) -> None:
        self.source, self.header, self.trace, self.links = source, None, None, ()
        self._settle_clients()
        self._incoming.forget()
        self.truths.forget()
        self.runs.clear()
        names, wanted = source.names(), self._wanted_target or source.target
        self.header, self._wanted_target = self.prepare(source.header(wanted)), None
        # The worker begins at once. The window first shows what is open and hears of the run after that: both
        # in one turn of its loop would be felt.
        self._start(self.header)
        self.ask_associations()
        after_turns(_AFTER_OPENING, self, partial(self._tell_started, self.latest), self.hold)
        self.opened.emit()
        if wanted and wanted not in names:  # after that, for what is opened takes down what was said before
            self.failed.emit(f"{source.title} has no variable {wanted!r}; {names[0]} is shown instead.")
