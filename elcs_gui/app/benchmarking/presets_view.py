"""Where no benchmark is open: three to begin with, or a folder of results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.benchmarking.rows import BLANKETS, LOCAL, kind_of
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, row_of
from elcs_gui.benchmark.paper import QUICK
from elcs_gui.benchmark.plan import Plan
from elcs_gui.trace.explain import enumerated


@dataclass(frozen=True)
class Preset:
    """A benchmark to begin with; `plan` takes the folder of the data, None for those of the program."""

    id: str
    title: str
    sentence: str
    plan: Callable[[str | None], Plan]


def _of_paper(kind: str) -> Callable[[str | None], Plan]:
    def plan(folder: str | None) -> Plan:
        whole = Plan.of_paper(folder)
        return replace(whole, algorithms=tuple(each for each in whole.algorithms if kind_of(each) == kind))

    return plan


PRESETS = (
    Preset(
        "quick",
        "Quick look",
        f"{enumerated([find_algorithm(id).title for id in QUICK])} on Alarm, Insurance and Child: three "
        "sets of 5,000 rows each. Less than a minute.",
        lambda folder: Plan(folder=folder),
    ),
    Preset(
        "local",
        "The paper's local table",
        "Every algorithm of it that finds causes and effects, with 5,000 and 1,000 rows, on up to ten sets. "
        "Minutes to hours, most of it on large networks.",
        _of_paper(LOCAL),
    ),
    Preset(
        "blankets",
        "Markov-blanket table (paper)",
        "Every algorithm of it that finds Markov blankets, with 5,000 and 1,000 rows, on up to ten sets. "
        "Minutes to hours.",
        _of_paper(BLANKETS),
    ),
)


class PresetCards(QWidget):
    """The cards, and a way to what was measured before."""

    chosen = Signal(str)
    """The id of a preset."""
    folder_wanted = Signal()
    data_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        title = Label("Measure algorithms on many data sets", objectName="section")
        about = Label(
            "Results are kept run by run in a folder of yours: a benchmark can be stopped, or even killed, "
            "and goes on where it was.",
            objectName="quiet",
        )
        self.buttons: dict[str, QPushButton] = {}
        cards = row_of(*(self._card(preset) for preset in PRESETS), spacing=16)
        self.data: str | None = None
        """The folder of the data; None for those that are simulated."""
        self._data = Label(objectName="quiet")
        self.choose = QPushButton("Choose a folder of data...", objectName="link")
        self.choose.clicked.connect(self.data_wanted)
        self.open = QPushButton("Open results...", toolTip="Show what was measured before")
        self.open.clicked.connect(self.folder_wanted)
        column_of(
            title,
            about,
            8,
            cards,
            row_of(self._data, self.choose, None, spacing=10),
            8,
            (self.open, 0, Qt.AlignmentFlag.AlignLeft),
            None,
            inside=self,
            margins=40,
            spacing=12,
        )
        self.take_data(None)

    def take_data(self, folder: str | None) -> None:
        """Measure on the data of a folder, or on simulated ones."""
        self.data = folder
        said = (
            "simulated from the networks that come with the program" if folder is None else f"from {folder}"
        )
        self._data.setText(f"Data: {said}.")

    def _card(self, preset: Preset) -> QWidget:
        card = QFrame(objectName="termCard")
        button = QPushButton("Set up...", objectName="primary" if preset.id == "quick" else "")
        button.setAccessibleName(f"Set up: {preset.title}")
        button.clicked.connect(lambda: self.chosen.emit(preset.id))
        self.buttons[preset.id] = button
        column_of(
            Label(preset.title, objectName="section"),
            (Label(preset.sentence, wordWrap=True, objectName="termLine"), 1, Qt.AlignmentFlag.AlignTop),
            (button, 0, Qt.AlignmentFlag.AlignLeft),
            inside=card,
            margins=(18, 16, 18, 16),
            spacing=8,
        )
        return card
