"""The card of the selected columns: what they are, what they hold, how their numbers are cut."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from elcs_gui.app.importing.column_bar_view import KIND_TIPS
from elcs_gui.app.importing.column_plot_view import Histogram, LevelBars
from elcs_gui.app.importing.draft import Draft, Trouble, shown_name
from elcs_gui.app.importing.histogram import MOST_BINS, shape_of
from elcs_gui.app.importing.words import KINDS, METHODS, action_of, column_line
from elcs_gui.app.kit.fields import NumberBox
from elcs_gui.app.kit.labels import Label, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import OneLine, Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.data.plan import Cutting, Kind, Method

_MOST_LEVELS = 12
NOTHING_SELECTED = "Click a column to see what it holds, and to say what it is."


class CuttingForm(QWidget):
    """Method and number of levels."""

    changed = Signal(object)
    """A Cutting."""

    def __init__(self) -> None:
        super().__init__()
        names = {method: words[0] for method, words in METHODS.items()}
        tips = {method: words[1] for method, words in METHODS.items()}
        self.method = Segments("How numbers are cut", names, tips)
        self.bins = NumberBox(minimum=2, maximum=MOST_BINS, value=3)
        self.bins.setAccessibleName("Number of levels")
        tooltip(self.bins, f"How many levels: 2 to {MOST_BINS}; fewer where values repeat.")
        self.bins.setSuffix(" levels")
        self.bins.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.bins.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.bins.setMinimumWidth(84)
        row_of(self.method, (self.bins, 1), inside=self, margins=0, spacing=8)
        self.method.chosen.connect(self._tell)
        self.bins.valueChanged.connect(self._tell)

    def show_cutting(self, cutting: Cutting) -> None:
        self.method.show_value(cutting.method)
        self.bins.blockSignals(True)
        self.bins.setValue(min(cutting.bins, MOST_BINS))
        self.bins.blockSignals(False)

    def _tell(self) -> None:
        self.changed.emit(Cutting(self.method.value or Method.QUANTILE, self.bins.value()))


class ColumnCard(QWidget):
    """Shows one column in full, or several together."""

    kind_chosen = Signal(object)
    cutting_chosen = Signal(object)
    """A Cutting for the columns that are selected; None for that of all others."""
    followed = Signal(object, bool)
    """A Trouble, and whether it is dealt with as proposed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._trouble: Trouble | None = None
        self._name = OneLine("section", middle=True)
        self.kinds = Segments("What the column is", KINDS, KIND_TIPS)
        self._line = Label(objectName="quiet", wordWrap=True)
        self._odd = Label(objectName="odd", wordWrap=True)
        self.act = QPushButton()
        self.histogram = Histogram(theme)
        self.levels = LevelBars(theme)
        self._more = Label(objectName="quiet")
        self.cutting = CuttingForm()
        self._cut_line = Label(objectName="quiet", wordWrap=True)
        self.as_others = QPushButton("Cut it as the others", objectName="link")
        self._missing_title = Label("Missing", objectName="heading")
        self.missing = LevelBars(theme)
        self._hint = Label(NOTHING_SELECTED, objectName="quiet", wordWrap=True)
        kinds, act, as_others = (
            (part, 0, Qt.AlignmentFlag.AlignLeft) for part in (self.kinds, self.act, self.as_others)
        )
        above = (self._hint, self._name, kinds, self._line, self._odd, act)
        middle = (self.histogram, self.cutting, self._cut_line, as_others, self.levels, self._more)
        below = (self._missing_title, self.missing)
        column_of(*above, 4, *middle, 4, *below, None, inside=self, margins=(16, 14, 16, 16), spacing=8)
        self.kinds.chosen.connect(self.kind_chosen)
        self.cutting.changed.connect(self.cutting_chosen)
        self.as_others.clicked.connect(lambda: self.cutting_chosen.emit(None))
        self.act.clicked.connect(self._follow)
        self._done = False

    def set_theme(self, theme: Theme) -> None:
        for part in (self.histogram, self.levels, self.missing):
            part.set_theme(theme)

    def show_columns(self, draft: Draft | None, places: Sequence[int]) -> None:
        """What is known of the columns that are selected."""
        parts = (
            self._name, self.kinds, self._line, self._odd, self.act, self.histogram, self.cutting,
            self._cut_line, self.as_others, self.levels, self._more, self._missing_title, self.missing,
        )  # fmt: skip
        for part in parts:
            part.hide()
        self._hint.setVisible(draft is None or not places)
        if draft is None or not places:
            return
        kinds = {draft.kind(place) for place in places}
        self._name.show()
        self.kinds.show()
        self.kinds.show_value(kinds.pop() if len(kinds) == 1 else None)
        if len(places) == 1:
            self._show_one(draft, places[0])
        else:
            self._name.say(f"{len(places):,} columns")
            self._line.setText(draft.listed(places, most=8))
            self._line.show()
        self._show_cutting(draft, places)

    def _show_one(self, draft: Draft, place: int) -> None:
        column, missing = draft.survey.columns[place], draft.missing_of(place)
        self._name.say(shown_name(column.name))
        self._line.setText(column_line(column, draft.missing_count(place)))
        self._line.show()
        trouble = self._trouble = draft.trouble_of.get(place)
        if trouble is not None:
            self._odd.setText(trouble.finding_of(column.name).sentence)
            self._odd.show()
            self._done = draft.is_followed(trouble)
            if len(trouble.findings) == 1:
                action, _ = action_of(trouble)
                self.act.setText("Undo" if self._done else action)
                self.act.setVisible(bool(action))
        numbers = draft.kind(place) is Kind.CONTINUOUS or (
            draft.kind(place) is Kind.IGNORE and column.kind is Kind.CONTINUOUS
        )
        if numbers:
            cutting = draft.cutting_of(place) if draft.cuts and draft.kind(place) is Kind.CONTINUOUS else None
            self.histogram.show_shape(shape_of(column, cutting))
        elif column.frequent:
            markers = {marker for marker, _ in missing}
            known = [row for row in column.frequent if row[0] not in markers]
            self.levels.show_rows(known[:_MOST_LEVELS], max(count for _, count in column.frequent))
            hidden = (column.levels or 0) - min(len(known), _MOST_LEVELS)
            self._more.setText(f"and {hidden:,} more")
            self._more.setVisible(hidden > 0)
        if missing:
            self._missing_title.show()
            self.missing.show_rows(missing[:6], column.rows, frozenset(marker for marker, _ in missing))

    def _show_cutting(self, draft: Draft, places: Sequence[int]) -> None:
        if not draft.cuts or any(draft.kind(place) is not Kind.CONTINUOUS for place in places):
            return
        cutting = draft.cutting_of(places[0])
        self.cutting.show_cutting(cutting)
        self.cutting.show()
        self._cut_line.setText(METHODS[cutting.method][1])
        if len(places) == 1:
            found = self.histogram.shape_shown
            labels = [] if found is None else [level.label for level in found.levels]
            self._cut_line.setText(f"{METHODS[cutting.method][1]} About: {'  ·  '.join(labels)}")
        self._cut_line.show()
        own = any(draft.names[place] in draft.decisions.cuttings for place in places)
        self.as_others.setVisible(own)

    def _follow(self) -> None:
        if self._trouble is not None:
            self.followed.emit(self._trouble, not self._done)
