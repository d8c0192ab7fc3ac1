"""Cells of text that a spreadsheet would take for formulas, in files that are made to be looked at.

A name may begin with `=`, and what follows may start a program when the file is opened in a spreadsheet. In
logs, tables of results and lists of edges such a cell is written with an apostrophe before it, which a
spreadsheet takes for "this is text". Numbers are written as they are, and so are data sets (`write_table`):
they are for programs, and must come back as they were everywhere.
"""

import re

from elcs_gui.data.survey.cells import is_number

_SIGNS = "=+\\-@\t\r＝＋－＠"
_FORMULA = re.compile(f"'*+[{_SIGNS}]")
_NEUTRALISED = re.compile(f"'++[{_SIGNS}]")


def neutralised(text: str) -> str:
    """`text` as a cell that no spreadsheet computes; `restored` gives it back, whatever it is."""
    return f"'{text}" if _FORMULA.match(text) and not is_number(text) else text


def restored(cell: str) -> str:
    """The text that was neutralised; other cells as they are."""
    return cell[1:] if _NEUTRALISED.match(cell) and not is_number(cell) else cell
