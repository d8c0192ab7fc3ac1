"""The pseudo-code listings: which line an event stands for, its stage, and what the tests it asks are for."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from elcs_gui.data.names import nearest
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.packaged import packaged
from elcs_gui.trace.rules import EAGER


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of an algorithm that is shown, counted and jumped to as one.

    Attributes:
        strip, narrow, brief: its title in the strip of stages: with room, with little, with hardly any.
        log: its title in the log.
        loop: the variables of its loops, as its pseudo-code names them.
        sets: what the pseudo-code panel lists below them.
        card: what it does, in short lines.
    """

    id: str
    title: str
    strip: str
    narrow: str
    log: str
    loop: str = "X"
    sets: tuple[str, ...] = ()
    card: tuple[str, ...] = ()
    brief: str = ""
    """Empty: as the narrow one."""


STAGES: dict[str, Stage] = {
    stage.id: stage
    for stage in (
        Stage(
            "grow", "Growing", "Growing", "Grow", "Growing", sets=("Z", "MB"),
            card=(
                "The blanket grows by the variable that depends most on the target, given those already in.",
                "It ends when nothing outside depends on the target any more.",
            ),
        ),
        Stage(
            "shrink", "Shrinking", "Shrinking", "Shrink", "Shrinking", sets=("Z", "MB"),
            card=(
                "Each member is tried once more, given all the others.",
                "Those that came in too early leave again.",
            ),
        ),
        Stage(
            "pc", "PC", "PC", "PC", "PC", "X, V", ("Z", "PC", "Sep(X)", "Waiting"),
            card=(
                "Finds the neighbours of the target.",
                "A variable goes as soon as some set of the others separates it from the target.",
            ),
        ),
        Stage(
            "candidates", "Candidate spouses", "Candidate spouses", "Candidates", "Cand. spouses", "X, Y",
            ("PC", "Sep(X)", "Temp", "CSP(Y)", "SP"),
            (
                "Looks for dismissed ones that depend on the target again once a neighbour is known.",
                "Each of them may be a spouse, or point to an effect by an N-structure.",
            ),
            brief="Cand.",
        ),
        Stage(
            "spouses", "Spouses", "Spouses", "Spouses", "Spouses", "X, Y", ("PC", "Sep(X)", "PC(Y)", "SP(Y)"),
            brief="Sp.",
        ),
        Stage(
            "pruned", "Pruned spouses", "Pruned spouses", "Pruned", "Pruned spouses", "X, Y",
            ("Z", "PC", "SP(Y)", "CSP"),
            (
                "A candidate that some set separates from its neighbour is no spouse.",
                "Those that are left make that neighbour an effect of the target: a V-structure.",
            ),
            brief="Prune",
        ),
        Stage(
            "pc-again", "PC, checked again", "PC, checked again", "PC again", "PC again", "Y",
            ("Z", "PC", "SP(Y)", "CSP"),
            (
                "Every neighbour is tried once more, now with the spouses among what may separate it.",
                "A false neighbour leaves, and with it what was found through it.",
            ),
            brief="PC 2",
        ),
        Stage(
            "n-structures", "N-structure effects", "N-structures", "N-struct.", "N-structures", "X, Y",
            ("PC", "SP", "CSP", "P", "C", "UN"),
            (
                "A spouse that also became a candidate through another neighbour makes that one an effect.",
                "It requests no test: what it needs has been found on the way.",
            ),
            brief="N-str.",
        ),
        Stage(
            "lemma-1", "Lemma 1", "Lemma 1", "Lemma 1", "Lemma 1", "X, Y",
            ("PC", "SP", "CSP", "P", "C", "UN"),
            (
                "Tells causes from effects among the neighbours that are left, two at a time.",
                "Lemma 1a finds pairs of causes, Lemma 1b the effects beside a known cause.",
            ),
        ),
        Stage(
            "pairs", "Pairs of neighbours", "Pairs", "Pairs", "Pairs", "X, Y", ("PC", "P", "C", "UN"),
            (
                "Do two neighbours depend on each other, and do they still once the target is known?",
                "Independent until it is known, they are both causes; dependent until then, not both are.",
            ),
        ),
        Stage(
            "pairs-again", "Pairs, given a blanket", "Pairs, given MB", "Given MB", "Pairs given MB", "X, Y",
            ("Z", "PC", "P", "C", "UN"),
            (
                "Where knowing the target changes nothing, the pair is asked again given the blanket of one.",
                "Effects are those that depend on a cause until the target is known.",
            ),
            brief="MB",
        ),
        Stage(
            "colliders", "Unshielded colliders", "Colliders", "Colliders", "Colliders", "A, B, C",
            ("Open", "PC", "P", "C", "UN"),
            (
                "Two variables that are not linked, both linked with a third: which way do the arrows point?",
                "If the third is in no set that separates the two, it is their common effect.",
            ),
            brief="Coll.",
        ),
        Stage(
            "eager", "Eager collider checks", "Eager checks", "Eager", "Eager checks", "X, Y, V",
            ("PC", "P", "C", "UN"),
            (
                "Asks the tests of PC, and looks at every two variables as soon as a set separates them.",
                "If knowing the target makes them dependent, the way to them leads through causes of it.",
            ),
        ),
        Stage(
            "meek", "Meek propagation", "Meek", "Meek", "Meek", "X, Y",
            ("Open", "PC", "SP", "CSP", "P", "C", "UN"),
            (
                "Arrows that follow from other arrows: nothing may run in a circle, no new V may appear.",
                "It requests no test: rules R1 to R4 read the local graph alone.",
            ),
        ),
        Stage(
            "climb", "Hill climbing", "Hill climbing", "Climb", "Hill climbing", "X, Y",
            ("PC", "P", "C", "SP"),
            (
                "One arrow after the other is added, removed or turned, whichever raises the score most.",
                "Only variables that found each other as neighbours may be joined.",
            ),
        ),
        Stage(
            "optimise", "Optimisation", "Optimisation", "Optimise", "Optimisation", "",
            ("PC", "P", "C", "SP"),
            (
                "All weights are fitted at once; from round to round circles are punished harder.",
                "It requests no test: what is above the threshold is drawn.",
            ),
        ),
    )
}  # fmt: skip
"""By id, in the order in which a blanket goes through them."""
BETWEEN = Stage("", "", "", "", "", sets=("Open", "PC", "SP", "CSP", "P", "C", "UN"))
"""Lines that belong to no stage: those of the queue."""


def find_stage(said: str, among: Collection[str] = STAGES) -> str:
    """The id of the stage with that id or title, or of the only one in whose title it is a word.

    An ElcsError names those that may be meant, or else all `among` which it is sought.
    """
    wanted = said.strip().casefold()
    stages = [STAGES[id] for id in STAGES if id in among]
    titles = {stage.id: {stage.id, *map(str.casefold, (stage.title, stage.strip))} for stage in stages}
    found = [id for id, known in titles.items() if wanted in known]
    found = found or [id for id, known in titles.items() if any(wanted in each.split() for each in known)]
    if len(found) == 1:
        return found[0]
    words = {id: {word for each in known for word in (each, *each.split())} for id, known in titles.items()}
    alike = nearest(said, sorted(set().union(*words.values())))
    near = found or [id for id, known in words.items() if known.intersection(alike)]
    known = [f"{id} ({STAGES[id].title})" for id in near or titles]
    meant = f"Did you mean {' or '.join(known)}?" if near else f"There are: {', '.join(known)}."
    raise ElcsError(f"There is no stage {quoted(said)} here. {meant}")


@dataclass(frozen=True, slots=True)
class Purpose:
    """What the tests of a line are asked for. `{x}` and `{y}` are the two variables of a test.

    Attributes:
        searches: whether they look for a set that separates the two; the first that does ends it.
        with_target: whether y is the target.
        dependent, independent: what such a verdict leads to where no event tells it.
    """

    id: str
    searches: bool = False
    with_target: bool = True
    dependent: str = ""
    independent: str = ""


MARGINAL, SEARCH, OUTSIDE, RECHECK = "marginal", "search", "outside", "recheck"
TEMP, BLOCKED, AGAIN, RANK, PRUNE = "temp", "blocked", "again", "rank", "prune"
AGAIN_MEASURED = "again-measured"
"""As AGAIN, where too few rows to tell make no candidate."""
RECHECK_FORGOTTEN = "recheck-forgotten"
"""As RECHECK, where what separates is not kept as Sep."""
PAIRS, SHIELD, TIED, OPENED = "pairs", "shield", "tied", "opened"
PARTING, CONFIRM = "parting", "confirm"
GROW, SHRINK = "grow", "shrink"
GROW_CORRECTED, SHRINK_CORRECTED = "grow-corrected", "shrink-corrected"
"""As GROW and SHRINK, where all tests of a round are judged together."""
WEIGH = "weigh"
"""On the ends of what may be a collider: all are asked, and then compared."""
PAIR = "pair"
"""On two neighbours, first without the target and then with it: asked together."""

PURPOSES: dict[str, Purpose] = {
    purpose.id: purpose
    for purpose in (
        Purpose(MARGINAL, dependent="{x} stays a candidate for the neighbours of {y}."),
        Purpose(SEARCH, searches=True),
        Purpose(OUTSIDE, searches=True),
        Purpose(RECHECK, searches=True, with_target=False),
        Purpose(RECHECK_FORGOTTEN, searches=True, with_target=False),
        Purpose(
            TEMP,
            with_target=False,
            dependent="{y} joins Temp: a way from {x} to the target may lead through it.",
            independent="{y} stays out of Temp: no way from {x} leads through it.",
        ),
        Purpose(BLOCKED, dependent="{x} may be a spouse: the members of Temp are tried one by one."),
        Purpose(AGAIN, independent="{x} is no candidate through this neighbour."),
        Purpose(AGAIN_MEASURED, independent="{x} is no candidate through this neighbour."),
        Purpose(RANK, with_target=False),
        Purpose(PRUNE, searches=True, with_target=False),
        Purpose(PAIRS, searches=True, with_target=False),
        Purpose(
            EAGER,
            with_target=False,
            dependent="The target makes {x} and {y} dependent: neither is its effect.",
            independent="The target does not make {x} and {y} dependent.",
        ),
        Purpose(SHIELD, searches=True),
        Purpose(PARTING, searches=True, with_target=False),
        Purpose(CONFIRM, with_target=False, independent="Nothing meets there."),
        Purpose(TIED, with_target=False, independent="{x} shows nothing about {y}."),
        Purpose(OPENED, with_target=False, independent="No effect of the target is seen in this."),
        Purpose("lemma-1a", with_target=False),
        Purpose("lemma-1b", with_target=False),
        Purpose(PAIR, with_target=False),
        Purpose(WEIGH, with_target=False),
        Purpose(
            GROW,
            dependent="{x} may join: the most dependent one of this round does.",
            independent="{x} does not join in this round.",
        ),
        Purpose(SHRINK, dependent="{x} stays: the others do not make up for it."),
        Purpose(
            GROW_CORRECTED,
            dependent="Whether {x} may join is judged with all tests of this round.",
            independent="{x} does not join in this round.",
        ),
        Purpose(
            SHRINK_CORRECTED,
            dependent="Whether {x} stays is judged with all tests of this round.",
            independent="{x} may leave: in each round the one with the largest p does.",
        ),
    )
}
NO_PURPOSE = Purpose("", with_target=False)
SPOUSES = frozenset({TEMP, BLOCKED, AGAIN, AGAIN_MEASURED, RANK, PRUNE})
"""Purposes of the search for spouses."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of pseudo-code.

    `stage` and `purpose` are empty where it has none, `note` says how it is meant. A line `with_knowledge`
    runs only where something is known beforehand.
    """

    label: str
    stage: str
    text: str
    note: str = ""
    with_knowledge: bool = False
    purpose: str = ""


Setting = float | str
"""What a parameter is set to: a number, or one of its words."""


COLLIDERS = "colliders"
"""The parameter of those that draw colliders; what its words mean says `elcs_gui.algorithms.colliders`."""
FIRST, WHOLE, OVERWRITE, MAX_P, CONSERVATIVE = "first", "whole", "overwrite", "max-p", "conservative"
WEIGHING = (MAX_P, CONSERVATIVE)
"""Those that ask about the ends of a collider again."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What an algorithm can be told besides test, alpha and k.

    Attributes:
        least, most: of a number.
        words: what else it can be; empty for a number.
        before: what runs were made with that were recorded before there was the parameter; None: as usual.
    """

    id: str
    usual: Setting
    sentence: str
    least: float = 0.0
    most: float = math.inf
    words: tuple[str, ...] = ()
    before: Setting | None = None

    @property
    def range(self) -> str:
        """What it can be set to."""
        return " or ".join(self.words) if self.words else f"a number from {self.least:g} to {self.most:g}"

    def setting(self, said: Setting) -> Setting | None:
        """What it is set to by this, which may be a number as text; None where it cannot be."""
        if self.words:
            return said if said in self.words else None
        try:
            number = float(said)
        except ValueError:
            return None
        return number if self.least <= number <= self.most else None


@dataclass(frozen=True, slots=True)
class Listing:
    """One procedure.

    Attributes:
        short: its name in the log.
        walks: whether it takes variables from a queue and has their blankets learnt by another.
        joint: whether it learns the neighbours of all variables at once; those of the run's target are begun
            first, and are the ones that are shown.
        whole: whether it changes one graph of all variables, from which the target's surroundings are read.
        untested: whether it, and all that it calls, asks no tests.
        chooses: whether it takes neighbours by a number, without a test.
        among_neighbours: whether it looks for spouses among the neighbours of a neighbour.
        sorts: whether it puts PC in column order when somebody leaves it.
        corrected: whether it judges all tests of a round together, see `elcs_gui.proof.thresholds`.
        parameters: what it can be told.
    """

    procedure: str
    title: str
    lines: tuple[Line, ...]
    short: str = ""
    walks: bool = False
    joint: bool = False
    whole: bool = False
    untested: bool = False
    sorts: bool = False
    chooses: bool = False
    among_neighbours: bool = False
    corrected: bool = False
    parameters: tuple[Parameter, ...] = ()


@cache
def listing(procedure: str) -> Listing:
    """The listing that events cite before the colon, as in "EMB:4"; KeyError if there is none."""
    file = _files().get(_file_name(procedure))
    if file is None:
        raise KeyError(procedure)
    first, *rest = file.read_text(encoding="utf-8").splitlines()
    title, short, *kinds = first.split("|")
    lines, parameters, note = [], [], ""
    for row in rest:
        if row.startswith("!"):
            note = row[1:].strip()
            continue
        if row.startswith("="):
            parameters.append(_parameter(row[1:]))
            continue
        label, of, text = row.split("|", 2)
        stage, _, purpose = of.partition(":")
        lines.append(Line(label.removeprefix("+"), stage, text, note, label.startswith("+"), purpose))
        note = ""
    told = dict.fromkeys(kinds, True)
    return Listing(procedure, title, tuple(lines), short, **told, parameters=tuple(parameters))


def _parameter(row: str) -> Parameter:
    """`threshold|0.3|0 to 10|sentence`, or `scaling|standardised|standardised, centred|sentence`.

    `usual (was before)` says what was usual before there was the parameter.
    """
    id, usual, range, sentence = (part.strip() for part in row.split("|"))
    usual, _, was = usual.rstrip(")").partition(" (was ")
    if " to " in range:
        least, most = map(float, range.split(" to "))
        return Parameter(id, float(usual), sentence, least, most, before=float(was) if was else None)
    return Parameter(id, usual, sentence, words=tuple(range.split(", ")), before=was or None)


@cache
def _files() -> dict[str, Path]:
    """The listings there are."""
    return {file.stem: file for file in packaged("pseudocode").glob("*.txt")}


def _file_name(procedure: str) -> str:
    """RecogSpouses stands in recog-spouses.txt. No event of a file that was read can lead elsewhere."""
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", procedure).lower())


@cache
def line(at: str) -> Line:
    """The line that "EMB:4" names; KeyError if there is none."""
    procedure, _, label = at.rpartition(":")
    for candidate in listing(procedure).lines:
        if candidate.label == label:
            return candidate
    raise KeyError(at)


def stage(at: str) -> str:
    """The stage id of a pseudo-code line."""
    return line(at).stage


def purpose(at: str) -> Purpose:
    """What the tests of a line are for."""
    return PURPOSES.get(line(at).purpose, NO_PURPOSE)


@cache
def own_listing(algorithm: str) -> Listing | None:
    """The listing that is called as the algorithm is, where it has one."""
    try:
        return listing(algorithm)
    except KeyError:
        return None


def joint(procedure: str) -> bool:
    """Does it learn the neighbours of all variables at once?"""
    return listing(procedure).joint


def whole(procedure: str) -> bool:
    """Does it change one graph of all variables?"""
    return listing(procedure).whole


def walks(procedure: str) -> bool:
    """Does it have the blankets of others learnt, instead of one itself?"""
    return listing(procedure).walks


def sorts(at: str) -> bool:
    """Is PC put in column order when somebody leaves it at this line?"""
    return listing(at.rpartition(":")[0]).sorts


def corrected(at: str) -> bool:
    """Are the tests of a round judged together, so that the verdict of a single one does not decide?"""
    return listing(at.rpartition(":")[0]).corrected
