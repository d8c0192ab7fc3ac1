"""Rows of the page "How firm" and of the report: every edge, the one nearest to a change first.

Order, bars and words follow the edge itself; its proof, which may change sooner, is told beside it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from elcs_gui.inquiry.alpha_figures import PLAIN_FROM, Figures
from elcs_gui.inquiry.firmness import AlphaInterval, Firmness, alike
from elcs_gui.inquiry.firmness_words import changes, drawn, label, other_rules, role_of, short, weak_label
from elcs_gui.inquiry.weak_edges import WeakEdges
from elcs_gui.proof.weakest import Weakest
from elcs_gui.proof.why import FragileEdge
from elcs_gui.trace.explain import SMALLEST_P
from elcs_gui.trace.outcome import Pair, pair
from elcs_gui.trace.rules import badge

CLOSE = math.log(2.5)
"""An edge that changes within this factor of alpha is a close call."""
FIRM = math.log(50.0)
"""From this factor on, an edge is drawn as firm as can be."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a bar: alphas at which there is an edge, by one rule.

    Attributes:
        role: see `FirmRow`.
        turned: the arrow points the other way than that of the run.
    """

    low: float
    high: float
    role: str
    badge: str
    turned: bool


@dataclass(frozen=True, slots=True)
class FirmRow:
    """One edge.

    Attributes:
        ends: in column order.
        edge: what the run found, in signs; of one that it did not find, what it would find.
        role: of the end that is not the target: "parent", "child", "undecided"; "other" away from the target.
        found: False for an edge of another alpha, which the run did not find.
        pieces: of its bar, over the whole range.
        words: what becomes of it, and when.
        proof_at: the alpha at which the nearest verdict of its proof turns.
        unreliable, cited: how many tests its proof rests on, and how many of them had too few rows.
        weak: it is another, or gone, when those count otherwise.
    """

    ends: Pair
    edge: str
    badge: str
    role: str
    found: bool
    stands: AlphaInterval
    pieces: tuple[Piece, ...]
    words: str
    proof_at: float | None = None
    unreliable: int = 0
    cited: int = 0
    weak: bool = False

    @property
    def close(self) -> bool:
        return self.found and self.stands.margin < CLOSE

    @property
    def tests(self) -> str:
        """What stands at the right of its head."""
        if not self.found:
            return "not in this result"
        if self.unreliable:
            return f"{self.unreliable:,} of {self.cited:,} tests"
        return f"{self.cited:,} tests" if self.cited > 1 else f"{self.cited} test" * self.cited

    @property
    def spoken(self) -> str:
        """The row in one sentence."""
        rule = f", rule {self.badge}" if self.badge else ""
        few = f", {self.unreliable:,} of {self.cited:,} tests with too few rows" if self.unreliable else ""
        known = label(self.stands) if self.found else "not in this result"
        return f"{self.edge}{rule}, {known}. {self.words}{few}"


def firm_rows(
    firmness: Firmness,
    arrows: Sequence[FragileEdge],
    names: Sequence[str],
    weak: WeakEdges | None = None,
    *,
    ended: bool = True,
) -> list[FirmRow]:
    """The arrows at some step that the run ends with, in the order of the page.

    When it has `ended`, also its edges without a direction, and what its target would have at other alphas.
    """
    rows: list[tuple[float, float, FirmRow]] = []
    by_ends = {pair(arrow.tail, arrow.head): arrow for arrow in arrows}
    for ends, stands in firmness.edges.items():
        arrow = by_ends.get(ends)
        edge = stands.edge
        assert edge is not None
        if edge.rule and arrow is not None and arrow.tail == edge.tail:
            row = _row(firmness, ends, stands, names, arrow.weakest)
            rows.append((stands.margin, arrow.weakest.margin, row))
        elif ended and not edge.rule:
            rows.append((stands.margin, math.inf, _row(firmness, ends, stands, names, None)))
    target = firmness.header.target
    rows.sort(key=lambda row: (*row[:2], target not in row[2].ends, row[2].ends))
    found = [_with_weak(row, weak, names) for *_, row in rows]
    others = [_other(firmness, ends, names) for ends in firmness.others] if ended else []
    return found + sorted(others, key=lambda row: (row.stands.margin, row.ends))


def _with_weak(row: FirmRow, weak: WeakEdges | None, names: Sequence[str]) -> FirmRow:
    """What rests on evidence that is not there says so first."""
    if weak is None or row.ends not in weak:
        return row
    said = ", ".join(weak_label(weak, *row.ends, names))
    words = f"{said[:1].upper()}{said[1:]}; {row.words[:1].lower()}{row.words[1:]}"
    return replace(row, weak=True, words=words)


def title(rows: Sequence[FirmRow]) -> str:
    """How many of the run's edges hold, in a few words."""
    own = [row for row in rows if row.found]
    changing = sum(row.stands.margin < math.inf for row in own)
    kind = "arrow" if all(row.stands.edge is not None and row.stands.edge.rule for row in own) else "edge"
    if not changing:
        if len(own) == 1:
            return f"The {kind} holds"
        return f"{'Both' if len(own) == 2 else f'All {_number(len(own))}'} {kind}s hold"
    if len(own) == 1:
        return f"The {kind} changes"
    return f"{_number(changing).capitalize()} of {_number(len(own))} {kind}s change{'s' * (changing == 1)}"


def about(rows: Sequence[FirmRow], low: float, high: float) -> str:
    """What the title is about, and the order of the rows."""
    own = [row for row in rows if row.found]
    if any(row.stands.margin < math.inf for row in own):
        first = " The nearest to a change comes first." if len(own) > 1 else ""
        return f"between alpha {short(low)} and {short(high)}.{first}"
    sooner = any(row.proof_at is not None and low <= row.proof_at <= high for row in own)
    more = " Proofs may change sooner: the nearest to alpha come first." if sooner and len(own) > 1 else ""
    return f"for every alpha from {short(low)} to {short(high)}.{more}"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"


def _row(
    firmness: Firmness, ends: Pair, stands: AlphaInterval, names: Sequence[str], weakest: Weakest | None
) -> FirmRow:
    edge, target = stands.edge, firmness.header.target
    assert edge is not None
    role = role_of(edge, target)
    bands = firmness.bands[ends]
    at = None if weakest is None or weakest.p is None or not SMALLEST_P <= weakest.p < 1 else weakest.p
    turns, rules = changes(stands, names, target), other_rules(bands, stands)
    proof = [] if weakest is None else [_proof(weakest, firmness)]
    if at is not None and firmness.low <= at <= firmness.high and not turns and not rules:
        proof[0] += {"parent": ", cause all the same", "child": ", effect all the same"}.get(role, "")
    words = "; ".join([*turns, *proof, *rules]) or "the same at every alpha"
    return FirmRow(
        ends,
        drawn(edge, names),
        badge(edge.rule),
        role,
        True,
        stands,
        _pieces(firmness, ends, stands),
        words[:1].upper() + words[1:],
        at,
        0 if weakest is None else len(weakest.unreliable),
        0 if weakest is None else weakest.cited,
    )


def _other(firmness: Firmness, ends: Pair, names: Sequence[str]) -> FirmRow:
    """An edge that the run did not find: the nearest to alpha that there would be."""
    stands = firmness.of(*ends)
    near = [change for change in (stands.below, stands.above) if change is not None]
    nearest = min(near, key=lambda change: abs(math.log(change.alpha / stands.alpha)))
    then = nearest.becomes
    assert then is not None
    at = short(nearest.alpha, stands.alpha)
    where = f"below {at}" if nearest is stands.below else f"from {at} up"
    role = role_of(then, firmness.header.target)
    as_what = {"parent": "as a cause", "child": "as an effect", "undecided": "undecided"}
    words = f"Enters {as_what.get(role, 'from one side')} {where}"
    pieces = _pieces(firmness, ends, stands)
    return FirmRow(ends, drawn(then, names), badge(then.rule), role, False, stands, pieces, words)


def _pieces(firmness: Firmness, ends: Pair, stands: AlphaInterval) -> tuple[Piece, ...]:
    own = stands.edge
    return tuple(
        Piece(
            band.low,
            band.high,
            role_of(band.edge, firmness.header.target),
            badge(band.edge.rule),
            own is not None and bool(own.rule) and bool(band.edge.rule) and not alike(own, band.edge),
        )
        for band in firmness.bands[ends]
        if band.edge is not None
    )


def _proof(found: Weakest, firmness: Firmness) -> str:
    """When the proof changes, or why it cannot."""
    if found.p is not None and not SMALLEST_P <= found.p < 1:
        return "no alpha changes its proof"
    if found.p is not None:
        outside = "" if firmness.low <= found.p <= firmness.high else ", outside this range"
        return f"proof changes at {_roughly(found.p, found.alpha)}{outside}"
    if found.unreliable:
        return "rests on too few rows"
    if found.forced:
        return "rests on what you decided"
    return "certain: no alpha turns it" if found.cited else "rests on no test"


def _roughly(p: float, alpha: float) -> str:
    """With fewer digits than where the edge itself changes, since it is told beside; but not as alpha."""
    if p < PLAIN_FROM or p >= 0.1 or Figures(2).text(p) == Figures(2).text(alpha):
        return short(p, alpha)
    return Figures(2).text(p)
