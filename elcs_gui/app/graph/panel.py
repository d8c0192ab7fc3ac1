"""The graph panel: the picture, and everything one can do to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from elcs_gui.app.graph.camera import Camera
from elcs_gui.app.graph.canvas_view import GraphCanvas
from elcs_gui.app.graph.words_shown import Word, word_at, word_of
from elcs_gui.app.kit.terms import Spot
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Selection, Variable
from elcs_gui.app.model.undo import Move

if TYPE_CHECKING:
    from elcs_gui.app.graph.frame import Frame
    from elcs_gui.app.graph.painting.learnt_painter import Learnt
    from elcs_gui.app.graph.sheet import Look

WHEEL_STEP = 1.0015
"""Zoom for each eighth of a degree the wheel turns."""
DRAG_STARTS = 4
"""Pixels the pointer moves before a press becomes a drag."""

Positions = Mapping[Any, tuple[float, float]]
"""By whatever names a node in its view."""

_MOVES = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class GraphPanel(GraphCanvas):
    """Wheel zooms, dragging pans or moves a node, a click selects, a double click asks for another target."""

    edited = Signal(object)
    """A QUndoCommand: nodes were moved."""
    kind_changed = Signal(str)
    menu_requested = Signal(object, object)
    """A `Variable` or an `Edge`, and where its menu belongs."""
    picked = Signal(object)
    """A `Selection` that was clicked while clicks are for somebody else: nothing is selected then."""

    def __init__(self, player: Player, theme: Theme, parent: QWidget | None = None) -> None:
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._grabbed: int | None = None
        self._before: Positions = {}
        self._dragging = False
        self._picking = False
        self._overlay: Callable[[QPainter, Frame], None] | None = None
        super().__init__(player, theme, parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def kind(self) -> str:
        """The view that is shown, "local" or "field"."""
        return self._kind

    def set_kind(self, kind: str) -> None:
        super().set_kind(kind)
        self.kind_changed.emit(kind)

    @property
    def positions(self) -> Positions:
        """Where nodes were dragged to in this view."""
        return dict(self._stage.kept)

    def positions_in(self, kind: str) -> Positions:
        """The same for either view."""
        return dict((self._local if kind == "local" else self._field).kept)

    @property
    def cameras(self) -> dict[str, tuple[float, float, float]]:
        """The views that the user has moved: zoom, x, y."""
        stages = {"local": self._local.camera, "field": self._field.camera}
        return {kind: (at.zoom, at.x, at.y) for kind, at in stages.items() if at.moved}

    def look(self, kind: str, zoom: float, x: float, y: float) -> None:
        """Move a view there."""
        (self._local if kind == "local" else self._field).camera = Camera(zoom, x, y, moved=True)
        self._refresh(jump=True)

    def put(self, kind: str, positions: Positions) -> None:
        """Have the dragged nodes of a view stand there, and all others by themselves."""
        (self._local if kind == "local" else self._field).put(positions)
        self._refresh(jump=True)

    def reset_positions(self) -> None:
        """Forget where nodes were dragged to: an edit, which can be undone."""
        before = self.positions
        if before:
            self.put(self._kind, {})
            self._tell_moved("all nodes back", before)

    def _tell_moved(self, what: str, before: Positions) -> None:
        """An edit that has been carried out already."""
        put = partial(self.put, self._kind)
        self.edited.emit(Move(what, before, self.positions, put))

    @property
    def selection(self) -> Selection:
        """What is selected."""
        return self._selected

    @property
    def shown(self) -> Look:
        """All that a picture made elsewhere must know to look like this one."""
        from elcs_gui.app.graph.sheet import Look

        size = self._size.toSize()
        return Look(
            self._kind,
            (size.width(), size.height()),
            self._shown_scene.truth,
            {kind: self.positions_in(kind) for kind in ("local", "field")},
            self._associations,
            self._local.shares,
            self._local.guests,
            self.firmness if self._shown_scene.firm_width else None,
            self._shown_scene.about,
            self._field.map.sought,
        )

    def set_learnt(self, learnt: Learnt) -> None:
        """What runs on other targets have found before, for the map."""
        self._field.learnt = learnt
        self.update()

    def choose(self, what: Selection) -> None:
        """Select as if clicked: everybody is told."""
        self._choose(what)

    def set_overlay(self, paint: Callable[[QPainter, Frame], None] | None) -> None:
        """Have something painted over the picture, in its own coordinates; or nothing any more."""
        self._overlay = paint
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._overlay is None or self._frame is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale, self._theme.scale)
        self._overlay(painter, self._frame)
        painter.end()

    def set_picking(self, *, on: bool) -> None:
        """Let clicks pick, not select; or no longer."""
        self._picking = on

    def announce(self, what: Selection) -> None:
        """The same, even if it is selected already."""
        self.select(what)
        self.selected.emit(what)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._hide_card()
        turned = event.angleDelta().y()
        tray = self._local.tray if self._kind == "local" else None
        if tray is not None and self._at(event).x() > tray.left and tray.total > len(tray.members):
            self._local.scroll_tray(-round(turned / 60))
            self._refresh(jump=True)
        elif turned:
            self._zoom(WHEEL_STEP**turned, self._at(event))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._hide_card()
        if event.button() is not Qt.MouseButton.LeftButton or self._frame is None:
            event.ignore()  # others may want it: those at the side of a mouse go back and forward
            return
        at = self._at(event)
        if self._kind == "field" and self._field.grab_map(at, self._size):
            self._refresh(jump=True)
            return
        if self._what_is_at(at) is None and self.term_at(event.position().toPoint()) is not None:
            event.ignore()  # a word is clicked: who explains it takes the press
            return
        self._pressed = self._last = at
        self._grabbed = self._frame.node_at(at.x(), at.y())
        self._before = self.positions
        self._dragging = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._at(event)
        if self._kind == "field" and self._field.drag_map(at, self._size):
            self._refresh(jump=True)
        elif self._pressed is None:
            self._hover(at)
        elif self._dragging or (at - self._pressed).manhattanLength() >= DRAG_STARTS:
            self._dragging = True
            movable = self._grabbed is not None and not self._in_tray(self._grabbed)
            if movable and self._grabbed is not None:
                self._stage.keep(self._grabbed, at)
            else:
                self._stage.camera.pan(at.x() - self._last.x(), at.y() - self._last.y())
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._last = at
            self._refresh(jump=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._field.release_map()
        if event.button() is Qt.MouseButton.LeftButton and self._pressed is not None and not self._dragging:
            self._click(self._what_is_at(self._at(event)))
        if self._dragging and self._grabbed is not None and self.positions != self._before:
            self._tell_moved(self._local.labels.names[self._grabbed], self._before)
        self._pressed, self._dragging = None, False
        self.unsetCursor()

    def _click(self, what: Selection) -> None:
        if not self._picking:
            self._choose(what)
        elif what is not None:
            self.picked.emit(what)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        at = self._at(event)
        node = self._frame.node_at(at.x(), at.y()) if self._frame is not None else None
        if node is not None and event.button() is Qt.MouseButton.LeftButton and not self._picking:
            self.target_requested.emit(node)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self._choose(None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(self._selected, Variable):
            self.target_requested.emit(self._selected.x)
        elif key in _MOVES and self._frame is not None:
            found = self._frame.neighbour(self._selected, *_MOVES[Qt.Key(key)])
            if found is not None:
                self._choose(Variable(found))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Of what is under the pointer; with the menu key, of what is selected, or of the target."""
        if self._frame is None:
            return
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            what = self._what_is_at(QPointF(event.pos()) / self._theme.scale)
            place = event.globalPos()
        else:
            what = self._selected or Variable(self._frame.scene.target)
            place = self.mapToGlobal(self._place_of(what))
        if what is not None:
            self._choose(what)
            self.menu_requested.emit(what, place)

    def _place_of(self, what: Variable | Edge) -> QPoint:
        """Where a variable or an edge is; the middle of the panel if it is not drawn."""
        nodes = what.ends if isinstance(what, Edge) else (what.x,)
        places = [place for x in nodes if (place := self.node_place(x)) is not None]
        if not places:
            return self.rect().center()
        return QPointF(
            sum(place.x() for place in places) / len(places), sum(place.y() for place in places) / len(places)
        ).toPoint()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes from node to node, and at the last one on to the next panel."""
        if self._frame is not None and self.hasFocus():
            found = self._frame.following(self._selected, 1 if next else -1)
            if found is not None:
                self._choose(Variable(found))
                return True
        return super().focusNextPrevChild(next)

    def leaveEvent(self, event: QEvent) -> None:
        self._hide_card()
        self._hovered = None
        self.update()

    def _at(self, event: QMouseEvent | QWheelEvent) -> QPointF:
        """Where the pointer is in the picture as designed."""
        return event.position() / self._theme.scale

    # Hovering

    def _what_is_at(self, at: QPointF) -> Selection:
        if self._frame is None:
            return None
        node = self._frame.node_at(at.x(), at.y())
        if node is not None:
            return Variable(node)
        link = self._frame.link_at(at.x(), at.y())
        return None if link is None else Edge(link.ends)

    def term_at(self, place: QPoint) -> Spot | None:
        """The word that is pointed at; see `elcs_gui.app.kit.terms`."""
        if self._frame is None:
            return None
        at = QPointF(place) / self._theme.scale
        return self._spot(word_at(self._stage, self._frame, self._selected, self._hovered, at))

    def term_in_focus(self) -> Spot | None:
        """The rule of the edge that is selected."""
        return None if self._frame is None else self._spot(word_of(self._frame, self._selected, None))

    def _spot(self, found: Word | None) -> Spot | None:
        if found is None:
            return None
        word, box = found
        k = self._theme.scale
        return word, QRectF(box.x() * k, box.y() * k, box.width() * k, box.height() * k).toAlignedRect()

    def _hover(self, at: QPointF) -> None:
        self._last = at
        what = self._what_is_at(at)
        if what != self._hovered:
            self._hovered = what
            self._hide_card()
            self.update()
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if what is not None else Qt.CursorShape.ArrowCursor
            )
            if isinstance(what, Variable):
                self._hover_timer.start()

    def _in_tray(self, x: int) -> bool:
        return self._kind == "local" and self._local.tray is not None and x in self._local.tray.members
