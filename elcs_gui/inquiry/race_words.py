"""What is said of a race: one sentence on what each lane saved or lost, and the table of all lanes."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from elcs_gui.algorithms.registry import Difference, differences, find_algorithm
from elcs_gui.data.columns.cells import neutralised
from elcs_gui.inquiry.race import Axis, Counting, Lane, Race
from elcs_gui.inquiry.summary import shown_summary
from elcs_gui.trace.explain import counted, enumerated

SCHEMA = "elcs-race/1"
NO_ARROWS = "it does not tell causes from effects"

NOUNS = {
    Counting.ARROWS: ("arrow", "arrows"),
    Counting.NEIGHBOURS: ("neighbour", "neighbours"),
    Counting.MEMBERS: ("blanket member", "blanket members"),
}

AXES = {
    Axis.REQUESTED: "Tests requested",
    Axis.COMPUTED: "Tests performed",
    Axis.SECONDS: "Seconds",
}


@dataclass(frozen=True)
class Sentence:
    """On one lane; `figure` is the part of it that matters most, empty if none does."""

    text: str
    figure: str = ""


def sentence(race: Race, lane: Lane, axis: Axis = Axis.REQUESTED) -> Sentence:
    """What a lane saved or lost: against its like but for one thing if that runs too, else against the first
    lane; of the first itself, against the leanest of the others."""
    cost = Axis.REQUESTED if axis is Axis.SECONDS else axis
    others = [other for other in race.lanes if other is not lane]
    if not lane.tests:
        return Sentence(f"It requests no tests. {_told(race, lane)}")
    by_id = {other.algorithm.id: other for other in others}
    for (having, lacking), difference in differences().items():
        if lane.algorithm.id == having and lacking in by_id:
            return _by_having(race, lane, by_id[lacking], cost, difference)
    for (having, lacking), difference in differences().items():
        if lane.algorithm.id == lacking and having in by_id:
            return _by_lacking(race, lane, by_id[having], cost, difference)
    asking = [other for other in others if other.tests]
    if not asking:
        return Sentence(_told(race, lane))
    first = race.lanes[0]
    if lane is not first and first.tests:
        return _against(race, lane, first, cost)
    alike = [other for other in asking if other.counting is lane.counting] or asking
    return _against(race, lane, min(alike, key=lambda other: other.length(cost)), cost)


def _by_having(race: Race, lane: Lane, other: Lane, axis: Axis, difference: Difference) -> Sentence:
    saved = round(other.length(axis) - lane.length(axis))
    name, figure = difference.name, tests(abs(saved), axis)
    if saved > 0:
        said = f"{name} saved {figure} here"
    elif saved < 0:
        said = f"{name} cost {figure} here"
    else:
        verb = "save" if difference.plural else "saves"
        figure = f"{verb} nothing"
        said = f"{name} {figure} here: {_title(other)} takes as many tests"
    return Sentence(f"{said}{_answers(lane, other)}.{_errors(race, lane)}", figure)


def _by_lacking(race: Race, lane: Lane, other: Lane, axis: Axis, difference: Difference) -> Sentence:
    more = round(lane.length(axis) - other.length(axis))
    figure = f"{tests(abs(more), axis)} {'more' if more > 0 else 'fewer'}" if more else "as many tests"
    than = f"than {_title(other)}" if more else f"as {_title(other)}"
    said = f"{difference.lacking} it takes {figure} {than}"
    return Sentence(f"{said}{_answers(lane, other)}.{_errors(race, lane)}", figure)


def _against(race: Race, lane: Lane, other: Lane, axis: Axis) -> Sentence:
    more = round(lane.length(axis) - other.length(axis))
    if more:
        figure = f"{tests(abs(more), axis)} {'more' if more > 0 else 'fewer'}"
        said = f"{figure} than {_title(other)}"
    else:
        figure = "As many tests"
        said = f"{figure} as {_title(other)}"
    return Sentence(f"{said}{_answers(lane, other)}.{_errors(race, lane)}", figure)


def _answers(lane: Lane, other: Lane) -> str:
    """How the answers differ, as the end of a clause."""
    names = lane.trace.header.names
    if lane.counting is not other.counting or lane.counting is not Counting.ARROWS:
        if lane.counting is Counting.ARROWS:
            return f", for {_many(len(lane.end.counted), lane.counting)}"
        found = _many(len(lane.end.counted), lane.counting)
        same = lane.counting is other.counting and lane.end.counted == other.end.counted
        also = "" if other.counting is lane.counting else f"; {NO_ARROWS}"
        return f", for the same {found}" if same else f" for {found}{also}"
    mine, theirs = _arrows(lane), _arrows(other)
    if mine == theirs:
        return ", for the same arrows"
    lost = [x for x in theirs if x not in mine and x in lane.outcome.undetermined]
    gone = [x for x in theirs if x not in mine and x not in lane.outcome.undetermined]
    won = [x for x in mine if x not in theirs]
    turned = [x for x in mine if x in theirs and mine[x] != theirs[x]]
    parts = []
    if lost:
        parts.append(f"{_listed(lost, names)} left open")
    if gone:
        parts.append(f"{_listed(gone, names)} not found")
    if won:
        parts.append(f"{_listed(won, names)} decided as well")
    if turned:
        parts.append(f"{_listed(turned, names)} the other way round")
    return f", {enumerated(parts)}"


def _errors(race: Race, lane: Lane) -> str:
    """What of it is not true, where that is known."""
    if race.truth is None or not lane.end.wrong:
        return ""
    names, wrong = lane.trace.header.names, lane.end.wrong
    noun = NOUNS[lane.counting][0]
    if len(wrong) == 1:
        return f" One {noun} is wrong: {names[wrong[0]]}."
    return f" {len(wrong)} {NOUNS[lane.counting][1]} are wrong: {_listed(wrong, names)}."


def _told(race: Race, lane: Lane) -> str:
    """What it found, without comparing."""
    return f"It finds {_many(len(lane.end.counted), lane.counting)}.{_errors(race, lane)}"


def status(race: Race, axis: Axis, position: float, missing: int = 0) -> str:
    """What the lanes have come to at a position, in one sentence for the status row; some may be missing."""
    target = race.header.names[race.header.target]
    done = [lane for lane in race.lanes if position >= lane.length(axis)]
    if len(done) == len(race.lanes) and missing:
        return f"{len(done)} of {len(done) + missing} lanes are done with {target}."
    if len(done) == len(race.lanes):
        best = race.winner(axis)
        return f"All lanes are done with {target}." + (
            "" if best is None else f" {_title(best)} is first, at {at(axis, best.length(axis))}."
        )
    leading = race.ahead(axis, position)
    where = at(axis, position) if axis is Axis.SECONDS else f"Test {at(axis, position)}"
    said = f"{where}: {'nobody' if leading is None else _title(leading)} is ahead"
    over = f"; {_listed_titles(done)} {'has' if len(done) == 1 else 'have'} finished" if done else ""
    return f"{said}{over}."


def state(lane: Lane, step: int) -> str:
    """How far a lane is: "4 of 5 right", or without a truth "4 decided"."""
    moment = lane.at(step)
    if lane.true_count is not None:
        return f"{len(moment.right)} of {lane.true_count} right"
    word = "decided" if lane.counting is Counting.ARROWS else "found"
    return f"{len(moment.counted)} {word}"


def in_doubt(lane: Lane) -> str:
    """What is doubtful about what a lane found, in one sentence; empty where nothing is known to be."""
    found = shown_summary(lane.trace)
    known = [] if found is None else [doubt.short for doubt in found.doubts if doubt.computed]
    return f"In doubt: {', '.join(known)}." if known else ""


def at(axis: Axis, position: float) -> str:
    """A position on the axis, as it stands beside a line or in a sentence."""
    return f"{position:.3g} s" if axis is Axis.SECONDS else f"{round(position):,}"


def tests(count: int, axis: Axis) -> str:
    """So many, as the axis counts them."""
    performed = "performed " if axis is Axis.COMPUTED else ""
    return counted(count, f"{performed}test")


def as_csv(race: Race) -> str:
    """The table: one line a lane, with all that is known of it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    rows = [lane_as_json(race, lane) for lane in race.lanes]
    timed, true = race.timed, race.truth is not None
    writer.writerow(
        ["algorithm", "requested", "performed", "unreliable"]
        + ["seconds"] * timed
        + ["counts", "found", "causes", "effects", "undecided"]
        + ["right", "wrong", "missing"] * true
        + ["sentence", "doubts"]
    )
    for row, lane in zip(rows, race.lanes, strict=True):
        writer.writerow(
            [row["algorithm"], *(row["tests"][kind] for kind in ("requested", "performed", "unreliable"))]
            + ([row["seconds"]] if timed else [])
            + [row["counts"], row["found"]]
            + [neutralised(" ".join(row.get(part, ()))) for part in ("parents", "children", "undetermined")]
            + ([row["right"], row["wrong"], row["missing"]] if true else [])
            + [neutralised(row["sentence"]), in_doubt(lane)]
        )
    for name, reason in race.refused.items():
        writer.writerow([name, *[""] * (8 + timed + 3 * true), reason, ""])
    return out.getvalue()


def as_json(race: Race) -> dict[str, Any]:
    """One object, ready for `json.dumps`."""
    header = race.header
    return {
        "schema": SCHEMA,
        "target": header.names[header.target],
        "test": header.test,
        "alpha": header.alpha,
        "k": header.limit,
        "rows": header.rows,
        "variables": len(header.names),
        "lanes": [lane_as_json(race, lane) for lane in race.lanes],
        "refused": dict(race.refused),
    }


def lane_as_json(race: Race, lane: Lane) -> dict[str, Any]:
    """One lane; `series` has, for each axis, where what counts became another number: position, how many
    count, and where there is a truth, how many of them are right."""
    names, outcome, end = lane.trace.header.names, lane.outcome, lane.end
    found: dict[str, Any] = {
        "algorithm": lane.algorithm.id,
        "counts": lane.counting.value,
        "found": len(end.counted),
    }
    if lane.counting is not Counting.MEMBERS:
        for part in ("parents", "children", "undetermined"):
            found[part] = [names[x] for x in getattr(outcome, part)]
    found["mb"] = [names[x] for x in outcome.blanket.members]
    found["tests"] = {
        "requested": lane.tests,
        "performed": lane.computed,
        "unreliable": lane.trace.unreliable,
    }
    if lane.clock is not None:
        found["seconds"] = round(lane.length(Axis.SECONDS), 6)
    if lane.true_count is not None:
        found |= {"right": len(end.right), "wrong": len(end.wrong), "missing": missing(lane)}
    found["sentence"] = sentence(race, lane).text
    doubts = shown_summary(lane.trace)
    found["doubts"] = [] if doubts is None else doubts.as_json(names)
    axes = [axis for axis in Axis if axis is not Axis.SECONDS or lane.clock is not None]
    found["series"] = {axis.value: _series(lane, axis) for axis in axes}
    return found


def missing(lane: Lane) -> int:
    """How many there are that it has not found, or left without a direction."""
    assert lane.true_count is not None
    return lane.true_count - len(lane.end.right)


def _series(lane: Lane, axis: Axis) -> list[list[float]]:
    points = []
    for moment in lane.moments:
        position = lane.position(axis, moment.step)
        point = [round(position, 6) if axis is Axis.SECONDS else int(position), len(moment.counted)]
        points.append(point if lane.truth is None else [*point, len(moment.right)])
    return points


def _arrows(lane: Lane) -> dict[int, bool]:
    """By neighbour: is it a cause?"""
    causes = dict.fromkeys(lane.outcome.parents, True)
    return causes | dict.fromkeys(lane.outcome.children, False)


def _many(count: int, counting: Counting) -> str:
    return f"{count} {NOUNS[counting][count != 1]}"


def _title(lane: Lane) -> str:
    return find_algorithm(lane.trace.header.algorithm).title


def _listed_titles(lanes: Sequence[Lane]) -> str:
    return enumerated([_title(lane) for lane in lanes])


def _listed(xs: Sequence[int], names: Sequence[str], most: int = 3) -> str:
    """Names, the later ones of many only counted."""
    shown = [names[x] for x in xs[:most]]
    return enumerated(shown if len(xs) <= most else [*shown, f"{len(xs) - most} more"])
