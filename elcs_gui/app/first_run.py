"""How what was just opened is run first, unless the user has said otherwise."""

from __future__ import annotations

from elcs_gui.app.worker import Opened
from elcs_gui.trace.trace import Header


def first_header(source: Opened) -> Header:
    """Without names and target yet: both depend on what the test sees."""
    tables = source.test in ("g2", "chi2")
    return Header(
        algorithm="elcs",
        target=0,
        names=(),
        test=source.test,
        k=source.k,
        rows=None if source.data is None or source.test == "oracle" else source.data.rows,
        rows_per_cell=5.0 if tables else None,
    )
