"""Room for rows that memory does not hold: arrays whose memory is a file without a name.

The system reads and writes such a file as it is used, and takes it away with the last process that has it
mapped, however that ends. Another process of this machine can map it too, where the system shows the open
files of a process in a folder (Linux).
"""

from __future__ import annotations

import errno
import math
import os
import tempfile
import weakref
from collections.abc import Callable, Iterator
from mmap import mmap
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.errors import DataError

BLOCK = 1 << 20
"""Rows that are worked on at a time, where a copy of all of them would be too many."""


class RowStorage(NamedTuple):
    """Where columns are assembled."""

    rows: int = 0
    """How many rows there will be; 0 where nobody knows."""
    empty: Callable[..., NDArray[Any]] = np.empty
    """Makes an array of a shape and a type."""

    @property
    def on_disk(self) -> bool:
        return self.empty is not np.empty


IN_MEMORY = RowStorage()

_OPEN_FILES = "/proc/{process}/fd"

_descriptors: weakref.WeakKeyDictionary[mmap, int] = weakref.WeakKeyDictionary()
"""Of the files, by what they are mapped as, for as long as that is there."""


class Shared(NamedTuple):
    """Where another process finds an array while this one has it."""

    path: Path
    file: tuple[int, int]
    """Device and number: is it still the one?"""
    offset: int
    shape: tuple[int, ...]
    dtype: str


def on_disk(shape: tuple[int, ...] | int, dtype: Any) -> NDArray[Any]:
    """An array of that shape and type in a file; a DataError where the disk has no room for it."""
    size = math.prod(np.atleast_1d(shape).tolist()) * np.dtype(dtype).itemsize
    try:
        with tempfile.TemporaryFile(prefix="elcs-rows-") as file:
            _allocate(file, size)
            return _mapped(file, dtype, shape)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise DataError(f"No file can be made in {tempfile.gettempdir()}: {error.strerror}.") from error
        raise DataError(
            f"The disk has no room for {max(size >> 20, 1):,} MB of rows that memory does not hold: make "
            f"room in {tempfile.gettempdir()} (or name another folder by TMPDIR), or leave columns out."
        ) from error


def lies_on_disk(array: NDArray[Any]) -> bool:
    """Is its memory, or that of what it is a view of, a file?"""
    return _file_below(array) is not None


def taken(array: NDArray[Any], places: NDArray[np.integer[Any]], axis: int) -> NDArray[Any]:
    """A copy of what stands at these places, on the disk where the array lies there."""
    shape = list(array.shape)
    shape[axis] = len(places)
    empty = on_disk if lies_on_disk(array) else np.empty
    # With another mode numpy would make the copy in memory first.
    return np.take(array, places, axis, empty(tuple(shape), array.dtype), mode="clip")


def shared(array: NDArray[Any]) -> Shared | None:
    """Where another process finds a contiguous array that lies on the disk; None where none can."""
    mapped = _file_below(array)
    folder = Path(_OPEN_FILES.format(process=os.getpid()))
    if mapped is None or not folder.is_dir():
        return None
    descriptor = _descriptors[mapped]
    status = os.fstat(descriptor)
    offset = array.ctypes.data - np.frombuffer(mapped, np.uint8).ctypes.data
    return Shared(
        folder / str(descriptor), (status.st_dev, status.st_ino), offset, array.shape, array.dtype.str
    )


def found_again(where: Shared) -> NDArray[Any]:
    """The array that another process has shared; an OSError where that one has ended."""
    with where.path.open("r+b") as file:
        status = os.fstat(file.fileno())
        if (status.st_dev, status.st_ino) != where.file:
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
        return _mapped(file, where.dtype, where.shape, where.offset)


def _mapped(file: IO[bytes], dtype: Any, shape: tuple[int, ...] | int, offset: int = 0) -> NDArray[Any]:
    """An array whose memory is a part of the file, which may be closed."""
    mapped = mmap(file.fileno(), 0)
    descriptor = _descriptors[mapped] = os.dup(file.fileno())
    weakref.finalize(mapped, os.close, descriptor)
    return np.ndarray(shape, dtype, mapped, offset)


def _file_below(array: NDArray[Any]) -> mmap | None:
    """The file whose memory an array, or what it is a view of, has."""
    of: Any = array
    while isinstance(of, np.ndarray):
        of = of.base
    return of if isinstance(of, mmap) else None


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
