"""A feature declares itself here: what it can do, what it shows, what of it is set and remembered.

`elcs_gui.app.shell.features` lists the features of the window; the window goes through them and knows none
by name. How to add one: a folder with a `feature.py` in which a class says what it has, and a line there.

No Qt here, nor in any `feature.py` before something is made: the command line reads them before Qt is asked
for, and the start page waits for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, cast

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.model.actions import Action
    from elcs_gui.app.model.context import Context
    from elcs_gui.app.model.tool_page import ToolPage

View = dict[str, Any]
"""The part of a session file that says where the user was looking, in plain values:

    {"kind": "local", "selected": [3, 5], "positions": {"local": [[target, x, left, top], ...], "field": ...},
     "cameras": {"local": [zoom, x, y]}, "breakpoints": [{"kind": "EdgeChanges", "x": 0, "y": 3}],
     "log": {"filter": "x:C", "sort": "p", "descending": true, "hidden": ["df"], "test": 12},
     "places": [[run, step, "page"], ...], "place": 3,
     "inspector": "Why", "why": {"about": "SP", "of": [3, 5], "through": 2}, "page": "alpha-explorer",
     "levels": [[3, 1, 2, 0]], "drawing": {"name": ..., "variables": [...], "arrows": [[0, 1, 0.5]], ...},
     "truth": true, "difference": false, "compared": 2, "margin_width": false, "docks": [...]}

For the docks see `elcs_gui.app.shell.dock_layout`.
"""


@dataclass(frozen=True)
class Panel:
    """Something that stands in the workspace.

    Attributes:
        title: of its dock, or of its page in the inspector.
        area: a dock at the left, right or bottom; a page of the inspector; or a part of the centre, where the
            parts stand one below the other.
        make: makes the widget; called once, in a turn of the event loop of its own. A dock is dragged by
            the child named "panelHead", if the widget has one.
        place: orders the pages of the inspector; docks stand in the order of the features.
        shown: from the beginning; else a dock is offered by `Context.window.offer_panel`, and a page of the
            inspector turned to when it has something to say.
        behind: the dock as whose tab it comes up.
        follows: a page of the inspector that shows whatever is selected: who selects something stays there.
        height: its share of a side with several docks; in the centre, 1 takes what room there is.
        ahead: it shows the truth, or more than the run has come to: hidden under the teacher's lock.
    """

    title: str
    area: Literal["left", "right", "bottom", "inspector", "centre"]
    make: Callable[[], QWidget]
    place: int = 0
    shown: bool = True
    behind: str = ""
    follows: bool = False
    height: int = 0
    ahead: bool = False


PART = "guidePart"
"""The property of a widget by which `Part.of` names it: a panel has its title, a tool page its id."""
WINDOW = "reference/window"
"""The page of the guide that tells of all parts."""


@dataclass(frozen=True)
class Part:
    """A part of the window as the guide tells of it, in the page "The window".

    Attributes:
        title: what users call it.
        of: what it is about: the title of a panel, the id of a tool page, or the name of a widget's class;
            empty where it is about none of them.
        text: what it shows and what can be done there, in Markdown.
        more: pages of the guide to read on, by their ids.
    """

    title: str
    of: str
    text: str
    more: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """What F1 opens: the page, with the anchor of its section."""
        from elcs_gui.guide.pages import anchor_of

        return f"{WINDOW}#{anchor_of(self.title)}"


class Feature:
    """What every feature has; one is made for each window, before anything of it is to be seen."""

    actions: ClassVar[tuple[Action[Any], ...]] = ()
    """What the user can do with it."""
    page: ClassVar[str] = ""
    """Its tool page, if it has one: the id of the action that shows it."""
    parts: ClassVar[tuple[Part, ...]] = ()
    """What the guide says of it; its actions stand with the first."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def show_page(self) -> ToolPage:
        """Show its tool page."""
        return self.context.window.show_page(self.page)

    def panels(self) -> Sequence[Panel]:
        """What it has in the workspace."""
        return ()

    def connect(self) -> None:
        """All panels and actions are there: join them with what else there is."""

    def make_page(self) -> ToolPage:
        """Its tool page, when that is first shown."""
        raise NotImplementedError

    def open_folder(self, folder: Path) -> bool:
        """Show what is in a folder that was opened; False where that is nothing of this feature."""
        return False

    def open_file(self, path: Path) -> bool:
        """Open a file that is neither data nor a network; False where it is nothing of this feature."""
        return False

    def set_theme(self, theme: Theme) -> None:
        """Repaint what was made for the workspace; tool pages are repainted by themselves."""

    def on_setting(self, id: str) -> None:
        """A setting was changed: let it be seen at once. All panels are there."""

    def remember(self) -> View:
        """What a session file is to keep of it, under keys of its own. Quick: it is asked for often."""
        return {}

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        """Show that again, over the run that is shown, which has so many variables.

        The file may be old, or wrong: whatever does not fit is left out.
        """


P = TypeVar("P", bound="ToolPage")


class PageFeature(Feature, Generic[P]):
    """A feature whose tool page is of this kind."""

    def show_page(self) -> P:
        return cast("P", super().show_page())


def is_variable(x: object, variables: int) -> bool:
    """In what a session file says: a variable by its number."""
    return type(x) is int and 0 <= x < variables
