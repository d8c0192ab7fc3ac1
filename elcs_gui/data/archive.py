"""Archives of named members in one zip file, for files of ours that may come back from anywhere.

Writing is deterministic: the same members give the same bytes. Reading believes nothing: members are counted,
their sizes are known before memory is taken and checked while they are inflated, and their names are looked
up, never used as paths. What is wrong is an `ArchiveError`, whose message goes after the name of the file.

`pack` and `unpack` put arrays of numbers into such an archive and back: an ordinary npz file in memory, of
which nothing is ever unpickled.

`check_decompression` is for every compressed file, also those of other programs: it refuses one that would
unpack to far more than it holds, which is made to exhaust whoever opens it.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from tokenize import TokenError
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from elcs_gui.errors import DataError, quoted

MOST_MEMBERS = 4096
MOST_DIRECTORY = 1 << 20
"""Bytes of the list of members."""
MOST_RATIO = 1100
"""How many times larger than in the file a member can be: deflate reaches 1032."""
HARDLY_SMALL = 1 << 28
"""Bytes to unpack below which nobody minds."""
STEEPEST = 500
"""Bytes that one byte of a file unpacks to at most, in anything that was not made on purpose."""
_PIECE = 1 << 19
_END = struct.Struct("<4s4H2LH")
_ENCRYPTED = 0x1
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, KeyError)
"""What a damaged or strange archive may raise."""


_NO_HEADER = (TypeError, SyntaxError, RecursionError, MemoryError, OverflowError, IndexError, TokenError)
"""What numpy, which parses the header of an array as Python, may raise besides."""


class ArchiveError(DataError):
    """An archive that cannot be used; the message lacks the name of the file it is about."""


def check_decompression(unpacked: int, packed: int, where: str, *, small: int | None = None) -> None:
    """A DataError where so many bytes would come of so few; to be asked before they are unpacked."""
    if unpacked > (HARDLY_SMALL if small is None else small) and unpacked > STEEPEST * max(packed, 1):
        raise DataError(
            f"{where} would unpack from {packed:,} to {unpacked:,} bytes: it is refused, as it holds nothing "
            "but filling."
        )


# Writing


def write_members(file: IO[bytes], members: Iterable[tuple[str, bytes]]) -> None:
    """Write an archive; what is packed already (npz) is stored as it is, all else is deflated."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.compression = zipfile.ZIP_STORED if name.endswith(".npz") else zipfile.ZIP_DEFLATED
            _put(archive, name, content)


def pack(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """An npz file with these arrays."""
    made = io.BytesIO()
    # The lowest level takes a third of the usual one's time, for files a tenth larger.
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, array in arrays.items():
            head = io.BytesIO()
            contiguous = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
            npy.write_array_header_1_0(head, npy.header_data_from_array_1_0(contiguous))
            _put(archive, f"{name}.npy", head.getvalue(), contiguous.reshape(-1).view(np.uint8).data)
    return made.getvalue()


def unpacked_sizes(content: bytes) -> dict[str, int]:
    """The bytes of each array, with its head, in what `pack` made."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {info.filename: info.file_size for info in archive.infolist()}


def _put(archive: zipfile.ZipFile, name: str, *contents: bytes | memoryview) -> None:
    """One after the other, in pieces: compressing lets other threads go on, copying does not.

    A member made by its name has no date but the first there is, so the same content is the same file.
    """
    with archive.open(name, "w") as member:
        for content in contents:
            for start in range(0, len(content), _PIECE):
                member.write(content[start : start + _PIECE])


# Reading


@dataclass
class Allowance:
    """How many bytes may still be inflated, shared by everything that is read from one file."""

    left: int

    def take(self, size: int) -> None:
        if size > self.left:
            raise ArchiveError("holds more than this program opens.")
        self.left -= size


class Archive:
    """The members of a zip file, checked as far as that can be without inflating them."""

    def __init__(self, file: IO[bytes], allowance: Allowance) -> None:
        self._allowance = allowance
        try:
            _check_end(file)
            self._zip = zipfile.ZipFile(file)
        except (*_BROKEN, struct.error) as error:
            raise ArchiveError(f"is damaged or not such a file ({_said(error)}).") from None
        self._members: dict[str, zipfile.ZipInfo] = {}
        for info in self._zip.infolist():
            if info.filename in self._members:
                raise ArchiveError(f"has the member {quoted(info.filename)} twice.")
            self._members[info.filename] = info
        if len(self._members) > MOST_MEMBERS:
            raise ArchiveError(f"has more than {MOST_MEMBERS:,} members.")

    def __contains__(self, name: str) -> bool:
        return name in self._members

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._members)

    def read(self, name: str, most: int) -> bytes:
        """A member of at most so many bytes."""
        info = self._members.get(name)
        if info is None:
            raise ArchiveError(f"lacks the member {quoted(name)}.")
        if info.flag_bits & _ENCRYPTED:
            raise ArchiveError(f"is encrypted: its member {quoted(name)} cannot be read.")
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ArchiveError(f"has the member {quoted(name)} packed in an unknown way.")
        if info.file_size > most:
            raise ArchiveError(f"has {info.file_size:,} bytes in {quoted(name)}, more than {most:,}.")
        if info.file_size > MOST_RATIO * info.compress_size + 1024:
            raise ArchiveError(f"is damaged: {quoted(name)} cannot be as large as it says.")
        self._allowance.take(info.file_size)
        try:
            with self._zip.open(info) as member:
                content = member.read(info.file_size + 1)
                # To the end, where the checksum is compared. (It is inflated no further than declared.)
                content += member.read(1)
        except (*_BROKEN, OSError) as error:
            raise ArchiveError(f"is damaged in {quoted(name)} ({_said(error)}).") from None
        if len(content) != info.file_size:
            raise ArchiveError(f"is damaged: {quoted(name)} is not as large as it says.")
        return content


def unpack(
    content: bytes, expected: Mapping[str, tuple[str, int]], allowance: Allowance
) -> dict[str, NDArray[Any]]:
    """The arrays of an npz file, read-only.

    `expected` names each with the types it may have (as in "|u1 <u2") and how many dimensions.
    """
    archive = Archive(io.BytesIO(content), allowance)
    wanted = {f"{name}.npy": what for name, what in expected.items()}
    if set(archive.names) != set(wanted):
        raise ArchiveError(f"does not hold the arrays {', '.join(expected)}.")
    return {
        member.removesuffix(".npy"): _array(member, archive.read(member, allowance.left), types, dimensions)
        for member, (types, dimensions) in wanted.items()
    }


def _array(name: str, content: bytes, types: str, dimensions: int) -> NDArray[Any]:
    file = io.BytesIO(content)
    try:
        if npy.read_magic(file) != (1, 0):
            raise ValueError("an unknown version")
        shape, by_columns, found = npy.read_array_header_1_0(file)
    except (*_BROKEN, *_NO_HEADER) as error:
        raise ArchiveError(f"is damaged: {quoted(name)} is no array ({_said(error)}).") from None
    size = found.itemsize
    for length in shape:  # not numpy's product, which could overflow
        size *= length
    if found.str not in types.split() or len(shape) != dimensions or by_columns:
        raise ArchiveError(f"is damaged: {quoted(name)} holds {found} of shape {shape}, not {types}.")
    if size != len(content) - file.tell():
        raise ArchiveError(f"is damaged: {quoted(name)} is not as large as it says.")
    return np.frombuffer(content, found, offset=file.tell()).reshape(shape)


def _check_end(file: IO[bytes]) -> None:
    """The list of members is read as a whole when a zip file is opened: see first how large it is.

    What is written here ends without a comment and is smaller than 4 GB, so nothing else need be understood.
    """
    size = file.seek(0, io.SEEK_END)
    if size < _END.size:
        raise zipfile.BadZipFile("it is too short")
    file.seek(max(size - _END.size - 20, 0))
    tail = file.read()
    sign, *_, entries, directory, _start, comment = _END.unpack(tail[-_END.size :])
    if sign != b"PK\x05\x06" or comment or tail.startswith(b"PK\x06\x07"):
        raise zipfile.BadZipFile("its end is missing")
    if entries > MOST_MEMBERS or directory > MOST_DIRECTORY:
        raise ArchiveError(f"has more than {MOST_MEMBERS:,} members.")
    file.seek(0)


def _said(error: BaseException) -> str:
    """In one line, without the full stop."""
    return " ".join(str(error).split()).rstrip(".")[:120] or type(error).__name__
