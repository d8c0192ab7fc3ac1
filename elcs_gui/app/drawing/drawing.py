"""What is drawn: variables with names and places, arrows with strengths, tables where they are set by hand.

A drawing never changes; every edit gives another one. Variables have numbers that stay theirs (`id`); in the
network they are numbered as they stand in the drawing. What cannot be drawn is a `DrawingError`; an arrow
that would close a circle is a `CircleError` that knows the circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

import numpy as np

from elcs_gui.data.network import Network
from elcs_gui.data.strengths import STRONGEST, USUAL, Table, strength_in, table_of, tilted, without_parent
from elcs_gui.errors import DataError, ElcsError, quoted, shown
from elcs_gui.trace.explain import listed

WIDTH, HEIGHT = 520.0, 560.0
"""The sheet on which places lie."""
RIM = 40.0
"""No variable is nearer to the edge of the sheet than this, across; down it is half of it."""
GRID = 10.0
"""Places are multiples of this."""
MOST_VARIABLES = 24
MOST_CELLS = 4096
"""Of one table."""
MOST_LEVELS = 12
LEVELS = ("no", "yes")
LONGEST_NAME = 60
UNTITLED = "Drawn network"


class DrawingError(ElcsError):
    """It cannot be drawn, and why."""


class CircleError(DrawingError):
    """An arrow would close a circle.

    Attributes:
        circle: the variables round it, from the head of that arrow back to its tail.
    """

    def __init__(self, message: str, circle: tuple[int, ...]) -> None:
        super().__init__(message)
        self.circle = circle


@dataclass(frozen=True)
class Variable:
    """One variable. `table` is set by hand: its cells row by row, parents in the order of `parents_of`."""

    id: int
    name: str
    x: float
    y: float
    levels: tuple[str, ...] = LEVELS
    table: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Arrow:
    """tail → head, by the ids of the variables."""

    tail: int
    head: int
    strength: float = USUAL

    @property
    def ends(self) -> tuple[int, int]:
        return self.tail, self.head


@dataclass(frozen=True)
class Drawing:
    """A network as it is drawn, and the variable that is asked about (None while there is none)."""

    name: str = UNTITLED
    variables: tuple[Variable, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    target: int | None = None
    _next: int = field(default=0, repr=False, compare=False)

    # Looking

    def variable(self, id: int) -> Variable:
        return next(variable for variable in self.variables if variable.id == id)

    def has(self, id: int | None) -> bool:
        return any(variable.id == id for variable in self.variables)

    def arrow(self, tail: int, head: int) -> Arrow | None:
        return next((arrow for arrow in self.arrows if arrow.ends == (tail, head)), None)

    def parents_of(self, id: int) -> tuple[int, ...]:
        """In the order in which the arrows were drawn: that of the axes of its table."""
        return tuple(arrow.tail for arrow in self.arrows if arrow.head == id)

    def place_of(self, id: int) -> int:
        """Its number in the network."""
        return next(place for place, variable in enumerate(self.variables) if variable.id == id)

    def said(self, tail: int, head: int) -> str:
        """An arrow in words."""
        return f"{self.variable(tail).name} → {self.variable(head).name}"

    def free_name(self) -> str:
        """The first letter that names nothing yet."""
        taken = {variable.name for variable in self.variables}
        letters = (
            chr(ord("A") + place % 26) + (str(place // 26) if place >= 26 else "") for place in range(99)
        )
        return next(name for name in letters if name not in taken)

    def circle(self, tail: int, head: int) -> tuple[int, ...] | None:
        """The variables on the shortest way from `head` to `tail`; an arrow tail → head would close it."""
        ways: dict[int, tuple[int, ...]] = {head: (head,)}
        waiting = [head]
        for here in waiting:
            if here == tail:
                return ways[here]
            for arrow in self.arrows:
                if arrow.tail == here and arrow.head not in ways:
                    ways[arrow.head] = (*ways[here], arrow.head)
                    waiting.append(arrow.head)
        return None

    def table(self, id: int) -> Table:
        """P(variable | parents), by hand or by the strengths of the arrows."""
        variable = self.variable(id)
        if variable.table is not None:
            return np.array(variable.table).reshape(self._shape(id))
        strengths = [(len(self.variable(a.tail).levels), a.strength) for a in self.arrows if a.head == id]
        return table_of(len(variable.levels), strengths)

    def strength(self, arrow: Arrow) -> float:
        """Its own, or what the table makes of it where that is set by hand."""
        if self.variable(arrow.head).table is None:
            return arrow.strength
        return strength_in(self.table(arrow.head), self.parents_of(arrow.head).index(arrow.tail))

    def network(self) -> Network:
        """What is drawn, with its tables: to be learnt from, sampled, written to a file."""
        places = {variable.id: place for place, variable in enumerate(self.variables)}
        return Network(
            self.name,
            tuple(variable.name for variable in self.variables),
            tuple(tuple(places[p] for p in self.parents_of(v.id)) for v in self.variables),
            tuple(variable.levels for variable in self.variables),
            tuple(self.table(variable.id) for variable in self.variables),
        )

    def is_same_network(self, other: Drawing) -> bool:
        """Do both say the same, wherever their variables stand?"""
        plain, plain_too = (
            replace(each, name="", variables=tuple(replace(v, x=0.0, y=0.0) for v in each.variables))
            for each in (self, other)
        )
        return plain == plain_too

    # Editing

    def add(self, x: float, y: float, name: str = "") -> Drawing:
        """One more variable, the last; the first one is the target."""
        if len(self.variables) >= MOST_VARIABLES:
            raise DrawingError(
                f"A drawing holds at most {MOST_VARIABLES} variables: open a larger network from its file."
            )
        made = Variable(self._next, self._checked(name or self.free_name(), None), *_snapped(x, y))
        target = made.id if self.target is None else self.target
        return replace(self, variables=(*self.variables, made), target=target, _next=self._next + 1)

    def move(self, id: int, x: float, y: float) -> Drawing:
        x, y = _snapped(x, y)
        return self._with(replace(self.variable(id), x=x, y=y))

    def rename(self, id: int, name: str) -> Drawing:
        return self._with(replace(self.variable(id), name=self._checked(name, id)))

    def retarget(self, id: int) -> Drawing:
        return replace(self, target=id)

    def remove(self, id: int) -> Drawing:
        """A variable with its arrows."""
        made = self
        for arrow in self.arrows:
            if id in arrow.ends:
                made = made.disconnect(*arrow.ends)
        rest = tuple(variable for variable in made.variables if variable.id != id)
        target = self.target if self.target != id else rest[0].id if rest else None
        return replace(made, variables=rest, target=target)

    def connect(self, tail: int, head: int, strength: float = USUAL) -> Drawing:
        """One more arrow; a table that is set by hand is tilted by its strength."""
        if tail == head:
            raise DrawingError("An arrow leads from one variable to another.")
        if self.arrow(tail, head) is not None:
            raise DrawingError(f"{self.said(tail, head)} is there already.")
        circle = self.circle(tail, head)
        if circle is not None:
            raise CircleError(f"Not added: {self.said(tail, head)} closes a circle.", circle)
        variable, levels = self.variable(head), len(self.variable(tail).levels)
        if prod(self._shape(head)) * levels > MOST_CELLS:
            raise DrawingError(
                f"{variable.name} has too many causes: its table would have more than {MOST_CELLS:,} cells."
            )
        if variable.table is not None:
            variable = _by_hand(variable, tilted(self.table(head), levels, strength))
        made = replace(self, arrows=(*self.arrows, Arrow(tail, head, strength)))
        return made._with(variable)

    def disconnect(self, tail: int, head: int) -> Drawing:
        """Without an arrow; a table that is set by hand is averaged over that parent."""
        variable = self.variable(head)
        if variable.table is not None:
            place = self.parents_of(head).index(tail)
            variable = _by_hand(variable, without_parent(self.table(head), place))
        made = replace(self, arrows=tuple(arrow for arrow in self.arrows if arrow.ends != (tail, head)))
        return made._with(variable)

    def reverse(self, tail: int, head: int) -> Drawing:
        """The arrow the other way round, as strong as before."""
        arrow = self.arrow(tail, head)
        assert arrow is not None
        strength = min(self.strength(arrow), STRONGEST)
        return self.disconnect(tail, head).connect(head, tail, strength)

    def with_parents(self, id: int, parents: Sequence[int]) -> Drawing:
        """Arrows from these variables and no others; those that were there stay as they are."""
        made = self
        for parent in self.parents_of(id):
            if parent not in parents:
                made = made.disconnect(parent, id)
        for parent in parents:
            if self.arrow(parent, id) is None:
                made = made.connect(parent, id)
        return made

    def strengthen(self, tail: int, head: int, strength: float) -> Drawing:
        """Another strength; the head's table comes from strengths from then on."""
        strength = min(max(strength, 0.0), STRONGEST)
        arrows = tuple(replace(a, strength=strength) if a.ends == (tail, head) else a for a in self.arrows)
        return replace(self, arrows=arrows)._with(replace(self.variable(head), table=None))

    def tabulate(self, id: int, table: Table | None) -> Drawing:
        """Set a table by hand; None goes back to strengths."""
        variable = self.variable(id)
        if table is None:
            return self._with(replace(variable, table=None))
        if table.shape != self._shape(id) or not np.all(np.isfinite(table)) or np.any(table < 0):
            raise DrawingError(f"The table of {variable.name} does not fit its causes and levels.")
        sums = table.sum(axis=-1, keepdims=True)
        if np.any(sums <= 0):
            raise DrawingError(f"A row of {variable.name}'s table has no probability at all.")
        return self._with(_by_hand(variable, table / sums))

    def relevel(self, id: int, levels: Sequence[str]) -> Drawing:
        """Other levels: tables in which their number has changed come from strengths again."""
        names = tuple(level.strip() for level in levels)
        variable = self.variable(id)
        if not 2 <= len(names) <= MOST_LEVELS or not all(names) or len(set(names)) < len(names):
            raise DrawingError(f"{variable.name} needs 2 to {MOST_LEVELS} levels with different names.")
        same = len(names) == len(variable.levels)
        made = self._with(replace(variable, levels=names, table=variable.table if same else None))
        for arrow in () if same else self.arrows:
            if arrow.tail == id:
                made = made._with(replace(made.variable(arrow.head), table=None))
        for each in made.variables:
            if prod(made._shape(each.id)) > MOST_CELLS:
                raise DrawingError(f"The table of {each.name} would have more than {MOST_CELLS:,} cells.")
        return made

    # Inside

    def _shape(self, id: int) -> tuple[int, ...]:
        return tuple(len(self.variable(each).levels) for each in (*self.parents_of(id), id))

    def _with(self, changed: Variable) -> Drawing:
        return replace(self, variables=tuple(changed if v.id == changed.id else v for v in self.variables))

    def _checked(self, name: str, id: int | None) -> str:
        name = name.strip()
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise DrawingError(f"A variable needs a name of 1 to {LONGEST_NAME} letters.")
        if any(variable.name == name and variable.id != id for variable in self.variables):
            raise DrawingError(f"There is a variable {quoted(name)} already: choose another name.")
        return name

    # To and from elsewhere

    @classmethod
    def of(cls, network: Network, target: str | None = None) -> Drawing:
        """A network from elsewhere, laid out in rows from causes to effects; its tables count as set by hand.

        Without tables, or levels, it is as if it had been drawn.
        """
        if network.hidden:
            raise DrawingError(
                f"{shown(network.name)} has hidden variables, which cannot be drawn: open it with "
                "File > Open data."
            )
        if len(network.nodes) > MOST_VARIABLES:
            raise DrawingError(
                f"{shown(network.name)} has {len(network.nodes):,} variables, and a drawing at most "
                f"{MOST_VARIABLES}: open it with File > Open data."
            )
        made = cls(network.name)
        for node, (x, y) in zip(network.nodes, rows_of_causes(network), strict=True):
            made = made.add(x, y, node)
        known = network.tables is not None and all(len(levels) >= 2 for levels in network.levels)
        if known:
            made = replace(
                made,
                variables=tuple(
                    replace(variable, levels=levels)
                    for variable, levels in zip(made.variables, network.levels, strict=True)
                ),
            )
        # In the order of each table's axes.
        for head, parents in enumerate(network.parents):
            for tail in parents:
                made = made.connect(tail, head)
        for place, table in enumerate(network.tables or () if known else ()):
            made = made.tabulate(place, table)
        return made.retarget(network.index(target)) if target in network.nodes and target else made

    def to_json(self) -> dict[str, Any]:
        """As plain values, for a session file."""
        places = {variable.id: place for place, variable in enumerate(self.variables)}
        return {
            "name": self.name,
            "target": None if self.target is None else places[self.target],
            "variables": [
                {
                    "name": v.name,
                    "at": [v.x, v.y],
                    "levels": list(v.levels),
                    "table": v.table and list(v.table),
                }
                for v in self.variables
            ],
            "arrows": [[places[arrow.tail], places[arrow.head], arrow.strength] for arrow in self.arrows],
        }

    @classmethod
    def from_json(cls, said: object) -> Drawing:
        """What `to_json` gave; a DrawingError where that cannot be."""
        try:
            return _read(cls(), said)
        except (DataError, ElcsError, ArithmeticError, AssertionError, LookupError, StopIteration,
                TypeError, ValueError) as error:  # fmt: skip
            raise DrawingError("This is no drawing that can be read.") from error


def _read(made: Drawing, said: Any) -> Drawing:
    made = replace(made, name=shown(str(said["name"])))
    for each in said["variables"][: MOST_VARIABLES + 1]:
        x, y = (float(place) for place in each["at"])
        made = made.add(x, y, str(each["name"]))
        made = made.relevel(made.variables[-1].id, [str(level) for level in each["levels"]])
    for tail, head, strength in said["arrows"]:
        made = made.connect(made.variables[tail].id, made.variables[head].id, float(strength))
    for variable, each in zip(made.variables, said["variables"], strict=True):
        if each.get("table") is not None:
            table = np.array(each["table"], dtype=np.float64).reshape(made._shape(variable.id))
            made = made.tabulate(variable.id, table)
    target = said["target"]
    return made if target is None else made.retarget(made.variables[target].id)


def _by_hand(variable: Variable, table: Table) -> Variable:
    return replace(variable, table=tuple(table.ravel().tolist()))


def _snapped(x: float, y: float) -> tuple[float, float]:
    """The nearest place on the grid, within the sheet."""
    x, y = (round(place / GRID) * GRID for place in (x, y))
    return min(max(x, RIM), WIDTH - RIM), min(max(y, RIM / 2), HEIGHT - RIM / 2)


def rows_of_causes(network: Network) -> list[tuple[float, float]]:
    """A place for every node: as many rows down as the longest way to it has arrows, near its parents."""
    depth: dict[int, int] = {}
    for node in network.topological_order():
        depth[node] = max((depth[parent] + 1 for parent in network.parents[node]), default=0)
    rows: dict[int, list[int]] = {}
    for node in sorted(depth):
        rows.setdefault(depth[node], []).append(node)
    across: dict[int, float] = {}
    for row in sorted(rows):
        near = {node: _mean([across[p] for p in network.parents[node]]) for node in rows[row]}
        members = sorted(rows[row], key=lambda node: (near[node], node))
        for place, node in enumerate(members):
            across[node] = (place + 0.5) / len(members)
    high = HEIGHT - 130.0
    return [
        (across[node] * WIDTH, 70.0 + high * depth[node] / max(max(rows), 1)) for node in range(len(depth))
    ]


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.5


def described(drawing: Drawing) -> str:
    """How much there is of it."""
    variables, arrows = len(drawing.variables), len(drawing.arrows)
    return f"{variables} variable{'s' * (variables != 1)}, {arrows} edge{'s' * (arrows != 1)}"


def lines_of(drawing: Drawing) -> Mapping[int, str]:
    """Every variable with its parents in a line, for who hears the drawing."""
    lines = {}
    for variable in drawing.variables:
        parents = [drawing.variable(parent).name for parent in drawing.parents_of(variable.id)]
        role = " (target)" if variable.id == drawing.target else ""
        causes = f"causes {listed(parents, range(len(parents)))}" if parents else "no causes"
        lines[variable.id] = f"{variable.name}{role}: {causes}"
    return lines
