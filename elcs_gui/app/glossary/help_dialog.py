"""Help: the glossary and the keys, both searched by the same field; it stays beside the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from elcs_gui.app.glossary.terms import Term, glossary
from elcs_gui.app.kit.emblem import RuleEmblem
from elcs_gui.app.kit.fields import FilterField
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import Segments
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.model.actions import MENUS, declared
from elcs_gui.app.model.context import Context
from elcs_gui.foreign import Rich, joined, markup

GLOSSARY, KEYS = "Glossary", "Keys"
_TERM = Qt.ItemDataRole.UserRole


class HelpDialog(QDialog):
    """Type a word: the terms, or the keys, in which it occurs."""

    def __init__(self, context: Context, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, windowTitle="Help")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._context = context
        self.tabs = Segments("Parts of the help", {GLOSSARY: GLOSSARY, KEYS: KEYS}, spoken=True)
        self.tabs.chosen.connect(self.turn_to)
        self.search = FilterField(theme)
        self.search.setPlaceholderText("Search")
        self.search.setAccessibleName("Search the help")
        self.search.textChanged.connect(self._fill)
        self.search.installEventFilter(self)
        self.list = QListWidget(objectName="helpList", accessibleName="Terms")
        self._theme = theme
        self.list.setFixedWidth(round(230 * theme.scale))
        self.list.currentItemChanged.connect(self._on_item)
        self.entry = TermEntry(theme)
        self.entry.term_requested.connect(self.show_word)
        self.keys = _KeyList(context)
        self._pages = QStackedWidget()
        terms = QWidget()
        row_of(self.list, (self.entry, 1), inside=terms, margins=0, spacing=0)
        self._pages.addWidget(terms)
        self._pages.addWidget(self.keys)
        head = row_of(self.tabs, (self.search, 1), margins=(16, 12, 16, 12), spacing=12)
        line = QWidget(objectName="hairline", minimumHeight=1, maximumHeight=1)
        line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column_of(head, line, (self._pages, 1), inside=self, margins=0, spacing=0)
        self.resize(round(840 * theme.scale), round(560 * theme.scale))
        self.turn_to(GLOSSARY)

    @property
    def term(self) -> Term | None:
        """What is being read."""
        return self.entry.term

    def turn_to(self, part: str) -> None:
        self.tabs.show_value(part)
        self._pages.setCurrentIndex(0 if part == GLOSSARY else 1)
        self._fill()
        self.search.setFocus()

    def show_word(self, word: str) -> None:
        """Read what is said of a word."""
        term = glossary().find(word)
        if term is not None:
            self.search.clear()
            self.turn_to(GLOSSARY)
            self._choose(term)

    def _fill(self) -> None:
        words = self.search.text()
        if self.tabs.value == KEYS:
            self.keys.show_matching(words)
            return
        before, found = self.entry.term, glossary().search(words)
        self.list.clear()
        kind = ""
        for term in found:
            if not words and term.kind != kind:
                kind = term.kind
                self._add(kind, None)
            self._add(term.title, term)
        if not found:
            self._add("Nothing found", None)
        self.entry.setVisible(bool(found))
        if found:
            self._choose(before if before in found and not words else found[0])

    def _add(self, title: str, term: Term | None) -> None:
        item = QListWidgetItem(title)
        item.setData(_TERM, term)
        if term is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            item.setForeground(self._theme.ink_3)
            item.setFont(font(12 * self._theme.scale, SEMIBOLD))
            item.setSizeHint(QSize(0, round(34 * self._theme.scale)))
            item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        self.list.addItem(item)

    def _choose(self, term: Term) -> None:
        for place in range(self.list.count()):
            if self.list.item(place).data(_TERM) == term:
                self.list.setCurrentRow(place)
                self.list.scrollToItem(self.list.item(place))

    def _on_item(self, item: QListWidgetItem | None) -> None:
        term = None if item is None else item.data(_TERM)
        if isinstance(term, Term):
            self.entry.show_term(term)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows go through the list while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None and self.tabs.value == GLOSSARY:
                place = self.list.currentRow() + step
                while 0 <= place < self.list.count():
                    if self.list.item(place).data(_TERM) is not None:
                        self.list.setCurrentRow(place)
                        break
                    place += step
                return True
        return super().eventFilter(watched, event)


class TermEntry(QScrollArea):
    """One term in full."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(widgetResizable=True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.term: Term | None = None
        self._emblem = RuleEmblem(theme)
        self._title = Label(objectName="title", wordWrap=True)
        self._also = Label(objectName="quiet", wordWrap=True)
        self._text, self._see = Label(objectName="termText"), Label(objectName="termText")
        for label in (self._text, self._see):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.term_requested = self._see.linkActivated
        page = QWidget(objectName="panel")
        column_of(
            row_of(self._emblem, (self._title, 1), spacing=12),
            self._also,
            self._text,
            self._see,
            (None, 0),
            inside=page,
            margins=(24, 20, 24, 20),
            spacing=10,
        )
        self.setWidget(page)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        return QSize(480, 400)

    def show_term(self, term: Term) -> None:
        self.term = term
        self._emblem.show_rule(term.rule)
        self._title.setText(term.title)
        others = [word for word in term.words if word.casefold() != term.title.casefold()]
        self._also.setText(f"{term.kind} · also: {', '.join(others)}" if others else term.kind)
        first, *rest = filter(None, (*term.card, term.more))
        self._text.setText(
            joined(
                [
                    markup('<p style="margin:0 0 8px 0;font-weight:600">{}</p>', first),
                    *(markup('<p style="margin:0 0 8px 0">{}</p>', line) for line in rest),
                ]
            )
        )
        found = {word: glossary().find(word) for word in term.see}
        links = [
            markup('<a href="{}">{}</a>', word, other.title)
            for word, other in found.items()
            if other is not None
        ]
        self._see.setText(markup("See also: {}", joined(links, Rich(", "))))
        self._see.setVisible(bool(links))
        self.setAccessibleName(term.title)
        self.setAccessibleDescription(" ".join((*term.card, term.more)))
        self.verticalScrollBar().setValue(0)


class _KeyList(QScrollArea):
    """All keys in two columns: those of menus, by menu, then those of single parts of the window."""

    def __init__(self, context: Context) -> None:
        super().__init__(widgetResizable=True, focusPolicy=Qt.FocusPolicy.NoFocus)
        page = QWidget(objectName="panel")
        row = row_of(inside=page, margins=(24, 16, 24, 20), spacing=40)
        self._parts: list[tuple[Label, list[tuple[Label, Label, str]]]] = []
        actions = declared(context)
        parts = [
            (menu, [(each.title, each.keys, each.sentence) for each in actions if each.menu == menu])
            for menu in MENUS
        ]
        parts += [(part.where, [(does, keys, does) for keys, does in part.keys]) for part in glossary().keys]
        half = sum(len(entries) for _, entries in parts) / 2
        columns: list[list[tuple[str, list[tuple[str, str, str]]]]] = [[], []]
        for part in parts:
            filled = sum(len(entries) for _, entries in columns[0])
            columns[0 if filled < half * 0.9 else 1].append(part)
        for column in columns:
            grid = QGridLayout()
            grid.setVerticalSpacing(4)
            grid.setColumnStretch(0, 1)
            for title, entries in column:
                self._add(grid, title, entries)
            grid.setRowStretch(grid.rowCount(), 1)
            row.addLayout(grid, 1)
        self.setWidget(page)

    def _add(self, grid: QGridLayout, title: str, entries: list[tuple[str, str, str]]) -> None:
        heading = Label(title, objectName="section")
        grid.addWidget(heading, grid.rowCount(), 0, 1, 2)
        rows = []
        for does, keys, sentence in entries:
            if not keys:
                continue
            line = grid.rowCount()
            word, key = Label(does.removesuffix("...")), Label(keys, objectName="quiet")
            tooltip(word, sentence)
            grid.addWidget(word, line, 0)
            grid.addWidget(key, line, 1)
            rows.append((word, key, f"{title} {does} {sentence} {keys}".casefold()))
        self._parts.append((heading, rows))

    def show_matching(self, words: str) -> None:
        asked = words.casefold().split()
        for heading, rows in self._parts:
            shown = [all(word in text for word in asked) for _, _, text in rows]
            heading.setVisible(any(shown))
            for (word, key, _), wanted in zip(rows, shown, strict=True):
                word.setVisible(wanted)
                key.setVisible(wanted)
