"""Panels in docks: each panel's own head is the title by which its dock is dragged."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QMainWindow, QVBoxLayout, QWidget

from elcs_gui.app.shell.dock_layout import Plan, arrange, described

HEAD_HEIGHT = 36
SMALL = 800
"""Below this height of the window the left panels are tabs, and the log is low."""
_AREA = Qt.DockWidgetArea
_LEFT, _RIGHT, _LOG, _LOW_LOG = 272, 344, 260, 160
_LEAST_LEFT, _LEAST_RIGHT = 220, 280
"""Narrower than this a panel's words are cut off; the graph gives way before."""


class Docks:
    """The docks of a window: where they stand, which are shown, and what is remembered of that.

    While the start page is shown all of them are hidden, and their arrangement is kept.
    """

    def __init__(
        self,
        window: QMainWindow,
        data: QWidget,
        code: QWidget,
        inspector: QWidget,
        log: QWidget,
        runs: QWidget,
    ) -> None:
        self._window = window
        self.data = _add(window, "Data and run", data, _AREA.LeftDockWidgetArea)
        self.code = _add(window, "Pseudo-code", code, _AREA.LeftDockWidgetArea)
        self.inspector = _add(window, "Inspector", inspector, _AREA.RightDockWidgetArea)
        self.log = _add(window, "CI tests", log, _AREA.BottomDockWidgetArea)
        self.runs = _add(window, "Runs", runs, _AREA.LeftDockWidgetArea)
        """Comes up by itself when there is something to choose from, behind the pseudo-code."""
        self._several_runs = False
        window.setCorner(Qt.Corner.BottomLeftCorner, _AREA.LeftDockWidgetArea)
        window.setCorner(Qt.Corner.BottomRightCorner, _AREA.RightDockWidgetArea)
        self._default = window.saveState()
        self._kept = QByteArray()
        self._plan: Plan = []
        self._before_projector: QByteArray | None = None
        self._sizes: dict[QDockWidget, QSize] = {}
        self._shown = False
        self._small: bool | None = None
        self._scale = 1.0
        for dock in self._all:
            dock.hide()

    @property
    def _all(self) -> tuple[QDockWidget, ...]:
        return (*self, self.runs)

    def __iter__(self) -> Iterator[QDockWidget]:
        """Those that are there from the beginning."""
        return iter((self.data, self.code, self.inspector, self.log))

    def actions(self) -> list[QAction]:
        """Show or hide each, for a menu."""
        return [dock.toggleViewAction() for dock in self._all]

    def set_scale(self, scale: float) -> None:
        """Everything is this much larger than designed."""
        self._scale = scale
        for dock in (self.data, self.code, self.runs):
            dock.widget().setMinimumWidth(round(_LEAST_LEFT * scale))
        self.inspector.widget().setMinimumWidth(round(_LEAST_RIGHT * scale))
        for dock in self._all:
            for head in dock.titleBarWidget().findChildren(QWidget, "panelHead"):
                head.setFixedHeight(round(HEAD_HEIGHT * scale))

    # Showing and remembering

    @property
    def state(self) -> QByteArray:
        """What to remember; empty while nothing was ever shown."""
        if self._before_projector is not None:
            return self._before_projector
        return self._window.saveState() if self._shown else self._kept

    def remember(self, state: QByteArray) -> None:
        """Come up like that when next shown."""
        self._kept = state

    @property
    def plan(self) -> Plan:
        """The same in plain values, for a session file; empty while nothing was ever shown."""
        if self._shown and self._before_projector is None:
            self._plan = described(self._window, self._all)
        return self._plan

    def recall(self, plan: object) -> None:
        """Stand as a session has it; what is no plan changes nothing."""
        if self._shown and self._before_projector is None:
            arrange(self._window, self._all, plan)
            if not self._several_runs:
                self.runs.hide()

    def show(self) -> None:
        """As they were left, or as designed the first time."""
        if self._shown:
            return
        self._shown = True
        if self._kept.isEmpty() or not self._window.restoreState(self._kept):
            for dock in self:
                dock.show()
            self.arrange()
        if not self._several_runs:
            self.runs.hide()
        self._small = self._is_small
        if self._before_projector is not None:
            self._before_projector = None
            self.project()

    def hide(self) -> None:
        if self._shown:
            self._kept, self._plan = self.state, self.plan
        self._shown = False
        for dock in self._all:
            dock.hide()

    def offer_runs(self, *, several: bool) -> None:
        """There are several runs to choose from, or no longer; what the user closed stays so until then."""
        if several == self._several_runs:
            return
        self._several_runs = several
        if not several:
            self.runs.hide()
        elif self._shown and self._before_projector is None:
            self._put_runs_behind_the_code()
            self.runs.show()
            self._read.raise_()

    def reset(self) -> None:
        """All panels in their places."""
        self._kept = QByteArray()
        self._before_projector = None
        if self._shown:
            self._window.restoreState(self._default)
            for dock in self:
                dock.show()
            self.runs.setVisible(self._several_runs)
            self.arrange()
            self._put_runs_behind_the_code()

    # Sizes

    @property
    def _is_small(self) -> bool:
        return self._window.height() < SMALL * self._scale

    def arrange(self) -> None:
        """Sizes for this window: on a small one the left panels become tabs and the log is low."""
        window, small, scale = self._window, self._is_small, self._scale
        self._small = small
        if small:
            self._tabify()
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        window.resizeDocks(
            [self.data, self.inspector], [round(_LEFT * scale), round(_RIGHT * scale)], horizontal
        )
        window.resizeDocks([self.log], [round((_LOW_LOG if small else _LOG) * scale)], vertical)
        if not small:
            window.resizeDocks([self.data, self.code], [400, 430], vertical)

    def window_resized(self) -> None:
        """Tabs on a small window, one above the other on a large one, unless the user moved them."""
        if not self._shown or self._small is None or self._is_small == self._small:
            return
        self._small = self._is_small
        for dock in (self.data, self.code):
            at_home = self._window.dockWidgetArea(dock) == _AREA.LeftDockWidgetArea
            if dock.isHidden() or dock.isFloating() or not at_home:
                return
        if self._small:
            self._tabify()
        elif self.code in self._window.tabifiedDockWidgets(self.data):
            # Qt splits no tabs: the second panel is put below the first anew.
            self._window.addDockWidget(_AREA.LeftDockWidgetArea, self.code)
            self._put_runs_behind_the_code()

    def _tabify(self) -> None:
        if self.data not in self._window.tabifiedDockWidgets(self.code):
            self._window.tabifyDockWidget(self.data, self.code)
            self._put_runs_behind_the_code()
            self.data.raise_()

    @property
    def _read(self) -> QDockWidget:
        """What is in front where the pseudo-code stands."""
        tabs = self._window.tabifiedDockWidgets(self.code)
        return next((dock for dock in tabs if not dock.visibleRegion().isEmpty()), self.code)

    def _put_runs_behind_the_code(self) -> None:
        """As a tab, unless the user has put either somewhere else."""
        if self.code.isHidden() or any(
            dock.isFloating() or self._window.dockWidgetArea(dock) != _AREA.LeftDockWidgetArea
            for dock in (self.code, self.runs)
        ):
            return
        if self._several_runs and self.runs not in self._window.tabifiedDockWidgets(self.code):
            read = self._read
            self._window.tabifyDockWidget(self.code, self.runs)
            read.raise_()

    # Projector

    def keep_for_projection(self) -> None:
        """Remember how everything stands, before it is made larger: larger panels push each other."""
        if self._before_projector is None:
            self._before_projector, self._plan = self.state, self.plan
            self._sizes = {dock: dock.size() for dock in self._all}

    def project(self) -> None:
        """Leave only the graph and the inspector; `end_projection` brings the others back."""
        self.keep_for_projection()
        if self._shown:
            for dock in (self.data, self.code, self.log, self.runs):
                dock.hide()
            self._window.resizeDocks(
                [self.inspector], [round(_RIGHT * self._scale)], Qt.Orientation.Horizontal
            )

    def end_projection(self) -> None:
        if self._before_projector is None:
            return
        before, self._before_projector = self._before_projector, None
        if not self._shown:
            self._kept = before
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
        standing = [dock for dock in self._all if dock.isVisible() and not dock.isFloating()]
        widths = [self._sizes[dock].width() for dock in standing]
        heights = [self._sizes[dock].height() for dock in standing]
        self._window.resizeDocks(standing, widths, Qt.Orientation.Horizontal)
        self._window.resizeDocks(standing, heights, Qt.Orientation.Vertical)


def _add(window: QMainWindow, title: str, panel: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
    dock = QDockWidget(title, window)
    dock.setObjectName(title)
    head = panel.findChild(QWidget, "panelHead") or _head(title)
    head.setFixedHeight(HEAD_HEIGHT)
    # A dock asks its title for the size it would like, not for the least it needs; a layout gives the latter.
    title_bar = QWidget()
    column = QVBoxLayout(title_bar)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(head)
    dock.setTitleBarWidget(title_bar)
    dock.setWidget(panel)
    window.addDockWidget(area, dock)
    return dock


def column_of(small: QWidget, large: QWidget, *, below: bool = False) -> QWidget:
    """Two widgets one above the other; the large one takes what room there is."""
    made = QWidget()
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(large, 1)
    column.insertWidget(1 if below else 0, small)
    return made


def _head(title: str) -> QWidget:
    """For a panel that brings none."""
    head = QWidget(objectName="panelHead")
    head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    row = QHBoxLayout(head)
    row.setContentsMargins(16, 0, 12, 0)
    row.addWidget(QLabel(title, objectName="heading"))
    return head
