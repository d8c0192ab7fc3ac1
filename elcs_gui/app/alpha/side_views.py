"""The two sides of the alpha explorer, and what it says when there is nothing to explore."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QProgressBar, QPushButton, QSizePolicy, QWidget

from elcs_gui.app.alpha.axis import read_alpha
from elcs_gui.app.alpha.change_card_view import ChangeCard
from elcs_gui.app.alpha.graph_view import ComparedGraph
from elcs_gui.app.alpha.plot_view import AlphaPlot
from elcs_gui.app.alpha.table_view import AlphaTable
from elcs_gui.app.alpha.words import INTRO, legend, progress, share, stopped, without_alpha
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of, styled
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import Theme, restyle
from elcs_gui.app.model.player import Player
from elcs_gui.errors import ElcsError
from elcs_gui.foreign import markup
from elcs_gui.inquiry.alpha_figures import alpha_text
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.trace.trace import Header, Trace

_HEAD = 44


def _head(*widgets: QWidget | None) -> QWidget:
    """A head like those of docks, as high as a page's; None stretches."""
    return styled("alphaHead", row_of(*widgets, margins=(24, 0, 16, 0), spacing=8))


class WorkRow(QWidget):
    """Under the table: what the signs mean, or how far the work is, with the button that ends it."""

    stop_requested = Signal()
    go_on_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._legend = OneLine("quiet")
        self._bar = QProgressBar(maximum=1000, textVisible=False, accessibleName="How much is explored")
        self._text = Label(objectName="alphaText")
        self.stop = QPushButton("Cancel", accessibleName="Stop exploring")
        self.go_on = QPushButton("Go on", accessibleName="Go on exploring")
        tooltip(self.stop, "Stop here; what is explored stays.")
        tooltip(self.go_on, "Explore the rest of the range.")
        for words in (self._legend, self._text):  # they must not make the page wide
            words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row_of(
            self._bar,
            (self._text, 1),
            self.stop,
            self.go_on,
            (self._legend, 1),
            inside=self,
            margins=0,
            spacing=10,
        )
        self.stop.clicked.connect(self.stop_requested)
        self.go_on.clicked.connect(self.go_on_requested)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._bar.setFixedWidth(round(120 * theme.scale))
        self.setFixedHeight(round(30 * theme.scale))

    @property
    def text(self) -> str:
        return str(self._text.text())

    def show_legend(self, header: Header) -> None:
        self._legend.say(legend(header))

    def show_state(
        self, found: AlphaMap, *, busy: bool, stopped_early: bool, seconds: float, begun_at: float
    ) -> None:
        for part in (self._bar, self._text):
            part.setVisible(busy or stopped_early)
        self.stop.setVisible(busy)
        self.go_on.setVisible(stopped_early)
        self._legend.setVisible(not busy and not stopped_early)
        self._bar.setValue(round(1000 * share(found)))
        if busy:
            self._text.setText(progress(found, seconds, begun_at))
        elif stopped_early:
            self._text.setText(stopped(found))


class MapSide(QWidget):
    """Plot and table, with the range that is explored."""

    range_changed = Signal(float, float)

    def __init__(self, theme: Theme, low: float, high: float) -> None:
        super().__init__(objectName="panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.low, self.high = low, high
        """The range that is explored; the fields may hold another one, which was refused."""
        self._summary = Label(objectName="quiet")
        self.use = QPushButton()
        self.close_button = QPushButton(
            "Close", objectName="ghost", accessibleName="Close the alpha explorer"
        )
        tooltip(self.close_button, "Back to the run (Esc)")
        self._head = _head(
            Label("Alpha explorer", objectName="heading"), self._summary, None, self.use, self.close_button
        )
        self._intro = Label(objectName="alphaText", wordWrap=True)
        self._error = Label(objectName="alphaError", wordWrap=True)
        self._error.hide()
        self.lowest = QLineEdit(alpha_text(low), accessibleName="Smallest alpha")
        self.highest = QLineEdit(alpha_text(high), accessibleName="Largest alpha")
        for field, tip in ((self.lowest, "smallest"), (self.highest, "largest")):
            tooltip(field, f"The {tip} alpha to explore, like 0.05 or 1e-6")
            field.editingFinished.connect(self._read_range)
        self.plot = AlphaPlot(theme)
        self.table = AlphaTable(theme)
        self.work = WorkRow(theme)
        words = [Label(word, objectName="label") for word in ("from", "to")]
        span = column_of(row_of(words[0], self.lowest, words[1], self.highest), None)
        top = row_of((column_of(self._intro, self._error), 1), span, spacing=8)
        self._inside = column_of(top, self.plot, (self.table, 1), self.work)
        column_of(self._head, (self._inside, 1), inside=self, margins=0, spacing=0)
        self._header: Header | None = None
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        k = theme.scale
        if self._header is not None:
            self.show_header(self._header)
        self._head.setFixedHeight(round(_HEAD * k))
        self._inside.setContentsMargins(*(round(n * k) for n in (24, 14, 16, 10)))
        self._inside.setSpacing(round(10 * k))
        for field in (self.lowest, self.highest):
            field.setFixedWidth(round(70 * k))
        for part in (self.plot, self.table, self.work):
            part.set_theme(theme)

    def show_header(self, header: Header) -> None:
        self._header = header
        template = '<span style="background-color:{};color:{};font-weight:600">&nbsp;{}&nbsp;</span>'
        colours = self._theme.sunk.name(), self._theme.ink.name()
        keys = (markup(template, *colours, sign) for sign in "[]")
        self._intro.setText(without_alpha(header) or markup(INTRO, *keys))

    def show_summary(self, text: str) -> None:
        self._summary.setText(text)

    def show_use(self, alpha: float, *, new: bool) -> None:
        """The button that goes on with the chosen alpha."""
        self.use.setText(f"Use {alpha_text(alpha)}")
        self.use.setAccessibleName(f"Use alpha {alpha_text(alpha)} in the run")
        self.use.setEnabled(new)
        tooltip(
            self.use,
            "Run with this alpha in the workspace; it can be undone." if new else "The run has this alpha.",
        )

    def show_error(self, text: str) -> None:
        """What is wrong with the range, in place of the explanation; empty for nothing."""
        self._error.setText(text)
        self._error.setVisible(bool(text))
        self._intro.setVisible(not text)
        for field in (self.lowest, self.highest):
            field.setProperty("wrong", bool(text))
            restyle(field)

    @property
    def error(self) -> str:
        return str(self._error.text())

    def _read_range(self) -> None:
        try:
            low, high = read_alpha(self.lowest.text()), read_alpha(self.highest.text())
        except ElcsError as error:
            self.show_error(str(error))
            return
        self.range_changed.emit(low, high)


class ResultSide(QWidget):
    """The graph of the result at the chosen alpha over the card with what changes."""

    def __init__(self, theme: Theme, owner: QObject) -> None:
        super().__init__(objectName="alphaResult")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.player = Player(owner)
        self._title = Label(objectName="heading")
        self._quiet = Label(objectName="quiet")
        self._head = _head(self._title, self._quiet, None)
        self.graph = ComparedGraph(self.player, theme)
        self.card = ChangeCard(theme)
        self._below = column_of(self.card)
        column_of(self._head, (self.graph, 1), self._below, inside=self, margins=0, spacing=0)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        k = theme.scale
        self._head.setFixedHeight(round(_HEAD * k))
        self._below.setContentsMargins(*(round(n * k) for n in (24, 0, 24, 16)))
        self.graph.set_theme(theme)
        self.card.set_theme(theme)

    def show_heading(self, title: str, quiet: str) -> None:
        self._title.setText(title)
        self._quiet.setText(quiet)

    def show_trace(self, trace: Trace, marks: Mapping[int, str]) -> None:
        """The end of a run."""
        if trace is not self.player.trace:
            self.player.load(trace, len(trace))
        self.graph.set_marks(marks)


class Notice(QWidget):
    """In place of everything: what is missing, what to do, and a button."""

    closed = Signal()
    again = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(objectName="page")
        self._title = Label(objectName="section", alignment=Qt.AlignmentFlag.AlignCenter)
        self.text = Label(objectName="subtitle", wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._back = QPushButton("Back to the run", accessibleName="Back to the run")
        self._again = QPushButton("Try again", accessibleName="Try again")
        self._back.clicked.connect(self.closed)
        self._again.clicked.connect(self.again)
        self._column = column_of(
            (None, 2),
            self._title,
            self.text,
            row_of(None, self._again, self._back, None),
            (None, 3),
            inside=self,
            spacing=12,
        )
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._column.setContentsMargins(*(round(n * theme.scale) for n in (160, 24, 160, 24)))

    def show_text(self, title: str, text: str, *, again: bool) -> None:
        self._title.setText(title)
        self.text.setText(text)
        self._again.setVisible(again)
