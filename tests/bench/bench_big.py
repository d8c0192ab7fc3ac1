"""Weighted rows and tables beyond memory: the same traces, and what they cost.

    PYTHONPATH=. python tests/bench/bench_big.py
        equal 200            plain, weighted, DuckDB, SQLite, spilled and Ibis agree
        figures FILE...      Parquet files: scan, distinct rows, learning, memory
        columns FILE N...    the same for the first N columns of one

The second and third need the extra `big`; the first leaves out DuckDB, and those backends of Ibis
(`tests/commands/warehouses.py`), that are not there. Make the files with
`elcs simulate --example alarm --rows 10000000 --seed 1 --to alarm.parquet`.
"""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.registry import make_test
from elcs_gui.data.columns.spilling import lies_on_disk
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.plan import ImportPlan, Kind, MissingPolicy
from elcs_gui.data.readers import read_opened, read_table, write_table
from elcs_gui.data.survey import scanning
from elcs_gui.data.tables.engine import MEMORY, EngineTable, identifier
from elcs_gui.data.tables.ibis_engine import IbisEngine
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.data.tables.writers import with_gaps
from elcs_gui.data.weighting import distinct_rows
from elcs_gui.trace.events import Event
from elcs_gui.trace.trace import Header
from tests.commands.warehouses import available, table_of
from tests.measuring import measured_set, options

PLAN = ImportPlan(policy=MissingPolicy.AVAILABLE)


def drawn(seed: int) -> Dataset:
    """A random chain with side links, some of it missing."""
    random = np.random.default_rng(seed)
    variables, rows = int(random.integers(4, 9)), int(random.integers(200, 4000))
    levels = random.integers(2, 5, size=variables)
    columns = [random.integers(levels[0], size=rows)]
    for place in range(1, variables):
        parent = columns[int(random.integers(place))]
        noise = random.random(rows) < random.uniform(0.1, 0.6)
        columns.append(np.where(noise, random.integers(levels[place], size=rows), parent) % levels[place])
    data = Dataset.discrete("random", [f"v{place}" for place in range(variables)], columns)
    return with_gaps(data, random.random((variables, rows)) < 0.03) if seed % 3 == 0 else data


def traces(data: Dataset, test: str) -> list[list[Event]]:
    evidence = Evidence(make_test(test, data, None))
    headers = [Header("elcs", target, data.columns, test, rows=data.rows) for target in range(data.variables)]
    return [list(learn(evidence, header).trace) for header in headers]


def ways(data: Dataset, folder: Path, *, servers: bool = True) -> dict[str, Dataset]:
    """The same data, read in every other way there is; `servers`: by those that have to be started, too."""
    found = {"weighted": distinct_rows(data)}
    if find_spec("duckdb") is None:
        return found
    parquet, sqlite = folder / "d.parquet", folder / "d.sqlite"
    write_table(data, parquet)
    write_sqlite(data, sqlite)
    os.environ[MEMORY] = "500MB"
    try:
        found["DuckDB"] = read_table(parquet, PLAN)
        found["SQLite"] = read_table(sqlite, PLAN)
        with patch.object(scanning, "memory_limit", return_value=0):
            found["spilled"] = read_table(parquet, PLAN)
    finally:
        del os.environ[MEMORY]
    assert lies_on_disk(found["spilled"].codes)
    for backend in available() if servers else ():
        table = EngineTable(IbisEngine.of(table_of(backend, parquet)), PLAN)
        found[f"{backend} through Ibis"] = read_opened(table, PLAN)
    return found


def write_sqlite(data: Dataset, path: Path) -> None:
    """Discrete data as the only table of a file."""
    path.unlink(missing_ok=True)
    columns = [
        [[*labels, None][code] for code in codes.tolist()]
        for codes, labels in zip(data.codes, data.levels, strict=True)
    ]
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"CREATE TABLE d ({', '.join(map(identifier, data.columns))})")
        marks = ", ".join("?" * data.variables)
        connection.executemany(f"INSERT INTO d VALUES ({marks})", zip(*columns, strict=True))
        connection.commit()


def equal(count: int, *, servers: bool = True) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asked = 0
        for seed in range(count):
            data = drawn(seed)
            others = ways(data, Path(folder), servers=servers)
            test = ("g2", "chi2")[seed % 2]
            expected = traces(data, test)
            asked += sum(map(len, expected))
            for way, other in others.items():
                assert traces(other, test) == expected, f"seed {seed} differs: {way}"
    print(f"{count} data sets, {asked:,} events: plain, {', '.join(others)} agree")


def figures(asked: list[list[str]]) -> None:
    for file, *columns in asked:
        done = subprocess.run(
            [sys.executable, __file__, "figure", file, *columns], capture_output=True, text=True, check=True
        )
        print(Path(file).name, *columns, done.stdout.splitlines()[-1], flush=True)


def figure(file: str, columns: int | None = None) -> None:
    """One file in a process of its own, so that its memory can be told; seconds of the processor, too, as a
    busy machine makes the others long."""
    os.environ.setdefault(MEMORY, "2GB")
    found: dict[str, object] = {}
    started, cpu = time.perf_counter(), time.process_time()

    def lap(name: str) -> None:
        nonlocal started, cpu
        now, now_cpu = time.perf_counter(), time.process_time()
        found[name] = [round(now - started, 2), round(now_cpu - cpu, 2)]
        started, cpu = now, now_cpu

    plan = ImportPlan()
    table = open_table(Path(file), plan, nobody)
    if columns is not None:
        plan = plan.with_kinds(Kind.IGNORE, table.columns[columns:])
    data = read_opened(table, plan)
    lap("scan")
    evidence = Evidence(make_test("g2", data, None))
    learn(evidence, Header("elcs", 0, data.columns, "g2", rows=data.rows))
    lap("one target")
    for target in range(data.variables):
        learn(evidence, Header("elcs", target, data.columns, "g2", rows=data.rows))
    lap("all targets")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps({"rows": data.rows, "distinct": data.stored, **found, "peak MB": peak}))


def smoke() -> None:
    equal(1, servers=False)
    if find_spec("duckdb") is not None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "d.parquet"
            write_table(measured_set("asia", 300)[0], file)
            figure(str(file), 5)


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("what", nargs="*", metavar="COMMAND")
    args = parser.parse_args()
    match args.what:
        case _ if args.smoke:
            smoke()
        case ["equal", count]:
            equal(int(count))
        case ["figures", *files]:
            figures([[file] for file in files])
        case ["columns", file, *counts]:
            figures([[file, count] for count in counts])
        case ["figure", file, *count]:
            figure(file, *map(int, count))
        case _:
            parser.print_help()


if __name__ == "__main__":
    main()
