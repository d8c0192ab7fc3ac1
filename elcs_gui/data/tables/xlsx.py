"""A sheet of an Excel workbook as a table, row by row.

Formulas count by the result that Excel stored; dates become text (`2024-03-01`). The workbook is a zip
archive: what its parts would unpack to is added up before any of it is unpacked.
"""

from __future__ import annotations

import datetime
import warnings
import weakref
import zipfile
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeVar

import numpy as np

from elcs_gui.data.files import reading
from elcs_gui.data.filling import check_filling
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.table_file import Block, Cells, Form, Part, number_label
from elcs_gui.errors import DataError, quoted

LARGEST_SHEET = 1 << 29
LARGEST_STRINGS = 1 << 27
LARGEST_OTHER = 1 << 23
"""Bytes that the sheets, the texts and any other part may unpack to."""

MOST_PARTS = 10_000
_SMALL = 1 << 24

_BLOCK = 1 << 18
_SAMPLE = 200

Row = tuple[Any, ...]
Result = TypeVar("Result")


class XlsxTable:
    """The sheet that the plan names, or else the first with anything in it; see `TableFile`."""

    knows_missing = False

    def __init__(self, path: Path, plan: ImportPlan) -> None:
        self.name = path.name
        self._path = path
        check_archive(path)
        file = self._safely(lambda: path.open("rb"))
        weakref.finalize(self, file.close)  # rows are read from it as long as the table is there
        self._book = self._safely(lambda: _load(file))
        names = [str(sheet.title) for sheet in self._book.worksheets]
        sheet, sample = self._chosen(names, plan.part)
        filled = [row for row in sample if _is_filled(row)]
        if not filled:
            raise DataError(f"{self.name}: the sheet {quoted(sheet)} is empty. It has {_listed(names)}.")
        self._sheet = self._book[sheet]
        self._left = min(next(place for place, cell in enumerate(row) if cell is not None) for row in filled)
        first = _trimmed(filled[0][self._left :])
        has_header = plan.header
        if has_header is None:
            has_header = not all(isinstance(cell, int | float) for cell in first)
        self.columns = tuple(
            text(cell) if has_header else f"X{place}" for place, cell in enumerate(first, start=1)
        )
        self.form = Form("xlsx", has_header, part=sheet, parts=tuple(names))

    def blocks(self, wanted: Sequence[int], numeric: Collection[int]) -> Iterator[Block]:  # noqa: ARG002
        last = max(self._last, 1)
        rows = self._rows()
        while some := list(islice(rows, 1 + _BLOCK // len(self.columns))):
            by_column = list(zip(*(cells for _, cells in some), strict=True))
            yield Block([_part(by_column[place]) for place in wanted], min(some[-1][0] / last, 1.0))

    def place(self, row: int) -> str:
        number, _ = next(islice(self._rows(), row, None))
        return f"row {number:,}"

    def _chosen(self, names: Sequence[str], wanted: str | None) -> tuple[str, list[Row]]:
        """The sheet to read, and its first rows."""
        if wanted is not None and wanted not in names:
            raise DataError(f"{self.name} has no sheet {quoted(wanted)}. It has {_listed(names)}.")
        for name in names if wanted is None else (wanted,):
            sheet = self._book[name]
            self._last = int(sheet.max_row or 0)
            sample = list(islice(self._values(sheet), _SAMPLE))
            if any(map(_is_filled, sample)) or name == wanted:
                return name, sample
        raise DataError(f"{self.name} has no sheet with a table in it.")

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """The rows of data with their numbers in the sheet; a DataError for one that is too wide."""
        width = len(self.columns)
        header_is_due = bool(self.form.has_header)
        for number, row in enumerate(self._values(self._sheet), start=1):
            if not _is_filled(row):
                continue
            if header_is_due:
                header_is_due = False
                continue
            cells = _trimmed(row[self._left :])
            if len(cells) > width:
                raise DataError(
                    f"{self.name}, row {number:,}: {len(cells):,} cells where the first row has {width:,}."
                )
            yield number, [text(cell) for cell in cells] + [""] * (width - len(cells))

    def _values(self, sheet: Any) -> Iterator[Row]:
        sheet.reset_dimensions()  # what a file says of its size need not be true
        rows = sheet.iter_rows(values_only=True)
        while (row := self._safely(lambda: next(rows, None))) is not None:
            yield row

    def _safely(self, work: Callable[[], Result]) -> Result:
        """Do some work of openpyxl, which answers a damaged file by whatever error comes up."""
        try:
            with reading(self._path), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of styles and extensions that do not matter here
                return work()
        except DataError:
            raise
        except Exception as error:
            what = str(error).splitlines()[0][:100] if str(error) else type(error).__name__
            raise DataError(f"{self.name} cannot be read as an Excel workbook: {what}.") from error


def check_archive(path: Path) -> None:
    """A DataError for a workbook that would unpack to more than a workbook can reasonably hold."""
    with reading(path):
        try:
            with zipfile.ZipFile(path) as archive:
                members = archive.infolist()
        except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError) as error:
            raise DataError(f"{path.name} cannot be read as an Excel workbook: {error}.") from error
    if len(members) > MOST_PARTS:
        raise DataError(f"{path.name} has {len(members):,} parts: that is no Excel workbook.")
    sizes = {"sheets": 0, "texts": 0, "settings": 0}
    for member in members:
        packed = min(member.compress_size, path.stat().st_size)
        check_filling(member.file_size, packed, path.name, small=_SMALL)
        kind = "sheets" if "/worksheets/" in member.filename else "settings"
        sizes["texts" if member.filename.lower().endswith("sharedstrings.xml") else kind] += member.file_size
    for kind, most in zip(sizes, (LARGEST_SHEET, LARGEST_STRINGS, 4 * LARGEST_OTHER), strict=True):
        if sizes[kind] > most:
            raise DataError(
                f"The {kind} of {path.name} would unpack to {sizes[kind]:,} bytes, more than {most:,}: save "
                "the table as csv."
            )


def text(cell: object) -> str:
    """A cell as a label; nothing for an empty one."""
    if cell is None:
        return ""
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    if isinstance(cell, float | int) and not isinstance(cell, bool):
        return number_label(cell)
    return str(cell).strip()


def _load(file: IO[bytes]) -> Any:
    import openpyxl  # here, because it takes a while

    return openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)


def _part(cells: Sequence[str]) -> Part:
    book = {cell: code for code, cell in enumerate(dict.fromkeys(cells))}
    return Cells(list(book), np.fromiter(map(book.__getitem__, cells), np.int32, len(cells)))


def _is_filled(row: Row) -> bool:
    return any(cell is not None for cell in row)


def _trimmed(row: Row) -> Row:
    """A row without the empty cells at its end."""
    width = len(row)
    while width and row[width - 1] is None:
        width -= 1
    return row[:width]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(quoted, names[:20])) if names else "no sheets"
