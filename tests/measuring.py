"""What the scripts of `tests/bench` share: their options, and the data that they measure on.

Each of them is run by hand, and with `--smoke` by the suite: then it does a little of everything that it can
do, in about a second, so that it is known to work when it is wanted.
"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

from elcs_gui.benchmark.catalogue import Catalogue
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.network import Network
from elcs_gui.errors import ElcsError

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
"""The folder with the paper's data and tables, which may not be copied."""
BENCHMARKS = SHARED / "benchmarks"


def options(doc: str | None) -> argparse.ArgumentParser:
    """A parser that has `--smoke`, and whose help is the docstring of the script."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="a little of everything, in about a second")
    return parser


@cache
def measured_set(name: str, rows: int = 5000, number: int = 1) -> tuple[Dataset, Network]:
    """A set of a network (`alarm`, `pigs`), with that network: the paper's own data where they are,
    else rows drawn from the network that is bundled. Where there is neither, the script ends by saying so."""
    try:
        *_, chosen = Catalogue(BENCHMARKS if BENCHMARKS.is_dir() else None).sets(name, rows, number, 1)
    except ElcsError as error:
        raise SystemExit(f"{error} (It is in no folder {SHARED} either.)") from error
    data, network = chosen.load()
    print(f"[{chosen.network}: {data.rows:,} rows, {chosen.origin}]", flush=True)
    return data, network
