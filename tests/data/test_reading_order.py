"""Levels as they are read: by scales that everybody knows, else as they are coded."""

from __future__ import annotations

import pytest

from elcs_gui.data.reading_order import reading_order


@pytest.mark.parametrize(
    ("labels", "read"),
    [
        (["HIGH", "LOW", "NORMAL"], ["LOW", "NORMAL", "HIGH"]),
        (["high", "low", "normal", "zero"], ["zero", "low", "normal", "high"]),
        (["Very high", "high", "low", "very_low"], ["very_low", "low", "high", "Very high"]),
        (["adult", "old", "young"], ["young", "adult", "old"]),
        (["True", "False"], ["False", "True"]),
        (["always", "never", "often"], ["never", "often", "always"]),
        (["Fri", "Mon", "Wed"], ["Mon", "Wed", "Fri"]),
        (["l", "m", "s", "xl"], ["s", "m", "l", "xl"]),
    ],
)
def test_a_scale_is_read_from_little_to_much(labels: list[str], read: list[str]) -> None:
    assert [labels[code] for code in reading_order(labels)] == read


@pytest.mark.parametrize(
    "labels",
    [
        ["blue", "green", "red"],
        ["high", "low", "purple"],  # one is on no scale
        ["medium", "normal", "high"],  # two would share a place
        ["10", "2", "3"],
        ["", "low"],
        [],
    ],
)
def test_what_is_no_scale_stays_as_it_is(labels: list[str]) -> None:
    assert reading_order(labels) == tuple(range(len(labels)))
