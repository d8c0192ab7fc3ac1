"""Qt for commands that paint: asked for only by those that need it, and never with a window."""

from __future__ import annotations

import os

from elcs_gui.app.shell.display import NO_SCREEN, how_to_install
from elcs_gui.errors import ElcsError

_held: list[object] = []
"""Qt's application must outlive everything that is painted."""


def begin_painting(what: str) -> None:
    """Have Qt ready to paint into memory; an ElcsError says what is missing for `what`."""
    os.environ.setdefault("QT_QPA_PLATFORM", NO_SCREEN)
    try:
        from PySide6.QtWidgets import QApplication
    except ImportError as error:  # Qt itself, or a library of the system that it needs
        raise ElcsError(f"{what} needs Qt to paint. {how_to_install(str(error))}") from None
    if QApplication.instance() is None:
        _held.append(QApplication(["elcs"]))
