"""Practice: the learner makes the moves of the algorithm, and each is held against its rules.

    practice = Practice(Exercise.NEIGHBOURS, random_setting(Exercise.NEIGHBOURS, seed=3))
    practice.play(Remove(2)).words          "Nothing has separated B and T yet: they have not been tested."
    practice.play(Ask(2, 0))
    practice.play(practice.next_move())     what the algorithm would do
    practice.play(Done()); practice.over, practice.clean

A move is a value. `judge` says whether the rules allow it after what is known by now, and why not; the order
of moves is free, and several may be right. One that is right and brings nothing is allowed, and told so.
Reasons rest on answers that were given and on the rules; where something has been overlooked, they say that
there is such a test, not which. `play` makes the move if it is allowed, and counts it if not.

- neighbours: every variable is a member to begin with, and leaves by a set that separates it from the target
- spouses: the neighbours are known, and for each of the others a set that separates it from the target
- arrows: all links and separating sets are known; see `elcs_gui.lessons.arrow_rules`
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from elcs_gui.data.cpdag import Arrow
from elcs_gui.lessons.arrow_rules import Answered, Reason, following, given_words, lack
from elcs_gui.lessons.exercise import Exercise, Setting, subsets
from elcs_gui.trace.events import Members
from elcs_gui.trace.explain import braced, counted, enumerated
from elcs_gui.trace.outcome import Pair, pair
from elcs_gui.trace.rules import RULES


@dataclass(frozen=True, slots=True)
class Ask:
    """Test x and y, given some others."""

    x: int
    y: int
    given: Members = ()


@dataclass(frozen=True, slots=True)
class Remove:
    """It is no neighbour of the target."""

    x: int


@dataclass(frozen=True, slots=True)
class AddSpouse:
    """It is a spouse of the target through one of its neighbours."""

    x: int
    through: int


@dataclass(frozen=True, slots=True)
class Orient:
    """Direct a link, by a rule."""

    tail: int
    head: int
    rule: str


@dataclass(frozen=True, slots=True)
class Done:
    """Nothing is left to find."""


Move = Ask | Remove | AddSpouse | Orient | Done
Query = tuple[int, int, Members]


@dataclass(frozen=True, slots=True)
class Judgement:
    """Of a move.

    Attributes:
        allowed: whether the rules allow it.
        words: why not; of an allowed one what came of it, or what there is to say. May be empty.
        useful: False where it is right and brings nothing.
        answers, linked, apart: what the words rest on.
    """

    allowed: bool
    words: str = ""
    useful: bool = True
    answers: tuple[Answered, ...] = ()
    linked: tuple[Pair, ...] = ()
    apart: tuple[Pair, ...] = ()


def query_of(x: int, y: int, given: Members) -> Query:
    """A test by which it is known again, whoever stands first in it."""
    return (*pair(x, y), tuple(sorted(given)))


class Practice:
    """One instance of an exercise.

    Attributes:
        answers: of all tests that were asked or are known to begin with; whether independent.
        known: how many of them were known to begin with.
        members: the neighbours of the target, as far as it is known.
        found: spouses, each with its neighbour.
        arrows: with the rule of each.
        refused: how many moves were not allowed.
        shown: how many were shown instead of found; whoever shows one counts it.
    """

    def __init__(self, exercise: Exercise, setting: Setting) -> None:
        self.exercise, self.setting = exercise, setting
        self.answers: dict[Query, bool] = {}
        self.members = setting.others if exercise is Exercise.NEIGHBOURS else setting.neighbours
        self.found: tuple[tuple[int, int], ...] = ()
        self.arrows: dict[Arrow, str] = {}
        self.refused = self.shown = 0
        self.over = False
        for (x, y), given in setting.separators.items():
            if exercise is Exercise.ARROWS or (exercise is Exercise.SPOUSES and setting.target in (x, y)):
                self.answers[query_of(x, y, given)] = True
        self.known = len(self.answers)

    @property
    def clean(self) -> bool:
        """Ended, without a wrong move and without help."""
        return self.over and not self.refused and not self.shown

    def judge(self, move: Move) -> Judgement:
        """May the move be made now?"""
        judge = _JUDGES.get((self.exercise, type(move)))
        if judge is None:
            return _refused(f"That move does not belong here: this is about {self.exercise}.")
        return judge(self, move)

    def play(self, move: Move) -> Judgement:
        """Make the move, if it is allowed."""
        judgement = self.judge(move)
        if not judgement.allowed:
            self.refused += 1
            return judgement
        if isinstance(move, Ask):
            query = query_of(move.x, move.y, move.given)
            independent = self.answers.setdefault(query, self.setting.independent(*query))
            told = " ".join(filter(None, (self.told(query, independent=independent), judgement.words)))
            return Judgement(True, told, judgement.useful, ((*query, independent),))
        if isinstance(move, Remove):
            self.members = tuple(x for x in self.members if x != move.x)
        elif isinstance(move, AddSpouse) and judgement.useful:
            self.found = (*self.found, (move.x, move.through))
        elif isinstance(move, Orient):
            self.arrows.setdefault((move.tail, move.head), move.rule)
        self.over = isinstance(move, Done)
        return judgement

    def next_move(self) -> Move:
        """What the algorithm would do, or go on to do, in its order."""
        return next(_MOVES[self.exercise](self))

    # What is known

    def told(self, query: Query, *, independent: bool) -> str:
        """An answer as a sentence."""
        x, y, given = query
        names = self.setting.names
        x, y = (y, x) if x == self.setting.target else (x, y)
        verdict = "are independent" if independent else "depend on each other"
        return f"{names[x]} and {names[y]} {verdict} {given_words(names, given)}."

    def asked(self, x: int, y: int) -> Iterator[tuple[Members, bool]]:
        """The sets given which two were tested, and whether they were found independent."""
        two = pair(x, y)
        return ((query[2], found) for query, found in self.answers.items() if query[:2] == two)

    def separated(self, x: int, y: int) -> Members | None:
        """A set that was seen to separate two."""
        return next((given for given, independent in self.asked(x, y) if independent), None)

    def tying(self, x: int, y: int) -> Members:
        """Given which a spouse x through y depends on the target."""
        return tuple(sorted({*self.setting.separator(x, self.setting.target), y}))

    def unasked_separator(self, x: int, y: int) -> Members | None:
        """The smallest set that separates two, where none of those that were asked does."""
        if self.separated(x, y) is not None or self.setting.linked(x, y):
            return None
        others = [z for z in self.setting.variables if z not in (x, y)]
        return next(given for given in subsets(others) if self.setting.independent(x, y, given))

    def untested(self, x: int, y: int, pool: Members) -> Iterator[Members]:
        """The sets from a pool given which two were not tested."""
        return (
            given
            for given in subsets([z for z in pool if z not in (x, y)])
            if query_of(x, y, given) not in self.answers
        )


def _refused(words: str, *answers: Answered) -> Judgement:
    return Judgement(False, words, answers=answers)


def _useless(words: str, *answers: Answered) -> Judgement:
    return Judgement(True, words, useful=False, answers=answers)


def _separates(practice: Practice, x: int, y: int, given: Members) -> str:
    names = practice.setting.names
    if not given:
        return f"{names[x]} and {names[y]} are independent unconditionally"
    return f"{braced(names, given)} separates {names[x]} and {names[y]}"


def _sized(given: Members) -> str:
    return f"a set of {len(given)}" if given else "the empty set"


def _judge_any_test(practice: Practice, move: Ask) -> Judgement | None:
    """What is wrong with a test, or useless, in every exercise."""
    names = practice.setting.names
    if move.x == move.y:
        return _refused("A test needs two different variables.")
    for x in (move.x, move.y):
        if x in move.given:
            return _refused(f"{names[x]} is one of the two that are tested: it cannot be given as well.")
    if query_of(move.x, move.y, move.given) in practice.answers:
        return _useless("That was known already.")
    return None


# Neighbours


def _test_for_neighbours(practice: Practice, move: Ask) -> Judgement:
    names, target = practice.setting.names, practice.setting.target
    found = _judge_any_test(practice, move)
    if found is not None and not found.allowed:
        return found
    if target not in (move.x, move.y):
        return _refused(
            f"What is a neighbour of {names[target]} is found by tests with {names[target]}; this one is "
            f"about {names[move.x]} and {names[move.y]}."
        )
    if found is not None:
        return found
    x = move.y if move.x == target else move.x
    if x not in practice.members:
        return _useless(f"{names[x]} had left already.")
    apart = practice.separated(x, target)
    if apart is not None:
        return _useless(
            f"{_separates(practice, x, target, apart)}: {names[x]} cannot stay, whatever else is asked.",
            (x, target, apart, True),
        )
    smaller = next(practice.untested(x, target, move.given))
    if len(smaller) < len(move.given):
        return _useless(f"Smaller sets come first: they were not tested {given_words(names, smaller)}.")
    left = tuple(z for z in move.given if z not in practice.members)
    if left:
        return Judgement(True, f"HITON-PC looks among the members only: {braced(names, left)} had left.")
    return Judgement(True)


def _removal(practice: Practice, move: Remove) -> Judgement:
    names, target = practice.setting.names, practice.setting.target
    if move.x == target:
        return _refused(f"{names[target]} is the target: it is about the others.")
    if move.x not in practice.members:
        return _useless(f"{names[move.x]} had left already.")
    apart = practice.separated(move.x, target)
    if apart is not None:
        words = f"{_separates(practice, move.x, target, apart)}: {names[move.x]} leaves."
        return Judgement(True, words, answers=((move.x, target, apart, True),))
    asked = [given for given, _ in practice.asked(move.x, target)]
    start = f"Nothing has separated {names[move.x]} and {names[target]} yet"
    if not asked:
        return _refused(f"{start}: they have not been tested.")
    return _refused(
        f"{start}: they depend on each other {_joined(asked, names)}.",
        *((move.x, target, given, False) for given in asked),
    )


def _joined(sets: list[Members], names: tuple[str, ...]) -> str:
    said = [given_words(names, given) for given in sets]
    if len(said) > 3:
        return f"in all {len(said)} tests so far"
    return " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))


def _all_neighbours(practice: Practice, _: Done) -> Judgement:
    names, target = practice.setting.names, practice.setting.target
    for x in practice.members:
        apart = practice.separated(x, target)
        if apart is not None:
            return _refused(
                f"{_separates(practice, x, target, apart)}: {names[x]} cannot stay.", (x, target, apart, True)
            )
    overlooked = [practice.unasked_separator(x, target) for x in practice.members]
    sets = sorted((given for given in overlooked if given is not None), key=len)
    if sets:
        return _refused(
            f"Not yet: one of the members is separated from {names[target]} by {_sized(sets[0])} that has "
            "not been asked."
        )
    left = sum(1 for x in practice.members for _ in practice.untested(x, target, practice.members))
    more = (
        f" HITON-PC would request {counted(left, 'more test')} to be sure, and find no separating set."
        if left
        else ""
    )
    return Judgement(True, f"Right: {_listed(practice, practice.members)} of {names[target]}.{more}")


def _listed(practice: Practice, members: Members) -> str:
    names = [practice.setting.names[x] for x in members]
    if len(names) == 1:
        return f"{names[0]} is the only neighbour"
    return f"{enumerated(names)} are the neighbours"


def _find_neighbours(practice: Practice) -> Iterator[Move]:
    """By size of the set; what separates ends the search for a member."""
    target = practice.setting.target
    for x in practice.members:
        if practice.separated(x, target) is not None:
            yield Remove(x)
    yield from _tests_with_target(practice, practice.members)
    if {*practice.members} != {*practice.setting.neighbours}:  # no set of members separates what is left
        yield from _tests_with_target(practice, practice.setting.others)
    yield Done()


def _tests_with_target(practice: Practice, pool: Members) -> Iterator[Ask]:
    """Those that were not asked, the smallest sets first."""
    target = practice.setting.target
    for size in range(len(pool)):
        for x in practice.members:
            for given in combinations([z for z in pool if z != x], size):
                if query_of(x, target, given) not in practice.answers:
                    yield Ask(x, target, given)


# Spouses


def _test_for_spouses(practice: Practice, move: Ask) -> Judgement:
    setting = practice.setting
    names, target = setting.names, setting.target
    found = _judge_any_test(practice, move)
    if found is not None:
        return found
    ends = (move.x, move.y)
    outside = [x for x in ends if x in setting.outside]
    if not outside:
        return _refused(
            f"Spouses are found among those that are separated from {names[target]}; neither {names[move.x]} "
            f"nor {names[move.y]} is."
        )
    if len(outside) > 1:
        return _refused(
            f"Neither {names[move.x]} nor {names[move.y]} is {names[target]} or a neighbour of it: such a "
            "test shows no spouse."
        )
    (x,) = outside
    apart = setting.separator(x, target)
    if target in ends and (len(move.given) != len(apart) + 1 or not {*apart} < {*move.given}):
        return _useless(
            f"What shows a spouse is the set that separates {names[x]} and {names[target]}, "
            f"{braced(names, apart)}, with one neighbour more.",
            (x, target, apart, True),
        )
    return Judgement(True)


def _spouse(practice: Practice, move: AddSpouse) -> Judgement:
    setting = practice.setting
    names, target, x, y = setting.names, setting.target, move.x, move.through
    if y not in setting.neighbours:
        return _refused(
            f"{names[y]} is no neighbour of {names[target]}: a spouse is a second cause of a neighbour."
        )
    if x not in setting.outside:
        return _refused(f"A spouse is separated from {names[target]} by some set; {names[x]} is not.")
    if (x, y) in practice.found:
        return _useless("That was found already.")
    apart = setting.separator(x, target)
    if y in apart:
        return _refused(
            f"{_separates(practice, x, target, apart)}, with {names[y]} in it: knowing {names[y]} does not "
            "make them dependent.",
            (x, target, apart, True),
        )
    given = practice.tying(x, y)
    independent = practice.answers.get(query_of(x, target, given))
    if independent is None:
        return _refused(
            f"Nothing shows yet that knowing {names[y]} makes {names[x]} and {names[target]} dependent: "
            "that test has not been asked."
        )
    if independent:
        return _refused(
            f"{names[x]} and {names[target]} stay independent {given_words(names, given)}: knowing "
            f"{names[y]} does not make them dependent.",
            (x, target, given, True),
        )
    between = practice.separated(x, y)
    if between is not None:
        return _refused(
            f"{_separates(practice, x, y, between)}: {names[x]} is no cause of {names[y]}.",
            (x, y, between, True),
        )
    overlooked = practice.unasked_separator(x, y)
    if overlooked is not None:
        return _refused(
            f"Not yet: {_sized(overlooked)} that has not been asked separates {names[x]} and {names[y]}."
        )
    return Judgement(
        True,
        f"Knowing {names[y]} makes {names[x]} and {names[target]} dependent, and nothing separates "
        f"{names[x]} and {names[y]}: a spouse.",
        answers=((x, target, given, False),),
    )


def _all_spouses(practice: Practice, _: Done) -> Judgement:
    setting = practice.setting
    names, target = setting.names, setting.target
    for x, y in sorted(setting.spouses - {*practice.found}):
        given = practice.tying(x, y)
        if practice.answers.get(query_of(x, target, given)) is False:
            return _refused(
                f"{names[x]} and {names[target]} depend on each other {given_words(names, given)}, and no "
                f"set separates {names[x]} and {names[y]}: a spouse is missing.",
                (x, target, given, False),
            )
    if setting.spouses - {*practice.found}:
        return _refused("Not yet: a test that shows a spouse has not been asked.")
    count = len({x for x, _ in setting.spouses})
    said = "there is no spouse" if not count else "one spouse" if count == 1 else f"{count} spouses"
    left = sum(1 for _ in _tying_tests(practice))
    more = f" RecogSpouses would request {counted(left, 'more test')}, and find none." if left else ""
    return Judgement(True, f"Right: {said}.{more}")


def _tying_tests(practice: Practice) -> Iterator[Ask]:
    """Those that may show a spouse and were not asked."""
    setting = practice.setting
    for x in setting.outside:
        for y in setting.neighbours:
            given = practice.tying(x, y)
            if query_of(x, setting.target, given) not in practice.answers:
                yield Ask(x, setting.target, given)


def _find_spouses(practice: Practice) -> Iterator[Move]:
    setting = practice.setting
    yield from _tying_tests(practice)
    for x in setting.outside:
        for y in setting.neighbours:
            tied = practice.answers[query_of(x, setting.target, practice.tying(x, y))] is False
            if not tied or (x, y) in practice.found or practice.separated(x, y) is not None:
                continue
            pool = (*setting.outside, setting.target, *setting.neighbours)
            near = (setting.target, *setting.neighbours)
            yield from (Ask(x, y, given) for given in practice.untested(x, y, near))
            if not setting.linked(x, y):
                yield from (Ask(x, y, given) for given in practice.untested(x, y, pool))
            yield AddSpouse(x, y)
    yield Done()


# Arrows


def _test_for_arrows(practice: Practice, move: Ask) -> Judgement:
    found = _judge_any_test(practice, move)
    if found is not None:
        return found
    if practice.setting.linked(move.x, move.y):
        names = practice.setting.names
        two = pair(move.x, move.y)
        words = f"{names[move.x]} and {names[move.y]} are linked: no set separates them."
        return Judgement(True, words, useful=False, linked=(two,))
    return Judgement(True)


def _arrow(practice: Practice, move: Orient) -> Judgement:
    names, tail, head = practice.setting.names, move.tail, move.head
    if not practice.setting.linked(tail, head):
        two = (pair(tail, head),) if tail != head else ()
        return Judgement(False, f"{names[tail]} and {names[head]} are not linked.", apart=two)
    if (tail, head) in practice.arrows:
        return _useless(f"{names[tail]} → {names[head]} was found already.")
    if (head, tail) in practice.arrows:
        rule = RULES[practice.arrows[head, tail]].title
        return _refused(f"{names[head]} → {names[tail]} was found already, by {rule}.")
    reason: Reason | None = lack(move.rule, tail, head, practice.setting, practice.arrows)
    if reason is not None:
        return Judgement(
            False, reason.words, answers=reason.answers, linked=reason.linked, apart=reason.apart
        )
    start, title = RULES[move.rule].because
    return Judgement(True, f"{names[tail]} → {names[head]} {start}{title}.")


def _all_arrows(practice: Practice, _: Done) -> Judgement:
    found = next(following(practice.setting, practice.arrows), None)
    if found is not None:
        return _refused(f"Not yet: {RULES[found[2]].title} still gives an arrow.")
    open_ones = len(practice.setting.links) - len(practice.arrows)
    said = (
        "every link has a direction"
        if not open_ones
        else f"{'one link stays' if open_ones == 1 else f'{open_ones} links stay'} open, and no rule can help"
    )
    return Judgement(True, f"Right: {said}.")


def _find_arrows(practice: Practice) -> Iterator[Move]:
    yield from (Orient(*found) for found in following(practice.setting, practice.arrows))
    yield Done()


_JUDGES: dict[tuple[Exercise, type], Callable[[Practice, Any], Judgement]] = {
    (Exercise.NEIGHBOURS, Ask): _test_for_neighbours,
    (Exercise.NEIGHBOURS, Remove): _removal,
    (Exercise.NEIGHBOURS, Done): _all_neighbours,
    (Exercise.SPOUSES, Ask): _test_for_spouses,
    (Exercise.SPOUSES, AddSpouse): _spouse,
    (Exercise.SPOUSES, Done): _all_spouses,
    (Exercise.ARROWS, Ask): _test_for_arrows,
    (Exercise.ARROWS, Orient): _arrow,
    (Exercise.ARROWS, Done): _all_arrows,
}
_MOVES: dict[Exercise, Callable[[Practice], Iterator[Move]]] = {
    Exercise.NEIGHBOURS: _find_neighbours,
    Exercise.SPOUSES: _find_spouses,
    Exercise.ARROWS: _find_arrows,
}
