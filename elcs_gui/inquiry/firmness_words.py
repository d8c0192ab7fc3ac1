"""How firm an edge is, in words: one wording for the window, the report and `elcs why`."""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.inquiry.alpha_figures import Figures
from elcs_gui.inquiry.firmness import Change, EdgeBand, Stands, alike
from elcs_gui.trace.outcome import Edge
from elcs_gui.trace.rules import RULES

Names = Sequence[str]

WITHOUT_DATA = "not known, since other alphas ask questions that only the data can answer"
"""Of a trace alone; what to do about it is added by who says it."""
NOT_FINISHED = "not known, since the run was cut short."


def short(alpha: float) -> str:
    """An alpha as it is written beside an edge: 0.0039, 2.3e−5."""
    return Figures().text(alpha)


def drawn(edge: Edge, names: Names) -> str:
    """An edge in signs: T → B, or T — B."""
    return f"{names[edge.tail]} {'→' if edge.rule else '—'} {names[edge.head]}"


def stands_sentence(stands: Stands, a: int, b: int, names: Names) -> str:
    """Between which alphas the edge between a and b stays as it is, and what becomes of it beyond."""
    edge = stands.edge
    if edge is None:
        claim = f"Nothing joins {names[a]} and {names[b]}"
    else:
        claim = f"{drawn(edge, names)} {'holds' if edge.rule else 'stays without a direction'}"
    low, high = short(stands.low), short(stands.high)
    beyond = []
    if stands.below is not None:
        beyond.append(f"below, {_becomes(edge, stands.below, names)}")
    if stands.above is not None:
        beyond.append(f"from {high} on, {_becomes(edge, stands.above, names)}")
    if not beyond:
        return f"{claim} at {'any' if edge is None else 'every'} alpha from {low} to {high}."
    return f"{claim} from alpha {low} to {high}: {'; '.join(beyond)}."


def _becomes(edge: Edge | None, change: Change, names: Names) -> str:
    then = change.becomes
    if then is None:
        return "there is no edge"
    if edge is None:
        return drawn(then, names)
    if not then.rule:
        return "it has no direction"
    return f"it is {drawn(then, names)}"


def label(stands: Stands) -> str:
    """For beside an edge in the picture."""
    word = "holds" if stands.edge is not None and stands.edge.rule else "undecided"
    return f"{word} for α {short(stands.low)} … {short(stands.high)}"


def changes(stands: Stands, names: Names) -> list[str]:
    """What becomes of an edge, as few words as can be: "gone from 0.03 up", the nearest to alpha first."""
    found = [
        (stands.alpha / change.alpha, f"{_in_short(stands.edge, change, names)} below {short(change.alpha)}")
        for change in (stands.below,)
        if change is not None
    ]
    found += [
        (
            change.alpha / stands.alpha,
            f"{_in_short(stands.edge, change, names)} from {short(change.alpha)} up",
        )
        for change in (stands.above,)
        if change is not None
    ]
    return [words for _, words in sorted(found)]


def _in_short(edge: Edge | None, change: Change, names: Names) -> str:
    then = change.becomes
    if then is None:
        return "gone"
    if edge is not None and not then.rule:
        return "without a direction"
    if edge is not None and edge.rule:
        return "turned round"
    return drawn(then, names)


def other_rules(bands: Sequence[EdgeBand], stands: Stands) -> list[str]:
    """By which other rules the same arrow is found at alphas beside its own: "below 2.3e−5 by Lemma 1b"."""
    same = [band for band in bands if alike(band.edge, stands.edge) and stands.low <= band.low < stands.high]
    place = max((number for number, band in enumerate(same) if band.low <= stands.alpha), default=None)
    if place is None or stands.edge is None or not stands.edge.rule:
        return []
    found = []
    if place and (edge := same[place - 1].edge) is not None:
        found.append(f"below {short(same[place].low)} by {RULES[edge.rule].title}")
    if place + 1 < len(same) and (edge := same[place + 1].edge) is not None:
        found.append(f"from {short(same[place + 1].low)} up by {RULES[edge.rule].title}")
    return found
