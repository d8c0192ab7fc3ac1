"""What a run found, by the names of the variables, and why."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elcs_gui.algorithms.learning import Learnt
from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.algorithms.run_title import headline, transcript
from elcs_gui.ci.asking import TOO_FEW_ROWS, Counts
from elcs_gui.ci.questions import Verdict
from elcs_gui.data.names import position
from elcs_gui.data.tables.frame_table import label_of
from elcs_gui.errors import ElcsError, shown
from elcs_gui.library.sources import options_in_python
from elcs_gui.proof.export import as_json, as_latex, as_markdown, as_text
from elcs_gui.proof.tree import ADJACENT
from elcs_gui.proof.why import Proof, cited_tests, weakest, why_edge, why_member
from elcs_gui.storage.recipe_text import command_of, recipe_of, run_fingerprint
from elcs_gui.trace.conflicts import disputes_of
from elcs_gui.trace.listings import stage
from elcs_gui.trace.metrics import HiddenVariables, Metrics
from elcs_gui.trace.outcome import Blanket as NumberedBlanket
from elcs_gui.trace.outcome import Outcome, SetsByMember
from elcs_gui.trace.result import structure_of
from elcs_gui.trace.roles import ANSWER_SETS, Role, answer_set
from elcs_gui.trace.sets import MB
from elcs_gui.trace.trace import Header, Trace

if TYPE_CHECKING:
    import os

    import networkx
    from pandas import DataFrame

    from elcs_gui.ci.evidence import Evidence
    from elcs_gui.inquiry.summary import Summary
    from elcs_gui.storage.study import Study

SetsByName = dict[str, list[str]]

LONGEST_RECIPE = 2000
"""Letters that are printed of it; `Result.recipe` is whole."""
UNDECIDED = "undecided"
"""Stands for the rule on edges that have no direction."""


@dataclass(frozen=True)
class Blanket:
    """The surroundings of one variable, as its own blanket search found them.

    Attributes:
        mb: the Markov blanket, as far as it was looked for. An algorithm that does not tell neighbours from
            spouses (IAMB, Inter-IAMB, IAMB-FDR, GSMB) has nothing but this: the other sets are empty.
        pc: parents and children; they are the `parents`, the `children` and what is `undetermined` yet.
        spouses: by the child that is shared.
        separators: what separates each variable that was kept out of `pc` from the target.
        reasons: the rule by which a member of `pc` is a parent or a child.
    """

    target: str
    mb: list[str]
    pc: list[str]
    parents: list[str]
    children: list[str]
    undetermined: list[str]
    spouses: SetsByName
    separators: SetsByName
    reasons: dict[str, str]


@dataclass(frozen=True)
class Conflict:
    """A finding that contradicts another one, or what was known beforehand; the earlier one stays.

    kind: "reversal" (tail → head was found against head → tail), "asymmetry" (tail found head, but not the
    other way round), "denial" (a blanket holds tail → head, that of one of the two has no edge there) or
    "knowledge" (the tests say tail → head, which is forbidden).
    """

    tail: str
    head: str
    kind: str


class Why:
    """The proof of what is between two variables, or of a membership in the Markov blanket; `print` shows it,
    and a notebook does so by itself."""

    def __init__(self, trace: Trace, proof: Proof) -> None:
        self._trace = trace
        self._proof = proof

    @property
    def status(self) -> str:
        """`directed`, `undecided` or `absent`; of a blanket found as a whole, `member` or `absent`."""
        inside = self._proof.claim.kind.startswith("in ")
        return self._proof.status or ("member" if inside else "absent")

    @property
    def edge(self) -> tuple[str, str]:
        """The two variables; of an arrow, the cause first, of a membership, whose blanket it is."""
        names = self._trace.header.names
        one, other = self._proof.claim.of
        return names[one], names[other]

    @property
    def rule(self) -> str:
        """What decides it: `lemma-1a`, `n-structure`, `meek-r1`, ..."""
        return self._proof.rule

    @property
    def tests(self) -> tuple[int, ...]:
        """The numbers of all tests it rests on, as in `Result.tests`."""
        return cited_tests(self._proof)

    @property
    def text(self) -> str:
        """An outline in plain words."""
        return "\n".join(as_text(self._trace, self._proof))

    @property
    def formal(self) -> str:
        """The same in signs."""
        return "\n".join(as_text(self._trace, self._proof, formal=True))

    @property
    def markdown(self) -> str:
        """The outline as Markdown."""
        return as_markdown(self._trace, self._proof)

    @property
    def latex(self) -> str:
        """The outline as LaTeX."""
        return as_latex(self._trace, self._proof)

    @property
    def json(self) -> dict[str, Any]:
        """As `elcs why --json` prints it."""
        return as_json(self._trace, self._proof)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        sign = {"directed": "→", "undecided": "—", "member": "∋"}.get(self.status, "⋯")
        return f"<Why {shown(self.edge[0])} {sign} {shown(self.edge[1])}: {self.rule}>"

    def _repr_markdown_(self) -> str:
        return self.markdown


class Result:
    """The causes and effects of one target, and all that led to them."""

    def __init__(
        self,
        learnt: Learnt,
        seconds: float,
        metrics: Metrics | None,
        evidence: Evidence,
        study: Study,
        hidden: HiddenVariables | None = None,
    ) -> None:
        assert learnt.outcome is not None  # nobody listens, so nobody cancels
        self.trace: Trace = learnt.trace
        """Every event of the run, in order."""
        self.outcome: Outcome = learnt.outcome
        """The same answer by column numbers."""
        self.counts: Counts = learnt.counts
        """Tests `requested`, `performed` (without repetitions) and `unreliable`."""
        self.metrics: Metrics | None = metrics
        """How right it is; None where no truth is known. Of a blanket found as a whole only the figures that
        begin with `mb_` say something."""
        self.seconds: float = seconds
        self.hidden: HiddenVariables | None = hidden
        """Which variables of the known graph are hidden, and what they join to the target; or None."""
        self._evidence = evidence
        self._study = study

    # The answer

    @property
    def target(self) -> str:
        """The name of the target."""
        return self.header.names[self.outcome.target]

    @property
    def parents(self) -> list[str]:
        """The direct causes, in column order."""
        return self._named(self.outcome.parents)

    @property
    def children(self) -> list[str]:
        """The direct effects."""
        return self._named(self.outcome.children)

    @property
    def undetermined(self) -> list[str]:
        """Neighbours of which nobody can tell whether they are causes or effects."""
        return self._named(self.outcome.undetermined)

    @property
    def pc(self) -> list[str]:
        """Parents and children as the target's own blanket has them."""
        return self._named(sorted(self.outcome.blanket.pc))

    @property
    def spouses(self) -> SetsByName:
        """The other causes of the effects, by effect."""
        return self._by_name(self.outcome.blanket.spouses)

    @property
    def mb(self) -> list[str]:
        """The Markov blanket: `pc` and all spouses, or the whole of it where they are not told apart. There
        are no spouses in it where the algorithm does not look for any (HITON-PC, PC, PCD-by-PCD, ...)."""
        return self._named(self.outcome.blanket.members)

    @property
    def blankets(self) -> dict[str, Blanket]:
        """Every blanket that was learnt on the way, by its variable; the target's own is the first."""
        return {self.header.names[found.target]: self._blanket(found) for found in self.outcome.blankets}

    @property
    def doubts(self) -> list[str]:
        """What to know before the result is relied on, in sentences: cycles, contradictions, too few rows,
        edges that rest on them, tests without information, edges that background knowledge decided, and what
        the first tests let through by chance where that is a variable or more; `json["chance"]["alpha"]` is
        the alpha at which it is less. The first use may take as long as the run itself; `json["doubts"]` has
        the same with more detail."""
        return [doubt.sentence for doubt in self._summary.doubts]

    @cached_property
    def _summary(self) -> Summary:
        """Which edges rest on too few rows takes a further run, which is made when somebody wants to know."""
        from elcs_gui.inquiry.summary import summary_of
        from elcs_gui.inquiry.weak_edges import keep_weak_edges, none_weak, weak_edges

        if none_weak(self.trace) is None:
            keep_weak_edges(self.trace, weak_edges(self._evidence, self.header, own=self.outcome))
        found = summary_of(self.trace)
        assert found is not None  # it has an outcome
        return found

    @property
    def conflicts(self) -> list[Conflict]:
        """Where findings contradicted one another."""
        names = self.header.names
        return [Conflict(names[one.tail], names[one.head], one.kind) for one in disputes_of(self.outcome)]

    @property
    def header(self) -> Header:
        """What was asked."""
        return self.trace.header

    @property
    def fingerprint(self) -> str:
        """Of the data (see `elcs_gui.data.fingerprint`); empty for a known graph."""
        return "" if self.header.origin is None else self.header.origin.fingerprint

    @property
    def recipe(self) -> str:
        """The command that makes the same run again; of data that are in no file, the call of `learn`."""
        return recipe_of(self._study, self.header)

    @property
    def run_fingerprint(self) -> str:
        """Of all that was asked, answered and found: equal for equal runs, wherever they are made."""
        return run_fingerprint(self.trace)

    # What it rests on

    @cached_property
    def graph(self) -> networkx.DiGraph:
        """The local graph. Each node has its `role` to the target (`target`, `parent`, `child`, `undecided`,
        `spouse`, `member` or `other`); variables that nothing was found to join are left out. An edge between
        the target and an `other` comes from another variable's blanket, against the target's own. A `member`
        is in a blanket that was found as a whole: no edge leads there, as nobody knows who is adjacent.

        Each edge has

        - `directed`: an edge without a direction is there both ways, with False on both
        - `rule`: what gave it its direction; `undecided` where nothing did
        - `p`: of the test nearest to alpha among those it rests on; nan where nothing was measured (the
          oracle, knowledge)
        - `step`: after how many events of `trace` it was decided
        """
        graph = structure_of(self.trace).graph()
        for tail, head, said in list(graph.edges(data=True)):
            found = self._proof(tail, head)
            directed = found.status == "directed"
            rests_on = found
            if not directed:  # of why there is an edge, not of why no rule applies
                rests_on = next(node for node in found.premises if node.claim.kind == ADJACENT)
            p = weakest(self.trace, rests_on).p
            said.update(
                directed=directed,
                rule=found.rule if directed else UNDECIDED,
                p=float("nan") if p is None else p,
                step=found.step,
            )
            if not directed:
                graph.add_edge(head, tail, **said)
        return graph

    @cached_property
    def tests(self) -> DataFrame:
        """Every test that was asked, in order: one row each, by its `number`.

        `z` is a tuple of names. `statistic`, `df` and `p` are missing where the data could not tell (or, for
        the oracle, where there is no such thing); `independent` is what the run went on with, `reused` tells
        repetitions. `at` is the line of the pseudo-code, `stage` its stage, `step` the event in `trace`.
        """
        import numpy as np
        import pandas as pd

        log, names = self.trace.tests(), self.header.names
        tape = self.trace.judge.tape
        asked = {answer: tape.question(answer) for answer in np.unique(log.answers).tolist()}
        ends = [
            (names[y], names[x]) if swapped else (names[x], names[y])
            for (x, y, _), swapped in zip(
                (asked[answer] for answer in log.answers.tolist()), log.swapped.tolist(), strict=True
            )
        ]
        given = {answer: tuple(names[z] for z in question.z) for answer, question in asked.items()}
        at = [self.trace.at(step) for step in log.steps.tolist()]
        words = np.array([verdict.word for verdict in Verdict])
        return pd.DataFrame(
            {
                "x": [x for x, _ in ends],
                "y": [y for _, y in ends],
                "z": [given[answer] for answer in log.answers.tolist()],
                "statistic": log.statistic,
                "df": pd.Series(log.df, dtype="Int64").mask(log.df < 0).array,
                "p": log.p,
                "verdict": words[log.verdict],
                "independent": log.independent,
                "reused": log.reused,
                "forced": log.forced,
                "at": at,
                "stage": [stage(line) for line in at],
                "step": log.steps + 1,
            },
            index=pd.RangeIndex(1, len(log) + 1, name="number"),
        )

    def why(self, a: Hashable, b: Hashable | None = None) -> Why:
        """Why there is an arrow, an edge without a direction, or none between a and b (if left out: and the
        target), in the order that reads best. Of a blanket that was found as a whole: why a variable is in
        it, or is not; one of the two must then be the target."""
        return Why(self.trace, self._proof(a, self.target if b is None else b))

    def prose(self, *, tests: bool = True) -> str:
        """The whole run, told line by line; without `tests`, only what they led to."""
        return "\n".join(transcript(self.trace, tests=tests))

    # For elsewhere

    @property
    def json(self) -> dict[str, Any]:
        """As `elcs run --json` prints it (schema elcs-result/1)."""
        from elcs_gui.trace.result import as_json

        doubts = self._summary.as_json(self.header.names)
        return as_json(
            self.header,
            self.outcome,
            self.counts,
            self.seconds,
            self.metrics,
            doubts,
            self.hidden,
            command_of(self._study, self.header),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as the ending says: the trace (.jsonl), which `elcs-gui`, `elcs why` and others open; a
        script that makes the run again (.py); or the graph (.dot, .graphml, .json, .dagitty, .tetrad.txt,
        .edges.csv, .matrix.csv)."""
        from elcs_gui.data.files import replacing
        from elcs_gui.data.structures.structure_files import WRITERS, can_write_structure, write_structure
        from elcs_gui.storage.trace_file import write_trace
        from elcs_gui.trace.script import script_of

        file = Path(path)
        if file.suffix.lower() == ".jsonl":
            write_trace(self.trace, file)
        elif file.suffix.lower() == ".py":
            with replacing(file) as part:
                part.write_text(script_of(self.trace, headline(self.header)), encoding="utf-8", newline="\n")
        elif can_write_structure(file):
            write_structure(structure_of(self.trace), file)
        else:
            raise ElcsError(f"{file.name}: name a file that ends in .jsonl, .py, {', '.join(WRITERS)}.")

    @property
    def _nobody(self) -> str:
        """What an empty set is called: "none" only where there were rows enough to find any."""
        return TOO_FEW_ROWS if self.counts.too_few_rows else "none"

    def __repr__(self) -> str:
        said = "; ".join(f"{title} {found}" for role, title, found in self._told() if role is not Role.SPOUSE)
        return f"<{shown(self.target)}: {said}>"

    def __str__(self) -> str:
        counts = self.counts
        lines = [
            shown(headline(self.header), 200),
            *(f"  {title:<9}  {found}" for _, title, found in self._told()),
            f"  {counts}" if self.header.asks_tests else "  no tests",
            *(f"  {'  ' * depth}{shown(line, 300)}" for depth, line in self._summary.lines()),
            *(f"  {sentence}" for sentence in (self.hidden.sentences() if self.hidden else ())),
            f"  {shown(self.recipe, LONGEST_RECIPE)}",
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from elcs_gui.library.notebook import html_of

        tests = f"{self.counts.requested:,} tests" if self.header.asks_tests else "no tests"
        title = shown(headline(self.header), 200)
        return html_of(self.graph, self.target, title, tests, self._without_edges(), self._summary)

    def _told(self) -> list[tuple[Role, str, str]]:
        """The sets of the answer that the algorithm tells: role, title, and who is in it."""
        told = []
        for role in find_algorithm(self.header.algorithm).roles:
            members = [shown(name) for name in self._named(answer_set(self.outcome, role))]
            if role is Role.SPOUSE:
                members = [f"{shown(x)} through {shown(y)}" for y, xs in self.spouses.items() for x in xs]
            told.append((role, ANSWER_SETS[role][0], ", ".join(members) or self._nobody))
        return told

    def _without_edges(self) -> str:
        """What a notebook says where there is no edge to show."""
        if self.outcome.members:
            members = ", ".join(map(shown, self.mb))
            return f"Markov blanket: {members}. Which of them are neighbours is not told."
        what = "a neighbour" if self.outcome.members is None else "in the Markov blanket"
        few = self.counts.too_few_rows
        return f"{'Too few rows to tell what is' if few else 'Nothing was found to be'} {what}."

    def _proof(self, a: Hashable, b: Hashable) -> Proof:
        one, other = (position(label_of(name), self.header.names, "the result") for name in (a, b))
        target, step = self.outcome.target, len(self.trace)
        if self.outcome.members is not None and target in (one, other):
            return why_member(self.trace, step, MB, target, other if one == target else one)
        with options_in_python():
            return why_edge(self.trace, step, one, other)

    def _named(self, members: Iterable[int]) -> list[str]:
        return [self.header.names[x] for x in members]

    def _by_name(self, sets: SetsByMember) -> SetsByName:
        return {self.header.names[x]: self._named(others) for x, others in sorted(sets.items()) if others}

    def _blanket(self, found: NumberedBlanket) -> Blanket:
        names = self.header.names
        return Blanket(
            target=names[found.target],
            mb=self._named(found.members),
            pc=self._named(found.pc),
            parents=self._named(found.parents),
            children=self._named(found.children),
            undetermined=self._named(found.undetermined),
            spouses=self._by_name(found.spouses),
            separators={names[x]: self._named(z) for x, z in sorted(found.separators.items())},
            reasons={names[x]: rule for x, rule in sorted(found.reasons.items())},
        )
