"""The words of the import page: what a file is, what was found in it, and what will come of it."""

from __future__ import annotations

from collections.abc import Mapping

from elcs_gui.app.importing.draft import Draft, Trouble, shown_name
from elcs_gui.data.plan import Kind, Method, MissingPolicy
from elcs_gui.data.survey.findings import Oddity
from elcs_gui.data.survey.survey import ColumnSurvey
from elcs_gui.data.tables.table_file import Form

KINDS: Mapping[Kind, str] = {
    Kind.DISCRETE: "Discrete",
    Kind.CONTINUOUS: "Continuous",
    Kind.IGNORE: "Ignore",
}
POLICIES: Mapping[MissingPolicy, tuple[str, str]] = {
    MissingPolicy.AVAILABLE: (
        "Keep rows",
        "Each test uses the rows in which all it asks about is known.",
    ),
    MissingPolicy.DROP_ROWS: (
        "Drop rows",
        "Rows with a missing value in any column that is kept are left out.",
    ),
    MissingPolicy.LEVEL: (
        "Own level",
        "“Missing” becomes a level like the others. Not for columns that stay numbers.",
    ),
}
METHODS: Mapping[Method, tuple[str, str]] = {
    Method.QUANTILE: ("Quantile", "Levels with about equally many rows."),
    Method.WIDTH: ("Width", "Levels of equal width from the smallest to the largest number."),
    Method.KMEANS: ("k-means", "Levels of numbers that lie together."),
}

DELIMITERS: Mapping[str, str] = {",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Bar", " ": "Blanks"}
ENCODINGS: Mapping[str, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Latin-1 (Windows)",
    "latin-1": "Latin-1",
}
DECIMALS: Mapping[str, str] = {".": "Decimal point", ",": "Decimal comma"}
HEADERS: Mapping[bool, str] = {True: "First row: names", False: "First row: data"}

_ODD: Mapping[Oddity, tuple[str, str]] = {
    # one column; several of them
    Oddity.EMPTY: ("1 empty column", "{n:,} empty columns"),
    Oddity.CONSTANT: ("1 constant column", "{n:,} constant columns"),
    Oddity.INDEX: ("an index", "{n:,} indices"),
    Oddity.DATES: ("1 column of dates", "{n:,} columns of dates"),
    Oddity.IDENTIFIER: ("1 identifier", "{n:,} identifiers"),
    Oddity.DUPLICATE: ("1 duplicate", "{n:,} duplicates"),
    Oddity.LINEAR: ("1 linear function of another column", "{n:,} linear functions of other columns"),
    Oddity.MOSTLY_MISSING: ("1 column that is mostly missing", "{n:,} columns that are mostly missing"),
    Oddity.TOO_MANY_LEVELS: ("1 column with too many levels", "{n:,} columns with too many levels"),
    Oddity.WORDS_AMONG_NUMBERS: (
        "words among the numbers of 1 column",
        "words among the numbers of {n:,} columns",
    ),
    Oddity.WORD_FOR_MISSING: (
        "a level of 1 column that may mean missing",
        "levels of {n:,} columns that may mean missing",
    ),
    Oddity.SPELLINGS: (
        "levels of 1 column that differ only in capitals",
        "levels of {n:,} columns that differ only in capitals",
    ),
    Oddity.DECIDED_MISSING: (
        "1 column whose gaps another one decides",
        "{n:,} columns whose gaps others decide",
    ),
    Oddity.SIGNS: ("signs that cannot be seen in 1 column", "signs that cannot be seen in {n:,} columns"),
}
_TITLES: Mapping[Oddity, str] = {
    Oddity.EMPTY: "No value in any row",
    Oddity.CONSTANT: "The same value in every row",
    Oddity.INDEX: "Counts the rows",
    Oddity.DATES: "Dates",
    Oddity.IDENTIFIER: "Different in every row",
    Oddity.DUPLICATE: "Same as another column",
    Oddity.LINEAR: "Linear function of another column",
    Oddity.MOSTLY_MISSING: "Mostly missing",
    Oddity.TOO_MANY_LEVELS: "Too many levels",
    Oddity.WORDS_AMONG_NUMBERS: "Words among numbers",
    Oddity.WORD_FOR_MISSING: "A word for missing",
    Oddity.SPELLINGS: "Only capitals differ",
    Oddity.DECIDED_MISSING: "Another column decides the gaps",
    Oddity.SIGNS: "Signs that cannot be seen",
}
MARKS: Mapping[Oddity, str] = {
    Oddity.EMPTY: "empty",
    Oddity.CONSTANT: "constant",
    Oddity.INDEX: "index",
    Oddity.DATES: "dates",
    Oddity.IDENTIFIER: "identifier",
    Oddity.DUPLICATE: "duplicate",
    Oddity.LINEAR: "linear",
    Oddity.MOSTLY_MISSING: "mostly missing",
    Oddity.TOO_MANY_LEVELS: "many levels",
    Oddity.WORDS_AMONG_NUMBERS: "words",
    Oddity.WORD_FOR_MISSING: "missing?",
    Oddity.SPELLINGS: "capitals",
    Oddity.DECIDED_MISSING: "gaps",
    Oddity.SIGNS: "signs",
}
"""What stands in the head of a column, in a word or two."""

_MOST_WARNINGS = 3

PROPOSED = " What to do about it is proposed at the right."
NOTHING_ODD = "No problems found: every column has levels and all values are known."


# What the file is


def extent(draft: Draft, *, whole: bool) -> str:
    """How many rows and columns; of the rows only the first few may have been looked at yet."""
    rows, columns = draft.survey.rows, len(draft.names)
    first = "" if whole else "first "
    sampled = draft.survey.sampled
    some = "" if sampled is None else f" · copies looked for in a sample of {sampled:,} rows"
    headers = " · repeated headers left out" if draft.drops_headers else ""
    return f"{first}{rows:,} row{'s' * (rows != 1)} × {columns:,} column{'s' * (columns != 1)}{some}{headers}"


def encoding_key(codec: str | None) -> str:
    """Under which of `ENCODINGS` a codec is listed."""
    codec = (codec or "").lower().replace("_", "-")
    if codec.startswith("utf-8"):
        return "utf-8"
    return "utf-16" if codec.startswith("utf-16") else codec


def part_title(form: Form) -> str:
    """What the parts of a file are called."""
    return {"npz": "Array", "engine": "Table"}.get(form.format, "Sheet")


# What was found


def found(draft: Draft, *, whole: bool) -> str:
    """All that is odd, in one sentence, and that something is proposed."""
    parts = []
    for trouble in draft.troubles:
        one, several = _ODD[trouble.oddity]
        count = len(trouble.places)
        parts.append(one if count == 1 else several.format(n=count))
    gaps = len(draft.gaps())
    if gaps:
        parts.append(f"missing values in {gaps:,} column{'s' * (gaps > 1)}")
    numbers = len(draft.of_kind(Kind.CONTINUOUS))
    if numbers:
        beside = f" beside {len(draft.of_kind(Kind.DISCRETE)):,} with levels" if draft.is_mixed else ""
        parts.append(f"{numbers:,} continuous column{'s' * (numbers > 1)}{beside}")
    where = "" if whole else " in the first rows"
    if not parts:
        return NOTHING_ODD if whole else "No problems found so far."
    return f"Found{where}: {_joined(parts)}.{PROPOSED}"


def title_of(trouble: Trouble) -> str:
    """The heading of what was found: how many columns are so."""
    count = len(trouble.places)
    return _TITLES[trouble.oddity] + (f" · {count:,} columns" if count > 1 else "")


def sentence_of(trouble: Trouble, draft: Draft) -> str:
    """The finding itself, or the columns if there are several; of a mere warning all that can be said."""
    if not trouble.findings[0].change:
        shown = trouble.findings[:_MOST_WARNINGS]
        left = len(trouble.findings) - len(shown)
        more = f" And {left:,} more." if left else ""
        return f"{' '.join(finding.sentence for finding in shown)}{more} {trouble.remedy}"
    if len(trouble.findings) == 1:
        return trouble.findings[0].sentence
    return f"{draft.listed(trouble.places, most=4)}."


def action_of(trouble: Trouble) -> tuple[str, str]:
    """What the button says that does as proposed, and what stands there once it is done; nothing for a mere
    warning."""
    change = trouble.findings[0].change
    if not change:
        return "", ""
    if change.joins:
        return "Take for one", "Taken for one"
    if change.markers and not change.kinds:
        return "Take for missing", "Taken for missing"
    if set(change.kinds.values()) == {Kind.IGNORE}:
        return "Leave out", "Left out"
    return "Read as numbers", "Read as numbers"


def marker_name(marker: str) -> str:
    """A marker as it is shown; nothing is one too."""
    return marker or "empty"


def missing_line(draft: Draft) -> str:
    """Where values are missing, and as what they stand there."""
    gaps = draft.gaps()
    if not gaps:
        return "No value is missing in the columns that are kept."
    total = sum(draft.missing_count(place) for place in gaps)
    return f"{total:,} cell{'s' * (total > 1)} in {draft.listed(gaps)}."


def column_line(column: ColumnSurvey, missing: int) -> str:
    """What a column holds, in a few words."""
    parts = []
    if column.levels is not None:
        parts.append(f"{column.levels:,} different value{'s' * (column.levels != 1)}")
    if column.low is not None and column.high is not None and column.low < column.high:
        parts.append(f"{column.low:.6g} to {column.high:.6g}")
    if missing:
        share = missing / max(column.rows, 1)
        parts.append(f"{missing:,} missing ({'<1' if share < 0.005 else f'{100 * share:.0f}'} %)")
    return " · ".join(parts)


# What comes of it


def result(draft: Draft) -> str:
    """What will be opened, in one sentence."""
    survey = draft.survey
    kinds = draft.kinds
    kept = draft.kept
    of = f"{kept:,}" if kept == len(kinds) else f"{kept:,} of {len(kinds):,}"
    rows = f"{survey.rows:,} row{'s' * (survey.rows != 1)}"
    parts = _kinds_of_result(draft)
    are = f", all {parts[0].partition(' ')[2]}" if len(parts) == 1 else f": {_joined(parts)}"
    return f"{rows}, {of} columns{are}{_missing_result(draft)}."


def _kinds_of_result(draft: Draft) -> list[str]:
    parts = []
    discrete, numbers = len(draft.of_kind(Kind.DISCRETE)), draft.of_kind(Kind.CONTINUOUS)
    if discrete:
        parts.append(f"{discrete:,} discrete")
    if numbers and draft.cuts:
        bins = sorted({draft.cutting_of(place).bins for place in numbers})
        levels = f"{bins[0]}" if len(bins) == 1 else f"{bins[0]} to {bins[-1]}"
        parts.append(f"{len(numbers):,} cut into {levels} levels")
    elif numbers:
        parts.append(f"{len(numbers):,} continuous")
    return parts


def _missing_result(draft: Draft) -> str:
    gaps = draft.gaps()
    if not gaps:
        return ""
    if draft.policy is MissingPolicy.AVAILABLE:
        return "; each test uses the rows it knows"
    if draft.policy is MissingPolicy.LEVEL:
        return f"; “missing” is a level of {len(gaps):,} column{'s' * (len(gaps) > 1)}"
    least, most = draft.rows_dropped()
    count = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    one = most == 1
    return f"; {count} row{'s' * (not one)} with missing values {'is' if one else 'are'} left out"


def progress(share: float, seconds: float) -> str:
    """How far, and how long it may still take: `34 %, about 12 s left`."""
    done = f"{100 * share:.0f} %"
    if share < 0.02 or seconds < 0.5:
        return done
    left = seconds * (1 - share) / share
    if left >= 90:
        return f"{done}, about {left / 60:.0f} min left"
    return f"{done}, about {left:.0f} s left" if left >= 1 else f"{done}, nearly done"


def tip_of(place: int, draft: Draft) -> str:
    """What the head of a column says when pointed at."""
    column = draft.survey.columns[place]
    lines = [shown_name(column.name), column_line(column, draft.missing_count(place))]
    trouble = draft.trouble_of.get(place)
    if trouble is not None:
        lines.append(trouble.finding_of(column.name).sentence)
    return "\n".join(line for line in lines if line)


def _joined(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)
