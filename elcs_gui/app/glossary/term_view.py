"""One term of the glossary in full, with its emblem and the terms that lead on."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from elcs_gui.app.glossary.terms import Term, glossary
from elcs_gui.app.kit.emblem import RuleEmblem
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.foreign import Rich, joined, markup


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
