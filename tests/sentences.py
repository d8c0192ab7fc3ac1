"""The sentences that a random run leads to, and those of them that are kept to be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.blame import blame
from elcs_gui.inquiry.blame_words import prose as blame_prose
from elcs_gui.inquiry.firmness import Firmness, certain_firmness, firmness
from elcs_gui.inquiry.firmness_words import changes, other_rules, stands_sentence, weak_sentence
from elcs_gui.inquiry.race import Axis, run_race
from elcs_gui.inquiry.race_words import sentence as race_sentence
from elcs_gui.inquiry.race_words import status
from elcs_gui.inquiry.summary import complete_summary
from elcs_gui.inquiry.weak_edges import known_weak_edges
from elcs_gui.proof.argument import argument_for
from elcs_gui.proof.counterfactual import counterfactual, counterfactual_words
from elcs_gui.proof.page_words import heading, paragraph
from elcs_gui.proof.why import SETS, Proof, weakest, why_edge, why_member
from elcs_gui.proof.words import contradictions, proof_lines, rests_on_missing_evidence, weakest_words
from elcs_gui.trace.diff import describe
from elcs_gui.trace.explain import prose
from elcs_gui.trace.metrics import truth_for
from elcs_gui.trace.trace import Trace
from tests.random_runs import NETWORKS, RandomRun, random_run

LEARNERS = sorted(name for name, one in ALGORITHMS.items() if name not in ("dag-gnn", "notears"))
Told = Iterator[tuple[str, str]]
"""What the sentence is about, and the sentence."""


_TITLES = [each for one in ALGORITHMS.values() for each in (one.title, one.id, *one.listings)]
_NODES = [node for network in NETWORKS.values() for node in network.nodes]
_WORDS = "|".join(map(re.escape, sorted({*_TITLES, *_NODES}, key=len, reverse=True)))
_NAMES = re.compile(rf"(?<![\w-])({_WORDS}|V\d+)(?![\w-])")
GOLDEN = Path(__file__).parent / "golden" / "sentences.txt"
LINES = GOLDEN.with_name("lines.txt")


def golden() -> dict[int, list[str]]:
    """The sentences that are shown, by the case that leads to them."""
    found: dict[int, list[str]] = {}
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if line.startswith("case "):
            told = found[int(line.split()[1])] = []
        elif line and not line.startswith("#"):
            told.append(line)
    return found


def sentences(case: int) -> dict[str, set[str]]:
    """Those with a clause that none before had, and all their clauses."""
    found: dict[str, set[str]] = {}
    known: set[str] = set()
    for about, said in _all(random_run(case, LEARNERS)):
        for sentence in re.split(r"(?<=\.) (?=[A-Z0-9])", said) if said else ():
            own = clauses(f"{about}: {sentence}")
            if not known >= own:
                known |= own
                found[f"{about}: {sentence}"] = own
    return found


def lines_told(case: int) -> set[str]:
    """Each line of the pseudo-code that the run comes to, with a kind of event that it tells there."""
    return {f"{event.at}  {type(event).__name__}" for event in random_run(case, LEARNERS).learnt.trace}


def clauses(line: str) -> set[str]:
    """What stands between its commas, with what it is about; without names, numbers and figures."""
    about, _, sentence = line.partition(": ")
    said = _NAMES.sub("X", re.sub(r"\((p |#\d)[^()]*\)", "(figures)", sentence))
    said = re.sub(r"\d[\d,]*(\.\d+)?(e[−-]?\d+)?", "#", said)
    said = re.sub(r"\bX(( — | → |, | and | or |, and )X)+", "X", said)
    said = re.sub(r"#((, | and | or |–|-)#)+", "#", said).replace("{X}", "X").replace("∅", "X")
    said = re.sub(r"^[AB]: (.*:#  .*|X.*)", "A: X", re.sub(r"# (\w+)s\b", r"# \1", said))
    return {f"{about}: {clause}" for clause in re.split(r"[,;:] | and ", said)}


def _all(run: RandomRun) -> Told:
    trace = run.learnt.trace
    for line in prose(trace):
        if line[:6].strip().isdigit():
            yield "step", line[27:].strip()
    yield from _proofs(run)
    yield from _doubts(run)
    yield from _blame(run)
    yield from _compared(run)


def _proofs(run: RandomRun) -> Told:
    trace, target = run.learnt.trace, run.learnt.trace.header.target
    names = trace.header.names
    early = run.chosen.randrange(len(trace))
    for step in (len(trace), early):
        for x in (x for x in range(len(names)) if x != target):
            for proof in _asked(trace, step, target, x):
                for line in proof_lines(trace, proof):
                    yield "proof", line.sentence
                spans = paragraph(trace, proof, names)
                yield "page", heading(proof, names)
                yield "page", "".join(f"*{text}*" if strong else text for text, strong in spans)
                yield "weakest", weakest_words(trace, weakest(trace, proof))
                yield "evidence", rests_on_missing_evidence(trace, [proof])
                yield from (("evidence", line) for line in contradictions(trace, proof))
                argument = argument_for(trace, proof)
                if argument is not None and (found := counterfactual(argument)) is not None:
                    yield "otherwise", counterfactual_words(argument, found, names)


def _asked(trace: Trace, step: int, target: int, x: int) -> Iterator[Proof]:
    """Of an edge of the target and of one away from it, and of all sets; what cannot be asked is not."""
    for a, b in ((target, x), (x, (x + 1) % len(trace.header.names))):
        with suppress(ElcsError):
            yield why_edge(trace, step, a, b)
    for name in SETS:
        with suppress(ElcsError):
            yield why_member(trace, step, name, target, x)


def _doubts(run: RandomRun) -> Told:
    trace = run.learnt.trace
    header = trace.header
    summary = complete_summary(run.evidence, run.learnt)
    yield "found", summary.count
    for doubt in summary.doubts:
        yield "doubt", doubt.sentence
        yield from (("doubt", detail) for detail in doubt.details)
    weak = known_weak_edges(trace)
    if weak is not None:
        yield from (("weak", weak_sentence(weak, *ends, header.names)) for ends in weak.edges)
    firm: Firmness = certain_firmness(trace) if header.rows is None else firmness(run.evidence, header)
    for ends, stands in firm.edges.items():
        yield "firm", stands_sentence(stands, *ends, header.names)
        yield from (("firm, in short", words) for words in changes(stands, header.names, header.target))
        yield from (("firm, in short", words) for words in other_rules(firm.bands[ends], stands))


def _blame(run: RandomRun) -> Told:
    try:
        found = blame(run.evidence, run.learnt.trace.header, run.network, budget=20)
    except ElcsError as refusal:
        yield "blame", str(refusal)
    else:
        yield from (("blame", line.strip()) for line in blame_prose(found) if line)


def _compared(run: RandomRun) -> Told:
    header = run.learnt.trace.header
    truth = truth_for(run.network, header.names)[header.target]
    race = run_race(run.evidence, header, run.chosen.sample(LEARNERS, 3), truth)
    yield from (("race", refused) for refused in race.refused.values())
    for lane in race.lanes:
        yield "race", race_sentence(race, lane, run.chosen.choice([Axis.REQUESTED, Axis.COMPUTED])).text
        titles = (run.learnt.trace.header.algorithm, lane.algorithm.title)
        yield from (("compared", line.strip()) for line in describe(run.learnt.trace, lane.trace, titles))
        yield "race", status(race, Axis.REQUESTED, run.chosen.random() * lane.length(Axis.REQUESTED) * 1.5)
