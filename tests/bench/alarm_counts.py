"""What every algorithm asks and finds on Alarm, counted over all its variables; by hand:

    PYTHONPATH=. python tests/bench/alarm_counts.py            (the figures of the specification)
    PYTHONPATH=. python tests/bench/alarm_counts.py --record   (tests/files/alarm-counts.json)

The specification's figures are those of the original data sets, which may not be copied: they are read from
the folder `shared` beside the project, and without it there is nothing to compare. The suite compares with
counts on rows that are simulated from the bundled network, in every clone. They were recorded at a time at
which the others agreed, and are to be recorded anew only together with a look at these. With the folder, its
networks and data sets are all read as well. Exit code 1 where anything differs.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from elcs_gui.benchmark.catalogue import Catalogue  # noqa: E402
from elcs_gui.ci.discrete import G2  # noqa: E402
from elcs_gui.ci.evidence import Evidence  # noqa: E402
from elcs_gui.data.dataset import Dataset  # noqa: E402
from elcs_gui.data.network_files import read_network  # noqa: E402
from elcs_gui.data.plan import ImportPlan, Kind  # noqa: E402
from elcs_gui.data.readers import read_table  # noqa: E402
from tests.algorithms.alarm import RECORDED, counted, simulated_alarm  # noqa: E402

BENCHMARKS = ROOT.parent / "shared" / "benchmarks"
SPECIFIED: dict[str, dict[str, tuple[int, ...]]] = {
    "elcs": {"v1": (25891,), "v3": (29392,)},
    "elcs-ii": {"v1": (19325,), "v3": (22723,)},
    "iamb": {"v1": (5406, 116), "v2": (5400, 118)},
    "mmmb": {"v1": (13587, 128), "v2": (13451, 129)},
    "mmmb-cl": {"v1": (13571, 128), "v2": (13457, 129)},
    "mmmb-sym": {"v1": (29995, 119), "v2": (30009, 125)},
    "hiton-mb": {"v1": (15039, 127), "v2": (14988, 128)},
    "hiton-mb-cl": {"v1": (15771, 127), "v2": (15751, 128)},
    "hiton-mb-sym": {"v1": (34133, 124), "v2": (33832, 124)},
    "stmb": {"v1": (10329, 249), "v2": (10382, 262)},
    "bamb": {"v1": (12715, 120), "v2": (12458, 123)},
    "bamb-cl": {"v1": (22932, 125), "v2": (24023, 126)},
    "pcd-by-pcd": {"v1": (32754, 48, 35, 5), "v2": (30993, 51, 34, 5)},
    "cmb": {"v1": (42960, 42, 40, 8), "v2": (42278, 41, 41, 8)},
    "cmb-sound": {"v1": (42960, 42, 40, 8), "v2": (42278, 41, 41, 8)},
    "pcd-by-pcd-cl": {"v1": (26711, 48, 37, 3), "v2": (31729, 48, 37, 5)},
    "cmb-cl": {"v1": (42446, 50, 40, 2), "v2": (54179, 51, 40, 2)},
    "elcs-m": {"v1": (23827, 38, 46, 8), "v2": (23313, 40, 45, 8)},
    "elcs-s": {"v1": (19351, 36, 46, 8), "v2": (20568, 38, 47, 6)},
    "elcs-b": {"v1": (21606, 29, 53, 7), "v2": (19268, 29, 55, 6)},
}
"""Tests requested over all targets of an Alarm set of 5,000 rows; then members of the blankets, or parents,
children and undecided. With v2, ELCS and ELCS-II average 722 and 550 tests a target."""


def specified(algorithms: list[str]) -> int:
    """How many figures differ from the specification's."""
    wrong = 0
    with np.load(BENCHMARKS / "samples" / "Alarm_s5000.npz") as arrays:
        columns = arrays["columns"].tolist()
        sets = {name: Dataset.discrete("Alarm", columns, arrays[name]) for name in ("v1", "v2", "v3")}
    evidence = {name: Evidence(G2(data)) for name, data in sets.items()}
    for algorithm in algorithms:
        for name, figures in SPECIFIED[algorithm].items():
            tests, members, *sides = counted(algorithm, evidence[name], sets[name].columns)
            found = (tests, *(sides if len(figures) == 4 else (members,)))[: len(figures)]
            print(f"{algorithm:16} {name}  {found}" + ("" if found == figures else f"  expected {figures}"))
            wrong += found != figures
    return wrong


def read_all() -> int:
    """Every network and data set of the folder; how many of them are not as they should be."""
    graphs = {path.stem: read_network(path) for path in sorted((BENCHMARKS / "networks").glob("*.json"))}
    wrong = 0
    for path in sorted((BENCHMARKS / "bif").glob("*.bif")):
        network = read_network(path)
        same = graphs[path.stem.removesuffix("_fit")]
        edges, others = ({(made.nodes[a], made.nodes[b]) for a, b in made.edges} for made in (network, same))
        wrong += network.tables is None or edges != others
    for path in sorted((BENCHMARKS / "samples").glob("*.npz")):
        with np.load(path) as archive:
            table = archive[next(name for name in archive.files if name != "columns")]
            names = archive["columns"].tolist()
        constant = [name for name, column in zip(names, table.T, strict=True) if column.min() == column.max()]
        data = read_table(path, ImportPlan().with_kinds(Kind.IGNORE, constant))
        wrong += data.rows != len(table)
        wrong += data.columns != tuple(name for name in names if name not in constant)
    origins = [each.origin for each in Catalogue(BENCHMARKS).sets("alarm", 5000, 10, 1)]
    wrong += origins != ["original"] * 5
    print(f"{len(graphs)} networks and all data sets read; {wrong} not as they should be")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--record", action="store_true", help="write the counts that the suite compares with")
    parser.add_argument("--smoke", action="store_true", help="the quickest algorithm, and nothing is written")
    args = parser.parse_args()
    if args.record or args.smoke:
        data, evidence = simulated_alarm()
        algorithms = ["iamb"] if args.smoke else list(SPECIFIED)
        found = {algorithm: counted(algorithm, evidence, data.columns) for algorithm in algorithms}
        if args.record:
            lines = ",\n".join(f'  "{id}": {json.dumps(counts)}' for id, counts in found.items())
            RECORDED.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
        print(found)
        return 0
    if not BENCHMARKS.is_dir():
        print("There is no folder `shared` beside the project: nothing is compared.")
        return 0
    return 1 if specified(list(SPECIFIED)) + read_all() else 0


if __name__ == "__main__":
    sys.exit(main())
