"""The reading core against Python's csv on random, spoiled text files: the same data, surveys, complaints.

    python tests/bench/fuzz_text.py --files 10000
    python tests/bench/fuzz_text.py --files 2000 --sanitize       built with the sanitizers of gcc or clang
    python tests/bench/fuzz_text.py --first 4711 --files 1        one of them again

Delimiters, blanks, quotes, line ends, encodings, decimal commas, markers, numbers and texts that only look
like numbers, ragged and broken records; read in pieces of 1 to 97 bytes, with plans of every kind.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.data.plan import Cutting, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.readers import read_table
from elcs_gui.data.survey.survey import survey
from elcs_gui.data.tables import text, text_columns
from elcs_gui.errors import DataError
from elcs_gui.native.library import SWITCH
from tests.native import sanitized

WORDS = (
    "a", "b", "yes", "no", "low", "HIGH", "Low", "a longer label", "eight888", "nine99999", "None", "NA", "",
    "?", " a", "a ", "é", "ÿ", "\xa0", "\u3000x", "\x1c", "ж", "x" * 40, "x" * 39 + "y", 'q"q', "'", "#",
)  # fmt: skip
NUMBERS = (
    "0", "1", "2", "03", "1.0", "1.50", "-1", "+2", "1e3", "1E-3", ".5", "5.", "1e999", "1_000", "0x10",
    "inf", "nan", "-999", "0.1", "123456789012345678901234567890", "2.2250738585072011e-308", "4.9e-324",
    "1,5", ",5", "1,", "-0", "9007199254740993", "1e23", "0.30000000000000004", " 7", "7 ", "\t7", "１",
)  # fmt: skip
ENDS = ("\n", "\r\n", "\r")
CODECS = ("utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1")
SPOILS = ('"', '""', "\n", "\r", "\r\n", ",", ";", " ", "\t", "\0", "é", '"\n', 'x"y', "\ufeff")
Outcome = tuple[object, ...]


def column(random: Random, rows: int) -> list[str]:
    """The cells of one column: few labels, many, measurements, or a mixture."""
    kind = random.choice((*["few"] * 5, "many", "real", "whole", random.choice(("few", "mixed"))))
    if kind == "few":
        some = random.choices(WORDS + NUMBERS, k=random.randint(1, 5))
        return random.choices(some, k=rows)
    if kind == "many":
        return [f"label {random.randrange(rows + 300)}" for _ in range(rows)]
    if kind == "mixed":
        return random.choices(WORDS + NUMBERS, k=rows)
    write: Callable[[], str] = {
        "real": lambda: repr(random.gauss(0, 10 ** random.randint(-3, 3))),
        "whole": lambda: str(random.randint(-5, 400)),
    }[kind]
    odd = random.choice(("", "NA", "unknown", "1e400", "0." + "3" * 30))
    share = random.choice((0, 0, 0.01, 0.2))
    return [odd if random.random() < share else write() for _ in range(rows)]


def quoted(random: Random, cell: str, delimiter: str) -> str:
    odd = any(sign in cell for sign in (delimiter, '"')) or (delimiter.isspace() and cell.strip() != cell)
    if odd or (delimiter.isspace() and " " in f"{cell or ' '}") or random.random() < 0.05:
        doubled = cell.replace('"', '""')
        return f'"{doubled}"' if random.random() < 0.999 else cell
    return cell


def random_file(random: Random) -> bytes:
    """A table as text, sometimes spoiled."""
    rows = 2500 if random.random() < 0.02 else random.choice((1, 3, 5, 10, 10, 40, 40))
    columns = random.randint(2, 7) if random.random() < 0.98 else 1
    delimiter = random.choice((*",,,;;\t| ", "  ", random.choice("§.")))
    table = [[f"v{place}", *column(random, rows)] for place in range(columns)]
    end = random.choice(ENDS)
    blank = random.choice((0, 0, 0.1))
    lines = []
    for cells in zip(*table, strict=True):
        if random.random() < blank:
            lines.append(random.choice(("", " ", "\t", "\xa0", '""', '" "')))
        lines.append(delimiter.join(quoted(random, cell, delimiter) for cell in cells))
    written = end.join(lines) + random.choice((end, "", end * 2))
    for _ in range(random.choice((0, 0, 0, 0, 0, 1, 3))):
        at = random.randrange(len(written) + 1)
        cut = at + random.choice((0, 0, 1, 5))
        written = written[:at] + random.choice(SPOILS) + written[cut:]
    return written.encode(random.choice(CODECS), "replace")


def random_plan(random: Random) -> ImportPlan:
    return ImportPlan(
        delimiter=random.choice((*[None] * 50, ",", " ", "§")),
        header=random.choice((None, None, True, False)),
        encoding=random.choice((*[None] * 50, "utf-8", "latin-1", "utf-16", "koi8-r")),
        decimal=random.choice((*[None] * 8, ".", ",")),
        missing=random.choice((ImportPlan().missing, (), ("-999", "None"), ("?",))),
        policy=random.choice((MissingPolicy.REFUSE, *[MissingPolicy.AVAILABLE] * 3, MissingPolicy.DROP_ROWS)),
        others=random.choice((Kind.DISCRETE, Kind.DISCRETE, Kind.DISCRETE, Kind.CONTINUOUS, Kind.GUESS)),
        kinds={"v1": random.choice(list(Kind))} if random.random() < 0.4 else {},
        cutting=random.choice((None, Cutting())),
        drop_headers=random.random() < 0.1,
    )


def outcome(path: Path, plan: ImportPlan) -> Outcome:
    """What becomes of a file: the data and the survey, or the complaints."""
    found: list[object] = []
    try:
        data = read_table(path, plan, row_by_row=True)
        numbers = b"" if data.values is None else data.values.tobytes()
        found += [data.columns, data.levels, data.codes.tobytes(), numbers]
    except DataError as complaint:
        found.append(str(complaint))
    try:
        seen = survey(path, plan)
        samples = [column.sample.tobytes() for column in seen.columns]
        found += [json.dumps(seen.to_json()), seen.preview, samples]
    except DataError as complaint:
        found.append(str(complaint))
    return tuple(found)


def compared(seed: int, case: int, path: Path) -> str | None:
    """How both readers differ on one file; None where they do not."""
    random = Random(f"{seed} {case}")
    path.write_bytes(random_file(random))
    plan = random_plan(random)
    text_columns.PIECE = random.choice((1, 2, 3, 7, 97, 1 << 22))
    text.FIRST_ROWS = random.choice((1100, 1300, 2048))
    os.environ[SWITCH] = "numpy"
    by_csv = outcome(path, plan)
    del os.environ[SWITCH]
    by_core = outcome(path, plan)
    if by_csv == by_core:
        COUNTS["refused" if isinstance(by_csv[0], str) else "read"] += 1
        return None
    return "\n".join(
        f"  {one!r:.600}\n  {other!r:.600}"
        for one, other in zip(by_csv, by_core, strict=False)
        if one != other
    )


COUNTS: Counter[str] = Counter()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--smoke", action="store_true", help="a few files only")
    args = parser.parse_args()
    if args.sanitize:
        return sanitized.run_again([each for each in sys.argv[1:] if each != "--sanitize"])
    if not sanitized.use_kernel():
        return 0
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "d.csv"
        for case in range(args.first, args.first + (200 if args.smoke else args.files)):
            difference = compared(args.seed, case, path)
            if difference is not None:
                different += 1
                print(
                    f"file {case} of seed {args.seed}:\n{difference}\n{path.read_bytes()!r:.800}", flush=True
                )
    print(f"{COUNTS['read']:,} files read and {COUNTS['refused']:,} refused: core and csv agree")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
