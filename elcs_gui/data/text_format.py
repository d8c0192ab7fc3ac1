"""The form of a text table: its encoding, its delimiter, its header; and its records, one by one.

Cells are delimited by a comma, semicolon, tab or bar, or by runs of blanks; those in double quotes may hold
anything. Lines of blanks only are passed over.
"""

import codecs
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NoReturn

from elcs_gui.data.encoding import Encoding, detect, not_decodable
from elcs_gui.data.files import reading
from elcs_gui.data.levels import is_number
from elcs_gui.errors import DataError

BLANKS = " "
"""The delimiter that stands for runs of blanks."""

_DELIMITERS = (",", ";", "\t", "|", BLANKS)
_SAMPLE = 200
_WORD = re.compile(r'"((?:[^"]|"")*)"(?!\S)|(\S+)', re.ASCII)

Record = tuple[int, list[str]]
"""The line on which a record starts, and its cells, not yet stripped."""


@dataclass(frozen=True)
class TextFormat:
    """How to read one text file; `columns` are the names of its header, or X1, X2, ... if it has none."""

    path: Path
    encoding: Encoding
    delimiter: str
    columns: tuple[str, ...]
    has_header: bool

    def records(self) -> Iterator[Record]:
        """The rows of data; a DataError at a row that has more or fewer cells than there are columns."""
        for line, cells in islice(_records(self.path, self.encoding, self.delimiter), self.has_header, None):
            if len(cells) != len(self.columns):
                self._fail_ragged(line, len(cells))
            yield line, cells

    def plain_lines(self) -> Iterator[bytes]:
        """The rows of data of a plain file as whole lines, checked like `records` but much faster.

        In a plain file every line is a record and every delimiter delimits. Runs of blanks come as one blank.
        """
        delimiter = self.delimiter.encode()
        header_is_due = self.has_header
        with reading(self.path), self.path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if number == 1:
                    line = line.removeprefix(codecs.BOM_UTF8)
                if self.delimiter == BLANKS:
                    cells = line.split()
                    width, line = len(cells), b" ".join(cells) + b"\n"
                else:
                    width = line.count(delimiter) + 1
                if width == len(self.columns):
                    if not header_is_due:
                        yield line
                    header_is_due = False
                elif line.strip(b" \r\n"):
                    self._fail_ragged(number, width)

    def _fail_ragged(self, line: int, width: int) -> NoReturn:
        raise DataError(
            f"{self.path.name}, line {line:,}: {width:,} {'cell' if width == 1 else 'cells'} "
            f"where the first line has {len(self.columns):,}."
        )


def sniff(path: Path) -> TextFormat:
    """Find the form of a text table from its first records; a DataError if it is none."""
    encoding = detect(path)
    delimiter, first, second = _delimiter(path, encoding)
    has_header = not _all_numbers(first) or _names_in_quotes(path, encoding, first, second)
    names = tuple(first) if has_header else tuple(f"X{place}" for place in range(1, len(first) + 1))
    return TextFormat(path, encoding, delimiter, names, has_header)


def _delimiter(path: Path, encoding: Encoding) -> tuple[str, list[str], list[str]]:
    """The delimiter on which most of the first records agree, and the first two of them."""
    likely = "\t" if path.suffix.lower() in (".tsv", ".tab") else ","
    best, most_agreeing = None, 0.0
    broken: DataError | None = None
    for delimiter in sorted(_DELIMITERS, key=lambda delimiter: delimiter != likely):
        try:
            sample = [cells for _, cells in islice(_records(path, encoding, delimiter), _SAMPLE)]
        except DataError as error:  # quotes look broken where they enclose another delimiter
            broken = broken or error
            continue
        if not sample:
            raise DataError(f"{path.name} is empty: it holds blank lines only.")
        agreeing = sum(len(cells) == len(sample[0]) for cells in sample) / len(sample)
        if len(sample[0]) > 1 and agreeing > most_agreeing:
            best, most_agreeing = (delimiter, sample[0], sample[1] if len(sample) > 1 else []), agreeing
    if broken and (best is None or (best[0] == BLANKS and most_agreeing < 1)):
        raise broken
    if best is None:
        raise DataError(
            f"{path.name} needs at least two columns, delimited by a comma, semicolon, tab, bar or blanks."
        )
    return best


def _records(path: Path, encoding: Encoding, delimiter: str) -> Iterator[Record]:
    """All records of the file that are not blank."""
    try:
        with reading(path), path.open(encoding=encoding.codec, newline="") as file:
            if delimiter == BLANKS:
                for line, text in enumerate(file, start=1):
                    words = [quoted.replace('""', '"') or plain for quoted, plain in _WORD.findall(text)]
                    if words:
                        yield line, words
                return
            reader = csv.reader(file, delimiter=delimiter, skipinitialspace=True, strict=True)
            line = 1
            for cells in reader:
                if len(cells) > 1 or "".join(cells).strip():
                    yield line, cells
                line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(
            f"{path.name}, line {line:,}: a quote is not closed or not doubled ({error})."
        ) from None
    except UnicodeDecodeError:
        raise not_decodable(path) from None


def _all_numbers(cells: list[str]) -> bool:
    return all(is_number(cell.strip()) for cell in cells)


def _names_in_quotes(path: Path, encoding: Encoding, first: list[str], second: list[str]) -> bool:
    """Whether only the first line holds numbers in quotes: they are names then, not data."""
    if encoding.is_plain:
        return False
    with reading(path), path.open(encoding=encoding.codec) as file:
        lines = [line for line in islice(file, _SAMPLE) if line.strip()]
    quotes = 2 * len(first)
    return lines[0].count('"') == quotes and not (
        _all_numbers(second) and len(lines) > 1 and lines[1].count('"') == quotes
    )
