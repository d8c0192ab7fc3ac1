"""How right an outcome is, where the true network is known (the paper's measures, for one target).

Where the network has hidden variables, what counts as true is its arrows between measured variables, and the
spouses through measured children. Two measured variables may then depend on each other given whatever is
measured although no arrow joins them, by a hidden common cause or a path through hidden variables: an edge
between them counts as extra, and `HiddenVariables` says for which of the target's edges that is so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import combinations
from statistics import fmean
from typing import Self

from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.cpdag import compelled_arrows
from elcs_gui.data.names import listed
from elcs_gui.data.network import Network, check_names, columns_first
from elcs_gui.errors import quoted
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.view import View


@dataclass(frozen=True)
class Truth:
    """What is true of one variable, as column numbers of the data.

    Attributes:
        reversible: the neighbours whose edge has no direction in the CPDAG: it cannot be identified from
            independences (and from what is known beforehand) whether they are causes or effects.
        inseparable: no neighbours, but no set of measured variables separates them from it either: hidden
            variables join them.
    """

    parents: frozenset[int]
    children: frozenset[int]
    spouses: frozenset[int]
    reversible: frozenset[int] = frozenset()
    inseparable: frozenset[int] = frozenset()


@dataclass(frozen=True)
class HiddenVariables:
    """What has to be said beside measures where the true network has hidden variables, by name.

    Attributes:
        names: the hidden variables.
        target: the variable that was measured.
        joined: those that hidden variables join to it (`Truth.inseparable`).
    """

    names: tuple[str, ...]
    target: str
    joined: tuple[str, ...]

    @classmethod
    def beside(cls, network: Network, columns: Sequence[str], target: int, truth: Truth) -> Self | None:
        """What is hidden in a network to someone who sees these columns; None if nothing is."""
        seen = set(columns)
        hidden = tuple(node for node in network.nodes if node not in seen)
        joined = tuple(columns[x] for x in sorted(truth.inseparable))
        return cls(hidden, columns[target], joined) if hidden else None

    def sentences(self) -> list[str]:
        """Who is hidden, and what that does to the measures."""
        one = len(self.names) == 1
        found = [
            f"{len(self.names):,} variable{'' if one else 's'} of the true network {'is' if one else 'are'} "
            f"hidden: {listed(self.names)}. Its arrows between measured variables count as true."
        ]
        if self.joined:
            found.append(
                f"No measured variables separate {listed(self.joined)} from {quoted(self.target)}, though no "
                "arrow joins them: hidden variables do. An edge there counts as extra."
            )
        return found


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
    """The truth about every column. Nodes that are no column are hidden variables.

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

    def spouses(node: int) -> frozenset[int]:
        children = [child for child in network.children(node) if child in column_of]
        return seen({parent for child in children for parent in network.parents[child]} - {node})

    inseparable = _inseparable(columns_first(network, columns))
    return [
        Truth(
            seen(network.parents[node]),
            seen(network.children(node)),
            spouses(node),
            seen(reversible[node]),
            frozenset(inseparable.get(column, ())),
        )
        for column, node in enumerate(nodes)
    ]


def _inseparable(network: Network) -> dict[int, set[int]]:
    """By number, which variables no measured set separates though no arrow joins them: hidden ones do."""
    hidden = range(len(network.measured), len(network.nodes))
    if not hidden:
        return {}
    # A path that no measured set blocks begins with a hidden node, or with a collider before such a node.
    ends = {x for node in hidden for x in (*network.parents[node], *network.children(node))}
    ends |= {x for node in hidden for child in network.children(node) for x in network.parents[child]}
    oracle = Oracle(network)
    found: dict[int, set[int]] = {}
    for x, y in combinations(sorted(ends - set(hidden)), 2):
        adjacent = x in network.parents[y] or y in network.parents[x]
        if not adjacent and not oracle.separable(x, y):
            found.setdefault(x, set()).add(y)
            found.setdefault(y, set()).add(x)
    return found


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
