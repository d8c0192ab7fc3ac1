"""Proofs for elsewhere: as lines of text, as JSON, Markdown and LaTeX. Names may hold anything."""

from __future__ import annotations

import re
from typing import Any

from elcs_gui.algorithms.run_title import headline
from elcs_gui.proof import words
from elcs_gui.proof.tree import KNOWN, Proof, cited_tests, walk
from elcs_gui.proof.weakest import weakest
from elcs_gui.trace.trace import Trace

_ABOVE = " (Shown above.)"


def as_text(
    trace: Trace, proof: Proof, *, formal: bool = False, stands: str = "", weak: str = ""
) -> list[str]:
    """What contradicts it, an outline, the weakest link, and what was found to the contrary.

    `stands` and `weak`, here and below, are how far alpha may move before an edge changes, and what becomes
    of it when tests with too few rows count otherwise: neither is found in a trace (see
    `elcs_gui.inquiry.firmness` and `weak_edges`).
    """
    first, *rest = words.proof_lines(trace, proof)
    before, after = _around(trace, proof, _words(first, formal=formal), stands, weak)
    return [*before, *("  " * line.depth + _words(line, formal=formal) for line in rest), *after]


def as_json(
    trace: Trace, proof: Proof, *, stands: tuple[float, float] | None = None, weak: bool | None = None
) -> dict[str, Any]:
    """One object about an edge or a membership; `tests` are all that a node rests on.

    A premise that was unfolded before is not unfolded again: it has `repeated` and no premises. Where nothing
    was measured (the oracle), the weakest link has no test and no p. Its `threshold` is there where all tests
    of a round are judged together.
    """
    names = trace.header.names
    found = weakest(trace, proof)
    of = [names[x] for x in proof.claim.of]
    if proof.status:
        interval = None if stands is None else {"from": stands[0], "to": stands[1]}
        record: dict[str, Any] = {"edge": of, "status": proof.status, "stands": interval, "weak": weak}
    else:
        word, _, name = proof.claim.kind.rpartition(" ")
        record = {"set": name, "of": of[0], "through": of[1] if len(of) == 3 else None, "member": of[-1],
                "inside": word == "in"}  # fmt: skip
    return {
        **record,
        "rule": proof.rule,
        "step": proof.step,
        **_tree(words.proof_lines(trace, proof)),
        "weakest": {
            "test": found.test,
            "p": found.p,
            "alpha": found.alpha,
            "independent": found.independent,
            **({} if found.threshold is None else {"threshold": found.threshold.value}),
        },
        "unreliable": list(found.unreliable),
        "no_information": list(found.uninformative),
        "no_information_because": [
            words.no_information_because(trace, (number,)) for number in found.uninformative
        ],
        "forced": list(found.forced),
        "knowledge": _known(trace, proof),
        "contradictions": words.contradictions(trace, proof),
        "against": _against(trace, proof),
    }


def as_markdown(trace: Trace, proof: Proof, *, formal: bool = False, stands: str = "", weak: str = "") -> str:
    """A nested list under a heading."""
    first, *rest = words.proof_lines(trace, proof)
    before, after = _around(trace, proof, first.sentence, stands, weak)
    lines = [f"{'  ' * (line.depth - 1)}- {in_markdown(_words(line, formal=formal))}" for line in rest]
    outline = ["\n".join(lines)] if lines else []
    said = [f"## {in_markdown(first.formal)}", *map(in_markdown, before), *outline, *map(in_markdown, after)]
    return "\n\n".join([*said, f"*{in_markdown(headline(trace.header))}*\n"])


def as_latex(trace: Trace, proof: Proof, *, formal: bool = False, stands: str = "", weak: str = "") -> str:
    """Paragraphs to be pasted into a document; needs no package. Depth is told by indentation."""
    first, *rest = words.proof_lines(trace, proof)
    before, after = _around(trace, proof, first.sentence, stands, weak)
    lines = [f"\\paragraph{{{_latex(first.formal)}}} {_latex(' '.join(before))}", ""]
    for line in rest:
        indent = f"{1.2 * line.depth:.1f}em"
        lines.append(f"{{\\leftskip={indent}\\noindent {_latex(_words(line, formal=formal))}\\par}}")
    for said in after:
        lines += ["", f"\\noindent {_latex(said)}"]
    return "\n".join([*lines, "", f"\\noindent\\emph{{{_latex(headline(trace.header))}}}", ""])


def _words(line: words.ProofLine, *, formal: bool) -> str:
    return (line.formal if formal else line.sentence) + (_ABOVE if line.repeated else "")


def _around(trace: Trace, proof: Proof, first: str, stands: str, weak: str) -> tuple[list[str], list[str]]:
    """The first line between what contradicts it and what to read it with; and what follows the rest."""
    contradicted = [f"Contradicted: {said}" for said in words.contradictions(trace, proof)]
    cautions = [said for said in (words.rests_on_missing_evidence(trace, (proof,)), weak) if said]
    firm = [f"How firm: {stands}"] if stands else []
    link = f"Weakest link: {words.weakest_line(trace, weakest(trace, proof))}"
    contrary = [f"To the contrary: {said}" for said in _against(trace, proof)]
    return [*contradicted, first, *cautions], [*firm, link, *contrary]


def _against(trace: Trace, proof: Proof) -> list[str]:
    return [words.proof_sentence(trace, objection) for objection in proof.against]


def _known(trace: Trace, proof: Proof) -> list[str]:
    """What the proof takes from background knowledge, each thing once."""
    leaves = (node for node in walk(proof) if node.claim.kind in KNOWN and not node.premises)
    return list(dict.fromkeys(words.proof_sentence(trace, leaf) for leaf in leaves))


def _tree(lines: list[words.ProofLine]) -> dict[str, Any]:
    """The outline folded back into a tree."""
    root: dict[str, Any] = {}
    open_nodes: list[dict[str, Any]] = []
    for line in lines:
        node: dict[str, Any] = {
            "sentence": line.sentence,
            "formal": line.formal,
            "tests": list(cited_tests(line.proof)),
            "premises": [],
        }
        if line.repeated:
            node["repeated"] = True
        del open_nodes[line.depth :]
        if open_nodes:
            node = {"claim": line.proof.claim.kind, "rule": line.proof.rule, **node}
            open_nodes[-1]["premises"].append(node)
        else:
            root = node
        open_nodes.append(node)
    return root


def in_markdown(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    escaped = re.sub(r"([\\`*_\[\]<>|~$&#{}!@])", r"\\\1", " ".join(text.split()))
    escaped = re.sub(r"(?=://)|(?<=www)(?=\.)", r"\\", escaped)  # else some make links of bare addresses
    return re.sub(r"^(\d+)([.)])|^([-+=])", lambda m: rf"{m[1]}\{m[2]}" if m[1] else rf"\{m[3]}", escaped)


_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_",
    "%": r"\%", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "|": "$|$",
    "→": r"$\to$", "↛": r"$\not\to$", "—": "---", "–": "--", "−": "$-$", "∈": r"$\in$", "∉": r"$\notin$",
    "∅": r"$\emptyset$", "⊥": r"$\perp$", "∪": r"$\cup$", "∄": r"$\neg\exists$",
    "⊬": r"$\not\vdash$", "²": r"\textsuperscript{2}",
}  # fmt: skip


LATEX_COMMANDS = frozenset(re.findall(r"\\(?:[a-zA-Z]+|.)", "".join(_LATEX.values()) + r"\not\perp"))
"""By which signs are written that have a meaning in LaTeX, or none."""


def _latex(text: str) -> str:
    """Text that LaTeX shows as it is, on one line."""
    plain = " ".join(text.split()).replace("⊥̸", "\0")
    return "".join(_LATEX.get(c, c) for c in plain).replace("\0", r"$\not\perp$")
