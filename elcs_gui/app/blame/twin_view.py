"""The upper half of the blame page: the run with every verdict true, and beside it the run on data."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from elcs_gui.app.blame import words
from elcs_gui.app.blame.rows import corrected
from elcs_gui.app.blame.twin_pane_view import TwinPane, TwinStrip
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.player import Pace
from elcs_gui.app.model.session import Session
from elcs_gui.ci.registry import find_test
from elcs_gui.inquiry.blame import WrongVerdict
from elcs_gui.inquiry.known_truth import TrueNetwork
from elcs_gui.inquiry.twin import Twins, no_twin, twin_header
from elcs_gui.trace.metrics import outcome_so_far
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header, Trace


class TwinView(QWidget):
    """Has the twin of a run made, and keeps the two together."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._header: Header | None = None
        self._trace: Trace | None = None
        self._waiting: Header | None = None
        """The twin's header while it is computed."""
        self._twin_traces: dict[Header, Trace] = {}
        self._effects: dict[Header, str] = {}
        self._comparing = False
        """Is the run with the first divergence corrected under way?"""
        self._divergence: words.Divergence | None = None
        true = "Graph of the run with every verdict true"
        self.oracle = TwinPane("Every verdict true", true, theme)
        self.data = TwinPane("Data", "Graph of the run on the data", theme)
        self.strip = TwinStrip(self.oracle.player, self.data.player, theme)
        self.strip.divergence_requested.connect(self._go_to_divergence)
        self._panes = side_by_side(self.oracle, self.data, (1, 1))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._panes, 1)
        column.addWidget(self.strip)

    @property
    def settled(self) -> bool:
        graphs = self.oracle.graph.is_settled() and self.data.graph.is_settled()
        return self._waiting is None and not self._comparing and graphs

    def set_theme(self, theme: Theme) -> None:
        for part in (self.oracle, self.data, self.strip):
            part.set_theme(theme)

    def begin(self, pace: Pace, *, reduced_motion: bool) -> None:
        """The page is shown."""
        for pane in (self.oracle, self.data):
            pane.graph.set_reduced_motion(reduced_motion)
            pane.player.set_pace(pace)

    def pause(self) -> None:
        self.oracle.player.pause()
        self.data.player.pause()

    def forget(self) -> None:
        """Something else is open, or another truth."""
        self.interrupt()
        self._header = self._trace = self._waiting = None
        self._twin_traces.clear()
        self._effects.clear()

    def interrupt(self) -> None:
        """Another run was begun: what is computed aside gives way to it."""
        self._waiting, self._comparing = None, False

    def show_run(self, header: Header, trace: Trace, truth: TrueNetwork) -> None:
        """A finished run, at its end; its twin comes when it is made."""
        if trace is not self._trace:
            self._header, self._trace, self._divergence = header, trace, None
            for pane in (self.oracle, self.data):
                pane.player.load(None)  # the truth may be about other variables than the run before
                pane.set_truth(truth)
                pane.graph.set_levels(self._session.levels)
            self.oracle.head.say(f"d-separation in {truth.network.name}")
            self.data.head.say(_how(header), short=_test_of(header))
            self.strip.lock.set_twins(None)
            self.data.player.load(trace, len(trace))
        self._find_twin(header)

    def _find_twin(self, header: Header) -> None:
        key = twin_header(header)
        known = self._twin_traces.get(key)
        refusal = no_twin(header)
        self.oracle.setVisible(not refusal)
        if refusal:
            self.oracle.player.load(None)
            self.strip.show_divergence("", refusal)
        elif known is not None:
            self._show_twin(known)
        elif self._waiting != key:
            self._waiting = key
            self.oracle.player.load(None)
            self.strip.show_divergence("", "The run with every verdict true is being made...")
            self._session.run_aside(
                header, lambda trace: self._twin_came(key, trace), self._failed, twin=True
            )

    def _twin_came(self, key: Header, trace: Trace) -> None:
        self._twin_traces[key] = trace
        if key == self._waiting:
            self._waiting = None
            self._show_twin(trace)

    def _failed(self, reason: str) -> None:
        if self._waiting is not None:
            self.interrupt()
            self.strip.show_divergence("", f"The run with every verdict true cannot be made. {reason}")

    def _show_twin(self, twin: Trace) -> None:
        header, trace = self._header, self._trace
        assert header is not None and trace is not None
        if self.oracle.player.trace is not twin:
            self.oracle.player.load(twin, len(twin))
        twins = Twins(twin, trace)
        self.strip.lock.set_twins(twins)
        self._divergence = parting = words.divergence(twins)
        if parting is None:
            self.strip.show_divergence("", "The two never part: every verdict of this run is true.")
            return
        test = parting.test
        where = f"step {parting.step:,}" if test is None else f"test {test.number:,}"
        self.strip.show_divergence(where, parting.sentence, go=True)
        if test is None:
            return
        if header in self._effects:
            self.strip.show_divergence(where, f"{parting.sentence} {self._effects[header]}", go=True)
        else:
            wrong = WrongVerdict(test.x, test.y, test.z, test.independent, reliable=True, test=test.number)
            self._comparing = True
            self._session.run_aside(
                corrected(header, [wrong]),
                lambda other: self._effect_came(header, where, other),
                lambda _: self.interrupt(),
            )

    def _effect_came(self, header: Header, where: str, other: Trace) -> None:
        """What comes of correcting the first divergence alone."""
        self._comparing = False
        if header is not self._header or self._trace is None or self._divergence is None:
            return
        before, after = (
            outcome_so_far(Timeline(trace).view(len(trace)), header.target) for trace in (self._trace, other)
        )
        self._effects[header] = said = words.effect(before, after, header.names[header.target])
        self.strip.show_divergence(where, f"{self._divergence.sentence} {said}", go=True)

    def _go_to_divergence(self) -> None:
        if self._divergence is not None:
            self.data.player.seek(self._divergence.step)


class _Sides(QWidget):
    """Takes the height it is given: a long sentence in it asks for no more."""

    def hasHeightForWidth(self) -> bool:
        return False


def side_by_side(left: QWidget, right: QWidget, shares: tuple[int, int]) -> QWidget:
    """With a hair line between them."""
    made = _Sides(objectName="sides")
    made.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    row = QHBoxLayout(made)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(1)
    row.addWidget(left, shares[0])
    row.addWidget(right, shares[1])
    return made


def _how(header: Header) -> str:
    """How the run was made: G², alpha 0.01, 5,000 rows."""
    if find_test(header.test).certain:
        return _test_of(header)
    rows = "" if header.rows is None else f", {header.rows:,} rows"
    count = len(header.forced)
    overridden = f", {count} verdict{'s' * (count > 1)} overridden" if count else ""
    return f"{_test_of(header)}{rows}{overridden}"


def _test_of(header: Header) -> str:
    test = find_test(header.test)
    return "d-separation" if test.certain else f"{test.sign}, alpha {header.alpha:g}"
