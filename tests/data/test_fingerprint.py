from dataclasses import replace

import numpy as np
import pytest

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.fingerprint import fingerprint

COLUMNS = ["a", "b"]
TABLE = [["no", "yes", "no"], ["1", "2", "3"]]


def discrete(columns: list[str] = COLUMNS, table: list[list[str]] = TABLE, name: str = "d") -> Dataset:
    return Dataset.discrete(name, columns, table)


def test_it_is_the_same_in_every_version_and_on_every_machine() -> None:
    assert fingerprint(discrete()) == "93e0ad7a11aa7ed82cb76e93c97a15732c9c03d9169fb063497260fcbcd9180b"
    numbers = Dataset.continuous("d", COLUMNS, [[0.5, -1.0, 2.0], [1e-9, 3.0, 7.25]])
    assert fingerprint(numbers) == "921a41702c7402a1bb53a3f4f7eb7318f6e32b37e17612cfd35f4736f41bcace"


def test_where_the_data_came_from_does_not_count() -> None:
    assert fingerprint(discrete(name="x.csv")) == fingerprint(discrete(name="y.xlsx"))


def test_how_wide_the_codes_are_in_memory_does_not_count() -> None:
    data = discrete()
    assert fingerprint(replace(data, codes=data.codes.astype(np.uint16))) == fingerprint(data)


def test_minus_zero_is_zero() -> None:
    zero, minus = (Dataset.continuous("d", COLUMNS, [[0.0 * sign, 1.0], [1.0, 2.0]]) for sign in (1, -1))
    assert fingerprint(zero) == fingerprint(minus)


@pytest.mark.parametrize(
    "other",
    [
        discrete(["a", "c"]),
        discrete(["b", "a"]),
        discrete(table=[["no", "yes", "yes"], ["1", "2", "3"]]),
        discrete(table=[["no", "yea", "no"], ["1", "2", "3"]]),
        discrete(table=[["no", "yes", "no"], ["1", "3", "2"]]),
        discrete(['a", "b', "c"]),
        Dataset.continuous("d", COLUMNS, [[0, 1, 0], [0, 1, 2]]),
    ],
)
def test_names_levels_order_and_values_count(other: Dataset) -> None:
    assert fingerprint(other) != fingerprint(discrete())


def test_names_cannot_be_mistaken_for_levels() -> None:
    one = Dataset.discrete("d", ["a", "b"], [["c", "d"], ["e", "f"]])
    two = Dataset.discrete("d", ["a", "bc"], [["d", "e"], ["e", "f"]])
    assert fingerprint(one) != fingerprint(two)
