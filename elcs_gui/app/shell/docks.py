"""Panels in docks: each panel's own head is the title by which its dock is dragged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of, styled
from elcs_gui.app.model.feature import Panel
from elcs_gui.app.shell.dock_layout import AREAS, Plan, arrange, described

HEAD_HEIGHT = 36
SMALL = 800
"""Below this height of the window the left panels are tabs, and the log is low."""
_LEFT, _RIGHT, _BOTTOM, _LOW_BOTTOM, _HIGH = 272, 344, 260, 160, 400
_LEAST = {"left": 206, "right": 266}
"""Narrower than this a panel's words are cut off; the graph gives way before."""
_LEAST_HIGH = 224
"""Panels above each other ask for no more, however much is unfolded in them: else the window would grow with
them, beyond its screen, and could not be made small enough for tabs."""


class Docks:
    """The docks of a window: where they stand, which are shown, and what is remembered of that.

    While the start page is shown all of them are hidden, and their arrangement is kept. A dock that is not
    there from the beginning comes up when it is offered; what the user closed then stays so.
    """

    def __init__(self, window: QMainWindow, panels: Sequence[tuple[Panel, QWidget]], projected: str) -> None:
        """`projected` is the title of the one that stays in projector mode."""
        self._window, self._projected = window, projected
        self._panels = {panel.title: panel for panel, _ in panels}
        self._docks = {panel.title: _add(window, panel, widget) for panel, widget in panels}
        self._offered: set[str] = set()
        self._locked = False
        window.setCorner(Qt.Corner.BottomLeftCorner, AREAS["left"])
        window.setCorner(Qt.Corner.BottomRightCorner, AREAS["right"])
        self._default = window.saveState()
        self._kept = QByteArray()
        self._plan: Plan = []
        self._before_projector: QByteArray | None = None
        self._sizes: dict[QDockWidget, QSize] = {}
        """Of those in front, when last kept: a dock behind another has its size of an earlier time."""
        self._left_open: list[QDockWidget] | None = None
        """Those that `hide` found open, the ones in front last; None where `_kept` says how all stand."""
        self._shown = False
        self._small: bool | None = None
        self._scale = 1.0
        for dock in self._all:
            dock.hide()

    def __getitem__(self, title: str) -> QDockWidget:
        return self._docks[title]

    def __contains__(self, title: str) -> bool:
        return title in self._docks

    def __iter__(self) -> Iterator[QDockWidget]:
        """Those that are there from the beginning."""
        return iter([dock for title, dock in self._docks.items() if self._panels[title].shown])

    @property
    def _all(self) -> tuple[QDockWidget, ...]:
        return tuple(self._docks.values())

    def _at(self, area: str) -> list[QDockWidget]:
        """Those that belong to a side from the beginning."""
        return [dock for dock in self if self._panels[dock.objectName()].area == area]

    def actions(self) -> list[QAction]:
        """Show or hide each, for a menu."""
        return [dock.toggleViewAction() for dock in self._all]

    def set_scale(self, scale: float) -> None:
        """Everything is this much larger than designed."""
        self._scale = scale
        for title, dock in self._docks.items():
            least = _LEAST.get(self._panels[title].area)
            if least is not None:
                dock.widget().setMinimumWidth(round(least * scale))
            if self._panels[title].area == "left":
                dock.widget().setMinimumHeight(round(_LEAST_HIGH * scale))
            for head in dock.titleBarWidget().findChildren(QWidget, "panelHead"):
                head.setFixedHeight(round(HEAD_HEIGHT * scale))

    def end_drag(self) -> None:
        """Let go of a dock that is being dragged, before docks are shown, hidden or put elsewhere.

        Qt (6.11) keeps how all stood before a drag until the button is released, and puts that back. If docks
        have been arranged meanwhile, what it puts back is gone, and the program dies at the next layout.
        """
        released, at = QEvent.Type.MouseButtonRelease, QPointF()
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        for dock in self._all:
            event = QMouseEvent(
                released, at, dock.mapToGlobal(at), left, none, Qt.KeyboardModifier.NoModifier
            )
            QCoreApplication.sendEvent(dock, event)

    # Showing and remembering

    @property
    def state(self) -> QByteArray:
        """What to remember; empty while nothing was ever shown."""
        if self._before_projector is not None:
            return self._before_projector
        return self._window.saveState() if self._shown else self._kept

    def remember(self, state: QByteArray) -> None:
        """Come up like that when next shown."""
        self._kept, self._left_open = state, None

    @property
    def plan(self) -> Plan:
        """The same in plain values, for a session file; empty while nothing was ever shown."""
        if self._shown and self._before_projector is None:
            self._plan = described(self._window, self._all)
        return self._plan

    def recall(self, plan: object) -> None:
        """Stand as a session has it; what is no plan changes nothing."""
        if self._shown and self._before_projector is None:
            self.end_drag()
            arrange(self._window, self._all, plan)
            self._hide_what_is_not_offered()

    def show(self) -> None:
        """As they were left, or as designed the first time."""
        if self._shown:
            return
        self.end_drag()
        self._shown = True
        if self._left_open is not None:
            self._open_again(self._left_open)
        elif self._kept.isEmpty() or not self._window.restoreState(self._kept):
            if self._is_small:  # before they are shown: one above the other they would make it higher
                self._tabify()
            for dock in self:
                dock.show()
            self.arrange()
        self._hide_what_is_not_offered()
        self.window_resized()  # while they were hidden
        self._small = self._is_small
        if self._before_projector is not None:
            self._before_projector = None
            self.project()

    def hide(self) -> None:
        self.end_drag()
        if self._shown:
            self._kept, self._plan = self.state, self.plan
            self._sizes = {dock: dock.size() for dock in self._all if not dock.visibleRegion().isEmpty()}
            is_open = [dock for dock in self._all if not dock.isHidden()]
            self._left_open = sorted(is_open, key=lambda dock: not dock.visibleRegion().isEmpty())
        self._shown = False
        for dock in self._all:
            dock.hide()

    def _open_again(self, docks: Sequence[QDockWidget]) -> None:
        """Show those that were open before `hide`; hidden docks keep their places by themselves.

        `restoreState` is for what another start has left: Qt (6.11) died in it now and then where a hidden
        dock had been made to float meanwhile.
        """
        for dock in docks:
            dock.show()
        for dock in docks:
            if not dock.isFloating() and self._window.tabifiedDockWidgets(dock):
                dock.raise_()
        self._shrink()
        self._resize_as_before()

    def offer(self, title: str, *, wanted: bool) -> None:
        """A dock has something to show, or no longer; what the user closed stays so until then."""
        if wanted == (title in self._offered):
            return
        self.end_drag()
        dock = self._docks[title]
        (self._offered.add if wanted else self._offered.discard)(title)
        if not wanted or self._is_locked(title):
            dock.hide()
        elif self._shown and self._before_projector is None:
            self._put_behind(title)
            dock.show()
            if (front := self._front(self._panels[title].behind)) is not None:
                front.raise_()

    def lock(self, *, locked: bool) -> None:
        """Hide those that look ahead, whatever else is asked for; or show again what is offered."""
        self.end_drag()
        self._locked = locked
        for title in (title for title, panel in self._panels.items() if panel.ahead):
            dock = self._docks[title]
            dock.toggleViewAction().setEnabled(not locked)
            dock.setVisible(not locked and self._shown and title in self._offered)

    def _is_locked(self, title: str) -> bool:
        return self._locked and self._panels[title].ahead

    def _hide_what_is_not_offered(self) -> None:
        for title, dock in self._docks.items():
            offered = self._panels[title].shown or title in self._offered
            if not offered or self._is_locked(title):
                dock.hide()

    def reset(self) -> None:
        """All panels in their places."""
        self.end_drag()
        self._kept, self._left_open = QByteArray(), None
        self._before_projector = None
        if self._shown:
            self._window.restoreState(self._default)
            for dock in self:
                dock.show()
            for title in self._offered:
                self._docks[title].show()
            self._hide_what_is_not_offered()
            self.arrange()
            self._put_offered_behind()

    # Sizes

    @property
    def _is_small(self) -> bool:
        return self._window.height() < SMALL * self._scale

    def arrange(self) -> None:
        """Sizes for this window: on a small one the left panels become tabs and the log is low."""
        window, small, scale = self._window, self._is_small, self._scale
        left, right = self._at("left"), self._at("right")
        self._small = small
        if small:
            self._tabify()
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        wide = {dock: width for docks, width in ((left, _LEFT), (right, _RIGHT)) for dock in docks[:1]}
        window.resizeDocks(list(wide), [round(width * scale) for width in wide.values()], horizontal)
        self._fit_bottom()
        if not small:
            window.resizeDocks(
                left, [self._panels[dock.objectName()].height or _HIGH for dock in left], vertical
            )

    def _fit_bottom(self) -> None:
        first = self._at("bottom")[:1]
        high = round((_LOW_BOTTOM if self._is_small else _BOTTOM) * self._scale)
        self._window.resizeDocks(first, [high] * len(first), Qt.Orientation.Vertical)

    def window_resized(self) -> None:
        """Tabs and a low log on a small window, else one panel above another; what the user moved stays."""
        if not self._shown or self._small is None or self._is_small == self._small:
            return
        self.end_drag()
        self._small = self._is_small
        if all(map(self._is_at_home, self._at("bottom")[:1])):
            self._fit_bottom()
        if not all(self._is_at_home(dock) and not dock.isHidden() for dock in self._at("left")):
            return
        if self._small:
            self._tabify()
            return
        first, *others = self._at("left")
        tabs = self._window.tabifiedDockWidgets(first)
        for dock in [dock for dock in others if dock in tabs]:
            # Qt splits no tabs: the panel is put below the first anew.
            self._window.addDockWidget(AREAS["left"], dock)
            self._put_offered_behind()

    def _is_at_home(self, dock: QDockWidget) -> bool:
        home = AREAS[self._panels[dock.objectName()].area]
        return not dock.isFloating() and self._window.dockWidgetArea(dock) == home

    def _tabify(self) -> None:
        first, *others = self._at("left")
        apart = [dock for dock in others if first not in self._window.tabifiedDockWidgets(dock)]
        for dock in apart:
            self._window.tabifyDockWidget(first, dock)
        if apart:
            self._put_offered_behind()
            first.raise_()

    def _front(self, title: str) -> QDockWidget | None:
        """What is in front where a dock stands."""
        dock = self._docks.get(title)
        tabs = [] if dock is None else self._window.tabifiedDockWidgets(dock)
        return next((tab for tab in tabs if not tab.visibleRegion().isEmpty()), dock)

    def _put_offered_behind(self) -> None:
        for title in self._offered:
            self._put_behind(title)

    def _put_behind(self, title: str) -> None:
        """As a tab of the dock it belongs behind, unless the user has put either somewhere else."""
        dock, before = self._docks[title], self._docks.get(self._panels[title].behind)
        if before is None or before.isHidden() or not (self._is_at_home(before) and self._is_at_home(dock)):
            return
        if dock not in self._window.tabifiedDockWidgets(before):
            front = self._front(before.objectName())
            self._window.tabifyDockWidget(before, dock)
            if front is not None:
                front.raise_()

    # Projector

    def keep_for_projection(self) -> None:
        """Remember how everything stands, before it is made larger: larger panels push each other."""
        if self._before_projector is None:
            self.end_drag()
            self._before_projector, self._plan = self.state, self.plan
            self._sizes = {dock: dock.size() for dock in self._all if not dock.visibleRegion().isEmpty()}

    def project(self) -> None:
        """Leave only the graph and what belongs beside it; `end_projection` brings the others back."""
        self.keep_for_projection()
        if self._shown:
            beside = self._docks[self._projected]
            for dock in self._all:
                if dock is not beside:
                    dock.hide()
            self._window.resizeDocks([beside], [round(_RIGHT * self._scale)], Qt.Orientation.Horizontal)

    def end_projection(self) -> None:
        if self._before_projector is None:
            return
        self.end_drag()
        before, self._before_projector = self._before_projector, None
        if not self._shown:
            self._kept, self._left_open = before, None
        elif before.isEmpty():
            self.reset()
        else:
            self._shrink()
            self._window.restoreState(before)
            self._shrink()  # those that were hidden
            self._resize_as_before()

    def _shrink(self) -> None:
        """Let every panel learn now how little room it needs; by itself it would ask some turns later."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def _resize_as_before(self) -> None:
        standing = [dock for dock in self._sizes if dock.isVisible() and not dock.isFloating()]
        widths = [self._sizes[dock].width() for dock in standing]
        heights = [self._sizes[dock].height() for dock in standing]
        self._window.resizeDocks(standing, widths, Qt.Orientation.Horizontal)
        self._window.resizeDocks(standing, heights, Qt.Orientation.Vertical)


def _add(window: QMainWindow, panel: Panel, widget: QWidget) -> QDockWidget:
    title = panel.title
    dock: QDockWidget = QDockWidget(title, window, objectName=title)
    head = widget.findChild(QWidget, "panelHead") or _head(title)
    head.setFixedHeight(HEAD_HEIGHT)
    # A dock asks its title for the size it would like, not for the least it needs; a layout gives the latter.
    title_bar = QWidget()
    column_of(head, inside=title_bar, margins=0)
    dock.setTitleBarWidget(title_bar)
    dock.setWidget(widget)
    window.addDockWidget(AREAS[panel.area], dock)
    return dock


def _head(title: str) -> QWidget:
    """For a panel that brings none."""
    return styled("panelHead", row_of(Label(title, objectName="heading"), margins=(16, 0, 12, 0)))
