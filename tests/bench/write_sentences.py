"""Writes `tests/golden/sentences.txt`: what the program says of runs, short enough to be read by a person.

    python tests/bench/write_sentences.py [--cases 200] [--lines 2000]
    python tests/bench/write_sentences.py --pictures

A case is a number that stands for a run, as in `soak_proofs.py`. Of all cases those are kept that lead to a
sentence with a clause unlike all others, names and numbers aside, the richest first, and of those only these
sentences; `tests/test_sentences.py` makes them again. `tests/golden/lines.txt` has what each line of the
pseudo-code tells, in as few runs as come to all of them. To be run whenever a sentence or a line changes; its
difference is there to be read. `--pictures` writes `tests/golden/pictures.txt` alone, what is drawn of some
runs: whoever changes that looks at the window as well.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.measuring import options
from tests.picture import pictures
from tests.sentences import GOLDEN, LINES, lines_told, sentences

HEAD = """\
# What the program says of runs: each clause of each sentence once, names and numbers aside.
# Written by tests/bench/write_sentences.py: run it when a sentence changes, and read the difference.
"""


def kept(found: dict[int, dict[str, set[str]]]) -> dict[int, list[str]]:
    """The cases that all clauses need, each with the sentences that show one for the first time."""
    clauses = {case: set().union(*told.values()) for case, told in found.items()}
    missing: set[str] = set().union(*clauses.values())
    chosen: dict[int, list[str]] = {}
    for case in covering(clauses):
        chosen[case] = []
        for sentence, own in sorted(found[case].items(), key=lambda told: -len(missing & told[1])):
            if missing & own:
                chosen[case].append(sentence)
                missing -= own
        chosen[case].sort()
    return chosen


def covering(found: dict[int, set[str]]) -> list[int]:
    """Cases that have all that any of them has, the richest first."""
    missing: set[str] = set().union(*found.values())
    chosen: list[int] = []
    while missing:
        chosen.append(max(found, key=lambda case: (len(missing & found[case]), -case)))
        missing -= found[chosen[-1]]
    return chosen


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--cases", type=int, default=200, metavar="N", help="runs for sentences (200)")
    parser.add_argument("--lines", type=int, default=2000, metavar="N", help="runs for lines (2,000)")
    parser.add_argument("--pictures", action="store_true", help="write what is drawn, and no sentences")
    args = parser.parse_args()
    if args.pictures:
        drawn = [line for case in pictures.CASES for line in pictures.lines(case)]
        pictures.GOLDEN.write_text("".join(f"{line}\n" for line in drawn), encoding="utf-8")
        print(f"{len(drawn)} pictures")
        return 0
    cases, runs = (2, 4) if args.smoke else (args.cases, args.lines)
    chosen = kept({case: sentences(case) for case in range(cases)})
    text = "".join(
        f"\ncase {case}\n" + "".join(f"{line}\n" for line in told) for case, told in chosen.items()
    )
    found = {case: lines_told(case) for case in range(runs)}
    lines = sorted(set().union(*found.values()))
    coming = covering(found)
    if not args.smoke:
        GOLDEN.write_text(HEAD + text, encoding="utf-8")
        told = [f"# cases {' '.join(map(str, coming))}", *lines]
        LINES.write_text("".join(f"{line}\n" for line in told), encoding="utf-8")
    number = sum(map(len, chosen.values()))
    print(f"{number} sentences of {len(chosen)} cases, {len(lines)} lines and kinds of {len(coming)} cases")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
