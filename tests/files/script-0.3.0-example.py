"""elcs for either (g2, alpha 0.01, k 3), as ELCS Explorer 0.3.0 ran it."""

import sys

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.choosing import make_test
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Policy, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.trace.trace import Header

example = find_example("asia")
data = example.load_data()
network = example.load_network()
names = data.columns
if fingerprint(data) != "67880213ec33f2a8f315dcba768a45d1c8a7b1cef36ca6c831a2ed238f6d114e":
    sys.exit("These are not the data of the run: their fingerprint is another one.")

at = names.index
header = Header(
    algorithm="elcs",
    target=at("either"),
    names=names,
    test="g2",
    alpha=0.01,
    k=3,
    rows=5000,
    rows_per_cell=5.0,
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
    "effects": [],
    "undecided": [],
}
if found != RECORDED or learnt.counts.requested != 47:
    sys.exit("This is not what the recorded run found.")
print("The same as the recorded run.")
