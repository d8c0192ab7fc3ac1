"""The states between asking for a table and having it open, without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from elcs_gui.app.importing.controller import (
    BeingRead,
    Deciding,
    Idle,
    ImportController,
    Looking,
    State,
)
from elcs_gui.app.importing.survey_client import FileToImport
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.inquiry_client import InquiryClient
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.requests import OnFailed
from elcs_gui.app.model.session import Session
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.storage.study import Study
from elcs_gui.worker.messages import Failed, Open, Opened
from elcs_gui.worker.survey_file import GiveUp, Look, look
from tests.imported import clean, troubled


@dataclass
class Window:
    """Shows the import page or something else."""

    make: Callable[[], ToolPage]
    page: ToolPage | None = None
    working: bool = True
    shown: list[str] = field(default_factory=list)
    made: ToolPage | None = None

    def make_page(self, id: str) -> ToolPage:
        self.made = self.made or self.make()
        return self.made

    def show_page(self, id: str) -> ToolPage:
        self.page = self.make_page(id)
        self.shown.append(id)
        self.page.enter()
        return self.page

    def _show(self, what: str) -> None:
        if self.page is not None:
            self.page.leave()
        self.page = None
        self.shown.append(what)

    def show_start_page(self) -> None:
        self._show("start page")

    def show_workspace(self) -> None:
        self._show("workspace")


class Desk(QObject):
    """A context in which nobody but the test acts on what is opened."""

    def __init__(self, flow: Flow, settings: Path) -> None:
        super().__init__(flow)
        self.session, self.player, self.settings = Session(self), Player(self), Settings(settings)
        self.status, self.controller, self.theme = flow, flow, LIGHT
        self.window, self.leave = flow.window, flow.leave
        self.inquiry_client = InquiryClient(self)


class Flow(QObject):
    """A controller with all that it needs, and a worker that does what it is told to."""

    def __init__(self, settings: Path, qtbot: QtBot) -> None:
        super().__init__()
        self.sent: list[Any] = []
        self.said: list[str] = []
        self.refused: list[tuple[str, Path | None]] = []
        self.asked_to_leave: list[Callable[[], object]] = []
        self.asks = False
        self._qtbot = qtbot
        self.window = Window(self._made)
        self.context = Desk(self, settings)
        self.session, self.player = self.context.session, self.context.player
        self.settings = self.context.settings
        self.session.worker.send = self._send  # type: ignore[method-assign]
        self.controller = ImportController(cast(Context, self.context))

    def _send(self, command: object) -> bool:
        self.sent.append(command)
        return True

    def _made(self) -> ToolPage:
        from elcs_gui.app.importing.page import ImportPage

        page = ImportPage(cast(Context, self.context), LIGHT)
        self._qtbot.addWidget(page)
        self.controller.adopt(page)
        return page

    def state(self) -> State:
        return self.controller.state

    # What the controller needs

    def say(self, status: str) -> None:
        self.said.append(status)

    def refresh(self) -> None:
        self.said.append("")

    def open_data(self, file: FileToImport, plan: ImportPlan, test: str, on_failed: OnFailed) -> None:
        self.session.open_files(file.path, None, test=test, plan=plan, on_failed=on_failed)

    def refuse(self, reason: str, path: Path | None) -> None:
        self.refused.append((reason, path))

    def leave(self, then: Callable[[], object]) -> None:
        self.asked_to_leave.append(then)
        if not self.asks:
            then()

    # What the worker does

    def commands(self, kind: type) -> list[Any]:
        return [command for command in self.sent if isinstance(command, kind)]

    def open(self, path: Path) -> None:
        self.controller.open(path, None, None, None)

    def answer_look(self, which: int = -1) -> None:
        look(self.commands(Look)[which], self.session.worker.arrived.emit, nobody)

    def answer_open(self, which: int = -1) -> None:
        command = self.commands(Open)[which]
        from elcs_gui.data.readers import read_table
        from elcs_gui.storage.file_reference import FileReference

        study = Study(
            command.data.name,
            read_table(command.data, command.plan),
            None,
            command.test,
            plan=command.plan,
            data_file=FileReference.of(command.data),
        )
        self.session.worker.arrived.emit(Opened(command.number, study))


@pytest.fixture
def flow(qtbot: QtBot, tmp_path: Path) -> Iterator[Flow]:
    made = Flow(tmp_path / "settings.ini", qtbot)
    yield made
    made.controller.give_up()
    made.session.close()
    made.settings._writing.stop()


def test_a_table_with_nothing_to_decide_is_looked_at_and_read(flow: Flow, tmp_path: Path) -> None:
    path = clean(tmp_path)
    flow.open(path)
    assert flow.state() == Looking()
    flow.answer_look()
    state = flow.state()
    assert isinstance(state, BeingRead)
    assert state.path == path
    flow.answer_open()
    assert flow.state() == Idle()
    assert flow.session.source is not None
    assert flow.settings.import_of(path) is not None
    assert flow.window.shown == []


def test_what_needs_a_decision_waits_for_it_on_the_page(flow: Flow, tmp_path: Path) -> None:
    flow.open(troubled(tmp_path))
    flow.answer_look()
    assert flow.state() == Deciding()
    assert flow.window.shown == ["import-options"]
    assert flow.controller.is_asking
    assert not flow.commands(Open)
    flow.controller.take()
    assert isinstance(flow.state(), BeingRead)
    assert not flow.controller.is_asking


def test_the_latest_of_two_tables_wins_while_they_are_looked_at(flow: Flow, tmp_path: Path) -> None:
    first, second = troubled(tmp_path), clean(tmp_path)
    flow.open(first)
    flow.open(second)
    [old, new] = flow.commands(Look)
    assert GiveUp(old.number) in flow.sent
    flow.answer_look(0)  # too late
    assert flow.state() == Looking()
    assert flow.window.shown == []
    flow.answer_look(1)
    flow.answer_open()
    assert flow.session.source is not None
    assert flow.session.source.path == new.path == second


def test_the_latest_of_two_tables_wins_while_the_first_is_read(flow: Flow, tmp_path: Path) -> None:
    first, second = clean(tmp_path), tmp_path / "second.csv"
    second.write_bytes(first.read_bytes())
    flow.open(first)
    flow.answer_look()
    flow.open(second)
    assert flow.state() == Looking()
    assert GiveUp(flow.commands(Open)[0].number) in flow.sent
    flow.answer_open(0)  # too late
    assert flow.session.source is None
    assert flow.state() == Looking()
    flow.answer_look()
    flow.answer_open()
    assert flow.session.source is not None
    assert flow.session.source.path == second
    assert flow.settings.import_of(first) is None
    assert flow.settings.import_of(second) is not None


def test_a_table_that_cannot_be_read_as_planned_is_decided_on(flow: Flow, tmp_path: Path) -> None:
    flow.open(clean(tmp_path))
    flow.answer_look()
    number = flow.commands(Open)[0].number
    flow.session.worker.arrived.emit(Failed(number, "It has changed."))
    assert flow.state() == Deciding()
    assert flow.window.shown == ["import-options"]
    assert not flow.refused


def test_what_cannot_be_looked_at_is_refused(flow: Flow, tmp_path: Path) -> None:
    path = clean(tmp_path)
    flow.open(path)
    flow.session.worker.arrived.emit(Failed(flow.commands(Look)[0].number, "No table."))
    assert flow.state() == Idle()
    assert flow.refused == [("No table.", path)]


def test_nothing_is_read_before_it_is_settled_what_becomes_of_unsaved_work(
    flow: Flow, tmp_path: Path
) -> None:
    flow.asks = True
    flow.open(clean(tmp_path))
    flow.answer_look()
    assert flow.state() == Deciding()
    assert not flow.commands(Open)
    assert flow.said[-1] == ""
    [go_on] = flow.asked_to_leave
    go_on()
    assert isinstance(flow.state(), BeingRead)


def test_a_table_that_is_given_up_is_not_opened_when_it_has_been_looked_at(
    flow: Flow, tmp_path: Path
) -> None:
    flow.open(clean(tmp_path))
    flow.controller.give_up()
    assert flow.state() == Idle()
    flow.answer_look()
    assert flow.state() == Idle()
    assert not flow.commands(Open)
