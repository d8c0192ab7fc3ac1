"""How long reading takes and how much memory, from ten thousand to ten million rows.

    python tests/bench/bench_import.py [most rows] [format ...]

Every reading runs in a process of its own; memory is its peak above an interpreter that has imported the
reader, beside the bytes of the codes themselves. Files are made once, in a temporary folder.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.measuring import options

SIZES = [(10_000, 100), (100_000, 100), (1_000_000, 100), (10_000_000, 10)]
FORMATS = ("csv", "quoted.csv", "parquet", "npz", "numbers.csv", "survey")


def make(folder: Path, rows: int, columns: int, form: str) -> Path:
    """A file of codes of 2 to 5 levels (or of numbers), written in blocks."""
    ending = {"survey": "csv"}.get(form, form)
    path = folder / f"{rows}x{columns}.{ending}"
    if path.exists():
        return path
    from elcs_gui.data.dataset import Dataset
    from elcs_gui.data.tables.writers import write_table

    random = np.random.default_rng(1)
    names = [f"v{place}" for place in range(columns)]
    if form in ("npz", "parquet"):
        codes = np.array(
            [random.integers(0, 2 + place % 4, rows, dtype=np.uint8) for place in range(columns)]
        )
        levels = tuple(tuple(map(str, range(2 + place % 4))) for place in range(columns))
        write_table(Dataset("d", tuple(names), codes, levels), path)
        return path
    with path.open("w", encoding="utf-8") as file:
        file.write(",".join(names) + "\n")
        for start in range(0, rows, 10_000):
            some = min(10_000, rows - start)
            if form == "numbers.csv":
                block = random.normal(size=(some, columns))
                file.writelines(",".join(f"{value:.6g}" for value in row) + "\n" for row in block)
                continue
            block = random.integers(0, 2 + np.arange(columns) % 4, size=(some, columns))
            quote = '"' if form == "quoted.csv" else ""
            cells = np.array([f"{quote}{level}{quote}" for level in range(6)], dtype=object)
            file.writelines(",".join(row) + "\n" for row in cells[block].tolist())
    return path


Read = tuple[float, int, int, int]
"""Seconds, memory, bytes of codes, and how often progress was told."""


def read(path: Path, form: str) -> Read:
    """In the child: read, and say how long it took and how much memory that was at its peak."""
    from elcs_gui.data.plan import ImportPlan, Kind
    from elcs_gui.data.readers import read_table
    from elcs_gui.data.survey.survey import survey

    if path.suffix in (".csv", ".parquet"):
        import_module("pandas" if path.suffix == ".csv" else "pyarrow.parquet")
    before = peak()
    told = []
    started = time.perf_counter()
    if form == "survey":
        survey(path, tell=told.append)
        size = 0
    else:
        plan = ImportPlan(others=Kind.CONTINUOUS if form == "numbers.csv" else Kind.DISCRETE)
        data = read_table(path, plan, tell=told.append)
        size = data.codes.nbytes if data.values is None else data.values.nbytes
    seconds = time.perf_counter() - started
    return seconds, peak() - before, size, len(told)


def peak() -> int:
    """Of this process alone: `ru_maxrss` would begin with what the parent held when it forked."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def read_alone(path: Path, form: str) -> Read:
    """In a process of its own."""
    child = [sys.executable, __file__, "--read", str(path), form]
    done = subprocess.run(child, capture_output=True, text=True, check=True)
    found: Read = tuple(json.loads(done.stdout))
    return found


def measure_all(sizes: list[tuple[int, int]], forms: list[str], read: Callable[[Path, str], Read]) -> None:
    print(
        f"{'file':<28}{'size':>10}{'seconds':>9}{'Mcells/s':>10}{'memory':>10}{'codes':>9}{'ratio':>7}{'told':>6}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for rows, columns in sizes:
            for form in forms:
                if form in ("quoted.csv", "numbers.csv", "survey") and rows > 1_000_000:
                    continue
                path = make(Path(folder), rows, columns, form)
                seconds, memory, size, told = read(path, form)
                ratio = f"{memory / size:.1f}" if size else ""
                print(
                    f"{f'{rows:,} x {columns} {form}':<28}{path.stat().st_size / 1e6:>7.0f} MB{seconds:>9.1f}"
                    f"{rows * columns / seconds / 1e6:>10.1f}{memory / 1e6:>7.0f} MB{size / 1e6:>6.0f} MB"
                    f"{ratio:>7}{told:>6}",
                    flush=True,
                )
                if form not in ("csv",):
                    path.unlink()


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("most", nargs="?", type=int, default=SIZES[-1][0], help="rows")
    parser.add_argument("formats", nargs="*", default=FORMATS)
    parser.add_argument("--read", nargs=2, metavar=("FILE", "FORMAT"), help="one, in this process")
    args = parser.parse_args()
    if args.read:
        print(json.dumps(read(Path(args.read[0]), args.read[1])))
    elif args.smoke:
        measure_all([(200, 4)], list(FORMATS), read)
    else:
        measure_all([size for size in SIZES if size[0] <= args.most], list(args.formats), read_alone)


if __name__ == "__main__":
    main()
