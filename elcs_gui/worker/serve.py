"""The worker: a process of its own that reads files and runs algorithms, so that the window never waits.

Commands go in and messages come out through one pipe. While a run is under way its trace is sent in chunks,
at most every 30 ms; a cancel is noticed at the next question.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.registry import asks_network
from elcs_gui.ci.tape import TapeRows
from elcs_gui.data.tables.address import trust
from elcs_gui.data.tables.engine import use_memory
from elcs_gui.errors import ElcsError
from elcs_gui.parallel.processes import now_and_then
from elcs_gui.storage.recipe import Recipe
from elcs_gui.storage.session_file import FileReference
from elcs_gui.storage.study import Study
from elcs_gui.trace.run import Cancelled, Listener
from elcs_gui.trace.stream import Sender
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.worker import messages
from elcs_gui.worker.pipe_end import Disconnected, PipeEnd, sentence_for
from elcs_gui.worker.survey_file import GivenUp, GiveUp, Look, Reporter, look

EVERY = 0.03
"""Seconds between two chunks."""
_Answers = Iterable[tuple[Header, TapeRows]]
"""Those that the window knows, each time with a run that they were for."""


def main(connection: Connection) -> None:
    """The loop of the process: it ends with `Stop`, or with the window."""
    worker = _Worker(PipeEnd(connection))
    with suppress(Disconnected):
        while not isinstance(command := worker.next_command(), messages.Stop):
            worker.obey_or_fail(command)


class _Worker:
    def __init__(self, pipe: PipeEnd) -> None:
        self._pipe = pipe
        self._waiting: list[messages.Command] = []
        self._heard: list[messages.Command] = []
        """What came while a file was read, not yet looked into."""
        self._study: Study | None = None
        self._evidence: dict[tuple[str, float | None], tuple[Evidence, Sender]] = {}
        self._offered: tuple[messages.Opened | messages.SessionOpened, _Answers] | None = None
        """What was read last, with the answers known on it, until it is taken or given up."""
        self._handlers: dict[type[messages.Command], Callable[[Any], None]] = {
            messages.Open: self._open,
            messages.OpenSession: self._open_session,
            messages.Take: self._take,
            messages.CheckOrigin: self._check_origin,
            messages.Simulate: self._simulate,
            Look: self._look,
            GiveUp: self._give_up,
            messages.ReadTruth: self._read_truth,
            messages.Learn: self._learn,
            messages.Associate: self._associate,
            messages.Resume: self._resume,
            messages.UseMemory: lambda command: use_memory(command.amount),
            messages.Cancel: lambda _: None,  # too late: there is nothing under way
        }

    def next_command(self) -> messages.Command:
        return self._waiting.pop(0) if self._waiting else self._hear()

    def _hear(self) -> messages.Command:
        if self._heard:
            return self._heard.pop(0)
        command: messages.Command = self._pipe.recv()
        return command

    def obey_or_fail(self, command: messages.Command) -> None:
        """Do it, or tell why that is not possible; only the end of the window is an end of the worker."""
        trust(getattr(command, "trusted", ()))
        try:
            self._handlers[type(command)](command)
        except Disconnected:
            raise
        except GivenUp:
            pass  # by the window, which knows
        except Exception as error:
            self._pipe.send(messages.Failed(getattr(command, "number", 0), sentence_for(error)))

    def _open(self, command: messages.Open) -> None:
        self._offer(messages.Opened(command.number, self._read(command)))

    def _read(self, command: messages.Open) -> Study:
        """Read what was asked for; what is open stays so until it is taken."""
        # As they are before they are read: who changes them meanwhile has changed them.
        data_file, network_file = (
            None if path is None else FileReference.of(path) for path in (command.data, command.network)
        )
        recipe = Recipe(
            example=command.example,
            data=command.data,
            network=command.known or command.network,
            named=(),
            plan=command.plan,
            test=command.test,
        )
        study = recipe.open(self._reporter(command.number), whole=True).study
        study = replace(study, data_file=data_file, network_file=network_file)
        before = self._study if command.keeps_network else None
        if before and before.network and set(before.network.nodes).issuperset(study.names()):
            study = replace(study, network=before.network, network_file=before.network_file)
        return study

    def _open_session(self, command: messages.OpenSession) -> None:
        from elcs_gui.worker.reopen_session import reopened

        self._offer(*reopened(command))

    def _offer(self, message: messages.Opened | messages.SessionOpened, answers: _Answers = ()) -> None:
        """Tell what was read; what is open stays so until the window takes it."""
        self._offered = message, answers
        self._pipe.send(message)

    def _take(self, command: messages.Take) -> None:
        assert self._offered is not None
        (message, answers), self._offered = self._offered, None
        assert message.number == command.number
        self._have_open(message.study, answers)

    def _have_open(self, study: Study | None, answers: _Answers) -> None:
        """With the answers that the window has."""
        self._study = study
        self._evidence.clear()
        for header, rows in answers:
            evidence, mirror = self._evidence_for(header)
            evidence.tape.extend(rows)
            mirror.sent_rows = len(evidence.tape)

    def _give_up(self, command: GiveUp) -> None:
        """It is done already: nobody takes it."""
        if self._offered is not None and self._offered[0].number == command.number:
            self._offered = None

    def _look(self, command: Look) -> None:
        look(command, self._pipe.send, self._reporter(command.number))

    def _resume(self, command: messages.Resume) -> None:
        from elcs_gui.worker.reopen_session import remark_on_files

        self._have_open(command.study, command.answers)
        remark = "" if command.study is None else remark_on_files(command.study)
        self._pipe.send(messages.Resumed(command.number, remark))

    def _check_origin(self, command: messages.CheckOrigin) -> None:
        from elcs_gui.worker.reopen_session import has_changed

        changed = has_changed(command.path, command.study)
        self._pipe.send(messages.OriginChecked(command.number, command.path, changed))

    def _reporter(self, number: int) -> Reporter:
        return Reporter(number, self._pipe.send, self._unwanted)

    def _unwanted(self, number: int) -> bool:
        """Has a command come that ends this looking or reading? Others wait for their turn."""
        while self._pipe.poll():
            command: messages.Command = self._pipe.recv()
            if isinstance(command, GiveUp):
                if command.number == number:
                    return True
                continue  # too late for whatever it was about
            self._heard.append(command)
            if isinstance(command, messages.Stop | messages.Open | messages.OpenSession | Look):
                return True
        return False

    def _simulate(self, command: messages.Simulate) -> None:
        from elcs_gui.data.simulation import carried_out, check_varied, simulate

        order = command.order

        def tell(share: float) -> None:
            if self._cancelled(number=command.number):
                raise Cancelled
            self._pipe.send(messages.Drawn(command.number, share))

        told = now_and_then(tell, EVERY)
        try:
            if order.to is not None:
                self._pipe.send(messages.Written(command.number, carried_out(order, told), well=True))
                return
            data, network = simulate(order.network, order.plan, told)
            check_varied(data)
        except Disconnected:
            raise
        except Exception as ending:
            cancelled = isinstance(ending, Cancelled)
            reason = (
                "The simulation was cancelled; what was open stays." if cancelled else sentence_for(ending)
            )
            if order.to is None:
                raise ElcsError(reason) from None
            self._pipe.send(messages.Written(command.number, reason, well=False))
        else:
            recipe = Recipe(data=data, network=network, title=order.title, target=order.target)
            study = recipe.study()
            self._offer(messages.Opened(command.number, study))

    def _read_truth(self, command: messages.ReadTruth) -> None:
        from elcs_gui.data.network import check_names
        from elcs_gui.data.network_files import read_network

        if self._study is None or self._study.data is None:  # something else was opened meanwhile
            raise ElcsError(f"{command.path.name} is the truth of no data: none are open any more.")
        file = FileReference.of(command.path)
        network = read_network(command.path)
        check_names(network, self._study.data.columns)
        self._study = replace(self._study, network=network, network_file=file)
        for key in [key for key in self._evidence if asks_network(key[0])]:
            del self._evidence[key]  # it was about another network
        self._pipe.send(messages.TruthRead(command.number, network, file))

    def _learn(self, command: messages.Learn) -> None:
        header = command.header
        evidence, mirror = self._evidence_for(header)
        sender = Sender(0 if command.twin else mirror.sent_rows)

        def tell(trace: Trace) -> None:
            if self._cancelled(aside=command.aside):
                raise Cancelled
            self._pipe.send(messages.Progress(command.number, sender.chunk(trace), done=False))

        listen = now_and_then(tell, EVERY)
        begun = time.monotonic()
        try:
            if command.twin:
                learnt = self._learn_twin(evidence, header, listen)
            else:
                learnt = learn(evidence, header, listener=listen)
            last = sender.chunk(learnt.trace)
        finally:  # the window has what was sent of a run that failed, too
            if not command.twin:
                mirror.sent_rows = sender.sent_rows
        cancelled, took = learnt.outcome is None, time.monotonic() - begun
        self._pipe.send(messages.Progress(command.number, last, done=True, cancelled=cancelled, seconds=took))

    def _learn_twin(self, evidence: Evidence, header: Header, listener: Listener) -> Learnt:
        from elcs_gui.inquiry.known_truth import KnownTruth
        from elcs_gui.inquiry.twin import learn_twin

        assert self._study is not None
        if self._study.network is None:
            raise ElcsError("The twin run needs the true network: open one beside the data.")
        truth = KnownTruth.of(self._study.network, header.names, header.target)
        return learn_twin(evidence, header, truth.independent, listener=listener)

    def _evidence_for(self, header: Header) -> tuple[Evidence, Sender]:
        """What answers this run, and how much of its tape the window has."""
        assert self._study is not None
        key = header.test, header.rows_per_cell
        if key not in self._evidence:
            self._evidence[key] = self._study.evidence(header), Sender()
        return self._evidence[key]

    def _obey_others(self, study: Study) -> None:
        """Do what was asked for meanwhile; GivenUp where what is open, or the worker, has an end by that."""
        while self._waiting or self._heard or self._pipe.poll():
            command = self.next_command()
            if isinstance(command, messages.Stop):
                self._waiting.insert(0, command)
                raise GivenUp
            self.obey_or_fail(command)
            if self._study is not study:
                raise GivenUp

    def _cancelled(self, *, aside: bool = False, number: int | None = None) -> bool:
        """Has a command come that ends what is under way, perhaps `aside`? Others wait for their turn.

        `number` is that of the command under way, if it can be given up.
        """
        while self._heard or self._pipe.poll():
            command = self._hear()
            if isinstance(command, GiveUp) and command.number == number:
                return True
            if isinstance(command, messages.Cancel):
                return True
            if isinstance(command, Look | messages.Open | GiveUp):
                self.obey_or_fail(command)  # the run rests meanwhile
                continue
            self._waiting.append(command)
            if isinstance(command, messages.Stop | messages.OpenSession | messages.Take) or (
                isinstance(command, messages.Simulate) and command.order.to is None
            ):
                return True
            if isinstance(command, messages.Learn) and (aside or not command.aside):
                return True
        return False

    def _associate(self, command: messages.Associate) -> None:
        from elcs_gui.worker.associations import strongest_links

        study = self._study
        assert study is not None
        links = strongest_links(study.data, study.network, rest=lambda: self._obey_others(study))
        self._pipe.send(messages.Associated(command.number, links))
