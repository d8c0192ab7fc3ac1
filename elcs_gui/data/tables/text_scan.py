"""The form of a text table: its encoding, delimiter, decimal sign and header; and its records, one by one.

Cells are delimited by a comma, semicolon, tab or bar, or by runs of blanks; those in double quotes may hold
anything. Lines of blanks only are passed over. What a plan decides is not looked for.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NoReturn

from elcs_gui.data.columns.cells import has_decimal_comma, is_number
from elcs_gui.data.files import reading
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.encoding import Encoding, detect, not_decodable
from elcs_gui.data.tables.table_file import Tell
from elcs_gui.errors import DataError, quoted

BLANKS = " "
"""The delimiter that stands for runs of blanks."""

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", BLANKS: "blanks"}
MOST_COLUMNS = 100_000

_SAMPLE = 200
_SAMPLED_CELLS = 1 << 18
_SAMPLED_LETTERS = 1 << 21
_WORD = re.compile(r'"((?:[^"]++|"")*+)"(?!\S)|(\S++)', re.ASCII)

Record = tuple[int, list[str]]
"""The line on which a record starts, and its cells, not yet stripped."""


@dataclass(frozen=True)
class TextFormat:
    """How to read one text file; `columns` are the names of its header, or X1, X2, ... if it has none."""

    path: Path
    encoding: Encoding
    delimiter: str
    decimal: str
    columns: tuple[str, ...]
    has_header: bool

    def records(self, read: "BytesRead | None" = None) -> Iterator[Record]:
        """The rows of data; a DataError at a row that has more or fewer cells than there are columns."""
        records = _records(self.path, self.encoding, self.delimiter, read)
        for line, cells in islice(records, self.has_header, None):
            if len(cells) != len(self.columns):
                self.fail_ragged(line, len(cells))
            yield line, cells

    def labels(self, cells: Iterable[str]) -> list[str]:
        """Cells as labels: without outer blanks, numbers with a point."""
        stripped = [cell.strip() for cell in cells]
        if self.decimal == ".":
            return stripped
        return [cell.replace(",", ".") if has_decimal_comma(cell) else cell for cell in stripped]

    def fail_ragged(self, line: int, width: int) -> NoReturn:
        """Complain of a record of another width."""
        raise DataError(
            f"{self.path.name}, line {line:,}: {width:,} {'cell' if width == 1 else 'cells'} "
            f"where the first line has {len(self.columns):,}."
        )


class BytesRead:
    """How many bytes of a file have been read."""

    def __init__(self) -> None:
        self.count = 0


def sniff(path: Path, plan: ImportPlan, tell: Tell | None = None) -> TextFormat:
    """Find the form of a text table from its first records; a DataError if it is none."""
    _check_signs(plan)
    encoding = detect(path, plan.encoding, tell)
    guess = _best(path, encoding, plan)
    first = guess.records[0]
    if len(first) > MOST_COLUMNS:
        raise DataError(f"{path.name} has {len(first):,} columns, more than {MOST_COLUMNS:,}: take fewer.")
    has_header = plan.header
    if has_header is None:
        second = guess.records[1] if len(guess.records) > 1 else []
        is_data = _all_numbers(first, guess.decimal)
        has_header = not is_data or _names_in_quotes(path, encoding, first, second)
    names = tuple(first) if has_header else tuple(f"X{place}" for place in range(1, len(first) + 1))
    return TextFormat(path, encoding, guess.delimiter, guess.decimal, names, has_header)


@dataclass(frozen=True)
class _Guess:
    """The first records as one delimiter parts them."""

    delimiter: str
    records: list[list[str]]
    decimal: str

    @property
    def agreeing(self) -> float:
        """The share of records that are as long as the first."""
        width = len(self.records[0])
        return sum(len(cells) == width for cells in self.records) / len(self.records)

    @property
    def numbers(self) -> float:
        """The share of cells with something in them that are numbers."""
        cells = [cell.strip() for record in self.records for cell in record[:100] if cell.strip()]
        return sum(_is_number(cell, self.decimal) for cell in cells) / max(len(cells), 1)


def _best(path: Path, encoding: Encoding, plan: ImportPlan) -> _Guess:
    """The delimiter on which most of the first records agree; among equals, one that finds more numbers."""
    likely = "\t" if path.suffix.lower() in (".tsv", ".tab") else ","
    candidates = sorted(DELIMITERS, key=lambda delimiter: delimiter != likely)
    best: _Guess | None = None
    broken: DataError | None = None
    for delimiter in candidates if plan.delimiter is None else (plan.delimiter,):
        try:
            records = _sample(_records(path, encoding, delimiter))
        except DataError as error:  # quotes look broken where they enclose another delimiter
            broken = broken or error
            continue
        if not records:
            raise DataError(f"{path.name} is empty: it holds blank lines only.")
        guess = _Guess(delimiter, records, plan.decimal or _decimal(records, delimiter))
        if len(records[0]) > 1 and (best is None or _better(guess, best)):
            best = guess
    if broken and (best is None or (best.delimiter == BLANKS and best.agreeing < 1)):
        raise broken
    if best is None:
        by = "a comma, semicolon, tab, bar or blanks"
        if plan.delimiter is not None:
            by = DELIMITERS.get(plan.delimiter, repr(plan.delimiter))
        raise DataError(f"{path.name} needs at least two columns, delimited by {by}.")
    return best


def _sample(records: Iterator[Record]) -> list[list[str]]:
    """The first records, fewer of them if they are wide."""
    sample: list[list[str]] = []
    cells = letters = 0
    for _, record in islice(records, _SAMPLE):
        sample.append(record)
        cells += len(record)
        letters += sum(map(len, record))
        if cells > _SAMPLED_CELLS or letters > _SAMPLED_LETTERS:
            break
    return sample


def _better(guess: _Guess, best: _Guess) -> bool:
    if guess.delimiter == BLANKS and best.agreeing == 1 and guess.numbers < 1:
        return False  # labels have blanks in them more often than blanks delimit what a comma parts as well
    return (guess.agreeing, round(guess.numbers, 3)) > (best.agreeing, round(best.numbers, 3))


def _records(
    path: Path, encoding: Encoding, delimiter: str, read: BytesRead | None = None
) -> Iterator[Record]:
    """All records of the file that are not blank."""
    read = read or BytesRead()
    line = 1
    try:
        with (
            reading(path),
            path.open("rb") as raw,
            io.TextIOWrapper(raw, encoding=encoding.codec, newline="") as file,
        ):
            if delimiter == BLANKS:
                for line, text in enumerate(file, start=1):
                    read.count = raw.tell()
                    words = [quoted.replace('""', '"') or plain for quoted, plain in _WORD.findall(text)]
                    if words:
                        yield line, words
                return
            reader = csv.reader(file, delimiter=delimiter, skipinitialspace=True, strict=True)
            for cells in reader:
                read.count = raw.tell()
                if len(cells) > 1 or "".join(cells).strip():
                    yield line, cells
                line = reader.line_num + 1
    except csv.Error as error:
        raise quote_fault(path, line, str(error)) from None
    except UnicodeError:
        raise not_decodable(path, encoding.codec) from None


def quote_fault(path: Path, line: int, what: str) -> DataError:
    """The complaint about the quotes of a record; `what` is said as Python's csv says it."""
    return DataError(f"{path.name}, line {line:,}: a quote is not closed or not doubled ({what}).")


def _check_signs(plan: ImportPlan) -> None:
    if plan.delimiter is not None and (
        len(plan.delimiter) != 1 or plan.delimiter in '"\r\n\0' + "0123456789"
    ):
        raise DataError(
            f"{quoted(plan.delimiter)} cannot delimit cells: it takes one sign, such as ',' or ';'."
        )
    if plan.decimal not in (None, ".", ","):
        raise DataError(f"The decimal sign can be '.' or ',', not {quoted(plan.decimal)}.")
    if plan.decimal == "," == plan.delimiter:
        raise DataError("A comma cannot be both the delimiter and the decimal sign.")


def _decimal(records: list[list[str]], delimiter: str) -> str:
    """A comma, if there are more numbers with a comma than with a point."""
    if delimiter == ",":
        return "."
    cells = [cell.strip() for record in records for cell in record[:1000]]
    with_comma = sum(map(has_decimal_comma, cells))
    with_point = sum("." in cell and is_number(cell) for cell in cells)
    return "," if with_comma > with_point else "."


def _is_number(cell: str, decimal: str) -> bool:
    return is_number(cell) or (decimal == "," and has_decimal_comma(cell))


def _all_numbers(cells: list[str], decimal: str) -> bool:
    return all(_is_number(cell.strip(), decimal) for cell in cells)


def _names_in_quotes(path: Path, encoding: Encoding, first: list[str], second: list[str]) -> bool:
    """Whether only the first line holds numbers in quotes: they are names then, not data."""
    if not encoding.has_quotes:
        return False
    with reading(path), path.open(encoding=encoding.codec) as file:
        lines = [line for line in islice(file, _SAMPLE) if line.strip()]
    quotes = 2 * len(first)
    return lines[0].count('"') == quotes and not (
        _all_numbers(second, ",") and len(lines) > 1 and lines[1].count('"') == quotes
    )
