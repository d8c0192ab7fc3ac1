"""How a table is to be read: what the person who imports it has decided, as plain data.

An `ImportPlan` holds nothing that was found in a file, only what overrides the looking. It is frozen and goes
to and from JSON, so that a session file or a script can hold it and the same file gives the same data again.
`elcs_gui.data.survey.survey.proposed` makes one out of what a look at the file has found.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Self, TypeVar

from elcs_gui.data.names import tidy_name
from elcs_gui.errors import DataError, quoted

MISSING = frozenset({"", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NAN", "null", "NULL", "?"})
"""Labels that stand for a value nobody knows. `None` is not among them: Child has a level of that name."""
USUAL_MARKERS = tuple(sorted(MISSING))

MOST_BINS = 256


class Kind(StrEnum):
    """What a column is."""

    DISCRETE = "discrete"
    """Its cells are levels; numbers are levels too."""
    CONTINUOUS = "continuous"
    """Its cells are numbers that measure something; a `Cutting` makes levels of them."""
    IGNORE = "ignore"
    """It is left out, unread."""
    GUESS = "guess"
    """Discrete or continuous, as a survey of the file finds (never ignored by guess)."""


class MissingPolicy(StrEnum):
    """What becomes of cells that nobody knows."""

    REFUSE = "refuse"
    """They are an error that says where they are."""
    DROP_ROWS = "drop"
    """Rows with any of them are left out."""
    AVAILABLE = "available"
    """They stay; each test uses the rows in which all it asks about is known."""
    LEVEL = "level"
    """"Missing" is a level like the others; not for columns that stay numbers."""


class Method(StrEnum):
    """How the cut points between levels are found."""

    QUANTILE = "quantile"
    """Levels with about equally many rows."""
    WIDTH = "width"
    """Levels of equal width between the smallest and the largest number."""
    KMEANS = "kmeans"
    """Levels that lie together: the least squared distance to the level's mean."""


@dataclass(frozen=True)
class Cutting:
    """How the numbers of a continuous column become levels."""

    method: Method = Method.QUANTILE
    bins: int = 3
    """The most levels there will be; fewer where values repeat."""

    def __post_init__(self) -> None:
        if not 2 <= self.bins <= MOST_BINS:
            raise DataError(f"Numbers are cut into 2 to {MOST_BINS} levels, not {self.bins}.")


@dataclass(frozen=True)
class ImportPlan:
    """Everything that can be decided about reading a table; the default reads levels and guesses the rest.

    None means "found by looking" for the first five.
    """

    delimiter: str | None = None
    """Of a text file: `,` `;` `|` a tab, or a blank for runs of blanks."""
    header: bool | None = None
    """Whether the first row holds names; without them the columns are X1, X2, ..."""
    encoding: str | None = None
    """Of a text file: `utf-8`, `utf-16`, `cp1252`, or any other that Python knows."""
    decimal: str | None = None
    """The decimal sign of a text file: `.` or `,`."""
    part: str | None = None
    """The sheet of a workbook, the array of an npz archive (the first one that will do, if not named), or the
    table of a database."""
    missing: tuple[str, ...] = USUAL_MARKERS
    """Cells that stand for a value nobody knows. Numbers count by value: `-999` is `-999.0` as well. An empty
    cell is always one."""
    policy: MissingPolicy = MissingPolicy.REFUSE
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    """By the name of the column."""
    others: Kind = Kind.DISCRETE
    """What the columns are that `kinds` does not name."""
    cutting: Cutting | None = None
    """How continuous columns are cut into levels; None keeps them as numbers."""
    cuttings: Mapping[str, Cutting] = field(default_factory=dict)
    """The same for single columns, by name; they go before `cutting`."""
    joined: tuple[str, ...] = ()
    """Columns with levels in which `m` and `M` are one: what differs only in capitals is the same level."""

    drop_headers: bool = False
    """Whether rows that hold the header again are left out, as where files were put together."""

    def __post_init__(self) -> None:
        for part in ("kinds", "cuttings"):
            by_name = {tidy_name(column): said for column, said in getattr(self, part).items()}
            object.__setattr__(self, part, by_name)
        object.__setattr__(self, "joined", tuple(map(tidy_name, self.joined)))

    def kind(self, column: str) -> Kind:
        """What the plan says that a column is."""
        return self.kinds.get(column, self.others)

    def cutting_of(self, column: str) -> Cutting | None:
        """How a column would be cut if it is continuous."""
        return self.cuttings.get(column, self.cutting)

    def with_kinds(self, kind: Kind, columns: Collection[str]) -> Self:
        """The plan with that kind for these columns."""
        return replace(self, kinds={**self.kinds, **dict.fromkeys(columns, kind)})

    def to_json(self) -> dict[str, Any]:
        """All fields, as JSON knows them; without those that earlier versions do not know, where they are as
        usual."""
        found = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        if not self.drop_headers:
            del found["drop_headers"]
        return found | {
            "missing": list(self.missing),
            "joined": list(self.joined),
            "policy": str(self.policy),
            "kinds": {column: str(kind) for column, kind in self.kinds.items()},
            "others": str(self.others),
            "cutting": _cutting_to_json(self.cutting),
            "cuttings": {column: _cutting_to_json(cutting) for column, cutting in self.cuttings.items()},
        }

    @classmethod
    def from_json(cls, record: object) -> Self:
        """The plan that `to_json` wrote; fields left out are as usual. A DataError says what is wrong."""
        found = _checked(record, dict, "an import plan")
        unknown = sorted(set(found) - {entry.name for entry in fields(cls)})
        if unknown:
            raise DataError(
                f"An import plan has no field {quoted(unknown[0])}: this version does not know it."
            )
        for name in ("delimiter", "encoding", "decimal", "part"):
            _checked(found.get(name, ""), (str, type(None)), name)
        _checked(found.get("header"), (bool, type(None)), "header")
        _checked(found.get("drop_headers", False), bool, "drop_headers")
        plan = {name: found[name] for name in found if name in _PLAIN_FIELDS}
        for name, one in (("missing", "a marker"), ("joined", "a column")):
            if name in found:
                plan[name] = tuple(_checked(text, str, one) for text in _checked(found[name], list, name))
        if "policy" in found:
            plan["policy"] = _member(MissingPolicy, found["policy"], "policy")
        if "kinds" in found:
            kinds = _checked(found["kinds"], dict, "kinds")
            plan["kinds"] = {column: _member(Kind, kind, "kind") for column, kind in kinds.items()}
        if "others" in found:
            plan["others"] = _member(Kind, found["others"], "others")
        if found.get("cutting") is not None:
            plan["cutting"] = _cutting_from_json(found["cutting"])
        if "cuttings" in found:
            cuttings = _checked(found["cuttings"], dict, "cuttings")
            plan["cuttings"] = {column: _cutting_from_json(cutting) for column, cutting in cuttings.items()}
        return cls(**plan)


_PLAIN_FIELDS = frozenset({"delimiter", "header", "encoding", "decimal", "part", "drop_headers"})

Member = TypeVar("Member", bound=StrEnum)


def _cutting_to_json(cutting: Cutting | None) -> dict[str, Any] | None:
    return None if cutting is None else {"method": str(cutting.method), "bins": cutting.bins}


def _cutting_from_json(record: object) -> Cutting:
    found = _checked(record, dict, "a cutting")
    return Cutting(
        _member(Method, found.get("method", "quantile"), "method"),
        _checked(found.get("bins", 3), int, "bins"),
    )


def _member(choices: type[Member], value: object, what: str) -> Member:
    try:
        return choices(_checked(value, str, what))
    except ValueError:
        known = ", ".join(choices)
        raise DataError(f"In an import plan, {what} is {quoted(str(value))}; it can be {known}.") from None


_TYPES = {bool: "true or false", int: "a whole number", float: "a number", list: "a list", dict: "an object"}
"""What JSON has, besides text and null."""


def _checked(value: Any, kind: type | tuple[type, ...], what: str) -> Any:
    if not isinstance(value, kind):
        found = quoted(value) if isinstance(value, str) else _TYPES.get(type(value), "null")
        raise DataError(f"In an import plan, {what} cannot be {found}.")
    return value
