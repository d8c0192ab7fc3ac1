"""Small sessions to keep: several runs, forks, overrides, knowledge, a run cut short, a truth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.sampling import sample
from elcs_gui.storage.session_file import KeptSession, kept_reasons, kept_runs
from elcs_gui.storage.study import Study
from elcs_gui.storage.why_empty import all_reasons
from elcs_gui.trace.knowledge_text import knowledge_of
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header, Trace

NETWORK = find_example("asia").load_network()
DATA = sample(NETWORK, 400, seed=3)
HEADER = Header("elcs", 3, DATA.columns, "g2", rows=DATA.rows, rows_per_cell=5.0)


def small_traces() -> list[Trace]:
    """On two tapes: data and oracle."""

    def stop(trace: Trace) -> None:
        if len(trace) > 20:
            raise Cancelled

    evidence = Evidence(G2(DATA))
    forced = replace(HEADER, forced=((Question.of(0, 3), Verdict.INDEPENDENT),))
    names = DATA.columns
    knowing = replace(
        HEADER, knowledge=knowledge_of(names, require=[f"{names[3]}->{names[1]}"], forbid=[], tiers=[])
    )
    oracle = Header("elcs", 2, NETWORK.nodes, "oracle", k=None)
    return [
        learn(evidence, HEADER).trace,
        learn(evidence, forced).trace,
        learn(evidence, knowing).trace,
        learn(evidence, replace(HEADER, target=5, alpha=0.2), listener=stop).trace,
        learn(Evidence(Oracle(NETWORK)), oracle).trace,
    ]


def small_session(*, embedded: bool = True) -> KeptSession:
    """Everything that a session can hold."""
    traces = small_traces()
    parents = (None, 0, 1, None, None)
    tapes, runs = kept_runs(
        [
            (trace, parent, len(trace) // 2, number != 3, False)
            for number, (trace, parent) in enumerate(zip(traces, parents, strict=True))
        ]
    )
    source = Study(
        "Asia",
        DATA if embedded else None,
        NETWORK,
        "g2",
        target=DATA.columns[3],
        fingerprint=fingerprint(DATA),
    )
    places = np.arange(2.0 * len(DATA.columns)).reshape(-1, 2)
    view = {"kind": "field", "selected": [1, 3]}
    for trace in traces:
        all_reasons(trace)  # asks for each, once
    return KeptSession(
        source,
        tapes,
        runs,
        1,
        view,
        ((0, 1, 0.5), (2, 5, 0.25)),
        places,
        "Asia",
        "400 rows",
        "x.elcs",
        reasons=kept_reasons(traces),
    )
