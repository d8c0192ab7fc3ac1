"""How long reading takes, and how much memory, beside the library that others would read with.

    python tests/bench/bench_reading.py                     every kind of file
    python tests/bench/bench_reading.py --only tall w10k
    python tests/bench/bench_reading.py --growth            ten times the columns, ten times the rows

- tall: 1,000,000 rows of Alarm (37 columns), w10k: 1,000 rows of 270 linked copies of it (9,990 columns),
  w100k: 500 rows of 100,000 columns of two levels; numbers: 200,000 rows of 30 measurements
- Beside text stands pandas: `read_csv`, then `factorize` of each column (but for numbers); beside a DataFrame
  the same `factorize`; beside npz, Parquet and Excel numpy, pyarrow and openpyxl, which read and code nothing

Every reading runs in a process of its own: seconds of the processor, and its peak memory above that of the
process before it began, once the libraries are imported. The columns are held row by row, without weights.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.readers import read_opened, read_table, write_table
from elcs_gui.data.simulation import SimulationPlan, simulate
from tests.measuring import options

GROWING_COLUMNS = (1_000, 10_000, 100_000)
GROWING_ROWS = (10_000, 100_000, 1_000_000, 10_000_000)


class Took(NamedTuple):
    """What a reading took: seconds of the processor, and bytes of memory at its peak."""

    seconds: float
    memory: int


def alarm(rows: int, copies: int, seed: int) -> Dataset:
    data, _ = simulate(find_example("alarm").load_network(), SimulationPlan(rows, seed, copies))
    return data


def two_levels(rows: int, columns: int) -> Dataset:
    codes = np.random.default_rng(0).integers(0, 2, (columns, rows), dtype=np.uint8)
    return Dataset("d", tuple(f"g{place}" for place in range(columns)), codes, (("0", "1"),) * columns)


def measurements(rows: int, columns: int) -> Dataset:
    values = np.random.default_rng(0).normal(size=(rows, columns))
    return Dataset.continuous("d", [f"m{place}" for place in range(columns)], values)


MADE: dict[str, tuple[str, Callable[[int], Dataset]]] = {
    "tall": ("csv", lambda share: alarm(1_000_000 // share, 1, 2)),
    "w10k": ("csv", lambda share: alarm(1_000, 270 // share, 1)),
    "w100k": ("csv", lambda share: two_levels(500, 100_000 // share)),
    "numbers": ("csv", lambda share: measurements(200_000 // share, 30)),
    "frame": ("npz", lambda share: two_levels(500, 100_000 // share)),
    "npz": ("npz", lambda share: two_levels(500, 100_000 // share)),
    "parquet": ("parquet", lambda share: alarm(1_000, 270 // share, 1)),
    "excel": ("xlsx", lambda share: two_levels(20_000 // share, 30)),
}
"""The ending of each file, and the data in it; of a smaller one, one in so many rows or columns."""


def ours(name: str, path: Path) -> Callable[[], object]:
    """What this program does with a file, ready to be timed."""
    if name == "frame":
        from elcs_gui.data.tables.frame_table import FrameTable

        frame = frame_of(path)
        return lambda: read_opened(FrameTable(frame, ImportPlan()), ImportPlan())
    for module in {"parquet": ["pyarrow.parquet"], "excel": ["openpyxl"]}.get(name, []):
        import_module(module)
    plan = ImportPlan(others=Kind.CONTINUOUS if name == "numbers" else Kind.DISCRETE)
    return lambda: read_table(path, plan, row_by_row=True)


def theirs(name: str, path: Path) -> Callable[[], object]:
    """What others would do with it."""
    if name == "npz":
        return lambda: [array.copy() for array in np.load(path).values()]
    if name == "parquet":
        parquet = import_module("pyarrow.parquet")
        return lambda: parquet.read_table(path)
    if name == "excel":
        openpyxl = import_module("openpyxl")
        return lambda: list(openpyxl.load_workbook(path, read_only=True).active.iter_rows(values_only=True))
    import pandas as pd

    pd.options.mode.string_storage = "python"  # as it is installed with this program: without pyarrow
    if name == "frame":
        frame = frame_of(path)
        return lambda: [pd.factorize(frame.iloc[:, place]) for place in range(frame.shape[1])]

    def read() -> Any:
        found = pd.read_csv(path)
        return found if name == "numbers" else [pd.factorize(found[column]) for column in found.columns]

    return read


def frame_of(path: Path) -> Any:
    import pandas as pd

    data = read_table(path)
    return pd.DataFrame(data.codes.T.astype(np.int8), columns=list(data.columns))


def in_this_process(who: str, name: str, path: Path) -> Took:
    work = (ours if who == "ours" else theirs)(name, path)
    before = peak()
    started = time.process_time()
    work()
    return Took(time.process_time() - started, peak() - before)


def peak() -> int:
    """Of this process alone: `ru_maxrss` would begin with what the parent held when it forked."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def alone(who: str, name: str, path: Path) -> Took:
    """In a process of its own."""
    child = [sys.executable, __file__, "--read", who, name, str(path)]
    done = subprocess.run(child, capture_output=True, text=True, check=True)
    return Took(*json.loads(done.stdout))


def compare(names: list[str], share: int, take: Callable[[str, str, Path], Took]) -> None:
    print(
        f"{'file':<10}{'size':>9}{'seconds':>9}{'theirs':>9}{'ratio':>7}{'memory':>10}{'theirs':>10}{'ratio':>7}"
    )
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            ending, make = MADE[name]
            path = Path(folder) / f"d.{ending}"
            write_table(make(share), path)
            mine, other = take("ours", name, path), take("theirs", name, path)
            print(
                f"{name:<10}{path.stat().st_size / 1e6:>6.0f} MB{mine.seconds:>9.2f}{other.seconds:>9.2f}"
                f"{mine.seconds / max(other.seconds, 1e-9):>7.2f}{mine.memory / 1e6:>7.0f} MB"
                f"{other.memory / 1e6:>7.0f} MB{mine.memory / max(other.memory, 1):>7.2f}",
                flush=True,
            )


def grow(columns: tuple[int, ...], rows: tuple[int, ...], take: Callable[[str, str, Path], Took]) -> None:
    """Tables of two levels: 500 rows of more and more columns, more and more rows of 10 columns."""
    print(f"{'rows':>11}{'columns':>9}{'seconds':>9}{'memory':>10}")
    for sizes in ([(500, count) for count in columns], [(count, 10) for count in rows]):
        seconds, cells = [], []
        for its_rows, its_columns in sizes:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "d.csv"
                write_table(two_levels(its_rows, its_columns), path)
                took = take("ours", "growth", path)
            seconds.append(took.seconds)
            cells.append(its_rows * its_columns)
            print(
                f"{its_rows:>11,}{its_columns:>9,}{took.seconds:>9.3f}{took.memory / 1e6:>7.0f} MB",
                flush=True,
            )
        slope = math.log(seconds[-1] / seconds[-2]) / math.log(cells[-1] / cells[-2])
        print(f"log-log slope of the last two: {slope:.2f}")


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--only", nargs="+", default=list(MADE), choices=list(MADE), metavar="FILE")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--read", nargs=3, metavar=("WHO", "FILE", "PATH"), help="one, in this process")
    args = parser.parse_args()
    if args.read:
        who, name, path = args.read
        print(json.dumps(in_this_process(who, name, Path(path))))
    elif args.smoke:
        compare(list(MADE), 100, in_this_process)
        grow((10, 20), (100, 200), in_this_process)
    elif args.growth:
        grow(GROWING_COLUMNS, GROWING_ROWS, alone)
    else:
        compare(args.only, 1, alone)


if __name__ == "__main__":
    main()
