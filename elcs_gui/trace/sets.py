"""The sets of the pseudo-code that have members to ask about, declared once.

Events, proofs, the pseudo-code panel and `elcs why --set` name a set by its id.
"""

from __future__ import annotations

from dataclasses import dataclass

PC, SP, CSP, SEP = "PC", "SP", "CSP", "Sep"
P, C, UN, MB = "P", "C", "UN", "MB"


@dataclass(frozen=True, slots=True)
class SetKind:
    """One kind of set that a blanket has.

    Attributes:
        inside, outside: what a member, and what another variable, is to the owner of the set.
        enters, leaves: what a report counts when somebody does; of one, and of several.
        by_member: whether there is one for each member of PC.
    """

    id: str
    inside: str
    outside: str
    enters: tuple[str, str] = ("", "")
    leaves: tuple[str, str] = ("leaves", "leave")
    by_member: bool = False


SETS: dict[str, SetKind] = {
    kind.id: kind
    for kind in (
        SetKind(PC, "a neighbour of {}", "no neighbour of {}", ("enters PC", "enter PC")),
        SetKind(
            SP, "a spouse of {}", "no spouse of {}", ("spouse", "spouses"),
            ("candidate pruned", "candidates pruned"), by_member=True,
        ),
        SetKind(
            CSP, "a candidate spouse of {}", "no candidate spouse of {}",
            ("candidate spouse", "candidate spouses"), by_member=True,
        ),
        SetKind(SEP, "separated from {} by step 1", "not separated from {} by step 1"),
        SetKind(P, "a cause of {}", "not known as a cause of {}"),
        SetKind(C, "an effect of {}", "not known as an effect of {}"),
        SetKind(UN, "an undecided neighbour of {}", "no undecided neighbour of {}"),
        SetKind(
            MB, "in the Markov blanket of {}", "not in the Markov blanket of {}", ("enters MB", "enter MB")
        ),
    )
}  # fmt: skip
