"""The menu of a node or an edge of the graph: target, why, what is known of it, where to stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from elcs_gui.app.kit.labels import lettered
from elcs_gui.app.model.selection import Edge, Selection, Variable, ends_of, variable_of
from elcs_gui.trace.knowledge_statements import Claim, Statement


@dataclass
class GraphMenuActions:
    """What can be asked for; None where it cannot be had."""

    target: Callable[[int], object] | None = None
    why: Callable[[Selection], object] | None = None
    claim: Callable[[Statement], object] | None = None
    take_back: Callable[[Statement], object] | None = None
    tiers: Callable[[], object] | None = None
    select: Callable[[int], object] | None = None
    stop: Callable[[int, int], object] | None = None


def graph_menu(
    what: Variable | Edge,
    target: int,
    names: Sequence[str],
    known: Sequence[Statement],
    wishes: GraphMenuActions,
    parent: QWidget,
) -> QMenu:
    """The menu of a variable, or of the edge between two; `known` is what is said of edges already."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def named(x: int) -> str:
        return names[x]

    def add(title: str, act: Callable[[], object] | None, *, into: QMenu = menu) -> None:
        action = into.addAction(lettered(title))
        action.setEnabled(act is not None)
        if act is not None:
            action.triggered.connect(lambda _checked=False: act())

    x = variable_of(what)
    ends = (target, x) if x is not None and x != target else ends_of(what)
    if x is not None:
        to_target = wishes.target if x != target else None
        add(f"Make {named(x)} the target", to_target and (lambda: to_target(x)))
    why, select, stop = wishes.why, wishes.select, wishes.stop
    if why is not None:
        add("Why?", lambda: why(what))
    if x is not None:
        add("Select in the list", select and (lambda: select(x)))
    if ends is not None:
        a, b = ends
        menu.addSeparator()
        claim, take_back = wishes.claim, wishes.take_back
        for title, statement in (
            (f"Require {named(a)} → {named(b)}", Statement(Claim.REQUIRE, a, b)),
            (f"Require {named(b)} → {named(a)}", Statement(Claim.REQUIRE, b, a)),
            (f"Forbid {named(a)} → {named(b)}", Statement(Claim.FORBID, a, b)),
            (f"Forbid {named(b)} → {named(a)}", Statement(Claim.FORBID, b, a)),
            (f"Forbid {named(a)} — {named(b)}", Statement(Claim.PART, min(a, b), max(a, b))),
        ):
            if statement not in known:
                add(title, claim and (lambda said=statement: claim(said)))
        for statement in known:
            if {statement.a, statement.b} == {a, b}:
                words = statement.words(names)
                add(f"No longer: {words}", take_back and (lambda said=statement: take_back(said)))
    if x is not None:
        add("Tiers…", wishes.tiers)
    if ends is not None:
        menu.addSeparator()
        first, second = min(ends), max(ends)
        add(f"Break when {named(first)}–{named(second)} changes", stop and (lambda: stop(first, second)))
    return menu
