"""What the alpha explorer draws, lists and says, without a window."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from elcs_gui.app.alpha.axis import LogAxis, label_spot, read_alpha, roundest
from elcs_gui.app.alpha.changes import (
    GONE,
    NEW,
    TURNED,
    changes,
    decisions,
    needs,
    outlook,
    sentence,
    verdict,
)
from elcs_gui.app.alpha.rows import (
    covers,
    figures,
    goes_on_from,
    heads,
    interval_at,
    joined,
    lines,
    next_interval,
    rows,
    summary,
)
from elcs_gui.app.alpha.words import ORACLE, card, heading, progress, share, stopped
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import columns_first
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.alpha_figures import Figures, alpha_text
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.trace.metrics import truth_for
from elcs_gui.trace.roles import FinalRole
from elcs_gui.trace.trace import Header

ALPHAS = st.floats(1e-12, 0.5)


@cache
def cancer() -> tuple[AlphaMap, Header]:
    """Five results in seven runs."""
    example = find_example("cancer")
    data = example.load_data()
    assert data is not None
    header = Header("elcs", data.index(example.target), data.columns, "g2", rows=data.rows)
    return explore_alpha(Evidence(G2(data)), header), header


# Numbers


@given(ALPHAS)
def test_an_alpha_is_written_such_that_reading_it_gives_the_very_same(alpha: float) -> None:
    assert read_alpha(alpha_text(alpha)) == alpha


def test_alphas_are_written_plainly_or_with_an_exponent_as_p_values_are() -> None:
    written = [alpha_text(alpha) for alpha in (0.01, 0.2, 0.0005, 2.5e-5, 1e-6, 0.025)]
    assert written == ["0.01", "0.2", "0.0005", "2.5e−5", "1e−6", "0.025"]


@pytest.mark.parametrize("typed, meant", [("1e-6", 1e-6), (" 1e−6 ", 1e-6), ("0,05", 0.05), (".2", 0.2)])
def test_an_alpha_may_be_typed_in_several_ways(typed: str, meant: float) -> None:
    assert read_alpha(typed) == meant


def test_what_is_no_number_is_said_so() -> None:
    with pytest.raises(ElcsError, match=r"'much' is no number.*1e-6"):
        read_alpha("much")


@given(ALPHAS, ALPHAS)
def test_the_roundest_alpha_lies_within_and_no_shorter_one_is_nearer(a: float, b: float) -> None:
    low, high = sorted((a, b))
    assume(low < high)
    found = roundest(low, high)
    assert low <= found < high
    if high / low > 10:
        assert len(alpha_text(found).replace("0", "").replace(".", "").partition("e")[0]) == 1


def test_the_roundest_alpha_of_an_interval_is_one_a_person_would_name() -> None:
    assert roundest(0.0186, 0.0357) == 0.03
    assert roundest(0.0137, 0.056) == 0.03
    assert roundest(0.01861, 0.01869) == 0.01865


def test_boundaries_get_as_many_digits_as_tell_them_apart() -> None:
    assert Figures.of([0.0186, 0.0357]).text(0.018634) == "0.0186"
    close = Figures.of([0.01861, 0.01864])
    assert (close.text(0.01861), close.text(0.01864)) == ("0.01861", "0.01864")
    assert Figures().text(7.83e-6) == "7.8e−6"
    assert Figures(5).text(1e-6) == "1e−6"


@given(ALPHAS)
def test_the_axis_goes_there_and_back(alpha: float) -> None:
    axis = LogAxis(1e-12, 0.5, 80.0, 600.0)
    assert math.isclose(axis.alpha(axis.x(alpha)), alpha, rel_tol=1e-9)


def test_the_axis_has_its_ends_and_a_tick_for_every_power_of_ten() -> None:
    axis = LogAxis(1e-6, 0.2, 100.0, 600.0)
    assert axis.ticks() == [1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.1]
    assert (axis.x(1e-6), axis.x(0.2)) == (100.0, 600.0)
    assert LogAxis(0.01, 0.1, 0, 100).ticks() == [0.01, 0.02, 0.05, 0.1]
    assert len(LogAxis(1e-300, 0.2, 0, 100).ticks()) <= 11


def test_a_point_of_the_axis_picks_a_short_alpha_close_to_it() -> None:
    axis = LogAxis(1e-6, 0.2, 100.0, 600.0)
    for x in range(90, 611, 7):
        picked = axis.pick(x)
        assert axis.low <= picked <= axis.high
        assert abs(axis.x(picked) - min(max(x, 100), 600)) <= 1
        assert len(alpha_text(picked)) <= 8


def test_a_label_stands_in_the_widest_stretch_that_no_line_crosses() -> None:
    assert label_spot(0, 100, [], 40) == 50
    assert label_spot(0, 100, [30], 40) == 65
    assert label_spot(0, 100, [30, 60, 400], 45) is None


# Rows and lines


def test_every_variable_that_is_ever_in_the_blanket_has_a_row_of_bands() -> None:
    found, header = cancer()
    made = rows(found, header.names, header.target)
    assert [row.title for row in made] == [f"Cancer – {header.names[x]}" for x in found.members]
    pollution = next(row for row in made if row.name == "Pollution")
    assert [(label.words, label.short) for label in pollution.bands] == [("cause · 1a", "1a")]
    assert pollution.bands[0].band.low == found.intervals[2].low
    assert all(label.band.status is not FinalRole.ABSENT for row in made for label in row.bands)


def test_the_table_has_a_line_for_every_result() -> None:
    found, header = cancer()
    made = lines(found, header, figures(found))
    assert heads(header) == ("Alpha from – to", "Tests", "Causes", "Effects", "Undecided")
    assert len(made) == len(found.intervals) == 5
    assert made[1][0] == "0.00815 – 0.0137"
    assert made[2][1] == "95–108"
    assert made[0][2:] == ("–", "–", "Smoker, Xray, Dyspnoea")
    assert summary(found) == "every alpha at once · 5 different results"


def test_a_map_that_was_ended_early_goes_on_where_it_was_left() -> None:
    whole, header = cancer()
    data = find_example("cancer").load_data()
    assert data is not None
    evidence = Evidence(G2(data))
    for cut in (1, 3, 6):
        part = AlphaMap(whole.low, whole.high, whole.steps[:cut])
        assert not part.complete
        rest = explore_alpha(evidence, header, goes_on_from(part, part.low))
        assert joined(part, rest) == whole
        assert summary(part).endswith("so far")
    assert joined(None, whole) == whole
    assert joined(AlphaMap(1e-6, 0.2, ()), whole) == whole
    assert joined(whole, AlphaMap(whole.steps[-1].low, 0.2, ())) == whole


def test_every_alpha_belongs_to_one_result_and_the_jumps_go_from_one_to_the_next() -> None:
    found, _ = cancer()
    for place, one in enumerate(found.intervals):
        assert interval_at(found, one.low) == place
        assert interval_at(found, roundest(one.low, one.high)) == place
        after, before = next_interval(found, one.low, 1), next_interval(found, one.low, -1)
        assert after == (found.intervals[place + 1] if place < 4 else None)
        assert before == (found.intervals[place - 1] if place else None)
    assert interval_at(found, 0.2) == 4
    assert interval_at(found, 0.3) is None


def test_beyond_what_is_explored_the_way_back_leads_to_the_last_result_there_is() -> None:
    found, _ = cancer()
    part = replace(found, steps=found.steps[:3])
    assert not covers(part, part.reached)
    assert next_interval(part, 0.15, 1) is None
    assert next_interval(part, 0.15, -1) == part.intervals[-1]


# What changes


def test_the_changes_are_those_whose_standing_differs_and_each_has_a_boundary_on_the_way() -> None:
    found, header = cancer()
    places = [roundest(one.low, one.high) for one in found.intervals]
    for own in places:
        for other in places:
            changed = changes(found, header.names, header.target, own, other)
            differing = {
                x
                for x in found.members
                if found.at(own).surroundings.status(x) != found.at(other).surroundings.status(x)
            }
            assert {change.variable for change in changed} == differing
            for change in changed:
                assert min(own, other) < change.at <= max(own, other)
                settled, just_before = (
                    found.at(change.at),
                    found.steps[found.steps.index(found.at(change.at)) - 1],
                )
                arrived, left = (settled, just_before) if other > own else (just_before, settled)
                x = change.variable
                assert arrived.surroundings.status(x) == found.at(other).surroundings.status(x)
                assert left.surroundings.status(x) != found.at(other).surroundings.status(x)
            decided = decisions(found, own, other, changed)
            assert sorted(x for one in decided for x in one.variables) == sorted(differing)
            assert all(one.questions for one in decided)
            way = [one.at for one in decided]
            assert way == sorted(way, reverse=other < own)


def test_what_becomes_of_a_variable_is_told_in_words() -> None:
    found, header = cancer()
    up = {header.names[c.variable]: c for c in changes(found, header.names, header.target, 0.005, 0.03)}
    assert (up["Pollution"].before, up["Pollution"].kind) == ("not a neighbour", NEW)
    assert up["Pollution"].after == "cause by Lemma 1a, together with Smoker"
    assert (up["Smoker"].before, up["Smoker"].kind) == ("undecided", TURNED)
    down = {header.names[c.variable]: c for c in changes(found, header.names, header.target, 0.03, 0.005)}
    assert down["Pollution"].after == "not a neighbour"
    assert down["Pollution"].kind == GONE
    assert changes(found, header.names, header.target, 0.03, 0.03) == []


def test_one_test_that_decides_everything_is_said_so_both_ways() -> None:
    found, header = cancer()
    shown = figures(found)
    boundary = found.intervals[1].low
    for own, other, counts in ((0.005, 0.01, "dependent"), (0.01, 0.005, "independent")):
        changed = changes(found, header.names, header.target, own, other)
        decided = decisions(found, own, other, changed)
        said = verdict(decided, header.names, shown, upwards=other > own)
        assert len(decided) == 1
        assert decided[0].questions == found.at(boundary).turned
        assert said.startswith("One test decides all three: once p = 0.00815 counts as " + counts)
        assert ("no longer" in said) == (other > own)


def test_several_tests_are_told_one_after_the_other() -> None:
    found, header = cancer()
    changed = changes(found, header.names, header.target, 0.005, 0.19)
    said = verdict(decisions(found, 0.005, 0.19, changed), header.names, figures(found), upwards=True)
    first, *rest = said.split("\n")
    assert first.endswith("tests decide, one after the other:")
    boundaries = [float(line.partition(":")[0]) for line in rest]
    assert len(rest) > 1
    assert boundaries == sorted(boundaries)


def test_who_would_need_a_larger_alpha_is_told_but_not_twice() -> None:
    found, header = cancer()
    shown = figures(found)
    pollution = header.names.index("Pollution")
    assert needs(found, header.names, 0.005, shown) == "Pollution needs alpha of at least 0.0137."
    assert needs(found, header.names, 0.005, shown, [pollution]) == ""
    assert needs(found, header.names, 0.03, shown) == ""


def test_the_outlook_names_the_next_change_both_ways() -> None:
    found, header = cancer()
    told = dict(outlook(found, header.names, 0.03, figures(found)))
    assert told == {"from 0.056 on": "Dyspnoea cause", "below 0.0137": "Pollution no neighbour"}


def test_the_status_sentence_says_what_holds_where_and_what_the_network_has_otherwise() -> None:
    found, header = cancer()
    network = find_example("cancer").load_network()
    truth = truth_for(columns_first(network, header.names[::-1]), header.names)[header.target]
    said = sentence(found, header.names, 0.06, figures(found), truth)
    assert said == (
        "Between 0.056 and 0.0802 the result is the same: causes Pollution, Smoker and Dyspnoea, "
        "effect Xray; Dyspnoea has the wrong direction."
    )
    early = sentence(found, header.names, 0.01, figures(found), truth)
    assert early.endswith("effects Xray and Dyspnoea; Pollution is missed.")
    assert sentence(found, header.names, 0.01, figures(found), None).endswith("Dyspnoea.")


def test_neighbouring_results_differ_where_the_sentence_says_they_do() -> None:
    found, header = cancer()
    said = [sentence(found, header.names, one.low, figures(found), None) for one in found.intervals]
    for (a, b), (one, other) in zip(pairwise(said), pairwise(found.intervals), strict=True):
        assert a != b
        assert figures(found).text(one.high) == figures(found).text(other.low)


# The card


def test_the_card_tells_changes_with_the_one_boundary_in_its_head() -> None:
    found, header = cancer()
    told = card(found, replace(header, alpha=0.005), 0.01, figures(found))
    assert told.title == "What changes from 0.005 to 0.01"
    assert told.quiet == "at alpha = 0.00815"
    assert {entry.name for entry in told.entries} == {"Smoker", "Xray", "Dyspnoea"}
    assert all(entry.at == "" for entry in told.entries)
    assert told.note.startswith("One test decides all three")
    assert told.note.endswith("Pollution needs alpha of at least 0.0137.")


def test_the_card_names_each_boundary_where_there_are_several() -> None:
    found, header = cancer()
    told = card(found, replace(header, alpha=0.005), 0.19, figures(found))
    assert told.quiet == ""
    assert all(entry.at.startswith("at 0.") for entry in told.entries)


def test_without_a_change_the_card_looks_ahead_and_promises_no_more_than_holds() -> None:
    found, header = cancer()
    told = card(found, replace(header, alpha=0.03), 0.03, figures(found))
    assert told.title == "Alpha 0.03: this run"
    assert [entry.name for entry in told.entries] == ["from 0.056 on", "below 0.0137"]
    assert told.note.endswith("alpha could be 2.1 times smaller or 1.8 times larger.")
    assert interval_at(found, 0.03 / 2.1) == interval_at(found, 0.03 * 1.8) == 2
    assert card(found, replace(header, alpha=0.03), 0.02, figures(found)).title == (
        "Nothing changes from 0.03 to 0.02"
    )


def test_the_card_says_what_it_cannot_know() -> None:
    found, header = cancer()
    part = replace(found, steps=found.steps[:2])
    early = card(part, header, 0.15, figures(part))
    assert "has come to" in early.note
    assert card(part, replace(header, alpha=0.15), 0.15, figures(part)).title == "Alpha 0.15: this run"
    assert not early.entries
    outside = card(found, replace(header, alpha=0.5), 0.03, figures(found))
    assert "0.5 of this run lies outside the range" in outside.note


def test_the_oracle_needs_no_alpha_and_the_card_says_so() -> None:
    example = find_example("cancer")
    network = example.load_network()
    header = Header("elcs", network.nodes.index(example.target), network.nodes, "oracle", rows=None)
    found = explore_alpha(Evidence(Oracle(network)), header)
    assert len(found.intervals) == 1
    assert summary(found) == "every alpha at once · one result"
    assert card(found, header, 0.05, figures(found)).note == ORACLE


def test_how_far_the_work_is_is_told_with_an_estimate() -> None:
    found, header = cancer()
    part = replace(found, steps=found.steps[:3])
    assert share(found) == 1.0
    assert 0 < share(part) < 1
    assert progress(None, 0.0, 0.0) == "First run under way"
    assert progress(part, 0.2, 0.0).startswith("3 runs, up to alpha ")
    left = 100.0 * (1 - share(part)) / share(part)
    assert progress(part, 100.0, 0.0).endswith(f"about {left:.0f} s left")
    assert stopped(part).startswith("Stopped at alpha")
    assert stopped(None) == "Stopped before the first run was done."
    assert heading(found, header, 0.03) == f"{found.at(0.03).requested} tests, compared with 0.01 (68)"
    assert heading(found, header, 0.01) == "68 tests, this run"
    assert heading(part, header, 0.19) == ""
