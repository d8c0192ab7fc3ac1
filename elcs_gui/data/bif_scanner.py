"""The words of a BIF file, one at a time, each with its line."""

import re
from typing import NoReturn

from elcs_gui.errors import DataError

_BLANK = re.compile(r"(?:\s+|//[^\n\r]*|/\*.*?\*/)*", re.DOTALL)
_TOKEN = re.compile(
    r"""
    "(?P<quoted>(?:[^"\\]|\\.)*)"       # a quoted name, with \" and \\ inside
  | (?P<sign>[{}()\[\],;|])
  | (?P<word>(?:(?!//|/\*)[^\s{}()\[\],;|"])+)   # anything else, up to a blank, a sign or a comment
    """,
    re.DOTALL | re.VERBOSE,
)
_PROPERTY = re.compile(r'(?>"[^"\n]*"|[^;])*+;')
_LINE_END = re.compile(r"\r\n?|\n")
_ESCAPE = re.compile(r'\\(["\\])')
_PLAIN = re.compile(r"(?:(?!//|/\*)[^\s{}()\[\],;|\"\\])+")

END = ""
"""What stands after the last word."""


class Scanner:
    """Walks through the text: `token` is the current word or sign, `quoted` whether it stands in quotes.

    `at` is the place of the token in the text; lines are counted only when something is wrong.
    """

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._end = 0
        self.at = 0
        self.token = END
        self.quoted = False
        self.advance()

    def advance(self) -> str:
        """Go to the next token; returns the one left behind."""
        left = self.token
        blank = _BLANK.match(self._text, self._end)
        self.at = blank.end() if blank else self._end
        match = _TOKEN.match(self._text, self.at)
        if match:
            self.quoted = match["quoted"] is not None
            self.token = _ESCAPE.sub(r"\1", match["quoted"]).strip() if self.quoted else match[0]
            self._end = match.end()
        elif self.at == len(self._text):
            self.token, self.quoted = END, False
        else:
            opened = "quote" if self._text[self.at] == '"' else "comment"
            self.fail(f"a {opened} opens here and is never closed")
        return left

    def sees(self, sign: str) -> bool:
        """Whether the current token is this sign or keyword, unquoted."""
        return self.token == sign and not self.quoted

    def accept(self, sign: str) -> bool:
        """Step over `sign` if it stands here."""
        if not self.sees(sign):
            return False
        self.advance()
        return True

    def expect(self, sign: str) -> None:
        """Step over `sign`, which must stand here."""
        if not self.accept(sign):
            self.fail(f"expected '{sign}' but found {self.found}")

    def name(self, what: str) -> str:
        """Step over a name; `what` says whose, for the message if there is none."""
        if not self.quoted and (self.token == END or self.token in "{}()[],;|"):
            self.fail(f"expected {what} but found {self.found}")
        return self.advance()

    def skip_property(self) -> None:
        """Step over free text up to its semicolon; it may hold anything, comment signs included."""
        match = _PROPERTY.match(self._text, self._end)
        if not match:
            self.fail("a property has no ';' at its end")
        self._end = match.end()
        self.advance()

    def fail(self, complaint: str, at: int | None = None) -> NoReturn:
        """A DataError with the file and the line of the current token, or of an earlier place."""
        line = len(_LINE_END.findall(self._text, 0, self.at if at is None else at)) + 1
        raise DataError(f"{self._file}, line {line}: {complaint}.")

    @property
    def found(self) -> str:
        """The current token, for a message."""
        return "the end of the file" if self.token == END and not self.quoted else repr(self.token[:40])


def as_token(name: str) -> str:
    """`name` as a BIF file writes it: in quotes if need be."""
    if _PLAIN.fullmatch(name):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
