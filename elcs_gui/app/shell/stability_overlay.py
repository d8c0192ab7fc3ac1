"""Stability on the edges of the workspace's graph: switched on and off, for the run that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from elcs_gui.app.graph.edge_shares import EdgeShares
from elcs_gui.inquiry.stability import Stability
from elcs_gui.worker.inquiry_process import InquiryProgress, MeasureStability

if TYPE_CHECKING:
    from elcs_gui.app.shell.main_window import MainWindow

ACTION = "show-stability"


class StabilityOverlay(QObject):
    """Follows the run that is shown: one that was never measured switches it off."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.inquiry_client.progressed.connect(self._on_progress)
        window.player.trace_changed.connect(self._show)

    def switch(self) -> None:
        """The user switched the action."""
        if self._window.live[ACTION].isChecked() and self._found is None:
            self._window.status.say("This run was not measured yet: Run, Stability does that.")
        self._show()

    @property
    def _found(self) -> Stability | None:
        window, trace = self._window, self._window.player.trace
        header = None if trace is None else trace.header
        return window.inquiry_client.measured.of(window.session.source, header)

    def _show(self) -> None:
        found, action = self._found, self._window.live[ACTION]
        if found is None:
            action.setChecked(False)
        self._window.graph.set_shares(EdgeShares(found) if found is not None and action.isChecked() else None)

    def _on_progress(self, progress: InquiryProgress) -> None:
        if isinstance(progress.inquiry, MeasureStability) and self._window.live[ACTION].isChecked():
            self._show()
