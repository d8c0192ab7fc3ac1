"""One CI test in detail: the page Test of the inspector."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.log.feature import LogFeature
from elcs_gui.app.model.actions import Action, has_trace
from elcs_gui.app.model.feature import Feature, Panel, Part
from elcs_gui.app.why.feature import WhyFeature

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.citest.panel import TestDetail
    from elcs_gui.app.kit.theme import Theme

TEST = "Test"


class CiTestFeature(Feature):
    """The test at the cursor, or the one that was chosen; it can be overridden and stopped at."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Test",
            "Test",
            "One test: its contingency tables, its statistic on the reference distribution, and what "
            "follows from its verdict. *What if* runs on with the other verdict. The run forks, answers "
            "are used again, and the difference is drawn in the graph.",
            more=("explanations/what-is-evidence",),
        ),
    )

    panel: TestDetail

    actions: ClassVar[tuple[Action[CiTestFeature], ...]] = (
        Action("drop-overrides", "Edit", 180, "Drop all overrides",
               "Take back every overridden verdict.",
               lambda test: test.context.controller.drop_overrides(), when=lambda test: test.has_overrides),
        Action("what-if", "Run", 380, "What if",
               "Run on with the other verdict for the test in the inspector.",
               lambda test: test.in_sight().ask_what_if(), "Ctrl+I", has_trace, ahead=True),
        Action("break-test", "Run", 420, "Break at this test",
               "Stop at the test in the inspector, or no longer.",
               lambda test: test.in_sight().ask_break(), "Ctrl+F9", has_trace),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        # Shown until something is selected, whose Why then comes up.
        return (Panel(TEST, "inspector", self._make, place=20),)

    def _make(self) -> TestDetail:
        from elcs_gui.app.citest.panel import TestDetail

        context, controller = self.context, self.context.controller
        # Before the panel hears of it: it must not ask the test of another run.
        context.player.trace_changed.connect(self._set_test)
        self.panel = panel = TestDetail(context.player, context.theme)
        panel.what_if_requested.connect(self.context.unless_locked(controller.what_if))
        panel.take_back_requested.connect(controller.take_back)
        panel.break_requested.connect(controller.break_at)
        return panel

    def connect(self) -> None:
        log, why = self.context.feature(LogFeature).panel, self.context.feature(WhyFeature).panel
        self.context.level_orders.changed.connect(self.panel.refresh)
        log.test_selected.connect(self.show)
        why.test_requested.connect(self.show)
        self.panel.test_link_activated.connect(log.select_test)

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)

    @property
    def has_overrides(self) -> bool:
        header = self.context.session.header
        return header is not None and bool(header.forced)

    def in_sight(self) -> TestDetail:
        """The page, turned to: nobody has seen before which test it is about."""
        self.context.window.show_inspector_page(TEST)
        self.panel.refresh()  # it follows the cursor after a moment, and not at all where it is not in sight
        return self.panel

    def show(self, number: int) -> None:
        """Show a test until the cursor moves; 0: the one at the cursor."""
        self.panel.show_test(number)
        if number and not self.context.player.playing:
            self.context.window.show_inspector_page(TEST)

    def _set_test(self) -> None:
        context = self.context
        self.panel.set_test(context.session.ci_test, context.session.levels, context.level_orders.of)

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        test = self.context.feature(LogFeature).kept_test(view)
        if test is not None:
            self.panel.show_test(test)
