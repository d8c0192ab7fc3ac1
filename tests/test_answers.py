"""Every algorithm walked through all that tells its answer: what it has found is said, and nothing else."""

from __future__ import annotations

import re
from functools import cache

import pytest

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.api import ElcsError, Result, learn
from elcs_gui.app.all_variables.words import claims, verdict
from elcs_gui.app.alpha.changes import sentence
from elcs_gui.app.alpha.rows import figures, heads, lines, rows
from elcs_gui.app.alpha.words import card, legend
from elcs_gui.app.exporting import report_content
from elcs_gui.app.runs.rows import answer_changes
from elcs_gui.app.stability.rows import variable_rows
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.commands.report import report, summary
from elcs_gui.commands.stability_report import as_json
from elcs_gui.commands.stability_report import report as stability_report
from elcs_gui.commands.stability_report import summary as stability_summary
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.structures.structure_files import WRITERS, structure_text
from elcs_gui.inquiry.all_targets import learn_all
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.stability import stability
from elcs_gui.trace.metrics import truth_for
from elcs_gui.trace.result import structure_of
from elcs_gui.trace.roles import ANSWER_SETS, Role, answer_set
from elcs_gui.trace.script import script_of

WHOLE = ("iamb", "inter-iamb", "iamb-fdr", "gsmb")
RUN = [name for name, algorithm in ALGORITHMS.items() if not algorithm.library]
ASKING = [name for name in RUN if ALGORITHMS[name].asks_tests]


@cache
def asia() -> Dataset:
    data = find_example("asia").load_data()
    assert data is not None
    return data


@cache
def lung(algorithm: str) -> Result:
    return learn(asia(), "lung", algorithm=algorithm)


def page(found: Result) -> str:
    return re.sub(r"<[^>]*>", " ", found._repr_html_())


@pytest.mark.parametrize("algorithm", RUN)
def test_all_that_was_found_is_told_and_no_set_that_was_not_looked_for(algorithm: str) -> None:
    found, roles = lung(algorithm), ALGORITHMS[algorithm].roles
    sets = {role: found._named(answer_set(found.outcome, role)) for role in ANSWER_SETS}
    assert not [role for role in sets if sets[role] and role not in roles]
    parts = {
        part.role: [name for name, _ in part.members]
        for part in report_content.parts(found.outcome, found.trace)
    }
    assert parts == {role: sets[role] for role in roles}
    for text in (str(found), report("Asia", found.json)):
        told = dict(re.findall(r"^  (causes|effects|undecided|spouses|blanket)  +(.*)$", text, re.MULTILINE))
        assert list(told) == [ANSWER_SETS[role][0] for role in roles]
        for role in roles:
            line = told[ANSWER_SETS[role][0]]
            assert all(name in line for name in sets[role]) and (line == "none") == (not sets[role])
    told_of = [name for role in roles if role is not Role.SPOUSE for name in sets[role]]
    for text in (repr(found), page(found), report_content.answer(found.trace)):
        assert all(name in text for name in told_of)
        assert "no neighbour" not in text and "Nothing was found" not in text
    assert all(name in summary("Asia", [found.json], 1.0) for name in told_of)
    assert ("direct cause" in report_content.answer(found.trace)) == (Role.PARENT in roles)


@pytest.mark.parametrize("algorithm", ASKING)
def test_stability_and_alpha_tell_the_sets_that_the_algorithm_tells(algorithm: str) -> None:
    found, roles = lung(algorithm), ALGORITHMS[algorithm].roles
    repeated = stability(asia(), found.header, kind="column-order", replicates=1)
    assert repeated.found is not None
    structure = structure_of(found.trace)
    index = [asia().columns.index(node) for node in structure.nodes]
    assert set(repeated.found.arrows) <= {(index[tail], index[head]) for tail, head in structure.directed}
    told = [part for part, _ in variable_rows(repeated)[0].parts]
    assert told == [*roles, "absent"]
    titles = stability_report("Asia", repeated).splitlines()[3].split()[4:]
    assert titles == [{"parent": "cause", "child": "effect"}.get(role, role) for role in told]
    keys = [key for key in as_json(repeated)["roles"][0] if key not in ("variable", "found", "absent")]
    assert keys == (["member"] if algorithm in WHOLE else ["parent", "child", "undecided", "spouse"])
    assert "lung" in stability_summary("Asia", [as_json(repeated)], 1.0)
    assert heads(found.header)[2:] == tuple(
        ANSWER_SETS[role][0].capitalize() for role in roles if role is not Role.SPOUSE
    )


@pytest.mark.parametrize("algorithm", WHOLE)
def test_a_blanket_found_as_a_whole_is_told_as_one(algorithm: str) -> None:
    found = lung(algorithm)
    assert found.mb == found.blankets["lung"].mb == ["tub", "either"]
    assert repr(found) == "<lung: blanket tub, either>"
    assert "Markov blanket: tub, either. Which of them are neighbours is not told." in page(found)
    said = report_content.answer(found.trace)
    assert "finds that the Markov blanket of lung has two members (tub and either); it does not tell" in said
    assert [proof.claim.kind for proof in report_content.memberships(found.trace)] == ["in MB"] * 2
    assert "Causes" not in report_content.caption(found.trace)
    recorded = script_of(found.trace, "a run").partition("RECORDED")[2]
    assert "\"mb\": ['tub', 'either']" in recorded and "parents" not in recorded
    assert answer_changes(found.trace, lung("hiton-pc").trace) == [
        "tub: in the blanket → not a neighbour",
        "smoke: not in the blanket → undecided",
        "either: in the blanket → undecided",
    ]


@pytest.mark.parametrize("algorithm", WHOLE)
def test_members_are_asked_about_by_one_name(algorithm: str) -> None:
    found, rule = lung(algorithm), "not above the threshold" if algorithm == "iamb-fdr" else "dependent"
    assert (found.why("tub").status, found.why("smoke").status) == ("member", "absent")
    assert repr(found.why("tub")) == repr(found.why("tub", "lung")) == f"<Why lung ∋ tub: {rule}>"
    assert str(found.why("tub")).startswith("tub is in the Markov blanket of lung.")
    with pytest.raises(ElcsError, match=r"finds Markov blankets, .*why\(NAME\)"):
        found.why("tub", "smoke")


def test_members_are_nodes_without_edges_where_a_format_can_say_so() -> None:
    found = lung("iamb")
    assert dict(found.graph.nodes(data="role")) == {"tub": "member", "lung": "target", "either": "member"}
    assert not found.graph.edges
    structure = structure_of(found.trace)
    for ending in WRITERS:
        if ending in (".dot", ".gv", ".graphml", ".json"):
            text = structure_text(structure, ending)
            assert "member" in text and "which of them are adjacent is not told" in text
        else:  # a graph without edges would say that they are independent
            with pytest.raises(ElcsError, match="write DOT, GraphML or JSON"):
                structure_text(structure, ending)


def test_the_alpha_explorer_calls_members_members() -> None:
    header = lung("iamb").header
    found = explore_alpha(Evidence(G2(asia())), header)
    digits = figures(found, header.alpha)
    assert [line[2] for line in lines(found, header, digits)] == ["tub, either", "tub, smoke, either"]
    made = rows(found, header.names, header.target)
    assert [row.title for row in made] == ["tub", "smoke", "either"]
    assert {label.words for row in made for label in row.bands} == {"in the blanket"}
    truth = truth_for(find_example("asia").load_network(), header.names)[header.target]
    said = sentence(found, header.names, 0.01, digits, truth)
    assert said.endswith("the result is the same: blanket tub and either; smoke is missed.")
    changed = card(found, header, 0.1, digits).entries
    assert [(entry.name, entry.before, entry.after) for entry in changed] == [
        ("smoke", "not in the blanket", "in the blanket")
    ]
    ahead = card(found, header, 0.01, digits).entries
    assert [entry.after for entry in ahead] == ["smoke in the blanket"]
    assert legend(header) == "▼ the result changes  ·  dashed: in the blanket"


def test_on_the_map_of_all_variables_blankets_are_not_called_neighbours() -> None:
    header = lung("iamb").header
    found = learn_all(Evidence(G2(asia())), header)
    by_ends = {edge.ends: edge for edge in found.edges()}
    names = header.names
    both = by_ends[names.index("tub"), names.index("lung")]
    assert [claim.claim for claim in claims(both, found)] == [
        "lung is in its blanket",
        "tub is in its blanket",
    ]
    assert verdict(both, found) == "Whether they are adjacent is not told."
    one = by_ends[names.index("smoke"), names.index("lung")]
    assert verdict(one, found) == "lung does not have it in its blanket."
    assert "smoke is not in its blanket" in [claim.claim for claim in claims(one, found)]
