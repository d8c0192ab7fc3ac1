"""Recorded runs as columns of numbers: what a session file keeps of tapes and traces.

A tape (`tape-0.npz`): x, y (i4), size (u2, of z), given (i4, all z one after the other), statistic (f8), df
(i4). A trace (`run-0.npz`): per event codes (i4, a row of the tape or -1 - the fact's number), places (i2, of
its line among `lines`) and flags (u1); per fact kinds (u1, among `kinds`) and, one after the other, the
values (i4) of its fields: a number or flag as it is, a word by its place among `words`, a set as its size and
its members; -1 where a variable or a set may be missing and is. Of several words, arrows or measured numbers
their count stands first; such a number (f8) takes two places.

That is a hundred times quicker than a trace file to write and read: 1.5 % of the events of a long run are
facts, and nothing else is looked at one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.asking import FRESH, SWAPPED
from elcs_gui.ci.questions import MOST_DF
from elcs_gui.ci.tape import Z_LENGTH, Tape, TapeRows, X, Y
from elcs_gui.data.archive import Allowance, ArchiveError, pack, unpack
from elcs_gui.storage import upgrade
from elcs_gui.storage.session_limits import BYTES_PER_ANSWER
from elcs_gui.trace.events import EVENT_TYPES, Arrows, BaseEvent, Event, Members
from elcs_gui.trace.listings import line as pseudo_code_line
from elcs_gui.trace.stream import Chunk
from elcs_gui.trace.trace import Header

MOST_FACTS = 500_000
_BETWEEN_PAUSES = 500
"""Facts: about a millisecond of work."""
KINDS = tuple(name for name in EVENT_TYPES if name != "Tested")


def _fields(kind: type[BaseEvent]) -> dict[str, str]:
    """By field: "set", "word", "flag", "number", "variable", "words", "figures" or "arrows"."""
    hints = get_type_hints(kind)
    types = {
        str: "word", bool: "flag", int: "number", int | None: "variable",
        Members: "set", Members | None: "set",
        tuple[str, ...]: "words", tuple[float, ...]: "figures", Arrows: "arrows",
    }  # fmt: skip
    return {
        name: types[hints[name]]
        for name in kind.__struct_fields__
        if name != "at"  # it is the line of the event
    }


_FIELDS = {name: _fields(kind) for name, kind in upgrade.KINDS.items() if name != "Tested"}
_NOTHING = -1
_MOST_NAMED = 64
"""Figures of a computation."""


# Tapes


def packed_tape(rows: TapeRows) -> bytes:
    """All rows of a tape."""
    asked = rows.asked
    return pack(
        {
            "x": asked[:, X],
            "y": asked[:, Y],
            "size": asked[:, Z_LENGTH].astype("<u2"),
            "given": rows.given,
            "statistic": rows.statistic,
            "df": rows.df,
        }
    )


def unpacked_tape(content: bytes, variables: int, allowance: Allowance) -> TapeRows:
    """The rows again, or an ElcsError: every question is one that can be asked."""
    types = {"x": "<i4", "y": "<i4", "size": "<u2", "given": "<i4", "statistic": "<f8", "df": "<i4"}
    found = unpack(content, {name: (dtype, 1) for name, dtype in types.items()}, allowance)
    x, y, size, given = found["x"], found["y"], found["size"].astype(np.int64), found["given"]
    statistic, df = found["statistic"], found["df"]
    if not len(x) == len(y) == len(size) == len(statistic) == len(df) or size.sum() != len(given):
        raise ArchiveError("is damaged: the columns of its answers are not of one length.")
    allowance.take(BYTES_PER_ANSWER * len(x))
    start = np.cumsum(size) - size
    first = np.zeros(len(given), dtype=np.bool_)
    first[start[size > 0]] = True
    rising = first[1:] | (np.diff(given) > 0)
    if (
        (x < 0).any() or (y <= x).any() or (y >= variables).any()
        or (given < 0).any() or (given >= variables).any() or not rising.all()
    ):  # fmt: skip
        raise ArchiveError("is damaged: it holds answers to questions that cannot be asked.")
    if (df < -1).any() or (df > MOST_DF).any() or (statistic < 0).any() or np.isinf(statistic).any():
        raise ArchiveError("is damaged: it holds answers that no test can give.")
    asked = np.stack([x, y, start.astype(np.int32), size.astype(np.int32)], axis=1)
    return TapeRows(asked.astype(np.int32), given, statistic, df)


# Traces


def packed_run(chunk: Chunk, pause: Callable[[], None] = lambda: None) -> tuple[bytes, list[str]]:
    """The columns of a trace, and the words its facts use; `pause` is called now and then."""
    words: dict[str, int] = {}
    kinds = {name: number for number, name in enumerate(KINDS)}
    values: list[int] = []
    for number, fact in enumerate(chunk.facts):
        if number % _BETWEEN_PAUSES == 0:
            pause()
        for name, kind in _FIELDS[type(fact).__name__].items():
            value = getattr(fact, name)
            if kind == "set" and value is not None:
                values.append(len(value))
                values += value
            elif kind == "word":
                values.append(words.setdefault(value, len(words)))
            elif kind in _SEVERAL:
                values.append(len(value))
                values += _SEVERAL[kind](value, words)
            else:
                values.append(_NOTHING if value is None else int(value))
    arrays: dict[str, NDArray[Any]] = {
        "codes": chunk.codes,
        "places": chunk.places,
        "flags": np.where(chunk.codes < 0, 0, chunk.flags).astype(np.uint8),  # facts have none
        "kinds": np.array([kinds[type(fact).__name__] for fact in chunk.facts], dtype=np.uint8),
        "values": np.array(values, dtype="<i4"),
    }
    return pack(arrays), list(words)


_SEVERAL: dict[str, Callable[[Any, dict[str, int]], list[int]]] = {
    "words": lambda value, words: [words.setdefault(word, len(words)) for word in value],
    "figures": lambda value, _: np.array(value, dtype="<f8").view("<i4").tolist(),
    "arrows": lambda value, _: [end for arrow in value for end in arrow],
}


@dataclass(frozen=True)
class RunTexts:
    """The texts of a run: the lines and words its columns speak of, and the names of the kinds of facts."""

    lines: Sequence[str]
    words: Sequence[str]
    kinds: Sequence[str]


def unpacked_chunk(
    content: bytes, header: Header, answers: int, texts: RunTexts, allowance: Allowance
) -> Chunk:
    """What a trace is made of, or an ElcsError: no event speaks of an answer, line or fact that is not there.

    Whether the events can have happened in their order is for `elcs_gui.storage.checking` to say.
    """
    types = {"codes": "<i4", "places": "<i2", "flags": "|u1", "kinds": "|u1", "values": "<i4"}
    found = unpack(content, {name: (dtype, 1) for name, dtype in types.items()}, allowance)
    codes, places, flags = found["codes"], found["places"], found["flags"]
    is_fact = codes < 0
    facts = int(is_fact.sum())
    for at in texts.lines:
        try:
            pseudo_code_line(at)
        except KeyError:
            raise ArchiveError(f"speaks of a pseudo-code line that there is not: {at[:60]!r}.") from None
    if (
        not len(codes) == len(places) == len(flags)
        or (codes >= answers).any()
        or not np.array_equal(codes[is_fact], -1 - np.arange(facts))
        or (places < 0).any()
        or (places >= len(texts.lines)).any()
        or len({*texts.lines}) < len(texts.lines)
        or (flags > (FRESH | SWAPPED)).any()
        or facts != len(found["kinds"])
        or facts > MOST_FACTS
    ):
        raise ArchiveError("is damaged: the events of a run do not fit together.")
    lines = [texts.lines[place] for place in places[is_fact].tolist()]
    decoded = list(_facts(found["kinds"], found["values"], lines, texts, len(header.names)))
    return Chunk(NO_ROWS, codes, places, flags, list(texts.lines), decoded)


NO_ROWS = Tape().rows_from(0)


def _facts(
    kinds: NDArray[np.uint8], values: NDArray[np.int32], lines: Sequence[str], texts: RunTexts, variables: int
) -> Iterator[Event]:
    """One by one; a StopIteration of the values is a file that ends too early."""
    left = iter(values.tolist())
    try:
        for number, at in zip(kinds.tolist(), lines, strict=True):
            name = texts.kinds[number]
            made = {
                field: _value(kind, left, texts.words, variables) for field, kind in _FIELDS[name].items()
            }
            yield upgrade.upgraded(upgrade.KINDS[name](at=at, **made))
    except (StopIteration, RuntimeError, IndexError, KeyError, ValueError) as error:
        said = str(error) if isinstance(error, ValueError) else "a fact is incomplete"
        raise ArchiveError(f"is damaged: the facts of a run cannot be read ({said}).") from None
    if next(left, None) is not None:
        raise ArchiveError("is damaged: the facts of a run hold more than they should.")


def _value(kind: str, left: Iterator[int], words: Sequence[str], variables: int) -> Any:
    value = next(left)
    if kind in ("set", "variable") and value == _NOTHING:
        return None
    if kind == "set":
        if not 0 <= value <= variables:
            raise ValueError(f"a set has {value} members")
        return tuple(next(left) for _ in range(value))
    if kind in _SEVERAL:
        if not 0 <= value <= max(_MOST_NAMED, variables * variables):
            raise ValueError(f"a computation has {value} results")
        return _several(kind, [next(left) for _ in range(value if kind == "words" else 2 * value)], words)
    if kind == "word":
        if value < 0:
            raise ValueError("a word is missing")
        return words[value]
    return bool(value) if kind == "flag" else value


def _several(kind: str, found: list[int], words: Sequence[str]) -> tuple[Any, ...]:
    if kind == "words":
        if any(place < 0 for place in found):
            raise ValueError("a word is missing")
        return tuple(words[place] for place in found)
    if kind == "figures":
        return tuple(np.array(found, dtype="<i4").view("<f8").tolist())
    return tuple(zip(found[::2], found[1::2], strict=True))
