"""Fisher's z gives the numbers of the textbook, also where variables determine one another."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.fisher_z import DETERMINED, FisherZ
from elcs_gui.ci.questions import PERFECT, Question
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Header

Floats = NDArray[np.float64]


def asking(*columns: Floats, gaps: bool = False) -> FisherZ:
    names = [f"v{place}" for place in range(len(columns))]
    return FisherZ(Dataset.continuous("made", names, np.stack(columns).T, with_gaps=gaps))


def statistic(test: FisherZ, x: int, y: int, z: tuple[int, ...] = ()) -> float:
    return test.measure(Question.of(x, y, z))[0]


def p_value(test: FisherZ, x: int, y: int, z: tuple[int, ...] = ()) -> float:
    (p,) = test.distribution.p_values(np.array([statistic(test, x, y, z)]), np.array([-1], dtype=np.int32))
    return float(p)


def by_regression(table: Floats, question: Question) -> float:
    """|z| from the residuals of least squares on standardised columns; the textbook, by SVD."""
    x, y, z = question
    table = table - table.mean(axis=0)
    table = table / np.linalg.norm(table, axis=0)
    given = table[:, list(z)]
    rank = int(np.linalg.matrix_rank(given, tol=1e-6)) if z else 0
    left = table[:, [x, y]].T
    if z:
        left = left - (given @ np.linalg.lstsq(given, left.T, rcond=1e-6)[0]).T
    if min(np.linalg.norm(column) for column in left) < 1e-6:
        return 0.0
    r = float(left[0] @ left[1] / np.linalg.norm(left[0]) / np.linalg.norm(left[1]))
    if 1 - r * r < 1e-12:
        return PERFECT
    return math.sqrt(len(table) - rank - 3) * abs(math.atanh(r))


def normal(*shape: int, seed: int = 3) -> Floats:
    return np.random.default_rng(seed).normal(size=shape)


def test_it_equals_the_correlation_of_regression_residuals() -> None:
    a, b, c, d = normal(4, 500)
    columns = (a, a + b, b + c + d, c)
    expected = by_regression(np.stack(columns).T, Question.of(0, 2, (1, 3)))
    assert statistic(asking(*columns), 0, 2, (1, 3)) == pytest.approx(expected, rel=1e-12)


@given(st.integers(0, 10**6), st.integers(12, 200), st.integers(2, 6), st.integers(0, 4), st.booleans())
def test_any_mixture_of_columns_and_sums_of_columns_equals_least_squares(
    seed: int, rows: int, sources: int, sums: int, gaps: bool
) -> None:
    """Sums have whole coefficients, so that what they leave is either nothing or something."""
    random = np.random.default_rng(seed)
    table = random.normal(size=(rows, sources))
    weights = random.integers(-2, 3, size=(sources, sums))
    assume((weights != 0).any(axis=0).all())
    table = np.column_stack([table, table @ weights])
    holes = np.zeros(table.shape, dtype=bool)
    if gaps:
        holes[:, random.integers(table.shape[1])] = random.random(rows) < 0.2
    test = asking(*np.where(holes, np.nan, table).T, gaps=gaps)
    for _ in range(6):
        size = int(random.integers(0, min(5, table.shape[1] - 1)))
        x, y, *z = random.permutation(table.shape[1])[: size + 2].tolist()
        question = Question.of(x, y, z)
        known = ~holes[:, [x, y, *z]].any(axis=1)
        if int(known.sum()) > size + 8:
            expected = by_regression(table[known], question)
            assert test.measure(question)[0] == pytest.approx(expected, rel=1e-7, abs=1e-7)


SCALES = st.sampled_from([1e-200, 1e-9, 1.0, 3.7, 1e9, 1e200])
SHIFTS = st.sampled_from([0.0, 1.0, -1e4, 1e8])


@given(st.lists(st.tuples(SCALES, SHIFTS, st.sampled_from([1.0, -1.0])), min_size=5, max_size=5))
@example([(1e-200, 0.0, 1.0), (1e200, 0.0, -1.0), (1.0, 1e8, 1.0), (1e-9, 1e8, 1.0), (3.7, -1e4, -1.0)])
def test_units_change_nothing(units: list[tuple[float, float, float]]) -> None:
    """A column may be scaled, shifted (by as much as leaves it seven digits) and turned around."""
    a, b, c = normal(3, 60)
    columns = [a, b, a + b, a - 2 * b + c, c]
    plain = asking(*columns)
    changed = asking(
        *(
            sign * scale * (column + shift)
            for column, (scale, shift, sign) in zip(columns, units, strict=True)
        )
    )
    for x, y in combinations(range(5), 2):
        others = [v for v in range(5) if v not in (x, y)]
        for z in (set_ for size in range(4) for set_ in combinations(others, size)):
            found, expected = statistic(changed, x, y, z), statistic(plain, x, y, z)
            assert found == pytest.approx(expected, rel=1e-4, abs=1e-4), (x, y, z)


@pytest.mark.parametrize("rows", [4, 5, 60, 20_000])
@pytest.mark.parametrize(("slope", "shift"), [(1.8, 32.0), (-1e-3, 1e8), (1e150, 0.0), (1 / 3, -7.0)])
def test_a_linear_function_of_a_variable_depends_on_it(rows: int, slope: float, shift: float) -> None:
    x = normal(rows)
    test = asking(x, slope * (x + shift), normal(rows, seed=9))
    assert statistic(test, 0, 1) == PERFECT
    assert p_value(test, 0, 1) == 0.0
    assert abs(test.correlation(Question(0, 1)).r) == 1.0


def test_no_other_correlation_is_as_strong() -> None:
    x = normal(5000)
    close = asking(x, x + 1.1e-6 * normal(5000, seed=4))
    assert 0 < statistic(close, 0, 1) < PERFECT
    assert math.sqrt(4e9) * math.atanh(math.sqrt(1 - DETERMINED)) < PERFECT


def test_variables_that_a_sum_ties_together_depend_on_each_other_given_the_sum() -> None:
    a, b = normal(2, 200)
    test = asking(a, b, a + b)
    assert statistic(test, 0, 1) < 4
    assert statistic(test, 0, 1, (2,)) == PERFECT
    assert statistic(test, 0, 2, (1,)) == PERFECT


def test_what_is_given_leaves_nothing_of_a_variable_that_it_determines() -> None:
    a, b, c = normal(3, 200)
    test = asking(a, b, a + b, a + c, 2 * a - b)
    for question in (Question(2, 3, (0, 1)), Question(2, 4, (0, 1))):
        assert test.measure(question)[0] == 0.0
        assert test.correlation(question).determined
    assert p_value(test, 2, 3, (0, 1)) == 1.0


def test_members_of_z_that_others_determine_are_dropped_and_not_counted() -> None:
    a, b, c = normal(3, 8)
    test = asking(a, a + b, c, 2 * c + 1, -c, np.full(8, 0.1))
    expected = statistic(test, 0, 1, (2,))
    for z in ((2, 3), (2, 3, 4), (2, 5), (3, 4, 5)):
        assert statistic(test, 0, 1, z) == pytest.approx(expected, rel=1e-9)
    assert statistic(test, 0, 1, (5,)) == pytest.approx(statistic(test, 0, 1))
    assert test.correlation(Question(0, 1, (2, 3, 4))).freedom == 8 - 1 - 3


def test_what_is_left_counts_however_little_it_is() -> None:
    a, b, noise = normal(3, 400)
    nearly = a + 1e-5 * (b + noise)
    test = asking(a, nearly, b)
    expected = by_regression(np.stack([a, nearly, b]).T, Question(1, 2, (0,)))
    assert statistic(test, 1, 2, (0,)) == pytest.approx(expected, rel=1e-6)
    assert statistic(test, 1, 2, (0,)) > 10


def test_it_is_unreliable_only_where_there_is_nothing_to_tell() -> None:
    a, b, c = normal(3, 5)
    test = asking(a, b, c, np.full(5, 0.1))
    assert math.isnan(statistic(test, 0, 1, (2, 3))) is False  # 5 - 1 - 3, the constant does not count
    for x, y, z in ((0, 3, ()), (0, 3, (1,)), (0, 3, (1, 2))):
        assert math.isnan(statistic(test, x, y, z))
    few = asking(*normal(4, 4))
    assert math.isnan(statistic(few, 0, 1, (2,)))  # 4 - 1 - 3 = 0
    assert math.isnan(statistic(few, 0, 1, (2, 3)))
    assert math.isnan(statistic(asking(*normal(2, 3)), 0, 1))
    assert asking(*normal(2, 3)).correlation(Question(0, 1)).freedom == 0


def test_only_the_rows_in_which_all_is_known_decide_what_is_determined() -> None:
    a, b, c = normal(3, 100)
    torn = np.where(np.arange(100) < 40, np.nan, a + b)
    spoilt = np.where(np.arange(100) < 40, 7.0, 2 * a)
    test = asking(a, b, torn, spoilt, c, gaps=True)
    assert statistic(test, 0, 3) < PERFECT
    assert statistic(test, 2, 3, (1,)) == PERFECT  # in the last sixty rows
    assert statistic(test, 2, 4, (0, 1)) == 0.0
    assert statistic(test, 2, 4, (0, 3)) == pytest.approx(statistic(test, 2, 4, (0,)), rel=1e-9)


def test_a_variable_and_its_copy_in_another_unit_stand_for_one_another() -> None:
    """Of two columns that say the same, the run keeps one: given it, nothing is left of the other.

    Which one, the last bit of a sum decides, and so the machine.
    """
    celsius, other = normal(2, 300)
    target = celsius + other + 0.5 * normal(300, seed=8)
    data = Dataset.continuous(
        "t",
        ("celsius", "fahrenheit", "other", "target"),
        np.stack([celsius, 1.8 * celsius + 32, other, target]).T,
    )
    learnt = learn(Evidence(FisherZ(data)), Header("elcs", 3, data.columns, "fisher-z", rows=300))
    assert learnt.outcome is not None
    kept, last = sorted(learnt.outcome.blanket.pc)
    assert kept in (0, 1) and last == 2
    tests = [event for event in learnt.trace if isinstance(event, Tested)]
    assert not [event for event in tests if event.verdict == "unreliable"]
    assert {event.p for event in tests if {event.x, event.y} == {1 - kept, 3} and event.z == (kept,)} == {1.0}
