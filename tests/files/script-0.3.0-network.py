"""elcs for either (oracle, alpha 0.01, k 3), as ELCS Explorer 0.3.0 ran it.

    python SCRIPT [asia.bif]
"""

import sys
from pathlib import Path

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.choosing import make_test
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Policy, Verdict
from elcs_gui.data.network_files import read_network
from elcs_gui.trace.trace import Header

PATH = Path(sys.argv[1] if len(sys.argv) > 1 else "asia.bif")
data, network = None, read_network(PATH)
names = network.nodes
NAMES = (
    "asia",
    "tub",
    "smoke",
    "lung",
    "bronc",
    "either",
    "xray",
    "dysp",
)
if names != NAMES:
    sys.exit("These are not the variables of the run.")

at = names.index
header = Header(
    algorithm="elcs",
    target=at("either"),
    names=names,
    test="oracle",
    alpha=0.01,
    k=3,
    rows=None,
    rows_per_cell=None,
    policy=Policy(Verdict.INDEPENDENT, Verdict.DEPENDENT),
)

evidence = Evidence(make_test(header.test, data, network, header.rows_per_cell or 0.0))
learnt = learn(evidence, header)
outcome = learnt.outcome
found = {
    "causes": [names[x] for x in outcome.parents],
    "effects": [names[x] for x in outcome.children],
    "undecided": [names[x] for x in outcome.undetermined],
}
for word, members in found.items():
    print(f"{word:<10} {', '.join(members) or 'none'}")
print(f"tests      {learnt.counts.requested} requested, {learnt.counts.performed} performed")

RECORDED = {
    "causes": ["tub", "lung"],
    "effects": ["xray", "dysp"],
    "undecided": [],
}
if found != RECORDED or learnt.counts.requested != 139:
    sys.exit("This is not what the recorded run found.")
print("The same as the recorded run.")
