"""Data sets in numpy's npz archives. Nothing in them is ever unpickled.

An archive holds a rows x variables array of whole numbers (levels), of text (labels) or of floats, and may
hold the names of its variables as `columns`. Archives written here also keep the labels: `levels`, all of
them one after the other, and `level_counts`, how many of them belong to each variable. There, and only there,
the empty label stands for missing values, and every other label is kept whatever it says.
"""

import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from elcs_gui.data.archive import check_decompression
from elcs_gui.data.dataset import Dataset, check_size
from elcs_gui.data.files import reading, replacing
from elcs_gui.data.names import tidy_name
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.arrays import parts_of
from elcs_gui.data.tables.table_file import Block, Cells, Form, Part, Wanted, coded
from elcs_gui.errors import DataError, quoted, shown

_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, RuntimeError, MemoryError,
    ValueError, KeyError, TypeError, SyntaxError, OverflowError, IndexError, TokenError,
)  # fmt: skip
"""What a damaged, shortened or encrypted archive may raise; numpy parses a header as Python."""
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_LAST_CHARACTER = 0x10FFFF


@dataclass(frozen=True)
class _Member:
    """What the header of one array declares, known before the array is loaded."""

    file: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    size: int
    """Bytes that the shape needs."""
    held: int
    """Bytes that the archive says it holds of it."""
    packed: int
    """Bytes of them in the file."""

    def __str__(self) -> str:
        shape = " x ".join(map(str, self.shape))
        return f"{quoted(self.file.removesuffix('.npy'))} ({shown(shape)} {shown(str(self.dtype))})"


class NpzTable:
    """The array that the plan names, or else the first that has rows and columns; see `TableFile`."""

    def __init__(self, path: Path, plan: ImportPlan) -> None:
        self.name = path.name
        with reading(path), path.open("rb") as file:
            try:
                with zipfile.ZipFile(file) as archive:
                    members = {member.file.removesuffix(".npy"): member for member in _members(archive)}
                    chosen = _chosen(members, plan.part, path.name)
                    self._table = _load(archive, chosen, path.name)
                    names = _names(archive, members, self._table.shape[1], path.name)
                    self._labels = _labels(archive, members, self._table, path.name)
            except _BROKEN as error:
                what = str(error) or type(error).__name__
                raise DataError(f"{path.name} cannot be read as an npz archive: {shown(what)}.") from error
        if self._table.dtype.kind not in "iufbU":
            raise DataError(f"{path.name} holds {self._table.dtype} values, neither numbers nor text.")
        self.spelled = tuple(names)
        self.columns = tuple(map(tidy_name, self.spelled))
        self.knows_missing = self._labels is not None
        tables = [name for name, member in members.items() if len(member.shape) == 2]
        self.form = Form("npz", part=chosen.file.removesuffix(".npy"), parts=tuple(tables))

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        if not len(self._table):
            return
        places = list(wanted.places)
        columns = np.ascontiguousarray(
            self._table.T if len(places) == len(self.columns) else self._table.T[places]
        )
        if self._labels is not None:
            parts: list[Part] = [
                Cells(self._labels[place], codes) for place, codes in zip(places, columns, strict=True)
            ]
        elif columns.dtype.kind == "U":
            parts = list(map(_texts, columns))
        else:
            parts = parts_of(columns)
        yield Block(parts, 1.0)

    def place(self, row: int) -> str:
        return f"row {row + 1:,}"


def write_npz(data: Dataset, path: Path) -> None:
    """Write `data` so that it comes back as it is, labels and gaps included."""
    arrays: dict[str, NDArray[Any]] = {"columns": np.array(data.columns)}
    if data.values is None:
        gaps = set(data.gaps)
        labels = [(*levels, "") if place in gaps else levels for place, levels in enumerate(data.levels)]
        arrays["levels"] = np.array([label for levels in labels for label in levels])
        arrays["level_counts"] = np.array([len(levels) for levels in labels])
    table = (data.codes if data.values is None else data.values).T
    with replacing(path) as part, part.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, data=table, **arrays)


def _texts(column: NDArray[np.str_]) -> Cells:
    texts, codes = coded(column.tolist())
    return Cells([text.strip() for text in texts], codes)


def _members(archive: zipfile.ZipFile) -> list[_Member]:
    members: list[_Member] = []
    for info in archive.infolist():
        if not info.filename.endswith(".npy"):
            continue
        if info.compress_type not in _PACKED:
            raise ValueError(f"{quoted(info.filename)} is packed in a way that numpy does not use")
        with archive.open(info) as file:
            version = npy.read_magic(file)
            read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
            shape, _, dtype = read_header(file)
        if any(length < 0 for length in shape):
            raise ValueError(f"{quoted(info.filename)} has the shape {shape}")
        size = dtype.itemsize
        for length in shape:  # not numpy's product, which could overflow
            size *= length
        members.append(_Member(info.filename, shape, dtype, size, info.file_size, _packed(archive, info)))
    return members


def _packed(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> int:
    """Bytes of a member in the file, which cannot be more than all of the file, whatever it says."""
    return min(info.compress_size, archive.start_dir + 1)


def _chosen(members: dict[str, _Member], array: str | None, where: str) -> _Member:
    there = f"It holds {', '.join(map(str, members.values()))}." if members else "It holds no arrays."
    if array is None:
        tables = [member for member in members.values() if len(member.shape) == 2]
        if not tables:
            raise DataError(f"{where} has no array with rows and columns. {there}")
        return tables[0]
    if array not in members:
        raise DataError(f"{where} has no array called {quoted(array)}. {there}")
    if len(members[array].shape) != 2:
        raise DataError(f"The array {quoted(array)} of {where} has no rows and columns. {there}")
    return members[array]


def _load(archive: zipfile.ZipFile, member: _Member, where: str) -> NDArray[Any]:
    """The array itself, once its header promises nothing that is too large or dangerous."""
    if member.dtype.hasobject:
        raise DataError(
            f"{where}: {member} holds Python objects, which are never loaded; save it as numbers or text."
        )
    rows, variables = (*member.shape, 1)[:2]
    check_size(rows, variables, where)
    if member.size > member.held:
        raise DataError(f"{where} is damaged: {member} is larger than what the archive holds of it.")
    check_decompression(member.size, member.packed, where)
    with archive.open(member.file) as file:
        loaded: NDArray[Any] = npy.read_array(file, allow_pickle=False)
    if loaded.dtype.kind == "U" and loaded.size:
        _check_characters(loaded, member, where)
    return loaded


def _check_characters(texts: NDArray[Any], member: _Member, where: str) -> None:
    """A DataError for numbers that stand for no character: Python cannot make a text of them."""
    order = texts.dtype.byteorder
    letters = np.ascontiguousarray(texts).view(np.dtype("u4").newbyteorder(order))
    if letters.max() > _LAST_CHARACTER:
        raise DataError(f"{where} is damaged: {member} holds a number that stands for no character.")


def _names(archive: zipfile.ZipFile, members: dict[str, _Member], count: int, where: str) -> list[str]:
    """The array `columns`, if it fits; otherwise X1, X2, ..."""
    member = members.get("columns")
    if member is not None and member.shape == (count,) and member.dtype.kind == "U":
        return [str(name).strip() for name in _load(archive, member, where).tolist()]
    return [f"X{place}" for place in range(1, count + 1)]


def _labels(
    archive: zipfile.ZipFile, members: dict[str, _Member], table: NDArray[Any], where: str
) -> Sequence[Sequence[str]] | None:
    """The labels of each variable, if the archive has such as fit to the codes."""
    labels, counts = members.get("levels"), members.get("level_counts")
    if labels is None or counts is None or table.dtype.kind != "u" or not len(table):
        return None
    if labels.dtype.kind != "U" or counts.dtype.kind not in "iu" or counts.shape != table.shape[1:]:
        return None
    sizes = _load(archive, counts, where)
    flat = _load(archive, labels, where)
    if not len(sizes) or sizes.min() < 0 or sizes.max() > len(flat):
        return None
    ends = np.cumsum(sizes.astype(np.int64))
    if flat.shape != (ends[-1],) or (table.max(axis=0) >= np.diff(ends, prepend=0)).any():
        return None
    texts: list[str] = flat.tolist()
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    parts = (tuple(texts[begin:end]) for begin, end in pairwise([0, *ends.tolist()]))
    return [shared.setdefault(part, part) for part in parts]
