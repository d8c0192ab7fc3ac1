"""Breakpoints as plain values and back, for a session file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from elcs_gui.app.model.breakpoints import KINDS, Breakpoint, DiffersFromTruth, EdgeChanges, Truth

_KINDS = {kind.__name__: kind for kind in KINDS}


def breakpoint_objects(items: Iterable[Breakpoint]) -> list[dict[str, Any]]:
    """One object each: its kind and its numbers."""
    found = []
    for item in items:
        numbers = {field.name: getattr(item, field.name) for field in _plain(type(item))}
        found.append({"kind": type(item).__name__} | numbers)
    return found


def breakpoints_of(found: object, variables: int, truth: Truth | None) -> Iterator[Breakpoint]:
    """Those that make sense with so many variables; the truth's only where it is known."""
    for said in found if isinstance(found, list) else ():
        kind = _KINDS.get(str(said.get("kind"))) if isinstance(said, dict) else None
        if kind is None:
            continue
        if kind is DiffersFromTruth:
            if truth is not None:
                yield DiffersFromTruth(truth)
            continue
        values = {field.name: said.get(field.name) for field in _plain(kind)}
        if not all(_fits(value, kind, variables) for value in values.values()):
            continue
        made: Breakpoint = kind(**values)
        if not isinstance(made, EdgeChanges) or made.x != made.y:
            yield made


def _plain(kind: type[Breakpoint]) -> list[Any]:
    """The fields that are numbers."""
    return [field for field in fields(kind) if field.type in ("int", "float")]  # type: ignore[arg-type]


def _fits(value: object, kind: type[Breakpoint], variables: int) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value < (variables if kind is EdgeChanges else 1e9)
