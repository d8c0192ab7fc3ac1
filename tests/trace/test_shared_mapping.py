"""A mapping that shares its entries with others is what a dict would be, whoever goes on from it."""

from __future__ import annotations

from copy import copy

from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.trace.view import SharedMapping, with_entry

small = st.integers(0, 5)


@given(st.lists(st.tuples(st.integers(0, 30), small, small), max_size=40))
def test_it_is_the_dict_it_would_be(steps: list[tuple[int, int, int]]) -> None:
    """Each step goes on from any of the mappings made so far, as a fold goes on from any of its states."""
    made, expected = [SharedMapping[int, int]({})], [dict[int, int]()]
    for number, key, value in steps:
        begin = number % len(made)
        made.append(made[begin].with_entry(key, value))
        expected.append({**expected[begin], key: value})
    for one, other in zip(made, expected, strict=True):
        assert one == other and dict(one) == other and list(one) == list(other) and len(one) == len(other)
        assert [one.get(key) for key in range(7)] == [other.get(key) for key in range(7)]
        assert list(one.items()) == list(other.items()) and repr(one) == repr(other)
        assert isinstance(copy(one), dict) and copy(one) == other  # as a process is handed it


def test_folding_once_more_shares_what_was_folded_before() -> None:
    begun = with_entry({1: 2}, 3, 4)
    assert with_entry(begun, 5, 6)._entries is with_entry(begun, 5, 6)._entries  # type: ignore[attr-defined]
    assert with_entry(begun, 5, 7)._entries is not begun._entries  # type: ignore[attr-defined]
