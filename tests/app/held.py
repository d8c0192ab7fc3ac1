"""Work that does not end before it is cancelled, however quick the machine is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from elcs_gui.ci.evidence import Evidence
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.storage.study import Study
from elcs_gui.worker.inquiry_process import ExploreAlpha, MeasureFirmness, Report


@dataclass(frozen=True)
class HeldExploration(ExploreAlpha):
    """Goes no further than two intervals."""

    def answer(self, study: Study, evidence: Evidence, report: Report) -> object:
        def report_and_wait(done: int, of: int | None, so_far: Callable[[], object]) -> None:
            report(done, of, so_far)
            found = so_far()
            assert isinstance(found, AlphaMap)
            while len(found.steps) >= 2:
                report(done, of, so_far)  # which ends it when it is cancelled

        return super().answer(study, evidence, report_and_wait)


@dataclass(frozen=True)
class HeldFirmness(MeasureFirmness):
    """Halfway for ever."""

    def answer(self, study: Study, evidence: Evidence, report: Report) -> object:
        while True:
            report(50, 100, lambda: None)  # which ends it when it is cancelled


def endless(folder: Path) -> Path:
    """A network on which the run for the first node tests all subsets of 26 others, if k allows it."""
    effects = [f"E{i}" for i in range(26)]
    star = {"nodes": ["T", *effects], "edges": [["T", effect] for effect in effects]}
    path = folder / "star.json"
    path.write_text(json.dumps(star), encoding="utf-8")
    return path
