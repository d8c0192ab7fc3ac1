"""What the features and tool pages of one window work with: what is open, and whom to ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.model.actions import LOCKED
from elcs_gui.app.model.feature import Feature, View
from elcs_gui.app.model.firmness_client import FirmnessClient
from elcs_gui.app.model.history import History
from elcs_gui.app.model.level_orders import LevelOrders
from elcs_gui.app.model.player import Player, pace_of
from elcs_gui.app.model.run_controller import RunController
from elcs_gui.app.model.session import Session
from elcs_gui.app.model.settings import Settings

if TYPE_CHECKING:  # the start page does not wait for numpy
    from PySide6.QtGui import QAction, QUndoStack
    from PySide6.QtWidgets import QWidget

    from elcs_gui.app.kit.message_bar import MessageBar
    from elcs_gui.app.kit.theme import Theme
    from elcs_gui.app.model.breakpoints import Breakpoints
    from elcs_gui.app.model.inquiry_client import InquiryClient
    from elcs_gui.app.model.tool_page import ToolPage
    from elcs_gui.inquiry.known_truth import TrueNetwork

F = TypeVar("F", bound=Feature)


class Status(Protocol):
    """The row at the bottom of the window."""

    def say(self, status: str) -> None:
        """A sentence, until the cursor moves."""

    def refresh(self) -> None:
        """The sentence of the step at the cursor again."""


class Window(Protocol):
    """What a feature may ask of the window in which it stands."""

    @property
    def working(self) -> bool:
        """The workspace is shown, not the start page nor a tool page."""

    @property
    def page(self) -> ToolPage | None:
        """The tool page that is shown."""

    @property
    def inspector_page(self) -> str:
        """The page of the inspector that is shown."""

    @property
    def inspector_follows(self) -> bool:
        """Does that page show whatever is selected?"""

    def build_workspace(self) -> None:
        """Have all panels made, as far as they are not there yet."""

    def show_start_page(self) -> None: ...

    def show_workspace(self) -> None: ...

    def make_page(self, id: str) -> ToolPage:
        """A tool page, made if it was never shown."""

    def show_page(self, id: str) -> ToolPage:
        """Show a tool page in place of whatever is shown."""

    def show_panel(self, title: str) -> None:
        """Bring a dock, or a page of the inspector with its dock, to the front."""

    def show_inspector_page(self, title: str) -> None:
        """Turn the inspector to a page, whether or not it is in sight."""

    def offer_panel(self, title: str, *, wanted: bool) -> None:
        """A dock that is not always there has something to show now, or no longer."""

    def lock_panels(self, *, locked: bool) -> None:
        """Hide the docks that the teacher's lock keeps hidden, or show them again."""

    def open_path(self, path: Path) -> None:
        """Open whatever the file is, after asking what becomes of work that is not saved."""


class Context(QObject):
    """Of one window. Features know it and each other, never the window itself."""

    changed = Signal()
    """What actions need may be there now, or gone."""
    page_shown = Signal(str)
    """The id of the tool page that is shown now; empty for the workspace."""
    worked = Signal()
    """Something was made that is worth keeping, and is no edit."""

    messages: MessageBar
    status: Status
    window: Window
    widget: QWidget
    """The window as the parent of dialogs."""

    def __init__(self, settings: Settings, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings, self.theme = settings, theme
        self.session = Session(self)
        self.player = Player(self)
        self.player.set_pace(pace_of(settings.get("speed")))
        self.actions: Mapping[str, QAction] = {}
        """The actions of all features, alive, by their ids."""
        self.features: tuple[Feature, ...] = ()
        self.leave: Callable[[Callable[[], object]], object] = lambda then: then()
        """Do something after which what is open is gone; with work that is not saved, ask before."""
        self.follow: Callable[[str], object] = lambda _: None
        """Open what a link of the guide names: arguments of `elcs-gui`."""
        self.level_orders = LevelOrders(self.session, self)
        self.history = History(self)
        """Where the user has been."""
        self.controller = RunController(self)
        self.firmness = FirmnessClient(self)
        """How firm the run that is shown is, as far as that is known."""

    @cached_property
    def breakpoints(self) -> Breakpoints:
        from elcs_gui.app.model.breakpoints import Breakpoints

        return Breakpoints(self)

    @cached_property
    def inquiry_client(self) -> InquiryClient:
        from elcs_gui.app.model.inquiry_client import InquiryClient

        made = InquiryClient(self)
        made.interrupted.connect(self.controller.tell_interruption)
        return made

    @property
    def stepper(self) -> Player:
        """What the keys for stepping move: the run that is shown, or what a tool page shows instead."""
        page = self.window.page
        return self.player if page is None else page.stepper

    @property
    def edits(self) -> QUndoStack:
        """What undo takes back: how runs are made, or what a tool page edits instead."""
        page = self.window.page
        return self.controller.edits if page is None else page.edits

    @property
    def locked(self) -> bool:
        """Is the teacher's lock on? Then the truth, and what the run has not come to yet, stay hidden."""
        lock = self.actions.get("teacher-lock")
        return lock is not None and lock.isChecked()

    def unless_locked(self, act: Callable[..., object]) -> Callable[..., None]:
        """What looks ahead, refused under the lock with a sentence."""

        def acted(*given: object) -> None:
            if self.locked:
                self.status.say(LOCKED)
            else:
                act(*given)

        return acted

    @property
    def known_truth(self) -> TrueNetwork | None:
        """The truth, as far as anything may be told of it."""
        return None if self.locked else self.session.truth

    @property
    def truth_shown(self) -> TrueNetwork | None:
        """The truth by which arrows and tests are marked, while they are."""
        return self.known_truth if self.actions["truth"].isChecked() else None

    def remember(self) -> View:
        """What the features show, as far as a session file keeps it."""
        return {key: said for feature in self.features for key, said in feature.remember().items()}

    def recall(self, view: Mapping[str, Any]) -> None:
        """Show it again, over the run that is shown."""
        if self.player.trace is not None:
            for feature in self.features:
                feature.recall(view, len(self.player.trace.header.names))

    def feature(self, kind: type[F]) -> F:
        """The one feature of this kind."""
        return next(feature for feature in self.features if isinstance(feature, kind))
