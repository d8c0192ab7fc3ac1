"""Import plans as data: to JSON and back, and what they say of a column."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.data.plan import USUAL_MARKERS, Cutting, ImportPlan, Kind, Method, MissingPolicy
from elcs_gui.errors import DataError

names = st.text(max_size=6)
cuttings = st.builds(Cutting, st.sampled_from(Method), st.integers(2, 256))
plans = st.builds(
    ImportPlan,
    delimiter=st.none() | st.sampled_from(",;|\t "),
    header=st.none() | st.booleans(),
    encoding=st.none() | st.just("utf-8"),
    decimal=st.none() | st.sampled_from(",."),
    part=st.none() | names,
    missing=st.lists(names, max_size=4).map(tuple),
    policy=st.sampled_from(MissingPolicy),
    kinds=st.dictionaries(names, st.sampled_from(Kind), max_size=4),
    others=st.sampled_from(Kind),
    cutting=st.none() | cuttings,
    cuttings=st.dictionaries(names, cuttings, max_size=3),
)


@given(plan=plans)
def test_a_plan_comes_back_from_json(plan: ImportPlan) -> None:
    assert ImportPlan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


def test_fields_left_out_are_as_usual() -> None:
    assert ImportPlan.from_json({}) == ImportPlan()
    assert ImportPlan.from_json({"policy": "drop"}) == ImportPlan(policy=MissingPolicy.DROP_ROWS)
    assert "" in USUAL_MARKERS


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        ([], "an import plan cannot be"),
        ({"tests": 1}, "has no field 'tests'"),
        ({"policy": "maybe"}, "policy is 'maybe'; it can be refuse, drop, available, level"),
        ({"kinds": {"a": "text"}}, "kind is 'text'; it can be discrete, continuous, ignore, guess"),
        ({"kinds": ["a"]}, r"kinds cannot be a list"),
        ({"missing": "NA"}, "missing cannot be 'NA'"),
        ({"missing": [1]}, "a marker cannot be a whole number"),
        ({"header": "yes"}, "header cannot be 'yes'"),
        ({"delimiter": 3}, "delimiter cannot be a whole number"),
        ({"cutting": {"method": "odd"}}, "method is 'odd'"),
        ({"cutting": {"bins": 1}}, "2 to 256 levels, not 1"),
        ({"cutting": {"bins": "3"}}, "bins cannot be '3'"),
    ],
)
def test_a_wrong_record_is_refused_in_one_line(record: object, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        ImportPlan.from_json(record)


def test_what_is_said_of_one_column_goes_before_what_is_said_of_all() -> None:
    plan = ImportPlan(others=Kind.CONTINUOUS, cutting=Cutting()).with_kinds(Kind.IGNORE, ["a", "b"])
    plan = replace(plan, cuttings={"c": Cutting(Method.WIDTH, 5)})
    assert [plan.kind(column) for column in "abc"] == [Kind.IGNORE, Kind.IGNORE, Kind.CONTINUOUS]
    assert plan.cutting_of("c") == Cutting(Method.WIDTH, 5)
    assert plan.cutting_of("d") == Cutting(Method.QUANTILE, 3)
