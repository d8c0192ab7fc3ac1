"""Tables from strengths: what a strength means, and that any strengths go together."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.data.network import Network
from elcs_gui.data.sampling import sample
from elcs_gui.data.strengths import STRONGEST, strength_in, table_of, without_parent
from elcs_gui.errors import DataError

STRENGTHS = st.floats(0, STRONGEST)


@settings(max_examples=30)
@given(STRENGTHS)
def test_between_two_binary_variables_a_strength_is_the_difference_it_makes(strength: float) -> None:
    table = table_of(2, [(2, strength)])
    assert table[:, 1] == pytest.approx([(1 - strength) / 2, (1 + strength) / 2])
    assert strength_in(table, 0) == pytest.approx(strength)


@settings(max_examples=40)
@given(st.integers(2, 4), st.lists(st.tuples(st.integers(2, 4), STRENGTHS), max_size=3))
def test_every_row_is_a_distribution_without_zeros(levels: int, parents: list[tuple[int, float]]) -> None:
    table = table_of(levels, parents)
    assert table.shape == (*(of_parent for of_parent, _ in parents), levels)
    assert np.allclose(table.sum(axis=-1), 1) and table.min() > 0


def test_a_parent_of_no_strength_changes_nothing_and_can_be_left_out() -> None:
    with_it = table_of(3, [(2, 0.6), (2, 0.0)])
    assert np.allclose(with_it[:, 0], with_it[:, 1])
    assert np.allclose(without_parent(with_it, 1), table_of(3, [(2, 0.6)]))


def test_two_causes_become_dependent_once_their_effect_is_known() -> None:
    joint = table_of(2, [(2, 0.5), (2, 0.5)])[..., 1]  # P(causes | effect), up to a factor
    assert joint[0, 0] * joint[1, 1] < 0.5 * joint[0, 1] * joint[1, 0]


def test_a_strength_beyond_the_range_is_refused() -> None:
    with pytest.raises(DataError, match=r"between 0 and 0\.9"):
        table_of(2, [(2, 1.0)])


def drawn(strength: float) -> Network:
    levels = (("no", "yes"),) * 3
    tables = (table_of(2, []), table_of(2, [(2, strength)]), table_of(2, []))
    return Network("drawn", ("a", "b", "c"), ((), (0,), ()), levels, tables)


def test_by_node_fewer_rows_are_the_first_ones_and_another_table_changes_its_node_alone() -> None:
    many, few = (sample(drawn(0.3), rows, 7, by_node=True) for rows in (400, 150))
    assert np.array_equal(many.codes[:, :150], few.codes)
    other = sample(drawn(0.8), 400, 7, by_node=True)
    assert np.array_equal(many.codes[[0, 2]], other.codes[[0, 2]])
    assert not np.array_equal(many.codes[1], other.codes[1])
