"""The data behind what is selected: the page Data of the inspector, and the order of levels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.citest.feature import CiTestFeature
from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.log.feature import LogFeature
from elcs_gui.app.model.actions import Action, has_trace
from elcs_gui.app.model.feature import Feature, Panel, Part, View, is_variable

if TYPE_CHECKING:
    from elcs_gui.app.dataplots.panel import DataPage
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.model.level_orders import Order

DATA = "Data"


class DataPlotsFeature(Feature):
    """Plots of one variable or of two; whoever looks at them goes on doing so while selecting others."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Data plots",
            "Data",
            "The distribution of one variable; of two, their table or scatter plot before and after "
            "conditioning. Levels stand as they are read, such as LOW, NORMAL, HIGH, and can be dragged "
            "into another order. Plots zoom, pan, and can be copied or saved as SVG, PDF or PNG (right "
            "click).",
        ),
    )

    panel: DataPage

    actions: ClassVar[tuple[Action[DataPlotsFeature], ...]] = (
        Action("data-plots", "View", 515, "Plots of the data",
               "Show the distribution of what is selected, or two variables before and after conditioning.",
               lambda data: data.context.window.show_panel(DATA), "Ctrl+P", has_trace),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel(DATA, "inspector", self._make, place=25, shown=False, follows=True),)

    def _make(self) -> DataPage:
        from elcs_gui.app.dataplots.panel import DataPage

        context = self.context
        self.panel = panel = DataPage(context.player, context.level_orders, context.theme)
        panel.order_requested.connect(self._put_order)
        return panel

    def connect(self) -> None:
        context, panel = self.context, self.panel
        context.feature(GraphFeature).panel.selection_changed.connect(panel.select)
        context.feature(LogFeature).panel.test_selected.connect(panel.show_test)
        panel.test_requested.connect(context.feature(CiTestFeature).show)
        context.session.opened.connect(self._on_opened)
        context.player.trace_changed.connect(panel.refresh)
        context.level_orders.changed.connect(panel.refresh)

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)

    def _on_opened(self) -> None:
        source = self.context.session.source
        self.panel.set_data(None if source is None else source.data)

    def _put_order(self, x: int, order: Order | None) -> None:
        """An edit, which can be undone."""
        from elcs_gui.app.model.undo import Move

        context, orders = self.context, self.context.level_orders
        before = orders.put_by_user.get(x)
        if order == before:
            return
        name = context.session.names[x]

        def put(order: Any) -> None:
            orders.put(x, order)

        context.controller.edit(Move(f"the levels of {name}", before, order, put, done=False))

    # What a session file keeps

    def remember(self) -> View:
        put = self.context.level_orders.put_by_user
        return {"levels": [[x, *order] for x, order in sorted(put.items())]} if put else {}

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        orders, levels = self.context.level_orders, self.context.session.levels
        said = view.get("levels")
        for row in said if isinstance(said, list) else ():
            if not isinstance(row, list) or not row or not is_variable(row[0], min(variables, len(levels))):
                continue
            x, *order = row
            if all(type(code) is int for code in order) and sorted(order) == list(range(len(levels[x]))):
                orders.put(x, tuple(order))
