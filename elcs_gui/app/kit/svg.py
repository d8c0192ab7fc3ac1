"""A painted picture as SVG that looks the same wherever it is opened.

Qt writes text as text in a font that hardly anybody has, with places that are right for that font alone. So
text becomes outlines here, each sign drawn once and used again; a file stays small, needs no font and no
network, and a browser, an editor and a printer show the same. What was written is kept as the label of its
group, for search and for screen readers. Only signs without an outline (colour emoji) remain text.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from html import escape

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter, QPainterPath, QTextLayout

from elcs_gui.app.kit.theme import font

_NS = "{http://www.w3.org/2000/svg}"
_FAMILIES = "Inter, 'DejaVu Sans', 'Segoe UI Emoji', 'Apple Color Emoji', 'Noto Color Emoji', sans-serif"
_KEPT = (
    "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-linecap", "stroke-linejoin",
    "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit", "transform",
)  # fmt: skip
_USUAL = {"fill-opacity": "1", "stroke-opacity": "1", "transform": "matrix(1,0,0,1,0,0)",
          "stroke-dashoffset": "0", "stroke-miterlimit": "4"}  # fmt: skip


def svg(
    paint: Callable[[QPainter], None],
    size: QSizeF,
    *,
    title: str,
    description: str = "",
    scale: float = 1.0,
    prefix: str = "g",
) -> str:
    """What `paint` paints on a sheet of `size`, as a document of its own or to be put into a page.

    `prefix` begins the names of the signs: two pictures in one page need two.
    """
    glyphs = _Glyphs(prefix)
    body = "\n".join(_groups(ET.fromstring(_painted(paint, size)), glyphs))  # Qt wrote it a moment ago
    w, h = size.width(), size.height()
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{w * scale:g}" height="{h * scale:g}" viewBox="0 0 {w:g} {h:g}" role="img" '
        'fill="none" fill-rule="evenodd">\n'
        f"<title>{_text(title)}</title>\n"
        + (f"<desc>{_text(description)}</desc>\n" if description else "")
        + f"<defs>\n{glyphs.definitions()}\n</defs>\n{body}\n</svg>\n"
    )


def _painted(paint: Callable[[QPainter], None], size: QSizeF) -> str:
    from PySide6.QtSvg import QSvgGenerator

    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size.toSize())
    generator.setViewBox(QRectF(QPointF(), size))
    painter = QPainter(generator)
    paint(painter)
    painter.end()
    buffer.close()
    return held.toStdString()


def _groups(root: ET.Element, glyphs: _Glyphs) -> Iterator[str]:
    """Qt opens a group for every state of the painter, mostly for nothing: those with something in them."""
    for group in root.iter(f"{_NS}g"):
        inside = [_shape(child, glyphs) for child in group if child.tag != f"{_NS}g"]
        if inside:
            yield f"<g{_style(group)}>{''.join(inside)}</g>"


def _style(element: ET.Element) -> str:
    found = {name: element.get(name, "") for name in _KEPT if element.get(name) not in (None, "")}
    if found.get("stroke", "none") == "none":
        found = {name: value for name, value in found.items() if not name.startswith("stroke")}
    if found.get("fill") == "none":
        del found["fill"]
    return "".join(f' {name}="{escape(value)}"' for name, value in found.items() if _USUAL.get(name) != value)


def _shape(element: ET.Element, glyphs: _Glyphs) -> str:
    if element.tag == f"{_NS}text":
        return glyphs.written(element)
    name = element.tag.removeprefix(_NS)
    attributes = "".join(
        f' {key}="{escape(value.strip())}"'
        for key, value in element.attrib.items()
        if key not in ("fill-rule", "vector-effect")
    )
    return f"<{name}{attributes}/>"


class _Glyphs:
    """The outlines of the signs, each once."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._names: dict[tuple[str, str, float, int], str] = {}
        self._paths: list[str] = []
        self._drawn: dict[tuple[str, float, int], str | None] = {}
        """By text, size and weight: what stands in the file; None for what has no outlines."""

    def definitions(self) -> str:
        return "\n".join(self._paths)

    def written(self, element: ET.Element) -> str:
        """A text of Qt's as outlines at its place."""
        text = element.text or ""
        size, weight = float(element.get("font-size", "13")), int(element.get("font-weight", "400"))
        x, y, fill = element.get("x", "0"), element.get("y", "0"), element.get("fill", "#000000")
        opacity = element.get("fill-opacity", "1")
        shade = f'fill="{escape(fill)}"' + (f' fill-opacity="{escape(opacity)}"' if opacity != "1" else "")
        key = (text, size, weight)
        if key not in self._drawn:
            self._drawn[key] = self._outlines(text, font(size, QFont.Weight(weight)))
        outlines = self._drawn[key]
        if outlines is None:
            return (
                f'<text x="{x}" y="{y}" {shade} stroke="none" font-family="{_FAMILIES}" font-size="{size:g}" '
                f'font-weight="{weight}" xml:space="preserve">{_text(text)}</text>'
            )
        place = f'transform="translate({x} {y})"'
        return f'<g {place} {shade} stroke="none" aria-label="{_text(text)}">{outlines}</g>'

    def _outlines(self, text: str, used: QFont) -> str | None:
        layout = QTextLayout(text, used)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        baseline = line.y() + line.ascent()
        uses: list[str] = []
        for run in layout.glyphRuns():
            raw = run.rawFont()
            for index, at in zip(run.glyphIndexes(), run.positions(), strict=True):
                if index == 0:  # not in any font here; whoever opens the file may have one
                    return None
                key = (raw.familyName(), raw.styleName(), raw.pixelSize(), index)
                if key not in self._names:
                    self._names[key] = self._define(raw.pathForGlyph(index))
                name, x, y = self._names[key], at.x(), at.y() - baseline
                if name:
                    up = f' y="{_number(y)}"' if abs(y) > 0.005 else ""
                    uses.append(f'<use xlink:href="#{name}" x="{_number(x)}"{up}/>')
        return "".join(uses) if uses or not text.strip() else None

    def _define(self, path: QPainterPath) -> str:
        """The name of a new outline; empty for a blank."""
        if path.isEmpty():
            return ""
        name = f"{self._prefix}{len(self._paths)}"
        self._paths.append(f'<path id="{name}" d="{_commands(path)}" fill-rule="nonzero"/>')
        return name


def _commands(path: QPainterPath) -> str:
    """A path as SVG writes it; a curve is three elements of Qt's."""
    kinds = QPainterPath.ElementType
    parts: list[str] = []
    for place in range(path.elementCount()):
        element = path.elementAt(place)
        at = f"{_number(element.x)} {_number(element.y)}"
        if element.type is kinds.MoveToElement:
            parts.append(f"{'Z' if parts else ''}M{at}")
        elif element.type is kinds.LineToElement:
            parts.append(f"L{at}")
        elif element.type is kinds.CurveToElement:
            parts.append(f"C{at}")
        else:
            parts.append(f" {at}")
    return "".join(parts) + "Z"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


def _text(text: str) -> str:
    """Safe as text and in quotes; what XML cannot hold at all is left out."""
    return escape("".join(c for c in text if c >= " " or c in "\t\n"), quote=True)
