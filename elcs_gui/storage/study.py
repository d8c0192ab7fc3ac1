"""What is open: data, a known network, or both, where they came from, and what runs on them need.

The window, its processes, the command line and session files all speak of a `Study`; so it stands here, left
of everything that opens one, and right of the tests and traces that it makes.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from dataclasses import KW_ONLY, dataclass, replace
from pathlib import Path
from typing import Any

from elcs_gui.algorithms.registry import DEFAULT
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.no_information import why_no_information
from elcs_gui.ci.preselection import Preselection
from elcs_gui.ci.questions import CiTest
from elcs_gui.ci.registry import Needs, asks_network, kind_for, make_test, usual
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.files import STANDARD_INPUT
from elcs_gui.data.fingerprint import known_fingerprint
from elcs_gui.data.names import position
from elcs_gui.data.network import Network
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.sampling import hide
from elcs_gui.errors import ElcsError
from elcs_gui.storage.file_reference import FileReference
from elcs_gui.trace.trace import Header, Origin, Trace, read_as


@dataclass(frozen=True, eq=False)
class Study:
    """Data or a network (or both: then the network is the truth), and how to ask them unless told otherwise.

    Attributes:
        data: None where there are none, or where a session refers to them: then there is a `fingerprint`.
        test: asked where none is named.
        target: the name of the variable to begin with; None where nothing speaks for one.
        k: the largest conditioning set to begin with; None for any.
        algorithm: the one that there is something to see with; None where nothing speaks for any.
        require: what is known beforehand, as in "A -> B".
        example: the id of the bundled example that it is.
        data_file: where a window read the data, as the file was then.
        network_file: the same for the network.
        plan: how the data file was read; None where nothing was decided.
        fingerprint: of the data, as a session file says; that of `data` is worked out when it is needed.
        preselection: which columns were left out for one target, and by what.
        named: how a command line names it; empty where nobody said so (`argument_words` looks further).
    """

    title: str
    data: Dataset | None
    network: Network | None
    test: str
    _: KW_ONLY
    target: str | None = None
    k: int | None = 3
    algorithm: str | None = None
    require: tuple[str, ...] = ()
    example: str | None = None
    data_file: FileReference | None = None
    network_file: FileReference | None = None
    plan: ImportPlan | None = None
    fingerprint: str | None = None
    preselection: Preselection | None = None
    named: tuple[str, ...] = ()

    @classmethod
    def of_example(cls, name: str, test: str | None = None) -> Study:
        """All there is of the bundled example with that id, asked by its own test unless another is named."""
        example = find_example(name)
        test = test or example.test
        data = example.load_data()
        if data is None and not asks_network(test):
            oracle = usual(Needs.NETWORK).id
            raise ElcsError(
                f"The example {example.id} has no data, only a graph: ask it with --test {oracle}."
            )
        return cls(
            example.title, data, example.load_network(), test, target=example.target, k=example.k,
            algorithm=example.algorithm or DEFAULT, require=example.require, example=example.id,
        )  # fmt: skip

    @property
    def path(self) -> Path | None:
        """The file that the data were read from."""
        return None if self.data_file is None else self.data_file.path

    @property
    def reading(self) -> ImportPlan:
        """How its data file is to be read, where that has to be done again."""
        return self.plan or ImportPlan(others=kind_for(self.test))

    @property
    def levels(self) -> tuple[tuple[str, ...], ...]:
        """The labels of each variable's levels; empty where there are none."""
        seen = self.network if self.data is None else self.data
        assert seen is not None
        return seen.levels[: len(seen.measured)] if isinstance(seen, Network) else seen.levels

    def names(self, test: str | None = None) -> tuple[str, ...]:
        """The variables, as this test sees them; its own test where none is given."""
        seen = self._seen_by(test)
        return seen.measured if isinstance(seen, Network) else seen.columns

    def without(self, names: Collection[str]) -> Study:
        """The same without these variables: columns leave the data, nodes of the network are hidden.

        A name that there is not is an error.
        """
        if not names:
            return self
        plan = (self.plan or ImportPlan()).with_kinds(Kind.IGNORE, names)
        if self.data is not None:
            return replace(self, data=hide(self.data, names), plan=plan)
        assert self.network is not None
        return replace(self, network=self.network.hiding(names), plan=plan)

    def index(self, name: str) -> int:
        """The number of the variable called `name`, or an error that says what there is."""
        return position(name, self.names(), self.title)

    def rows(self, test: str | None = None) -> int | None:
        """How many rows this test sees; None for the oracle."""
        seen = self._seen_by(test)
        return None if isinstance(seen, Network) else seen.rows

    def material(self, test: str) -> Dataset | Network | None:
        """What this test is asked on: the network by the oracle, the data by all others."""
        return self.network if asks_network(test) else self.data

    def header(self, target: str | None = None, algorithm: str | None = None) -> Header:
        """The run to begin with: for this target, its own or the first variable, whichever there is."""
        from elcs_gui.storage.recipe import Recipe

        return Recipe(algorithm=algorithm).header(self, target)

    def ci_test(self, header: Header) -> CiTest:
        """What answers the questions of a run."""
        return make_test(header.test, self.data, self.network, header.rows_per_cell)

    def evidence(self, header: Header) -> Evidence:
        """The same with an empty tape, for all runs that share their answers."""
        return Evidence(self.ci_test(header))

    def explain(self, trace: Trace) -> None:
        """Have these data tell why tests of the run had no information."""
        header = trace.header
        if not asks_network(header.test):
            trace.judge.tape.explain = lambda question: why_no_information(
                self.ci_test(header), question, header.names
            )

    def origin(self, header: Header) -> Origin:
        """Where the answers of a run come from, for its trace to tell."""
        asked = None if asks_network(header.test) else self.data
        digits = "" if asked is None else known_fingerprint(asked)
        reading = self.reading_of(header)
        if self.example is not None:
            return Origin("example", self.example, digits, reading)
        file = self.network_file if asked is None else self.data_file
        name = self.title if file is None else file.name
        name = "" if name == STANDARD_INPUT else name  # nobody can read it again
        if asked is None:
            return Origin("network", name, reading=reading)
        return Origin("table", name, digits, reading)

    def reading_of(self, header: Header) -> dict[str, Any]:
        """What `Origin.reading` says of a run: what is not as usual in how its source was read."""
        if self.data is None or asks_network(header.test):
            return self._hidden
        return read_as(self.plan if self.example is not None else self.reading)

    def relative_to(self, session: Path | None) -> Study:
        """The same, its files told from where a session file will be."""
        data, network = self.data_file, self.network_file
        return replace(
            self,
            data_file=data and data.relative_to(session),
            network_file=network and network.relative_to(session),
        )

    @property
    def _hidden(self) -> dict[str, Any]:
        """What `Origin.reading` says of a network: which of its nodes are hidden."""
        hidden = () if self.network is None else self.network.hidden_nodes
        return read_as(ImportPlan().with_kinds(Kind.IGNORE, hidden))

    def _seen_by(self, test: str | None) -> Dataset | Network:
        """What a test takes the variables from."""
        asks_data = self.data is not None and not asks_network(self.test if test is None else test)
        seen = self.data if asks_data else self.network
        assert seen is not None
        return seen


def with_origin(trace: Trace, study: Study | None) -> Trace:
    """The same trace, whose header tells where its answers came from, if that is known."""
    if study is None or trace.header.origin is not None:
        return trace
    made = copy(trace)  # all but the header is shared: such a trace is for reading
    made.header = replace(trace.header, origin=study.origin(trace.header))
    return made
