"""Mutated tables of every format against the readers, by atheris (`pip install atheris`), by hand:

    PYTHONPATH=. python tests/bench/fuzz_tables.py FOLDER [-max_total_time=300] [-only_ascii=0]

FOLDER gets a whole file of every format to begin with and keeps what brought something new. The first byte of
an input chooses the format. Anything but a data set or a DataError of one line is a finding.
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import atheris

ENDINGS = ("csv", "tsv", "xlsx", "parquet", "arff", "npz")

with atheris.instrument_imports(include=["elcs_gui.data", "openpyxl"]):
    from elcs_gui.data.plan import Cutting, ImportPlan, Kind, MissingPolicy
    from elcs_gui.data.readers import read_table
    from elcs_gui.data.survey import proposed, survey
    from elcs_gui.errors import DataError
    from tests.bad_tables import TEXTS, valid_files

PLANS = (
    ImportPlan(),
    ImportPlan(policy=MissingPolicy.AVAILABLE, others=Kind.CONTINUOUS),
    ImportPlan(policy=MissingPolicy.DROP_ROWS, others=Kind.GUESS, cutting=Cutting()),
)
SCRATCH = Path(tempfile.mkdtemp())


def one_input(content: bytes) -> None:
    if not content:
        return
    path = SCRATCH / f"d.{ENDINGS[content[0] % len(ENDINGS)]}"
    path.write_bytes(content[1:])
    for plan in PLANS:
        try:
            read_table(path, plan)
        except DataError as refusal:
            if "\n" in str(refusal):
                raise
    with suppress(DataError):
        read_table(path, proposed(survey(path)))


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for path in valid_files(SCRATCH):
        (folder / path.name).write_bytes(bytes([ENDINGS.index(path.suffix[1:])]) + path.read_bytes())
    for name, content in TEXTS.items():
        ending = name.rsplit(".", 1)[1].replace("txt", "csv")
        (folder / name.replace(" ", "-")).write_bytes(bytes([ENDINGS.index(ending)]) + content)
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
