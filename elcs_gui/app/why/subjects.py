"""What is selected in the graph, and what the Why page asks: each as the other."""

from __future__ import annotations

from elcs_gui.app.model.selection import Edge, Selection, Variable
from elcs_gui.picture.why_answer import Subject


def subject_of_selection(what: Selection) -> Subject | None:
    """What is asked about what is selected in the graph."""
    match what:
        case Variable(x):
            return Subject("node", (x,))
        case Edge(ends):
            return Subject("edge", ends)
        case None:
            return None


def selection_of(subject: Subject) -> Variable | Edge:
    """What stands for it in the graph."""
    if subject.about == "node":
        return Variable(subject.of[0])
    if subject.about in ("SP", "CSP"):
        return Variable(subject.of[1])
    return Edge.between(subject.of[0], subject.of[1])
