"""What both views paint alike: the edges, the question that is asked, and a rule over all else."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QPainter

from elcs_gui.app.graph.attention import Attention
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.argument_painter import paint_argument_links, paint_argument_marks, split
from elcs_gui.app.graph.painting.difference_painter import paint_edges_before
from elcs_gui.app.graph.painting.link_painter import paint_links
from elcs_gui.app.graph.painting.node_painter import paint_nodes
from elcs_gui.app.graph.painting.running_test_painter import paint_rings, paint_test
from elcs_gui.app.kit.theme import Theme


def paint_edges(painter: QPainter, made: Frame, theme: Theme, now: Attention) -> None:
    """Those of the run, over those of the run it is compared with."""
    paint_edges_before(painter, made, theme, now.contrast)
    paint_links(painter, made, theme, now.selected)


def paint_question(painter: QPainter, made: Frame, theme: Theme, now: Attention) -> None:
    """The test under way: its line, and a ring round whom it is about."""
    paint_test(painter, made, theme)
    paint_rings(painter, made, theme, now.pulse)


def paint_argument(
    painter: QPainter, made: Frame, theme: Theme, now: Attention, dim: Callable[[], None]
) -> None:
    """A rule with its variables; `dim` is called when all that is not of it is painted."""
    rest, pattern = split(made)
    paint_edges(painter, rest, theme, now)
    paint_nodes(painter, rest, theme, now.selected, frozenset())
    dim()
    if not made.moving:
        paint_argument_links(painter, made, theme, now.drawn)
    paint_nodes(painter, pattern, theme, now.selected, frozenset())
    if not made.moving:
        paint_argument_marks(painter, made, theme, now.drawn)
