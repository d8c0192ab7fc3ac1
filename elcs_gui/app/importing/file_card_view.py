"""What concerns the file as a whole: what was found, its missing values, its columns of numbers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from elcs_gui.app.importing.column_card_view import CuttingForm
from elcs_gui.app.importing.draft import Draft, Trouble
from elcs_gui.app.importing.words import POLICIES, action_of, marker_name, missing_line, sentence_of, title_of
from elcs_gui.app.kit.fields import EnterField
from elcs_gui.app.kit.labels import Label, lettered, strong, tooltip
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.app.kit.segments import Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.ci.registry import Needs, usual
from elcs_gui.data.plan import USUAL_MARKERS, Kind, MissingPolicy
from elcs_gui.foreign import Rich, joined, markup, rich

_MOST_MARKERS = 4
KEPT = f"{usual(Needs.MEASUREMENTS).title} asks about the numbers as they are."
CUT = "The numbers become levels, which all tests for levels can ask about."


class TroubleRow(QWidget):
    """One thing that was found: a click on its title selects the columns, the button does as proposed."""

    shown = Signal(object)
    followed = Signal(object, bool)

    def __init__(self, trouble: Trouble, draft: Draft, theme: Theme) -> None:
        super().__init__()
        done = draft.is_followed(trouble)
        action, past = action_of(trouble)
        title = QPushButton(
            lettered(title_of(trouble)), objectName="finding", toolTip="Select these columns."
        )
        title.clicked.connect(lambda: self.shown.emit(trouble))
        sentence = Label(sentence_of(trouble, draft), wordWrap=True, objectName="quiet")
        state = Label(past if done else "", objectName="done")
        self.act = QPushButton(lettered("Undo" if done else action), objectName="link" if done else "")
        self.act.setAccessibleName(f"{self.act.text()}: {title_of(trouble)}")
        tooltip(self.act, trouble.remedy if not done else "Keep the columns as they are.")
        self.act.clicked.connect(lambda: self.followed.emit(trouble, not done))
        if not action:
            self.act.hide()
        column_of(
            row_of(title, None, state, self.act, spacing=8),
            sentence,
            inside=self,
            margins=(0, 4, 0, 4),
            spacing=1,
        )


class FileSide(QWidget):
    """Findings, missing values, numbers; each with what can be done about it."""

    followed = Signal(object, bool)
    columns_shown = Signal(object)
    """The places of columns to select."""
    policy_chosen = Signal(object)
    markers_given = Signal(object)
    """All markers that count from now on."""
    cuts_chosen = Signal(object)
    """Whether numbers are cut into levels."""
    cutting_chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._draft: Draft | None = None
        self.rows: list[TroubleRow] = []
        self._odd_title = Label("What was found", objectName="heading")
        self._odd = column_of(spacing=0)
        words = {policy: words[0] for policy, words in POLICIES.items()}
        tips = {policy: words[1] for policy, words in POLICIES.items()}
        self._missing_title = Label("Missing values", objectName="heading")
        self._missing = Label(wordWrap=True, objectName="quiet")
        self._by_marker = Label(wordWrap=True)
        self.policy = Segments("What becomes of missing values", words, tips)
        self._policy_line = Label(wordWrap=True, objectName="quiet")
        self.markers = EnterField(placeholderText="Other words for missing, e.g. -999, unknown")
        self.markers.setAccessibleName("Other words for missing values")
        tooltip(self.markers, f"With commas between them. {_usual()} always count as missing. Enter")
        self._numbers_title = Label("Continuous columns", objectName="heading")
        self.cuts = Segments(
            "What becomes of numbers",
            {True: "Cut into levels", False: "Keep as numbers"},
            {True: CUT, False: KEPT},
        )
        self.cutting = CuttingForm()
        self._numbers_line = Label(wordWrap=True, objectName="quiet")
        self._waiting = Label("What is found will be listed here.", objectName="quiet", wordWrap=True)
        self._parts: tuple[QWidget, ...] = (
            self._odd_title, self._numbers_title, self._numbers_line, self.cuts, self.cutting,
            self._missing_title, self._missing, self._by_marker, self.policy, self._policy_line, self.markers,
        )  # fmt: skip
        column_of(
            self._waiting,
            self._odd_title,
            self._odd,
            8,
            self._numbers_title,
            self._numbers_line,
            (self.cuts, 0, Qt.AlignmentFlag.AlignLeft),
            self.cutting,
            8,
            self._missing_title,
            self._missing,
            self._by_marker,
            (self.policy, 0, Qt.AlignmentFlag.AlignLeft),
            self._policy_line,
            self.markers,
            None,
            inside=self,
            margins=(16, 14, 16, 16),
            spacing=6,
        )
        self.policy.chosen.connect(self.policy_chosen)
        self.cuts.chosen.connect(self.cuts_chosen)
        self.cutting.changed.connect(self.cutting_chosen)
        self.markers.returnPressed.connect(self._give_markers)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        if self._draft is not None:
            self.show_draft(self._draft)

    def show_draft(self, draft: Draft | None) -> None:
        """What is known and decided so far."""
        self._draft = draft
        for row in self.rows:
            self._odd.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        self.setEnabled(draft is not None)
        self._waiting.setVisible(draft is None)
        if draft is None:
            for part in self._parts:
                part.hide()
            return
        for part in (self._missing_title, self._missing, self.markers):
            part.show()
        for trouble in draft.troubles:
            row = TroubleRow(trouble, draft, self.theme)
            row.followed.connect(self.followed)
            row.shown.connect(lambda shown: self.columns_shown.emit(shown.places))
            self.rows.append(row)
            self._odd.addWidget(row)
        self._odd_title.setVisible(bool(self.rows))
        self._show_numbers(draft)
        self._show_missing(draft)

    def _show_numbers(self, draft: Draft) -> None:
        numbers = draft.of_kind(Kind.CONTINUOUS)
        for part in (self._numbers_title, self._numbers_line, self.cuts, self.cutting):
            part.setVisible(bool(numbers))
        if not numbers:
            return
        measure = "measures" if len(numbers) == 1 else "measure"
        if draft.is_mixed:
            levels = len(draft.of_kind(Kind.DISCRETE))
            others = "the other column has" if levels == 1 else f"the other {levels:,} columns have"
            then = f"{others} levels, and no test takes both."
        else:
            then = CUT if draft.cuts else KEPT
        joint = ";" if draft.is_mixed else "."
        self._numbers_line.setText(f"{draft.listed(numbers)} {measure} something{joint} {then}")
        self.cuts.show_value(draft.cuts)
        self.cutting.setVisible(draft.cuts)
        self.cutting.show_cutting(draft.decisions.cutting)

    def _show_missing(self, draft: Draft) -> None:
        gaps = bool(draft.gaps())
        self._missing.setText(missing_line(draft))
        counts = draft.missing_by_marker()
        shown = [
            markup("{} {}", strong(f"{count:,}"), marker_name(marker))
            for marker, count in counts[:_MOST_MARKERS]
        ]
        if len(counts) > _MOST_MARKERS:
            shown.append(rich(f"and {len(counts) - _MOST_MARKERS:,} other words"))
        self._by_marker.setText(joined(shown, Rich(" &nbsp;·&nbsp; ")))
        for part in (self._by_marker, self.policy, self._policy_line):
            part.setVisible(gaps)
        self.policy.show_value(draft.policy)
        self.policy.buttons[MissingPolicy.LEVEL].setEnabled(not draft.keeps_numbers)
        self._policy_line.setText(POLICIES[draft.policy][1])
        if not self.markers.hasFocus():
            own = [marker for marker in draft.survey.plan.missing if marker not in USUAL_MARKERS]
            self.markers.setText(", ".join(own))

    def _give_markers(self) -> None:
        words = [word.strip() for word in self.markers.text().split(",")]
        more = [word for word in dict.fromkeys(words) if word and word not in USUAL_MARKERS]
        self.markers_given.emit((*USUAL_MARKERS, *more))


def _usual() -> str:
    return "Empty cells, " + ", ".join(marker for marker in USUAL_MARKERS if marker)
