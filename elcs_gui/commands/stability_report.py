"""Stability as people and as programs read it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.algorithms.run_title import method
from elcs_gui.ci.asking import TOO_FEW_ROWS
from elcs_gui.inquiry.replicate_kinds import KINDS
from elcs_gui.inquiry.stability import CONFIDENCE, Frequency, Stability, VariableRow
from elcs_gui.trace.explain import subject
from elcs_gui.trace.roles import FinalRole

SCHEMA = "elcs-stability/1"

_SELDOM = 0.05
"""Who is in the blanket less often than this, and not as the data are, is only counted for people."""

_COLUMNS = {
    FinalRole.PARENT: "cause",
    FinalRole.CHILD: "effect",
    FinalRole.UNDECIDED: "undecided",
    FinalRole.SPOUSE: "spouse",
    FinalRole.MEMBER: "member",
    FinalRole.ABSENT: "absent",
}


_SUMMARY = {
    "parent": ("causes and effects", "<- "),
    "child": ("causes and effects", "-> "),
    "undecided": ("neighbours", "-- "),
    "member": ("members of the blanket", ""),
}
"""Where there is a line a target: what the column is called, and what stands before a name."""


def report(title: str, found: Stability) -> str:
    """The table of a result with at least one replicate."""
    header = found.header
    names = header.names
    lines = [
        subject(title, names[header.target], header.rows, len(names)),
        f"{method(header)} · {found.done} replicates, seed {found.seed}: {KINDS[found.kind]}",
        "",
    ]
    inside = [
        row for row in found.rows() if row.absent.count < found.done or row.found is not FinalRole.ABSENT
    ]
    shown = [row for row in inside if row.found is not FinalRole.ABSENT or 1 - row.absent.share >= _SELDOM]
    shown.sort(key=lambda row: (-row.neighbour.count, row.absent.count, row.variable))
    width = max([8, *(len(names[row.variable]) for row in shown)])
    titles = "".join(f"{_COLUMNS[role]:>11}" for role in found.told)
    lines.append(f"  {'variable':<{width}}  as it is  {titles}")
    for row in shown:
        shares = "".join(f"{_percent(row.of(role)):>11}" for role in found.told)
        lines.append(f"  {names[row.variable]:<{width}}  {_COLUMNS[row.found]:<10}{shares}   {_range(row)}")
    low, high = found.same_answer.interval
    lines += [
        "",
        f"  the whole answer came back in {found.same} of {found.done} ({_bounds(low, high)})",
    ]
    if found.too_few_rows:
        lines.append(
            f"  but {found.unreliable:,} of {found.requested:,} tests had {TOO_FEW_ROWS}: "
            "what is absent may be there, in the data as in every replicate"
        )
    if len(shown) < len(inside):
        lines.append(
            f"  {len(inside) - len(shown)} more were in the blanket in less than {100 * _SELDOM:.0f} % each"
        )
    return "\n".join(lines)


def summary(title: str, results: Sequence[dict[str, Any]], seconds: float) -> str:
    """A line a target: how often its whole answer came back, and the causes and effects it has; or else the
    neighbours, or the blanket, of algorithms that tell no more."""
    first = find_algorithm(results[0]["algorithm"]).roles[0]
    title_of_sets = _SUMMARY[first][0]
    listed = [role for role, (column, _) in _SUMMARY.items() if column == title_of_sets]
    lines = [f"{title}: every target, {results[0]['replicates']} replicates each, {seconds:.1f} s", ""]
    width = max([8, *(len(result["target"]) for result in results)])
    lines.append(f"  {'target':<{width}}   same answer   {title_of_sets}, with how often they were that")
    for result in results:
        same = result["same_answer"]["share"]
        roles = [row for row in result["roles"] if row["found"] in listed]
        told = ", ".join(
            f"{_SUMMARY[row['found']][1]}{row['variable']} {100 * row[row['found']]['share']:.0f} %"
            for row in roles
        )
        lines.append(f"  {result['target']:<{width}}   {100 * same:>9.0f} %   {told or '-'}")
    return "\n".join(lines)


def _range(row: VariableRow) -> str:
    """How sure the share of the row's own role is, as far as the number of replicates goes."""
    return f"{_COLUMNS[row.found]} {_bounds(*row.of(row.found).interval)}"


def _bounds(low: float, high: float) -> str:
    return f"{100 * low:.0f} to {100 * high:.0f} %"


def _percent(frequency: Frequency) -> str:
    if frequency.count == 0:
        return "·"
    # What happened sometimes is neither never nor always.
    return f"{min(max(round(100 * frequency.share), 1), 99 + (frequency.count == frequency.of))} %"


def as_json(found: Stability) -> dict[str, Any]:
    """One object, ready for `json.dumps`; of the variables and edges those that came up at least once."""
    header = found.header
    names = header.names
    whole = FinalRole.MEMBER in found.told
    roles = found.told if whole else [role for role in FinalRole if role is not FinalRole.MEMBER]
    words = {
        "forwards": "directed",
        "backwards": "reversed",
        "undirected": "undirected",
        "absent": "absent",
    }
    return {
        "schema": SCHEMA,
        "algorithm": header.algorithm,
        "target": names[header.target],
        "test": header.test,
        "alpha": header.alpha,
        "k": header.limit,
        "rows": header.rows,
        "variables": len(names),
        "kind": found.kind,
        "seed": found.seed,
        "asked": found.asked,
        "replicates": found.done,
        "confidence": CONFIDENCE,
        "same_answer": _frequency(found.same_answer) if found.done else None,
        "tests": {"requested": found.requested, "unreliable": found.unreliable},
        "too_few_rows": found.too_few_rows,
        "roles": [
            {"variable": names[row.variable], "found": row.found.word}
            | {role.word: _frequency(row.of(role)) for role in roles}
            for row in found.rows()
            if row.absent.count < found.done or row.found is not FinalRole.ABSENT
        ],
        "edges": [
            {"edge": [names[edge.x], names[edge.y]], "found": words[edge.found]}
            | {word: _frequency(getattr(edge, standing)) for standing, word in words.items()}
            for edge in found.edges()
        ],
    }


def _frequency(frequency: Frequency) -> dict[str, float]:
    low, high = frequency.interval
    return {
        "count": frequency.count,
        "share": round(frequency.share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
    }
