"""Small parts of the Why page: the rule's badge, the legend of verdicts, a switch of two words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from elcs_gui.app.kit.labels import strong
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.terms import Spot, explain
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.log.row_painter import paint_mark
from elcs_gui.ci.questions import Verdict
from elcs_gui.foreign import Rich, joined, rich
from elcs_gui.proof.page_words import Spans
from elcs_gui.trace.roles import Role


def stressing(spans: Spans) -> Rich:
    """Pieces of text for a label."""
    return joined(strong(text) if stressed else rich(text) for text, stressed in spans)


def role_colour(theme: Theme, role: Role) -> QColor:
    """Of a rule's badge, as on the edge."""
    return {Role.PARENT: theme.parent, Role.CHILD: theme.child, Role.SPOUSE: theme.spouse}.get(
        role, theme.line_strong
    )


class RuleBadge(ScaledWidget):
    """The short sign of a rule, framed in the colour of its edge."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._text, self._role = "", Role.UNDECIDED
        self._font = font(11, SEMIBOLD)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        return self._text

    def show_rule(self, text: str, role: Role) -> None:
        self._text, self._role = text, role
        self.setAccessibleName(f"Rule {text}")
        explain(self, text)
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        wide = max(QFontMetricsF(self._font).horizontalAdvance(self._text) + 12.0, 22.0)
        return QSize(self.scaled(wide), self.scaled(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        painter.setPen(QPen(role_colour(self._theme, self._role), 1.3))
        painter.setBrush(self._theme.raised)
        painter.drawRoundedRect(self.box.adjusted(0.7, 0.7, -0.7, -0.7), 5, 5)
        painter.setFont(self._font)
        painter.setPen(self._theme.ink)
        painter.drawText(self.box, Qt.AlignmentFlag.AlignCenter, self._text)


def _meaning(verdict: Verdict) -> str:
    """What a dot means; the sign of what was not measured stands beside it."""
    said = "too few rows" if verdict is Verdict.UNRELIABLE else verdict.word
    return said if verdict.measured else f"{verdict.sign} {said}"


class VerdictLegend(ScaledWidget):
    """What the dots of the tests mean; in a second line what has no room in the first."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._verdicts: Sequence[Verdict] = ()
        self._font = font(12)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.show_verdicts((Verdict.DEPENDENT, Verdict.INDEPENDENT))

    def show_verdicts(self, verdicts: Sequence[Verdict]) -> None:
        self._verdicts = verdicts
        words = ", ".join(map(_meaning, verdicts))
        self.setAccessibleName(f"The dots mean: {words}")
        self.updateGeometry()
        self.update()

    def term_at(self, place: QPoint) -> Spot | None:
        """The verdict there; see `elcs_gui.app.kit.terms`."""
        metrics, k = QFontMetricsF(self._font), self._theme.scale
        for verdict, (x, line) in zip(self._verdicts, self._places(self.across), strict=True):
            wide = metrics.horizontalAdvance(verdict.word) + 16.0
            box = QRectF(x * k, 18.0 * line * k, wide * k, 20.0 * k).toAlignedRect()
            if box.contains(place):
                return verdict.word, box
        return None

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self._places(width / self._theme.scale)
        return self.scaled(20 + (18 * places[-1][1] if places else 0))

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(90), self.scaled(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = self.painter()
        painter.setFont(self._font)
        for verdict, (x, line) in zip(self._verdicts, self._places(self.across), strict=True):
            middle = 10.0 + 18.0 * line
            paint_mark(painter, QPointF(x + 5, middle), verdict, self._theme)
            painter.setPen(self._theme.ink_3)
            place = QRectF(x + 16, middle - 10, 100, 20)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, _meaning(verdict))

    def _places(self, room: float) -> list[tuple[float, int]]:
        """Where each word begins, and in which line."""
        metrics, x, line = QFontMetricsF(self._font), 0.0, 0
        places = []
        for verdict in self._verdicts:
            wide = metrics.horizontalAdvance(_meaning(verdict)) + 16.0
            if x > 0 and x + wide > room:
                x, line = 0.0, line + 1
            places.append((x, line))
            x += wide + 12.0
        return places
