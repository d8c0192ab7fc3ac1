"""A mapping that shares what it holds with those it came from and those that come from it.

A fold keeps a state every few facts, and each has a little more than the one before: with dicts, a run on
10,000 variables would copy some 10,000 entries for each of its facts.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from itertools import islice
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class SharedMapping(Mapping[Key, Value]):
    """The first entries of a list that others may continue; it never changes."""

    __slots__ = ("_count", "_entries", "_places")

    def __init__(self, entries: Mapping[Key, Value]) -> None:
        self._entries = list(entries.items())
        self._places = {key: place for place, (key, _) in enumerate(self._entries)}
        self._count = len(self._entries)

    def with_entry(self, key: Key, value: Value) -> SharedMapping[Key, Value]:
        """The same and one entry more, or another value for a key; as in a dict, keys keep their order."""
        place = self._places.get(key, self._count)
        entries = self._entries
        if place != self._count or (place < len(entries) and entries[place] != (key, value)):
            return SharedMapping({**dict(self.items()), key: value})  # others have gone on otherwise
        if place == len(entries):
            entries.append((key, value))
            self._places[key] = place
        made = object.__new__(SharedMapping)
        made._entries, made._places, made._count = entries, self._places, self._count + 1
        return made

    def __getitem__(self, key: Key) -> Value:
        place = self._places.get(key, self._count)
        if place >= self._count:
            raise KeyError(key)
        return self._entries[place][1]

    def __iter__(self) -> Iterator[Key]:
        return (key for key, _ in islice(self._entries, self._count))

    def __len__(self) -> int:
        return self._count

    def items(self) -> ItemsView[Key, Value]:
        return dict(islice(self._entries, self._count)).items()

    def __repr__(self) -> str:
        return repr(dict(self.items()))

    def __reduce__(self) -> tuple[type[dict[Key, Value]], tuple[list[tuple[Key, Value]]]]:
        """Other processes get a plain dict of what belongs to it."""
        return dict, (self._entries[: self._count],)


def with_entry(entries: Mapping[Key, Value], key: Key, value: Value) -> Mapping[Key, Value]:
    """A mapping and one entry more, sharing what both hold."""
    shared = entries if isinstance(entries, SharedMapping) else SharedMapping(entries)
    return shared.with_entry(key, value)
