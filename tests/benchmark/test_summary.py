"""Means over sets of means over targets, and how they stand beside the paper."""

import math
from dataclasses import replace
from pathlib import Path
from statistics import stdev
from xml.etree import ElementTree

import pytest

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.benchmark.catalogue import DataSet
from elcs_gui.benchmark.measures import MEASURES
from elcs_gui.benchmark.paper import Figure, paper_figures, paper_rows
from elcs_gui.benchmark.plan import Cell, Plan, RunKey
from elcs_gui.benchmark.ranks import ranking
from elcs_gui.benchmark.remarks import REMARKS, remarks_on
from elcs_gui.benchmark.report_page import report_page
from elcs_gui.benchmark.report_plots import rank_plot
from elcs_gui.benchmark.results import DONE, STOPPED, RunResult
from elcs_gui.benchmark.summary import Mark, SummaryRow, checks, summarise
from elcs_gui.benchmark.tables import markdown_table, text_table
from elcs_gui.benchmark.wording import figure, group_sentence, number


def results(
    algorithm: str, network: str = "Alarm", rows: int = 5000, **by_set: list[float]
) -> list[RunResult]:
    """Of SHD, by set ("s1") and target."""
    return [
        RunResult(
            RunKey(network, rows, int(name[1:]), algorithm, f"T{place}"), "simulated", DONE,
            {"shd": value, "arrr": 1.0, "requested": 600.0, "memory": 100.0 + place},
        )
        for name, values in by_set.items()
        for place, value in enumerate(values)
    ]  # fmt: skip


def test_targets_are_averaged_before_sets() -> None:
    (row,) = summarise(results("elcs", s1=[0, 1], s2=[1, 1, 1, 1]))
    assert row.figures["shd"] == Figure(0.75, stdev([0.5, 1.0]))
    assert row.figures["memory"] == Figure(103.0)  # the most, and no spread
    assert (row.sets, row.done, row.title) == (2, 6, "ELCS")


def test_a_single_set_has_no_spread_and_a_stopped_run_no_part_in_the_mean() -> None:
    stopped = RunResult(RunKey("Alarm", 5000, 1, "elcs", "slow"), "simulated", STOPPED, {"seconds": 9.0})
    (row,) = summarise([*results("elcs", s1=[1, 2]), stopped])
    assert row.figures["shd"] == Figure(1.5, None)
    assert "seconds" not in row.figures
    assert row.trouble == "1 stopped"
    assert "ELCS (1 stopped)" in text_table([row])


def test_figures_are_marked_by_the_papers_spread() -> None:
    def mark(mean: float) -> Mark | None:
        (row,) = summarise(results("elcs", s1=[mean]))
        return row.mark("shd")  # the paper has .44 ± .06

    assert [mark(each) for each in (0.38, 0.5, 0.504, 0.37, 0.51)] == [
        Mark.WITHIN, Mark.WITHIN, Mark.WITHIN, Mark.BETTER, Mark.WORSE,
    ]  # fmt: skip
    (unknown,) = summarise(results("iamb", s1=[1.0]))
    assert unknown.mark("shd") is None and unknown.mark("memory") is None
    worse = summarise(results("elcs", s1=[0.51]))
    assert '<span class="mark worse" title="worse than the paper">' in report_page(worse, Plan(("alarm",)))


def test_whoever_finds_nothing_is_never_better() -> None:
    def row(recall: list[float], fdr: float) -> SummaryRow:
        told = [
            RunResult(
                RunKey("Alarm", 1000, 1, "dag-gnn", f"T{place}"), "simulated", DONE,
                {"shd": 1.0, "arrp": share, "arrr": share, "recall": share, "precision": share, "fdr": fdr},
            )
            for place, share in enumerate(recall)
        ]  # fmt: skip
        return summarise(told)[0]

    nothing, lonely, some = row([0, 0], 0.0), row([0, 1], 0.0), row([0, 0.5], 0.0)
    assert nothing.empty and lonely.empty and not some.empty and not row([0, 0], 1.0).empty
    assert some.mark("fdr") is Mark.BETTER and some.mark("shd") is Mark.BETTER
    assert nothing.mark("fdr") is None and nothing.mark("shd") is None
    assert nothing.mark("arrr") is Mark.WORSE
    said = text_table([nothing])
    assert "▲" not in said.partition("Against")[0].partition("Notes")[0]
    assert "DAG-GNN found nothing" in said


def test_the_papers_own_algorithms_are_checked_by_mean_and_spread() -> None:
    good, bad = summarise([*results("elcs", s1=[0.5]), *results("elcs-ii", s1=[0.52])])
    found = {(each.row.algorithm, each.measure.id): each for each in checks([good, bad])}
    assert found["elcs", "shd"].holds and found["elcs", "shd"].bound == pytest.approx(0.5)
    assert not found["elcs-ii", "shd"].holds
    assert found["elcs", "arrr"].holds
    assert found["elcs", "requested"].bound == pytest.approx(1.2 * 648)
    assert not checks(summarise(results("pcd-by-pcd", s1=[5.0])))
    assert "not as good: ELCS-II on Alarm, 5,000 rows: SHD .52, at most .50 by the paper" in text_table(
        [good, bad]
    )


def test_the_bundled_copy_has_the_papers_figures() -> None:
    assert len(paper_rows()) == 256
    assert paper_figures("alarm", 5000, "elcs")["requested"] == Figure(648, 55)
    assert paper_figures("Pigs", 5000, "mmmb")["requested"] == Figure(3.2e5, 2.2e4)
    assert paper_figures("Gene", 5000, "cmb") == {}
    assert paper_figures("Alarm", 5000, "cmb-sound") == paper_figures("Alarm", 5000, "cmb")
    assert paper_figures("Child10", 5000, "notears") == paper_figures("Alarm", 5000, "notears")


def test_the_papers_plan_has_what_is_registered_and_to_be_had() -> None:
    plan = Plan.of_paper(None)
    assert {"elcs", "elcs-ii", "elcs-without-n", "emb", "emb-ii", "iamb", "mmmb"} <= set(plan.algorithms)
    assert set(plan.algorithms) <= set(ALGORITHMS)
    assert plan.networks == ("alarm", "insurance", "child", "alarm10", "insurance10", "child10")
    assert plan.rows == (5000, 1000)


def test_the_papers_plan_leaves_out_what_the_paper_has_no_figures_of() -> None:
    plan = Plan.of_paper(None)
    assert plan.asks_for("gene", 5000, "elcs") and not plan.asks_for("gene", 5000, "mmhc")
    assert plan.asks_for("alarm", 5000, "elcs-m") and not plan.asks_for("alarm", 1000, "elcs-m")
    assert plan.asks_for("gene", 5000, "elcs-sound")  # the paper does not know it
    assert Plan().asks_for("gene", 5000, "mmhc")


def test_at_a_glance_ours_stands_before_the_papers() -> None:
    stopped = RunResult(RunKey("Alarm", 5000, 1, "mmhc", "slow"), "simulated", STOPPED, {"seconds": 9.0})
    rows = summarise([*results("elcs", s1=[0.5]), *results("elcs-sound", s1=[0.25]), stopped])
    assert markdown_table(rows).splitlines()[:3] == [
        "| Errors at a target (SHD) | data | ELCS | Sound ELCS |",
        "|---|---|---|---|",
        "| Alarm 5,000 | 1 set, simulated | .50 (.44) | .25 |",
    ]
    half = summarise(
        [*results("elcs", s1=[0.5]), replace(stopped, key=stopped.key._replace(algorithm="elcs"))]
    )
    assert "| stopped (.44) |" in markdown_table(half)  # those that are done are the easy ones


def test_a_part_of_the_targets_is_said_to_be_that_and_results_of_others_do_not_count() -> None:
    data = DataSet("Alarm", 5000, 1, "pool, rows 1 to 5,000", Path("alarm.bif"))
    cell = Cell(data, "elcs", ("T0", "T1"), 37)
    (row,) = summarise(results("elcs", s1=[0.0, 1.0, 8.0]), cells=[cell])
    assert (row.figures["shd"].mean, row.done, row.expected) == (0.5, 2, 2)
    assert group_sentence([row]) == "1 set, simulated; 2 of 37 targets"


def test_remarks_name_rows_that_the_paper_prints() -> None:
    for remark in REMARKS:
        rows = summarise(
            result
            for row in paper_rows()
            if row.figures
            for result in results(row.algorithm, row.network, row.rows, s1=[1.0])
        )
        assert any(remark.is_about(row) for row in rows), remark.title
        assert remark.text.endswith(".") and not remark.title.endswith(".")
    (alarm, child10) = summarise([*results("notears", s1=[1.0]), *results("notears", "Child10", s1=[1.0])])
    assert len(remarks_on([alarm])) == 1 and len(remarks_on([child10])) == 2


def test_numbers_are_printed_as_in_the_paper() -> None:
    shd, tests, seconds = (MEASURES[id] for id in ("shd", "requested", "seconds"))
    assert figure(shd, Figure(0.436, 0.06)) == ".44 ± .06"
    assert figure(shd, Figure(1.004, None)) == "1.00"
    assert figure(tests, Figure(13129.4, 2613)) == "13,129 ± 2,613"
    assert figure(seconds, Figure(0.0124, 0.0003)) == ".012 ± .000"
    assert number(seconds, 12345.6) == "12,346"
    assert figure(shd, None) == "–"


def rows_of(values: dict[str, list[float]]) -> list[SummaryRow]:
    return summarise(
        result
        for algorithm, by_block in values.items()
        for place, value in enumerate(by_block)
        for result in results(algorithm, f"N{place}", s1=[value])
    )


def test_ranks_agree_with_a_published_example() -> None:
    """Demšar's formula: with k = 4 and 14 data sets the critical difference at 0.05 is 1.25."""
    values = {name: [float(place)] * 14 for place, name in enumerate(("elcs", "emb", "iamb", "stmb"))}
    found = ranking(rows_of(values), "shd")
    assert found is not None
    assert found.difference == pytest.approx(1.2536, abs=1e-3)
    assert found.algorithms == (("elcs", 1.0), ("emb", 2.0), ("iamb", 3.0), ("stmb", 4.0))
    assert found.groups == ((0, 1), (1, 2), (2, 3))
    drawn = ElementTree.fromstring(rank_plot(found, {"emb": "EMB"}))
    width, height = map(float, drawn.attrib["viewBox"].split()[2:])
    marks = list(drawn)
    assert all(0 <= float(value) <= most for mark in marks for axis, most in (("x", width), ("y", height))
               for name, value in mark.attrib.items() if name.rstrip("12") == axis)  # fmt: skip
    (axis, *_), *bars = ([mark for mark in marks if mark.get("class") == kind] for kind in ("axis", "alike"))
    first, last = float(axis.attrib["x1"]), float(axis.attrib["x2"])
    places = [first + (last - first) * rank / 3 for rank in range(4)]
    spans = [(float(bar.attrib["x1"]) + 3, float(bar.attrib["x2"]) - 3) for bar in bars[0]]
    assert spans == [pytest.approx((places[a], places[b]), abs=0.1) for a, b in found.groups]
    words = [mark.text for mark in marks if mark.text]
    assert {"elcs 1.00", "EMB 2.00", "iamb 3.00", "stmb 4.00", "critical difference 1.25"} < {*words}
    assert found.p < 1e-6


def test_friedman_agrees_with_scipy_also_with_ties() -> None:
    from scipy.stats import friedmanchisquare

    values = {"elcs": [1.0, 2, 1, 3, 1], "emb": [1.0, 1, 2, 2, 1], "iamb": [3.0, 3, 3, 3, 2]}
    found = ranking(rows_of(values), "shd")
    assert found is not None
    assert found.p == pytest.approx(friedmanchisquare(*values.values()).pvalue)
    assert math.isclose(sum(rank for _, rank in found.algorithms), 6)


def test_blocks_are_those_that_all_have_and_who_has_few_is_left_out() -> None:
    found = ranking(rows_of({"elcs": [1.0, 2.0, 1.0], "emb": [2.0, 3.0], "iamb": [1.0]}), "shd")
    assert found is not None
    assert found.left_out == ("iamb",)
    assert found.blocks == (("N0", 5000), ("N1", 5000))
    assert ranking(rows_of({"elcs": [1.0, 2.0]}), "shd") is None
