"""Where everybody stands on the map of the field view, laid out in slices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import perf_counter

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from elcs_gui.app.graph.layout.field import FieldLayout
from elcs_gui.app.graph.layout.map_members import (
    MOST_WHOLE,
    Association,
    everybody,
    learnt_links,
    surroundings,
)
from elcs_gui.app.graph.painting.association_painter import AssociationLines
from elcs_gui.picture.outlines import Floats
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace

SLICE = 0.012
"""Seconds of layout between two turns of the event loop."""


class FieldMap(QObject):
    """Depends on how the variables hang together; of many variables also on the trace, and on who was sought.

    Attributes:
        names: of all variables.
        members: who is on the map that is drawn.
        world: where they stand, a row for each of all variables; nan for who is not on the map.
        importance: of all variables; who is labelled first.
        associations: between variables that are on the map.
        kept: where the user put variables.
        drawn: there is a map, if perhaps that of another target.
        ready: the map that is wanted is drawn.
        sought: who was looked for, and is on the map for that.
    """

    taken = Signal(bool)
    """A map is drawn; True where it has taken the place of one with other variables."""

    def __init__(self, measure: Callable[[Sequence[str]], None], parent: QObject | None = None) -> None:
        """`measure` gets the names on a map before its first picture, which is late enough as it is."""
        super().__init__(parent)
        self._measure = measure
        self._links: Sequence[Association] = ()
        self._layout: FieldLayout | None = None
        """Of the map that is wanted, which may be another than the one that is drawn."""
        self._wanted = self.members = everybody(0, ())
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._step)
        self.names: tuple[str, ...] = ()
        self.world: Floats = np.empty((0, 2))
        self.importance: Floats = np.zeros(0)
        self.associations = AssociationLines()
        self.kept: dict[int, tuple[float, float]] = {}
        self.drawn = self.ready = False
        self.sought: int | None = None

    @property
    def shows_all(self) -> bool:
        """Are there so few variables that all are on the map?"""
        return len(self.names) <= MOST_WHOLE

    def rename(self, names: Sequence[str]) -> None:
        """Other variables."""
        self.names, self.kept, self.sought = tuple(names), {}, None
        self._forget()

    def relink(self, links: Sequence[Association]) -> bool:
        """Are these other links between the variables? Then the map is forgotten."""
        if tuple(links) == self._links:
            return False
        self._links = tuple(links)
        self._forget()
        return True

    def begin(self, trace: Trace) -> None:
        """Begin the map, unless it is there or the links are of variables that are still to come.

        What is open is told before its first run, and the worker may be quicker than the window.
        """
        count = len(self.names)
        if self._layout is None and count and max((y for _, y, _ in self._links), default=-1) < count:
            if self.shows_all:
                self._wanted = everybody(count, self._links)
            else:
                found = learnt_links(timeline_of(trace).view(len(trace)))
                self._wanted = surroundings(count, self._links, trace.header.target, found, self.sought)
            self._layout = FieldLayout(len(self._wanted.who), self._wanted.linked)
            self._timer.start()

    def replan(self, trace: Trace | None) -> None:
        """The trace is another, or longer: of many variables, others may be on the map.

        The one that is drawn stays until then, if the target is on it.
        """
        if not self.shows_all and trace is not None and self._layout is not None:
            self._timer.stop()
            self._layout, self.ready = None, False
            self.drawn = self.drawn and self.members.has(trace.header.target)

    def look_for(self, x: int) -> bool:
        """Have it on the map, with its surroundings; does that make another map?"""
        if not self.drawn or self.members.has(x):
            return False
        self.sought = x
        return True

    def finish(self) -> None:
        """The map that is wanted, now."""
        if not self.ready and self._layout is not None:
            while self._layout.advance(50):
                pass
            self._done(self._layout)

    def put(self, kept: Mapping[int, tuple[float, float]]) -> None:
        """Have these stand there, and all others where the layout has them."""
        self.kept = dict(kept)
        if self._layout is not None and self.ready:
            self._take_places(self._layout)

    def keep(self, x: int, at: tuple[float, float]) -> None:
        """The user put x there."""
        self.kept[x] = at
        self.world[x] = at

    def _forget(self) -> None:
        self._timer.stop()
        self._layout, self.drawn, self.ready = None, False, False
        self.importance = np.zeros(0)

    def _step(self) -> None:
        until = perf_counter() + SLICE
        while perf_counter() < until:
            if self._layout is None or not self._layout.advance(1):
                self._timer.stop()  # what is left takes as much as one turn can
                self._measure([self.names[x] for x in self._wanted.who.tolist()])
                QTimer.singleShot(0, self, partial(self._done, self._layout))
                return

    def _done(self, layout: FieldLayout | None) -> None:
        # Otherwise another has begun meanwhile, and goes on.
        if layout is not None and layout is self._layout and not self.ready:
            self._timer.stop()
            replaced = self.drawn and not self.members.are_those_of(self._wanted)
            self.members = self._wanted
            self.associations = AssociationLines(self.members.links)
            self._take_places(layout)
            self.importance = self._degrees()
            self.ready = self.drawn = True
            self.taken.emit(replaced)

    def _take_places(self, layout: FieldLayout) -> None:
        """Everybody where the layout has it, or where the user has put it."""
        self.world = self.members.spread(layout.xy)
        for x, place in self.kept.items():
            self.world[x] = place

    def _degrees(self) -> Floats:
        """Who is labelled first: those with many strong links."""
        degree = np.zeros(len(self.names))
        for x, y, strength in self.members.links:
            degree[[x, y]] += 0.5 + strength
        return degree
