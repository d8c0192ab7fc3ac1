"""The kernel against numpy on random questions about random data, to the last bit; faults must be refused.

    python tests/bench/fuzz_kernel.py --questions 100000
    python tests/bench/fuzz_kernel.py --seconds 600 --sanitize     built with the sanitizers of gcc or clang

Levels from 2 to 300, weights, missing values, |Z| from 0 to 6, every bound on rows a cell, small and large
buffers, pauses at every look at the clock, searches and screenings, forced verdicts, x given x; and questions
about variables that are not there, or too many, and codes that are no level.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.ci.asking import Asker, Counts, Search
from elcs_gui.ci.compiled import CompiledAsker, KernelData
from elcs_gui.ci.discrete import G2, Chi2, TableTest
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.ci.tape import Tape
from elcs_gui.data.dataset import Dataset
from elcs_gui.errors import ElcsError
from tests.native import sanitized

Asked = tuple[int, int, tuple[int, ...]]
LEVELS = (2, 2, 3, 4, 7, 20, 300)


def random_data(random: np.random.Generator) -> Dataset:
    variables, rows = int(random.integers(3, 9)), int(random.integers(1, 700))
    levels = [int(random.choice(LEVELS)) for _ in range(variables)]
    gaps = random.random() < 0.3
    codes = [np.minimum(random.integers(0, n, rows), random.integers(0, n)) for n in levels]
    if gaps:
        codes = [np.where(random.random(rows) < 0.1, n, each) for n, each in zip(levels, codes, strict=True)]
    labels = [[*map(str, range(n)), *([None] if gaps else [])] for n in levels]
    data = Dataset.coded("random", [f"v{i}" for i in range(variables)], codes, labels)
    if random.random() < 0.3:
        from elcs_gui.data.weighting import distinct_rows

        data = distinct_rows(data)
    return data


def random_questions(random: np.random.Generator, variables: int, count: int) -> list[Asked]:
    found = []
    for _ in range(count):
        order = random.permutation(variables).tolist()
        size = int(random.integers(0, min(variables - 2, 6) + 1))
        z = tuple(order[2 : 2 + size])
        found.append((order[0], order[1], (order[0], *z[1:]) if z and random.random() < 0.05 else z))
    return found


def asker_for(random: np.random.Generator, test: TableTest) -> CompiledAsker:
    """With buffers of any size, and a clock that is over soon or late."""
    tape = Tape(room=int(random.choice([1, 2, 8, 4096])))
    judge = Judge(tape, test.distribution, 0.01, Policy())
    dense = None if random.random() < 0.5 else int(random.choice([1, 7, 100, 5000]))
    data = KernelData(test, int(random.choice([1, 3, 64, 8192])), dense)
    room, pause = int(random.choice([1, 2, 7, 1024])), float(random.choice([0.0, 0.025]))
    return CompiledAsker(data, tape, judge, Counts(), tape.new_run(), room=room, pause=pause)


def asks_alike(random: np.random.Generator, data: Dataset) -> int:
    """Ask both, in all three shapes; how many questions were compared. Raises AssertionError."""
    kind = G2 if random.random() < 0.6 else Chi2
    test = kind(data, float(random.choice([0.0, 0.0, 0.5, 1.0, 5.0])))
    quick = asker_for(random, test)
    tape = Tape()
    judge = Judge(tape, test.distribution, 0.01, Policy())
    slow = Asker(test, tape, judge, Counts(), tape.new_run())
    asked = random_questions(random, data.variables, 12)
    if random.random() < 0.3:
        for each in (quick, slow):
            each.tape.add(Question.of(*asked[0]), *test.measure(Question.of(*asked[0])))
            each.judge.force(0, Verdict.INDEPENDENT)
    order = random.permutation(data.variables).tolist()
    pool = tuple(order[2:])
    search = Search((order[0],), order[1], pool, int(random.integers(0, 5)))
    members = order[1 : 1 + int(random.integers(0, 3))]
    screened = [x for x in order[3:] if x not in members]
    said = [
        (
            [answer for _, some in asker.listed(asked) for answer in some],
            [n for batch, _ in asker.subsets(search) for n in batch.answers.tolist()],
            [s for _, some in asker.screen(screened, members, order[0]) for s in some],
            asker.counts.ledger[:3].tolist(),
        )
        for asker in (quick, slow)
    ]
    assert said[0] == said[1], (said, asked)
    ours, theirs = quick.tape, slow.tape
    length = len(theirs)
    assert length == len(ours)
    for column in ("statistic", "df", "asked", "last_run"):
        one, other = getattr(ours, column)[:length], getattr(theirs, column)[:length]
        assert np.array_equal(one, other, equal_nan=column == "statistic"), (column, kind, test.rows_per_cell)
    return length


def refuses(random: np.random.Generator, data: Dataset) -> None:
    """A question that is none, and codes that are no levels."""
    bad = random_questions(random, data.variables, 1)[0]
    x, y, z = bad
    place = int(random.choice([-1, data.variables, 2**31 - 1, -(2**31)]))
    many = (0,) * (data.variables + 1)
    wrong: list[Asked] = [(place, y, z), (x, place, z), (x, y, (*z[:-1], place)), (x, y, many)]
    asker = asker_for(random, G2(data))
    try:
        for _ in asker.listed([wrong[int(random.integers(len(wrong)))]]):
            pass
    except ElcsError:
        pass
    else:
        raise AssertionError("a question that is none was answered")
    if data.counts is None and not data.gaps and max(map(len, data.levels)) < 200:
        test = G2(data, float(random.choice([0.0, 5.0])))
        test.codes = test.codes.copy()
        test.codes[int(random.integers(data.variables))] = 255
        try:
            quick = asker_for(random, test)
            for _ in quick.listed(random_questions(random, data.variables, 5)):
                pass
        except ElcsError:
            return
        raise AssertionError("codes that are no levels were counted")


def fuzz(seed: int, seconds: float, questions: float) -> int:
    began, compared, rounds = time.monotonic(), 0, 0
    while time.monotonic() - began < seconds and compared < questions:
        random = np.random.default_rng([seed, rounds])
        data = random_data(random)
        try:
            compared += asks_alike(random, data)
            refuses(random, data)
        except AssertionError:
            print(f"round {rounds} of seed {seed}", file=sys.stderr)
            raise
        rounds += 1
    print(f"{compared:,} questions about {rounds:,} tables: kernel and numpy agree to the last bit")
    return compared


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--questions", type=float, default=math.inf)
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--smoke", action="store_true", help="a few questions only")
    args = parser.parse_args()
    if args.smoke:
        args.questions = 100
    elif math.isinf(args.seconds) and math.isinf(args.questions):
        args.questions = 100_000
    if args.sanitize:
        return sanitized.run_again([each for each in sys.argv[1:] if each != "--sanitize"])
    if sanitized.use_kernel():
        fuzz(args.seed, args.seconds, args.questions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
