"""Inter-IAMB: IAMB that shrinks its blanket after every addition, so that questions stay small.

Tsamardinos, Aliferis and Statnikov (2003). What has left may come back: a spouse that is explained by others
at first is needed once the common child is there. With wrong verdicts that could go on for ever; so it ends
where the blanket is one that it was before.
"""

from __future__ import annotations

from elcs_gui.algorithms.blankets.iamb import Rounds, shrink, whole_blanket
from elcs_gui.trace.events import Entered, Members
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import MB


def inter_iamb(run: Run, target: int, k: int | None) -> Outcome:  # noqa: ARG001  it knows no limit to its sets
    """The blanket of `target`."""
    run.start("Inter-IAMB", target)
    mb: list[int] = []
    sep: dict[int, Members] = {}
    rounds = Rounds(run, target, asked="Inter-IAMB:3", given_up="Inter-IAMB:4", ranked="Inter-IAMB:5")
    seen: set[frozenset[int]] = set()
    while (newest := rounds.strongest(mb)) is not None and frozenset(mb) not in seen:
        seen.add(frozenset(mb))
        older = tuple(mb)
        mb.append(newest)
        run.tell(Entered("Inter-IAMB:6", target, MB, newest))
        gone = shrink(run, target, mb, older, asked="Inter-IAMB:8", left="Inter-IAMB:9")
        rounds.candidates = sorted({*rounds.candidates, *gone})
    sep |= rounds.separated(mb, "Inter-IAMB:10")
    return whole_blanket(run, target, mb, sep, tuple(rounds.undecidable), "Inter-IAMB:11")
