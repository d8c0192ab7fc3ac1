"""The race: the algorithms chosen run on the window's target, and move along one axis together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from elcs_gui.algorithms.registry import DEFAULT, find_algorithm
from elcs_gui.app.exporting.film_job import Filming
from elcs_gui.app.kit.dialogs import asked_new_file
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, stacked
from elcs_gui.app.kit.picture import Picture
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.player import pace_of
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.app.race.board_view import Entry, RaceBoard
from elcs_gui.app.race.controls_view import RaceHead, RaceTransport
from elcs_gui.app.race.film_painter import RacePainting
from elcs_gui.app.race.lane_graph_view import shortening
from elcs_gui.app.race.lane_runs import LaneRuns
from elcs_gui.app.race.race_player import RacePlayer
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.race import MOST, Axis, Clock, Lane, Race, preparing, usual_algorithms
from elcs_gui.inquiry.race_words import AXES, as_csv, status
from elcs_gui.trace.metrics import Truth, truth_for
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.worker.inquiry_process import Inquiry, InquiryProgress, Refused, TimeLanes

if TYPE_CHECKING:
    from elcs_gui.storage.study import Study

NO_DATA = "A run that came from a file cannot be raced: open its data first."
_KINDS = {
    "gif": "GIF (*.gif)",
    "webp": "WebP (*.webp)",
    "mp4": "MP4 (*.mp4)",
    "csv": "CSV (*.csv)",
    "png": "PNG (*.png)",
}


def _preparing(trace: Trace) -> Iterator[None]:
    """What a lane needs before it is shown."""
    yield from preparing(trace)
    yield from shortening(trace.header.names)


class RacePage(ToolPage):
    """Lanes share the worker's tape. Seconds are measured beside it, when they are first asked for."""

    choice_changed = Signal(object, str)
    """The algorithms chosen, and the axis."""

    def __init__(self, context: Context, theme: Theme, algorithms: Sequence[str], axis: str) -> None:
        super().__init__(context, theme)
        self._chosen = tuple(algorithms)
        self._axis = Axis(axis)
        self._header: Header | None = None
        self._source: Study | None = None
        self._race: Race | None = None
        self._clocks: dict[Header, dict[str, Clock]] = {}
        self._timing: TimeLanes | None = None
        self._known: tuple[object, Header | None, Truth | None] = (None, None, None)
        self.runs = LaneRuns(context.session, _preparing, self)
        self.player = RacePlayer(self)
        self.film = Filming(self)
        self.head, self.board = RaceHead(theme), RaceBoard(theme)
        self.transport = RaceTransport(self.player, theme)
        self._instead = Label(NO_DATA, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        body = QWidget()
        column_of((self.board, 1), self.transport, inside=body, margins=0, spacing=0)
        self._stack = stacked(body, self._instead)
        column_of(self.head, (self._stack, 1), inside=self, margins=0, spacing=0)
        self.setFocusProxy(self.board.chart)
        self._connect()

    def _connect(self) -> None:
        context, session, client = self.context, self.context.session, self.context.inquiry_client
        self.runs.changed.connect(self._runs_changed)
        self.player.moved.connect(self._moved)
        self.board.chart.chosen.connect(self.player.go_to)
        self.head.algorithms_chosen.connect(self.choose)
        self.head.axis_chosen.connect(self.choose_axis)
        self.head.export_requested.connect(self._ask_and_export)
        self.head.closed.connect(self.closed)
        self.transport.lane_requested.connect(self.open_lane)
        self.transport.stop_requested.connect(self.stop)
        self.transport.pace_chosen.connect(lambda pace: context.settings.set("speed", pace.id))
        self.film.progressed.connect(lambda done, of: self.said.emit(f"Film: {done:,} of {of:,} frames."))
        self.film.ended.connect(lambda said, _: self.said.emit(said))
        session.opened.connect(self._forget)
        session.run_started.connect(self._run_changed)
        session.run_finished.connect(self._run_changed)
        session.truth_changed.connect(self._run_changed)
        context.actions["truth"].toggled.connect(lambda _: self._runs_changed())
        client.progressed.connect(self._on_timed)
        client.refused.connect(self._on_refused)
        keys: dict[str, Callable[[], object]] = {"A": self._next_axis, "Escape": self.closed.emit}
        keys |= {f"{place + 1}": partial(self.open_lane, place) for place in range(MOST)}
        for key, do in keys.items():
            self.on_key(key, do)

    # What the shelf asks for

    @property
    def stepper(self) -> RacePlayer:
        return self.player

    @property
    def settled(self) -> bool:
        return super().settled and self.runs.busy is None and not self.film.running

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for part in (self.head, self.board, self.transport):
            part.set_theme(theme)

    def enter(self) -> None:
        """Race on the target of the run that is shown; lanes that are there already are kept."""
        self.player.set_pace(pace_of(self.context.settings.get("speed")))
        self._look()

    def leave(self) -> None:
        self.player.pause()
        self.stop()

    def end(self) -> None:
        self.film.stop()

    # Which race

    @property
    def race(self) -> Race | None:
        """The lanes that are there."""
        return self._race

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Those that race."""
        return self._chosen or usual_algorithms(DEFAULT if self._header is None else self._header.algorithm)

    def choose(self, algorithms: Sequence[str]) -> None:
        """Race these."""
        self._chosen = tuple(algorithms)
        self.choice_changed.emit(self._chosen, self._axis.value)
        self._look()

    def choose_axis(self, axis: Axis) -> None:
        """Move along this one; the event of the lane that is furthest stays at the cursor."""
        if axis is Axis.SECONDS and self._race is not None and not self._race.timed:
            self._time()
            return
        race, before = self._race, self._axis
        position = 0.0
        if race is not None and race.lanes:
            longest = max(race.lanes, key=lambda lane: lane.length(before))
            at_end = self.player.step == self.player.length
            step = longest.step(before, self.player.position)
            position = race.length(axis) if at_end else longest.position(axis, step)
        self._axis = axis
        if self._chosen:
            self.choice_changed.emit(self._chosen, axis.value)
        self._show(position)

    def _next_axis(self) -> None:
        axes = list(Axis)
        self.choose_axis(axes[(axes.index(self._axis) + 1) % len(axes)])

    def _look(self) -> None:
        """Have the lanes made for the run as it is now."""
        header, source = self.context.session.header, self.context.session.source
        self._stack.setCurrentIndex(int(header is None or source is None))
        if header is None or source is None:
            self._header = self._race = None
            return
        if self._timing is not None and self._timing.header != header:
            self._timing = None
        self._header, self._source = header, source
        # The lanes of another run are not shown for this one; its own wait until it is done.
        self.runs.want(header, () if self.context.session.running else self.algorithms)

    def _forget(self) -> None:
        """Something else is open."""
        self.runs.forget()
        self._clocks.clear()
        self._race = self._source = self._header = None
        self.player.set_race(None, Axis.REQUESTED, 0.0)

    def _run_changed(self, *_: object) -> None:
        if self.isVisible():
            self._look()

    def stop(self) -> None:
        """Give up what is being computed; the lanes that are there stay."""
        if self.runs.busy is not None:
            self.runs.stop()
        if self._timing is not None:
            self.context.inquiry_client.cancel()

    def _runs_changed(self) -> None:
        """A lane has come: the race has more lanes, and the cursor stays where it was, or at the end."""
        header = self._header
        if header is None or self._source is None:
            return
        truth = self._truth_of(header)
        lanes = [Lane(trace, truth) for name in self.algorithms if (trace := self.runs.get(name)) is not None]
        kept = {} if self._race is None else {(id(lane.trace), lane.truth): lane for lane in self._race.lanes}
        lanes = [kept.get((id(lane.trace), truth), lane) for lane in lanes]
        at_end = self._race is None or self.player.step == self.player.length
        before = self.player.position
        race = Race(header, tuple(lanes), dict(self.runs.refused), truth)
        self._race = race.with_clocks(self._clocks.get(self._named(header), {})) if lanes else race
        if self._axis is Axis.SECONDS and not self._race.timed:
            self._axis, at_end = Axis.REQUESTED, True
        self._show(self._race.length(self._axis) if at_end else before)

    def _truth_of(self, header: Header) -> Truth | None:
        """What is true of the target, while that is to be seen; found out once for a run."""
        known = self.context.truth_shown
        if known is None:
            return None
        if self._known[:2] != (known, self._named(header)):
            about = truth_for(known.network, header.names, header.knowledge)[header.target]
            self._known = (known, self._named(header), about)
        return self._known[2]

    @staticmethod
    def _named(header: Header) -> Header:
        """How the times of a race are kept: by the run but for its algorithm."""
        return replace(header, algorithm="", parameters=())

    # Seconds

    def _time(self) -> None:
        """Have every lane timed by itself; the axis is taken when that is done."""
        assert self._race is not None and self._header is not None and self._source is not None
        if self.runs.missing and self.runs.busy is not None:
            self.said.emit("The lanes are timed when all of them are there.")
            self.head.axis.show_value(self._axis)
            return
        names = tuple(lane.algorithm.id for lane in self._race.lanes)
        self._timing = TimeLanes(self._header, names)
        self.context.inquiry_client.ask(self._source, self._timing)
        self._show_work()

    def _on_timed(self, progress: InquiryProgress) -> None:
        if progress.inquiry != self._timing or self._timing is None:
            return
        if not progress.done:
            self.transport.show_work(f"Timing lane {progress.steps + 1} of {progress.of}, each by itself…")
            return
        timing, self._timing = self._timing, None
        if isinstance(progress.result, dict):
            self._clocks.setdefault(self._named(timing.header), {}).update(progress.result)
            self._runs_changed()
            if self._race is not None and self._race.timed:
                self.choose_axis(Axis.SECONDS)
                return
        self._show_work()

    def _on_refused(self, refused: Refused) -> None:
        if self._is_timing(refused.inquiry):
            self._timing = None
            self.said.emit(refused.reason)
            self._show_work()

    def _is_timing(self, inquiry: Inquiry) -> bool:
        return self._timing is not None and inquiry == self._timing

    # Showing

    def _show(self, position: float) -> None:
        header, race = self._header, self._race
        assert header is not None
        truth = self.context.truth_shown
        target = header.names[header.target]
        self.head.show_choice(f"who finds {target}'s causes and effects with the fewest tests",
                              self.algorithms, self._axis)  # fmt: skip
        entries = [self._entry(name) for name in self.algorithms]
        shown = race if race is not None and race.lanes else None
        self.board.show_race(entries, shown, self._axis, None if truth is None else truth.edges)
        self.transport.show_lanes(
            self.algorithms, [self.runs.get(name) is not None for name in self.algorithms]
        )
        self.player.set_race(shown, self._axis, position)
        self._show_work()

    def _entry(self, name: str) -> Entry:
        if name in self.runs.refused:
            return Entry(name, self.runs.refused[name], failed=True)
        return Entry(
            name, "running…" if self.runs.busy == name else "stopped" if self.runs.stopped else "waiting"
        )

    def _show_work(self) -> None:
        busy = self.runs.busy
        said = ""
        if busy is not None:
            done = len(self.algorithms) - self.runs.missing
            said = f"Running {find_algorithm(busy).title}, {done + 1} of {len(self.algorithms)}…"
        elif self._timing is not None:
            said = "Timing each lane by itself…"
        self.transport.show_work(said)

    def _moved(self, *_: object) -> None:
        race = self._race
        if race is None or not race.lanes:
            return
        self.board.show_position(self.player.position)
        if self.isVisible():
            self.said.emit(status(race, self._axis, self.player.position, self.runs.missing))
            asked, computed = (
                sum(lane.length(axis) for lane in race.lanes) for axis in (Axis.REQUESTED, Axis.COMPUTED)
            )
            self.counted.emit(f"{asked:,.0f} tests requested by all lanes · {computed:,.0f} performed")

    # What the user asks for

    def open_lane(self, place: int) -> None:
        """Go on in the workspace with a lane as the run that is shown, at the same step."""
        names = self.algorithms
        trace = self.runs.get(names[place]) if place < len(names) else None
        if trace is None or self._race is None:
            return
        lane = next(lane for lane in self._race.lanes if lane.trace is trace)
        step = lane.step(self._axis, self.player.position)
        player = self.context.player
        self.closed.emit()
        self.run_requested.emit(trace.header)
        shown = self.context.session.trace
        if shown is not None and shown.header == trace.header:
            if self.context.session.running:
                player.load_at_step(shown, step)
            else:
                player.seek(step)

    def _ask_and_export(self, kind: str) -> None:
        if self._race is None or not self._race.lanes:
            return
        target = self._race.header.names[self._race.header.target]
        if path := asked_new_file(self, "Export the race", f"race-{target}.{kind}", _KINDS[kind]):
            self.export(path)

    def export(self, path: Path) -> None:
        """Write the race: by the ending, as a table, a picture of this moment, or a film."""
        race = self._race
        if race is None:
            return
        try:
            if path.suffix.lower() == ".csv":
                with replacing(path) as part:
                    part.write_text(as_csv(race), encoding="utf-8")
            elif path.suffix.lower() == ".png":
                board = self.board
                Picture(
                    lambda painter: board.render(painter, QPoint()),
                    board.size().toSizeF(),
                    "Race",
                    AXES[self._axis],
                ).write(path)
            else:
                if self.film.running:
                    self.said.emit("A film is being written: wait until it is done.")
                    return
                truth = self.context.truth_shown
                edges = None if truth is None else truth.edges
                self.film.start(RacePainting(race, self._axis, self.algorithms, self.theme, edges), path)
                return
        except ElcsError as error:
            self.said.emit(str(error))
        else:
            self.said.emit(f"{path.name} written.")
