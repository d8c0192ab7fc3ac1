"""Does a test notice? Plants single faults at random in the program and runs the tests that execute them.

    python tests/bench/mutate.py --seed 1 --sample 240
    python tests/bench/mutate.py --seed 1 --sample 40 --package app/model --package app/graph
    python tests/bench/mutate.py --seed 1 --confirm                  survivors against all tests as well
    python tests/bench/mutate.py --fault elcs_gui/ci/tape.py:120     those of a line alone

A fault is a comparison turned, a limit off by one, a condition dropped, `any` for `all`, a line removed, a
sign, an index or a constant; each package has its share of the sample, and in it each line the same chance.
Tests run in a copy of the project, in FOLDER/tree, up to the first that fails; those of the fault's own
package are asked first. A failure that comes without the fault, too, does not count. `--confirm` takes up to
some minutes a survivor. What is equivalent stands in `equivalents.txt` with its reason and is counted apart.

Which test executes what is measured once (about five minutes for the engine on a quiet core) and kept in
FOLDER/lines; it needs `coverage` (pip install coverage).

mutmut (3.8) and cosmic-ray (8.7) do not cope with this suite. mutmut leaves out what is decorated (the
kernel, properties, what is kept), nested or outside functions, where many faults are, and stops where one
test of the whole suite minds its wrappers. cosmic-ray begins a process for each fault, which takes eight
seconds of the processor before the first test, and runs the whole suite in it.
"""

from __future__ import annotations

import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.measuring import options
from tests.mutation.covering import Cover, Measuring, checksum
from tests.mutation.faults import Fault, drawn, faults_of
from tests.mutation.planting import exchange, executed_by_import, planted
from tests.mutation.trying import OPTIONS, Watched, anew, in_a_fork

ROOT = Path(__file__).resolve().parents[2]
ENGINE = (
    "algorithms", "ci", "trace", "proof", "inquiry", "data", "storage", "picture", "benchmark", "parallel",
)  # fmt: skip
NOT_INSTALLED = ("elcs_gui/algorithms/whole_graphs/dag_gnn.py",)
"""Its library is in no lock file; its tests are left out without it."""
PAINTING = ("elcs_gui/app/graph/painting/", "elcs_gui/app/graph/fonts.py")
ELSEWHERE = (
    "tests/app", "tests/commands/test_interrupted_export.py",
    "tests/commands/test_killed_jobs.py", "tests/commands/test_starting.py", "tests/guide/test_script.py",
    "tests/guide/test_site.py", "tests/hostile/test_fuzz.py", "tests/hostile/test_time_of_reading.py",
    "tests/test_architecture.py", "tests/test_bench_scripts.py", "tests/test_gui_*.py",
    "tests/test_leftovers.py", "tests/test_on_a_screen.py", "tests/test_setup.py",
)  # fmt: skip
"""Tests that start programs, or look at sources and at the window: not asked about the engine."""
BUILD = "from elcs_gui.native.build import build; build()"
EQUIVALENT, KILLED, SURVIVED = "equivalent", "killed", "survived"
PATIENCE = 300.0
"""Seconds by the clock, beside ten times those of the processor: other work may be going on."""


@dataclass(frozen=True)
class Verdict:
    """What became of a fault."""

    fault: Fault
    package: str
    fate: str
    why: str


# ---- The copy in which faults are planted ----


def copy_of_the_project(folder: Path) -> Path:
    """In `tree`, with a kernel: what is under version control, or would be, as far as it has changed since
    the last copy."""
    tree = folder / "tree"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    names = {name for name in listed.split("\0") if name and (ROOT / name).exists()}
    for name in names:
        source, copy = ROOT / name, tree / name
        if not copy.exists() or copy.read_bytes() != source.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
    for copy in tree.rglob("*.py"):
        if copy.relative_to(tree).as_posix() not in names:
            copy.unlink()
    subprocess.run([sys.executable, "-c", BUILD], cwd=tree, env=os.environ | {"PYTHONPATH": ""}, check=True)
    return tree


def go_on_in_the_copy(folder: Path) -> None:
    """This program again, of the copy; returns where it is that already."""
    if folder / "tree" == ROOT:
        return
    tree = copy_of_the_project(folder)
    own = {
        "PYTHONPATH": os.pathsep.join([str(tree), os.environ.get("PYTHONPATH", "")]),
        "QT_QPA_PLATFORM": "offscreen",
        "HYPOTHESIS_PROFILE": "ci",
        "COVERAGE_CORE": "ctrace",  # the one that can tell tests apart
    }
    os.chdir(tree)
    sys.stdout.flush()
    os.execve(
        sys.executable,
        [sys.executable, str(tree / "tests/bench/mutate.py"), *sys.argv[1:], "--folder", str(folder)],
        os.environ | own,
    )


# ---- What is planted ----


def package_of(path: str) -> str:
    """As the table has it: "ci", "app/model"."""
    parts = Path(path).parts[1:-1]
    return "/".join(parts[: 2 if parts[0] == "app" else 1])


def sample(
    packages: list[str], number: int, seed: int, without: Sequence[str] = ()
) -> list[tuple[str, Fault]]:
    """Each package has a share by the root of what can be planted in it."""
    left_out = (*PAINTING, *NOT_INSTALLED, *(f"elcs_gui/{each}" for each in without))
    orders: dict[str, Iterator[Fault]] = {}
    shares: dict[str, float] = {}
    for package in packages:
        files = sorted((ROOT / "elcs_gui" / package).rglob("*.py"))
        names = [path.relative_to(ROOT).as_posix() for path in files]
        found = [
            fault
            for name, path in zip(names, files, strict=True)
            if not name.startswith(left_out)
            for fault in faults_of(name, path.read_text(encoding="utf-8"))
            if not is_painting(fault)
        ]
        if not found:
            raise SystemExit(f"Nothing can be planted in '{package}': name a folder of elcs_gui, like 'ci'.")
        orders[package] = drawn(found, random.Random(f"{seed} {package}"))
        shares[package] = math.sqrt(len(found))
    whole = sum(shares.values())
    return [
        (package, fault)
        for package, order in orders.items()
        for fault, _ in zip(order, range(max(1, round(number * shares[package] / whole))), strict=False)
    ]


def is_painting(fault: Fault) -> bool:
    """Of the window: what draws, sizes and styles is looked at, not asserted."""
    name = fault.owner.rpartition(".")[2].lstrip("_")
    return fault.path.startswith("elcs_gui/app/") and name.startswith(("paint", "draw", "shape", "bounding"))


def named(wanted: list[str]) -> list[tuple[str, Fault]]:
    """The faults whose description contains one of these texts."""
    found = []
    for path in sorted((ROOT / "elcs_gui").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if any(name.startswith(text.partition(":")[0]) for text in wanted):
            faults = faults_of(name, path.read_text(encoding="utf-8"))
            asked = [each for each in faults if any(text in str(each) for text in wanted)]
            found += [(package_of(name), each) for each in asked]
    return found


def equivalents() -> dict[str, str]:
    """The reason of each, by the fault's key."""
    lines = (ROOT / "tests/bench/equivalents.txt").read_text(encoding="utf-8").splitlines()
    told = [line.rpartition(" | ") for line in lines if line and not line.startswith("#")]
    return {key: reason for key, _, reason in told}


# ---- The tests ----


class Mutating:
    """A plugin: plants one fault after the other in the collected session, and tries its tests."""

    def __init__(self, args: Namespace, folder: Path, chosen: list[tuple[str, Fault]]) -> None:
        self._args, self._folder, self._chosen = args, folder, chosen
        self._watched = Watched()
        self._items: dict[str, pytest.Item] = {}
        self._cover = Cover(ROOT, folder)
        self._imported: dict[str, list[int]] = {}
        self.verdicts: list[Verdict] = []
        self._unsound: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._watched.pytest_runtest_logreport(report)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from tests import preloaded  # noqa: F401  so that no process has to

        self._items = {item.nodeid: item for item in session.items}
        self._cover.read(session.items, self._measure)
        self._imported = self._executed_by_import()
        reasons = equivalents()
        end = time.monotonic() + 60 * self._args.minutes
        for package, fault in self._chosen:
            if time.monotonic() > end:
                print(f"the time is over: {len(self.verdicts)} of {len(self._chosen)} faults tried")
                break
            if reason := reasons.get(fault.key):
                verdict = Verdict(fault, package, EQUIVALENT, reason)
            else:
                verdict = self._tried(package, fault)
            self.verdicts.append(verdict)
            print(f"{verdict.fate:<10} {fault}  [{verdict.why}]", flush=True)
        return True

    def _measure(self, items: list[pytest.Item]) -> dict:
        import coverage

        measuring = Measuring(ROOT, coverage)

        def work() -> dict:
            items[0].config.pluginmanager.register(measuring)
            return measuring.measure(items)

        told = in_a_fork(work, self._folder / "said.txt", 3600, 7200)
        if not isinstance(told, dict):
            print(f"  not measured: {told}")
            return {"executed": {}, "tests": {}, "left out": [item.nodeid for item in items]}
        return told

    def _executed_by_import(self) -> dict[str, list[int]]:
        kept = self._folder / f"imported-{self._sources()}.json"
        if not kept.exists():
            kept.write_text(executed_by_import(ROOT), encoding="utf-8")
        lines: dict[str, list[int]] = json.loads(kept.read_text(encoding="utf-8"))
        return lines

    def _sources(self) -> int:
        return hash(tuple(int(checksum(path), 16) for path in sorted((ROOT / "elcs_gui").rglob("*.py"))))

    def _tried(self, package: str, fault: Fault) -> Verdict:
        by_import = not fault.owner or fault.line in self._imported.get(fault.path, ())
        tests = self._cover.of(fault.path, fault.line, fault.last) if fault.owner else set()
        if fault.owner and not by_import:
            tests = tests or self._around(fault)
        tests = tests or self._cover.of_file(fault.path)
        asked = self._in_order(tests - self._unsound, package)
        fate, why = self._fate(fault, asked, by_import=by_import)
        if fate == SURVIVED and self._args.confirm:
            rest = [test for test in self._items if test not in asked and test not in self._unsound]
            fate, why = self._fate(fault, rest, by_import=by_import)
            why = f"{why}, by no test chosen" if fate == KILLED else f"all {len(self._items)} tests"
        return Verdict(fault, package, fate, why)

    def _around(self, fault: Fault) -> set[str]:
        """The tests that execute anything of its function: other examples may lead to its line."""
        source = (ROOT / fault.path).read_text(encoding="utf-8")
        lines = [each.line for each in faults_of(fault.path, source) if each.owner == fault.owner]
        return self._cover.of(fault.path, min(lines), max(lines))

    def _in_order(self, tests: set[str], package: str) -> list[str]:
        """Those of the package first, for half of the time, then the files that take least, each for a tenth
        of it, in each the short tests first; as many as there is time for."""
        seconds = self._cover.seconds
        files: dict[str, list[str]] = defaultdict(list)
        for test in (test for test in self._items if test in tests):
            files[test.partition("::")[0]].append(test)
        costs = {name: sum(seconds.get(test, 1.0) for test in some) for name, some in files.items()}
        own = f"tests/{package}/"
        ordered = [
            test
            for name in sorted(files, key=lambda name: (not name.startswith(own), costs[name], name))
            for test in sorted(files[name], key=lambda test: seconds.get(test, 1.0))
        ]
        asked: list[str] = []
        taken: dict[str, float] = defaultdict(float)
        for test in ordered:
            share, part = (own, 0.5) if test.startswith(own) else (test.partition("::")[0], 0.1)
            more = seconds.get(test, 1.0)
            if asked and sum(taken.values()) > self._args.seconds:
                break
            if asked and taken[share] + more > part * self._args.seconds:
                continue
            taken[share] += more
            asked.append(test)
        return asked

    def _fate(self, fault: Fault, tests: list[str], *, by_import: bool) -> tuple[str, str]:
        """Killed or survived, and by what; a test that fails without the fault is asked no more."""
        while tests:
            failed = self._failed(fault, tests, by_import=by_import)
            if failed not in self._items:
                return (KILLED, failed) if failed else (SURVIVED, f"{len(tests)} tests")
            if not self._fails_anyway(failed):
                return KILLED, failed
            self._unsound.add(failed)
            tests = [test for test in tests if test != failed]
        return SURVIVED, "no test executes it"

    def _failed(self, fault: Fault, tests: list[str], *, by_import: bool) -> str:
        seconds = 10 + 2 * sum(self._cover.seconds.get(test, 1.0) for test in tests)
        said, patience = self._folder / "said.txt", PATIENCE + 10 * seconds
        items = [self._items[test] for test in tests]
        sound = (ROOT / fault.path).read_text(encoding="utf-8")
        with planted(ROOT, fault):
            if not by_import:
                work = partial(self._with_the_fault, fault, sound, items)
                if (failed := in_a_fork(work, said, seconds, patience)) is not None:
                    return str(failed)
            return anew(ROOT, tests, said, seconds, patience)

    def _with_the_fault(self, fault: Fault, sound: str, items: list[pytest.Item]) -> str | None:
        """None where the running program cannot have it."""
        return self._watched.run(items) if exchange(ROOT, fault, sound) else None

    def _fails_anyway(self, test: str) -> bool:
        alone = partial(self._watched.run, [self._items[test]])
        return bool(in_a_fork(alone, self._folder / "said-alone.txt", 600, 1200))


# ---- What is told ----


def table(verdicts: list[Verdict]) -> str:
    """Killed of planted for each package, and what survived."""
    packages = list(dict.fromkeys(each.package for each in verdicts))
    fates = {name: Counter(each.fate for each in verdicts if each.package == name) for name in packages}
    fates["together"] = sum(fates.values(), Counter())
    lines = [f"{'package':<12} {'planted':>7} {'equivalent':>10} {'killed':>7} {'survived':>8}"]
    for name, fate in fates.items():
        planted_here = fate.total() - fate[EQUIVALENT]
        share = f"{fate[KILLED] / planted_here:>6.0%}" if planted_here else ""
        told = (fate.total(), fate[EQUIVALENT], fate[KILLED], fate[SURVIVED])
        lines.append(f"{name:<12} {told[0]:>7} {told[1]:>10} {told[2]:>7} {told[3]:>8} {share}")
    survivors = [f"  {each.fault}  [{each.why}]" for each in verdicts if each.fate == SURVIVED]
    return "\n".join([*lines, "", f"{len(survivors)} survived", *survivors])


def smoke() -> int:
    """Faults in one function, each in a process forked for it: one at least is seen by calling it."""
    from elcs_gui.trace.outcome import pair

    path = Path(pair.__code__.co_filename)
    sound = path.read_text(encoding="utf-8")
    faults = faults_of(path.relative_to(ROOT).as_posix(), sound)
    said = [pair(1, 2), pair(2, 1)]

    def differs(fault: Fault) -> bool:
        return exchange(ROOT, fault, sound) and [pair(1, 2), pair(2, 1)] != said

    with tempfile.TemporaryDirectory() as folder:
        noticed = [
            str(fault)
            for fault in faults
            if fault.owner == "pair" and in_a_fork(partial(differs, fault), Path(folder) / "said", 30, 60)
        ]
    assert noticed
    chosen = sample(["ci"], 6, seed=1)
    print(f"{len(chosen)} faults chosen, {len(equivalents())} equivalents known; noticed: {noticed[0]}")
    return 0


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=240, metavar="N", help="faults in all (240)")
    parser.add_argument("--package", action="append", help="a folder of elcs_gui; those of the engine")
    parser.add_argument("--without", action="append", default=[], metavar="PLACE", help="data/tables/")
    parser.add_argument("--begin", type=int, default=0, metavar="N", help="leave out the first of the sample")
    parser.add_argument("--fault", action="append", help="plant what is described so, and no sample")
    parser.add_argument("--tests", action="append", metavar="PATH", help="ask only these: tests/ci")
    parser.add_argument("--folder", type=Path, help="where the copy and what is measured are kept")
    parser.add_argument("--seconds", type=float, default=60, help="of tests for each fault (60)")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no other fault after them")
    parser.add_argument("--confirm", action="store_true", help="run survivors against all tests")
    args = parser.parse_args()
    if args.smoke:
        return smoke()
    folder = (args.folder or Path(tempfile.gettempdir()) / f"elcs-mutate-{os.getuid()}").resolve()
    if find_spec("coverage") is None:
        raise SystemExit("Which test executes which line is measured by coverage: pip install coverage")
    go_on_in_the_copy(folder)
    packages = args.package or [*ENGINE]
    chosen = named(args.fault) if args.fault else sample(packages, args.sample, args.seed, args.without)
    chosen = chosen[args.begin :]
    in_the_window = any(package.startswith("app") for package, _ in chosen)
    only_window = all(package.startswith("app") for package, _ in chosen)
    tests = args.tests or (["tests/app"] if only_window else ["tests"])
    left_out = [] if in_the_window else [f"--ignore-glob={ROOT / each}" for each in ELSEWHERE]
    plugin = Mutating(args, folder, chosen)
    status = pytest.main([*OPTIONS, "-s", *left_out, *tests], plugins=[plugin])
    print(table(plugin.verdicts))
    return int(status) if not plugin.verdicts else 0


if __name__ == "__main__":
    raise SystemExit(main())
