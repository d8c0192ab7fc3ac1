"""The runs on the data that are open: beside each other, and what differs between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import Action, has_data
from elcs_gui.app.model.feature import Feature, Panel, Part, View
from elcs_gui.app.model.runs import changes

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.graph.difference import Contrast
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.model.runs import Branch
    from elcs_gui.app.runs.comparison import Comparison
    from elcs_gui.app.runs.panel import RunsPanel
    from elcs_gui.ci.questions import Question

RUNS = "Runs"


class RunsFeature(Feature):
    """The dock comes up by itself when there is something to choose from, behind the pseudo-code."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Runs",
            "Runs",
            "All runs of these data as a small tree: each change of how a run is made forks it. Choose a "
            "run to go to it, or to compare it with the one that is shown; what differs is drawn in the "
            "graph. *Compare with ELCS* runs the other one of Sound ELCS and ELCS as printed.",
            more=("how-to/compare-algorithms",),
        ),
    )

    panel: RunsPanel
    _chosen: Branch | None = None
    """What the user wants the run shown to be compared with; None: the one it was forked from."""
    _comparison: Comparison | None = None
    _turning: tuple[Question, Branch] | None = None
    """The verdict that is being turned, and the run shown before."""
    _said = ""
    """What was said of the last verdict that was turned."""
    _came_up = False
    """Has the dock come to the front by itself? Once is enough to know it."""

    actions: ClassVar[tuple[Action[RunsFeature], ...]] = (
        Action("other-elcs", "Run", 385, "Sound or printed ELCS",
               "Run the other one of sound ELCS and ELCS as printed, and mark what differs.",
               lambda runs: runs.run_other_elcs(), "Ctrl+Shift+X", has_data, ahead=True),
        Action("parting", "Run", 430, "Go to where the runs part",
               "Go to the first step that differs from the run compared with.",
               lambda runs: runs.go_to_parting(), "Ctrl+J", lambda runs: runs.comparison is not None,
               ahead=True),
        Action("difference", "View", 490, "Show difference",
               "Mark how the graph differs from the run before, or from the one chosen among the runs.",
               lambda runs: runs.draw(),
               "Ctrl+Shift+D", lambda runs: runs.comparison is not None, toggles=True, ahead=True),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(RUNS, "left", self._make, shown=False, behind="Pseudo-code", ahead=True),)

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
        session.run_started.connect(self._unsay)
        self.context.page_shown.connect(lambda page: self._unsay() if page else None)
        session.run_finished.connect(self.refresh)
        session.run_finished.connect(self._tell_turned)
        self.context.controller.turning.connect(self._on_turning)

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

    def run_other_elcs(self) -> None:
        """Sound ELCS, or where that is shown ELCS as printed, beside the run shown."""
        from elcs_gui.algorithms.registry import other_elcs

        shown = self.context.session.runs.current
        assert shown is not None
        self.compare(shown)  # takes effect when the other one is there
        other = replace(shown.header, algorithm=other_elcs(shown.header.algorithm), parameters=())
        self.context.controller.run(other)

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

    # A verdict that is turned

    def _on_turning(self, question: Question) -> None:
        shown = self.context.session.runs.current
        self._turning = None if shown is None else (question, shown)

    def _tell_turned(self, cancelled: bool) -> None:
        """What was turned and what follows from it, with the way back; the dock comes up the first time."""
        turning, self._turning = self._turning, None
        shown = self.context.session.runs.current
        if turning is None or cancelled or shown is None or self.context.locked:
            return
        from elcs_gui.app.runs.comparison import comparable
        from elcs_gui.app.runs.override_words import turned

        question, before = turning
        if not comparable(shown, before):
            return
        context = self.context
        self._said = turned(question, before.trace, shown.trace)
        context.messages.ask(self._said, {"Undo": lambda: self._turn_back(before)}, at_leisure=True)
        if not self._came_up and not context.actions["projector"].isChecked():
            self._came_up = True
            context.window.show_panel(RUNS)

    def _turn_back(self, before: Branch) -> None:
        """Undo it; where nodes were moved since, go back to the run before and leave them there."""
        controller, shown = self.context.controller, self.context.session.runs.current
        if shown is not None and controller.edits.undoText() == "; ".join(
            changes(before.header, shown.header)
        ):
            controller.undo()
        else:
            controller.run(before.header)

    def _unsay(self) -> None:
        """Another run is shown, and the way back begins elsewhere; or a page, whose head it would cover."""
        messages = self.context.messages
        if self._said and messages.text == self._said:
            messages.hide()
        self._said = ""

    def _contrast(self, step: int, target: int) -> Contrast | None:
        from elcs_gui.app.graph.difference import Contrast

        if not self.context.actions["difference"].isChecked():
            return None
        found = self.comparison
        if found is None or self.context.player.trace is not found.shown.trace:
            return None
        return Contrast(found.at(step, target), found.other.title)

    def _on_opened(self) -> None:
        self._chosen = self._comparison = self._turning = None
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
