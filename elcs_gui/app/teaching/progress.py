"""How far each lesson has come, and who learns, as the settings keep it.

The start page reads it: nothing here needs numpy.

    {"places": {"n-structures": [6, false]}, "learner": "Ada", "level": "arrows", "locked": false,
     "practised": {"neighbours": [2, false, 14]}}
"""

from __future__ import annotations

from dataclasses import dataclass, field

from elcs_gui.lessons.mastery import Mastery


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


@dataclass(frozen=True)
class Practised:
    """How far a kind of exercise is mastered, and the seed of its next instance."""

    mastery: Mastery = field(default_factory=Mastery)
    seed: int = 1


def practised_of(kept: object, exercise: str) -> Practised:
    """Of a kind of exercise; nothing yet where the settings have nothing, or nonsense."""
    found = kept.get("practised") if isinstance(kept, dict) else None
    said = found.get(exercise) if isinstance(found, dict) else None
    if not isinstance(said, list) or [type(value) for value in said] != [int, bool, int] or min(said) < 0:
        return Practised()
    return Practised(Mastery(said[0], said[1]), said[2])


def with_practised(kept: object, exercise: str, practised: Practised) -> dict[str, object]:
    """What the settings keep, with another record of one kind of exercise."""
    before = kept if isinstance(kept, dict) else {}
    all_kinds = before.get("practised")
    all_kinds = all_kinds if isinstance(all_kinds, dict) else {}
    mastery = practised.mastery
    record = [mastery.clean, mastery.reached, practised.seed]
    return {**before, "practised": {**all_kinds, str(exercise): record}}


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
