"""p-values judged together, against the definition and scipy."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from elcs_gui.ci.false_discoveries import adjusted, judged, threshold

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=40).map(np.array)


@given(p=P_VALUES, rate=st.floats(1e-6, 0.5))
def test_a_threshold_parts_what_counts_from_what_does_not(p: np.ndarray, rate: float) -> None:
    np.testing.assert_allclose(adjusted(p), false_discovery_control(p, method="by"))
    found = judged(p, -p, rate)
    counts = np.isin(np.arange(len(p)), list(found.counting))
    assert found.threshold.tests == len(p)
    assert all(found.threshold.admits(one) for one in p[counts])
    assert (p[~counts] >= found.threshold.value * (1 - 1e-9)).all()
    below, above = found.rates
    assert below <= rate < above
    assert judged(p, -p, below or rate).counting == found.counting
    if above < 1:
        assert judged(p, -p, above).counting > found.counting


def test_what_has_no_p_value_takes_no_part_and_ties_go_to_the_stronger() -> None:
    p, strength = np.array([0.9, 1e-9, np.nan, 1e-9]), np.array([0.0, 30.0, 0.0, 40.0])
    found = judged(p, strength, 0.05)
    assert found.order == (3, 1, 0) and found.counting == {1, 3}
    assert found.threshold == threshold(2, 3, 0.05) and threshold(0, 0, 0.05).value == 0.05
