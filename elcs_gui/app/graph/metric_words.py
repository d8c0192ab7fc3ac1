"""The measures of a target as they are shown: their names, figures, and what each of them means."""

from __future__ import annotations

from dataclasses import dataclass

from elcs_gui.trace.metrics import Metrics


@dataclass(frozen=True)
class Measure:
    """One measure: `best` is its value where nothing is wrong; a `count` has no decimals."""

    field: str
    title: str
    sentence: str
    best: float = 1.0
    count: bool = False


MEASURES = (
    Measure("arrp", "ArrP", "Arrow precision: of the neighbours found, the share whose arrow is right."),
    Measure("arrr", "ArrR", "Arrow recall: of the true neighbours, the share whose arrow was found right."),
    Measure(
        "shd",
        "SHD",
        "Structural Hamming distance: edges at the target that are missing, extra, reversed or undirected.",
        best=0.0,
        count=True,
    ),
    Measure(
        "shd_cpdag",
        "SHD CPDAG",
        "The same against the CPDAG: an edge whose direction cannot be identified from independences is "
        "right if it is undirected.",
        best=0.0,
        count=True,
    ),
    Measure(
        "fdr",
        "FDR",
        "False discovery rate: of the neighbours found, the share that is reversed or extra.",
        best=0.0,
    ),
    Measure(
        "mb_f1",
        "MB F1",
        "How well the Markov blanket (causes, effects, spouses) was found: precision and recall in one.",
    ),
)


@dataclass(frozen=True)
class MetricShown:
    """A measure at one step; `wrong` where the run has ended and it is not the best there is.

    One `of_edges` says nothing of an algorithm that tells no edges.
    """

    title: str
    text: str
    sentence: str
    wrong: bool
    of_edges: bool = True


def metrics_shown(metrics: Metrics, *, finished: bool) -> list[MetricShown]:
    """The measures in their order. What is still being learnt is not wrong yet."""
    shown = []
    for measure in MEASURES:
        value = float(getattr(metrics, measure.field))
        text = f"{value:.0f}" if measure.count else f"{value:.2f}"
        wrong, of_edges = finished and value != measure.best, not measure.field.startswith("mb_")
        shown.append(MetricShown(measure.title, text, measure.sentence, wrong, of_edges))
    return shown
