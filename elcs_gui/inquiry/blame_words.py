"""Blame in words, and as the JSON that the command line promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from elcs_gui.inquiry.blame import Blame, Fault, WrongVerdict
from elcs_gui.inquiry.known_truth import EXTRA, MISSING, REVERSED, UNDIRECTED
from elcs_gui.trace.explain import Names, enumerated, given

_ALL_RIGHT = "All verdicts were right: {} errs here."
NOT_IDENTIFIABLE = "not identifiable from independences"
HIDDEN_CAUSE = (
    "With every verdict true it is there just the same: hidden variables join the two, and no measured ones "
    "separate them."
)
_NOBODY = (
    f"Nobody errs: it is {NOT_IDENTIFIABLE}. Another graph with the same independences has it the other way "
    "round."
)
_AS_WRONG = "With every verdict true it is wrong just the same: {} errs here, no test."


def as_json(found: Blame) -> dict[str, Any]:
    """One object, ready for `json.dumps`; variables are names.

    Beyond the contract: `on_proof` of a verdict says whether the edge's own proof cites it; `shd` how many
    edges at the target are wrong in the run, and after the cause and `together_with`, the verdicts that have
    to be corrected with it, are corrected; `inseparable` that only hidden variables join the two;
    `with_true_verdicts` is what is wrong there with every verdict true, and where that is something else,
    `worsened_by` are the verdicts that made the difference; `corrected` is what is wrong there once they are
    corrected; `identifiable` is false where independences (and what is known) give the edge no direction, so
    that left undirected it is nobody's error; `remaining` are the edges that are wrong after all
    `corrections`; `smallest` says whether it is known that no smaller set of corrections would do.
    """
    names = found.header.names
    return {
        "schema": "elcs-blame/1",
        "target": names[found.header.target],
        "errors": [_fault(found, wrong) for wrong in found.errors],
        "spouses": [
            {"spouse": names[wrong.other]} | {k: v for k, v in _fault(found, wrong).items() if k != "edge"}
            for wrong in found.spouses
        ],
        "corrections": [
            {**_verdict(wrong, names), "verdict": wrong.truth.word, "instead_of": wrong.verdict.word}
            for wrong in found.corrections
        ],
        "remaining": [
            {
                "edge": [names[end] for end in wrong.edge],
                "kind": wrong.kind,
                "identifiable": not wrong.reversible,
            }
            for wrong in found.remaining
        ],
        "smallest": found.smallest,
        "questions": found.questions,
        "wrong_verdicts": found.wrong_verdicts,
        "replays": found.replays,
    }


def _fault(found: Blame, wrong: Fault) -> dict[str, Any]:
    names = found.header.names
    otherwise = wrong.at_best is not None and not wrong.algorithm_error
    return {
        "edge": [names[end] for end in wrong.edge],
        "kind": wrong.kind,
        "cause": None if wrong.cause is None else _of_edge(wrong.cause, wrong, names),
        "confirmed": wrong.confirmed,
        "algorithm_error": wrong.algorithm_error,
        "identifiable": not wrong.reversible,
        "together_with": [_of_edge(one, wrong, names) for one in wrong.corrections[1:]],
        "shd": None if wrong.shd_after is None else {"before": found.shd, "after": wrong.shd_after},
        "inseparable": wrong.inseparable,
        "with_true_verdicts": wrong.at_best,
        "worsened_by": [_of_edge(one, wrong, names) for one in wrong.corrections] if otherwise else [],
        "corrected": wrong.corrected,
    }


def _of_edge(wrong: WrongVerdict, fault: Fault, names: Names) -> dict[str, Any]:
    return _verdict(wrong, names) | {"on_proof": wrong not in fault.off_proof}


def _verdict(wrong: WrongVerdict, names: Names) -> dict[str, Any]:
    return {
        "x": names[wrong.x],
        "y": names[wrong.y],
        "z": [names[z] for z in wrong.z],
        "verdict": wrong.verdict.word,
        "truth": wrong.truth.word,
        "test": wrong.test,
        "reliable": wrong.reliable,
    }


def prose(found: Blame) -> Iterator[str]:
    """What is wrong about the target, and why, line by line."""
    names = found.header.names
    target = names[found.header.target]
    questions = f"{found.questions:,} different questions"
    if found.wrong_verdicts:
        yield f"{questions}, {found.wrong_verdicts:,} with a wrong verdict."
    else:
        yield f"{questions}, all with the right verdict."
    if not found.errors:
        yield f"Every edge at {target} is right."
    elif all(wrong.not_identifiable for wrong in found.errors):
        yield f"Every edge at {target} that can be identified from independences is right."
    for wrong in (*found.errors, *found.spouses):
        yield ""
        yield fault_sentence(found, wrong)
        yield from (f"  {line}" for line in reasons(found, wrong))
    if found.corrections:
        count = len(found.corrections)
        what = "this verdict" if count == 1 else f"these {count} verdicts"
        yield ""
        yield f"Correcting {what} makes {target} as right as it is with every verdict true{_fewest(found)}:"
        yield from (f"  {verdict_sentence(one, names)}" for one in found.corrections)
        if found.remaining:
            yield f"Then {remaining_words(found)}."


def fault_sentence(found: Blame, fault: Fault) -> str:
    """What is wrong, in one sentence."""
    names = found.header.names
    target = names[found.header.target]
    if fault in found.spouses:
        other = names[fault.other]
        if fault.kind == MISSING:
            return f"{other} is a spouse of {target}, but was not found."
        return f"{other} was taken for a spouse of {target}, but is none."
    tail, head = (names[end] for end in fault.edge)
    if fault.kind == REVERSED:
        return f"{tail} → {head} is reversed: in truth {head} → {tail}."
    if fault.kind == MISSING:
        return f"{tail} → {head} is missing."
    if fault.kind == EXTRA:
        return f"{tail} and {head} are no neighbours in truth: the edge is extra."
    return f"{tail} → {head} was left undirected."


def named(found: Blame, fault: Fault) -> str:
    """The edge alone: with an arrow where there is one in truth."""
    tail, head = (found.header.names[end] for end in fault.edge)
    return f"{tail} {'—' if fault.kind == EXTRA or fault.not_identifiable else '→'} {head}"


def verdict_sentence(wrong: WrongVerdict, names: Names) -> str:
    """A wrong verdict, in one sentence."""
    said = "independent" if wrong.independent else "dependent"
    how = f"came out {said}" if wrong.reliable else f"counted as {said} for want of rows"
    where = "A question that comes up then" if wrong.test is None else f"Test {wrong.test}"
    truth = "dependent" if wrong.independent else "independent"
    asked = f"{names[wrong.x]} and {names[wrong.y]}{given(names, wrong.z)}"
    return f"{where}: {asked} {how}; in truth they are {truth}."


def reasons(found: Blame, fault: Fault) -> Iterator[str]:
    """Why it is wrong, a sentence each."""
    names = found.header.names
    if fault.not_identifiable:
        yield _NOBODY
        return
    if fault.hidden_cause:
        yield HIDDEN_CAUSE
        return
    if fault.algorithm_error:
        yield (_AS_WRONG if found.wrong_verdicts else _ALL_RIGHT).format(who_errs(found))
        return
    if fault.at_best is not None:
        yield at_best_sentence(found, fault)
    if not fault.corrections:
        yield "No single verdict is to blame: several have to be corrected together."
        return
    yield from (verdict_sentence(one, names) for one in fault.corrections)
    yield from shown_by_replay(found, fault)


def shown_by_replay(found: Blame, fault: Fault) -> Iterator[str]:
    """What the replay with the corrections alone has shown, and no more, a sentence each."""
    count = len(fault.corrections)
    which = "this verdict alone" if count == 1 else f"these {count} verdicts together"
    what = "this" if fault in found.spouses else "the edge"
    if not fault.confirmed:
        yield f"Correcting {which} is not confirmed by a replay."
        return
    if fault.corrected is None and fault.at_best is not None:
        yield f"Correcting {which} mends {what}, by luck: the verdicts that stay wrong make it right."
    elif fault.corrected is None:
        yield f"Correcting {which} mends {what}."
    else:
        yield f"Correcting {which} leaves {what} {_state(fault.corrected).removeprefix('left ')}."
    yield on_proof_sentence(fault)
    target, before = found.header.names[found.header.target], found.shd
    if fault.shd_after == before:
        yield f"The number of wrong edges at {target} (SHD) stays {before}."
    else:
        yield f"The number of wrong edges at {target} (SHD) goes from {before} to {fault.shd_after}."


def on_proof_sentence(fault: Fault) -> str:
    """Whether the proof of the edge rests on the verdicts that mend it."""
    off, count = len(fault.off_proof), len(fault.corrections)
    if count == 1:
        if off:
            return "The proof does not cite it: it acts through what else the run found."
        return "The proof cites it."
    if not off:
        return "The proof cites all of them."
    cites, others = ("none", "they") if off == count else (str(count - off), "the others")
    return f"The proof cites {cites} of them: {others} act through what else the run found."


def at_best_sentence(found: Blame, fault: Fault) -> str:
    """Of an error that is another one with every verdict true: what the verdicts did, and what stays."""
    count = len(fault.corrections)
    verdicts = "One verdict" if count == 1 else f"{count} verdicts"
    limit = f", as it is {NOT_IDENTIFIABLE}" if fault.reversible else ""
    if fault.at_best != UNDIRECTED:
        limit = f": there {who_errs(found)} errs"
    stays = "stays" if fault.at_best == UNDIRECTED else "is"
    return (
        f"{verdicts} {_DONE[fault.kind]}; "
        f"with every verdict true it {stays} {_state(fault.at_best).removeprefix('left ')}{limit}."
    )


def remaining_words(found: Blame) -> str:
    """Which edges are wrong after the repair, half a sentence; those the run had right are said to be so."""
    wrong_before = {fault.other for fault in found.errors}
    groups: dict[tuple[str, str], list[str]] = {}
    for fault in found.remaining:
        before = "" if fault.other in wrong_before else ", right before,"
        why = f" ({NOT_IDENTIFIABLE})" if fault.not_identifiable else ""
        groups.setdefault((before, f"{_state(fault.kind)}{why}"), []).append(named(found, fault))
    parts = []
    for (before, state), edges in groups.items():
        parts.append(f"{enumerated(edges)}{before} {'is' if len(edges) == 1 else 'are'} {state}")
    return "; ".join(parts)


_DONE = {
    REVERSED: "reversed it",
    MISSING: "removed it",
    EXTRA: "put it there",
    UNDIRECTED: "left it undirected",
}


def _state(kind: str | None) -> str:
    return "right" if kind is None else "left undirected" if kind == UNDIRECTED else kind


def who_errs(found: Blame) -> str:
    """The run with every verdict true keeps the background knowledge, which may be false.

    Where hidden variables are behind all that it gets wrong, the algorithm only takes for granted that there
    are none.
    """
    own = [fault for fault in (*found.errors, *found.spouses) if fault.algorithm_error]
    if own and all(fault.hidden_cause for fault in own):
        return "the assumption that nothing is hidden"
    return "the background knowledge or the algorithm" if found.header.knowledge else "the algorithm"


def _fewest(found: Blame) -> str:
    if found.smallest:
        return ", and no fewer would do" if len(found.corrections) > 1 else ""
    return " (none of them can be left out)"
