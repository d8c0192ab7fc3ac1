"""When a run that asks numpy changes over to the compiled kernel."""

from types import SimpleNamespace

import numpy as np
import pytest

from elcs_gui.ci import compiled
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import WORTH_COMPILING, WORTH_LOADING, Evidence
from elcs_gui.data.dataset import Dataset


class Kernel:
    """Stands for the compiled kernel, and notes how it was sent for, at which second of a clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, kept: bool) -> None:
        self.now = 100.0
        self.loaded = False
        self.compiling = False
        monkeypatch.setattr("elcs_gui.ci.evidence.time", SimpleNamespace(process_time=lambda: self.now))
        monkeypatch.setattr(compiled, "allowed", lambda: True)
        monkeypatch.setattr(compiled, "kernel_if_ready", lambda: compiled if self.loaded else None)
        monkeypatch.setattr(compiled, "kept_from_before", lambda: kept)
        monkeypatch.setattr(compiled, "warm_up", lambda: setattr(self, "loaded", True))
        monkeypatch.setattr(compiled, "warm_up_in_background", lambda: setattr(self, "compiling", True))

    def patience(self, evidence: Evidence) -> float:
        """The seconds for which it asks numpy."""
        started = self.now
        while not evidence.may_speed_up() and not self.compiling:
            self.now += 0.001
        return self.now - started


@pytest.fixture
def evidence() -> Evidence:
    rows = np.arange(60) % np.array([[2], [3]])
    return Evidence(G2(Dataset.discrete("d", "ab", rows.T)))


def test_one_run_loads_a_kept_kernel_when_it_takes_long(
    evidence: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel(monkeypatch, kept=True)
    assert kernel.patience(evidence) == pytest.approx(WORTH_LOADING, abs=0.01)
    assert kernel.loaded


def test_many_runs_together_load_it_sooner(evidence: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(monkeypatch, kept=True)
    evidence.expect(runs=40)
    assert kernel.patience(evidence) == pytest.approx(WORTH_LOADING / 40, abs=0.01)
    assert kernel.loaded


def test_a_kernel_that_is_not_kept_is_compiled_beside_the_run(
    evidence: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel(monkeypatch, kept=False)
    evidence.expect(runs=40)
    assert kernel.patience(evidence) == pytest.approx(WORTH_COMPILING, abs=0.01)
    assert kernel.compiling
    assert not kernel.loaded
