"""Looks for examples that property tests have not seen: random seeds, and many times the examples.

    python tests/bench/explore.py                          all for an hour, in as many processes as cores
    python tests/bench/explore.py --minutes 10 proof ci    the tests of two folders
    python tests/bench/explore.py --seed 7 "tests/ci/test_tape.py::test_..."     one run again
    python tests/bench/explore.py --seconds 8 --files 5    what CI does after the suite: a few files, drawn

In each round every property test runs with a seed of its own, with as many examples as in CI, up to `--times`
rounds (100): so each is seen early, and many times with what time is left. Prints each new failure with its
seed and its smallest example, to be mended and kept as an `@example`; ends with 1 if there is any.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.measuring import ROOT, options
from tests.mutation.examples import is_property_test, with_seed

ENOUGH = 3
"""Failures of one test, after which it is not run again."""
SEEDS = 1 << 32


class Exploring:
    """A plugin: runs the property tests that are collected, round after round."""

    def __init__(self, args: argparse.Namespace, until: float) -> None:
        self._args, self._until = args, until
        self._seed = 0
        self._seen: set[tuple[str, str]] = set()
        self.failures: dict[str, int] = {}
        self.runs = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        own, groups = self._args.group, self._args.processes
        tests = [item for item in items if is_property_test(item)]
        items[:] = tests[own::groups] if groups > 1 else tests

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for number in range(self._args.times):
            tests = list(session.items)
            random.Random(f"{self._args.seed} {number}").shuffle(tests)
            for item in tests:
                if time.monotonic() > self._until:
                    return True
                if self.failures.get(item.nodeid, 0) < ENOUGH:
                    self._run(item, number)
        return True

    def _run(self, item: pytest.Item, number: int) -> None:
        again = len(self._args.tests) == 1 and self._args.tests[0] in item.nodeid
        drawn = random.Random(f"{self._args.seed} {number} {item.nodeid}").randrange(SEEDS)
        self._seed = self._args.seed if again and not number else drawn
        with_seed(item, self._seed)
        self.runs += 1
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.failed:
            return
        self.failures[report.nodeid] = self.failures.get(report.nodeid, 0) + 1
        said = report.longreprtext
        kind = re.sub(r"\d+", "#", said.strip().splitlines()[-1] if said.strip() else report.when or "")
        if (report.nodeid, kind) not in self._seen:
            self._seen.add((report.nodeid, kind))
            print(f"\n== --seed {self._seed} '{report.nodeid}'\n{said}\n", flush=True)


def files_with_properties() -> list[str]:
    found = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path) for path in found if "from hypothesis import" in path.read_text(encoding="utf-8")]


def chosen_files(args: argparse.Namespace) -> list[str]:
    """Those that were asked for; else some, drawn, or all."""
    files = files_with_properties()
    if args.tests:
        named = [test if "::" in test or test.endswith(".py") else f"tests/{test}" for test in args.tests]
        return [str(ROOT / test) for test in named]
    return random.Random(args.seed).sample(files, min(args.files or len(files), len(files)))


def in_groups(args: argparse.Namespace) -> int:
    """The same again in several processes, each with its part of the tests."""
    again = [sys.executable, __file__, *sys.argv[1:], "--seed", str(args.seed), "--processes"]
    groups = [
        subprocess.Popen([*again, str(args.processes), "--group", str(group)])
        for group in range(args.processes)
    ]
    return max(group.wait() != 0 for group in groups)


def explore(args: argparse.Namespace) -> int:
    until = time.monotonic() + (args.seconds or 60 * args.minutes)
    plugin = Exploring(args, until)
    quiet = ["-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly"]
    status = pytest.main([*quiet, "--rootdir", str(ROOT), *chosen_files(args)], plugins=[plugin])
    told = f"group {args.group}: " if args.processes > 1 else ""
    print(f"{told}{plugin.runs} runs of property tests, {len(plugin.failures)} tests failed", flush=True)
    nothing_done = status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
    return int(bool(plugin.failures) or nothing_done or not plugin.runs)


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("tests", nargs="*", metavar="TESTS", help="folders of tests, files, or one test")
    parser.add_argument("--seed", type=int, help="of the seeds; of a single test its own first")
    parser.add_argument("--times", type=int, default=100, metavar="N", help="at most so many rounds (100)")
    parser.add_argument("--minutes", type=float, default=60, help="begin no test after them (60)")
    parser.add_argument("--seconds", type=float, help="instead of minutes")
    parser.add_argument("--files", type=int, metavar="N", help="only so many files, drawn by the seed")
    parser.add_argument("--processes", type=int, default=None, metavar="N")
    parser.add_argument("--group", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.smoke:
        args.tests, args.times, args.seconds = ["tests/data/test_cycles.py"], 1, 60
    if args.seed is None:
        args.seed = random.SystemRandom().randrange(SEEDS)
    is_small = args.smoke or bool(args.seconds) or any("::" in test for test in args.tests)
    args.processes = args.processes or (1 if is_small else os.cpu_count() or 1)
    if args.group is None:
        print(f"seed {args.seed}", flush=True)
        if args.processes > 1:
            return in_groups(args)
        args.group = 0
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["HYPOTHESIS_PROFILE"] = "ci"  # for the number of examples; seeds are drawn all the same
    return explore(args)


if __name__ == "__main__":
    raise SystemExit(main())
