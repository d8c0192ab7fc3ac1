"""Making the test that was asked for, or saying why it cannot be made.

A test's module is imported when the test is made: the command line names the tests in its help before it
loads numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elcs_gui.data.plan import Kind
from elcs_gui.errors import ElcsError

if TYPE_CHECKING:
    from elcs_gui.ci.questions import CiTest
    from elcs_gui.data.dataset import Dataset
    from elcs_gui.data.network import Network

TESTS: dict[str, str] = {
    "g2": "G², the likelihood-ratio test, for discrete data",
    "chi2": "Pearson's χ², for discrete data",
    "fisher-z": "Fisher's z on partial correlations, for continuous data",
    "oracle": "d-separation in a known network, without data",
}
"""Test id -> what it is."""

CONTINUOUS = frozenset({"fisher-z"})
"""Tests that want numbers rather than levels."""


def kind_for(test: str) -> Kind:
    """What the columns of a table are read as for a test, where nobody says otherwise."""
    return Kind.CONTINUOUS if test in CONTINUOUS else Kind.DISCRETE


def usual_test(data: Dataset) -> str:
    """The test for data of this kind, where nobody names one."""
    return "g2" if data.values is None else "fisher-z"


def make_test(
    test: str, data: Dataset | None, network: Network | None, rows_per_cell: float | None = None
) -> CiTest:
    """The test by its id, on the data or (the oracle) on the network; without `rows_per_cell`, the usual."""
    if test == "oracle":
        from elcs_gui.ci.oracle import Oracle

        if network is None:
            raise ElcsError("The oracle needs a known network: name one with --network.")
        return Oracle(network)
    if data is None:
        raise ElcsError(f"The test {test} needs data; without data there is only --test oracle.")
    if test in CONTINUOUS:
        from elcs_gui.ci.fisher_z import FisherZ

        return FisherZ(data)
    from elcs_gui.ci.discrete import G2, ROWS_PER_CELL, Chi2

    tabled = Chi2 if test == "chi2" else G2
    return tabled(data, ROWS_PER_CELL if rows_per_cell is None else rows_per_cell)
