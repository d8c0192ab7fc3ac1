import sys
from copy import copy
from dataclasses import replace
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.data.columns import spilling
from elcs_gui.data.dataset import Dataset, check_size, check_usable
from elcs_gui.errors import DataError


def labels(data: Dataset, column: str) -> list[str]:
    variable = data.index(column)
    return [data.levels[variable][code] for code in data.codes[variable]]


def test_a_data_set_keeps_one_contiguous_row_of_codes_per_variable() -> None:
    data = Dataset.discrete("d", ["a", "b", "c"], np.array([[0, 5, 2], [1, 7, 2], [1, 5, 3], [0, 5, 2]]))
    assert (data.variables, data.rows) == (3, 4)
    assert data.codes.shape == (3, 4)
    assert data.codes.flags.c_contiguous
    assert data.codes.dtype == np.uint8
    assert data.codes[1].tolist() == [0, 1, 0, 0]
    assert data.levels == (("0", "1"), ("5", "7"), ("2", "3"))
    assert data.values is None


def test_numbers_come_in_numeric_order_and_before_other_labels() -> None:
    data = Dataset.discrete("d", ["a", "b"], [["10", "9", "b", "a", "-1"], [1, 2, 3, 4, 5]])
    assert data.levels[0] == ("-1", "9", "10", "a", "b")


def test_spellings_of_one_number_are_one_level_shown_by_the_shortest() -> None:
    data = Dataset.discrete("d", ["a", "b"], [["3.0", "3", "+3", "4.50"], [3, 3.0, 4, 4]])
    assert data.levels == (("3", "4.50"), ("3", "4"))
    assert data.codes.tolist() == [[0, 0, 0, 1], [0, 0, 1, 1]]


def test_a_number_with_a_leading_zero_is_a_name() -> None:
    data = Dataset.discrete("d", ["a", "b"], [["3", "03", "0.5", "007", "0"], [1, 2, 3, 4, 5]])
    assert data.levels[0] == ("0", "0.5", "3", "007", "03")


def test_intervals_come_from_low_to_high() -> None:
    labels = ["> 10", "-1.5 – 2", "≤ -1.5", "2 – 10", "missing", "7"]
    data = Dataset.discrete("d", ["a", "b"], [labels, range(6)])
    assert data.levels[0] == ("7", "≤ -1.5", "-1.5 – 2", "2 – 10", "> 10", "missing")


def test_long_numbers_that_a_float_would_merge_stay_apart() -> None:
    data = Dataset.discrete(
        "d", ["a", "b"], [["9007199254740993", "9007199254740992"], ["1e999999999999", "1"]]
    )
    assert data.levels[0] == ("9007199254740992", "9007199254740993")
    assert data.levels[1] == ("1", "1e999999999999")
    absurd = Dataset.discrete("d", ["a", "b"], [["1e99999999999999999999", "x"], [1, 2]])
    assert absurd.levels[0] == ("1e99999999999999999999", "x")


def test_blanks_around_a_label_do_not_matter() -> None:
    data = Dataset.discrete("d", [" a ", "b"], [[" yes", "yes ", "no"], [1, 2, 3]])
    assert data.columns == ("a", "b")
    assert data.levels[0] == ("no", "yes")


def test_only_levels_that_occur_are_kept() -> None:
    data = Dataset.coded("d", ["a", "b"], [np.array([2, 2]), np.array([0, 1])], [["x", "y", "z"], ["n", "m"]])
    assert data.levels == (("z",), ("m", "n"))
    assert data.codes.tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize(("levels", "dtype"), [(256, np.uint8), (257, np.uint16), (65_536, np.uint16)])
def test_codes_are_bytes_up_to_256_levels(levels: int, dtype: type) -> None:
    data = Dataset.discrete(
        "d", ["a", "b"], np.stack([np.arange(levels) - 100, np.zeros(levels, int)], axis=1)
    )
    assert data.codes.dtype == dtype
    assert len(data.levels[0]) == levels
    assert data.codes[0].tolist() == list(range(levels))


@pytest.mark.parametrize(
    "numbers", [np.arange(65_537), np.arange(65_537) * 1000, np.arange(65_537).astype(str)]
)
def test_more_levels_than_can_be_counted_are_refused(numbers: np.ndarray) -> None:
    with pytest.raises(
        DataError, match="Column 'a' in d has more than 65,536 different values: leave it out"
    ):
        Dataset.discrete("d", ["a", "b"], [numbers, numbers])


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
def test_integers_of_every_kind_are_levels(kind: type) -> None:
    extreme = np.iinfo(kind)
    data = Dataset.discrete("d", ["a", "b"], np.array([[extreme.min, 1], [extreme.max, 2]], dtype=kind))
    assert data.levels[0] == (str(extreme.min), str(extreme.max))
    data = Dataset.discrete("d", ["a", "b"], np.array([[extreme.max - 1, 1], [extreme.max, 2]], dtype=kind))
    assert data.levels[0] == (str(extreme.max - 1), str(extreme.max))


def test_continuous_data_keep_numbers_and_have_no_codes() -> None:
    data = Dataset.continuous("d", ["a", "b"], np.array([[0.5, 1], [1.5, 2], [2.5, 2]]))
    assert data.values is not None
    assert data.values.tolist() == [[0.5, 1.5, 2.5], [1, 2, 2]]
    assert data.values.flags.c_contiguous
    assert data.codes.shape == (2, 0)
    assert data.levels == ((), ())
    assert data.rows == 3


def test_an_unknown_variable_is_answered_with_the_nearest_name() -> None:
    data = Dataset.discrete("alarm.csv", ["HR", "HRSAT", "CO"], [[0, 1], [0, 1], [0, 1]])
    assert data.index("CO") == 2
    with pytest.raises(DataError, match=r"^No variable 'HRT' in alarm\.csv\. Did you mean 'HR'\?$"):
        data.index("HRT")
    with pytest.raises(DataError, match=r"Did you mean 'CO'\?"):
        data.index("co")
    with pytest.raises(DataError, match=r"It has 'HR', 'HRSAT', 'CO'\."):
        data.index("zzz")


def test_equally_near_names_are_all_suggested() -> None:
    data = Dataset.discrete("d", ["V_1", "V_2", "X"], [[0, 1], [0, 1], [0, 1]])
    with pytest.raises(DataError, match=r"Did you mean 'V_1' or 'V_2'\?"):
        data.index("V_3")


def test_constant_columns_can_be_held_but_not_used() -> None:
    data = Dataset.discrete("d", ["a", "b", "c"], [[1, 1], [1, 2], ["x", "x"]])
    with pytest.raises(
        DataError,
        match=r"^Columns 'a', 'c' in d have the same value in every row: leave them out \(--ignore,",
    ):
        check_usable(data)
    numbers = Dataset.continuous("d", ["a", "b"], [[1.5, 1.5], [1, 2]])
    with pytest.raises(
        DataError, match=r"^Column 'a' in d has the same value in every row: leave it out \(--ignore,"
    ):
        check_usable(numbers)
    check_usable(Dataset.discrete("d", ["a", "b"], [[1, 2], [1, 2]]))


def test_a_long_list_of_columns_is_cut_short() -> None:
    data = Dataset.discrete("d", [f"c{n}" for n in range(40)], np.zeros((3, 40), dtype=int))
    with pytest.raises(DataError, match="'c0', 'c1', 'c2', 'c3' and 36 more in d"):
        check_usable(data)


@pytest.mark.parametrize("nothing", [None, float("nan"), "", " ", "NA", "NaN", "nan", "N/A", "null", "?"])
def test_missing_values_are_counted_and_located(nothing: object) -> None:
    message = r"^Column 'b' in d has 2 missing values \(first: row 2\): fill them in, say what becomes of"
    with pytest.raises(DataError, match=message):
        Dataset.discrete("d", ["a", "b"], [["x", "y", "z"], ["x", nothing, nothing]])


def test_none_as_a_word_is_a_label() -> None:
    assert Dataset.discrete("d", ["a", "b"], [["None", "Mild"], [1, 2]]).levels[0] == ("Mild", "None")


def test_continuous_data_must_be_finite_numbers() -> None:
    with pytest.raises(DataError, match=r"Column 'a' in d has 1 missing value \(first: row 2\)"):
        Dataset.continuous("d", ["a", "b"], [[1, np.nan], [1, 2]])
    with pytest.raises(DataError, match="Column 'b' in d, row 1, is infinite"):
        Dataset.continuous("d", ["a", "b"], [[1, 2], [-np.inf, 2]])
    with pytest.raises(DataError, match="d holds values that are not numbers"):
        Dataset.continuous("d", ["a", "b"], np.array([["x", "y"], ["1", "2"]]))


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (["a", ""], "column 2 has no name"),
        (["a", "  "], "column 2 has no name"),
        (["a", "a"], "more than one column is called 'a'"),
        (["a", "a "], "more than one column is called 'a'"),
        (["b␀", "b\0"], "more than one column is called 'b␀'"),
        (["a"], "d has 1 column names for"),
    ],
)
def test_column_names_must_be_there_and_differ(columns: list[str], message: str) -> None:
    for make in (Dataset.discrete, Dataset.continuous):
        with pytest.raises(DataError, match=message):
            make("d", columns, [[1, 2], [1, 2]])
        with pytest.raises(DataError, match=message):
            make("d", columns, np.array([[1, 1], [2, 2]]))


def test_there_must_be_two_columns_and_a_row() -> None:
    for make in (Dataset.discrete, Dataset.continuous):
        with pytest.raises(DataError, match="d needs at least two columns of data, but has 1"):
            make("d", ["a"], [[1, 2]])
        with pytest.raises(DataError, match="d needs at least two columns of data, but has 1"):
            make("d", ["a"], np.array([[1], [2]]))
        with pytest.raises(DataError, match="d has no rows of data"):
            make("d", ["a", "b"], [[], []])
        with pytest.raises(DataError, match="d has no rows of data"):
            make("d", ["a", "b"], np.empty((0, 2), dtype=int))


def test_columns_must_have_one_length() -> None:
    with pytest.raises(DataError, match="The columns of d differ in length: 1 to 2 values"):
        Dataset.discrete("d", ["a", "b"], [[1, 2], [1]])


def test_shapes_must_fit() -> None:
    with pytest.raises(DataError, match="d has 2 column names for data of shape"):
        Dataset("d", ("a", "b"), np.zeros((3, 2), np.uint8), (("0",), ("0",)))


def test_labels_that_no_file_can_hold_become_signs() -> None:
    assert Dataset.discrete("d", ["a", "b"], [["x\0", "y"], [1, 2]]).levels[0] == ("x␀", "y")


def test_two_to_the_31_cells_are_the_limit() -> None:
    check_size(2**30, 2, "d")
    with pytest.raises(
        DataError, match="d would hold 1,073,741,825 rows x 2 columns, more than 2,147,483,648 cells"
    ):
        check_size(2**30 + 1, 2, "d")


def test_a_message_stays_one_line_whatever_a_name_holds() -> None:
    data = Dataset.discrete("d", ["a\nb", "c"], [[1, 1], [1, 2]])
    with pytest.raises(DataError) as caught:
        check_usable(data)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(sys.platform != "linux", reason="another process cannot have the file")
def test_rows_on_the_disk_are_shared_with_processes_of_this_machine_and_sent_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = sorted(Path("/proc/self/fd").iterdir())
    values = spilling.on_disk((2, 5), np.float64)
    values[:] = np.arange(10).reshape(2, 5)
    data = replace(Dataset.continuous("d", ["a", "b"], np.ones((5, 2))), values=values)
    theirs = ForkingPickler.loads(ForkingPickler.dumps(data))
    assert theirs.values.tolist() == values.tolist() and spilling.lies_on_disk(theirs.values)
    assert ForkingPickler.loads(ForkingPickler.dumps(theirs)).values.tolist() == values.tolist()
    with pytest.raises(DataError, match="no other machine"):
        copy(data)  # as any other pickler does it
    late = ForkingPickler.dumps(data)
    monkeypatch.setattr(spilling, "_OPEN_FILES", "/nowhere/{process}")
    with pytest.raises(DataError, match="on Linux alone another process"):
        ForkingPickler.dumps(data)
    del data, values, theirs
    with pytest.raises(OSError, match=r"No such file|Stale"):
        ForkingPickler.loads(late)
    assert sorted(Path("/proc/self/fd").iterdir()) == before
