"""What the alpha explorer draws and lists: a row for every variable, a line for every result."""

from __future__ import annotations

from dataclasses import dataclass, replace

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.inquiry.alpha_figures import Figures
from elcs_gui.inquiry.alpha_map import AlphaMap, Band, Interval
from elcs_gui.trace.events import Members
from elcs_gui.trace.explain import Names
from elcs_gui.trace.roles import ANSWER_SETS, FinalRole, Role, role_word
from elcs_gui.trace.rules import badge
from elcs_gui.trace.trace import Header

_SHORT = {
    FinalRole.UNDECIDED: "?",
    FinalRole.SPOUSE: "S",
    FinalRole.PARENT: "C",
    FinalRole.CHILD: "E",
    FinalRole.MEMBER: "M",
}


@dataclass(frozen=True)
class BandLabel:
    """A stretch of a row: how the variable stands there, in words, and in a letter where room is short."""

    band: Band
    words: str
    short: str


@dataclass(frozen=True)
class Row:
    """One variable along alpha; `bands` leaves out where it is absent.

    Attributes:
        title: the edge with the target, or for a spouse or a mere member of the blanket its name; `name` is
            shorter, for long names.
    """

    variable: int
    title: str
    name: str
    bands: tuple[BandLabel, ...]


def rows(found: AlphaMap, names: Names, target: int) -> list[Row]:
    """Neighbours as edges of the target, then those who are never more than spouses."""
    made = []
    for x in found.members:
        bands = tuple(_labelled(band) for band in found.bands(x) if band.status is not FinalRole.ABSENT)
        adjacent = any(label.band.status not in (FinalRole.SPOUSE, FinalRole.MEMBER) for label in bands)
        made.append(Row(x, f"{names[target]} – {names[x]}" if adjacent else names[x], names[x], bands))
    return made


def _labelled(band: Band) -> BandLabel:
    sign = badge(band.rule or "")
    status = role_word(band.status.word)
    words = f"{status} · {sign}" if sign else status
    return BandLabel(band, words, sign or _SHORT[band.status])


Line = tuple[str, ...]
"""One result as the table has it, cell by cell."""


def heads(header: Header) -> Line:
    """What stands above the lines."""
    return ("Alpha from – to", "Tests", *(title.capitalize() for title, _ in _sets(header)))


def _sets(header: Header) -> list[tuple[str, str]]:
    """The sets that results differ in, as far as the algorithm tells them: title and key of each."""
    roles = find_algorithm(header.algorithm).roles
    return [ANSWER_SETS[role] for role in roles if role is not Role.SPOUSE]


def lines(found: AlphaMap, header: Header, figures: Figures) -> list[Line]:
    """The different results, in the order of alpha."""
    made = []
    for one in found.intervals:
        fewest, most = one.requested
        tests = f"{fewest:,}" if fewest == most else f"{fewest:,}–{most:,}"
        sets = (_members(header.names, getattr(one, key)) for _, key in _sets(header))
        made.append((f"{figures.text(one.low)} – {figures.text(one.high)}", tests, *sets))
    return made


def _members(names: Names, xs: Members) -> str:
    return ", ".join(names[x] for x in xs) or "–"


def figures(found: AlphaMap, *more: float) -> Figures:
    """Digits for every boundary of a map, and for what is shown beside them."""
    bounds = {found.low, found.reached, *more}
    bounds.update(one.low for one in found.intervals)
    bounds.update(band.low for x in found.members for band in found.bands(x))
    return Figures.of(bounds)


def covers(found: AlphaMap, alpha: float) -> bool:
    """Does the map, as far as it has come, say what is found at this alpha?"""
    return found.low <= alpha < found.reached or (alpha == found.reached and found.complete)


def interval_at(found: AlphaMap, alpha: float) -> int | None:
    """The place of the result at this alpha; None where the map has not come to."""
    if not covers(found, alpha):
        return None
    return max(place for place, one in enumerate(found.intervals) if one.low <= alpha)


def next_interval(found: AlphaMap, alpha: float, direction: int) -> Interval | None:
    """The result after this alpha's (or before it, with -1); beyond the map's end, the last one."""
    here = interval_at(found, alpha)
    if here is None:
        outside = found.intervals[-1:] if direction < 0 and alpha >= found.reached else ()
        return outside[0] if outside else None
    place = here + direction
    return found.intervals[place] if 0 <= place < len(found.intervals) else None


def joined(before: AlphaMap | None, after: AlphaMap) -> AlphaMap:
    """A map that was ended early, and what was found going on from its last step, as one."""
    if before is None or not before.steps:
        return after
    # The first step of what follows is the last one again, but does not know which questions turned there.
    if not after.steps:
        return before
    again = replace(after.steps[0], turned=before.steps[-1].turned)
    return AlphaMap(before.low, after.high, (*before.steps[:-1], again, *after.steps[1:]))


def goes_on_from(found: AlphaMap | None, low: float) -> float:
    """Where the work has to begin again."""
    return found.steps[-1].low if found is not None and found.steps else low


def summary(found: AlphaMap) -> str:
    """How many results there are, for the heading."""
    count = len(found.intervals)
    results = "one result" if count == 1 else f"{count} different results"
    return f"every alpha at once · {results}" if found.complete else f"{results} so far"
