"""What every test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tests.leftovers"]

os.environ.setdefault("ELCS_UNSAVED", "discard")  # windows close without a question; some tests ask for it

ROOT = Path(__file__).resolve().parents[1]

# `ci`: the same examples on every run, so that a failure is the change's own. `local` searches on and keeps
# what it found. No deadlines: the first call of a compiled kernel takes seconds.
settings.register_profile("ci", derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile("local", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "local"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder `shared` beside the project: data and reference results too large to keep in it."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("needs the folder 'shared' beside the project")
    return folder
