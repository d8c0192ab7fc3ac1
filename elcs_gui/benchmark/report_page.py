"""The report of a benchmark as one HTML page: nothing is fetched from anywhere, every name is only text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from elcs_gui import __version__
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.benchmark import wording
from elcs_gui.benchmark.measures import MEASURES, Measure
from elcs_gui.benchmark.plan import Plan
from elcs_gui.benchmark.ranks import ranking
from elcs_gui.benchmark.remarks import Remark, general_remarks, remarks_on
from elcs_gui.benchmark.report_plots import dot_plot, rank_plot
from elcs_gui.benchmark.summary import Mark, SummaryRow, checks
from elcs_gui.benchmark.tables import RANKED
from elcs_gui.packaged import packaged
from elcs_gui.trace.explain import counted

_MARKS = {
    Mark.WITHIN: ("within", "within one standard deviation of the paper"),
    Mark.BETTER: ("better", "better than the paper"),
    Mark.WORSE: ("worse", "worse than the paper"),
}
_LEGEND = (
    "≈ within one standard deviation of the paper · ▲ better · ▽ worse · "
    "dotted: the paper's figure is in doubt"
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def report_page(rows: Sequence[SummaryRow], plan: Plan) -> str:
    """The page."""
    notes = remarks_on(rows)
    sections = [
        _checked(rows),
        *(_group(network, size, some, notes) for network, size, some in wording.groups(rows)),
        _ranked(rows),
        _noted(rows, notes),
    ]
    style = packaged("benchmark.css").read_text(encoding="utf-8")
    return "".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n',
            f"<title>Benchmark</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n",
            f"<header><h1>Benchmark</h1>\n<p class=lead>{escape(_lead(rows, plan))}</p></header>\n",
            *sections,
            f"<footer>Written by ELCS Explorer {__version__}, <code>elcs bench</code>. Every run stands in "
            "<code>results.csv</code> beside this page.</footer>\n</main>\n</body>\n</html>\n",
        ]
    )


def _lead(rows: Sequence[SummaryRow], plan: Plan) -> str:
    algorithms = len({row.algorithm for row in rows})
    networks = len({row.network for row in rows})
    runs = sum(row.done + row.stopped + row.failed for row in rows)
    k = "any k" if plan.k is None else f"k {plan.k}"
    return (
        f"{counted(algorithms, 'algorithm')} on {counted(networks, 'network')}: {counted(runs, 'run')}, "
        f"{plan.test}, alpha {plan.alpha:g}, {k}. "
        "Means over data sets of the means over their targets, ± one standard deviation; the paper's "
        "figures stand below ours."
    )


def _section(title: str, body: str, small: str = "") -> str:
    aside = f" <small>{escape(small)}</small>" if small else ""
    return f"<section><h2>{escape(title)}{aside}</h2>\n{body}\n</section>\n"


def _checked(rows: Sequence[SummaryRow]) -> str:
    found = checks(rows)
    if not found:
        return ""
    failing = [each for each in found if not each.holds]
    items = "".join(
        f"<li>{escape(wording.check_sentence(each))}{'' if each.judged else ' (reported only)'}</li>"
        for each in failing
    )
    listing = f"<ul>{items}</ul>" if items else ""
    return _section("Against the paper", f"<p>{escape(wording.checks_sentence(found))}</p>{listing}")


def _group(network: str, size: int, rows: Sequence[SummaryRow], notes: Sequence[Remark]) -> str:
    measures = wording.measures_of(rows)
    heads = "".join(f'<th title="{escape(each.sentence)}">{each.heading}</th>' for each in measures)
    body = "".join(_line(row, measures, notes) for row in rows)
    head = f"<thead><tr><th>Algorithm</th>{heads}</tr></thead>"
    table = f"<div class=wide><table>{head}<tbody>{body}</tbody></table></div>"
    plot = f"<figure>{dot_plot(rows)}<figcaption>Filled: this run. Hollow: the paper.</figcaption></figure>"
    return _section(
        f"{network}, {size:,} rows",
        f"{table}<p class=legend>{_LEGEND}</p>{plot}",
        wording.group_sentence(rows),
    )


def _line(row: SummaryRow, measures: Sequence[Measure], notes: Sequence[Remark]) -> str:
    about = [(place, note) for place, note in enumerate(notes, 1) if note.is_about(row)]
    chips = "".join(
        f'<a class=chip href="#note-{place}" title="{escape(note.title)}">{place}</a>'
        for place, note in about
    )
    told = f'<br><span class=trouble title="{escape(row.reason)}">{escape(row.trouble)}</span>'
    trouble = told if row.trouble else ""
    doubtful = any(note.doubtful for _, note in about)
    cells = "".join(f"<td>{_cell(row, each, doubtful=doubtful)}</td>" for each in measures)
    return f"<tr><td>{escape(row.title)}{chips}{trouble}</td>{cells}</tr>"


def _cell(row: SummaryRow, measure: Measure, *, doubtful: bool) -> str:
    ours, theirs, mark = row.figures.get(measure.id), row.paper.get(measure.id), row.mark(measure.id)
    text = (
        "–"
        if ours is None
        else f"<b>{wording.number(measure, ours.mean)}</b><i>{wording.spread(measure, ours)}</i>"
    )
    style, sentence = _MARKS[mark] if mark else ("", "")
    sign = mark.value if mark else ""
    marked = f'{text}<span class="mark {style}" title="{sentence}">{sign}</span>'
    if theirs is None:
        return marked
    paper = wording.figure(measure, theirs)
    return f'{marked}<span class="paper{" doubtful" * doubtful}">{paper}</span>'


def _ranked(rows: Sequence[SummaryRow]) -> str:
    titles = {id: algorithm.title for id, algorithm in ALGORITHMS.items()}
    parts = []
    for id in RANKED:
        found = ranking(rows, id)
        if found is not None:
            parts.append(
                f"<h3>{MEASURES[id].title}</h3><p>{escape(wording.ranking_sentence(found))}</p>"
                f"<figure>{rank_plot(found, titles)}<figcaption>Mean ranks, best at the left; a bar joins "
                "algorithms that do not differ.</figcaption></figure>"
            )
    return _section("Critical difference", "".join(parts)) if parts else ""


def _noted(rows: Sequence[SummaryRow], notes: Sequence[Remark]) -> str:
    items = "".join(
        f'<li id="note-{place}"><b>{escape(note.title)}.</b> {escape(note.text)}</li>'
        for place, note in enumerate(notes, 1)
    )
    listing = f"<ol>{items}</ol>" if items else ""
    return _section("Notes", listing + "".join(f"<p>{escape(said)}</p>" for said in general_remarks(rows)))
