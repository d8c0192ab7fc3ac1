"""A recipe: all that somebody says about a run, and the one place where what is left open is decided.

    recipe = Recipe(example="fig3")              or data=Path("d.csv"), network=Path("n.bif"), ...
    opened = recipe.open()                       what is learnt from, and what there is to know about it
    header = recipe.header(opened.study)         the run, with nothing left open

The window, the commands, the library, lessons and exported scripts all come through here, so that the same
words give the same run:

- the algorithm is the example's own, or else the sound ELCS
- the test is the example's own, or else the one for the kinds of the columns; a known network alone is asked
  by d-separation
- k is the example's own, or else 3; alpha is 0.01
- the columns of a table are of the kinds that a survey finds, unless a plan or a test says otherwise

`elcs_gui.storage.recipe_text` says a run as the command or the call that makes it again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path

from elcs_gui.algorithms.learning import checked_algorithm, parameters_of
from elcs_gui.algorithms.registry import DEFAULT, OWN_K, USUAL_ALPHA, Own, find_algorithm
from elcs_gui.ci.discrete import ROWS_PER_CELL
from elcs_gui.ci.preselection import Preselecting, Preselection
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.ci.registry import Needs, asks_network, chosen, find_test, kind_for, usual
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.files import shown_name
from elcs_gui.data.names import listed
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.data.plan import Cutting, ImportPlan, Kind
from elcs_gui.data.readers import read_opened
from elcs_gui.data.sampling import sample
from elcs_gui.data.survey.survey import (
    left_undone,
    measured_as_levels,
    proposed,
    settled,
    settled_by_looking,
    survey_table,
)
from elcs_gui.data.tables.address import address_of, title_of
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.repeated_header import headers_sentence, repeated_headers
from elcs_gui.data.tables.table_file import TableFile, Tell, nobody
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.storage.study import Study
from elcs_gui.trace.knowledge import Knowledge, check_knowledge
from elcs_gui.trace.knowledge_text import knowledge_of, read_knowledge
from elcs_gui.trace.listings import Setting
from elcs_gui.trace.trace import Header


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is said to be known beforehand, as statements; see `elcs_gui.trace.knowledge_text`.

    Attributes:
        files: with lines of such statements.
        own: whether what an example begins with counts as well.
    """

    require: tuple[str, ...] = ()
    forbid: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    own: bool = True


@dataclass(frozen=True, eq=False)
class Opened:
    """What a recipe's source holds.

    Attributes:
        notes: what to know about how it was read, a sentence each; options are named as the command line has
            them.
    """

    study: Study
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """What somebody says about a run; None, or what a field is at first, leaves it to what is learnt from.

    Attributes:
        example: the id of a bundled example.
        data: a file or an address; or what stands for it where it is in none.
        network: a known graph: with data or rows the truth, else what is asked.
        rows: to draw from the network, or from that of the example, by `seed`.
        title: what to call the source; None where its files have names.
        named: how a command line names the source, where that is not as its files are called.
        plan: how a table is read, kinds may be left to a guess; None: as the test wants it.
        tidy: whether all that a survey of the table proposes is done.
        preselect: whether columns that have nothing to do with the target are left out, by marginal tests at
            alpha; a number judges these together, for such a share of false discoveries.
        forced: verdicts to go on with, whatever the data say: x, y, the set given, the verdict.
        parameters: what the algorithm is told otherwise than usual.
    """

    example: str | None = None
    data: Path | TableFile | Dataset | None = None
    network: Path | Network | None = None
    rows: int | None = None
    seed: int = 0
    title: str | None = None
    named: tuple[str, ...] | None = None
    plan: ImportPlan | None = None
    tidy: bool = False
    preselect: bool | float = False
    target: str | None = None
    algorithm: str | None = None
    test: str | None = None
    alpha: float = USUAL_ALPHA
    k: int | Own | None = OWN_K
    rows_per_cell: float | None = None
    policy: Policy = field(default_factory=Policy)
    known: Known = field(default_factory=Known)
    forced: tuple[tuple[str, str, tuple[str, ...], Verdict], ...] = ()
    parameters: tuple[tuple[str, Setting], ...] = ()

    # The source

    def open(self, tell: Tell = nobody, *, whole: bool = False) -> Opened:
        """Read what the recipe names.

        Args:
            whole: also data that its test does not ask.
        """
        test = chosen(self.test)
        if self.example is not None and self.rows is None:
            study = Study.of_example(self.example, test)
            return Opened(replace(self._without(study, whole=whole), named=self._named))
        network = self._network()
        if self.rows is not None:
            if asks_network(test):
                raise ElcsError("The oracle asks no rows: name another test, or no rows.")
            assert network is not None  # rows are drawn from one
            return Opened(self._as_example(self._of_data(sample(network, self.rows, self.seed), network)))
        if self.data is not None and (whole or not asks_network(test)):
            return self._of_table(self.data, network, tell)
        if network is None:
            raise ElcsError("The oracle answers from a known network: name one with --network.")
        oracle = usual(Needs.NETWORK).id
        if test is not None and not asks_network(test):
            raise ElcsError(f"The test {test} needs data: a known network is asked by --test {oracle}.")
        title = self._title(self.network, network.name)
        study = Study(title, None, network, oracle, target=self.target, named=self._named)
        return Opened(self._without(study, whole=whole))

    def study(self, tell: Tell = nobody) -> Study:
        """What is learnt from, alone."""
        return self.open(tell).study

    def _network(self) -> Network | None:
        if self.example is not None:
            return find_example(self.example).load_network()
        return read_network(self.network) if isinstance(self.network, Path) else self.network

    def _of_data(self, data: Dataset, network: Network | None, plan: ImportPlan | None = None) -> Study:
        test = chosen(self.test) or usual(Needs.of(data)).id
        title = self._title(self.data, data.name)
        return Study(title, data, network, test, target=self.target, plan=plan, named=self._named)

    def _of_table(self, data: Path | TableFile | Dataset, network: Network | None, tell: Tell) -> Opened:
        if isinstance(data, Dataset):
            return Opened(self._of_data(data, network).without(self._ignored))
        plan = self.plan or ImportPlan(others=kind_for(self.test))
        table = open_table(data, plan, lambda share: tell(0.1 * share)) if isinstance(data, Path) else data
        if self.tidy:
            plan, seen = self._tidied(table, plan, lambda share: tell(0.1 + 0.45 * share)), None
            if isinstance(data, Path):
                table = open_table(data, plan, nobody)
        else:
            plan, seen = settled_by_looking(table, plan, lambda share: tell(0.1 + 0.45 * share))
        narrow = None
        if self.preselect is not False:
            assert self.target is not None
            rate = None if self.preselect is True else self.preselect
            narrow = Preselecting(self.target, chosen(self.test), self.alpha, rate)
        read = read_opened(table, plan, lambda share: tell(0.55 + 0.45 * share), narrow)
        notes = []
        if headers := repeated_headers(read):
            notes.append(f"{headers_sentence(read.name, headers)} (--drop-headers).")
        if seen is not None and (undone := left_undone(seen, plan)):
            notes.append(f"{read.name}: following elcs survey would {undone} (--tidy).")
        elif seen is None and not self.tidy:
            unsaid = [name for name in measured_as_levels(read) if name not in plan.kinds]
            if unsaid:
                notes.append(f"{read.name}: following elcs survey would cut {listed(unsaid)} (--tidy).")
        if narrow is None:
            return Opened(self._of_data(read, network, plan), tuple(notes))
        there = set(read.columns)
        wanted = (name for name in table.columns if plan.kind(name) is not Kind.IGNORE)
        left_out = tuple(name for name in wanted if name not in there)
        study = self._of_data(read, network, plan.with_kinds(Kind.IGNORE, left_out))
        found = Preselection(left_out, rate, tuple(narrow.thresholds))
        return Opened(replace(study, preselection=found), tuple(notes))

    def _tidied(self, table: TableFile, plan: ImportPlan, tell: Tell) -> ImportPlan:
        """The plan with what a survey proposes, as far as the test allows."""
        found = survey_table(table, plan, tell)
        tidied = proposed(found)
        kept = {column: kind for column, kind in tidied.kinds.items() if kind is not Kind.IGNORE}
        if kind_for(self.test) is Kind.CONTINUOUS:
            tidied = replace(tidied.with_kinds(Kind.CONTINUOUS, kept), cutting=None)
        elif chosen(self.test) is not None and Kind.CONTINUOUS in kept.values():
            tidied = replace(tidied, cutting=tidied.cutting or Cutting())
        return settled(replace(found, plan=tidied))

    @property
    def _ignored(self) -> list[str]:
        kinds = {} if self.plan is None else self.plan.kinds
        return [column for column, kind in kinds.items() if kind is Kind.IGNORE]

    def _without(self, study: Study, *, whole: bool) -> Study:
        """The study without the variables that are left out: columns, or nodes where the graph is asked."""
        if study.data is not None and asks_network(study.test) and not whole:
            study = replace(study, data=None)
        return study.without(self._ignored)

    def _as_example(self, study: Study) -> Study:
        """Data drawn anew for an example keep its target, its k and its algorithm."""
        if self.example is None:
            return study
        example = find_example(self.example)
        return replace(
            study, title=example.title, target=example.target, k=example.k, algorithm=example.algorithm
        )

    @property
    def _named(self) -> tuple[str, ...]:
        """How a command line names the source; empty where it cannot, as what it is in no file."""
        if self.named is not None:
            return self.named
        if self.rows is not None:
            return ()
        if self.example is not None:
            return ("--example", self.example)
        truth = ("--network", str(self.network)) if isinstance(self.network, Path) else ()
        if self.data is None:
            return truth
        return (file_argument(self.data), *truth) if isinstance(self.data, Path) else ()

    def _title(self, source: object, name: str) -> str:
        if self.title is not None:
            return self.title
        return shown_name(title_of(source)) if isinstance(source, Path) else name

    # The run

    def header(self, study: Study, target: str | None = None) -> Header:
        """The run that the recipe describes on a source: of this target, its own or the source's; where none
        of them is there, of the first variable."""
        names, wanted = study.names(), target or self.target or study.target
        algorithm = find_algorithm(self.algorithm or study.algorithm or DEFAULT)
        counts = find_test(study.test).counts_cells
        cell = ROWS_PER_CELL if self.rows_per_cell is None else self.rows_per_cell
        return Header(
            algorithm.id,
            names.index(wanted) if wanted in names else 0,
            names,
            study.test,
            alpha=self.alpha,
            k=study.k if isinstance(self.k, Own) else self.k,
            rows=study.rows(),
            rows_per_cell=cell if counts else None,
            policy=self.policy,
            forced=tuple(sorted(_override(study, *said) for said in self.forced)),
            knowledge=self._knowledge(study, own=self.known.own and algorithm.uses_knowledge),
            parameters=parameters_of(algorithm.id, self.parameters),
        )

    def checked_header(self, study: Study, target: str | None = None) -> Header:
        """The same, or an error where it cannot run, or where there is no such target."""
        for name in (target, self.target):
            if name is not None:
                study.index(name)
        made = self.header(study, target)
        checked_algorithm(made)
        return made

    def _knowledge(self, study: Study, *, own: bool) -> Knowledge:
        """All that is known, together; contradictions are refused."""
        names, said = study.names(), self.known
        require = (*(study.require if own else ()), *said.require)
        parts = [read_knowledge(path, names) for path in said.files]
        parts.append(knowledge_of(names, forbid=said.forbid, require=require, tiers=said.tiers))
        known = Knowledge(
            forbidden=tuple(pair for part in parts for pair in part.forbidden),
            required=tuple(pair for part in parts for pair in part.required),
            adjacent=tuple(pair for part in parts for pair in part.adjacent),
            tiers=tuple(tier for part in parts for tier in part.tiers),
        )
        check_knowledge(known, names)
        return known


def file_argument(path: Path) -> str:
    """A file of data, or an address, as an argument that nothing takes for an option."""
    address = address_of(path)
    if address is not None:
        return str(address)
    return f"./{path}" if str(path).startswith("-") else str(path)


def _override(
    study: Study, x: str, y: str, given: Collection[str], verdict: Verdict
) -> tuple[Question, Verdict]:
    first, second, *others = (study.index(name) for name in (x, y, *given))
    if first == second:
        raise ElcsError(f"A forced verdict is about two variables, not {quoted(x)} and itself.")
    return Question.of(first, second, others), verdict
