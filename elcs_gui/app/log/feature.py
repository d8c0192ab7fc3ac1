"""The log of all CI tests, at the bottom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.model.actions import Action, has_trace
from elcs_gui.app.model.feature import Feature, Panel, Part, View
from elcs_gui.app.model.selection import Selection, ends_of

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.log.panel import LogPanel

_LONGEST_FILTER = 10_000


class LogFeature(Feature):
    """The log, which follows what is selected."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "CI tests",
            "CI tests",
            "Every test of the run, with filter, sorting, copy and export. A filter is like `x:C p<0.05 "
            "verdict:independent`. Select an edge to see the tests of its proof.",
        ),
    )

    panel: LogPanel

    actions: ClassVar[tuple[Action[LogFeature], ...]] = (
        Action("export-log", "File", 140, "Export log...",
               "Write the tests shown in the log as CSV, TSV or JSON lines.",
               lambda log: log.panel.ask_and_export("csv"), "Ctrl+Shift+E", has_trace),
        Action("filter-log", "Edit", 230, "Filter the log", "Type a filter for the CI-test log.",
               lambda log: log.panel.focus_filter(), "Ctrl+L", has_trace),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel("CI tests", "bottom", self._make),)

    def _make(self) -> LogPanel:
        from elcs_gui.app.log.panel import LogPanel

        context = self.context
        self.panel = panel = LogPanel(context.player, context.theme)
        panel.hide_columns(context.settings.hidden_columns)
        panel.columns_hidden.connect(lambda hidden: context.settings.set("hidden-columns", " ".join(hidden)))
        panel.step_requested.connect(context.player.seek)
        panel.what_if_requested.connect(context.unless_locked(context.controller.what_if))
        panel.take_back_requested.connect(context.controller.take_back)
        panel.break_requested.connect(context.controller.break_at)
        return panel

    def connect(self) -> None:
        self.context.feature(GraphFeature).panel.selected.connect(self.filter_to)
        self.context.session.truth_changed.connect(self._show_truth)
        self.context.actions["truth"].toggled.connect(self._show_truth)

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)

    def on_setting(self, id: str) -> None:
        if id == "hidden-columns":
            self.panel.hide_columns(self.context.settings.hidden_columns)

    def filter_to(self, what: Selection) -> None:
        """Show the tests of an edge; of anything else that is selected, all."""
        trace = self.context.player.trace
        if trace is not None:
            names = trace.header.names
            self.panel.filter_to("–".join(names[x] for x in ends_of(what) or ()))

    def find(self, number: int) -> None:
        """Choose a test; a filter that hides it gives way."""
        if self.panel.model.rows.row_of(number) is None:
            self.panel.filter_to("")
        self.panel.select_test(number)

    def _show_truth(self) -> None:
        truth = self.context.truth_shown
        self.panel.set_truth(None if truth is None else lambda q: truth.oracle.separated(q.x, q.y, q.z))

    def remember(self) -> View:
        log = self.panel
        sort = log.view.head.sort
        return {
            "log": {
                "filter": log.filter_text,
                "sort": None if sort is None else sort.column,
                "descending": sort is not None and sort.descending,
                "hidden": sorted(log.view.unwanted),
                "test": log.chosen,
            }
        }

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        from elcs_gui.app.log.rows import Sort
        from elcs_gui.app.model.setting_table import COLUMNS

        log, said = self.panel, view.get("log")
        if not isinstance(said, dict):
            return
        text, column, hidden = (said.get(key) for key in ("filter", "sort", "hidden"))
        if isinstance(hidden, list):
            log.hide_columns(frozenset(map(str, hidden)) & frozenset((*COLUMNS[1:], "truth")))
        if isinstance(text, str) and len(text) < _LONGEST_FILTER:
            log.filter_to(text)
        if column in COLUMNS:
            log.view.head.sort_by(Sort(str(column), descending=said.get("descending") is True))
        test = self.kept_test(view)
        if test is not None:
            log.select_test(test)

    def kept_test(self, view: Mapping[str, Any]) -> int | None:
        """The test that was chosen, if the run has it."""
        trace, said = self.context.player.trace, view.get("log")
        test = said.get("test") if isinstance(said, dict) else None
        return test if trace is not None and type(test) is int and 0 < test <= len(trace.test_steps) else None
