"""The result of a run as the command line promises it: schema "elcs-result/1"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from elcs_gui.ci.asking import Counts
from elcs_gui.ci.registry import Needs, find_test
from elcs_gui.trace.conflicts import disputes_of
from elcs_gui.trace.explain import premises
from elcs_gui.trace.metrics import Metrics
from elcs_gui.trace.outcome import Blanket, Outcome, SetsByMember
from elcs_gui.trace.trace import Header

SCHEMA = "elcs-result/1"


def as_json(
    header: Header, outcome: Outcome, counts: Counts, seconds: float, metrics: Metrics | None
) -> dict[str, Any]:
    """One object, ready for `json.dumps`. Variables are names; the target's own sets are in column order.

    An algorithm that does not tell neighbours from spouses leaves out all that rests on the difference.
    """
    names = header.names

    def named(members: Iterable[int]) -> list[str]:
        return [names[member] for member in members]

    def by_name(sets: SetsByMember) -> dict[str, list[str]]:
        return {names[member]: named(others) for member, others in sorted(sets.items()) if others}

    def blanket(found: Blanket) -> dict[str, Any]:
        if outcome.members is not None:
            return {"target": names[found.target], "mb": named(found.members)}
        return {
            "target": names[found.target],
            "pc_candidates": named(found.pc_candidates),
            "separators": by_name(found.separators),
            "candidate_spouses": by_name(found.candidate_spouses),
            "pruned_spouses": by_name(found.pruned_spouses),
            "false_pc": by_name(found.false_neighbours),
            "pc": named(found.pc),
            "spouses": by_name(found.spouses),
            "parents": named(found.parents),
            "children": named(found.children),
            "undetermined": named(found.undetermined),
            "reasons": {names[x]: reason for x, reason in _in_order(found.reasons).items()},
        }

    neighbours: dict[str, Any] = {
        "parents": named(outcome.parents),
        "children": named(outcome.children),
        "undetermined": named(outcome.undetermined),
        "pc": named(sorted(outcome.blanket.pc)),
        "spouses": by_name(outcome.blanket.spouses),
    }
    result: dict[str, Any] = {
        "schema": SCHEMA,
        "algorithm": header.algorithm,
        "target": names[outcome.target],
        **_method(header),
        "rows": header.rows,
        "variables": len(names),
        **(neighbours if outcome.members is None else {}),
        "mb": named(outcome.blanket.members),
        "blankets": [blanket(found) for found in outcome.blankets],
        "orientations": [
            {"from": names[o.tail], "to": names[o.head], "rule": o.rule, "because": premises(o, names)}
            for o in outcome.orientations
        ],
        "conflicts": [
            {
                "from": names[one.tail],
                "to": names[one.head],
                "kind": one.kind,
                "blankets": named(one.parties),
            }
            for one in disputes_of(outcome)
        ],
        "tests": {
            "requested": counts.requested,
            "performed": counts.performed,
            "unreliable": counts.unreliable,
        }
        if header.asks_tests
        else None,
        "seconds": round(seconds, 6),
    }
    if counts.too_few_rows:  # then what is missing above may be there all the same
        result["too_few_rows"] = True
    if header.knowledge:
        known = header.knowledge
        result["knowledge"] = {
            "forbidden": [named(pair) for pair in known.forbidden],
            "required": [named(pair) for pair in known.required],
            "adjacent": [named(pair) for pair in known.adjacent],
            "tiers": [named(tier) for tier in known.tiers],
        }
    if metrics is not None:
        result["metrics"] = {
            name: value
            for name, value in asdict(metrics).items()
            if outcome.members is None or name.startswith("mb_")
        }
    return result


def _method(header: Header) -> dict[str, Any]:
    """How it was learnt: null where the algorithm asks no tests, and its parameters where it has any."""
    asks = header.asks_tests
    limit = "unlimited" if header.k is None else header.k
    said: dict[str, Any] = {
        "test": header.test if asks else None,
        "alpha": header.alpha if asks else None,
        "k": limit if asks else None,
    }
    if header.settings:
        said["parameters"] = header.settings
    if not asks:
        said["values"] = "level codes" if find_test(header.test).needs is Needs.LEVELS else "measurements"
    return said


def _in_order(reasons: Mapping[int, str]) -> dict[int, str]:
    return dict(sorted(reasons.items()))
