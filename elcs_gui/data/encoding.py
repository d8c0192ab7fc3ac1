"""How a text file is encoded: by its byte order mark, else UTF-8 if all of it is, else Windows' Latin-1.

UTF-16 without a mark is known by its zero bytes: every second one in text that is mostly ASCII.
"""

import codecs
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from elcs_gui.data.files import reading
from elcs_gui.errors import DataError

LONGEST_LINE = 1 << 24
"""Bytes. What is longer is no line of a table, and would not be read in blocks."""
MOST_TEXT = 32 << 20
"""Bytes of a file that describes a network; a thousand nodes with tables take a few million."""

_BLOCK = 1 << 20


@dataclass(frozen=True)
class Encoding:
    """What one pass over the bytes of a text file tells."""

    codec: str
    is_plain: bool
    """No double quotes, and lines that end by `\\n` or `\\r\\n` only: such a file is read faster."""


def detect(path: Path, codec: str | None = None, tell: Callable[[float], None] | None = None) -> Encoding:
    """Read the whole file once, in blocks, to know its encoding; a DataError if it is not text.

    A `codec` that is given is believed, but for what it cannot decode.
    """
    if codec is not None:
        codec = _known(codec)
    pass_over = _Pass(path)
    size = path.stat().st_size if path.exists() else 0
    with reading(path), path.open("rb") as file:
        while block := file.read(_BLOCK):
            if tell is not None:
                tell(file.tell() / size)
            wide = _wide(block) if codec is None and pass_over.is_first else codec
            if wide is not None and wide.startswith("utf-16"):
                return Encoding(wide, is_plain=False)
            pass_over.look(block)
    return pass_over.found(codec)


class _Pass:
    """What the blocks of a file have told so far."""

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._decoders = {codec: codecs.getincrementaldecoder(codec)() for codec in ("utf-8", "cp1252")}
        self._is_plain = True
        self._before = b""
        self._line = 0

    @property
    def is_first(self) -> bool:
        return not self._before

    def look(self, block: bytes) -> None:
        if b"\0" in block:
            raise DataError(f"{self._name} is not a text file: it holds zero bytes.")
        self._line = _length_of_last(block, self._line, self._name)
        self._decoders = {
            codec: decoder for codec, decoder in self._decoders.items() if _decodes(decoder, block)
        }
        lone_return = _has_lone_return(self._before, block)
        self._is_plain = self._is_plain and b'"' not in block and not lone_return
        self._before = block[-1:]

    def found(self, codec: str | None) -> Encoding:
        possible = [name for name, decoder in self._decoders.items() if _decodes(decoder, b"", final=True)]
        is_plain = self._is_plain and self._before != b"\r"
        if codec is not None:
            return Encoding(codec, is_plain and codec in _ASCII_BASED)
        found = (*possible, "latin-1")[0]
        return Encoding("utf-8-sig" if found == "utf-8" else found, is_plain)


_ASCII_BASED = frozenset({"utf-8", "utf-8-sig", "ascii", "cp1252", "latin-1"})
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
            f"No encoding {codec[:40]!r} is known: try utf-8, utf-16, cp1252 or latin-1."
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


def _length_of_last(block: bytes, before: int, name: str) -> int:
    """Bytes since the last line end, `before` of them ahead of the block; a DataError if too many."""
    end = max(block.rfind(b"\n"), block.rfind(b"\r"))
    since = before + len(block) if end < 0 else len(block) - 1 - end
    if since > LONGEST_LINE:
        raise DataError(f"{name} has a line of more than {LONGEST_LINE:,} bytes: it is no table of text.")
    return since


def _has_lone_return(before: bytes, block: bytes) -> bool:
    """Whether a carriage return without a line feed ends in `block`, which follows the byte `before`."""
    returns = block.count(b"\r") + (before == b"\r") - block.endswith(b"\r")
    return returns != block.count(b"\r\n") + (before == b"\r" and block.startswith(b"\n"))


def _decodes(decoder: codecs.IncrementalDecoder, block: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError:
        return False
    return True
