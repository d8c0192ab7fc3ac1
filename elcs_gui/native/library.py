"""Loads the kernel, or says why numpy has to answer instead."""

from __future__ import annotations

import ctypes
import logging
import os
from functools import cache
from pathlib import Path
from typing import Any

from elcs_gui.native.build import HERE, checksum, file_name

SWITCH = "ELCS_KERNEL"
"""Environment variable: `numpy` leaves the kernel alone."""

BUILD_IT = "`elcs kernel --build` builds it where there is a C compiler"

_log = logging.getLogger(__name__)
_SIZES = 8


class NotThere(Exception):
    """Why the kernel cannot be used, as a sentence."""


class Kernel:
    """The functions of a loaded kernel.

    Attributes:
        structures: the bytes of its structures, in the order of `elcs_sizes`.
        short_codes, interleaved, bit_set_cells, bit_set_sets: its limits, see `kernel.h`.
    """

    def __init__(self, path: Path) -> None:
        """Load it; raises NotThere where it cannot be loaded or was built from other sources."""
        try:
            library = ctypes.CDLL(str(path))
            built_from = library.elcs_checksum
        except (OSError, AttributeError) as error:
            raise NotThere(f"The kernel at '{path}' cannot be loaded: {error}.") from None
        built_from.restype = ctypes.c_uint32
        if built_from() != checksum():
            raise NotThere(f"The kernel at '{path}' was built from other sources: {BUILD_IT}.")
        sizes = (ctypes.c_int64 * _SIZES)()
        library.elcs_sizes(sizes)
        self.path = path
        self.structures = tuple(sizes[:4])
        self.short_codes, self.interleaved, self.bit_set_cells, self.bit_set_sets = sizes[4:]
        whole, at = ctypes.c_int64, ctypes.c_void_p
        self.ask_listed = _declared(library.elcs_ask_listed, whole, *[at] * 5, whole, at)
        self.ask_subsets = _declared(
            library.elcs_ask_subsets, whole, *[at] * 5, whole, whole, at, whole, whole, whole, at, at
        )
        self.ask_screen = _declared(
            library.elcs_ask_screen, whole, *[at] * 5, whole, at, whole, whole, at, at
        )
        self.fill_sets = _declared(library.elcs_fill_sets, whole, at)
        self.strongest_links = _declared(
            library.elcs_strongest_links, None, at, whole, whole, at, at, at, whole, whole, whole, at, at
        )
        short = ctypes.c_int32
        self.reader_new = _declared(
            library.elcs_reader_new, at, whole, whole, short, short, short, at, at, at, ctypes.c_uint64
        )
        self.reader_feed = _declared(library.elcs_reader_feed, whole, at, at, whole, short, whole)
        self.reader_measure = _declared(library.elcs_reader_measure, None, at, whole, at)
        self.reader_tell = _declared(library.elcs_reader_tell, None, at, at)
        self.reader_sizes = _declared(library.elcs_reader_sizes, None, at, at)
        self.reader_labels = _declared(library.elcs_reader_labels, short, at, at, ctypes.c_char_p)
        self.reader_wide = _declared(library.elcs_reader_wide, None, at, whole, at, short)
        self.reader_free = _declared(library.elcs_reader_free, None, at)


def _declared(function: Any, result: Any, *arguments: Any) -> Any:
    """A function of the library with the types of what it returns and takes."""
    function.restype, function.argtypes = result, arguments
    return function


def place() -> Path:
    """Where the kernel of this installation is, or would be."""
    return HERE / file_name()


def allowed() -> bool:
    """May the kernel be used? `ELCS_KERNEL=numpy` forbids it."""
    return os.environ.get(SWITCH, "") != "numpy"


def library() -> Kernel | None:
    """The kernel; None where numpy has to answer instead."""
    return _loaded()[0] if allowed() else None


def why_none() -> str:
    """Why `library` gives none, as a sentence; "" where it gives one."""
    return _loaded()[1] if allowed() else f"{SWITCH}=numpy keeps to numpy."


def words() -> str:
    """Which kernel is in use, and why, as the program says it everywhere."""
    kernel = library()
    if kernel is None:
        return f"Tests G² and χ² are counted by numpy, and text files are read by Python. {why_none()}"
    return f"Tests G² and χ² are counted, and text files are read, by the kernel in C: {kernel.path}"


@cache
def _loaded() -> tuple[Kernel | None, str]:
    """The kernel or why there is none, found out once a process."""
    path = place()
    try:
        if not path.exists():
            raise NotThere(f"There is no kernel at '{path}': {BUILD_IT}.")
        return Kernel(path), ""
    except NotThere as reason:
        _log.info("%s numpy answers instead, more slowly.", reason)
        return None, str(reason)


def load_again() -> Kernel | None:
    """Look once more, as after it was built."""
    _loaded.cache_clear()
    return library()
