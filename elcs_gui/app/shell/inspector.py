"""The inspector: pages about what is selected, chosen by a row of segments in its head."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStackedWidget, QWidget

from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of, styled
from elcs_gui.app.kit.segments import Segments
from elcs_gui.app.kit.terms import explain
from elcs_gui.trace.assumptions import IN_FULL, IN_SHORT, NO_BOUND, Chance

_NAME = "Inspector"


class Assumptions(QWidget):
    """One quiet line at the foot: what the arrows assume, in full for who wants more.

    Another says what chance lets in, where that is a variable or more; a click on its link sets the alpha at
    which it is less.
    """

    alpha_requested = Signal(float)

    def __init__(self) -> None:
        super().__init__(objectName="panelFoot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._text = Label(wordWrap=True, objectName="quiet")
        self.more = QPushButton(objectName="link", accessibleName="What the arrows assume")
        self.more.clicked.connect(self._turn)
        self._chance: Chance | None = None
        self._by_chance = Label(wordWrap=True, objectName="quiet")
        self.remedy = QPushButton(objectName="link")
        self.remedy.clicked.connect(self._set_alpha)
        column_of(
            row_of((self._text, 1), (self.more, 0, Qt.AlignmentFlag.AlignTop), spacing=8),
            row_of((self._by_chance, 1), (self.remedy, 0, Qt.AlignmentFlag.AlignTop), spacing=8),
            inside=self,
            margins=(16, 6, 16, 6),
            spacing=4,
        )
        self._full = True
        self._turn()
        self.show_chance(None)

    @property
    def by_chance(self) -> str:
        """What is said of chance; nothing where it lets in less than one variable."""
        return str(self._by_chance.text()) if self._by_chance.isVisibleTo(self) else ""

    def show_chance(self, chance: Chance | None) -> None:
        """Of the run that is shown."""
        self._chance = chance
        alpha = None if chance is None else chance.remedy
        for part in (self._by_chance, self.remedy):
            part.setVisible(alpha is not None)
        if chance is not None and alpha is not None:
            self._by_chance.setText(f"{chance.short[0].upper()}{chance.short[1:]}.")
            tooltip(self._by_chance, f"{chance.sentence} {NO_BOUND}")
            self.remedy.setText(f"Set alpha to {alpha:g}")
            self.remedy.setAccessibleName(f"Set alpha to {alpha:g} and run again")
            tooltip(self.remedy, f"Run again with the alpha at which it is fewer than one. {NO_BOUND}")

    def _set_alpha(self) -> None:
        if self._chance is not None and self._chance.remedy is not None:
            self.alpha_requested.emit(self._chance.remedy)

    @property
    def text(self) -> str:
        return str(self._text.text())

    def _turn(self) -> None:
        """From one line to all of it, or back."""
        full = self._full = not self._full
        self._text.setText(
            "\n".join((IN_SHORT, *(f"• {each}" for each in IN_FULL)))
            if full
            else "Causal only under assumptions."
        )
        self.more.setText("Less" if full else "More")


class Inspector(QWidget):
    """One page at a time. A single page is named in the head alone: there is nothing to choose."""

    page_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__(objectName="panel")
        self._names: list[str] = []
        self._following: set[str] = set()
        self._stack = QStackedWidget()
        self._stack.currentChanged.connect(self._changed)
        self._only = Label(objectName="quiet")
        self._segments = Segments("Pages of the inspector")
        self._segments.chosen.connect(self.show_page)
        # The name gives way where there is room for the pages alone.
        self._heading = Label(_NAME, objectName="heading")
        self._heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        head = styled(
            "panelHead",
            row_of(
                (self._heading, 1),
                self._only,
                (self._segments, 0, Qt.AlignmentFlag.AlignVCenter),
                margins=(16, 0, 12, 0),
                spacing=4,
            ),
        )
        self.assumptions = Assumptions()
        column_of(head, (self._stack, 1), self.assumptions, inside=self, margins=0, spacing=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        needed = self._heading.fontMetrics().horizontalAdvance(_NAME) + self._segments.sizeHint().width() + 36
        self._heading.setText(_NAME if needed <= self.width() else "")

    def add_page(self, name: str, page: QWidget, *, follows: bool = False) -> None:
        """Add a page at the end; the first one is shown. One that `follows` shows whatever is selected."""
        place = self._stack.addWidget(page)
        self._names.append(name)
        if follows:
            self._following.add(name)
        button = self._segments.add(name, name)
        button.setAccessibleName(f"Inspector: {name}")
        explain(button, name)
        self._segments.show_value(self.page)
        self._only.setText(name)
        self._only.setVisible(place == 0)
        self._segments.setVisible(place > 0)

    @property
    def pages(self) -> tuple[str, ...]:
        """The names of all pages."""
        return tuple(self._names)

    @property
    def page(self) -> str:
        """The name of the page shown; empty while there is none."""
        place = self._stack.currentIndex()
        return self._names[place] if place >= 0 else ""

    @property
    def follows(self) -> bool:
        """Does the page shown show whatever is selected?"""
        return self.page in self._following

    def show_page(self, name: str) -> None:
        self._stack.setCurrentIndex(self._names.index(name))

    def _changed(self, place: int) -> None:
        if 0 <= place < len(self._names):
            self._segments.show_value(self._names[place])
            self.page_changed.emit(self._names[place])
