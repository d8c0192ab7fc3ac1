"""What a report of a run says, as plain rows and sentences. Nothing here knows HTML, nor Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from elcs_gui.algorithms.registry import ALGORITHMS, find_algorithm
from elcs_gui.ci.asking import TOO_FEW_ROWS
from elcs_gui.ci.questions import Verdict
from elcs_gui.ci.registry import find_test
from elcs_gui.ci.tape import Z_LENGTH
from elcs_gui.proof.why import FragileEdge, Proof, fragility, why_edge, why_member
from elcs_gui.trace import events as ev
from elcs_gui.trace.assumptions import IN_FULL, NO_BOUND, chance_of
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.conflicts import disputes
from elcs_gui.trace.events import Event
from elcs_gui.trace.explain import NO_TESTS, braced, listed, p_value, setting_words, told
from elcs_gui.trace.knowledge_text import statements
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.roles import ANSWER_SETS, Role, answer_set
from elcs_gui.trace.sets import MB, SETS
from elcs_gui.trace.stages import stage_spans
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Origin, Trace

CLOSE = 2.0
"""A p-value within this factor of alpha is a close call."""


@dataclass(frozen=True)
class StageRow:
    """One stage of one blanket: how many tests it took, and what it led to."""

    blanket: str
    stage: str
    requested: int
    performed: int
    changed: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Tally:
    """The tests with one size of conditioning set; `size` None for all of them."""

    size: int | None
    requested: int
    performed: int
    independent: int
    dependent: int
    unreliable: int
    uninformative: int
    forced: int


@dataclass(frozen=True)
class Part:
    """A set of the answer: its title, the role whose colours it has, and who is in it, with a note."""

    title: str
    role: str
    members: tuple[tuple[str, str], ...]


def outcome_of(trace: Trace) -> Outcome | None:
    """The answer; None where the run was cut short."""
    view = final_view(trace)
    return None if view.finished is None else view.outcome()


def parts(outcome: Outcome, trace: Trace) -> list[Part]:
    """The sets of the answer that the algorithm tells."""
    names, found = trace.header.names, []
    for role in find_algorithm(trace.header.algorithm).roles:
        members = [(names[x], _through(outcome, x, names)) for x in answer_set(outcome, role)]
        found.append(Part(ANSWER_SETS[role][0].capitalize(), role, tuple(members)))
    return found


def _through(outcome: Outcome, x: int, names: Sequence[str]) -> str:
    """For a spouse, the effects it shares."""
    through = [child for child, xs in outcome.blanket.spouses.items() if x in xs]
    return f"through {listed(names, through)}" if through else ""


def caption(trace: Trace) -> str:
    """What the places in the picture mean."""
    roles = find_algorithm(trace.header.algorithm).roles
    if Role.MEMBER in roles:
        return "Around the target stand the members of its blanket; which are neighbours is not told."
    if Role.PARENT not in roles:
        places = ["Around the target stand its neighbours"]
    else:
        places = ["Causes stand above the target", "effects below it"]
    places += ["spouses beside the effect they share"] * (Role.SPOUSE in roles)
    badge = "; a badge names the rule behind an arrow" * (Role.PARENT in roles)
    return f"{', '.join(places)}{badge}."


def nobody(trace: Trace) -> str:
    """What to say of an empty set: "none" only where there were rows enough to find any."""
    return TOO_FEW_ROWS if trace.too_few_rows else "none"


def answer(trace: Trace) -> str:
    """The result in one paragraph."""
    names, header = trace.header.names, trace.header
    target, algorithm = names[header.target], title_of_algorithm(header.algorithm)
    outcome, tests = outcome_of(trace), len(trace.test_steps)
    performed, unreliable = trace.performed(tests), _unreliable(trace)
    cost = f"It requested {_count(tests, 'test')} and performed {performed:,}" + (
        f"; {_count(unreliable, 'test')} had too few rows to decide." if unreliable else "."
    )
    if not header.asks_tests:
        cost = "It requested no tests."
    if outcome is None:
        return f"The run of {algorithm} for {target} was cut short, so there is no answer yet. {cost}"
    spouses = outcome.blanket.all_spouses
    second = f" Its Markov blanket holds {listed(names, spouses)} as well, by a common effect." * bool(
        spouses
    )
    return f"{_found(trace, outcome)}{second} {cost}"


def _found(trace: Trace, outcome: Outcome) -> str:
    """Who is next to the target, or in its blanket, as far as the algorithm tells."""
    names, algorithm = trace.header.names, find_algorithm(trace.header.algorithm)
    target, few = names[trace.header.target], trace.too_few_rows
    more = " Most tests had too few rows, so that there may be more." * few
    left = outcome.undetermined
    if outcome.members:
        said = _members(names, outcome.members, "member")
        return (
            f"{algorithm.title} finds that the Markov blanket of {target} has {said}; it does not tell "
            f"neighbours from spouses.{more}"
        )
    if not (outcome.parents or outcome.children or left):
        whole = outcome.members is not None
        if few:
            what = "anything is in the Markov blanket of {}" if whole else "{} has neighbours"
            return f"Whether {what.format(target)} cannot be told: most tests had too few rows."
        nobody = "nothing in the Markov blanket" if whole else "no neighbour"
        return f"{algorithm.title} finds {nobody} of {target}."
    if not algorithm.rules:
        said = _members(names, left, "neighbour")
        return (
            f"{algorithm.title} finds that {target} has {said}; it does not tell causes from effects.{more}"
        )
    causes = _members(names, outcome.parents, "direct cause")
    effects = _members(names, outcome.children, "direct effect")
    open_ones = "every neighbour is decided"
    if left:
        kind = "is a cause or an effect" if len(left) == 1 else "are causes or effects"
        open_ones = f"whether {listed(names, left)} {kind} stays undecided"
    return f"{algorithm.title} finds that {target} has {causes} and {effects}; {open_ones}.{more}"


def assumptions(trace: Trace) -> list[str]:
    """What the arrows assume, a sentence each, and what alpha lets through in this run."""
    chance = chance_of(trace.header)
    if chance is None:
        return list(IN_FULL)
    return [*IN_FULL, chance.sentence, *([] if chance.remedy is None else [NO_BOUND])]


def asked(trace: Trace, version: str) -> list[tuple[str, str]]:
    """What the run was asked to do: a label and what there is to say under it."""
    header, names = trace.header, trace.header.names
    test = find_test(header.test)
    rows = [("Target", names[header.target]), *_data_rows(header.origin, header.rows, len(names))]
    rows += [
        ("Algorithm", title_of_algorithm(header.algorithm)),
        ("Test", test.sentence if header.asks_tests else "none: it fits a graph to the data"),
    ]
    if header.heeds_alpha:
        rows.append(("Alpha", f"{header.alpha:g}"))
    if header.asks_tests:
        rows.append(("Largest conditioning set k", "unlimited" if header.k is None else str(header.k)))
    rows += [("Parameters", ", ".join(map(setting_words, header.settings.items())))] * bool(header.settings)
    if header.rows_per_cell is not None and header.asks_tests:
        policy = header.policy
        rows.append(
            (
                "Too few rows",
                f"fewer than {header.rows_per_cell:g} a cell; then a marginal test counts as "
                f"{policy.marginal.word}, a conditional one as {policy.conditional.word}",
            )
        )
    rows.append(("Known beforehand", "\n".join(statements(header.knowledge, names)) or "nothing"))
    overridden = [
        f"{names[x]} and {names[y]}{f' given {braced(names, z)}' if z else ''}: {verdict.word}"
        for (x, y, z), verdict in header.forced
    ]
    rows.append(("Verdicts overridden", "\n".join(overridden) or "none"))
    rows.append(("Program", f"ELCS Explorer {version}"))
    return rows


def _data_rows(origin: Origin | None, rows: int | None, variables: int) -> list[tuple[str, str]]:
    size = f"{f'{rows:,} rows, ' if rows else ''}{variables:,} variables"
    if origin is None:
        return [
            ("Data", f"not told by this trace ({size})"),
            ("Fingerprint of the data", "not told: a trace holds what was asked and answered, not the data"),
        ]
    kinds = {"table": "", "network": "the network ", "example": "the bundled example "}
    found = [("Data", f"{kinds[origin.kind]}{origin.name} ({size})")]
    if origin.reading:
        found.append(
            ("Read with", ", ".join(f"{key} {value}" for key, value in sorted(origin.reading.items())))
        )
    if origin.fingerprint:
        found.append(("Fingerprint of the data", f"SHA-256 {origin.fingerprint}"))
    return found


def title_of_algorithm(id: str) -> str:
    """As people call it."""
    known = ALGORITHMS.get(id)
    return id if known is None else known.title


def stage_rows(trace: Trace) -> list[StageRow]:
    """Every stage in order, with what changed in it."""
    names = trace.header.names
    steps, facts = trace.fact_steps, trace.facts
    changing = set(changes_of(trace).tolist())
    rows = []
    for span in stage_spans(trace):
        first, last = np.searchsorted(steps, [span.first, span.last]).tolist()
        before, after = np.searchsorted(trace.test_steps, [span.first, span.last]).tolist()
        passed = zip(steps[first:last].tolist(), facts[first:last], strict=True)
        changes = [fact for step, fact in passed if step + 1 in changing]
        rows.append(
            StageRow(
                names[span.target] if span.target >= 0 else "",
                span.title,
                span.tests,
                trace.performed(after) - trace.performed(before),
                changed_in_words(changes),
                tuple(told(trace, fact) for fact in changes),
            )
        )
    return rows


def _change(fact: Event) -> tuple[int, str, str] | None:
    """Where a change is listed among others, and what one and several of its kind are called."""
    match fact:
        case ev.Entered():
            return 0, *SETS[fact.set].enters
        case ev.Left():
            return 1, *SETS[fact.set].leaves
        case ev.Barred():
            return 2, "candidate barred", "candidates barred"
        case ev.FalseNeighbour():
            return 3, "leaves for good", "leave for good"
        case ev.Found(children=(_, *_)):
            return 4, "effect found", "effects found"
        case ev.Found(parents=(_, _)):
            return 5, "pair of causes found", "pairs of causes found"
        case ev.Found():
            return 6, "cause known", "causes known"
        case ev.Oriented():
            return 7, "arrow", "arrows"
        case ev.Conflicted():
            return 8, "conflict", "conflicts"
    return None


def changed_in_words(changes: Sequence[Event]) -> str:
    """7 enter PC, 2 leave."""
    counts = Counter(kind for kind in map(_change, changes) if kind is not None)
    return ", ".join(
        f"{count:,} {one if count == 1 else many}" for (_, one, many), count in sorted(counts.items())
    )


def arrows(trace: Trace) -> list[FragileEdge]:
    """Every arrow at the end with its proof: those of the target first, then in column order."""
    target = trace.header.target
    found = fragility(trace, len(trace))
    return sorted(found, key=lambda edge: (target not in (edge.tail, edge.head), edge.tail, edge.head))


def undecided(trace: Trace) -> list[Proof]:
    """Why each neighbour of the target that is neither cause nor effect is so."""
    outcome, target = outcome_of(trace), trace.header.target
    open_ones = () if outcome is None else outcome.undetermined
    return [why_edge(trace, len(trace), target, x) for x in open_ones]


def memberships(trace: Trace) -> list[Proof]:
    """Why each member of a blanket that was found as a whole is in it."""
    outcome, target = outcome_of(trace), trace.header.target
    members = () if outcome is None else outcome.members or ()
    return [why_member(trace, len(trace), MB, target, x) for x in members]


def conflicts(trace: Trace) -> list[str]:
    """Every contradiction as a sentence."""
    return [one.words(trace.header.names) for one in disputes(final_view(trace))]


def tallies(trace: Trace) -> list[Tally]:
    """The tests by the size of their conditioning sets, and all together at the end."""
    log = trace.tests()
    sizes = trace.judge.tape.asked[log.answers, Z_LENGTH]
    verdict, forced = log.verdict, log.forced

    def row(size: int | None) -> Tally:
        chosen = np.ones(len(log), dtype=np.bool_) if size is None else sizes == size
        counts = [
            int(np.count_nonzero(chosen & (verdict == each.value) & ~forced))
            for each in (
                Verdict.INDEPENDENT, Verdict.DEPENDENT, Verdict.UNRELIABLE, Verdict.NO_INFORMATION,
            )
        ]  # fmt: skip
        asked, new, ruled = (int(np.count_nonzero(chosen & some)) for some in (chosen, ~log.reused, forced))
        return Tally(size, asked, new, *counts, ruled)

    return [*(row(size) for size in np.unique(sizes).tolist()), row(None)]


def close_calls(trace: Trace) -> str:
    """How many tests were nearly answered otherwise, in a sentence; empty where nothing was measured."""
    if not trace.header.asks_tests:
        return NO_TESTS
    if not trace.header.heeds_alpha:
        return "The oracle answered from the known network: no verdict depends on alpha."
    alpha = trace.header.alpha
    log = trace.tests()
    p = log.p[~log.reused]
    close = p[(p > alpha / CLOSE) & (p < alpha * CLOSE)]
    if not len(close):
        return f"No p-value lies within a factor of {CLOSE:g} of alpha {alpha:g}."
    nearest = float(close[np.argmin(np.abs(np.log(close / alpha)))])
    noun = "p-value lies" if len(close) == 1 else "p-values lie"
    return (
        f"{len(close):,} {noun} within a factor of {CLOSE:g} of alpha {alpha:g}; "
        f"the nearest is {p_value(nearest)}."
    )


def _unreliable(trace: Trace) -> int:
    log = trace.tests()
    return int(np.count_nonzero((log.verdict == Verdict.UNRELIABLE.value) & ~log.forced & ~log.reused))


def _members(names: Sequence[str], members: Sequence[int], word: str) -> str:
    if not members:
        return f"no {word}"
    number = _NUMBERS[len(members)] if len(members) < len(_NUMBERS) else f"{len(members)}"
    noun = word if len(members) == 1 else f"{word}s"
    return f"{number} {noun} ({listed(names, members)})"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
