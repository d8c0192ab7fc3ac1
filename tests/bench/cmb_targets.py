"""CMB, printed and sound, with true verdicts: how many targets get a wrong arrow, and how many lack one.

    python tests/bench/cmb_targets.py [TARGETS] [SEED]

On networks of 10 nodes and mean degree 2.5. The specification found, on 600 targets: printed 6 % with a wrong
arrow; sound none, and 6 % that lack one. Of the printed, others lack one as well.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.algorithms.sound import alike_networks, held_against_the_truth


def main() -> int:
    given = [int(word) for word in sys.argv[1:3]]
    targets, seed = given + [600, 1][len(given) :]
    for algorithm in ("cmb", "cmb-sound"):
        networks = alike_networks(seed, nodes=10, degree=2.5)
        count = held_against_the_truth(algorithm, targets, networks)
        wrong, lacking = (count[f"targets {what}"] for what in ("with a wrong arrow", "that lack an arrow"))
        print(
            f"{algorithm}: of {targets:,} targets, {wrong / targets:.1%} with a wrong arrow, "
            f"{lacking / targets:.1%} that lack one",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
