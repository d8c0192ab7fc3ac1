"""The graph in the middle: its two views, what is marked in it, and where things stand in it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from elcs_gui.app.model.actions import Action, has_table, has_trace, has_truth
from elcs_gui.app.model.feature import Feature, Panel, Part, View, is_variable
from elcs_gui.app.model.selection import Edge, Variable, variable_of

if TYPE_CHECKING:  # the start page does not wait for numpy
    from PySide6.QtCore import QPoint

    from elcs_gui.app.graph.context_menu import GraphMenuActions
    from elcs_gui.app.graph.panel import GraphPanel
    from elcs_gui.app.graph.truth_head_view import TruthHead
    from elcs_gui.app.kit.theme import Theme

_FARTHEST = 1e7


class GraphFeature(Feature):
    """The graph, and the head line of its truth above it."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Graph",
            "Graph",
            "Causes stand above the target, effects below it, spouses beside the effect they share, and "
            "neighbours that are not decided yet at the sides. Dismissed variables are in the tray, with "
            "the sets that separate them from the target. A badge names the rule behind an arrow. Where a "
            "rule fires, or its arrow is selected, its premises are drawn and numbered as in the proof, "
            "and the rest is dimmed. Double-click a variable to make it the target. The *field view* is a "
            "map of all variables; of more than 2,000 it shows the target's surroundings and what was found, "
            "and others when the search finds them.",
        ),
        Part(
            "Truth",
            "Truth",
            "Where the true network is known, *Truth* marks every arrow as right or wrong, and a line "
            "above the graph gives the measures at every step. `--network NET`, *Load true network*, or a "
            "network that is dropped together with its data bring the truth.",
            more=("how-to/known-network",),
        ),
    )

    panel: GraphPanel
    head: TruthHead
    wishes: GraphMenuActions
    """What its menu offers: each feature puts in what it can do."""

    actions: ClassVar[tuple[Action[GraphFeature], ...]] = (
        Action("open-truth", "File", 40, "Load true network...",
               "Read the true network of the data that are open.",
               lambda graph: graph.ask_for_truth(), "Ctrl+Shift+T", has_table),
        Action("local-view", "View", 450, "Local view", "Show the target and what stands around it.",
               lambda graph: graph.show_kind("local"), "Ctrl+1", has_trace),
        Action("field-view", "View", 460, "Field view", "Show every variable as a map.",
               lambda graph: graph.show_kind("field"), "Ctrl+2", has_trace),
        # What is marked follows the switch, whoever turns it.
        Action("truth", "View", 470, "Truth", "Mark each arrow as right or wrong.",
               lambda _: None, "Ctrl+T", has_truth, toggles=True, ahead=True),
        Action("reset-positions", "View", 500, "Reset positions",
               "Put all nodes that were dragged back where they stand by themselves.",
               lambda graph: graph.panel.reset_positions(), when=has_trace),
        Action("margin-width", "View", 510, "Firmness as edge width",
               "Draw arrows the thicker the further alpha may move before they change.",
               lambda graph: graph.set_firm_width(), when=has_trace, toggles=True),
        Action("fit", "View", 520, "Fit the graph", "Show all of the graph.",
               lambda graph: graph.panel.fit(), "Ctrl+0", has_trace),
        Action("zoom-in", "View", 530, "Zoom in", "Make the graph larger.",
               lambda graph: graph.panel.zoom_in(), "Ctrl++", has_trace),
        Action("zoom-out", "View", 540, "Zoom out", "Make the graph smaller.",
               lambda graph: graph.panel.zoom_out(), "Ctrl+-", has_trace),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel("Truth", "centre", self._make_head), Panel("Graph", "centre", self._make, height=1))

    def _make_head(self) -> TruthHead:
        from elcs_gui.app.graph.truth_head_view import TruthHead

        self.head = TruthHead(self.context.player, self.context.theme)
        return self.head

    def _make(self) -> GraphPanel:
        from elcs_gui.app.graph.context_menu import GraphMenuActions
        from elcs_gui.app.graph.panel import GraphPanel

        context = self.context
        self.panel = panel = GraphPanel(context.player, context.theme)
        self.wishes = GraphMenuActions(target=context.controller.set_target)
        panel.target_requested.connect(context.controller.set_target)
        panel.edited.connect(context.controller.edit)
        panel.menu_requested.connect(self._show_menu)
        panel.set_reduced_motion(context.settings.reduced_motion)
        return panel

    def connect(self) -> None:
        session, panel = self.context.session, self.panel
        session.hold = lambda: not panel.labels.ready
        session.opened.connect(self._on_opened)
        session.associated.connect(panel.set_associations)
        session.truth_changed.connect(self._on_truth_changed)
        session.run_started.connect(self._show_learnt)
        self.context.firmness.found.connect(panel.show_firmness)
        self.context.actions["truth"].toggled.connect(self._show_truth)

    def set_theme(self, theme: Theme) -> None:
        self.panel.set_theme(theme)
        self.head.set_theme(theme)

    def on_setting(self, id: str) -> None:
        if id == "reduced-motion":
            self.panel.set_reduced_motion(self.context.settings.reduced_motion)

    def show_kind(self, kind: str) -> None:
        """The local or the field view, whatever page is shown instead."""
        self.panel.set_kind(kind)
        self.context.window.show_workspace()

    # What is open, and its truth

    def ask_for_truth(self) -> None:
        from elcs_gui.app.kit.dialogs import asked_file
        from elcs_gui.storage.file_kinds import NETWORK_ENDINGS

        endings = " ".join(f"*{ending}" for ending in NETWORK_ENDINGS)
        path = asked_file(
            self.context.widget, "Load true network", f"Networks ({endings} *.txt *.csv);;All files (*)"
        )
        if path is not None:
            self.context.controller.open_truth(path)

    def _on_opened(self) -> None:
        session = self.context.session
        self.panel.expect_names(session.names)
        self.panel.set_levels(self.context.level_orders.labels)
        self.panel.set_associations(())
        self.context.actions["truth"].setChecked(False)

    def _on_truth_changed(self) -> None:
        """Show it: that is what it was opened for."""
        self.context.actions["truth"].setChecked(True)
        self._show_truth()

    def _show_learnt(self) -> None:
        """On the map, what the same way of learning has found for other targets, the latest first."""
        from elcs_gui.trace.timeline import timeline_of
        from elcs_gui.trace.view import learnt_edges

        session = self.context.session
        header, shown = session.header, session.runs.current
        others = [
            branch.trace
            for branch in reversed(list(session.runs))
            if branch.finished and not branch.older and branch is not shown and header is not None
            if replace(branch.header, target=header.target) == header
        ]
        self.panel.set_learnt([learnt_edges(timeline_of(trace).view(len(trace))) for trace in others])

    def _show_truth(self) -> None:
        truth = self.context.truth_shown
        self.panel.set_truth(None if truth is None else truth.edges)
        self.head.set_truth(truth)

    def set_firm_width(self) -> None:
        """Draw arrows as thick as they are firm, or no longer, as the action is switched."""
        self.panel.set_firm_width(on=self.context.actions["margin-width"].isChecked())

    def _show_menu(self, what: Variable | Edge, place: QPoint) -> None:
        from elcs_gui.app.graph.context_menu import graph_menu
        from elcs_gui.trace.knowledge_statements import said

        scene, header = self.panel.scene_shown, self.context.session.header
        if scene is None or header is None:
            return
        wishes = self.wishes
        if self.context.session.source is None:  # without data nothing can be run anew
            wishes = replace(wishes, target=None, claim=None, take_back=None, tiers=None)
        known = said(header.knowledge)
        graph_menu(what, scene.target, header.names, known, wishes, self.panel).popup(place)

    # What a session file keeps

    def remember(self) -> View:
        graph, live = self.panel, self.context.actions
        selected = graph.selection
        return {
            "kind": graph.kind,
            "selected": list(selected.ends) if isinstance(selected, Edge) else variable_of(selected),
            "positions": {
                "local": [[*key, *at] for key, at in sorted(graph.positions_in("local").items())],
                "field": [[key, *at] for key, at in sorted(graph.positions_in("field").items())],
            },
            "cameras": {kind: list(at) for kind, at in graph.cameras.items()},
            "truth": live["truth"].isChecked(),
            "margin_width": live["margin-width"].isChecked(),
        }

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        live = self.context.actions
        if view.get("kind") in ("local", "field"):
            self.panel.set_kind(view["kind"])
        live["truth"].setChecked(view.get("truth") is True and self.context.session.truth is not None)
        live["margin-width"].setChecked(view.get("margin_width") is True)
        self.set_firm_width()
        self.panel.refresh()
        self._recall_places(view.get("positions"), view.get("cameras"), variables)
        chosen: Any = view.get("selected")
        if is_variable(chosen, variables):
            self.panel.announce(Variable(chosen))
        elif _are_variables(chosen, 2, variables) and chosen[0] < chosen[1]:
            self.panel.announce(Edge((chosen[0], chosen[1])))

    def _recall_places(self, said: object, cameras: object, variables: int) -> None:
        for kind, keys in (("local", 2), ("field", 1)):
            rows = said.get(kind) if isinstance(said, dict) else None
            places = {}
            for row in rows if isinstance(rows, list) else ():
                if isinstance(row, list) and len(row) == keys + 2:
                    numbers, at = row[:keys], row[keys:]
                    if _are_variables(numbers, keys, variables) and all(map(_is_place, at)):
                        key = (numbers[0], numbers[1]) if keys == 2 else numbers[0]
                        places[key] = (float(at[0]), float(at[1]))
            if places:
                self.panel.put(kind, places)
            camera: Any = cameras.get(kind) if isinstance(cameras, dict) else None
            is_camera = isinstance(camera, list) and len(camera) == 3 and all(map(_is_place, camera))
            if is_camera and 0.01 <= camera[0] <= 100:
                self.panel.look(kind, *map(float, camera))


def _are_variables(numbers: object, count: int, variables: int) -> bool:
    return (
        isinstance(numbers, list)
        and len(numbers) == count
        and all(is_variable(number, variables) for number in numbers)
    )


def _is_place(number: object) -> bool:
    if isinstance(number, bool) or not isinstance(number, int | float):
        return False
    return -_FARTHEST < number < _FARTHEST and not math.isnan(number)
