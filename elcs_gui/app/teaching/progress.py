"""How far each lesson has come, and who learns, as the settings keep it.

The start page reads it: nothing here needs numpy.

    {"places": {"n-structures": [6, false]}, "learner": "Ada", "level": "arrows", "locked": false}
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """How far a learner has come in a lesson: the step to go on with, and whether it was ever finished."""

    step: int = 0
    done: bool = False


def place_of(kept: object, id: str) -> Place:
    """Of a lesson, from what the settings kept; the beginning where that is nothing, or nonsense."""
    found = kept.get("places") if isinstance(kept, dict) else None
    said = found.get(id) if isinstance(found, dict) else None
    if isinstance(said, list) and len(said) == 2 and type(said[0]) is int and said[0] >= 0:
        return Place(said[0], said[1] is True)
    return Place()


def with_place(kept: object, id: str, place: Place) -> dict[str, object]:
    """What the settings keep, with another place of one lesson."""
    before = kept if isinstance(kept, dict) else {}
    places = before.get("places")
    places = places if isinstance(places, dict) else {}
    return {**before, "places": {**places, id: [place.step, place.done]}}


def learner_of(kept: object) -> str:
    """The name that answers are kept under."""
    return said_of(kept, "learner", "Learner 1")


def said_of(kept: object, key: str, fallback: str) -> str:
    """A word that the settings keep."""
    found = kept.get(key) if isinstance(kept, dict) else None
    return found if isinstance(found, str) and found else fallback


def with_word(kept: object, key: str, word: object) -> dict[str, object]:
    """What the settings keep, with another word."""
    return {**(kept if isinstance(kept, dict) else {}), key: word}
