"""How large the window comes up: as it was designed, or as large as the screen lets it be."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from elcs_gui.app.shell.display import NO_SCREEN

DESIGNED = QSize(1440, 900)
FRAME = QMargins(8, 40, 8, 8)
"""What the desktop puts around a window, at most; what it really puts is not known before it is shown."""


def has_room(room: QRect) -> bool:
    """Is there room for the window as it was designed, with its frame, beside task bars and the like?"""
    return room.marginsRemoved(FRAME).size().boundedTo(DESIGNED) == DESIGNED


def available(window: QMainWindow) -> QRect | None:
    """What task bars and the like leave of the window's screen; None where pictures are painted in memory."""
    if QGuiApplication.platformName() == NO_SCREEN:
        return None
    return window.screen().availableGeometry()


def place_window(window: QMainWindow, room: QRect | None) -> None:
    """The first size of a window that was never shown."""
    if room is None or has_room(room):
        window.resize(DESIGNED)
        return
    window.resize(room.size())  # for where no desktop makes it fill the screen
    window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)


def stay_within(window: QMainWindow, room: QRect | None) -> None:
    """A window that no longer fills the screen lies within it, with its frame."""
    if room is not None and not room.contains(window.normalGeometry().marginsAdded(FRAME)):
        inner = room.marginsRemoved(FRAME)
        window.setGeometry(QRect(inner.topLeft(), inner.size().boundedTo(DESIGNED)))
