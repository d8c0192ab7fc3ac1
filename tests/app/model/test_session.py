"""The session opens, runs, cancels and retargets through its worker, and leaves nothing behind."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.model.requests import RequestState
from elcs_gui.app.model.session import Session
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.sessions.restoring import Restoring
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import find_example
from elcs_gui.storage.trace_file import write_trace
from elcs_gui.trace.trace import Trace
from elcs_gui.worker.associations import strongest_links
from elcs_gui.worker.messages import Associated, Message, Opened
from tests.app.held import endless
from tests.patience import LONG


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session()
    yield made
    made.close()
    qtbot.waitUntil(lambda: not any(t.name == "worker messages" for t in threading.enumerate()))


def test_an_example_is_opened_and_run_as_it_would_be_here(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("child")
    assert session.header is not None
    data = find_example("child").load_data()
    assert data is not None
    assert session.trace == learn(Evidence(G2(data)), session.header).trace
    for target in (0, 5, 0):
        with qtbot.waitSignal(session.run_finished, timeout=LONG):
            session.set_target(target)
        assert session.trace == learn(Evidence(G2(data)), session.header).trace


def test_another_alpha_reuses_the_answers(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("asia", target="lung")
    assert session.header is not None
    assert session.header.names[session.header.target] == "lung"
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.run(replace(session.header, alpha=0.2))
    assert session.trace is not None
    assert session.trace.header.alpha == 0.2


def test_a_run_that_would_take_for_ever_is_cancelled_and_keeps_its_trace(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_files(None, endless(tmp_path))
    assert session.header is not None
    with qtbot.waitSignal(session.run_grew, timeout=LONG):
        session.run(replace(session.header, target=0, k=None))
    with qtbot.waitSignal(session.run_finished, timeout=LONG) as ended:
        session.cancel()
    assert ended.args == [True]
    assert session.trace is not None
    assert len(session.trace) > 10
    # A run given up for another one is no obstacle.
    session.run(replace(session.header, target=0, k=None))
    with qtbot.waitSignal(session.run_finished, timeout=LONG) as ended:
        session.run(replace(session.header, target=3, k=1))
    assert ended.args == [False]
    assert session.trace.header.target == 3


def test_bad_files_are_one_sentence(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("a,b\n1\n", encoding="utf-8")
    for path, network in ((bad, None), (tmp_path / "none.csv", None), (None, tmp_path / "none.bif")):
        with qtbot.waitSignal(session.failed, timeout=LONG) as said:
            session.open_files(path, network)
        assert said.args is not None
        assert said.args[0].endswith(".")


def test_a_trace_file_is_shown_without_data(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("fig3")
    assert session.trace is not None
    write_trace(session.trace, tmp_path / "t.jsonl")
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        restoring = Restoring(session, session)
        restoring.open(tmp_path / "t.jsonl")
    qtbot.waitUntil(lambda: not restoring.busy, timeout=LONG)
    assert session.source is None
    assert session.ci_test is None


def test_links_join_what_depends_on_each_other() -> None:
    example = find_example("asia")
    data = example.load_data()
    links = {(x, y) for x, y, _ in strongest_links(data, None)}
    network = example.load_network()
    either, xray = network.index("either"), network.index("xray")
    assert (min(either, xray), max(either, xray)) in links
    assert {(min(e), max(e)) for e in network.edges} == {(x, y) for x, y, _ in strongest_links(None, network)}


def test_settings_are_remembered_and_survive_nonsense(tmp_path: Path, qtbot: QtBot) -> None:
    settings = Settings(tmp_path / "s.ini")
    assert settings.theme == "system"
    settings.theme = "dark"
    settings.reduced_motion = True
    known = tmp_path / "known.csv"
    known.write_text("x", encoding="utf-8")
    settings.add_recent(known, "4 variables")
    settings.add_recent(known, "5 variables")
    again = Settings(tmp_path / "s.ini")
    assert (again.theme, again.reduced_motion) == ("dark", True)
    assert [(Path(path), line) for path, line, _ in again.recent()] == [(known.resolve(), "5 variables")]
    again._store.setValue("recent", "{broken")
    assert again.recent() == []


def test_what_is_open_is_told_before_its_run(session: Session, qtbot: QtBot) -> None:
    heard: list[str] = []
    session.opened.connect(lambda: heard.append("opened"))
    session.run_started.connect(lambda: heard.append("started"))
    session.run_grew.connect(lambda: heard.append("grew"))
    session.run_finished.connect(lambda _: heard.append("finished"))
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("fig3")
    assert heard[:2] == ["opened", "started"]
    assert heard[-1] == "finished"
    assert heard.count("finished") == heard.count("started") == 1


def test_links_of_data_that_are_not_open_any_more_are_left_alone(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.associated, timeout=LONG):
        session.open_example("asia")
    links, asked = session.links, session._links
    assert asked is not None
    with qtbot.waitSignal(session.associated, timeout=LONG):
        session.open_example("cancer")
    now = session.links
    assert now != links
    session.worker.arrived.emit(Associated(asked.number, list(links)))
    assert session.links == now


class Mail:
    """Messages of the worker that are kept back until they are delivered."""

    def __init__(self, session: Session) -> None:
        self._receive, self._holds, self.held = session.requests.receive, True, list[Message]()
        session.requests.receive = self._take  # type: ignore[method-assign]

    def _take(self, message: Message) -> None:
        (self.held.append if self._holds else self._receive)(message)

    def has(self, kind: type) -> bool:
        return any(isinstance(message, kind) for message in self.held)

    def deliver(self) -> None:
        """All of them, and those to come."""
        self._holds = False
        for message in self.held:
            self._receive(message)


def run_is_right(session: Session, example: str) -> bool:
    data = find_example(example).load_data()
    assert data is not None and session.header is not None
    return session.trace == learn(Evidence(G2(data)), session.header).trace


@pytest.mark.parametrize("how", ["given up", "run", "another"])
def test_an_opening_that_is_cancelled_before_its_answer_was_never_open(
    session: Session, qtbot: QtBot, how: str
) -> None:
    """Nor in the worker: the next run is on what is open."""
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("asia", test="g2")
    source, header = session.source, session.header
    assert header is not None
    mail = Mail(session)
    request = session.open_example("child", test="g2")
    qtbot.waitUntil(lambda: mail.has(Opened), timeout=LONG)
    if how == "given up":
        session.stop_opening()
    elif how == "run":
        session.run(replace(header, alpha=0.3))
    else:
        session.open_files(None, Path("none.bif"), on_failed=lambda _: None)
    assert request.state is RequestState.CANCELLED
    mail.deliver()
    qtbot.waitUntil(lambda: session.opening is None and not session.running, timeout=LONG)
    assert session.source is source
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.run(replace(header, alpha=0.2))
    assert run_is_right(session, "asia")


def test_the_latest_of_two_openings_wins(session: Session, qtbot: QtBot) -> None:
    heard: list[str] = []
    session.opened.connect(lambda: heard.append(session.source.title if session.source else ""))
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        first = session.open_example("child", test="g2")
        second = session.open_example("asia", test="g2")
    assert (first.state, second.state) == (RequestState.CANCELLED, RequestState.DONE)
    assert len(heard) == 1
    assert run_is_right(session, "asia")


def test_the_run_of_what_is_open_is_told_although_something_else_could_not_be_opened(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    """Another file is asked for between telling what is open and telling of its run."""
    heard: list[str] = []
    session.run_started.connect(lambda: heard.append("started"))
    session.run_finished.connect(lambda cut_short: heard.append(f"finished {cut_short}"))
    session.failed.connect(lambda _: heard.append("failed"))
    session.opened.connect(lambda: session.open_files(tmp_path / "none.csv", None))
    session.open_example("asia", test="g2")
    qtbot.waitUntil(lambda: len(heard) == 3, timeout=LONG)
    assert sorted(heard) == ["failed", "finished False", "started"]
    assert heard.index("started") < heard.index("finished False")
    assert run_is_right(session, "asia")


def test_runs_aside_and_links_are_given_up_with_what_they_are_about(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_files(None, endless(tmp_path))
    assert session.header is not None
    traces: list[Trace] = []
    aside = session.run_aside(replace(session.header, target=0, k=None), traces.append)
    session.ask_associations()
    links = session._links
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("asia", test="g2")
    assert links is not None
    assert {aside.state, links.state} == {RequestState.CANCELLED}
    assert traces == []
    assert run_is_right(session, "asia")
