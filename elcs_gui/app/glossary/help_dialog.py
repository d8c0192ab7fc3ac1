"""Help: the guide, the glossary and the actions of the window, searched by one field; beside the window."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QPushButton, QStackedWidget, QWidget

from elcs_gui.app.glossary.finding import (
    ACTION,
    PAGE,
    TERM,
    Entry,
    Spot,
    Trail,
    contents,
    found,
    term_at,
    term_spot,
)
from elcs_gui.app.glossary.guide_view import GuideView
from elcs_gui.app.glossary.page_html import action_page
from elcs_gui.app.glossary.term_view import TermEntry
from elcs_gui.app.glossary.terms import Term, glossary
from elcs_gui.app.kit.fields import FilterField
from elcs_gui.app.kit.labels import lettered, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.model.actions import declared
from elcs_gui.app.model.context import Context
from elcs_gui.guide.pages import FIRST, Link, guide
from elcs_gui.markdown import COMMAND

_SPOT = Qt.ItemDataRole.UserRole
NOTHING = "Nothing found"


class HelpDialog(QDialog):
    """At the left the list of pages, or what was found; at the right a page, a term or an action."""

    def __init__(self, context: Context, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, windowTitle="Help")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._context, self._theme = context, theme
        self._trail = Trail()
        self.back = self._step("←", "Back", "Alt+Left", self.go_back)
        self.forward = self._step("→", "Forward", "Alt+Right", self.go_forward)
        self.search = FilterField(theme)
        self.search.setPlaceholderText("Search the guide, the glossary and the actions")
        self.search.setAccessibleName("Search the help")
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list = QListWidget(objectName="helpList", accessibleName="Pages")
        self.list.currentItemChanged.connect(self._on_item)
        self.list.itemActivated.connect(self._on_chosen)
        self.list.itemClicked.connect(self._on_chosen)
        self.page = GuideView(theme)
        self.page.followed.connect(self._follow)
        self.entry = TermEntry(theme)
        self.entry.term_requested.connect(self.show_word)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.page)
        self._pages.addWidget(self.entry)
        head = row_of(self.back, self.forward, (self.search, 1), margins=(16, 12, 16, 12), spacing=8)
        line = QWidget(objectName="hairline", minimumHeight=1, maximumHeight=1)
        line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.list.setFixedWidth(round(270 * theme.scale))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        below = row_of(self.list, (self._pages, 1), margins=0, spacing=0)
        column_of(head, line, (below, 1), inside=self, margins=0, spacing=0)
        self.resize(round(1040 * theme.scale), round(720 * theme.scale))
        self._fill()
        self.search.setFocus()

    def _step(self, sign: str, name: str, keys: str, act: Callable[[], None]) -> QPushButton:
        made: QPushButton = QPushButton(lettered(sign), objectName="ghost", accessibleName=name)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        tooltip(made, f"{name} {keys.replace('Left', '←').replace('Right', '→')}")
        made.clicked.connect(act)
        QShortcut(QKeySequence(keys), self, activated=act)
        return made

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.page.set_theme(theme)
        self._fill()
        if self._trail.here is not None:
            self._show(self._trail.here)

    # What is shown

    @property
    def here(self) -> Spot | None:
        """What is being read."""
        return self._trail.here

    @property
    def term(self) -> Term | None:
        """The term that is being read, if it is one."""
        return self.entry.term if self._pages.currentWidget() is self.entry else None

    def visit(self, spot: Spot, *, passing: bool = False) -> None:
        """Show something else; `passing` while one types."""
        self._trail.visit(spot, passing=passing)
        self._show(spot)

    def show_page(self, address: str) -> None:
        """Show a page of the guide by its id, with # and a heading."""
        self.search.clear()
        id, _, anchor = address.partition("#")
        self.visit(Spot(PAGE, id if id in guide().pages else FIRST, anchor))

    def show_word(self, word: str) -> None:
        """Read what is said of a word."""
        term = glossary().find(word)
        if term is not None:
            self.search.clear()
            self.visit(term_spot(term))

    def go_back(self) -> None:
        if self._trail.can_go_back:
            self._show(self._trail.back())

    def go_forward(self) -> None:
        if self._trail.can_go_forward:
            self._show(self._trail.forward())

    def _show(self, spot: Spot) -> None:
        if spot.kind == TERM:
            term = term_at(spot)
            assert term is not None
            self.entry.show_term(term)
        elif spot.kind == ACTION:
            action = next(each for each in declared(self._context) if each.id == spot.id)
            enabled = self._context.actions[spot.id].isEnabled()
            title = action.title.removesuffix("...")
            shown, _ = action_page(title, action.keys, action.sentence, action.menu, enabled=enabled)
            self.page.show_markup(shown, [Link(ACTION, spot.id)])
        else:
            self.page.show_page(guide().pages[spot.id], spot.anchor)
        self._pages.setCurrentWidget(self.entry if spot.kind == TERM else self.page)
        self.back.setEnabled(self._trail.can_go_back)
        self.forward.setEnabled(self._trail.can_go_forward)
        self._choose(spot)

    def _follow(self, link: Link) -> None:
        if link.kind == "page" and link.target in guide().pages:
            self.visit(Spot(PAGE, link.target, link.anchor))
        elif link.kind == COMMAND:
            self._context.follow(link.target)
        elif link.kind == ACTION:
            self._context.actions[link.target].trigger()
        elif link.kind == "web":
            QDesktopServices.openUrl(QUrl(link.target))

    # The list

    def _fill(self) -> None:
        words = self.search.text().strip()
        self.list.blockSignals(True)
        self.list.clear()
        entries = list(found(words, self._context) if words else contents())
        self._add(entries or [Entry(NOTHING)])
        self.list.blockSignals(False)
        if words:
            first = next((entry.spot for entry in entries if entry.spot is not None), None)
            if first is not None:
                self.visit(first, passing=True)
        elif self.here is not None:
            self._choose(self.here)
        else:
            self.visit(Spot(PAGE, FIRST))

    def _add(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            item = QListWidgetItem(entry.title)
            item.setData(_SPOT, entry.spot)
            if entry.more:
                tooltip(item, entry.more)
            if entry.spot is None:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
                item.setForeground(self._theme.ink_3)
                item.setFont(font(12 * self._theme.scale, SEMIBOLD))
                item.setSizeHint(QSize(0, round(34 * self._theme.scale)))
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
            self.list.addItem(item)

    def _choose(self, spot: Spot) -> None:
        """The row of what is shown; of a page, whatever the heading."""
        rows = [self.list.item(place) for place in range(self.list.count())]
        spots = [item.data(_SPOT) for item in rows]
        same = [place for place, each in enumerate(spots) if each == spot]
        same += [place for place, each in enumerate(spots) if each and each.id == spot.id]
        self.list.blockSignals(True)
        if same:
            self.list.setCurrentRow(same[0])
            self.list.scrollToItem(rows[same[0]])
        else:
            self.list.setCurrentRow(-1)
        self.list.blockSignals(False)

    def _on_item(self, item: QListWidgetItem | None) -> None:
        """By the arrow keys."""
        spot = None if item is None else item.data(_SPOT)
        if isinstance(spot, Spot):
            self.visit(spot, passing=True)

    def _on_chosen(self, item: QListWidgetItem) -> None:
        spot = item.data(_SPOT)
        if isinstance(spot, Spot):
            self.visit(spot)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows go through the list while one types; Enter takes what is shown."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(key)
            if step is not None:
                place = self.list.currentRow() + step
                while 0 <= place < self.list.count():
                    if self.list.item(place).data(_SPOT) is not None:
                        self.list.setCurrentRow(place)
                        break
                    place += step
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self.here is not None:
                    self.visit(self.here)
                    (self.entry if self.here.kind == TERM else self.page).setFocus()
                return True
        return super().eventFilter(watched, event)
