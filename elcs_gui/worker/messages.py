"""What the window asks of its worker (commands) and hears from it (messages)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from elcs_gui.ci.tape import TapeRows
from elcs_gui.data.network import Network
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.simulation import SimulationOrder
from elcs_gui.data.tables.address import trusted
from elcs_gui.storage.session_file import FileReference, KeptSession
from elcs_gui.storage.study import Study
from elcs_gui.trace.stream import Chunk
from elcs_gui.trace.trace import Header
from elcs_gui.worker.survey_file import GiveUp, Look, Looked, LookedColumns, LookMessage, Reading

# Commands

Trusted = tuple[tuple[str, bool], ...]
"""The addresses of servers that may be asked: see `elcs_gui.data.tables.address`."""


@dataclass(frozen=True)
class Open:
    """Read an example or files, or take a network that the window has.

    Attributes:
        known: that network; it is in no file.
        plan: how the data are to be read; as usual for the test, if there is none.
        keeps_network: the network that is open stays beside the data, if it knows their columns.
    """

    number: int
    example: str | None = None
    data: Path | None = None
    network: Path | None = None
    test: str | None = None
    plan: ImportPlan | None = None
    keeps_network: bool = False
    known: Network | None = None
    trusted: Trusted = field(default_factory=trusted)


@dataclass(frozen=True)
class OpenSession:
    """Read a session file; `data` is where its data file was found, if that was asked for.

    With `anew` these data take the place of the session's own, and its runs are older than they are.
    """

    number: int
    path: Path
    data: Path | None = None
    anew: bool = False
    trusted: Trusted = field(default_factory=trusted)


@dataclass(frozen=True, eq=False)
class CheckOrigin:
    """Look whether the file that embedded data came from still holds the same."""

    number: int
    path: Path
    study: Study


@dataclass(frozen=True)
class Take:
    """What was read, or drawn, under this number is open from now on.

    Until then the worker goes on with what was open before: what the window gives up while the answer is on
    its way was never open on either side.
    """

    number: int


@dataclass(frozen=True)
class ReadTruth:
    """Read a network beside the data that are open."""

    number: int
    path: Path


@dataclass(frozen=True, eq=False)
class Simulate:
    """Draw data from a network to be opened, with the network as truth; or write them to a file."""

    number: int
    order: SimulationOrder


@dataclass(frozen=True)
class Learn:
    """Run an algorithm on what is open. One `aside` waits for the one shown, and gives way to it.

    The `twin` of the header's run has every verdict true, and a tape of its own.
    """

    number: int
    header: Header
    aside: bool = False
    twin: bool = False


@dataclass(frozen=True)
class Associate:
    """Measure how strongly every pair is associated, for the map of the field view."""

    number: int


@dataclass(frozen=True, eq=False)
class Resume:
    """Have this open, as a worker that died had it.

    Attributes:
        answers: those that the window knows, each time with a run that they were for.
    """

    number: int
    study: Study | None
    answers: list[tuple[Header, TapeRows]]


@dataclass(frozen=True)
class UseMemory:
    """Read large data in so much memory from now on, as in 2GB; nothing: as usual."""

    amount: str


@dataclass(frozen=True)
class Cancel:
    """Stop the run under way; its trace so far stays."""


@dataclass(frozen=True)
class Stop:
    """End the process."""


Command = (
    Open | OpenSession | Take | CheckOrigin | Simulate | Look | GiveUp | ReadTruth | Learn | Associate
    | Resume | UseMemory | Cancel | Stop
)  # fmt: skip


# Messages


@dataclass(frozen=True, eq=False)
class Opened:
    """What was read; it is open when the window takes it."""

    number: int
    study: Study


@dataclass(frozen=True)
class Drawn:
    """How much of the data that are being simulated is there, from 0 to 1."""

    number: int
    share: float


@dataclass(frozen=True)
class Written:
    """Simulated data are in a file, or are not: one sentence."""

    number: int
    sentence: str
    well: bool


@dataclass(frozen=True, eq=False)
class TruthRead:
    """A network that knows every column of the data that are open."""

    number: int
    network: Network
    file: FileReference | None = None


@dataclass(frozen=True, eq=False)
class SessionOpened:
    """A session file was read.

    Attributes:
        study: what is to be open: that of the session, with its data; None where those are not to be had.
        missing: the name of the data file where it is nowhere to be found.
        changed: the data file where it holds other data now.
        anew: these other data were asked for, and are what was opened.
    """

    number: int
    path: Path
    session: KeptSession
    study: Study | None
    missing: str | None = None
    changed: Path | None = None
    anew: bool = False


@dataclass(frozen=True)
class OriginChecked:
    """Whether the file holds other data than those that a session brought along."""

    number: int
    path: Path
    changed: bool


@dataclass(frozen=True, eq=False)
class Progress:
    """More of the trace; `done` with the last chunk, `cancelled` if it was cut short.

    Attributes:
        seconds: that the whole run took, with the last chunk.
    """

    number: int
    chunk: Chunk
    done: bool
    cancelled: bool = False
    seconds: float = 0.0


@dataclass(frozen=True)
class Associated:
    """The strongest links: x, y, strength."""

    number: int
    links: list[tuple[int, int, float]]


@dataclass(frozen=True)
class Resumed:
    """What was open is open again; `remark` is on its files if they are not as they were read."""

    number: int
    remark: str


@dataclass(frozen=True)
class Failed:
    """The work could not be done, and why, in one sentence."""

    number: int
    reason: str


Message = (
    Opened | SessionOpened | Drawn | Written | OriginChecked | LookMessage | Reading
    | TruthRead | Progress | Associated | Resumed | Failed
)  # fmt: skip


def is_last(message: Message) -> bool:
    """Does it end what was asked under its number? Every command is ended by one message, unless the window
    gives it up."""
    if isinstance(message, Progress):
        return message.done
    if isinstance(message, Looked):
        return message.whole
    return not isinstance(message, Reading | Drawn | LookedColumns)
