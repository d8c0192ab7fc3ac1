"""How wide the columns of the log are, and which of them there is room for.

What a test asked and what came of it is always in view: its variables, the conditioning set, the verdict and
where the answer came from. The set gets room first, then the figures, then the rest.
"""

from __future__ import annotations

from collections.abc import Collection

_FIXED = {
    "n": 52,
    "stage": 116,
    "stat": 76,
    "df": 40,
    "p": 82,
    "verdict": 122,
    "answer": 64,
    "line": 82,
    "truth": 76,
}
_FIGURES, _REST = ("p", "stat"), ("stage", "df", "line")
"""Columns that may be left out, in the order in which they come."""
_BESIDE_FIGURES, _BEFORE_NAMES, _WIDEST_Z = 120, 130, 260
"""What a set gets before a figure is shown, before long names are, and before the rest is."""
_NARROWEST_Z, _LEAST_Z = 72, 96
"""Of a set of single letters, and of one of long names where there is no room at all."""
_NARROWEST_NAME, _CUT_NAME, _SHORTEST_NAME, _WIDEST_NAME = 34, 104, 60, 160
"""Of a column of names: for single letters, beside figures, cut to what tells them apart, at most."""


def column_widths(room: int, hidden: Collection[str], *, number: int, name: int, z: int) -> dict[str, int]:
    """The width of every column to be shown, in pixels of the design.

    `number`, `name` and `z` are what the longest number of a test, the longest name and a large conditioning
    set would need; `hidden` are columns that are not wanted.
    """
    widths = {column: width for column, width in _FIXED.items() if column not in hidden}
    if "n" in widths:
        widths["n"] = max(widths["n"], number)
    extra = {column: widths.pop(column) for column in (*_FIGURES, *_REST) if column in widths}
    left = room - sum(widths.values())
    names = [column for column in ("x", "y") if column not in hidden]
    name = min(max(name, _NARROWEST_NAME), _WIDEST_NAME)
    z = 0 if "z" in hidden else min(max(z, _NARROWEST_Z), _WIDEST_Z)
    for column, width in extra.items():
        figure = column in _FIGURES
        rest = left - width - len(names) * (min(name, _CUT_NAME) if figure else name)
        if rest < (min(z, _BESIDE_FIGURES) if figure else z):
            break
        widths[column] = width
        left -= width
    if names:
        name = min(name, max((left - min(z, _BEFORE_NAMES)) // len(names), _SHORTEST_NAME))
        widths |= dict.fromkeys(names, name)
        left -= name * len(names)
    if z:
        widths["z"] = max(left, min(z, _LEAST_Z))
    return widths
