"""A kernel for another processor against numpy here, to the last bit.

    python tests/bench/kernel_elsewhere.py            with the C compiler of this machine
    python tests/bench/kernel_elsewhere.py aarch64    with ziglang's, under qemu-aarch64 (package qemu-user)

By way of `tests/native/answers.c`, as there need not be a Python for that processor. Levels from 2 to 300,
weights, missing values, |Z| from 0 to 6, both statistics, tables by bit sets, by codes and by sorting; counts
that are tabled and computed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.ci.compiled import KernelData
from elcs_gui.ci.discrete import G2, MANTISSAS, Chi2
from elcs_gui.ci.questions import Question
from elcs_gui.native import build
from elcs_gui.native.library import library
from tests.bench.fuzz_kernel import random_data, random_questions

ROOT = Path(__file__).resolve().parents[2]
OWN = "here"


def program(processor: str, folder: Path) -> list[str]:
    """The command that answers, compiled for a processor."""
    sources = [str(path) for path in (ROOT / "tests/native/answers.c", *sorted(build.HERE.glob("*.c")))]
    built = folder / "answers"
    if processor == OWN:
        compiler = build.own_compiler()
        assert compiler is not None, "needs a C compiler"
        started: list[str] = []
    else:
        assert build.has_ziglang(), "needs the package ziglang"
        emulator = shutil.which(f"qemu-{processor}")
        assert emulator is not None, "needs qemu-user"
        compiler = [sys.executable, "-m", "ziglang", "cc", "-target", f"{processor}-linux-musl", "-static"]
        started = [emulator]
    flags = [flag for flag in build.FLAGS if flag != "-shared"]
    subprocess.run([*compiler, *flags, "-o", str(built), *sources, "-lm"], check=True)
    return [*started, str(built)]


def differs(command: list[str], random: np.random.Generator, folder: Path) -> tuple[int, int]:
    """How many answers of the program differ from numpy's, and how many there were."""
    data = random_data(random)
    while data.codes.dtype != np.uint8:
        data = random_data(random)
    kind = G2 if random.random() < 0.6 else Chi2
    rows_per_cell = float(random.choice([0.0, 0.5, 5.0]))
    tabled = int(random.choice([MANTISSAS, 1 << 20]))
    test = G2(data, rows_per_cell, tabled=tabled) if kind is G2 else Chi2(data, rows_per_cell)
    held = KernelData(test, int(random.choice([3, 8192])), int(random.choice([7, 1000, 100_000])))
    asked = random_questions(random, data.variables, 20)
    fields = [getattr(held.structure, name) for name, _ in held.structure._fields_[:14]]
    path = folder / "questions"
    with path.open("wb") as file:
        np.array([*fields[:12], test.weights is not None, len(asked)], dtype=np.int64).tofile(file)
        np.array(fields[12:], dtype=np.float64).tofile(file)
        held._arrays["first_level"].tofile(file)
        test.codes.tofile(file)
        for name in ("weights", "entropies", "logarithms"):
            if name in held._arrays:
                held._arrays[name].tofile(file)
        for x, y, z in asked:
            x, y, z = Question.of(x, y, z)
            np.array([x, y, len(z), *z, *[0] * (6 - len(z))], dtype=np.int32).tofile(file)
    said = subprocess.run([*command, str(path)], capture_output=True, text=True, check=True).stdout.split()
    measured = [test.measure(Question.of(*question)) for question in asked]
    wrong = sum(
        (int(bits, 16), int(df)) != (int(np.float64(statistic).view(np.uint64)), own)
        and statistic == statistic
        for bits, df, (statistic, own) in zip(said[::2], said[1::2], measured, strict=True)
    )
    wrong += sum(int(df) != own for df, (_, own) in zip(said[1::2], measured, strict=True))
    return wrong, len(asked)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("processor", nargs="?", default=OWN)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--smoke", action="store_true", help="a few tables only")
    args = parser.parse_args()
    if library() is None or (args.smoke and build.own_compiler() is None):
        print("no kernel, or no C compiler, on this machine")
        return 0
    with tempfile.TemporaryDirectory() as name:
        command = program(args.processor, Path(name))
        wrong = asked = 0
        for number in range(5 if args.smoke else args.tables):
            one, all_of_them = differs(command, np.random.default_rng([3, number]), Path(name))
            wrong, asked = wrong + one, asked + all_of_them
    print(f"{args.processor}: {asked:,} answers, {wrong:,} differ from numpy")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
