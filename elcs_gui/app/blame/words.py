"""What the blame page says: the one door for its wording."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from elcs_gui.ci.oracle import Oracle, Path, colliders, connecting_path, with_hidden
from elcs_gui.ci.questions import Verdict
from elcs_gui.inquiry.blame import Blame, Fault, WrongVerdict
from elcs_gui.inquiry.blame_words import (
    NOT_IDENTIFIABLE,
    fault_sentence,
    reasons,
    remaining_words,
    who_errs,
)
from elcs_gui.inquiry.known_truth import EXTRA, MISSING, REVERSED, UNDIRECTED
from elcs_gui.inquiry.twin import Twins
from elcs_gui.trace.events import Tested
from elcs_gui.trace.explain import braced, p_value, sentence
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.trace import Header

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def number(count: int) -> str:
    """Small numbers as words."""
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"


def enumerated(words: Sequence[str]) -> str:
    """A, B and C."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def headline(found: Blame) -> str:
    """How much is wrong, and how many verdicts are behind it."""
    errors = _wrong(found)
    wrong = [_count(len(errors), "wrong edge")] if errors else []
    if found.spouses:
        wrong.append(_count(len(found.spouses), "wrong spouse"))
    open_ones = len(found.errors) - len(errors)
    nobodys = f"{_count(open_ones, 'edge')} {NOT_IDENTIFIABLE}" if open_ones else ""
    if not wrong:
        return f"nothing is wrong, {nobodys}" if nobodys else "nothing is wrong"
    told = _headline((*errors, *found.spouses), " and ".join(wrong))
    return f"{told}; {nobodys}" if nobodys else told


def _headline(faults: Sequence[Fault], wrong: str) -> str:
    causes = _causes(faults)
    hidden = sum(fault.hidden_cause for fault in faults)
    own = sum(fault.algorithm_error for fault in faults) - hidden
    if hidden == len(faults):
        return f"{wrong}, {'' if len(faults) == 1 else 'all '}by hidden variables"
    if own == len(faults):
        whose = "the algorithm's own"
        return f"{wrong}, {whose if len(faults) == 1 else f'all {whose}'}"
    behind = f"{_count(len(causes), 'wrong verdict')} behind {'it' if len(faults) == 1 else 'them'}"
    if (
        len(causes) == 1
        and len(faults) > 1
        and not own + hidden
        and all(fault.corrections for fault in faults)
    ):
        behind += " all"
    behind = f", {behind}" if causes or not own + hidden else ""
    behind += f", {own} the algorithm's own" if own else ""
    return f"{wrong}{behind}" + (f", {hidden} by hidden variables" if hidden else "")


def _causes(faults: Iterable[Fault]) -> list[WrongVerdict]:
    """The wrong verdicts behind them, each once: one that is asked twice is one verdict."""
    return list({one.correction[0]: one for fault in faults for one in fault.corrections}.values())


def status(found: Blame) -> str:
    """What is wrong at the target and what explains it, for the status row."""
    target = found.header.names[found.header.target]
    errors = _wrong(found)
    if not errors:
        more = f", but {_spouses(found)}" if found.spouses else ""
        which = " that can be identified from independences" if found.errors else ""
        return f"Every edge at {target}{which} is right{more}."
    kinds = Counter(fault.kind for fault in errors)
    one = len(errors) == 1
    if len(kinds) == 1:
        said = f"{number(len(errors)).capitalize()} edge{'s' * (not one)} at {target} {_verb(one)} "
        said += _left(next(iter(kinds)))
    else:
        parts = [
            f"{number(kinds[kind])} {kind}" for kind in (REVERSED, MISSING, EXTRA, UNDIRECTED) if kinds[kind]
        ]
        said = f"{number(len(errors)).capitalize()} edges at {target} are wrong: {', '.join(parts)}"
    own = sum(fault.algorithm_error for fault in errors)
    if own == len(errors):
        return f"{said}. {_own_error(found)}"
    if found.spouses:
        said, one = f"{said}, and {_spouses(found)}", False
    causes = _causes((*errors, *found.spouses))
    if len(causes) == 1 and causes[0].test is not None and not found.spouses:
        explained = len(errors) - own
        which = "it" if one else "one of them" if explained == 1 else "both" if explained == 2 else "them"
        all_ = " all" if explained > 2 and not own else ""
        far = "" if all(fault.corrected is None for fault in errors) else " as far as can be"
        return f"{said}. Correcting test {causes[0].test} alone mends {which}{all_}{far}."
    return f"{said}. {number(len(causes)).capitalize()} wrong verdicts are behind {'it' if one else 'them'}."


@dataclass(frozen=True)
class Repair:
    """The box under the table: bold first words, the rest, and whether there is anything to run."""

    bold: str
    rest: str
    possible: bool


def repair(found: Blame) -> Repair:
    """The smallest set of corrections, or why there is none."""
    target, errors = found.header.names[found.header.target], _wrong(found)
    own = [fault for fault in errors if fault.algorithm_error]
    if not found.corrections:
        if own:
            rest = (
                f"All {found.questions:,} questions got their true answer, and {target} still comes out so."
                if not found.wrong_verdicts
                else f"With every verdict true, {target} comes out just the same; {found.wrong_verdicts:,} "
                f"of {found.questions:,} verdicts were wrong, but none of them is to blame."
            )
            return Repair(_own_error(found), rest, possible=False)
        if found.errors:
            return Repair("Nothing to repair.", f"{remaining_words(found)}.", possible=False)
        return Repair("", "", possible=False)
    count = len(found.corrections)
    best = "Smallest repair" if found.smallest or count == 1 else "Repair"
    bold = f"{best}: {number(count)} verdict{'s' * (count > 1)}."
    asked = [str(one.test) for one in found.corrections if one.test is not None]
    later = count - len(asked)
    which = [f"test{'s' * (len(asked) > 1)} {enumerated(asked)}"] if asked else []
    if later:
        which.append(
            f"{number(later)} question{'s' * (later > 1)} that only come{'s' * (later == 1)} up then"
        )
    only = "only " if count == 1 else ""
    said = f"Replayed with {only}{' and '.join(which)} corrected, "
    if found.remaining:
        edges = _count(len(found.remaining), "edge")
        said += f"all is right at {target} but for {edges}: {remaining_words(found)}."
    elif len(errors) == 1:
        said += "the edge comes out right."
    else:
        word = "both" if len(errors) == 2 else f"all {number(len(errors))}"
        said += f"{word} edges come out right."
    if count > 1:
        said += " No fewer would do." if found.smallest else " None of them can be left out."
    return Repair(bold, said, possible=True)


def nothing_wrong(found: Blame) -> tuple[str, str]:
    """A title and a sentence for a run without errors."""
    target = found.header.names[found.header.target]
    if not found.wrong_verdicts:
        return f"Nothing is wrong at {target}", f"All {found.questions:,} questions got their true answer."
    return (
        f"Nothing is wrong at {target}",
        f"{found.wrong_verdicts:,} of {found.questions:,} verdicts were wrong, but none of them "
        "changed an edge.",
    )


def explanation(wrong: WrongVerdict, header: Header, event: Tested | None, oracle: Oracle) -> str:
    """Why the verdict is wrong, and why the data said otherwise. `event` is the test, if the run asked it."""
    return " ".join(_explained(wrong, header, event, oracle))


def _explained(wrong: WrongVerdict, header: Header, event: Tested | None, oracle: Oracle) -> Iterator[str]:
    names = header.names
    x, y = names[wrong.x], names[wrong.y]
    path = connecting_path(oracle, wrong.x, wrong.y, wrong.z)
    if path is None:
        block = (
            f"{braced(names, wrong.z)} blocks every path between them"
            if wrong.z
            else ("nothing but common effects lies between them")
        )
        yield f"In truth {x} and {y} are independent: {block}."
    else:
        yield _why_connected(path, wrong, with_hidden(oracle, names))
    if not wrong.reliable:
        yield f"There are too few rows to decide; it counted as {_word(wrong.independent)}."
    elif event is not None and event.p is not None and header.rows is not None:
        p = p_value(event.p)
        if wrong.independent:
            yield f"At {header.rows:,} rows the dependence is too weak to be detected (p {p})."
        else:
            yield f"By chance the data show a dependence (p {p}, below alpha {header.alpha:g})."
    if wrong.test is None:
        yield "The run did not ask this; the question only comes up once others are corrected."


def _why_connected(path: Path, wrong: WrongVerdict, names: Sequence[str]) -> str:
    x, y = names[wrong.x], names[wrong.y]
    shown = " ".join(f"{names[node]} {arrow}".strip() for node, arrow in path)
    if len(path) == 2:
        return f"{shown} is an arrow of the network: nothing separates the two."
    met = colliders(path)
    if met:
        which = enumerated([names[node] for node in met])
        known = all(node in wrong.z for node in met)
        tie = (
            "knowing it"
            if known and len(met) == 1
            else "knowing them"
            if known
            else "knowing what it leads to"
        )
        effects = "is a common effect" if len(met) == 1 else "are common effects"
        return f"{which} {effects} on the path {shown}, so {tie} makes {x} and {y} dependent."
    given = f" given {braced(names, wrong.z)}" if wrong.z else ""
    return f"The path {shown} stays open{given}."


@dataclass(frozen=True)
class Divergence:
    """Where data and oracle part: the data's step after it, the test if it is one, and a sentence."""

    step: int
    test: Tested | None
    sentence: str


def divergence(twins: Twins) -> Divergence | None:
    """None where they never part. `twins.second` is the run on data."""
    if not twins.part:
        return None
    if twins.common >= len(twins.second):
        return Divergence(len(twins.second), None, "The run with every verdict true goes on from here.")
    event, names = twins.second[twins.common], twins.second.header.names
    if not isinstance(event, Tested):
        return Divergence(twins.common + 1, None, sentence(event, names))
    given = f" given {braced(names, event.z)}" if event.z else ""
    p = f"p {p_value(event.p)}, " if event.p is not None and Verdict.of(event.verdict).measured else ""
    how = "as you decided" if event.forced else f"called {_word(event.independent)}"
    if event.verdict == "unreliable" and not event.forced:
        how = f"too few rows, counted as {_word(event.independent)}"
    elif event.verdict == Verdict.NO_INFORMATION.word:
        how = "no information, counted as independent"
    said = f"{names[event.x]} and {names[event.y]}{given}: {p}{how}; in truth {_word(not event.independent)}."
    return Divergence(twins.common + 1, event, said)


def effect(before: Outcome, after: Outcome, target: str) -> str:
    """What correcting one verdict alone changes at the target."""
    changed = sum(_direction(before, x) != _direction(after, x) for x in _neighbours(before, after))
    if not changed:
        return "Corrected alone, it changes no edge."
    return f"Corrected alone, it changes {_count(changed, 'edge')} at {target}."


def _neighbours(*outcomes: Outcome) -> list[int]:
    return sorted({x for one in outcomes for x in (*one.parents, *one.children, *one.undetermined)})


def _direction(outcome: Outcome, x: int) -> str:
    for word in ("parents", "children", "undetermined"):
        if x in getattr(outcome, word):
            return word
    return ""


def _wrong(found: Blame) -> list[Fault]:
    """The edges that somebody is to blame for."""
    return [fault for fault in found.errors if not fault.not_identifiable]


def _own_error(found: Blame) -> str:
    if found.wrong_verdicts:
        return f"{who_errs(found).capitalize()} errs here, no test."
    return f"All verdicts were right: {who_errs(found)} errs here."


def _spouses(found: Blame) -> str:
    missed = sum(fault.kind == MISSING for fault in found.spouses)
    parts = [(missed, "missed"), (len(found.spouses) - missed, "invented")]
    return " and ".join(f"{_count(count, 'spouse')} {_was(count)} {word}" for count, word in parts if count)


def _left(kind: str) -> str:
    return "left undirected" if kind == UNDIRECTED else kind


def _verb(one: bool) -> str:
    return "is" if one else "are"


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _word(independent: bool) -> str:
    return "independent" if independent else "dependent"


def _count(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def all_sentences(found: Blame) -> Iterable[str]:
    """For a report: the status, what was shown of each wrong edge and spouse, then the repair."""
    yield status(found)
    for fault in (*found.errors, *found.spouses):
        yield f"- {fault_sentence(found, fault)} {' '.join(reasons(found, fault))}"
    box = repair(found)
    if box.bold:
        yield f"{box.bold} {box.rest}"
