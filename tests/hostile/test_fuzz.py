"""Spoiled files of every kind: each is read and can be used, or is refused in one short line, soon."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.forking import cost_of
from tests.hostile.readers import READERS
from tests.hostile.trying import tried
from tests.stress import often

CASES = often(2000, suite=80)
MOST_MEMORY = 512 << 20
"""Bytes that a process which does nothing but try a reader may take."""


@pytest.mark.parametrize("name", READERS)
def test_a_spoiled_file_is_read_or_refused_in_one_short_line(tmp_path: Path, name: str) -> None:
    if name == "parquet":
        pytest.importorskip("pyarrow")
    cost = cost_of(partial(tried, name, CASES), tmp_path)
    assert not cost.said.wrong
    assert cost.said.seen == {"accepted", "refused"}  # else the files are spoiled too much, or too little
    assert cost.peak < MOST_MEMORY
