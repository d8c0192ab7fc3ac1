"""Simulating data: by clicks and keys, as a user would."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.registry import PRINTED
from elcs_gui.app.kit.fields import NumberField
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.simulating.client import SimulationClient
from elcs_gui.app.simulating.dialog import SimulateDialog
from elcs_gui.app.simulating.networks import still_hidden
from elcs_gui.data.examples import find_example
from elcs_gui.data.network_files import read_network, write_network
from elcs_gui.data.readers import read_table


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    settings = Settings(tmp_path / "settings.ini")
    settings.set("algorithm", PRINTED)
    made = MainWindow(settings, LIGHT)
    qtbot.addWidget(made)
    made.graph.set_reduced_motion(True)
    with qtbot.waitSignal(made.loading.done):  # its thread must not outlive a quick test
        made.show()
    yield made
    made.close()


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> SimulateDialog:
    """Opened from the start page, with Asia chosen."""
    qtbot.mouseClick(window.start_page.simulate, Qt.MouseButton.LeftButton)
    made = window.findChild(SimulateDialog)
    assert made is not None and made.isVisible()
    choose(made, "Asia")
    return made


def choose(dialog: SimulateDialog, title: str) -> None:
    dialog.networks.setCurrentIndex(dialog.networks.findText(title))
    QApplication.processEvents()


def type_into(qtbot: QtBot, field: NumberField, text: str) -> None:
    field.selectAll()
    qtbot.keyClicks(field, text)


def tick(qtbot: QtBot, dialog: SimulateDialog, name: str) -> None:
    """Find a name by typing, go down into the list, and press Space."""
    dialog.hidden.search.setText(name)
    qtbot.keyClick(dialog.hidden.search, Qt.Key.Key_Down)
    dialog.hidden.search.setFocus()
    qtbot.keyClick(dialog.hidden.search, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.hidden.list, Qt.Key.Key_Space)
    dialog.hidden.search.clear()


def test_the_sentence_follows_every_key(dialog: SimulateDialog, qtbot: QtBot) -> None:
    assert dialog.expected == "5,000 rows of 8 variables, 8 arrows between them; about 0.04 MB in memory."
    dialog.rows.selectAll()
    qtbot.keyClicks(dialog.rows, "20")
    assert dialog.expected.startswith("20 rows of 8 variables")
    tick(qtbot, dialog, "smoke")
    assert dialog.hidden.ticked == ("smoke",)
    assert dialog.expected.startswith("20 rows of 7 variables (1 more hidden), 6 arrows")
    type_into(qtbot, dialog.copies, "3")
    assert list(dialog.hidden.ticked) == ["smoke_1", "smoke_2", "smoke_3"]
    assert "21 variables (3 more hidden), at least 18 arrows" in dialog.expected


def test_simulated_data_open_with_the_network_as_truth(
    window: MainWindow, dialog: SimulateDialog, qtbot: QtBot
) -> None:
    tick(qtbot, dialog, "smoke")
    type_into(qtbot, dialog.rows, "2000")
    with qtbot.waitSignal(window.session.run_finished):
        qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
        assert not dialog.start.isEnabled()
    assert not dialog.isVisible()
    source, truth = window.session.source, window.session.truth
    assert source is not None and source.data is not None
    assert (source.title, source.data.rows, source.data.variables) == ("Asia, simulated", 2000, 7)
    assert truth is not None
    assert truth.network.nodes[-1] == "smoke"
    assert window.session.header is not None
    assert window.session.header.names[window.session.header.target] == "either"
    window.live["simulate"].trigger()
    assert dialog.networks.itemText(0).endswith("(open now)")


def test_data_can_be_written_instead_with_empty_cells_and_the_network(
    window: MainWindow, dialog: SimulateDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    type_into(qtbot, dialog.missing, "20")
    with qtbot.waitSignal(window.session.client(SimulationClient).written) as told:
        dialog.save_to(tmp_path / "out.csv")
    assert told.args == ["5,000 rows of 8 variables are in out.csv, their network in out.bif.", True]
    cells = (tmp_path / "out.csv").read_text(encoding="utf-8").replace("\n", ",").split(",")
    assert 0.18 < sum(not cell for cell in cells) / len(cells) < 0.22
    assert read_network(tmp_path / "out.bif").nodes == find_example("asia").load_network().nodes
    assert window.session.source is None
    type_into(qtbot, dialog.missing, "0")
    with qtbot.waitSignal(window.session.client(SimulationClient).written):
        dialog.save_to(tmp_path / "out.npz")
    assert read_table(tmp_path / "out.npz").rows == 5000


def test_what_cannot_be_done_is_said_in_the_dialog(
    window: MainWindow, dialog: SimulateDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    type_into(qtbot, dialog.rows, "3")
    with qtbot.waitSignal(window.session.failed):
        qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    assert dialog.isVisible() and dialog.start.isEnabled()
    assert "came out the same throughout: draw more rows" in dialog.refusal
    bad = tmp_path / "bad.net"
    bad.write_text("node A {", encoding="utf-8")
    dialog.take_file(bad)
    qtbot.waitUntil(lambda: "bad.net, line 1" in dialog.refusal)
    assert not dialog.start.isEnabled()


def test_a_network_from_a_file_is_read_beside_and_can_be_sampled(
    dialog: SimulateDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "mine.xdsl"
    write_network(find_example("cancer").load_network(), path)
    dialog.take_file(path)
    qtbot.waitUntil(lambda: dialog.network is not None)
    assert dialog.networks.currentText() == "mine.xdsl"
    assert dialog.expected.startswith("5,000 rows of 5 variables, 4 arrows")
    assert dialog.start.isEnabled()


def test_a_long_simulation_can_be_cancelled(window: MainWindow, dialog: SimulateDialog, qtbot: QtBot) -> None:
    choose(dialog, "Alarm")
    type_into(qtbot, dialog.rows, "10000000")
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(window.session.client(SimulationClient).drawn):
        pass
    with qtbot.waitSignal(window.session.failed) as told:
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert told.args == ["The simulation was cancelled; what was open stays."]
    assert dialog.isVisible() and dialog.start.isEnabled()
    assert not window.session.client(SimulationClient).busy


def test_hidden_variables_stay_hidden_with_other_copies() -> None:
    asia = find_example("asia").load_network()
    assert still_hidden(asia, ["tub"], 1, 2) == {"tub_1", "tub_2"}
    assert still_hidden(asia, ["tub_1", "lung_3"], 3, 2) == {"tub_1"}
    assert still_hidden(asia, ["tub_1", "lung_3"], 3, 1) == {"tub", "lung"}
