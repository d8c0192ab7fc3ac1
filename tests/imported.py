"""Small tables with the usual troubles, for tests of importing."""

from __future__ import annotations

import random
from pathlib import Path

ROWS = 120
"""Rows of the table with troubles."""


def troubled(folder: Path, name: str = "clinic.csv") -> Path:
    """Semicolons, decimal commas, Latin-1, quotes, an index, an identifier, a constant, a duplicate, gaps."""
    dice = random.Random(4)
    lines = [";number;site;code;age;bmi;smoker;country;outcome"]
    for row in range(ROWS):
        site = dice.choice(["Köln", "Jena", "Graz"])
        age = dice.randint(20, 80)
        bmi = "NA" if row in (3, 9) else f"{dice.gauss(26, 4):.1f}".replace(".", ",")
        smoker = "" if row in (5, 9, 20) else dice.choice(["yes", "no"])
        outcome = "ill" if dice.random() < age / 100 else "well"
        code = {"Köln": "1", "Jena": "2", "Graz": "3"}[site]
        lines.append(
            f'{row + 1};P{row}x{dice.randint(0, 99)};"{site}";{code};{age};{bmi};{smoker};DE;{outcome}'
        )
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="latin-1")
    return path


COLUMNS = ["", "number", "site", "code", "age", "bmi", "smoker", "country", "outcome"]
"""Of `troubled`."""


def clean(folder: Path, name: str = "clean.csv", rows: int = 60) -> Path:
    """Nothing odd: four columns with two levels each."""
    dice = random.Random(1)
    lines = ["A,B,C,D"]
    for _ in range(rows):
        a = dice.randint(0, 1)
        b = a if dice.random() < 0.8 else 1 - a
        c = b if dice.random() < 0.8 else 1 - b
        lines.append(f"{a},{b},{c},{dice.randint(0, 1)}")
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def measured(folder: Path, name: str = "measured.csv") -> Path:
    """Numbers only."""
    dice = random.Random(2)
    lines = ["u,v,w"]
    for _ in range(80):
        u = dice.gauss(0, 1)
        v = u + dice.gauss(0, 1)
        lines.append(f"{u:.3f},{v:.3f},{v + dice.gauss(0, 1):.3f}")
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
