"""Knowledge says what it forbids, refuses what cannot be true, and survives being written down."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.data.names import tidy_name
from elcs_gui.errors import ElcsError
from elcs_gui.trace.knowledge import Knowledge, check_knowledge, why_forbidden
from elcs_gui.trace.knowledge_text import knowledge_of, read_knowledge, statements
from tests.graphs import Arrows, dags_with_knowledge
from tests.reference.known import Known
from tests.stress import often

NAMES = ("A", "B", "C", "D", "E")


def test_nothing_known_forbids_and_requires_nothing() -> None:
    assert not Knowledge.none
    assert not Knowledge.none.forbids(0, 1)
    assert Knowledge.none.required_neighbours(0) == ()
    assert Knowledge.none.direction(0, 1) is None


def test_equal_knowledge_is_equal_however_it_was_said() -> None:
    one = Knowledge(((1, 0), (0, 1)), ((2, 3),), ((4, 0),), ((2, 1), (3,)))
    other = Knowledge(((0, 1), (1, 0), (0, 1)), ((2, 3),), ((0, 4), (4, 0)), ((1, 2), (3,)))
    assert one == other
    assert hash(one) == hash(other)


def test_a_later_tier_never_causes_an_earlier_one() -> None:
    known = knowledge_of(NAMES, tiers=["A, B < C"])
    assert known.forbids(2, 0)
    assert not known.forbids(0, 2)
    assert not known.forbids(0, 1)
    assert not known.forbids(2, 3)
    assert known.direction(2, 0) == (0, 2)


def test_required_arrows_forbid_what_would_close_a_circle() -> None:
    known = knowledge_of(NAMES, require=["A->B", "B->C"])
    assert known.forbids(2, 0)
    assert why_forbidden(known, 2, 0, NAMES) == "C → A would close the circle of A → B → C"
    assert known.required_neighbours(1) == (0, 2)
    assert known.required_neighbours(0) == (1,)


def test_an_edge_that_is_left_one_direction_settles_the_next() -> None:
    known = knowledge_of(NAMES, require=["A--B", "B--C"], forbid=["B->A", "C->B"])
    assert known.causes(0, 1)
    assert known.causes(1, 2)
    assert known.forbids(2, 0)


@settings(max_examples=often(80, suite=30))
@given(case=dags_with_knowledge())
def test_it_answers_as_the_naive_reading_does(case: tuple[int, Arrows, Knowledge]) -> None:
    nodes, _, known = case
    naive = Known(known.forbidden, known.required, known.adjacent, known.tiers)
    for a in range(nodes):
        for b in range(nodes):
            if a != b:
                assert known.forbids(a, b) == (not naive.possible(a, b))
                assert known.causes(a, b) == naive.certain(a, b)
                assert (b in known.required_neighbours(a)) == naive.edge_required(a, b)


@settings(max_examples=80)
@given(case=dags_with_knowledge())
def test_what_is_true_of_some_network_is_not_refused(case: tuple[int, Arrows, Knowledge]) -> None:
    nodes, _, known = case
    check_knowledge(known, [f"V{node}" for node in range(nodes)])


CONTRADICTIONS = {
    "an edge with itself": (Knowledge(forbidden=((1, 1),)), r"joins 'B' with itself"),
    "a variable that is not there": (Knowledge(required=((0, 9),)), r"number 9, but there are 5 variables"),
    "two tiers": (Knowledge(tiers=((0, 1), (1, 2))), r"'B' stands in tiers 1 and 2"),
    "twice in a tier": (Knowledge(tiers=((0, 1, 1),)), r"'B' stands in tier 1 twice"),
    "required and forbidden": (
        Knowledge(forbidden=((0, 1),), required=((0, 1),)),
        r"A → B is both required and forbidden",
    ),
    "against the tiers": (
        Knowledge(required=((0, 1),), tiers=((1,), (0,))),
        r"A → B is required, but 'A' stands in tier 2, after 'B' in tier 1",
    ),
    "both directions": (Knowledge(required=((0, 1), (1, 0))), r"circle, A → B → A"),
    "a circle": (Knowledge(required=((0, 1), (1, 2), (2, 3), (3, 1))), r"circle, B → C → D → B"),
    "an edge without a direction": (
        Knowledge(forbidden=((0, 1), (1, 0)), adjacent=((0, 1),)),
        r"A — B is required but .* A → B is forbidden, and B → A is forbidden",
    ),
    "an edge between tiers and a circle": (
        Knowledge(required=((1, 2), (2, 0)), adjacent=((0, 1),), tiers=((0,), (1,))),
        r"A → B would close the circle of B → C → A, and B stands in a later tier than A",
    ),
}


@pytest.mark.parametrize("kind", CONTRADICTIONS)
def test_contradictions_are_refused_with_the_reason(kind: str) -> None:
    knowledge, message = CONTRADICTIONS[kind]
    with pytest.raises(ElcsError, match=message):
        check_knowledge(knowledge, NAMES)


def test_statements_are_read_as_they_are_meant() -> None:
    known = knowledge_of(NAMES, forbid=["A->B", "C--D"], require=[" E → A ", "B—E"], tiers=["A", "B,C < D"])
    assert known.forbidden == ((0, 1), (2, 3), (3, 2))
    assert known.required == ((4, 0),)
    assert known.adjacent == ((1, 4),)
    assert known.tiers == ((0,), (1, 2), (3,))


@pytest.mark.parametrize(
    ("option", "text", "message"),
    [
        ("forbid", "A", r"'A' is no statement: write A->B"),
        ("forbid", "A->Bee", r"No variable 'Bee'"),
        ("require", "A->", r"No variable ''"),
        ("tiers", "A,, B", r"a name is missing beside ','"),
        ("tiers", "A <", r"a name is missing beside '<'"),
        ("tiers", " ", r"Tiers without names"),
        ("tiers", "A, F < B", r"No variable 'F'"),
    ],
)
def test_what_cannot_be_read_is_named(option: str, text: str, message: str) -> None:
    with pytest.raises(ElcsError, match=message):
        knowledge_of(NAMES, **{option: [text]})


def test_a_name_with_an_arrow_in_it_needs_quotes_only_where_it_could_be_mistaken() -> None:
    names = ("A", "B->C", "A->B", "C")
    assert knowledge_of(names[:2], forbid=["A->B->C"]).forbidden == ((0, 1),)
    with pytest.raises(ElcsError, match="more than one way"):
        knowledge_of(names, forbid=["A->B->C"])
    assert knowledge_of(names, forbid=['"A->B" -> C']).forbidden == ((2, 3),)
    assert knowledge_of(names, forbid=['A -> "B->C"']).forbidden == ((0, 1),)


HOSTILE = [
    "plain", "two words", "a,b", "a->b", "x -- y", "→", "—", "<", "#1", '"', '"a,b"', "line\nbreak", "\\",
    " ", "", "tab\t", "require", "tiers", "ü ∅ 😀", "-", ">", 'say "hi"', "\\n", "\x85", "\u2028", "A--",
    "->B",
]  # fmt: skip


@settings(max_examples=often(150, suite=50))
@given(names=st.permutations([*dict.fromkeys(map(tidy_name, HOSTILE))]), case=dags_with_knowledge())
def test_what_was_written_is_read_again_whatever_the_names(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], case: tuple[int, Arrows, Knowledge]
) -> None:
    known = case[2]
    path = tmp_path_factory.mktemp("known") / "known.txt"
    lines = ["# what we know", "", *statements(known, names), "  # no more"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    assert read_knowledge(path, names) == known


def test_a_file_may_have_comments_and_several_lines_of_tiers(tmp_path: Path) -> None:
    path = tmp_path / "known.txt"
    path.write_text("tiers A, B # first\r\n\ntiers\tC < D\nforbid A -> E\n", encoding="utf-8", newline="")
    known = read_knowledge(path, NAMES)
    assert known.tiers == ((0, 1), (2,), (3,))
    assert known.forbidden == ((0, 4),)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"forbid A->B\nallow C->D\n", r"known.txt, line 2: a line begins with forbid, require, tiers"),
        (b"\nrequire A->Q\n", r"known.txt, line 2: No variable 'Q'"),
        (b"require", r"line 1: '' is no statement"),
        (b"\xff\xfe\x00", r"known.txt is not text"),
        (b"", r"known.txt is empty"),
    ],
)
def test_a_file_that_cannot_be_read_names_its_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "known.txt"
    path.write_bytes(content)
    with pytest.raises(ElcsError, match=message):
        read_knowledge(path, NAMES)


def test_what_is_forbidden_says_why() -> None:
    known = knowledge_of(NAMES, require=["A->B", "B->C"], forbid=["D->A"], tiers=["A, B, C, D < E"])
    said = [why_forbidden(known, *pair, NAMES) for pair in ((3, 0), (1, 0), (2, 0), (4, 3))]
    assert said == [
        "D → A is forbidden", "A → B is required", "C → A would close the circle of A → B → C",
        "E stands in a later tier than D",
    ]  # fmt: skip
