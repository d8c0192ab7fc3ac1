"""Where the user is looking: the part of a session that is the window's, as plain values and back.

    {"kind": "local", "selected": [3, 5], "positions": {"local": [[target, x, left, top], ...], "field": ...},
     "cameras": {"local": [zoom, x, y]}, "breakpoints": [{"kind": "EdgeChanges", "x": 0, "y": 3}],
     "log": {"filter": "x:C", "sort": "p", "descending": true, "hidden": ["df"], "test": 12},
     "inspector": "Why", "why": {"about": "SP", "of": [3, 5], "through": 2}, "page": "alpha-explorer",
     "truth": true, "difference": false, "compared": 2, "margin_width": false, "docks": [...]}

For the docks see `elcs_gui.app.shell.dock_layout`. Whatever does not fit any more, or never did, is left out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from elcs_gui.app.log.rows import Sort
from elcs_gui.app.model.breakpoints import breakpoint_objects, breakpoints_of
from elcs_gui.app.model.selection import Edge, Variable, variable_of
from elcs_gui.app.model.setting_table import COLUMNS
from elcs_gui.app.model.tool_registry import TOOLS
from elcs_gui.app.why.answer import Subject

if TYPE_CHECKING:
    from elcs_gui.app.shell.main_window import MainWindow

View = dict[str, Any]

_LONGEST_FILTER = 10_000
_SETS = ("PC", "SP", "CSP", "Sep", "P", "C", "UN")
_FARTHEST = 1e7


def remember(window: MainWindow) -> View:
    """What the window shows, as far as it is to come back. Quick: it is asked for often."""
    assert window.workspace is not None
    graph, log, why = window.graph, window.log, window.workspace.why
    selected, subject = graph.selection, why.subject
    sort, chosen = log.view.head.sort, window.what_ifs.chosen
    runs = list(window.session.runs)
    page = window.tools.current
    return {
        "kind": window.kind,
        "selected": list(selected.ends) if isinstance(selected, Edge) else variable_of(selected),
        "positions": {
            "local": [[*key, *at] for key, at in sorted(graph.positions_in("local").items())],
            "field": [[key, *at] for key, at in sorted(graph.positions_in("field").items())],
        },
        "cameras": {kind: list(at) for kind, at in graph.cameras.items()},
        "breakpoints": breakpoint_objects(window.breakpoints.items),
        "log": {
            "filter": log.filter_text,
            "sort": None if sort is None else sort.column,
            "descending": sort is not None and sort.descending,
            "hidden": sorted(log.view.unwanted),
            "test": log.chosen,
        },
        "inspector": window.inspector.page,
        "why": None
        if subject is None
        else {"about": subject.about, "of": list(subject.of), "through": subject.through},
        "page": next((id for id in TOOLS if page is not None and window.tools.page(id) is page), None),
        "truth": window.live["truth"].isChecked(),
        "difference": window.live["difference"].isChecked(),
        "compared": runs.index(chosen) if chosen in runs else None,
        "margin_width": window.live["margin-width"].isChecked(),
        "docks": window.docks.plan,
    }


def recall(window: MainWindow, view: Mapping[str, Any]) -> None:
    """Show it again, over the run that is shown."""
    trace = window.player.trace
    if trace is None:
        return
    _Recalling(window, view, len(trace.header.names)).all()


class _Recalling:
    def __init__(self, window: MainWindow, view: Mapping[str, Any], variables: int) -> None:
        self._window, self._view, self._variables = window, view, variables

    def all(self) -> None:
        self._window.docks.recall(self._view.get("docks"))
        self._switches()
        self._positions()
        self._breakpoints()
        self._selection()
        self._log()
        self._page()

    def _switches(self) -> None:
        window, view = self._window, self._view
        if view.get("kind") in ("local", "field"):
            window.set_kind(view["kind"])
        window.live["truth"].setChecked(view.get("truth") is True and window.session.truth is not None)
        window.show_truth()
        window.live["margin-width"].setChecked(view.get("margin_width") is True)
        window.graph.set_margin_width(on=view.get("margin_width") is True)
        runs = list(window.session.runs)
        compared = view.get("compared")
        if type(compared) is int and 0 <= compared < len(runs) and runs[compared].finished:
            window.what_ifs.compare(runs[compared])
        window.live["difference"].setChecked(view.get("difference") is True)
        window.what_ifs.refresh()
        window.graph.refresh()

    def _positions(self) -> None:
        graph, said, cameras = self._window.graph, self._view.get("positions"), self._view.get("cameras")
        for kind, keys in (("local", 2), ("field", 1)):
            rows = said.get(kind) if isinstance(said, dict) else None
            places = {}
            for row in rows if isinstance(rows, list) else ():
                if isinstance(row, list) and len(row) == keys + 2:
                    numbers, at = row[:keys], row[keys:]
                    if all(map(self._is_variable, numbers)) and all(map(_is_place, at)):
                        key = (numbers[0], numbers[1]) if keys == 2 else numbers[0]
                        places[key] = (float(at[0]), float(at[1]))
            if places:
                graph.put(kind, places)
            camera: Any = cameras.get(kind) if isinstance(cameras, dict) else None
            is_camera = isinstance(camera, list) and len(camera) == 3 and all(map(_is_place, camera))
            if is_camera and 0.01 <= camera[0] <= 100:
                graph.look(kind, *map(float, camera))

    def _breakpoints(self) -> None:
        truth = self._window.session.truth
        separated = None if truth is None else truth.oracle.separated
        for item in breakpoints_of(self._view.get("breakpoints"), self._variables, separated):
            self._window.breakpoints.add(item)

    def _selection(self) -> None:
        window, workspace = self._window, self._window.workspace
        assert workspace is not None
        chosen: Any = self._view.get("selected")
        why = self._view.get("why")
        if self._is_variable(chosen):
            workspace.select(Variable(chosen))
        elif self._is_edge(chosen):
            workspace.select(Edge((chosen[0], chosen[1])))
        subject = self._subject(why)
        if subject is not None and subject != workspace.why.subject:
            workspace.why.ask(subject)
        if self._view.get("inspector") in window.inspector.pages:
            window.inspector.show_page(str(self._view["inspector"]))

    def _subject(self, said: object) -> Subject | None:
        if not isinstance(said, dict) or said.get("about") not in ("edge", "node", *_SETS):
            return None
        of, through = said.get("of"), said.get("through")
        if not isinstance(of, list) or not all(map(self._is_variable, of)) or len({*of}) != len(of):
            return None
        if len(of) != (1 if said["about"] == "node" else 2):
            return None
        if (said["about"] in ("SP", "CSP")) != self._is_variable(through):
            return None
        return Subject(said["about"], tuple(of), through)

    def _log(self) -> None:
        log, said = self._window.log, self._view.get("log")
        if not isinstance(said, dict):
            return
        text, column, hidden, test = (said.get(key) for key in ("filter", "sort", "hidden", "test"))
        if isinstance(hidden, list):
            log.hide_columns(frozenset(map(str, hidden)) & frozenset((*COLUMNS[1:], "truth")))
        if isinstance(text, str) and len(text) < _LONGEST_FILTER:
            log.filter_to(text)
        if column in COLUMNS:
            log.view.head.sort_by(Sort(str(column), descending=said.get("descending") is True))
        trace = self._window.player.trace
        if trace is not None and type(test) is int and 0 < test <= len(trace.test_steps):
            log.select_test(test)
            self._window.detail.show_test(test)

    def _page(self) -> None:
        page = self._view.get("page")
        if isinstance(page, str) and page in TOOLS and self._window.live[page].isEnabled():
            self._window.tools.show(page)

    def _is_edge(self, ends: Any) -> bool:
        two = isinstance(ends, list) and len(ends) == 2 and all(map(self._is_variable, ends))
        return two and ends[0] < ends[1]

    def _is_variable(self, x: object) -> bool:
        return type(x) is int and 0 <= x < self._variables


def _is_place(number: object) -> bool:
    if isinstance(number, bool) or not isinstance(number, int | float):
        return False
    return -_FARTHEST < number < _FARTHEST and not math.isnan(number)
