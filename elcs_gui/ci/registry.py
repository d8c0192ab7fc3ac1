"""Every CI test, declared once: the command line, the window, reports and scripts read this table.

To add a test, write its class (`elcs_gui.ci.questions.CiTest`; one that counts rows in tables extends
`elcs_gui.ci.discrete.TableTest`) and its entry here. The class is imported when it is first needed: the
command line names the tests in its help before it loads numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from elcs_gui.data.names import did_you_mean
from elcs_gui.data.plan import Kind
from elcs_gui.errors import ElcsError, quoted

if TYPE_CHECKING:
    from elcs_gui.ci.distributions import Distribution
    from elcs_gui.ci.questions import CiTest
    from elcs_gui.data.dataset import Dataset
    from elcs_gui.data.network import Network


class Needs(Enum):
    """What a test is asked on."""

    LEVELS = "levels"
    """Discrete data."""
    MEASUREMENTS = "measurements"
    """Continuous data."""
    NETWORK = "network"
    """A known graph, without data."""

    @classmethod
    def of(cls, data: Dataset) -> Needs:
        """What a test must ask for to be asked on these data."""
        return cls.LEVELS if data.values is None else cls.MEASUREMENTS


@dataclass(frozen=True)
class KnownTest:
    """One entry of the table.

    Attributes:
        id: its name on the command line and in files.
        title: its name in the window.
        sign: its statistic, as the head of a column.
        sentence: what it is.
        load: imports its class, which is made of the data or the network and, if it counts cells, of a
            number of rows per cell, where that is not the usual one.
        has_df: whether its statistic has degrees of freedom.
        counts_cells: whether it is unreliable where a table has few rows for each cell (`rows_per_cell`).
        certain: whether its answers are facts: they have no p-value, and no alpha turns them.
        correlates: whether it measures how near to a line x and y lie: its statistic is `PERFECT` where each
            is a linear function of the other.
        effect: the sign of what its class gives as `effect`; empty where there is none.
        undecided: why an answer may be unreliable, where no cells are counted.
        card: what its statistic says, in lines that follow the sentence.
    """

    id: str
    title: str
    sign: str
    sentence: str
    needs: Needs
    load: Callable[[], type[CiTest]]
    has_df: bool = False
    counts_cells: bool = False
    certain: bool = False
    correlates: bool = False
    effect: str = ""
    undecided: str = "The data cannot tell"
    card: tuple[str, ...] = ()

    @property
    def distribution(self) -> Distribution:
        """What the statistic follows, so that a trace read from a file can be judged without its data."""
        class_: Any = self.load()
        distribution: Distribution = class_.distribution
        return distribution

    def make(self, data: Dataset | None, network: Network | None, rows_per_cell: float | None) -> CiTest:
        """The test on what it needs, or an error that says what that is."""
        class_: Any = self.load()
        made: CiTest
        if self.needs is Needs.NETWORK:
            if network is None:
                raise ElcsError(f"The {self.title.lower()} needs a known network: name one with --network.")
            made = class_(network)
        elif data is None:
            instead = usual(Needs.NETWORK).id
            raise ElcsError(f"The test {self.id} needs data; without data there is only --test {instead}.")
        elif rows_per_cell is None or not self.counts_cells:
            made = class_(data)
        else:
            made = class_(data, rows_per_cell)
        return made


def _g2() -> type[CiTest]:
    from elcs_gui.ci.discrete import G2

    return G2


def _chi2() -> type[CiTest]:
    from elcs_gui.ci.discrete import Chi2

    return Chi2


def _fisher_z() -> type[CiTest]:
    from elcs_gui.ci.fisher_z import FisherZ

    return FisherZ


def _oracle() -> type[CiTest]:
    from elcs_gui.ci.oracle import Oracle

    return Oracle


TESTS: dict[str, KnownTest] = {
    test.id: test
    for test in (
        KnownTest(
            "g2",
            "G²",
            "G²",
            "G², the likelihood-ratio test, for discrete data",
            Needs.LEVELS,
            _g2,
            has_df=True,
            counts_cells=True,
            card=(
                "It compares the counts of each table with those that independence would give.",
                "0 is a perfect match; the larger it is for its df, the surer the dependence.",
            ),
        ),
        KnownTest(
            "chi2",
            "χ²",
            "χ²",
            "Pearson's χ², for discrete data",
            Needs.LEVELS,
            _chi2,
            has_df=True,
            counts_cells=True,
            card=(
                "It adds up, cell by cell, how far the counts are from those that independence would give.",
                "0 is a perfect match; the larger it is for its df, the surer the dependence.",
            ),
        ),
        KnownTest(
            "fisher-z",
            "Fisher z",
            "|z|",
            "Fisher's z on partial correlations, for continuous data",
            Needs.MEASUREMENTS,
            _fisher_z,
            correlates=True,
            effect="|r|",
            card=(
                "It asks whether x and y still correlate once what the given variables explain is taken out.",
                "It sees links along a line only: one that rises and falls again may escape it.",
            ),
            undecided="Too few rows, or a variable that does not vary in them: "
            "the correlation cannot be told",
        ),
        KnownTest(
            "oracle",
            "Oracle",
            "linked",
            "d-separation in a known network, without data",
            Needs.NETWORK,
            _oracle,
            certain=True,
            card=(
                "It reads off the known arrows whether a path is open between x and y given Z.",
                "Its answers are never wrong, so it shows what an algorithm does with right verdicts.",
            ),
        ),
    )
}
"""By id, in the order in which they are offered; the first of those with the same needs is the usual one."""


AUTO = "auto"
"""Stands for a test that is not chosen: what is learnt from decides, and the run records which it is."""


def choices() -> list[str]:
    """What can be said wherever a test is chosen."""
    return [AUTO, *TESTS]


def chosen(test: str | None) -> str | None:
    """The test that was chosen, if it is one there is; None where what is learnt from decides (`AUTO`)."""
    return None if test is None or test == AUTO else find_test(test).id


def find_test(id: str) -> KnownTest:
    """The test called `id`, or an error that suggests the nearest, or else lists all."""
    if id not in TESTS:
        raise ElcsError(f"No test {quoted(id)}. {did_you_mean(id, [*TESTS])}")
    return TESTS[id]


def usual(needs: Needs) -> KnownTest:
    """The test for such data, or for a network, where nobody names one."""
    return next(test for test in TESTS.values() if test.needs is needs)


def fitting(wanted: str | None, needs: Needs) -> str:
    """The id of the test to begin with on such data: the one that is wanted, if it can ask them or asks a
    network, else the usual one."""
    test = chosen(wanted)
    if test is not None and TESTS[test].needs in (needs, Needs.NETWORK):
        return test
    return usual(needs).id


def asks_network(test: str | None) -> bool:
    """Is the test asked on a known network instead of data? Not where none is named."""
    test = chosen(test)
    return test is not None and TESTS[test].needs is Needs.NETWORK


def kind_for(test: str | None) -> Kind:
    """What the columns of a table are read as for a test, where nobody says otherwise: who names no test
    leaves it to a survey."""
    test = chosen(test)
    if test is None:
        return Kind.GUESS
    return Kind.CONTINUOUS if TESTS[test].needs is Needs.MEASUREMENTS else Kind.DISCRETE


def make_test(
    test: str, data: Dataset | None, network: Network | None, rows_per_cell: float | None = None
) -> CiTest:
    """The test by its id, on what it needs; without `rows_per_cell`, the usual."""
    return find_test(test).make(data, network, rows_per_cell)
