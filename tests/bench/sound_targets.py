"""Sound ELCS with true verdicts on many random targets: no neighbour and no arrow may be wrong, none lost.

    python tests/bench/sound_targets.py [TARGETS] [SEED] [ALGORITHM ...]

Prints the same of ELCS as it is printed, or of the algorithms that are named. 10,000 targets take about half
an hour on one core.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.algorithms.sound import held_against_the_truth, random_networks
from tests.measuring import options


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("targets", nargs="?", type=int, default=10_000)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("algorithms", nargs="*", metavar="ALGORITHM", default=["elcs-sound", "elcs"])
    args = parser.parse_args()
    targets = 10 if args.smoke else args.targets
    for algorithm in args.algorithms:
        count = held_against_the_truth(algorithm, targets, random_networks(args.seed))
        print(algorithm, ", ".join(f"{number:,} {what}" for what, number in count.items()), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
