"""Excel workbooks: a sheet as a table, row by row, and a data set into a workbook of one sheet.

Reading: formulas count by the result that Excel stored; dates become text (`2024-03-01`). The workbook is a
zip archive: what its parts would unpack to is added up before any of it is unpacked. Writing is done by hand:
a stream of rows, and the same bytes every time.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
import warnings
import weakref
import zipfile
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any, TypeVar
from xml.sax.saxutils import escape

from elcs_gui.data.archive import check_decompression
from elcs_gui.data.columns.cells import is_number
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import reading, replacing
from elcs_gui.data.names import tidy_name
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.table_file import Block, Cells, Form, Wanted, coded, number_label
from elcs_gui.data.tables.writers import blocks_of_text
from elcs_gui.errors import DataError, quoted

# Reading

LARGEST_SHEET = 1 << 29
LARGEST_STRINGS = 1 << 27
LARGEST_OTHER = 1 << 23
"""Bytes that the sheets, the texts and any other part may unpack to."""

MOST_PARTS = 10_000
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
"""How a workbook spells what XML cannot hold."""
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
        self.spelled = tuple(
            text(cell) if has_header else f"X{place}" for place, cell in enumerate(first, start=1)
        )
        self.columns = tuple(map(tidy_name, self.spelled))
        self.form = Form("xlsx", has_header, part=sheet, parts=tuple(names))

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        last = max(self._last, 1)
        rows = self._rows()
        while some := list(islice(rows, 1 + _BLOCK // len(self.columns))):
            by_column = list(zip(*(cells for _, cells in some), strict=True))
            yield Block(
                [Cells(*coded(by_column[place])) for place in wanted.places], min(some[-1][0] / last, 1.0)
            )

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
        check_decompression(member.file_size, packed, path.name, small=_SMALL)
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
    return _ESCAPED.sub(_spelled_out, str(cell)).strip()


def _spelled_out(escaped: re.Match[str]) -> str:
    """Signs that cannot be seen: no others are escaped by Excel."""
    sign = chr(int(escaped[1], 16))
    return sign if unicodedata.category(sign) == "Cc" else escaped[0]


def _load(file: IO[bytes]) -> Any:
    import openpyxl  # here, because it takes a while

    return openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)


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


# Writing

MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
LONGEST_TEXT = 32_767

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"

_PARTS = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>'
    '<sheet name="data" sheetId="1" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
    f'Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}
_SHEET = "xl/worksheets/sheet1.xml"

_NOT_IN_XML = re.compile("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]")


def write_xlsx(data: Dataset, path: Path) -> None:
    """Write `data`; a DataError before anything is written, for what a sheet cannot hold."""
    _check(data, path)
    with replacing(path) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _PARTS.items():
            archive.writestr(_entry(name), _HEAD + content)
        with archive.open(_entry(_SHEET), "w", force_zip64=True) as sheet:
            for piece in _sheet(data):
                sheet.write(piece.encode())


def _check(data: Dataset, path: Path) -> None:
    if data.rows >= MOST_ROWS or data.variables > MOST_COLUMNS:
        raise DataError(
            f"{path.name}: a sheet holds {MOST_ROWS - 1:,} rows and {MOST_COLUMNS:,} columns; the data "
            f"have {data.rows:,} and {data.variables:,}; write .csv or .parquet instead."
        )
    for text in (*data.columns, *(label for levels in data.levels for label in levels)):
        if len(text) > LONGEST_TEXT or _NOT_IN_XML.search(text) or _ESCAPED.search(text):
            raise DataError(f"{path.name}: a sheet cannot hold the text {quoted(text)}; write .csv instead.")


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _sheet(data: Dataset) -> Iterator[str]:
    last = f"{_letters(data.variables)}{data.rows + 1}"
    yield f'{_HEAD}<worksheet xmlns="{_MAIN}"><dimension ref="A1:{last}"/><sheetData>'
    yield f"<row>{''.join(map(_text, data.columns))}</row>"
    spell = {label: _cell(label) for levels in data.levels for label in levels}
    for columns in blocks_of_text(data, spell):
        if data.values is not None:
            columns = [[_number(cell) for cell in column] for column in columns]
        yield "".join(map(_row, zip(*columns, strict=True)))
    yield "</sheetData></worksheet>"


def _row(cells: Sequence[str]) -> str:
    """A row; one without any value begins with an empty text, for empty rows are passed over by who reads."""
    if not any(cells):
        cells = (_text(""), *cells[1:])
    return f"<row>{''.join(cell or '<c/>' for cell in cells)}</row>"


def _cell(label: str) -> str:
    """A number where Excel would show it as it is spelled, else text."""
    as_spelled = is_number(label) and number_label(float(label)) == label
    # Excel keeps 15 digits of a whole number.
    return _number(label) if as_spelled and ("." in label or len(label) <= 15) else _text(label)


def _number(digits: str) -> str:
    return f"<c><v>{digits}</v></c>" if digits else ""


def _text(text: str) -> str:
    escaped = escape(text, {"\r": "&#13;", "\t": "&#9;", "\n": "&#10;"})
    return f'<c t="inlineStr"><is><t xml:space="preserve">{escaped}</t></is></c>'


def _letters(column: int) -> str:
    """The name of a column, counted from 1: A, B, ..., Z, AA, ..."""
    name = ""
    while column:
        column, place = divmod(column - 1, 26)
        name = chr(ord("A") + place) + name
    return name
