"""Room for rows that memory does not hold: arrays whose memory is a file without a name.

The system reads and writes such a file as it is used, and takes it away with the last process that has it
mapped, however that ends.
"""

from __future__ import annotations

import errno
import math
import os
import tempfile
from collections.abc import Callable, Iterator
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.errors import DataError

BLOCK = 1 << 20
"""Rows that are worked on at a time, where a copy of all of them would be too many."""


class Room(NamedTuple):
    """Where columns are gathered."""

    rows: int = 0
    """How many rows there will be; 0 where nobody knows."""
    empty: Callable[..., NDArray[Any]] = np.empty
    """Makes an array of a shape and a type."""

    @property
    def on_disk(self) -> bool:
        return self.empty is not np.empty


IN_MEMORY = Room()


def on_disk(shape: tuple[int, ...] | int, dtype: Any) -> NDArray[Any]:
    """An array of that shape and type in a file; a DataError where the disk has no room for it."""
    size = math.prod(np.atleast_1d(shape).tolist()) * np.dtype(dtype).itemsize
    try:
        with tempfile.TemporaryFile(prefix="elcs-rows-") as file:
            _allocate(file, size)
            return np.memmap(file, dtype=dtype, mode="r+", shape=shape)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise DataError(f"No file can be made in {tempfile.gettempdir()}: {error.strerror}.") from error
        raise DataError(
            f"The disk has no room for {max(size >> 20, 1):,} MB of rows that memory does not hold: make "
            f"room in {tempfile.gettempdir()} (or name another folder by TMPDIR), or leave columns out."
        ) from error


def lies_on_disk(array: NDArray[Any]) -> bool:
    """Is its memory, or that of what it is a view of, a file?"""
    of: Any = array
    while isinstance(of, np.ndarray):
        if isinstance(of, np.memmap):
            return True
        of = of.base
    return False


def blocks_of(rows: int) -> Iterator[slice]:
    """The rows, a block at a time."""
    for begin in range(0, rows, BLOCK):
        yield slice(begin, min(begin + BLOCK, rows))


def _allocate(file: IO[bytes], size: int) -> None:
    """Have the disk keep so many bytes: a file with holes would end the process once the disk is full."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, max(size, 1))
        return
    zeros = bytes(BLOCK)
    for begin in range(0, max(size, 1), BLOCK):
        file.write(zeros[: max(size, 1) - begin])
    file.flush()
