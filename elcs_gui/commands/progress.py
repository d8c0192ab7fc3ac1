"""Long work on a terminal: a line of progress, nothing where nobody is looking; and Ctrl+C as a question that
the work asks itself, so that it ends where it is whole."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from elcs_gui.errors import with_signs

_WIDTH = 24
_EVERY = 0.1
_SIGNS = ("█", "·")
_PLAIN = ("#", ".")


class Progress:
    """`done` of `total` (without one, how many of what it is `counting`) on stderr, removed at the end."""

    def __init__(self, label: str, total: int | None = None, *, counting: str = "tests") -> None:
        self._label = with_signs(label)
        self._counting = counting
        self._total = total
        self._shown = sys.stderr.isatty()
        self._started = time.monotonic()
        self._next = self._started + _EVERY
        self._drawn = False

    def __enter__(self) -> Progress:
        return self

    def update(self, done: int, *, seconds_left: float | None = None) -> None:
        """Say how far it is; cheap enough to call at every step.

        Args:
            seconds_left: where that is better known than by how far it is.
        """
        now = time.monotonic()
        if not self._shown or now < self._next:
            return
        self._next = now + _EVERY
        sys.stderr.write(f"\r\x1b[K{self._line(done, now - self._started, seconds_left)}")
        sys.stderr.flush()
        self._drawn = True

    def _line(self, done: int, seconds: float, seconds_left: float | None) -> str:
        if self._total is None:
            return f"{self._label}: {done:,} {self._counting}, {seconds:.0f} s"
        filled = _WIDTH * done // self._total
        full, empty = _SIGNS if _writes("".join(_SIGNS)) else _PLAIN
        if seconds_left is None and done:
            seconds_left = seconds / done * (self._total - done)
        left = "" if seconds_left is None else f", {seconds_left:,.0f} s left"
        return f"{self._label} [{full * filled}{empty * (_WIDTH - filled)}] {done} of {self._total}{left}"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _writes(signs: str) -> bool:
    """Does the encoding of stderr have these signs?"""
    try:
        signs.encode(sys.stderr.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


CANCELLED = 130
"""The exit code of a command that was ended by Ctrl+C."""


class Interrupt:
    """Has Ctrl+C been pressed?"""

    pressed = False


@contextmanager
def interruptible() -> Iterator[Interrupt]:
    """Inside, Ctrl+C only sets `pressed`; afterwards it is what it was before."""
    interrupt = Interrupt()

    def press(number: int, frame: object) -> None:  # noqa: ARG001  what a signal handler gets
        interrupt.pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def cancellable(
    label: str, total: int | None = None, *, counting: str = "tests"
) -> Iterator[Callable[[int], None]]:
    """Gives what tells of progress; after Ctrl+C it raises `Cancelled`."""
    from elcs_gui.trace.run import Cancelled

    with Progress(label, total, counting=counting) as progress, interruptible() as interrupt:

        def tell(done: int) -> None:
            if interrupt.pressed:
                raise Cancelled
            progress.update(done)

        yield tell


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Inside, Ctrl+C waits until what is done there is whole; then it interrupts."""
    with interruptible() as interrupt:
        yield
    if interrupt.pressed:
        raise KeyboardInterrupt
