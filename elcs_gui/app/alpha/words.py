"""What the alpha explorer says beside its pictures: the card, the heading, and how far the work is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.alpha.changes import changes, decisions, needs, outlook, verdict
from elcs_gui.app.alpha.rows import covers, interval_at
from elcs_gui.inquiry.alpha_figures import Figures, alpha_text
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.trace.explain import NO_ALPHA
from elcs_gui.trace.roles import Role
from elcs_gui.trace.trace import Header

INTRO = (  # with the two keys
    "A result can only change where alpha crosses a computed p-value. "
    "Drag the line, or press {} and {} to jump to the next change."
)
ORACLE = "The oracle reads the network, not data: it needs no alpha, and the result is the same at every one."
_SHAPES = {
    Role.CHILD: "rounded: effect",
    Role.PARENT: "square: cause",
    Role.UNDECIDED: "dashed: undecided",
    Role.SPOUSE: "pointed: spouse",
    Role.MEMBER: "dashed: in the blanket",
}
NO_DATA = (
    "This run was read from a file, without its data. Other alphas need tests that it never asked: "
    "open the data it was made from."
)


def legend(header: Header) -> str:
    """What the signs in the plot mean."""
    told = find_algorithm(header.algorithm).roles
    return "  ·  ".join(["▼ the result changes", *(words for role, words in _SHAPES.items() if role in told)])


@dataclass(frozen=True)
class Entry:
    """One line of the card: a variable before and after, with the boundary that decides where it matters.

    Attributes:
        kind: the mark it has in the graph; empty for none.
    """

    name: str
    before: str
    after: str
    kind: str = ""
    at: str = ""


@dataclass(frozen=True)
class CardText:
    """All that the card says."""

    title: str
    quiet: str = ""
    entries: tuple[Entry, ...] = ()
    note: str = ""


def card(found: AlphaMap, header: Header, other: float, figures: Figures) -> CardText:
    """What changes from the header's own alpha to another one."""
    own, names = header.alpha, header.names
    here, there = alpha_text(own), alpha_text(other)
    title = f"What changes from {here} to {there}"
    if not covers(found, other) or (found.low <= own <= found.high and not covers(found, own)):
        reached = f"has come to {figures.text(found.reached)}" if found.steps else "is being begun"
        if own == other:
            return CardText(
                f"Alpha {here}: this run", note=f"The map {reached}: it tells more when it is past here."
            )
        return CardText(title, note=f"The map {reached}: it tells as soon as it has passed both alphas.")
    if not covers(found, own):
        ahead = _outlook(found, header, other, figures)
        note = f"Alpha {here} of this run lies outside the range: widen it to compare with this one."
        return CardText(f"At alpha {there}", entries=ahead, note=note)
    changed = changes(found, names, header.target, own, other)
    if not changed:
        same = f"Nothing changes from {here} to {there}" if own != other else f"Alpha {here}: this run"
        ahead = _outlook(found, header, other, figures)
        return CardText(same, entries=ahead, note=_leeway(found, other, figures) if ahead else _never(header))
    decided = decisions(found, own, other, changed)
    several = len(decided) > 1
    entries = tuple(
        Entry(names[c.variable], c.before, c.after, c.kind, f"at {figures.text(c.at)}" if several else "")
        for c in changed
    )
    said = verdict(decided, names, figures, upwards=other > own)
    more = needs(found, names, other, figures, [c.variable for c in changed])
    quiet = "" if several else f"at alpha = {figures.text(decided[0].at)}"
    note = f"{said}{chr(10) if several else ' '}{more}".strip()
    return CardText(title, quiet, entries, note)


def _never(header: Header) -> str:
    return without_alpha(header) or "The result is the same at every alpha of the range."


def without_alpha(header: Header) -> str:
    """Why alpha means nothing to a run; empty where it does."""
    if not header.asks_tests:
        return NO_ALPHA
    return "" if header.heeds_alpha else ORACLE


def _outlook(found: AlphaMap, header: Header, alpha: float, figures: Figures) -> tuple[Entry, ...]:
    return tuple(Entry(where, "", what) for where, what in outlook(found, header.names, alpha, figures))


def _leeway(found: AlphaMap, alpha: float, figures: Figures) -> str:
    """From where to where the result is the same, and how far alpha could be off, as factors."""
    place = interval_at(found, alpha)
    assert place is not None
    one = found.intervals[place]
    free = [_factor(alpha / one.low, "smaller")] if place else []
    if place + 1 < len(found.intervals):
        free.append(_factor(one.high / alpha, "larger"))
    return (
        f"The result is the same from {figures.text(one.low)} to {figures.text(one.high)}: "
        f"alpha could be {' or '.join(free)}."
    )


def _factor(ratio: float, way: str) -> str:
    """A factor rounded downwards, so that what is promised holds."""
    digits = 1 if ratio < 10 else 0
    whole = math.floor(ratio * 10**digits) / 10**digits
    return f"{whole:,.{digits}f} times {way}" if whole > 1 else f"hardly any {way}"


def heading(found: AlphaMap, header: Header, other: float) -> str:
    """How many tests it takes at this alpha, beside those of the run itself."""
    if not covers(found, other):
        return ""
    tests = found.at(other).requested
    said = f"{tests:,} test{'s' * (tests != 1)}"
    if other == header.alpha:
        return f"{said}, this run"
    compared = f", compared with {alpha_text(header.alpha)}"
    return (
        said + compared + (f" ({found.at(header.alpha).requested:,})" if covers(found, header.alpha) else "")
    )


def share(found: AlphaMap | None) -> float:
    """How much of the range is explored, as it is drawn: by powers of ten."""
    if found is None or not found.steps:
        return 0.0
    return math.log(found.reached / found.low) / math.log(found.high / found.low)


def progress(found: AlphaMap | None, seconds: float, begun_at: float) -> str:
    """How far the work is, in words, with an estimate where there is something to go by.

    Args:
        seconds: since the work was taken up, at `begun_at` of the whole.
    """
    done = share(found)
    if found is None or not found.steps:
        return "First run under way"
    said = f"{found.replays:,} run{'s' * (found.replays != 1)}, up to alpha {Figures().text(found.reached)}"
    if done - begun_at < 0.1 or seconds < 1:
        return said
    left = seconds * (1 - done) / (done - begun_at)
    return f"{said}, about {left:.0f} s left" if left >= 1 else f"{said}, nearly done"


def stopped(found: AlphaMap | None) -> str:
    """That it was ended early, and where."""
    if found is None or not found.steps:
        return "Stopped before the first run was done."
    return f"Stopped at alpha {Figures().text(found.reached)}, after {found.replays:,} runs."
