"""The map of all variables: every edge that was learnt, by how far its ends agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from elcs_gui.app.all_variables import layout
from elcs_gui.app.all_variables.map_painter import (
    DOT,
    HEIGHT,
    LABEL,
    MapFrame,
    paint_chosen,
    paint_line,
    paint_map,
    paint_names,
    paint_sample,
    ring_node,
)
from elcs_gui.app.all_variables.places import MapPlaces
from elcs_gui.app.all_variables.words import LEGEND, counts, on_the_map
from elcs_gui.app.graph.camera import Camera
from elcs_gui.app.graph.controls_view import SearchField, ZoomButton
from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.kit.labels import hide_tip, show_tip
from elcs_gui.app.kit.theme import Theme
from elcs_gui.inquiry.all_targets import Accord, JointEdge
from elcs_gui.picture.outlines import Floats
from elcs_gui.picture.short_names import ShortNames

WHEEL_STEP = 1.0015
DRAG_STARTS = 4
WIDEST = 132.0
"""Pixels of a name, beyond which it is shortened to what tells it from others."""
DIMMED = 0.35
_TOP, _EDGE = 50.0, 14.0
_LEGEND_ROW, _SAMPLE = 22.0, 44.0


class AllMap(QWidget):
    """Wheel zooms, dragging pans, a click selects an edge, a double click asks for a variable as target."""

    edge_chosen = Signal(object)
    """A `JointEdge`, or None."""
    edge_opened = Signal(object)
    """A `JointEdge` by a double click, or Enter."""
    target_requested = Signal(int)
    moved = Signal()
    """Things stand elsewhere in the panel."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._names: tuple[str, ...] = ()
        self._texts: tuple[str, ...] = ()
        self._half: Floats | None = None
        """None where variables are dots; then their names are so wide:"""
        self._name_widths: list[float] = []
        self._counts: Mapping[Accord, int] = {}
        self._places = MapPlaces(self)
        self._places.taken.connect(self._take_places)
        self._going_to: int | None = None
        """Who was looked for, and is not on the map yet."""
        self._camera = Camera()
        self._fitted: Floats = np.empty((0, 2))
        self._frame: MapFrame | None = None
        self._picture = QPixmap()
        self._named: list[int] = []
        self._named_key: tuple[object, ...] = ()
        self.chosen: JointEdge | None = None
        self._hovered: JointEdge | int | None = None
        self._pressed: QPointF | None = None
        self._last = QPointF()
        self._dragging = False
        self._buttons = [
            ZoomButton("minus", "Zoom out", self),
            ZoomButton("plus", "Zoom in", self),
            ZoomButton("fit", "Fit the map into the panel", self),
        ]
        acts = (lambda: self._zoom(0.8), lambda: self._zoom(1.25), self.fit)
        for button, act in zip(self._buttons, acts, strict=True):
            button.clicked.connect(act)
        self.search = SearchField(self)
        self.search.found.connect(self._go_to)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(320, 240)
        self.setAccessibleName("Map of all variables")
        self.set_theme(theme)

    # What the page asks for

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for button in self._buttons:
            button.set_theme(theme)
        self.search.set_theme(theme)
        self._place_controls()
        self._redraw()

    @property
    def ready(self) -> bool:
        return self._places.ready

    def show_variables(self, names: tuple[str, ...], links: layout.Links, target: int = 0) -> None:
        """These variables, and by which links the map gets its shape until there are edges.

        The target is that of the run in the workspace.
        """
        if names != self._names:
            self._names = names
            self.search.set_names(names)
            self._measure()
            self._counts, self.chosen, self._going_to = {}, None, None
            self._places.renew(len(names))
            self._camera = Camera()
        self._places.lay_out(tuple(links), target)

    def show_edges(self, edges: Sequence[JointEdge], *, settled: bool) -> None:
        """What is known so far; when it is `settled`, the map takes its shape from it."""
        self._counts = counts(edges)
        if self.chosen is not None:
            self.chosen = next((edge for edge in edges if edge.ends == self.chosen.ends), None)
        self._places.show_edges(edges, settled=settled)
        self._redraw()

    def choose(self, edge: JointEdge | None) -> None:
        """Select from outside; nobody is told."""
        self.chosen = edge
        if edge is not None and self.ready and not self._places.has(edge):
            self._camera = Camera()
            self._places.look_for(edge)
        elif edge is not None and self._camera.moved:
            self._bring_into_sight(edge)
        self.update()

    def box_of(self, edge: JointEdge) -> QRectF | None:
        """The part of the panel that an edge and its ends take."""
        made, k = self._frame, self._theme.scale
        if made is None or edge not in made.edges:
            return None
        own = list(edge.ends)
        half = np.stack([made.w[own], made.h[own]], axis=1)
        low, high = (made.xy[own] - half).min(axis=0) * k, (made.xy[own] + half).max(axis=0) * k
        return QRectF(QPointF(*low), QPointF(*high))

    def fit(self) -> None:
        self._camera = Camera()
        self._redraw()

    def sizeHint(self) -> QSize:
        return QSize(900, 600)

    # Places

    @property
    def _size(self) -> QSizeF:
        return QSizeF(self.size()) / self._theme.scale

    def _measure(self) -> None:
        """How large every node is, if each has its name."""
        count, metrics = len(self._names), face(LABEL)[1]
        if count > layout.MOST_NAMED:
            self._texts, self._half = (), None
            self._name_widths = list(map(face(11, NORMAL)[1].horizontalAdvance, self._names))
            return
        short = ShortNames(self._names, metrics.horizontalAdvance).within(WIDEST)
        self._texts = tuple(short)
        widths = [max(44.0, metrics.horizontalAdvance(text) + 24.0) / 2 for text in short]
        self._half = np.array([(width, HEIGHT) for width in widths]).reshape(-1, 2)

    def _take_places(self) -> None:
        """A map is made; who was looked for is brought into the middle."""
        going_to, self._going_to = self._going_to, None
        self._redraw()
        if going_to is not None and self._places.members.has(going_to):
            self._go_to(going_to)

    def _redraw(self) -> None:
        """Where everything is now, and its picture, which stays until something moves."""
        self._frame, self._picture = None, QPixmap()
        if self.ready:
            self._frame = self._made()
        self._describe()
        self.moved.emit()
        self.update()

    def _made(self) -> MapFrame:
        size = self._size
        foot = _LEGEND_ROW * len(self._legend()) + 20.0
        area = (_EDGE, _TOP, max(size.width() - _EDGE, 200.0), max(size.height() - foot, 160.0))
        members = self._places.members
        self._fitted = members.spread(layout.fitting(self._places.world[members.who], self._half, area))
        xy = self._camera.to_screen(self._fitted)
        if self._half is None:
            w = h = np.full(len(xy), DOT)
        else:
            w, h = self._half[:, 0], self._half[:, 1]
        half = np.stack([w, h], axis=1)
        edges = self._places.edges
        ends = [(edge.tail, edge.head) for edge in edges]
        bent = {} if self._half is None else layout.bends(xy, half, ends)
        straight = (Accord.OPPOSED,)  # two arrows side by side
        controls = {
            i: bent[edge.tail, edge.head]
            for i, edge in enumerate(edges)
            if (edge.tail, edge.head) in bent and edge.accord not in straight
        }
        made = MapFrame(xy, w, h, self._texts, edges, controls)
        self._named = [] if self._half is not None else self._with_room(made)
        return made

    def _with_room(self, made: MapFrame) -> list[int]:
        """The variables whose names meet no other: those with many edges first. Panning changes nothing."""
        key = (self._camera.zoom, self.width(), self.height(), id(self._places.world), id(self._places.edges))
        if key != self._named_key:
            self._named_key = key
            self._named = self._fitting_names(made.xy - (self._camera.x, self._camera.y))
        return self._named

    def _fitting_names(self, xy: Floats) -> list[int]:
        degree = np.zeros(len(self._names))
        for edge in self._places.edges:
            degree[[edge.tail, edge.head]] += 1
        who = self._places.members.who
        taken: set[tuple[int, int]] = {(int(x // 12), int(y // 14)) for x, y in xy[who].tolist()}
        found = []
        for x in who[np.argsort(-degree[who], kind="stable")].tolist():
            at_x, at_y = xy[x].tolist()
            half = self._name_widths[x] / 2
            row = int((at_y + DOT + 8.0) // 14)
            first, last = int((at_x - half) // 12), int((at_x + half) // 12)
            cells = {(column, row) for column in range(first, last + 1)}
            if not cells & taken:
                taken |= cells
                found.append(x)
        return found

    def _bring_into_sight(self, edge: JointEdge) -> None:
        self._centre(self._fitted[[edge.tail, edge.head]].mean(axis=0), self._camera.zoom)

    def _centre(self, at: Floats, zoom: float) -> None:
        x, y = (at * zoom).tolist()
        self._camera = Camera(zoom, self._size.width() / 2 - x, self._size.height() / 2 - y, moved=True)
        self._redraw()

    def _go_to(self, x: int) -> None:
        """Bring a variable found by its name into the middle."""
        if self.ready and not self._places.members.has(x):
            self._going_to = x
            self._places.look_for(x)
        elif len(self._fitted) == len(self._names):
            zoom = max(self._camera.zoom, 1.0 if self._half is not None else 2.5)
            self._hovered = x
            self._centre(self._fitted[x], zoom)

    def _zoom(self, factor: float, about: QPointF | None = None) -> None:
        size = self._size
        self._camera.zoom_by(factor, about or QPointF(size.width() / 2, size.height() / 2), most=12.0)
        self._redraw()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._frame is None:
            painter.fillRect(self.rect(), self._theme.canvas)
            if self._names:
                painter.setPen(self._theme.ink_3)
                painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "Drawing the map …")
            return
        if self._picture.isNull():
            self._picture = self._drawn(self._frame)
        if self._frame.dots and self.chosen is not None:  # among hundreds it would not be seen
            painter.fillRect(self.rect(), self._theme.canvas)
            painter.setOpacity(DIMMED)
        painter.drawPixmap(QPointF(), self._picture)
        painter.setOpacity(1.0)
        painter.scale(self._theme.scale, self._theme.scale)
        for what, strong in ((self._hovered, False), (self.chosen, True)):
            if isinstance(what, JointEdge) and what in self._frame.edges:
                paint_chosen(painter, self._frame, self._theme, what, strong=strong)
                if self._frame.dots:
                    paint_names(painter, self._frame, self._theme, self._names, what.ends)
        if isinstance(self._hovered, int):
            ring_node(painter, self._frame, self._theme, self._hovered)
            if self._frame.dots and self._hovered not in self._named:
                paint_names(painter, self._frame, self._theme, self._names, [self._hovered])
        self._paint_legend(painter)
        members = self._places.members
        if not members.are_all:
            said = on_the_map(len(members.who), members.count)
            paint_line(painter, self._theme, said, QPointF(_EDGE, _TOP))
        painter.end()

    def _drawn(self, made: MapFrame) -> QPixmap:
        """All that does not follow the pointer."""
        ratio = self.devicePixelRatioF()
        picture = QPixmap((QSizeF(self.size()) * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.canvas)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale, self._theme.scale)
        paint_map(painter, made, self._theme)
        paint_names(painter, made, self._theme, self._names, self._named)
        painter.end()
        return picture

    def _legend(self) -> list[list[tuple[Accord, str, float]]]:
        """The kinds of edges there are with their number, in rows that fit, and where each begins."""
        metrics = face(12, NORMAL)[1]
        rows: list[list[tuple[Accord, str, float]]] = [[]]
        x = _EDGE
        for accord, count in self._counts.items():
            text = f"{LEGEND[accord]}  {count:,}"
            wide = _SAMPLE + metrics.horizontalAdvance(text) + 26.0
            if count and rows[-1] and x + wide > self._size.width() - _EDGE:
                rows.append([])
                x = _EDGE
            if count:
                rows[-1].append((accord, text, x))
                x += wide
        return rows

    def _paint_legend(self, painter: QPainter) -> None:
        """At the foot, over whatever was moved there."""
        rows, size = self._legend(), self._size
        top = size.height() - _LEGEND_ROW * len(rows) - 6.0
        painter.fillRect(QRectF(0.0, top, size.width(), size.height() - top), self._theme.canvas)
        for place, row in enumerate(rows):
            y = top + _LEGEND_ROW * (place + 0.5) + 1.0
            for accord, text, x in row:
                missed = 0 if accord is Accord.ONE_END else None
                edge = JointEdge(0, 1, accord, accord is not Accord.UNDIRECTED, missed)
                paint_sample(painter, self._theme, edge, QPointF(x, y), QPointF(x + 34.0, y))
                painter.setFont(face(12, NORMAL)[0])
                painter.setPen(self._theme.ink_2)
                painter.drawText(QPointF(x + _SAMPLE, y + 4.0), text)

    # Pointer and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._pressed = self._last = self._at(event)
        self._dragging = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._at(event)
        if self._pressed is not None:
            moved = at - self._pressed
            self._dragging = self._dragging or abs(moved.x()) + abs(moved.y()) > DRAG_STARTS
            if self._dragging:
                self._camera.pan(at.x() - self._last.x(), at.y() - self._last.y())
                self._redraw()
            self._last = at
            return
        self._hover(self._under(at), event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and not self._dragging:
            under = self._under(self._at(event))
            if not isinstance(under, int):
                self.chosen = under
                self.edge_chosen.emit(under)
                self.update()
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        under = self._under(self._at(event))
        if isinstance(under, int):
            self.target_requested.emit(under)
        elif under is not None:
            self.edge_opened.emit(under)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._zoom(WHEEL_STEP ** event.angleDelta().y(), self._at(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.chosen is not None:
            self.edge_opened.emit(self.chosen)
        elif event.key() == Qt.Key.Key_Escape and self.chosen is not None:
            self.choose(None)
            self.edge_chosen.emit(None)
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = None
        self.update()
        super().leaveEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_controls()
        self._redraw()

    def _at(self, event: QMouseEvent | QWheelEvent) -> QPointF:
        return event.position() / self._theme.scale

    def _under(self, at: QPointF) -> JointEdge | int | None:
        if self._frame is None:
            return None
        node = self._frame.node_at(at.x(), at.y())
        return node if node is not None else self._frame.edge_at(at.x(), at.y())

    def _hover(self, what: JointEdge | int | None, event: QMouseEvent) -> None:
        if what == self._hovered:
            return
        self._hovered = what
        self.setCursor(Qt.CursorShape.ArrowCursor if what is None else Qt.CursorShape.PointingHandCursor)
        if isinstance(what, int):
            show_tip(
                event.globalPosition().toPoint(), f"{self._names[what]}: double click to see its run", self
            )
        else:
            hide_tip()
        self.update()

    def _place_controls(self) -> None:
        k = self._theme.scale
        for place, button in enumerate(self._buttons):
            button.move(self.width() - round((12 + 28 + (2 - place) * 32) * k), round(10 * k))
        self.search.move(round(12 * k), round(10 * k))

    def _describe(self) -> None:
        said = "; ".join(f"{LEGEND[accord]}: {count}" for accord, count in self._counts.items() if count)
        self.setAccessibleDescription(said or "No edge is known yet.")
