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
from importlib import import_module
from pathlib import Path

import numpy as np

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


def read(path: Path, form: str) -> None:
    """In the child: read, and say how long it took and what the memory was before and at its peak."""
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
    print(json.dumps([seconds, peak() - before, size, len(told)]))


def peak() -> int:
    """Of this process alone: `ru_maxrss` would begin with what the parent held when it forked."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def main(most: int, forms: tuple[str, ...]) -> None:
    print(
        f"{'file':<28}{'size':>10}{'seconds':>9}{'Mcells/s':>10}{'memory':>10}{'codes':>9}{'ratio':>7}{'told':>6}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for rows, columns in SIZES:
            for form in forms:
                if rows > most or (form in ("quoted.csv", "numbers.csv", "survey") and rows > 1_000_000):
                    continue
                path = make(Path(folder), rows, columns, form)
                child = [sys.executable, __file__, "--read", str(path), form]
                done = subprocess.run(child, capture_output=True, text=True, check=True)
                seconds, memory, size, told = json.loads(done.stdout)
                ratio = f"{memory / size:.1f}" if size else ""
                print(
                    f"{f'{rows:,} x {columns} {form}':<28}{path.stat().st_size / 1e6:>7.0f} MB{seconds:>9.1f}"
                    f"{rows * columns / seconds / 1e6:>10.1f}{memory / 1e6:>7.0f} MB{size / 1e6:>6.0f} MB"
                    f"{ratio:>7}{told:>6}",
                    flush=True,
                )
                if form not in ("csv",):
                    path.unlink()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        read(Path(sys.argv[2]), sys.argv[3])
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1][0], tuple(sys.argv[2:]) or FORMATS)
