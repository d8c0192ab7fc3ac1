"""Why a test has no information (0 degrees of freedom), in words.

Such a test has nothing to compare: in every stratum x or y has one value only. Often that is because of what
is missing: a test sees the rows in which x, y and Z are all known, and where one column decides whether
another is missing, only one of its values is left among them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.discrete import TableTest
from elcs_gui.ci.questions import NOTHING_TO_COMPARE, CiTest, Question
from elcs_gui.errors import shortened

_LONGEST_NAME, _LONGEST_SET = 80, 300
"""Letters of them in a reason."""


def why_no_information(test: CiTest | None, question: Question, names: Sequence[str]) -> str:
    """The reason, as half a sentence: `B is known only where A is yes`. Long names are shortened in it: files
    keep sentences of limited length."""
    if not isinstance(test, TableTest):
        return NOTHING_TO_COMPARE
    x, y, z = question
    called = {each: shortened(names[each], _LONGEST_NAME) for each in (x, y, *z)}
    level = partial(_level, test)
    for one in (x, y):
        if len(_occurring(test, one, test.known([one]))) < 2:
            return f"{called[one]} has one value only"
    found = [
        f"{called[other]} is known only where {called[one]} is {level(one, value)}"
        for one in (x, y)
        for other in (y, x, *z)
        if other != one and (value := _only_value(test, one, [other])) is not None
    ]
    if found:
        return found[0]
    for one in (x, y):
        value = _only_value(test, one, (x, y, *z))
        if value is not None:
            return f"where all of them are known, {called[one]} is always {level(one, value)}"
    given = shortened(", ".join(called[each] for each in z), _LONGEST_SET)
    table = test.table(question)
    for one, counts in ((x, table.by_x), (y, table.by_y)):
        if np.count_nonzero(counts, axis=1).max() < 2:
            return f"in each stratum of {{{given}}} only one value of {called[one]} is left"
    return f"in each stratum of {{{given}}} only one value of {called[x]} or of {called[y]} is left"


def explaining(test: CiTest | None) -> Callable[[Question], str] | None:
    """What a tape needs to give these reasons; None without data."""
    return partial(why_no_information, test, names=test.data.columns) if isinstance(test, TableTest) else None


def _level(test: TableTest, variable: int, code: int) -> str:
    return shortened(test.data.levels[variable][code], _LONGEST_NAME)


def _only_value(test: TableTest, variable: int, known: Sequence[int]) -> int | None:
    """The one value of a variable in the rows in which others are known; None where it has more."""
    if not test.gaps.intersection(known):
        return None
    values = _occurring(test, variable, test.known({*known, variable}))
    return int(values[0]) if len(values) == 1 else None


def _occurring(test: TableTest, variable: int, among: NDArray[np.bool_] | None) -> NDArray[np.generic]:
    codes = test.codes[variable]
    return np.unique(codes if among is None else codes[among])
