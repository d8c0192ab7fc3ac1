"""Proofs of what is, and what is not, in the sets of a blanket: PC, Sep, CSP and SP.

Every function takes the step up to which the trace is read. A search that was under way then is cited as far
as it had come.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.proof.index import BlanketFacts, ProofIndex
from elcs_gui.proof.thresholds import threshold_after
from elcs_gui.proof.tree import (
    ABOVE,
    CAUSES,
    DEPENDENT,
    FORBIDDEN,
    INDEPENDENT,
    INSEPARABLE,
    NO_CANDIDATES,
    NOT_ABOVE,
    REQUIRED,
    SEPARATED,
    UNJUDGED,
    Claim,
    Proof,
)
from elcs_gui.trace import listings
from elcs_gui.trace.knowledge import Knowledge, Pair, way_along

_ONCE_MORE = (listings.AGAIN, listings.AGAIN_MEASURED)
_WHOLE = (listings.GROW, listings.SHRINK, listings.GROW_CORRECTED, listings.SHRINK_CORRECTED)
_CHECKED = (listings.RECHECK, listings.RECHECK_FORGOTTEN)


class SetProver:
    """Proofs about the sets of one trace's blankets."""

    def __init__(self, index: ProofIndex) -> None:
        self.index = index
        self.known = KnowledgeProver(index.trace.header.knowledge)
        self.algorithm = find_algorithm(index.trace.header.algorithm)

    # PC and Sep

    def in_pc(self, target: int, x: int, step: int) -> Proof:
        """x is in PC(target): it depends on it, and no set asked for separates them; or it has to be."""
        blanket = self.index.blankets[target]
        entered, claim = blanket.entered[x], Claim("in PC", (target, x))
        if self._is_required(target, x):  # never asked about
            return Proof(claim, "knowledge", entered, (), (self.known.required(target, x),))
        if self.algorithm.chooses:
            return Proof(claim, "chosen", entered)
        marginal = self.index.tests(x, target, blanket, step, listings.MARGINAL)
        growing = self.index.tests(x, target, blanket, step, listings.SEARCH)
        checking = self.index.tests(x, target, blanket, step, *_CHECKED)
        if leaving := self._separating(growing) or self._separating(checking):
            return self._leaving(claim, x, target, [*growing, *checking], leaving, step)
        premises = [self.verdict(marginal[0], x, target)]
        premises += [self._search(x, target, growing)] if growing else []
        premises += [self._search(x, target, checking, "checked again")] if checking else []
        return Proof(claim, "never separated", entered, (), tuple(premises))

    def not_in_pc(self, target: int, x: int, step: int) -> Proof:
        """x is not in PC(target): separated from it, kept out by knowledge, or not yet examined."""
        claim = Claim("not in PC", (target, x))
        blanket = self.index.blanket(target, step)
        if blanket is None:
            return Proof(claim, "not learnt", step)
        if self.algorithm.chooses:
            return Proof(claim, self._unchosen(blanket, step), step)
        if self._is_required(target, x):
            return Proof(claim, "due", step, (), (self.known.required(target, x),))
        marginal = self.index.tests(x, target, blanket, step, listings.MARGINAL)
        if self._is_barred(target, x) and not (marginal and self.index.independent(marginal[0])):
            return Proof(claim, "barred", blanket.begun, (), self.known.barred(target, x))
        outside = blanket.separated.get(x, (step + 1, ()))[0] <= step
        if not marginal and not outside:
            return Proof(claim, "not asked", step)
        if (
            blanket.entered.get(x, step + 1) > step
            and not outside
            and not self.index.independent(marginal[0])
        ):
            return Proof(claim, "waiting", step, (), (self.verdict(marginal[0], x, target),))
        separated = self.separated(target, x, step)
        return Proof(claim, "separated", separated.step, (), (separated,))

    def separated(self, target: int, x: int, step: int) -> Proof:
        """x is separated from the target: by which set, after which others had failed.

        The search of the target found it; or x was dropped for what the search of x had found.
        """
        return self.separation(x, target, self._parting(target, x, step) or self._parting(x, target, step))

    def _parting(self, target: int, x: int, step: int) -> list[int]:
        """The tests of the target's search of which the last parted it from x; none if it found nothing."""
        blanket = self.index.blankets[target]
        marginal = self.index.tests(x, target, blanket, step, listings.MARGINAL)
        if marginal and self.index.independent(marginal[0]):
            return marginal
        grown = self.index.tests(x, target, blanket, step, listings.GROW)
        if not marginal and self._separating(grown) is not None:
            return grown[-1:]  # by a blanket that it did not join
        # What knowledge keeps out of PC is looked into once PC is known; all else before.
        search = self.index.tests(x, target, blanket, step, listings.SEARCH, listings.OUTSIDE, *_CHECKED)
        first = next((i for i, number in enumerate(search) if self.index.independent(number)), None)
        return [] if first is None else search[: first + 1]

    def separated_first(self, a: int, b: int, step: int) -> Proof:
        """What separates a and b, as the one of them found that was learnt first; or that it found nothing.

        Only what knowledge keeps out of PC may be neither a neighbour nor separated.
        """
        begun = self.index.blankets
        owner, x = (a, b) if begun[a].begun <= begun[b].begun else (b, a)
        if begun[owner].not_separated.get(x, step + 1) <= step:
            return self.not_in_sep(owner, x, step)
        return self.separated(owner, x, step)

    def separated_last(self, a: int, b: int, step: int) -> Proof:
        """What separates a and b, as the one of them found that was learnt last."""
        begun = self.index.blankets
        owner, x = (b, a) if begun[a].begun <= begun[b].begun else (a, b)
        return self.separated(owner, x, step)

    def in_sep(self, target: int, x: int, step: int) -> Proof:
        """Step 1 has found a set that separates x from the target."""
        separated = self.separated(target, x, step)
        claim = Claim("in Sep", (target, x), separated.claim.given)
        return Proof(claim, "separated", separated.step, (), (separated,))

    def not_in_sep(self, target: int, x: int, step: int) -> Proof:
        """Step 1 has found no such set: x is in PC, was till step 3 (which sets no Sep), or is to come.

        Or knowledge keeps x in PC, where nothing is asked about it, or out of PC, and nothing was found.
        """
        claim, blanket = Claim("not in Sep", (target, x)), self.index.blanket(target, step)
        if blanket is None:
            return Proof(claim, "not learnt", step)
        if self.algorithm.chooses:
            return Proof(claim, self._unchosen(blanket, step), step)
        if self._is_required(target, x):
            return Proof(claim, "knowledge", step, (), (self.known.required(target, x),))
        marginal = self.index.tests(x, target, blanket, step, listings.MARGINAL)
        if self._is_barred(target, x):
            if not marginal:
                return Proof(claim, "not asked", step)
        elif blanket.entered.get(x, step + 1) > step:
            outside = self.not_in_pc(target, x, step)
            rule = "leaving" if outside.rule == "separated" else outside.rule
            return Proof(claim, rule, step, (), outside.premises)
        if leaving := self._separating(marginal):
            return self._leaving(claim, x, target, marginal, leaving, step)
        search = self.index.tests(x, target, blanket, step, listings.SEARCH, listings.OUTSIDE)
        if leaving := self._separating(search):
            return self._leaving(claim, x, target, search, leaving, step)
        premises = [self.verdict(marginal[0], x, target)]
        premises += [self._search(x, target, search)] if search else []
        since = blanket.entered.get(x, premises[-1].step)
        return Proof(claim, "never separated", since, (), tuple(premises))

    # MB, where it is learnt whole

    def mb(self, target: int, x: int, step: int) -> Proof:
        """Why x is, or is not, in a blanket that is learnt without telling neighbours from spouses.

        The last test on x decides: given the blanket so far, or at the end given all others of it. Where all
        tests of a round are judged together, its p is held against the threshold of that round.
        """
        blanket = self.index.blanket(target, step)
        if blanket is None:
            return Proof(Claim("not in MB", (target, x)), "not learnt", step)
        asked = self.index.tests(x, target, blanket, step, *_WHOLE)
        joined = blanket.joined_whole(x, step)
        inside = joined is not None
        claim = Claim("in MB" if inside else "not in MB", (target, x))
        if not asked:
            return Proof(claim, "not asked", step)
        verdict = self.verdict(asked[-1], x, target)
        if self.algorithm.corrected:
            rule = self._judged(asked[-1], step, inside=inside)
            return Proof(claim, rule, verdict.step if joined is None else joined, (), (verdict,))
        if joined is not None:
            if verdict.claim.kind == INDEPENDENT:
                return Proof(claim, "leaving", step, (), (verdict,))
            return Proof(claim, "dependent", joined, (), (verdict,))
        if verdict.claim.kind == INDEPENDENT:
            return Proof(claim, "separated", verdict.step, (), (verdict,))
        return Proof(claim, "undecidable" if x in blanket.undecidable else "waiting", step, (), (verdict,))

    def _judged(self, number: int, step: int, *, inside: bool) -> str:
        """The rule where all tests of a round are judged together: this one against the threshold."""
        if not self.index.measured(number):
            return "undecidable"
        found = threshold_after(self.index.trace, number, step)
        if found is None:
            return UNJUDGED
        if found.admits(self.index.counted_p(number)):
            return NOT_ABOVE if inside else "waiting"
        return ABOVE if inside or not self.index.independent(number) else "separated"

    # CSP and SP

    def in_csp(self, target: int, child: int, x: int) -> Proof:
        """x is a candidate spouse through `child`: knowing the child links x and the target again."""
        blanket = self.index.blankets[target]
        became = blanket.candidates[child, x]
        step, claim = became - 1, Claim("in CSP", (target, child, x))
        if listings.line(self.index.trace.at(step)).with_knowledge:
            premises: tuple[Proof, ...] = self.known.causes(target, child), self.known.causes(x, child)
            return Proof(claim, "knowledge", became, (), premises)
        # The last by then, not by its set: {Y} ∪ Sep(X) is asked once for every Y in Sep(X).
        again = self.index.tests(x, target, blanket, step, *_ONCE_MORE)[-1]
        apart = self._separator_test(target, x, step)
        premises = () if apart is None else (self.verdict(apart, x, target),)
        premises += (self.verdict(again, x, target),)
        for blocked in self.index.tests(x, target, blanket, step, listings.BLOCKED):
            premises += self._temp(blanket, x, step), self.verdict(blocked, x, target)
        return Proof(claim, "candidate", became, (), premises)

    def not_in_csp(self, target: int, child: int, x: int, step: int) -> Proof:
        """x is no candidate spouse through `child`: the first condition that failed or is still open."""
        claim, blanket = Claim("not in CSP", (target, child, x)), self.index.blanket(target, step)
        if blanket is None:
            return Proof(claim, "not learnt", step)
        number = self._refusal(blanket, child, x, step)
        if number is not None:
            y = child if number in self.index.tests(x, child, blanket, step, listings.TEMP) else target
            verdict = self.verdict(number, x, y)
            rule = "no candidate" if verdict.claim.kind == INDEPENDENT else "undecidable"
            return Proof(claim, rule, verdict.step, (), (verdict,))
        if self._spouses_begun(blanket, step):
            pc = blanket.kept(step)
            if x in pc:
                return Proof(claim, "neighbour", step, (), (self._kept(target, x, step),))
            if child not in pc:
                return Proof(claim, "child outside PC", step, (), (self._outside(target, child, step),))
            if x in blanket.not_separated:
                return Proof(claim, "no separator", step, (), (self.not_in_sep(target, x, step),))
        return Proof(claim, "not asked", step)

    def no_candidates(self, target: int, child: int, step: int) -> Proof:
        """Nothing but what `given` lists is a candidate through `child`: the test that refused each other."""
        blanket = self.index.blankets[target]
        candidates = tuple(x for y, x in blanket.candidates if y == child)
        kept = {*blanket.kept(step), *candidates, target}
        outside = (x for x in range(len(self.index.trace.header.names)) if x not in kept)
        refused = self.index.first_independent(child, blanket, step, listings.TEMP)
        refusals = (refused.get(x) or self._refusal(blanket, child, x, step) for x in outside)
        tests = sorted({number for number in refusals if number is not None})
        last = self._step(tests[-1]) if tests else step
        not_tried = [x for x in blanket.not_separated if x not in candidates]
        premises = tuple(self.not_in_csp(target, child, x, step) for x in not_tried)
        claim = Claim(NO_CANDIDATES, (target, child), candidates)
        return Proof(claim, "no candidate", last, tuple(tests), premises)

    def in_sp(self, target: int, child: int, x: int, step: int) -> Proof:
        """x is a spouse through `child`: a candidate that no set asked for separates from the child.

        Nothing is asked where knowledge demands the edge between the two.
        """
        blanket, claim = self.index.blankets[target], Claim("in SP", (target, child, x))
        since, its_own = blanket.spouse_since[child, x], self.index.blanket(child, step)
        pruning = self._pruning(blanket, child, x, step)
        if leaving := self._separating(pruning):
            return self._leaving(claim, x, child, pruning, leaving, step)
        premises = [self.in_pc(target, child, step), self.in_csp(target, child, x)]
        if self.algorithm.looks_among_neighbours and its_own is not None:
            premises.append(self.in_pc(child, x, since))
        premises += [self._search(x, child, pruning)] if pruning else []
        premises += [self.known.required(x, child)] if self._is_required(child, x) else []
        return Proof(claim, "spouse", since, (), tuple(premises))

    def not_in_sp(self, target: int, child: int, x: int, step: int) -> Proof:
        """x is no spouse through `child`: never a candidate, pruned, gone with the child, or forbidden."""
        claim, blanket = Claim("not in SP", (target, child, x)), self.index.blanket(target, step)
        if blanket is None:
            return Proof(claim, "not learnt", step)
        became, pruned = blanket.candidates.get((child, x)), blanket.pruned.get((child, x))
        if became is None or became > step:
            refused = self.not_in_csp(target, child, x, step)
            return Proof(claim, "no candidate", refused.step, (), (refused,))
        if pruned is not None and pruned[0] <= step:
            last = self.index.at(pruned[0])
            search = self._pruning(blanket, child, x, pruned[0])
            parted = self.separation(x, child, search) if last in search else self.verdict(last, x, target)
            return Proof(claim, "pruned", pruned[0], (), (parted,))
        if blanket.spouse_since.get((child, x), step + 1) > step:
            return Proof(claim, "not asked", step)
        if blanket.is_barred(child, x, step):
            tail = x if self.known.knowledge.forbids(x, child) else target
            return Proof(claim, "barred", blanket.barred[child, x], (), (self.known.forbidden(tail, child),))
        gone = self.separated(target, child, step)
        return Proof(claim, "child outside PC", blanket.false[child][0], (), (gone,))

    # Parts

    def _unchosen(self, blanket: BlanketFacts, step: int) -> str:
        done = blanket.complete_at is not None and blanket.complete_at <= step
        return "not chosen" if done else "not asked"

    def _pruning(self, blanket: BlanketFacts, child: int, x: int, step: int) -> list[int]:
        """The tests on x and the child since x was in SP(child)."""
        since = self.index.at(blanket.spouse_since[child, x])
        return [
            number for number in self.index.tests(x, child, blanket, step, listings.PRUNE) if number > since
        ]

    def _kept(self, target: int, x: int, step: int) -> Proof:
        """x was in PC when step 2 began, whatever became of it in step 3."""
        blanket, claim = self.index.blankets[target], Claim("in PC at first", (target, x))
        if self._is_required(target, x):
            return replace(self.in_pc(target, x, step), claim=claim)
        marginal = self.index.tests(x, target, blanket, step, listings.MARGINAL)
        growing = self.index.tests(x, target, blanket, step, listings.SEARCH)
        premises = [self.verdict(marginal[0], x, target)]
        premises += [self._search(x, target, growing)] if growing else []
        return Proof(claim, "never separated", blanket.entered[x], (), tuple(premises))

    def _outside(self, target: int, x: int, step: int) -> Proof:
        """x was not in PC when step 2 began."""
        outside = self.not_in_pc(target, x, step)
        return outside if outside.rule == "barred" else self.separated(target, x, step)

    def _is_required(self, target: int, x: int) -> bool:
        return x in self.known.knowledge.required_neighbours(target)

    def _is_barred(self, target: int, x: int) -> bool:
        return bool(self.known.knowledge) and self.known.knowledge.bars(target, x)

    def _refusal(self, blanket: BlanketFacts, child: int, x: int, step: int) -> int | None:
        """The test by which x is no candidate through `child`, by the step."""
        index, target = self.index, blanket.target
        for number in index.tests(x, child, blanket, step, listings.TEMP):
            if index.independent(number):
                return number
        again = index.tests(x, target, blanket, step, *_ONCE_MORE)
        screened = index.tests(x, target, blanket, step, listings.BLOCKED)
        for number in screened:
            if index.independent(number):
                return number
            temp = index.given(number)
            through = [y for y in blanket.kept(step) if y in temp]
            if child not in through:
                continue
            if through.index(child) < len(again):
                asked = again[through.index(child)]
                return asked if index.independent(asked) else None
            # Its turn has not come, but the same set may have been asked about for another in Sep(X).
            return next((n for n in again if self._refuses(n, blanket, child, x)), None)
        if not screened and blanket.candidates.get((child, x), step + 1) > step:
            return next((n for n in again if self._refuses(n, blanket, child, x)), None)
        return None

    def _refuses(self, again: int, blanket: BlanketFacts, child: int, x: int) -> bool:
        """Did it ask about x given what separated it from the target by then, and the child, in vain?"""
        refused = self.index.independent(again) or (
            self.index.serves(again, listings.AGAIN_MEASURED) and not self.index.measured(again)
        )
        if not refused:
            return False
        apart = self._separator_test(blanket.target, x, self._step(again) - 1)
        sep = () if apart is None else self.index.given(apart)
        return {*self.index.given(again)} == {child, *sep}

    def _spouses_begun(self, blanket: BlanketFacts, step: int) -> bool:
        lines, places = self.index.trace.lines()
        if blanket.copied is not None and blanket.copied <= step:
            return True
        return blanket.begun < step and listings.stage(lines[places[step - 1]]) in (
            "candidates",
            "spouses",
            "pruned",
        )

    def _separator_test(self, target: int, x: int, step: int) -> int | None:
        """The test that gave Sep(x), by the step; None if there was none, or it was not kept."""
        index, blanket = self.index, self.index.blankets[target]
        gone = blanket.separated.get(x) or blanket.false.get(x)
        if gone is None or gone[0] > step:
            return None
        (first,) = self.separated(target, x, gone[0]).tests
        if not index.serves(first, listings.RECHECK_FORGOTTEN):
            return first
        again = index.tests(x, target, blanket, step, listings.RECHECK)
        return next((number for number in reversed(again) if index.independent(number)), None)

    def _temp(self, blanket: BlanketFacts, x: int, step: int) -> Proof:
        """Which members of PC x depends on: one test each."""
        asked = [n for y in blanket.kept(step) for n in self.index.tests(x, y, blanket, step, listings.TEMP)]
        (blocked,) = self.index.tests(x, blanket.target, blanket, step, listings.BLOCKED)
        claim = Claim("temp", (blanket.target, x), self.index.given(blocked))
        return Proof(claim, "tests", self._step(asked[-1]), tuple(asked))

    def _separating(self, search: list[int]) -> int | None:
        """The test of a search that separated: its last, if any."""
        return search[-1] if search and self.index.independent(search[-1]) else None

    def _leaving(self, claim: Claim, x: int, y: int, search: list[int], last: int, step: int) -> Proof:
        """Still in a set, though the test just asked separates x from y: it leaves with the next event."""
        asked = search[: search.index(last) + 1]
        return Proof(claim, "leaving", step, (), (self.separation(x, y, asked),))

    def separation(self, x: int, y: int, search: list[int]) -> Proof:
        """The last test of a search separated x from y, those before it did not."""
        *before, last = search
        premises = (self._search(x, y, before),) if before else ()
        return Proof(
            Claim(SEPARATED, (x, y), self.index.given(last)), "separated", self._step(last), (last,), premises
        )

    def _search(self, x: int, y: int, tests: list[int], rule: str = "search") -> Proof:
        return Proof(Claim(INSEPARABLE, (x, y)), rule, self._step(tests[-1]), tuple(tests))

    def verdict(self, number: int, x: int, y: int) -> Proof:
        kind = INDEPENDENT if self.index.independent(number) else DEPENDENT
        return Proof(Claim(kind, (x, y), self.index.given(number)), "test", self._step(number), (number,))

    def _step(self, number: int) -> int:
        return self.index.step_of(number)


_BEFORE_ALL = 0
"""What is known stands from the start."""


class KnowledgeProver:
    """Proofs from one run's background knowledge, which must say what is to be proved."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def forbidden(self, tail: int, head: int) -> Proof:
        """There can be no arrow tail → head: said so, by the tiers, or because arrows lead the other way."""
        return self._forbidden(tail, head, self.knowledge.derived)

    def barred(self, x: int, y: int) -> tuple[Proof, Proof]:
        """There can be no edge between x and y: neither arrow."""
        return self.forbidden(x, y), self.forbidden(y, x)

    def causes(self, tail: int, head: int) -> Proof:
        """tail → head is certain: required, or the one direction that a required edge can have."""
        claim, derived = Claim(CAUSES, (tail, head)), self.knowledge.derived
        if (tail, head) in self.knowledge.required:
            return Proof(claim, "required", _BEFORE_ALL)
        earlier = derived[: derived.index((tail, head))]
        premises = (self.required(tail, head), self._forbidden(head, tail, earlier))
        return Proof(claim, "one direction", _BEFORE_ALL, (), premises)

    def required(self, x: int, y: int) -> Proof:
        """There must be an edge between x and y. An arrow is claimed from its tail."""
        for pair in ((x, y), (y, x)):
            if pair in self.knowledge.required:
                return Proof(Claim(REQUIRED, pair), "arrow", _BEFORE_ALL)
        return Proof(Claim(REQUIRED, (x, y)), "edge", _BEFORE_ALL)

    def _forbidden(self, tail: int, head: int, derived: tuple[Pair, ...]) -> Proof:
        """The same from the required arrows and these others only, so that no proof rests on itself."""
        claim, knowledge = Claim(FORBIDDEN, (tail, head)), self.knowledge
        if (head, tail) not in knowledge.required:
            if (tail, head) in knowledge.forbidden:
                return Proof(claim, "forbidden", _BEFORE_ALL)
            if knowledge.later(tail, head):
                return Proof(claim, "tiers", _BEFORE_ALL)
        way = way_along((*knowledge.required, *derived), head, tail)
        assert way is not None  # nothing else can forbid it
        premises = tuple(self.causes(*arrow) for arrow in pairwise(way))
        return Proof(claim, "circle", _BEFORE_ALL, (), premises)
