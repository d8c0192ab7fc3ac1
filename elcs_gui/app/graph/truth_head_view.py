"""The head line of a graph whose truth is known: what it is, and how right it is at the cursor."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.graph.metric_words import MetricShown, metrics_shown
from elcs_gui.app.kit.labels import Label, hide_tip, show_tip
from elcs_gui.app.kit.scaled_widget import ScaledWidget
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import SEMIBOLD, Theme, font
from elcs_gui.app.model.player import Player
from elcs_gui.inquiry.known_truth import TrueNetwork
from elcs_gui.trace.metrics import measure_at

_GAP, _LEAST_GAP, _INNER = 18.0, 8.0, 5.0
_LEAST_QUIET = 64
"""Room for the quieter word."""


class MetricsStrip(ScaledWidget):
    """The measures side by side, each explained to whoever points at it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._shown: Sequence[MetricShown] = ()
        self._label, self._value = font(12), font(13, SEMIBOLD)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    @property
    def shown(self) -> Sequence[MetricShown]:
        return self._shown

    def show_metrics(self, shown: Sequence[MetricShown]) -> None:
        if shown != self._shown:
            self._shown = shown
            self.setAccessibleName(", ".join(f"{each.title} {each.text}" for each in shown))
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.scaled(sum(self._widths(_GAP)) + 2.0), self.scaled(24))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.scaled(sum(self._widths(_LEAST_GAP)) + 2.0), self.scaled(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.painter(), self._theme
        x, middle, gap = 0.0, self.down / 2, self._gap
        for each, wide in zip(self._shown, self._widths(gap), strict=True):
            left = x + gap
            painter.setFont(self._label)
            painter.setPen(theme.ink_3)
            painter.drawText(QPointF(left, middle + 4.4), each.title)
            painter.setFont(self._value)
            painter.setPen(theme.conflict if each.wrong else theme.ink)
            words = QFontMetricsF(self._label).horizontalAdvance(each.title)
            painter.drawText(QPointF(left + words + _INNER, middle + 4.7), each.text)
            x += wide

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            x, at = 0.0, event.pos().x() / self._theme.scale
            for each, wide in zip(self._shown, self._widths(self._gap), strict=True):
                if x <= at < x + wide:
                    box = QRectF(x, 0, wide, self.down).toAlignedRect()
                    show_tip(event.globalPos(), each.sentence, self, box)
                    return True
                x += wide
            hide_tip()
            return True
        return super().event(event)

    @property
    def _gap(self) -> float:
        """Before each: less where there is little room."""
        spare = self.across - 2.0 - sum(self._widths(0.0))
        return min(max(spare / max(len(self._shown), 1), _LEAST_GAP), _GAP)

    def _widths(self, gap: float) -> list[float]:
        label, value = QFontMetricsF(self._label), QFontMetricsF(self._value)
        return [
            gap
            + label.horizontalAdvance(each.title)
            + _INNER
            # Room for 0.00 at least, so that nothing shifts while one steps.
            + max(value.horizontalAdvance(each.text), value.horizontalAdvance("0"))
            for each in self._shown
        ]


class GraphHead(QWidget):
    """A line above a graph: a title, a quieter word, and the measures of the run's target at the cursor."""

    def __init__(self, player: Player, theme: Theme, title: str, *, high: int = 36) -> None:
        super().__init__()
        self._player, self._high = player, high
        self._known: TrueNetwork | None = None
        self.setObjectName("graphHead")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = Label(title, objectName="heading")
        self._quiet = OneLine("quiet")
        self._quiet.setMinimumWidth(1)  # it gives way: what is hidden for want of room must not ask for it
        self._whole = self._more = self._short = ""
        self.strip = MetricsStrip(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addWidget(self._quiet, 1)
        row.addWidget(self.strip)
        player.moved.connect(self.refresh)
        player.grew.connect(self.refresh)
        player.trace_changed.connect(self.refresh)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self.setFixedHeight(round(self._high * theme.scale))
        self.strip.set_theme(theme)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The measures move together before the quieter word is cut, and it goes before one of them is."""
        layout = self.layout()
        assert layout is not None
        edges, gap = layout.contentsMargins(), layout.spacing()
        room = self.width() - edges.left() - edges.right() - self._title.sizeHint().width() - 2 * gap
        least, most = self.strip.minimumSizeHint().width(), self.strip.sizeHint().width()
        self._quiet.setVisible(room - least >= (self._width_of(self._short) if self._short else _LEAST_QUIET))
        short = self._short if self._short and self._width_of(self._whole) > room - least else self._whole
        if self._quiet.whole != short:
            self._quiet.say(short, self._more)
        wanted = room - self._width_of(short) if self._quiet.isVisibleTo(self) else most
        self.strip.setMinimumWidth(least)
        self.strip.setMaximumWidth(min(max(wanted, least), most))

    def _width_of(self, text: str) -> int:
        return self._quiet.fontMetrics().horizontalAdvance(text) + 2

    def say(self, quiet: str, more: str = "", *, short: str = "") -> None:
        """What stands behind the title, in little room `short`, and what is told who points at it."""
        self._whole, self._more, self._short = quiet, more or (quiet if short else ""), short
        self._quiet.say(quiet, self._more)
        self._fit()

    def set_truth(self, truth: TrueNetwork | None) -> None:
        """Measure against this from now on; None measures nothing."""
        self._known = truth
        self.refresh()

    def refresh(self, *_: object) -> None:
        """The measures at the player's step."""
        trace, truth = self._player.trace, self._known
        if trace is None or truth is None or trace.header.names != truth.names:
            self.strip.show_metrics(())
            self._fit()
            return
        view, target = self._player.view, trace.header.target
        metrics = measure_at(view, target, truth.about(trace.header.knowledge)[target])
        shown = metrics_shown(metrics, finished=view.finished is not None)
        edges = find_algorithm(trace.header.algorithm).tells_neighbours
        self.strip.show_metrics([each for each in shown if edges or not each.of_edges])
        self._fit()


class TruthHead(GraphHead):
    """The head of the workspace's graph: there while the truth is shown."""

    def __init__(self, player: Player, theme: Theme) -> None:
        super().__init__(player, theme, "Truth")
        self.hide()

    def set_truth(self, truth: TrueNetwork | None) -> None:
        super().set_truth(truth)
        self.setVisible(truth is not None)
        if truth is not None:
            hidden = truth.network.hidden_nodes
            more = f", {len(hidden)} of its nodes hidden" if hidden else ""
            arrows = " Its arrows between measured variables count as true." if hidden else ""
            short = f"{truth.network.name} · ✓ right, ✗ wrong"
            self.say(
                short, f"Truth: {truth.network.name}{more}. ✓ right, ✗ wrong, dashed red: missing.{arrows}"
            )
