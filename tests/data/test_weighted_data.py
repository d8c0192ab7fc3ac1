"""Weighted data beside the same data written out: resamples, plots, files, sessions, fingerprints."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.algorithms.whole_graphs.bdeu import BDeu
from elcs_gui.algorithms.whole_graphs.numbers import STANDARDISED, numbers
from elcs_gui.app.dataplots import summaries
from elcs_gui.data import weighting
from elcs_gui.data.dataset import MOST_ROWS, Dataset
from elcs_gui.data.fingerprint import fingerprint, is_fingerprint_of, known_fingerprint
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.sampling import hide
from elcs_gui.data.tables.writers import with_gaps
from elcs_gui.data.weighting import distinct_rows, expanded
from elcs_gui.errors import DataError
from elcs_gui.inquiry.replicates import Resampler
from elcs_gui.inquiry.stability import stability
from elcs_gui.storage.session_file import KeptSession, write_session
from elcs_gui.storage.session_reading import read_session
from elcs_gui.storage.study import Study
from elcs_gui.trace.trace import Header
from elcs_gui.worker.associations import strongest_links


@pytest.fixture(scope="module")
def data() -> Dataset:
    """Gaps, and a column of more than 256 levels."""
    random = np.random.default_rng(3)
    a, b, noise = random.integers(3, size=(3, 1500))
    made = Dataset.discrete(
        "d", ["a", "b", "c", "wide"], [a, b, (a + b + (noise > 1)) % 3, 300 * (b > 1) + a]
    )
    holes = np.zeros((4, 1500), dtype=np.bool_)
    holes[0] = random.random(1500) < 0.1
    return with_gaps(made, holes)


@pytest.fixture(scope="module")
def weighted(data: Dataset) -> Dataset:
    found = distinct_rows(data)
    assert found.stored < 100 and found.rows == 1500
    return found


def counts_of(data: Dataset) -> list[int]:
    assert data.counts is not None
    return data.counts.tolist()


def same_rows(one: Dataset, other: Dataset) -> bool:
    one, other = distinct_rows(one), distinct_rows(other)
    return np.array_equal(one.codes, other.codes) and counts_of(one) == counts_of(other)


@pytest.mark.parametrize("kind", ["bootstrap", "subsample"])
def test_one_seed_draws_the_same_from_both_and_from_rows_in_another_order(
    data: Dataset, weighted: Dataset, kind: str
) -> None:
    shuffled = replace(data, codes=np.ascontiguousarray(data.codes[:, ::-1]))
    drawn = [Resampler(some).draw(kind, np.random.default_rng(5)) for some in (data, weighted, shuffled)]
    assert drawn[0].counts is None and drawn[1].counts is not None
    assert drawn[0].rows == drawn[1].rows == (1500 if kind == "bootstrap" else 750)
    assert same_rows(drawn[0], drawn[1]) and same_rows(drawn[0], drawn[2])
    assert not same_rows(drawn[0], data)


@pytest.mark.parametrize("kind", ["bootstrap", "column-order"])
def test_stability_is_the_same(data: Dataset, weighted: Dataset, kind: str) -> None:
    header = Header("elcs", 2, data.columns, "g2", rows=data.rows)
    found = [stability(some, header, kind=kind, replicates=5, seed=1) for some in (data, weighted)]
    assert found[0].rows() == found[1].rows()
    assert found[0].requested == found[1].requested > 0


def test_plots_show_the_same(data: Dataset, weighted: Dataset) -> None:
    for x in range(4):
        one, other = summaries.distribution(data, x), summaries.distribution(weighted, x)
        assert isinstance(one, summaries.Levels) and isinstance(other, summaries.Levels)
        assert one.counts.tolist() == other.counts.tolist() and one.missing == other.missing
    one_table, other_table = summaries.joint(data, 0, 1, (2,)), summaries.joint(weighted, 0, 1, (2,))
    assert one_table is not None and other_table is not None
    assert np.array_equal(one_table.observed, other_table.observed)
    assert np.array_equal(one_table.residual, other_table.residual)


def test_scores_and_numbers_are_the_same(data: Dataset, weighted: Dataset) -> None:
    one, other = BDeu(data, 10), BDeu(weighted, 10)
    assert one.part(2, (0, 1)) == other.part(2, (0, 1))
    fitted = [numbers(some, STANDARDISED) for some in (data, weighted)]
    assert np.allclose(fitted[0].T @ fitted[0], fitted[1].T @ fitted[1])


def test_the_map_is_sketched_from_rows_by_their_weight() -> None:
    """Every second row has a = b; of the distinct rows, only every third."""
    counts = np.array([[3000, 500, 500], [500, 3000, 500], [500, 500, 3000]])
    codes = np.ascontiguousarray(np.argwhere(counts > 0).T.astype(np.uint8))
    data = Dataset("d", ("a", "b"), codes, (("0", "1", "2"),) * 2, counts=counts.reshape(-1))
    [(x, y, strength)] = strongest_links(data, None)
    [(_, _, expected)] = strongest_links(expanded(data), None)
    assert (x, y) == (0, 1) and strength == pytest.approx(expected) and strength > 0.5


def test_columns_can_be_hidden(data: Dataset, weighted: Dataset) -> None:
    assert same_rows(hide(data, ["b"]), hide(weighted, ["b"]))


def test_files_hold_every_row(data: Dataset, weighted: Dataset, tmp_path: Path) -> None:
    from elcs_gui.data.plan import ImportPlan, MissingPolicy

    write_table(weighted, tmp_path / "d.csv")
    again = read_table(tmp_path / "d.csv", ImportPlan(policy=MissingPolicy.AVAILABLE))
    assert again.stored == 1500 and same_rows(again, data)


def test_reading_weighs_many_rows_of_which_few_are_distinct(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(3)
    few = Dataset.discrete("d", ["a", "b"], random.integers(3, size=(500, 2)))
    many = Dataset.discrete("d", ["a", "b"], [np.arange(500) // 2, random.integers(3, size=500)])
    for name, made in (("few", few), ("many", many)):
        write_table(made, tmp_path / f"{name}.npz")
    assert read_table(tmp_path / "few.npz").counts is None, "small data stay as they are"
    monkeypatch.setattr(weighting, "MANY_ROWS", 400)
    read = read_table(tmp_path / "few.npz")
    assert read.stored == 9 and read.rows == 500 and same_rows(read, few)
    assert known_fingerprint(read) == fingerprint(few), "what earlier files say of the data still holds"
    assert read_table(tmp_path / "few.npz", row_by_row=True).stored == 500
    assert read_table(tmp_path / "many.npz").counts is None


def test_a_session_keeps_the_counts(data: Dataset, weighted: Dataset, tmp_path: Path) -> None:
    for number, digits in enumerate(("", fingerprint(data))):
        kept = replace(weighted, fingerprint=digits)
        study = Study("d", kept, None, "g2")
        path = tmp_path / f"{number}.elcs"
        write_session(KeptSession(study, (), (), None, {}), path)
        session = read_session(path)
        assert not session.altered and session.source is not None
        again = session.source.data
        assert again is not None and again.fingerprint == digits
        assert np.array_equal(again.codes, kept.codes) and counts_of(again) == counts_of(kept)


def test_the_fingerprint_knows_the_data_weighted_or_not(data: Dataset, weighted: Dataset) -> None:
    assert is_fingerprint_of(data, fingerprint(weighted))
    assert is_fingerprint_of(weighted, fingerprint(weighted))
    assert is_fingerprint_of(replace(weighted, fingerprint=fingerprint(data)), fingerprint(data))
    assert is_fingerprint_of(replace(weighted, fingerprint=fingerprint(data)), fingerprint(weighted))
    other = replace(weighted, counts=np.array(counts_of(weighted)) + 1)
    assert fingerprint(other) != fingerprint(weighted)
    assert not is_fingerprint_of(data, fingerprint(other))


@pytest.mark.parametrize("counts", [[1, 2], [1, 2, 0], [1, 2, MOST_ROWS]])
def test_counts_that_do_not_fit_are_refused(counts: list[int]) -> None:
    with pytest.raises(DataError, match=r"counts|more than"):
        codes = np.array([[0, 1, 1], [0, 0, 1]], dtype=np.uint8)
        Dataset("d", ("a", "b"), codes, (("0", "1"),) * 2, counts=np.array(counts))


def test_what_cannot_be_written_out_is_refused() -> None:
    codes = np.array([[0, 1], [0, 1]], dtype=np.uint8)
    data = Dataset("d", ("a", "b"), codes, (("0", "1"),) * 2, counts=np.array([2**30, 2**30 - 1]))
    wide = replace(data, columns=("a", "b", "c"), codes=codes[[0, 1, 1]], levels=(("0", "1"),) * 3)
    with pytest.raises(DataError, match="take fewer"):
        expanded(wide)
