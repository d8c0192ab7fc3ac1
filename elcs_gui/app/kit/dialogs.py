"""Asking for files and words, files that are dropped, and dialogs that stay beside the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QWidget

from elcs_gui.app.kit.labels import tip, titled

D = TypeVar("D", bound=QDialog)
HELP = QKeySequence("F1")


def asked_file(parent: QWidget, title: str, kinds: str) -> Path | None:
    """A file to be opened, as the user chooses; None to leave it."""
    path, _ = QFileDialog.getOpenFileName(parent, title, "", kinds)
    return Path(path) if path else None


def asked_new_file(parent: QWidget, title: str, suggested: str, kinds: str) -> Path | None:
    """A file to be written."""
    path, _ = QFileDialog.getSaveFileName(parent, title, suggested, kinds)
    return Path(path) if path else None


def asked_folder(parent: QWidget, title: str) -> Path | None:
    """A folder to read or to write."""
    path = QFileDialog.getExistingDirectory(parent, title)
    return Path(path) if path else None


def dropped_files(data: QMimeData) -> list[Path]:
    """The files among what is dropped, by their full paths.

    A link may be dropped as well, and `file:ibis:/postgres/...` would be the address of a server.
    """
    paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
    return [path for path in paths if path.is_absolute()]


def asked_words(parent: QWidget, title: str, label: str, suggested: str) -> str:
    """Some words, as the user types them; empty to leave it."""
    words, ok = QInputDialog.getText(parent, titled(title), tip(label), text=suggested)
    return words.strip() if ok else ""


def show_beside(kind: type[D], parent: QWidget, make: Callable[[], D]) -> D:
    """Show the one dialog of this kind beside a window, made if it is not there, in front of all others.

    The key for help works there as in the window.
    """
    shown = parent.findChild(kind)
    if shown is None:
        shown = make()
        shown.addActions([action for action in parent.actions() if action.shortcut() == HELP])
    shown.show()
    shown.raise_()
    shown.activateWindow()
    return shown
