"""What is exact with true verdicts, and how often the rest errs: every row of the specification's table.

    python tests/bench/exactness.py [TARGETS] [SEED] [ALGORITHM ...]

Networks of 10 nodes and mean degree 2.5, sets of any size. The specification counted 600 targets, which are
60 networks: targets of one network err together, so the sampling error goes by networks. Where a rate is 0,
one error is one too many; another may be three standard errors of the difference away. Ends with 1 where a
row is not.

BAMB and CMB as released also ask about a variable given that variable itself, and the specification does not
say what its oracle answers. Ours answers "independent", as data do (there the counts agree to the unit): then
BAMB as released errs for 62 % of the targets, which is a row of its own here and not the specified 35 %. With
other answers (60 networks each, standard error 3 %):

    independent, as ours                                    62 %
    independent if it is the higher column, else left out   47 %
    independent if it is the lower column, else left out    38 % (120 more networks each: 38 %, 34 %)
    dependent, unreliable, or left out of the set           20 %

At most 3 as the size of sets changes none of them by more than 2 %, and CMB stays within 48.2 and 48.5 %. So
the third reproduces the specification: that is what a walk from the lower column says, which cannot begin at
what is given but may end there. It is inferred from the figure alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.network import Network
from tests.algorithms.sound import alike_networks, held_against_the_truth, outcome_of
from tests.algorithms.test_blanket_learners import blanket_of
from tests.measuring import options

NODES, DEGREE = 10, 2.5
NETWORKS = 60
"""Of the specification."""


class FromTheLower(Oracle):
    """Of a pair of which one is itself given: independent if that is the lower column, else left out."""

    def separated(self, x: int, y: int, z: tuple[int, ...]) -> bool:
        return super().separated(x, y, tuple(given for given in z if given != max(x, y)))


class Row(NamedTuple):
    algorithm: str
    what: str
    rate: float
    oracle: type[Oracle] = Oracle
    source: str = "specified"


WRONG, LACKING = "targets with a wrong arrow", "targets that lack an arrow"
BLANKET = "blankets that are wrong"

TABLE = (
    Row("iamb", BLANKET, 0),
    Row("hiton-mb", BLANKET, 0.157),
    Row("hiton-mb-cl", BLANKET, 0.157),
    Row("mmmb", BLANKET, 0.147),
    Row("mmmb-cl", BLANKET, 0.147),
    Row("hiton-mb-sym", BLANKET, 0),
    Row("mmmb-sym", BLANKET, 0),
    Row("stmb", BLANKET, 0.03),
    Row("bamb", BLANKET, 0.19),
    Row("bamb-cl", BLANKET, 0.35, FromTheLower),
    Row("bamb-cl", BLANKET, 0.62, source="not as specified, but documented"),
    Row("pcd-by-pcd", WRONG, 0),
    Row("pcd-by-pcd", LACKING, 0),
    Row("pcd-by-pcd-cl", WRONG, 0.048),
    Row("cmb", WRONG, 0.06),
    Row("cmb-sound", WRONG, 0),
    Row("cmb-sound", LACKING, 0.06),
    Row("cmb-cl", WRONG, 0.48),
)


def rates(row: Row, networks: Iterator[Network]) -> Iterator[float]:
    """The share of its targets, network by network."""
    for network in networks:
        if row.what == BLANKET:
            evidence = Evidence(row.oracle(network))
            wrong = sum(
                {*outcome_of(network, evidence, row.algorithm, target).blanket.members}
                != blanket_of(network, target)
                for target in range(NODES)
            )
        else:
            wrong = held_against_the_truth(row.algorithm, NODES, iter([network]))[row.what]
        yield wrong / NODES


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("targets", nargs="?", type=int, default=600)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("algorithms", nargs="*", metavar="ALGORITHM")
    args = parser.parse_args()
    if args.smoke:  # too few to say anything about a rate that is not 0
        args.targets, args.algorithms = 2 * NODES, ["iamb", "hiton-mb-sym", "cmb-sound"]
    amiss = 0
    for row in TABLE:
        if (args.algorithms and row.algorithm not in args.algorithms) or (args.smoke and row.rate):
            continue
        found = list(rates(row, islice(alike_networks(args.seed, NODES, DEGREE), args.targets // NODES)))
        rate, spread = fmean(found), stdev(found)
        apart = spread * sqrt(1 / len(found) + 1 / NETWORKS)
        holds = rate == 0 if row.rate == 0 else abs(rate - row.rate) <= 3 * apart
        amiss += not holds
        print(
            f"{row.algorithm:<14} {row.what:<28} {rate:6.1%} ± {spread / sqrt(len(found)):.1%}, "
            f"{row.source} {row.rate:.1%}{'' if holds else ': AMISS'}",
            flush=True,
        )
    return min(amiss, 1)


if __name__ == "__main__":
    raise SystemExit(main())
