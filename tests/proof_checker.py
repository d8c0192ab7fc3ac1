"""A proof checker that shares nothing with the prover: it reads the trace by itself, event by event.

A node is accepted only if its claim follows, by its rule, from the verdicts it cites and from its premises,
and if every premise is accepted. Searches must be complete: every test by which the claim could fall is
cited.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from elcs_gui.trace import events as ev
from elcs_gui.trace.proof_tree import Proof
from elcs_gui.trace.trace import Trace
from tests.proof_reading import BlanketRead, Reading

GROWING, CHECKING = "HITON-PC:9", "EMB:4"
SEARCHES = {
    "HITON-PC:2": (),
    GROWING: (GROWING,),
    CHECKING: (GROWING, CHECKING),
    "RecogSpouses:20": ("RecogSpouses:20",),
}
"""The lines whose earlier tests on the same pair must have failed before a test of this line can separate."""


class Rejected(Exception):
    """The proof does not hold; the message says where."""


class Checker:
    """Checks proofs of one trace after one step."""

    def __init__(self, trace: Trace, step: int) -> None:
        self.trace = trace
        self.step = step
        self.now = Reading(trace, step)
        self._earlier: dict[int, Reading] = {step: self.now}
        self._accepted: dict[int, Proof] = {}  # the proofs are kept, so that no other gets their id

    def check(self, proof: Proof) -> None:
        """Raise `Rejected` unless the proof and all it rests on hold."""
        if id(proof) in self._accepted:
            return
        kind = proof.claim.kind
        self._need(0 <= proof.step <= self.step, proof, "stands after the step asked about")
        rules = _RULES.get(kind)
        self._need(rules is not None, proof, "unknown kind of claim")
        assert rules is not None
        rules(self, proof)
        for premise in proof.premises:
            self.check(premise)
        self._accepted[id(proof)] = proof

    # What all rules use

    def _need(self, condition: object, proof: Proof, why: str) -> None:
        if not condition:
            raise Rejected(f"{proof.claim} by {proof.rule!r}: {why}")

    def _kinds(self, proof: Proof, *kinds: str) -> None:
        found = tuple(premise.claim.kind for premise in proof.premises)
        self._need(found == kinds, proof, f"rests on {found}, not on {kinds}")

    def _no_more(self, proof: Proof, tests: int = 0, premises: int = 0) -> None:
        self._need(len(proof.tests) == tests and len(proof.premises) == premises, proof, "cites too much")

    def _blanket(self, proof: Proof, target: int) -> BlanketRead:
        self._need(target in self.now.blankets, proof, "no such blanket")
        return self.now.blankets[target]

    def _at(self, step: int) -> Reading:
        if step not in self._earlier:
            self._earlier[step] = Reading(self.trace, step)
        return self._earlier[step]

    def _one(self, proof: Proof, blanket: BlanketRead, *lines: str) -> ev.Tested:
        """The single test a node cites, which must stand in the blanket at one of the lines."""
        self._need(len(proof.tests) == 1 and proof.tests[0] in self.now.tests, proof, "needs one test")
        test, where = self.now.tests[proof.tests[0]]
        self._need(where is blanket and test.at in lines, proof, f"cites {test.at} of another place")
        return test

    def _searches(self, proof: Proof, x: int, y: int, blanket: BlanketRead, *lines: str) -> None:
        """The `inseparable` premises must together cite every test of those lines on the pair."""
        cited = [
            number
            for premise in proof.premises
            if premise.claim.kind == "inseparable" and set(premise.claim.of) == {x, y}
            for number in premise.tests
        ]
        wanted = [test.number for test in blanket.on(x, y, *lines)]
        self._need(sorted(cited) == wanted, proof, "its searches are not the trace's")

    # Tests and searches

    def verdict(self, proof: Proof) -> None:
        self._need(len(proof.tests) == 1 and not proof.premises, proof, "one test, nothing else")
        self._need(proof.tests[0] in self.now.tests, proof, "cites a test that was not asked by then")
        test, _ = self.now.tests[proof.tests[0]]
        same = {test.x, test.y} == set(proof.claim.of) and test.z == proof.claim.given
        self._need(
            same and test.independent == (proof.claim.kind == "independent"), proof, "says another thing"
        )

    def inseparable(self, proof: Proof) -> None:
        self._need(proof.tests and not proof.premises, proof, "needs tests")
        for number in proof.tests:
            self._need(number in self.now.tests, proof, "cites a test that was not asked by then")
            test, _ = self.now.tests[number]
            self._need(
                {test.x, test.y} == set(proof.claim.of) and not test.independent, proof, "was separated"
            )

    def separated(self, proof: Proof) -> None:
        x, y = proof.claim.of
        self._need(len(proof.tests) == 1 and proof.tests[0] in self.now.tests, proof, "needs one test")
        test, blanket = self.now.tests[proof.tests[0]]
        self._need(blanket is not None and test.independent and {test.x, test.y} == {x, y}, proof, "does not")
        assert blanket is not None
        self._need(test.z == proof.claim.given and test.at in SEARCHES, proof, "another set")
        before = [t.number for t in blanket.on(x, y, *SEARCHES[test.at]) if t.number < test.number]
        cited = [number for premise in proof.premises for number in premise.tests]
        self._need(
            cited == before and len(proof.premises) == bool(before), proof, "not what was tried before"
        )
        self._need(all(p.claim.kind == "inseparable" for p in proof.premises), proof, "no search")

    def _by_separation(self, proof: Proof, x: int, y: int, blanket: BlanketRead, *lines: str) -> None:
        self._kinds(proof, "separated")
        self._need(not proof.tests and set(proof.premises[0].claim.of) == {x, y}, proof, "of another pair")
        self._one(proof.premises[0], blanket, *lines)

    def _leaving(self, proof: Proof, x: int, y: int, blanket: BlanketRead) -> None:
        self._by_separation(proof, x, y, blanket, "HITON-PC:2", GROWING, CHECKING, "RecogSpouses:20")
        last = self.now.last
        self._need(
            isinstance(last, ev.Tested) and last.number == proof.premises[0].tests[0], proof, "not now"
        )

    # PC and Sep

    def in_pc(self, proof: Proof) -> None:
        target, x = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need(x in blanket.pc, proof, "it is not")
        if proof.rule == "leaving":
            self._leaving(proof, x, target, blanket)
            return
        self._need(proof.rule == "never separated", proof, "no such rule")
        self._kept(proof, target, x, GROWING, CHECKING)
        if blanket.told and any(key[0] == CHECKING for key in blanket.tests):
            self._covers(proof, blanket, x, target)

    def _kept(self, proof: Proof, target: int, x: int, *lines: str) -> None:
        blanket = self._blanket(proof, target)
        self._need(not proof.tests and proof.premises, proof, "rests on premises")
        first, *searches = proof.premises
        self._need(first.claim.kind == "dependent" and set(first.claim.of) == {x, target}, proof, "no link")
        self._one(first, blanket, "HITON-PC:2")
        self._need(all(s.claim.kind == "inseparable" for s in searches), proof, "something else")
        self._searches(proof, x, target, blanket, *lines)

    def _covers(self, proof: Proof, blanket: BlanketRead, x: int, target: int) -> None:
        """No set of at most k of the final neighbours and spouses was left out."""
        pool = {*blanket.pc, *(s for child, s in blanket.sp if child == x)} - {x}
        asked = {self.now.tests[n][0].z for p in proof.premises[1:] for n in p.tests}
        k = len(pool) if self.now.header.k is None else self.now.header.k
        wanted = {z for size in range(min(k, len(pool)) + 1) for z in combinations(sorted(pool), size)}
        self._need(wanted <= asked, proof, "sets were left out")

    def not_in_pc(self, proof: Proof) -> None:
        target, x = proof.claim.of
        if proof.rule == "not learnt":
            self._no_more(proof)
            self._need(target not in self.now.blankets, proof, "it was begun")
            return
        blanket = self._blanket(proof, target)
        self._need(x not in blanket.pc, proof, "it is in PC")
        if proof.rule == "not asked":
            self._no_more(proof)
            self._need(not blanket.on(x, target, "HITON-PC:2"), proof, "it was asked")
        elif proof.rule == "waiting":
            self._kinds(proof, "dependent")
            self._one(proof.premises[0], blanket, "HITON-PC:2")
            self._need(
                x not in blanket.ever and set(proof.premises[0].claim.of) == {x, target}, proof, "was in"
            )
        else:
            self._need(proof.rule == "separated", proof, "no such rule")
            self._by_separation(proof, x, target, blanket, "HITON-PC:2", GROWING, CHECKING)

    def in_sep(self, proof: Proof) -> None:
        target, x = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need(blanket.sep.get(x) == proof.claim.given, proof, "another set")
        self._by_separation(proof, x, target, blanket, "HITON-PC:2", GROWING)

    def not_in_sep(self, proof: Proof) -> None:
        target, x = proof.claim.of
        if proof.rule == "not learnt":
            self.not_in_pc(proof)
            return
        blanket = self._blanket(proof, target)
        self._need(x not in blanket.sep, proof, "it is in Sep")
        if proof.rule == "never separated":
            self._kept(proof, target, x, GROWING)
        elif proof.rule == "leaving":
            self._leaving(proof, x, target, blanket)
        else:
            self.not_in_pc(proof)

    # CSP and SP

    def temp(self, proof: Proof) -> None:
        target, x = proof.claim.of
        blanket = self._blanket(proof, target)
        asked = [test for y in blanket.first_pc for test in blanket.on(x, y, "RecogSpouses:5")]
        self._need(list(proof.tests) == [test.number for test in asked], proof, "not the tests of Temp")
        linked = sorted({test.x, test.y}.difference({x}).pop() for test in asked if not test.independent)
        self._need(tuple(linked) == proof.claim.given and not proof.premises, proof, "another Temp")

    def in_csp(self, proof: Proof) -> None:
        target, child, x = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need((child, x) in blanket.csp and proof.rule == "candidate", proof, "it is not")
        self._kinds(proof, "independent", "dependent", "temp", "dependent")
        apart, again, temp, open_ = proof.premises
        one, two, three = (
            self._one(apart, blanket, "HITON-PC:2", GROWING),
            self._one(again, blanket, "RecogSpouses:11"),
            self._one(open_, blanket, "RecogSpouses:9"),
        )
        self._need(all({t.x, t.y} == {x, target} for t in (one, two, three)), proof, "another pair")
        self._need(set(two.z) == {child, *one.z} and one.z == blanket.sep[x], proof, "another set")
        self._need(temp.claim.of == (target, x) and three.z == temp.claim.given, proof, "another Temp")
        self._need(child in temp.claim.given, proof, "not linked with the child")

    def _refuses(self, blanket: BlanketRead, target: int, child: int, test: ev.Tested, x: int) -> bool:
        if not test.independent or x not in (test.x, test.y):
            return False
        pair = {test.x, test.y}
        if test.at == "RecogSpouses:5":
            return pair == {x, child}
        linked = all(not t.independent for t in blanket.on(x, child, "RecogSpouses:5"))
        if test.at == "RecogSpouses:9":
            return pair == {x, target} and linked
        return (
            test.at == "RecogSpouses:11" and pair == {x, target} and set(test.z) == {child, *blanket.sep[x]}
        )

    def not_in_csp(self, proof: Proof) -> None:
        if len(proof.claim.of) == 2:
            self._none_of(proof, "not in CSP")
            return
        target, child, x = proof.claim.of
        if proof.rule == "not learnt":
            self._no_more(proof)
            self._need(target not in self.now.blankets, proof, "it was begun")
            return
        blanket = self._blanket(proof, target)
        self._need((child, x) not in blanket.csp, proof, "it is a candidate")
        if proof.rule == "no candidate":
            self._kinds(proof, "independent")
            test = self._one(
                proof.premises[0], blanket, "RecogSpouses:5", "RecogSpouses:9", "RecogSpouses:11"
            )
            self._need(self._refuses(blanket, target, child, test, x), proof, "does not follow")
        elif proof.rule == "neighbour":
            self._kinds(proof, "in PC at first")
            self._need(proof.premises[0].claim.of == (target, x) and x in blanket.first_pc, proof, "was not")
        elif proof.rule == "child outside PC":
            self._need(child not in blanket.first_pc, proof, "was inside")
            self._by_separation(proof, child, target, blanket, "HITON-PC:2", GROWING)
        else:
            self._no_more(proof)
            tests = [t for (_, pair), ts in blanket.tests.items() if x in pair for t in ts]
            refused = any(self._refuses(blanket, target, child, test, x) for test in tests)
            self._need(proof.rule == "not asked" and not refused, proof, "it was asked")
            begun = blanket.spouses_begun and (x in blanket.first_pc or child not in blanket.first_pc)
            self._need(not begun, proof, "it is settled")

    def in_pc_at_first(self, proof: Proof) -> None:
        target, x = proof.claim.of
        self._need(x in self._blanket(proof, target).first_pc, proof, "was not")
        self._kept(proof, target, x, GROWING)

    def no_candidates(self, proof: Proof) -> None:
        target, child = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need(set(proof.claim.given) == {x for y, x in blanket.csp if y == child}, proof, "not all")
        left = {
            x
            for x in range(len(self.now.header.names))
            if x != target and x not in blanket.first_pc and x not in proof.claim.given
        }
        self._need(len(proof.tests) == len(left) and not proof.premises, proof, "one test each")
        for number in proof.tests:
            test, where = self.now.tests[number]
            refused = {x for x in left if where is blanket and self._refuses(blanket, target, child, test, x)}
            self._need(len(refused) == 1, proof, "refuses nothing")
            left -= refused
        self._need(not left, proof, f"says nothing of {left}")

    def in_sp(self, proof: Proof) -> None:
        target, child, x = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need((child, x) in blanket.sp, proof, "it is not")
        if proof.rule == "leaving":
            self._leaving(proof, x, child, blanket)
            return
        self._need(proof.rule == "spouse" and not proof.tests, proof, "no such rule")
        kinds = tuple(premise.claim.kind for premise in proof.premises)
        self._need(
            kinds[:2] == ("in PC", "in CSP") and set(kinds[2:]) <= {"inseparable"}, proof, "rests on else"
        )
        self._need(proof.premises[0].claim.of == (target, child), proof, "another child")
        self._need(proof.premises[1].claim.of == (target, child, x), proof, "another candidate")
        self._searches(proof, x, child, blanket, "RecogSpouses:20")

    def not_in_sp(self, proof: Proof) -> None:
        if len(proof.claim.of) == 2:
            self._none_of(proof, "not in SP")
            return
        target, child, x = proof.claim.of
        if proof.rule == "not learnt":
            self._no_more(proof)
            self._need(target not in self.now.blankets, proof, "it was begun")
            return
        blanket = self._blanket(proof, target)
        self._need((child, x) not in blanket.sp, proof, "it is a spouse")
        if proof.rule == "no candidate":
            self._kinds(proof, "not in CSP")
            self._need(proof.premises[0].claim.of == (target, child, x), proof, "another")
        elif proof.rule == "pruned":
            self._by_separation(proof, x, child, blanket, "RecogSpouses:20")
        elif proof.rule == "child outside PC":
            self._need(child not in blanket.pc, proof, "is inside")
            self._by_separation(proof, child, target, blanket, CHECKING)
        else:
            self._no_more(proof)
            self._need(proof.rule == "not asked" and not blanket.copied, proof, "it was asked")

    def _none_of(self, proof: Proof, kind: str) -> None:
        """Of a whole blanket: refused through every member that PC had when spouses were looked for."""
        owner, x = proof.claim.of
        blanket = self.now.blankets.get(owner)
        members = [] if blanket is None else [y for y in blanket.ever if y not in blanket.sep and y != x]
        found = [premise.claim.of for premise in proof.premises]
        self._need(found == [(owner, y, x) for y in members], proof, "not every member")
        self._need(all(premise.claim.kind == kind for premise in proof.premises), proof, "something else")


_RULES: dict[str, Callable[[Checker, Proof], None]] = {
    "dependent": Checker.verdict,
    "independent": Checker.verdict,
    "inseparable": Checker.inseparable,
    "separated": Checker.separated,
    "temp": Checker.temp,
    "no candidates": Checker.no_candidates,
    "in PC": Checker.in_pc,
    "in PC at first": Checker.in_pc_at_first,
    "not in PC": Checker.not_in_pc,
    "in Sep": Checker.in_sep,
    "not in Sep": Checker.not_in_sep,
    "in CSP": Checker.in_csp,
    "not in CSP": Checker.not_in_csp,
    "in SP": Checker.in_sp,
    "not in SP": Checker.not_in_sp,
}
