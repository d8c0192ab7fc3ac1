"""The session: what is open, how it is to be learnt, and the run under way in the worker.

Widgets ask it to open, to take another target or other parameters; it tells by signals what came of it.
The engine is imported where it is first needed: the start page must not wait for numpy.

What is under way are requests (see `elcs_gui.app.model.requests`): at most one for what is being opened, one
for the run that is shown (see `elcs_gui.app.model.shown_run`), and any number of others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.kit.later import after_turns
from elcs_gui.app.model.child_process import ChildProcess
from elcs_gui.app.model.incoming_runs import IncomingRuns
from elcs_gui.app.model.requests import Handlers, OnFailed, Request, Requests, RequestState
from elcs_gui.app.model.resuming import Resuming
from elcs_gui.app.model.runs import Branch, RunTree
from elcs_gui.app.model.shown_run import ShownRun
from elcs_gui.ci.registry import asks_network
from elcs_gui.worker.entry import work

if TYPE_CHECKING:
    from elcs_gui.ci.questions import CiTest
    from elcs_gui.data.plan import ImportPlan
    from elcs_gui.inquiry.known_truth import TrueNetwork
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.trace import Header, Trace
    from elcs_gui.worker.messages import Associated, Command, Message, Opened, Progress, TruthRead
    from elcs_gui.worker.survey_file import Reading

Client = TypeVar("Client", bound=QObject)

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

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source: Study | None = None
        self.header: Header | None = None
        self.trace: Trace | None = None
        self.runs = RunTree()
        self.links: Sequence[tuple[int, int, float]] = ()
        """Of the map of the field view, as far as they are known."""
        self.hold: Callable[[], bool] = lambda: False
        """Is the window still getting ready for what was opened? It hears of the run after that."""
        self.prepare: Callable[[Study, str | None], Header] = lambda study, target: study.header(target)
        """The first run on what was opened, for that target: with the user's defaults."""
        self._true_network: TrueNetwork | None = None
        self.worker = ChildProcess(work, "elcs worker", self)
        self.requests = Requests(self._send)
        self._incoming = IncomingRuns()
        self.opening: Request | None = None
        """What is being read, and is to take the place of what is open."""
        self._shown = ShownRun(lambda: self.opening is not None, self)
        self._shown.started.connect(self.run_started)
        self._shown.grew.connect(self.run_grew)
        self._shown.finished.connect(self.run_finished)
        self._shown.failed.connect(self.failed)
        self._links: Request | None = None
        self._about_open: list[Request] = []
        """About what is open, and of no use when something else is."""
        self.resuming = Resuming(self, self._incoming)
        """Takes care of what was open when the worker has died."""
        self.worker.arrived.connect(self._receive)
        self.worker.died.connect(self.resuming.worker_died)
        self._clients: dict[type[QObject], QObject] = {}

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
    def true_network(self) -> TrueNetwork | None:
        """The known network, matched to the variables; where their names do not match it says so."""
        if self.source is None or self.source.network is None:
            return None
        from elcs_gui.inquiry.known_truth import matched

        self._true_network = matched(self.source.network, self.names, self._true_network)
        return self._true_network

    @property
    def truth(self) -> TrueNetwork | None:
        """The same, but only where it is the truth: the network knows every variable."""
        known = self.true_network
        return None if known is None or known.problem else known

    @property
    def ci_test(self) -> CiTest | None:
        """What answered the latest run, for its tables."""
        current = self.runs.current
        if self.source is None or self.header is None or (current is not None and current.older):
            return None
        return self.source.ci_test(self.header)

    @property
    def running(self) -> bool:
        """Is the run that is shown, or is to be shown, still under way?"""
        return self._shown.running

    @property
    def associating(self) -> bool:
        """Are the links of the field map on their way?"""
        return self._links is not None and self._links.waiting

    # Opening

    def start_worker(self) -> None:
        """Begin to start the worker process."""
        self.worker.start()

    def open_example(self, example: str, target: str | None = None, test: str | None = None) -> Request:
        """Read a bundled example and run it."""
        from elcs_gui.worker.messages import Open

        return self.open(partial(Open, example=example, test=test), target)

    def open_files(
        self,
        data: Path | None,
        network: Path | None,
        target: str | None = None,
        test: str | None = None,
        *,
        plan: ImportPlan | None = None,
        keeps_network: bool = False,
        on_failed: OnFailed | None = None,
    ) -> Request:
        """Read data, a network, or both, and run on them; see `elcs_gui.worker.messages.Open`.

        `on_failed` gets the reason if it fails, in place of those who listen to `failed`.
        """
        from elcs_gui.worker.messages import Open

        command = partial(Open, data=data, network=network, test=test, plan=plan, keeps_network=keeps_network)
        return self.open(command, target, on_failed=on_failed)

    def open(
        self,
        command: Callable[[int], Command],
        target: str | None = None,
        handlers: Handlers | None = None,
        on_failed: OnFailed | None = None,
    ) -> Request:
        """Have something read that takes the place of what is open, and of what else is being opened.

        A study is taken when it comes, and run on; what else answers the command is for the `handlers`.
        """
        from elcs_gui.worker.messages import Opened
        from elcs_gui.worker.survey_file import Reading

        def fail(reason: str) -> None:
            self._end_opening()
            (on_failed or self.failed.emit)(reason)

        if self.opening is not None:
            self.opening.cancel()
        own: Handlers = {Opened: partial(self._take_opened, target), Reading: self._on_reading}
        self.opening = request = self.requests.make(command, {**own, **(handlers or {})}, fail)
        request.send()
        return request

    def stop_opening(self) -> None:
        """Give up what is being read; what was open before goes on."""
        if self.opening is not None:
            self.opening.cancel()
            if self.opening.state is RequestState.DONE:  # the worker has it ready
                from elcs_gui.worker.survey_file import GiveUp

                self._send(GiveUp(self.opening.number))
            self._end_opening()

    def open_trace(self, trace: Trace) -> None:
        """Show a trace from a file: there are no data behind it."""
        self._replace(None)
        self.runs.clear()
        self.header = trace.header
        self.opened.emit()
        branch = self.runs.begin(trace.header, trace)
        branch.finished = True
        self.show_run(branch)

    def take_session(
        self, source: Study | None, runs: RunTree, tapes: Iterable[Trace], header: Header
    ) -> None:
        """What a session file held takes the place of what is open; a run is to be shown, or made, next.

        `tapes` are runs whose answers further runs will reuse: the worker has them too.
        """
        self._take_offer()
        self._replace(source)
        self.runs, self.header = runs, header
        used = list(tapes)
        self._incoming.know(used)
        if source is not None:
            for trace in used:
                source.explain(trace)
        self.opened.emit()

    def read_truth(self, path: Path) -> Request:
        """Read the true network of the data that are open; `truth_changed` tells when it is there."""
        from elcs_gui.worker.messages import ReadTruth, TruthRead

        return self.ask_about_open(
            partial(ReadTruth, path=path), {TruthRead: self._take_truth}, self.failed.emit
        )

    def ask_about_open(
        self, command: Callable[[int], Command], handlers: Handlers, on_failed: OnFailed = lambda _: None
    ) -> Request:
        """Have something found out about what is open; it is given up when something else is opened."""
        request = self._made_about_open(command, handlers, on_failed)
        request.send()
        return request

    def ask_associations(self) -> None:
        """Ask for the links of the field map; `associated` brings them."""
        from elcs_gui.worker.messages import Associate, Associated

        if self._links is not None:
            self._links.cancel()
        self._links = self.ask_about_open(Associate, {Associated: self._take_links})

    def client(self, kind: type[Client]) -> Client:
        """The one client of this kind, made with the session when it is first asked for."""
        if kind not in self._clients:
            self._clients[kind] = kind(self)
        found = self._clients[kind]
        assert isinstance(found, kind)
        return found

    # Running

    def set_target(self, target: int) -> None:
        """Run for another variable; answers are reused."""
        if self.header is not None and self.source is not None:
            self.run(replace(self.header, target=target))

    def run(self, header: Header) -> None:
        """Run as the header says, or go back to the run that did; one under way is given up."""
        known = self.runs.find(header)
        if known is not None:
            self.show_run(known)
            return
        if self.source is None or header.names != self.source.names(header.test):
            self.failed.emit("That run is of data that are no longer open.")
            return
        self.stop_opening()
        self._start(header)
        self._shown.catch_up()

    def show_run(self, branch: Branch) -> None:
        """Go back to a run that is finished."""
        self.stop_opening()
        self.cancel()
        self.runs.current = branch
        self.header, self.trace = branch.header, branch.trace
        self._shown.show_whole()

    def run_aside(
        self,
        header: Header,
        on_done: Callable[[Trace], None],
        on_failed: OnFailed = lambda _: None,
        *,
        twin: bool = False,
    ) -> Request:
        """Make a run without showing it: it waits for the run that is shown, and is given up for it.

        `on_done` gets the whole trace, unless it was given up; `on_failed` and `failed` tell why it failed.
        The header's `twin` has every verdict true; it needs the truth.
        """
        from elcs_gui.worker.messages import Learn, Progress

        def take(progress: Progress) -> None:
            if progress.done and not progress.cancelled:
                on_done(trace)

        def fail(reason: str) -> None:
            on_failed(reason)
            self.failed.emit(reason)

        command = partial(Learn, header=header, aside=True, twin=twin)
        request = self._made_about_open(command, {Progress: take}, fail)
        begin = self._incoming.begin_twin if twin else self._incoming.begin
        trace = begin(request.number, header)
        if self.source is not None and not twin:
            self.source.explain(trace)
        request.send()
        return request

    def cancel(self) -> None:
        """Stop the run, or the simulation, under way; the trace so far stays."""
        from elcs_gui.worker.messages import Cancel, Simulate

        if self.running or self.requests.waits_for(Simulate):
            self._send(Cancel())

    def cut_short(self, lost: Iterable[Request], reason: str) -> Header | None:
        """The worker has died: whoever waits for something is told so.

        The run that was under way, if there was one; its trace stays as it is.
        """
        self._incoming.give_up()
        run = self.header if self._shown.cut_short() else None
        for request in lost:
            request.fail(reason)
        if self.opening is not None:  # it was read, but not taken
            self._end_opening()
            self.failed.emit(reason)
        self._shown.catch_up()
        return run

    def close(self) -> None:
        """End the worker."""
        self.worker.close()

    # Inside

    def _send(self, command: Command) -> None:
        if not self.worker.send(command):
            self.resuming.worker_died()

    def _receive(self, message: Message) -> None:
        self._incoming.take(message)  # also of runs that nobody waits for: their answers are reused
        self.requests.receive(message)

    def _made_about_open(
        self, command: Callable[[int], Command], handlers: Handlers, on_failed: OnFailed
    ) -> Request:
        request = self.requests.make(command, handlers, on_failed)
        self._about_open = [*(known for known in self._about_open if known.waiting), request]
        return request

    def _on_reading(self, message: Reading) -> None:
        self.reading.emit(message.share)

    def _end_opening(self) -> None:
        """Nothing came of it: tell what has become of the run meanwhile."""
        self.opening = None
        self._shown.catch_up()

    def _take_offer(self) -> None:
        """What was read is open, here and in the worker."""
        from elcs_gui.worker.messages import Take

        assert self.opening is not None
        opening, self.opening = self.opening, None
        self._send(Take(opening.number))

    def _replace(self, source: Study | None) -> None:
        """Something else is open: nothing is waited for that is about what was."""
        self.cancel()
        self._shown.leave()
        for request in self._about_open:
            request.cancel()
        self.source, self.links, self._about_open = source, (), []

    def _take_opened(self, target: str | None, message: Opened) -> None:
        self._take_offer()
        self._take_over(message.study, target)

    def _take_over(self, source: Study, target: str | None = None) -> None:
        self._replace(source)
        self._incoming.forget()
        self.runs.clear()
        names, wanted = source.names(), target or source.target
        # The worker begins at once. The window first shows what is open and hears of the run after that: both
        # in one turn of its loop would be felt.
        self._start(self.prepare(source, wanted))
        self.ask_associations()
        after_turns(_AFTER_OPENING, self, partial(self._shown.tell_started, self._shown.request), self.hold)
        self.opened.emit()
        if wanted and wanted not in names:  # after that, for what is opened takes down what was said before
            self.failed.emit(f"{source.title} has no variable {wanted!r}; {names[0]} is shown instead.")

    def _take_truth(self, truth: TruthRead) -> None:
        assert self.source is not None
        source = replace(self.source, network=truth.network, network_file=truth.file)
        if self.header is not None and asks_network(self.header.test):
            # What is shown was read off the network before: that run, and all others, begin anew.
            self._take_over(source)
            return
        self.source = source
        self._incoming.forget(asks_network)
        self.runs.drop_tests(asks_network)
        self.truth_changed.emit()

    def _take_links(self, message: Associated) -> None:
        self.links = message.links
        self.associated.emit(message.links)

    def _start(self, header: Header) -> None:
        """Have a run begun; nobody is told yet."""
        from elcs_gui.worker.messages import Learn, Progress

        handlers = {Progress: self._shown.take}
        request = self.requests.make(partial(Learn, header=header), handlers, self._shown.fail)
        self.header, self.trace = header, self._incoming.begin(request.number, header)
        if self.source is not None:
            self.source.explain(self.trace)
        self._shown.begin(request, self.runs.begin(header, self.trace))
        request.send()
