"""Libraries that need not be installed."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


def needing(library: str) -> pytest.MarkDecorator:
    """A mark that skips a test where the library is not there; always runs where none is named."""
    return pytest.mark.skipif(
        bool(library) and find_spec(library) is None, reason=f"{library} is not installed"
    )
