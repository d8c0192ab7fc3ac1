"""The alpha explorer: every alpha at once, and what the run would have found at each."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from elcs_gui.app.alpha.axis import roundest
from elcs_gui.app.alpha.changes import sentence
from elcs_gui.app.alpha.rows import (
    covers,
    figures,
    goes_on_from,
    heads,
    interval_at,
    joined,
    lines,
    next_interval,
    summary,
)
from elcs_gui.app.alpha.side_views import MapSide, Notice, ResultSide
from elcs_gui.app.alpha.traces import Results
from elcs_gui.app.alpha.words import NO_DATA, card, heading, share
from elcs_gui.app.kit.layouts import column_of, divided, stacked
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.alpha import HIGH, LOW, check_range
from elcs_gui.inquiry.alpha_figures import Figures, alpha_text
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.trace.trace import Header
from elcs_gui.worker.inquiry_process import ExploreAlpha, Inquiry, InquiryProgress, Refused

if TYPE_CHECKING:
    from elcs_gui.storage.study import Study

_LEFT_SHARE = 0.467
_REST = 180
"""Milliseconds the line rests before the very run there is made, where another looks the same."""
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)


def _range_of(settings: Settings) -> tuple[float, float, str]:
    """The range to begin with, and what is wrong with the settings: where they make none, the usual one."""
    low, high = (float(settings.get(id)) for id in ("alpha-from", "alpha-to"))
    try:
        check_range(low, high)
    except ElcsError as error:
        return LOW, HIGH, f"{error} Shown is {LOW:g} to {HIGH:g}."
    return low, high, ""


class AlphaPage(ToolPage):
    """Map and table on the left, the result at the chosen alpha on the right."""

    def __init__(self, context: Context, theme: Theme) -> None:
        super().__init__(context, theme)
        self._header: Header | None = None
        self._source: Study | None = None
        self._inquiry: ExploreAlpha | None = None
        self._before: AlphaMap | None = None
        """What was found before the work under way was taken up."""
        self._map: AlphaMap | None = None
        self._figures = Figures()
        self._alpha = 0.01
        self._stopped = False
        self._begun, self._begun_at = 0.0, 0.0
        self._moved = False
        """Has the user moved the handle between the sides?"""
        self._results = Results(context.session, self)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._fetch_chosen)
        low, high, wrong = _range_of(context.settings)
        self.left = MapSide(theme, low, high)
        self.left.show_error(wrong)
        self.right = ResultSide(theme, self)
        self.right.graph.target_requested.connect(self.target_requested)
        self.right.graph.set_reduced_motion(context.settings.reduced_motion)
        self.splitter = divided(self.left, self.right)
        self.notice = Notice(theme)
        self._stack = stacked(self.splitter, self.notice)
        column_of(self._stack, inside=self, margins=0)
        self._connect()

    def _connect(self) -> None:
        context, left = self.context, self.left
        context.inquiry_client.asked.connect(self._on_asked)
        context.inquiry_client.progressed.connect(self._on_progress)
        context.inquiry_client.refused.connect(self._on_refused)
        context.session.run_started.connect(self._on_run)
        context.session.run_finished.connect(self._on_run)
        context.session.failed.connect(self._results.give_up)
        context.actions["truth"].toggled.connect(lambda _: self._show_choice() if self.isVisible() else None)
        self._results.arrived.connect(self._show_result)
        left.plot.chosen.connect(self.choose)
        left.plot.jump_requested.connect(self.jump)
        left.table.result_chosen.connect(self._choose_result)
        left.range_changed.connect(self._on_range)
        left.use.clicked.connect(self._use)
        left.close_button.clicked.connect(self.closed)
        left.work.stop_requested.connect(self._stop)
        left.work.go_on_requested.connect(self._go_on)
        self.splitter.splitterMoved.connect(self._keep_shares)
        self.notice.closed.connect(self.closed)
        self.notice.again.connect(self._again)
        self.on_key("[", lambda: self.jump(-1))
        self.on_key("]", lambda: self.jump(1))
        self.on_key("Escape", self.closed.emit)

    # What the window asks for

    @property
    def settled(self) -> bool:
        return (
            super().settled
            and not self._results.busy
            and not self._rest.isActive()
            and self.right.graph.is_settled()
        )

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for part in (self.left, self.right, self.notice):
            part.set_theme(theme)

    def enter(self) -> None:
        """Look at the run as it is now; a map of it that is there already is kept, or gone on with."""
        header, source = self.context.session.header, self.context.session.source
        if header is None or source is None:
            self._header = self._map = None
            self.notice.show_text("There is nothing to explore", NO_DATA, again=False)
            self._stack.setCurrentWidget(self.notice)
            self.said.emit("A run without its data cannot be made at other alphas.")
            return
        self._stack.setCurrentWidget(self.splitter)
        same = self._header is not None and replace(self._header, alpha=header.alpha) == header
        same = same and self._source is source
        self._header, self._source = header, source
        self._results.begin(header)
        self._alpha = self._within_range(header.alpha)
        if not same:
            self._map, self._stopped = None, False
        self.left.show_header(header)
        if not same or not (self._working or self._stopped or (self._map and self._map.complete)):
            self._ask()
        self._refresh()

    def leave(self) -> None:
        """The map stays as far as it has come; the work goes on when the page is shown again."""
        if self._working:
            self.context.inquiry_client.cancel()
            self._inquiry = None
        self._rest.stop()
        self._results.give_up()

    # Exploring

    @property
    def found(self) -> AlphaMap:
        """The map as far as it has come."""
        low, high = self.left.low, self.left.high
        return AlphaMap(low, high, ()) if self._map is None else self._map

    @property
    def alpha(self) -> float:
        """Where the line is."""
        return self._alpha

    @property
    def _working(self) -> bool:
        return self._inquiry is not None and self.context.inquiry_client.busy == self._inquiry

    def _ask(self) -> None:
        """Have the range explored, from where it was left."""
        assert self._header is not None and self._source is not None
        low, high = self.left.low, self.left.high
        self._before, self._stopped = self._map, False
        self._inquiry = ExploreAlpha(self._header, goes_on_from(self._map, low), high)
        self._begun, self._begun_at = time.monotonic(), share(self._map)
        self.context.inquiry_client.ask(self._source, self._inquiry)

    def _on_asked(self, inquiry: Inquiry) -> None:
        """What was interrupted is asked again, by the message that told of it."""
        if isinstance(inquiry, ExploreAlpha) and inquiry.header == self._header and self._inquiry is None:
            self._inquiry, self._stopped = inquiry, False
            self._refresh()

    def _on_progress(self, progress: InquiryProgress) -> None:
        if progress.inquiry != self._inquiry:
            return
        if isinstance(progress.result, AlphaMap):
            self._map = joined(self._before, progress.result)
        self._stopped = progress.done and progress.cancelled
        self._refresh()

    def _on_refused(self, refused: Refused) -> None:
        if refused.inquiry != self._inquiry:
            return
        self._inquiry = None
        if refused.interrupted:  # the map is right as far as it goes
            self._stopped = True
            self._refresh()
        else:
            self.notice.show_text("This could not be explored", refused.reason, again=True)
            self._stack.setCurrentWidget(self.notice)

    def _on_run(self) -> None:
        """Another run is shown (an edit was undone), or this one has come to its end."""
        if self.isVisible():
            self.enter()

    def _stop(self) -> None:
        self._stopped = True
        self.context.inquiry_client.cancel()

    def _go_on(self) -> None:
        self._ask()
        self._refresh()

    def _again(self) -> None:
        self._map = None
        self.enter()

    def _on_range(self, low: float, high: float) -> None:
        try:
            check_range(low, high)
        except ElcsError as error:
            self.left.show_error(str(error))
            return
        self.left.show_error("")
        self.context.settings.set("alpha-from", low)
        self.context.settings.set("alpha-to", high)
        if (low, high) != (self.left.low, self.left.high) and self._header is not None:
            self.left.low, self.left.high = low, high
            self._map, self._alpha = None, self._within_range(self._alpha)
            self._ask()
            self._refresh()

    def _within_range(self, alpha: float) -> float:
        return min(max(alpha, self.left.low), self.left.high)

    # Choosing

    def choose(self, alpha: float) -> None:
        """Put the line there and show what is found."""
        self._alpha = self._within_range(alpha)
        self._show_choice()

    def jump(self, way: int) -> None:
        """To the next result, upwards (1) or downwards (-1)."""
        one = next_interval(self.found, self._alpha, way) if self._map is not None else None
        if one is not None:
            self.choose(roundest(one.low, one.high))
        elif self._map is not None:
            self.said.emit(
                f"There is no other result {'above' if way > 0 else 'below'} this one in the range."
            )

    def _choose_result(self, place: int) -> None:
        if self._map is not None and interval_at(self._map, self._alpha) != place:
            one = self._map.intervals[place]
            self.choose(roundest(one.low, one.high))

    def _use(self) -> None:
        """Go on in the workspace with the chosen alpha."""
        assert self._header is not None
        wanted = replace(self._header, alpha=self._alpha)
        self.closed.emit()
        self.run_requested.emit(wanted)

    def _step(self, key: int) -> None:
        if key in _STEPS:
            self.jump(_STEPS[Qt.Key(key)])
        else:
            self.choose(self.left.low if key == Qt.Key.Key_Home else self.left.high)

    # Showing

    def _refresh(self) -> None:
        """The map is another, or has grown."""
        if self._header is None:
            return
        found = self.found
        self._figures = figures(found, self._header.alpha)
        self.left.plot.show_map(found, self._header, self._header.alpha)
        self.left.table.show_lines(heads(self._header), lines(found, self._header, self._figures))
        self.left.work.show_legend(self._header)
        self.left.show_summary(summary(found) if found.steps else "every alpha at once")
        busy = self._working
        self.left.work.show_state(
            found, busy=busy, stopped_early=self._stopped and not busy,
            seconds=time.monotonic() - self._begun, begun_at=self._begun_at,
        )  # fmt: skip
        self._show_choice()

    def _show_choice(self) -> None:
        header, found, alpha = self._header, self.found, self._alpha
        if header is None:
            return
        self.left.plot.set_alpha(alpha)
        self.left.table.set_current(interval_at(found, alpha) if found.steps else None)
        self.left.show_use(alpha, new=alpha != header.alpha)
        self.right.show_heading(f"Result at alpha = {alpha_text(alpha)}", heading(found, header, alpha))
        self.right.card.show_text(card(found, header, alpha, self._figures))
        known = self.context.truth_shown
        truth = None if known is None else known.about(header.knowledge)[header.target]
        self.said.emit(sentence(found, header.names, alpha, self._figures, truth))
        self._show_result()

    def _name(self, alpha: float) -> float:
        """What the run at this alpha is called: where its stretch begins, as far as that is known."""
        return self.found.at(alpha).low if covers(self.found, alpha) else alpha

    def _show_result(self) -> None:
        """The graph at the chosen alpha: at once if it was made before, else when it is."""
        session, header = self.context.session, self._header
        if header is None:
            return
        name = self._name(self._alpha)
        if not session.running and session.trace is not None and session.trace.header == header:
            self._results.keep(self._name(header.alpha), session.trace)
        trace = self._results.get(name) or self._results.get(self._alpha)
        self._rest.stop()
        if trace is None:
            like = self._results.standing_in(lambda other: self._looks_like(other, name))
            if like is None:
                self._results.want(name, self._alpha)
            else:  # the same picture but for what was set aside: while the line moves it will do
                self.right.show_trace(like, self._marks(header))
                self._rest.start()
            return
        self._results.keep(name, trace)
        self._results.want(name, self._alpha)
        self.right.show_trace(trace, self._marks(header))
        ways = (next_interval(self.found, self._alpha, way) for way in (1, -1)) if self._map else ()
        near = [roundest(one.low, one.high) for one in ways if one is not None]
        self._results.ahead([(self._name(alpha), alpha) for alpha in near])

    def _fetch_chosen(self) -> None:
        self._results.want(self._name(self._alpha), self._alpha)

    def _looks_like(self, one: float, other: float) -> bool:
        found = self.found
        on_map = covers(found, one) and covers(found, other)
        return on_map and found.at(one).surroundings == found.at(other).surroundings

    def _marks(self, header: Header) -> dict[int, str]:
        """Who stands otherwise than in the run itself."""
        from elcs_gui.app.alpha.changes import changes

        found = self.found
        if not covers(found, header.alpha) or not covers(found, self._alpha):
            return {}
        changed = changes(found, header.names, header.target, header.alpha, self._alpha)
        return {change.variable: change.kind for change in changed}

    # Qt's events

    def event(self, event: QEvent) -> bool:
        """Keys that step through a run elsewhere move the line here, unless somebody is typing."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            typing = isinstance(QApplication.focusWidget(), QLineEdit)
            if event.key() in (*_STEPS, *_ENDS) and plain and not typing:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (*_STEPS, *_ENDS) and self._header is not None:
            self._step(event.key())
        else:
            super().keyPressEvent(event)

    def _keep_shares(self) -> None:
        self._moved = True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The page is shown: the keys move the line."""
        self.left.plot.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._moved:
            left = round(self.width() * _LEFT_SHARE)
            self.splitter.setSizes([left, self.width() - left])
