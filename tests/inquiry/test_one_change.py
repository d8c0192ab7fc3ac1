"""What is learnt of a small network when one thing is changed, and where it hangs."""

from dataclasses import replace

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import PRINTED
from elcs_gui.app.drawing.starters import STARTERS
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.errors import DataError
from elcs_gui.inquiry.one_change import (
    COARSE,
    Agreement,
    Attempt,
    Band,
    Sweep,
    Trial,
    agreement,
    attempt,
    hanging,
    right_where,
)

DRAWINGS = {starter.id: starter.draw() for starter in STARTERS}


def tried(starter: str, rows: int | None = None, strength: float = 0.2, alpha: float = 0.01) -> Attempt:
    drawing = DRAWINGS[starter]
    if starter == "wet-grass":
        drawing = drawing.strengthen(2, 3, strength)
    assert drawing.target is not None
    return attempt(Trial(drawing.network(), drawing.place_of(drawing.target), rows, 7, alpha, PRINTED))


@pytest.mark.parametrize(
    ("starter", "expected"),
    [
        ("chain", Agreement.OPEN),
        ("fork", Agreement.OPEN),
        ("collider", Agreement.SAME),
        ("wet-grass", Agreement.SAME),
    ],
)
def test_the_oracle_finds_what_independences_can_tell(starter: str, expected: Agreement) -> None:
    found = tried(starter)
    assert found.agreement is expected
    assert hanging(found) is None  # no test has a p-value


def test_more_rows_take_the_answer_from_wrong_through_open_to_right() -> None:
    found = [tried("wet-grass", rows).agreement for rows in (120, 1000, 10_000)]
    assert found == [Agreement.WRONG, Agreement.OPEN, Agreement.SAME]


def test_the_test_on_which_an_answer_hangs_would_mend_it() -> None:
    found = tried("wet-grass", 1000)
    where = hanging(found)
    assert where is not None and where.false
    test, names = where.test, found.header.names
    assert {names[test.x], names[test.y]} == {"Rain", "Sprinkler"} and [names[z] for z in test.z] == ["Wet"]
    turned = replace(found.header, forced=((Question.of(test.x, test.y, test.z), Verdict.DEPENDENT),))
    mended = learn(found.evidence, turned).outcome
    assert mended is not None and agreement(mended, found.truth) is Agreement.SAME
    arrows = {(names[tail], names[head]) for tail, head in where.gained}
    assert arrows == {("Rain", "Wet"), ("Sprinkler", "Wet"), ("Wet", "Slippery")} and not where.lost


@pytest.mark.parametrize("alpha", [0.01, 0.05])
def test_a_right_answer_hangs_on_the_test_closest_to_alpha(alpha: float) -> None:
    found = tried("wet-grass", 10_000, alpha=alpha)
    where = hanging(found)
    assert found.agreement is Agreement.SAME and where is not None and not where.false

    def factor(p: float) -> float:
        return max(p / alpha, alpha / p)

    ps = [test.p for test in found.trace.tests().events() if test.p]
    assert where.test.p is not None and factor(where.test.p) == min(map(factor, ps))


def test_another_alpha_on_the_same_data_is_a_run_with_that_alpha() -> None:
    found = tried("wet-grass", 1000)
    for alpha in (0.01, 0.1):
        assert found.at(alpha) is tried("wet-grass", 1000, alpha=alpha).agreement


def test_a_variable_that_never_varies_is_named() -> None:
    drawing = DRAWINGS["chain"]
    table = drawing.table(0)
    table[:] = [1.0, 0.0]
    network = drawing.tabulate(0, table).network()
    with pytest.raises(DataError, match="'A' came out the same throughout"):
        attempt(Trial(network, 1, 100))


def test_a_sweep_finds_where_the_answer_changes_and_looks_near_the_thumb_first() -> None:
    asked: list[float] = []

    def judge(place: float) -> Agreement:
        asked.append(place)
        return Agreement.OPEN if 0.03 <= place < 0.382 else Agreement.SAME

    sweep = Sweep(0.25, judge)
    points = sweep.points()
    for _ in range(3):
        next(points)
    assert sorted(asked) == [0.1875, 0.25, 0.3125]
    assert [band.agreement for band in sweep.bands] == [Agreement.OPEN]
    assert sum(1 for _ in points) == len(asked) - 3  # one after the other, so that others have their turn
    assert asked[COARSE + 1] == 0.40625  # the change at 0.382 is nearer than the one at 0.03
    bands = sweep.bands
    assert [band.agreement for band in bands] == [Agreement.SAME, Agreement.OPEN, Agreement.SAME]
    assert [0.0, *(band.high for band in bands)] == [*(band.low for band in bands), 1.0]
    assert [band.low for band in bands] == pytest.approx([0, 0.03, 0.382], abs=0.002) and len(asked) < 30


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ("", ""),
        ("O", "Right nowhere here"),
        ("S", "Right everywhere here"),
        ("WOS", "Right from 2 on"),
        ("SO", "Right up to 1"),
        ("OSW", "Right from 1 to 2"),
        ("SOSS", "Right from 2 on, and elsewhere"),
    ],
)
def test_where_it_is_right_is_said_in_words(kinds: str, expected: str) -> None:
    agreements = {"O": Agreement.OPEN, "S": Agreement.SAME, "W": Agreement.WRONG}
    bands: list[Band] = []
    for place, kind in enumerate(kinds):
        if bands and bands[-1].agreement is agreements[kind]:
            bands[-1] = replace(bands[-1], high=place + 1)
        else:
            bands.append(Band(place, place + 1, agreements[kind]))
    assert right_where(bands, "{:g}".format) == expected
