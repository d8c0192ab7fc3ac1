"""The proof checker's rules for candidate spouses and spouses: CSP and SP."""

from __future__ import annotations

from collections.abc import Callable

from elcs_gui.proof.tree import Proof
from elcs_gui.trace import events as ev
from elcs_gui.trace.listings import line
from tests.proof.checker import BY_NEIGHBOURS, CHECKING, GROWING, MARGINAL, OUTSIDE, PRUNING, Checker
from tests.proof.checker_reading import ASKED_AGAIN, BlanketRead

MEASURED = ("BAMB:9", "BAMB-CL:9", "EEMB:8", "EEMB:12")
"""Lines of ASKED_AGAIN where too few rows to tell refuse a candidate."""
WITH_TARGET = ("STMB:10", "BAMB:12", "BAMB:16", "BAMB-CL:12", "BAMB-CL:16", "EEMB:15", "EEMB:19")
"""Lines that prune a spouse by a test with the target."""


class SpouseChecker(Checker):
    """Checks what a blanket alone tells."""

    def rule_for(self, kind: str) -> Callable[[Proof], None] | None:
        own = {
            "temp": self.temp,
            "no candidates": self.no_candidates,
            "in CSP": self.in_csp,
            "not in CSP": self.not_in_csp,
            "in SP": self.in_sp,
            "not in SP": self.not_in_sp,
        }
        return own.get(kind) or super().rule_for(kind)

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
        self._need((child, x) in blanket.csp, proof, "it is not")
        if proof.rule == "knowledge":
            self._leaves(proof, ("causes", (target, child)), ("causes", (x, child)))
            self._need((child, x) in blanket.known_csp, proof, "the tests told it")
            return
        self._need(proof.rule == "candidate", proof, "no such rule")
        if not self._screens or x in blanket.false:
            self._asked_again(proof, target, child, x)
            return
        self._kinds(proof, "independent", "dependent", "temp", "dependent")
        apart, again, temp, open_ = proof.premises
        one, two, three = (
            self._one(apart, blanket, *MARGINAL, *GROWING, *OUTSIDE),
            self._one(again, blanket, "RecogSpouses:11"),
            self._one(open_, blanket, "RecogSpouses:9"),
        )
        self._need(all({t.x, t.y} == {x, target} for t in (one, two, three)), proof, "another pair")
        self._need(set(two.z) == {child, *one.z} and one.z == blanket.sep[x], proof, "another set")
        self._need(temp.claim.of == (target, x) and three.z == temp.claim.given, proof, "another Temp")
        self._need(child in temp.claim.given, proof, "not linked with the child")

    def _asked_again(self, proof: Proof, target: int, child: int, x: int) -> None:
        """Apart by what separates them, if anything did, and linked once the child is known."""
        self._need(proof.premises, proof, "rests on nothing")
        *apart, again = proof.premises
        blanket = self._blanket(proof, target)
        test = self._one(again, blanket, *ASKED_AGAIN)
        about, sep = blanket.again[test.number]
        self._need(about == x and again.claim.kind == "dependent", proof, "another variable")
        self._need({*test.z} == {child, *(sep or ())}, proof, "another set")
        self._need(len(apart) == (sep is not None), proof, "separated or not")
        for one in apart:
            same = one.claim.given == tuple(sorted(sep or ()))
            self._need(one.claim.kind == "independent" and same, proof, "another set")
            self._need({*one.claim.of} == {x, target}, proof, "another pair")

    def _refuses(self, blanket: BlanketRead, target: int, child: int, test: ev.Tested, x: int) -> bool:
        if x not in (test.x, test.y):
            return False
        pair = {test.x, test.y}
        if test.number in blanket.again:
            told = test.independent or (test.at in MEASURED and test.verdict == "unreliable")
            about, sep = blanket.again[test.number]
            return told and about == x and {*test.z} == {child, *(sep or ())}
        if not test.independent:
            return False
        if test.at == "RecogSpouses:5":
            return pair == {x, child}
        linked = all(not t.independent for t in blanket.on(x, child, "RecogSpouses:5"))
        if test.at == "RecogSpouses:9":
            return pair == {x, target} and linked
        return (
            test.at == "RecogSpouses:11" and pair == {x, target} and set(test.z) == {child, *blanket.sep[x]}
        )

    def _of_nobody(self, proof: Proof, kind: str) -> bool:
        """Checks what is proved of all children at once, or of a blanket that is not begun; is it that?"""
        if len(proof.claim.of) == 2:
            self._none_of(proof, kind)
        elif proof.rule == "not learnt":
            self._no_more(proof)
            self._need(proof.claim.of[0] not in self.now.blankets, proof, "it was begun")
        else:
            return False
        return True

    def not_in_csp(self, proof: Proof) -> None:
        if self._of_nobody(proof, "not in CSP"):
            return
        target, child, x = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need((child, x) not in blanket.csp, proof, "it is a candidate")
        if proof.rule in ("no candidate", "undecidable"):
            self._kinds(proof, "independent" if proof.rule == "no candidate" else "dependent")
            test = self._one(
                proof.premises[0], blanket, "RecogSpouses:5", "RecogSpouses:9", "RecogSpouses:11",
                *ASKED_AGAIN,
            )  # fmt: skip
            self._need(self._refuses(blanket, target, child, test, x), proof, "does not follow")
        elif proof.rule == "neighbour":
            self._kinds(proof, "in PC at first")
            self._need(proof.premises[0].claim.of == (target, x) and x in blanket.first_pc, proof, "was not")
        elif proof.rule == "child outside PC":
            self._need(child not in blanket.first_pc, proof, "was inside")
            if [premise.rule for premise in proof.premises] == ["barred"]:
                self._need(proof.premises[0].claim.of == (target, child), proof, "another child")
            else:
                self._by_separation(proof, child, target, blanket, *MARGINAL, *GROWING)
        elif proof.rule == "no separator":
            self._kinds(proof, "not in Sep")
            self._need(proof.premises[0].claim.of == (target, x), proof, "another variable")
            self._need(x in blanket.not_separated, proof, "it was not looked for, or found")
        else:
            self._no_more(proof)
            tests = [t for (_, pair), ts in blanket.tests.items() if x in pair for t in ts]
            refused = any(self._refuses(blanket, target, child, test, x) for test in tests)
            self._need(proof.rule == "not asked" and not refused, proof, "it was asked")
            unfit = x in blanket.first_pc or x in blanket.not_separated or child not in blanket.first_pc
            begun = (blanket.spouses_begun if self._screens else self._among_spouses()) and unfit
            self._need(not begun, proof, "it is settled")

    def _among_spouses(self) -> bool:
        last = self.now.last
        return last is not None and line(last.at).stage in ("candidates", "spouses", "pruned")

    def no_candidates(self, proof: Proof) -> None:
        target, child = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need(set(proof.claim.given) == {x for y, x in blanket.csp if y == child}, proof, "not all")
        left = {
            x
            for x in range(len(self.now.header.names))
            if x != target and x not in blanket.first_pc and x not in proof.claim.given
        }
        not_tried = [x for x in blanket.not_separated if x not in proof.claim.given]
        found = [(premise.claim.kind, premise.claim.of) for premise in proof.premises]
        self._need(found == [("not in CSP", (target, child, x)) for x in not_tried], proof, "not all")
        left -= set(not_tried)
        if self.now.header.algorithm in BY_NEIGHBOURS:  # no others are asked about
            its_own = self.now.blankets.get(child)
            near = set() if its_own is None else set(its_own.pc)
            left = {x for x in left & near if child not in blanket.sep[x]}
        self._need(len(proof.tests) == len(left), proof, "one test each")
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
        if self.now.header.algorithm in BY_NEIGHBOURS:
            self._need(kinds == ("in PC", "in CSP", "in PC"), proof, "rests on else")
            self._need(proof.premises[2].claim.of == (child, x), proof, "another neighbour")
            kinds = kinds[:2]
        others = {"required"} if self.known.joins(x, child) else {"inseparable"}
        self._need(kinds[:2] == ("in PC", "in CSP") and set(kinds[2:]) <= others, proof, "rests on else")
        self._need(len(kinds) == 3 or not self.known.joins(x, child), proof, "it will not be tried")
        self._need(
            kinds[2:] != ("required",) or set(proof.premises[2].claim.of) == {x, child}, proof, "another edge"
        )
        self._need(proof.premises[0].claim.of == (target, child), proof, "another child")
        self._need(proof.premises[1].claim.of == (target, child, x), proof, "another candidate")
        since = blanket.sp_since.get((child, x), 0)
        self._searches(proof, x, child, blanket, *PRUNING, since=since)

    def not_in_sp(self, proof: Proof) -> None:
        if self._of_nobody(proof, "not in SP"):
            return
        target, child, x = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need((child, x) not in blanket.sp, proof, "it is a spouse")
        if proof.rule == "no candidate":
            self._kinds(proof, "not in CSP")
            self._need(proof.premises[0].claim.of == (target, child, x), proof, "another")
        elif proof.rule == "pruned":
            if [premise.claim.kind for premise in proof.premises] == ["independent"]:
                self._one(proof.premises[0], blanket, *WITH_TARGET)
                self._need({*proof.premises[0].claim.of} == {x, target}, proof, "another pair")
            else:
                self._by_separation(proof, x, child, blanket, *PRUNING)
        elif proof.rule == "child outside PC":
            self._need(child not in blanket.pc, proof, "is inside")
            self._by_separation(proof, child, target, blanket, *CHECKING)
        elif proof.rule == "barred":
            self._need((child, x) in blanket.barred_sp, proof, "it was not")
            self._need(len(proof.premises) == 1 and not proof.tests, proof, "one arrow is enough")
            arrow = proof.premises[0].claim
            self._need(arrow.kind == "forbidden" and arrow.of[1] == child, proof, "not about the child")
            self._need(arrow.of[0] in (x, target), proof, "not about the two causes")
        else:
            self._no_more(proof)
            tried = blanket.copied or (child, x) in blanket.sp
            self._need(proof.rule == "not asked" and not tried, proof, "it was asked")

    def _none_of(self, proof: Proof, kind: str) -> None:
        """Of a whole blanket: refused through every member that PC had when spouses were looked for."""
        owner, x = proof.claim.of
        blanket = self.now.blankets.get(owner)
        members = [] if blanket is None else [y for y in blanket.ever if y not in blanket.sep and y != x]
        found = [premise.claim.of for premise in proof.premises]
        self._need(found == [(owner, y, x) for y in members], proof, "not every member")
        self._need(all(premise.claim.kind == kind for premise in proof.premises), proof, "something else")
        self._need(proof.rule == ("no candidate" if members else "not learnt"), proof, "another rule")
