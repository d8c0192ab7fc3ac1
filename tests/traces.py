"""Recorded traces of the bundled examples, made once a process."""

from functools import cache

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import find_example
from elcs_gui.trace.trace import Header, Trace


@cache
def trace_of(example: str, algorithm: str = "elcs") -> Trace:
    """The run on the simulated data, for the example's own target."""
    declared = find_example(example)
    data = declared.load_data()
    assert data is not None
    header = Header(algorithm, data.index(declared.target), data.columns, "g2", rows=data.rows)
    return learn(Evidence(G2(data)), header).trace
