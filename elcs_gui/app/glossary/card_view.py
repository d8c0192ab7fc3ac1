"""The card of a word: what it means in three lines, beside the word, gone when one looks elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QGraphicsDropShadowEffect,
    QPushButton,
    QWidget,
)

from elcs_gui.app.glossary.terms import Term, glossary
from elcs_gui.app.kit.emblem import RuleEmblem
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.terms import Spot, term_at, term_in_focus
from elcs_gui.app.kit.theme import Theme

_WIDTH = 308
_GAP, _MARGIN = 6, 8
"""Pixels between a word and its card, and between the card and the edge of the window."""
_LEAVES = frozenset(
    {
        QEvent.Type.Wheel,
        QEvent.Type.WindowDeactivate,
        QEvent.Type.ApplicationDeactivate,
        QEvent.Type.MouseButtonPress,
    }
)


class TermCard(QFrame):
    """One term; it floats over the window in which its word stands."""

    more_requested = Signal(object)
    """The `Term` to read on about."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, objectName="termCard")
        self._over = parent
        self.term: Term | None = None
        self._emblem = RuleEmblem(theme)
        self._title = Label(objectName="section")
        self._sign = Label(objectName="termSign")
        self._lines = [Label(wordWrap=True, objectName=name) for name in ("heading", "termLine", "termLine")]
        self.more = QPushButton("More", objectName="link", accessibleName="More in the glossary")
        self.more.clicked.connect(lambda: self.more_requested.emit(self.term))
        head = row_of(
            self._emblem, (self._title, 1), (self._sign, 0, Qt.AlignmentFlag.AlignVCenter), spacing=10
        )
        column_of(
            head,
            2,
            *self._lines,
            2,
            row_of(self.more, (None, 0)),
            inside=self,
            margins=(14, 12, 14, 10),
            spacing=4,
        )
        self._shadow = QGraphicsDropShadowEffect(self, blurRadius=24.0, xOffset=0.0, yOffset=4.0)
        self.setGraphicsEffect(self._shadow)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._emblem.set_theme(theme)
        self._shadow.setColor(QColor(0, 0, 0, 150 if theme.dark else 60))
        self.setFixedWidth(round(_WIDTH * theme.scale))

    @property
    def lines(self) -> tuple[str, ...]:
        """What it says."""
        return tuple(line.text() for line in self._lines if not line.isHidden())

    def show_term(self, term: Term, word: QRect) -> None:
        """Come up beside a word, at a place of the window: below it, or where there is more room, above."""
        self.term = term
        self._emblem.show_rule(term.rule)
        self._title.setText(term.title)
        self._sign.setText(term.sign)
        self._sign.setVisible(bool(term.sign) and term.sign != term.title)
        for place, line in enumerate(self._lines):
            line.setText(term.card[place] if place < len(term.card) else "")
            line.setVisible(place < len(term.card))
        self.setAccessibleName(term.title)
        self.setAccessibleDescription(" ".join(term.card))
        self.ensurePolished()
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(self.width(), layout.totalHeightForWidth(self.width()))
        self.move(self._place(word))
        self.show()
        self.raise_()

    def _place(self, word: QRect) -> QPoint:
        room = self._over.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        below, above = word.bottom() + 1 + _GAP, word.top() - _GAP - self.height()
        top = below if below + self.height() <= room.bottom() or above < room.top() else above
        left = min(max(word.left(), room.left()), room.right() - self.width())
        return QPoint(left, min(top, room.bottom() - self.height()))


class TermCards(QObject):
    """Brings up the card of the word that is pointed at, clicked, or has the focus; at most one at a time."""

    more_requested = Signal(object)
    """A `Term`."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window, self._theme = window, theme
        self.card: TermCard | None = None
        self._word = QRect()
        self._by_keys = False
        self._before: QWidget | None = None
        """What had the focus before the card took it."""
        # A tool tip that nobody shows comes to the window, or to the dock that floats as a window of its own.
        for top in (window, *window.findChildren(QDockWidget)):
            top.installEventFilter(self)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.hide()

    @property
    def shown(self) -> Term | None:
        return None if self.card is None else self.card.term

    def explain_focus(self) -> bool:
        """Show the card of what has the focus, and let the keys go there; False if there is none."""
        focused = QApplication.focusWidget()
        found = term_in_focus(focused)
        if found is None or not self._show(*found):
            return False
        assert self.card is not None
        self._by_keys, self._before = True, focused
        self.card.more.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def hide(self) -> None:
        card, self.card = self.card, None
        if card is None:
            return
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
        card.hide()
        card.deleteLater()
        before, self._before = self._before, None
        if self._by_keys and before is not None:
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self._by_keys = False

    def _show(self, widget: QWidget, spot: Spot) -> bool:
        word, box = spot
        term = glossary().find(word)
        if term is None:
            return False
        top = widget.window()
        place = QRect(widget.mapTo(top, box.topLeft()), box.size())
        on_screen = QRect(top.mapToGlobal(place.topLeft()), place.size())
        if self.card is not None and self.card.term == term and on_screen == self._word:
            return True
        self.hide()
        self.card = TermCard(self._theme, top)
        self.card.more_requested.connect(self._read_on)
        self._word = on_screen
        self.card.show_term(term, place)
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        return True

    def _read_on(self, term: Term) -> None:
        self.hide()
        self.more_requested.emit(term)

    # What Qt tells

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if isinstance(event, QHelpEvent) and kind == QEvent.Type.ToolTip and isinstance(watched, QWidget):
            if watched.isWindow():
                return self._point(watched, event.globalPos())
        elif _is_click(event) and isinstance(watched, QWidget) and watched.isWindow():
            # It has come up to here: nobody else has a use for it.
            assert isinstance(event, QMouseEvent)
            self.hide()
            return self._point(watched, event.globalPosition().toPoint())
        elif self.card is not None:
            return self._follow(watched, event)
        return False

    def _point(self, window: QWidget, on_screen: QPoint) -> bool:
        """Something is pointed at for a while that has no tool tip, or is clicked and does nothing."""
        place = window.mapFromGlobal(on_screen)
        under = window.childAt(place)
        found = None if under is None else term_at(under, under.mapFrom(window, place))
        return found is not None and self._show(*found)

    def _follow(self, watched: QObject, event: QEvent) -> bool:
        """The card is there: it goes when one looks elsewhere, types, or presses Escape."""
        assert self.card is not None
        kind = event.type()
        if isinstance(event, QKeyEvent) and kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self.hide()
                return True
            if not self._by_keys and kind == QEvent.Type.KeyPress:
                self.hide()
        elif kind in _LEAVES and not self._is_inside(watched):
            self.hide()
        elif isinstance(event, QMouseEvent) and kind == QEvent.Type.MouseMove and not self._by_keys:
            if not self._near(event.globalPosition().toPoint()):
                self.hide()
        elif kind == QEvent.Type.FocusOut and self._by_keys and watched is self.card.more:
            self._before = None  # the user goes on somewhere else
            self.hide()
        return False

    def _is_inside(self, watched: QObject) -> bool:
        card = self.card
        return (
            isinstance(watched, QWidget)
            and card is not None
            and (watched is card or card.isAncestorOf(watched))
        )

    def _near(self, place: QPoint) -> bool:
        """On the word, on the card, or on the way from one to the other."""
        assert self.card is not None
        box = QRect(self.card.mapToGlobal(QPoint(0, 0)), self.card.size())
        across = QRect(self._word)
        if across.bottom() < box.top():
            across.setBottom(box.top())
        elif across.top() > box.bottom():
            across.setTop(box.bottom())
        return any(each.adjusted(-4, -4, 4, 4).contains(place) for each in (box, across))


def _is_click(event: QEvent) -> bool:
    return (
        isinstance(event, QMouseEvent)
        and event.type() == QEvent.Type.MouseButtonPress
        and event.button() is Qt.MouseButton.LeftButton
    )
