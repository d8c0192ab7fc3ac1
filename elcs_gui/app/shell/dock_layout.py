"""Where the docks of a window stand, in plain values and back.

Qt's own description of it must never come from somebody else's file: a wrong byte in it ends the program.

    [{"dock": "Inspector", "area": "right", "shown": true, "floating": false, "size": [344, 600],
      "behind": null, "front": true}, ...]

`behind` names the dock it is a tab with; `front` says whether it is the tab that is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

Plan = list[dict[str, Any]]

AREAS = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "top": Qt.DockWidgetArea.TopDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
_LEAST, _MOST = 20, 10_000


def described(window: QMainWindow, docks: Sequence[QDockWidget]) -> Plan:
    """The docks in the order in which they stand."""
    words = {area: word for word, area in AREAS.items()}
    found: Plan = []
    for dock in sorted(docks, key=lambda dock: (dock.y(), dock.x())):
        tabs = {tab.objectName() for tab in window.tabifiedDockWidgets(dock)}
        found.append(
            {
                "dock": dock.objectName(),
                "area": words.get(window.dockWidgetArea(dock), "left"),
                "shown": not dock.isHidden(),
                "floating": dock.isFloating(),
                "size": [dock.width(), dock.height()],
                "behind": next((each["dock"] for each in found if each["dock"] in tabs), None),
                "front": not dock.visibleRegion().isEmpty(),
            }
        )
    return found


def arrange(window: QMainWindow, docks: Sequence[QDockWidget], plan: object) -> None:
    """Have the docks stand like that, as far as the plan is one."""
    named = {dock.objectName(): dock for dock in docks}
    entries = _checked(plan, named)
    now = {entry["dock"]: entry for entry in described(window, docks)}
    if not entries or all(now[entry["dock"]] == entry for entry in entries):
        return
    for entry in entries:
        dock = named[entry["dock"]]
        dock.setFloating(False)
        window.addDockWidget(AREAS[entry["area"]], dock)
        if entry["behind"] in named and entry["behind"] != entry["dock"]:
            window.tabifyDockWidget(named[entry["behind"]], dock)
        dock.setVisible(entry["shown"])
    for entry in entries:
        dock = named[entry["dock"]]
        if entry["floating"] and entry["shown"]:
            dock.setFloating(True)
            dock.resize(*entry["size"])
        elif entry["front"] and entry["shown"]:
            dock.raise_()
    standing = [entry for entry in entries if entry["shown"] and not entry["floating"] and entry["front"]]
    for axis, orientation in enumerate((Qt.Orientation.Horizontal, Qt.Orientation.Vertical)):
        window.resizeDocks(
            [named[entry["dock"]] for entry in standing], [entry["size"][axis] for entry in standing],
            orientation,
        )  # fmt: skip


def _checked(plan: object, named: dict[str, QDockWidget]) -> Plan:
    """The entries that make sense, each dock once; the one a tab is behind stands before it."""
    found: Plan = []
    for entry in plan if isinstance(plan, list) else ():
        if not isinstance(entry, dict):
            continue
        dock, area, size, behind = (entry.get(key) for key in ("dock", "area", "size", "behind"))
        known = [each["dock"] for each in found]
        if not isinstance(dock, str) or dock not in named or dock in known:
            continue
        if not isinstance(area, str) or area not in AREAS:
            continue
        if not (isinstance(size, list) and len(size) == 2 and all(map(_is_length, size))):
            continue
        flags = {key: entry.get(key) is True for key in ("shown", "floating", "front")}
        found.append(
            {"dock": dock, "area": area, "size": size, "behind": behind if behind in known else None} | flags
        )
    return found


def _is_length(value: object) -> bool:
    return type(value) is int and _LEAST <= value <= _MOST
