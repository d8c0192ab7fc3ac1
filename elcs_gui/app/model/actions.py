"""Actions: what the user can do, each declared once by the feature that does it.

Menus, command palette and shortcut sheet derive from the actions of all features, in the order of `place`.
No Qt here: the command line reads features before Qt is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from elcs_gui.app.model.context import Context
    from elcs_gui.app.model.feature import Feature

F = TypeVar("F", bound="Feature")

LOCKED = "The teacher's lock is on: go on with Predict to see what comes next."
"""Said in place of whatever the lock refuses."""

MENUS = ("File", "Edit", "Run", "View", "Lessons", "Help")
LINES = (
    60, 70, 100, 150, 160, 180, 210, 220, 290, 330, 350, 380, 420, 440, 470, 500, 520, 550, 580, 620, 670,
)  # fmt: skip
"""Places: a line stands in the menu before the first action from there on."""


def always(_: Feature) -> bool:
    return True


def has_trace(feature: Feature) -> bool:
    """There is a run to look at."""
    return feature.context.player.trace is not None


def shows_trace(feature: Feature) -> bool:
    """There is a run, and it is in sight: the start page has its own use for the keys."""
    window = feature.context.window
    return has_trace(feature) and (window.working or window.page is not None)


def has_data(feature: Feature) -> bool:
    """There is a run, and what it was learnt from."""
    return feature.context.session.source is not None and has_trace(feature)


def has_table(feature: Feature) -> bool:
    """There are data with rows, not a network alone."""
    source = feature.context.session.source
    return source is not None and source.data is not None


def has_truth(feature: Feature) -> bool:
    """The true network is known."""
    return feature.context.session.truth is not None


@dataclass(frozen=True)
class Action(Generic[F]):
    """One thing the user can do.

    Attributes:
        place: where it stands among the actions of all features: a new one takes a number between two others.
        do: what it does, called with the feature that declares it.
        when: whether it makes sense now; greyed out where not.
        toggles: it is switched on and off.
        ahead: it shows the truth, or more than the run has come to: refused under the teacher's lock.
    """

    id: str
    menu: str
    place: int
    title: str
    sentence: str
    do: Callable[[F], object]
    shortcut: str = ""
    when: Callable[[F], bool] = always
    toggles: bool = False
    ahead: bool = False

    @property
    def keys(self) -> str:
        """The shortcut as it is shown: arrows for the keys that have them."""
        return self.shortcut.replace("Right", "→").replace("Left", "←")


def declared(context: Context) -> list[Action[Any]]:
    """The actions of all features, in their order."""
    found = (action for feature in context.features for action in feature.actions)
    return sorted(found, key=lambda action: action.place)
