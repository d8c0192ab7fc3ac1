"""After the worker has died: the next one gets what was open, and the run that was cut short can be repeated.

The data come from the window, which has them too: so they are the same, whatever became of their file, and
data that were simulated or came with a session are there as well.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.model.child_process import Interruption, State

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.model.incoming_runs import IncomingRuns
    from elcs_gui.app.model.requests import Request
    from elcs_gui.app.model.session import Session
    from elcs_gui.trace.trace import Header
    from elcs_gui.worker.messages import Resumed

LOST = "The background process ended by itself before this was done: please ask for it again."
_AGAIN = "The background process ended by itself and has been started again."


class Resuming(QObject):
    """Of one session."""

    interrupted = Signal(object)
    """An `Interruption`, when the worker has died and again when the next one has all that was open."""

    def __init__(self, session: Session, incoming: IncomingRuns) -> None:
        super().__init__(session)
        self._session, self._incoming = session, incoming
        self._request: Request | None = None
        """That is to bring back what was open."""
        self._run: Header | None = None
        """The run that was cut short."""
        self._lost = False
        """Was anything else asked for that does not come any more?"""
        self._links = False
        """Are the links of the field map to be asked for again?"""

    @property
    def busy(self) -> bool:
        """Is what was open on its way to a new worker?"""
        return self._request is not None and self._request.waiting

    def worker_died(self) -> None:
        """It has; or a command found none, because it had died too often."""
        session = self._session
        if session.worker.state is State.CLOSED:
            return
        from elcs_gui.worker.messages import Associate, CheckOrigin, Learn, Resume

        waiting = session.requests.lose()
        self._links = self._links or session.associating
        unasked = Learn, Associate, CheckOrigin, Resume  # the user did not ask for these, or is told of them
        asked = any(not isinstance(request.command, unasked) for request in waiting)
        self._lost = self._lost or asked or session.opening is not None
        if session.worker.state is State.RUNNING:
            self._resume()
        self._run = session.cut_short(waiting, LOST) or self._run
        if session.worker.state is State.RUNNING:
            says = "The background process has ended by itself; it is being started again and gets the data …"
            self.interrupted.emit(Interruption(says))
        else:
            self.interrupted.emit(Interruption.stopped("reading and running", self._start_again))

    def _resume(self) -> None:
        """Give the worker, which knows nothing yet, the data and the answers that are known."""
        from elcs_gui.worker.messages import Resume, Resumed

        source = self._session.source
        answers = self._incoming.answers() if source else []
        self._request = self._session.requests.ask(
            partial(Resume, study=source, answers=answers), {Resumed: self._on_resumed}
        )

    def _start_again(self) -> None:
        self._session.worker.start_again()
        if self._session.worker.state is State.RUNNING:
            self._resume()
        else:
            self.worker_died()

    def _on_resumed(self, message: Resumed) -> None:
        run, self._run = self._run, None
        lost, self._lost = self._lost, False
        links, self._links = self._links, False
        sentences = [_AGAIN]
        if run is not None:
            sentences.append("The run was cut short; what was recorded of it stays.")
        if lost:
            sentences.append("What else was under way is lost: please ask for it again.")
        sentences += [message.remark] if message.remark else []
        choices = {} if run is None else {"Repeat the run": partial(self._session.run, run)}
        if links:
            self._session.ask_associations()
        self.interrupted.emit(Interruption(" ".join(sentences), choices))
