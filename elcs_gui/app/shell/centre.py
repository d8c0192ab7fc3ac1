"""The middle of the window: the pages, and messages over their upper edge."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.message_bar import MessageBar


class Centre(QWidget):
    """Nothing below a message moves when it comes or goes: a graph keeps its room, and a page its place
    under the mouse."""

    def __init__(self, pages: QStackedWidget, messages: MessageBar) -> None:
        super().__init__()
        column_of(pages, inside=self, margins=0)
        self._messages = messages
        messages.setParent(self)
        messages.installEventFilter(self)
        messages.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._messages and event.type() in (QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._place()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        bar = self._messages
        high = max(bar.heightForWidth(self.width()), bar.minimumSizeHint().height())
        bar.setGeometry(0, 0, self.width(), min(high, self.height()))
        bar.raise_()
