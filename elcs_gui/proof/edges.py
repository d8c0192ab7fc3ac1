"""Proofs of arrows, undecided edges and missing edges.

An arrow is proved as of the step at which it was found: what came later cannot change it. Undecided and
missing edges are proved as of the step asked about. An undecided edge rests on why no rule decides it: for
each rule, the first premise that failed and the tests that show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from elcs_gui.proof.colliders import ColliderProver, meeting
from elcs_gui.proof.computed import ComputedProver
from elcs_gui.proof.index import BlanketFacts, ProofIndex
from elcs_gui.proof.sets import SetProver
from elcs_gui.proof.ties import TieProver
from elcs_gui.proof.tree import ADJACENT, APART, ARROW, FAILS, NO_EDGE, UNDECIDED, Claim, Proof
from elcs_gui.proof.weakest import strongest
from elcs_gui.trace import events as ev
from elcs_gui.trace import rules
from elcs_gui.trace.conflicts import DENIAL, OVERWRITTEN, Dispute, about, disputes
from elcs_gui.trace.cycles import cycles_at
from elcs_gui.trace.listings import PAIR, stage
from elcs_gui.trace.outcome import pair
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace

_Adjacent = Callable[[int, int, int], Proof]


def _on_cycles(proof: Proof, trace: Trace, step: int) -> Proof:
    if proof.claim.kind != ARROW:
        return proof
    cycles = tuple(each for each in cycles_at(trace, step) if pair(*proof.claim.of) in each.edges)
    return replace(proof, cycles=cycles) if cycles else proof


class EdgeProver:
    """Proofs about the edges of one trace."""

    def __init__(self, index: ProofIndex, sets: SetProver) -> None:
        self.index = index
        self.sets = sets
        self.computed = ComputedProver(index.trace)
        self._ties = TieProver(index, sets, self._found)
        self._colliders = ColliderProver(index, sets)
        self._failures = _FailureProver(index, sets, self._colliders, self.adjacent)
        self._arrows: dict[int, Proof] = {}
        """Of the local graph, by the step that drew them."""
        self._rewrites = sets.algorithm.rewrites
        self._disputed: tuple[int, tuple[Dispute, ...]] = (0, ())
        """By how many facts were told."""

    def edge(self, a: int, b: int, step: int) -> Proof:
        """What is between a and b after the step, and why; of an arrow also the cycle that it lies on."""
        return _on_cycles(self._edge(a, b, step), self.index.trace, step)

    def _edge(self, a: int, b: int, step: int) -> Proof:
        if self.computed.speaks(step):
            return self._apart_by_tests(a, b, step) or self.computed.edge(a, b, step)
        proof = self.arrow(a, b, step) or self._undecided(a, b, step) or self._candidate(a, b, step)
        if proof is None:
            proof = self._forbidden(a, b, step) or self._no_edge(a, b, step)
        return self.with_disputes(proof, step)

    def _apart_by_tests(self, a: int, b: int, step: int) -> Proof | None:
        """Where tests separated them before the graph was computed, so that it could not join them."""
        found = tuple(
            self.sets.not_in_pc(target, x, step)
            for target, x in ((a, b), (b, a))
            if (blanket := self.index.blanket(target, step)) is not None and x in blanket.separated
        )
        return Proof(Claim(NO_EDGE, (a, b)), "not adjacent", step, (), found) if found else None

    def with_disputes(self, proof: Proof, step: int) -> Proof:
        """A proof of an edge with what contradicts it, or an edge that it rests on; its own come first."""
        a, b = proof.claim.of
        found = sorted(about(self._disputes(step), a, b), key=lambda one: one.ends != pair(a, b))
        if not found:
            return proof
        against = (objection for dispute in found for objection in self._against(dispute, step))
        return replace(proof, against=tuple(against), disputes=tuple(found))

    # Arrows

    def arrow(self, a: int, b: int, step: int) -> Proof | None:
        """The arrow between a and b in either direction: of the local graph, else of a blanket."""
        if self.computed.speaks(step):
            return self.computed.arrow(a, b, step)
        written = self.index.arrow(a, b, step)
        if written is not None:
            return self._written(*written)
        for target, x in ((a, b), (b, a)):
            blanket = self.index.blanket(target, step)
            if blanket is not None and blanket.decision(x, step) is not None:
                return self._found(blanket, x)
        latest = self.index.latest(step)
        if latest is not None:
            for child, x in ((a, b), (b, a)):
                found = latest.decision(child, step)
                if latest.is_spouse(child, x, step) and found is not None and child in found.children:
                    return self._spouse_arrow(latest, child, x)
        return None

    def _written(self, step: int, fact: ev.Oriented) -> Proof:
        """An arrow of the local graph. What it rests on is proved first, oldest first: no recursion."""
        ahead = [(step, fact)]
        wanted = {step: fact}
        while ahead:
            when, arrow = ahead.pop()
            for below, premise in self._arrows_below(arrow, when):
                if below not in wanted and below not in self._arrows:
                    wanted[below] = premise
                    ahead.append((below, premise))
        for when in sorted(wanted.keys() - self._arrows.keys()):
            self._arrows[when] = self._by_rule(wanted[when], when)
        return self._arrows[step]

    def _arrows_below(self, fact: ev.Oriented, step: int) -> list[tuple[int, ev.Oriented]]:
        """The arrows of the graph that a rule rests on."""
        if fact.rule == rules.LEMMA_1B and fact.because:  # with a cause that was found elsewhere
            cause = self.index.arrow(fact.because[0], fact.tail, step - 1)
            return [] if cause is None else [cause]
        if not rules.propagates(fact.rule):
            return []
        around = (fact.tail, fact.head, *fact.because)
        found = (self.index.arrow(x, y, step - 1) for x, y in combinations(around, 2))
        return [arrow for arrow in found if arrow is not None]

    def _by_rule(self, fact: ev.Oriented, step: int) -> Proof:
        if fact.rule in _BY_GRAPH:
            return _BY_GRAPH[fact.rule](self, fact, step)
        tail, head, blankets = fact.tail, fact.head, self.index.blankets
        if fact.rule == rules.SPOUSE and fact.because:
            return self._spouse_arrow(blankets[fact.because[0]], head, tail)
        if rules.RULES[fact.rule].pattern.roles[0] == "target":
            return self._found(blankets[tail], head)
        return self._found(blankets[head], tail)

    def _found(self, blanket: BlanketFacts, x: int) -> Proof:
        """x is a parent or a child of the blanket's target."""
        step, fact = blanket.decided[x]
        return _BY_BLANKET[fact.rule](self, blanket, x, fact, step)

    def _known(self, tail: int, head: int, joined: Proof, step: int) -> Proof:
        """tail → head, since the other direction is ruled out beforehand."""
        premises = (joined, self.sets.known.forbidden(head, tail))
        return Proof(Claim(ARROW, (tail, head)), rules.KNOWLEDGE, step, (), premises)

    def _known_neighbour(self, blanket: BlanketFacts, x: int, fact: ev.Found, step: int) -> Proof:
        target = blanket.target
        tail, head = (target, x) if x in fact.children else (x, target)
        return self._known(tail, head, self.sets.in_pc(target, x, step), step)

    def _v_structure(self, blanket: BlanketFacts, x: int, spouses: Sequence[int], step: int) -> Proof:
        """target → x, since spouses are found through x."""
        claim = Claim(ARROW, (blanket.target, x))
        ways = [(self.sets.in_sp(blanket.target, x, spouse, step),) for spouse in spouses]
        return self._strongest(claim, rules.SPOUSE, step, ways)

    def _n_structure(self, blanket: BlanketFacts, x: int, shared: Sequence[int], step: int) -> Proof:
        """target → x, since spouses through other children became candidates through x."""
        target, sets = blanket.target, self.sets
        neighbour = sets.in_pc(target, x, step)
        structures = [
            (neighbour, sets.in_csp(target, x, spouse), sets.in_sp(target, through, spouse, step))
            for through, spouse in blanket.spouses(step)
            if spouse in shared
        ]
        return self._strongest(Claim(ARROW, (target, x)), rules.N_STRUCTURE, step, structures)

    def _strongest(self, claim: Claim, rule: str, step: int, ways: Sequence[tuple[Proof, ...]]) -> Proof:
        """A child may have several spouses, any of which shows that it is one: the firmest proof is given."""
        return strongest(self.index.trace, [Proof(claim, rule, step, (), premises) for premises in ways])

    def _both_causes(self, blanket: BlanketFacts, x: int, fact: ev.Found, step: int) -> Proof:
        """x → target, since x and another neighbour are apart until the target is known."""
        (other,) = (parent for parent in (*fact.parents, *fact.because) if parent != x)
        return self._meeting(blanket, x, other, step)

    def _meeting(self, blanket: BlanketFacts, x: int, other: int, step: int) -> Proof:
        """Lemma 1a of x and another neighbour: the target is where they meet."""
        claim, in_pc = Claim(ARROW, (x, blanket.target)), self.sets.in_pc
        neighbours = (in_pc(blanket.target, x, step), in_pc(blanket.target, other, step))
        asked = self._pair(blanket, x, other, step, rules.LEMMA_1A)
        return Proof(claim, rules.LEMMA_1A, step, (), (*neighbours, *asked))

    def _beside_cause(self, blanket: BlanketFacts, x: int, cause: int, step: int) -> Proof:
        """Lemma 1b: target → x, since what x has from a cause of the target comes through the target."""
        claim, in_pc = Claim(ARROW, (blanket.target, x)), self.sets.in_pc
        asked = self._pair(blanket, x, cause, step, rules.LEMMA_1B)
        beside = self._cause(blanket, cause, step)
        return Proof(claim, rules.LEMMA_1B, step, (), (in_pc(blanket.target, x, step), beside, *asked))

    def _cause(self, blanket: BlanketFacts, x: int, step: int) -> Proof:
        """x → target, as the blanket found, or else the graph; or as it was found before it was forgotten."""
        found = blanket.decision(x, step)
        if found is not None and x in found.parents:
            return self._found(blanket, x)
        if not self._rewrites:
            written = self.index.arrow(x, blanket.target, step)
            assert written is not None
            return self._written(*written)
        others = (y for y in blanket.pc(step) if y != x)
        other = next(y for y in others if self._asked(blanket, x, y, step, rules.LEMMA_1A))
        return self._meeting(blanket, x, other, step)

    def _pair(self, blanket: BlanketFacts, x: int, other: int, step: int, rule: str) -> Iterator[Proof]:
        """What was last asked about two neighbours, without the target and with it, that serves the rule."""
        asked = self._asked(blanket, x, other, step, rule)
        return (self.sets.verdict(number, x, other) for number in asked[-1])

    def _asked(
        self, blanket: BlanketFacts, x: int, other: int, step: int, rule: str
    ) -> list[tuple[int, int]]:
        """All that serve it, each without the target and with it."""
        index = self.index
        asked = index.tests(x, other, blanket, step, rule, PAIR)
        found = []
        for without, given in zip(asked[::2], asked[1::2], strict=False):
            apart, then = index.independent(without), index.independent(given)
            if rule == rules.TWO_CAUSES:  # a released program may also ask given one of the two itself
                serves = apart == then and not {x, other} & {*index.given(without)}
            else:
                serves = apart != then and apart == (rule == rules.LEMMA_1A)
            if serves:
                found.append((without, given))
        return found

    def _beside_two_causes(self, blanket: BlanketFacts, x: int, causes: Sequence[int], step: int) -> Proof:
        """x → target, since knowing the target changes nothing between x and either of two causes."""
        premises = [self.sets.in_pc(blanket.target, x, step)]
        for cause in causes:
            premises.append(self._cause(blanket, cause, step))
            premises += self._pair(blanket, x, cause, step, rules.TWO_CAUSES)
        return Proof(Claim(ARROW, (x, blanket.target)), rules.TWO_CAUSES, step, (), tuple(premises))

    def _spouse_arrow(self, blanket: BlanketFacts, child: int, spouse: int) -> Proof:
        """spouse → child, since both the spouse and the blanket's target are causes of the child."""
        step, _ = blanket.decided[child]
        premise = self.sets.in_sp(blanket.target, child, spouse, step)
        return Proof(Claim(ARROW, (spouse, child)), rules.SPOUSE, step, (), (premise,))

    def _collider(self, tail: int, head: int, other: int, step: int) -> Proof:
        """tail → head ← other: both are linked with head, which is not in what separates them."""
        if self._rewrites:
            apart: tuple[Proof, ...] = (self.sets.separated_last(tail, other, step),)
        else:
            apart = self._colliders.deciding(tail, head, other, step)
        premises = (self.adjacent(tail, head, step), self.adjacent(other, head, step), *apart)
        return Proof(Claim(ARROW, (tail, head)), rules.COLLIDER, step, (), premises)

    def _confirmed(self, tail: int, head: int, step: int) -> Proof:
        """tail → head ← other: the last two tests found the two apart, but not once head is known."""
        tied = self.index.at(step)
        (other,) = {*self.index.pair(tied)} - {tail}
        premises = (
            self.adjacent(tail, head, step),
            self.adjacent(other, head, step),
            self.sets.verdict(tied - 1, tail, other),
            self.sets.verdict(tied, tail, other),
        )
        return Proof(Claim(ARROW, (tail, head)), rules.CONFIRMED, step, (), premises)

    def _by_meek(self, fact: ev.Oriented, step: int) -> Proof:
        """Everything that holds among the rule's variables: arrows, edges, and who is apart."""
        before = step - 1
        premises = []
        for x, y in combinations((*fact.because, fact.tail, fact.head), 2):
            arrow = self.index.arrow(x, y, before)
            if arrow is not None and {x, y} != {fact.tail, fact.head}:
                premises.append(self._arrows[arrow[0]])
            elif self.index.joins(x, y, before) is not None:
                premises.append(self.adjacent(x, y, before))
            elif self._rewrites:  # there, what is not drawn counts as not adjacent
                premises.append(not_drawn(x, y, before))
            else:
                premises.append(self.apart(x, y, before))
        return Proof(Claim(ARROW, (fact.tail, fact.head)), fact.rule, step, (), tuple(premises))

    # Adjacent and apart

    def adjacent(self, a: int, b: int, step: int) -> Proof:
        """Something joins a and b: one is in the other's PC, or they are spouse and child of a third."""
        joined = self.index.joins(a, b, step)
        until = step if joined is None else joined
        claim = Claim(ADJACENT, (a, b))
        latest = self.index.latest(until)
        owners = [a, b] if latest is None or latest.target != b else [b, a]
        for target, x in ((owners[0], owners[1]), (owners[1], owners[0])):
            blanket = self.index.blanket(target, until)
            if blanket is not None and blanket.holds(x, until):
                return Proof(claim, "neighbour", until, (), (self.sets.in_pc(target, x, until),))
        if latest is not None:
            for child, x in ((a, b), (b, a)):
                if latest.is_spouse(child, x, until):
                    return Proof(
                        claim, "spouse", until, (), (self.sets.in_sp(latest.target, child, x, until),)
                    )
        raise ValueError(f"nothing joins {a} and {b} after step {step}")

    def apart(self, a: int, b: int, step: int) -> Proof:
        """a and b are known not to be adjacent: a blanket of theirs is known, and nothing joins them."""
        return replace(self._no_edge(a, b, step), claim=Claim(APART, (a, b)))

    def _no_edge(self, a: int, b: int, step: int) -> Proof:
        """Why nothing joins a and b: what the blankets of both say, and those of whom they could share."""
        premises = [
            self.sets.not_in_pc(target, x, step)
            for target, x in ((a, b), (b, a))
            # Neighbours that were learnt for the sake of another blanket count for that alone.
            if (found := self.index.blanket(target, step)) is not None and not found.holds(x, step)
        ]
        for owner, blanket in self.index.blankets.items():
            if blanket.begun > step or owner in (a, b):
                continue
            for child, x in ((a, b), (b, a)):
                if blanket.holds(child, step) and not blanket.holds(x, step):
                    premises.append(self.sets.not_in_sp(owner, child, x, step))
        if self.index.learnt(a, step) or self.index.learnt(b, step):
            rule = "not adjacent"
        else:
            rule = "not yet known" if premises else "not learnt"
        return Proof(Claim(NO_EDGE, (a, b)), rule, step, (), tuple(premises))

    def _forbidden(self, a: int, b: int, step: int) -> Proof | None:
        """Nothing joins a and b because knowledge rules out either arrow.

        That does not make them apart for the Meek rules: see `elcs_gui.algorithms.local_graph`.
        """
        knowledge = self.sets.known.knowledge
        if not knowledge or not knowledge.bars(a, b):
            return None
        return Proof(Claim(NO_EDGE, (a, b)), "forbidden", step, (), self.sets.known.barred(a, b))

    # Undecided

    def _undecided(self, a: int, b: int, step: int) -> Proof | None:
        """There is an edge a — b, and every rule that could give it a direction failed."""
        holding = [
            (target, x)
            for target, x in ((a, b), (b, a))
            if (blanket := self.index.blanket(target, step)) is not None and blanket.holds(x, step)
        ]
        joined = self.index.joins(a, b, step) is not None or self._are_spouse_and_child(a, b, step)
        if not holding and not joined:
            return None
        premises = [self.adjacent(a, b, step), *self._failures.of_knowledge(a, b, step)]
        for target, x in holding:
            premises += self._failures.of_blanket(target, x, step)
        if self._rewrites:
            premises.append(self._failures.of_release(a, b, step))
            return Proof(Claim(UNDECIDED, (a, b)), "undecided", step, (), tuple(premises))
        premises += self._failures.of_colliders(a, b, step)
        premises += self._failures.of_meek(a, b, step)
        return Proof(Claim(UNDECIDED, (a, b)), "undecided", step, (), tuple(premises))

    def _are_spouse_and_child(self, a: int, b: int, step: int) -> bool:
        """In a blanket that is complete, by an algorithm that makes no arrows of it."""
        latest = self.index.latest(step)
        if latest is None or latest.complete_at is None or latest.complete_at > step:
            return False
        return latest.is_spouse(a, b, step) or latest.is_spouse(b, a, step)

    def _candidate(self, a: int, b: int, step: int) -> Proof | None:
        """A candidate spouse that is still being tried: whether there is an edge is open."""
        latest = self.index.latest(step)
        if latest is None or (latest.complete_at is not None and latest.complete_at <= step):
            return None
        for child, x in ((a, b), (b, a)):
            became, pruned = latest.candidates.get((child, x)), latest.pruned.get((child, x))
            if became is None or became > step or not latest.holds(child, step):
                continue
            if latest.is_barred(child, x, step):
                continue
            if pruned is None or pruned[0] > step:
                premise = (
                    self.sets.in_sp(latest.target, child, x, step)
                    if latest.is_spouse(child, x, step)
                    else self.sets.in_csp(latest.target, child, x)
                )
                return Proof(Claim(UNDECIDED, (a, b)), "candidate", step, (), (premise,))
        return None

    # Contradictions

    def _disputes(self, step: int) -> tuple[Dispute, ...]:
        """Tests alone contradict nothing: worked out once for all steps with the same facts."""
        facts = int(self.index.trace.fact_steps.searchsorted(step))
        if self._disputed[0] != facts:
            self._disputed = facts, disputes(timeline_of(self.index.trace).view(step))
        return self._disputed[1]

    def _against(self, dispute: Dispute, step: int) -> Iterator[Proof]:
        if dispute.kind == DENIAL:
            ends = ((dispute.tail, dispute.head), (dispute.head, dispute.tail))
            yield from (self.sets.not_in_pc(x, y, step) for x, y in ends if x in dispute.parties)
        for when, fact in self.index.conflicts.get(dispute.ends, ()):
            if when <= step and (fact.kind, fact.tail, fact.head) == (
                dispute.kind,
                dispute.tail,
                dispute.head,
            ):
                yield self._objection(when, fact)

    def _objection(self, step: int, fact: ev.Conflicted) -> Proof:
        """What was found to the contrary: by a later blanket, or by tests that knowledge overrules."""
        if fact.kind == "asymmetry":
            return self.sets.not_in_pc(fact.head, fact.tail, step)
        if fact.kind == OVERWRITTEN:
            return self._written(*self.index.overwritten(fact.tail, fact.head, step))
        latest = self.index.latest(step)
        assert latest is not None  # a conflict is told when a blanket is learnt or written
        if fact.kind == "knowledge":
            return self._overruled(latest, fact, step)
        if stage(fact.at) == "colliders":
            if rules.CONFIRMED in self.sets.algorithm.rules:
                return self._confirmed(fact.tail, fact.head, step)
            return self._collider(fact.tail, fact.head, self._partner(fact.tail, fact.head, step), step)
        if latest.target in (fact.tail, fact.head):
            return self._found(latest, fact.head if latest.target == fact.tail else fact.tail)
        return self._spouse_arrow(latest, fact.head, fact.tail)

    def _partner(self, tail: int, head: int, step: int) -> int:
        """With whom tail makes a collider at head."""
        linked = (x for x in self.index.linked(head, step) if x != tail)
        return next(x for x in linked if self._colliders.meet_at(head, tail, x, step))

    def _overruled(self, blanket: BlanketFacts, fact: ev.Conflicted, step: int) -> Proof:
        """An arrow that the tests show and knowledge forbids, as of the step at which that was noticed."""
        target, tail, head = blanket.target, fact.tail, fact.head
        if tail != target:
            premise = self.sets.in_sp(target, head, tail, step)
            return Proof(Claim(ARROW, (tail, head)), rules.SPOUSE, step, (), (premise,))
        if stage(fact.at) == "n-structures":
            return self._n_structure(blanket, head, [x for y, x in blanket.candidates if y == head], step)
        return self._v_structure(blanket, head, [x for y, x in blanket.spouses(step) if y == head], step)


_BY_GRAPH: dict[str, Callable[[EdgeProver, ev.Oriented, int], Proof]] = {
    rules.COLLIDER: lambda by, told, step: by._collider(told.tail, told.head, told.because[0], step),
    rules.CONFIRMED: lambda by, told, step: by._confirmed(told.tail, told.head, step),
    rules.KNOWLEDGE: lambda by, told, step: by._known(
        told.tail, told.head, by.adjacent(told.tail, told.head, step), step
    ),
    **dict.fromkeys(rules.MEEK, EdgeProver._by_meek),
}
"""How an arrow is proved that a rule of the local graph drew."""
_BY_BLANKET: dict[str, Callable[[EdgeProver, BlanketFacts, int, ev.Found, int], Proof]] = {
    rules.SPOUSE: lambda by, of, x, told, step: by._v_structure(of, x, told.because, step),
    rules.N_STRUCTURE: lambda by, of, x, told, step: by._n_structure(of, x, told.because, step),
    rules.LEMMA_1A: EdgeProver._both_causes,
    rules.LEMMA_1B: lambda by, of, x, told, step: by._beside_cause(of, x, told.because[0], step),
    rules.TWO_CAUSES: lambda by, of, x, told, step: by._beside_two_causes(of, x, told.because, step),
    rules.EAGER: lambda by, of, x, told, step: by._ties.eager(of, x, told, step),
    rules.NO_CAUSE: lambda by, of, x, told, step: by._ties.no_cause(of, x, told, step),
    rules.KNOWLEDGE: EdgeProver._known_neighbour,
}
"""How an arrow is proved that a blanket found."""


class _FailureProver:
    """Proofs that rules fail; `adjacent` proves that two variables are joined."""

    def __init__(
        self, index: ProofIndex, sets: SetProver, colliders: ColliderProver, adjacent: _Adjacent
    ) -> None:
        self.index = index
        self.sets = sets
        self._colliders = colliders
        self._adjacent = adjacent
        self._rules = [rule for rule in sets.algorithm.rules if rule not in rules.COMPUTED]
        self._rewrites = sets.algorithm.rewrites
        self._by_pairs = rules.LEMMA_1A in self._rules and rules.SPOUSE not in self._rules
        """Do pairs of neighbours alone tell, at the variables that were searched?"""

    def of_knowledge(self, a: int, b: int, step: int) -> list[Proof]:
        """Why knowledge gives the edge a — b no direction; nothing where nothing is known."""
        knowledge = self.sets.known.knowledge
        if not knowledge:
            return []
        if knowledge.direction(a, b) is None:
            return [_failure(rules.KNOWLEDGE, a, b, "no witness", step)]
        return [_failure(rules.KNOWLEDGE, a, b, "not asked" if self._rules else "not used", step)]

    def of_release(self, a: int, b: int, step: int) -> Proof:
        """Why a graph that is written over has no direction for a — b."""
        drawn = self.index.joins(a, b, step) is not None
        return _failure("released", a, b, "left open" if drawn else "not drawn", step)

    def of_blanket(self, target: int, x: int, step: int) -> list[Proof]:
        """Why the blanket of `target` leaves its neighbour x undecided."""

        def no_witness(rule: str, tests: tuple[int, ...] = (), premises: tuple[Proof, ...] = ()) -> Proof:
            return _failure(rule, target, x, "no witness", step, tests, premises)

        blanket = self.index.blankets[target]
        if blanket.complete_at is None or blanket.complete_at > step:
            return [_failure("blanket", target, x, "not asked", step)]
        if self._rewrites:
            return []
        if not blanket.decided and all(rules.RULES[rule].of_graph for rule in self._rules):
            return [] if self._rules else [_failure("blanket", target, x, "not used", step)]
        if self._by_pairs:
            return self._of_pairs(blanket, x, step)
        if rules.EAGER in self._rules:
            return [no_witness(rule) for rule in (rules.EAGER, rules.NO_CAUSE)]
        candidates = [c for child, c in blanket.candidates if child == x]
        refused = self.sets.no_candidates(target, x, step)
        pruned = [self.sets.not_in_sp(target, x, c, step) for c in candidates]
        failures = [no_witness("v-structure", (), (refused, *pruned))]
        if rules.N_STRUCTURE not in self._rules:
            failures.append(_failure(rules.N_STRUCTURE, target, x, "not used", step))
        else:
            children = blanket.pc(step)
            no_spouse = [self.sets.not_in_sp(target, y, c, step) for c in candidates for y in children]
            failures.append(no_witness(rules.N_STRUCTURE, (), (refused, *no_spouse)))
        by_1a, by_1b = self._lemma_1a(blanket, x, step), self._lemma_1b(blanket, x, step)
        return [*failures, no_witness(rules.LEMMA_1A, by_1a), no_witness(rules.LEMMA_1B, by_1b)]

    def _of_pairs(self, blanket: BlanketFacts, x: int, step: int) -> list[Proof]:
        """Why no pair with x tells what it is: for every neighbour, and every cause, a test each time."""
        target = blanket.target
        others = [y for y in blanket.pc(step) if y != x]
        causes = [y for y in others if self._is_cause(blanket, x, y, step)]
        by_two = [rules.TWO_CAUSES] if rules.TWO_CAUSES in self._rules else []
        refusing = {
            rules.LEMMA_1A: self._refusing(blanket, x, others, step, first=False),
            rules.LEMMA_1B: self._refusing(blanket, x, causes, step, first=True),
            rules.TWO_CAUSES: (),
        }
        return [
            _failure(rule, target, x, "no witness", step, refusing[rule])
            for rule in (rules.LEMMA_1A, rules.LEMMA_1B, *by_two)
        ]

    def _is_cause(self, blanket: BlanketFacts, x: int, y: int, step: int) -> bool:
        """Did y count as a cause of the target when the rules were last applied to x?"""
        found = blanket.decision(y, step)
        if found is not None and y in found.parents:
            return True
        # Where R1 goes on from a cause that was found elsewhere, Lemma 1b does not.
        tried = None if rules.R1 in self._rules else self._last_round(blanket.target, x, step)
        arrow = None if tried is None else self.index.arrow(y, blanket.target, tried)
        return arrow is not None and arrow[1].tail == y

    def _refusing(
        self, blanket: BlanketFacts, x: int, others: Sequence[int], step: int, *, first: bool
    ) -> tuple[int, ...]:
        """Of each time that x was asked about with another, the test that is not as the rule wants it.

        Args:
            first: whether the rule wants dependence without the target, and independence with it.
        """
        tests = []
        for y in others:
            asked = self.index.tests(x, y, blanket, step, PAIR)
            for without, given in zip(asked[::2], asked[1::2], strict=True):
                tests.append(without if self.index.independent(without) == first else given)
        return tuple(sorted(tests))

    def of_colliders(self, a: int, b: int, step: int) -> list[Proof]:
        """Why the edge a — b belongs to no collider: who is linked with one end is not apart from the other,
        or is parted from it by a set that holds the one between, or by none that was found.

        Nothing where the rule is not among the algorithm's.
        """
        if rules.CONFIRMED in self._rules:
            tried = self._last_round(a, b, step)
            return [_failure(rules.CONFIRMED, a, b, "not asked" if tried is None else "no witness", step)]
        if rules.COLLIDER not in self._rules:
            return []
        tried = self._last_round(a, b, step)
        if tried is None:
            return [_failure(rules.COLLIDER, a, b, "not asked", step)]
        premises: list[Proof] = []
        for tail, middle in ((a, b), (b, a)):
            for x in self.index.linked(middle, tried):
                known = all(self.index.learnt(v, tried) for v in (x, middle, tail))
                if x == tail or not known or self.index.joins(x, tail, tried) is not None:
                    continue
                told = self._colliders.deciding(tail, middle, x, tried)
                if not meeting(told, middle):  # else the middle points to x, which was found before
                    premises += told
        return [_failure(rules.COLLIDER, a, b, "no witness", tried, (), tuple(premises))]

    def _last_round(self, a: int, b: int, step: int) -> int | None:
        """When the rules of the graph were last applied to the edge a — b."""
        rounds = [when for when in self.index.rounds if when <= step]
        joined = self.index.joins(a, b, step)
        return None if joined is None or not rounds or rounds[-1] < joined else rounds[-1]

    def of_meek(self, a: int, b: int, step: int) -> list[Proof]:
        """Why the Meek rules leave the edge a — b as it is: what they found when last applied."""
        if rules.R2 not in self._rules:
            return [_failure("meek", a, b, "not used", step)]
        tried = self._last_round(a, b, step)
        if tried is None:
            return [_failure("meek", a, b, "not asked", step)]
        others = (rules.R2, rules.R3, rules.R4) if self.sets.known.knowledge else (rules.R2, rules.R3)
        found = [
            _failure(rule, a, b, "no witness" if rule in self._rules else "not used", tried)
            for rule in others
        ]
        return [self._first_meek_rule(a, b, tried), *found]

    def _first_meek_rule(self, a: int, b: int, tried: int) -> Proof:
        """Who points at one end is adjacent to the other, or it is not known; or the end was not searched; or
        the three are ambiguous."""
        if rules.R1 not in self._rules:
            return _failure(rules.R1, a, b, "not used", tried)
        blocking = self._blocking(a, b, tried)
        searched = [x for x in (a, b) if not self._by_pairs or self.index.learnt(x, tried)]
        known: list[Proof] = []
        unknown, unsearched = [], []
        for c, tail, head in blocking:
            if tail not in searched:
                unsearched.append(tail)
            elif both := self._colliders.ambiguous(c, tail, head, tried):
                known += both
            elif self.index.joins(c, head, tried) is None:
                unknown.append(c)
            else:
                known.append(self._adjacent(c, head, tried))
        given = (*unknown, *dict.fromkeys(unsearched))
        return Proof(Claim(f"{FAILS} {rules.R1}", (a, b), given), "no witness", tried, (), tuple(known))

    def _blocking(self, a: int, b: int, step: int) -> list[tuple[int, int, int]]:
        """(c, tail, head) for every arrow c → tail at one end of the edge: R1 needs c and head apart."""
        found = []
        for tail, head in ((a, b), (b, a)):
            for arrow in self.index.arrows(step):
                if arrow.head == tail and arrow.tail != head:
                    found.append((arrow.tail, tail, head))
        return sorted(found, key=lambda one: (one[0], one[2]))

    def _lemma_1a(self, blanket: BlanketFacts, x: int, step: int) -> tuple[int, ...]:
        """For every other neighbour undecided then, the test by which the two are no pair of causes."""
        tests = []
        for y in blanket.pc(step):
            asked = self.index.tests(x, y, blanket, step, rules.LEMMA_1A) if y != x else []
            if asked:  # dependent at once, or independent also given the target
                tests.append(asked[-1])
        return tuple(sorted(tests))

    def _lemma_1b(self, blanket: BlanketFacts, x: int, step: int) -> tuple[int, ...]:
        """For every cause found, the test by which x is no effect beside it."""
        tests = []
        for y, (_, fact) in blanket.decided.items():
            asked = self.index.tests(x, y, blanket, step, rules.LEMMA_1B) if y in fact.parents else []
            if asked:  # independent at once, or dependent also given the target
                tests.append(asked[-1])
        return tuple(sorted(tests))


def not_drawn(a: int, b: int, step: int) -> Proof:
    """The local graph has nothing between a and b."""
    return Proof(Claim(NO_EDGE, (a, b)), "not drawn", step)


def _failure(
    rule: str,
    a: int,
    b: int,
    reason: str,
    step: int,
    tests: tuple[int, ...] = (),
    premises: tuple[Proof, ...] = (),
) -> Proof:
    return Proof(Claim(f"{FAILS} {rule}", (a, b)), reason, step, tests, premises)
