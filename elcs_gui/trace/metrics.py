"""How right an outcome is, where the true network is known (the paper's measures, for one target)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from statistics import fmean

from elcs_gui.data.cpdag import compelled_arrows
from elcs_gui.data.network import Network, check_names
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.view import View


@dataclass(frozen=True)
class Truth:
    """What is true of one variable, as column numbers of the data.

    Attributes:
        reversible: the neighbours whose edge has no direction in the CPDAG: it cannot be identified from
            independences (and from what is known beforehand) whether they are causes or effects.
    """

    parents: frozenset[int]
    children: frozenset[int]
    spouses: frozenset[int]
    reversible: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Metrics:
    """The paper's measures.

    arrp, arrr: right arrows among the neighbours found, and among the true ones.
    shd: undirected, reversed, missing and extra edges at the target.
    shd_cpdag: the same against the CPDAG: an edge that cannot be identified from independences is right
        without a direction, and wrong with one.
    fdr: reversed and extra edges among the neighbours found.
    mb_*: how well the Markov blanket was found; mb_distance is 0 at best.
    """

    arrp: float
    arrr: float
    shd: float
    fdr: float
    mb_precision: float
    mb_recall: float
    mb_f1: float
    mb_distance: float
    shd_cpdag: float

    @classmethod
    def mean(cls, many: Iterable[Metrics]) -> Metrics:
        """The average over targets."""
        rows = [asdict(metrics) for metrics in many]
        return cls(**{field.name: fmean(row[field.name] for row in rows) for field in fields(cls)})


def truth_for(network: Network, columns: Sequence[str], knowledge: Knowledge = Knowledge.none) -> list[Truth]:
    """The truth about every column. Nodes that are no column are hidden variables, and left out.

    A column that the network does not have is an error: names are never guessed. `knowledge`, in column
    numbers, tells which edges need not be identified from independences alone.
    """
    check_names(network, columns)
    nodes = [network.index(column) for column in columns]
    column_of = {node: number for number, node in enumerate(nodes)}
    arrows = [(a, b) for a, b in network.edges if a in column_of and b in column_of]
    known = [
        (a, b)
        for a, b in arrows
        if knowledge and knowledge.direction(column_of[a], column_of[b]) == (column_of[a], column_of[b])
    ]
    reversible: dict[int, list[int]] = {node: [] for node in nodes}
    for a, b in set(arrows) - compelled_arrows(network, known):
        reversible[a].append(b)
        reversible[b].append(a)

    def seen(nodes: Iterable[int]) -> frozenset[int]:
        return frozenset(column_of[node] for node in nodes if node in column_of)

    return [
        Truth(
            seen(network.parents[node]),
            seen(network.children(node)),
            seen(network.spouses(node)),
            seen(reversible[node]),
        )
        for node in nodes
    ]


def measure(outcome: Outcome, truth: Truth) -> Metrics:
    """Compare the answer for a target with the truth about it."""
    parents, children = set(outcome.parents), set(outcome.children)
    found = parents | children | set(outcome.undetermined)
    true = truth.parents | truth.children
    right = len(parents & truth.parents) + len(children & truth.children)
    reversed_ = len(parents & truth.children) + len(children & truth.parents)
    undirected = len(set(outcome.undetermined) & true)
    extra, missing = len(found - true), len(true - found)
    members, true_members = set(outcome.blanket.members), true | truth.spouses
    precision = _share(len(members & true_members), members, true_members)
    recall = _share(len(members & true_members), true_members, members)
    return Metrics(
        arrp=_share(right, found, true),
        arrr=_share(right, true, found),
        shd=undirected + reversed_ + missing + extra,
        fdr=(reversed_ + extra) / len(found) if found else 0.0,
        mb_precision=precision,
        mb_recall=recall,
        mb_f1=2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        mb_distance=math.hypot(1 - precision, 1 - recall),
        shd_cpdag=_cpdag_distance(outcome, truth),
    )


def _cpdag_distance(outcome: Outcome, truth: Truth) -> int:
    """At how many variables the target's edge is not what it is in the CPDAG."""
    sides = (
        (set(outcome.parents), truth.parents - truth.reversible),
        (set(outcome.children), truth.children - truth.reversible),
        (set(outcome.undetermined), truth.reversible),
    )
    return len({x for found, true in sides for x in found ^ true})


def measure_at(view: View, target: int, truth: Truth) -> Metrics:
    """The same for a run that is still under way: what it would be worth if it stopped at this step."""
    return measure(outcome_so_far(view, target), truth)


def outcome_so_far(view: View, target: int) -> Outcome:
    """What is known of the target at one step; at the end, the run's answer.

    Directions come from the local graph where it has one (Meek rules, other blankets), else from the blanket.
    """
    if view.finished is not None and view.finished.target == target:
        return view.outcome()
    blanket = view.blankets.get(target, Blanket(target))
    parents, children, undetermined = [], [], []
    for x in sorted(blanket.pc):
        edge = view.edges.get((min(x, target), max(x, target)))
        directed = edge is not None and bool(edge.rule)
        if (directed and edge is not None and edge.tail == x) or (not directed and x in blanket.parents):
            parents.append(x)
        elif directed or x in blanket.children:
            children.append(x)
        else:
            undetermined.append(x)
    others = (other for other in view.blankets.values() if other.target != target)
    return Outcome(
        target, tuple(parents), tuple(children), tuple(undetermined), (blanket, *others),
        view.orientations, view.conflicts, edges=view.edges, whole=view.whole,
    )  # fmt: skip


def _share(right: int, of: set[int] | frozenset[int], other: set[int] | frozenset[int]) -> float:
    """right / |of|; 1 if both sets are empty, 0 if only one is."""
    if not of or not other:
        return float(not of and not other)
    return right / len(of)
