"""Colours, fonts and the style sheet: the one door for how things look."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette

from elcs_gui.packaged import packaged


@dataclass(frozen=True)
class Theme:
    """One set of colours; the names are those of the design (see the README)."""

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

    @property
    def dark(self) -> bool:
        return self.name == "dark"


_COLOURS = {
    # token: light, dark
    "bg": ("#F4F5F7", "#14171C"),
    "panel": ("#FFFFFF", "#1B1F26"),
    "canvas": ("#FAFBFC", "#171A20"),
    "raised": ("#FFFFFF", "#252A33"),
    "sunk": ("#EEF0F3", "#12151A"),
    "line": ("#DFE3E8", "#2C323C"),
    "line_strong": ("#C9CFD8", "#414957"),
    "ink": ("#161B24", "#F0F2F6"),
    "ink_2": ("#4A5464", "#B7BFCC"),
    "ink_3": ("#667085", "#939DAE"),
    "now": ("#E5A100", "#FFC53D"),
    "now_bg": ("#FFF4CF", "#3A2F10"),
    "now_ink": ("#6B4A00", "#FFE1A0"),
    "selection": ("#4F46E5", "#8B8BFF"),
    "selection_bg": ("#ECEBFD", "#2A2A55"),
    "target": ("#161B24", "#F0F2F6"),
    "target_ink": ("#FFFFFF", "#14171C"),
    "parent": ("#0067B3", "#5BB8FF"),
    "parent_bg": ("#E2F0FB", "#12324B"),
    "child": ("#BF4A06", "#FF9A5C"),
    "child_bg": ("#FDEBDF", "#45260F"),
    "spouse": ("#96356F", "#F08CC4"),
    "spouse_bg": ("#F8E6F1", "#451F36"),
    "undecided": ("#667085", "#A3ACBA"),
    "undecided_bg": ("#FFFFFF", "#1F242C"),
    "dismissed": ("#98A1AF", "#6C7686"),
    "independent": ("#00705A", "#3DD6AE"),
    "independent_bg": ("#DDF3EC", "#0F3B31"),
    "dependent": ("#161B24", "#F0F2F6"),
    "dependent_ink": ("#FFFFFF", "#14171C"),
    "unreliable": ("#8A5A00", "#F2C063"),
    "unreliable_bg": ("#FBEFD2", "#3E2F10"),
    "conflict": ("#B42318", "#FF8A7A"),
    "conflict_bg": ("#FDE7E4", "#4A1D18"),
}


def _theme(name: str, place: int) -> Theme:
    return Theme(name, **{token: QColor(colours[place]) for token, colours in _COLOURS.items()})


LIGHT = _theme("light", 0)
DARK = _theme("dark", 1)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}

FAMILY = "Inter"
FALLBACK = "DejaVu Sans"


@cache
def load_fonts() -> None:
    """Make the bundled fonts known to Qt; once a process."""
    for path in sorted(packaged("fonts").glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(path))


def font(pixels: float = 13, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The program's font: tabular figures, with a fallback for the signs of set theory."""
    load_fonts()
    made = QFont([FAMILY, FALLBACK])
    made.setPixelSize(round(pixels))
    made.setWeight(weight)
    made.setFeature(QFont.Tag("tnum"), 1)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


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
    """The sheet in `resources/style.qss`, its @tokens replaced by this theme's colours."""
    sheet = packaged("style.qss").read_text(encoding="utf-8")
    icons = packaged("icons").as_posix()
    sheet = sheet.replace("@icons", icons).replace("@theme", theme.name)
    tokens = sorted((field.name for field in fields(theme) if field.name != "name"), key=len, reverse=True)
    for token in tokens:
        sheet = sheet.replace(f"@{token}", getattr(theme, token).name())
    return sheet
