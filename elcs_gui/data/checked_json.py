"""JSON from files that may come from anywhere: every field is looked at before it is used."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from elcs_gui.data.names import is_storable
from elcs_gui.errors import DataError, one_line


class WrongField(DataError):
    """A field that is missing or not what it should be; the message lacks the name of the file."""


def parsed(content: bytes, what: str) -> Mapping[str, Any]:
    """The JSON object in a text."""
    try:
        found = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise WrongField(f"{what} is no usable JSON ({one_line(error, 120)}).") from None
    if not isinstance(found, dict):
        raise WrongField(f"{what} is not an object.")
    return found


class Fields:
    """The fields of one object. `where` says which, for messages."""

    def __init__(self, found: object, where: str) -> None:
        if not isinstance(found, dict):
            raise WrongField(f"{where} is not an object.")
        self._found: dict[str, Any] = found
        self._where = where

    def __contains__(self, name: str) -> bool:
        """Is it there, and not null?"""
        return self._found.get(name) is not None

    def raw(self, name: str) -> Any:
        """Whatever it is; None if it is not there."""
        return self._found.get(name)

    def text(self, name: str, most: int = 1000) -> str:
        value = self._found.get(name)
        if not isinstance(value, str) or len(value) > most or not is_storable(value):
            raise self.wrong(name, "must be a text")
        return value

    def whole(self, name: str, least: int, most: int) -> int:
        value = self._found.get(name)
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(name, f"must be a whole number from {least} to {most}")
        return value

    def number(self, name: str) -> float:
        value = self._found.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(name, "must be a number")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            raise self.wrong(name, "must be a finite number")
        return number

    def flag(self, name: str) -> bool:
        value = self._found.get(name)
        if not isinstance(value, bool):
            raise self.wrong(name, "must be true or false")
        return value

    def several(self, name: str, most: int) -> list[Any]:
        value = self._found.get(name)
        if not isinstance(value, list) or len(value) > most:
            raise self.wrong(name, f"must be a list of at most {most:,}")
        return value

    def texts(self, name: str, most: int) -> list[str]:
        found = self.several(name, most)
        if not all(isinstance(value, str) and is_storable(value) for value in found):
            raise self.wrong(name, "must be a list of texts")
        return found

    def inner(self, name: str) -> Fields:
        """An object in it."""
        return Fields(self._found.get(name), f"{name!r} in {self._where}")

    def wrong(self, name: str, said: str) -> WrongField:
        return WrongField(f"{name!r} in {self._where} {said}.")
