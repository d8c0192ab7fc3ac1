"""Cutting numbers into levels."""

import itertools
import math
import sys
from functools import partial

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from elcs_gui.data.columns.cuts import Cuts, find_cuts, histogram
from elcs_gui.data.plan import Cutting, Method
from tests.timing import seconds_of

MOST = sys.float_info.max
finite = st.floats(allow_nan=False, allow_infinity=False)
columns = st.lists(st.one_of(finite, st.integers(-5, 5).map(float)), min_size=1, max_size=40)


@pytest.mark.parametrize("method", list(Method))
@example(numbers=[-MOST], bins=2)
@example(numbers=[-MOST, MOST, 0.0], bins=3)
@example(numbers=[-MOST, -MOST, 5e-324], bins=2)
@example(numbers=[-0.0, 0.0], bins=2)
@given(numbers=columns, bins=st.integers(2, 6))
def test_every_level_is_filled_rises_and_has_a_name_of_its_own(
    method: Method, numbers: list[float], bins: int
) -> None:
    column = np.array(numbers)
    cuts = find_cuts(column, Cutting(method, bins))
    codes = cuts.codes(column)
    assert len(cuts.points) + 1 == len(cuts.labels) == len(set(cuts.labels)) <= bins
    assert sorted(set(codes.tolist())) == list(range(len(cuts.labels)))
    assert list(cuts.points) == sorted(cuts.points)
    order = np.argsort(column, kind="stable")
    assert (np.diff(codes[order].astype(int)) >= 0).all(), "larger numbers never have a lower level"
    assert len(cuts.labels) > 1 or len(set(numbers)) == 1, "numbers that differ can be told apart"


@pytest.mark.parametrize("method", list(Method))
@given(numbers=columns, bins=st.integers(2, 6))
def test_the_labels_say_exactly_where_the_cuts_are(method: Method, numbers: list[float], bins: int) -> None:
    cuts = find_cuts(np.array(numbers), Cutting(method, bins))
    if cuts.points:
        assert float(cuts.labels[0].removeprefix("≤ ")) == cuts.points[0]
        assert float(cuts.labels[-1].removeprefix("> ")) == cuts.points[-1]
    for label, (low, high) in zip(cuts.labels[1:], itertools.pairwise(cuts.points), strict=False):
        assert [float(text) for text in label.split(" – ")] == [low, high]


def test_the_methods_cut_as_they_say() -> None:
    column = np.array([0.0, 1, 2, 3, 4, 5, 6, 7, 100])
    assert find_cuts(column, Cutting(Method.QUANTILE, 3)).labels == ("≤ 2", "2 – 5", "> 5")
    assert find_cuts(column, Cutting(Method.WIDTH, 4)).labels == ("≤ 25", "> 25")
    assert find_cuts(column, Cutting(Method.KMEANS, 2)).labels == ("≤ 50", "> 50")


def test_equal_numbers_are_never_parted() -> None:
    column = np.repeat([1.0, 2.0, 3.0], [90, 5, 5])
    assert find_cuts(column, Cutting(Method.QUANTILE, 4)).labels == ("≤ 1", "> 1")


def test_missing_numbers_have_the_code_past_the_last_level() -> None:
    column = np.array([1.0, np.nan, 2.0, 3.0])
    cuts = find_cuts(column, Cutting(Method.WIDTH, 2))
    assert cuts.codes(column).tolist() == [0, 2, 0, 1]


@given(numbers=st.lists(st.integers(-20, 20), min_size=3, max_size=9, unique=True), bins=st.integers(2, 3))
def test_k_means_is_the_best_of_all_partitions(numbers: list[int], bins: int) -> None:
    column = np.array(sorted(numbers), dtype=float)

    def spread(parts: list[np.ndarray]) -> float:
        return sum(float(((part - part.mean()) ** 2).sum()) for part in parts if len(part))

    found = find_cuts(column, Cutting(Method.KMEANS, bins))
    codes = found.codes(column)
    ways = itertools.combinations(range(1, len(column)), bins - 1)
    best = min(spread(np.split(column, way)) for way in ways)
    assert spread([column[codes == code] for code in range(bins)]) == pytest.approx(best, abs=1e-9)


def test_many_numbers_are_cut_in_a_moment() -> None:
    column = np.random.default_rng(1).normal(size=200_000)
    found: list[Cuts] = []
    cut = partial(find_cuts, column, Cutting(Method.KMEANS, 5))
    assert seconds_of(lambda: found.append(cut()), enough=1.0) <= 1.0  # 0.1 when idle
    cuts = found[0]
    means = [column[cuts.codes(column) == level].mean() for level in range(5)]
    middles = [(low + high) / 2 for low, high in itertools.pairwise(means)]
    np.testing.assert_allclose(cuts.points, middles, atol=0.02)


@pytest.mark.parametrize("low", [0.0, 1.0, -1e17, 1e300])
def test_a_histogram_has_as_many_bars_however_close_together_numbers_are(low: float) -> None:
    numbers = np.array([low, low, np.nextafter(low, math.inf)])
    for some in (numbers, numbers[:1], np.array([-sys.float_info.max, sys.float_info.max])):
        counts, edges = histogram(some, 32)
        assert (len(counts), len(edges), counts.sum()) == (32, 33, len(some))
        assert edges[0] <= some.min() and some.max() <= edges[-1] and np.isfinite(edges).all()
