"""The canvas: the network under the pointer and the keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit

from elcs_gui.app.drawing.canvas_painter import (
    drawn_scene,
    paint_circle,
    paint_invitation,
    paint_refused,
    paint_strengths,
    paint_under_way,
)
from elcs_gui.app.drawing.drawing import GRID, HEIGHT, WIDTH, lines_of
from elcs_gui.app.drawing.editor import Chosen, Editor
from elcs_gui.app.drawing.sheet_view import SheetView
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, outline, paint_links, pen
from elcs_gui.app.graph.painting.node_painter import paint_nodes
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.selection import Edge, Selection, Variable
from elcs_gui.picture.outlines import leave

SELECT, NODE, ARROW = "select", "node", "arrow"
"""The tools."""
DRAG_STARTS = 4
BODY, RIM = -5.0, 9.0
"""From the outline of a node inwards it is grabbed; from there to so far outside, an arrow begins."""
_MOVES = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
_KEYS = frozenset(
    {
        *_MOVES, Qt.Key.Key_N, Qt.Key.Key_E, Qt.Key.Key_R, Qt.Key.Key_T, Qt.Key.Key_F2, Qt.Key.Key_Delete,
        Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape,
    }
)  # fmt: skip


class NameField(QLineEdit):
    """A variable's name while it is typed; every key is the field's own."""

    given_up = Signal()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)


class DrawingCanvas(SheetView):
    """Click to add, drag to move, drag from a rim to draw an arrow; see `_KEYS` for the keys."""

    tool_changed = Signal(str)
    menu_requested = Signal(object, object)
    """What is under the pointer (`Chosen`), and where its menu belongs."""

    def __init__(self, editor: Editor, theme: Theme) -> None:
        super().__init__(theme)
        self._editor = editor
        self.tool = SELECT
        self._pressed: QPointF | None = None
        self._grabbed: int | None = None
        self._tail: int | None = None
        """Where the arrow begins that is being drawn."""
        self._pointer: QPointF | None = None
        self._offered: int | None = None
        """The head that the keys offer for that arrow."""
        self._dragging = False
        self._naming: int | None = None
        self._fresh: int | None = None
        """The variable that was added last: while it is chosen the next click adds another."""
        self.name_field = NameField(self, accessibleName="Name of the variable")
        self.name_field.hide()
        self.name_field.returnPressed.connect(self.end_naming)
        self.name_field.given_up.connect(lambda: self.end_naming(keep=False))
        self.name_field.editingFinished.connect(self.end_naming)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Drawn network")
        editor.changed.connect(self._refresh)
        editor.refused.connect(self._refresh)
        self._refresh()

    # What is to be seen

    @property
    def frame(self) -> Frame | None:
        """The drawing with its geometry; None while nothing is drawn."""
        drawing = self._editor.drawing
        if self._frame is None and drawing.variables:
            places = {variable.id: (variable.x, variable.y) for variable in drawing.variables}
            self._frame = self.framed(drawn_scene(drawing, self._editor.refusal), drawing, places)
        return self._frame

    def place(self, id: int) -> QPoint:
        """Where a variable is, in pixels of the widget."""
        variable = self._editor.drawing.variable(id)
        return (self.on_screen(variable.x, variable.y) * self._theme.scale).toPoint()

    def set_tool(self, tool: str) -> None:
        self.end_naming()
        self.tool, self._tail, self._offered = tool, None, None
        self.tool_changed.emit(tool)
        self.update()

    def _refresh(self) -> None:
        super()._refresh()
        drawing = self._editor.drawing
        if not drawing.has(self._tail):
            self._tail = None
        said = "; ".join(lines_of(drawing).values())
        self.setAccessibleDescription(said or "Nothing is drawn. Press N to add a variable.")

    @property
    def _selection(self) -> Selection:
        chosen, drawing = self._editor.chosen, self._editor.drawing
        if isinstance(chosen, tuple):
            return Edge.between(*map(drawing.place_of, chosen))
        return None if chosen is None else Variable(drawing.place_of(chosen))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme, editor = self.painter(), self._theme, self._editor
        self.paint_ground(painter)
        made, drawing = self.frame, editor.drawing
        if made is not None:
            paint_circle(painter, made, theme)
            paint_links(painter, made, theme, self._selection)
            if editor.refusal is not None and editor.refusal.arrow is not None:
                paint_refused(painter, made, theme, *map(drawing.place_of, editor.refusal.arrow))
            paint_strengths(painter, made, drawing, theme, editor.chosen)
            head = self._head_under_way()
            to = self._pointer if head is None else self._entry(made, head)
            if self._tail is not None and to is not None:
                paint_under_way(painter, made, theme, drawing.place_of(self._tail), to)
            paint_nodes(painter, made, theme, self._selection, frozenset())
            ringed = head if self._tail is not None else self._rim_under_pointer()
            if ringed is not None:
                painter.setPen(pen(theme.selection, 2.5, () if self._tail is not None else (3.0, 3.0)))
                painter.setBrush(NO_BRUSH)
                painter.drawPath(outline(made, drawing.place_of(ringed), 5.0))
        if self._pointer is not None and self._adds(self._pointer):
            paint_invitation(painter, theme, self._pointer)
        painter.end()

    def _head_under_way(self) -> int | None:
        """The variable to which the arrow under way would lead."""
        if self._tail is None:
            return None
        if self._offered is not None:
            return self._offered
        found = None if self._pointer is None else self._variable_at(self._pointer, RIM)
        return None if found == self._tail else found

    def _rim_under_pointer(self) -> int | None:
        """The variable from which a drag would draw an arrow."""
        if self._pointer is None or self._dragging:
            return None
        body, rim = self._variable_at(self._pointer, BODY), self._variable_at(self._pointer, RIM)
        return rim if body is None or self.tool == ARROW else None

    def _entry(self, made: Frame, head: int) -> QPointF:
        """Where an arrow to that variable would end."""
        assert self._tail is not None
        x, tail = self._editor.drawing.place_of(head), self._editor.drawing.place_of(self._tail)
        end = leave(made.xy[[x]], made.xy[[tail]], made.w[[x]], made.h[[x]], made.r[[x]], 6.0)[0]
        return QPointF(*end.tolist())

    # What is where

    def _variable_at(self, at: QPointF, slack: float) -> int | None:
        found = None if self.frame is None else self.frame.node_at(at.x(), at.y(), slack)
        return None if found is None else self._editor.drawing.variables[found].id

    def _what_is_at(self, at: QPointF) -> Chosen:
        id = self._variable_at(at, 3.0)
        if id is not None or self.frame is None:
            return id
        link = self.frame.link_at(at.x(), at.y(), 7.0)
        variables = self._editor.drawing.variables
        return None if link is None else (variables[link.tail].id, variables[link.head].id)

    def _adds(self, at: QPointF) -> bool:
        """Would a click there add a variable?"""
        if self._dragging or self._tail is not None or self._naming is not None or self.tool == ARROW:
            return False
        x, y = self.on_sheet(at)
        free = self._variable_at(at, RIM + 14.0) is None and self._what_is_at(at) is None
        idle = self.tool == NODE or self._editor.chosen in (None, self._fresh)
        return free and idle and 0 <= x <= WIDTH and 0 <= y <= HEIGHT

    def _at(self, event: QMouseEvent) -> QPointF:
        return event.position() / self._theme.scale

    # The pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.end_naming()
        at = self._at(event)
        self._pressed, self._pointer, self._dragging, self._offered = at, at, False, None
        if self._tail is not None:  # E, or the tool, has begun an arrow: this is its head
            head = self._variable_at(at, RIM)
            self._finish_arrow(head)
            self._pressed = None
            return
        body = self._variable_at(at, BODY)
        rim = self._variable_at(at, RIM)
        if rim is not None and (self.tool == ARROW or body is None):
            self._editor.choose(rim)
            self._tail = rim
        else:
            self._grabbed = body
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._pointer = self._at(event)
        self._offered = None
        if self._pressed is not None and (at - self._pressed).manhattanLength() >= DRAG_STARTS:
            self._dragging = True
        if self._dragging and self._grabbed is not None:
            id, (x, y) = self._grabbed, self.on_sheet(at)
            self._editor.choose(id)
            self._editor.drag(lambda drawing: drawing.move(id, x, y))
        self._show_cursor(at)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            return
        at, dragged, grabbed = self._at(event), self._dragging, self._grabbed
        self._pressed, self._grabbed, self._dragging = None, None, False
        if self._tail is not None:
            if dragged:
                self._finish_arrow(self._variable_at(at, RIM))
            elif self.tool != ARROW:
                self._tail = None  # a click on the rim chooses
        elif dragged and grabbed is not None:
            self._editor.drop(f"move {self._editor.drawing.variable(grabbed).name}")
        elif self._adds(at):
            self._add(*self.on_sheet(at))
        else:
            self._fresh = None
            self._editor.choose(self._what_is_at(at))
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        id = self._variable_at(self._at(event), 3.0)
        if id is not None and event.button() is Qt.MouseButton.LeftButton:
            self._tail = None
            self._editor.retarget(id)

    def leaveEvent(self, event: QEvent) -> None:
        self._pointer = None
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            what, where = self._what_is_at(QPointF(event.pos()) / self._theme.scale), event.globalPos()
        else:
            what = self._editor.chosen
            id = what[0] if isinstance(what, tuple) else what
            where = self.mapToGlobal(self.rect().center() if id is None else self.place(id))
        self._editor.choose(what)
        if what is not None:
            self.menu_requested.emit(what, where)

    def _show_cursor(self, at: QPointF) -> None:
        shapes = Qt.CursorShape
        if self._tail is not None or self.tool == ARROW:
            shape = shapes.CrossCursor
        elif self._variable_at(at, BODY) is not None:
            shape = shapes.ClosedHandCursor if self._dragging else shapes.OpenHandCursor
        elif self._variable_at(at, RIM) is not None:
            shape = shapes.CrossCursor
        else:
            shape = shapes.ArrowCursor if self._what_is_at(at) is None else shapes.PointingHandCursor
        self.setCursor(shape)

    def _finish_arrow(self, head: int | None) -> None:
        tail, self._tail, self._offered = self._tail, None, None
        if tail is not None and head is not None and head != tail:
            self._editor.connect_arrow(tail, head)
        self.update()

    # Names

    def _add(self, x: float, y: float) -> None:
        id = self._fresh = self._editor.add(x, y)
        if id is not None:
            self.begin_naming(id)

    def begin_naming(self, id: int) -> None:
        """Type the name of a variable where it stands."""
        self._naming = id
        field, at = self.name_field, self.place(id)
        field.setText(self._editor.drawing.variable(id).name)
        wide, high = self.scaled(120), self.scaled(32)
        field.setGeometry(at.x() - wide // 2, at.y() - high // 2, wide, high)
        field.show()
        field.setFocus()
        field.selectAll()

    def end_naming(self, *, keep: bool = True) -> None:
        """Take the name that was typed, or leave the old one; a name that cannot be leaves the old one."""
        id, self._naming = self._naming, None
        if id is None:
            return
        name = self.name_field.text()
        self.name_field.hide()
        self.setFocus()
        if keep and self._editor.drawing.has(id):
            self._editor.rename(id, name)
        self.update()

    # Keys

    def event(self, event: QEvent) -> bool:
        """Arrows and letters are the canvas's own while it has the focus, not the window's."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
            busy = self._tail is not None or self._editor.chosen is not None
            if plain and event.key() in _KEYS and (event.key() != Qt.Key.Key_Escape or busy):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        editor, key, chosen = self._editor, Qt.Key(event.key()), self._editor.chosen
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._tail is not None:
            self._finish_arrow(self._head_under_way())
        elif key == Qt.Key.Key_Escape and (self._tail is not None or chosen is not None):
            if self._tail is None:
                editor.choose(None)
            self._tail, self._offered = None, None
        elif key == Qt.Key.Key_N:
            self._add(*self._free_place())
        elif key == Qt.Key.Key_E and isinstance(chosen, int):
            self._tail, self._pointer = chosen, None
            self._offer(1)
        elif key in _MOVES and self._tail is not None:
            self._offer(sum(_MOVES[key]))
        elif key in _MOVES and isinstance(chosen, int):
            (dx, dy), variable = _MOVES[key], editor.drawing.variable(chosen)
            editor.move(chosen, variable.x + dx * GRID, variable.y + dy * GRID)
        elif key == Qt.Key.Key_R:
            editor.reverse()
        elif key == Qt.Key.Key_T and isinstance(chosen, int):
            editor.retarget(chosen)
        elif key == Qt.Key.Key_F2 and isinstance(chosen, int):
            self.begin_naming(chosen)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            editor.remove()
        else:
            super().keyPressEvent(event)
        self.update()

    def _offer(self, step: int) -> None:
        """Another head for the arrow that the keys are drawing."""
        heads = [variable.id for variable in self._editor.drawing.variables if variable.id != self._tail]
        if heads:
            place = heads.index(self._offered) + step if self._offered in heads else 0
            self._offered = heads[place % len(heads)]

    def _free_place(self) -> tuple[float, float]:
        """Where the pointer is, if it is here; else the first place that nobody is near."""
        if self._pointer is not None and self._variable_at(self._pointer, RIM + 14.0) is None:
            return self.on_sheet(self._pointer)
        taken = [(variable.x, variable.y) for variable in self._editor.drawing.variables]
        spots = [(x, y) for y in range(70, int(HEIGHT) - 40, 90) for x in range(90, int(WIDTH) - 40, 110)]
        free = (s for s in spots if all(abs(s[0] - x) > 70 or abs(s[1] - y) > 45 for x, y in taken))
        return next(free, spots[0])

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes from variable to variable, then from arrow to arrow, then on."""
        drawing, editor = self._editor.drawing, self._editor
        order: list[Chosen] = [*(v.id for v in drawing.variables), *(a.ends for a in drawing.arrows)]
        if self._tail is not None:
            self._offer(1 if next else -1)
            self.update()
            return True
        place = order.index(editor.chosen) if editor.chosen in order else -1 if next else len(order)
        place += 1 if next else -1
        if self.hasFocus() and 0 <= place < len(order):
            editor.choose(order[place])
            return True
        return super().focusNextPrevChild(next)
