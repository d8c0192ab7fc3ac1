"""The rules that give an edge its direction, declared once.

Algorithms tell a rule by its id, proofs cite it, and the window, the log, the reports and the command line
say it in the words given here. How each is proved stands in `elcs_gui.proof`.
"""

from __future__ import annotations

from dataclasses import dataclass

SPOUSE, N_STRUCTURE, LEMMA_1A, LEMMA_1B = "spouse", "n-structure", "lemma-1a", "lemma-1b"
R1, R2, R3, R4 = "meek-r1", "meek-r2", "meek-r3", "meek-r4"
COLLIDER, KNOWLEDGE = "collider", "knowledge"
TWO_CAUSES = "two-causes"
EAGER, NO_CAUSE, CONFIRMED = "eager", "no-cause", "confirmed"
WEIGHT, SCORE = "weight", "score"


Seats = tuple[tuple[float, float], ...]
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """The picture of a rule: its emblem is made from it, and where its variables stand while it is drawn.

    Attributes:
        seats: the places of its variables in a unit square, from the left and from the top: first the tail
            and the head of its conclusion, then the others.
        links: what joins them beforehand, as pairs of seats.
        concludes: the arrows that follow.
        roles: what each is to the target, as the graph colours it; empty where the rule does not care.
        others: where those stand that tests name besides, of a rule for which these are now one, now two.
    """

    seats: Seats
    links: Pairs = ()
    concludes: Pairs = ((0, 1),)
    roles: tuple[str, ...] = ()
    others: Seats = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        badge: its sign on an arrow.
        pattern: what it looks for.
        because: how a sentence brings it in, as in "T → B because of a V-structure".
        table: its title in a table of results.
        cites: what a proof of it rests on, as result files say it; {c} and {d} are the others it names.
        found: why `target` has the neighbours `xs`, as half a sentence of the log; empty for a rule of the
            graph, and where it takes more than the names (`elcs_gui.trace.explain`).
        drawn: the sentence of the log on its arrow; empty where its title and what it cites will do.
        lacks: why it leaves the edge a — b as it is.
        untried: the same where there was nothing to try it on.
        otherwise: what would follow if the arrow tail → head were turned round.
        letters: what its pseudo-code calls tail, head and the others; empty where it names none.
        card: what it says in three short lines: the conclusion, what it rests on, why nothing else can be.
        of_graph: whether it rests on the local graph, and not on one blanket.
    """

    id: str
    title: str
    badge: str
    because: tuple[str, str]
    pattern: Pattern
    cites: tuple[str, ...]
    table: str = ""
    found: str = ""
    drawn: str = ""
    lacks: str = ""
    untried: str = ""
    otherwise: str = ""
    letters: str = ""
    card: tuple[str, ...] = ()
    of_graph: bool = False

    @property
    def propagates(self) -> bool:
        """Does it read the local graph alone, without any test?"""
        return bool(self.letters)

    @property
    def in_table(self) -> str:
        return self.table or self.title


def _meek(
    number: int,
    letters: str,
    pattern: Pattern,
    cites: tuple[str, ...],
    card: tuple[str, str, str],
    lacks: str,
    otherwise: str = "",
) -> Rule:
    circle = "Turned round, there would be a circle or an unseen common effect."
    title = f"Meek R{number}"
    return Rule(
        f"meek-r{number}", title, f"R{number}", ("by ", title), pattern, cites,
        lacks=lacks, otherwise=otherwise or circle, letters=letters, card=card, of_graph=True,
    )  # fmt: skip


_V = Pattern(((0, 0), (0.5, 1), (1, 0)), ((2, 1),), roles=("target", "child", "spouse"))
_N = Pattern(
    ((0, 0), (0, 1), (1, 1), (1, 0)), ((0, 2), (3, 2)), roles=("target", "child", "child", "spouse")
)  # fmt: skip
_1A = Pattern(((0, 0), (0.5, 1), (1, 0)), (), ((0, 1), (2, 1)), ("parent", "target", "parent"))
_1B = Pattern(((0.5, 0.5), (1, 1), (0, 0)), ((2, 0),), roles=("target", "child", "parent"))
_UC = Pattern(((0, 0), (0.5, 1), (1, 0)), (), ((0, 1), (2, 1)))
_CC = Pattern(((0, 0), (1, 0.5), (0, 1)), (), ((0, 1), (2, 1)))
_EC = Pattern(((0.5, 0), (0.5, 1)), roles=("parent", "target"), others=((1, 0.3), (0, 0.3)))
_NC = Pattern(((0.5, 0), (0.5, 1)), roles=("target", "child"), others=((1, 0.45), (0, 0.45)))
_2C = Pattern(
    ((0.5, 0), (0.5, 1), (0, 0.35), (1, 0.35)), ((2, 1), (3, 1)), roles=("parent", "target", *("parent",) * 2)
)  # fmt: skip
_R1 = Pattern(((0, 1), (1, 1), (0, 0)), ((2, 0),))
_R2 = Pattern(((0, 1), (1, 1), (0.5, 0)), ((0, 2), (2, 1)))
_R3 = Pattern(((0, 0.5), (1, 0.5), (0.5, 0), (0.5, 1)), ((0, 2), (2, 1), (0, 3), (3, 1)))
_R4 = Pattern(((0, 0), (1, 0), (1, 1), (0, 1)), ((0, 3), (3, 2), (2, 1), (0, 2)))
PAIR = Pattern(((0, 0.5), (1, 0.5)))
"""Of what is known about two variables alone."""

_APART_WITHOUT = ("{tail}-{head}", "{c}-{head}", "{tail},{c} separated without {head}")
_TIED_WITH = "{tail},{c} not separated with {head}"
_MEET = "{tail} → {head} ← {because}: both are linked with {head}, and separated without it"

RULES: dict[str, Rule] = {
    rule.id: rule
    for rule in (
        Rule(
            SPOUSE, "V-structure", "V", ("because of a ", "V-structure"), _V, (*_APART_WITHOUT, _TIED_WITH),
            lacks="{a} has no spouse through {b}",
            card=(
                "A is an effect of T: it has another cause, C.",
                "Some set separates C from T, yet knowing A makes them dependent.",
                "No set separates C from A, so C is a spouse of T.",
            ),
        ),
        Rule(
            N_STRUCTURE, "N-structure", "N", ("because of an ", "N-structure"), _N,
            ("{tail}-{head}", "{d} spouse of {tail} through {c}", "{d} candidate through {head}"),
            lacks="no candidate through {b} is a spouse of {a}",
            untried="nothing is a candidate through {b}",
            card=(
                "B is an effect of T, as the spouse of another effect shows.",
                "C is a spouse of T through A, and knowing B makes C depend on T as well.",
                "Were B a cause of T, that second dependence could not appear.",
            ),
        ),
        Rule(
            LEMMA_1A, "Lemma 1a", "1a", ("by ", "Lemma 1a"), _1A,
            ("{tail}-{head}", "{c}-{head}", "{tail},{c} independent", "{tail},{c} dependent given {head}"),
            lacks="no other neighbour of {a} is independent of {b} until {a} is known",
            untried="{a} has no other undecided neighbour to pair with {b}",
            card=(
                "X and Y are both causes of T.",
                "They are independent unconditionally, but not once T is known.",
                "Only a common effect links its causes in this way: T is where they meet.",
            ),
        ),
        Rule(
            LEMMA_1B, "Lemma 1b", "1b", ("by ", "Lemma 1b"), _1B,
            ("{c}->{tail}", "{tail}-{head}", "{c},{head} dependent", "{c},{head} independent given {tail}"),
            found="it depends on the cause {because}, but not once {target} is known (Lemma 1b)",
            lacks="no cause of {a} is linked with {b} by {a} alone",
            untried="no cause of {a} is known to hold {b} against",
            card=(
                "X is an effect of T.",
                "Y is a cause of T, and X depends on Y, but not once T is known.",
                "So Y acts on X through T, and the arrow leaves T.",
            ),
        ),
        Rule(
            TWO_CAUSES, "Beside two causes", "2C", ("because it stands ", "beside two causes"), _2C,
            (
                "{tail}-{head}", "{c}->{head}", "{d}->{head}",
                "{tail},{c} alike given {head}", "{tail},{d} alike given {head}",
            ),
            found="knowing {target} changes nothing between it and the causes {because}, which may mislead",
            lacks="no two causes of {a} are known to hold {b} against",
            card=(
                "X is taken for a cause of T, as A and B are.",
                "Knowing T changes nothing between X and A, and nothing between X and B.",
                "CMB's own rule, and not a sound one: an effect of T with the same two causes looks alike.",
            ),
        ),
        Rule(
            COLLIDER, "V-structure", "UC", ("because of a ", "V-structure"), _UC,
            _APART_WITHOUT, drawn=f"{_MEET}.",
            lacks="whatever is linked with only one of {a} and {b} is separated from the other by a set "
            "that holds that one",
            card=(
                "A and C are both causes of B.",
                "Both are linked with B, and some set without B separates A from C.",
                "Any other way through B would have made A and C dependent in spite of that set.",
            ),
            of_graph=True,
        ),
        Rule(
            EAGER, "Eager collider check", "EC", ("by an ", "eager collider check"), _EC,
            ("{tail}-{head}", "{c},{d} separated without {head}", "{c},{d} not separated with {head}"),
            lacks="no two variables that knowing the target makes dependent lead to this neighbour",
            otherwise="Turned round, knowing {head} could not make dependent what {tail} leads to.",
            card=(
                "A is a cause of T.",
                "Knowing T makes two variables dependent that a set separates: they meet at T or above.",
                "Neither is an effect of T, nor is A, which is one of them or on the way to them.",
            ),
        ),
        Rule(
            NO_CAUSE, "Cannot be a cause", "NC", ("because it ", "cannot be a cause"), _NC,
            ("{tail}-{head}", "{c} excludes {head}->{tail}"),
            lacks="no two tests rule out that this neighbour is a cause",
            otherwise="Turned round, the two tests could not both have come out as they did.",
            card=(
                "A is an effect of T: it is a neighbour, and two tests rule out that it is a cause.",
                "Who is apart from T depends on A, or A makes dependent what T separates.",
                "Or T separates A from a cause, which it could not if both were causes.",
            ),
        ),
        Rule(
            CONFIRMED, "Confirmed collider", "CC", ("because of a ", "confirmed collider"), _CC,
            (*_APART_WITHOUT, _TIED_WITH),
            drawn=f"{_MEET}, but not with it.",
            lacks="no two variables that are apart meet at {a} or {b}, as far as was tested",
            card=(
                "A and C are both causes of B.",
                "Some set without B separates A from C, and knowing B as well makes them dependent.",
                "That both are linked with B rests on how much they tell of it, not on a test.",
            ),
            of_graph=True,
        ),
        _meek(
            1,
            "bca",
            _R1,
            ("{c}->{tail}", "{c},{head} not adjacent"),
            (
                "B points to C.",
                "A points to B, B and C are linked, A and C are not.",
                "C → B would be a V-structure, and no test has found one.",
            ),
            "no other arrow points at {a} or {b}",
            "Turned round, {tail} would be a common effect that no test has seen.",
        ),
        _meek(
            2,
            "acb",
            _R2,
            ("{tail}->{c}", "{c}->{head}"),
            (
                "A points to C.",
                "A points to B, B points to C, and A and C are linked.",
                "C → A would close a circle.",
            ),
            "no way of arrows leads from one of {a} and {b} to the other",
            "Turned round, the arrows would run in a circle.",
        ),
        _meek(
            3,
            "abcd",
            _R3,
            ("{tail}-{c}", "{c}->{head}", "{tail}-{d}", "{d}->{head}", "{c},{d} not adjacent"),
            (
                "A points to B.",
                "C and D point to B, A is linked to all three, C and D are not linked.",
                "B → A would make a V-structure at A, and no test has found one.",
            ),
            "no two variables that are apart stand between {a} and {b} as it needs",
        ),
        _meek(
            4,
            "abcd",
            _R4,
            ("{tail}-{d}", "{d}->{c}", "{c}->{head}", "{tail},{c} adjacent", "{d},{head} not adjacent"),
            (
                "A points to B; it is tried only with background knowledge.",
                "D → C → B, A is linked to all three, B and D are not linked.",
                "B → A would close a circle, or make a V-structure that no test has found.",
            ),
            "no two arrows in a row lead round to {a} or {b} as it needs",
        ),
        Rule(
            KNOWLEDGE, "Background knowledge", "BK",
            ("by ", "background knowledge"), PAIR,
            ("{tail}-{head}", "{head}->{tail} ruled out beforehand"), table="known",
            found="the other direction is ruled out beforehand",
            lacks="it rules out neither {a} → {b} nor {b} → {a}",
            drawn="The graph gets the arrow {tail} → {head}: the other direction is ruled out beforehand.",
            card=(
                "A points to B because you said so.",
                "A tier, or an arrow that is required or forbidden, leaves it one way.",
                "No test can turn it, and none had to find it.",
            ),
        ),
        Rule(
            WEIGHT, "Weight", "w", ("by its ", "weight"), PAIR,
            ("weight of {tail} in the equation for {head}",), table="weight",
            card=(
                "A points to B because of the weight that A got in the equation for B.",
                "All weights are fitted at once, so that no arrows run in a circle.",
                "Only weights above a threshold count; no test was requested.",
            ),
        ),
        Rule(
            SCORE, "Score", "S", ("by the ", "score"), PAIR, ("score of the graph",), table="score",
            card=(
                "A points to B because the whole graph scores better with this arrow.",
                "The score is how probable the data are, given the graph.",
                "Arrows that could be turned without changing the score may point either way.",
            ),
        ),
    )
}  # fmt: skip

MEEK = (R1, R2, R3, R4)
COMPUTED = (WEIGHT, SCORE)
"""Those that rest on no test: a number decides."""
OF_BLANKET = tuple(rule.id for rule in RULES.values() if not rule.of_graph and rule.id not in COMPUTED)
"""Those by which one blanket tells what its neighbours are."""


def badge(rule: str) -> str:
    """The short sign of a rule on an edge: V, N, 1a, 1b, R1, BK; empty for what decides nothing."""
    return RULES[rule].badge if rule in RULES else ""


def of_graph(rule: str) -> bool:
    """Does it rest on the local graph, and not on one blanket?"""
    return rule in RULES and RULES[rule].of_graph


def propagates(rule: str) -> bool:
    """Is it a rule that reads the local graph alone?"""
    return rule in RULES and RULES[rule].propagates
