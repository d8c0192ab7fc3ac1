"""What is asked on the Why page, and the answer at a step. Nothing here knows Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.ci.questions import Verdict
from elcs_gui.picture.why_lines import top_premises
from elcs_gui.proof.argument import Argument
from elcs_gui.proof.page_words import Spans, heading, paragraph, paragraph_formal
from elcs_gui.proof.tree import Claim, Proof, cited_tests
from elcs_gui.proof.weakest import Weakest, weakest_of
from elcs_gui.proof.why import why_edge, why_member
from elcs_gui.proof.words import contradictions, rests_on_missing_evidence
from elcs_gui.trace.events import Event, Tested
from elcs_gui.trace.explain import Names, listed, p_value
from elcs_gui.trace.roles import Role, Standing, shown_target, standings
from elcs_gui.trace.rules import badge
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View


@dataclass(frozen=True, slots=True)
class Subject:
    """What is asked about.

    Attributes:
        about: "edge", "node", or the set whose member is meant: PC, SP, CSP, Sep, P, C, UN.
        of: the two ends of an edge, the one variable, or the owner of the set and the member.
        through: for SP and CSP the member of PC whose set is meant.
    """

    about: str
    of: tuple[int, ...]
    through: int | None = None


@dataclass(frozen=True)
class Answer:
    """The answer as the page shows it.

    Attributes:
        role: what the rule's badge is coloured by.
        proofs: what is proved; several for the target, one for each of its neighbours.
        premises: the proofs that stand as lines.
        argument: how it is drawn in the graph; its numbers stand at the lines.
        tests: the numbers of all tests it rests on.
        contradictions: what contradicts it, in sentences.
        missing_evidence: how many of its tests had too few rows or no information, in a sentence; empty for
            none.
    """

    heading: str
    words: Spans
    badge: str
    role: Role
    proofs: tuple[Proof, ...]
    premises: tuple[Proof, ...]
    against: tuple[Proof, ...]
    tests: tuple[int, ...]
    weakest: Weakest
    argument: Argument | None = None
    contradictions: tuple[str, ...] = ()
    missing_evidence: str = ""


def answer(
    trace: Trace, step: int, view: View, event: Event | None, subject: Subject, names: Names, *, formal: bool
) -> Answer:
    """What is known of the subject after `step` events, and why."""
    target = shown_target(view, event, trace.header.target)
    found = standings(view, target, len(trace.header.names))
    if subject.about == "node" and subject.of[0] == target:
        return _about_target(trace, step, target, found, names)
    proof = _proof(trace, step, subject, target, found)
    tests = cited_tests(proof)
    words = paragraph_formal(trace, proof) if formal else paragraph(trace, proof, names)
    premises, argument = top_premises(trace, proof)
    return Answer(
        heading(proof, names),
        words,
        badge(_arrow_of(proof).rule) if _arrow_of(proof).claim.kind == "arrow" else "",
        _role(_arrow_of(proof).claim, target),
        (proof,),
        tuple(premises),
        proof.against,
        tests,
        weakest_of(trace, tests),
        argument,
        tuple(contradictions(trace, proof, names)),
        rests_on_missing_evidence(trace, (proof,)),
    )


def _proof(trace: Trace, step: int, subject: Subject, target: int, found: Sequence[Standing]) -> Proof:
    whole = not find_algorithm(trace.header.algorithm).tells_neighbours
    if subject.about == "edge":
        a, b = subject.of
        if whole:
            return why_member(trace, step, "MB", target, a if b == target else b)
        return why_edge(trace, step, b, a) if b == target else why_edge(trace, step, a, b)
    if subject.about != "node":
        owner, x = subject.of
        return why_member(trace, step, subject.about, owner, x, through=subject.through)
    x = subject.of[0]
    if whole:
        return why_member(trace, step, "MB", target, x)
    standing = found[x]
    if standing.role in (Role.PARENT, Role.CHILD, Role.UNDECIDED):
        return why_edge(trace, step, target, x)
    if standing.role in (Role.SPOUSE, Role.CANDIDATE):
        through = standing.through[0] if standing.through else None
        spouse = why_member(trace, step, "SP", target, x, through=through)
        if spouse.claim.kind == "in SP":
            return spouse
        return why_member(trace, step, "CSP", target, x, through=through)
    return why_member(trace, step, "PC", target, x)


def _arrow_of(proof: Proof) -> Proof:
    """The arrow that a membership in P or C comes down to; else the proof itself."""
    below = proof.premises[0] if len(proof.premises) == 1 else proof
    return below if proof.claim.kind in ("in P", "in C") else proof


def _role(claim: Claim, target: int) -> Role:
    if claim.kind != "arrow":
        return Role.UNDECIDED
    tail, head = claim.of
    return Role.PARENT if head == target else Role.CHILD if tail == target else Role.SPOUSE


def _about_target(trace: Trace, step: int, target: int, found: Sequence[Standing], names: Names) -> Answer:
    """All that is known about the target: an edge to each neighbour."""
    neighbours = [
        [x for x, standing in enumerate(found) if standing.role is role]
        for role in (Role.PARENT, Role.CHILD, Role.UNDECIDED)
    ]
    members = [x for x, standing in enumerate(found) if standing.role is Role.MEMBER]
    proofs = (
        *(why_edge(trace, step, target, x) for xs in neighbours for x in xs),
        *(why_member(trace, step, "MB", target, x) for x in members),
    )
    spouses = [x for x, standing in enumerate(found) if standing.role is Role.SPOUSE]
    titles = ("cause", "effect", "undecided neighbour", "spouse", "member")
    parts = [
        f"{title}{'s' * (len(xs) > 1)} {listed(names, xs)}"
        for title, xs in zip(titles, (*neighbours, spouses, members), strict=True)
        if xs
    ]
    known = f": {'; '.join(parts)}." if parts else ": nothing is known about it yet."
    tests = tuple(sorted({number for proof in proofs for number in cited_tests(proof)}))
    return Answer(
        f"What is known about {names[target]}?", ((names[target], True), (f" is the target{known}", False)),
        "", Role.TARGET, proofs, proofs, (), tests, weakest_of(trace, tests),
        missing_evidence=rests_on_missing_evidence(trace, proofs),
    )  # fmt: skip


def subject_of(claim: Claim) -> Subject | None:
    """What a premise would be asked as; None for what is not asked about: rules that fail, and the like."""
    word, _, name = claim.kind.rpartition(" ")
    if word in ("in", "not in") and name in ("PC", "Sep", "P", "C", "UN", "MB", "SP", "CSP"):
        if len(claim.of) == 3:
            owner, child, x = claim.of
            return Subject(name, (owner, x), child)
        return Subject(name, (claim.of[0], claim.of[1]))
    if claim.kind in ("arrow", "undecided", "no edge", "adjacent", "apart", "inseparable", "separated"):
        return Subject("edge", (min(claim.of[:2]), max(claim.of[:2])))
    return None


@dataclass(frozen=True, slots=True)
class TestRow:
    """One test as a row: its number, the question in signs, p and the verdict."""

    __test__ = False
    number: int
    ends: str
    given: str
    p: str
    verdict: Verdict
    forced: bool

    @property
    def question(self) -> str:
        """Both in one line: B ⊥̸ T | A, L, J."""
        return f"{self.ends} | {self.given}" if self.given else self.ends

    @property
    def spoken(self) -> str:
        """For who cannot see signs."""
        p = f", p {self.p}" if self.p else ""
        given = f" given {self.given}" if self.given else ""
        ends = self.ends.replace(self.verdict.sign, "and")
        said = f"{self.verdict.word}, as you decided" if self.forced else self.verdict.word
        return f"Test {self.number}: {ends}{given}: {said}{p}"


def test_row(trace: Trace, number: int, names: Names) -> TestRow:
    """A test of the trace as a row."""
    event = trace[int(trace.test_steps[number - 1])]
    assert isinstance(event, Tested)
    return row_of(event, names)


def row_of(event: Tested, names: Names) -> TestRow:
    """A test as a row."""
    verdict = Verdict.of(event.verdict)
    return TestRow(
        event.number,
        f"{names[event.x]} {verdict.sign} {names[event.y]}",
        ", ".join(names[z] for z in event.z),
        _p_of(event, verdict),
        verdict,
        event.forced,
    )


def _p_of(event: Tested, verdict: Verdict) -> str:
    if event.forced:
        return "forced"
    measured = event.p is not None and not np.isnan(event.p) and verdict is not Verdict.NO_INFORMATION
    return p_value(event.p) if measured and event.p is not None else ""


test_row.__test__ = False  # type: ignore[attr-defined]  # its name is no promise to pytest
