"""Correlations by running sums: those of all rows at once, however the rows come."""

from dataclasses import replace

import numpy as np
import pytest

from elcs_gui.ci import fisher_z
from elcs_gui.ci.fisher_z import FisherZ
from elcs_gui.ci.questions import Question
from elcs_gui.data import dataset
from elcs_gui.data.columns import moments
from elcs_gui.data.columns.moments import Moments
from elcs_gui.data.columns.spilling import RowStorage, on_disk
from elcs_gui.data.dataset import Dataset
from elcs_gui.errors import DataError


def measured(rows: int = 3000) -> np.ndarray:
    random = np.random.default_rng(6)
    values = random.normal(size=(5, rows))
    values[1] += values[0]
    values[2] = values[0] + 0.02 * values[2]
    return values


@pytest.mark.parametrize(("size", "away"), [(1.0, 0.0), (1e200, 0.0), (1e-200, 0.0), (1.0, 1e9)])
def test_blocks_and_their_order_do_not_matter(size: float, away: float) -> None:
    values = measured() * size + away * size
    expected = FisherZ(Dataset.continuous("d", list("abcde"), values.T)).correlations
    joined = Moments(5)
    for part in reversed(np.split(values, [1, 700, 701, 2500], axis=1)):
        joined.add(part)
    assert joined.rows == 3000
    assert np.allclose(joined.correlations(), expected, rtol=1e-12, atol=1e-13)


def test_numbers_may_grow_from_block_to_block() -> None:
    values = measured() * np.geomspace(1e-100, 1e100, 3000)
    joined = Moments(5)
    for part in np.split(values, 30, axis=1):
        joined.add(part)
    assert np.allclose(joined.correlations(), fisher_z._correlations(values), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("away", [0.0, 1e9])
@pytest.mark.parametrize("gaps", [False, True])
def test_long_data_are_answered_as_short_ones(
    monkeypatch: pytest.MonkeyPatch, *, gaps: bool, away: float
) -> None:
    """The same order and verdicts, p to nine digits; also where one variable determines another, and where
    all lie so far from 0 that sums of their squares keep nothing of how they vary."""
    values = measured() + away
    values[4] = values[0] + values[1]  # determined by both
    if gaps:
        values[3, ::7] = np.nan
    data = Dataset.continuous("d", list("abcde"), values.T, with_gaps=gaps)
    asked = [
        Question.of(x, y, z)
        for x, y in ((0, 1), (0, 2), (1, 2), (0, 4), (1, 3))
        for z in ((), (3,), (2,), (0, 1, 3))
        if not {x, y} & {*z}
    ]
    short = FisherZ(data)
    expected = [short.measure(question) for question in asked]
    monkeypatch.setattr(moments, "LONG", 100)
    long = FisherZ(replace(data))
    found = [long.measure(question) for question in asked]
    assert [df for _, df in found] == [df for _, df in expected]
    one, other = np.array([s for s, _ in expected]), np.array([s for s, _ in found])
    assert np.argsort(one).tolist() == np.argsort(other).tolist()
    p, q = (FisherZ.distribution.p_values(s, np.zeros(len(s), dtype=np.int32)) for s in (one, other))
    assert np.allclose(p, q, rtol=1e-9, atol=0, equal_nan=True)


def _cosines(rows: np.ndarray) -> np.ndarray:
    return np.asarray((rows @ rows.T) / np.outer(*[np.linalg.norm(rows, axis=1)] * 2))


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("size", [1, 2, 3, 11, 12, 13])
def test_blocks_of_any_size_give_the_same_answers(
    monkeypatch: pytest.MonkeyPatch, size: int, *, gaps: bool
) -> None:
    """Of data that count as short and as long; the last block is full, has one row, or is the only one."""
    values = measured(12)
    values[4] = values[0] + values[1]
    if gaps:
        values[3, :5] = np.nan  # some blocks have no known row
    asked = [Question.of(x, y, z) for x, y, z in ((0, 1, ()), (0, 2, (1,)), (1, 3, (2,)), (2, 3, (0, 4)))]

    def answers(length: int, block: int) -> np.ndarray:
        monkeypatch.setattr(moments, "LONG", length)
        for module in (moments, fisher_z, dataset):
            monkeypatch.setattr(module, "BLOCK", block)
        test = FisherZ(Dataset.continuous("d", list("abcde"), values.T, with_gaps=gaps))
        return np.array([test.measure(question) for question in asked])

    expected = answers(100, 1000)
    assert np.isfinite(expected).all() and len(np.unique(expected[:, 0])) == len(asked)
    assert np.allclose(answers(100, size), expected, rtol=1e-9, atol=0)
    assert np.allclose(answers(1, size), expected, rtol=1e-9, atol=0)
    monkeypatch.setattr(moments, "LONG", 100)
    columns = fisher_z._triangle(values[:3])
    assert np.allclose(np.corrcoef(values[:3]), _cosines(columns.T), rtol=1e-9, atol=0)


def test_columns_that_do_not_vary_have_no_correlation() -> None:
    values = measured()
    values[3] = 0.1
    found = Moments.of(values).correlations()
    assert np.isnan(found[3]).all() and np.isnan(found[:, 3]).all()
    assert not np.isnan(found[:3, :3]).any()


def test_measurements_on_the_disk_are_summed_while_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = list(measured() + 1e9)
    columns[3][::7] = np.nan
    expected = FisherZ(Dataset.continuous("d", "abcde", columns, with_gaps=True))
    monkeypatch.setattr(moments, "LONG", 100)
    found = Dataset.continuous("d", "abcde", columns, with_gaps=True, room=RowStorage(3000, on_disk))
    monkeypatch.setattr(Moments, "of", None)  # whoever read them once more would need it
    assert np.allclose(FisherZ(found).correlations, expected.correlations, rtol=1e-12, equal_nan=True)
    assert found.gaps == (3,)
    columns[2][2900] = np.inf
    with pytest.raises(DataError, match=r"'c' in d, row 2,901, is infinite"):
        Dataset.continuous("d", "abcde", columns, with_gaps=True, room=RowStorage(3000, on_disk))
