"""A picture of the graph made beside the window: the same layout and painting, on a sheet of its own.

A sheet is the graph at one step, with a title above it and the sentence of the step below it where they are
wanted. What a file or a frame of a film shows is one sheet, whatever the format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QTextLayout, QTextOption

from elcs_gui.algorithms.run_title import headline
from elcs_gui.app.graph.attention import Attention
from elcs_gui.app.graph.edge_shares import EdgeShares
from elcs_gui.app.graph.field_stage import FieldStage
from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import labels_of
from elcs_gui.app.graph.layout.field import KNOWN_MAPS
from elcs_gui.app.graph.layout.map_members import learnt_links
from elcs_gui.app.graph.local_stage import LocalStage
from elcs_gui.app.graph.painting.tray_legend_painter import plain
from elcs_gui.app.kit.picture import Picture
from elcs_gui.app.kit.theme import SEMIBOLD, Theme
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, ends_of
from elcs_gui.inquiry.firmness import Firmness
from elcs_gui.inquiry.weak_edges import known_weak_edges
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.places import LEGIBLE
from elcs_gui.picture.scene import Edges, with_rule, with_strokes, with_weak
from elcs_gui.trace.explain import told
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Trace

SIZES = ((960, 600), (1280, 800), (1600, 1000), (2240, 1400))
"""What a sheet tries when nobody says how large it is to be: the first that can be read."""
LEAST, MOST = 240, 8000
"""Bounds for either side of a sheet."""
TITLE = 46.0
LINE = 19.0
CAPTION = 2 * LINE + 26.0
MARGIN = 16.0


@dataclass(frozen=True)
class Look:
    """What the window has marked and moved, to be seen in its pictures too.

    Attributes:
        view: which of the two is shown, and `size` how large.
        kept: by view, where nodes were dragged to.
        associations: what gives the map of the field view its shape.
        firmness: by which arrows are as thick as they are firm; None where all are alike.
        about: the arrow whose rule is drawn; None draws the rule that fires at the step.
    """

    view: str = "local"
    size: tuple[int, int] | None = None
    truth: Edges | None = None
    kept: Mapping[str, Mapping[Any, tuple[float, float]]] = field(default_factory=dict)
    associations: Sequence[tuple[int, int, float]] = ()
    shares: EdgeShares | None = None
    guests: bool = False
    firmness: Firmness | None = None
    about: Edge | None = None
    sought: int | None = None


@dataclass(frozen=True)
class Layout:
    """How a sheet is to look.

    Attributes:
        view: "local" or "field".
        size: of the whole sheet, or of the graph on it if `bare`; None takes the smallest of SIZES on which
            names can be read.
        title: above the graph; empty for none.
        caption: the sentence of the step stands below the graph.
        test: the running test is drawn, if the step is one.
        transparent: nothing is painted behind the graph.
    """

    theme: Theme
    view: str = "local"
    size: tuple[int, int] | None = None
    bare: bool = False
    title: str = ""
    caption: bool = False
    legend: bool = True
    test: bool = True
    transparent: bool = False


class Sheet(QObject):
    """Lays out and paints steps of one trace. Needs a QGuiApplication, but no window."""

    changed = Signal()
    """The map of a field view that was not waited for is there now."""

    def __init__(self, trace: Trace, layout: Layout, look: Look | None = None, *, wait: bool = True) -> None:
        """`wait` for a map that was never made before; on many variables that takes seconds."""
        super().__init__()
        look = look or Look()
        self._wait = wait
        self.trace = trace
        self._look = look
        self._player = Player(self)
        self._player.load(trace)
        self._stage: LocalStage | FieldStage
        if layout.view == "field":
            self._stage = FieldStage(self._player, self)
            # A trace has no data to take the shape of the map from: the edges it ends with must do.
            self._links = look.associations or learnt_links(final_view(trace))
            self._stage.set_associations(self._links)
            self._stage.changed.connect(self.changed)
        else:
            self._stage = LocalStage(self._player)
            self._stage.shares, self._stage.guests = look.shares, look.guests
        self._stage.load(FactsByTarget(trace), labels_of(trace.header.names))
        if isinstance(self._stage, FieldStage):
            self._stage.map.sought = look.sought
        self._stage.put(look.kept.get(layout.view, {}))
        self.restyle(layout)
        self.step = -1
        self.seek(len(trace))

    def can_be(self, trace: Trace, layout: Layout, look: Look) -> bool:
        """Is it of that trace, in that view, with the same marked and moved?"""
        return self.trace is trace and self.layout.view == layout.view and self._look == look

    def restyle(self, layout: Layout) -> None:
        """Look otherwise, in the same view; it must be told the step again."""
        self.layout = layout
        self._theme = _clear(layout.theme) if layout.transparent else layout.theme.at(1.0)
        self._stage.legend = layout.legend
        self._size: QSizeF | None = None

    def seek(self, step: int) -> None:
        """Show the trace after so many events."""
        self._player.seek(step)
        self.step = self._player.step
        scene = self._stage.update(self._look.truth)
        assert scene is not None
        if isinstance(self._stage, FieldStage) and (
            self._wait or KNOWN_MAPS.find(len(scene.standings), self._links) is not None
        ):
            self._stage.finish()
        if not self.layout.test:
            scene = replace(scene, test=None, ringed=())
        if self._look.firmness is not None:
            scene = with_strokes(scene, self._look.firmness)
        if (weak := known_weak_edges(self.trace)) is not None:
            scene = with_weak(scene, weak)
        if self._look.shares is None:
            event = self._player.current_event if self.layout.test else None
            scene = with_rule(scene, self.trace, self.step, event, ends_of(self._look.about))
        self._stage.scene = scene

    @property
    def ready(self) -> bool:
        """There is something to paint: the map of a field view may still be on its way."""
        return not isinstance(self._stage, FieldStage) or self._stage.ready

    @property
    def size(self) -> QSizeF:
        """Of the whole sheet, the same for every step."""
        if self._size is None:
            wanted = self.layout.size
            beside = self._beside if self.layout.bare else 0.0
            self._size = QSizeF(wanted[0], wanted[1] + beside) if wanted is not None else self._readable()
        return self._size

    def paint(self, painter: QPainter) -> None:
        """The sheet from the painter's origin on; everything is lines, shapes and text where that can be."""
        theme, whole = self._theme, QRectF(QPointF(), self.size)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(whole)
        if not self.layout.transparent:
            painter.fillRect(whole, theme.canvas)
        graph = self._graph_box()
        if self.layout.title:
            room = whole.width() - 2 * MARGIN
            text = face(17)[1].elidedText(self.layout.title, Qt.TextElideMode.ElideRight, room)
            plain(painter, text, MARGIN, TITLE / 2 + 2.0, 17, theme.ink, SEMIBOLD)
        if self.layout.caption:
            self._paint_caption(painter, QRectF(0.0, graph.bottom(), whole.width(), whole.bottom()))
        painter.translate(graph.topLeft())
        size, stage = graph.size(), self._stage
        made = stage.frame(stage.places(size), size)
        attention = Attention(export=True)
        stage.paint(painter, made, theme, size, attention)
        painter.restore()

    @property
    def picture(self) -> Picture:
        """It at its step, as a file or in pixels."""
        return Picture(self.paint, self.size, self.name, self.said())

    @property
    def name(self) -> str:
        """What a file calls itself: the title, or what the run was asked to do."""
        return self.layout.title or headline(self.trace.header)

    def said(self) -> str:
        """The sentence of the step."""
        return told(self.trace, self.trace[self.step - 1]) if self.step else f"{headline(self.trace.header)}."

    @property
    def _beside(self) -> float:
        """How high title and caption are."""
        return (TITLE if self.layout.title else 0.0) + (CAPTION if self.layout.caption else 0.0)

    def _graph_box(self) -> QRectF:
        top = TITLE if self.layout.title else 0.0
        return QRectF(0.0, top, self.size.width(), max(self.size.height() - self._beside, 1.0))

    def _readable(self) -> QSizeF:
        stage = self._stage
        if isinstance(stage, FieldStage):
            variables = len(self.trace.header.names)
            return QSizeF(*SIZES[(variables > 40) + (variables > 120) + (variables > 300)])
        for size in SIZES:
            self._size = QSizeF(*size)
            stage.places(self._graph_box().size())
            if stage.camera.zoom >= LEGIBLE:
                break
        assert self._size is not None
        return self._size

    def _paint_caption(self, painter: QPainter, box: QRectF) -> None:
        """Two lines at most, below a hair line; the step stands before them in quiet figures."""
        theme = self._theme
        painter.setPen(theme.line)
        painter.drawLine(QPointF(MARGIN, box.top() + 0.5), QPointF(box.width() - MARGIN, box.top() + 0.5))
        of, top = f" / {len(self.trace):,}", box.top() + 22.0
        plain(painter, f"{self.step:,}{of}", MARGIN, top, 12, theme.ink_3)
        left = (
            MARGIN
            + face(12, NORMAL)[1].horizontalAdvance(f"{len(self.trace):,} / {len(self.trace):,}")
            + 16.0
        )
        for row, text in enumerate(_lines(self.said(), box.width() - MARGIN - left)):
            plain(painter, text, left, top + row * LINE, 14, theme.ink)


def _lines(text: str, room: float) -> list[str]:
    """A sentence in at most two lines of 14-pixel text."""
    font, metrics = face(14, NORMAL)
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    first = layout.createLine()
    first.setLineWidth(room)
    layout.endLayout()
    cut = first.textLength()
    rest = text[cut:].strip()
    lines = [text[:cut].strip()]
    if rest:
        lines.append(metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room))
    return lines


def _clear(theme: Theme) -> Theme:
    """The theme on no ground. Its name is another one, for pictures are kept by it."""
    canvas = QColor(theme.canvas)
    canvas.setAlpha(0)
    return replace(theme, name=f"{theme.name}, transparent", canvas=canvas, scale=1.0)
