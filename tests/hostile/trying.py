"""Tries one reader on many spoiled files; in a process of its own, so that what it takes can be measured."""

from __future__ import annotations

import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from tests.hostile.readers import READERS, SLOW, generator, verdict


@dataclass
class Tried:
    """What came of it."""

    seen: set[str] = field(default_factory=set)
    """`accepted`, `refused` or both."""
    wrong: str = ""
    """The first case that was neither, or took too long; and why."""


def tried(name: str, cases: int, folder: Path) -> Tried:
    """So many cases of that reader, or up to the first that goes wrong."""
    reader, found = READERS[name], Tried()
    for case in range(cases):
        random = generator(name, 1, case)
        content = reader.case(random)
        start = time.thread_time()
        try:
            found.seen.add(verdict(reader, content, folder, random))
        except Exception:  # told by the test, which is another process
            found.wrong = traceback.format_exc()
        if time.thread_time() - start >= SLOW:
            found.wrong = "too slow"
        if reader.case(generator(name, 1, case)) != content:
            found.wrong = "another file the second time: a case is known by its number"
        if found.wrong:
            found.wrong = f"case {case}: {found.wrong}\n{content[:2000]!r}"
            break
    return found
