"""How much chance lets in where columns are many: at alpha, at the alpha that is proposed, judged together.

    python tests/bench/false_candidates.py [--columns 100 1000] [--sets 200] [--rows 1000] [--links 5]

A set of data is one target, some columns that depend on it (each is the target itself, turned in 3 of 10
rows, so that the target is their only neighbour), and columns of chance that depend on nothing; all have two
levels. Printed are, on average over the sets and with a standard error:

    first tests   columns of chance that come out dependent on the target in the first tests
    in result     columns of chance in the result: neighbours of the target, or members of its blanket
    share         of the result that is of chance; 0 where nothing was found
    links         of the columns that depend on the target, how many are found

EMB is what ELCS does at the target. Once there is no link, and all that is found is of chance; once there are
some. What a row says:

    alpha 0.01       every test by itself: first tests are about m · alpha
    proposed         the same at the alpha at which fewer than one is expected (`elcs_gui.trace.assumptions`)
    preselect-fdr    EMB at 0.01, on the columns that `--preselect-fdr 0.05` leaves
    iamb-fdr         all tests of a round together, at a rate of 0.01 and of 0.05

In a round, the share of what is let in by chance is at most the rate, on average. With links there are
several rounds, of which the later ones depend on what the first have found: for these nothing is promised.
Ends with 1 where a figure that is bounded lies three standard errors above its bound.
"""

from __future__ import annotations

import sys
from math import inf, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.false_discoveries import FIGURES
from elcs_gui.ci.preselection import NothingLeft, Preselecting
from elcs_gui.ci.questions import Question
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.survey.scanning import narrowed
from elcs_gui.trace.assumptions import Chance
from elcs_gui.trace.events import Computed
from elcs_gui.trace.trace import Header
from tests.measuring import options

ALPHA = 0.01
TURNED = 0.3


class Found(NamedTuple):
    """In one set of data."""

    first: float
    false: float
    share: float
    links: float


class Way(NamedTuple):
    """One row: an algorithm, its alpha (None: the proposed one), and the rate of a screen before it."""

    title: str
    algorithm: str
    alpha: float | None = ALPHA
    screen: float | None = None


FIGURES_OF = (("first", 16, 2), ("false", 16, 2), ("share", 18, 3), ("links", 14, 2))
"""What is printed of a row, with its width and its digits."""

WAYS = (
    Way("emb, alpha 0.01", "emb"),
    Way("emb, proposed", "emb", None),
    Way("emb, preselect-fdr 0.05", "emb", screen=0.05),
    Way("iamb, alpha 0.01", "iamb"),
    Way("iamb, proposed", "iamb", None),
    Way("iamb-fdr, 0.01", "iamb-fdr"),
    Way("iamb-fdr, 0.05", "iamb-fdr", 0.05),
)


def made(seed: int, columns: int, links: int, rows: int) -> Dataset:
    random = np.random.default_rng(seed)
    target, *chance = random.integers(2, size=(columns + 1, rows))
    linked = [np.where(random.random(rows) < TURNED, 1 - target, target) for _ in range(links)]
    names = ["T", *(f"L{i}" for i in range(links)), *(f"C{i}" for i in range(columns))]
    return Dataset.discrete("made", names, [target, *linked, *chance])


def measured(data: Dataset, way: Way) -> Found:
    whole, alpha = data, way.alpha or Chance(ALPHA, data.variables - 1).remedy or ALPHA
    threshold = alpha
    if way.screen is not None:
        screen = Preselecting("T", "g2", ALPHA, way.screen)
        try:
            data = narrowed(data, screen)
        except NothingLeft:
            return Found(0.0, 0.0, 0.0, 0.0)
        threshold = screen.thresholds[0].value
    learnt = learn(Evidence(G2(data)), Header(way.algorithm, 0, data.columns, "g2", alpha))
    assert learnt.outcome is not None
    members = learnt.outcome.members
    found = {data.columns[x] for x in (learnt.outcome.blanket.pc if members is None else members)}
    told = (fact for fact in learnt.trace.facts if isinstance(fact, Computed) and fact.names == FIGURES)
    threshold = next((fact.figures[1] for fact in told), threshold)
    false = sum(name.startswith("C") for name in found)
    return Found(_first(whole, threshold), false, false / max(len(found), 1), len(found) - false)


def _first(data: Dataset, threshold: float) -> int:
    """Columns of chance whose p with the target is not above the threshold."""
    test = G2(data)
    chance = [x for x, name in enumerate(data.columns) if name.startswith("C")]
    asked = np.array([test.measure(Question(0, x)) for x in chance])
    return int((test.distribution.p_values(asked[:, 0], asked[:, 1].astype(np.int32)) <= threshold).sum())


def bound(way: Way, what: str, columns: int, links: int) -> float:
    """What a figure is not to be above, on average; infinite where nothing is promised."""
    if what == "first" and way.screen is None and way.algorithm != "iamb-fdr":
        return columns * (way.alpha or Chance(ALPHA, columns + links).remedy or ALPHA)
    if what == "share" and way.algorithm == "iamb-fdr" and not links:
        assert way.alpha is not None
        return way.alpha
    return inf


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("--columns", type=int, nargs="*", default=[100, 1000], metavar="N", help="of chance")
    parser.add_argument("--sets", type=int, default=200, metavar="N", help="sets of data (200)")
    parser.add_argument("--rows", type=int, default=1000, metavar="N", help="of each set (1,000)")
    parser.add_argument("--links", type=int, default=5, metavar="N", help="columns that depend on it (5)")
    args = parser.parse_args()
    sizes, sets = ([120], 4) if args.smoke else (args.columns, args.sets)
    exceeded = 0
    for columns in sizes:
        for links in (0, args.links):
            print(f"\n{columns:,} columns of chance and {links} that depend, {args.rows:,} rows, {sets} sets")
            print(f"  {'':<32}{'first tests':>16}{'in result':>16}{'share':>18}{'links':>14}")
            data = [made(seed, columns, links, args.rows) for seed in range(sets)]
            for way in WAYS:
                found = [measured(each, way) for each in data]
                said = ""
                for what, width, digits in (
                    ("first", 16, 2),
                    ("false", 16, 2),
                    ("share", 18, 3),
                    ("links", 14, 2),
                ):
                    values = [getattr(one, what) for one in found]
                    mean, error = fmean(values), stdev(values) / sqrt(sets)
                    over = mean - 3 * error > bound(way, what, columns, links)
                    exceeded += over
                    said += f"{mean:.{digits}f} ± {error:.{digits}f}{'!' * over}".rjust(width)
                print(f"  {way.title:<32}{said}", flush=True)
    return int(exceeded > 0)


if __name__ == "__main__":
    raise SystemExit(main())
