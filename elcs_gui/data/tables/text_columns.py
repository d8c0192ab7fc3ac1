"""The columns of a text file in one pass by the compiled reading core; see `elcs_gui/native/reading.c`.

Memory holds a piece of the text, one byte a cell of levels (four where a column has more labels than a byte
counts), eight a cell of numbers, and every label once.
"""

from __future__ import annotations

import codecs
import ctypes
import os
from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.coding import Column
from elcs_gui.data.dataset import MOST_CELLS, check_size
from elcs_gui.data.files import reading
from elcs_gui.data.tables.encoding import ASCII_BASED, not_decodable
from elcs_gui.data.tables.table_file import Cells, Tell
from elcs_gui.data.tables.text_scan import BLANKS, TextFormat, quote_fault
from elcs_gui.errors import DataError
from elcs_gui.native.library import Kernel, library

PIECE = 1 << 22
"""Bytes that are read at a time."""

_BEYOND = 8
"""Bytes behind a piece that the core may read."""
_RUNS_OF_BLANKS = 256
_LOWEST_POWER, _HIGHEST_POWER = -342, 308
_ROUNDED_UP = -27
_NARROW, _SHORT = 1 << 8, 1 << 16
"""Labels whose codes fit into one byte, and into two."""
_LEVELS, _NUMBERS, _SKIPPED = range(3)
_BOXED = np.uint64(0xFFFFFFFF)
"""The bits of a nan that hold the code of a label, plus one."""


class _State(IntEnum):
    """How a call of the core ended; the numbers are those of `reading.c`."""

    READ = 0
    WRONG_WIDTH = 1
    SIGN_BEHIND_QUOTE = 2
    QUOTE_NOT_CLOSED = 3
    UNCLEAR = 4
    NO_ROOM = 5
    NO_MEMORY = 6


class Unclear(Exception):
    """Only Python's own reader can tell what the file holds."""


def can_read(text: TextFormat) -> bool:
    """Is there a core, and does it know the delimiter?"""
    return text.delimiter.isascii() and library() is not None


class Numbers(NamedTuple):
    """A column of numbers, nan `where` there are `labels` instead."""

    values: NDArray[np.float64]
    where: NDArray[np.intp]
    labels: Cells


class TextPass:
    """One pass over a file; a context, in which `read` comes before the questions what there is.

    Args:
        text: the form of the file.
        levels, numeric: the columns that are wanted as labels, and those wanted as numbers.
    """

    def __init__(self, text: TextFormat, levels: Sequence[int], numeric: Sequence[int]) -> None:
        core = library()
        assert core is not None  # see `can_read`
        self._core: Kernel = core
        self._text = text
        self._slots = {place: slot for slot, place in enumerate(levels)}
        self._columns = len(text.columns)
        self._wanted = len(levels) + len(numeric)
        self._most_rows = _most_rows(text, self._wanted)
        kinds = np.full(self._columns, _SKIPPED, dtype=np.uint8)
        kinds[list(levels)], kinds[list(numeric)] = _LEVELS, _NUMBERS
        self._codes = np.empty((len(levels), self._most_rows), dtype=np.uint8)
        rows_of_codes = np.zeros(self._columns, dtype=np.uint64)
        of_levels = np.arange(len(levels)) * self._most_rows
        rows_of_codes[list(levels)] = self._codes.ctypes.data + of_levels
        self._kept = kinds, rows_of_codes, _powers()
        """What the core points to."""
        self._numbers: dict[int, NDArray[np.float64]] = {}
        self._begins: dict[int, int] = {}
        """From which row on a column is read as numbers."""
        self._handle: int | None = core.reader_new(
            self._columns,
            self._most_rows,
            _RUNS_OF_BLANKS if text.delimiter == BLANKS else ord(text.delimiter),
            int(text.decimal == ","),
            int(text.has_header),
            *(array.ctypes.data for array in self._kept),
            int.from_bytes(os.urandom(8), "little"),
        )
        if not self._handle:
            raise MemoryError
        self.measure(numeric)

    def __enter__(self) -> TextPass:
        return self

    def __exit__(self, *_: object) -> None:
        self._core.reader_free(self._handle)
        self._handle = None

    @property
    def rows(self) -> int:
        """How many rows have been read."""
        return self._told()[3]

    def measure(self, columns: Sequence[int]) -> None:
        """Take these columns as numbers from the next row on."""
        for place in columns:
            numbers = self._numbers[place] = np.empty(self._most_rows)
            self._begins[place] = self.rows
            self._core.reader_measure(self._handle, place, numbers.ctypes.data)

    def read(self, tell: Tell, first: int, look: Callable[[], None]) -> None:
        """Read all rows; `look` is called when so many first ones are there, or all.

        Raises DataError for what is wrong with a record, and Unclear.
        """
        until = min(first, self._most_rows + 1)
        text, rest = np.empty(0, dtype=np.uint8), 0
        for piece, share in self._pieces():
            length, begin = rest + len(piece), 0
            if length + _BEYOND > len(text):
                before, text = text, np.zeros(2 * length + _BEYOND, dtype=np.uint8)
                text[:rest] = before[:rest]
            text[rest:length] = np.frombuffer(piece, dtype=np.uint8)
            while True:
                at, last = text.ctypes.data + begin, not piece
                begin += self._core.reader_feed(self._handle, at, length - begin, last, until)
                self._check()
                if self.rows < until:
                    break
                look()
                until = self._most_rows + 1
            rest = length - begin
            text[:rest] = text[begin:length]
            tell(share)
        if until == first:
            look()

    def _pieces(self) -> Iterator[tuple[bytes, float]]:
        """The text in pieces, at last an empty one, and the share of the file that has been read by then."""
        text = self._text
        codec = text.encoding.codec
        with reading(text.path), text.path.open("rb") as file:
            size = max(os.fstat(file.fileno()).st_size, 1)
            if codec == "utf-8-sig" and file.read(len(codecs.BOM_UTF8)) != codecs.BOM_UTF8:
                file.seek(0)
            # Other encodings become UTF-8, in which a delimiter is never part of another letter.
            decoder = None if codec in ASCII_BASED else codecs.getincrementaldecoder(codec)()
            while piece := file.read(PIECE):
                if decoder is not None:
                    piece = self._encoded(decoder, piece)
                if piece:  # a piece may end before its first letter does
                    yield piece, min(file.tell() / size, 1.0)
            if decoder is not None and (piece := self._encoded(decoder, b"", last=True)):
                yield piece, 1.0
            yield b"", 1.0

    def _encoded(self, decoder: codecs.IncrementalDecoder, piece: bytes, *, last: bool = False) -> bytes:
        try:
            return decoder.decode(piece, last).encode("utf-8", "surrogatepass")
        except UnicodeError:
            raise not_decodable(self._text.path, self._text.encoding.codec) from None

    def _check(self) -> None:
        """Raise what the core has found to be wrong."""
        state, line, width, rows, _, _ = self._told()
        check_size(rows, self._wanted, self._text.path.name)
        match _State(state):
            case _State.WRONG_WIDTH:
                self._text.fail_ragged(line, width)
            case _State.SIGN_BEHIND_QUOTE:
                raise quote_fault(self._text.path, line, f"'{self._text.delimiter}' expected after '\"'")
            case _State.QUOTE_NOT_CLOSED:
                raise quote_fault(self._text.path, line, "unexpected end of data")
            case _State.UNCLEAR:
                raise Unclear
            case _State.NO_ROOM:
                check_size(rows + 1, self._wanted, self._text.path.name)
                raise DataError(f"{self._text.path.name} has changed while it was read: read it again.")
            case _State.NO_MEMORY:
                raise MemoryError

    def _told(self) -> list[int]:
        told = np.zeros(6, dtype=np.int64)
        self._core.reader_tell(self._handle, told.ctypes.data)
        return told.tolist()

    def sizes(self) -> NDArray[np.uint32]:
        """How many labels each column of the file has, up to now; none where it is not wanted."""
        sizes = np.zeros(self._columns, dtype=np.uint32)
        self._core.reader_sizes(self._handle, sizes.ctypes.data)
        return sizes

    def levels(self, columns: Sequence[int]) -> Iterator[Cells]:
        """Columns of labels, up to now."""
        rows, slots = self.rows, self._slots
        for place, labels in zip(columns, self.labels(columns), strict=True):
            if len(labels) <= _NARROW:
                yield Cells(labels, self._codes[slots[place], :rows])
            else:
                codes: Column = np.empty(rows, dtype=np.uint16 if len(labels) <= _SHORT else np.uint32)
                self._core.reader_wide(self._handle, place, codes.ctypes.data, codes.itemsize)
                yield Cells(labels, codes)

    def numbers(self, columns: Sequence[int]) -> Iterator[Numbers]:
        """Columns of numbers."""
        for place, labels in zip(columns, self.labels(columns), strict=True):
            numbers, begin = self._numbers[place][: self.rows], self._begins[place]
            where = begin + np.flatnonzero(np.isnan(numbers[begin:]))
            codes = (numbers[where].view(np.uint64) & _BOXED).astype(np.int64) - 1
            yield Numbers(numbers, where, Cells(labels, codes))

    def labels(self, columns: Sequence[int]) -> list[Sequence[str]]:
        """The labels of these columns, in the order of their codes; those of the same cells share them."""
        *_, count, size = self._told()
        lengths, text = np.zeros(count, dtype=np.uint32), ctypes.create_string_buffer(size)
        if not self._core.reader_labels(self._handle, lengths.ctypes.data, text):
            raise MemoryError
        cells, spans = text.raw, lengths.tobytes()
        firsts = np.concatenate([[0], np.cumsum(self.sizes(), dtype=np.int64)])
        ends = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
        bounds = np.column_stack([firsts[:-1], firsts[1:], ends[firsts[:-1]], ends[firsts[1:]]])
        known: dict[tuple[bytes, bytes], Sequence[str]] = {}
        found: list[Sequence[str]] = []
        for first, last, begin, end in bounds[list(columns)].tolist():
            key = cells[begin:end], spans[4 * first : 4 * last]
            labels = known.get(key)
            if labels is None:
                labels = self._decoded(cells, ends[first : last + 1].tolist())
                if last - first <= _NARROW:
                    known[key] = labels
            found.append(labels)
        return found

    def _decoded(self, cells: bytes, ends: Sequence[int]) -> Sequence[str]:
        codec = self._text.encoding.codec
        as_read, errors = codec.removesuffix("-sig"), "strict"
        if codec not in ASCII_BASED:
            as_read, errors = "utf-8", "surrogatepass"
        try:
            texts = [cells[begin:end].decode(as_read, errors) for begin, end in pairwise(ends)]
        except UnicodeDecodeError:
            raise not_decodable(self._text.path, codec) from None
        return tuple(self._text.labels(texts))


def _most_rows(text: TextFormat, columns: int) -> int:
    """More rows than these cannot come: each has a line of its own, and a byte for each of its cells."""
    size = text.path.stat().st_size
    return min(text.encoding.lines, size // len(text.columns) + 1, MOST_CELLS // columns + 1)


@cache
def _powers() -> NDArray[np.uint64]:
    """For every power of ten, the first 128 bits of that power of five, the upper half first.

    Those of the first negative powers are rounded up, so that products that should be whole numbers are.
    """
    words = []
    for power in range(_LOWEST_POWER, _HIGHEST_POWER + 1):
        five = 5 ** abs(power)
        length = five.bit_length()
        if power >= 0:
            bits = five << 128 - length if length <= 128 else five >> length - 128
        else:
            bits = (1 << length + 127) // five + (power >= _ROUNDED_UP)
        words += [bits >> 64, bits & (1 << 64) - 1]
    return np.array(words, dtype=np.uint64)
