"""What is open, as a run sees it: its variables, their levels, and the run to begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.messages import Opened
    from elcs_gui.app.truth import TruthBeside
    from elcs_gui.ci.questions import CiTest
    from elcs_gui.data.network import Network
    from elcs_gui.trace.trace import Header


def names_of(source: Opened, test: str) -> tuple[str, ...]:
    """The variables, as a test sees them."""
    if source.data is not None and test != "oracle":
        return source.data.columns
    assert source.network is not None
    return source.network.nodes


def levels_of(source: Opened) -> tuple[tuple[str, ...], ...]:
    """The labels of each variable's levels; empty where there are none."""
    if source.data is not None:
        return source.data.levels
    assert source.network is not None
    return source.network.levels


def beside_of(network: Network, names: tuple[str, ...], known: TruthBeside | None) -> TruthBeside:
    """A network matched to the variables; what is known already, if it is about the same."""
    from elcs_gui.app.truth import TruthBeside

    if known is not None and known.known is network and known.names == names:
        return known
    return TruthBeside(network, names)


def test_of(source: Opened, header: Header) -> CiTest:
    """What answers a run, for its tables."""
    from elcs_gui.ci.choosing import make_test

    rows = 5.0 if header.rows_per_cell is None else header.rows_per_cell
    return make_test(header.test, source.data, source.network, rows)


def first_header(source: Opened, wanted: str | None) -> Header:
    """The run to begin with; the first variable is the target where there is none of the wanted name."""
    from elcs_gui.trace.trace import Header

    names = names_of(source, source.test)
    target = wanted or source.target or names[0]
    has_tables = source.test in ("g2", "chi2")
    return Header(
        algorithm="elcs",
        target=names.index(target) if target in names else 0,
        names=names,
        test=source.test,
        k=source.k,
        rows=None if source.data is None or source.test == "oracle" else source.data.rows,
        rows_per_cell=5.0 if has_tables else None,
    )
