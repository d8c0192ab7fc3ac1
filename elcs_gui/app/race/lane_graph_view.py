"""The small graph of a lane: the target with its neighbours at one step, painted as the large graph is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QResizeEvent

from elcs_gui.app.graph.frame import Frame, Labels
from elcs_gui.app.graph.painting.link_painter import paint_links
from elcs_gui.app.graph.painting.mark_painter import paint_badges
from elcs_gui.app.graph.painting.node_painter import paint_nodes
from elcs_gui.app.graph.painting.running_test_painter import paint_rings
from elcs_gui.app.graph.painting.tray_legend_painter import paint_title
from elcs_gui.app.kit.labels import hide_tip, show_tip
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.race.lane_layout import LIMITS, LOW, MARK, LanePlan, Sizes
from elcs_gui.inquiry.race import Lane
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.labels import LABEL_SIZE, half_height, half_width
from elcs_gui.picture.outlines import HEXAGON
from elcs_gui.picture.scene import Edges, LinkKind, Scene, local_scene
from elcs_gui.trace.roles import Role
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.view import View

SMALL, LARGE = 12.0 / LABEL_SIZE, 1.0
"""Of nodes and names: names are 12 pixels high, or as in the large graph where there is room for that."""
ROOMY = (560.0, 250.0)
MARKED = 0.72
"""Of the target and of arrow heads, where neighbours are marks."""
_DRAWN = (LinkKind.PARENT, LinkKind.CHILD, LinkKind.UNDECIDED, LinkKind.MEMBER, LinkKind.SPOUSE)
_ROLES = {
    Role.TARGET: "the target",
    Role.PARENT: "a cause",
    Role.CHILD: "an effect",
    Role.SPOUSE: "a spouse",
    Role.MEMBER: "in the blanket",
    Role.UNDECIDED: "a neighbour, not decided",
}


@lru_cache(maxsize=2)
def _labels(names: tuple[str, ...]) -> Labels:
    """The same for all lanes: measuring many names takes a while."""
    return Labels(names)


def shortening(names: tuple[str, ...]) -> Iterator[None]:
    """Measure and shorten the names for the graphs of all lanes, one by one."""
    labels = _labels(names)
    if not labels.ready:
        yield from labels.preparing(LIMITS)


class LaneGraph(ScaledWidget):
    """Always about the run's own target, whichever variable is being learnt."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._lane: Lane | None = None
        self._by_target: FactsByTarget | None = None
        self._labels = Labels(())
        self._truth: Edges | None = None
        self._step, self._facts = 0, -1
        self._plan: LanePlan | None = None
        self._frame: Frame | None = None
        self._scene: Scene | None = None
        self.view = View()
        """The state of the run at the step."""
        self.setMinimumSize(QSize(120, 72))

    def set_lane(self, lane: Lane | None, truth: Edges | None) -> None:
        """Another run, or another truth to mark arrows by."""
        self._lane, self._truth, self._plan = lane, truth, None
        if lane is not None:
            self._by_target = FactsByTarget(lane.trace)
            self._labels = _labels(lane.trace.header.names)
        self._facts = -1
        self.show_step(self._step if lane is not None else 0)

    def show_step(self, step: int) -> None:
        """Most steps are tests, which change nothing here."""
        self._step = 0 if self._lane is None else min(step, len(self._lane.trace))
        facts = 0 if self._by_target is None else self._by_target.facts_before(self._step)
        if self._lane is None or facts != self._facts:
            self._facts = facts
            self._scene, self._frame = self._seen(), None
            self._describe()
            self.update()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._plan = self._frame = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._plan = self._frame = None

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(300), self.scaled(258))

    @property
    def _node_scale(self) -> float:
        return LARGE if self.across >= ROOMY[0] and self.down >= ROOMY[1] else SMALL

    # What is to be seen

    def _seen(self) -> Scene | None:
        """The target's neighbourhood at the step, with amber round whom it is about just now."""
        if self._lane is None or self._by_target is None:
            return None
        self.view = view = timeline_of(self._lane.trace).view(self._step)
        target = self._lane.trace.header.target
        scene = local_scene(self._by_target, view, self._step, None, self._truth)
        shown = {Role.PARENT, Role.CHILD, Role.UNDECIDED, Role.MEMBER}
        links = tuple(link for link in scene.links if link.kind in _DRAWN)
        ringed: tuple[int, ...] = ()
        if view.finished is None:
            if view.current not in (None, target):
                ringed = (view.current,)
            else:
                ringed = self._news(self._lane)
        ringed = tuple(x for x in ringed if scene.role(x) in shown)
        return replace(scene, links=links, ringed=ringed, test=None)

    def _news(self, lane: Lane) -> tuple[int, ...]:
        """Who came by the last fact."""
        moment = lane.at(self._step)
        assert self._by_target is not None
        if not moment.step or self._by_target.facts_before(moment.step) != self._facts:
            return ()
        before = lane.at(moment.step - 1)
        return tuple(x for x in moment.known if x not in before.known)[:1]

    def _planned(self) -> LanePlan:
        assert self._lane is not None and self._by_target is not None
        if self._plan is None:
            target, compact = self._lane.trace.header.target, self.down < LOW
            name, scale = self._labels.short(target)[1], self._node_scale
            sizes = Sizes(
                self.across,
                self.down,
                2 * half_height(Role.CHILD, compact=compact) * scale,
                2 * half_height(Role.TARGET, compact=compact) * scale + 8.0,
                2 * half_width(Role.TARGET, name, compact=compact) * scale + 8.0,
            )

            def measure(x: int, limit: float) -> float:
                text = self._labels.short(x, limit)[1]
                return 2 * half_width(Role.CHILD, text, compact=compact) * scale

            self._plan = LanePlan(self._by_target.seating(target), sizes, measure)
        return self._plan

    def _framed(self) -> Frame | None:
        scene = self._scene
        if scene is None or self._by_target is None:
            return None
        plan, compact = self._planned(), self.down < LOW
        facts_before = self._by_target.facts_before(self._step)
        xy = np.full((len(scene.standings), 2), np.nan)
        for x, place in plan.places(scene.standings, facts_before).items():
            through = scene.standings[x].through
            if scene.role(x) is not Role.SPOUSE or any(scene.role(y) is Role.CHILD for y in through):
                xy[x] = place
        bounds = (2.0, 2.0, self.across - 2.0, self.down - 2.0)
        made = Frame(scene, self._labels, xy, *np.zeros((4, len(xy))), {}, bounds)
        made.compact = compact
        scale = MARKED if plan.marked else self._node_scale
        made.scale[:] = scale
        for x in made.shown.tolist():
            role = scene.role(x)
            if plan.is_mark(role):
                made.texts[x] = ""
                made.w[x], made.h[x] = MARK[0] / 2, MARK[1] / 2
                made.r[x] = HEXAGON if role is Role.SPOUSE else (2.0 if role is Role.PARENT else made.h[x])
            else:
                made.shape(x, *self._labels.short(x, plan.limit_of(role)), scale, compact=compact)
        made.join(scene.links)
        return made

    # Qt's events

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        painter.fillRect(self.box, self._theme.canvas)
        if self._frame is None:
            self._frame = self._framed()
        if self._frame is not None:
            self._paint(painter, self._frame)
        painter.end()

    def _paint(self, painter: QPainter, made: Frame) -> None:
        theme, plan = self._theme, self._planned()
        roles = [standing.role for standing in made.scene.standings]
        if Role.MEMBER not in roles and self._lane is not None and self._lane.algorithm.rules:
            middle = self.across / 2
            for word, role, y in zip(
                ("Causes", "Effects"), (Role.PARENT, Role.CHILD), plan.titles, strict=True
            ):
                if role not in roles:
                    finished = self._step == len(self._lane.trace)
                    paint_title(
                        painter, theme, word, "none" if finished else "none yet", (middle, y), centred=True
                    )
        paint_links(painter, made, theme, None)
        paint_rings(painter, made, theme)
        paint_nodes(painter, made, theme, None, frozenset(made.scene.ringed))
        if plan.badged:
            paint_badges(painter, made, theme, None, None)

    def event(self, event: QEvent) -> bool:
        """A mark says its name when it is pointed at."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._frame is not None:
            at = QPointF(event.pos()) / self._theme.scale
            x = self._frame.node_at(at.x(), at.y())
            if x is not None:
                role = _ROLES.get(self._frame.scene.role(x), "")
                show_tip(event.globalPos(), f"{self._labels.names[x]}: {role}", self)
            else:
                hide_tip()
            return True
        return super().event(event)

    def _describe(self) -> None:
        """The same in words."""
        scene = self._scene
        if scene is None or self._lane is None:
            self.setAccessibleDescription("No run yet.")
            return
        names = self._lane.trace.header.names
        parts = []
        for role, word in ((Role.PARENT, "causes"), (Role.CHILD, "effects"), (Role.UNDECIDED, "undecided"),
                           (Role.MEMBER, "in the blanket")):  # fmt: skip
            found = [names[x] for x, standing in enumerate(scene.standings) if standing.role is role]
            if found:
                parts.append(f"{word} {', '.join(found)}")
        self.setAccessibleDescription("; ".join(parts) or "nothing found yet")
