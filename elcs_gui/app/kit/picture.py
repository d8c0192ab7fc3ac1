"""Something painted as a file: SVG, PDF or PNG. Vectors stay vectors; the same picture is the same bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF, Qt, QUuid
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter

from elcs_gui import __version__
from elcs_gui.app.kit.svg import svg
from elcs_gui.app.kit.theme import searchable_text
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError

PICTURES = ("svg", "pdf", "png")
SCREEN_SCALE = 2.0
"""Pixels a unit in a PNG unless told otherwise: sharp on today's screens."""
MOST_PIXELS = 200_000_000
POINT = 0.75
"""Of an inch's 96 units; a page is measured in 72nds."""


@dataclass(frozen=True)
class Picture:
    """What `paint` paints from the painter's origin on, how large it is, and what a file says of it."""

    paint: Callable[[QPainter], None]
    size: QSizeF
    title: str
    description: str = ""

    def write(self, path: Path, scale: float | None = None) -> None:
        """Write it as the ending of `path` says.

        A PNG is `scale` times as large in pixels (2 if not said), SVG and PDF on paper (1 if not said).
        """
        kind = path.suffix.lower().lstrip(".")
        if kind not in PICTURES:
            raise ElcsError(f"{path.name}: pictures are written as .svg, .pdf or .png.")
        data = self.data(kind, scale)
        with replacing(path) as part:
            part.write_bytes(data)

    def data(self, kind: str, scale: float | None = None) -> bytes:
        """It as "svg", "pdf" or "png"."""
        if kind == "svg":
            text = svg(
                self.paint, self.size, title=self.title, description=self.description, scale=scale or 1.0
            )
            return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text.encode()
        return self._pdf(scale or 1.0) if kind == "pdf" else self._png(scale or SCREEN_SCALE)

    def image(self, scale: float) -> QImage:
        """It in pixels."""
        pixels = (self.size * scale).toSize()
        if pixels.width() * pixels.height() > MOST_PIXELS or not pixels.width() or not pixels.height():
            raise ElcsError(
                f"A picture of {pixels.width():,} × {pixels.height():,} pixels is more than this program "
                "paints: choose a smaller scale, or SVG or PDF, which have none."
            )
        made = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.scale(scale, scale)
        self.paint(painter)
        painter.end()
        return made

    def _png(self, scale: float) -> bytes:
        made = self.image(scale)
        dots_a_metre = round(96 * scale / 0.0254)
        made.setDotsPerMeterX(dots_a_metre)
        made.setDotsPerMeterY(dots_a_metre)
        held = QByteArray()
        buffer = QBuffer(held)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        if not made.save(buffer, "PNG"):
            raise ElcsError("This picture cannot be written as PNG: choose SVG or PDF.")
        return bytes(held.data())

    def _pdf(self, scale: float) -> bytes:
        held = QByteArray()
        buffer = QBuffer(held)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QPdfWriter(buffer)
        writer.setResolution(96)
        page = QSizeF(self.size * (POINT * scale))
        writer.setPageSize(QPageSize(page, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
        writer.setPageMargins(QMarginsF())
        writer.setTitle(self.title)
        writer.setCreator(f"ELCS Explorer {__version__}")
        if hasattr(writer, "setDocumentId"):  # since Qt 6.8
            writer.setDocumentId(QUuid(str(uuid5(NAMESPACE_URL, self.title))))
        painter = QPainter(writer)
        painter.scale(scale, scale)
        with searchable_text():
            self.paint(painter)
        painter.end()
        buffer.close()
        return _without_clock(bytes(held.data()))


def _without_clock(pdf: bytes) -> bytes:
    """Every date set to the same day: a file tells what is in it, not when it was made. Lengths stay."""
    pdf = re.sub(rb"Date \(D:\d{14}", b"Date (D:20000101000000", pdf)
    return re.sub(rb'Date="[-\d]{10}T[:\d]{8}[+-]\d\d:\d\d"', b'Date="2000-01-01T00:00:00+00:00"', pdf)
