"""What a command says once, at a terminal, to who has used an earlier version: which default changed."""

from __future__ import annotations

import sys
from contextlib import suppress

import platformdirs

from elcs_gui.algorithms.registry import DEFAULT, PRINTED
from elcs_gui.storage.recipe import Recipe
from elcs_gui.storage.study import Study

_PROGRAM = "elcs-explorer"
_TOLD = "default-algorithm-told"
CHANGED = (
    f"elcs: note: where no --algorithm is named, {DEFAULT} runs now; up to version 0.4 it was {PRINTED}. "
    f"For the results of before: --algorithm {PRINTED}. This is said once."
)


def tell_changed_default(recipe: Recipe, study: Study) -> None:
    """Where the default algorithm is about to run, unless that was said before or nobody is there to read."""
    if recipe.algorithm is not None or study.example is not None or not sys.stderr.isatty():
        return
    if first_since_upgrade():
        print(CHANGED, file=sys.stderr)


def first_since_upgrade() -> bool:
    """Has this user worked with an earlier version, and is this the first time that one asks?

    Who has, has its log, or the folder where versions up to 0.4 kept compiled code.
    """
    folder = platformdirs.user_state_path(_PROGRAM, appauthor=False)
    told = folder / _TOLD
    if told.exists():
        return False
    upgraded = folder.is_dir() or platformdirs.user_cache_path(_PROGRAM, appauthor=False).is_dir()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        told.touch()
        return upgraded
    return False  # it would be said every time
