"""Data sets into Excel workbooks of one sheet, by hand: a stream of rows, and the same bytes every time."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import replacing
from elcs_gui.data.survey.cells import is_number
from elcs_gui.data.tables.table_file import number_label
from elcs_gui.data.tables.writers import blocks_of_text
from elcs_gui.errors import DataError, quoted

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
_ESCAPED_BY_EXCEL = re.compile("_x[0-9A-Fa-f]{4}_")


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
        if len(text) > LONGEST_TEXT or _NOT_IN_XML.search(text) or _ESCAPED_BY_EXCEL.search(text):
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
