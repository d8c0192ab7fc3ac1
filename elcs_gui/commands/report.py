"""Results as people read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.ci.asking import TOO_FEW_ROWS
from elcs_gui.ci.false_discoveries import Threshold
from elcs_gui.ci.preselection import Preselection
from elcs_gui.ci.registry import Needs, find_test, usual
from elcs_gui.data.names import listed
from elcs_gui.inquiry.summary import CHANCE, FEW_ROWS
from elcs_gui.trace.assumptions import NO_BOUND
from elcs_gui.trace.explain import setting_words, subject
from elcs_gui.trace.metrics import HiddenVariables
from elcs_gui.trace.roles import ANSWER_SETS, Role
from elcs_gui.trace.rules import RULES, SPOUSE

_METRICS = {
    "arrp": "ArrP",
    "arrr": "ArrR",
    "shd": "SHD",
    "shd_cpdag": "SHD to the CPDAG",
    "fdr": "FDR",
    "mb_f1": "MB F1",
}


def report(title: str, result: Mapping[str, Any]) -> str:
    """One target's result."""
    reasons = _reasons(result)
    lines = [
        subject(title, result["target"], result["rows"], result["variables"]),
        _method(result),
        *_known(result),
        "",
        *_found(result, reasons),
        "",
        f"  {_work(result)}; {result['seconds']:.3f} s",
    ]
    if "left_out" in result:
        lines.append(f"  left out by --preselect: {_left_out(result)}")
    lines += _doubts(result)
    lines += [f"  {line}" for line in _chance(result)]
    lines += [f"  {line}" for line in _against_truth(result)]
    if result["recipe"] is not None:
        lines += ["", f"  {result['recipe']}"]
    return "\n".join(lines)


def _method(result: Mapping[str, Any]) -> str:
    """The algorithm, and all its settings."""
    said = [find_algorithm(result["algorithm"]).title]
    if result["test"] is None:
        said.append("no tests")
    else:
        said += [find_test(result["test"]).title, f"alpha {result['alpha']:.9g}", f"k {result['k']}"]
    said += map(setting_words, result.get("parameters", {}).items())
    return " · ".join(said)


def _work(result: Mapping[str, Any]) -> str:
    """What it took."""
    tests = result["tests"]
    if tests is None:
        as_numbers = result["values"] == "level codes"
        return f"no tests: fitted to the {'level codes, read as numbers' if as_numbers else 'measurements'}"
    learnt = [blanket["target"] for blanket in result["blankets"]]
    return (
        f"{tests['requested']:,} tests requested, {tests['performed']:,} performed, "
        f"{tests['unreliable']:,} unreliable; {_blankets(learnt)}"
    )


def _found(result: Mapping[str, Any], reasons: Mapping[str, str]) -> list[str]:
    lines = []
    for role in find_algorithm(result["algorithm"]).roles:
        title, key = ANSWER_SETS[role]
        decided = reasons if role in (Role.PARENT, Role.CHILD) else {}
        found = _spouses(result[key]) if role is Role.SPOUSE else _with_reasons(result[key], decided)
        lines.append(f"  {title:<9}  {found or _nobody(result)}")
    return lines


def _nobody(result: Mapping[str, Any]) -> str:
    """What to say of an empty set: "none" only where there were rows enough to find any."""
    return TOO_FEW_ROWS if "too_few_rows" in result else "none"


def _doubts(result: Mapping[str, Any]) -> Iterator[str]:
    """What is doubtful, and what helps where the rows are too few."""
    for doubt in result["doubts"]:
        yield f"  {doubt['sentence']}"
        yield from (f"    {detail}" for detail in doubt["details"])
        if doubt["kind"] == FEW_ROWS:
            yield (
                "    Columns with fewer levels help (--discretise for measurements), or "
                f"--test {usual(Needs.MEASUREMENTS).id} where all are measurements."
            )
        if doubt["kind"] == CHANCE:
            yield f"    Set it with --alpha {result['chance']['alpha']:g}."


def _left_out(result: Mapping[str, Any]) -> str:
    """Which columns, and by which thresholds where their tests were judged together."""
    columns, chosen = ", ".join(result["left_out"]) or "no column", result["preselection"]
    thresholds = tuple(Threshold(each["tests"], each["p"]) for each in chosen["thresholds"])
    by = Preselection((), chosen["rate"], thresholds).sentence
    return f"{columns} ({by})" if by else columns


def _chance(result: Mapping[str, Any], *, doubted: bool = True) -> list[str]:
    """What the first tests let through by chance; nothing where nothing is left to it.

    Args:
        doubted: where it is said among the doubts, it is not said again.
    """
    chance = result["chance"]
    if chance is None or (doubted and chance["alpha"] is not None):
        return []
    words = chance["sentence"]
    return [f"{words[0].lower()}{words[1:-1]}"]


def _known(result: Mapping[str, Any]) -> list[str]:
    """How much was known beforehand, if anything was."""
    known = result.get("knowledge", {})
    counts = [(len(members), part) for part, members in known.items() if members]
    return ["known: " + ", ".join(f"{number} {part}" for number, part in counts)] if counts else []


def summary(title: str, results: Sequence[Mapping[str, Any]], seconds: float) -> str:
    """All targets: a line each, then the averages."""
    width = max(len(result["target"]) for result in results)
    lines = []
    for result in results:
        doubts = ", ".join(doubt["short"] for doubt in result["doubts"] if doubt["kind"] != CHANCE)
        lines.append(f"{result['target']:<{width}}  {_in_short(result)}{doubts and f'  ({doubts})'}")
    lines += ["", f"{title}: {len(results)} targets in {seconds:.2f} s{_requested(results)}"]
    if few := sum("too_few_rows" in result for result in results):
        lines.append(f"for {few} of them most tests had {TOO_FEW_ROWS}: more may be there than was found")
    lines += _chance(results[0], doubted=False)
    if results[0]["chance"] is not None and results[0]["chance"]["alpha"] is not None:
        lines += [f"Set it with --alpha {results[0]['chance']['alpha']:g}. {NO_BOUND}"]
    if "metrics" in results[0]:
        known = [key for key in _METRICS if key in results[0]["metrics"]]
        means = {key: fmean(result["metrics"][key] for result in results) for key in known}
        lines.append(f"against the truth, on average: {_figures(means)}")
    if "hidden" in results[0]:
        names = tuple(results[0]["hidden"]["variables"])
        lines += HiddenVariables(names, "", ()).sentences()
        joined = [result["target"] for result in results if result["hidden"]["joined"]]
        if joined:
            lines.append(
                f"hidden variables join {listed(joined)} to others that no measured variables separate from "
                "them: an edge there counts as extra"
            )
    return "\n".join(lines)


def _in_short(result: Mapping[str, Any]) -> str:
    """What was found for one of many targets."""
    if "too_few_rows" in result and not result["mb"]:
        return TOO_FEW_ROWS
    if "parents" not in result:
        return f"blanket: {', '.join(result['mb']) or '-'}"
    undecided = f"undecided: {', '.join(result['undetermined']) or '-'}"
    if Role.PARENT not in find_algorithm(result["algorithm"]).roles:
        return undecided
    causes, effects = ", ".join(result["parents"]) or "-", ", ".join(result["children"]) or "-"
    return f"causes: {causes}  effects: {effects}{f'  {undecided}' if result['undetermined'] else ''}"


def _requested(results: Sequence[Mapping[str, Any]]) -> str:
    if results[0]["tests"] is None:
        return ", no tests"
    requested = sum(result["tests"]["requested"] for result in results)
    return f", {requested:,} tests requested ({requested / len(results):,.0f} a target)"


def _reasons(result: Mapping[str, Any]) -> dict[str, str]:
    """Why each neighbour of the target is called a cause or an effect."""
    target = result["target"]
    reasons = dict(result["blankets"][0].get("reasons", {}))
    for blanket in result["blankets"][1:]:
        if target in blanket["reasons"]:
            reasons.setdefault(blanket["target"], f"{blanket['reasons'][target]} at {blanket['target']}")
        for spouse in blanket["spouses"].get(target, ()):
            reasons.setdefault(spouse, f"{SPOUSE} at {blanket['target']}")
    for oriented in result["orientations"]:
        if target in (oriented["from"], oriented["to"]):
            other = oriented["from"] if oriented["to"] == target else oriented["to"]
            reasons.setdefault(other, oriented["rule"])
    return reasons


def _with_reasons(variables: Sequence[str], reasons: Mapping[str, str]) -> str:
    words = []
    for name in variables:
        rule, _, where = reasons.get(name, "").partition(" ")
        words.append(f"{name} ({RULES[rule].in_table}{where and ' ' + where})" if rule else name)
    return ", ".join(words)


def _spouses(spouses: Mapping[str, Sequence[str]]) -> str:
    return "; ".join(f"{', '.join(xs)} through {child}" for child, xs in spouses.items())


def _blankets(targets: Sequence[str]) -> str:
    if len(targets) == 1:
        return "1 blanket learnt"
    shown = ", ".join(targets[:6]) + (", ..." if len(targets) > 6 else "")
    return f"{len(targets)} blankets learnt ({shown})"


def _against_truth(result: Mapping[str, Any]) -> Iterator[str]:
    """The measures, and what hidden variables do to them; nothing where no truth is known."""
    if "metrics" in result:
        yield f"against the truth: {_figures(result['metrics'])}"
    if "hidden" in result:
        hidden = result["hidden"]
        yield from HiddenVariables(
            tuple(hidden["variables"]), result["target"], tuple(hidden["joined"])
        ).sentences()


def _figures(metrics: Mapping[str, float]) -> str:
    return ", ".join(f"{title} {metrics[key]:.2f}" for key, title in _METRICS.items() if key in metrics)
