"""A sheet as a file: SVG, PDF or PNG. Vectors stay vectors, and the same sheet gives the same bytes."""

from __future__ import annotations

import re
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF, Qt, QUuid
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter

from elcs_gui import __version__
from elcs_gui.app.exporting.svg import svg
from elcs_gui.app.graph.fonts import searchable_text
from elcs_gui.app.graph.sheet import Sheet
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError
from elcs_gui.trace.explain import headline

PICTURES = ("svg", "pdf", "png")
SCREEN_SCALE = 2.0
"""Pixels a unit in a PNG unless told otherwise: sharp on today's screens."""
MOST_PIXELS = 200_000_000
POINT = 0.75
"""Of an inch's 96 units; a page is measured in 72nds."""


def write_picture(sheet: Sheet, path: Path, scale: float | None = None) -> None:
    """Write the sheet at its step; the ending of `path` says how.

    A PNG is `scale` times as large in pixels (2 if not said), SVG and PDF on paper (1 if not said).
    """
    kind = path.suffix.lower().lstrip(".")
    if kind not in PICTURES:
        raise ElcsError(f"{path.name}: pictures are written as .svg, .pdf or .png.")
    data = picture(sheet, kind, scale)
    with replacing(path) as part:
        part.write_bytes(data)


def picture(sheet: Sheet, kind: str, scale: float | None = None) -> bytes:
    """The sheet at its step as "svg", "pdf" or "png"."""
    if kind == "svg":
        text = svg(
            sheet.paint, sheet.size, title=title_of(sheet), description=sheet.said(), scale=scale or 1.0
        )
        return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text.encode()
    return _pdf(sheet, scale or 1.0) if kind == "pdf" else _png(sheet, scale or SCREEN_SCALE)


def title_of(sheet: Sheet) -> str:
    """What a file calls itself: the sheet's title, or what the run was asked to do."""
    return sheet.layout.title or headline(sheet.trace.header)


def image(sheet: Sheet, scale: float) -> QImage:
    """The sheet in pixels."""
    pixels = (sheet.size * scale).toSize()
    if pixels.width() * pixels.height() > MOST_PIXELS or not pixels.width() or not pixels.height():
        raise ElcsError(
            f"A picture of {pixels.width():,} × {pixels.height():,} pixels is more than this program paints: "
            "choose a smaller scale, or SVG or PDF, which have none."
        )
    made = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.scale(scale, scale)
    sheet.paint(painter)
    painter.end()
    return made


def _png(sheet: Sheet, scale: float) -> bytes:
    made = image(sheet, scale)
    dots_a_metre = round(96 * scale / 0.0254)
    made.setDotsPerMeterX(dots_a_metre)
    made.setDotsPerMeterY(dots_a_metre)
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not made.save(buffer, "PNG"):
        raise ElcsError("This picture cannot be written as PNG: choose SVG or PDF.")
    return bytes(held.data())


def _pdf(sheet: Sheet, scale: float) -> bytes:
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(96)
    page = QSizeF(sheet.size * (POINT * scale))
    writer.setPageSize(QPageSize(page, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF())
    writer.setTitle(title_of(sheet))
    writer.setCreator(f"ELCS Explorer {__version__}")
    if hasattr(writer, "setDocumentId"):  # since Qt 6.8
        writer.setDocumentId(QUuid(str(uuid5(NAMESPACE_URL, title_of(sheet)))))
    painter = QPainter(writer)
    painter.scale(scale, scale)
    with searchable_text():
        sheet.paint(painter)
    painter.end()
    buffer.close()
    return _without_clock(bytes(held.data()))


def _without_clock(pdf: bytes) -> bytes:
    """Every date set to the same day: a file tells what is in it, not when it was made. Lengths stay."""
    pdf = re.sub(rb"Date \(D:\d{14}", b"Date (D:20000101000000", pdf)
    return re.sub(rb'Date="[-\d]{10}T[:\d]{8}[+-]\d\d:\d\d"', b'Date="2000-01-01T00:00:00+00:00"', pdf)
