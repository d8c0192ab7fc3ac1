"""The card of an edge on the map: what both ends say of it, and the way to their proofs."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QWidget

from elcs_gui.app.all_variables.words import Claim, claims, verdict
from elcs_gui.app.kit.labels import Label, tip, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.why.badge_widgets import RuleBadge
from elcs_gui.inquiry.all_targets import AllTargets, JointEdge
from elcs_gui.trace.roles import Role
from elcs_gui.trace.rules import badge


class EdgeCard(QFrame):
    """Stands beside the edge that is selected."""

    why_requested = Signal(int)
    """By the run of this variable."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, objectName="card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._title = Label(objectName="section")
        self._verdict = Label(objectName="quiet", wordWrap=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self._row = row_of()
        column_of(
            self._title,
            self._grid,
            self._verdict,
            self._row,
            inside=self,
            margins=(14, 12, 14, 12),
            spacing=8,
        )
        self._parts: list[QWidget] = []
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def show_edge(self, edge: JointEdge, found: AllTargets) -> None:
        """Say what both ends say."""
        for part in self._parts:
            part.hide()
            part.deleteLater()
        self._parts = []
        names = found.header.names
        self._title.setText(f"{names[edge.tail]} and {names[edge.head]}")
        self._verdict.setText(verdict(edge, found))
        for row, claim in enumerate(claims(edge, found)):
            self._add_claim(row, claim, names[claim.target])
        self._row.addStretch()
        self.adjustSize()
        self.setFixedWidth(max(round(300 * self._theme.scale), self.sizeHint().width()))
        self.adjustSize()
        self.show()
        self.raise_()

    def stand_beside(self, box: QRectF, room: QWidget) -> None:
        """Where it covers neither the box nor leaves the room: below, above, right or left of it."""
        gap, wide, high = round(12 * self._theme.scale), self.width(), self.height()
        middle, box = box.center(), box.adjusted(-gap, -gap, gap, gap)
        across, down = middle.x() - wide / 2, middle.y() - high / 2
        places = [
            (across, box.bottom()),
            (across, box.top() - high),
            (box.right(), down),
            (box.left() - wide, down),
        ]
        most_x, most_y = max(room.width() - wide - gap, gap), max(room.height() - high - gap, gap)
        held = [(min(max(x, gap), most_x), min(max(y, gap), most_y)) for x, y in places]
        covered = [QRectF(x, y, wide, high).intersected(box) for x, y in held]
        x, y = held[min(range(len(held)), key=lambda i: covered[i].width() * covered[i].height())]
        self.move(round(x), round(y))

    def _add_claim(self, row: int, claim: Claim, name: str) -> None:
        by = Label(f"{name}:", objectName="quiet")
        said = Label(claim.claim, toolTip=tip(claim.by))
        sign = RuleBadge(self._theme)
        sign.show_rule(badge(claim.rule), Role.UNDECIDED)
        why: QPushButton = QPushButton("Why", accessibleName=f"Why, by the run of {name}")
        tooltip(why, f"Open the run of {name} with its proof")
        why.clicked.connect(lambda: self.why_requested.emit(claim.target))
        for column, part in enumerate((by, said, sign, why)):
            self._grid.addWidget(part, row, column)
            self._parts.append(part)
        sign.setVisible(bool(claim.rule))
