"""The card under the graph: what changes between the run's own alpha and the chosen one, and what decides."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from elcs_gui.app.alpha.graph_view import paint_mark
from elcs_gui.app.alpha.words import CardText, Entry
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of, scrolled
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font

_ROW = 32.0


class EntryList(ScaledWidget):
    """The entries in columns."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._entries: Sequence[Entry] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        said = "; ".join(
            f"{e.name}: {e.before} → {e.after}" if e.before else f"{e.name}: {e.after}" for e in entries
        )
        self.setAccessibleName(said or "No change")
        tooltip(self, "\n".join(f"{e.name}: {e.before} → {e.after}" for e in entries if e.before))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(320), self.scaled(_ROW * len(self._entries)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.scaled(200), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._entries:
            return
        painter, theme = self.painter(), self._theme
        name, plain, strong = font(13, SEMIBOLD), font(13), font(13, MEDIUM)
        names = _widest(QFontMetricsF(name), [e.name for e in self._entries])
        befores = _widest(QFontMetricsF(plain), [e.before for e in self._entries])
        ats = _widest(QFontMetricsF(font(12)), [e.at for e in self._entries])
        marked = 24.0 if any(e.kind for e in self._entries) else 0.0
        one = marked + min(names, self.across * 0.3) + 16
        arrows = befores > 0
        room = self.across - one - (ats + 12 if ats else 0)
        spare = room - _widest(QFontMetricsF(strong), [e.after for e in self._entries]) - 40
        two = one + (min(befores, max(room * 0.46, spare)) + 12 if arrows else 0)
        three = two + (26 if arrows else 0)
        end = self.across - (ats + 12 if ats else 0)
        for place, entry in enumerate(self._entries):
            top = place * _ROW
            painter.setPen(QPen(theme.line, 1))
            painter.drawLine(QLineF(0, top + 0.5, self.across, top + 0.5))
            if entry.kind:
                paint_mark(painter, theme, entry.kind, QPointF(8, top + _ROW / 2 + 0.5))
            for left, right, text, used, ink in (
                (marked, one - 8, entry.name, name, theme.ink),
                (one, two - 8, entry.before, plain, theme.ink_3),
                (two, three, "→" if arrows else "", plain, theme.ink_3),
                (three, end, entry.after, strong, theme.ink),
            ):
                shown = QFontMetricsF(used).elidedText(text, Qt.TextElideMode.ElideRight, right - left)
                painter.setFont(used)
                painter.setPen(ink)
                place_at = QRectF(left, top, right - left + 1, _ROW)
                painter.drawText(place_at, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
            painter.setFont(font(12))
            painter.setPen(theme.ink_3)
            painter.drawText(
                QRectF(end, top, self.across - end, _ROW),
                Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
                entry.at,
            )


def _widest(metrics: QFontMetricsF, texts: Sequence[str]) -> float:
    return max((metrics.horizontalAdvance(text) for text in texts), default=0.0)


class ChangeCard(QFrame):
    """Title, entries, and a note that names the tests; the entries scroll where there are many."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="changes")
        self._title = Label(objectName="section")
        self._quiet = Label(objectName="quiet")
        self.entries = EntryList(theme)
        self.note = Label(objectName="changesNote", wordWrap=True, indent=0)
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head = row_of((self._title, 1), self._quiet)
        inside = QWidget(objectName="changesInside")
        column_of(self.entries, self.note, None, inside=inside, margins=(0, 0, 8, 0), spacing=0)
        self._area = scrolled(inside, focus=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setAccessibleName("What changes")
        self._column = column_of(head, (self._area, 1), inside=self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.set_theme(theme)

    @property
    def title(self) -> str:
        return str(self._title.text())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.entries.set_theme(theme)
        k = theme.scale
        self._column.setContentsMargins(*(round(n * k) for n in (18, 12, 10, 10)))
        self._column.setSpacing(round(8 * k))

    def show_text(self, text: CardText) -> None:
        self._title.setText(text.title)
        self._quiet.setText(text.quiet)
        self.entries.show_entries(text.entries)
        self.note.setText(text.note)
        self.note.setVisible(bool(text.note))
        self._area.verticalScrollBar().setValue(0)
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()  # the note breaks elsewhere

    def sizeHint(self) -> QSize:
        """As high as everything in it, so that it scrolls only where the graph needs the room."""
        k = self._theme.scale
        wide = max(self.width() - round(40 * k), round(260 * k))
        note = self.note.heightForWidth(wide) if self.note.text() else 0
        return QSize(round(420 * k), round(58 * k) + self.entries.sizeHint().height() + note)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(280 * self._theme.scale), round(120 * self._theme.scale))
