"""A field for a whole number."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QSpinBox

_BEFORE = 8
"""Pixels, as a style sheet has them before the text of every other field: it does not reach into this one."""


class NumberBox(QSpinBox):
    """With its text where other fields have theirs."""

    def __init__(self, **properties: Any) -> None:
        super().__init__(**properties)
        self.lineEdit().setTextMargins(_BEFORE, 0, 0, 0)
