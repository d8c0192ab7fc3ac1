"""Blame: which verdicts made a target's arrows wrong.

A verdict is *wrong* where it disagrees with d-separation in the true network. The standard is the **run with
every verdict true**: the same algorithm on the same data, where every question is decided by d-separation
while strengths, which only rank, stay the measured ones. It differs from a run on the oracle, whose strengths
are all the same, by nothing but the order in which variables are looked at; and unlike that run it can be
reached by correcting verdicts, so that "as right as can be" is a promise that corrections can keep.

An edge without a direction that has none in the CPDAG either (what is known beforehand included) is nobody's
error: it is *not identifiable from independences*, and no method could have told it from them.

An error of the run is the *algorithm's* where the run with every verdict true errs at that edge in the same
way. Any other error has a cause: of the wrong verdicts the first whose correction alone removes the error (or
leaves the edge as wrong as it is with every verdict true, or not identifiable), those on the edge's own proof
before those that merely concern its ends, and these before all others. Where no single one is enough, it is a
small set, and the cause is the first of it. Each is confirmed by a replay.

That is all that is shown: correcting it alone mends the edge. It may mend the edge from afar, without being
cited by the edge's proof (`Fault.off_proof`), and may harm other edges of the target (`Fault.shd_after`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import Algorithm, find_algorithm
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.network import Network
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.known_truth import EXTRA, REVERSED, UNDIRECTED, KnownTruth
from elcs_gui.inquiry.replay_cache import Corrections
from elcs_gui.inquiry.replays import Progress, Replays
from elcs_gui.inquiry.smallest_correction import Search, SufficientCorrections
from elcs_gui.proof.why import Proof, cited_tests, why_edge, why_member
from elcs_gui.trace.outcome import Blanket, Outcome, SetsByMember
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header, Trace

BUDGET = 300
"""Replays spent on looking for a set smaller than the one that delta debugging found."""

_NOT_IN_THE_RUN = 1 << 31


@dataclass(frozen=True)
class WrongVerdict:
    """An answer that is not the truth.

    Attributes:
        x, y, z: the question, as the run asked it.
        independent: what the verdict said, or counted as where it was unreliable; the truth is the opposite.
        test: its number in the run's trace; None if the question only comes up once others are corrected.
    """

    x: int
    y: int
    z: tuple[int, ...]
    independent: bool
    reliable: bool
    test: int | None

    @property
    def verdict(self) -> Verdict:
        """What it said."""
        return Verdict.INDEPENDENT if self.independent else Verdict.DEPENDENT

    @property
    def truth(self) -> Verdict:
        """What it should have said."""
        return Verdict.DEPENDENT if self.independent else Verdict.INDEPENDENT

    @property
    def correction(self) -> tuple[Question, Verdict]:
        """The override that sets it right, for `Header.forced`."""
        return Question.of(self.x, self.y, self.z), self.truth


@dataclass(frozen=True)
class Fault:
    """Something wrong about the target: an edge, or a spouse.

    Attributes:
        other: the variable at the other end.
        kind: reversed, missing, extra or undirected; of a spouse, missing or extra.
        edge: as it was found where it is reversed or extra, as it is true otherwise; tail first.
        at_best: what is wrong there with every verdict true; None where that run is right.
        reversible: the edge has no direction in the CPDAG.
        corrections: after which (and no fewer of them) it is right, as wrong as at best, or without a
            direction that cannot be identified; the first is the cause. Empty where that is so already.
        corrected: what is wrong there after these corrections; None where it is right then.
        confirmed: a replay with these corrections alone has shown it.
        off_proof: those of the corrections that the run's proof of the edge or its absence does not cite.
        shd_after: how many edges at the target are wrong after these corrections alone; None without any.
        inseparable: no arrow joins the two, but hidden variables do, so that no measured ones separate them.
    """

    other: int
    kind: str
    edge: tuple[int, int]
    at_best: str | None
    reversible: bool = False
    corrections: tuple[WrongVerdict, ...] = ()
    corrected: str | None = None
    confirmed: bool = False
    off_proof: tuple[WrongVerdict, ...] = ()
    shd_after: int | None = None
    inseparable: bool = False

    @property
    def not_identifiable(self) -> bool:
        """It has no direction, and independences give it none: nobody's error."""
        return self.reversible and self.kind == UNDIRECTED

    @property
    def algorithm_error(self) -> bool:
        """With every verdict true it is wrong in the same way."""
        return self.at_best == self.kind and not self.not_identifiable

    @property
    def hidden_cause(self) -> bool:
        """So it is because hidden variables join the two: no verdict and no algorithm is to blame."""
        return self.algorithm_error and self.inseparable

    @property
    def cause(self) -> WrongVerdict | None:
        """The verdict to blame; None where the algorithm is, where nobody is, or where no single one was
        found."""
        return self.corrections[0] if self.corrections else None


@dataclass(frozen=True)
class Blame:
    """What is wrong with a run's answer, and why.

    Attributes:
        errors: the edges at the target that are not as in the truth, in column order; also those that are
            not identifiable.
        spouses: its missed and invented spouses.
        corrections: after which no edge at the target is wrong but as it is with every verdict true, or not
            identifiable. Without any one of them that is not so; with `smallest`, no smaller set does it.
        remaining: the edges that are wrong after these corrections, counted anew; some may have been right
            before, by luck.
        questions, wrong_verdicts: how many the run asked (each counted once), how many got a wrong answer.
        replays: how often the run was repeated to find all this out.
    """

    header: Header
    errors: tuple[Fault, ...]
    spouses: tuple[Fault, ...]
    corrections: tuple[WrongVerdict, ...]
    remaining: tuple[Fault, ...]
    smallest: bool
    questions: int
    wrong_verdicts: int
    replays: int

    @property
    def shd(self) -> int:
        """How many edges at the target are wrong in the run."""
        return len(self.errors)


def no_blame(algorithm: Algorithm) -> str:
    """Why no verdict can be to blame for what it gets wrong; empty where one can."""
    if not algorithm.tells_neighbours:
        return f"{algorithm.title} tells no edges, so that none can be wrong."
    if not algorithm.asks_tests:
        return f"{algorithm.title} requests no tests, so that no verdict is to blame for its errors."
    return ""


def blame(
    evidence: Evidence,
    header: Header,
    network: Network,
    *,
    progress: Progress | None = None,
    budget: int = BUDGET,
) -> Blame:
    """Find out what made the header's run on the evidence wrong about its target.

    The columns must be nodes of the network (a DataError names those that are not); nodes that are no column
    are hidden variables.

    Args:
        progress: hears how many replays there were; raising `Cancelled` from it ends the search, and that
            exception is what the caller gets.
        budget: replays for each attempt to do with fewer corrections than delta debugging found.
    """
    algorithm = find_algorithm(header.algorithm)
    if refusal := no_blame(algorithm):
        raise ElcsError(refusal)
    truth = KnownTruth.of(network, header.names, header.target, header.knowledge)

    def listen(trace: Trace) -> None:  # noqa: ARG001  what a listener gets
        if progress is not None:
            progress(0)

    learnt = learn(evidence, header, listener=listen)
    if learnt.outcome is None:
        raise Cancelled
    replays = Replays(evidence, header, truth.independent, progress)
    return _BlameSearch(learnt.trace, truth, replays, budget).blame()


class _BlameSearch:
    """The inquiry into one recorded run."""

    def __init__(self, trace: Trace, truth: KnownTruth, replays: Replays, budget: int) -> None:
        self._trace = trace
        self._truth = truth
        self._replays = replays
        self._budget = budget
        log = trace.tests()
        self._log = log
        answers, first = np.unique(log.answers, return_index=True)
        self._test_of = {
            answer: place + 1 for answer, place in zip(answers.tolist(), first.tolist(), strict=True)
        }
        """By answer, the number of the first test that asked for it."""
        self._causes: Corrections = frozenset()
        """What is corrected for the edges looked into so far, each by itself."""
        self._run = replays.replay(frozenset())
        self._wrong = sorted(replays.wrong(answers.tolist()), key=self._order)
        self._all_true = replays.all_true()
        self._best = replays.replay(self._all_true).outcome
        self._edges_at_best = truth.edge_faults(self._best)
        self._spouses_at_best = truth.spouse_faults(self._best)

    def blame(self) -> Blame:
        truth, run = self._truth, self._run.outcome
        errors = tuple(self._edge_fault(x, kind) for x, kind in truth.edge_faults(run).items())
        for_all = self._enough_for_all()
        return Blame(
            self._trace.header,
            errors,
            tuple(self._spouse_fault(x, kind) for x, kind in truth.spouse_faults(run).items()),
            self._described(for_all),
            self._remaining(for_all),
            for_all.smallest,
            len(self._test_of),
            len(self._wrong),
            self._replays.count,
        )

    def _edge_fault(self, x: int, kind: str) -> Fault:
        """A wrong edge, with its cause."""
        best = self._edges_at_best.get(x)
        edge, reversible = self._edge(x, kind, self._run.outcome), x in self._truth.about.reversible
        if self._as_it_may_be(x, kind):
            inseparable = x in self._truth.about.inseparable
            return Fault(x, kind, edge, best, reversible, inseparable=inseparable)

        def wrong_edges(outcome: Outcome) -> list[int]:
            return [x] if x in self._wrong_edges(outcome) else []

        search = self._search(wrong_edges)
        cited = self._cited(why_edge(self._trace, len(self._trace), self._truth.target, x))
        suspects = self._suspects(x, cited)
        found = search.single(suspects) or search.several([self._known_enough(wrong_edges)], self._budget)
        self._causes |= frozenset(found.corrections)
        corrected = self._truth.edge_faults(self._outcome(found)).get(x)
        described, off_proof, after = self._shown(found, cited)
        confirmed = search.confirms(found)
        return Fault(x, kind, edge, best, reversible, described, corrected, confirmed, off_proof, after)

    def _spouse_fault(self, x: int, kind: str) -> Fault:
        """A missed or invented spouse, with its cause if that is a single verdict."""
        best = self._spouses_at_best.get(x)
        edge = (x, self._truth.target)
        if kind == best:
            return Fault(x, kind, edge, best)
        cited = self._cited(why_member(self._trace, len(self._trace), "SP", self._truth.target, x))
        search = self._search(lambda outcome: [y for y in self._truth.spouse_faults(outcome) if y == x])
        found = search.single(self._suspects(x, cited))
        if found is None:
            return Fault(x, kind, edge, best)
        described, off_proof, after = self._shown(found, cited)
        return Fault(
            x, kind, edge, best, corrections=described, confirmed=search.confirms(found),
            off_proof=off_proof, shd_after=after,
        )  # fmt: skip

    def _shown(
        self, found: SufficientCorrections, cited: Collection[int]
    ) -> tuple[tuple[WrongVerdict, ...], tuple[WrongVerdict, ...], int]:
        """The corrections, those that the proof does not cite, and how many edges are wrong after them."""
        off_proof = [answer for answer in sorted(found.corrections, key=self._order) if answer not in cited]
        after = len(self._truth.edge_faults(self._outcome(found)))
        return self._described(found), tuple(map(self._describe, off_proof)), after

    def _enough_for_all(self) -> SufficientCorrections:
        """Few corrections that leave no edge wrong but as it may be."""
        wrong_edges = self._wrong_edges
        if not wrong_edges(self._run.outcome):
            return SufficientCorrections((), smallest=True)
        search = self._search(wrong_edges)
        single = search.single(self._wrong)
        if single is not None:
            return single
        known = [self._known_enough(wrong_edges)]
        if not wrong_edges(self._replays.replay(self._causes).outcome):
            known.insert(0, self._causes)
        return search.several(known, self._budget)

    def _wrong_edges(self, outcome: Outcome) -> list[int]:
        """The edges that correcting verdicts could mend."""
        faults = self._truth.edge_faults(outcome)
        return [x for x, kind in faults.items() if not self._as_it_may_be(x, kind)]

    def _as_it_may_be(self, x: int, kind: str) -> bool:
        """Is it as wrong as at best, or without a direction that cannot be identified?"""
        return self._edges_at_best.get(x) == kind or (
            kind == UNDIRECTED and x in self._truth.about.reversible
        )

    def _remaining(self, corrected: SufficientCorrections) -> tuple[Fault, ...]:
        """What is wrong with the edges once all this is corrected, counted anew."""
        outcome = self._outcome(corrected)
        faults = self._truth.edge_faults(outcome)
        best, reversible = self._edges_at_best, self._truth.about.reversible
        return tuple(
            Fault(x, kind, self._edge(x, kind, outcome), best.get(x), x in reversible)
            for x, kind in faults.items()
        )

    def _outcome(self, corrected: SufficientCorrections) -> Outcome:
        return self._replays.replay(frozenset(corrected.corrections)).outcome

    def _known_enough(self, wrong_edges: Callable[[Outcome], list[int]]) -> Corrections:
        """Corrections that leave none of these edges wrong.

        All that is wrong on their proofs is corrected, again and again, until they are right. Should a proof
        have nothing wrong on it, there still is all that the run with every verdict true corrects; starting
        from there takes many more replays, for a set that is hardly ever smaller.
        """
        corrections: Corrections = frozenset()
        while wrong := wrong_edges(self._replays.replay(corrections).outcome):
            trace = self._replays.recorded(corrections)
            proofs = [why_edge(trace, len(trace), self._truth.target, x) for x in wrong]
            answers = trace.tests().answers
            cited = {int(answers[number - 1]) for proof in proofs for number in cited_tests(proof)}
            more = self._replays.wrong(sorted(cited - corrections))
            if not more:
                return self._all_true
            corrections |= frozenset(more)
        return corrections

    def _search(self, wrong: Callable[[Outcome], list[int]]) -> Search:
        """The search for what leaves nothing wrong; of those that leave some, what is most like the best."""

        def distance(outcome: Outcome) -> tuple[int, int]:
            return len(wrong(outcome)), outcome_distance(outcome, self._best)

        return Search(self._replays, distance, self._order)

    def _cited(self, proof: Proof) -> set[int]:
        """The answers that a proof in the run's trace rests on."""
        return {int(self._log.answers[number - 1]) for number in cited_tests(proof)}

    def _suspects(self, x: int, cited: Collection[int]) -> list[int]:
        """The wrong verdicts of the run: those on the proof, those about x and the target, all others."""
        ends = {x, self._truth.target}

        def remoteness(answer: int) -> tuple[int, int]:
            question = self._replays.question(answer)
            touched = len(ends & {question.x, question.y})
            return 0 if answer in cited else 3 - touched, self._test_of[answer]

        return sorted(self._wrong, key=remoteness)

    def _order(self, answer: int) -> tuple[int, ...]:
        """By when the run asked; what it did not ask stands behind, by question."""
        question = self._replays.question(answer)
        return (
            self._test_of.get(answer, _NOT_IN_THE_RUN),
            len(question.z),
            question.x,
            question.y,
            *question.z,
        )

    def _edge(self, x: int, kind: str, outcome: Outcome) -> tuple[int, int]:
        target = self._truth.target
        if kind in (REVERSED, EXTRA):
            return (x, target) if x in outcome.parents else (target, x)
        return self._truth.arrow(x)

    def _described(self, found: SufficientCorrections) -> tuple[WrongVerdict, ...]:
        return tuple(self._describe(answer) for answer in sorted(found.corrections, key=self._order))

    def _describe(self, answer: int) -> WrongVerdict:
        independent, reliable = self._replays.verdict(answer)
        x, y, z = self._replays.question(answer)
        test = self._test_of.get(answer)
        if test is not None and self._log.swapped[test - 1]:
            x, y = y, x
        return WrongVerdict(x, y, z, independent, reliable, test)


def outcome_distance(outcome: Outcome, best: Outcome) -> int:
    """In how many members the sets of their blankets differ; 0 only if `outcome` has all that `best` has.

    The target's own sets count twice: what is wrong elsewhere need not matter.
    """
    learnt = {blanket.target: blanket for blanket in outcome.blankets}
    nothing = Blanket(outcome.target)
    differences = (
        _difference(learnt.get(wanted.target, nothing), wanted) * (2 if wanted.target == best.target else 1)
        for wanted in best.blankets
    )
    return sum(differences)


def _difference(one: Blanket, other: Blanket) -> int:
    return (
        len(set(one.pc) ^ set(other.pc))
        + len(_pairs(one.candidate_spouses) ^ _pairs(other.candidate_spouses))
        + len(_pairs(one.spouses) ^ _pairs(other.spouses))
        + len(set(one.parents) ^ set(other.parents))
        + len(set(one.children) ^ set(other.children))
    )


def _pairs(sets: SetsByMember) -> set[tuple[int, int]]:
    return {(member, x) for member, xs in sets.items() for x in xs}
