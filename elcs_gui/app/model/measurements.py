"""What was measured about the runs so far, to be shown again when a run comes back."""

from __future__ import annotations

from elcs_gui.inquiry.stability import Stability
from elcs_gui.storage.study import Study
from elcs_gui.trace.trace import Header

MOST_KEPT = 24


class Measurements:
    """The latest stability of each run, of what is open."""

    def __init__(self) -> None:
        self._study: Study | None = None
        self._kept: list[Stability] = []

    def keep(self, study: Study, found: Stability) -> None:
        """It takes the place of an earlier one of the same run. One without a replicate says nothing."""
        if not found.done:
            return
        if study is not self._study:  # two files may well have runs of the same name
            self._study, self._kept = study, []
        self._kept = [*(old for old in self._kept if old.header != found.header), found][-MOST_KEPT:]

    def of(self, study: Study | None, header: Header | None) -> Stability | None:
        """The latest of that run on what is open."""
        if study is None or study is not self._study:
            return None
        return next((found for found in self._kept if found.header == header), None)
