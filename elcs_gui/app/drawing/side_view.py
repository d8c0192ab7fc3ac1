"""Beside the two pictures: the sliders, where the answer hangs, and where answers come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLayout, QPushButton, QWidget

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.app.drawing.background_learning import Hangs
from elcs_gui.app.drawing.drawing import Drawing
from elcs_gui.app.drawing.editor import Editor
from elcs_gui.app.drawing.settings import LARGEST_SEED, SLIDERS, Settings, suits
from elcs_gui.app.drawing.sliders_view import Legend, SliderRow
from elcs_gui.app.drawing.words import hangs
from elcs_gui.app.kit.fields import NumberBox, choice_box
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of, scrolled, styled
from elcs_gui.app.kit.segments import Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.inquiry.one_change import Agreement, Band

_TITLES = {"rows": "Rows, n", "alpha": "Alpha"}
_LEGEND = {
    Agreement.SAME: "learnt = drawn",
    Agreement.OPEN: "edges open",
    Agreement.WRONG: "wrong",
}
NO_ARROW = "Select an edge to change how strong it is."
BY_HAND = "Its table is set by hand: move the slider to go back to strengths."
ORACLE = "The oracle needs no rows."


class DrawingSide(QWidget):
    """Changes the settings of an editor."""

    closed = Signal()
    test_requested = Signal(int)
    """The number of the test on which the answer hangs: open the run there."""

    def __init__(self, editor: Editor, theme: Theme) -> None:
        super().__init__(objectName="drawSide")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._editor = editor
        self._test: int | None = None
        self.rows = {name: SliderRow(_TITLES.get(name, "Strength"), kind, theme, selected=name == "strength")
                     for name, kind in SLIDERS.items()}  # fmt: skip
        self.legend = [Legend(agreement, words, theme) for agreement, words in _LEGEND.items()]
        self.hangs = Label(wordWrap=True, objectName="drawText")
        self.go = QPushButton("Go to the test")
        self.answers = Segments("Answers from", {True: "Oracle", False: "Simulated"}, {
            True: "d-separation in the drawing: no rows, no chance.",
            False: "Rows drawn from the tables of the drawing.",
        })  # fmt: skip
        self.seed = NumberBox(
            accessibleName="Seed", maximum=LARGEST_SEED, toolTip="Another seed, other rows."
        )
        suited = {known.id: known.title for known in ALGORITHMS.values() if suits(known)}
        self.algorithm = choice_box("Algorithm", suited, 10)
        self.reset = QPushButton("Reset", objectName="ghost", toolTip="1,000 rows, alpha 0.01")
        self.close_page = QPushButton("Close", objectName="ghost", toolTip="Back. Esc")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        title = Label("Change one thing", objectName="heading")
        head = styled("drawHead", row_of(title, None, self.reset, self.close_page, margins=(20, 0, 12, 0)))
        legend = row_of(*self.legend, None, margins=(8, 0, 0, 0), spacing=10)
        sliders = _section(*self.rows.values(), legend, spacing=12, side=12)
        row = row_of(self.go, None)
        hanging = _section(Label("Deciding test", objectName="heading"), self.hangs, row, line=True)
        inside = QWidget(objectName="drawInside")
        column_of(sliders, hanging, self._source(), None, inside=inside, margins=0, spacing=0)
        column_of(head, (scrolled(inside), 1), inside=self, margins=0, spacing=0)

    def _source(self) -> QWidget:
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        for title, field, row, column, wide in (
            ("Answers from", self.answers, 0, 0, 1), ("Seed", self.seed, 0, 1, 1),
            ("Algorithm", self.algorithm, 2, 0, 2),
        ):  # fmt: skip
            label = Label(title, objectName="label")
            label.setBuddy(field)
            grid.addWidget(label, row, column, 1, wide)
            grid.addWidget(field, row + 1, column, 1, wide)
        grid.setColumnStretch(1, 1)
        return _section(grid, line=True)

    def _connect(self) -> None:
        editor = self._editor
        self.rows["strength"].moved.connect(self._strengthen)
        self.rows["strength"].ended.connect(self._strengthened)
        for name in ("rows", "alpha"):
            self.rows[name].moved.connect(lambda value, name=name: self._move(name, value))
        self.answers.chosen.connect(lambda oracle: editor.set(replace(editor.settings, oracle=oracle)))
        self.seed.valueChanged.connect(self._take_seed)
        self.algorithm.activated.connect(self._take_algorithm)
        self.reset.clicked.connect(self._reset)
        self.close_page.clicked.connect(self.closed)
        self.go.clicked.connect(lambda: self.test_requested.emit(self._test or 0))
        editor.changed.connect(self.show_settings)
        self.show_settings()
        self.show_hanging(None)

    def set_theme(self, theme: Theme) -> None:
        for row in self.rows.values():
            row.set_theme(theme)
        for each in self.legend:
            each.set_theme(theme)

    # Showing

    def show_settings(self) -> None:
        settings, editor = self._editor.settings, self._editor
        arrow = editor.arrow
        if arrow is None:
            self.rows["strength"].show_value(0.0, "Strength", enabled=False, note=NO_ARROW)
        else:
            by_hand = editor.drawing.variable(arrow.head).table is not None
            title = f"Strength of {editor.drawing.said(*arrow.ends)}"
            self.rows["strength"].show_value(
                editor.drawing.strength(arrow), title, note=BY_HAND if by_hand else ""
            )
        for name in ("rows", "alpha"):
            note = ORACLE if settings.oracle and name == "rows" else ""
            value = SLIDERS[name].value(settings)
            self.rows[name].show_value(value, _TITLES[name], enabled=not settings.oracle, note=note)
        self.answers.show_value(settings.oracle)
        self.seed.blockSignals(True)
        self.seed.setValue(settings.seed)
        self.seed.blockSignals(False)
        self.seed.setEnabled(not settings.oracle)
        self.algorithm.setCurrentIndex(self.algorithm.findData(settings.algorithm))

    def show_hanging(self, found: Hangs | None, said: str = "") -> None:
        """Where the answer hangs, or why there is none."""
        where = None if found is None else found.test
        self._test = None if where is None else where.test.number
        self.hangs.setText(said if found is None else hangs(found.answer.attempt, where))
        self.go.setVisible(self._test is not None)
        self.go.setText(f"Go to test {self._test}")

    def show_bands(self, bands: Mapping[str, tuple[Band, ...]]) -> None:
        """By slider, where the answer would be right; sliders that are not named say nothing."""
        settings = self._editor.settings
        for name in settings.movable:
            self.rows[name].show_bands(bands.get(name, ()))

    # What the user changes

    def _move(self, name: str, value: float) -> None:
        self._editor.set(SLIDERS[name].moved(self._editor.settings, value))

    def _strengthen(self, strength: float) -> None:
        ends = self._editor.chosen
        if isinstance(ends, tuple):
            self._editor.drag(lambda drawing: drawing.strengthen(*ends, round(strength, 2)))

    def _strengthened(self) -> None:
        arrow = self._editor.arrow
        if arrow is not None:
            drawing: Drawing = self._editor.drawing
            self._editor.drop(f"set {drawing.said(*arrow.ends)} to {arrow.strength:.2f}")

    def _take_seed(self, seed: int) -> None:
        self._editor.set(replace(self._editor.settings, seed=seed))

    def _take_algorithm(self) -> None:
        self._editor.set(replace(self._editor.settings, algorithm=self.algorithm.currentData()))

    def _reset(self) -> None:
        usual = Settings(Drawing())
        now = self._editor.settings
        self._editor.set(
            replace(now, simulated=usual.simulated, alpha=usual.alpha, seed=usual.seed, oracle=False)
        )


def _section(*parts: QWidget | QLayout, line: bool = False, spacing: int = 6, side: int = 20) -> QWidget:
    return styled(
        "drawSection" if line else "", column_of(*parts, margins=(side, 14, side, 14), spacing=spacing)
    )
