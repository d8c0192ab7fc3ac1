"""Round numbers along an axis."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from elcs_gui.app.kit.round_numbers import number_text, round_numbers, round_step

reals = st.floats(allow_nan=False, allow_infinity=False)


@example(low=-5.00000001e22, high=-5.000000015e13, most=1)
@given(low=reals, high=reals, most=st.integers(1, 20))
def test_they_lie_between_the_ends_and_can_be_told_apart(low: float, high: float, most: int) -> None:
    low, high = min(low, high), max(low, high)
    found = round_numbers(low, high, most)
    assert all(low <= number <= high for number in found)
    assert all(a < b for a, b in pairwise(found))
    assert len(found) <= most + 1
    assert len({number_text(number) for number in found}) == len(found)


@pytest.mark.parametrize(
    ("least", "step"), [(0.7, 1), (1, 1), (1.1, 2), (2.1, 5), (5.1, 10), (0.03, 0.05), (0, 0), (1e-320, 0)]
)
def test_steps_are_one_two_or_five(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)


@pytest.mark.parametrize(
    ("low", "high", "most"), [(0.1, 0.3, 2), (-0.4, 0.6, 5), (1.05, 1.2, 3), (-3e-7, 0, 3)]
)
def test_ends_that_are_round_are_among_them(low: float, high: float, most: int) -> None:
    found = round_numbers(low, high, most)
    assert (found[0], found[-1]) == (low, high)


def test_they_are_written_short_with_a_real_minus() -> None:
    assert [number_text(n) for n in (-0.0002, 0.0, 1500.0, 3e9, 1e15 + 1)] == [
        "−0.0002", "0", "1500", "3e+09", "1e+15",
    ]  # fmt: skip
