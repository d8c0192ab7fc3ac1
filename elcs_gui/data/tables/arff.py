"""Weka's attribute-relation files: declared columns, then rows of values, dense or sparse.

Read are numeric, nominal, string and date attributes (dates as text); others are refused by name. A lone `?`
is a missing value; every other label is kept whatever it says. A sparse row leaves out zeros and the first
levels. Written are numeric and nominal attributes, with all levels declared.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import reading, replacing
from elcs_gui.data.names import tidy_name
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.encoding import detect, not_decodable
from elcs_gui.data.tables.table_file import Block, Cells, Form, Part, Tell, Wanted, coded
from elcs_gui.data.tables.text_scan import MOST_COLUMNS
from elcs_gui.data.tables.writers import blocks_of_text
from elcs_gui.errors import DataError, quoted

# Reading

_BLOCK = 1 << 18
_NUMERIC = frozenset({"numeric", "real", "integer"})
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}
# Possessive: a run of blanks belongs to one place of the pattern, so that no text is gone over twice.
_QUOTED = r"""'(?:[^'\\]++|\\.)*+'|"(?:[^"\\]++|\\.)*+\""""
_ATTRIBUTE = re.compile(rf"@attribute\s++({_QUOTED}|[^\s{{]++)\s*+(\{{.*\}}|\S++)", re.IGNORECASE)
_VALUE = re.compile(rf"\s*+({_QUOTED}|[^,'\"]*+)\s*+(,|$)")
_SPARSE = re.compile(rf"\s*+(\d++)\s++({_QUOTED}|[^,'\"]*+)\s*+(,|$)")


@dataclass(frozen=True)
class _Attribute:
    name: str
    levels: tuple[str, ...] | None
    """What a nominal attribute may hold; None for the others."""
    left_out: str
    """What a sparse row means where it says nothing."""


class ArffTable:
    """An arff file; see `elcs_gui.data.tables.table_file.TableFile`."""

    knows_missing = True

    def __init__(self, path: Path, plan: ImportPlan, tell: Tell) -> None:
        self.name = path.name
        self._path = path
        self._codec = detect(path, plan.encoding, tell).codec
        self._attributes = self._header()
        self.spelled = tuple(attribute.name for attribute in self._attributes)
        self.columns = tuple(map(tidy_name, self.spelled))
        self.form = Form("arff", has_header=True, encoding=self._codec)

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        rows = self._rows()
        allowed = [frozenset(one.levels) if one.levels is not None else None for one in self._attributes]
        while some := list(islice(rows, 1 + _BLOCK // len(self.columns))):
            by_column = list(zip(*(row for _, row, _ in some), strict=True))
            parts: list[Part] = []
            for place in wanted.places:
                cells, codes = coded(by_column[place])
                levels = allowed[place]
                wrong = next((cell for cell in cells if cell and levels and cell not in levels), None)
                if wrong is not None:
                    line = some[by_column[place].index(wrong)][0]
                    raise self._fail(line, f"{quoted(self.columns[place])} has no level {quoted(wrong)}")
                parts.append(Cells([cell.strip() for cell in cells], codes))
            yield Block(parts, some[-1][2])

    def place(self, row: int) -> str:
        line, _, _ = next(islice(self._rows(), row, None))
        return f"line {line:,}"

    def _fail(self, line: int, what: str) -> DataError:
        return DataError(f"{self.name}, line {line:,}: {what}.")

    def _lines(self) -> Iterator[tuple[int, str, float]]:
        """The lines that say something, with their numbers and the share of the file read by then."""
        size = self._path.stat().st_size
        try:
            with (
                reading(self._path),
                self._path.open("rb") as raw,
                io.TextIOWrapper(raw, encoding=self._codec) as file,
            ):
                for number, line in enumerate(file, start=1):
                    stripped = line.strip()
                    if stripped and not stripped.startswith("%"):
                        yield number, stripped, raw.tell() / size
        except UnicodeError:
            raise not_decodable(self._path, self._codec) from None

    def _header(self) -> list[_Attribute]:
        attributes: list[_Attribute] = []
        for number, line, _ in self._lines():
            keyword = line.split(None, 1)[0].lower()
            if keyword == "@data":
                if not attributes:
                    raise self._fail(number, "the data begin before any @attribute")
                return attributes
            if keyword == "@attribute":
                attributes.append(self._attribute(number, line))
                if len(attributes) > MOST_COLUMNS:
                    raise self._fail(number, f"there are more than {MOST_COLUMNS:,} columns; take fewer")
            elif keyword != "@relation":
                raise self._fail(number, f"@attribute or @data is expected, not {quoted(line)}")
        raise DataError(f"{self.name} has no @data line: it is no arff file, or not all of one.")

    def _attribute(self, number: int, line: str) -> _Attribute:
        found = _ATTRIBUTE.match(line)
        if found is None:
            raise self._fail(number, f"an attribute has a name and a type, unlike {quoted(line)}")
        name, kind = _unquoted(found[1]), found[2]
        if kind.startswith("{"):
            levels = tuple(self._values(number, kind[1:-1], _unquoted))
            return _Attribute(name, levels, levels[0])
        if kind.lower() in _NUMERIC:
            return _Attribute(name, None, "0")
        if kind.lower() in ("string", "date"):
            return _Attribute(name, None, "")
        raise self._fail(
            number, f"{quoted(name)} is of type {quoted(kind)}; numeric, nominal, string and date are read"
        )

    def _rows(self) -> Iterator[tuple[int, list[str], float]]:
        lines = self._lines()
        for _, line, _ in lines:
            if line.split(None, 1)[0].lower() == "@data":
                break
        width = len(self._attributes)
        usual = [attribute.left_out for attribute in self._attributes]
        for number, line, done in lines:
            if line.startswith("{"):
                yield number, self._sparse(number, line, usual), done
                continue
            if "'" in line or '"' in line or "\\" in line:
                cells = self._values(number, line, _cell)
            else:
                cells = ["" if (cell := part.strip()) == "?" else cell for part in line.split(",")]
            if len(cells) != width:
                count = f"{len(cells):,} {'value' if len(cells) == 1 else 'values'}"
                raise self._fail(number, f"{count} for {width:,} attributes")
            yield number, cells, done

    def _values(self, number: int, text: str, read: Callable[[str], str]) -> list[str]:
        values: list[str] = []
        here = 0
        while True:
            found = _VALUE.match(text, here)
            if found is None:
                raise self._fail(
                    number, f"a quote is not closed, or no comma follows it, at {quoted(text[here:])}"
                )
            values.append(read(found[1]))
            here = found.end()
            if not found[2]:
                return values

    def _sparse(self, number: int, line: str, usual: Sequence[str]) -> list[str]:
        if not line.endswith("}"):
            raise self._fail(number, "a sparse row ends with '}', and rows have no weights here")
        cells = list(usual)
        text, here = line[1:-1].strip(), 0
        while here < len(text):
            found = _SPARSE.match(text, here)
            if found is None or len(found[1]) > 9 or int(found[1]) >= len(cells):
                raise self._fail(
                    number, f"a place below {len(cells):,} and a value are expected at {quoted(text[here:])}"
                )
            cells[int(found[1])] = _cell(found[2])
            here = found.end()
        return cells


def _cell(text: str) -> str:
    """The label a value stands for; nothing for a lone question mark."""
    stripped = text.strip()
    return "" if stripped == "?" else _unquoted(stripped)


def _unquoted(text: str) -> str:
    stripped = text.strip()
    if len(stripped) > 1 and stripped[0] == stripped[-1] and stripped[0] in "'\"":
        return re.sub(
            r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), stripped[1:-1], flags=re.DOTALL
        )
    return stripped


# Writing

_PLAIN = re.compile(r"[A-Za-z0-9_.+<>=/-]+")
_ESCAPED = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def write_arff(data: Dataset, path: Path) -> None:
    """Write `data` so that it comes back as it is."""
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_lines(data))


def _lines(data: Dataset) -> Iterator[str]:
    yield f"@relation {_value(data.name)}\n\n"
    for column, levels in zip(data.columns, data.levels, strict=True):
        kind = "numeric" if data.values is not None else f"{{{','.join(map(_value, levels))}}}"
        yield f"@attribute {_value(column)} {kind}\n"
    yield "\n@data\n"
    spell = {label: _value(label) for levels in data.levels for label in levels}
    for columns in blocks_of_text(data, spell):
        for row in zip(*columns, strict=True):
            yield ",".join(cell or "?" for cell in row) + "\n"


def _value(text: str) -> str:
    """`text` as a value, in quotes if need be."""
    if _PLAIN.fullmatch(text):
        return text
    return f"'{''.join(_ESCAPED.get(character, character) for character in text)}'"
