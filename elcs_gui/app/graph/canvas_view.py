"""The picture of the graph panel: the blanket being learnt, or the map of all variables."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from elcs_gui.app.graph.attention import Attention
from elcs_gui.app.graph.controls_view import SearchField, ZoomButton
from elcs_gui.app.graph.difference import Contrast, Contrasting
from elcs_gui.app.graph.edge_shares import EdgeShares
from elcs_gui.app.graph.field_stage import FieldStage
from elcs_gui.app.graph.frame import Frame, Labels, changed_roles, labels_of, new_links
from elcs_gui.app.graph.local_stage import LocalStage
from elcs_gui.app.graph.painting.difference_painter import BUTTONS, paint_difference
from elcs_gui.app.graph.painting.firmness_painter import paint_firmness
from elcs_gui.app.graph.painting.hover_card_painter import Card, describe, in_words, paint_card
from elcs_gui.app.graph.painting.motion import Motion
from elcs_gui.app.graph.painting.tray_legend_painter import chips_end
from elcs_gui.app.graph.shown_scene import ShownScene, are_of_run
from elcs_gui.app.graph.tween import gliding
from elcs_gui.app.kit.later import run_in_slices
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Selection, Variable, ends_of, variable_of, variables_of
from elcs_gui.inquiry.firmness import Firmness, known_firmness
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.labels import LABEL_LIMITS
from elcs_gui.picture.scene import Edges, Scene

HOVER_DELAY = 350
GROW_DELAY = 300
"""Milliseconds without news before a growing trace is laid out again."""
_ZOOM = (("minus", "Zoom out"), ("plus", "Zoom in"), ("fit", "Fit the graph into the panel"))


class GraphCanvas(QWidget):
    """Draws the player's step; everything is painted by one routine, which also serves export.

    What a pointer or a key does to it is added by `GraphPanel`.
    """

    selected = Signal(object)
    """A `Selection`."""
    selection_changed = Signal(object)
    """The same, from outside too."""
    target_requested = Signal(int)
    fired = Signal(object)
    """The `Edge` whose rule fires at the step gone to; None when the cursor leaves it."""

    def __init__(self, player: Player, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._theme = theme
        self._kind = "local"
        self._local = LocalStage(player)
        self._field = FieldStage(player, self)
        self._shown_scene = ShownScene(player)
        self._motion = Motion(self)
        self._last_frame: Frame | None = None
        self._scene_laid_out: Scene | None = None
        self._is_displaced = self._jumps = True
        """Everything must be placed anew, even if the scene is the same; and it does not glide there."""
        self._turn_end = QTimer(self, singleShot=True, interval=0)
        self._turn_end.timeout.connect(self._on_turn_end)
        self._by_target: FactsByTarget | None = None
        self.labels = Labels(())
        self._selected: Selection = None
        self._fired: Edge | None = None
        self._hovered: Selection = None
        self._card: Card | None = None
        self._levels: Sequence[Sequence[str]] = ()
        self._associations: Sequence[tuple[int, int, float]] = ()
        self._reduced = False
        self._scrubbing = False
        self._step = 0
        self._hover_timer = QTimer(self, singleShot=True, interval=HOVER_DELAY)
        self._hover_timer.timeout.connect(self._show_card)
        self._buttons = [ZoomButton(icon, words, self) for icon, words in _ZOOM]
        for button, act in zip(self._buttons, (self.zoom_out, self.zoom_in, self.fit), strict=True):
            button.clicked.connect(act)
        self._search = SearchField(self)
        self._search.hide()
        self._search.found.connect(self._go_to)
        self._motion.ticked.connect(self._animate)
        self._field.changed.connect(self._field_changed)
        player.trace_changed.connect(self._load)
        self._grow_timer = QTimer(self, singleShot=True, interval=GROW_DELAY)
        self._grow_timer.timeout.connect(self._grown)
        player.grew.connect(self._growing)
        player.moved.connect(self._moved)
        player.told.connect(self._refresh)
        self.setMinimumSize(480, 260)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Graph")
        self.set_theme(theme)
        self._load()

    # What the window asks for

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for button in self._buttons:
            button.set_theme(theme)
        self._search.set_theme(theme)
        self._place_controls()
        self._refresh(jump=True)

    def set_kind(self, kind: str) -> None:
        """ "local" or "field"."""
        if kind != self._kind:
            self._kind = kind
            self._hide_card()
            self._search.setVisible(kind == "field")
            self._refresh(jump=True)

    def select(self, what: Selection) -> None:
        """Select from outside; nobody is told. What is no variable of the run that is shown is nothing."""
        what = what if are_of_run(self._player.trace, variables_of(what)) else None
        self._selected = what
        self.selection_changed.emit(what)
        self._draw_rule_of(what)

    def refresh(self) -> None:
        """Draw anew what may be marked otherwise now."""
        self._refresh(jump=True)

    def set_associations(self, links: Sequence[tuple[int, int, float]]) -> None:
        """What gives the map of the field view its shape."""
        self._associations = links
        self._field.set_associations(links)

    def expect_names(self, names: Sequence[str]) -> None:
        """These will be shown soon: measuring them takes a while, and begins now."""
        if names != self.labels.given:
            self.labels = labels_of(tuple(names))
            run_in_slices(self.labels.preparing(LABEL_LIMITS), self)

    def set_levels(self, levels: Sequence[Sequence[str]]) -> None:
        self._levels = levels

    def set_truth(self, edges: Edges | None) -> None:
        self._shown_scene.truth = edges
        self._refresh(jump=True)

    def set_shares(self, shares: EdgeShares | None, *, guests: bool = False) -> None:
        """Show in the local view how often the edges came back; `guests`: and who is in other blankets."""
        if (shares, guests) != (self._local.shares, self._local.guests):
            self._local.shares, self._local.guests = shares, guests
            self._refresh(jump=True)

    def set_contrasting(self, contrasting: Contrasting) -> None:
        """Mark how the picture differs from that of another run; where it gives None, nothing is marked."""
        self._shown_scene.contrasting = contrasting
        self._refresh(jump=True)

    @property
    def contrast(self) -> Contrast | None:
        """What is marked now."""
        self._scene_now()  # it is compared when that is made
        return self._shown_scene.contrast

    def set_firm_width(self, *, on: bool) -> None:
        """Draw arrows as thick as they are firm, as far as that is known, or all alike."""
        self._shown_scene.firm_width = on
        self._refresh(jump=True)

    def show_firmness(self) -> None:
        """What is known of it is another."""
        self._jumps = True
        self._outdate_scene()
        if ends_of(self._selected) or ends_of(self._hovered):  # it has a label
            self.update()

    @property
    def firmness(self) -> Firmness | None:
        """How firm the edges of the run are, once that is known."""
        return None if self._player.trace is None else known_firmness(self._player.trace)

    def set_reduced_motion(self, reduced: bool) -> None:
        self._reduced = reduced
        if reduced:
            self._motion.finish()

    def set_scrubbing(self, scrubbing: bool) -> None:
        self._scrubbing = scrubbing
        if scrubbing:
            self._motion.finish()

    def fit(self) -> None:
        self._stage.fit(self._size)
        self._refresh(jump=True)

    def zoom_in(self) -> None:
        self._zoom(1.25, self._middle())

    def zoom_out(self) -> None:
        self._zoom(0.8, self._middle())

    def is_settled(self) -> bool:
        """Nothing is animating, and the map is laid out."""
        if self.isVisible():
            _ = self._frame  # only then it is known what moves
        return self._motion.settled and (self._kind == "local" or self._field.ready)

    def finish_animations(self) -> None:
        self._scene_now()
        if self._kind == "field":
            self._field.finish()
        _ = self._frame
        self._motion.finish()

    def focus_search(self) -> None:
        """Look for a variable on the map."""
        self.set_kind("field")
        self._search.show()
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    def sizeHint(self) -> QSize:
        return QSize(824, 446)

    # What changes the picture

    @property
    def _stage(self) -> LocalStage | FieldStage:
        return self._local if self._kind == "local" else self._field

    @property
    def _size(self) -> QSizeF:
        """As designed: on a projector everything is painted larger."""
        return QSizeF(self.size()) / self._theme.scale

    @property
    def scene_shown(self) -> Scene | None:
        return self._scene_now()

    def node_place(self, x: int) -> QPointF | None:
        """Where a variable's node is in the panel; None if it has none."""
        if self._frame is None or not self._frame.is_shown(x):
            return None
        return QPointF(float(self._frame.xy[x, 0]), float(self._frame.xy[x, 1])) * self._theme.scale

    def _load(self) -> None:
        trace = self._player.trace
        self._by_target = None if trace is None else FactsByTarget(trace)
        self.expect_names(() if trace is None else trace.header.names)
        self._local.load(self._by_target, self.labels)
        self._field.load(self._by_target, self.labels)
        self._selected = None
        self._shown_scene.follow_rules()
        self._hide_card()
        self._search.set_names(() if trace is None else trace.header.names)
        self._refresh(jump=True)

    def _moved(self, step: int) -> None:
        self._shown_scene.follow_rules()
        self._refresh()
        self._describe()
        self._tell_fired()

    def _on_turn_end(self) -> None:
        """Tell screen readers what is shown, whether it is painted or not; paint if it is another scene."""
        self._describe()
        if self._scene_now() != self._scene_laid_out:
            self.update()

    def _tell_fired(self) -> None:
        scene = self._scene_now()
        argument = None if scene is None else scene.argument
        fired = None if argument is None else Edge(argument.ends)
        if fired != self._fired:
            self._fired = fired
            self.fired.emit(fired)

    def _refresh(self, *_: object, jump: bool = False) -> None:
        """Another step, size or kind: lay out anew, once for all that changes in a turn of the event loop."""
        self._is_displaced, self._jumps = True, self._jumps or jump
        self._outdate_scene()
        self.update()

    def _outdate_scene(self) -> None:
        """The scene may be another; if it turns out to be the same, everything stays where it is."""
        self._shown_scene.outdate()
        self._turn_end.start()

    def _scene_now(self) -> Scene | None:
        return self._shown_scene.seen_by(self._stage, rules=self._local.shares is None)

    @property
    def _frame(self) -> Frame | None:
        """Everything where it belongs, or on its way there; laid out anew where that is needed."""
        before, after = self._scene_laid_out, self._scene_now()
        jump, displaced = self._jumps, self._is_displaced
        self._jumps = self._is_displaced = False
        if not displaced and after == before:
            return self._last_frame
        self._scene_laid_out = after
        if after is None:
            self._last_frame = None
            return None
        goal = self._stage.places(self._size)
        self._card = None
        calm = jump or self._reduced or self._scrubbing or not self.isVisible() or self._player.is_fast
        far = abs(self._player.step - self._step) > 1 or before is None or before.target != after.target
        self._step = self._player.step
        if calm or far or (before is not None and changed_roles(before, after) > 4):
            self._motion.rest_at(goal)
        else:
            assert before is not None
            fresh = after.argument is not None and after.argument != before.argument
            self._motion.begin(goal, new_links(before, after), test=after.test is not None, rule=fresh)
        self._redraw()
        return self._last_frame

    def _growing(self) -> None:
        """Take in what came at once; all of it at the end would be felt."""
        if self._by_target is not None:
            self._by_target.look()
        self._grow_timer.start()

    def _grown(self) -> None:
        """The trace is longer: there may be more to make room for."""
        if self._kind == "local" and self._local.outgrown:
            self._local.replan = True
            self._refresh(jump=True)
        self._field.replan()

    def _field_changed(self) -> None:
        if self._kind == "field":
            self._refresh(jump=True)

    def _animate(self) -> None:
        if not self._is_displaced and self._last_frame is not None:
            self._redraw(again=True)
        self.update()

    def _redraw(self, *, again: bool = False) -> None:
        """A frame for where everything is now; `again` keeps the one there is if nothing has moved."""
        if self._stage.scene is None:
            return
        motion, made = self._motion, self._last_frame
        xy = motion.positions()
        if motion.moving:
            goal = made.goal if made is not None and again else None
            made = gliding(goal or self._stage.frame(motion.goal, self._size, made), xy)
        elif made is None or not again or made.xy is not xy:
            made = self._stage.frame(xy, self._size, made)
        made.grown = motion.grown()
        self._last_frame = made

    def _zoom(self, factor: float, about: QPointF) -> None:
        self._stage.camera.zoom_by(factor, about)
        self._refresh(jump=True)

    def _middle(self) -> QPointF:
        return QPointF(self._size.width() / 2, self._size.height() / 2)

    def _choose(self, what: Selection) -> None:
        if what != self._selected:
            self._selected = what
            self.selection_changed.emit(what)
            self.selected.emit(what)
        self._draw_rule_of(what)

    def _draw_rule_of(self, what: Selection) -> None:
        self._shown_scene.draw_rule_of(what)
        self._outdate_scene()
        self.update()

    def _go_to(self, x: int) -> None:
        """Bring a variable found by its name into the middle."""
        self._choose(Variable(x))
        self._field.centre_on(x, self._size)
        self._refresh(jump=True)

    def _describe(self) -> None:
        scene = self._scene_now()
        words = "" if scene is None else in_words(scene, self.labels.names, self._selected, self.contrast)
        self.setAccessibleDescription(words or "No run yet.")

    # Qt's events

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale, self._theme.scale)
        if self._frame is None:
            painter.fillRect(QRectF(QPointF(), self._size), self._theme.canvas)
        else:
            moving = self._motion.pulse, self._motion.fade
            now = Attention(
                self._selected, self._hovered, *moving, self.contrast,
                drawn=self._motion.drawn, dimmed=self._motion.dimmed,
            )  # fmt: skip
            self._stage.paint(painter, self._frame, self._theme, self._size, now)
            self._paint_contrast(painter, self._frame, self._size)
            trace, view = self._player.trace, self._player.view
            if trace is not None and not self._player.playing and self._frame.scene.argument is None:
                chosen = self._selected, self._hovered
                paint_firmness(painter, self._frame, self._theme, chosen, trace, view)
            if self._card is not None:
                paint_card(painter, self._card, self._theme, self._size, self._frame)
        painter.end()

    def _paint_contrast(self, painter: QPainter, made: Frame, size: QSizeF) -> None:
        """How the picture differs from another run's, if it is to be compared."""
        if self.contrast is not None:
            left = chips_end(made.scene) + 8.0 if self._kind == "local" else 268.0
            paint_difference(painter, made, self._theme, self.contrast, left, size.width() - BUTTONS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_controls()
        self._refresh(jump=True)

    def _place_controls(self) -> None:
        k = self._theme.scale
        for place, button in enumerate(self._buttons):
            button.move(self.width() - round((12 + 28 + (2 - place) * 32) * k), round(10 * k))
        self._search.move(round(12 * k), round(10 * k))

    def _show_card(self) -> None:
        trace, scene, made, x = self._player.trace, self._stage.scene, self._frame, variable_of(self._hovered)
        if trace is None or scene is None or made is None or x is None:
            return
        place = self.node_place(x)
        if place is not None:
            place /= self._theme.scale
            self._card = describe(scene, trace, self._player.tests_so_far, x, self._levels, place, made)
            self.update()

    def _hide_card(self) -> None:
        self._hover_timer.stop()
        if self._card is not None:
            self._card = None
            self.update()
