"""Colours, fonts and the style sheet: the one door for how things look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette

from elcs_gui.packaged import packaged
from elcs_gui.picture.colours import COLOURS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget


@dataclass(frozen=True)
class Theme:
    """One set of colours; the names are those of the design.

    Attributes:
        stroke: how much thicker lines are than usual.
        scale: how much larger everything is than designed.
    """

    name: str
    bg: QColor
    panel: QColor
    canvas: QColor
    raised: QColor
    sunk: QColor
    line: QColor
    line_strong: QColor
    ink: QColor
    ink_2: QColor
    ink_3: QColor
    now: QColor
    now_bg: QColor
    now_ink: QColor
    selection: QColor
    selection_bg: QColor
    target: QColor
    target_ink: QColor
    parent: QColor
    parent_bg: QColor
    child: QColor
    child_bg: QColor
    spouse: QColor
    spouse_bg: QColor
    undecided: QColor
    undecided_bg: QColor
    dismissed: QColor
    independent: QColor
    independent_bg: QColor
    dependent: QColor
    dependent_ink: QColor
    unreliable: QColor
    unreliable_bg: QColor
    conflict: QColor
    conflict_bg: QColor
    fired_premise: QColor
    fired_conclusion: QColor
    fired_arrow: QColor
    chosen_premise: QColor
    chosen_conclusion: QColor
    chosen_arrow: QColor
    stroke: float = field(default=1.0, kw_only=True)
    scale: float = field(default=1.0, kw_only=True)

    @property
    def dark(self) -> bool:
        """Light signs on a dark ground."""
        return self.bg.lightness() < 128

    @property
    def weight(self) -> float:
        """How much thicker the graph's borders and links are: half of what hair lines gain."""
        return (1.0 + self.stroke) / 2

    def at(self, scale: float) -> Theme:
        """The same, larger or smaller."""
        return replace(self, scale=scale)


def _theme(name: str, place: int, stroke: float = 1.0) -> Theme:
    return Theme(name, *(QColor(colours[place]) for colours in COLOURS.values()), stroke=stroke)


LIGHT = _theme("light", 0)
DARK = _theme("dark", 1)
CONTRAST = _theme("contrast", 2, stroke=2.0)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}

FAMILY = "Inter"
FALLBACKS = ("DejaVu Sans", "ELCS Signs")
"""The second has signs for control characters, which names of a file may be full of."""


@cache
def load_fonts() -> None:
    """Make the bundled fonts known to Qt; once a process."""
    for path in sorted(packaged("fonts").glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))


_searchable = False


def font(pixels: float = 13, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The program's font: tabular figures, with a fallback for the signs of set theory."""
    return QFont(_font(max(round(pixels), 1), weight, searchable=_searchable))  # a copy: it may be changed


@cache
def _font(pixels: int, weight: QFont.Weight, *, searchable: bool) -> QFont:
    load_fonts()
    made = QFont([FAMILY, *FALLBACKS])
    made.setPixelSize(pixels)
    made.setWeight(weight)
    if searchable:
        made.setFeature(QFont.Tag("calt"), 0)
    else:
        made.setFeature(QFont.Tag("tnum"), 1)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


@contextmanager
def searchable_text() -> Iterator[None]:
    """While it lasts, fonts have no variants of signs.

    Qt (6.8 to 6.11) tells a PDF which letter a glyph stands for only if the letter leads straight to it: with
    tabular figures and forms that fit capitals, nobody could search for a number, a comma or a brace.
    """
    global _searchable
    _searchable = True
    try:
        yield
    finally:
        _searchable = False


def text_is_searchable() -> bool:
    """Are fonts made for a PDF now?"""
    return _searchable


MEDIUM = QFont.Weight.Medium
SEMIBOLD = QFont.Weight.DemiBold


def palette(theme: Theme) -> QPalette:
    """For what the style sheet does not reach."""
    made = QPalette()
    roles = QPalette.ColorRole
    for role, colour in {
        roles.Window: theme.bg,
        roles.Base: theme.panel,
        roles.AlternateBase: theme.sunk,
        roles.Text: theme.ink,
        roles.WindowText: theme.ink,
        roles.Button: theme.raised,
        roles.ButtonText: theme.ink,
        roles.ToolTipBase: theme.raised,
        roles.ToolTipText: theme.ink,
        roles.Highlight: theme.selection_bg,
        roles.HighlightedText: theme.ink,
        roles.PlaceholderText: theme.ink_3,
        roles.Link: theme.selection,
    }.items():
        made.setColor(role, colour)
    made.setColor(QPalette.ColorGroup.Disabled, roles.Text, theme.dismissed)
    made.setColor(QPalette.ColorGroup.Disabled, roles.ButtonText, theme.dismissed)
    return made


def style_sheet(theme: Theme) -> str:
    """The sheet in `resources/style.qss`: @tokens replaced by this theme's colours, lengths by its own."""
    sheet = packaged("style.qss").read_text(encoding="utf-8")
    icons = packaged("icons").as_posix()
    sheet = sheet.replace("@icons", icons).replace("@theme", theme.name)
    tokens = [each.name for each in fields(theme) if each.name not in ("name", "stroke", "scale")]
    for token in sorted(tokens, key=len, reverse=True):
        sheet = sheet.replace(f"@{token}", getattr(theme, token).name())
    sheet = sheet.replace("1px solid", f"{theme.stroke:g}px solid")
    return re.sub(r"(\d+)px", lambda found: f"{round(int(found[1]) * theme.scale)}px", sheet)


def style_application(theme: Theme) -> None:
    """Everything in these colours and sizes from now on."""
    app = _application()
    app.setFont(font(13 * theme.scale))
    app.setPalette(palette(theme))
    if app.styleSheet() != (sheet := style_sheet(theme)):  # or every widget would be styled anew
        app.setStyleSheet("")  # Qt takes more than twice as long to put one in place of another
        app.setStyleSheet(sheet)


@contextmanager
def without_style_sheet() -> Iterator[None]:
    """While it lasts there is no style sheet: with one, Qt styles a panel anew whenever it gets a new parent.

    For panels that are made in one go. What is on the screen is not painted in between.
    """
    app = _application()
    sheet = app.styleSheet()
    app.setStyleSheet("")
    try:
        yield
    finally:
        app.setStyleSheet(sheet)


def _application() -> QApplication:
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app


def restyle(widget: QWidget) -> None:
    """Its name or a property that the style sheet asks for has changed: style it and its parts anew."""
    from PySide6.QtWidgets import QWidget

    for part in (widget, *widget.findChildren(QWidget)):
        part.style().unpolish(part)
        part.style().polish(part)
