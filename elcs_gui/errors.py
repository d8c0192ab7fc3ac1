"""The errors a user may see: each message is one clear line that says what, where and what next.

What a message quotes may come from anywhere: `quoted` and `shown` shorten it, and show line ends and control
characters as signs (␤), so that no name can break a line, fill the screen or talk to the terminal.
"""

import re

LONGEST_MESSAGE = 500
"""Characters. What is longer loses its middle: the beginning says what and where, the end what next."""

LONGEST_QUOTE = 60
"""Characters of a name or a piece of a file within a message."""

_CUT = "…"
_UNSHOWABLE = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
"""Control characters, line ends, turns of the writing direction and what no text file can hold."""


class ElcsError(Exception):
    """Something the user can mend. `str(error)` is shown as it is, in the window and on the command line.

    Whatever was put into the message, it is one line of at most LONGEST_MESSAGE characters.
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(shortened(with_signs(message), LONGEST_MESSAGE))


class DataError(ElcsError):
    """A data set or a network cannot be read, written or used."""


def quoted(text: str, most: int = LONGEST_QUOTE) -> str:
    """`text` for a message, in quotes: `'age'`; the middle of a long one is left out."""
    sign = '"' if "'" in text and '"' not in text else "'"
    return f"{sign}{shown(text, most)}{sign}"


def shown(text: str, most: int = LONGEST_QUOTE) -> str:
    """The same without quotes, for `A -> B`."""
    return with_signs(shortened(text, most))


def shortened(text: str, most: int) -> str:
    """`text` in at most so many characters: its beginning and its end."""
    if len(text) <= most:
        return text
    end = most // 3
    return f"{text[: most - end - 1]}{_CUT}{text[-end:]}"


def with_signs(text: str) -> str:
    """`text` in one line: what cannot be seen, or would do something, as a sign for it."""
    return text if text.isprintable() else re.sub(_UNSHOWABLE, _sign, text)


def one_line(error: BaseException, most: int = 300) -> str:
    """What an error of somebody else says, on one line."""
    return " ".join(str(error).split())[:most]


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x20:
        return "␤" if found[0] == "\n" else chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return "␤" if found[0] in "\x85\u2028\u2029" else "\N{REPLACEMENT CHARACTER}"
