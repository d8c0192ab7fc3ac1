"""χ² of few degrees of freedom is summed here; scipy says what comes out."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import chdtrc, chdtri

from elcs_gui.ci.distributions import SUMMED_DF, ChiSquare

CHI_SQUARE = ChiSquare()


def p_of(statistic: float, df: int) -> float:
    return float(CHI_SQUARE.p_values(np.array([statistic]), np.array([df], dtype=np.int32))[0])


def test_p_values_are_scipys() -> None:
    random = np.random.default_rng(1)
    df = random.integers(1, 2 * SUMMED_DF, 40_000).astype(np.int32)
    statistic = np.exp(random.uniform(-9, 8.5, len(df)))
    ours, expected = CHI_SQUARE.p_values(statistic, df), chdtrc(df.astype(float), statistic)
    assert np.abs(ours - expected).max() < 1e-13
    large = expected > 1e-290  # below, numbers have fewer digits
    assert (np.abs(ours - expected)[large] <= 1e-12 * expected[large]).all()
    assert (ours[expected < 1e-310] < 1e-300).all()


@given(st.integers(1, SUMMED_DF + 5), st.floats(0, 5000), st.floats(0, 5000))
def test_p_values_fall_from_one_to_none(df: int, one: float, other: float) -> None:
    assert p_of(0.0, df) == 1.0 and p_of(math.inf, df) == 0.0
    low, high = sorted((one, other))
    assert 0.0 <= p_of(high, df) <= p_of(low, df) * (1 + 1e-12) <= 1 + 1e-12


def test_without_degrees_of_freedom_there_is_no_chance_involved() -> None:
    p = CHI_SQUARE.p_values(np.array([0.0, 5.0, math.nan, math.nan]), np.array([0, 0, -1, 7], dtype=np.int32))
    assert p[:2].tolist() == [1.0, 1.0] and np.isnan(p[2:]).all()


@pytest.mark.parametrize("alpha", [1e-200, 1e-60, 1e-9, 0.001, 0.01, 0.05, 0.2, 0.5, 0.9, 0.999, 0.9999999])
def test_critical_values_are_scipys(alpha: float) -> None:
    ours = CHI_SQUARE.critical(alpha, 2 * SUMMED_DF)
    assert ours[0] == math.inf and not ours.flags.writeable  # one table for all who ask
    assert ours[1:] == pytest.approx(chdtri(np.arange(1.0, 2 * SUMMED_DF), alpha), rel=1e-11)
