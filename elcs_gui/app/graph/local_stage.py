"""The local view: one blanket about its target, with the tray of the dismissed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QPainter

from elcs_gui.app.graph.attention import Attention
from elcs_gui.app.graph.camera import Camera
from elcs_gui.app.graph.edge_shares import EdgeShares
from elcs_gui.app.graph.frame import Frame, Labels, frame
from elcs_gui.app.graph.layout.full_names import step_inwards
from elcs_gui.app.graph.layout.guest_places import CLOSE, RINGS, free_place
from elcs_gui.app.graph.painting import tray_legend_painter as furniture
from elcs_gui.app.graph.painting.argument_painter import DIMMED
from elcs_gui.app.graph.painting.edge_share_painter import paint_bands, paint_guests, paint_key, paint_shares
from elcs_gui.app.graph.painting.ghost_painter import paint_ghosts
from elcs_gui.app.graph.painting.graph_painter import paint_argument, paint_edges, paint_question
from elcs_gui.app.graph.painting.mark_painter import paint_badges
from elcs_gui.app.graph.painting.node_painter import paint_nodes
from elcs_gui.app.graph.painting.pixmap_cache import Ground
from elcs_gui.app.graph.painting.running_test_painter import paint_hull, paint_verdict
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.player import Player
from elcs_gui.picture.argument_seats import Box
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.hub import HubPlan
from elcs_gui.picture.labels import LONGEST_LABEL, half_height, half_width
from elcs_gui.picture.local import LocalPlan, Point, Room
from elcs_gui.picture.outlines import Floats
from elcs_gui.picture.pattern_places import Large, seat_pattern
from elcs_gui.picture.places import Planned, asked, best_plan, in_tray, places_of
from elcs_gui.picture.scene import Edges, Scene, local_scene
from elcs_gui.trace.roles import Role

TOP, BOTTOM = 34.0, 38.0
BARE = 8.0
"""What stands above and below the graph instead, where nothing else is shown."""
ASIDE = 40.0
TOP_WITH_MISSED = 44.0
"""The row of chips is longer then, and the titles stand below it."""


class LocalStage:
    """Lays out and paints the blanket at the player's step."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._by_target: FactsByTarget | None = None
        self._labels = Labels(())
        self._plan: LocalPlan | HubPlan | None = None
        self._plan_key: tuple[object, ...] = ()
        self._plan_facts = 0
        self._plans: dict[tuple[object, ...], Planned] = {}
        """Plans made before: going back to a blanket costs nothing."""
        self._folded = False
        """Does the tray give its room to a hub, which could not be read otherwise?"""
        self.replan = False
        """Make a new plan if the trace has grown; else only when the player is beyond the one there is."""
        self._kept: dict[tuple[int, int], tuple[float, float]] = {}
        self._label_limit = LONGEST_LABEL
        self._top = TOP
        self.camera = Camera()
        self.ground = Ground()
        self._around: tuple[Frame | None, tuple[object, ...]] = (None, ())
        self.scene: Scene | None = None
        self._placed: dict[int, Point] = {}
        """Where everybody stands by the plan."""
        self._seated: Large = {}
        """The variables of the rule that is drawn."""
        self.tray: furniture.Tray | None = None
        self.tray_first: int | None = None
        """Where the user scrolled the tray to; None follows what happens."""
        self.shares: EdgeShares | None = None
        """How often the edges came back, where that is to be shown."""
        self.guests = False
        """The tray holds who is in other blankets (see `shares`) instead of the dismissed."""
        self.bare = False
        """The graph alone: no tray, chips, titles nor legend."""
        self.largest = 1.0
        """How much larger than designed it may be shown where there is room."""
        self.legend = True
        self.legend_at: tuple[furniture.LegendSpot, ...] = ()
        """Does a line at the bottom say what the signs mean?"""

    def load(self, by_target: FactsByTarget | None, labels: Labels) -> None:
        """Another trace: forget the last one, but not where the user put its variables."""
        self._by_target = by_target
        if labels is not self._labels:
            self._labels = labels
            self._kept = {}
        self._plan, self._plan_key = None, ()
        self._plans.clear()
        self.camera, self.scene, self.tray, self.tray_first = Camera(), None, None, None

    @property
    def by_target(self) -> FactsByTarget | None:
        return self._by_target

    @property
    def labels(self) -> Labels:
        return self._labels

    def update(self, truth: Edges | None) -> Scene | None:
        """The scene at the player's step."""
        if self._by_target is None:
            self.scene = None
            return None
        before = self.scene
        player = self._player
        self._top = TOP if truth is None else TOP_WITH_MISSED
        self.scene = local_scene(
            self._by_target, player.view, player.step, player.current_event, truth, asking=player.asking
        )
        if before is None or before.target != self.scene.target:
            self.camera.moved = False
        return self.scene

    def places(self, size: QSizeF) -> Floats:
        """Where every variable stands on the screen; nan if nowhere."""
        scene, by_target = self.scene, self._by_target
        assert scene is not None and by_target is not None
        plan = self._planned(size)
        kept = {x: place for (target, x), place in self._kept.items() if target == scene.target}
        placed, guests = places_of(scene, plan, self._facts_before, kept, tray=not self._folded)
        world = np.full((len(scene.standings), 2), np.nan)
        for x, place in placed.items():
            world[x] = place
        screen = self.camera.to_screen(world)
        if not self.camera.moved:
            self._stand_clear(screen, guests, self._bounds(size))
        self.tray = self._make_tray(size)
        for x, place in zip(self.tray.members, self.tray.places, strict=True):
            screen[x] = place
            placed[x] = self.camera.to_world(QPointF(*place))
        self._placed, self._seated = placed, {}
        return screen if scene.argument is None else self._with_pattern(screen, size)

    def _stand_clear(self, screen: Floats, guests: Sequence[int], bounds: Box) -> None:
        """Give names at the rim the room they need, and who is only being tried a place where nobody is."""
        assert self.scene is not None and self._plan is not None
        compact, zoom = self._plan.compact, self.camera.zoom
        shown = [x for x in np.flatnonzero(~np.isnan(screen[:, 0])).tolist() if x not in guests]
        short, whole = (
            np.array([self._half(x, limit) for x in shown]) * zoom
            for limit in (self._label_limit, LONGEST_LABEL)
        )
        tall = np.array([half_height(self.scene.role(x), compact=compact) for x in shown]) * zoom
        screen[shown] = step_inwards(screen[shown], short, whole, tall, bounds, zoom)
        taken = np.stack([*screen[shown].T, short, tall], axis=1)
        if guests and not compact:
            taken = np.concatenate([taken, np.reshape(list(self._title_boxes()), (-1, 4))])
        for x in guests:
            text = self._labels.short(x, self._label_limit)[1]
            half = (
                half_width(Role.SPOUSE, text, compact=compact) * zoom,
                half_height(Role.SPOUSE, compact=compact) * zoom,
            )
            screen[x] = free_place(screen[x], half, taken, bounds, CLOSE if compact else RINGS)
            taken = np.concatenate([taken, [[*screen[x], *half]]])

    def _half(self, x: int, limit: float) -> float:
        """Half the width of a node with its name within a limit."""
        assert self.scene is not None and self._plan is not None
        return half_width(self.scene.role(x), self._labels.short(x, limit)[1], compact=self._plan.compact)

    def _bounds(self, size: QSizeF) -> Box:
        """Where the graph may be."""
        if self.bare:
            return 4.0, 4.0, size.width() - 4.0, size.height() - 4.0
        return 10.0, 44.0, size.width() - self._tray_width(size) - 10.0, size.height() - 34.0

    def _tray_width(self, size: QSizeF) -> float:
        return 0.0 if self._folded else furniture.tray_width(size.width())

    def _with_pattern(self, screen: Floats, size: QSizeF) -> Floats:
        """The variables of the rule that is drawn on their seats, and the others beside them."""
        scene, tray, plan, zoom = self.scene, self.tray, self._plan, self.camera.zoom
        assert scene is not None and tray is not None and plan is not None
        sizes = {
            x: (
                self._half(x, self._label_limit) * zoom,
                half_height(scene.role(x), compact=plan.compact) * zoom,
            )
            for x in np.flatnonzero(~np.isnan(screen[:, 0])).tolist()
            if x not in tray.members
        }
        placed, self._seated = seat_pattern(
            screen, scene, self._labels, self._bounds(size), sizes, frozenset(tray.members)
        )
        return placed

    def frame(self, xy: Floats, size: QSizeF, before: Frame | None = None) -> Frame:
        assert self.scene is not None and self.tray is not None
        scale = min(max(self.camera.zoom, 0.3), 2.5)
        bounds = self._bounds(size)
        limits = dict(zip(self.tray.members, self.tray.limits, strict=True))
        assert self._plan is not None
        made = frame(
            self.scene,
            self._labels,
            xy,
            scale,
            bounds,
            tray=limits,
            limit=self._label_limit,
            compact=self._plan.compact,
            ways=self._ways(xy),
            large=self._seated,
            words=() if self._plan.compact else tuple(self._title_boxes()),
            detour=self._detour(xy),
            before=before,
        )
        if self._plan.compact:  # where they stand depends on how wide the target has become
            made.words = tuple(self._title_boxes(made))
        self._around = (made, self._surroundings(made))
        return made

    def _title_boxes(self, made: Frame | None = None) -> Iterator[tuple[float, float, float, float]]:
        """Where the titles of the lanes are, which nothing should cover."""
        assert self.scene is not None
        for word, quiet, (x, y), centred in self._titles(self.scene, made):
            half = furniture.title_width(word, quiet) / 2
            yield x if centred else x + half, y, half, 8.0

    def _titles(self, scene: Scene, made: Frame | None) -> Iterator[tuple[str, str, Point, bool]]:
        """The titles of the lanes, each with where it stands: centred, or beside a hub from there on."""
        assert self._plan is not None
        for word, quiet, at in self._plan.titles(scene.standings, self._facts_before):
            if quiet == "none yet" and scene.note:
                quiet = scene.nobody
            x, y = self.camera.to_screen(np.array(at)).tolist()
            if made is not None and self._plan.compact and at[0] < 0:  # beside a hub, not under it
                end = _left_of_nodes(made, y)
                quiet = quiet if 12.0 + furniture.title_width(word, quiet) <= end else ""
                x = min(x, end - furniture.title_width(word, quiet))
                if x < 12.0:
                    continue
            yield word, quiet, (x, y), not self._plan.compact

    def _detour(self, xy: Floats) -> Floats | None:
        """The corners of the running test's way, if it is not straight and both stand as they are planned."""
        assert self.scene is not None and self._plan is not None
        test = self.scene.test
        if test is None or test.x not in self._placed or test.y not in self._placed:
            return None
        way = self._plan.way(self._placed[test.x], self._placed[test.y])
        if way is None:
            return None
        corners, ends = self.camera.to_screen(np.array(way)), xy[[test.x, test.y]]
        away = np.abs(corners[[0, -1]] - ends).max(axis=0)
        corners[[0, -1]] = ends  # for its name, somebody may stand a little to the side
        return corners if away[0] < ASIDE and away[1] < 1.5 else None

    def _ways(self, xy: Floats) -> dict[int, Floats]:
        """The corners of the links that are not straight, for who stands where the plan has it."""
        assert self.scene is not None and self._plan is not None
        facts_before = self._facts_before
        found = {}
        for x in np.flatnonzero(~np.isnan(xy[:, 0])).tolist():
            route = self._plan.route(x, self.scene.standings[x], facts_before)
            if route is not None:
                way = self.camera.to_screen(np.array(route))
                ends = way[[0, -1]] - xy[[self.scene.target, x]]
                if np.abs(ends).max() < 1.5:
                    found[x] = way
        return found

    def paint(self, painter: QPainter, made: Frame, theme: Theme, size: QSizeF, now: Attention) -> None:
        assert self._plan is not None and self.tray is not None
        painter.save()
        hull = partial(paint_hull, frame=made, theme=theme) if made.scene.test and made.scene.test.z else None
        goal = made.decided
        around = self._around[1] if self._around[0] is goal else self._surroundings(goal)
        draw = partial(self._paint_ground, made=goal, theme=theme, size=size)
        self.ground.paint(painter, made, theme, size, around, draw, hull)
        if made.scene.argument is not None:
            painter.setOpacity(1.0 - (1.0 - DIMMED) * now.dimmed)
            paint_argument(painter, made, theme, now, dim=lambda: painter.setOpacity(1.0))
        else:
            self._paint_graph(painter, made, theme, now)
        if self._strays and not self.bare:
            self._paint_corners(painter, made, theme, size)
        painter.restore()

    def _paint_graph(self, painter: QPainter, made: Frame, theme: Theme, now: Attention) -> None:
        """The graph with what is happening in it."""
        shares = self.shares
        if shares is not None:
            paint_bands(painter, made, theme, shares, now.selected)
        paint_edges(painter, made, theme, now)
        paint_ghosts(painter, made, theme)
        paint_question(painter, made, theme, now)
        pulsing = frozenset((made.scene.test.x, made.scene.test.y) if made.scene.test else made.scene.ringed)
        paint_nodes(painter, made, theme, now.selected, pulsing)
        marked = self._marked(made)
        if shares is None or marked:
            paint_badges(painter, made, theme, now.selected, now.hovered)
        if shares is not None:
            paint_shares(painter, made, theme, shares, with_badges=marked)
        paint_verdict(painter, made, theme, now.fade)

    def _paint_ground(self, painter: QPainter, made: Frame, theme: Theme, size: QSizeF) -> None:
        """What stands round the graph and below it."""
        if self.bare:
            return
        assert self._plan is not None and self.tray is not None
        drawn = made.scene.argument is not None  # then the lanes are not kept to
        for word, quiet, at, centred in () if drawn else self._titles(made.scene, made):
            furniture.paint_title(painter, theme, word, quiet, at, centred=centred)
        painter.setOpacity(DIMMED if drawn else 1.0)
        if self.shares is not None and self.guests:
            paint_guests(painter, made, self.tray, theme, self.shares)
        else:
            furniture.paint_tray(painter, made, self.tray, theme)
        painter.setOpacity(1.0)
        if not self._strays:
            self._paint_corners(painter, made, theme, size)

    def _surroundings(self, made: Frame) -> tuple[object, ...]:
        """What `_paint_ground` paints depends on this and nothing else."""
        assert self._plan is not None and self.tray is not None
        scene, tray, camera = made.scene, self.tray, self.camera
        return (
            tuple(self._titles(scene, made)),
            (camera.zoom, camera.x, camera.y, self._strays, self._plan.compact),
            (tray, tuple(scene.standings[x].separator for x in tray.members)),
            (scene.chip, scene.note, scene.doubted, scene.disputed),
            (scene.missed, scene.argument, scene.chosen),
            (furniture.legend_entries(made), self._marked(made)),
            (made.labels, self.guests, self.shares),
        )

    @property
    def _strays(self) -> bool:
        """May nodes stand where chips and legend are?"""
        return self.camera.moved or bool(self._kept)

    def _paint_corners(self, painter: QPainter, made: Frame, theme: Theme, size: QSizeF) -> None:
        zoom_buttons = 116.0
        furniture.paint_chips(painter, made.scene, theme, self._labels.names, size.width() - zoom_buttons)
        right, foot = size.width() - 12.0, size.height() - 18.0
        if self.shares is not None and self.guests:
            paint_key(painter, theme, size.width() - 12.0, foot)
            foot -= 20.0
        rules = self.shares is None or self._marked(made)
        if self.legend:
            self.legend_at = furniture.paint_legend(painter, made, theme, right, foot, rules=rules)

    def _marked(self, made: Frame) -> bool:
        """Are links marked as right, wrong or disputed? A share does not take the place of that."""
        return not self.guests and any(link.truth is not None or link.conflict for link in made.links)

    @property
    def outgrown(self) -> bool:
        """Are there facts that the plan has no room for?"""
        scene, by_target = self.scene, self._by_target
        known = 0 if scene is None or by_target is None else len(by_target.about(scene.target))
        return known > self._plan_facts

    def fit(self, size: QSizeF) -> None:
        """Show all of the plan."""
        self.camera.moved = False
        if self.scene is not None:
            self._planned(size)

    def keep(self, x: int, point: QPointF) -> None:
        """The user put x there."""
        assert self.scene is not None
        self._kept[self.scene.target, x] = self.camera.to_world(point)

    @property
    def kept(self) -> Mapping[tuple[int, int], tuple[float, float]]:
        """By target and variable: where the user put it."""
        return self._kept

    def put(self, kept: Mapping[tuple[int, int], tuple[float, float]]) -> None:
        self._kept = dict(kept)

    def scroll_tray(self, rows: int) -> None:
        if self.tray is not None:
            most = max(self.tray.total - self.tray.rows, 0)
            self.tray_first = max(0, min(self.tray.first + rows, most))

    def _planned(self, size: QSizeF) -> LocalPlan | HubPlan:
        scene, by_target = self.scene, self._by_target
        assert scene is not None and by_target is not None
        wide = size.width() - furniture.tray_width(size.width()) - 24.0
        top, bottom = (BARE, BARE) if self.bare else (self._top, BOTTOM)
        room = Room(max(wide, 200.0), max(size.height() - top - bottom, 160.0))
        whole = Room(max(size.width() - 24.0, 200.0), room.height)
        room = whole if self.bare else room
        about = by_target.about(scene.target)
        key, facts = (scene.target, room), len(about)
        late = facts > self._plan_facts and (self.replan or about[self._plan_facts][0] <= self._facts_before)
        if key != self._plan_key or self._plan is None or late:
            self._plan_key, self._plan_facts, self.replan = key, facts, False
            made = self._plans.get((*key, facts))
            if made is None:
                rooms = (room,) if self.guests else (room, whole)
                made = self._plans[*key, facts] = best_plan(by_target, scene.target, self._labels, rooms)
            self._plan, self._label_limit, folded = made
            self._folded = folded or self.bare
        room = whole if self._folded else room
        if not self.camera.moved:
            left, high, right, low = self._plan.box(scene.standings, self._facts_before)
            zoom = max(min(room.width / (right - left), room.height / (low - high), self.largest), 0.3)
            self.camera.zoom = zoom
            self.camera.x = 12.0 + room.width / 2 - (left + right) / 2 * zoom
            self.camera.y = top + room.height / 2 - (high + low) / 2 * zoom
        return self._plan

    @property
    def _facts_before(self) -> int:
        assert self._by_target is not None
        return self._by_target.facts_before(self._player.step)

    def _make_tray(self, size: QSizeF) -> furniture.Tray:
        scene, by_target = self.scene, self._by_target
        assert scene is not None and by_target is not None
        members = in_tray(scene, by_target, self._player.step)
        if scene.argument is not None:
            members = [x for x in members if x not in scene.argument.cast]
        if self.guests:
            members = [] if self.shares is None else list(self.shares.guests)
        rows = furniture.tray_rows(size.height() - 34.0)
        first = self.tray_first or 0
        for x in (*asked(scene), *scene.ringed):
            if x in members:
                place = members.index(x)
                first = min(first, place) if place < first else max(first, place - rows + 1)
        if self._folded:
            return furniture.folded_tray(scene, len(members), size.width(), size.height())
        note = self.shares.note if self.guests and self.shares is not None else None
        return furniture.make_tray(scene, self._labels, members, size.width(), size.height(), first, note)


def _left_of_nodes(made: Frame, y: float) -> float:
    """Where a title at this height has to end, with room for a line behind it."""
    level = made.shown[np.abs(made.xy[made.shown, 1] - y) < made.h[made.shown] + 6.0]
    return float((made.xy[level, 0] - made.w[level]).min(initial=made.bounds[2])) - 24.0
