"""The proof checker's rules for arrows, undecided edges, missing edges, and the sets P, C, UN and MB."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations

from elcs_gui.proof.tree import Proof
from elcs_gui.trace.events import Conflicted, Finished
from elcs_gui.trace.trace import Trace
from tests.proof.checker import BLANKET, Rejected
from tests.proof.checker_reading import Edge, Reading
from tests.proof.checker_spouses import SpouseChecker

WITHOUT_N = ("elcs-without-n", "elcs-m", "elcs-s", "elcs-b")
PAIRS = ("CausalSearch:3", "CausalSearch:9", "CausalSearch-CL:3", "CausalSearch-CL:11")
"""Lines that ask about two neighbours twice, without the target and with it."""
WEIGHING = ("PC:12a", "PCD-by-PCD:9a", "MB-by-MB:9a")
"""Lines that ask about the ends of what may be a collider."""
BLANKET_RULES = ("v-structure", "n-structure", "lemma-1a", "lemma-1b")


class EdgeChecker(SpouseChecker):
    """Checks any proof."""

    def __init__(self, trace: Trace, step: int) -> None:
        super().__init__(trace, step)
        self._checkers: dict[int, EdgeChecker] = {}

    def rule_for(self, kind: str) -> Callable[[Proof], None] | None:
        own = {
            "arrow": self.arrow,
            "adjacent": self.adjacent,
            "apart": self.no_edge,
            "no edge": self.no_edge,
            "undecided": self.undecided,
        }
        if kind in own:
            return own[kind]
        if kind.startswith("fails "):
            return self.fails
        word, _, name = kind.rpartition(" ")
        if word in ("in", "not in") and name in ("P", "C", "UN", "MB"):
            return self.member
        return super().rule_for(kind)

    def check_asked(self, proof: Proof) -> None:
        """A proof as it was asked for: what was found to the contrary stands beside an edge, as of then."""
        self.check(proof)
        expected = list(self._contrary(frozenset(proof.claim.of))) if proof.status else []
        found = [(objection.claim.kind, objection.claim.of) for objection in proof.against]
        self._need(sorted(found) == sorted(said for said, _ in expected), proof, "what speaks against it")
        when = dict(expected)
        for objection in proof.against:
            said = (objection.claim.kind, objection.claim.of)
            # Two rules may have said the same, each in its own time.
            at = objection.step if (said, objection.step) in expected else when[said]
            if at not in self._checkers:
                self._checkers[at] = EdgeChecker(self.trace, at)
            self._checkers[at].check(objection)
            self._need(
                objection.rule != "knowledge" or objection.claim.kind == "not in PC", proof, "no tests"
            )

    def _contrary(self, ends: Edge) -> Iterator[tuple[tuple[str, tuple[int, ...]], int]]:
        """What is to be said against an edge, and since when: by the run, or by the blankets."""
        now = self.now
        over = isinstance(now.last, Finished)
        learnt = {x: own for x, own in now.blankets.items() if over or x != now.current}
        told: dict[Edge, list[tuple[int, Conflicted]]] = {}
        for when, one in now.conflicts:
            told.setdefault(frozenset((one.tail, one.head)), []).append((when, one))
        denied: dict[Edge, set[tuple[int, int]]] = {}
        for own in learnt.values():
            for child, spouse in own.sp:
                for x, y in ((child, spouse), (spouse, child)):
                    if x in learnt and y not in learnt[x].pc:
                        denied.setdefault(frozenset((x, y)), set()).add((x, y))
        doubted = [ends]
        for owner, own in learnt.items():
            for child in ends - {owner} if owner in ends else ():
                shown_by = [frozenset((child, spouse)) for y, spouse in own.sp if y == child]
                if own.rules.get(child) == "spouse" and all(
                    edge in told or edge in denied for edge in shown_by
                ):
                    doubted += shown_by
        for edge in dict.fromkeys(doubted):
            for when, one in told.get(edge, ()):
                if one.kind == "asymmetry":
                    yield ("not in PC", (one.head, one.tail)), when
                else:
                    yield ("arrow", (one.tail, one.head)), when
            if edge not in told:
                yield from ((("not in PC", pair), self.step) for pair in sorted(denied.get(edge, ())))

    # Arrows

    def arrow(self, proof: Proof) -> None:
        tail, head = proof.claim.of
        self._need(not proof.tests, proof, "rests on premises")
        if proof.rule.startswith("meek"):
            self._meek(proof, tail, head)
            return
        kinds = [premise.claim.kind for premise in proof.premises]
        of = [premise.claim.of for premise in proof.premises]
        if proof.rule == "spouse":
            self._kinds(proof, "in SP")
            owner, child, spouse = of[0]
            self._need(child == head and tail in (owner, spouse), proof, "another edge")
        elif proof.rule == "n-structure":
            self._kinds(proof, "in PC", "in CSP", "in SP")
            spouse = of[1][2]
            self._need(of[0] == (tail, head) and of[1] == (tail, head, spouse), proof, "another edge")
            self._need(of[2][0] == tail and of[2][2] == spouse and of[2][1] != head, proof, "another spouse")
        elif proof.rule == "knowledge":
            self._need(of[1:] == [(head, tail)] and set(of[0]) == {tail, head}, proof, "another edge")
            self._need(kinds[0] in ("in PC", "adjacent") and kinds[1] == "forbidden", proof, "rests on else")
        elif proof.rule == "lemma-1a":
            self._kinds(proof, "in PC", "in PC", "independent", "dependent")
            other = of[1][1]
            self._need(of[:2] == [(head, tail), (head, other)] and other != tail, proof, "another edge")
            self._lemma(proof, head, tail, other, "DistinguishPC:15", proof.premises[2:])
        elif proof.rule == "lemma-1b":
            self._kinds(proof, "in PC", "arrow", "dependent", "independent")
            other = of[1][0]
            self._need(of[:2] == [(tail, head), (other, tail)], proof, "another edge")
            before = self._at(proof.step - 1)
            if self.now.header.algorithm == "cmb-sound" and other not in before.blankets[tail].rules:
                self._need(before.points(other, tail), proof, "no arrow of the graph")
            else:
                self._own_parent(proof, proof.premises[1], tail, other)
            self._lemma(proof, tail, head, other, "DistinguishPC:23", proof.premises[2:])
        elif proof.rule == "two-causes":
            self._kinds(proof, "in PC", *("arrow", kinds[2], kinds[2], "arrow", kinds[5], kinds[5]))
            self._need(of[0] == (head, tail), proof, "another edge")
            self._need(self.now.header.algorithm in ("cmb", "cmb-cl"), proof, "no rule of it")
            self._need(len({tail, of[1][0], of[4][0]}) == 3, proof, "not two causes")
            for arrow, *pair in (proof.premises[1:4], proof.premises[4:]):
                self._own_parent(proof, arrow, head, arrow.claim.of[0])
                self._need(arrow.rule == "lemma-1a", proof, "taken for a cause in the same way")
                self._lemma(proof, head, tail, arrow.claim.of[0], "", pair)
        elif proof.rule == "collider":
            told = proof.premises[2:]
            how = "independent" if self._weighs else "separated"
            self._kinds(proof, "adjacent", "adjacent", *[how] * (len(told) if self._weighs else 1))
            (other,) = set(of[1]) - {head}
            self._need(set(of[0]) == {tail, head}, proof, "another edge")
            self._need(all(set(pair) == {tail, other} for pair in of[2:]), proof, "another edge")
            self._need(all(head not in p.claim.given for p in told), proof, "they do not meet there")
            then = self._at(proof.step)
            self._need(then.joined(tail, head) and then.joined(other, head), proof, "no edge")
            if self._weighs:
                self._need(then.apart(tail, other) and told, proof, "not apart")
                cited = [p.tests[0] for p in told]
                self._need(cited == self._deciding(tail, other, then), proof, "other sets decide")
                return
            owner, x = then.first(tail, other)
            if self._rewrites:  # by the one that has just been learnt, which need not be its own neighbour
                owner, x = x, owner
                self._need(x not in then.blankets[owner].pc, proof, "not apart")
            else:
                self._need(then.apart(tail, other), proof, "not apart")
            self._need(then.blankets[owner].parted(x) == proof.premises[2].claim.given, proof, "another set")
        elif proof.rule == "confirmed":
            self._kinds(proof, "adjacent", "adjacent", "independent", "dependent")
            apart, tied = proof.premises[2:]
            (other,) = set(of[1]) - {head}
            self._need(set(of[0]) == {tail, head} and other != tail, proof, "another edge")
            self._need({*of[2]} == {*of[3]} == {tail, other}, proof, "another pair")
            self._need({*tied.claim.given} == {*apart.claim.given, head}, proof, "another set")
            self._need(head not in apart.claim.given, proof, "they do not meet there")
            asker = self.now.tests[tied.tests[0]][1]
            assert asker is not None
            self._need(asker in (self.now.blankets.get(tail), self.now.blankets.get(other)), proof, "whose?")
            self._one(apart, asker, "V-structures:3")
            self._one(tied, asker, "V-structures:4")
        elif proof.rule == "eager":
            self._eager(proof, tail, head)
        elif proof.rule == "no-cause":
            self._no_cause(proof, tail, head)
        else:
            raise Rejected(f"{proof.claim}: {proof.rule!r} from {kinds}")

    @property
    def _how(self) -> object:
        """What becomes of colliders that contradict each other."""
        usual = {"pc": "whole", "pcd-by-pcd": "first", "mb-by-mb": "first"}
        return dict(self.now.header.parameters).get("colliders", usual.get(self.now.header.algorithm))

    @property
    def _weighs(self) -> bool:
        return self._how in ("max-p", "conservative")

    def _deciding(self, a: int, c: int, then: Reading) -> list[int]:
        """The numbers of the tests that say whether a and c meet: all that found them apart, or the first
        with the largest p."""
        found = [
            test
            for test, _ in then.tests.values()
            if test.at in WEIGHING and {test.x, test.y} == {a, c} and test.independent
        ]
        if self._how == "max-p":
            found = sorted(found, key=lambda test: (-(test.p or 0.0), test.number))[:1]
        return [test.number for test in found]

    def _ambiguous(self, a: int, middle: int, c: int, then: Reading) -> list[int]:
        """The first test that found a and c apart given the middle, and the first without it."""
        if self._how != "conservative":
            return []
        asked = self._deciding(a, c, then)
        with_it = [number for number in asked if middle in then.tests[number][0].z]
        without = [number for number in asked if middle not in then.tests[number][0].z]
        return [with_it[0], without[0]] if with_it and without else []

    def _eager(self, proof: Proof, x: int, target: int) -> None:
        """Two that the target ties together; x is one of them, in what separates them, or shields one."""
        neighbour, apart, tied, *shield = proof.premises
        self._kinds(proof, "in PC", "separated", "dependent", *["separated"] * len(shield))
        blanket = self._blanket(proof, target)
        self._need(neighbour.claim.of == (target, x), proof, "another edge")
        self._one(apart, blanket, "LDECC:8")
        test = self._one(tied, blanket, "LDECC:13")
        given, pair = {*apart.claim.given}, {*apart.claim.of}
        self._need(target not in given | pair and {*tied.claim.of} == pair, proof, "another pair")
        self._need({*tied.claim.given} == {*given, target}, proof, "another set")
        self._need(test.verdict != "unreliable", proof, "nothing was measured")
        self._need(len(shield) == (x not in pair | given), proof, "a shield or none")
        for one in shield:
            self._one(one, blanket, "LDECC:14")
            self._need({*one.claim.of} <= {target, *pair} and x in one.claim.given, proof, "another shield")

    def _no_cause(self, proof: Proof, target: int, x: int) -> None:
        self._need(len(proof.premises) == 3, proof, "rests on two tests")
        neighbour, apart, other = proof.premises
        blanket = self._blanket(proof, target)
        self._need(neighbour.claim.kind == "in PC" and neighbour.claim.of == (target, x), proof, "no edge")
        self._need(apart.claim.kind == "separated", proof, "nothing is apart")
        pair, given = {*apart.claim.of}, {*apart.claim.given}
        if other.claim.kind == "arrow":
            self._one(apart, blanket, "LDECC:8")
            self._need(other.claim.of[1] == target and pair == {other.claim.of[0], x}, proof, "another pair")
            self._need(target in given, proof, "they may meet there")
            return
        self._need(other.claim.kind == "dependent", proof, "rests on else")
        test = self._one(other, blanket, "LDECC:3", "LDECC:11")
        self._need(test.verdict != "unreliable", proof, "nothing was measured")
        if test.at == "LDECC:3":
            (outside,) = pair - {target}
            self._need({*other.claim.of} == {outside, x} and {*other.claim.given} == given, proof, "else")
            self._need(x not in given, proof, "it separates them")
        else:
            self._one(apart, blanket, "LDECC:8")
            self._need({*other.claim.of} == pair and target in given, proof, "another pair")
            self._need({*other.claim.given} == {*given, x} and x not in pair | given, proof, "another set")

    def _own_parent(self, proof: Proof, parent: Proof, target: int, x: int) -> None:
        """It must be one that the target's own blanket found."""
        self._need(parent.claim.of == (x, target), proof, "the parent of another blanket")
        rules = ("lemma-1a", "two-causes", "knowledge")
        self._need(parent.rule in rules, proof, "no parent of this blanket")
        self._need(parent.premises[0].claim.kind == "in PC", proof, "the parent of another blanket")
        self._need(parent.premises[0].claim.of == (target, x), proof, "the parent of another blanket")

    def _lemma(
        self, proof: Proof, target: int, x: int, other: int, line: str, verdicts: Sequence[Proof]
    ) -> None:
        """Two tests on a pair, without the target and with it: where pairs are asked again, the last two."""
        blanket = self._blanket(proof, target)
        without, given = (self._one(premise, blanket, line, *PAIRS) for premise in verdicts)
        self._need({*given.z} == {*without.z, target} and target not in without.z, proof, "other sets")
        self._need({without.x, without.y} == {given.x, given.y} == {x, other}, proof, "another pair")
        if self._rewrites:
            self._need(given.number == without.number + 1, proof, "not asked together")
        elif self._by_pairs:
            asked = self._at(proof.step).blankets[target].on(x, other, *PAIRS)
            self._need([without, given] == asked[-2:], proof, "asked again since")
        else:
            self._need(not without.z, proof, "other sets")

    def _meek(self, proof: Proof, tail: int, head: int) -> None:
        """The premises must make a pattern of the rule, whatever the event names."""
        arrows = {p.claim.of for p in proof.premises if p.claim.kind == "arrow"}
        lines = {frozenset(p.claim.of) for p in proof.premises if p.claim.kind == "adjacent"}
        not_joined = "no edge" if self._rewrites else "apart"
        apart = {frozenset(p.claim.of) for p in proof.premises if p.claim.kind == not_joined}
        known = len(arrows) + len(lines) + len(apart)
        self._need(known == len(proof.premises), proof, "something else")
        self._need(all(p.step < proof.step for p in proof.premises), proof, "came later")
        before = self._at(proof.step - 1)
        self._need(all(before.joined(*sorted(x)) for x in lines), proof, "no edge")
        edge = frozenset((tail, head))
        open_ = lines - {edge} if self._rewrites and not before.points(tail, head) else lines
        self._need(all(before.arrow(*sorted(x)) is None for x in open_), proof, "decided before")
        for x in apart:
            far = not before.joined(*sorted(x)) if self._rewrites else before.apart(*sorted(x))
            self._need(far, proof, "not apart")
        others = {v for p in proof.premises for v in p.claim.of} - edge
        wanted: list[tuple[set[tuple[int, int]], set[frozenset[int]], set[frozenset[int]]]] = []
        if proof.rule == "meek-r1":
            wanted = [({(a, tail)}, {edge}, {frozenset((a, head))}) for a in others]
            sure = not any(self._ambiguous(a, tail, head, before) for a in others)
            self._need(sure, proof, "it may be a collider")
        elif proof.rule == "meek-r2":
            wanted = [({(tail, b), (b, head)}, {edge}, set()) for b in others]
        elif proof.rule == "meek-r3":
            wanted = [
                (
                    {(c, head), (d, head)},
                    {edge, frozenset((tail, c)), frozenset((tail, d))},
                    {frozenset((c, d))},
                )
                for c, d in combinations(sorted(others), 2)
            ]
        elif proof.rule == "meek-r4":
            self._need(self.known, proof, "a rule for knowledge alone")
            for c, d in permutations(sorted(others), 2):
                round_, open_ = {(d, c), (c, head)}, {edge, frozenset((tail, d))}
                gap = {frozenset((d, head))}
                wanted += [
                    (round_, open_ | {frozenset((tail, c))}, gap),
                    (round_ | {(tail, c)}, open_, gap),
                    (round_ | {(c, tail)}, open_, gap),
                ]
        self._need((arrows, lines, apart) in wanted, proof, "the rule has another pattern")

    # Edges without direction, and none

    def adjacent(self, proof: Proof) -> None:
        a, b = proof.claim.of
        self._need(not proof.tests, proof, "rests on premises")
        if proof.rule == "neighbour":
            self._kinds(proof, "in PC")
            self._need(set(proof.premises[0].claim.of) == {a, b}, proof, "another pair")
        else:
            self._need(proof.rule == "spouse", proof, "no such rule")
            self._kinds(proof, "in SP")
            self._need(set(proof.premises[0].claim.of[1:]) == {a, b}, proof, "another pair")

    def no_edge(self, proof: Proof) -> None:
        a, b = proof.claim.of
        then = self._at(proof.step)
        self._need(not proof.tests and not then.joined(a, b), proof, "there is an edge")
        if proof.rule == "forbidden":
            self._need(proof.claim.kind == "no edge", proof, "that does not make them apart")
            self._barred(proof, a, b)
            return
        if proof.rule == "not drawn":
            self._no_more(proof)
            self._need(self._rewrites and proof.claim.kind == "no edge", proof, "that does not count here")
            return
        wanted: list[tuple[str, tuple[int, ...]]] = [
            ("not in PC", (owner, x))
            for owner, x in ((a, b), (b, a))
            if owner in then.blankets
            and (x not in then.blankets[owner].pc or (then.blankets[owner].told and not self._rewrites))
        ]
        for owner, blanket in then.blankets.items():
            if owner not in (a, b):
                wanted += [
                    ("not in SP", (owner, child, x))
                    for child, x in ((a, b), (b, a))
                    if child in blanket.pc and x not in blanket.pc
                ]
        found = [(premise.claim.kind, premise.claim.of) for premise in proof.premises]
        self._need(sorted(found) == sorted(wanted), proof, "not all that could join them")
        learnt = any(x in then.blankets and then.blankets[x].told for x in (a, b))
        self._need(learnt == (proof.rule == "not adjacent"), proof, "known or not")
        self._need(learnt or proof.claim.kind == "no edge", proof, "nothing is known")
        self._need(
            learnt or proof.rule == ("not yet known" if wanted else "not learnt"), proof, "known or not"
        )

    def undecided(self, proof: Proof) -> None:
        a, b = proof.claim.of
        self._need(not proof.tests and self._decision(a, b) is None, proof, "it is decided")
        if proof.rule == "candidate":
            self._need(len(proof.premises) == 1, proof, "one premise")
            premise = proof.premises[0]
            self._need(premise.claim.kind in ("in SP", "in CSP"), proof, "no candidate")
            self._need(set(premise.claim.of[1:]) == {a, b}, proof, "another pair")
            owner, child, x = premise.claim.of
            spouse = (child, x) in self.now.blankets[owner].sp
            self._need(premise.claim.kind == ("in SP" if spouse else "in CSP"), proof, "not tried any more")
            return
        wanted: list[tuple[str, frozenset[int]]] = [("adjacent", frozenset((a, b)))]
        wanted += [("fails knowledge", frozenset((a, b)))] if self.known else []
        rules = ["fails " + rule for rule in (BLANKET_RULES if self._distinguished() else ())]
        if self._rewrites:
            wanted += [
                ("fails blanket", frozenset((a, b)))
                for owner, x in ((a, b), (b, a))
                if owner in self.now.blankets
                and x in self.now.blankets[owner].pc
                and not self.now.blankets[owner].told
            ]
            wanted.append(("fails released", frozenset((a, b))))
            found = [(premise.claim.kind, frozenset(premise.claim.of)) for premise in proof.premises]
            self._need(found == wanted, proof, f"{found} where {wanted} is needed")
            return
        if self.now.header.algorithm == "ldecc":
            rules = ["fails eager", "fails no-cause"]
        if self._by_pairs:
            rules = ["fails lemma-1a", "fails lemma-1b"]
            rules += ["fails two-causes"] if self.now.header.algorithm == "cmb" else []
        for owner, x in ((a, b), (b, a)):
            blanket = self.now.blankets.get(owner)
            if blanket is not None and x in blanket.pc:
                names = rules if blanket.told and rules else ["fails blanket"]
                names = [] if blanket.told and self._meets and not rules else names
                wanted += [(name, frozenset((a, b))) for name in names]
        meek = self._meek_tried(a, b) is not None
        tried = ("meek-r1", "meek-r2", "meek-r3", "meek-r4")[: 4 if self.known else 3]
        found_by = "confirmed" if self._chooses else "collider"
        wanted += [(f"fails {found_by}", frozenset((a, b)))] if self._meets else []
        wanted += [("fails " + rule, frozenset((a, b))) for rule in (tried if meek else ("meek",))]
        found = [(premise.claim.kind, frozenset(premise.claim.of)) for premise in proof.premises]
        self._need(found == wanted, proof, f"{found} where {wanted} is needed")

    @property
    def _propagates(self) -> bool:
        return self._meets or self._by_pairs or self.now.header.algorithm.startswith("elcs")

    @property
    def _by_pairs(self) -> bool:
        """Are arrows found by what knowing a variable does to pairs of its neighbours?"""
        return self.now.header.algorithm in ("cmb", "cmb-sound", "cmb-cl")

    @property
    def _rewrites(self) -> bool:
        """May arrows be written over?"""
        return self.now.header.algorithm in ("cmb-cl", "pcd-by-pcd-cl")

    @property
    def _meets(self) -> bool:
        """Are arrows found where two that are apart meet?"""
        return self.now.header.algorithm in ("pcd-by-pcd", "mb-by-mb", "pc", "elcs-sound", "lcs-fs")

    def _distinguished(self) -> bool:
        return self._screens or self.now.header.algorithm.startswith("elcs")

    def _decision(self, a: int, b: int) -> object:
        if self.now.arrow(a, b) is not None:
            return self.now.arrow(a, b)
        return (
            any(
                owner in self.now.blankets and x in self.now.blankets[owner].rules
                for owner, x in ((a, b), (b, a))
            )
            or None
        )

    def _meek_tried(self, a: int, b: int) -> Reading | None:
        """The graph in which the Meek rules last found nothing more, if the edge was in it."""
        if not self._propagates:
            return None
        then = self._at(self.now.rounds[-1])
        return then if then.joined(a, b) else None

    # Rules that fail

    def fails(self, proof: Proof) -> None:
        rule = proof.claim.kind.removeprefix("fails ")
        a, b = proof.claim.of
        if rule == "knowledge":
            self._no_more(proof)
            open_ = self.known.forbids(a, b) == self.known.forbids(b, a)
            later = "not asked" if self._distinguished() else "not used"
            self._need(proof.rule == ("no witness" if open_ else later), proof, "one direction or two")
        elif rule == "released":
            self._no_more(proof)
            drawn = "left open" if self.now.joined(a, b) else "not drawn"
            self._need(self._rewrites and proof.rule == drawn, proof, "drawn or not")
        elif proof.rule in ("not asked", "not used"):
            self._no_more(proof)
            self._open(proof, rule, a, b)
        elif rule == "collider":
            self._no_collider(proof, a, b)
        elif rule.startswith("meek"):
            self._meek_fails(proof, rule, a, b)
        elif rule == "confirmed":
            self._no_more(proof)
            self._need(self._meek_tried(a, b) is not None, proof, "not all was asked")
        elif rule in ("eager", "no-cause"):
            self._no_tie(proof, rule, a, b)
        elif proof.rule != "no witness" or rule == "blanket":
            self._need(False, proof, "another rule")
        elif rule in ("v-structure", "n-structure"):
            self._no_structure(proof, rule, a, b)
        elif self._by_pairs:
            self._no_pair(proof, rule, a, b)
        else:
            self._no_lemma(proof, rule, a, b)

    def _open(self, proof: Proof, rule: str, a: int, b: int) -> None:
        algorithm = self.now.header.algorithm
        if rule == "n-structure":
            self._need(algorithm in WITHOUT_N and proof.rule == "not used", proof, "it is used")
        elif rule == "meek":
            self._need(self._meek_tried(a, b) is None, proof, "the rules were tried")
            self._need((proof.rule == "not used") != self._propagates, proof, "used or not")
        elif rule in ("meek-r1", "meek-r3"):
            self._need(algorithm == "cmb-sound" and proof.rule == "not used", proof, "it is used")
        elif rule in ("collider", "confirmed"):
            self._need(self._meek_tried(a, b) is None and proof.rule == "not asked", proof, "it was tried")
        else:
            told = self.now.blankets[a].told
            self._need(proof.rule == ("not used" if told else "not asked"), proof, "asked or not")
            self._need(not told or not self._distinguished(), proof, "the rules were tried")

    def _no_tie(self, proof: Proof, rule: str, target: int, x: int) -> None:
        """No test that was asked shows it."""
        self._no_more(proof)
        blanket, lines = self._blanket(proof, target), {"eager": "LDECC:13", "no-cause": "LDECC:3"}
        asked = [test for (at, _), tests in blanket.tests.items() if at == lines[rule] for test in tests]
        told = [test for test in asked if test.verdict != "unreliable" and not test.independent]
        self._need(blanket.told and proof.rule == "no witness", proof, "not all was asked")
        self._need(all(x not in (test.x, test.y) for test in told), proof, "it was shown")

    def _no_structure(self, proof: Proof, rule: str, target: int, x: int) -> None:
        blanket = self._blanket(proof, target)
        candidates = [c for child, c in blanket.csp if child == x]
        through = [x] if rule == "v-structure" else blanket.pc
        wanted: list[tuple[str, tuple[int, ...]]] = [("no candidates", (target, x))]
        wanted += [("not in SP", (target, y, c)) for c in candidates for y in through]
        found = [(premise.claim.kind, premise.claim.of) for premise in proof.premises]
        self._need(found == wanted and not proof.tests, proof, "not every candidate")

    def _no_lemma(self, proof: Proof, rule: str, target: int, x: int) -> None:
        """A test for every partner: the one that shows the pattern is not there."""
        blanket = self._blanket(proof, target)
        if rule == "lemma-1a":
            first, line = False, "DistinguishPC:15"
            partners = [y for y in blanket.pc if y != x and y not in blanket.children_at_lemma_1a]
        else:
            first, line = True, "DistinguishPC:23"
            partners = blanket.parents
        self._need(not proof.premises and len(proof.tests) == len(partners), proof, "not every partner")
        for number in proof.tests:
            test, where = self.now.tests[number]
            self._need(where is blanket and test.at == line and x in (test.x, test.y), proof, "elsewhere")
            other = test.y if test.x == x else test.x
            self._need(other in partners, proof, "no partner")
            partners = [y for y in partners if y != other]
            # 1a needs independence, then dependence given T; 1b the other way round.
            self._need(test.independent == (first if test.z == () else not first), proof, "shows nothing")
            self._need(test.z in ((), (target,)), proof, "another set")

    def _no_pair(self, proof: Proof, rule: str, target: int, x: int) -> None:
        """Every time a pair with a partner was asked about, one of the two tests shows it is not so."""
        blanket = self._blanket(proof, target)
        parents = {y for y in blanket.parents if y in blanket.pc}
        graph = self._meek_tried(target, x)
        if self.now.header.algorithm == "cmb-sound" and graph is not None:
            parents |= {y for y in blanket.pc if graph.points(y, target)}
        partners = {y for y in blanket.pc if y != x} if rule == "lemma-1a" else parents - {x}
        self._need(not proof.premises and proof.rule == "no witness", proof, "rests on tests")
        if rule == "two-causes":
            self._need(len(parents) < 2 and not proof.tests, proof, "two causes are known")
            return
        wanted = []
        for y in partners:
            asked = blanket.on(x, y, *PAIRS)
            self._need(len(asked) in (2, 4), proof, "was not asked")
            for without, given in zip(asked[::2], asked[1::2], strict=True):
                self._need({*given.z} == {*without.z, target}, proof, "not asked together")
                refuting = [t for t, wants in ((without, rule == "lemma-1a"), (given, rule != "lemma-1a"))
                            if t.independent != wants]  # fmt: skip
                self._need(refuting, proof, "the rule applies")
                wanted.append({t.number for t in refuting})
        found = all(any(n in one for one in wanted) for n in proof.tests)
        each = all(len(one.intersection(proof.tests)) == 1 for one in wanted)
        self._need(found and each and len(wanted) == len(proof.tests), proof, "not every partner")

    def _no_collider(self, proof: Proof, a: int, b: int) -> None:
        """Who is linked with one end and apart from the other is parted from it by a set with that end, or
        by none that the one of them found that was learnt first."""
        graph = self._meek_tried(a, b)
        self._need(graph is not None and proof.rule == "no witness" and not proof.tests, proof, "not tried")
        assert graph is not None
        wanted: list[tuple[str, Edge, tuple[int, ...]]] = []
        for tail, middle in ((a, b), (b, a)):
            for x in range(len(self.now.header.names)):
                known = all(v in graph.blankets and graph.blankets[v].told for v in (x, middle, tail))
                if known and x != tail and graph.joined(x, middle) and not graph.joined(x, tail):
                    if self._weighs:
                        given = [graph.tests[n][0].z for n in self._deciding(tail, x, graph)]
                        holding = [z for z in given if middle in z]
                        self._need(holding or graph.points(middle, x), proof, "they meet there")
                        wanted += [("independent", frozenset((tail, x)), z) for z in holding[:1]]
                        continue
                    owner, other = graph.first(tail, x)
                    if other in graph.blankets[owner].not_separated:
                        wanted.append(("not in Sep", frozenset((tail, x)), ()))
                        continue
                    apart = graph.blankets[owner].parted(other)
                    if middle not in apart:
                        self._need(graph.points(middle, x), proof, "they meet there")
                        continue
                    wanted.append(("separated", frozenset((tail, x)), apart))
        found = [(p.claim.kind, frozenset(p.claim.of), p.claim.given) for p in proof.premises]
        self._need(Counter(found) == Counter(wanted), proof, "not all that could meet")

    def _meek_fails(self, proof: Proof, rule: str, a: int, b: int) -> None:
        graph = self._meek_tried(a, b)
        self._need(graph is not None and proof.rule == "no witness" and not proof.tests, proof, "not tried")
        sound = self.now.header.algorithm == "cmb-sound"
        self._need(not sound or rule not in ("meek-r1", "meek-r3"), proof, "it is not used")
        assert graph is not None
        adjacent, unknown, ambiguous = set(), set(), []
        for tail, head in ((a, b), (b, a)):
            told = tail in graph.blankets and graph.blankets[tail].told
            for c in range(len(self.now.header.names)):
                if c in (tail, head):
                    continue
                if graph.points(c, tail) and self._by_pairs and not told:
                    unknown.add(tail)
                elif graph.points(c, tail) and graph.apart(c, head) and self._ambiguous(c, tail, head, graph):
                    ambiguous += self._ambiguous(c, tail, head, graph)
                elif graph.points(c, tail) and not sound:
                    self._need(not graph.apart(c, head), proof, "R1 applies")
                    if graph.joined(c, head):
                        adjacent.add(frozenset((c, head)))
                    else:
                        unknown.add(c)
                self._need(not (graph.points(tail, c) and graph.points(c, head)), proof, "R2 applies")
            self._need(not (rule == "meek-r4" and self._r4_applies(graph, tail, head)), proof, "R4 applies")
        if rule == "meek-r1":
            kinds = ("adjacent", "independent")
            found = [frozenset(p.claim.of) for p in proof.premises if p.claim.kind == "adjacent"]
            unsure = [p.tests[0] for p in proof.premises if p.claim.kind == "independent"]
            self._need(len(found) == len(set(found)) and set(found) == adjacent, proof, "not what blocks R1")
            self._need(sorted(unsure) == sorted(ambiguous), proof, "not what is ambiguous")
            self._need(set(proof.claim.given) == unknown, proof, "not what is unknown")
            self._need(all(p.claim.kind in kinds for p in proof.premises), proof, "something else")
        else:
            self._need(not proof.premises, proof, "rests on nothing")

    def _r4_applies(self, graph: Reading, tail: int, head: int) -> bool:
        others = [v for v in range(len(self.now.header.names)) if v not in (tail, head)]
        return any(
            graph.points(d, c)
            and graph.points(c, head)
            and graph.joined(tail, c)
            and graph.joined(tail, d)
            and graph.arrow(tail, d) is None
            and graph.apart(d, head)
            for c, d in permutations(others, 2)
        )

    # P, C, UN, MB

    def member(self, proof: Proof) -> None:
        owner, x = proof.claim.of
        word, _, name = proof.claim.kind.rpartition(" ")
        inside = word == "in"
        blanket = self.now.blankets.get(owner)
        self._need(not proof.tests and proof.premises, proof, "rests on premises")
        self._need(proof.rule == proof.premises[0].rule or proof.rule == "dependent", proof, "another rule")
        neighbour, drawn = blanket is not None and x in blanket.pc, self.now.joined(owner, x)
        kinds = [premise.claim.kind for premise in proof.premises]
        of = [premise.claim.of for premise in proof.premises]
        if name == "MB" and blanket is not None and x in blanket.mb:
            self._need(inside and proof.rule == "dependent" and kinds == ["dependent"], proof, "it is in")
            test = self._one(proof.premises[0], blanket, *BLANKET)
            self._need(test is blanket.on(x, owner, *BLANKET)[-1], proof, "not the last that was asked")
            return
        if name == "MB" and not inside:
            self._need(kinds[:1] == ["not in PC"] and of[0] == (owner, x), proof, "a neighbour?")
            members = [] if blanket is None else [y for y in blanket.ever if y not in blanket.sep and y != x]
            self._need(of[1:] == [(owner, y, x) for y in members], proof, "not every member of PC")
            self._need(set(kinds[1:]) <= {"not in SP"}, proof, "something else")
            return
        self._need(len(proof.premises) == 1, proof, "one premise")
        if name == "MB":
            self._need(kinds[0] in ("in PC", "in SP") and of[0][0] == owner and of[0][-1] == x, proof, "no")
        elif self._rewrites and neighbour and not drawn and isinstance(self.now.last, Finished):
            self._need(not inside and proof.premises[0].rule == "not drawn", proof, "nothing is drawn")
            self._need(set(of[0]) == {owner, x}, proof, "another edge")
        elif not neighbour and not (drawn and (self._rewrites or self._chooses)):
            self._need(not inside and kinds == ["not in PC"] and of[0] == (owner, x), proof, "no neighbour")
        else:
            place = "UN" if kinds[0] == "undecided" else "C" if of[0] == (owner, x) else "P"
            self._need(kinds[0] in ("undecided", "arrow") and set(of[0]) == {owner, x}, proof, "another edge")
            self._need((place == name) == inside, proof, "the edge says otherwise")


def check(trace: Trace, step: int, proof: Proof) -> None:
    """Raise `Rejected` unless the proof holds after the step."""
    EdgeChecker(trace, step).check_asked(proof)
