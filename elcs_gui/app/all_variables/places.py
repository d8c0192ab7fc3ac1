"""Who is on the map of all variables, and where they stand: laid out in slices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QObject, Signal

from elcs_gui.app.all_variables.layout import Links, members_of
from elcs_gui.app.graph.layout.field import FieldLayout
from elcs_gui.app.graph.layout.map_members import MOST_WHOLE, everybody
from elcs_gui.app.kit.later import run_in_slices
from elcs_gui.inquiry.all_targets import JointEdge
from elcs_gui.picture.outlines import Floats

_GROWTH = 2
"""Of many variables others come on the map when so many times as many edges are known as it was made from."""


class MapPlaces(QObject):
    """Of few variables all have a place; of many those that `members_of` chooses.

    Attributes:
        members: who is on the map that is drawn.
        edges: those with both ends on it.
        world: a row for each of all variables; nan for who is not on the map.
        ready: there is a map of these variables.
    """

    taken = Signal()
    """Another map is to be drawn."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._count = self._target = 0
        self._links: Links = ()
        self._edges: Sequence[JointEdge] = ()
        self._used = 0
        """So many of them the map that is wanted was made from."""
        self.edges: Sequence[JointEdge] = ()
        self._sought: JointEdge | int | None = None
        self._begun = 0
        """Layouts: only the last one counts."""
        self._wanted = self.members = everybody(0, ())
        self.world: Floats = np.empty((0, 2))
        self.ready = False

    def renew(self, count: int) -> None:
        """Other variables: nothing is known of them."""
        self._count, self._links, self._used, self._sought = count, (), 0, None
        self._edges = self.edges = ()
        self._wanted = self.members = everybody(0, ())
        self.world, self.ready = np.empty((0, 2)), False
        self._begun += 1

    def lay_out(self, links: Links, target: int) -> None:
        """Have the map take its shape from these links, unless it has."""
        self._links, self._target = links, target
        self._begin()

    def show_edges(self, edges: Sequence[JointEdge], *, settled: bool) -> None:
        """What is known so far; when it is `settled`, the map takes its shape from it.

        Of many variables others may be on the map then, and meanwhile now and then.
        """
        self._edges = edges
        if settled:
            self.lay_out(tuple((edge.tail, edge.head, 1.0) for edge in edges), self._target)
        elif self._count > MOST_WHOLE and len(edges) >= max(_GROWTH * self._used, 1):
            self._begin()
        self._choose_edges()

    def look_for(self, sought: JointEdge | int) -> None:
        """Have a variable or an edge on the map."""
        self._sought = sought
        self._begin()

    def has(self, edge: JointEdge) -> bool:
        """Are both of its ends on the map?"""
        return self.members.has(edge.tail) and self.members.has(edge.head)

    def _choose_edges(self) -> None:
        all_of_them = self.members.are_all
        self.edges = self._edges if all_of_them else [edge for edge in self._edges if self.has(edge)]

    def _begin(self) -> None:
        self._used = len(self._edges)
        wanted = members_of(self._count, self._links, self._edges, self._target, self._sought)
        before = self._wanted
        if wanted.count == before.count and wanted.are_those_of(before) and wanted.links == before.links:
            return
        self._wanted = wanted
        self._begun += 1
        run_in_slices(self._laid_out(self._begun), self)

    def _laid_out(self, number: int) -> Iterator[None]:
        wanted = self._wanted
        found = FieldLayout(len(wanted.who), wanted.linked)
        while found.advance(1):
            yield
            if number != self._begun:
                return
        self.members, self.world, self.ready = wanted, wanted.spread(found.xy), True
        self._choose_edges()
        self.taken.emit()
