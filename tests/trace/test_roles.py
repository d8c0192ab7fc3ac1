"""Every variable has one role at every step."""

from __future__ import annotations

from elcs_gui.trace import events as ev
from elcs_gui.trace.roles import Role, standings
from elcs_gui.trace.view import View, advance

T, A, B, C = range(4)


def roles(*facts: ev.Event, tried: bool | None = None) -> list[Role]:
    view = View()
    for fact in (ev.Started("EMB:1", "EMB", T), *facts):
        view = advance(view, fact)
    return [standing.role for standing in standings(view, T, 4, tried=tried)]


A_ENTERS = ev.Entered("HITON-PC:7", T, "PC", A)
B_ENTERS = ev.Entered("HITON-PC:7", T, "PC", B)
C_IS_TRIED = ev.Entered("RecogSpouses:12", T, "CSP", C, A)
COPIED = ev.SpousesCopied("RecogSpouses:17", T)


def test_before_anything_is_known_there_is_only_the_target():
    assert roles() == [Role.TARGET, Role.UNSEEN, Role.UNSEEN, Role.UNSEEN]


def test_a_neighbour_is_undecided_until_a_rule_decides_it():
    assert roles(A_ENTERS)[A] is Role.UNDECIDED
    assert roles(A_ENTERS, ev.Found("DistinguishPC:4", T, (), (A,), "spouse", (C,)))[A] is Role.CHILD


def test_who_leaves_is_dismissed():
    assert roles(A_ENTERS, ev.Left("HITON-PC:10", T, "PC", A, ()))[A] is Role.DISMISSED


def test_a_candidate_becomes_a_spouse_once_directions_are_looked_for():
    assert roles(A_ENTERS, C_IS_TRIED)[C] is Role.CANDIDATE
    child = ev.Found("DistinguishPC:4", T, (), (A,), "spouse", (C,))
    assert roles(A_ENTERS, C_IS_TRIED, COPIED, child)[C] is Role.SPOUSE


def test_a_pruned_candidate_does_not_come_back():
    pruned = ev.Left("RecogSpouses:21", T, "SP", C, (B,), A)
    assert roles(A_ENTERS, C_IS_TRIED, COPIED, pruned, tried=True)[C] is Role.UNSEEN


def test_the_graph_has_the_last_word_on_a_direction():
    joined, oriented = ev.Joined("ELCS:8", T, A), ev.Oriented("Meek:1", A, T, "meek-r1", (C,))
    assert roles(A_ENTERS, B_ENTERS, joined, oriented)[A] is Role.PARENT
