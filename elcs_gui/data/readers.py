"""The door to data files: `read_table` and its counterpart `write_table`."""

from collections.abc import Collection
from pathlib import Path

from elcs_gui.data.dataset import Dataset, check_usable
from elcs_gui.data.files import not_read_yet, reading
from elcs_gui.data.npz_table import read_npz
from elcs_gui.data.text_table import read_text
from elcs_gui.data.writers import write_table
from elcs_gui.errors import DataError

__all__ = ["read_table", "write_table"]

_TEXT = frozenset({".csv", ".tsv", ".tab", ".txt", ".dat", ".data", ""})


def read_table(
    path: Path, *, continuous: bool = False, array: str | None = None, ignore: Collection[str] = ()
) -> Dataset:
    """The data set in a csv, tsv, whitespace or npz file, checked to be usable; else a DataError.

    `continuous` reads numbers instead of levels; `array` names the array of an npz archive; `ignore` names
    columns to leave out, unread. A text file has a header unless its first line is all numbers.
    """
    with reading(path):
        ending = path.suffix.lower()
    if ending == ".npz":
        data = read_npz(path, continuous=continuous, array=array, ignore=ignore)
    elif ending in _TEXT:
        if array is not None:
            raise DataError(f"{path.name} has no arrays to choose from: only npz files do.")
        data = read_text(path, continuous=continuous, ignore=ignore)
    else:
        raise not_read_yet(path, "data as .csv, .tsv, .txt and .npz")
    check_usable(data)
    return data
