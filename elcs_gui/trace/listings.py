"""The pseudo-code listings: which line an event stands for, and which stage that line belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from elcs_gui.packaged import packaged

STAGES: dict[str, str] = {
    "pc": "PC",
    "candidates": "Candidate spouses",
    "pruned": "Pruned spouses",
    "pc-again": "PC, checked again",
    "n-structures": "N-structure children",
    "lemma-1": "Lemma 1",
    "meek": "Meek propagation",
}
"""Stage id -> title, in the order in which a blanket goes through them."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of pseudo-code.

    `stage` is empty where it belongs to none, `note` says how it is meant. A line `with_knowledge` runs only
    where something is known beforehand.
    """

    label: str
    stage: str
    text: str
    note: str = ""
    with_knowledge: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """One procedure."""

    procedure: str
    title: str
    lines: tuple[Line, ...]


@cache
def listing(procedure: str) -> Listing:
    """The listing that events cite before the colon, as in "EMB:4"."""
    file = packaged("pseudocode", f"{_FILES[procedure]}.txt")
    title, *rest = file.read_text(encoding="utf-8").splitlines()
    lines, note = [], ""
    for row in rest:
        if row.startswith("!"):
            note = row[1:].strip()
            continue
        label, stage, text = row.split("|", 2)
        lines.append(Line(label.removeprefix("+"), stage, text, note, label.startswith("+")))
        note = ""
    return Listing(procedure, title, tuple(lines))


_FILES = {
    "ELCS": "elcs",
    "EMB": "emb",
    "HITON-PC": "hiton-pc",
    "RecogSpouses": "recog-spouses",
    "DistinguishPC": "distinguish-pc",
    "Meek": "meek",
}


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
