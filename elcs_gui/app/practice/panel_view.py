"""The panel of an exercise: kind, network, the next move, what was said of the last, and what is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from elcs_gui.app.kit.fields import NumberBox
from elcs_gui.app.kit.icons import draw_icon
from elcs_gui.app.kit.labels import Label, coloured, lettered, tooltip
from elcs_gui.app.kit.layouts import column_of, fill, row_of
from elcs_gui.app.kit.theme import MEDIUM, SEMIBOLD, Theme, font, restyle
from elcs_gui.app.practice.practising import Practising, Row
from elcs_gui.app.teaching.side_panel import PADDING, WIDTH, SidePanel, button_row, emptied
from elcs_gui.foreign import Rich, joined, markup
from elcs_gui.lessons.arrow_rules import ARROW_RULES
from elcs_gui.lessons.exercise import Exercise
from elcs_gui.lessons.mastery import MASTERY, Mastery
from elcs_gui.lessons.practice import Practice
from elcs_gui.trace.explain import braced
from elcs_gui.trace.rules import RULES

RANDOM = "random"
"""What the choice of networks calls those that a seed makes."""
_ROOM = WIDTH - 2 * PADDING - 66
"""For the buttons of a row, beside its name."""
_CLAIMS = {
    Exercise.NEIGHBOURS: "Remove   R",
    Exercise.SPOUSES: "Add spouse   A",
    Exercise.ARROWS: "Direct   Enter",
}


class KindButton(QAbstractButton):
    """A kind of exercise: its name, and a mark for each clean instance; a green ring where it is mastered."""

    def __init__(self, exercise: Exercise, theme: Theme) -> None:
        super().__init__()
        self.exercise, self._theme = exercise, theme
        self._mastery = Mastery()
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.show_mastery(Mastery())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show_mastery(self, mastery: Mastery) -> None:
        self._mastery = mastery
        said = "mastered" if mastery.reached else f"{mastery.clean} of {MASTERY} clean in a row"
        self.setAccessibleName(f"{self.exercise.title()}, {said}")
        tooltip(self, said.capitalize() + ".")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(112 * self._theme.scale), round(52 * self._theme.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, k = self._theme, self._theme.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(k, k)
        box = QRectF(0, 0, self.width() / k, self.height() / k).adjusted(1.5, 1.5, -1.5, -1.5)
        on, lit = self.isChecked(), self.hasFocus() or self.underMouse()
        painter.setPen(QPen(theme.selection if on or lit else theme.line_strong, 2 if self.hasFocus() else 1))
        painter.setBrush(theme.selection_bg if on else theme.raised)
        painter.drawRoundedRect(box, 9, 9)
        painter.setFont(font(13, SEMIBOLD if on else MEDIUM))
        painter.setPen(theme.ink)
        painter.drawText(
            QRectF(0, box.y() + 7, self.width() / k, 18), Qt.AlignmentFlag.AlignCenter, self.exercise.title()
        )
        middle = QPointF(self.width() / k / 2, box.bottom() - 14)
        if self._mastery.reached:
            painter.setPen(QPen(theme.independent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, 8, 8)
            draw_icon(painter, "check", QRectF(middle.x() - 5, middle.y() - 5, 10, 10), theme.independent)
            return
        for place in range(MASTERY):
            done = place < self._mastery.clean
            painter.setPen(QPen(theme.independent if done else theme.line_strong, 1.5))
            painter.setBrush(theme.independent if done else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(middle.x() + 13 * (place - 1), middle.y()), 3.5, 3.5)


class ChoiceRow(QWidget):
    """A row of buttons to choose from, one or several; its name opens it for clicks in the picture."""

    chosen = Signal(object)

    def __init__(self, name: str, choices: Mapping[Any, str], opened: Callable[[], object] | None) -> None:
        super().__init__(accessibleName=name)
        row = row_of(inside=self, margins=0, spacing=8)
        self.label = QPushButton(lettered(name), objectName="rowName", focusPolicy=Qt.FocusPolicy.NoFocus)
        self.label.setFixedWidth(58)
        if opened is not None:
            self.label.clicked.connect(opened)
            tooltip(self.label, "Clicks in the picture go here")
        row.addWidget(self.label, 0, Qt.AlignmentFlag.AlignTop)
        grid = QGridLayout()
        grid.setSpacing(4)
        metrics = QFontMetricsF(font(13))
        widest = max((metrics.horizontalAdvance(word) for word in choices.values()), default=20.0)
        across = max(int(_ROOM // (widest + 30)), 1)
        self.buttons: dict[object, QPushButton] = {}
        for place, (value, word) in enumerate(choices.items()):
            button: QPushButton = QPushButton(lettered(word), objectName="choice", checkable=True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(f"{name} {word}")
            button.clicked.connect(partial(self.chosen.emit, value))
            self.buttons[value] = button
            grid.addWidget(button, place // across, place % across)
        grid.setColumnStretch(across, 1)
        row.addLayout(grid, 1)

    def show_choice(
        self, values: tuple[object, ...], *, barred: tuple[object, ...] = (), open: bool = False
    ) -> None:
        """What is chosen, what cannot be, and whether clicks in the picture go here."""
        for value, button in self.buttons.items():
            button.setChecked(value in values)
            button.setEnabled(value not in barred)
        self.label.setProperty("here", open)
        restyle(self.label)


class PracticePanel(SidePanel):
    """Shows what is practised; what is clicked is told."""

    exercise_chosen = Signal(object)
    network_chosen = Signal(str)
    seed_chosen = Signal(int)
    shared = Signal()
    """Kind and seed are to be copied."""
    another = Signal()

    def __init__(self, practising: Practising, theme: Theme) -> None:
        super().__init__("Leave the exercise", "Leave (Esc)")
        self._practising, self._theme = practising, theme
        self._made: Practice | None = None
        self.rows: dict[object, ChoiceRow] = {}
        self._build()
        practising.changed.connect(self.refresh)
        self.set_theme(theme)

    # Building

    def _build(self) -> None:
        self.kinds = {exercise: KindButton(exercise, self._theme) for exercise in Exercise}
        for exercise, kind in self.kinds.items():
            kind.clicked.connect(partial(self.exercise_chosen.emit, exercise))
        self.heading = Label(objectName="lessonCaption", wordWrap=True)
        self._rows = column_of(spacing=8)
        self.reason = Label(objectName="practiceReason", wordWrap=True)
        self.known_title = Label(objectName="lessonContext")
        self.known = Label(objectName="practiceKnown", wordWrap=True)
        above = (row_of(*self.kinds.values(), spacing=8), self._networks(), self.heading, self._rows)
        below = (self.reason, QFrame(objectName="testLine"), self.known_title, self.known, None)
        fill(self.column, *above, self._moves(), *below, margins=(PADDING, 10, PADDING, 12), spacing=10)
        self._build_foot()

    def _moves(self) -> QHBoxLayout:
        self.test_button = QPushButton("Test   Enter", objectName="primary")
        self.claim_button = QPushButton()
        self.test_button.clicked.connect(lambda: self._practising.play(self._practising.test))
        self.claim_button.clicked.connect(lambda: self._practising.play(self._practising.claim))
        return button_row((self.test_button, self.claim_button))

    def _networks(self) -> QHBoxLayout:
        self.network = QComboBox(accessibleName="Network")
        self.network.activated.connect(lambda _: self.network_chosen.emit(self.network.currentData()))
        self.seed = NumberBox(minimum=0, maximum=999_999_999, prefix="seed ")
        self.seed.setAccessibleName("Seed of the random network")
        self.seed.setKeyboardTracking(False)
        self.seed.setFixedWidth(116)
        self.seed.valueChanged.connect(self.seed_chosen)
        self.share: QPushButton = QPushButton("Copy", toolTip="Copy kind and seed, for somebody else to type")
        self.share.setAccessibleName("Copy kind and seed")
        self.share.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.share.clicked.connect(self.shared)
        return row_of((self.network, 1), self.seed, self.share, spacing=8)

    def _build_foot(self) -> None:
        self.score = Label(objectName="quiet")
        self.show_button = QPushButton("Show me   S", objectName="ghost")
        self.done_button = QPushButton("I'm done   D")
        self.another_button = QPushButton("New problem   N")
        for button, act in (
            (self.done_button, self._practising.finish),
            (self.show_button, self._practising.show_move),
            (self.another_button, self.another.emit),
        ):
            button.clicked.connect(act)
        tooltip(self.show_button, "Let the algorithm make its next move; the instance is not clean then")
        buttons = button_row((self.done_button, self.show_button), (self.another_button,))
        fill(self.foot, self.score, buttons)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._theme = theme
        for button in self.kinds.values():
            button.set_theme(theme)
        self.refresh()

    # What is shown

    def show_networks(self, choices: Mapping[str, str], chosen: str, seed: int | None) -> None:
        """What can be practised on, and what is."""
        self.network.clear()
        for id, title in choices.items():
            self.network.addItem(title, id)
        self.network.setCurrentIndex(self.network.findData(chosen))
        for part in (self.seed, self.share):
            part.setVisible(seed is not None)
        if seed is not None:
            self.seed.blockSignals(True)
            self.seed.setValue(seed)
            self.seed.blockSignals(False)

    def show_mastery(self, exercise: Exercise, mastery: Mastery) -> None:
        self.kinds[exercise].show_mastery(mastery)

    def refresh(self) -> None:
        """As it stands by now."""
        practising = self._practising
        practice = practising.practice
        if practice is None:
            return
        if practice is not self._made:
            self._made = practice
            self._rebuild(practice)
        self.title.say(f"Practice · {practising.title}")
        self.kinds[practice.exercise].setChecked(True)
        self._show_choices(practice)
        arrows = practice.exercise is Exercise.ARROWS
        self.test_button.setVisible(not arrows)
        self.test_button.setEnabled(practising.open and practising.test is not None)
        self.claim_button.setText(_CLAIMS[practice.exercise])
        self.claim_button.setEnabled(practising.open and practising.claim is not None)
        for button in (self.done_button, self.show_button):
            button.setEnabled(practising.open)
        self.another_button.setObjectName("" if practising.open else "primary")
        restyle(self.another_button)
        self._show_reason()
        self.known_title.setText("Separating sets" if arrows else "Tests and answers")
        self.known.setText(_known(practice, self._theme))
        wrong = practice.refused
        said = f"{wrong} mistake{'s' * (wrong != 1)}" if wrong else "No mistakes"
        self.score.setText(f"{said}{' · shown' if practice.shown else ''}")

    def _show_reason(self) -> None:
        judgement = self._practising.judgement
        words = "" if judgement is None else judgement.words
        self.reason.setText(words)
        self.reason.setVisible(bool(words))
        state = ""
        if judgement is not None:
            state = "refused" if not judgement.allowed else "" if self._practising.open else "done"
        self.reason.setProperty("state", state)
        restyle(self.reason)

    def _rebuild(self, practice: Practice) -> None:
        emptied(self._rows)
        self.rows = {}
        setting, practising = practice.setting, self._practising
        names = dict(enumerate(setting.names))
        self.heading.setText(practice.exercise.task(setting.names[setting.target]))
        if practice.exercise is Exercise.ARROWS:
            links = {pair: f"{names[pair[0]]} – {names[pair[1]]}" for pair in sorted(setting.links)}
            self._add("link", ChoiceRow("Link", links, None), self._choose_link)
            self._add("way", ChoiceRow("points", {0: "→", 1: "←"}, None), self._choose_way)
            rules = {rule: RULES[rule].title for rule in ARROW_RULES}
            self._add("rule", ChoiceRow("by", rules, None), practising.choose_rule)
            return
        offered = {
            Row.TESTED: setting.others if practice.exercise is Exercise.NEIGHBOURS else setting.outside,
            Row.GIVEN: setting.others
            if practice.exercise is Exercise.NEIGHBOURS
            else tuple(setting.variables),
        }
        if practice.exercise is Exercise.SPOUSES:
            near = (setting.target, *setting.neighbours)
            offered = {
                Row.TESTED: offered[Row.TESTED], Row.PARTNER: near, Row.GIVEN: offered[Row.GIVEN],
                Row.THROUGH: setting.neighbours,
            }  # fmt: skip
        for row, variables in offered.items():
            made = ChoiceRow(row.value, {x: names[x] for x in variables}, partial(practising.open_row, row))
            self._add(row, made, partial(practising.choose, row))

    def _add(self, key: object, row: ChoiceRow, act: Callable[..., object]) -> None:
        row.chosen.connect(act)
        self.rows[key] = row
        self._rows.addWidget(row)

    def _choose_link(self, link: tuple[int, int]) -> None:
        self._practising.choose_arrow(*link)

    def _choose_way(self, turned: int) -> None:
        arrow = self._practising.arrow
        if arrow is not None:
            self._practising.choose_arrow(*(sorted(arrow, reverse=bool(turned))))

    def _show_choices(self, practice: Practice) -> None:
        practising = self._practising
        shut = not practising.open
        if practice.exercise is Exercise.ARROWS:
            arrow = practising.arrow
            links, way, rule = (self.rows[key] for key in ("link", "way", "rule"))
            done = tuple(tuple(sorted(found)) for found in practice.arrows)
            links.show_choice(
                () if arrow is None else (tuple(sorted(arrow)),),
                barred=tuple(links.buttons) if shut else done,
            )
            way.show_choice(
                () if arrow is None else (int(arrow[0] > arrow[1]),), barred=(0, 1) if arrow is None else ()
            )
            if arrow is not None:
                low, high = (practice.setting.names[x] for x in sorted(arrow))
                way.buttons[0].setText(lettered(f"{low} → {high}"))
                way.buttons[1].setText(lettered(f"{high} → {low}"))
            rule.show_choice((practising.rule,), barred=tuple(rule.buttons) if shut else ())
            return
        ends = (practising.tested, practising.partner)
        chosen: dict[Row, tuple[object, ...]] = {
            Row.TESTED: ends[:1], Row.PARTNER: ends[1:], Row.GIVEN: practising.given,
            Row.THROUGH: (practising.through,),
        }  # fmt: skip
        for key, row in self.rows.items():
            assert isinstance(key, Row)
            barred: tuple[object, ...] = ends if key is Row.GIVEN else ()
            row.show_choice(
                chosen[key],
                barred=tuple(row.buttons) if shut else barred,
                open=key is practising.row and not shut,
            )


def _known(practice: Practice, theme: Theme) -> Rich:
    """The answers, the latest first, below them what was known to begin with."""
    names = practice.setting.names
    lines = []
    for place, ((x, y, given), independent) in enumerate(practice.answers.items()):
        x, y = (y, x) if x == practice.setting.target else (x, y)
        sign, colour = ("○", theme.independent) if independent else ("●", theme.ink)
        told = f"{names[x]} ⊥ {names[y]}" if independent else f"{names[x]}, {names[y]} depend"
        told += f" given {braced(names, given)}" if given else ""
        line = markup("{}&nbsp; {}", coloured(sign, colour), told)
        line = coloured(line, theme.ink_2) if place < practice.known else line
        lines.append(markup('<div style="margin:0 0 3px 0">{}</div>', line))
    made = lines[practice.known :][::-1] + lines[: practice.known]
    return joined(made) or coloured("Nothing has been tested yet.", theme.ink_3)
