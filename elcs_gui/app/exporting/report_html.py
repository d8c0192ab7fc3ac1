"""The report of a run as one HTML page: nothing is fetched from anywhere, every name is only text."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields

from PySide6.QtGui import QColor

from elcs_gui import __version__
from elcs_gui.app.exporting import report_content as parts
from elcs_gui.app.kit.theme import DARK, LIGHT, Theme
from elcs_gui.foreign import Rich, joined, markup, rich
from elcs_gui.inquiry.firmness import Firmness, known_firmness
from elcs_gui.inquiry.firmness_rows import FirmRow, about, firm_rows
from elcs_gui.inquiry.firmness_rows import title as heading
from elcs_gui.inquiry.firmness_words import NOT_FINISHED, WITHOUT_DATA, firm_words, weak_words
from elcs_gui.inquiry.summary import shown_summary
from elcs_gui.inquiry.weak_edges import known_weak_edges
from elcs_gui.packaged import packaged_markup
from elcs_gui.proof import words as told
from elcs_gui.proof.why import Proof, weakest
from elcs_gui.trace.assumptions import IN_SHORT
from elcs_gui.trace.rules import badge
from elcs_gui.trace.trace import Trace

LONGEST_PROOF = 250
"""Lines of a proof; the rest is for `elcs why`."""

_SCRIPT = Rich(
    'addEventListener("beforeprint",()=>{for(const d of document.querySelectorAll("details"))d.open=true})'
)
"""Closed parts would not be printed."""


def report(trace: Trace, light: Rich, dark: Rich, title: str = "") -> Rich:
    """The page. `light` and `dark` are the graph as SVG for either kind of screen."""
    name = title or _title(trace)
    sections = [
        _answer(trace, name, light, dark),
        _section("What was asked", _asked(trace)),
        _section("Stages", _stages(trace)),
        _section(f"{'Members' if parts.memberships(trace) else 'Arrows'} and their proofs", _arrows(trace)),
        _section("What the arrows assume", _assumptions(trace)),
        _section("Contradictions", _conflicts(trace)),
        _section("How firm", _firmness(trace)),
        _section("Tests", _tests(trace)),
    ]
    return joined(
        [
            Rich('<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'),
            markup('<meta http-equiv="Content-Security-Policy" content="{}">\n', _policy()),
            Rich('<meta name="viewport" content="width=device-width, initial-scale=1">\n'),
            Rich('<meta name="color-scheme" content="light dark">\n'),
            markup('<meta name="generator" content="ELCS Explorer {}">\n', __version__),
            markup("<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n<main>\n", name, _style()),
            *sections,
            markup("<footer>Written by ELCS Explorer {}. Numbers of tests are those of the trace: "
                   "<code>elcs replay</code> tells it in full, <code>elcs why</code> proves any edge."
                   "</footer>\n</main>\n<script>{}</script>\n</body>\n</html>\n", __version__, _SCRIPT),
        ]
    )  # fmt: skip


def _policy() -> str:
    """Nothing may be loaded, and no script runs but the one written here."""
    digest = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _style() -> Rich:
    """The sheet in `resources/report.css` behind the colours of the program, light, dark and on paper."""
    return markup(
        ":root{{{0}}}\n@media (prefers-color-scheme:dark){{:root{{{1}}}}}\n@media print{{:root{{{0}}}}}\n{2}",
        _colours(LIGHT), _colours(DARK), packaged_markup("report.css"),
    )  # fmt: skip


def _colours(theme: Theme) -> str:
    found = ((each.name, getattr(theme, each.name)) for each in fields(theme))
    return "".join(
        f"--{name.replace('_', '-')}:{value.name()};" for name, value in found if isinstance(value, QColor)
    )


def _title(trace: Trace) -> str:
    header = trace.header
    target = header.names[header.target]
    return f"{target} in {header.origin.name}" if header.origin is not None else f"Report on {target}"


def _answer(trace: Trace, name: str, light: Rich, dark: Rich) -> Rich:
    outcome = parts.outcome_of(trace)
    shown = [] if outcome is None else parts.parts(outcome, trace)
    nobody = parts.nobody(trace)
    cards = joined(_card(part, nobody) for part in shown)
    return markup(
        "<header><h1>{}</h1>\n<p class=lead>{}</p></header>\n{}{}"
        '<figure><div class="on-light">{}</div><div class="on-dark">{}</div>'
        "<figcaption>{}</figcaption></figure>\n",
        name, parts.answer(trace), markup("<div class=cards>{}</div>\n", cards) if cards else "",
        _doubts(trace), light, dark, parts.caption(trace),
    )  # fmt: skip


def _doubts(trace: Trace) -> Rich:
    """What to know before the result is relied on."""
    found = shown_summary(trace)
    if found is None or not found.doubts:
        return Rich("")
    items = []
    for doubt in found.doubts:
        sentence = rich(doubt.sentence)
        if doubt.details:
            details = _items(doubt.details)
            sentence = markup("<details><summary>{}</summary><ul>{}</ul></details>", sentence, details)
        items.append(markup("<li>{}</li>", sentence))
    return markup("<div class=doubts><h3>In doubt</h3><ul>{}</ul></div>\n", joined(items))


def _card(part: parts.Part, nobody: str) -> Rich:
    members = [
        markup("<li><b>{}</b>{}</li>", member, markup(" <small>{}</small>", note) if note else "")
        for member, note in part.members
    ] or [markup("<li class=none>{}</li>", nobody)]
    return markup('<div class="card {}"><h3>{}</h3><ul>{}</ul></div>', part.role, part.title, joined(members))


def _section(title: str, body: Rich) -> Rich:
    return markup("<section><h2>{}</h2>\n{}\n</section>\n", title, body)


def _asked(trace: Trace) -> Rich:
    rows = (
        markup("<dt>{}</dt><dd>{}</dd>", label, joined(map(rich, value.splitlines()), Rich("<br>")))
        for label, value in parts.asked(trace, __version__)
    )
    return markup("<dl>{}</dl>", joined(rows))


def _stages(trace: Trace) -> Rich:
    rows = []
    for row in parts.stage_rows(trace):
        what = rich(row.changed) if row.changed else Rich("<span class=none>nothing</span>")
        if row.sentences:
            said = _items(row.sentences)
            what = markup("<details><summary>{}</summary><ul>{}</ul></details>", what or "done", said)
        rows.append(
            markup(
                "<tr><td>{}</td><td>{}</td>"
                f"<td class=n>{row.requested:,}</td><td class=n>{row.performed:,}</td><td>{{}}</td></tr>",
                row.blanket, row.stage, what,
            )
        )  # fmt: skip
    head = ("Blanket of", "Stage", "Tests requested", "Performed", "What changed")
    return _table(head, rows, numbers=(2, 3))


def _arrows(trace: Trace) -> Rich:
    names = trace.header.names
    found = [
        _proof(trace, edge.proof, f"{names[edge.tail]} → {names[edge.head]}", badge(edge.proof.rule))
        for edge in parts.arrows(trace)
    ]
    found += [
        _proof(trace, proof, f"{names[proof.claim.of[0]]} — {names[proof.claim.of[1]]}", "")
        for proof in parts.undecided(trace)
    ]
    found += [
        _proof(trace, proof, f"{names[proof.claim.of[1]]} in the blanket", "")
        for proof in parts.memberships(trace)
    ]
    return joined(found, Rich("\n")) or Rich("<p class=none>There are no arrows.</p>")


def _proof(trace: Trace, proof: Proof, edge: str, sign: str) -> Rich:
    lines = told.proof_lines(trace, proof)
    shown, hidden = lines[:LONGEST_PROOF], max(len(lines) - LONGEST_PROOF, 0)
    contrary = [
        markup("<p class=against>To the contrary: {}</p>", told.proof_sentence(trace, objection))
        for objection in proof.against
    ]
    contradicted = [
        markup("<p class=against>Contradicted: {}</p>", words) for words in told.contradictions(trace, proof)
    ]
    few = " ".join(
        words
        for words in (
            told.rests_on_missing_evidence(trace, (proof,)),
            weak_words(trace, len(trace), (proof,), trace.header.names),
        )
        if words
    )
    return markup(
        "<details class=proof><summary><span class=edge>{}</span>{}<span class=because>{}</span></summary>"
        "{}{}{}{}{}<p class=weak>Weakest link: {}</p>{}</details>",
        edge,
        _badge(sign),
        shown[0].sentence,
        joined(contradicted),
        markup("<p class=few>{}</p>", few) if few else "",
        joined(_outline(shown[1:])),
        markup(f"<p class=none>… and {hidden:,} more lines: elcs why tells them.</p>") if hidden else "",
        _stands(trace, proof),
        told.weakest_line(trace, weakest(trace, proof)),
        joined(contrary),
    )


def _badge(sign: str) -> Rich:
    return markup("<b class=badge>{}</b>", sign) if sign else Rich("")


def _stands(trace: Trace, proof: Proof) -> Rich:
    said = firm_words(trace, len(trace), (proof,), trace.header.names)
    return markup("<p class=firm>How firm: {}</p>", said) if said else Rich("")


def _outline(lines: Sequence[told.ProofLine]) -> Iterator[Rich]:
    """An outline as lists within lists; the first line is one below the claim."""
    depth = 0
    for line in lines:
        if line.depth > depth:
            yield from [Rich("<ul>")] * (line.depth - depth)
        else:
            yield Rich("</li>")
            yield from [Rich("</ul></li>")] * (depth - line.depth)
        depth = line.depth
        note = Rich(" <span class=none>(shown above)</span>") if line.repeated else ""
        yield markup("<li>{}{}", line.sentence, note)
    yield from [Rich("</li></ul>")] * depth


def _assumptions(trace: Trace) -> Rich:
    return markup("<p>{}</p><ul>{}</ul>", IN_SHORT, _items(parts.assumptions(trace)))


def _conflicts(trace: Trace) -> Rich:
    said = parts.conflicts(trace)
    if not said:
        return Rich("<p class=none>None: whatever was found fits together.</p>")
    return markup("<ul class=conflicts>{}</ul>", _items(said))


def _items(sentences: Iterable[str]) -> Rich:
    return joined(markup("<li>{}</li>", each) for each in sentences)


def _firmness(trace: Trace) -> Rich:
    found = known_firmness(trace)
    if found is None:
        unfinished = parts.outcome_of(trace) is None
        why = NOT_FINISHED if unfinished else f"{WITHOUT_DATA}."
        return markup("<p class=none>How firm the arrows are is {}</p>", why)
    rows = firm_rows(found, parts.arrows(trace), trace.header.names, known_weak_edges(trace))
    if not rows:
        return Rich("<p class=none>There are no arrows that could change.</p>")
    said = markup("<p>{} {}</p>\n", heading(rows), about(rows, found.low, found.high))
    head = ("Arrow", "Rule", "Where it is found", "What becomes of it", "Tests with too few rows")
    return joined([said, _table(head, (_firm(row, found) for row in rows), numbers=(4,))])


def _firm(row: FirmRow, found: Firmness) -> Rich:
    kind = Rich(" class=close") if row.close else Rich("") if row.found else Rich(" class=none")
    return markup(
        "<tr{}><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class=n>{}</td></tr>",
        kind, row.edge, _badge(row.badge), _bar(row, found), row.words, row.tests,
    )  # fmt: skip


_WIDE = 180.0


def _bar(row: FirmRow, found: Firmness) -> Rich:
    """The alphas at which it is found, by their logarithms; a line at that of the run."""

    def x(alpha: float) -> float:
        return _WIDE * math.log(alpha / found.low) / math.log(found.high / found.low)

    drawn = []
    for piece in row.pieces:
        left, right = x(piece.low), x(piece.high)
        round_ = 1 if piece.role == "parent" else 4
        drawn.append(
            markup(
                f'<rect class="{{}}" x="{left:.1f}" width="{max(right - left - 1, 1):.1f}" '
                f'y="3" height="8" rx="{round_:d}"/>',
                piece.role,
            )
        )
    now = x(row.stands.alpha)
    return markup(
        f'<svg class="bar" width="{_WIDE:.0f}" height="14" role="img" aria-label="{{}}">'
        f'<line x2="{_WIDE:.0f}" y1="7" y2="7"/>{{}}'
        f'<line class="now" x1="{now:.1f}" x2="{now:.1f}" y2="14"/></svg>',
        row.spoken, joined(drawn),
    )  # fmt: skip


def _tests(trace: Trace) -> Rich:
    head = (
        "Size of Z", "Asked", "Anew", "Independent", "Dependent", "Too few rows", "No information",
        "Overridden",
    )  # fmt: skip
    rows = [
        markup(
            "<tr{}><td class=n>{}</td>{}</tr>",
            Rich(" class=total") if row.size is None else "",
            "all" if row.size is None else str(row.size),
            joined(
                markup(f"<td class=n>{number:,}</td>")
                for number in (
                    row.requested, row.performed, row.independent, row.dependent, row.unreliable,
                    row.uninformative, row.forced,
                )
            ),
        )
        for row in parts.tallies(trace)
    ]  # fmt: skip
    return markup("{}<p>{}</p>", _table(head, rows, numbers=range(8)), parts.close_calls(trace))


def _table(head: Sequence[str], rows: Iterable[Rich], numbers: Iterable[int]) -> Rich:
    right = set(numbers)
    cells = (
        markup("<th scope=col{}>{}</th>", Rich(" class=n") if place in right else "", title)
        for place, title in enumerate(head)
    )
    return markup("<table><thead><tr>{}</tr></thead>\n<tbody>{}</tbody></table>", joined(cells), joined(rows))
