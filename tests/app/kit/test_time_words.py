from datetime import date

import pytest

from elcs_gui.app.kit.time_words import day_in_words


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (date(2024, 3, 1), "today"),
        (date(2024, 2, 29), "yesterday"),
        (date(2024, 2, 24), "Saturday"),
        (date(2024, 2, 23), "23 Feb"),
        (date(2023, 12, 31), "31 Dec 2023"),
        (date(2024, 3, 2), "2 Mar"),  # the clock was set back
    ],
)
def test_a_day_is_said_as_people_say_it(day: date, words: str) -> None:
    assert day_in_words(day, date(2024, 3, 1)) == words
