"""The links of the map: of many variables they are found in bounded memory, and as they would be at once."""

from __future__ import annotations

import threading
from dataclasses import replace
from multiprocessing import Pipe

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.data.dataset import Dataset
from elcs_gui.native.library import library
from elcs_gui.storage.study import Study
from elcs_gui.worker import associations, messages, serve

PATIENCE = 60.0


def drawn(seed: int, count: int = 60, rows: int = 150, most: int = 4) -> Dataset:
    """Variables of one to so many levels that depend on those before, some with gaps."""
    random = np.random.default_rng(seed)
    columns = [random.integers(3, size=rows)]
    for _ in range(count - 1):
        many, cause = int(random.integers(1, most + 1)), columns[random.integers(len(columns))]
        copied = random.random(rows) < random.random()
        columns.append(np.where(copied, cause, random.integers(many, size=rows)) % many)
    codes = np.array(columns).astype(np.uint8)
    levels = [tuple(map(str, range(int(column.max()) + 1))) for column in codes]
    holes = random.random(codes.shape) < 0.1
    holes[::2] = False
    gaps = np.array([len(names) for names in levels], dtype=np.uint8)[:, None]
    return Dataset("d", tuple(f"v{i}" for i in range(count)), np.where(holes, gaps, codes), tuple(levels))


def strengths_of(links: list[associations.Link]) -> list[float]:
    return [strength for _, _, strength in links]


@pytest.mark.parametrize("kind", ["levels", "numbers"])
def test_in_blocks_they_are_those_of_all_pairs_at_once(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = drawn(1)
    if kind == "numbers":
        values = np.random.default_rng(2).normal(size=(60, 150)).cumsum(axis=0)
        values[3, 5:9] = np.nan
        data = Dataset.continuous("d", data.columns, values.T, with_gaps=True)
    before = associations.strongest_links(data, None)
    monkeypatch.setattr(associations, "MOST_AT_ONCE", 0)
    monkeypatch.setattr(associations, "BLOCK", 1 << 10)
    rests: list[int] = []
    after = associations.strongest_links(data, None, lambda: rests.append(0))
    strengths = associations._correlations(data)
    assert rests and len(after) >= len(before) * 0.9  # a tie may join others
    for x, y, strength in after:
        assert strength == pytest.approx(min(strengths[x, y], 1.0), abs=1e-5)
    best = np.sort(strengths, axis=1)[:, -associations.LINKS_EACH :]
    for x, weakest in enumerate(best[:, 0].tolist()):
        own = sorted(strength for *ends, strength in after if x in ends)
        assert own[-associations.LINKS_EACH] == pytest.approx(weakest, abs=1e-5)


@pytest.mark.skipif(library() is None, reason="there is no kernel")
@given(seed=st.integers(0, 10**6), count=st.integers(2, 40), rows=st.sampled_from([1, 63, 64, 65, 130]))
def test_the_kernel_finds_the_same_as_numpy_to_the_last_bit(seed: int, count: int, rows: int) -> None:
    levels = associations.level_sets(drawn(seed, count, rows, 6))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(associations, "BLOCK", 1 << 12)
        patch.setattr(associations, "_PAIRS_AT_ONCE", 3 * count)
        by_kernel = associations.best_by_kernel(levels, lambda: None)
        by_numpy = associations.best_by_numpy(levels, lambda: None)
    for one, other in zip(by_kernel, by_numpy, strict=True):
        assert np.array_equal(np.asarray(one), np.asarray(other))


def test_what_is_asked_meanwhile_is_done_and_other_data_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(associations, "MOST_AT_ONCE", 0)
    monkeypatch.setattr(associations, "_PAIRS_AT_ONCE", 1)
    ours, theirs = Pipe()
    study = Study("d", drawn(1), None, "g2")
    asked = [
        messages.Resume(1, study, []), messages.Associate(2), messages.Associate(3),
        messages.Resume(4, replace(study, title="other"), []), messages.Associate(5), messages.Stop(),
    ]  # fmt: skip
    for command in asked:
        ours.send(command)
    thread = threading.Thread(target=serve.main, args=(theirs,), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    answers = []
    while ours.poll():
        answers.append(ours.recv().number)
    assert answers == [1, 4]
