"""Ctrl+C as a question that long work asks itself, so that it ends where it is whole."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

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
def uninterrupted() -> Iterator[None]:
    """Inside, Ctrl+C waits until what is done there is whole; then it interrupts."""
    with interruptible() as interrupt:
        yield
    if interrupt.pressed:
        raise KeyboardInterrupt
