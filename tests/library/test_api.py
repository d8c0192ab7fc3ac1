"""The public door: what it takes, what it hands back, and what it says when it cannot."""

from __future__ import annotations

import inspect
import io
import json
import math
import os
import pydoc
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import elcs_gui
from elcs_gui.api import ElcsError, ImportPlan, Options, Result, learn, learn_all
from elcs_gui.cli import main
from elcs_gui.data.examples import find_example
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.names import tidy_name
from elcs_gui.data.network import Network
from elcs_gui.data.plan import Kind
from elcs_gui.data.readers import read_opened, read_table
from elcs_gui.data.sampling import sample
from elcs_gui.data.tables.address import title_of
from elcs_gui.data.tables.frame_table import FrameTable
from elcs_gui.storage.trace_file import read_trace
from elcs_gui.trace.events import Tested

ROOT = Path(__file__).resolve().parents[2]
NETWORKS = ROOT / "resources" / "networks"


def frame_of(example: str, rows: int = 1000, seed: int = 1) -> pd.DataFrame:
    data = sample(find_example(example).load_network(), rows, seed)
    return pd.DataFrame(
        {
            column: np.array(levels)[codes]
            for column, levels, codes in zip(data.columns, data.levels, data.codes, strict=True)
        }
    )


def digraph(network: Network) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(network.nodes)
    graph.add_edges_from((network.nodes[a], network.nodes[b]) for a, b in network.edges)
    return graph


def told(result: Result) -> dict[str, Any]:
    return {part: value for part, value in result.json.items() if part not in ("seconds", "recipe")}


def command_line(*arguments: object) -> list[dict[str, Any]]:
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["run", *map(str, arguments), "--json"]) == 0
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    return [
        {part: value for part, value in result.items() if part not in ("seconds", "recipe")}
        for result in found
    ]


@pytest.fixture(scope="module")
def asia() -> pd.DataFrame:
    return frame_of("asia", 5000)


@pytest.fixture(scope="module")
def found(asia: pd.DataFrame) -> Result:
    return learn(asia, "either", algorithm="elcs", truth=NETWORKS / "asia.bif")


# What it takes


def test_importing_it_loads_neither_qt_nor_what_is_slow() -> None:
    code = (
        "import sys, elcs_gui.api\n"
        "print([name for name in ('PySide6', 'pandas', 'networkx', 'scipy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_help_shows_every_option_of_both_with_its_default() -> None:
    for function, first in ((learn, ["data", "target"]), (learn_all, ["data", "targets"])):
        shown = inspect.signature(function).parameters
        assert list(shown) == [*first, *Options.__annotations__]
        assert (shown["algorithm"].default, shown["alpha"].default) == (None, 0.01)
        assert "k: 'int | Own | None' = 3, " in pydoc.plain(pydoc.render_doc(function))
    with pytest.raises(TypeError, match="alhpa"):
        learn(NETWORKS / "asia.bif", "lung", alhpa=0.1)  # type: ignore[call-arg]


LEVELS: st.SearchStrategy[list[Any]] = st.sampled_from(
    [
        ["no", "yes"],
        ["10", "9", "a"],
        [True, False],
        [3, 1, 2],
        [-1, 10, 9],
        ["z", "Ä", " b"],
        [0.5, 1.5, -2.25],
        [1.0, 2.0],
        list(range(30)),
        ["1.50", "1.5", "2"],
        [10**12, 5],
    ]
)


@st.composite
def frames(draw: st.DrawFn) -> pd.DataFrame:
    rows = draw(st.integers(30, 120))
    random = np.random.default_rng(draw(st.integers(0, 2**20)))
    names = draw(
        st.lists(st.sampled_from(["a", "b b", "c,d", 'q"', "é", "x→y"]), min_size=3, max_size=5, unique=True)
    )
    # If every column held many numbers, all would measure something, which the command line has to be told.
    columns = {"sex": pd.Series(random.choice(["f", "m"], rows + 2))}
    for name in names:
        levels = draw(LEVELS)
        codes = np.concatenate([[0, 1], random.integers(0, len(levels), rows)])
        column = pd.Series([levels[code] for code in codes])
        columns[name] = column.astype("category") if draw(st.booleans()) else column
    return pd.DataFrame(columns)


@given(frame=frames())
@settings(max_examples=40, deadline=None)
def test_a_frame_is_read_as_the_csv_of_it_and_gives_what_the_command_line_finds(
    frame: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("frame") / "data.csv"
    frame.to_csv(path, index=False)
    kinds = dict.fromkeys(frame.columns, "discrete")  # or many whole numbers would be measurements
    by_frame, by_file = (learn_all(data, alpha=0.2, kinds=kinds) for data in (frame, path))
    assert [told(result) for result in by_frame.values()] == [told(result) for result in by_file.values()]
    assert [told(result) for result in by_file.values()] == command_line(
        path, "--all-targets", "--alpha", 0.2, "--discrete", "all"
    )
    for one, other in zip(by_frame.values(), by_file.values(), strict=True):
        assert one.trace == other.trace


@pytest.mark.parametrize("example", ["cancer", "survey", "sachs"])
def test_bundled_examples_as_frame_file_and_command_line(example: str, tmp_path: Path) -> None:
    frame = frame_of(example, 500)
    path = tmp_path / "data.csv"
    frame.to_csv(path, index=False)
    truth = NETWORKS / f"{example}.bif"
    expected = command_line(path, "--all-targets", "--network", truth)
    assert [told(result) for result in learn_all(frame, truth=truth).values()] == expected
    assert expected[0]["metrics"]


def test_options_mean_what_they_mean_on_the_command_line(asia: pd.DataFrame, tmp_path: Path) -> None:
    asia.to_csv(tmp_path / "asia.csv", index=False)
    (expected,) = command_line(
        tmp_path / "asia.csv", "--target", "either", "--algorithm", "elcs-ii", "--test", "chi2",
        "--alpha", 0.05, "--k", "unlimited", "--rows-per-cell", 2,
        "--unreliable-conditional", "independent", "--ignore", "xray",
        "--require", "lung->either", "--forbid", "asia--smoke", "--tiers", "asia, smoke < dysp",
    )  # fmt: skip
    result = learn(
        asia, "either", algorithm="elcs-ii", test="chi2", alpha=0.05, k=None, rows_per_cell=2,
        unreliable_conditional="independent", ignore=["xray"],
        require="lung->either", forbid=["asia--smoke"], tiers="asia, smoke < dysp",
    )  # fmt: skip
    assert told(result) == expected
    assert result.why("lung", "either").rule == "knowledge"


def test_numbers_that_measure_something_are_asked_by_fishers_z(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    frame = pd.DataFrame(random.normal(size=(400, 3)), columns=["a", "b", "age"])
    frame["c"] = frame.a + frame.b + random.normal(size=400)
    frame["age"] = (40 + 10 * frame.age).round().astype(int)
    frame.to_csv(tmp_path / "numbers.csv", index=False)
    by_frame, by_file = learn(frame, "c"), learn(tmp_path / "numbers.csv", "c")
    assert by_frame.header.test == "fisher-z"
    assert by_frame.trace == by_file.trace
    assert by_frame.parents == ["a", "b"]
    assert [told(by_frame)] == command_line(tmp_path / "numbers.csv", "--target", "c", "--test", "fisher-z")


def test_measurements_beside_levels_are_refused_with_both_ways_out(asia: pd.DataFrame) -> None:
    mixed = asia.assign(age=np.random.default_rng(1).normal(size=len(asia)))
    with pytest.raises(ElcsError, match=r"mixes levels .* numbers .*'age'.*discretise=.*ignore="):
        learn(mixed, "either")
    assert learn(mixed, "either", ignore=["age"]).header.names == tuple(asia.columns)
    assert "age" in learn(mixed, "either", discretise="quantile:4").header.names


def test_many_whole_numbers_beside_levels_measure_something_unless_it_is_said_that_they_are_levels(
    asia: pd.DataFrame,
) -> None:
    counted = asia.assign(ward=np.arange(len(asia)) % 40)
    with pytest.raises(ElcsError, match=r"numbers .*'ward'.*kinds="):
        learn(counted, "either")
    assert learn(counted, "either", kinds={"ward": "discrete"}).header.test == "g2"
    with pytest.warns(UserWarning, match=r"elcs survey would cut 'ward' \(tidy=True\)"):
        learn(counted, "either", test="g2")
    cut = learn(counted, "either", discretise="quantile:2")
    assert cut.tests.query("y == 'either' and x == 'ward'").df.max() == 1


def test_missing_values_are_refused_until_somebody_says_what_becomes_of_them(asia: pd.DataFrame) -> None:
    gaps = asia.astype(object)
    for row, nothing in enumerate((None, np.nan, pd.NA, pd.NaT)):
        gaps.loc[row, "smoke"] = nothing
    with pytest.raises(ElcsError, match=r"'smoke' .* 4 missing values \(first: row 1\).*missing="):
        learn(gaps, "either")
    assert learn(gaps, "either", missing="drop").header.rows == len(asia) - 4
    assert learn(gaps, "either", missing="available").header.rows == len(asia)
    with_level = learn(gaps, "smoke", missing="level")
    assert with_level.tests.query("x == 'asia' and not reused").df.iloc[0] == 2


@pytest.mark.parametrize(
    "dtype",
    ["int8", "uint64", "Int64", "float64", "Float64", "object", "string", "category", "datetime64[s]"],
)
def test_the_same_levels_whatever_their_type(dtype: Any) -> None:
    codes = np.array([[2, 10, 9, 2, 10], [1, 1, 2, 2, 2]] * 3)[:, :5].reshape(-1, 5).T
    frame = pd.DataFrame({f"v{n}": column for n, column in enumerate(codes.T)})
    plan = ImportPlan(kinds=dict.fromkeys(map(str, frame), Kind.DISCRETE))
    plain = read_opened(FrameTable(frame, plan), plan)
    other = read_opened(FrameTable(frame.astype(dtype), plan), plan)
    if dtype != "datetime64[s]":
        assert fingerprint(other) == fingerprint(plain)
    assert (other.codes == plain.codes).all()


def test_nothing_is_taken_for_the_same_that_is_not() -> None:
    frame = pd.DataFrame({"a": pd.Series([1, True, "1", 1.0, "x"], dtype=object), "b": [1, 2, 3, 4, 5]})
    plan = ImportPlan()
    data = read_opened(FrameTable(frame, plan), plan)
    assert data.levels[0] == ("1", "True", "x")


def test_labels_that_are_no_text_are_told_by_their_text(asia: pd.DataFrame) -> None:
    numbered = asia.set_axis(range(len(asia.columns)), axis=1)
    assert learn(numbered, 5).parents == learn(numbered, "5").parents == ["1", "3"]
    assert learn(numbered, 5).why(3).status == "directed"


def test_a_graph_answers_by_d_separation() -> None:
    network = find_example("asia").load_network()
    result = learn(digraph(network), "either")
    assert (result.parents, result.children) == (["tub", "lung"], ["xray", "dysp"])
    assert result.spouses == {"dysp": ["bronc"]}
    assert result.metrics is not None and result.metrics.shd == 0
    assert [told(result)] == command_line("--network", NETWORKS / "asia.bif", "--target", "either")
    assert result.trace == learn(NETWORKS / "asia.bif", "either").trace


def test_a_csv_is_a_graph_only_if_asked_by_the_oracle(tmp_path: Path) -> None:
    path = tmp_path / "graph.csv"
    path.write_text("from,to\na,b\nc,b\n")
    assert learn(path, "b", test="oracle").parents == ["a", "c"]


WRONG: Any = "0.1", 1.5, 5, [("tub", "asia")]

REFUSALS: dict[str, tuple[Callable[[pd.DataFrame], object], str]] = {
    "an unknown target": (lambda f: learn(f, "eithr"), r"No variable 'eithr' .*Did you mean 'either'\?"),
    "a list": (
        lambda _: learn([[1, 2]], "a"),
        "the path of a file, a table of Ibis, DuckDB or Arrow, or a networkx DiGraph, not list",
    ),
    "an array": (lambda _: learn(np.zeros((4, 2)), 0), r"not numpy\.ndarray"),
    "an empty frame": (lambda _: learn(pd.DataFrame(), "a"), "at least two columns"),
    "one column": (lambda f: learn(f[["asia"]], "asia"), "at least two columns"),
    "no rows": (lambda f: learn(f.iloc[:0], "asia"), "no rows"),
    "a column twice": (
        lambda f: learn(pd.concat([f, f.asia], axis=1), "asia"),
        "more than one column is called 'asia'",
    ),
    "columns alike as text": (
        lambda _: learn(pd.DataFrame({1: [0, 1], "1": [1, 0]}), 1),
        "more than one column is called '1'",
    ),
    "lists in cells": (
        lambda f: learn(f.assign(m=pd.Series([[1]] * len(f), dtype=object)), "asia"),
        "'m' .* list, not single values.*ignore=",
    ),
    "a constant column": (
        lambda f: learn(f.assign(m=1), "asia"),
        "'m' .* the same value in every row.*ignore=",
    ),
    "no file": (lambda _: learn("nowhere.csv", "a"), "There is no file 'nowhere.csv'"),
    "no such ending": (lambda _: learn("nowhere.pkl", "a"), "nowhere.pkl"),
    "an undirected graph": (lambda _: learn(nx.Graph([("a", "b")]), "a"), "without a direction"),
    "a cycle": (lambda _: learn(nx.DiGraph([("a", "b"), ("b", "a")]), "a"), "cycle"),
    "nodes alike as text": (lambda _: learn(nx.DiGraph([(1, "1")]), 1), "more than one node is called '1'"),
    "a test of data on a graph": (lambda _: learn(nx.DiGraph([("a", "b")]), "a", test="g2"), "needs data"),
    "the oracle on data": (lambda f: learn(f, "asia", test="oracle"), "known graph"),
    "two truths": (lambda _: learn(nx.DiGraph([("a", "b")]), "a", truth=nx.DiGraph()), "leave truth out"),
    "a truth that is none": (lambda f: learn(f, "asia", truth=f), "networkx DiGraph or the path"),
    "a truth about others": (
        lambda f: learn(f, "asia", truth=nx.DiGraph([("a", "b")])),
        "does not know 8 of the 8",
    ),
    "no such test": (lambda f: learn(f, "asia", test="t"), "No test 't'"),
    "no such algorithm": (lambda f: learn(f, "asia", algorithm="foo"), "No algorithm 'foo'"),
    "alpha": (lambda f: learn(f, "asia", alpha=1.0), "alpha lies between 0 and 1, not 1.0"),
    "alpha as text": (lambda f: learn(f, "asia", alpha=WRONG[0]), "alpha lies between"),
    "k": (lambda f: learn(f, "asia", k=-1), "k is a whole number from 0 on, not -1"),
    "half a k": (lambda f: learn(f, "asia", k=WRONG[1]), "k is a whole number"),
    "rows per cell": (
        lambda f: learn(f, "asia", rows_per_cell=math.nan),
        "rows_per_cell is a number from 0 on",
    ),
    "a verdict": (
        lambda f: learn(f, "asia", unreliable_marginal="maybe"),
        "'independent' or 'dependent', not 'maybe'",
    ),
    "a verdict on one": (
        lambda f: learn(f, "asia", forced=[("tub", "tub", [], "dependent")]),
        "two variables",
    ),
    "a missing policy": (lambda f: learn(f, "asia", missing="zero"), "No missing policy 'zero'"),
    "a cut": (lambda f: learn(f, "asia", discretise="quartile"), "not 'quartile'"),
    "a cut for numbers": (
        lambda f: learn(f, "asia", test="fisher-z", discretise="width"),
        "leave discretise out",
    ),
    "a name to ignore": (lambda f: learn(f, "asia", ignore="tub"), r"write \['tub'\]"),
    "nothing to ignore": (lambda f: learn(f, "asia", ignore=["tubb"]), "No variable 'tubb'"),
    "a kind": (lambda f: learn(f, "asia", kinds={"tub": "ordinal"}), "No kind 'ordinal'"),
    "a contradiction": (
        lambda f: learn(f, "asia", require=["tub->asia"], forbid="tub->asia"),
        "required and forbidden",
    ),
    "a statement": (lambda f: learn(f, "asia", require="tub causes asia"), "no statement"),
    "no statement": (lambda f: learn(f, "asia", require=WRONG[2]), r"require is a statement .*, not 5"),
    "half a pair": (lambda f: learn(f, "asia", forbid=[("tub",)]), "forbid is a statement as"),
    "no tiers": (lambda f: learn(f, "asia", tiers=[WRONG[2]]), r'as \[\["A", "B"\], \["C"\]\], not \[5\]'),
    "a tier of others": (lambda f: learn(f, "asia", tiers=[["tub"], [5]]), "No variable '5'"),
    "a short verdict": (lambda f: learn(f, "asia", forced=WRONG[3]), "A forced verdict is .*, not"),
    "no verdicts": (lambda f: learn(f, "asia", forced=WRONG[2]), "forced is a list as"),
    "a number as a cut": (lambda f: learn(f, "asia", discretise=WRONG[2]), "discretise is text as"),
    "one kind for all": (lambda f: learn(f, "asia", kinds=WRONG[0]), "kinds is a dictionary"),
    "a list of parameters": (lambda f: learn(f, "asia", parameters=WRONG[3]), "parameters is a dictionary"),
    "no plan": (lambda f: learn(f, "asia", plan=WRONG[2]), "plan is an ImportPlan, not 5"),
    "a number to ignore": (lambda f: learn(f, "asia", ignore=WRONG[2]), "ignore is a list of columns, not 5"),
    "a number as a test": (lambda f: learn(f, "asia", test=WRONG[2]), "test is a name as 'g2', not 5"),
    "a number of targets": (lambda f: learn_all(f, WRONG[2]), "targets is a list of names, not 5"),
    "a graph of nothing": (lambda _: learn(nx.DiGraph(), "a"), "No variable 'a' in DiGraph. It has none"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_a_refusal_is_one_line_that_says_why(case: str, asia: pd.DataFrame) -> None:
    ask, words = REFUSALS[case]
    with pytest.raises(ElcsError, match=words) as refused:
        ask(asia.head(300))
    assert "\n" not in str(refused.value)
    assert not re.search("--[a-z]", str(refused.value)), "an option of the command line"


@pytest.mark.parametrize("function", [learn, learn_all])
def test_an_argument_that_there_is_not_is_named_with_the_one_that_may_be_meant(
    function: Any, asia: pd.DataFrame
) -> None:
    with pytest.raises(TypeError, match=rf"^{function.__name__}\(\) .* 'alfa'\. Did you mean 'alpha'\?"):
        function(asia, "asia", alfa=0.1)


def test_knowledge_may_be_told_by_names_alone(asia: pd.DataFrame) -> None:
    told = learn(asia, "lung", require=[("smoke", "lung")], tiers=[["asia", "smoke"], ("lung",)])
    written = learn(asia, "lung", require="smoke->lung", tiers="asia, smoke < lung")
    assert told.header.knowledge == written.header.knowledge
    odd = asia.rename(columns={"smoke": "a->b, c"})
    assert learn(odd, "lung", require=[("a->b, c", "lung")]).parents == ["a->b, c"]


def test_a_folder_is_called_by_its_name_wherever_one_looks_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert title_of(Path()) == tmp_path.name


def test_programs_that_use_it_see_its_types() -> None:
    assert Path(elcs_gui.__file__).with_name("py.typed").is_file()


# What it hands back


def test_the_graph_has_rule_p_and_step_on_every_edge() -> None:
    for result in learn_all(frame_of("insurance", 800)).values():
        graph = result.graph
        assert isinstance(graph, nx.DiGraph)
        around = set(graph.predecessors(result.target)) | set(graph.successors(result.target))
        neighbours = {x for x in around if graph.nodes[x]["role"] in ("parent", "child", "undecided")}
        assert neighbours == {*result.parents, *result.children, *result.undetermined}
        for x in around - neighbours:
            assert x not in result.pc and graph.nodes[x]["role"] in ("other", "spouse")
        for tail, head, said in graph.edges(data=True):
            why = result.why(tail, head)
            assert 0 <= said["p"] <= 1 and 0 < said["step"] <= len(result.trace)
            assert said["directed"] == (why.status == "directed")
            if said["directed"]:
                assert why.edge == (tail, head) and why.rule == said["rule"]
                assert not graph.has_edge(head, tail)
            else:
                assert said["rule"] == "undecided" and graph.edges[head, tail] == said
        decided = nx.DiGraph([(a, b) for a, b, sure in graph.edges(data="directed") if sure])
        assert set(decided.pred.get(result.target, ())) & neighbours == set(result.parents)


def test_the_graph_can_be_written_by_networkx(tmp_path: Path) -> None:
    graph = learn(digraph(find_example("asia").load_network()), "either").graph
    nx.write_graphml(graph, tmp_path / "graph.graphml")
    back = nx.read_graphml(tmp_path / "graph.graphml")
    assert back.edges["tub", "either"]["rule"] == "lemma-1a"
    assert math.isnan(back.edges["tub", "either"]["p"])


def test_the_tests_are_those_of_the_trace(found: Result) -> None:
    events = [event for event in found.trace if isinstance(event, Tested)]
    names, table = found.header.names, found.tests
    assert len(table) == found.counts.requested and (~table.reused).sum() == found.counts.performed
    rows = table.reset_index().to_dict("records")
    for event, row in zip(events, rows, strict=True):
        assert found.trace[row.pop("step") - 1] == event
        row.pop("stage")
        assert row == {field: getattr(event, str(field)) for field in row} | {
            "x": names[event.x],
            "y": names[event.y],
            "z": tuple(names[z] for z in event.z),
        }
    assert set(table.stage) <= {"pc", "candidates", "pruned", "pc-again", "n-structures", "lemma-1", "meek"}


def test_what_could_not_be_measured_is_missing_in_the_table() -> None:
    scarce = learn(frame_of("alarm", 150), "HR").tests
    unreliable = scarce[scarce.verdict == "unreliable"]
    assert len(unreliable)
    assert unreliable[["statistic", "df", "p"]].isna().all(axis=None)


def test_a_proof_prints_and_goes_elsewhere(found: Result) -> None:
    why = found.why("lung")
    assert str(why).startswith("lung → either by Lemma 1a")
    assert why.json["status"] == why.status == "directed"
    assert why.json["tests"] == list(why.tests)
    assert why.markdown == why._repr_markdown_() and why.markdown.startswith("## ")
    assert why.latex.startswith("\\paragraph")
    assert "⊥" in why.formal
    assert repr(why) == "<Why lung → either: lemma-1a>"
    assert found.why("asia", "smoke").status == "absent"


def test_a_forced_verdict_is_gone_on_with(asia: pd.DataFrame) -> None:
    forced = learn(asia, "either", forced=[("tub", "either", [], "independent")])
    assert "tub" not in forced.mb
    assert set(forced.tests.query("forced").verdict) == {"independent"}


def test_blankets_counts_conflicts_and_metrics_are_those_of_the_result_file(found: Result) -> None:
    said = found.json
    assert [blanket["target"] for blanket in said["blankets"]] == list(found.blankets)
    own = found.blankets["either"]
    for part in ("pc", "parents", "children", "undetermined", "spouses", "reasons"):
        assert getattr(own, part) == said["blankets"][0][part]
    assert (found.pc, found.mb, found.spouses) == (said["pc"], said["mb"], said["spouses"])
    assert said["tests"]["requested"] == found.counts.requested
    assert found.metrics is not None and said["metrics"]["shd"] == found.metrics.shd
    scarce = learn_all(frame_of("insurance", 800)).values()
    conflicts = [conflict for result in scarce for conflict in result.conflicts]
    assert conflicts and {conflict.kind for conflict in conflicts} <= {"reversal", "asymmetry", "denial"}


def test_results_of_many_targets_are_those_of_each_alone() -> None:
    frame = frame_of("child", 500)
    together = learn_all(frame, ["Disease", "Age"])
    assert list(together) == ["Disease", "Age"]
    for name, result in together.items():
        assert told(result) == told(learn(frame, name))
    assert list(learn_all(frame, "Age")) == ["Age"]


def test_a_result_is_saved_as_the_ending_says(found: Result, tmp_path: Path) -> None:
    found.save(tmp_path / "run.jsonl")
    assert read_trace(tmp_path / "run.jsonl") == found.trace
    found.save(str(tmp_path / "run.dot"))
    assert "lung -> either" in (tmp_path / "run.dot").read_text()
    with pytest.raises(ElcsError, match=r"run\.foo: name a file that ends in \.jsonl"):
        found.save(tmp_path / "run.foo")


def test_a_saved_script_makes_the_run_again(found: Result, asia: pd.DataFrame, tmp_path: Path) -> None:
    found.save(tmp_path / "run.py")
    assert "Name the table file" in (tmp_path / "run.py").read_text()
    asia.to_csv(tmp_path / "asia.csv", index=False)
    done = subprocess.run(
        [sys.executable, tmp_path / "run.py", tmp_path / "asia.csv"],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    said = f"{found}".replace(found.recipe, "")  # that of the script names the file
    assert done.stdout.startswith(said), done.stderr
    assert done.stdout.endswith("The same as the recorded run.\n"), done.stderr


def test_the_data_it_read_can_be_read_again_as_it_did(tmp_path: Path) -> None:
    frame = frame_of("cancer", 300).assign(dose=np.tile([0.5, 1.5, 2.5], 100), id=np.arange(300))
    path = tmp_path / "data.csv"
    frame.to_csv(path, index=False)
    for data in (frame, path):
        origin = learn(data, "Cancer", ignore=["id"]).header.origin
        assert origin is not None
        read = read_table(path, ImportPlan.from_json(dict(origin.reading)))
        assert fingerprint(read) == origin.fingerprint


def test_words_for_people(found: Result) -> None:
    assert repr(found) == "<either: causes tub, lung; effects none; undecided none>"
    assert "causes     tub, lung" in str(found)
    assert found.prose(tests=False).startswith("ELCS · either · G² · alpha 0.01 · k 3\n")
    assert repr(found.counts) == f"<{found.counts.requested} tests requested, 33 performed, 0 unreliable>"
    assert re.fullmatch(r"<Trace of elcs for either: \d+ steps, 47 tests>", repr(found.trace))


# In a notebook


class Outline(HTMLParser):
    """Which tags there are, which stay open, and the text between them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_result_shows_its_graph_and_its_arrows() -> None:
    outline = Outline(learn(digraph(find_example("asia").load_network()), "either")._repr_html_())
    assert not outline.open
    assert outline.tags.count("svg") == outline.tags.count("table") == 1
    assert outline.tags.count("rect") == 6  # either, tub, lung, xray, dysp, and bronc beside dysp
    for arrow in ("tub → either", "either → dysp", "bronc → dysp"):
        assert arrow in outline.text


hostile = st.text(min_size=1, max_size=40).filter(
    lambda text: text.strip() and not re.search("[\0\ud800-\udfff]", text)
) | st.sampled_from(
    [
        "<script>alert(1)</script>",
        "</title></svg><img src=x onerror=alert(1)>",
        "]]>",
        "&lt;",
        '" onload="',
        "a" * 900,
        "$\\alpha$",
        "<!--",
        "\u202eabc",
        "</table>",
        "'",
    ]
)


@given(names=st.lists(hostile, min_size=8, max_size=8, unique_by=tidy_name))
@example(names=["0", "1", "\x80", "2", "3", "4", "5", "6"])
@settings(max_examples=60, deadline=None)
def test_names_are_text_in_a_notebook_whatever_they_hold(names: list[str]) -> None:
    network = find_example("asia").load_network()
    plain, strange = (
        learn(nx.relabel_nodes(digraph(network), dict(zip(network.nodes, other, strict=True))), other[5])
        for other in (network.nodes, [name.strip() for name in names])
    )
    expected, shown = Outline(plain._repr_html_()), Outline(strange._repr_html_())
    assert shown.tags == expected.tags and not shown.open
    assert shown.attributes == expected.attributes


def test_a_target_without_neighbours_can_be_shown() -> None:
    graph = nx.DiGraph([("a", "b")])
    graph.add_node("alone")
    outline = Outline(learn(graph, "alone")._repr_html_())
    assert "Nothing was found" in outline.text and outline.tags.count("rect") == 1


@pytest.mark.parametrize("algorithm", ["elcs", "iamb"])
def test_nothing_is_called_none_where_there_were_too_few_rows(algorithm: str, asia: pd.DataFrame) -> None:
    found = learn(asia.head(300), "xray", algorithm=algorithm, rows_per_cell=1000)
    assert found.counts.too_few_rows and "too few rows to tell" in str(found)
    assert "Too few rows to tell what is" in found._repr_html_() and "Nothing was" not in found._repr_html_()


def test_a_hub_is_shown_as_a_table_of_some_of_its_arrows() -> None:
    hub = nx.DiGraph([("hub", f"n{number}") for number in range(70)])
    outline = Outline(learn(hub, "hub", algorithm="hiton-pc", k=0)._repr_html_())
    assert "svg" not in outline.tags
    assert "and 30 more" in outline.text
