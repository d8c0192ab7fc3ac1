"""What is measured of every run, declared once: columns of the results, of the tables and of the plots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from elcs_gui.trace.metrics import Metrics


@dataclass(frozen=True)
class Measure:
    """One column.

    Attributes:
        about: arrows (of those who find any), the blanket, or what the run cost.
        better: 1 where more is better, -1 where less is.
        metric: its name among `Metrics`; empty for costs.
        whole: shown without decimals.
        compared: marked as better or worse than the paper's. Time and memory are those of a computer, and the
            paper's ArrP does not follow from its definition.
        sentence: what it says, for who has not read the paper.
    """

    id: str
    title: str
    about: Literal["arrows", "blanket", "cost"]
    better: int
    sentence: str
    metric: str = ""
    whole: bool = False
    compared: bool = True

    @property
    def heading(self) -> str:
        """Its title, and which way is better."""
        return f"{self.title} {'↑' if self.better > 0 else '↓'}"

    def of(self, metrics: Metrics) -> float:
        """Its value, where it is one of how right an answer is."""
        value: float = getattr(metrics, self.metric)
        return float(value)


MEASURES: dict[str, Measure] = {
    measure.id: measure
    for measure in (
        Measure(
            "arrp", "ArrP", "arrows", 1, "Right arrows among the neighbours found.", "arrp", compared=False
        ),
        Measure("arrr", "ArrR", "arrows", 1, "Right arrows among the true neighbours.", "arrr"),
        Measure(
            "shd", "SHD", "arrows", -1, "Undirected, reversed, missing and extra edges at the target.", "shd"
        ),
        Measure("fdr", "FDR", "arrows", -1, "Reversed and extra edges among the neighbours found.", "fdr"),
        Measure(
            "distance", "Distance", "blanket", -1, "From precision and recall of 1; at best 0.", "mb_distance"
        ),
        Measure("f1", "F1", "blanket", 1, "The harmonic mean of precision and recall.", "mb_f1"),
        Measure(
            "precision", "Precision", "blanket", 1, "True members among the blanket found.", "mb_precision"
        ),
        Measure("recall", "Recall", "blanket", 1, "Members found among the true blanket.", "mb_recall"),
        Measure("requested", "Tests", "cost", -1, "Tests that the algorithm requested.", whole=True),
        Measure(
            "computed",
            "Performed",
            "cost",
            -1,
            "Different ones among them: each is performed once.",
            whole=True,
        ),
        Measure(
            "seconds",
            "Seconds",
            "cost",
            -1,
            "One target by itself, with nothing computed before.",
            compared=False,
        ),
        Measure(
            "memory",
            "MB",
            "cost",
            -1,
            "The most memory of the process, in megabytes.",
            whole=True,
            compared=False,
        ),
    )
}

RIGHTNESS = tuple(measure for measure in MEASURES.values() if measure.metric)
"""Those that compare an answer with the truth."""
