"""Which rule directs a link, on what is known of a small network: the links, the separating sets, and arrows.

`lack(rule, ...)` is what a rule still lacks for an arrow, with what shows that; None where the rule gives it.
Every variable counts as learnt, so that a V-structure may stand anywhere. Several rules may give an arrow:
where Lemma 1a does, a V-structure does as well. The algorithm looks for V-structures before it propagates;
here the order is free, so R1 and R3 ask whether the V-structure that they exclude is really not there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import combinations

from elcs_gui.data.cpdag import Arrow
from elcs_gui.lessons.exercise import Setting
from elcs_gui.trace.events import Members
from elcs_gui.trace.explain import braced
from elcs_gui.trace.outcome import Pair
from elcs_gui.trace.rules import LEMMA_1A, LEMMA_1B, N_STRUCTURE, R1, R2, R3, SPOUSE

Answered = tuple[int, int, Members, bool]
"""A test, and whether it found the two independent."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not so, and what it speaks of: tests with their answers, and what is linked or not."""

    words: str
    answers: tuple[Answered, ...] = ()
    linked: tuple[Pair, ...] = ()
    apart: tuple[Pair, ...] = ()


def lack(rule: str, tail: int, head: int, setting: Setting, arrows: Collection[Arrow]) -> Reason | None:
    """Why the rule does not give tail → head; None where it does. The two are linked."""
    return _RULES[rule](tail, head, setting, arrows)


def given_words(names: tuple[str, ...], given: Members) -> str:
    """As in: A and B are independent given {C}."""
    return f"given {braced(names, given)}" if given else "unconditionally"


def following(setting: Setting, arrows: Collection[Arrow]) -> Iterator[tuple[int, int, str]]:
    """The arrows that some rule gives now, each with every such rule."""
    done = {frozenset(arrow) for arrow in arrows}
    for x, y in sorted(setting.links):
        if frozenset((x, y)) in done:
            continue
        for tail, head in ((x, y), (y, x)):
            for rule in ARROW_RULES:
                if lack(rule, tail, head, setting, arrows) is None:
                    yield tail, head, rule


def _v_structure(tail: int, head: int, setting: Setting, _: Collection[Arrow]) -> Reason | None:
    names = setting.names
    others = [z for z in setting.around(head) if z != tail]
    if not others:
        return Reason(f"A V-structure needs a second cause of {names[head]}, which has no other link.")
    apart = [z for z in others if not setting.linked(z, tail)]
    if not apart:
        z = others[0]
        return Reason(
            f"A V-structure at {names[head]} needs something linked with it and not with {names[tail]}; "
            f"{names[z]} is linked with both.",
            linked=((z, head), (z, tail)),
        )
    for z in apart:
        if head not in setting.separator(tail, z):
            return None
    z = apart[0]
    given = setting.separator(tail, z)
    return Reason(
        f"{braced(names, given)} separates {names[tail]} and {names[z]}, and {names[head]} is in it: the two "
        f"do not meet at {names[head]}.",
        answers=((tail, z, given, True),),
    )


def _n_structure(tail: int, head: int, setting: Setting, _: Collection[Arrow]) -> Reason | None:
    names = setting.names
    spouses = [
        c
        for c in setting.variables
        if c != tail
        and not setting.linked(c, tail)
        and any(
            a != head and setting.linked(a, c) and a not in setting.separator(c, tail)
            for a in setting.around(tail)
        )
    ]
    if not spouses:
        return Reason(
            f"An N-structure needs a spouse of {names[tail]} through another neighbour than {names[head]}: "
            "there is none."
        )
    for c in spouses:
        given = setting.separator(c, tail)
        if head not in given and not setting.independent(c, tail, (*given, head)):
            return None
    c = spouses[0]
    given = tuple(sorted({*setting.separator(c, tail), head}))
    return Reason(
        f"An N-structure needs a spouse of {names[tail]} that depends on it once {names[head]} is known; "
        f"{names[c]} and {names[tail]} are independent {given_words(names, given)}.",
        answers=((c, tail, given, True),),
    )


def _lemma_1a(tail: int, head: int, setting: Setting, _: Collection[Arrow]) -> Reason | None:
    names = setting.names
    others = [y for y in setting.around(head) if y != tail]
    if not others:
        return Reason(f"Lemma 1a needs two causes of {names[head]}, which has no other link.")
    for y in others:
        if setting.independent(tail, y) and not setting.independent(tail, y, (head,)):
            return None
    y = others[0]
    many = f"each of {braced(names, tuple(others))}" if len(others) > 1 else names[y]
    return Reason(
        f"Lemma 1a needs two that are independent unconditionally; {names[tail]} depends on {many}.",
        answers=tuple((tail, z, (), False) for z in others),
    )


def _lemma_1b(tail: int, head: int, setting: Setting, arrows: Collection[Arrow]) -> Reason | None:
    names = setting.names
    causes = [y for y, x in sorted(arrows) if x == tail and y != head]
    if not causes:
        return Reason(f"Lemma 1b needs a known cause of {names[tail]}: there is none yet.")
    for y in causes:
        if not setting.independent(head, y) and setting.independent(head, y, (tail,)):
            return None
    y = causes[0]
    if setting.independent(head, y):
        return Reason(
            f"Lemma 1b needs {names[head]} to depend on {names[y]}; they are independent unconditionally.",
            answers=((head, y, (), True),),
        )
    return Reason(
        f"Lemma 1b needs {names[tail]} to separate {names[y]} and {names[head]}; they depend on each other "
        f"given {braced(names, (tail,))}.",
        answers=((head, y, (tail,), False),),
    )


def _r1(tail: int, head: int, setting: Setting, arrows: Collection[Arrow]) -> Reason | None:
    names = setting.names
    into = [a for a, b in sorted(arrows) if b == tail and a != head]
    if not into:
        return Reason(f"R1 needs an arrow into {names[tail]}: there is none yet.")
    apart = [a for a in into if not setting.linked(a, head)]
    if not apart:
        a = into[0]
        return Reason(f"R1 needs {names[a]} and {names[head]} not linked; they are.", linked=((a, head),))
    if any(tail in setting.separator(a, head) for a in apart):
        return None
    return _they_meet("R1", apart[0], head, tail, setting)


def _r2(tail: int, head: int, setting: Setting, arrows: Collection[Arrow]) -> Reason | None:
    names = setting.names
    if any((tail, b) in arrows and (b, head) in arrows for b in setting.variables):
        return None
    return Reason(f"R2 needs two arrows in a row from {names[tail]} to {names[head]}: they are not there.")


def _r3(tail: int, head: int, setting: Setting, arrows: Collection[Arrow]) -> Reason | None:
    names = setting.names
    into = [c for c, b in sorted(arrows) if b == head and setting.linked(c, tail)]
    if len(into) < 2:
        said = "there is one" if into else "there are none"
        return Reason(
            f"R3 needs two arrows into {names[head]} from what is linked with {names[tail]}: {said}."
        )
    apart = [(c, d) for c, d in combinations(into, 2) if not setting.linked(c, d)]
    if not apart:
        c, d = into[:2]
        return Reason(f"R3 needs {names[c]} and {names[d]} not linked; they are.", linked=((c, d),))
    if any(tail in setting.separator(c, d) for c, d in apart):
        return None
    return _they_meet("R3", *apart[0], tail, setting)


def _they_meet(rule: str, x: int, y: int, middle: int, setting: Setting) -> Reason:
    """Meek's rules follow from V-structures that are not there: this one is."""
    names = setting.names
    given = setting.separator(x, y)
    how = f"separated by {braced(names, given)}" if given else "independent unconditionally"
    return Reason(
        f"{rule} needs {names[x]} and {names[y]} not to meet at {names[middle]}; they are {how}, "
        f"without {names[middle]}: that is a V-structure.",
        answers=((x, y, given, True),),
        linked=((x, middle), (y, middle)),
    )


_RULES: dict[str, Callable[[int, int, Setting, Collection[Arrow]], Reason | None]] = {
    SPOUSE: _v_structure,
    N_STRUCTURE: _n_structure,
    LEMMA_1A: _lemma_1a,
    LEMMA_1B: _lemma_1b,
    R1: _r1,
    R2: _r2,
    R3: _r3,
}
ARROW_RULES = tuple(_RULES)
"""In the order in which the algorithm tries them."""
