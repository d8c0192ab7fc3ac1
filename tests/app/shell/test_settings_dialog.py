"""Settings: declared once, shown in a dialog, applied at once, remembered."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.theme import CONTRAST, DARK, LIGHT, THEMES, Theme
from elcs_gui.app.model import settings as settings_module
from elcs_gui.app.model.setting_table import SETTINGS
from elcs_gui.app.model.settings import Settings, wanted_theme
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.settings_dialog import SettingsDialog
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import window_with_trace

kept = keeps_window()


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        yield made


def opened(window: MainWindow) -> SettingsDialog:
    window.live["settings"].trigger()
    QApplication.processEvents()
    dialog = window.findChild(SettingsDialog)
    assert isinstance(dialog, SettingsDialog)
    return dialog


def choose(dialog: SettingsDialog, id: str, value: str, qtbot: QtBot) -> None:
    box = dialog.fields[id]
    assert isinstance(box, QComboBox)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.findData(value)):
        qtbot.keyClick(box, Qt.Key.Key_Down)


def test_every_setting_has_a_title_and_a_sentence_and_a_default_that_is_allowed() -> None:
    assert len({setting.id for setting in SETTINGS}) == len(SETTINGS)
    for setting in SETTINGS:
        assert setting.title[0].isupper() or len(setting.title) == 1
        assert setting.sentence[0].isupper()
        assert setting.sentence.endswith(".")
        assert setting.checked(setting.default) == setting.default


def test_nonsense_in_the_file_of_settings_means_the_default(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "s.ini")
    for setting in SETTINGS:
        settings._store.setValue(setting.id, "nonsense \x00")
        assert settings.get(setting.id) == setting.default
    settings._store.setValue("alpha", "1.5")
    assert settings.get("alpha") == 0.01


def test_a_theme_chosen_by_keys_is_shown_at_once_and_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as window:
        dialog = opened(window)
        assert not dialog.isModal()
        choose(dialog, "theme", "contrast", qtbot)
        assert window.theme == CONTRAST
        choose(dialog, "theme", "dark", qtbot)
        assert window.theme == DARK
        assert Settings(tmp_path / "settings.ini").theme == "dark"


def test_the_dialog_follows_what_is_changed_elsewhere_and_escape_closes_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    dialog = opened(window)
    window.live["reduced-motion"].trigger()
    box = dialog.fields["reduced-motion"]
    assert isinstance(box, QCheckBox)
    assert box.isChecked() == window.settings.reduced_motion
    window.live["settings"].trigger()
    assert window.findChildren(SettingsDialog) == [dialog]  # asked for twice, there is still one
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert not window.findChildren(SettingsDialog)


def test_speed_and_columns_hold_at_once(window: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(window)
    choose(dialog, "speed", "30", qtbot)
    assert window.player.pace.steps == 30
    assert "30" in window.transport.speed.text()
    [box] = [box for box in dialog.fields["hidden-columns"].findChildren(QCheckBox) if box.text() == "Stage"]
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
    assert shown_columns(window).isdisjoint({"Stage"})


def test_an_alpha_that_makes_no_sense_is_put_back(window: MainWindow, qtbot: QtBot) -> None:
    line = opened(window).fields["alpha"]
    assert isinstance(line, QLineEdit)
    for typed, shown in (("0.05", "0.05"), ("7", "0.01"), ("0,02", "0.02")):
        line.selectAll()
        qtbot.keyClicks(line, typed)
        qtbot.keyClick(line, Qt.Key.Key_Return)
        assert line.text() == shown
        assert window.settings.get("alpha") == float(shown)


def test_recent_files_are_cleared(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.settings.add_recent(tmp_path / "a.csv", "a file")
    dialog = opened(window)
    [button] = [b for b in dialog.findChildren(QPushButton) if b.text() == "Clear recent files"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.settings.recent() == []
    assert not button.isEnabled()


def test_defaults_for_new_data_hold_for_the_next_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "small.csv"
    path.write_text("a,b,c\n" + "0,1,0\n1,0,0\n1,1,1\n0,0,1\n" * 30, encoding="utf-8")
    for id, value in (("alpha", 0.2), ("k", "unlimited"), ("test", "chi2")):
        window.settings.set(id, value)
    with qtbot.waitSignal(window.session.run_finished):
        window.open_path(path)
    header = window.session.header
    assert header is not None
    assert (header.alpha, header.k, header.test) == (0.2, None, "chi2")
    assert window.data_panel._alpha.text() == "0.2"


def shown_columns(window: MainWindow) -> set[str]:
    model, view = window.log.model, window.log.view
    titles = (model.headerData(section, Qt.Orientation.Horizontal) for section in range(model.columnCount()))
    return {str(title) for section, title in enumerate(titles) if not view.isColumnHidden(section)}


def test_a_column_is_hidden_by_the_menu_of_the_head_and_stays_hidden(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "s.ini") as window:
        assert {"Answer", "p", "Stage"} <= shown_columns(window)
        window.log.view.head.customContextMenuRequested.emit(QPoint(20, 10))
        menu = window.log.findChild(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
        assert isinstance(menu, QMenu)
        columns = menu.actions()[-1].menu()
        assert isinstance(columns, QMenu)
        next(action for action in columns.actions() if action.text() == "Answer").trigger()
        menu.close()
        assert "Answer" not in shown_columns(window)
    with window_with_trace(qtbot, tmp_path / "s.ini") as again:
        assert "Answer" not in shown_columns(again)
        again.settings.set("hidden-columns", "")
        assert "Answer" in shown_columns(again)


def luminance(colour: QColor) -> float:
    parts = [colour.redF(), colour.greenF(), colour.blueF()]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor, other: QColor) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_text_stands_out_from_its_ground(theme: Theme) -> None:
    least = 7.0 if theme is CONTRAST else 4.5
    pairs = [
        (theme.ink, theme.panel), (theme.ink_2, theme.panel), (theme.ink_3, theme.panel),
        (theme.ink, theme.now_bg), (theme.ink, theme.selection_bg), (theme.now_ink, theme.now_bg),
        (theme.target_ink, theme.target), (theme.independent, theme.independent_bg),
        (theme.unreliable, theme.unreliable_bg), (theme.conflict, theme.conflict_bg),
    ]  # fmt: skip
    for ink, ground in pairs:
        assert contrast(ink, ground) >= min(least, 4.5 if ground is not theme.panel else least)


def test_the_system_is_followed_unless_the_user_chose(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(tmp_path / "s.ini")
    assert wanted_theme(settings) in (LIGHT, DARK)
    monkeypatch.setattr(settings_module, "system_wants_contrast", lambda: True)
    assert wanted_theme(settings) is CONTRAST
    settings.theme = "light"
    assert wanted_theme(settings) is LIGHT
