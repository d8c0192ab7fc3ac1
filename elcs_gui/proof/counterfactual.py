"""What would follow if an arrow were turned round, and what speaks against it.

Three things can go wrong with the turned arrow: a path would tie what a test found apart; two variables that
are not linked would meet, and no such V-structure was found; or the arrows would run in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from elcs_gui.proof.argument import Argument
from elcs_gui.proof.tree import INDEPENDENT, SEPARATED, Proof, walk
from elcs_gui.trace.explain import given
from elcs_gui.trace.rules import COLLIDER, LEMMA_1A, LEMMA_1B, N_STRUCTURE, R1, R2, R3, R4, SPOUSE

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """The pattern with its conclusion turned round.

    Attributes:
        turned: the arrow as it is not.
        arrows: what is known of the others.
        follows: what would have to be so besides.
        words: what is wrong with that; {a} to {d} are the variables in the order of the cast.
        test: the test that speaks against it.
        short: the same in a few words, where the picture of the rule says it at the turned arrow.
    """

    turned: tuple[int, int]
    arrows: Pairs
    follows: Pairs
    words: str
    test: Proof | None = None
    short: str = ""


def counterfactual(argument: Argument) -> Counterfactual | None:
    """Of the rules that have one: not of what is known beforehand."""
    cast, make = argument.cast, _BY_RULE.get(argument.rule)
    if make is None:
        return None
    arrows, follows, words = make
    test = None
    if "{test}" in words:
        test = _parting(argument)
        if test is None:
            return None
    seats = range(len(cast))
    assert all(x in seats for pair in (*arrows, *follows) for x in pair)
    return Counterfactual(
        (cast[1], cast[0]),
        tuple((cast[x], cast[y]) for x, y in arrows),
        tuple((cast[x], cast[y]) for x, y in follows),
        words,
        test,
        _SHORT.get(argument.rule, ""),
    )


def counterfactual_words(argument: Argument, found: Counterfactual, names: Sequence[str]) -> str:
    """The same as a sentence."""
    of = {letter: names[x] for letter, x in zip("abcd", argument.cast, strict=False)}
    test, where = "", ""
    if found.test is not None:
        test = f"test {found.test.tests[0]}"
        where = given(names, found.test.claim.given)
    return found.words.format(**of, test=test, given=where)


def heading(argument: Argument, names: Sequence[str]) -> str:
    """What is supposed."""
    tail, head = argument.edge
    return f"Were {names[head]} a cause of {names[tail]}"


def _parting(argument: Argument) -> Proof | None:
    """The test that found apart what the turned arrow would tie."""
    tail, head, *others = argument.cast
    pair = {argument.cast[3], tail} if argument.rule == N_STRUCTURE else {tail, others[0]}
    pair = {head, others[0]} if argument.rule == LEMMA_1B else pair
    premises = (premise.proof for premise in argument.numbered if not premise.beside)
    verdicts = (
        node for proof in premises for node in walk(proof) if node.claim.kind in (INDEPENDENT, SEPARATED)
    )
    # Of an N-structure both the candidate and the spouse rest on the separating set of the two.
    return next((node for node in verdicts if {*node.claim.of} == pair), None)


_PATH = "The path {c} — {b} → {a} would make {c} and {a} dependent{given}, but {test} finds them independent."
_Made = tuple[Pairs, Pairs, str]
_BY_RULE: dict[str, _Made] = {
    SPOUSE: (((2, 1),), (), _PATH),
    LEMMA_1A: (((2, 1),), (), _PATH),
    COLLIDER: (((2, 1),), (), _PATH),
    N_STRUCTURE: (
        ((0, 2), (3, 2)),
        ((2, 1),),
        "The path {d} → {c} ⇢ {b} → {a} would make {d} and {a} dependent{given} already, but {test} finds "
        "them independent.",
    ),
    LEMMA_1B: (
        ((2, 0),),
        (),
        "{c} and {b} would meet at {a}, and knowing {a} would make them dependent, but {test} finds them "
        "independent{given}.",
    ),
    R1: (
        ((2, 0),),
        (),
        "{c} and {b} are not linked and would meet at {a}: a V-structure, and none was found.",
    ),
    R2: (((0, 2), (2, 1)), (), "{a} → {c} → {b} → {a} would be a circle."),
    R3: (
        ((2, 1), (3, 1)),
        ((2, 0), (3, 0)),
        "To avoid a circle, {c} and {d} would have to point to {a}. They are not linked, so that would be a "
        "V-structure, and none was found.",
    ),
    R4: (
        ((3, 2), (2, 1)),
        ((3, 0),),
        "To avoid a circle, {d} would have to point to {a}. {d} and {b} are not linked and would meet there: "
        "a V-structure, and none was found.",
    ),
}  # fmt: skip
"""By rule: the arrows that are known, those that would follow, both by seat, and what is wrong."""

_NEW_V = "would be a new V"
_SHORT = {R1: _NEW_V, R2: "would be a circle", R3: _NEW_V, R4: _NEW_V}
"""Of the rules whose reason is nothing but that."""
