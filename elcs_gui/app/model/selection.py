"""What is selected in a graph, or pointed at: a variable, the edge between two, or nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable."""

    x: int


@dataclass(frozen=True, slots=True)
class Edge:
    """The edge between two variables, however it points; `ends` in column order."""

    ends: tuple[int, int]

    @classmethod
    def between(cls, a: int, b: int) -> Edge:
        return cls((min(a, b), max(a, b)))


Selection = Variable | Edge | None


def variable_of(selection: Selection) -> int | None:
    """The variable, if it is one."""
    return selection.x if isinstance(selection, Variable) else None


def ends_of(selection: Selection) -> tuple[int, int] | None:
    """The ends of the edge, if it is one."""
    return selection.ends if isinstance(selection, Edge) else None


def variables_of(selection: Selection) -> tuple[int, ...]:
    """All that it consists of."""
    x = variable_of(selection)
    return ends_of(selection) or (() if x is None else (x,))


def concerns(selection: Selection, ends: tuple[int, int]) -> bool:
    """Is it the edge with these ends, or one of them?"""
    match selection:
        case Variable(x):
            return x in ends
        case Edge():
            return selection.ends == ends
        case None:
            return False
