"""A proof checker that shares nothing with the prover: it reads the trace by itself, event by event.

A node is accepted only if its claim follows, by its rule, from the verdicts it cites and from its premises,
and if every premise is accepted. Searches must be complete: every test by which the claim could fall is
cited.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from elcs_gui.proof.tree import Proof
from elcs_gui.trace import events as ev
from elcs_gui.trace.trace import Trace
from tests.proof.checker_known import Known
from tests.proof.checker_reading import JOINT, BlanketRead, Reading

MARGINAL = (
    "HITON-PC:2", "HITON-PC-CL:2", "MMPC:2", "MMPC-CL:2", "GetPCD:2", "PC-simple:2", "BAMB:1", "BAMB-CL:1",
    "EEMB:1", "MB-to-PC:8", "PC:3",
)  # fmt: skip
GROWING = (
    "HITON-PC:9", "HITON-PC-CL:9", "MMPC:8", "MMPC:11", "MMPC-CL:8", "MMPC-CL:11", "BAMB-CL:6", "GetPCD:8",
    "GetPCD:11", "PC-simple:6", "BAMB:6", "EEMB:6", "MB-to-PC:10", "PC:9",
)  # fmt: skip
OUTSIDE = ("HITON-PC:11a",)
BLANKET = ("MB-to-PC:3",)
"""Lines that ask whether a variable joins a blanket, and so whether that separates it."""
CHECKING = (
    "EMB:4", "EMB-sound:4", "STMB:5", "STMB:13", "BAMB:19", "BAMB:21", "EEMB:10", "EEMB:22",
    "BAMB-CL:19", "BAMB-CL:21",
)  # fmt: skip
PRUNING = ("RecogSpouses:20", "EMB-sound:10", "BAMB:14", "BAMB-CL:14", "EEMB:17")
SEARCHES = {
    **dict.fromkeys((*MARGINAL, *BLANKET), ()),
    **dict.fromkeys(GROWING, GROWING),
    **dict.fromkeys(OUTSIDE, OUTSIDE),
    **dict.fromkeys(CHECKING, (*GROWING, *CHECKING)),
    **dict.fromkeys(PRUNING, PRUNING),
    **{line: (line,) for line in ("LDECC:8", "LDECC:14")},
}
"""The lines whose earlier tests on the same pair must have failed before a test of this line can separate."""


BY_NEIGHBOURS = (
    "mmmb", "mmmb-cl", "mmmb-sym", "hiton-mb", "hiton-mb-cl", "hiton-mb-sym", "pcmb", "elcs-m", "cmb",
    "cmb-sound", "cmb-cl",
)  # fmt: skip
BY_EMB = ("elcs", "elcs-ii", "elcs-without-n", "elcs-sound", "emb", "emb-ii")


ONLY = {
    "dependent": ("test",), "independent": ("test",), "inseparable": ("search", "checked again"),
    "separated": ("separated",), "in Sep": ("separated",), "temp": ("tests",),
    "in PC at first": ("never separated", "knowledge"), "no candidates": ("no candidate",),
    "undecided": ("undecided", "candidate"),
}  # fmt: skip
"""The rules of claims that follow by one, or by one of two that their tests and premises tell apart."""


class Rejected(Exception):
    """The proof does not hold; the message says where."""


class Checker:
    """Checks proofs of one trace after one step."""

    def __init__(self, trace: Trace, step: int) -> None:
        self.trace = trace
        self.step = step
        self.now = Reading(trace, step)
        self.known = Known(trace.header.knowledge)
        self._earlier: dict[int, Reading] = {step: self.now}
        self._accepted: dict[int, Proof] = {}  # the proofs are kept, so that no other gets their id

    def check(self, proof: Proof) -> None:
        """Raise `Rejected` unless the proof and all it rests on hold."""
        if id(proof) in self._accepted:
            return
        self._need(0 <= proof.step <= self.step, proof, "stands after the step asked about")
        rule = self.rule_for(proof.claim.kind)
        self._need(rule is not None, proof, "unknown kind of claim")
        assert rule is not None
        only = ONLY.get(proof.claim.kind, (proof.rule,))
        self._need(proof.rule in only, proof, "another rule")
        try:
            rule(proof)
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError) as trouble:
            raise Rejected(f"{proof.claim}: {proof.rule!r} is not of the right shape") from trouble
        for premise in proof.premises:
            self.check(premise)
        self._accepted[id(proof)] = proof

    def rule_for(self, kind: str) -> Callable[[Proof], None] | None:
        """What checks a claim of this kind."""
        own = {
            "dependent": self.verdict,
            "independent": self.verdict,
            "inseparable": self.inseparable,
            "separated": self.separated,
            "in PC": self.in_pc,
            "in PC at first": self.in_pc_at_first,
            "not in PC": self.not_in_pc,
            "in Sep": self.in_sep,
            "not in Sep": self.not_in_sep,
            **dict.fromkeys(("forbidden", "causes", "required"), self.leaf),
        }
        return own.get(kind)

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
        test, _ = self.now.tests[proof.tests[0]]
        self._need(
            self.now.of(test, blanket) and test.at in lines, proof, f"cites {test.at} of another place"
        )
        return test

    def _searches(
        self, proof: Proof, x: int, y: int, blanket: BlanketRead, *lines: str, since: int = 0
    ) -> None:
        """The `inseparable` premises must together cite every test of those lines on the pair since then."""
        cited = [
            number
            for premise in proof.premises
            if premise.claim.kind == "inseparable" and set(premise.claim.of) == {x, y}
            for number in premise.tests
        ]
        wanted = [test.number for test in blanket.on(x, y, *lines) if test.number > since]
        self._need(sorted(cited) == wanted, proof, "its searches are not the trace's")

    @property
    def _chooses(self) -> bool:
        """Does a number decide who is a neighbour?"""
        return self.now.header.algorithm == "lcs-fs"

    @property
    def _screens(self) -> bool:
        """Is it EMB that learns blankets, with its screening of candidates and its check of PC?"""
        return self.now.header.algorithm in BY_EMB

    # What is known beforehand

    def leaf(self, proof: Proof) -> None:
        complaint = self.known.complaint(proof)
        self._need(complaint is None, proof, str(complaint))

    def _leaves(self, proof: Proof, *wanted: tuple[str, tuple[int, int]]) -> None:
        """The premises must be these things known; a required edge may be named from either end."""
        found = [
            (p.claim.kind, tuple(sorted(p.claim.of)) if p.claim.kind == "required" else p.claim.of)
            for p in proof.premises
        ]
        self._need(sorted(found) == sorted(wanted) and not proof.tests, proof, f"rests on {found}")

    def _barred(self, proof: Proof, x: int, y: int) -> None:
        self._leaves(proof, ("forbidden", (x, y)), ("forbidden", (y, x)))

    def _required(self, proof: Proof, x: int, y: int) -> None:
        self._leaves(proof, ("required", (min(x, y), max(x, y))))

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
        # The two may change parts: what was asked about y as a spouse through x is another search.
        since = blanket.sp_since.get((y, x), 0) if test.at in PRUNING else 0
        before = [t.number for t in blanket.on(x, y, *SEARCHES[test.at]) if since < t.number < test.number]
        cited = [number for premise in proof.premises for number in premise.tests]
        self._need(
            cited == before and len(proof.premises) == bool(before), proof, "not what was tried before"
        )
        self._need(all(p.claim.kind == "inseparable" for p in proof.premises), proof, "no search")

    def _by_separation(self, proof: Proof, x: int, y: int, blanket: BlanketRead, *lines: str) -> None:
        self._kinds(proof, "separated")
        self._need(not proof.tests and set(proof.premises[0].claim.of) == {x, y}, proof, "of another pair")
        if x in blanket.dropped:  # by what its own search had found
            blanket = self.now.blankets[x]
        self._one(proof.premises[0], blanket, *lines)

    def _leaving(self, proof: Proof, x: int, y: int, blanket: BlanketRead) -> None:
        self._by_separation(proof, x, y, blanket, *SEARCHES)
        last = self.now.last
        if isinstance(last, ev.Left | ev.Separated) and last.at.startswith(JOINT):
            self._need({last.target, last.x} == {x, y}, proof, "not now")  # the other way round comes next
            return
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
        if proof.rule == "knowledge":
            self._required(proof, target, x)
            return
        if proof.rule == "chosen":
            self._no_more(proof)
            self._need(self._chooses, proof, "tests decide it")
            return
        self._need(proof.rule == "never separated", proof, "no such rule")
        self._need(x not in blanket.required, proof, "it is there because it has to be")
        self._kept(proof, target, x, *GROWING, *CHECKING)
        for search in proof.premises[1:]:
            again = {self.now.tests[number][0].at in CHECKING for number in search.tests}
            self._need(again == {search.rule == "checked again"}, search, "tried again or not")
        if (
            blanket.told
            and self._screens
            and any(key[0] in ("EMB:4", "EMB-sound:4") for key in blanket.tests)
        ):
            self._covers(proof, blanket, x, target)

    def _kept(self, proof: Proof, target: int, x: int, *lines: str) -> None:
        blanket = self._blanket(proof, target)
        self._need(not proof.tests and proof.premises, proof, "rests on premises")
        first, *searches = proof.premises
        self._need(first.claim.kind == "dependent" and set(first.claim.of) == {x, target}, proof, "no link")
        self._one(first, blanket, *MARGINAL)
        self._need(all(s.claim.kind == "inseparable" for s in searches), proof, "something else")
        self._searches(proof, x, target, blanket, *lines)

    def _covers(self, proof: Proof, blanket: BlanketRead, x: int, target: int) -> None:
        """No set of at most k of the final neighbours and spouses was left out."""
        pool = {*blanket.pc, *(s for child, s in blanket.sp if child == x)} - {x}
        asked = {self.now.tests[n][0].z for p in proof.premises[1:] for n in p.tests}
        k = len(pool) if self.now.header.k is None else self.now.header.k
        wanted = {z for size in range(min(k, len(pool)) + 1) for z in combinations(sorted(pool), size)}
        self._need(wanted <= asked, proof, "sets were left out")

    def in_pc_at_first(self, proof: Proof) -> None:
        target, x = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need(x in blanket.first_pc, proof, "was not")
        if proof.rule == "knowledge":
            self._required(proof, target, x)
            return
        self._need(x not in blanket.required, proof, "it is there because it has to be")
        self._kept(proof, target, x, *GROWING)

    def not_in_pc(self, proof: Proof) -> None:
        target, x = proof.claim.of
        if proof.rule == "not learnt":
            self._no_more(proof)
            self._need(target not in self.now.blankets, proof, "it was begun")
            return
        blanket = self._blanket(proof, target)
        self._need(x not in blanket.pc or proof.claim.kind != "not in PC", proof, "it is in PC")
        if self._chooses:
            self._no_more(proof)
            self._need(proof.rule == ("not chosen" if blanket.told else "not asked"), proof, "chosen or not")
            return
        if proof.rule == "not asked":
            self._no_more(proof)
            self._need(not blanket.on(x, target, *MARGINAL), proof, "it was asked")
            self._need(not self.known.joins(x, target), proof, "it will not be asked")
        elif proof.rule == "barred":
            self._barred(proof, x, target)
        elif proof.rule == "due":
            self._need(not blanket.spouses_begun, proof, "its turn has come")
            self._required(proof, x, target)
        elif proof.rule == "waiting":
            self._need(not self.known.bars(x, target), proof, "its turn will not come")
            self._kinds(proof, "dependent")
            self._one(proof.premises[0], blanket, *MARGINAL)
            self._need(
                x not in blanket.ever and set(proof.premises[0].claim.of) == {x, target}, proof, "was in"
            )
            self._need(x not in blanket.sep, proof, "its turn has come and gone")
        else:
            self._need(proof.rule == "separated", proof, "no such rule")
            self._by_separation(proof, x, target, blanket, *MARGINAL, *BLANKET, *GROWING, *CHECKING)

    def in_sep(self, proof: Proof) -> None:
        target, x = proof.claim.of
        blanket = self._blanket(proof, target)
        self._need(blanket.sep.get(x) == proof.claim.given, proof, "another set")
        self._by_separation(proof, x, target, blanket, *MARGINAL, *BLANKET, *GROWING, *OUTSIDE)

    def not_in_sep(self, proof: Proof) -> None:
        target, x = proof.claim.of
        if proof.rule == "not learnt":
            self.not_in_pc(proof)
            return
        blanket = self._blanket(proof, target)
        self._need(x not in blanket.sep, proof, "it is in Sep")
        if proof.rule == "never separated":
            self._kept(proof, target, x, *GROWING, *OUTSIDE)
        elif proof.rule == "leaving":
            self._leaving(proof, x, target, blanket)
        elif proof.rule == "knowledge":
            self._required(proof, x, target)
        else:
            self.not_in_pc(proof)
