"""A sheet as a file: SVG, PDF or PNG."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QImage

from elcs_gui.app.graph.sheet import Sheet
from elcs_gui.app.kit.picture import Picture
from elcs_gui.trace.explain import headline


def write_picture(sheet: Sheet, path: Path, scale: float | None = None) -> None:
    """Write the sheet at its step; the ending of `path` says how, `scale` as for any `Picture`."""
    _of(sheet).write(path, scale)


def picture(sheet: Sheet, kind: str, scale: float | None = None) -> bytes:
    """The sheet at its step as "svg", "pdf" or "png"."""
    return _of(sheet).data(kind, scale)


def image(sheet: Sheet, scale: float) -> QImage:
    """The sheet in pixels."""
    return _of(sheet).image(scale)


def title_of(sheet: Sheet) -> str:
    """What a file calls itself: the sheet's title, or what the run was asked to do."""
    return sheet.layout.title or headline(sheet.trace.header)


def _of(sheet: Sheet) -> Picture:
    return Picture(sheet.paint, sheet.size, title_of(sheet), sheet.said())
