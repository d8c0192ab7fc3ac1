"""The words of a BIF file."""

import re

from elcs_gui.data.scanner import Grammar

_ESCAPE = re.compile(r'\\(["\\])')
_PLAIN = re.compile(r"(?:(?!//|/\*)[^\s{}()\[\],;|\"\\])+")

BIF = Grammar(
    blank=re.compile(r"(?:\s++|//[^\n\r]*+|/\*.*?\*/)*+", re.DOTALL),
    token=re.compile(
        r"""
        "(?P<quoted>(?:[^"\\]|\\.)*+)"      # a quoted name, with \" and \\ inside
      | (?P<sign>[{}()\[\],;|])
      | (?P<word>(?:(?!//|/\*)[^\s{}()\[\],;|"])+)   # anything else, up to a blank, a sign or a comment
        """,
        re.DOTALL | re.VERBOSE,
    ),
    signs=frozenset("{}()[],;|"),
    unescaped=lambda quoted: _ESCAPE.sub(r"\1", quoted),
    numbers=re.compile(r"[-+.,\deE\s]*(?=;)", re.ASCII),
    numeric=lambda run: run.replace(",", " "),
)

PROPERTY = re.compile(r'(?>"[^"\n]*"|[^;])*+;')
"""Free text up to its semicolon; it may hold anything, comment signs included."""

ROW = re.compile(r"\(\s*+([\w.+<>=-]+(?:[\s,]+[\w.+<>=-]+)*+)\s*+\)([-+.,\deE\s]++);")
"""A row of a table as almost all are, with names that need no quotes: read at once, not word by word."""


def as_token(name: str) -> str:
    """`name` as a BIF file writes it: in quotes if need be."""
    if _PLAIN.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
