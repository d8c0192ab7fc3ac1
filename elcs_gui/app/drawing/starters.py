"""Four small networks to begin with: the three ways to join two arrows, and one that needs all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from elcs_gui.app.drawing.drawing import Drawing


@dataclass(frozen=True)
class Starter:
    """One of them, with a line on what it shows."""

    id: str
    title: str
    sentence: str
    draw: Callable[[], Drawing]


def _drawn(
    name: str, target: str, places: dict[str, tuple[float, float]], *arrows: tuple[str, str, float]
) -> Drawing:
    made = Drawing(name)
    for variable, (x, y) in places.items():
        made = made.add(x, y, variable)
    ids = {variable.name: variable.id for variable in made.variables}
    for tail, head, strength in arrows:
        made = made.connect(ids[tail], ids[head], strength)
    return made.retarget(ids[target])


def _chain() -> Drawing:
    places = {"A": (260.0, 110.0), "B": (260.0, 280.0), "C": (260.0, 450.0)}
    return _drawn("Chain", "B", places, ("A", "B", 0.5), ("B", "C", 0.5))


def _fork() -> Drawing:
    places = {"A": (130.0, 390.0), "B": (260.0, 180.0), "C": (390.0, 390.0)}
    return _drawn("Fork", "B", places, ("B", "A", 0.5), ("B", "C", 0.5))


def _collider() -> Drawing:
    places = {"A": (130.0, 180.0), "B": (260.0, 390.0), "C": (390.0, 180.0)}
    return _drawn("Collider", "B", places, ("A", "B", 0.5), ("C", "B", 0.5))


def _wet_grass() -> Drawing:
    places = {
        "Season": (120.0, 70.0),
        "Rain": (120.0, 210.0),
        "Sprinkler": (410.0, 210.0),
        "Wet": (270.0, 340.0),
        "Spill": (450.0, 410.0),
        "Slippery": (270.0, 500.0),
    }
    return _drawn(
        "Wet grass", "Wet", places,
        ("Season", "Rain", 0.5), ("Rain", "Wet", 0.5), ("Sprinkler", "Wet", 0.2),
        ("Wet", "Slippery", 0.5), ("Spill", "Slippery", 0.4),
    )  # fmt: skip


STARTERS = (
    Starter("chain", "Chain", "A → B → C: knowing B separates A and C.", _chain),
    Starter("fork", "Fork", "A ← B → C: the same independences as a chain.", _fork),
    Starter("collider", "Collider", "A → B ← C: only this one has directions to be found.", _collider),
    Starter("wet-grass", "Wet grass", "Six variables, two colliders, and a weak sprinkler.", _wet_grass),
)
