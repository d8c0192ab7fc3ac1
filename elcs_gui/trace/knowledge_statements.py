"""Knowledge changed by one statement at a time, and its statements as rows that can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from elcs_gui.trace.knowledge import Knowledge, Pair, check_knowledge
from elcs_gui.trace.knowledge_text import knowledge_of, written


class Claim(StrEnum):
    """What can be said of two variables; the value is how it is read between their names."""

    REQUIRE = "causes"
    FORBID = "does not cause"
    JOIN = "is linked with"
    PART = "is not linked with"


@dataclass(frozen=True)
class Statement:
    """One claim about two variables."""

    claim: Claim
    a: int
    b: int

    def words(self, names: Sequence[str]) -> str:
        sign, word = {
            Claim.REQUIRE: ("→", "required"),
            Claim.FORBID: ("→", "forbidden"),
            Claim.JOIN: ("—", "required"),
            Claim.PART: ("—", "forbidden"),
        }[self.claim]
        return f"{names[self.a]} {sign} {names[self.b]} {word}"


def said(knowledge: Knowledge) -> list[Statement]:
    """The knowledge claim by claim: what is required first. Tiers are not among them."""
    forbidden = set(knowledge.forbidden)
    parted = [pair for pair in knowledge.forbidden if pair[0] < pair[1] and pair[::-1] in forbidden]
    arrows = [pair for pair in knowledge.forbidden if (min(pair), max(pair)) not in parted]
    return [
        *(Statement(Claim.REQUIRE, *pair) for pair in knowledge.required),
        *(Statement(Claim.JOIN, *pair) for pair in knowledge.adjacent),
        *(Statement(Claim.FORBID, *pair) for pair in arrows),
        *(Statement(Claim.PART, *pair) for pair in parted),
    ]


def with_statement(knowledge: Knowledge, statement: Statement, names: Sequence[str]) -> Knowledge:
    """The knowledge and this claim; a KnowledgeError says why where both cannot be true."""
    pair = (statement.a, statement.b)
    match statement.claim:
        case Claim.REQUIRE:
            made = replace(knowledge, required=(*knowledge.required, pair))
        case Claim.JOIN:
            made = replace(knowledge, adjacent=(*knowledge.adjacent, pair))
        case Claim.FORBID:
            made = replace(knowledge, forbidden=(*knowledge.forbidden, pair))
        case Claim.PART:
            made = replace(knowledge, forbidden=(*knowledge.forbidden, pair, pair[::-1]))
    check_knowledge(made, names)
    return made


def without(knowledge: Knowledge, statement: Statement) -> Knowledge:
    """The knowledge without this claim."""
    pair = (statement.a, statement.b)
    pairs = {pair, pair[::-1]} if statement.claim in (Claim.PART, Claim.JOIN) else {pair}

    def rest(kept: tuple[Pair, ...]) -> tuple[Pair, ...]:
        return tuple(each for each in kept if each not in pairs)

    match statement.claim:
        case Claim.REQUIRE:
            return replace(knowledge, required=rest(knowledge.required))
        case Claim.JOIN:
            return replace(knowledge, adjacent=rest(knowledge.adjacent))
        case _:
            return replace(knowledge, forbidden=rest(knowledge.forbidden))


def tiers_text(knowledge: Knowledge, names: Sequence[str]) -> str:
    """The tiers as they are typed: A, B < C < D."""
    return " < ".join(", ".join(written(names[x]) for x in tier) for tier in knowledge.tiers)


def with_tiers(knowledge: Knowledge, text: str, names: Sequence[str]) -> Knowledge:
    """The knowledge with the tiers that the text names, or with none; an ElcsError says what is wrong."""
    tiers = knowledge_of(names, tiers=[text]).tiers if text.strip() else ()
    made = replace(knowledge, tiers=tiers)
    check_knowledge(made, names)
    return made
