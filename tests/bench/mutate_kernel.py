"""Faults planted in the kernel, one at a time: do its tests notice?

    python tests/bench/mutate_kernel.py --seed 1 --sample 60

A comparison turned, a sign changed, a bound off by one, a condition dropped, a statement left out. Each fault
is built in a copy of the project, whose tests of the kernel run until one fails. What survives is printed,
to be judged by hand; `tests/bench/mutate.py` does the same for Python.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("tables.c", "sorted.c", "statistics.c", "search.c", "links.c", "kernel.h")
TESTS = (
    "ci/test_kernel", "ci/test_weighted_rows", "ci/test_missing_values", "ci/test_judge",
    "worker/test_associations",
)  # fmt: skip
PATIENCE = 60.0
TURNED = {
    r" < ": " <= ", r" <= ": " < ", r" > ": " >= ", r" >= ": " > ", r" == ": " != ", r" != ": " == ",
    r" \+ ": " - ", r" - ": " + ", r" \* ": " + ", r" \+= ": " -= ", r" -= ": " += ", r" && ": " || ",
    r" \|\| ": " && ", r" & ": " | ", r"\b0\b": "1", r"\b1\b": "2", r"\b2\b": "3", r"!": "",
}  # fmt: skip
STATEMENT = re.compile(r"\s+[^={}]*([+-]?=|\+\+|--)[^{}]*;|\s+(continue|break);|\s+\w+\([^{}]*\);")
DECLARATION = re.compile(r"\s+(const|int|double|u?int\d+_t|enum|struct)\b")
BUILD = "from elcs_gui.native.build import build; build()"


class Fault(NamedTuple):
    """A line of a file, and what it becomes."""

    file: str
    number: int
    line: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.file}:{self.number}: {self.line.strip()}  ->  {self.becomes.strip()}"


def faults() -> Iterator[Fault]:
    """All that can be planted: not in comments, declarations, or what chooses a processor's instructions."""
    for file in SOURCES:
        text = (ROOT / "elcs_gui" / "native" / file).read_text("utf-8")
        text = re.sub(
            r"#ifdef X86.*?#endif|/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.S
        )
        for number, code in enumerate(map(str.rstrip, text.splitlines()), 1):
            if re.match(r"#|enum|struct|static const|EXPORT|VERSION", code):
                continue
            for pattern, other in TURNED.items():
                for found in re.finditer(pattern, code):
                    yield Fault(file, number, code, code[: found.start()] + other + code[found.end() :])
            if STATEMENT.fullmatch(code) and not DECLARATION.match(code):
                yield Fault(file, number, code, ";")


def tried(fault: Fault, tree: Path) -> str:
    """Whether it was built and noticed: `stillborn`, `killed` or `survived`."""
    path = tree / "elcs_gui" / "native" / fault.file
    sound = path.read_text(encoding="utf-8")
    lines = sound.splitlines()
    lines[fault.number - 1] = fault.becomes
    own = os.environ | {"PYTHONPATH": str(tree), "QT_QPA_PLATFORM": "offscreen", "HYPOTHESIS_PROFILE": "ci"}
    try:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        if subprocess.run([sys.executable, "-c", BUILD], cwd=tree, env=own, capture_output=True).returncode:
            return "stillborn"
        asked = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        asked += [f"tests/{name}.py" for name in TESTS]
        done = subprocess.run(asked, cwd=tree, env=own, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "killed"
    finally:
        path.write_text(sound, encoding="utf-8")
    return "killed" if done.returncode else "survived"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--smoke", action="store_true", help="look for faults, and plant none")
    args = parser.parse_args()
    possible = list(faults())
    if args.smoke:
        print(f"{len(possible)} faults can be planted")
        return 0
    chosen = random.Random(args.seed).sample(possible, args.sample)
    counted = {"killed": 0, "survived": 0, "stillborn": 0}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.processes) as pool:
        trees: Queue[Path] = Queue()
        for number in range(args.processes):
            tree = Path(folder, str(number))
            for part in ("elcs_gui", "tests", "resources", "pyproject.toml"):
                copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
                tree.mkdir(exist_ok=True)
                copy(ROOT / part, tree / part)
            trees.put(tree)

        def in_a_tree(fault: Fault) -> tuple[Fault, str]:
            tree = trees.get()
            try:
                return fault, tried(fault, tree)
            finally:
                trees.put(tree)

        for fault, fate in pool.map(in_a_tree, chosen):
            counted[fate] += 1
            if fate != "killed":
                print(f"{fate}  {fault}", flush=True)
    built = counted["killed"] + counted["survived"]
    print(
        f"seed {args.seed}: {built} faults built, {counted['killed']} killed, {counted['survived']} survived"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
