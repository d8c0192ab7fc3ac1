"""A proof as the lines of the Why page: premises, under each the tests that tell most, folded and unfolded.

A premise that is folded shows one or two tests and says how many more there are; unfolded it shows all that
it rests on. Nothing here knows Qt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from elcs_gui.proof.argument import Argument, argument_for
from elcs_gui.proof.formal_notation import proof_formal
from elcs_gui.proof.tree import Claim, Proof, cited_tests
from elcs_gui.proof.weakest import weakest_of
from elcs_gui.proof.words import Said, in_reading_order, separation_of, statement
from elcs_gui.trace.explain import Names
from elcs_gui.trace.rules import N_STRUCTURE
from elcs_gui.trace.trace import Trace

MOST_ROWS = 200
"""Of the tests of one search; the log shows more of them, and faster."""

Path = tuple[Claim, ...]
"""Where a premise stands: what it claims, below what. It stays the same while the cursor moves."""


_NOTHING = Said("")


class Kind(Enum):
    """What a line shows, and what a click on it does."""

    PREMISE = "premise"
    TEST = "test"
    MORE = "more"
    """Unfolds its premise."""
    IN_LOG = "in the log"
    """Too many tests to be listed here."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the page.

    Attributes:
        depth: how far it stands to the right; tests have that of their premise.
        proof: the premise itself, or the one the line belongs to.
        said: the words of a premise; of the others, the first part is what they say.
        test: its number, for a test.
        foldable, opened: of a premise.
        against: it says the contrary of the claim.
        number: of a premise, as the picture of the rule has it; 0 for none.
        beside: the claim does not rest on it.
    """

    kind: Kind
    depth: int
    path: Path
    proof: Proof
    said: Said = _NOTHING
    test: int = 0
    foldable: bool = False
    opened: bool = False
    against: bool = False
    number: int = 0
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """How a proof is read: the names as they are shown, and whether in words or in signs."""

    trace: Trace
    names: Names
    formal: bool = False

    def said(self, proof: Proof, *, tried_before: bool) -> Said:
        """The words of a premise; a search that failed reads differently beside the one that did not."""
        if self.formal:
            return Said(proof_formal(self.trace, proof))
        if tried_before:
            many = len(proof.tests)
            sets = "1 set that does not" if many == 1 else f"{many:,} sets that do not; closest"
            return Said("Tried before.", f"{sets}:")
        return statement(self.trace, proof, self.names)


def page_lines(
    reading: Reading,
    premises: Sequence[Proof],
    opened: frozenset[Path],
    against: Sequence[Proof] = (),
    argument: Argument | None = None,
) -> list[Line]:
    """The lines of some premises, numbered as the `argument` has them, and of what was found to the
    contrary."""
    numbered = {} if argument is None else {id(found.proof): found for found in argument.numbered}
    lines = []
    for line in _branches(reading, premises, (), 0, opened):
        found = numbered.get(id(line.proof)) if line.kind is Kind.PREMISE and not line.depth else None
        lines.append(line if found is None else replace(line, number=found.number, beside=found.beside))
    for proof in against:
        lines += [replace(line, against=True) for line in _branches(reading, (proof,), (), 0, opened)]
    return lines


def top_premises(trace: Trace, proof: Proof) -> tuple[list[Proof], Argument | None]:
    """What stands first on the page, and how it is drawn, if it is.

    Of a separation that is the set that separates, then what was tried before.
    """
    kind = proof.claim.kind
    if kind.rpartition(" ")[2] in ("P", "C", "UN") and len(proof.premises) == 1:
        return top_premises(trace, proof.premises[0])
    argument = argument_for(trace, proof)
    if argument is not None and argument.premises:
        return [premise.proof for premise in argument.premises], argument
    if kind in ("no edge", "apart", "undecided") or kind.startswith("not in ") or proof.rule == "separated":
        found: list[Proof] = []
        for premise in proof.premises:
            inner = _innermost(premise)
            apart = inner.claim.kind == "separated"
            parts = (replace(inner, premises=()), *inner.premises) if apart else (premise,)
            found += [part for part in parts if part not in found]
        return found, argument
    return list(in_reading_order(proof)), argument


def telling(trace: Trace, proof: Proof) -> tuple[int, ...]:
    """The tests shown under a premise that is folded: those it turns on, or the closest of a search."""
    kind, below = proof.claim.kind, proof.premises
    if kind == "in CSP" and proof.rule == "candidate":
        return (*below[0].tests, *below[1].tests)
    if kind == "in SP" and proof.rule == "spouse":  # apart, together, and neither separable from the child
        parts = in_reading_order(proof)[:4]
        return tuple(dict.fromkeys(number for part in parts for number in telling(trace, part)))
    if kind in ("in PC", "in PC at first", "not in Sep") and proof.rule == "never separated":
        searched = [number for premise in below[1:] for number in premise.tests]
        return _closest(trace, searched or below[0].tests)
    if kind == "arrow":
        if own := tuple(number for premise in below for number in premise.tests):
            return own
        decisive = below[1] if proof.rule == N_STRUCTURE else below[0] if below else None
        return telling(trace, decisive) if decisive is not None and len(below) in (1, 3) else ()
    if kind in ("apart", "no edge") and (found := separation_of(proof)) is not None:
        return found.tests
    if proof.tests:
        return proof.tests if kind == "separated" else _closest(trace, proof.tests)
    return telling(trace, below[0]) if below else ()


def _closest(trace: Trace, tests: Sequence[int]) -> tuple[int, ...]:
    """The test nearest to turning; where nothing was measured, the last."""
    if len(tests) < 2:
        return tuple(tests)
    return (weakest_of(trace, tests).test or tests[-1],)


def _innermost(proof: Proof) -> Proof:
    """What a premise comes down to if it only passes on another."""
    while not proof.tests and len(proof.premises) == 1:
        proof = proof.premises[0]
    return proof


def _branches(
    reading: Reading, premises: Sequence[Proof], above: Path, depth: int, opened: frozenset[Path]
) -> Iterator[Line]:
    before = ""
    for proof in premises:
        path = (*above, proof.claim)
        if depth and proof.claim.kind in ("dependent", "independent"):
            yield _row(proof, path, depth - 1, proof.tests[0])
            continue
        tried_before = before == "separated" and proof.claim.kind == "inseparable"
        before = proof.claim.kind
        yield from _branch(reading, proof, path, depth, opened, tried_before=tried_before)


def _branch(
    reading: Reading, proof: Proof, path: Path, depth: int, opened: frozenset[Path], *, tried_before: bool
) -> Iterator[Line]:
    shown = telling(reading.trace, proof)
    left = len(cited_tests(proof)) - len(shown)
    is_open = left > 0 and path in opened
    said = reading.said(proof, tried_before=tried_before)
    if is_open:  # all of them are there
        said = replace(said, quiet=said.quiet.replace("; closest:", ":"))
    yield Line(Kind.PREMISE, depth, path, proof, said, foldable=left > 0, opened=is_open)
    if not is_open:
        yield from (_row(proof, path, depth, number) for number in shown)
        if left > 0:
            words = f"and {left:,} more" if shown else f"{left:,} test{'s' * (left > 1)}"
            yield Line(Kind.MORE, depth, path, proof, Said(words))
        return
    inner = _innermost(proof)
    found = weakest_of(reading.trace, inner.tests)
    not_measured = {*found.unreliable, *found.uninformative}
    measured_first = sorted(inner.tests, key=lambda number: number in not_measured)
    yield from (_row(inner, path, depth, number) for number in measured_first[:MOST_ROWS])
    if len(inner.tests) > MOST_ROWS:
        words = f"and {len(inner.tests) - MOST_ROWS:,} more: show all in the log"
        yield Line(Kind.IN_LOG, depth, path, inner, Said(words))
    apart = inner.claim.kind == "separated"
    for place, premise in enumerate(in_reading_order(inner)):
        below = (*path, premise.claim)
        if apart and place == 0:
            yield from _branch(reading, premise, below, depth + 1, opened, tried_before=True)
        else:
            yield from _branches(reading, (premise,), path, depth + 1, opened)


def _row(proof: Proof, path: Path, depth: int, number: int) -> Line:
    return Line(Kind.TEST, depth, path, proof, test=number)
