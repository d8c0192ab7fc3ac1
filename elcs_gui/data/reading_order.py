"""The order in which levels are read: LOW, NORMAL, HIGH, not by the alphabet.

Codes keep the order of `elcs_gui.data.columns.cells`, which files and fingerprints rest on; no test depends
on it. This is about how levels stand beside one another in tables and plots.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SCALES: tuple[tuple[str, ...], ...] = (
    (
        "none zero no absent", "minimal", "verylow verysmall", "low small little weak few", "belownormal",
        "medium normal moderate average mid middle some", "abovenormal", "high large big strong many",
        "veryhigh verylarge", "extreme maximal all",
    ),
    ("no false off negative absent n f", "maybe uncertain", "yes true on positive present y t"),
    ("never", "rarely seldom", "sometimes occasionally", "often", "usually mostly", "always"),
    ("none absent normal no", "minimal", "mild slight", "moderate", "severe", "critical"),
    ("verypoor verybad", "poor bad", "fair", "average", "good", "verygood", "excellent"),
    ("infant baby", "child", "young", "adult middle", "old", "veryold"),
    ("xxs", "xs", "s", "m", "l", "xl", "xxl"),
    (
        "reduced decreased decreasing falling lower", "normal unchanged stable same",
        "increased increasing rising higher",
    ),
    ("lower bottom", "middle", "upper top"),
    ("short", "medium normal", "long"),
    ("thin", "medium normal", "thick"),
    ("narrow", "medium normal", "wide"),
    ("light", "medium normal", "heavy"),
    ("slow", "medium normal moderate", "fast quick"),
    ("cold", "cool", "mild", "warm", "hot"),
    ("dry", "moist damp", "wet"),
    ("early first", "middle second", "late third last"),
    ("before", "during", "after"),
    ("beginner novice", "intermediate", "advanced", "expert"),
    ("stronglydisagree", "disagree", "neutral", "agree", "stronglyagree"),
    (
        "monday mon", "tuesday tue", "wednesday wed", "thursday thu", "friday fri", "saturday sat",
        "sunday sun",
    ),
    (
        "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
        "september sep sept", "october oct", "november nov", "december dec",
    ),
)  # fmt: skip
"""Words from little to much; those in one string mean the same."""
_RANKS = [{word: rank for rank, words in enumerate(scale) for word in words.split()} for scale in _SCALES]


def reading_order(labels: Sequence[str]) -> tuple[int, ...]:
    """The codes of a variable's levels as they are read: by the first scale that has a place of its own for
    each of the labels, else as they are."""
    words = [re.sub(r"[\W_]+", "", label).casefold() for label in labels]
    for ranks in _RANKS:
        places = [ranks.get(word, -1) for word in words]
        if min(places, default=-1) >= 0 and len({*places}) == len(places):
            return tuple(sorted(range(len(labels)), key=lambda code: places[code]))
    return tuple(range(len(labels)))
