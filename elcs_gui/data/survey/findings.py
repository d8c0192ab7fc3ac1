"""What is odd about the columns of a table, in a sentence, and what to change in the plan because of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from elcs_gui.data.columns.cells import MOST_LEVELS, is_number
from elcs_gui.data.names import WRITTEN_AS_SIGNS, is_tidy, listed, untidy_sentence
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.survey.deciding import Deciding
from elcs_gui.data.survey.linear import NEAR, Directions
from elcs_gui.data.survey.tally import FEW, Tally
from elcs_gui.errors import quoted

WHOLE_LEVELS = 20
"""A column of more different whole numbers measures something, by guess."""
FRACTION_LEVELS = FEW
"""The same for numbers that are not all whole."""

MANY_LEVELS = 10
ROWS_A_LEVEL = 10
"""With fewer rows for each of many levels, even a test against two levels would be unreliable."""

_FEW_ROWS = 10
"""In fewer rows nothing is said of columns that are different in every row."""
_MOST_WORDS = 5
_MOSTLY = 0.9
_NAMES_ROWS = re.compile(r"(.*[ _.-])?(id|ids|key|uuid|guid|index|rowid|row|nr|no)", re.IGNORECASE)
_DATE = re.compile(
    r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2}))([T ]\d{1,2}:\d{2}.{0,24})?",
    re.ASCII,
)
_FOR_MISSING = """
unknown, missing, not known, not available, not recorded, not stated, no answer, no data, unbekannt, fehlt,
fehlend, keine angabe, k.a., inconnu, inconnue, manquant, desconocido, desconocida, desconhecido,
desconhecida, sconosciuto, sconosciuta, onbekend, okänd, ukendt, ukjent, nieznany, neznámý"""
_WORDS_FOR_MISSING = frozenset(word.strip() for word in _FOR_MISSING.split(","))


class Oddity(StrEnum):
    """What a finding is about."""

    EMPTY = "empty"
    CONSTANT = "constant"
    INDEX = "index"
    DATES = "dates"
    IDENTIFIER = "identifier"
    DUPLICATE = "duplicate"
    LINEAR = "linear"
    MOSTLY_MISSING = "mostly-missing"
    TOO_MANY_LEVELS = "too-many-levels"
    WORDS_AMONG_NUMBERS = "words-among-numbers"
    WORD_FOR_MISSING = "word-for-missing"
    SPELLINGS = "spellings"
    DECIDED_MISSING = "decided-missing"
    MISSING = "missing"
    MIXED = "mixed"
    SIGNS = "signs"
    REPEATED_HEADER = "repeated-header"


@dataclass(frozen=True)
class PlanChange:
    """What a finding would change in a plan; nothing by default."""

    kinds: Mapping[str, Kind] = field(default_factory=dict)
    markers: tuple[str, ...] = ()
    """Further markers of missing values."""
    policy: MissingPolicy | None = None
    cutting: Cutting | None = None
    joins: tuple[str, ...] = ()
    """Columns in which capitals make no difference."""
    drop_headers: bool = False
    """Leave out rows that hold the header again."""

    def __bool__(self) -> bool:
        return self != PlanChange()

    def applied(self, plan: ImportPlan) -> ImportPlan:
        """The plan with the change. What it has decided about missing values and cutting stays."""
        missing = plan.missing + tuple(marker for marker in self.markers if marker not in plan.missing)
        policy = self.policy if self.policy and plan.policy is MissingPolicy.REFUSE else plan.policy
        kinds = {**plan.kinds, **self.kinds}
        joined = plan.joined + tuple(column for column in self.joins if column not in plan.joined)
        cutting = plan.cutting or self.cutting
        dropped = plan.drop_headers or self.drop_headers
        return replace(
            plan, kinds=kinds, missing=missing, policy=policy, cutting=cutting, joined=joined,
            drop_headers=dropped,
        )  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """One oddity of a column (of the whole table if `column` is None)."""

    oddity: Oddity
    column: str | None
    sentence: str
    """What was found."""
    remedy: str
    """What the change does, as an instruction: `Leave it out.` Where it changes nothing, what may help."""
    change: PlanChange

    def to_json(self) -> dict[str, Any]:
        return {
            "oddity": str(self.oddity),
            "column": self.column,
            "sentence": self.sentence,
            "remedy": self.remedy,
            "kinds": {column: str(kind) for column, kind in self.change.kinds.items()},
        }


def of_signs(spelled: Sequence[str], tallies: Sequence[Tally]) -> Iterator[Finding]:
    """Names and levels with control characters, line ends or turns of the writing direction in them."""
    for name, tally in zip(spelled, tallies, strict=True):
        levels = () if all(map(is_tidy, tally.counts or ())) else (tally.name,)
        said = untidy_sentence([name], levels)
        if said:
            yield Finding(Oddity.SIGNS, tally.name, said, WRITTEN_AS_SIGNS, PlanChange())


def guessed_kind(tally: Tally) -> Kind:
    """Continuous, if a column holds nothing but many different numbers; else discrete."""
    if not tally.known or not tally.all_numbers:
        return Kind.DISCRETE
    most = WHOLE_LEVELS if tally.all_whole else FRACTION_LEVELS
    return Kind.CONTINUOUS if tally.counts is None or len(tally.counts) > most else Kind.DISCRETE


def looks_measured(levels: Sequence[str]) -> bool:
    """The same of a column of which only the levels are known."""
    if len(levels) <= FRACTION_LEVELS or not all(map(is_number, levels)):
        return False
    return len(levels) > WHOLE_LEVELS or not all(float(level).is_integer() for level in levels)


def findings_of(tallies: Sequence[Tally], deciding: Iterable[Deciding] = ()) -> list[Finding]:
    """All that is odd, column by column, then of the whole table.

    Args:
        deciding: which columns decide whether others are missing; said of columns without another oddity.
    """
    findings: list[Finding] = []
    kinds: dict[str, Kind] = {}
    others = _Others()
    for tally in tallies:
        kinds[tally.name] = guessed_kind(tally)
        finding = _of_column(tally) or others.finding(tally)
        if finding is not None:
            findings.append(finding)
            kinds |= finding.change.kinds
    told = {finding.column for finding in findings}
    left_out = {name for name, kind in kinds.items() if kind is Kind.IGNORE}
    findings += [_of_decided(one) for one in deciding if one.other not in told and one.column not in left_out]
    kept = [tally for tally in tallies if kinds[tally.name] is not Kind.IGNORE]
    made_missing = {finding.column for finding in findings if finding.change.markers}
    gaps = [tally for tally in kept if tally.known < tally.rows or tally.name in made_missing]
    findings += _of_missing(gaps)
    findings += _of_kinds({tally.name: kinds[tally.name] for tally in kept})
    return findings


def of_headers(rows: int) -> Iterator[Finding]:
    """Where so many rows hold the header again; all else is found without them."""
    if rows:
        yield Finding(
            Oddity.REPEATED_HEADER,
            None,
            f"The header stands in the table again, in {rows:,} row{'s' * (rows != 1)}.",
            f"Leave {'them' if rows != 1 else 'it'} out.",
            PlanChange(drop_headers=True),
        )


def _of_column(tally: Tally) -> Finding | None:
    """The first oddity of a column by itself."""
    name, rows = tally.name, tally.rows
    distinct = tally.levels()
    levels = None if distinct is None else len(distinct)
    if tally.known == 0:
        return _leave_out(Oddity.EMPTY, name, f"{quoted(name)} has no value in any row.")
    if levels == 1:
        return _leave_out(Oddity.CONSTANT, name, f"{quoted(name)} has the same value wherever it has one.")
    if tally.counts_from in (0, 1) and (rows >= _FEW_ROWS or not name):
        what = f"{quoted(name)}" if name else "The first column, which has no name,"
        return _leave_out(Oddity.INDEX, name, f"{what} counts the rows from {tally.counts_from} on.")
    if rows >= _FEW_ROWS and (levels is None or levels >= MANY_LEVELS) and _holds_dates(tally):
        return _leave_out(
            Oddity.DATES,
            name,
            f"{quoted(name)} holds dates: they neither group the rows nor measure anything by themselves.",
        )
    if rows >= _FEW_ROWS and _names_rows(tally):
        return _leave_out(
            Oddity.IDENTIFIER,
            name,
            f"{quoted(name)} differs in every row: it names rows and does not group them.",
        )
    if tally.known < (1 - _MOSTLY) * rows:
        return _leave_out(
            Oddity.MOSTLY_MISSING,
            name,
            f"{quoted(name)} is missing in {rows - tally.known:,} of {rows:,} rows.",
        )
    words = _words_among_numbers(tally)
    if words:
        return Finding(
            Oddity.WORDS_AMONG_NUMBERS,
            name,
            f"{quoted(name)} holds numbers, but for {listed(words)}.",
            "Read it as continuous, and those cells as missing.",
            PlanChange({name: Kind.CONTINUOUS}, markers=tuple(words)),
        )
    if guessed_kind(tally) is Kind.DISCRETE and (
        levels is None or (levels >= MANY_LEVELS and levels * ROWS_A_LEVEL > tally.known)
    ):
        many = f"more than {MOST_LEVELS:,}" if levels is None else f"{levels:,}"
        sentence = f"{quoted(name)} has {many} levels in {tally.known:,} rows: too many for any test."
        if tally.all_numbers:
            change = PlanChange({name: Kind.CONTINUOUS})
            return Finding(Oddity.TOO_MANY_LEVELS, name, sentence, "Read it as continuous.", change)
        return _leave_out(Oddity.TOO_MANY_LEVELS, name, sentence)
    return _word_for_missing(tally) or _spellings(tally)


def _spellings(tally: Tally) -> Finding | None:
    """Levels that differ only in capitals."""
    if tally.counts is None or tally.all_numbers:
        return None
    alike: dict[str, list[str]] = {}
    for label in tally.counts:
        alike.setdefault(label.casefold(), []).append(label)
    twice = [sorted(labels) for labels in alike.values() if len(labels) > 1]
    if not twice or len(alike) < 2:
        return None
    return Finding(
        Oddity.SPELLINGS,
        tally.name,
        f"{quoted(tally.name)} has levels that differ only in capitals: {listed(twice[0])}.",
        "Take them for one level.",
        PlanChange(joins=(tally.name,)),
    )


def _word_for_missing(tally: Tally) -> Finding | None:
    """A level that is called so; two others must be left, or nothing can be learnt from the column."""
    words = sorted(label for label in tally.counts or () if label.strip().casefold() in _WORDS_FOR_MISSING)
    if not words or len(tally.counts or ()) < len(words) + 2:
        return None
    return Finding(
        Oddity.WORD_FOR_MISSING,
        tally.name,
        f"{quoted(tally.name)} has the {'level' if len(words) == 1 else 'levels'} {listed(words)}: "
        "is that a value nobody knows?",
        f"Read {'it' if len(words) == 1 else 'them'} as missing.",
        PlanChange(markers=tuple(words)),
    )


def _holds_dates(tally: Tally) -> bool:
    labels = tally.first_labels()
    return bool(labels) and all(_DATE.fullmatch(label) for label in labels)


def _leave_out(oddity: Oddity, column: str, sentence: str) -> Finding:
    return Finding(oddity, column, sentence, "Leave it out.", PlanChange({column: Kind.IGNORE}))


def _names_rows(tally: Tally) -> bool:
    """Words that are never the same twice, or whole numbers that rise all the way or are called so."""
    if not tally.all_new:
        return False
    if not tally.all_numbers:
        return True
    return tally.all_whole and (tally.rising or _NAMES_ROWS.fullmatch(tally.name) is not None)


def _words_among_numbers(tally: Tally) -> list[str]:
    """The few words of a column that otherwise measures something."""
    if tally.all_numbers or tally.counts is None:
        return []
    numbers = {label: count for label, count in tally.counts.items() if is_number(label)}
    words = sorted(set(tally.counts) - set(numbers))
    if len(words) <= _MOST_WORDS and len(numbers) > WHOLE_LEVELS and sum(numbers.values()) > tally.known / 2:
        return words
    return []


class _Others:
    """The columns so far that have no oddity: what a further one may say again."""

    def __init__(self) -> None:
        self._by_content: dict[tuple[bytes, bytes], Tally] = {}
        self._by_pattern: dict[tuple[bytes, Kind], Tally] = {}
        self._by_direction: Directions[Tally] = Directions()

    def finding(self, tally: Tally) -> Finding | None:
        """Whether one of them determines this column and is determined by it."""
        name = tally.name
        first = self._same(tally) or self._one_to_one(tally)
        if first is None:
            return self._linear(tally) if guessed_kind(tally) is Kind.CONTINUOUS else None
        if first.content == tally.content:
            sentence = f"{quoted(name)} holds the same as {quoted(first.name)} in every row."
        else:
            sentence = f"{quoted(name)} parts the rows just as {quoted(first.name)} does, by other labels."
        return _leave_out(Oddity.DUPLICATE, name, sentence)

    def _same(self, tally: Tally) -> Tally | None:
        """A column with the same content; of columns with few levels, `_one_to_one` tells that too."""
        if guessed_kind(tally) is Kind.DISCRETE and not tally.all_new:
            return None
        first = self._by_content.setdefault((tally.content, tally.gaps), tally)
        return None if first is tally else first

    def _one_to_one(self, tally: Tally) -> Tally | None:
        """A column whose levels go one to one with those of this one.

        Columns that differ in every row part the rows alike without being alike. So may two that measure
        something; but one of them that goes with levels is a code for these.
        """
        if tally.all_new or tally.counts is None:
            return None
        kind = guessed_kind(tally)
        kinds = (Kind.DISCRETE,) if kind is Kind.CONTINUOUS else (Kind.DISCRETE, Kind.CONTINUOUS)
        found = [first for other in kinds if (first := self._by_pattern.get((tally.pattern, other)))]
        self._by_pattern.setdefault((tally.pattern, kind), tally)
        return found[0] if found else None

    def _linear(self, tally: Tally) -> Finding | None:
        """Whether this column of numbers is a linear function of another that is known in the same rows."""
        direction = tally.shape.direction if tally.known >= _FEW_ROWS else None
        if direction is None:
            return None
        for other, rising in self._by_direction.near(direction):
            if other.gaps == tally.gaps:
                slope, intercept = tally.shape.function_of(other.shape, rising=rising)
                where = "in every row" if tally.known == tally.rows else "wherever they are known"
                sentence = (
                    f"{quoted(tally.name)} is a linear function of {quoted(other.name)} {where}, "
                    "but for rounding: "
                    f"{_function(slope, other.name, intercept, max(abs(tally.low), abs(tally.high)))}."
                )
                return _leave_out(Oddity.LINEAR, tally.name, sentence)
        self._by_direction.add(direction, tally)
        return None


def _function(slope: float, of: str, intercept: float, size: float) -> str:
    """A linear function as a formula: 1.8 · 'celsius' + 32. `size` is that of its values."""
    times = f"{slope:.6g} · {quoted(of)}"
    if abs(intercept) <= NEAR * size:
        return times
    return f"{times} {'+' if intercept > 0 else '−'} {abs(intercept):.6g}"


def _of_decided(found: Deciding) -> Finding:
    """A warning: no change would be right for everybody."""
    one = len(found.levels) == 1
    compared = "have nothing to compare" if one else "compare these values only"
    return Finding(
        Oddity.DECIDED_MISSING,
        found.other,
        f"{quoted(found.other)} is known only where {quoted(found.column)} is "
        f"{listed(found.levels)}: tests of the two {compared}.",
        "Reading missing values as a level, or leaving one of the two out, avoids that.",
        PlanChange(),
    )


def _of_missing(gaps: Sequence[Tally]) -> Iterator[Finding]:
    if gaps:
        one, names = len(gaps) == 1, [tally.name for tally in gaps]
        yield Finding(
            Oddity.MISSING,
            None,
            f"Values are missing in {'column' if one else f'{len(gaps):,} columns:'} {listed(names)}."
            f"{_counted_as_missing(gaps)}",
            "Let each test use the rows in which all it asks about is known.",
            PlanChange(policy=MissingPolicy.AVAILABLE),
        )


def _counted_as_missing(gaps: Sequence[Tally]) -> str:
    """Which texts count as missing: somewhere one of them may be a level."""
    counts: Counter[str] = Counter()
    for tally in gaps:
        counts.update({marker: count for marker, count in tally.missing.items() if marker})
    if not counts:
        return ""
    told = [f"{quoted(marker)} ({count:,})" for marker, count in counts.most_common(_MOST_WORDS)]
    return f" Cells that count as missing: {', '.join(told)}."


def _of_kinds(kinds: Mapping[str, Kind]) -> Iterator[Finding]:
    numbers = [name for name, kind in kinds.items() if kind is Kind.CONTINUOUS]
    if numbers and len(numbers) < len(kinds):
        cutting = Cutting()
        yield Finding(
            Oddity.MIXED,
            None,
            f"{listed(numbers)} {'measures' if len(numbers) == 1 else 'measure'} something, the other "
            f"{len(kinds) - len(numbers):,} have levels, and no test takes both.",
            f"Cut the numbers into {cutting.bins} levels with about equally many rows.",
            PlanChange(cutting=cutting),
        )
