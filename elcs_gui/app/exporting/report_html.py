"""The report of a run as one HTML page: nothing is fetched from anywhere, every name is only text."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from html import escape

from PySide6.QtGui import QColor

from elcs_gui import __version__
from elcs_gui.app.exporting import report_content as parts
from elcs_gui.app.kit.theme import DARK, LIGHT, Theme
from elcs_gui.inquiry.firmness import Firmness, known_firmness
from elcs_gui.inquiry.firmness_rows import FirmRow, about, firm_rows
from elcs_gui.inquiry.firmness_rows import title as heading
from elcs_gui.inquiry.firmness_words import NOT_FINISHED, WITHOUT_DATA, firm_words, weak_words
from elcs_gui.inquiry.summary import shown_summary
from elcs_gui.inquiry.weak_edges import known_weak_edges
from elcs_gui.packaged import packaged
from elcs_gui.proof import words as told
from elcs_gui.proof.why import Proof, weakest
from elcs_gui.trace.assumptions import IN_SHORT
from elcs_gui.trace.rules import badge
from elcs_gui.trace.trace import Trace

LONGEST_PROOF = 250
"""Lines of a proof; the rest is for `elcs why`."""

_SCRIPT = (
    'addEventListener("beforeprint",()=>{for(const d of document.querySelectorAll("details"))d.open=true})'
)
"""Closed parts would not be printed."""


def report(trace: Trace, light: str, dark: str, title: str = "") -> str:
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
    return "".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n',
            f'<meta name="generator" content="ELCS Explorer {__version__}">\n',
            f"<title>{_text(name)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n<main>\n",
            *sections,
            f"<footer>Written by ELCS Explorer {__version__}. Numbers of tests are those of the trace: "
            "<code>elcs replay</code> tells it in full, <code>elcs why</code> proves any edge."
            f"</footer>\n</main>\n<script>{_SCRIPT}</script>\n</body>\n</html>\n",
        ]
    )


def _policy() -> str:
    """Nothing may be loaded, and no script runs but the one written here."""
    digest = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _style() -> str:
    """The sheet in `resources/report.css` behind the colours of the program, light, dark and on paper."""
    sheet = packaged("report.css").read_text(encoding="utf-8")
    return (
        f":root{{{_colours(LIGHT)}}}\n@media (prefers-color-scheme:dark){{:root{{{_colours(DARK)}}}}}\n"
        f"@media print{{:root{{{_colours(LIGHT)}}}}}\n{sheet}"
    )


def _colours(theme: Theme) -> str:
    found = ((each.name, getattr(theme, each.name)) for each in fields(theme))
    return "".join(
        f"--{name.replace('_', '-')}:{value.name()};" for name, value in found if isinstance(value, QColor)
    )


def _title(trace: Trace) -> str:
    header = trace.header
    target = header.names[header.target]
    return f"{target} in {header.origin.name}" if header.origin is not None else f"Report on {target}"


def _answer(trace: Trace, name: str, light: str, dark: str) -> str:
    outcome = parts.outcome_of(trace)
    shown = [] if outcome is None else parts.parts(outcome, trace)
    nobody = parts.nobody(trace)
    cards = "".join(_card(part, nobody) for part in shown)
    return (
        f"<header><h1>{_text(name)}</h1>\n<p class=lead>{_text(parts.answer(trace))}</p></header>\n"
        + (f"<div class=cards>{cards}</div>\n" if cards else "")
        + _doubts(trace)
        + f'<figure><div class="on-light">{light}</div><div class="on-dark">{dark}</div>'
        f"<figcaption>{parts.caption(trace)}</figcaption></figure>\n"
    )


def _doubts(trace: Trace) -> str:
    """What to know before the result is relied on."""
    found = shown_summary(trace)
    if found is None or not found.doubts:
        return ""
    items = []
    for doubt in found.doubts:
        details = "".join(f"<li>{_text(detail)}</li>" for detail in doubt.details)
        sentence = _text(doubt.sentence)
        items.append(
            f"<li><details><summary>{sentence}</summary><ul>{details}</ul></details></li>"
            if details
            else f"<li>{sentence}</li>"
        )
    return f"<div class=doubts><h3>In doubt</h3><ul>{''.join(items)}</ul></div>\n"


def _card(part: parts.Part, nobody: str) -> str:
    members = "".join(
        f"<li><b>{_text(member)}</b>{f' <small>{_text(note)}</small>' if note else ''}</li>"
        for member, note in part.members
    )
    members = members or f"<li class=none>{nobody}</li>"
    return f'<div class="card {part.role}"><h3>{part.title}</h3><ul>{members}</ul></div>'


def _section(title: str, body: str) -> str:
    return f"<section><h2>{title}</h2>\n{body}\n</section>\n"


def _asked(trace: Trace) -> str:
    rows = (
        f"<dt>{_text(label)}</dt><dd>{'<br>'.join(_text(line) for line in value.splitlines())}</dd>"
        for label, value in parts.asked(trace, __version__)
    )
    return f"<dl>{''.join(rows)}</dl>"


def _stages(trace: Trace) -> str:
    rows = []
    for row in parts.stage_rows(trace):
        what = _text(row.changed) if row.changed else "<span class=none>nothing</span>"
        if row.sentences:
            said = "".join(f"<li>{_text(each)}</li>" for each in row.sentences)
            what = f"<details><summary>{what or 'done'}</summary><ul>{said}</ul></details>"
        rows.append(
            f"<tr><td>{_text(row.blanket)}</td><td>{_text(row.stage)}</td>"
            f"<td class=n>{row.requested:,}</td><td class=n>{row.performed:,}</td><td>{what}</td></tr>"
        )
    head = ("Blanket of", "Stage", "Tests asked", "Anew", "What changed")
    return _table(head, rows, numbers=(2, 3))


def _arrows(trace: Trace) -> str:
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
    return "\n".join(found) or "<p class=none>There are no arrows.</p>"


def _proof(trace: Trace, proof: Proof, edge: str, sign: str) -> str:
    lines = told.proof_lines(trace, proof)
    shown, hidden = lines[:LONGEST_PROOF], max(len(lines) - LONGEST_PROOF, 0)
    mark = f"<b class=badge>{_text(sign)}</b>" if sign else ""
    contrary = "".join(
        f"<p class=against>To the contrary: {_text(told.proof_sentence(trace, objection))}</p>"
        for objection in proof.against
    )
    contradicted = "".join(
        f"<p class=against>Contradicted: {_text(words)}</p>" for words in told.contradictions(trace, proof)
    )
    few = " ".join(
        words
        for words in (
            told.rests_on_missing_evidence(trace, (proof,)),
            weak_words(trace, len(trace), (proof,), trace.header.names),
        )
        if words
    )
    caution = f"<p class=few>{_text(few)}</p>" if few else ""
    rest = f"<p class=none>… and {hidden:,} more lines: elcs why tells them.</p>" if hidden else ""
    return (
        f"<details class=proof><summary><span class=edge>{_text(edge)}</span>{mark}"
        f"<span class=because>{_text(shown[0].sentence)}</span></summary>"
        f"{contradicted}{caution}{''.join(_outline(shown[1:]))}{rest}"
        f"{_stands(trace, proof)}"
        f"<p class=weak>Weakest link: {_text(told.weakest_line(trace, weakest(trace, proof)))}</p>"
        f"{contrary}</details>"
    )


def _stands(trace: Trace, proof: Proof) -> str:
    said = firm_words(trace, len(trace), (proof,), trace.header.names)
    return f"<p class=firm>How firm: {_text(said)}</p>" if said else ""


def _outline(lines: Sequence[told.ProofLine]) -> Iterator[str]:
    """An outline as lists within lists; the first line is one below the claim."""
    depth = 0
    for line in lines:
        if line.depth > depth:
            yield "<ul>" * (line.depth - depth)
        else:
            yield "</li>" + "</ul></li>" * (depth - line.depth)
        depth = line.depth
        note = " <span class=none>(shown above)</span>" if line.repeated else ""
        yield f"<li>{_text(line.sentence)}{note}"
    if depth:
        yield "</li></ul>" * depth


def _assumptions(trace: Trace) -> str:
    said = "".join(f"<li>{_text(each)}</li>" for each in parts.assumptions(trace))
    return f"<p>{_text(IN_SHORT)}</p><ul>{said}</ul>"


def _conflicts(trace: Trace) -> str:
    said = parts.conflicts(trace)
    if not said:
        return "<p class=none>None: whatever was found fits together.</p>"
    return f"<ul class=conflicts>{''.join(f'<li>{_text(each)}</li>' for each in said)}</ul>"


def _firmness(trace: Trace) -> str:
    found = known_firmness(trace)
    if found is None:
        unfinished = parts.outcome_of(trace) is None
        why = NOT_FINISHED if unfinished else f"{WITHOUT_DATA}."
        return f"<p class=none>How firm the arrows are is {_text(why)}</p>"
    rows = firm_rows(found, parts.arrows(trace), trace.header.names, known_weak_edges(trace))
    if not rows:
        return "<p class=none>There are no arrows that could change.</p>"
    said = f"<p>{_text(heading(rows))} {_text(about(rows, found.low, found.high))}</p>\n"
    head = ("Arrow", "Rule", "Where it is found", "What becomes of it", "Tests with too few rows")
    return said + _table(head, (_firm(row, found) for row in rows), numbers=(4,))


def _firm(row: FirmRow, found: Firmness) -> str:
    kind = " class=close" if row.close else "" if row.found else " class=none"
    sign = f"<b class=badge>{_text(row.badge)}</b>" if row.badge else ""
    return (
        f"<tr{kind}><td>{_text(row.edge)}</td><td>{sign}</td><td>{_bar(row, found)}</td>"
        f"<td>{_text(row.words)}</td><td class=n>{_text(row.tests)}</td></tr>"
    )


_WIDE = 180.0


def _bar(row: FirmRow, found: Firmness) -> str:
    """The alphas at which it is found, by their logarithms; a line at that of the run."""

    def x(alpha: float) -> float:
        return _WIDE * math.log(alpha / found.low) / math.log(found.high / found.low)

    drawn = []
    for piece in row.pieces:
        left, right = x(piece.low), x(piece.high)
        round_ = 1 if piece.role == "parent" else 4
        drawn.append(
            f'<rect class="{piece.role}" x="{left:.1f}" width="{max(right - left - 1, 1):.1f}" '
            f'y="3" height="8" rx="{round_}"/>'
        )
    now = x(row.stands.alpha)
    return (
        f'<svg class="bar" width="{_WIDE:.0f}" height="14" role="img" aria-label="{_text(row.spoken)}">'
        f'<line x2="{_WIDE:.0f}" y1="7" y2="7"/>{"".join(drawn)}'
        f'<line class="now" x1="{now:.1f}" x2="{now:.1f}" y2="14"/></svg>'
    )


def _tests(trace: Trace) -> str:
    head = (
        "Size of Z", "Asked", "Anew", "Independent", "Dependent", "Too few rows", "No information",
        "Overridden",
    )  # fmt: skip
    rows = [
        f"<tr{' class=total' if row.size is None else ''}>"
        f"<td class=n>{'all' if row.size is None else row.size}</td>"
        + "".join(
            f"<td class=n>{number:,}</td>"
            for number in (
                row.requested, row.performed, row.independent, row.dependent, row.unreliable,
                row.uninformative, row.forced,
            )
        )
        + "</tr>"
        for row in parts.tallies(trace)
    ]  # fmt: skip
    return f"{_table(head, rows, numbers=range(8))}<p>{_text(parts.close_calls(trace))}</p>"


def _table(head: Sequence[str], rows: Iterable[str], numbers: Iterable[int]) -> str:
    right = set(numbers)
    cells = "".join(
        f"<th scope=col{' class=n' if place in right else ''}>{title}</th>"
        for place, title in enumerate(head)
    )
    return f"<table><thead><tr>{cells}</tr></thead>\n<tbody>{''.join(rows)}</tbody></table>"


def _text(text: str) -> str:
    return escape(text, quote=True)
