"""Standard output, whatever stands behind it: a full disk, a closed pipe, nothing at all, an old encoding.

A sign that the encoding of stdout lacks is written as JSON spells it, `\\u2192`. So what is printed as JSON
means the same everywhere, and prose stays readable as far as it can be. So is a sign that a terminal obeys:
whatever stands in a file, nobody's screen is cleared, renamed or coloured by it.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from elcs_gui.errors import ElcsError

TYPE_CHECKING = False
if TYPE_CHECKING:  # mypy knows the name; importing `typing` would take longer than all else here
    from typing import TextIO

_ESCAPE = "elcs-escape"
_OBEYED = {
    code: f"\\u{code:04x}"
    for codes in (range(0x20), range(0x7F, 0xA0), range(0x202A, 0x202F), range(0x2066, 0x206A))
    for code in codes
    if code not in (0x09, 0x0A)
}
"""What a terminal obeys, but for tabs and line ends -> how it is written."""


class OutputError(ElcsError):
    """What was to be printed cannot be."""


class ReaderGone(Exception):
    """Whoever read our output has seen enough (`elcs replay FILE | head`)."""


def escaped(error: UnicodeError) -> tuple[str, int]:
    """The signs that cannot be encoded, as JSON spells them; those beyond U+FFFF are two halves."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    halves = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    units = (int.from_bytes(halves[place : place + 2], "big") for place in range(0, len(halves), 2))
    return "".join(f"\\u{unit:04x}" for unit in units), error.end


codecs.register_error(_ESCAPE, escaped)


class _Checked(io.TextIOBase):
    """A stream that says what is wrong with the one behind it, None for one that is closed."""

    def __init__(self, behind: TextIO | None) -> None:
        self._behind = behind

    @property
    def encoding(self) -> str:  # type: ignore[override]  # the class has a plain attribute
        return "utf-8" if self._behind is None else self._behind.encoding

    def isatty(self) -> bool:
        return self._behind is not None and self._behind.isatty()

    def fileno(self) -> int:
        if self._behind is None:
            raise io.UnsupportedOperation("fileno")
        return self._behind.fileno()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        with self._telling():
            if self._behind is None:
                raise OutputError("The output cannot be written: standard output is closed.")
            self._behind.write(text.translate(_OBEYED))
            return len(text)

    def flush(self) -> None:
        with self._telling():
            if self._behind is not None:
                self._behind.flush()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            self._give_up()
            raise ReaderGone from None
        except OSError as error:
            self._give_up()
            raise OutputError(f"The output cannot be written: {error.strerror or error}.") from None

    def _give_up(self) -> None:
        _throw_away(self)


def end_errors() -> None:
    """The last of stderr; what cannot be told is thrown away."""
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:
        _throw_away(sys.stderr)


def _throw_away(stream: TextIO | io.TextIOBase) -> None:
    """What is still in its buffer; else Python itself would complain of it at the end, by exit code 120."""
    with suppress(OSError, ValueError):
        number = stream.fileno()
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


@contextmanager
def checked_output() -> Iterator[None]:
    """Inside, printing raises nothing but `OutputError` and `ReaderGone`; at the end all of it is out."""
    _occupy()
    behind = sys.stdout
    if isinstance(behind, io.TextIOWrapper):
        behind.reconfigure(errors=_ESCAPE)
    if sys.stderr is None:  # nobody wants to hear
        sys.stderr = io.StringIO()
    checked = _Checked(behind)
    sys.stdout = checked
    try:
        yield
    except SystemExit:  # argparse, for wrong usage, and for help that has been asked for
        checked.flush()
        raise
    else:
        checked.flush()
    finally:
        sys.stdout = behind


def _occupy() -> None:
    """No file that is opened gets the number of a standard stream that is closed: what anybody writes there
    would end up in it."""
    while True:
        number = os.open(os.devnull, os.O_RDWR)
        if number > 2:
            os.close(number)
            return
