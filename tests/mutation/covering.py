"""Which test executes which line of the program: measured once for each file of tests, and kept.

    FOLDER/lines/<checksum of the file of tests>.json    what its tests execute, what each takes
    FOLDER/sources/<checksum>.py                         the program's files as they were then

Where a file of the program has changed since, its lines are found again by their text. Each file of tests is
measured in a process of its own, with all that functions keep forgotten before each test; what a fixture of
a module executes counts for every test that asks for it. Property tests are measured with few examples, and
what processes that tests start execute is not seen.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import json
import os
import time
from collections import defaultdict
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.examples import with_examples

EXAMPLES = 5
Lines = dict[str, list[int]]


def checksum(path: Path) -> str:
    """Of a file and its name, wherever the project stands."""
    return hashlib.sha256(path.read_bytes() + "/".join(path.parts[-2:]).encode()).hexdigest()[:16]


def living(kind: type[Any]) -> list[Any]:
    """All objects of a type, among them those that `tests/conftest.py` has frozen: they are not listed."""
    gc.unfreeze()
    found = [each for each in gc.get_objects() if isinstance(each, kind)]
    gc.freeze()
    return found


def forgetting() -> list[Callable[[], None]]:
    """What makes functions of the program and of its tests forget what they kept."""
    kept = living(functools._lru_cache_wrapper)
    return [each.cache_clear for each in kept if str(each.__module__).startswith(("elcs_gui", "tests"))]


class Measuring:
    """A plugin for the process that measures one file of tests."""

    def __init__(self, root: Path, coverage: Any) -> None:
        self._root = root
        self._coverage = coverage.Coverage(data_file=None, source=[str(root / "elcs_gui")], config_file=False)
        self._context = ""
        self._taken: dict[str, float] = {}
        self._failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or (report.when == "setup" and report.skipped):
            self._failed.add(report.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Any:
        if fixturedef.scope == "function":
            return (yield)
        self._coverage.switch_context(_fixture(fixturedef))
        try:
            return (yield)
        finally:
            self._coverage.switch_context(self._context)

    def measure(self, items: list[pytest.Item]) -> dict[str, Any]:
        """What the tests execute, the processor's seconds that each takes, and which fail or are skipped."""
        forget = forgetting()
        for item in items:
            with_examples(item, lambda number: min(number, EXAMPLES))
        self._coverage.start()
        for item, following in zip(items, [*items[1:], None], strict=True):
            for one in forget:
                one()
            self._context = item.nodeid
            self._coverage.switch_context(self._context)
            began = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self._taken[item.nodeid] = round(time.process_time() - began, 3)
        self._coverage.stop()
        executed = self._executed()
        tests = {
            item.nodeid: {
                "seconds": self._taken[item.nodeid],
                "contexts": [item.nodeid, *(_fixture(each) for each in _wide_fixtures(item))],
            }
            for item in items
            if item.nodeid not in self._failed
        }
        return {"executed": executed, "tests": tests, "left out": sorted(self._failed)}

    def _executed(self) -> dict[str, Lines]:
        data = self._coverage.get_data()
        executed: dict[str, Lines] = defaultdict(lambda: defaultdict(list))
        for name in sorted(data.measured_files()):
            path = Path(name).relative_to(self._root).as_posix()
            for line, contexts in sorted(data.contexts_by_lineno(name).items()):
                for context in contexts:
                    executed[context][path].append(line)
        return executed


def _fixture(definition: Any) -> str:
    return f"fixture {definition.baseid}::{definition.argname}"


def _wide_fixtures(item: Any) -> list[Any]:
    known = item._fixtureinfo.name2fixturedefs
    return [each for several in known.values() for each in several if each.scope != "function"]


class Cover:
    """What was measured, in the lines of the program as it is now."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root, self._folder = root, folder
        self.seconds: dict[str, float] = {}
        """By test."""
        self._tests: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))

    def of(self, path: str, first: int, last: int) -> set[str]:
        """The tests that execute one of the lines."""
        lines = self._tests.get(path, {})
        return set().union(*(lines.get(line, ()) for line in range(first, last + 1)))

    def of_file(self, path: str) -> set[str]:
        """The tests that execute anything of the file."""
        return set().union(*self._tests.get(path, {}).values())

    def read(self, items: list[pytest.Item], measure: Callable[[list[pytest.Item]], dict[str, Any]]) -> None:
        """What is known of these tests; what is not is measured now."""
        for path, some in groupby(items, key=lambda item: item.path):
            kept = self._folder / "lines" / f"{checksum(path)}.json"
            if not kept.exists():
                print(f"measuring {path.relative_to(self._root)}", flush=True)
                self._keep(kept, measure(list(some)))
            self._add(json.loads(kept.read_text(encoding="utf-8")))

    def _keep(self, kept: Path, measured: dict[str, Any]) -> None:
        sources = {path for lines in measured["executed"].values() for path in lines}
        measured["sources"] = {path: checksum(self._root / path) for path in sorted(sources)}
        for path, number in measured["sources"].items():
            copy = self._folder / "sources" / f"{number}.py"
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes((self._root / path).read_bytes())
        kept.parent.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(measured), encoding="utf-8")
        part.replace(kept)

    def _add(self, measured: dict[str, Any]) -> None:
        users: dict[str, set[str]] = defaultdict(set)
        for test, told in measured["tests"].items():
            self.seconds[test] = told["seconds"]
            for context in told["contexts"]:
                users[context].add(test)
        for context, lines in measured["executed"].items():
            for path, numbers in lines.items():
                now = self._lines_now(path, measured["sources"][path])
                for line in numbers:
                    if (there := now.get(line) if now is not None else line) is not None:
                        self._tests[path][there] |= users[context]

    @cache  # noqa: B019  lives as long as the program
    def _lines_now(self, path: str, number: str) -> dict[int, int] | None:
        """Where the lines of the file of then are now; None where nothing has changed."""
        present = self._root / path
        if not present.exists():
            return {}
        if checksum(present) == number:
            return None
        before = (self._folder / "sources" / f"{number}.py").read_text(encoding="utf-8").splitlines()
        after = present.read_text(encoding="utf-8").splitlines()
        blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
        return {a + i + 1: b + i + 1 for a, b, size in blocks for i in range(size)}
