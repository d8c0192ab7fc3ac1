"""Algorithms that run wherever the tests do, and those that need a library."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from elcs_gui.algorithms.registry import ALGORITHMS

EVERYWHERE = sorted(name for name, algorithm in ALGORITHMS.items() if not algorithm.library)
"""Those that need none; the others are slow as well, and tests/algorithms has enough of them."""
BY_TESTS = sorted(name for name in EVERYWHERE if not ALGORITHMS[name].computes)
"""Those whose edges all rest on tests."""


def needing(library: str) -> pytest.MarkDecorator:
    """A mark that skips a test where the library is not there; always runs where none is named."""
    return pytest.mark.skipif(
        bool(library) and find_spec(library) is None, reason=f"{library} is not installed"
    )
