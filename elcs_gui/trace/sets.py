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
        title, card: what it is called in full, and what it holds in three short lines.
    """

    id: str
    inside: str
    outside: str
    enters: tuple[str, str] = ("", "")
    leaves: tuple[str, str] = ("leaves", "leave")
    by_member: bool = False
    title: str = ""
    card: tuple[str, ...] = ()


SETS: dict[str, SetKind] = {
    kind.id: kind
    for kind in (
        SetKind(
            PC, "a neighbour of {}", "no neighbour of {}", ("enters PC", "enter PC"),
            title="Parents and children",
            card=(
                "The neighbours of the target: its direct causes and effects.",
                "A variable stays in PC as long as no set that was tried separates it from the target.",
                "Which are causes and which effects is decided afterwards.",
            ),
        ),
        SetKind(
            SP, "a spouse of {}", "no spouse of {}", ("spouse", "spouses"),
            ("candidate pruned", "candidates pruned"), by_member=True,
            title="Spouses",
            card=(
                "Other causes of an effect of the target.",
                "A spouse may have nothing to do with the target until their common effect is known.",
                "There is one such set for each neighbour: SP(Y) holds the spouses through Y.",
            ),
        ),
        SetKind(
            CSP, "a candidate spouse of {}", "no candidate spouse of {}",
            ("candidate spouse", "candidate spouses"), by_member=True,
            title="Candidate spouses",
            card=(
                "Variables that depend on the target once a neighbour is known.",
                "Each is tried again: if some set separates it from that neighbour, it is no spouse.",
                "One that was given up may still point out an effect, by an N-structure.",
            ),
        ),
        SetKind(
            SEP, "separated from {} in the search for PC", "not separated from {} in the search for PC",
            title="Separating set",
            card=(
                "The variables that, once known, make two others independent.",
                "Sep(X) is the set that dismissed X: given it, X tells nothing more about the target.",
                "An empty set ∅ means that the two are independent unconditionally.",
            ),
        ),
        SetKind(
            P, "a cause of {}", "not known as a cause of {}", title="Causes found (parents)",
            card=(
                "The neighbours that are known to be causes of the target.",
                "Their arrows point to the target; each has the rule that decided it.",
                "Direct causes only: what acts through another variable is not in it.",
            ),
        ),
        SetKind(
            C, "an effect of {}", "not known as an effect of {}", title="Effects found (children)",
            card=(
                "The neighbours that are known to be effects of the target.",
                "Their arrows leave the target; each has the rule that decided it.",
                "Direct effects only: what is reached through another variable is not in it.",
            ),
        ),
        SetKind(
            UN, "an undecided neighbour of {}", "no undecided neighbour of {}", title="Undecided neighbours",
            card=(
                "The neighbours that may be causes or effects: no rule has decided yet.",
                "More blankets may decide them; some can never be told from independences alone.",
                "They are drawn as a line without an arrowhead.",
            ),
        ),
        SetKind(
            MB, "in the Markov blanket of {}", "not in the Markov blanket of {}",
            ("enters MB", "enter MB"), title="Markov blanket",
            card=(
                "Causes, effects and spouses of the target: all that shields it from the rest.",
                "Once the blanket is known, no other variable tells anything more about the target.",
                "An algorithm may find it as a whole, without telling its members apart.",
            ),
        ),
    )
}  # fmt: skip
