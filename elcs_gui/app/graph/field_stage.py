"""The field view: a stable map of every variable, on which what was learnt is drawn in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Signal
from PySide6.QtGui import QPainter

from elcs_gui.app.graph.attention import Attention
from elcs_gui.app.graph.camera import Camera
from elcs_gui.app.graph.field_map import FieldMap
from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import Frame, Labels, Words, frame
from elcs_gui.app.graph.layout.field import SPACING
from elcs_gui.app.graph.layout.field_spread import fitted, spread
from elcs_gui.app.graph.layout.map_members import Association, places_of_guests
from elcs_gui.app.graph.painting import tray_legend_painter as furniture
from elcs_gui.app.graph.painting.argument_painter import DIMMED
from elcs_gui.app.graph.painting.field_labels_painter import MapLabels, MiniMap
from elcs_gui.app.graph.painting.graph_painter import paint_argument, paint_edges, paint_question
from elcs_gui.app.graph.painting.hop_rings_painter import circles, paint_hop_rings, paint_hop_words
from elcs_gui.app.graph.painting.learnt_painter import Learnt, paint_learnt
from elcs_gui.app.graph.painting.link_painter import faded, pen
from elcs_gui.app.graph.painting.mark_painter import paint_badges
from elcs_gui.app.graph.painting.node_painter import paint_nodes
from elcs_gui.app.graph.painting.pixmap_cache import CachedPainter, Ground
from elcs_gui.app.graph.painting.running_test_painter import paint_hull, paint_verdict
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import variable_of
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.labels import half_height, half_width
from elcs_gui.picture.outlines import Floats
from elcs_gui.picture.pattern_places import Large, seat_pattern
from elcs_gui.picture.scene import Edges, Scene, field_scene, local_scene
from elcs_gui.trace.roles import Role

APART = 30.0
"""Pixels between two nodes that have a shape."""
DOT = 4.5
MOST_SPREAD = 120
MOST_KEPT = 64
"""So many ways in which nodes were moved off each other are remembered."""
FOR_A_RULE = 64.0
"""Between two variables of a rule that is drawn: an arrow with its number or tag."""
CROWDED = 24
"""Beyond so many nodes with a name, they are drawn smaller and stand closer."""
EDGE, TOP, BOTTOM = 14.0, 50.0, 44.0
"""Of the panel: what search, zoom buttons and legend need."""
LINE = 14.0
"""Below the search: how many are on the map, if not all."""
SURROUNDINGS = "the target's surroundings and what was found. The search shows others."


class FieldStage(QObject):
    """Lays out and paints the map."""

    changed = Signal()
    """The map has taken shape."""

    def __init__(self, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._by_target: FactsByTarget | None = None
        self._labels = Labels(())
        self._map_labels = MapLabels()
        self.map = FieldMap(self._map_labels.measure, self)
        self.map.taken.connect(self._show_map)
        self._mini = MiniMap()
        self.camera = Camera()
        self.scene: Scene | None = None
        self._centred: tuple[int, QSizeF] | None = None
        """Who is to be brought into the middle of the panel once the map is drawn."""
        self._seated: Large = {}
        """The variables of a rule that is drawn in its pattern."""
        self.legend = True
        """Does a line at the bottom say what the signs mean?"""
        self.legend_at: tuple[furniture.LegendSpot, ...] = ()
        self.learnt: Learnt = ()
        """What runs on other targets have found before."""
        self._crowded = False
        self._spreads: dict[tuple[object, ...], Floats] = {}
        """Places found before, oldest first: scrubbing goes to and fro."""

    @property
    def labels(self) -> Labels:
        return self._labels

    def load(self, by_target: FactsByTarget | None, labels: Labels) -> None:
        """Another trace; the map stays when the variables do, and those that are on it."""
        self._by_target = by_target
        self.scene = None
        if labels is not self._labels:
            self._labels = labels
            self.map.rename(labels.names)
            self._forget_places()
        else:
            self.replan()

    def set_associations(self, links: Sequence[Association]) -> None:
        if self.map.relink(links):
            self._forget_places()
            self._begin()

    def replan(self) -> None:
        """The trace is another, or longer: of many variables, others may be on the map."""
        self.map.replan(None if self._by_target is None else self._by_target.trace)
        self._begin()

    @property
    def ready(self) -> bool:
        """The map that is wanted is drawn."""
        return self.map.ready

    def update(self, truth: Edges | None) -> Scene | None:
        """The scene at the player's step; the first call begins the map."""
        if self._by_target is None:
            self.scene = None
            return None
        player = self._player
        scene = local_scene(
            self._by_target, player.view, player.step, player.current_event, truth, asking=player.asking
        )
        self.scene = field_scene(scene, player.view, truth)
        self._begin()
        return self.scene

    def finish(self) -> None:
        """The map, now."""
        self.map.finish()

    def places(self, size: QSizeF) -> Floats:
        if not self.map.drawn:
            return np.full((len(self.map.names), 2), np.nan)
        if not self.camera.moved:
            self._fit(size)
        placed = self._spread(self.camera.to_screen(self._with_guests()), size)
        self._seated = {}
        if self.scene is not None and self.scene.argument is not None:
            placed = self._with_pattern(placed, size)
        return placed

    def _with_guests(self) -> Floats:
        """The map, and who has a part in the step but is not on it."""
        scene, members, world = self.scene, self.map.members, self.map.world
        if scene is None or members.are_all:
            return world
        own = _with_shape(scene) | (set() if scene.argument is None else set(scene.argument.cast))
        guests = [x for x in sorted(own) if np.isnan(world[x, 0])]
        beside = scene.target if members.has(scene.target) else int(members.who[0])
        return places_of_guests(world, guests, beside, SPACING)

    def _with_pattern(self, xy: Floats, size: QSizeF) -> Floats:
        """A rule is drawn where its variables stand; in its pattern where they stand too close for that."""
        scene, scale = self.scene, self._scale
        assert scene is not None and scene.argument is not None
        sizes = {}
        for x in scene.seen:
            wide = half_width(scene.role(x), self._labels.short(x)[1], compact=self._crowded)
            sizes[x] = (wide * scale, half_height(scene.role(x), compact=self._crowded) * scale)
        for a, b in combinations(scene.argument.cast, 2):
            gaps = np.abs(xy[a] - xy[b]) - np.array(sizes.get(a, (0, 0))) - np.array(sizes.get(b, (0, 0)))
            if gaps.max() < FOR_A_RULE:
                placed, self._seated = seat_pattern(xy, scene, self._labels, self._bounds(size), sizes)
                return placed
        return xy

    def _bounds(self, size: QSizeF) -> tuple[float, float, float, float]:
        return (10.0, 48.0, size.width() - 10.0, size.height() - 34.0)

    def _spread(self, xy: Floats, size: QSizeF) -> Floats:
        """Move nodes that have a shape off each other and out of the corners; those the user placed stay."""
        assert self.scene is not None
        shapes = np.array(self.scene.seen, dtype=np.intp)
        self._crowded = len(shapes) > CROWDED
        if not 0 < len(shapes) <= MOST_SPREAD:
            return xy
        at = xy[shapes]
        kept = frozenset(self.map.kept)
        key = (
            self.scene.target,
            size.width(),
            size.height(),
            self.camera.moved,
            kept,
            shapes.tobytes(),
            at.tobytes(),
        )
        found = self._spreads.pop(key, None)
        if found is None:
            found = self._apart(shapes.tolist(), at, size)
            if len(self._spreads) >= MOST_KEPT:
                del self._spreads[next(iter(self._spreads))]
        self._spreads[key] = xy[shapes] = found
        return xy

    def _apart(self, shapes: list[int], at: Floats, size: QSizeF) -> Floats:
        assert self.scene is not None
        scale, dense = self._scale, self._crowded
        half = np.array(
            [
                (
                    half_width(Role.SPOUSE, self._labels.short(x)[1], compact=dense) * scale + 2.0,
                    half_height(self.scene.role(x), compact=dense) * scale + 2.0,
                )
                for x in shapes
            ]
        )
        free = np.array([0.0 if x in self.map.kept else 1.0 for x in shapes])
        # What the user moved the view to is shown as it is, even if something stands in front of it.
        area = None if self.camera.moved else self._area(size)
        corners = () if self.camera.moved else (_box(self._mini.box(size)),)
        return spread(at, half, free, 8.0 if dense else APART, area, corners)

    def _area(self, size: QSizeF) -> tuple[float, float, float, float]:
        """The part of the panel between search and legend."""
        top = TOP if self.map.shows_all else TOP + LINE
        return (EDGE, top, max(size.width() - EDGE, 200.0), max(size.height() - BOTTOM, 160.0))

    @property
    def _scale(self) -> float:
        least = 0.68 if self._crowded else 0.72
        return float(min(max(0.82 * self.camera.zoom**0.35, least), 0.72 if self._crowded else 1.1))

    def frame(self, xy: Floats, size: QSizeF, before: Frame | None = None) -> Frame:
        assert self.scene is not None
        small = frozenset(np.flatnonzero(~np.isnan(xy[:, 0])).tolist()) - _with_shape(self.scene)
        if self.scene.argument is not None:
            small -= set(self.scene.argument.cast)
        made = frame(
            self.scene,
            self._labels,
            xy,
            self._scale,
            self._bounds(size),
            small=small,
            compact=self._crowded,
            large=self._seated,
            before=before,
        )
        if self.map.drawn:
            made.words = self._names_shown(made, size)
        return made

    def paint(self, painter: QPainter, made: Frame, theme: Theme, size: QSizeF, now: Attention) -> None:
        painter.save()
        if not self.map.drawn:
            word = "Drawing the map …"
            painter.fillRect(QRectF(QPointF(), size), theme.canvas)
            furniture.plain(painter, word, size.width() / 2 - 50, size.height() / 2, 13, theme.ink_3)
            painter.restore()
            return
        self._paint_below(painter, made, theme, size)
        self._paint_chosen(painter, made, theme, now)
        if made.scene.argument is None:
            self._paint_graph(painter, made, theme, size, now)
        else:
            paint_argument(painter, made, theme, now, partial(self._veil, painter, theme, size, now))
        alone = now.export or made.scene.argument is not None  # the whole map, or a rule that needs the room
        links = self.map.associations.links
        right = size.width() if alone else self._mini.paint(painter, made, theme, size, links)
        self._paint_who_is_shown(painter, theme)
        if self.legend:
            spot = right - 12.0, size.height() - 18.0
            self.legend_at = furniture.paint_legend(painter, made, theme, *spot, field=True)
        painter.restore()

    def _paint_graph(
        self, painter: QPainter, made: Frame, theme: Theme, size: QSizeF, now: Attention
    ) -> None:
        paint_edges(painter, made, theme, now)
        paint_question(painter, made, theme, now)
        self._map_labels.paint(painter, made, theme, self.map.importance, self.map.world, self.camera, size)
        paint_nodes(painter, made, theme, now.selected, frozenset())
        paint_badges(painter, made, theme, now.selected, now.hovered)
        paint_verdict(painter, made, theme, now.fade)

    def _veil(self, painter: QPainter, theme: Theme, size: QSizeF, now: Attention) -> None:
        """Over the map, so that a rule stands out where its variables are."""
        if theme.canvas.alpha():  # where there is no ground, nothing can be veiled with it
            painter.fillRect(QRectF(QPointF(), size), faded(theme.canvas, (1.0 - DIMMED) * now.dimmed))

    def _paint_below(self, painter: QPainter, made: Frame, theme: Theme, size: QSizeF) -> None:
        """The canvas and what is below the links: drawn once for a frame that stays."""
        if made.moving:
            painter.fillRect(QRectF(QPointF(), size), theme.canvas)
            self._paint_ground(painter, made, theme, size)
            return
        test = made.scene.test
        ground = made.once("own ground", test if test and test.z else None, Ground)
        draw = partial(self._paint_ground, made=made, theme=theme, size=size)
        ground.paint(painter, made, theme, size, (id(self.learnt),), draw)

    def _paint_ground(self, painter: QPainter, made: Frame, theme: Theme, size: QSizeF) -> None:
        self.map.associations.paint(painter, made, theme)
        paint_learnt(painter, made, theme, self.learnt)
        goal, area = made.decided, self._area(size)
        rings = goal.once("hops", area, lambda: circles(goal, area))
        paint_hop_rings(painter, made, theme, rings)
        paint_hull(painter, made, theme)
        self._paint_dots(painter, made, theme, size)
        paint_hop_words(painter, made, theme, rings)

    def _paint_who_is_shown(self, painter: QPainter, theme: Theme) -> None:
        """Above the map, which may have been moved below it."""
        members = self.map.members
        if not members.are_all:
            shown = f"{len(members.who):,} of {members.count:,} variables: {SURROUNDINGS}"
            width = face(12, NORMAL)[1].horizontalAdvance(shown)
            painter.fillRect(QRectF(EDGE - 4.0, TOP - 9.0, width + 8.0, 18.0), theme.canvas)
            furniture.plain(painter, shown, EDGE, TOP + 4.0, 12, theme.ink_3)

    def _names_shown(self, made: Frame, size: QSizeF) -> Words:
        """Where names stand below dots: their middles and half sizes."""
        placed = self._map_labels.place(made, self.map.importance, self.map.world, self.camera, size)
        boxes = [(at, text.size() / 2) for at, text in placed]
        return tuple((at.x() + h.width(), at.y() + h.height(), h.width(), h.height()) for at, h in boxes)

    def fit(self, size: QSizeF) -> None:
        self.camera.moved = False

    def centre_on(self, x: int, size: QSizeF) -> None:
        """Bring a variable into the middle, near enough to read its surroundings, once it is on the map."""
        if self.map.look_for(x):
            self.replan()
        if not self.ready:
            self._centred = x, size
            return
        zoom = max(self.camera.zoom, 0.9)
        at = self.map.world[x] * zoom
        self.camera = Camera(
            zoom, size.width() / 2 - float(at[0]), size.height() / 2 - float(at[1]), moved=True
        )

    def keep(self, x: int, point: QPointF) -> None:
        self.map.keep(x, self.camera.to_world(point))

    @property
    def kept(self) -> Mapping[int, tuple[float, float]]:
        """Where the user put variables."""
        return self.map.kept

    def put(self, kept: Mapping[int, tuple[float, float]]) -> None:
        self.map.put(kept)

    # The minimap under the pointer

    def grab_map(self, at: QPointF, size: QSizeF) -> bool:
        """Was the minimap pressed? Then the view goes there."""
        free = self.map.drawn and self.scene is not None and self.scene.argument is None
        self._mini.dragged = free and self._mini.box(size).contains(at)
        return self.drag_map(at, size)

    def drag_map(self, at: QPointF, size: QSizeF) -> bool:
        if self._mini.dragged:
            self._mini.look_at(at, self.camera, size)
        return self._mini.dragged

    def release_map(self) -> None:
        self._mini.dragged = False

    # The map itself

    def _forget_places(self) -> None:
        self._spreads.clear()
        self.camera = Camera()

    def _begin(self) -> None:
        if self.scene is not None and self._by_target is not None:
            self.map.begin(self._by_target.trace)

    def _show_map(self, replaced: bool) -> None:
        if replaced:
            self._forget_places()
        if self._centred is not None:
            self.centre_on(*self._centred)
            self._centred = None
        self.changed.emit()

    def _fit(self, size: QSizeF) -> None:
        left, top, right, bottom = _box(self._mini.box(size))
        # A dot's name hangs below it; the outermost may become shapes, with names.
        corner = (left - 26.0, top - 16.0, right, bottom)
        there = self.map.world[~np.isnan(self.map.world[:, 0])]
        zoom, x, y = fitted(there, self._area(size), (45.0, 18.0), corner, 2.2)
        self.camera = Camera(zoom, x, y)

    @property
    def _radius(self) -> float:
        return float(min(max(DOT * self.camera.zoom**0.3, 2.6), 5.5))

    def _paint_dots(self, painter: QPainter, made: Frame, theme: Theme, size: QSizeF) -> None:
        low, high = np.array([-10.0, -10.0]), np.array([size.width() + 10.0, size.height() + 10.0])
        seen: NDArray[np.bool_] = np.all((made.xy > low) & (made.xy < high), axis=1)
        seen[list(made.texts)] = False
        radius = self._radius
        with CachedPainter(painter) as press:
            draw = partial(_paint_dot, theme, radius)
            press.scatter((theme.name, "dot", radius), made.xy[seen], 8.0, 8.0, draw)

    def _paint_chosen(self, painter: QPainter, made: Frame, theme: Theme, now: Attention) -> None:
        """The dots the user has selected and points at."""
        for chosen, colour in ((now.selected, theme.selection), (now.hovered, theme.ink_3)):
            x = variable_of(chosen)
            if x is not None and x not in made.texts and made.is_shown(x):
                painter.setPen(pen(colour, 2.0))
                painter.setBrush(faded(colour, 0.2))
                reach = self._radius + 3.0
                painter.drawEllipse(QPointF(*made.xy[x].tolist()), reach, reach)


def _with_shape(scene: Scene) -> set[int]:
    """Who is more than a dot: whose role is known, and whom the running test is about."""
    return {*scene.seen, *(() if scene.test is None else (scene.test.x, scene.test.y))}


def _box(rect: QRectF) -> tuple[float, float, float, float]:
    return (rect.left() - 6.0, rect.top() - 6.0, rect.right() + 6.0, rect.bottom() + 6.0)


def _paint_dot(theme: Theme, radius: float, painter: QPainter, x: float, y: float) -> None:
    painter.setPen(pen(theme.dismissed, 1.5))
    painter.setBrush(theme.canvas)
    painter.drawEllipse(QPointF(x, y), radius, radius)
