"""A disk without room: every file that this process writes can grow so far and no further.

The system says so in the middle of a write, as it does on a full disk, with another number (EFBIG).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def room_for(most: int) -> Iterator[None]:
    """Room for so many bytes in each file. Python keeps no compiled module meanwhile: it would be half."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    keeps_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        sys.dont_write_bytecode = keeps_none
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
