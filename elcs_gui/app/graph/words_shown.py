"""The words that the picture shows, and where: for who wants them explained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.argument_painter import drawn_argument
from elcs_gui.app.graph.painting.mark_painter import badge_width, placed_marks
from elcs_gui.app.model.selection import Edge, Selection
from elcs_gui.picture.argument_drawing import TAG
from elcs_gui.trace.rules import badge

if TYPE_CHECKING:
    from elcs_gui.app.graph.field_stage import FieldStage
    from elcs_gui.app.graph.local_stage import LocalStage

Word = tuple[str, QRectF]


def word_at(
    stage: LocalStage | FieldStage, frame: Frame, selected: Selection, hovered: Selection, at: QPointF
) -> Word | None:
    """The word at a place: a badge, what the legend says, or the head of the tray."""
    places = (*_badges(frame, selected, hovered), *stage.legend_at, *_tray(stage))
    return next(((word, box) for word, box in places if box.contains(at)), None)


def word_of(frame: Frame, selected: Selection, hovered: Selection) -> Word | None:
    """The badge of the edge that is selected."""
    if not isinstance(selected, Edge):
        return None
    places = list(_badges(frame, selected, hovered, only=selected))
    return places[0] if places else None


def _badges(
    frame: Frame, selected: Selection, hovered: Selection, only: Edge | None = None
) -> Iterator[Word]:
    drawn, argument = drawn_argument(frame), frame.scene.argument
    if drawn is not None and argument is not None:
        for x, y in drawn.tags:
            yield badge(argument.rule), QRectF(x - TAG - 2.0, y - TAG, 2 * TAG + 4.0, 2 * TAG)
        return
    goal = frame.decided
    key = (selected, hovered, frozenset(frame.grown))
    for x, y, word, kind, scale, link in goal.once(
        "marks", key, lambda: placed_marks(goal, selected, hovered, frozenset(frame.grown))
    ):
        if kind is not None and (only is None or goal.links[link].ends == only.ends):
            wide = badge_width(word, scale)
            yield word, QRectF(x - wide / 2, y - 9.0 * scale, wide, 18.0 * scale)


def _tray(stage: LocalStage | FieldStage) -> Iterator[Word]:
    tray = getattr(stage, "tray", None)
    if tray is not None:
        yield "Dismissed", QRectF(tray.left + 12.0, 56.0, 120.0, 36.0)
