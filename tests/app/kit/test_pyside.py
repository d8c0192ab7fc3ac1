"""A release of PySide6 that drops references to None must not slip in: it aborts after a while."""

import sys

from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot


class _Bell(QObject):
    rung = Signal()


def test_void_calls_keep_the_references_to_none(qtbot: QtBot) -> None:
    bell = _Bell()
    before = sys.getrefcount(None)
    for _ in range(5000):
        bell.setObjectName("bell")
        bell.rung.emit()
    assert sys.getrefcount(None) > before - 1000
