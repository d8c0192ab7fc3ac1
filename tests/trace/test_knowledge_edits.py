"""Knowledge put together claim by claim."""

from __future__ import annotations

import pytest

from elcs_gui.errors import ElcsError
from elcs_gui.trace.knowledge import Knowledge, KnowledgeError
from elcs_gui.trace.knowledge_statements import (
    Claim,
    Statement,
    said,
    tiers_text,
    with_statement,
    with_tiers,
    without,
)
from elcs_gui.trace.knowledge_text import knowledge_of

NAMES = ("A", "B", "C", "D, E")


@pytest.mark.parametrize(
    ("claim", "same"),
    [
        (Claim.REQUIRE, knowledge_of(NAMES, require=["A->B"])),
        (Claim.JOIN, knowledge_of(NAMES, require=["A--B"])),
        (Claim.FORBID, knowledge_of(NAMES, forbid=["A->B"])),
        (Claim.PART, knowledge_of(NAMES, forbid=["A--B"])),
    ],
)
def test_a_claim_is_added_read_back_and_taken_back(claim: Claim, same: Knowledge) -> None:
    statement = Statement(claim, 0, 1)
    made = with_statement(Knowledge.none, statement, NAMES)
    assert made == same
    assert said(made) == [statement]
    assert without(made, statement) == Knowledge.none


def test_taking_one_claim_back_leaves_the_others() -> None:
    made = knowledge_of(NAMES, require=["A->B", "B->C"], forbid=["A--C"], tiers=["A < B"])
    left = without(made, Statement(Claim.PART, 0, 2))
    assert said(left) == [Statement(Claim.REQUIRE, 0, 1), Statement(Claim.REQUIRE, 1, 2)]
    assert left.tiers == made.tiers


def test_a_contradiction_is_refused_with_the_reason() -> None:
    made = with_statement(Knowledge.none, Statement(Claim.REQUIRE, 0, 1), NAMES)
    with pytest.raises(KnowledgeError, match="both required and forbidden"):
        with_statement(made, Statement(Claim.FORBID, 0, 1), NAMES)
    with pytest.raises(KnowledgeError, match="circle"):
        with_statement(made, Statement(Claim.REQUIRE, 1, 0), NAMES)
    with pytest.raises(KnowledgeError, match="itself"):
        with_statement(made, Statement(Claim.REQUIRE, 2, 2), NAMES)


def test_tiers_are_typed_and_read_back() -> None:
    made = with_tiers(Knowledge.none, 'A, B < C < "D, E"', NAMES)
    assert made.tiers == ((0, 1), (2,), (3,))
    assert tiers_text(made, NAMES) == 'A, B < C < "D, E"'
    assert with_tiers(made, "  ", NAMES) == Knowledge.none
    with pytest.raises(ElcsError, match="missing"):
        with_tiers(made, "A < ", NAMES)


def test_claims_are_read_as_words() -> None:
    assert Statement(Claim.PART, 0, 1).words(NAMES) == "A — B forbidden"
    assert Statement(Claim.REQUIRE, 1, 0).words(NAMES) == "B → A required"
