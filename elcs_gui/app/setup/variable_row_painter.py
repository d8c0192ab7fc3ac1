"""The rows of the list of variables: shape of the role, name, what it is."""

from __future__ import annotations

from collections.abc import Sequence, Set

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font
from elcs_gui.app.setup.variable_list_view import VARIABLE
from elcs_gui.picture.short_names import ShortNames
from elcs_gui.trace.explain import braced
from elcs_gui.trace.roles import UNSEEN, Role, Standing, role_word


def note(standing: Standing, names: tuple[str, ...]) -> str:
    """What a variable is, in a word or two."""
    if standing.role in (Role.SPOUSE, Role.CANDIDATE):
        via = ", ".join(names[child] for child in standing.through)
        return f"via {via}" if standing.role is Role.SPOUSE else f"candidate via {via}"
    if standing.role is Role.DISMISSED:
        if standing.undecidable:
            return "too few rows"
        if standing.left_out:
            return "not chosen"
        if standing.separator is None:
            return "forbidden"
        return f"Sep {braced(names, standing.separator)}"
    short = {Role.UNDECIDED: "PC", Role.MEMBER: "MB", Role.UNSEEN: ""}
    return short.get(standing.role, role_word(standing.role))


class VariableDelegate(QStyledItemDelegate):
    """A row: shape of the role, name, what it is."""

    def __init__(self, parent: QObject, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        self._standings: Sequence[Standing] = ()
        self._now: Set[int] = frozenset()
        self.set_names(())

    def set_names(self, names: Sequence[str]) -> None:
        """The variables of the rows: long names are shortened to what tells them apart."""
        self._whole = tuple(names)
        self._names = ShortNames(names, QFontMetrics(font(13, SEMIBOLD)).horizontalAdvance)
        self._standings, self._now = (), frozenset()

    def show(self, standings: Sequence[Standing], now: Set[int]) -> bool:
        """What the variables are, and which are in the running test; does that look otherwise than before?

        Rows ask for it when they are painted: of hundreds only a few are ever seen.
        """
        same = now == self._now and standings == self._standings
        self._standings, self._now = standings, now
        return not same

    def sizeHint(self, option: QStyleOptionViewItem, index: object) -> QSize:
        return QSize(100, round(26 * self.theme.scale))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index) -> None:  # type: ignore[no-untyped-def]
        theme, x = self.theme, index.data(VARIABLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(option.rect.topLeft())
        painter.scale(theme.scale, theme.scale)
        rect = QRect(0, 0, round(option.rect.width() / theme.scale), 26)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selection_bg)
        elif x in self._now:
            painter.fillRect(rect, theme.now_bg)
            painter.fillRect(rect.x(), rect.y(), 3, rect.height(), theme.now)
        standing = self._standings[x] if x < len(self._standings) else UNSEEN
        self._mark(painter, standing.role, QRectF(rect.x() + 16, rect.center().y() - 4.5, 16, 10))
        quiet = standing.role in (Role.DISMISSED, Role.UNSEEN)
        inner = rect.adjusted(44, 0, -12, 0)
        said = note(standing, self._whole)
        painter.setFont(font(12))
        painter.setPen(theme.ink_3)
        metrics = painter.fontMetrics()
        # The name comes first; what it is gets the rest, but a third at least.
        name_width = QFontMetrics(font(13, SEMIBOLD)).horizontalAdvance(index.data())
        note_width = min(
            metrics.horizontalAdvance(said) + 2, max(inner.width() - name_width - 10, inner.width() // 3)
        )
        shown = metrics.elidedText(said, Qt.TextElideMode.ElideRight, note_width)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, shown)
        painter.setFont(font(13, MEDIUM if quiet else SEMIBOLD))
        painter.setPen(theme.ink_2 if quiet else theme.ink)
        room = inner.width() - (note_width + 10 if said else 0)
        name = index.data() if name_width <= room else self._names.within(room // 8 * 8)[x]
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, name)
        painter.restore()

    def _mark(self, painter: QPainter, role: Role, box: QRectF) -> None:
        theme = self.theme
        path = QPainterPath()
        pen, fill = QPen(theme.dismissed, 1.6), Qt.BrushStyle.NoBrush
        if role is Role.TARGET:
            path.addRoundedRect(box, 5, 5)
            pen = QPen(theme.target, 1.6)
            painter.fillPath(path, theme.target)
        elif role is Role.PARENT:
            path.addRoundedRect(box, 2, 2)
            pen = QPen(theme.parent, 1.6)
            painter.fillPath(path, theme.parent_bg)
        elif role is Role.CHILD:
            path.addRoundedRect(box, 5, 5)
            pen = QPen(theme.child, 1.6)
            painter.fillPath(path, theme.child_bg)
        elif role in (Role.SPOUSE, Role.CANDIDATE):
            cut = 4.0
            path.moveTo(box.left(), box.center().y())
            for x, y in (
                (box.left() + cut, box.top()),
                (box.right() - cut, box.top()),
                (box.right(), box.center().y()),
                (box.right() - cut, box.bottom()),
                (box.left() + cut, box.bottom()),
            ):
                path.lineTo(x, y)
            path.closeSubpath()
            pen = QPen(theme.spouse, 1.6)
            if role is Role.SPOUSE:
                painter.fillPath(path, theme.spouse_bg)
            else:
                pen.setStyle(Qt.PenStyle.DashLine)
        elif role in (Role.UNDECIDED, Role.MEMBER):
            path.addRoundedRect(box, 5, 5)
            pen = QPen(theme.undecided, 1.6)
        elif role is Role.DISMISSED:
            path.addRoundedRect(box, 5, 5)
            pen.setStyle(Qt.PenStyle.DotLine)
        else:
            path.addEllipse(box.center(), 3.2, 3.2)
            pen = QPen(theme.dismissed, 1.2)
        painter.setBrush(fill)
        painter.setPen(pen)
        painter.drawPath(path)
