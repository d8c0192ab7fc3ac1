"""The runs on the data that are open: beside each other, and what differs between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, Panel, View

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.graph.difference import Contrast
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.model.runs import Branch
    from elcs_gui.app.runs.comparison import Comparison
    from elcs_gui.app.runs.panel import RunsPanel

RUNS = "Runs"


class RunsFeature(Feature):
    """The dock comes up by itself when there is something to choose from, behind the pseudo-code."""

    panel: RunsPanel
    _chosen: Branch | None = None
    """What the user wants the run shown to be compared with; None: the one it was forked from."""
    _comparison: Comparison | None = None

    actions: ClassVar[tuple[Action[RunsFeature], ...]] = (
        Action("parting", "Run", 430, "Go to where the runs part",
               "Go to the first step that differs from the run compared with.",
               lambda runs: runs.go_to_parting(), "Ctrl+J", lambda runs: runs.comparison is not None),
        Action("difference", "View", 490, "Show difference",
               "Mark how the graph differs from the run before, or from the one chosen among the runs.",
               lambda runs: runs.draw(),
               "Ctrl+Shift+D", lambda runs: runs.comparison is not None, toggles=True),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(RUNS, "left", self._make, shown=False, behind="Pseudo-code"),)

    def _make(self) -> RunsPanel:
        from elcs_gui.app.runs.panel import RunsPanel

        context = self.context
        self.panel = panel = RunsPanel(context.actions["difference"], context.theme)
        panel.step_requested.connect(context.player.seek)
        panel.run_requested.connect(context.controller.go_to)
        panel.compare_requested.connect(self.compare)
        panel.forget_requested.connect(self.forget)
        return panel

    def connect(self) -> None:
        session = self.context.session
        self.context.feature(GraphFeature).panel.set_contrasting(self._contrast)
        session.opened.connect(self._on_opened)
        session.run_started.connect(self.refresh)
        session.run_finished.connect(self.refresh)

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)

    @property
    def comparison(self) -> Comparison | None:
        """The run shown beside the chosen one, or beside the one it was forked from; None without either."""
        shown = self.context.session.runs.current
        if shown is None:
            return None
        from elcs_gui.app.runs.comparison import Comparison, comparable

        chosen = self._chosen if comparable(shown, self._chosen) else None
        other = chosen or shown.parent
        if other is None or not comparable(shown, other):
            self._comparison = None
        elif self._comparison is None or (self._comparison.shown, self._comparison.other) != (shown, other):
            self._comparison = Comparison(shown, other)
        return self._comparison

    def refresh(self, *_: object) -> None:
        """The runs, or which of them is shown, have changed."""
        from elcs_gui.app.runs.rows import run_rows

        context = self.context
        rows = run_rows(context.session.runs, running=context.session.running)
        found = self.comparison
        other = None if found is None else found.other
        compared = other if other is self._chosen else None
        parting = "" if found is None else found.parting
        if compared is not None:
            parting = f"Compared with “{compared.title}”. {parting}"
        self.panel.show_runs(rows, compared, parting, None if found is None else found.parts_at)
        if len(rows) > 1:
            context.window.offer_panel(RUNS, wanted=True)
        context.changed.emit()
        if context.actions["difference"].isChecked():
            context.feature(GraphFeature).panel.refresh()

    def compare(self, branch: Branch) -> None:
        """Lay a run beside the one shown, and draw the difference."""
        self._chosen = branch
        self.context.actions["difference"].setChecked(True)
        self.refresh()

    def forget(self, branch: Branch) -> None:
        self.context.session.runs.forget(branch)
        self.context.worked.emit()
        if self._chosen is branch:
            self._chosen = None
        self.refresh()

    def draw(self) -> None:
        """Draw the difference, or stop drawing it, as the action is switched."""
        self.context.feature(GraphFeature).panel.refresh()

    def go_to_parting(self) -> None:
        found = self.comparison
        if found is None or found.parts_at is None:
            self.context.status.say("The two runs take the same steps.")
        else:
            self.context.player.seek(found.parts_at)

    def _contrast(self, step: int, target: int) -> Contrast | None:
        from elcs_gui.app.graph.difference import Contrast

        if not self.context.actions["difference"].isChecked():
            return None
        found = self.comparison
        if found is None or self.context.player.trace is not found.shown.trace:
            return None
        return Contrast(found.at(step, target), found.other.title)

    def _on_opened(self) -> None:
        self._chosen = self._comparison = None
        self.context.window.offer_panel(RUNS, wanted=False)

    def remember(self) -> View:
        runs = list(self.context.session.runs)
        return {
            "difference": self.context.actions["difference"].isChecked(),
            "compared": runs.index(self._chosen) if self._chosen in runs else None,
        }

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        runs = list(self.context.session.runs)
        compared = view.get("compared")
        if type(compared) is int and 0 <= compared < len(runs) and runs[compared].finished:
            self.compare(runs[compared])
        self.context.actions["difference"].setChecked(view.get("difference") is True)
        self.refresh()
        self.draw()
