"""Work shared out to a Dask cluster: numbers go out in batches, what is made of them comes back in order.

The same door as `process_pool` (a function that begins, and numbers), so a sweep does not know where it runs,
and its results are the same. What the work needs, data and all, is sent to every worker once; a batch is
then a few numbers.

A scheduler runs code for whoever may reach it. So one is used only if the user has named it, there is no
usual address, and certificates are handed on for those that ask for them. The cluster is the user's: SLURM,
Kubernetes or a cloud start it, with this program installed on its workers.

Workers may go and come while it lasts. Dask gives a lost worker's batches to others; where what was sent
is lost with the last of them, it is sent again, and what is not made yet is asked for once more.
"""

from __future__ import annotations

import logging
import re
import socket
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from elcs_gui import __version__
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.parallel.process_pool import Begin, made_by_processes
from elcs_gui.parallel.processes import HEARTBEAT

if TYPE_CHECKING:
    from distributed import Client, Future, Security

Made = TypeVar("Made")

_ANSWERS_WITHIN = 5.0
"""Seconds that a scheduler has to take a call, to answer it, and then to have a worker."""
_FEWEST, _MOST = 20, 50
"""Numbers in a batch: a task costs the scheduler some milliseconds, and a lost worker loses whole batches."""
_BATCHES_EACH = 4
"""For every worker, so that one that is slower has fewer of them in the end."""
_TRIES = 5
"""How often what was lost with all workers is sent again."""


@dataclass(frozen=True)
class Scheduler:
    """Where a cluster is to be had, and what it wants to see; files are in the PEM format."""

    address: str
    authority: str | None = None
    certificate: str | None = None
    key: str | None = None

    def __str__(self) -> str:
        return self.address


Place = int | Scheduler
"""Where work is done: in so many processes on this machine, or by a cluster."""


def made_at(
    place: Place,
    begin: Begin[Made],
    numbers: Sequence[int],
    waiting: Callable[[], None],
    *,
    batch: int = _MOST,
) -> Generator[Made, None, None]:
    """What is made of those numbers, in that order, wherever that is done; see `made_by_processes`.

    Args:
        batch: most numbers that a worker of a cluster gets at a time.
    """
    if isinstance(place, Scheduler):
        return _made_by_cluster(place, begin, numbers, waiting, batch)
    return made_by_processes(begin, numbers, place, waiting)


def _made_by_cluster(
    place: Scheduler, begin: Begin[Made], numbers: Sequence[int], waiting: Callable[[], None], batch: int
) -> Generator[Made, None, None]:
    with _connected(place) as client:
        early: dict[int, Made] = {}
        next_one = 0
        for _ in range(_TRIES):
            missing = [number for number in numbers[next_one:] if number not in early]
            for made in _as_they_come(client, begin, missing, waiting, batch):
                early.update(made)
                while next_one < len(numbers) and numbers[next_one] in early:
                    yield early.pop(numbers[next_one])
                    next_one += 1
            if next_one == len(numbers):
                return
    raise ElcsError(f"The workers of {place} were lost {_TRIES} times: is there memory enough for the data?")


def _as_they_come(
    client: Client, begin: Begin[Made], numbers: Sequence[int], waiting: Callable[[], None], batch: int
) -> Iterator[dict[int, Made]]:
    """Batch by batch, until all is made or what the workers had got is lost."""
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    sent = client.scatter(begin, broadcast=True, hash=False)
    work = uuid.uuid4().hex
    workers = max(len(client.scheduler_info(n_workers=-1)["workers"]), 1)
    size = min(max(len(numbers) // (workers * _BATCHES_EACH), _FEWEST), batch, -(-len(numbers) // workers))
    futures: list[Future[Any]] = [
        client.submit(_make, sent, work, numbers[start : start + size], pure=False)
        for start in range(0, len(numbers), size)
    ]
    try:
        coming = as_completed(futures, loop=client.loop)
        left = len(futures)
        while left:
            done = coming.next_batch(block=False)
            if not done:
                waiting()
                time.sleep(HEARTBEAT / 4)
            for future in done:
                left -= 1
                if future.cancelled():
                    return
                try:
                    made = future.result()
                except KilledWorker:
                    raise ElcsError(
                        "A part of this work has ended every worker that took it, perhaps for want of memory."
                    ) from None
                except (ElcsError, MemoryError):
                    raise
                except Exception as error:  # whatever a worker with other packages makes of what it gets
                    said = _one_line(error)
                    raise ElcsError(f"A worker failed ({type(error).__name__}: {said}).") from error
                yield made
                future.release()
    finally:
        with suppress(Exception):  # the cluster may be gone, and it is its own to tidy up
            client.cancel([*futures, sent], force=True)


_one_at_a_time = threading.Lock()
"""A worker may have several threads, and what makes something of a number is for one of them at a time."""
_begun: tuple[str, Callable[[int], Any]] | None = None
"""In a worker: the work it is at, and what makes something of its numbers."""


def _make(begin: Begin[Made], work: str, numbers: Sequence[int]) -> dict[int, Made]:
    """In a worker: one batch."""
    global _begun
    with _one_at_a_time:
        if _begun is None or _begun[0] != work:
            _begun = None  # before the next one takes memory
            _begun = work, begin()
        make = _begun[1]
        return {number: make(number) for number in numbers}


@contextmanager
def _connected(place: Scheduler) -> Iterator[Client]:
    try:
        from distributed import Client
        from distributed.versions import VersionMismatchWarning
    except ImportError:
        raise ElcsError("A cluster needs Dask: pip install 'elcs-explorer[cluster]'") from None
    # It tells of lost workers and of its own closing; what comes back is complete all the same.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    shown = quoted(place.address)
    warnings.filterwarnings("ignore", category=VersionMismatchWarning)  # what matters is checked below
    try:
        security = _security(place) if place.address.startswith("tls:") else None
        _check_reachable(place.address, security)
        client = Client(place.address, security=security, timeout=_ANSWERS_WITHIN, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise ElcsError(
            f"No scheduler answers at {shown} ({_one_line(error)}): see that it runs, that this computer may "
            "reach it, and whether it wants tcp://host:8786 or, with certificates it trusts, tls://host:8786."
        ) from None
    try:
        _check_workers(client, shown)
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=2)


def _security(place: Scheduler) -> Security:
    """What proves who we are, from the options and, where they are silent, Dask's own configuration."""
    from distributed import Security

    for file in (place.authority, place.certificate, place.key):
        if file is not None and not Path(file).is_file():
            raise ElcsError(f"There is no file '{file}'.")
    security = Security(
        tls_ca_file=place.authority,
        tls_client_cert=place.certificate,
        tls_client_key=place.key,
        require_encryption=True,
    )
    try:
        context = security.get_connection_args("client")["ssl_context"]
    except OSError as error:
        raise ElcsError(
            f"The certificate, its key or its authority is refused: {_one_line(error)}."
        ) from None
    if context is None:
        raise ElcsError(
            "For tls:// name the authority, a certificate and its key (--tls-ca, --tls-cert, --tls-key)."
        )
    return security


def _check_reachable(address: str, security: Security | None) -> None:
    """Does a scheduler listen there? It greets whoever calls.

    Dask's client, having failed to connect, holds up the end of the program, so it is not asked first.
    """
    parts = urlsplit(address)
    if parts.scheme not in {"tcp", "tls"} or parts.hostname is None or parts.port is None:
        raise ValueError("this is no such address")
    with socket.create_connection((parts.hostname, parts.port), _ANSWERS_WITHIN) as plain:
        if security is None:
            greeting = plain.recv(1)
        else:
            context = security.get_connection_args("client")["ssl_context"]
            with context.wrap_socket(plain, server_hostname=parts.hostname) as secured:
                greeting = secured.recv(1)
    if not greeting:
        raise ValueError("it hangs up")


def _one_line(error: Exception) -> str:
    """What an error says, without Dask's names of connections."""
    return re.sub(r"^in <[^>]*>: ", "", " ".join(str(error).split()))[:200].rstrip(".")


def _check_workers(client: Client, address: str) -> None:
    """Is there one, and has it this program?"""
    try:
        client.wait_for_workers(1, timeout=_ANSWERS_WITHIN)
    except TimeoutError:
        raise ElcsError(f"The scheduler at {address} has no workers: start some, then try again.") from None
    try:
        versions = set(client.run(_version).values())
    except Exception as error:  # of any type: what cannot be unpacked there comes back as its text
        raise ElcsError(
            f"The workers of {address} lack this program ({_one_line(error)}): install elcs-explorer "
            f"{__version__} there as well."
        ) from None
    if versions - {__version__}:
        other = ", ".join(sorted(versions - {__version__}))
        raise ElcsError(
            f"The workers of {address} have elcs-explorer {other}, and this is {__version__}: "
            "install the same version there, so that results are the same."
        )


def _version() -> str:
    return __version__
