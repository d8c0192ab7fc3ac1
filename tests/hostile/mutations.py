"""Small changes that know what files are made of: words, lines, JSON values, members of archives.

Every change draws from the one random generator it is given, so a case is known by its number.
"""

# ruff: noqa: E501  Odd words stand in full rows.

from __future__ import annotations

import copy
import io
import json
import re
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

_WORDS = re.compile(r"\w+|[^\w\s]|\s")

ODD_WORDS = (
    "", " ", "\t", "\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\u2028", "\ufeff", "\x01", "\x1b[2J", "\x7f",
    '"', "'", '""', "`", "\\", "\\u0000", "\\ud800", "\\n", ",", ";", ":", "|", "=", "+", "-", "@", "%", "#", "&", "?", "/*",
    "*/", "//", "<!--", "->", "<-", "<->", "--", "-->", "---", "o->", "{", "}", "(", ")", "[", "]", "<", ">", "</", "/>", "&amp;",
    "&#0;", "&#xD800;", "&x;", "0", "1", "-1", "00", "007", "1.0", "1e5", "1e400", "-1e400", "1e-400", "1e99999999999",
    "0x10", "1_000", "1,5", "9" * 25, "9" * 400, "nan", "NaN", "inf", "-inf", "NA", "null", "None", "true", "True", "2024-03-01",
    "٣", "²", "é", "🦀", "\u202e", "e\u0301", "A", "x", "X1", "id", "é" * 300, "x" * 1500, "≤ 1", "1 – 2", "> 3",
)  # fmt: skip

ODD_BYTES = (
    b"\0",
    b"\xff",
    b"\xfe\xff",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\x80",
)
CODECS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "latin-1")

DEEP = "\ue000deep"
"""Stands for a value nested far deeper than `json` could write."""
LONG_NUMBER = "\ue000long"
TWICE = "\ue000twice"

ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 2**31, 2**53, 2**63, -(2**63), 2**64, int("9" * 400), 0.5, -0.0, 1.5, 1e308, 5e-324,
    float("nan"), float("inf"), float("-inf"), "", " ", "x", "A", "0", "\0", "a\0b", "\ud800", "x\udfff", "a\nb", "\x1b[31m",
    "\u2028", "🦀", "x" * 2000, "elcs", "independent", "Started", [], [0], [[]], [None], [0, 0], [0, 1, 2], ["x"], {}, {"x": 1},
    [[0, 1]], {"": None}, DEEP, LONG_NUMBER, TWICE,
)  # fmt: skip


def several(random: Random) -> range:
    """How many changes to make: mostly one or two."""
    return range(random.choice((1, 1, 1, 2, 2, 3, 5, 8)))


# Text


@dataclass(frozen=True)
class TextSeed:
    """A text file, cut into words once."""

    text: str

    @cached_property
    def words(self) -> list[str]:
        return _WORDS.findall(self.text) or [" "]


def mutated_text(random: Random, seeds: Sequence[TextSeed]) -> bytes:
    """A seed with a few words changed, and perhaps written in another way."""
    words = list(random.choice(seeds).words)
    for _ in several(random):
        _change_words(random, words, seeds)
    text = "".join(words)
    kind = random.random()
    if kind < 0.85:
        return text.encode("utf-8", "surrogatepass")
    if kind < 0.90:
        return text.replace("\n", random.choice(("\r\n", "\r", "\n\n", "\u2028", " \n"))).encode()
    if kind < 0.95:
        return text.encode(random.choice(CODECS), "replace")
    return mutated_bytes(random, text.encode())


def _change_words(random: Random, words: list[str], seeds: Sequence[TextSeed]) -> None:
    if not words:
        words.append(random.choice(ODD_WORDS))
    here, there = random.randrange(len(words)), random.randrange(len(words))
    match random.randrange(12):
        case 0:
            del words[here]
        case 1:
            words.insert(here, words[there])
        case 2:
            words[here], words[there] = words[there], words[here]
        case 3 | 4:
            words[here] = random.choice(ODD_WORDS)
        case 5 | 6:
            words.insert(here, random.choice(ODD_WORDS))
        case 7:
            words[here] = random.choice(random.choice(seeds).words)
        case 8:
            del words[here : here + random.choice((2, 5, 20))]
        case 9:
            del words[here:]
        case 10:
            words[here] = words[here] * random.choice((2, 10, 300))
        case _:
            other = random.choice(seeds).words
            start = random.randrange(len(other))
            words[here:here] = other[start : start + random.choice((2, 10, 40))]


def mutated_bytes(random: Random, content: bytes) -> bytes:
    """Bytes flipped, cut out, put in, or the end lost."""
    made = bytearray(content or b" ")
    for _ in several(random):
        here = random.randrange(len(made) + 1)
        match random.randrange(6):
            case 0 | 1 if here < len(made):
                made[here] ^= 1 << random.randrange(8)
            case 2:
                made[here : here + random.choice((1, 2, 8, 50))] = b""
            case 3:
                made[here:here] = random.choice(ODD_BYTES)
            case 4:
                made[here : here + 4] = random.choice((b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xff\xff\xff\x7f"))
            case 5 if random.random() < 0.3:
                del made[here:]
            case _:
                made[here : here + 1] = bytes([random.randrange(256)])
    return bytes(made)


# JSON


def mutated_json(random: Random, value: Any) -> Any:
    """A copy of a JSON value with one thing in it changed."""
    made = [copy.deepcopy(value)]
    places: list[tuple[Any, Any]] = []
    _gather(made, places)
    holder, key = random.choice(places)
    match random.randrange(12):
        case 0 | 1 | 2 | 3:
            holder[key] = random.choice(ODD_VALUES)
        case 8 | 9 | 10 | 11:
            holder[key] = _likely(random, holder[key], places)
        case 4 if holder is not made:
            del holder[key]
        case 5 if isinstance(holder, list) and holder is not made:
            holder.insert(key, copy.deepcopy(holder[random.randrange(len(holder))]))
        case 5 | 6:
            other_holder, other_key = random.choice(places)
            holder[key] = copy.deepcopy(other_holder[other_key])
        case _ if isinstance(holder, dict):
            holder[random.choice(("", "x", "event", "at", "names", "z", "\ud800", "schema"))] = holder.pop(
                key
            )
        case _:
            holder[key] = [holder[key]]
    return made[0] if made else None


def _likely(random: Random, value: Any, places: list[tuple[Any, Any]]) -> Any:
    """Another value of the same kind, which only somebody who knows the whole file can tell to be wrong."""
    alike = [holder[key] for holder, key in places if type(holder[key]) is type(value)]
    if isinstance(value, int) and not isinstance(value, bool) and random.random() < 0.6:
        return value + random.choice((-2, -1, 1, 2))
    if isinstance(value, bool):
        return not value
    return copy.deepcopy(random.choice(alike))


def _gather(holder: Any, places: list[tuple[Any, Any]]) -> None:
    """Every place in a value, as what holds it and where."""
    for key, inner in holder.items() if isinstance(holder, dict) else enumerate(holder):
        places.append((holder, key))
        if isinstance(inner, dict | list):
            _gather(inner, places)


def as_json(value: Any) -> str:
    """The text of a value, surrogates escaped, with what `json` itself would not write."""
    text = json.dumps(value, ensure_ascii=True)
    if "\\ue000" in text:
        text = text.replace(f'"{DEEP}"'.replace("\ue000", "\\ue000"), "[" * 5_000 + "]" * 5_000)
        text = text.replace(f'"{LONG_NUMBER}"'.replace("\ue000", "\\ue000"), "9" * 5_000)
        text = text.replace(f'"{TWICE}"'.replace("\ue000", "\\ue000"), '{"x": 1, "x": 2}')
    return text


@dataclass(frozen=True)
class LinesSeed:
    """A file of one JSON object a line."""

    lines: tuple[str, ...]

    @cached_property
    def parsed(self) -> list[Any]:
        return [json.loads(line) for line in self.lines]


def mutated_lines(random: Random, seeds: Sequence[LinesSeed]) -> bytes:
    """Lines changed, left out, doubled, put elsewhere, or taken from another file."""
    seed = random.choice(seeds)
    lines = list(seed.lines)
    for _ in several(random):
        if not lines:
            break
        here = 0 if random.random() < 0.25 else random.randrange(len(lines))
        there = random.randrange(len(lines))
        match random.randrange(12):
            case 0:
                del lines[here]
            case 1:
                lines.insert(here, lines[there])
            case 2:
                lines[here], lines[there] = lines[there], lines[here]
            case 3:
                lines[here] = as_json(random.choice(ODD_VALUES))
            case 4:
                del lines[here:]
            case 5:
                lines.insert(here, random.choice(random.choice(seeds).lines))
            case 6:
                lines[here] = mutated_bytes(random, lines[here].encode()).decode("latin-1")
            case _:
                lines[here] = as_json(mutated_json(random, seed.parsed[min(here, len(seed.parsed) - 1)]))
    content = "\n".join([*lines, ""]).encode("utf-8", "surrogatepass")
    return mutated_bytes(random, content) if random.random() < 0.05 else content


# Archives

Members = list[tuple[str, bytes]]


def members_of(content: bytes) -> Members:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def zipped(random: Random, members: Members) -> bytes:
    """An archive with right checksums; now and then packed in a way that nobody expects."""
    method = zipfile.ZIP_STORED
    if random.random() < 0.2:
        method = random.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, content in members:
            info = zipfile.ZipInfo(name or "x")
            info.compress_type = method
            with archive._lock:  # type: ignore[attr-defined]  # names may stand there twice: no warning
                archive.NameToInfo.pop(name, None)
            archive.writestr(info, content)
    return made.getvalue()


Edit = Callable[[Random, bytes], bytes]


def mutated_archive(random: Random, members: Members, edits: Sequence[tuple[str, Edit]]) -> bytes:
    """Members changed by what their names end in, left out, doubled, exchanged; or the bytes of the whole."""
    made = list(members)
    for _ in several(random):
        if not made:
            break
        here, there = random.randrange(len(made)), random.randrange(len(made))
        name, content = made[here]
        match random.randrange(14):
            case 0:
                del made[here]
            case 1:
                made.insert(there, made[here])
            case 2:
                made[here] = (name, made[there][1])
            case 3:
                made[here] = (random.choice((made[there][0], "x", "../x", "/x", "é\n", "x" * 300)), content)
            case 4:
                made[here] = (name, mutated_bytes(random, content))
            case 5:
                made[here] = (name, random.choice((b"", content[: len(content) // 2], content * 2)))
            case _:
                edit = next((edit for ending, edit in edits if name.endswith(ending)), mutated_bytes)
                with suppress(
                    ValueError, RecursionError, zipfile.BadZipFile, EOFError
                ):  # it was spoiled too much before
                    made[here] = (name, edit(random, content))
    content = zipped(random, made)
    return mutated_bytes(random, content) if random.random() < 0.08 else content


def edited_json(random: Random, content: bytes) -> bytes:
    value = json.loads(content)
    for _ in several(random):
        value = mutated_json(random, value)
        if not isinstance(value, dict | list) or random.random() < 0.5:
            break
    return as_json(value).encode("utf-8", "surrogatepass")


def edited_text(random: Random, content: bytes) -> bytes:
    return mutated_text(random, [TextSeed(content.decode("utf-8", "replace"))])


_DTYPES = (
    "|u1", "<u2", ">u2", "<i4", "<i8", "<u8", "<f8", ">f8", "<f2", "<c16", "|b1", "|O", "<U1", "<U3", ">U3", "<U0", "|S3", "|V2",
    "<M8[s]", "<m8", "|V0", "[('a', '<i4')]", "('<i4', (2,))", "<U99999999", "x", "",
)  # fmt: skip
_SHAPES = ("()", "(0,)", "(1,)", "(3,)", "(0, 0)", "(2, 3)", "(3, 2)", "(1, 1)", "(-1, 2)", "(2, -1)", "(2, 2, 2)", "(10**9, 10**9)",
           "(2**63, 2)", "(True, 2)", "(2.0, 2)", "5", "None", "(4, 2)", "(5,)")  # fmt: skip


def edited_npy(random: Random, content: bytes) -> bytes:
    """An array with other numbers, or with a header that says something else of them."""
    end = content.find(b"\n") + 1
    head, body = content[:end], content[end:]
    match random.randrange(11):
        case 8 | 9 | 10:  # one number somewhat larger or smaller
            made = bytearray(body or b"\0")
            for _ in several(random):
                here = random.randrange(len(made))
                made[here] = (made[here] + random.choice((-1, 1, 2))) % 256
            return head + made
        case 0:
            return head + mutated_bytes(random, body)
        case 1:
            return mutated_bytes(random, head) + body
        case 2:
            return head + b"\xff" * len(body)
        case 3:
            return head + bytes(len(body))
        case 4:
            return head + random.randbytes(len(body))
        case 5:
            return head + body * 2
    said = head[10:].decode("latin-1")
    if random.random() < 0.6:
        said = re.sub(r"'descr': ('[^']*'|\[.*\])", lambda _: f"'descr': {_said(random)}", said)
    if random.random() < 0.6:
        said = re.sub(r"'shape': \([^)]*\)", lambda _: f"'shape': {random.choice(_SHAPES)}", said)
    if random.random() < 0.2:
        said = random.choice(
            ("{", "(" * 300, "'" * 9, "{1:2}", "[]", "\0", "{'descr': 1}", "x", "1" * 5000, said[::-1])
        )
    said = said.rstrip("\n ") + "\n"
    kind = random.choice((b"\x01\x00", b"\x01\x00", b"\x02\x00", b"\x03\x00", b"\x09\x09"))
    size = len(said).to_bytes(2 if kind[0] == 1 else 4, "little")
    return b"\x93NUMPY" + kind + size + said.encode("latin-1") + body


def _said(random: Random) -> str:
    kind = random.choice(_DTYPES)
    return kind if kind.startswith(("[", "(")) else repr(kind)


def edited_npz(random: Random, content: bytes) -> bytes:
    """An archive of arrays within an archive."""
    try:
        inside = members_of(content)
    except Exception:  # spoiled before, in whatever way
        return content
    return mutated_archive(random, inside, ((".npy", edited_npy),))


def npy_bytes(array: np.ndarray) -> bytes:
    made = io.BytesIO()
    np.lib.format.write_array(made, array, allow_pickle=False)
    return made.getvalue()
