"""elcs for either (g2, alpha 0.05, k 3, 1 verdict overridden; 1 arrow required, 1 edge forbidden, 2 tiers), as ELCS Explorer 0.3.0 ran it.

    python SCRIPT [script-0.3.0.csv]
"""

import sys
from pathlib import Path

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.choosing import make_test
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.readers import read_table
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.trace import Header

PATH = Path(sys.argv[1] if len(sys.argv) > 1 else "script-0.3.0.csv")
data, network = read_table(PATH, ImportPlan.from_json({'kinds': {'id': 'ignore'}})), None
names = data.columns
if fingerprint(data) != "dcd73a7dea68438dd92587a8c8da66c7e1aa58e2e6e7a3577c7d0db834fbce7b":
    sys.exit("These are not the data of the run: their fingerprint is another one.")

at = names.index
header = Header(
    algorithm="elcs",
    target=at("either"),
    names=names,
    test="g2",
    alpha=0.05,
    k=3,
    rows=400,
    rows_per_cell=5.0,
    policy=Policy(Verdict.INDEPENDENT, Verdict.DEPENDENT),
    forced=(
        (Question.of(at("lung"), at("bronc"), []), Verdict.DEPENDENT),
    ),
    knowledge=Knowledge(
        forbidden=(
            (at("smoke"), at("xray")),
            (at("xray"), at("smoke")),
        ),
        required=(
            (at("lung"), at("either")),
        ),
        tiers=(
            (at("asia"), at("smoke")),
            (at("dysp"),),
        ),
    ),
)

evidence = Evidence(make_test(header.test, data, None, header.rows_per_cell or 0.0))
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
    "causes": ["lung"],
    "effects": ["xray"],
    "undecided": [],
}
if found != RECORDED or learnt.counts.requested != 37:
    sys.exit("This is not what the recorded run found.")
print("The same as the recorded run.")
