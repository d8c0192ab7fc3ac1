"""How a text file is encoded: by its byte order mark, else UTF-8 if all of it is, else Windows' Latin-1.

UTF-16 without a mark is known by its zero bytes: every second one in text that is mostly ASCII.
"""

import codecs
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import AnyStr

from elcs_gui.data.files import reading
from elcs_gui.errors import DataError, quoted

LONGEST_LINE = 1 << 23
"""Bytes (characters of UTF-16). What is longer is no line of a table, and would not be read in blocks."""
MOST_TEXT = 16 << 20
"""Bytes of a file that describes a network; a thousand nodes with tables take a few million."""

_BLOCK = 1 << 20


@dataclass(frozen=True)
class Encoding:
    """What one pass over the bytes of a text file tells."""

    codec: str
    has_quotes: bool
    """Is there a double quote?"""
    lines: int
    """How many there are, or some more."""


def detect(path: Path, codec: str | None = None, tell: Callable[[float], None] | None = None) -> Encoding:
    """Read the whole file once, in blocks, to know its encoding; a DataError if it is not text.

    A `codec` that is given is believed, but for what it cannot decode.
    """
    if codec is not None:
        codec = _known(codec)
    size = path.stat().st_size if path.exists() else 0
    look: _Pass | _WidePass | None = None
    with reading(path), path.open("rb") as file:
        while block := file.read(_BLOCK):
            if tell is not None:
                tell(file.tell() / size)
            if look is None:
                wide = codec if codec is not None else _wide(block)
                is_wide = wide is not None and wide.startswith(("utf-16", "utf-32"))
                look = _WidePass(path, wide) if wide is not None and is_wide else _Pass(path)
            look.look(block)
    assert look is not None  # `reading` refuses an empty file
    return look.found(codec)


class _WidePass:
    """The same for a codec of more than one byte a character: nothing to find, but lines to measure."""

    def __init__(self, path: Path, codec: str) -> None:
        self._path = path
        self._codec = codec
        self._decoder = codecs.getincrementaldecoder(codec)()
        self._line = 0
        self._breaks = 0

    def look(self, block: bytes) -> None:
        try:
            text = self._decoder.decode(block)
        except UnicodeError:
            raise not_decodable(self._path, self._codec) from None
        if "\0" in text:
            raise DataError(f"{self._path.name} is not a text file: it holds zero characters.")
        self._line = _length_of_last(text, self._line, self._path.name, "\n", "\r")
        self._breaks += text.count("\n") + text.count("\r")

    def found(self, codec: str | None) -> Encoding:  # noqa: ARG002  it is known already
        return Encoding(self._codec, has_quotes=True, lines=self._breaks + 1)


class _Pass:
    """What the blocks of a file have told so far."""

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._utf8: codecs.IncrementalDecoder | None = codecs.getincrementaldecoder("utf-8")()
        self._is_windows = True
        self._has_quotes = False
        self._breaks = 0
        self._line = 0

    def look(self, block: bytes) -> None:
        if b"\0" in block:
            raise DataError(f"{self._name} is not a text file: it holds zero bytes.")
        self._line = _length_of_last(block, self._line, self._name, b"\n", b"\r")
        self._breaks += block.count(b"\n")
        if b"\r" in block:
            self._breaks += block.count(b"\r") - block.count(b"\r\n")
        self._has_quotes = self._has_quotes or b'"' in block
        is_ascii = block.isascii()
        if self._utf8 is not None and not (is_ascii and self._utf8.getstate()[0] == b""):
            self._utf8 = self._utf8 if _decodes(self._utf8, block) else None
        if not is_ascii:
            self._is_windows = self._is_windows and not any(byte in block for byte in _NOT_IN_WINDOWS)

    def found(self, codec: str | None) -> Encoding:
        if codec is None and self._utf8 is not None and _decodes(self._utf8, b"", final=True):
            codec = "utf-8-sig"
        if codec is None:
            codec = "cp1252" if self._is_windows else "latin-1"
        return Encoding(codec, self._has_quotes, self._breaks + 1)


_NOT_IN_WINDOWS = (0x81, 0x8D, 0x8F, 0x90, 0x9D)
"""Bytes that stand for nothing in Windows' version of Latin-1."""

ASCII_BASED = frozenset({"utf-8", "utf-8-sig", "ascii", "cp1252", "latin-1"})
"""Codecs in which a delimiter or line end is one byte that is never part of anything else."""


def read_whole_text(path: Path) -> str:
    """The text of a file that is small enough to be held at once, line ends as they are."""
    codec = detect(path).codec
    try:
        with reading(path), path.open(encoding=codec, newline="") as file:
            return file.read()
    except UnicodeDecodeError:
        raise not_decodable(path, codec) from None


def read_small_text(path: Path) -> str:
    """The text of a file that describes a network: a DataError, before it is read, if it is far too large."""
    with reading(path):
        check_text_size(path.stat().st_size, path.name)
    return read_whole_text(path)


def check_text_size(size: int, file: str) -> None:
    """A DataError for more bytes than the description of a network ever has."""
    if size > MOST_TEXT:
        raise DataError(
            f"{file} has {size / 2**20:,.0f} MB; a network is read from at most {MOST_TEXT >> 20} MB of text."
        )


def not_decodable(path: Path, codec: str) -> DataError:
    """The complaint about a file that breaks the promise of its byte order mark, or of whoever named it."""
    if codec.startswith("utf-16"):
        return DataError(f"{path.name} starts as UTF-16 text, but not all of it is: save it again as UTF-8.")
    return DataError(f"{path.name} is not {codec} text throughout: name another encoding, or none.")


def _known(codec: str) -> str:
    """Python's own name of a codec for text, or a DataError."""
    try:
        info = codecs.lookup(codec)
        "".encode(codec)
    except (LookupError, ValueError, UnicodeError):
        raise DataError(
            f"No encoding {quoted(codec)} is known: try utf-8, utf-16, cp1252 or latin-1."
        ) from None
    return {"iso8859-1": "latin-1", "utf-8": "utf-8-sig"}.get(info.name, info.name)


def _wide(block: bytes) -> str | None:
    """UTF-16, if the first block is: by its mark, or by zeros in every second place and nowhere else."""
    if block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    for codec, zeros, others in (("utf-16-le", 1, 0), ("utf-16-be", 0, 1)):
        narrow = block[zeros::2].count(0)
        if narrow > len(block) * 0.4 and not block[others::2].count(0):
            return codec
    return None


def _length_of_last(block: AnyStr, before: int, name: str, *ends: AnyStr) -> int:
    """How much follows the last line end, `before` of it ahead of the block; a DataError if too much."""
    end = max(block.rfind(sign) for sign in ends)
    since = before + len(block) if end < 0 else len(block) - 1 - end
    if since > LONGEST_LINE:
        raise DataError(f"{name} has a line of more than {LONGEST_LINE:,} bytes: it is no table of text.")
    return since


def _decodes(decoder: codecs.IncrementalDecoder, block: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError:
        return False
    return True
