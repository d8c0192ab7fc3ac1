"""The row above the preview: search columns, select some, say what they are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from elcs_gui.app.importing.draft import Draft
from elcs_gui.app.importing.words import KINDS, title_of
from elcs_gui.app.kit.fields import FilterField
from elcs_gui.app.kit.labels import Label, lettered, tooltip
from elcs_gui.app.kit.layouts import row_of
from elcs_gui.app.kit.segments import Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.data.plan import Kind

KIND_TIPS = {
    Kind.DISCRETE: "The cells are levels; numbers are levels too. D",
    Kind.CONTINUOUS: "The cells are numbers that measure something. C",
    Kind.IGNORE: "The column is left out. I",
}


class ImportBar(QWidget):
    """Holds no truth; the page tells it what is selected."""

    searched = Signal(str)
    kind_chosen = Signal(object)
    selection_wanted = Signal(object)
    """The places of columns to select."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.search = FilterField(theme)
        self.search.setPlaceholderText("Search columns")
        self.search.setAccessibleName("Search columns")
        self.search.textChanged.connect(self.searched)
        self.select = QToolButton(objectName="chip", text="Select", accessibleName="Select columns")
        tooltip(self.select, "Select columns by what they are, or by what was found.")
        self.select.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.select)
        self.select.setMenu(self._menu)
        self._menu.aboutToShow.connect(self._fill)
        self._count = Label(objectName="quiet")
        self.kinds = Segments("What the selected columns are", KINDS, KIND_TIPS)
        self.kinds.chosen.connect(self.kind_chosen)
        self._draft: Draft | None = None
        row_of(
            self.search,
            self.select,
            self._count,
            None,
            self.kinds,
            inside=self,
            margins=(16, 6, 12, 6),
            spacing=8,
        )
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.search.set_theme(theme)
        self.search.setFixedWidth(round(190 * theme.scale))

    def show_selection(self, draft: Draft | None, selected: Sequence[int], shown: int) -> None:
        """What is selected, and what the bar would do with it."""
        self._draft = draft
        self.setEnabled(draft is not None)
        columns = 0 if draft is None else len(draft.names)
        if selected:
            self._count.setText(f"{len(selected):,} of {columns:,} selected")
        elif shown < columns:
            self._count.setText(f"{shown:,} of {columns:,} columns")
        else:
            self._count.setText(f"{columns:,} columns" if columns else "")
        kinds = set() if draft is None else {draft.kind(place) for place in selected}
        self.kinds.setEnabled(bool(selected))
        self.kinds.show_value(kinds.pop() if len(kinds) == 1 else None)

    def _fill(self) -> None:
        """Made when asked for: what can be selected changes with every decision."""
        self._menu.clear()
        draft = self._draft
        if draft is None:
            return
        groups: list[tuple[str, Sequence[int]]] = [("All columns", range(len(draft.names)))]
        groups += [(f"{word}", draft.of_kind(kind)) for kind, word in KINDS.items()]
        groups.append(("With missing values", draft.gaps()))
        groups += [(title_of(trouble), trouble.places) for trouble in draft.troubles]
        for place, (title, places) in enumerate(groups):
            if place in (1, 5):
                self._menu.addSeparator()
            action = self._menu.addAction(lettered(title if place == 0 else f"{title} ({len(places):,})"))
            action.setEnabled(len(places) > 0)
            action.triggered.connect(lambda _=False, places=places: self.selection_wanted.emit(list(places)))
