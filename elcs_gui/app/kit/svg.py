"""A painted picture as SVG that looks the same wherever it is opened.

Qt writes text as text in a font that hardly anybody has, with places that are right for that font alone. So
text becomes outlines here, each sign drawn once and used again; a file stays small, needs no font and no
network, and a browser, an editor and a printer show the same. What was written is kept as the label of its
group, for search and for screen readers. Only signs without an outline (colour emoji) remain text.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter, QPainterPath, QTextLayout

from elcs_gui.app.kit.theme import font
from elcs_gui.foreign import Rich, allowed_in_xml, joined, markup

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
) -> Rich:
    """What `paint` paints on a sheet of `size`, as a document of its own or to be put into a page.

    `prefix` begins the names of the signs: two pictures in one page need two.
    """
    glyphs = _Glyphs(prefix)
    # Qt wrote it a moment ago, texts as they were painted.
    root = ET.fromstring(allowed_in_xml(_painted(paint, size)))
    body = joined(_groups(root, glyphs), Rich("\n"))
    w, h = size.width(), size.height()
    return markup(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{w * scale:g}" height="{h * scale:g}" viewBox="0 0 {w:g} {h:g}" role="img" '
        'fill="none" fill-rule="evenodd">\n'
        "<title>{}</title>\n{}<defs>\n{}\n</defs>\n{}\n</svg>\n",
        allowed_in_xml(title),
        markup("<desc>{}</desc>\n", allowed_in_xml(description)) if description else "",
        glyphs.definitions(),
        body,
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


def _groups(root: ET.Element, glyphs: _Glyphs) -> Iterator[Rich]:
    """Qt opens a group for every state of the painter, mostly for nothing: those with something in them."""
    for group in root.iter(f"{_NS}g"):
        inside = [_shape(child, glyphs) for child in group if child.tag != f"{_NS}g"]
        if inside:
            yield markup("<g{}>{}</g>", _style(group), joined(inside))


def _style(element: ET.Element) -> Rich:
    found = {name: element.get(name, "") for name in _KEPT if element.get(name) not in (None, "")}
    if found.get("stroke", "none") == "none":
        found = {name: value for name, value in found.items() if not name.startswith("stroke")}
    if found.get("fill") == "none":
        del found["fill"]
    unusual = ((name, value) for name, value in found.items() if _USUAL.get(name) != value)
    return joined(markup(' {}="{}"', name, value) for name, value in unusual)


def _shape(element: ET.Element, glyphs: _Glyphs) -> Rich:
    if element.tag == f"{_NS}text":
        return glyphs.written(element)
    attributes = joined(
        markup(' {}="{}"', key, value.strip())
        for key, value in element.attrib.items()
        if key not in ("fill-rule", "vector-effect")
    )
    return markup("<{}{}/>", element.tag.removeprefix(_NS), attributes)


class _Glyphs:
    """The outlines of the signs, each once."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._names: dict[tuple[str, str, float, int], str] = {}
        self._paths: list[Rich] = []
        self._drawn: dict[tuple[str, float, int], Rich | None] = {}
        """By text, size and weight: what stands in the file; None for what has no outlines."""

    def definitions(self) -> Rich:
        return joined(self._paths, Rich("\n"))

    def written(self, element: ET.Element) -> Rich:
        """A text of Qt's as outlines at its place."""
        text = element.text or ""
        size, weight = float(element.get("font-size", "13")), int(element.get("font-weight", "400"))
        x, y, fill = element.get("x", "0"), element.get("y", "0"), element.get("fill", "#000000")
        opacity = element.get("fill-opacity", "1")
        seen_through = markup(' fill-opacity="{}"', opacity) if opacity != "1" else Rich("")
        shade = markup('fill="{}"{}', fill, seen_through)
        key = (text, size, weight)
        if key not in self._drawn:
            self._drawn[key] = self._outlines(text, font(size, QFont.Weight(weight)))
        outlines = self._drawn[key]
        if outlines is None:
            return markup(
                '<text x="{}" y="{}" {} stroke="none" font-family="{}" '
                f'font-size="{size:g}" font-weight="{weight:d}" xml:space="preserve">{{}}</text>',
                x, y, shade, _FAMILIES, text,
            )  # fmt: skip
        return markup(
            '<g transform="translate({} {})" {} stroke="none" aria-label="{}">{}</g>',
            x, y, shade, text, outlines,
        )  # fmt: skip

    def _outlines(self, text: str, used: QFont) -> Rich | None:
        layout = QTextLayout(text, used)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        baseline = line.y() + line.ascent()
        uses: list[Rich] = []
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
                    up = markup(' y="{}"', _number(y)) if abs(y) > 0.005 else ""
                    uses.append(markup('<use xlink:href="#{}" x="{}"{}/>', name, _number(x), up))
        return joined(uses) if uses or not text.strip() else None

    def _define(self, path: QPainterPath) -> str:
        """The name of a new outline; empty for a blank."""
        if path.isEmpty():
            return ""
        name = f"{self._prefix}{len(self._paths)}"
        self._paths.append(markup('<path id="{}" d="{}" fill-rule="nonzero"/>', name, _commands(path)))
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
