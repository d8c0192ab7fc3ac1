"""Spoiled files of every kind: each is read and can be used, or is refused in one short line, soon."""

from __future__ import annotations

import resource
import time
from pathlib import Path

import pytest

from tests.hostile.readers import READERS, SLOW, generator, verdict
from tests.stress import often

CASES = often(2000, suite=80)
MOST_MEMORY = 1 << 20
"""Kilobytes that a reader may take more than was taken before it: a gigabyte."""


@pytest.mark.parametrize("name", READERS)
def test_a_spoiled_file_is_read_or_refused_in_one_short_line(tmp_path: Path, name: str) -> None:
    if name == "parquet":
        pytest.importorskip("pyarrow")
    reader = READERS[name]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen = set()
    for case in range(CASES):
        random = generator(name, 1, case)
        content = reader.case(random)
        start = time.thread_time()
        try:
            seen.add(verdict(reader, content, tmp_path, random))
        except Exception as error:
            error.add_note(f"case {case}: {content[:2000]!r}")
            raise
        assert time.thread_time() - start < SLOW, f"case {case}: {content[:2000]!r}"
    assert seen == {"accepted", "refused"}  # else the files are spoiled too much, or too little
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_MEMORY


@pytest.mark.parametrize("name", READERS)
def test_a_case_is_known_by_its_number(name: str) -> None:
    if name == "parquet":
        pytest.importorskip("pyarrow")
    once, again = (READERS[name].case(generator(name, 1, 7)) for _ in range(2))
    assert once == again
