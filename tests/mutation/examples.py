"""How many examples a property test looks at, and which: set in the collected test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def is_property_test(item: pytest.Item) -> bool:
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def with_examples(item: pytest.Item, number: Callable[[int], int]) -> None:
    """So many examples, for the number that it looks at by itself; a test of another kind stays as it is."""
    if is_property_test(item):
        own = own_settings(item)
        _change(item, max_examples=number(own.max_examples))


def with_seed(item: pytest.Item, seed: int) -> None:
    """The examples that follow from the seed, none of an earlier run; slow ones are no failure."""
    from hypothesis import HealthCheck

    allowed = {*own_settings(item).suppress_health_check, HealthCheck.too_slow}
    _change(item, derandomize=False, database=None, deadline=None, suppress_health_check=[*allowed])
    _function(item)._hypothesis_internal_use_seed = seed


def own_settings(item: pytest.Item) -> Any:
    """As its file has them."""
    from hypothesis import settings  # which pytest wants to import itself

    function = _function(item)
    if not hasattr(function, "own_settings"):
        function.own_settings = function._hypothesis_internal_use_settings or settings.default
    return function.own_settings


def _change(item: pytest.Item, **changes: Any) -> None:
    from hypothesis import settings

    own_settings(item)
    function = _function(item)
    present = function._hypothesis_internal_use_settings or settings.default
    function._hypothesis_internal_use_settings = settings(present, **changes)


def _function(item: Any) -> Any:
    return getattr(item.obj, "__func__", item.obj)
