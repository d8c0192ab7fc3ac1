"""The import page: what needs no decision opens at once, the rest is changed by clicks and keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from elcs_gui.app.importing.page import ImportPage
from elcs_gui.app.importing.survey_client import SurveyClient
from elcs_gui.app.kit.theme import CONTRAST, DARK
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, Method, MissingPolicy
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.errors import ElcsError
from elcs_gui.worker.messages import Failed
from elcs_gui.worker.survey_file import Look, Looked, look
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import LONG, run_by
from tests.imported import COLUMNS, ROWS, clean, measured, troubled
from tests.patience import wait_until

AGE, BMI, SMOKER, COUNTRY = (COLUMNS.index(name) for name in ("age", "bmi", "smoker", "country"))
LEFT = Qt.MouseButton.LeftButton


kept = keeps_window()


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """At its start page; there are no data."""
    with kept.lent(qtbot) as made:
        made.show_start_page()
        yield made
        vars(made.session.worker).pop("send", None)  # see `take_looks`


def page_on(window: MainWindow, qtbot: QtBot, path: Path) -> ImportPage:
    """The page, when it has looked at the file and waits for the user."""
    window.open_path(path)
    return asking_page(window, qtbot)


def asking_page(window: MainWindow, qtbot: QtBot) -> ImportPage:
    qtbot.waitUntil(lambda: window.importing.is_asking, timeout=LONG)
    page = window.tools.current
    assert isinstance(page, ImportPage)
    return page


def take_looks(window: MainWindow, take: Callable[[Look], object]) -> None:
    """Whatever is to be looked at comes here instead of to the worker."""
    send = window.session.worker.send

    def send_others(command: object) -> bool:
        if not isinstance(command, Look):
            return send(command)
        take(command)
        return True

    window.session.worker.send = send_others  # type: ignore[method-assign]


def page_here(window: MainWindow, path: Path) -> ImportPage:
    """The same, but this process looks at the file: quick, where the worker is not what is tested."""
    receive: Callable[[Any], None] = window.session.worker.arrived.emit

    def take(command: Look) -> None:
        try:
            look(command, receive, nobody)
        except ElcsError as error:
            receive(Failed(command.number, str(error)))

    take_looks(window, take)
    window.open_path(path)
    wait_until(lambda: isinstance(window.tools.current, ImportPage))
    page = window.tools.current
    assert isinstance(page, ImportPage)
    return page


def page_on_beginning(
    window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[ImportPage, Callable[[], None]]:
    """The page when only the first rows have been looked at, and what brings the rest."""
    monkeypatch.setattr("elcs_gui.worker.survey_file.LARGE", 100)
    monkeypatch.setattr("elcs_gui.worker.survey_file.BEGINNING", 300)
    messages: list[Any] = []

    def deliver() -> None:
        while messages:
            message = messages.pop(0)
            window.session.worker.arrived.emit(message)
            if isinstance(message, Looked):
                break
        QApplication.processEvents()

    take_looks(window, lambda command: look(command, messages.append, nobody))
    window.open_path(path)
    deliver()
    window.importing._lose_patience()  # nobody waits for it here
    wait_until(lambda: isinstance(window.tools.current, ImportPage))  # it is made a part a turn
    page = window.tools.current
    assert isinstance(page, ImportPage)
    return page, deliver


def click(qtbot: QtBot, widget: QWidget) -> None:
    assert widget.isVisible()
    assert widget.isEnabled()
    qtbot.mouseClick(widget, LEFT)


def head_place(page: ImportPage, place: int) -> QPoint:
    heads = page.preview.heads
    section = page.preview.shown.index(place)
    return QPoint(heads.sectionViewportPosition(section) + 12, 12)


def click_head(
    qtbot: QtBot,
    page: ImportPage,
    place: int,
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    page.preview.scrollTo(page.preview.model().index(0, page.preview.shown.index(place)))
    qtbot.mouseClick(page.preview.heads.viewport(), LEFT, keys, head_place(page, place))


def kinds(page: ImportPage) -> list[Kind]:
    assert page.draft is not None
    return page.draft.kinds


# When it is shown


def test_a_clean_file_opens_at_once_and_its_options_can_be_looked_at(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    assert not window.live["import-options"].isEnabled()
    run_by(window, qtbot, lambda: window.open_path(clean(tmp_path)))
    assert window.working
    source = window.session.source
    assert source is not None
    assert source.path == tmp_path / "clean.csv"
    assert source.plan == ImportPlan()
    before = window.session.trace
    window.live["import-options"].trigger()
    page = asking_page(window, qtbot)
    assert "No problems found" in page.head.found.text()
    assert page.result.text == "60 rows, 4 columns, all discrete."
    qtbot.keyClick(page.preview, Qt.Key.Key_Escape)
    assert window.working
    assert window.session.trace is before


def test_trouble_is_shown_with_proposals_that_enter_takes(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_on(window, qtbot, troubled(tmp_path))
    assert page.head.found.text().startswith("Found: an index, 1 identifier, 1 duplicate, 1 constant column")
    assert page.head.chips["delimiter"].text() == "Semicolon"
    assert page.head.chips["decimal"].text() == "Decimal comma"
    assert page.head.chips["encoding"].text().startswith("Latin-1")
    assert page.preview.hasFocus()
    run_by(window, qtbot, lambda: qtbot.keyClick(page.preview, Qt.Key.Key_Return))
    assert window.working
    source, header = window.session.source, window.session.header
    assert source is not None
    assert source.data is not None
    assert header is not None
    assert source.data.columns == ("site", "age", "bmi", "smoker", "outcome")
    assert source.data.levels[0] == ("Graz", "Jena", "Köln")
    assert header.test == "g2"
    assert source.plan is not None
    assert source.plan.cutting == Cutting()
    assert source.plan.kind("country") is Kind.IGNORE


def test_escape_goes_back_to_the_start_page_and_nothing_is_open(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_here(window, troubled(tmp_path))
    qtbot.keyClick(page.preview, Qt.Key.Key_Escape)
    assert window.pages.currentWidget() is window.start_page
    assert window.session.source is None
    assert window.settings.recent() == []


def test_what_was_open_stays_until_another_file_is_taken(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    run_by(window, qtbot, lambda: window.open_path(clean(tmp_path)))
    window.player.seek(5)
    source = window.session.source
    page = page_on(window, qtbot, troubled(tmp_path))
    assert window.session.source is source
    click(qtbot, page.result.cancel)
    assert window.working
    assert window.session.source is source
    assert window.player.step == 5


def test_a_file_is_opened_again_as_it_was_read_before(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = troubled(tmp_path)
    page = page_on(window, qtbot, path)
    click_head(qtbot, page, AGE)
    qtbot.keyClick(page.preview, Qt.Key.Key_I)
    run_by(window, qtbot, lambda: click(qtbot, page.result.open))
    window.show_start_page()
    run_by(window, qtbot, lambda: window.open_path(path))
    source = window.session.source
    assert source is not None
    assert source.data is not None
    assert source.data.columns == ("site", "bmi", "smoker", "outcome")
    # With other columns it is another file, and has to be looked at.
    text = path.read_text(encoding="latin-1").replace("bmi", "body", 1)
    path.write_text(text, encoding="latin-1")
    page = page_on(window, qtbot, path)
    assert page.draft is not None
    assert "body" in page.draft.names
    assert page.draft.kind(AGE) is Kind.IGNORE  # what was decided about the others holds


def test_a_remembered_plan_that_no_longer_fits_is_shown_with_the_reason(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = clean(tmp_path)
    run_by(window, qtbot, lambda: window.open_path(path))
    path.write_text(path.read_text(encoding="utf-8") + "1,?,0,1\n", encoding="utf-8")
    page = page_on(window, qtbot, path)
    assert "missing" in page.result.text
    assert page.file_side.policy.isVisible()
    run_by(window, qtbot, lambda: click(qtbot, page.result.open))
    source = window.session.source
    assert source is not None
    assert source.data is not None
    assert source.data.gaps == (1,)


def test_options_of_the_open_file_begin_as_it_was_read(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_on(window, qtbot, troubled(tmp_path))
    click(qtbot, page.file_side.policy.buttons[MissingPolicy.DROP_ROWS])
    run_by(window, qtbot, lambda: click(qtbot, page.result.open))
    source = window.session.source
    assert source is not None
    assert source.data is not None
    assert source.data.rows == ROWS - 4
    run_by(window, qtbot, lambda: window.set_target(3))
    window.live["import-options"].trigger()
    page = asking_page(window, qtbot)
    assert page.file_side.policy.value is MissingPolicy.DROP_ROWS
    click(qtbot, page.file_side.policy.buttons[MissingPolicy.LEVEL])
    run_by(window, qtbot, lambda: click(qtbot, page.result.open))
    source, header = window.session.source, window.session.header
    assert source is not None
    assert source.data is not None
    assert header is not None
    assert source.data.rows == ROWS
    assert "missing" in source.data.levels[3]
    assert header.names[header.target] == "smoker"  # the target stays


def test_numbers_are_kept_for_fisher_z(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    page = page_on(window, qtbot, measured(tmp_path))
    assert page.result.text == "80 rows, 3 columns, all continuous."
    run_by(window, qtbot, lambda: click(qtbot, page.result.open))
    assert window.session.header is not None
    assert window.session.header.test == "fisher-z"
    # Named beforehand, there is nothing to decide.
    run_by(window, qtbot, lambda: window.open_path(measured(tmp_path, "other.csv"), test="fisher-z"))
    assert window.working


def test_a_workbook_is_dropped_and_shown(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in [["id", "dose", "arm"], *[[n, n % 3, "ab"[n % 2]] for n in range(1, 31)]]:
        book.active.append(row)
    path = tmp_path / "trial.xlsx"
    book.save(path)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    nothing = Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(600, 300), Qt.DropAction.CopyAction, data, LEFT, nothing))
    page = asking_page(window, qtbot)
    assert page.draft is not None
    assert page.draft.names == ["id", "dose", "arm"]
    assert not page.head.chips["delimiter"].isVisible()


def test_a_file_that_is_no_table_says_so_and_shows_no_page(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "one.csv"
    path.write_text("only\n1\n2\n", encoding="utf-8")
    with qtbot.waitSignal(window.session.failed, timeout=LONG):
        window.open_path(path)
    assert "one.csv" in window.messages.text
    assert window.pages.currentWidget() is window.start_page


def test_a_large_clean_file_is_shown_at_its_beginning_and_opens_by_itself(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[object] = []
    monkeypatch.setattr(window.session, "open_files", lambda *_, plan, **__: taken.append(plan))
    page, deliver = page_on_beginning(window, clean(tmp_path, rows=400), monkeypatch)
    assert page.draft is not None
    assert page.draft.survey.rows == 36
    assert "first 36 rows" in page.head._about.whole
    assert page.result.bar.isVisible()
    deliver()
    assert taken == [ImportPlan()]


def test_open_waits_for_the_rest_of_the_file_and_does_not_pass_over_news(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[object] = []
    monkeypatch.setattr(window.session, "open_files", lambda *_, plan, **__: taken.append(plan))
    path = clean(tmp_path, rows=400)
    path.write_text(path.read_text(encoding="utf-8") + "1,?,0,1\n", encoding="utf-8")
    page, deliver = page_on_beginning(window, path, monkeypatch)
    click(qtbot, page.result.open)
    assert "as soon as all of it has been looked at" in window.status.text
    deliver()
    assert not taken
    assert window.status.text.startswith("More was found")
    assert page.file_side.policy.isVisible()
    click(qtbot, page.result.open)
    assert [plan.policy for plan in taken if isinstance(plan, ImportPlan)] == [MissingPolicy.AVAILABLE]


def test_whoever_opens_something_else_meanwhile_gets_that(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    take_looks(window, lambda _: None)  # as if looking took very long
    window.open_path(clean(tmp_path))
    assert window.session.client(SurveyClient).looking
    run_by(window, qtbot, lambda: window.open_example("asia"))
    assert not window.session.client(SurveyClient).looking
    assert window.working


# What is decided there


def test_columns_are_selected_by_clicks_and_made_what_they_are_together(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_here(window, troubled(tmp_path))
    click_head(qtbot, page, AGE)
    assert page.preview.selected() == [AGE]
    assert page.sides.value == "column"
    click_head(qtbot, page, SMOKER, Qt.KeyboardModifier.ShiftModifier)
    assert page.preview.selected() == [AGE, BMI, SMOKER]
    click_head(qtbot, page, BMI, Qt.KeyboardModifier.ControlModifier)
    assert page.preview.selected() == [AGE, SMOKER]
    assert page.bar.kinds.value is None  # of two kinds
    click(qtbot, page.bar.kinds.buttons[Kind.IGNORE])
    assert kinds(page)[AGE] is kinds(page)[SMOKER] is Kind.IGNORE
    assert kinds(page)[BMI] is Kind.CONTINUOUS
    page.preview.setFocus()
    qtbot.keyClick(page.preview, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert page.preview.selected() == list(range(len(COLUMNS)))
    qtbot.keyClick(page.preview, Qt.Key.Key_D)
    assert set(kinds(page)) == {Kind.DISCRETE}
    assert "without a name" in page.result.text
    assert not page.result.open.isEnabled()


def test_arrow_keys_go_from_column_to_column_and_do_not_step_the_run(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    run_by(window, qtbot, lambda: window.open_path(clean(tmp_path)))
    page = page_on(window, qtbot, troubled(tmp_path))
    click_head(qtbot, page, AGE)
    page.preview.setFocus()
    qtbot.keyClick(page.preview, Qt.Key.Key_Right)
    assert page.preview.selected() == [BMI]
    qtbot.keyClick(page.preview, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert page.preview.selected() == [BMI, SMOKER]
    assert window.player.step == 0


def test_a_search_narrows_the_columns_and_keeps_decisions(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_here(window, troubled(tmp_path))
    qtbot.keyClick(page.preview, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.bar.search.hasFocus()
    qtbot.keyClicks(page.bar.search, "o")
    assert [COLUMNS[place] for place in page.preview.shown] == ["code", "smoker", "country", "outcome"]
    click_head(qtbot, page, SMOKER)
    click(qtbot, page.card.kinds.buttons[Kind.IGNORE])
    page.bar.search.clear()
    assert page.preview.selected() == [SMOKER]
    assert kinds(page)[SMOKER] is Kind.IGNORE
    assert page.result.text.startswith("120 rows, 4 of 9 columns")


def test_a_finding_is_undone_and_its_columns_shown_by_one_click(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_here(window, troubled(tmp_path))
    row = page.file_side.rows[-1]
    assert row.act.text() == "Undo"
    click(qtbot, row.act)
    QApplication.processEvents()
    assert kinds(page)[COUNTRY] is Kind.DISCRETE
    assert not page.result.open.isEnabled()
    click(qtbot, page.result.show_columns)
    assert page.preview.selected() == [COUNTRY]
    page.show_side("file")
    row = page.file_side.rows[-1]
    assert row.act.text() == "Leave out"
    click(qtbot, row.act)
    assert page.result.open.isEnabled()


def test_numbers_beside_levels_are_refused_with_a_button_for_each_way_out(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_here(window, troubled(tmp_path))
    click(qtbot, page.file_side.cuts.buttons[False])
    assert "no test takes both" in page.result.text
    assert not page.result.open.isEnabled()
    qtbot.keyClick(page.preview, Qt.Key.Key_Return)
    assert page.isVisible()
    click(qtbot, page.result.cut)
    assert page.result.open.isEnabled()
    click(qtbot, page.file_side.cuts.buttons[False])
    click(qtbot, page.result.drop)
    assert page.result.text.startswith("120 rows, 2 of 9 columns, all continuous")


def test_the_histogram_follows_method_and_number_of_levels(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_here(window, troubled(tmp_path))
    click_head(qtbot, page, BMI)
    shape = page.card.histogram.shape_shown
    assert shape is not None
    assert len(shape.points) == 2
    click(qtbot, page.card.cutting.method.buttons[Method.WIDTH])
    page.card.cutting.bins.setFocus()
    qtbot.keyClick(page.card.cutting.bins, Qt.Key.Key_Up)
    shape = page.card.histogram.shape_shown
    assert shape is not None
    assert len(shape.points) == 3
    widths = [high - low for low, high in zip(shape.points, shape.points[1:], strict=False)]
    assert widths[0] == pytest.approx(widths[1], rel=0.05)
    assert page.draft is not None
    assert page.draft.plan().cuttings == {"bmi": Cutting(Method.WIDTH, 4)}
    assert page.draft.plan().cutting == Cutting()
    click(qtbot, page.card.as_others)
    assert page.draft.plan().cuttings == {}


def test_another_marker_is_looked_for_in_the_whole_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_here(window, troubled(tmp_path))
    click_head(qtbot, page, AGE)
    click(qtbot, page.card.kinds.buttons[Kind.IGNORE])
    page.show_side("file")
    page.file_side.markers.setFocus()
    qtbot.keyClicks(page.file_side.markers, "Jena, ill")
    qtbot.keyClick(page.file_side.markers, Qt.Key.Key_Return)
    assert page.draft is not None
    assert page.draft.survey.plan.missing[-2:] == ("Jena", "ill")
    assert COLUMNS.index("site") in page.draft.gaps()
    assert page.draft.kind(AGE) is Kind.IGNORE


def test_another_delimiter_is_tried_and_what_comes_of_it_is_said(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_here(window, troubled(tmp_path))
    menu = page.head.chips["delimiter"].menu()
    assert menu is not None
    titles = [action.text() for action in menu.actions() if action.text()]
    assert titles == ["As found: Semicolon", "Comma", "Semicolon", "Tab", "Bar", "Blanks"]
    next(action for action in menu.actions() if action.text() == "Tab").trigger()
    assert "needs at least two columns" in page.result.text
    assert page.isVisible()
    menu = page.head.chips["header"].menu()
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "First row: data").trigger()
    assert page.draft is not None
    assert page.draft.names[:2] == ["X1", "X2"]


def test_a_menu_stays_while_what_it_offers_changes_and_comes_too_late_for_a_file_that_is_open(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = page_here(window, troubled(tmp_path))
    chip = page.head.chips["delimiter"]
    menu = chip.menu()
    assert menu is not None
    tab = next(action for action in menu.actions() if action.text() == "Tab")
    tab.trigger()
    assert chip.menu() is menu, "Qt goes on with it after a choice"
    assert isValid(menu)
    bar = next(action for action in menu.actions() if action.text() == "Bar")
    page._client.forget()  # another file has been opened while the menu was open
    bar.trigger()
    assert page._client.file is None


def test_a_reading_is_stopped_and_nothing_is_lost(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_by(window, qtbot, lambda: window.open_path(clean(tmp_path)))
    source = window.session.source
    page = page_on(window, qtbot, troubled(tmp_path))
    monkeypatch.setattr(window.session.worker, "send", lambda _: True)  # as if the worker took very long
    click(qtbot, page.result.open)
    assert page.is_reading
    assert window.session.opening
    assert not page.bar.isEnabled()
    window.session.reading.emit(0.5)
    assert page.result.bar.value() == 500
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    monkeypatch.undo()
    assert not window.session.opening
    assert window.working
    assert window.session.source is source
    # And it goes on as before.
    run_by(window, qtbot, lambda: window.set_target(2))


def test_before_anything_is_known_the_page_waits_with_cancel_at_hand(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    take_looks(window, lambda _: None)
    window.open_path(troubled(tmp_path))
    qtbot.waitUntil(lambda: isinstance(window.tools.current, ImportPage), timeout=LONG)
    page = window.tools.current
    assert isinstance(page, ImportPage)
    assert not page.result.open.isEnabled()
    assert not page.bar.isEnabled()
    assert not page.settled
    page.grab()
    click(qtbot, page.result.cancel)
    assert window.pages.currentWidget() is window.start_page


def test_every_theme_paints_and_every_control_has_a_name(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    from tests.app.shell.test_keyboard import nameless

    page = page_here(window, troubled(tmp_path))
    shown = []
    for theme in (DARK, CONTRAST, DARK.at(1.4)):
        window.apply_theme(theme)
        click_head(qtbot, page, BMI)
        shown.append(page.grab().toImage())
        assert nameless(page) == []
        page.show_side("file")
        assert nameless(page) == []
        QApplication.processEvents()
    assert all(one != other for one, other in combinations(shown, 2))
