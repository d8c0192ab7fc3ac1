"""How much memory the system lets this process have (`ulimit -v`), where it sets a limit at all.

The libraries for numbers do not fail under such a limit, they hang (OpenBLAS) or end the process (LLVM). So
the limit is looked at before they are loaded.
"""

from __future__ import annotations

import os

from elcs_gui.errors import ElcsError

LEAST = 400 << 20
"""Bytes of address space without which nothing can be done."""


def limit() -> int | None:
    """Bytes of address space that this process may have; None for as many as there are."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit
    except ImportError:  # only Unix has such limits
        return None
    soft, _ = getrlimit(RLIMIT_AS)
    return None if soft == RLIM_INFINITY else soft


def left() -> int | None:
    """Bytes of address space that it may still take; None for as many as there are."""
    most = limit()
    if most is None:
        return None
    from pathlib import Path  # not before a limit asks for it: `elcs --version` is to be quick

    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError, IndexError):  # only Linux tells
        return most
    return most - pages * os.sysconf("SC_PAGE_SIZE")


def check_limit() -> None:
    """Refuse to start where too little is allowed. Call it before numpy is imported."""
    most = limit()
    if most is None:
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each further thread takes 40 MB for itself
    if most < LEAST:
        raise ElcsError(
            f"Only {most >> 20} MB of memory are allowed here (ulimit -v): allow at least {LEAST >> 20} MB."
        )
