"""Data sets in numpy's npz archives. Nothing in them is ever unpickled.

An archive holds a rows x variables array of whole numbers (levels), of text (labels) or of floats, and may
hold the names of its variables as `columns`. Archives written here also keep the labels: `levels`, all of
them one after the other, and `level_counts`, how many of them belong to each variable.
"""

import zipfile
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from elcs_gui.data.dataset import Dataset, check_size
from elcs_gui.data.files import reading, replacing
from elcs_gui.data.names import position
from elcs_gui.errors import DataError

_BROKEN = (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, RuntimeError, KeyError)
"""What a damaged, shortened or encrypted archive may raise."""


@dataclass(frozen=True)
class _Member:
    """What the header of one array declares, known before the array is loaded."""

    file: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    is_whole: bool
    """Whether the archive holds as many bytes as the shape needs."""

    def __str__(self) -> str:
        return f"'{self.file.removesuffix('.npy')}' ({' x '.join(map(str, self.shape))} {self.dtype})"


def read_npz(path: Path, *, continuous: bool, array: str | None, ignore: Collection[str]) -> Dataset:
    """The data set in the array called `array`, or else in the first array that has rows and columns."""
    with reading(path), path.open("rb") as file:
        try:
            with zipfile.ZipFile(file) as archive:
                members = {member.file.removesuffix(".npy"): member for member in _members(archive)}
                table = _load(archive, _chosen(members, array, path.name), path.name)
                names = _names(archive, members, table.shape[1], path.name)
                labels = _labels(archive, members, table, path.name)
        except _BROKEN as error:
            raise DataError(f"{path.name} cannot be read as an npz archive: {error}.") from error
    for name in ignore:
        position(name, names, path.name)
    wanted = [place for place, name in enumerate(names) if name not in ignore]
    columns = [names[place] for place in wanted]
    if len(wanted) < len(names):
        table = table[:, wanted]
    if continuous:
        return Dataset.continuous(path.name, columns, _numbers(table, path.name))
    if labels is not None:
        return Dataset.coded(path.name, columns, list(table.T), [labels[place] for place in wanted])
    return Dataset.discrete(path.name, columns, _levels(table, path.name))


def write_npz(data: Dataset, path: Path) -> None:
    """Write `data` so that `read_npz` gives it back, labels included."""
    arrays: dict[str, NDArray[Any]] = {"columns": np.array(data.columns)}
    if data.values is None:
        arrays["levels"] = np.array([label for levels in data.levels for label in levels])
        arrays["level_counts"] = np.array([len(levels) for levels in data.levels])
    table = (data.codes if data.values is None else data.values).T
    with replacing(path) as part, part.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, data=table, **arrays)


def _members(archive: zipfile.ZipFile) -> list[_Member]:
    members: list[_Member] = []
    for info in archive.infolist():
        if not info.filename.endswith(".npy"):
            continue
        with archive.open(info) as file:
            version = npy.read_magic(file)
            read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
            shape, _, dtype = read_header(file)
        size = dtype.itemsize
        for length in shape:  # not numpy's product, which could overflow
            size *= length
        members.append(_Member(info.filename, shape, dtype, size <= info.file_size))
    return members


def _chosen(members: dict[str, _Member], array: str | None, where: str) -> _Member:
    there = f"It holds {', '.join(map(str, members.values()))}." if members else "It holds no arrays."
    if array is None:
        tables = [member for member in members.values() if len(member.shape) == 2]
        if not tables:
            raise DataError(f"{where} has no array with rows and columns. {there}")
        return tables[0]
    if array not in members:
        raise DataError(f"{where} has no array called {array!r}. {there}")
    if len(members[array].shape) != 2:
        raise DataError(f"The array {array!r} of {where} has no rows and columns. {there}")
    return members[array]


def _load(archive: zipfile.ZipFile, member: _Member, where: str) -> NDArray[Any]:
    """The array itself, once its header promises nothing that is too large or dangerous."""
    if member.dtype.hasobject:
        raise DataError(
            f"{where}: {member} holds Python objects, which are never loaded; save it as numbers or text."
        )
    rows, variables = (*member.shape, 1)[:2]
    check_size(rows, variables, where)
    if not member.is_whole:
        raise DataError(f"{where} is damaged: {member} is larger than what the archive holds of it.")
    with archive.open(member.file) as file:
        loaded: NDArray[Any] = npy.read_array(file, allow_pickle=False)
    return loaded


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
    ends = np.cumsum(_load(archive, counts, where))
    flat = _load(archive, labels, where)
    if flat.shape != (ends[-1],) or (table.max(axis=0) >= np.diff(ends, prepend=0)).any():
        return None
    return [part.tolist() for part in np.split(flat, ends[:-1])]


def _numbers(table: NDArray[Any], where: str) -> NDArray[Any]:
    if table.dtype.kind not in "iufb":
        raise DataError(f"{where} holds {table.dtype} values, not numbers: it cannot be read as continuous.")
    return table


def _levels(table: NDArray[Any], where: str) -> NDArray[Any]:
    if table.dtype.kind == "f" and not np.isnan(table).any():
        if not (np.isfinite(table).all() and (table == np.rint(table)).all() and np.abs(table).max() < 2**62):
            raise DataError(
                f"{where} holds numbers that are not whole: read it as continuous, or discretise it."
            )
        return table.astype(np.int64)
    if table.dtype.kind not in "iufbU":
        raise DataError(f"{where} holds {table.dtype} values, neither whole numbers nor text.")
    return table
