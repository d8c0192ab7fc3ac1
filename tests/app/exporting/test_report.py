"""The report of a run: what it says, and that a name in it is only a name."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.exporting import report_content as parts
from elcs_gui.app.exporting.report import report_of
from elcs_gui.app.exporting.report_html import report
from elcs_gui.app.graph.sheet import Layout
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.ci.registry import make_test
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.foreign import Rich
from elcs_gui.trace.assumptions import IN_FULL
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header, Origin, Trace
from tests.traces import trace_of

HOSTILE = ("</script><script>alert(1)</script>", '"><img src=x onerror=y>', "&lt;", "🧪 <&>", "a\\b{c}'")
VOID = {"meta", "br", "img", "link", "input"}


class Page(HTMLParser):
    """The elements, their attributes and the text; complains of what is not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def hostile_trace() -> Trace:
    data = find_example("asia").load_data()
    assert data is not None
    renamed = replace(data, columns=(*HOSTILE, *data.columns[len(HOSTILE) :]))
    header = Header(
        "elcs", data.index("either"), renamed.columns, "g2", rows=data.rows,
        forced=((Question.of(0, 1, [2]), Verdict.DEPENDENT),),
        knowledge=Knowledge(forbidden=((0, 1),)),
        origin=Origin("table", "<x>.csv", "ab" * 32, {"ignore": ["<i>"]}),
    )  # fmt: skip
    return learn(Evidence(make_test("g2", renamed, None)), header).trace


@pytest.fixture(scope="module")
def page(qapp: object) -> Page:
    return Page(report_of(trace_of("fig3"), Layout(LIGHT)))


def test_it_tells_the_answer_and_everything_that_was_asked(page: Page) -> None:
    for words in (
        "ELCS finds that T has two direct causes (E and J)",
        "What was asked", "likelihood-ratio", "0.01", "not told by this trace (5,000 rows, 13 variables)",
        "Stages", "Lemma 1", "Arrows and their proofs", "Weakest link: In test #", "Contradictions", "Tests",
        "How firm the arrows are is not known",
    ):  # fmt: skip
        assert words in page.text


def test_every_arrow_has_its_proof(page: Page) -> None:
    proofs = [
        attributes for tag, attributes in page.tags if tag == "details" and "proof" in attributes.values()
    ]
    assert len(proofs) == len(parts.arrows(trace_of("fig3"))) > 5


def test_nothing_is_fetched_from_anywhere(page: Page) -> None:
    for tag, attributes in page.tags:
        assert tag not in ("link", "img", "iframe", "object", "base")
        for name, value in attributes.items():
            if name in ("src", "href", "xlink:href", "action", "srcset"):
                assert (value or "").startswith("#")
    metas = [attributes for tag, attributes in page.tags if tag == "meta"]
    assert any("default-src 'none'" in (meta.get("content") or "") for meta in metas)


def test_the_style_sheet_loads_nothing_and_has_all_its_colours(qapp: object) -> None:
    style = report(trace_of("fig3"), Rich(""), Rich("")).partition("<style>")[2].partition("</style>")[0]
    assert "url(" not in style and "@import" not in style
    assert set(re.findall(r"var\((--[\w-]+)\)", style)) <= set(re.findall(r"(--[\w-]+):", style))


def test_a_hostile_name_is_only_a_name(qtbot: QtBot) -> None:
    text = report_of(hostile_trace(), Layout(LIGHT))
    made = Page(text)
    assert [tag for tag, _ in made.tags].count("script") == 1
    assert "alert(1)" in made.text and "<img src=x" not in text
    assert all("onerror" not in attributes for _, attributes in made.tags)
    assert HOSTILE[2] in made.text


def test_overrides_knowledge_and_the_fingerprint_are_told(qtbot: QtBot) -> None:
    told = dict(parts.asked(hostile_trace(), "1"))
    assert "dependent" in told["Verdicts overridden"]
    assert told["Known beforehand"].startswith("forbid")
    assert told["Fingerprint of the data"] == "SHA-256 " + "ab" * 32
    assert told["Data"].startswith("<x>.csv (5,000 rows")


def test_the_same_run_gives_the_same_page(qtbot: QtBot) -> None:
    assert report_of(trace_of("cancer"), Layout(LIGHT)) == report_of(trace_of("cancer"), Layout(LIGHT))


def test_a_run_that_was_cut_short_says_so(qtbot: QtBot) -> None:
    whole = trace_of("asia")
    data = find_example("asia").load_data()
    heard = []

    def stop(trace: Trace) -> None:
        heard.append(trace)
        if len(heard) > 30:
            raise Cancelled

    cut = learn(Evidence(make_test("g2", data, None)), whole.header, listener=stop).trace
    assert "was cut short" in Page(report_of(cut, Layout(LIGHT))).text


def test_the_stages_add_up_to_all_tests() -> None:
    trace = trace_of("fig3")
    rows = parts.stage_rows(trace)
    assert sum(row.requested for row in rows) == len(trace.test_steps)
    assert sum(row.performed for row in rows) == trace.performed(len(trace.test_steps))


def test_the_tallies_add_up() -> None:
    *rows, total = parts.tallies(trace_of("asia"))
    assert sum(row.requested for row in rows) == total.requested == len(trace_of("asia").test_steps)
    for row in (*rows, total):
        assert (
            row.independent + row.dependent + row.unreliable + row.uninformative + row.forced == row.requested
        )


def test_nothing_is_called_none_where_the_rows_were_too_few() -> None:
    data = sample(find_example("sachs").load_network(), 20, seed=1)
    trace = learn(Evidence(G2(data)), Header("elcs", 0, data.columns, "g2", rows=20)).trace
    assert trace.too_few_rows
    text = Page(report_of(trace, Layout(LIGHT))).text
    assert "Whether Akt has neighbours cannot be told: most tests had too few rows." in text
    assert text.count("too few rows to tell") >= 4


def test_the_report_lists_the_assumptions_and_the_number() -> None:
    text = report(trace_of("fig3"), Rich(""), Rich(""))
    assert "What the arrows assume" in text
    assert all(each in text for each in IN_FULL)
    assert "expect about 0.12 false candidates." in text
