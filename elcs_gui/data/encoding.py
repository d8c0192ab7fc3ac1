"""How a text file is encoded: by its byte order mark, else UTF-8 if all of it is, else Latin-1."""

import codecs
from dataclasses import dataclass
from pathlib import Path

from elcs_gui.data.files import reading
from elcs_gui.errors import DataError

MOST_TEXT = 16 << 20
"""Bytes of a file that describes a network; a thousand nodes with tables take a few million."""

_BLOCK = 1 << 20


@dataclass(frozen=True)
class Encoding:
    """What one pass over the bytes of a text file tells."""

    codec: str
    is_plain: bool
    """No double quotes, and lines that end by `\\n` or `\\r\\n` only: such a file is read faster."""


def detect(path: Path) -> Encoding:
    """Read the whole file once, in blocks, to know its encoding; a DataError if it is not text."""
    utf8 = codecs.getincrementaldecoder("utf-8")()
    is_utf8 = is_plain = True
    before = b""
    with reading(path), path.open("rb") as file:
        while block := file.read(_BLOCK):
            if not before and block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                return Encoding("utf-16", is_plain=False)
            if b"\0" in block:
                raise DataError(f"{path.name} is not a text file: it holds zero bytes.")
            is_utf8 = is_utf8 and _decodes(utf8, block)
            is_plain = is_plain and b'"' not in block and not _has_lone_return(before, block)
            before = block[-1:]
        is_utf8 = is_utf8 and _decodes(utf8, b"", final=True)
    return Encoding("utf-8-sig" if is_utf8 else "latin-1", is_plain and before != b"\r")


def read_whole_text(path: Path) -> str:
    """The text of a file that is small enough to be held at once, line ends as they are."""
    codec = detect(path).codec
    try:
        with reading(path), path.open(encoding=codec, newline="") as file:
            return file.read()
    except UnicodeDecodeError:
        raise not_decodable(path) from None


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


def not_decodable(path: Path) -> DataError:
    """The complaint about a file that breaks the promise of its byte order mark."""
    return DataError(f"{path.name} starts as UTF-16 text, but not all of it is: save it again as UTF-8.")


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
