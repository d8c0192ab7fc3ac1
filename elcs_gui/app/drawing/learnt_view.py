"""What is learnt, every variable where it is drawn."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent

from elcs_gui.app.drawing.background_learning import Answer
from elcs_gui.app.drawing.drawing import Drawing
from elcs_gui.app.drawing.sheet_view import SheetView
from elcs_gui.app.drawing.words import comparison
from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.ghost_painter import paint_ghosts
from elcs_gui.app.graph.painting.link_painter import paint_links, pen, text_at
from elcs_gui.app.graph.painting.mark_painter import paint_badges, straight
from elcs_gui.app.graph.painting.node_painter import paint_nodes
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.scene import LinkKind, Scene, local_scene
from elcs_gui.trace.explain import braced
from elcs_gui.trace.roles import Role

STALE = 0.6
"""How much of an answer is seen while a newer one is on its way."""
WAITING = "Draw two variables, and what can be learnt about them stands here."


class LearntView(SheetView):
    """The answer about the target, held against the drawing."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._answer: Answer | None = None
        self._drawing = Drawing()
        self._scene: Scene | None = None
        self._stale = False
        self._said = WAITING
        self.setAccessibleName("What is learnt")

    @property
    def frame(self) -> Frame | None:
        """Made when it is first needed: of many answers in a row, not every one is painted."""
        if self._frame is None and self._answer is not None and self._scene is not None:
            drawn = self._answer.asked.drawing
            places = {v.id: (v.x, v.y) for each in (drawn, self._drawing) for v in each.variables}
            self._frame = self.framed(self._scene, drawn, places)
        return self._frame

    def show_answer(self, answer: Answer | None, *, said: str = WAITING) -> None:
        """Another answer; or none, and why."""
        self._answer, self._said, self._stale = answer, said, False
        self._scene = None if answer is None else _scene(answer)
        self.setAccessibleDescription(said if answer is None else comparison(answer.attempt))
        self._refresh()

    def show_drawing(self, drawing: Drawing, *, stale: bool) -> None:
        """Where the variables stand now; `stale` while a newer answer is on its way."""
        self._drawing, self._stale = drawing, stale
        self._refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.painter(), self._theme
        painter.fillRect(self.box, theme.canvas)
        made = self.frame
        if made is None:
            painter.setFont(face(13, NORMAL)[0])
            painter.setPen(theme.ink_3)
            box = self.box.adjusted(40, 0, -40, -60)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(box, int(flags), self._said)
        else:
            painter.setOpacity(STALE if self._stale else 1.0)
            paint_links(painter, made, theme, None)
            paint_ghosts(painter, made, theme)
            paint_nodes(painter, made, theme, None, frozenset())
            paint_badges(painter, made, theme, None, None)
            _paint_open(painter, made, theme)
            _paint_separators(painter, made, theme)
        painter.end()


def _scene(answer: Answer) -> Scene:
    """The end of the run; variables that nobody asked about are dismissed too."""
    found = answer.attempt
    facts, end = FactsByTarget(found.trace), len(found.trace)
    truth = frozenset(found.trial.network.edges)
    return replace(local_scene(facts, answer.view, end, None, truth), ringed=())


def _paint_open(painter: QPainter, made: Frame, theme: Theme) -> None:
    """A question mark on every edge that is left without a direction."""
    scale = max(min(float(made.scale[0]), 1.2), 0.8)
    for i, link in enumerate(made.links):
        if link.kind is LinkKind.UNDECIDED and not link.directed:
            (x1, y1), (x2, y2) = straight(made, i)
            at = QPointF((x1 + x2) / 2, (y1 + y2) / 2)
            painter.setPen(pen(theme.undecided, 1.8))
            painter.setBrush(theme.panel)
            painter.drawEllipse(at, 11.0 * scale, 11.0 * scale)
            text_at(painter, "?", at.x(), at.y(), 13.0 * scale, theme.ink_2)


def _paint_separators(painter: QPainter, made: Frame, theme: Theme) -> None:
    """Below everyone who was set aside, what separates it from the target."""
    names = made.labels.names
    font, metrics = face(12, NORMAL)
    for x, standing in enumerate(made.scene.standings):
        if standing.role is not Role.DISMISSED:
            continue
        if standing.undecidable:
            text = "too few rows"
        elif standing.separator is None:
            continue
        else:
            text = (
                f"separated by {braced(names, standing.separator)}" if standing.separator else "independent"
            )
        wide = metrics.horizontalAdvance(text)
        left, _, right, _ = made.bounds
        across = min(max(float(made.xy[x, 0]) - wide / 2, left), right - wide)
        painter.setFont(font)
        painter.setPen(theme.ink_2)
        # Where no link to the target runs.
        below = made.xy[x, 1] >= made.xy[made.scene.target, 1]
        down = float(made.xy[x, 1]) + (float(made.h[x]) + 18.0 if below else -float(made.h[x]) - 9.0)
        painter.drawText(QPointF(across, down), text)
