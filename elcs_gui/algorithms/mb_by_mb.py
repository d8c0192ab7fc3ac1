"""MB-by-MB: PCD-by-PCD with neighbours found within blankets, and without those whom arrows cut off.

Wang, Zhou, Zhao and Geng (2014). The lines cited here stand in `resources/pseudocode/mb-by-mb.txt`.
"""

from __future__ import annotations

from elcs_gui.algorithms.blankets.mb_to_pc import mb_to_pc
from elcs_gui.algorithms.pcd_by_pcd import learn_outwards
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.run import Run


def mb_by_mb(run: Run, target: int, k: int | None) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""
    return learn_outwards(run, target, k, mb_to_pc, "MB-by-MB", only_linked=True)
