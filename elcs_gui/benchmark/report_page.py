"""The report of a benchmark as one HTML page: nothing is fetched from anywhere, every name is only text."""

from __future__ import annotations

from collections.abc import Sequence

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
from elcs_gui.foreign import Rich, joined, markup
from elcs_gui.packaged import packaged_markup
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


def report_page(rows: Sequence[SummaryRow], plan: Plan) -> Rich:
    """The page."""
    notes = remarks_on(rows)
    sections = [
        _checked(rows),
        *(_group(network, size, some, notes) for network, size, some in wording.groups(rows)),
        _ranked(rows),
        _noted(rows, notes),
    ]
    return joined(
        [
            Rich('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'),
            markup('<meta http-equiv="Content-Security-Policy" content="{}">\n', _POLICY),
            Rich('<meta name="viewport" content="width=device-width, initial-scale=1">\n'),
            Rich('<meta name="color-scheme" content="light dark">\n'),
            markup(
                "<title>Benchmark</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n",
                packaged_markup("benchmark.css"),
            ),
            markup("<header><h1>Benchmark</h1>\n<p class=lead>{}</p></header>\n", _lead(rows, plan)),
            *sections,
            markup(
                "<footer>Written by ELCS Explorer {}, <code>elcs bench</code>. Every run stands in "
                "<code>results.csv</code> beside this page.</footer>\n</main>\n</body>\n</html>\n",
                __version__,
            ),
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


def _section(title: str, body: Rich, small: str = "") -> Rich:
    aside = markup(" <small>{}</small>", small) if small else ""
    return markup("<section><h2>{}{}</h2>\n{}\n</section>\n", title, aside, body)


def _checked(rows: Sequence[SummaryRow]) -> Rich:
    found = checks(rows)
    if not found:
        return Rich("")
    items = joined(
        markup("<li>{}{}</li>", wording.check_sentence(each), "" if each.judged else " (reported only)")
        for each in found
        if not each.holds
    )
    listing = markup("<ul>{}</ul>", items) if items else ""
    said = markup("<p>{}</p>{}", wording.checks_sentence(found), listing)
    return _section("Against the paper", said)


def _group(network: str, size: int, rows: Sequence[SummaryRow], notes: Sequence[Remark]) -> Rich:
    measures = wording.measures_of(rows)
    heads = joined(markup('<th title="{}">{}</th>', each.sentence, each.heading) for each in measures)
    body = joined(_line(row, measures, notes) for row in rows)
    return _section(
        f"{network}, {size:,} rows",
        markup(
            "<div class=wide><table><thead><tr><th>Algorithm</th>{}</tr></thead>"
            "<tbody>{}</tbody></table></div><p class=legend>{}</p>"
            "<figure>{}<figcaption>Filled: this run. Hollow: the paper.</figcaption></figure>",
            heads, body, _LEGEND, dot_plot(rows),
        ),
        wording.group_sentence(rows),
    )  # fmt: skip


def _line(row: SummaryRow, measures: Sequence[Measure], notes: Sequence[Remark]) -> Rich:
    about = [(place, note) for place, note in enumerate(notes, 1) if note.is_about(row)]
    chips = joined(
        markup(f'<a class=chip href="#note-{place:d}" title="{{}}">{place:d}</a>', note.title)
        for place, note in about
    )
    told = markup('<br><span class=trouble title="{}">{}</span>', row.reason, row.trouble)
    doubtful = any(note.doubtful for _, note in about)
    cells = joined(markup("<td>{}</td>", _cell(row, each, doubtful=doubtful)) for each in measures)
    return markup("<tr><td>{}{}{}</td>{}</tr>", row.title, chips, told if row.trouble else "", cells)


def _cell(row: SummaryRow, measure: Measure, *, doubtful: bool) -> Rich:
    ours, theirs, mark = row.figures.get(measure.id), row.paper.get(measure.id), row.mark(measure.id)
    text = (
        Rich("–")
        if ours is None
        else markup("<b>{}</b><i>{}</i>", wording.number(measure, ours.mean), wording.spread(measure, ours))
    )
    style, sentence = _MARKS[mark] if mark else ("", "")
    sign = mark.value if mark else ""
    marked = markup('{}<span class="mark {}" title="{}">{}</span>', text, style, sentence, sign)
    if theirs is None:
        return marked
    doubt = " doubtful" if doubtful else ""
    return markup('{}<span class="paper{}">{}</span>', marked, doubt, wording.figure(measure, theirs))


def _ranked(rows: Sequence[SummaryRow]) -> Rich:
    titles = {id: algorithm.title for id, algorithm in ALGORITHMS.items()}
    parts = []
    for id in RANKED:
        found = ranking(rows, id)
        if found is not None:
            parts.append(
                markup(
                    "<h3>{}</h3><p>{}</p><figure>{}<figcaption>Mean ranks, best at the left; a bar joins "
                    "algorithms that do not differ.</figcaption></figure>",
                    MEASURES[id].title, wording.ranking_sentence(found), rank_plot(found, titles),
                )
            )  # fmt: skip
    return _section("Critical difference", joined(parts)) if parts else Rich("")


def _noted(rows: Sequence[SummaryRow], notes: Sequence[Remark]) -> Rich:
    items = joined(
        markup(f'<li id="note-{place:d}"><b>{{}}.</b> {{}}</li>', note.title, note.text)
        for place, note in enumerate(notes, 1)
    )
    listing = markup("<ol>{}</ol>", items) if items else Rich("")
    general = (markup("<p>{}</p>", said) for said in general_remarks(rows))
    return _section("Notes", joined([listing, *general]))
