"""Small parts of the test page: the verdict's pill, the row of figures, labels and rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.terms import Spot, explain
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.ci.questions import Verdict


class VerdictPill(ScaledWidget):
    """The verdict as a word in its colour."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._verdict = Verdict.DEPENDENT
        self._font = font(12, SEMIBOLD)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_verdict(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self.setAccessibleName(verdict.word)
        explain(self, verdict.word)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        wide = QFontMetricsF(self._font).horizontalAdvance(self._verdict.word) + 18
        return QSize(self.scaled(wide), self.scaled(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        fill, ink, outlined = {
            Verdict.DEPENDENT: (theme.dependent, theme.dependent_ink, False),
            Verdict.INDEPENDENT: (theme.independent_bg, theme.independent, True),
            Verdict.UNRELIABLE: (theme.unreliable_bg, theme.unreliable, True),
            Verdict.NO_INFORMATION: (theme.unreliable_bg, theme.unreliable, True),
        }[self._verdict]
        painter = self.painter()
        painter.setPen(QPen(ink, 1.5) if outlined else Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        inset = 0.75 if outlined else 0.0
        rect = self.box.adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
        painter.setFont(self._font)
        painter.setPen(ink)
        painter.drawText(self.box, Qt.AlignmentFlag.AlignCenter, self._verdict.word)


Figure = tuple[str, str, bool]
"""A label, its value, and whether the value is worrying."""


class Figures(ScaledWidget):
    """A row of figures, each under its label, spread over the width."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._figures: Sequence[Figure] = ()
        self._label, self._value = font(12), font(15, SEMIBOLD)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(240), self.scaled(38))

    def show_figures(self, figures: Sequence[Figure]) -> None:
        self._figures = figures
        self.setAccessibleName(", ".join(f"{label} {value}" for label, value, _ in figures))
        self.update()

    def term_at(self, place: QPoint) -> Spot | None:
        """The label of the figure there; see `elcs_gui.app.kit.terms`."""
        k, (_, places) = self._theme.scale, self._places()
        for (label, _, _), (x, wide) in zip(self._figures, places, strict=True):
            box = QRectF(x * k, 0, wide * k, self.height()).toAlignedRect()
            if box.contains(place):
                return label, box
        return None

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        used, places = self._places()
        for (label, value, worrying), (x, wide) in zip(self._figures, places, strict=True):
            ink: QColor = self._theme.unreliable if worrying else self._theme.ink
            painter.setFont(self._label)
            painter.setPen(self._theme.ink_3)
            painter.drawText(QRectF(x, 0, wide + 2, 16), Qt.AlignmentFlag.AlignLeft, label)
            painter.setFont(used)
            painter.setPen(ink)
            painter.drawText(QRectF(x, 17, wide + 2, 20), Qt.AlignmentFlag.AlignLeft, value)

    def _places(self) -> tuple[QFont, list[tuple[float, float]]]:
        """The font of the values, and where each figure begins and how wide it is."""
        used = self._value
        widths = self._widths(used)
        for pixels in (14, 13, 12):  # a very long figure makes all of them smaller, never overlap
            if sum(widths) + 8 * (len(widths) - 1) <= self.across:
                break
            used = font(pixels, SEMIBOLD)
            widths = self._widths(used)
        gap = min((self.across - sum(widths)) / max(len(widths) - 1, 1), 48)
        starts = accumulate((wide + gap for wide in widths), initial=0.0)
        return used, list(zip(starts, widths, strict=False))

    def _widths(self, used: QFont) -> list[float]:
        label, value = QFontMetricsF(self._label), QFontMetricsF(used)
        return [max(label.horizontalAdvance(a), value.horizontalAdvance(b)) for a, b, _ in self._figures]


def label(kind: str) -> Label:
    """A label whose links work by mouse and keys; `kind` is its name in the style sheet."""
    made: Label = Label(objectName=kind, wordWrap=True)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    )
    return made


def row(*widgets: QWidget | None) -> QWidget:
    """Widgets side by side; None stretches."""
    made = QWidget()
    row_of(*widgets, inside=made, margins=0, spacing=8)
    return made


class ScrolledParts(QScrollArea):
    """Parts one below the other, each with the room that follows it and goes when it goes."""

    def __init__(self, name: str, parts: Iterable[tuple[QWidget, int]], *, steady: bool = True) -> None:
        """`steady`: the scroll bar stands in the margin, so that nothing moves when it comes or goes."""
        super().__init__(widgetResizable=True, focusPolicy=Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page = QWidget(objectName=name)
        self._held: dict[QWidget, QWidget] = {}
        for part, below in parts:
            self._held[part] = QWidget()
            column_of(part, inside=self._held[part], margins=(0, 0, 0, below))
        held = self._held.values()
        self._column = column_of(*held, None, inside=self.page, margins=(16, 12, 16, 16), spacing=0)
        self.setWidget(self.page)
        if steady:
            self.verticalScrollBar().rangeChanged.connect(self._make_room_for_the_bar)

    def show_only(self, *shown: QWidget) -> None:
        """Show these parts, and the room below them."""
        for part, held in self._held.items():
            held.setVisible(part in shown)

    def hide_part(self, part: QWidget) -> None:
        self._held[part].hide()

    def _make_room_for_the_bar(self, _least: int, most: int) -> None:
        bar = self.verticalScrollBar().sizeHint().width() if most > 0 else 0
        self._column.setContentsMargins(16, 12, max(16 - bar, 2), 16)
