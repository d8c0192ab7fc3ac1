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


def main() -> int:
    given = [int(word) for word in sys.argv[1:3]]
    targets, seed = given + [10_000, 1][len(given) :]
    for algorithm in sys.argv[3:] or ("elcs-sound", "elcs"):
        count = held_against_the_truth(algorithm, targets, random_networks(seed))
        print(algorithm, ", ".join(f"{number:,} {what}" for what, number in count.items()), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
