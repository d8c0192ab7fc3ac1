"""A page of the guide in the window. Nothing is loaded but the pictures that come with the program."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QByteArray, QSize, QUrl, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QTextBrowser

from elcs_gui.app.glossary.page_html import HelpHtml, sheet
from elcs_gui.app.kit.theme import Theme
from elcs_gui.errors import ElcsError
from elcs_gui.foreign import Rich
from elcs_gui.guide.pages import Link, Page
from elcs_gui.guide.site import packaged_picture


class GuideView(QTextBrowser):
    """Shows a page; who clicks a link is told where it leads."""

    followed = Signal(object)
    """A `Link`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="guidePage", openLinks=False, accessibleName="Page of the guide")
        self._links: list[Link] = []
        self._theme = theme
        self.document().setDocumentMargin(round(24 * theme.scale))
        self.anchorClicked.connect(self._follow)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def sizeHint(self) -> QSize:
        return QSize(680, 600)

    def show_page(self, page: Page, anchor: str = "") -> None:
        """Show it, at a heading or from its beginning."""
        made = HelpHtml(page, self._theme)
        self.show_markup(made.html, made.links)
        if anchor:
            self.scrollToAnchor(anchor)
        self.setAccessibleDescription(page.title)

    def show_markup(self, html: Rich, links: list[Link]) -> None:
        self._links = links
        self.document().setDefaultStyleSheet(sheet(self._theme))
        self.setHtml(html)
        self.verticalScrollBar().setValue(0)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """A packaged picture; nothing else, whatever a page names."""
        try:
            path = packaged_picture(name.toString() if isinstance(name, QUrl) else name)
        except ElcsError:
            return QByteArray()
        return QImage(str(path))

    def _follow(self, address: QUrl) -> None:
        number = address.toString()
        if number.isdecimal() and int(number) < len(self._links):
            self.followed.emit(self._links[int(number)])
