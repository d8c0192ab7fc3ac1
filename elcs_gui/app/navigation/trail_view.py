"""The trail: where the user came from, target by target, with the buttons to go back and forward."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from elcs_gui.app.kit.buttons import icon_button
from elcs_gui.app.kit.icons import icon
from elcs_gui.app.kit.labels import Label, lettered, tip, tooltip
from elcs_gui.app.kit.layouts import row_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.history import History
from elcs_gui.picture.short_names import LONGEST_NAME, in_letters

MOST_CRUMBS = 4


def folded(trail: Sequence[int], most: int = MOST_CRUMBS) -> list[int | None]:
    """The first and the last of a trail, with None for what lies between them."""
    if len(trail) <= most:
        return list(trail)
    return [trail[0], None, *trail[len(trail) - most + 2 :]]


class Trail(QWidget):
    """Hidden until there is a way back."""

    place_requested = Signal(int)
    """One of the places of the history."""

    def __init__(self, history: History, titles: Mapping[str, str], theme: Theme) -> None:
        """`titles` are those of the tool pages, by their ids."""
        super().__init__(objectName="panel", accessibleName="Where you came from")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._history, self._titles = history, titles
        self.back = icon_button("Back", "Alt+←", parent=self)
        self.forward = icon_button("Forward", "Alt+→", parent=self)
        self.back.clicked.connect(lambda: self.place_requested.emit(history.at - 1))
        self.forward.clicked.connect(lambda: self.place_requested.emit(history.at + 1))
        self.crumbs: list[QPushButton] = []
        self._parts: list[QWidget] = []
        self._row = row_of(self.back, self.forward, (None, 0), inside=self, margins=(12, 0, 12, 0), spacing=4)
        history.changed.connect(self.refresh)
        self.set_theme(theme)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        for name, button in (("previous", self.back), ("next", self.forward)):
            button.setIcon(icon(name, theme.ink_2, theme.dismissed))

    def minimumSizeHint(self) -> QSize:
        """Little: it must not make a small window larger."""
        return QSize(120, 22)

    def refresh(self) -> None:
        """The history is another one."""
        for part in self._parts:
            self._row.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts, self.crumbs = [], []
        history = self._history
        trail = history.trail()
        for at in folded(trail):
            if self._parts:
                self._add(Label("›", objectName="quiet"))
            if at is None:
                self._add(Label("…", objectName="quiet", toolTip=tip(f"{len(trail):,} places")))
            else:
                self._add_crumb(at, last=at == trail[-1])
        self.back.setEnabled(history.can_go_back)
        self.forward.setEnabled(history.can_go_forward)
        self.setVisible(len(trail) > 1 or history.can_go_forward)

    def _add_crumb(self, at: int, *, last: bool) -> None:
        place = self._history.places[at]
        names = place.header.names
        title = self._titles.get(place.page) or in_letters(names, LONGEST_NAME)[place.header.target]
        crumb: QPushButton = QPushButton(lettered(title), objectName="ghost", enabled=not last)
        crumb.setProperty("here", last)
        tooltip(crumb, "You are here" if last else f"Back to {title}")
        crumb.clicked.connect(lambda: self.place_requested.emit(at))
        self.crumbs.append(crumb)
        self._add(crumb)

    def _add(self, part: QWidget) -> None:
        self._parts.append(part)
        self._row.insertWidget(self._row.count() - 1, part)
