"""Shortened names: never too wide, whole where they fit, and told apart wherever there is room."""

from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.picture.short_names import ShortNames, short_names

letters = st.text("abc_", max_size=25)


def test_names_that_differ_only_in_the_middle_keep_their_middle() -> None:
    names = [f"a_very_long_beginning_{i:03}_and_an_end_of_ch" for i in range(200)]
    assert short_names(names, 12)[17] == "a_ve…017…_ch"
    assert len(set(short_names(names, 8))) == 200


def test_names_that_differ_at_an_end_are_cut_in_the_middle() -> None:
    names = ["temperature_of_the_water_inside", "pressure_of_the_water_in_the_pipe"]
    assert short_names(names, 11) == ["tempe…nside", "press…_pipe"]


def test_a_number_stays_whole() -> None:
    names = ["measurement_117_of_the_left_sensor", "measurement_118_of_the_left_sensor"]
    assert [form.count("117") + form.count("118") for form in short_names(names, 10)] == [1, 1]


def test_a_name_with_something_put_in_is_told_from_the_one_without() -> None:
    names = ["long_beginning_x_long_end", "long_beginning_x_x_long_end"]
    first, second = short_names(names, 12)
    assert first != second


@given(st.lists(st.text("abcé_…1", max_size=30), max_size=12), st.integers(0, 32))
def test_never_wider_than_the_limit_and_whole_where_they_fit(names: list[str], limit: int) -> None:
    found = short_names(names, limit)
    for name, form in zip(names, found, strict=True):
        assert len(form) <= limit
        assert len(name) > limit or form == name


@given(st.lists(st.text("ab_1", max_size=20), max_size=10, unique=True), st.integers(3, 20))
def test_the_order_of_the_names_does_not_matter(names: list[str], limit: int) -> None:
    found = dict(zip(names, short_names(names, limit), strict=True))
    turned = names[::-1]
    assert dict(zip(turned, short_names(turned, limit), strict=True)) == found


@given(
    letters, st.lists(st.text("defg", min_size=1, max_size=6), min_size=2, max_size=30, unique=True), letters
)
def test_what_tells_names_apart_is_kept_where_there_is_room_for_it(
    before: str, middles: list[str], after: str
) -> None:
    names = [f"{before}{middle}{after}" for middle in middles]
    limit = max(map(len, middles)) + 3
    assert len(set(short_names(names, limit))) == len(names)


def test_names_are_shortened_once_for_each_room() -> None:
    names = ShortNames(("abc", "a_long_name_indeed"))
    assert names.within(20) is names.names
    assert list(names.within(7)) == ["abc", "a_l…eed"]
    assert names.within(7) is names.within(7)
