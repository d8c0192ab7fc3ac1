"""The graph as a file: SVG, PDF or PNG, by the same painting as on the screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, QSizeF
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter

from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError
from elcs_gui.panels.graph_panel import GraphPanel


def export_picture(graph: GraphPanel, path: Path, scale: float = 2.0) -> None:
    """Write the graph as it is shown; the ending of `path` says how."""
    size = graph.size()
    kind = path.suffix.lower()
    if kind not in (".svg", ".pdf", ".png"):
        raise ElcsError(f"{path.name}: pictures are written as .svg, .pdf or .png.")
    with replacing(path) as part:
        {".svg": _svg, ".pdf": _pdf, ".png": _png}[kind](graph, part, size, scale)


def _svg(graph: GraphPanel, path: Path, size: QSize, scale: float) -> None:  # noqa: ARG001  vectors have no scale
    from PySide6.QtSvg import QSvgGenerator

    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(size)
    generator.setViewBox(graph.rect())
    generator.setTitle("ELCS Explorer")
    painter = QPainter(generator)
    graph.render_to(painter, size)
    painter.end()


def _pdf(graph: GraphPanel, path: Path, size: QSize, scale: float) -> None:  # noqa: ARG001  vectors have no scale
    writer = QPdfWriter(str(path))
    writer.setResolution(96)
    writer.setPageSize(QPageSize(QSizeF(size.width() * 0.75, size.height() * 0.75), QPageSize.Unit.Point))
    writer.setPageMargins(writer.pageLayout().margins() * 0)
    painter = QPainter(writer)
    graph.render_to(painter, size)
    painter.end()


def _png(graph: GraphPanel, path: Path, size: QSize, scale: float) -> None:
    image = QImage(size * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    graph.render_to(painter, size)
    painter.end()
    image.save(str(path), "PNG")
