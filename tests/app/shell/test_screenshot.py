"""A picture of a run that takes long comes all the same, and says what it waited for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QObject, QTimer, Signal

from elcs_gui.app.shell import screenshot
from elcs_gui.errors import ElcsError
from tests.traces import trace_of


class Running(QObject):
    """What is asked of a session that is still at work."""

    failed = Signal(str)
    run_finished = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.trace, self.running = trace_of("fig3"), True


@pytest.fixture
def window(qapp: QObject) -> Any:
    idle = SimpleNamespace(busy=False, is_asking=False)
    return SimpleNamespace(session=Running(), session_files=SimpleNamespace(restoring=idle), importing=idle)


def test_what_is_waited_for_is_told_and_the_wait_ends(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screenshot, "TOLD_AFTER", (0.02, 100.0))
    said: list[str] = []
    assert not screenshot._finished(window, 0.06, said.append)
    assert len(said) == 2
    tests = len(trace_of("fig3").test_steps)
    assert all(line.startswith(f"The run about T is not finished ({tests:,} tests so far)") for line in said)
    assert said[-1].endswith("the picture shows how far it has come.")


def test_a_run_that_fails_is_an_error(window: Any) -> None:
    QTimer.singleShot(0, window.session, lambda: window.session.failed.emit("No such file."))
    with pytest.raises(ElcsError, match="No such file"):
        screenshot._finished(window, 5.0, print)
