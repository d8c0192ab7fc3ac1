"""The levels of a discrete variable: which labels are one level, in which order, and which mean "missing".

Labels are kept as they were written. Those that are numbers count by their value, so `3` and `3.0` are one
level (shown by its shortest spelling) and 10 comes after 9. A number with a leading zero (`03`, `007`) is a
name, not a quantity, and stays text. Then come intervals (`≤ 1.5`, `1.5 – 3`, `> 3`), from low to high, and
then the others, sorted as text. `neutralised` is for cells that a spreadsheet would take for formulas.
"""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from elcs_gui.errors import DataError, quoted

Codes = NDArray[np.uint8 | np.uint16]

MOST_LEVELS = 2**16
_FEW = 32

LONGEST_NUMBER = 1100
"""Characters of a cell that can be a number: the smallest double, written in full, takes 1,077."""

# Possessive (`++`): no digit is ever tried twice, so the time is that of one pass, whatever the text.
_NUMBER = re.compile(r"[+-]?+(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?+\d++)?+", re.ASCII)
_WITH_COMMA = re.compile(r"[+-]?+\d*+,\d++(?:[eE][+-]?+\d++)?+", re.ASCII)
_LEADING_ZERO = re.compile(r"[+-]?0\d", re.ASCII)
_INTERVAL = re.compile(
    rf"≤ {_NUMBER.pattern}|> (?P<above>{_NUMBER.pattern})|(?P<from>{_NUMBER.pattern}) – {_NUMBER.pattern}",
    re.ASCII,
)
_LONGEST_INTERVAL = 2 * LONGEST_NUMBER + 3


def is_number(text: str) -> bool:
    """Whether `text` is a plain finite number, as data files write it: no `inf`, no `1_000`, no blanks.

    Nor is anything longer than LONGEST_NUMBER: such a text is a label like any other.
    """
    return len(text) <= LONGEST_NUMBER and _NUMBER.fullmatch(text) is not None


def has_decimal_comma(text: str) -> bool:
    """Whether `text` is such a number with a comma for its point: `1,5`."""
    return len(text) <= LONGEST_NUMBER and _WITH_COMMA.fullmatch(text) is not None


def missing_values(column: str, where: str, count: int, first: str, hint: str = "") -> DataError:
    """The complaint about missing values; `first` is the place of the first one, as `line 12`.

    Args:
        hint: a sentence for whoever did not mean those cells to be missing.
    """
    values = "1 missing value" if count == 1 else f"{count:,} missing values"
    return DataError(
        f"Column {quoted(column)} in {where} has {values} (first: {first}): "
        "fill them in, say what becomes of them (--missing-policy), or leave the column out."
        f"{' ' * bool(hint)}{hint}"
    )


def too_many_levels(column: str, where: str) -> DataError:
    """The complaint about a column that names its rows or measures something, rather than grouping rows."""
    return DataError(
        f"Column {quoted(column)} in {where} has more than {MOST_LEVELS:,} different values: "
        "leave it out, or read the data as continuous."
    )


def code_type(levels: int) -> type[np.uint8] | type[np.uint16]:
    """The smallest type that counts so many levels."""
    return np.uint8 if levels <= 2**8 else np.uint16


def ordered_levels(labels: Sequence[str]) -> tuple[tuple[str, ...], NDArray[np.uint16]]:
    """The levels that `labels` (all different) stand for, in order, and the new code of each label."""
    # Many columns of a table have the same few labels.
    return _known_order(tuple(labels)) if len(labels) <= _FEW else _order(labels)


@lru_cache(maxsize=1 << 12)
def _known_order(labels: tuple[str, ...]) -> tuple[tuple[str, ...], NDArray[np.uint16]]:
    levels, codes = _order(labels)
    codes.flags.writeable = False
    return levels, codes


def _order(labels: Sequence[str]) -> tuple[tuple[str, ...], NDArray[np.uint16]]:
    spellings: dict[tuple[int, Decimal, str], list[int]] = {}
    for code, label in enumerate(labels):
        spellings.setdefault(_rank(label), []).append(code)
    levels: list[str] = []
    new_code = np.zeros(len(labels), dtype=np.uint16)
    for level, rank in enumerate(sorted(spellings)):
        new_code[spellings[rank]] = level
        levels.append(min((labels[code] for code in spellings[rank]), key=lambda label: (len(label), label)))
    return tuple(levels), new_code


def _rank(label: str) -> tuple[int, Decimal, str]:
    """Equal for labels of one level; numbers first. Decimals, because floats would merge long identifiers."""
    try:
        if is_number(label) and not _LEADING_ZERO.match(label):
            return (0, Decimal(label), "")
        interval = _INTERVAL.fullmatch(label) if len(label) <= _LONGEST_INTERVAL else None
        if interval:
            return (1, Decimal(interval["above"] or interval["from"] or "-Infinity"), label)
    except InvalidOperation:  # an exponent beyond all reason
        pass
    return (2, Decimal(0), label)


# Formulas
#
# A name may begin with `=`, and what follows may start a program when the file is opened in a spreadsheet. In
# files that are made to be looked at (logs, tables of results, lists of edges) such a cell is written with an
# apostrophe before it, which a spreadsheet takes for "this is text". Numbers are written as they are, and so
# are data sets (`write_table`): they are for programs, and must come back as they were everywhere.

_SIGNS = "=+\\-@\t\r＝＋－＠"
_FORMULA = re.compile(f"'*+[{_SIGNS}]")
_NEUTRALISED = re.compile(f"'++[{_SIGNS}]")


def neutralised(text: str) -> str:
    """`text` as a cell that no spreadsheet computes; `restored` gives it back, whatever it is."""
    return f"'{text}" if _FORMULA.match(text) and not is_number(text) else text


def restored(cell: str) -> str:
    """The text that was neutralised; other cells as they are."""
    return cell[1:] if _NEUTRALISED.match(cell) and not is_number(cell) else cell
