"""The words of a structured text file, one at a time, each with its line and column."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from elcs_gui.errors import DataError, quoted

END = ""
"""What stands after the last word."""

MOST_WORDS = 1_000_000
"""More than that is no network; numbers of a table do not count."""

_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True)
class Grammar:
    """How a format is cut into words.

    Attributes:
        blank: what stands between words: white space and comments; matches the empty text too.
        token: one word, with the named group `quoted` for what stands in quotes.
        signs: the signs that are no names, unless they stand in quotes.
        unescaped: what a quoted text means.
        numbers: a run of numbers and whatever separates them.
        numeric: the same run with blanks only between the numbers.
    """

    blank: re.Pattern[str]
    token: re.Pattern[str]
    signs: frozenset[str]
    unescaped: Callable[[str], str]
    numbers: re.Pattern[str] | None = None
    numeric: Callable[[str], str] = str


class Scanner:
    """Walks through the text: `token` is the current word or sign, `quoted` whether it stands in quotes.

    `at` is the place of the token in the text; lines are counted only when something is wrong.
    """

    def __init__(self, text: str, file: str, grammar: Grammar) -> None:
        self._text = text
        self.file = file
        self._grammar = grammar
        self._end = 0
        self._left = MOST_WORDS
        self.at = 0
        self.token = END
        self.quoted = False
        self.advance()

    def advance(self) -> str:
        """Go to the next token; returns the one left behind."""
        left = self.token
        blank = self._grammar.blank.match(self._text, self._end)
        self.at = blank.end() if blank else self._end
        match = self._grammar.token.match(self._text, self.at)
        if match:
            self.quoted = match["quoted"] is not None
            self.token = self._grammar.unescaped(match["quoted"]).strip() if self.quoted else match[0]
            self._end = match.end()
        elif self.at == len(self._text):
            self.token, self.quoted = END, False
        elif self._text[self.at] == '"':
            self.fail("a quote opens here and is never closed")
        elif self._text[self.at] == "/":
            self.fail("a comment opens here and is never closed")
        else:
            self.fail(f"{quoted(self._text[self.at])} has no meaning here")
        self._left -= 1
        if not self._left:
            raise DataError(f"{self.file} has more than {MOST_WORDS:,} words: that is no network.")
        return left

    @property
    def at_end(self) -> bool:
        return self.token == END and not self.quoted

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
        if not self.quoted and (self.token == END or self.token in self._grammar.signs):
            self.fail(f"expected {what} but found {self.found}")
        return self.advance()

    def skip(self, pattern: re.Pattern[str], complaint: str) -> None:
        """Step over whatever `pattern` matches after the current token, which must be something."""
        match = pattern.match(self._text, self._end)
        if not match:
            self.fail(complaint)
        self._end = match.end()
        self.advance()

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Step over what `pattern` matches from the current token on, if it does."""
        match = pattern.match(self._text, self.at)
        if match:
            self._end = match.end()
            self.advance()
        return match

    def numbers(self) -> NDArray[np.float64]:
        """Step over all numbers that follow from here on, and what separates them."""
        pattern = self._grammar.numbers
        match = pattern.match(self._text, self.at) if pattern and not self.quoted else None
        if not match:
            return np.empty(0)
        words = self._grammar.numeric(match[0]).split()
        try:
            values = np.array(words, dtype=np.float64)
        except ValueError:
            return np.empty(0)  # one of them is no number: word by word, it will be found
        self._end = match.end()
        self.advance()
        return values

    def fail(self, complaint: str, at: int | None = None) -> NoReturn:
        """A DataError with the file and the place of the current token, or with an earlier place."""
        place = self.at if at is None else at
        line, start = 1, 0
        for end in _LINE_END.finditer(self._text, 0, place):
            line, start = line + 1, end.end()
        raise DataError(f"{self.file}, line {line}, column {place - start + 1}: {complaint}.")

    @property
    def found(self) -> str:
        """The current token, for a message."""
        return "the end of the file" if self.at_end else quoted(self.token)
