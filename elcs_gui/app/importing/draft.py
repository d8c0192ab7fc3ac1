"""What has been decided so far about a table that was looked at; the rest is as the look proposes.

Only decisions are kept. When more of the file has been looked at, or other markers were tried, the same
decisions are laid over what was found then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from elcs_gui.ci.registry import Needs, fitting
from elcs_gui.data.columns.cells import is_number
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.survey.findings import WHOLE_LEVELS, Finding, Oddity
from elcs_gui.data.survey.survey import ColumnSurvey, Survey


@dataclass
class Decisions:
    """What somebody has said, as far as it differs from what is proposed."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    policy: MissingPolicy | None = None
    cuts: bool | None = None
    """Whether continuous columns are cut into levels; None: only if others have levels anyhow."""
    cutting: Cutting = field(default_factory=Cutting)
    cuttings: dict[str, Cutting] = field(default_factory=dict)
    """For single columns."""
    declined: set[str] = field(default_factory=set)
    """Words that were proposed as markers of missing values, and are none."""
    kept_apart: set[str] = field(default_factory=set)
    """Columns whose levels stay apart though only capitals differ."""

    @classmethod
    def of(cls, plan: ImportPlan, columns: Iterable[str]) -> Decisions:
        """Those that a plan holds for these columns."""
        kinds = {column: plan.kind(column) for column in columns}
        return cls(
            {column: kind for column, kind in kinds.items() if kind is not Kind.GUESS},
            None if plan.policy is MissingPolicy.REFUSE else plan.policy,
            bool(plan.cutting or plan.cuttings) or (None if Kind.CONTINUOUS not in kinds.values() else False),
            plan.cutting or Cutting(),
            dict(plan.cuttings),
            kept_apart=set(kinds) - set(plan.joined),
        )


@dataclass(frozen=True)
class Trouble:
    """The same oddity of some columns, and what is proposed for all of them."""

    oddity: Oddity
    findings: tuple[Finding, ...]
    places: tuple[int, ...]
    """The columns, in the order of the file."""

    @property
    def remedy(self) -> str:
        return self.findings[0].remedy

    def finding_of(self, column: str) -> Finding:
        """What was found about one of the columns."""
        return next(finding for finding in self.findings if finding.column == column)

    @property
    def markers(self) -> tuple[str, ...]:
        """Words that would count as missing."""
        return tuple(dict.fromkeys(marker for finding in self.findings for marker in finding.change.markers))

    @property
    def joins(self) -> tuple[str, ...]:
        """Columns in which capitals would make no difference."""
        return tuple(column for finding in self.findings for column in finding.change.joins)


@dataclass(frozen=True)
class Blocked:
    """Why the file cannot be read as decided, and the columns at fault."""

    reason: str
    places: tuple[int, ...] = ()
    mixed: bool = False


class Draft:
    """A survey with decisions laid over it."""

    def __init__(self, survey: Survey, decisions: Decisions | None = None, *, numbers: bool = False) -> None:
        """With `numbers`, every column that holds numbers alone is proposed as continuous."""
        self.survey = survey
        self._numbers = numbers
        self.decisions = Decisions() if decisions is None else decisions
        self.names = [column.name for column in survey.columns]
        self.place = {name: place for place, name in enumerate(self.names)}
        self.troubles = _troubles(survey.findings, self.place)
        self._proposed = [column.kind for column in survey.columns]
        if numbers:
            for place, column in enumerate(survey.columns):
                if self._proposed[place] is Kind.DISCRETE and holds_numbers(column):
                    self._proposed[place] = Kind.CONTINUOUS
        self._unaided = list(self._proposed)
        """Kinds by guess, before any finding is followed."""
        for finding in survey.findings:
            for name, kind in finding.change.kinds.items():
                self._proposed[self.place[name]] = kind
        said = self.decisions.kinds
        self.kinds = [said.get(name, kind) for name, kind in zip(self.names, self._proposed, strict=True)]
        """What each column will be; see `set_kind`."""
        self._of_kind: dict[Kind, list[int]] = {}
        words = {place for trouble in self.troubles if trouble.markers for place in trouble.places}
        self._incomplete = [
            place for place, column in enumerate(survey.columns) if column.missing or place in words
        ]
        """All columns in which a value may be missing; looking anew at ten thousand of them would be felt."""
        self._poor = [
            place
            for place, column in enumerate(survey.columns)
            if (column.levels is not None and column.levels < 2) or column.missing_count == column.rows
        ]
        """All columns that may have the same value in every row."""

    # Kinds

    def kind(self, place: int) -> Kind:
        return self.kinds[place]

    def set_kind(self, places: Collection[int], kind: Kind) -> None:
        """Decide what some columns are."""
        for place in places:
            self.decisions.kinds[self.names[place]] = kind
            self.kinds[place] = kind
        self._of_kind.clear()

    @property
    def kept(self) -> int:
        """How many columns are not left out."""
        return len(self.kinds) - len(self.of_kind(Kind.IGNORE))

    def of_kind(self, kind: Kind) -> list[int]:
        """The columns that will be so."""
        if kind not in self._of_kind:
            self._of_kind[kind] = [place for place, found in enumerate(self.kinds) if found is kind]
        return self._of_kind[kind]

    # What was found

    def is_followed(self, trouble: Trouble) -> bool:
        """Is it dealt with as proposed?"""
        if any(marker in self.decisions.declined for marker in trouble.markers):
            return False
        if any(column in self.decisions.kept_apart for column in trouble.joins):
            return False
        return all(
            self.kind(self.place[name]) is kind
            for finding in trouble.findings
            for name, kind in finding.change.kinds.items()
        )

    def follow(self, trouble: Trouble) -> None:
        """Do as proposed."""
        self.decisions.declined -= set(trouble.markers)
        self.decisions.kept_apart -= set(trouble.joins)
        for finding in trouble.findings:
            for name, kind in finding.change.kinds.items():
                self.set_kind([self.place[name]], kind)

    def decline(self, trouble: Trouble) -> None:
        """Leave the columns as they would be if nothing had been found."""
        self.decisions.declined |= set(trouble.markers)
        self.decisions.kept_apart |= set(trouble.joins)
        for finding in trouble.findings:
            for name in finding.change.kinds:
                place = self.place[name]
                self.set_kind([place], self._unaided[place])

    @cached_property
    def trouble_of(self) -> Mapping[int, Trouble]:
        """By column: what there is to do about it, which stands behind what is only to be known."""
        return {place: trouble for trouble in self.troubles for place in trouble.places}

    @property
    def needs_decision(self) -> bool:
        """Is there anything that nobody should decide unasked? Not that numbers are numbers, if so wanted."""
        numbers = bool(self.of_kind(Kind.CONTINUOUS))
        return bool(self.troubles) or self.gaps() != [] or (numbers and (self.is_mixed or not self._numbers))

    @property
    def joined(self) -> tuple[str, ...]:
        """Columns with levels in which capitals make no difference."""
        found = [column for trouble in self.troubles for column in trouble.joins]
        joined = dict.fromkeys((*self.survey.plan.joined, *found))
        levels = {self.names[place] for place in self.of_kind(Kind.DISCRETE)}
        return tuple(column for column in joined if column in levels - self.decisions.kept_apart)

    @property
    def drops_headers(self) -> bool:
        """Are rows left out that hold the header again?"""
        found = any(finding.change.drop_headers for finding in self.survey.findings)
        return found or self.survey.plan.drop_headers

    # Missing values

    @property
    def markers(self) -> tuple[str, ...]:
        """Cells that count as missing."""
        words = [marker for trouble in self.troubles for marker in trouble.markers]
        more = [word for word in dict.fromkeys(words) if word not in self.decisions.declined]
        return self.survey.plan.missing + tuple(word for word in more if word not in self.survey.plan.missing)

    def missing_of(self, place: int) -> list[tuple[str, int]]:
        """The markers that stand in a column and how often, words that count as such among them.

        A word that is not among the frequent labels stands there once, for all that is known.
        """
        column = self.survey.columns[place]
        trouble = self.trouble_of.get(place)
        if trouble is None or not trouble.markers:
            return list(column.missing)
        counts = dict(column.frequent)
        markers = trouble.finding_of(column.name).change.markers
        words = [word for word in markers if word not in self.decisions.declined]
        return [*column.missing, *((word, counts.get(word, 1)) for word in words)]

    def missing_count(self, place: int) -> int:
        return sum(count for _, count in self.missing_of(place))

    def gaps(self) -> list[int]:
        """Columns that are kept and have missing values."""
        kept = [place for place in self._incomplete if self.kinds[place] is not Kind.IGNORE]
        return [place for place in kept if self.missing_of(place)]

    def missing_by_marker(self) -> list[tuple[str, int]]:
        """Over all columns that are kept, the most frequent first."""
        counts: Counter[str] = Counter()
        for place in self.gaps():
            counts.update(dict(self.missing_of(place)))
        return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))

    @property
    def policy(self) -> MissingPolicy:
        """What becomes of missing values; a level is no way out for columns that stay numbers."""
        wanted = self.decisions.policy or MissingPolicy.AVAILABLE
        return MissingPolicy.AVAILABLE if wanted is MissingPolicy.LEVEL and self.keeps_numbers else wanted

    def rows_dropped(self) -> tuple[int, int]:
        """How many rows would be left out for missing values: at least, and at most."""
        counts = [self.missing_count(place) for place in self.gaps()]
        if not counts:
            return 0, 0
        incomplete = self.survey.rows - self.survey.complete_rows
        elsewhere = any(self.kinds[place] is Kind.IGNORE for place in self._incomplete)
        words = set(self.markers) - set(self.survey.plan.missing)
        if not elsewhere and not words:
            return incomplete, incomplete
        most = min(sum(counts), self.survey.rows)
        return max(counts), most if words else min(most, incomplete)

    # Numbers

    @property
    def is_mixed(self) -> bool:
        """Are there columns with levels beside columns of numbers?"""
        return bool(self.of_kind(Kind.DISCRETE)) and bool(self.of_kind(Kind.CONTINUOUS))

    @property
    def cuts(self) -> bool:
        """Whether continuous columns are cut into levels."""
        return self.is_mixed if self.decisions.cuts is None else self.decisions.cuts

    @property
    def keeps_numbers(self) -> bool:
        return not self.cuts and bool(self.of_kind(Kind.CONTINUOUS))

    def cutting_of(self, place: int) -> Cutting:
        return self.decisions.cuttings.get(self.names[place], self.decisions.cutting)

    def set_cutting(self, cutting: Cutting, places: Collection[int] | None = None) -> None:
        """How numbers are cut: of some columns, or of all."""
        self.decisions.cuts = True
        if places is None:
            self.decisions.cutting = cutting
            self.decisions.cuttings.clear()
        else:
            self.decisions.cuttings |= {self.names[place]: cutting for place in places}

    def leave_out_levels(self) -> None:
        """The way out of a mixture that keeps the numbers."""
        self.set_kind(self.of_kind(Kind.DISCRETE), Kind.IGNORE)
        self.decisions.cuts = False

    # What comes of it

    def blocked(self) -> Blocked | None:
        """The first reason why this cannot be read; None if it can, as far as a look can tell."""
        if self.kept < 2:
            many = "No column is kept" if not self.kept else "Only one column is kept"
            return Blocked(f"{many}: a variable needs at least one other to be asked about.")
        nameless = self.place.get("")  # only the first may be so
        if nameless is not None and self.kinds[nameless] is not Kind.IGNORE:
            return Blocked("A column without a name cannot be a variable: leave it out.", (nameless,))
        words = [place for place in self.of_kind(Kind.CONTINUOUS) if not self._is_numeric(place)]
        if words:
            reason = f"{self.listed(words)} cannot be continuous: not every cell is a number."
            return Blocked(reason, tuple(words))
        if self.is_mixed and not self.cuts:
            numbers, levels = self.of_kind(Kind.CONTINUOUS), len(self.of_kind(Kind.DISCRETE))
            return Blocked(
                f"{self.listed(numbers)} would stay numbers beside {levels:,} column{'s' * (levels > 1)} "
                "with levels, and no test takes both.",
                tuple(numbers),
                mixed=True,
            )
        poor = [place for place in self._poor if self.kinds[place] is not Kind.IGNORE]
        same = [place for place in poor if self._is_useless(place)]
        if same:
            one = len(same) == 1
            return Blocked(
                f"{self.listed(same)} {'has' if one else 'have'} the same value in every row: nothing can be "
                f"learnt from {'it' if one else 'them'}. Leave {'it' if one else 'them'} out.",
                tuple(same),
            )
        if self.policy is MissingPolicy.DROP_ROWS and self.rows_dropped()[0] >= self.survey.rows:
            return Blocked("No row is without a missing value: leave out the columns that have most of them.")
        return None

    def plan(self) -> ImportPlan:
        """Everything that was decided or proposed, said as briefly as it can be."""
        kinds = self.kinds
        usual = Kind.CONTINUOUS if self.keeps_numbers and not self.is_mixed else Kind.DISCRETE
        cut = self.cuts and bool(self.of_kind(Kind.CONTINUOUS))
        others = {name: kind for name, kind in zip(self.names, kinds, strict=True) if kind is not usual}
        cuttings = {
            name: cutting
            for name, cutting in self.decisions.cuttings.items()
            if others.get(name) is Kind.CONTINUOUS and cutting != self.decisions.cutting
        }
        return replace(
            self.survey.plan,
            drop_headers=self.drops_headers,
            missing=self.markers,
            joined=self.joined,
            policy=self.policy if self.gaps() else MissingPolicy.REFUSE,
            kinds=others,
            others=usual,
            cutting=self.decisions.cutting if cut else None,
            cuttings=cuttings if cut else {},
        )

    def test(self, wanted: str | None) -> str:
        """The test to begin with: the one that is wanted, if it can ask such data."""
        return fitting(wanted, Needs.MEASUREMENTS if self.keeps_numbers else Needs.LEVELS)

    def listed(self, places: Sequence[int], most: int = 3) -> str:
        """Names for a sentence, the first few if they are many."""
        names = [shown_name(self.names[place]) for place in places]
        if len(names) > most:
            return f"{', '.join(names[: most - 1])} and {len(names) - most + 1:,} more"
        return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)

    def _is_numeric(self, place: int) -> bool:
        trouble = self.trouble_of.get(place)
        if trouble is not None and trouble.markers and self.is_followed(trouble):
            return True
        return holds_numbers(self.survey.columns[place])

    def _is_useless(self, place: int) -> bool:
        column = self.survey.columns[place]
        known = column.rows - self.missing_count(place)
        levels = 0 if not known else column.levels
        if self.policy is MissingPolicy.LEVEL and known < column.rows and levels is not None:
            levels += 1
        return levels is not None and levels < 2


def holds_numbers(column: ColumnSurvey) -> bool:
    """Whether every cell that is not missing is a number."""
    if column.kind is Kind.CONTINUOUS:
        return True
    # With more different numbers, and nothing else, it would have been taken for continuous.
    few = column.levels is not None and 0 < column.levels <= WHOLE_LEVELS
    return few and all(is_number(label) for label, _ in column.frequent)


def shown_name(name: str) -> str:
    """The name of a column as it is shown; it may have none."""
    return name or "(no name)"


def _troubles(findings: Iterable[Finding], place: Mapping[str, int]) -> list[Trouble]:
    """Findings about columns, those of a kind together; what concerns the whole table is told elsewhere."""
    groups: dict[tuple[Oddity, str], list[Finding]] = {}
    for finding in findings:
        if finding.column is not None:
            groups.setdefault((finding.oddity, finding.remedy), []).append(finding)
    return [
        Trouble(oddity, tuple(group), tuple(sorted(place[finding.column or ""] for finding in group)))
        for (oddity, _), group in groups.items()
    ]
