"""What the runs of all variables found, in words and rows. Without Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.kit.time_words import duration, time_left
from elcs_gui.ci.asking import TOO_FEW_ROWS
from elcs_gui.inquiry.all_targets import Accord, AllTargets, JointEdge
from elcs_gui.trace.explain import Names
from elcs_gui.trace.rules import RULES, badge

LEGEND = {
    Accord.AGREED: "Undisputed",
    Accord.ONE_END: "Found from one end only",
    Accord.UNDIRECTED: "no direction",
    Accord.OPPOSED: "blankets disagree",
}
HEADINGS = {
    Accord.OPPOSED: "Blankets disagree",
    Accord.ONE_END: "Found from one end only",
    Accord.UNDIRECTED: "No direction",
}
"""Of what is worth a look, the most pressing first."""
_MOST_NAMED = 2


@dataclass(frozen=True)
class Group:
    """Edges that are worth a look for the same reason."""

    accord: Accord
    title: str
    edges: tuple[JointEdge, ...]


def groups(edges: Sequence[JointEdge]) -> list[Group]:
    """What is worth a look; no empty groups."""
    found = [
        Group(accord, title, tuple(edge for edge in edges if edge.accord is accord))
        for accord, title in HEADINGS.items()
    ]
    return [group for group in found if group.edges]


IN_DOUBT = "Runs in doubt"


def doubtful(found: AllTargets) -> list[int]:
    """The targets whose runs are in doubt, in column order."""
    return [x for x, finding in sorted(found.findings.items()) if finding.doubts]


def edge_in_words(edge: JointEdge, names: Names) -> str:
    """HR → CO where there is one direction, else HR, CO."""
    one_way = edge.directed and edge.accord is not Accord.OPPOSED
    return f"{names[edge.tail]}{' → ' if one_way else ', '}{names[edge.head]}"


def by_which_rules(edge: JointEdge, found: AllTargets) -> str:
    """V against N: the rules by which its ends orient an edge oppositely."""
    if edge.accord is not Accord.OPPOSED:
        return ""
    signs = [badge(found.findings[x].rules.get(y, "")) for x, y in (edge.ends, edge.ends[::-1])]
    return " against ".join(sign or "–" for sign in signs)


@dataclass(frozen=True)
class Claim:
    """What one end says of an edge; `rule` by which, or empty."""

    target: int
    claim: str
    rule: str = ""
    sees_it: bool = False

    @property
    def by(self) -> str:
        return RULES[self.rule].title if self.rule else ""


def claims(edge: JointEdge, found: AllTargets) -> list[Claim]:
    """Of both ends; the tail's first."""
    names, made, whole = found.header.names, [], _whole(found)
    for x, y in ((edge.tail, edge.head), (edge.head, edge.tail)):
        finding = found.findings.get(x)
        if finding is None:
            made.append(Claim(x, "not learnt yet"))
        elif y not in finding.neighbours:
            # Nothing found is not nothing there, where the rows could not tell.
            outside = f"{names[y]} is {'not in its blanket' if whole else 'no neighbour'}"
            made.append(Claim(x, TOO_FEW_ROWS if finding.too_few_rows else outside))
        elif (arrow := finding.arrow(y)) is not None:
            tail, head = arrow
            made.append(Claim(x, f"{names[tail]} → {names[head]}", finding.rules.get(y, ""), sees_it=True))
        else:
            said = f"{names[y]} is in its blanket" if whole else f"{names[x]} — {names[y]}"
            made.append(Claim(x, said, sees_it=True))
    return made


def _whole(found: AllTargets) -> bool:
    """Are they blankets in which neighbours and spouses are not told apart?"""
    return not find_algorithm(found.header.algorithm).tells_neighbours


def verdict(edge: JointEdge, found: AllTargets) -> str:
    """What to make of it, in a sentence."""
    names, whole = found.header.names, _whole(found)
    tail, head = names[edge.tail], names[edge.head]
    match edge.accord:
        case Accord.OPPOSED:
            return "They orient it oppositely: a hidden common cause is possible, or a wrong test."
        case Accord.ONE_END:
            missed = tail if edge.missed_by == edge.tail else head
            return f"{missed} does not have it {'in its blanket' if whole else 'among its neighbours'}."
        case Accord.UNDIRECTED:
            return "Whether they are adjacent is not told." if whole else "Neither gives it a direction."
    return f"Nobody contradicts {tail} → {head}."


def counts(edges: Sequence[JointEdge]) -> dict[Accord, int]:
    """How many edges of each kind, in the order of the legend."""
    counted = Counter(edge.accord for edge in edges)
    return {accord: counted[accord] for accord in LEGEND}


def cost(targets: int, name: str = "", blankets: int = 0, seconds: float = 0.0) -> str:
    """How long so many targets take, by the blankets that a run for a variable of that name learnt."""
    if not blankets:
        return (
            f"Learning all takes {targets:,} runs: no run was timed, so how long is told once it has begun."
        )
    whole = duration(seconds / blankets * targets)
    learnt = "blanket" if blankets == 1 else "blankets"
    return (
        f"Learning all takes about {whole}: {targets:,} targets, measured on the {blankets:,} {learnt} "
        f"that the run for {name} learnt in {seconds:.1f} s."
    )


def on_the_map(shown: int, count: int) -> str:
    """Below the search, where not all are shown."""
    few = f"{shown:,} of {count:,} variables"
    return f"{few}: what is worth a look, and near the target. The search shows others."


def progress(done: int, of: int, seconds: float, begun: int = 0, blankets: int = 0) -> str:
    """12 of 37 targets, about 3 s left; `begun` were done before these seconds.

    One target may need the blankets of hundreds, which are there for the others then: they tell more.
    """
    ahead = seconds and blankets > done
    left = time_left(blankets, of, seconds) if ahead else time_left(done - begun, of - begun, seconds)
    said = [f"{done:,} of {of:,} targets", f"{blankets:,} blankets" if ahead else "", left]
    return ", ".join(filter(None, said))


def summary(found: AllTargets, edges: Sequence[JointEdge]) -> str:
    """All of it in one sentence."""
    names = found.header.names
    arrows = sum(edge.directed for edge in edges)
    opposed = [edge for edge in edges if edge.accord is Accord.OPPOSED]
    start = (
        "Every variable has been a target"
        if found.complete
        else f"{found.done:,} of {len(names):,} variables have been targets"
    )
    links = f"{len(edges):,} {'link' if len(edges) == 1 else 'links'}, {arrows:,} of them with a direction"
    doubts = len(doubtful(found))
    in_doubt = f" {doubts:,} {'run is' if doubts == 1 else 'runs are'} in doubt." if doubts else ""
    if not opposed:
        return f"{start}: {links}; no two blankets disagree.{in_doubt}"
    pairs = [f"{names[edge.tail]} and {names[edge.head]}" for edge in opposed]
    if len(pairs) > _MOST_NAMED + 1:
        pairs = [*pairs[:_MOST_NAMED], f"{len(pairs) - _MOST_NAMED:,} more"]
    about = pairs[0] if len(pairs) == 1 else f"{', '.join(pairs[:-1])}, and about {pairs[-1]}"
    return f"{start}: {links}; blankets disagree about {about}.{in_doubt}"
