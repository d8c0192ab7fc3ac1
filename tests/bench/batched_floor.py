"""A floor under a frame's time: the same primitives, recorded from a real frame and painted back in batches.

What is recorded are the calls the frame makes to QPainter. Played back, lines go by `drawLines` for each pen,
every shape (path, polygon, ellipse, box) and every picture is a ready-made sprite for `drawPixmap`, and every
text is a ready-made `QStaticText`; all in device coordinates. Coordinates stand in plain lists and become
Qt's points and lines at each frame, as they must in any program whose nodes may move. Nothing is computed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QPolygonF, QStaticText
from PySide6.QtWidgets import QWidget

_SHAPES = ("drawPath", "drawConvexPolygon", "drawPolygon", "drawPolyline", "drawEllipse", "drawRoundedRect")


class Recording:
    """What one frame draws."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.lines: dict[tuple[Any, ...], tuple[QPen, list[tuple[float, ...]]]] = {}
        self.points: dict[tuple[Any, ...], tuple[QPen, list[tuple[float, float]]]] = {}
        self.texts: dict[tuple[str, str], tuple[QFont, QPen, list[tuple[float, float, str]]]] = {}
        self.sprites: list[tuple[float, float, int, int]] = []

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Note every call to a QPainter."""
        hear = {
            "drawLines": self._lines,
            "drawLine": self._line,
            "drawPoints": self._points,
            "drawPoint": self._point,
            "drawText": self._text,
            "drawStaticText": self._text,
            "drawPixmap": self._pixmap,
            **dict.fromkeys(_SHAPES, self._shape),
        }
        patches = []
        for name, note in hear.items():
            original = getattr(QPainter, name)

            def heard(painter: QPainter, *args: Any, _note: Any = note, _original: Any = original) -> Any:
                _note(painter, *args)
                return _original(painter, *args)

            patches.append(patch.object(QPainter, name, heard))
        for one in patches:
            one.start()
        try:
            yield
        finally:
            for one in patches:
                one.stop()

    def _lines(self, painter: QPainter, lines: list[QLineF]) -> None:
        self.counts["lines"] += len(lines)
        pen = painter.pen()
        kept = self.lines.setdefault(_style(pen), (QPen(pen), []))[1]
        kept += [(line.x1(), line.y1(), line.x2(), line.y2()) for line in lines]

    def _line(self, painter: QPainter, *args: Any) -> None:
        self._lines(painter, [args[0] if isinstance(args[0], QLineF) else QLineF(*args)])

    def _points(self, painter: QPainter, points: list[QPointF]) -> None:
        self.counts["points"] += len(points)
        pen = painter.pen()
        kept = self.points.setdefault(_style(pen), (QPen(pen), []))[1]
        kept += [(point.x(), point.y()) for point in points]

    def _point(self, painter: QPainter, point: QPointF) -> None:
        self._points(painter, [point])

    def _text(self, painter: QPainter, *args: Any) -> None:
        self.counts["texts"] += 1
        text = next(
            a.text() if isinstance(a, QStaticText) else a for a in args if isinstance(a, str | QStaticText)
        )
        at = args[0].topLeft() if isinstance(args[0], QRectF | QRect) else args[0]
        x, y = (at.x(), at.y()) if hasattr(at, "x") else (args[0], args[1])
        font, pen = painter.font(), painter.pen()
        key = font.toString(), pen.color().name()
        self.texts.setdefault(key, (QFont(font), QPen(pen), []))[2].append((x, y, text))

    def _pixmap(self, _painter: QPainter, *args: Any) -> None:
        self.counts["sprites"] += 1
        pixmap = next(a for a in args if isinstance(a, QPixmap))
        x, y = (args[0].x(), args[0].y()) if hasattr(args[0], "x") else (args[0], args[1])
        self.sprites.append((x, y, pixmap.width(), pixmap.height()))

    def _shape(self, _painter: QPainter, *args: Any) -> None:
        self.counts["shapes"] += 1
        what = args[0]
        if isinstance(what, QPainterPath | QPolygonF):
            box = what.boundingRect()
        elif isinstance(what, list):
            box = QPolygonF(what).boundingRect()
        elif isinstance(what, QRectF | QRect):
            box = QRectF(what)
        elif hasattr(what, "x"):
            box = QRectF(what.x() - args[1], what.y() - args[2], 2 * args[1], 2 * args[2])
        else:
            box = QRectF(*args[:4])
        self.sprites.append((box.x(), box.y(), max(round(box.width()), 1), max(round(box.height()), 1)))

    def __str__(self) -> str:
        return ", ".join(f"{count:,} {what}" for what, count in sorted(self.counts.items()))


def _style(pen: QPen) -> tuple[Any, ...]:
    return pen.color().rgba(), pen.widthF(), tuple(pen.dashPattern())


class Floor(QWidget):
    """Paints a recording."""

    def __init__(self, recording: Recording) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._recording = recording
        self._static: dict[str, QStaticText] = {}
        for _, _, texts in recording.texts.values():
            for _, _, text in texts:
                self._static[text] = QStaticText(text)
                self._static[text].setTextFormat(Qt.TextFormat.PlainText)
        made: defaultdict[tuple[int, int], QPixmap] = defaultdict()
        self._sprites: list[tuple[float, float, QPixmap]] = []
        for x, y, width, height in recording.sprites:
            if (width, height) not in made:
                made[width, height] = _sprite(width, height)
            self._sprites.append((x, y, made[width, height]))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), Qt.GlobalColor.white)
        for pen, lines in self._recording.lines.values():
            painter.setPen(pen)
            painter.drawLines([QLineF(*line) for line in lines])
        for pen, points in self._recording.points.values():
            painter.setPen(pen)
            painter.drawPoints([QPointF(*point) for point in points])
        for x, y, sprite in self._sprites:
            painter.drawPixmap(QPointF(x, y), sprite)
        for font, pen, texts in self._recording.texts.values():
            painter.setFont(font)
            painter.setPen(pen)
            for x, y, text in texts:
                painter.drawStaticText(QPointF(x, y), self._static[text])
        painter.end()


def _sprite(width: int, height: int) -> QPixmap:
    made = QPixmap(width, height)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.drawRoundedRect(QRectF(made.rect()).adjusted(1, 1, -1, -1), 4, 4)
    painter.end()
    return made
