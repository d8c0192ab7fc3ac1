"""Names made of pieces of hostile ones through every writer and every command, for minutes or hours; by hand:

    PYTHONPATH=. python tests/bench/fuzz_writers.py --seconds 3600 --seed 2
    PYTHONPATH=. python tests/bench/fuzz_writers.py --seed 2 --first 4711 --cases 1
    PYTHONPATH=. python tests/bench/fuzz_writers.py --smoke

A case is known by its seed and number. A finding is any exception, a file whose elements, statements, cells
or lines differ from those about harmless names, a name that does not come back from a file that can be read
again, and a sign in the output of a command that a terminal obeys. It is printed with its names. Exit code 1
if there were any.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.hostile.commands import commands, may_refuse, said_by
from tests.hostile.markup import of_lines
from tests.hostile.names import NAMES
from tests.hostile.writers import PAINTED, TEXTS, Case, again, checked, drawn_names

VARIABLES = 8
"""Of the example that all cases are about."""
COMMANDS_EVERY = 25
"""Cases from one that goes through all commands to the next: they take as long as all writers ten times."""


def tried(random: Random, names: tuple[str, ...], folder: Path, *, with_commands: bool) -> list[str]:
    """What went wrong with these names."""
    case, wrong = Case(names), []
    work = [(writer, lambda writer=writer: checked(writer, case)) for writer in (*TEXTS, *PAINTED)]
    work.append(("again", lambda: again(case, folder)))
    for what, attempt in work:
        try:
            attempt()
        except Exception:  # a finding
            wrong.append(f"{what}: {traceback.format_exc()}")
    if with_commands:
        # No text file holds a half of a pair, and one that does is not read as UTF-8.
        spelled = [
            random.choice(tuple(NAMES.values())).translate({0: "\x01", 0xD800: "\ufffd"}) for _ in names
        ]
        spelled = [f"{name}{place}"[-999:] for place, name in enumerate(spelled)]
        for arguments in commands(folder, spelled):
            try:
                code, out, err = said_by(*arguments)
                of_lines(out + err)
                assert code == 0 or may_refuse(arguments, spelled), (arguments, err)
            except Exception:
                wrong.append(f"{arguments}: {traceback.format_exc()}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--cases", type=int, default=10**9)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--smoke", action="store_true", help="one case, without commands")
    args = parser.parse_args()
    if args.smoke:
        args.cases = 1
    from PySide6.QtWidgets import QApplication

    application = QApplication.instance() or QApplication(["fuzz"])
    began, done, kinds = time.monotonic(), 0, Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(args.first, args.first + args.cases):
            if time.monotonic() - began >= args.seconds:
                break
            random = Random(f"{args.seed} {number}")
            names = drawn_names(random, VARIABLES)
            with_commands = not args.smoke and number % COMMANDS_EVERY == 0
            for said in tried(random, names, Path(folder), with_commands=with_commands):
                kinds[said.partition(":")[0]] += 1
                print(f"case {number} of seed {args.seed}, {said}\n{names!r}\n", flush=True)
            done += 1
    del application
    print(
        f"{done:,} cases in {time.monotonic() - began:.0f} s: {sum(kinds.values()):,} findings {dict(kinds)}"
    )
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
