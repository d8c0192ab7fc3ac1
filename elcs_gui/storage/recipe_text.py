"""A run as text that makes it again: a command for a terminal, or a call of the library.

    command_of(study, header)     elcs run d.csv --target T --algorithm elcs-sound --test g2 ...
    python_of(study, header)      from elcs_gui.api import learn ...

Both say what counts and differs from one version to another (algorithm, test, alpha, k) in full, and of the
rest what is not as usual. `run_fingerprint` tells whether two runs are the same.
"""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from elcs_gui.algorithms.registry import USUAL_ALPHA, USUAL_K
from elcs_gui.ci.discrete import ROWS_PER_CELL
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.ci.registry import asks_network, kind_for
from elcs_gui.data.plan import USUAL_MARKERS, ImportPlan, Kind, MissingPolicy
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.storage.recipe import file_argument
from elcs_gui.storage.records import header_object
from elcs_gui.storage.study import Study
from elcs_gui.trace.events import Tested
from elcs_gui.trace.knowledge_text import knowledge_of, list_of_names, statements, written
from elcs_gui.trace.script import learn_call
from elcs_gui.trace.trace import Header, Origin, Trace

PROGRAM = "elcs run"
ALL_TARGETS = "--all-targets"
_SEPARATOR = re.compile(r"[|=]")

# What a run is learnt from


def argument_words(study: Study, header: Header) -> tuple[str, ...]:
    """How a command line names what a run was learnt from; empty where that is in no file."""
    if study.named:
        return study.named
    if study.example is not None:
        return ("--example", study.example)
    network = () if study.network_file is None else ("--network", str(study.network_file.path))
    if asks_network(header.test):
        return network
    return () if study.data_file is None else (file_argument(study.data_file.path), *network)


# The command


def command_of(study: Study, header: Header, *, all_targets: bool = False) -> str | None:
    """The command line that makes a run on this source again; None where the source is in no file."""
    source = argument_words(study, header)
    if not source:
        return None
    target = [ALL_TARGETS] if all_targets else list(_option("--target", header.names[header.target]))
    words = [
        *source,
        *target,
        *_option("--algorithm", header.algorithm),
        *_option("--test", header.test),
        *_method(header),
        *_known(study, header),
        *_preselection(study),
        *plan_words(_plan_of(study, header), header.test, _file_of(source)),
    ]
    return f"{PROGRAM} {shlex.join(words)}"


def _preselection(study: Study) -> Iterator[str]:
    """How columns were left out for the target."""
    found = study.preselection
    if found is not None:
        yield from ("--preselect",) if found.rate is None else _option("--preselect-fdr", repr(found.rate))


def _plan_of(study: Study, header: Header) -> ImportPlan:
    """How its file is read, without what leaving out columns for the target does again."""
    plan = ImportPlan.from_json(dict(study.reading_of(header)))
    left_out = set() if study.preselection is None else {*study.preselection.left_out}
    return replace(plan, kinds={name: kind for name, kind in plan.kinds.items() if name not in left_out})


def _method(header: Header) -> Iterator[str]:
    """Alpha and k, where they mean anything, and what else is not as usual."""
    usual = Policy()
    if header.asks_tests or header.alpha != USUAL_ALPHA:
        yield from _option("--alpha", repr(header.alpha))
    if header.asks_tests or header.k != USUAL_K:
        yield from _option("--k", str(header.limit))
    if header.rows_per_cell is not None and header.rows_per_cell != ROWS_PER_CELL:
        yield from _option("--rows-per-cell", repr(header.rows_per_cell))
    for what in ("marginal", "conditional"):
        said: Verdict = getattr(header.policy, what)
        if said is not getattr(usual, what):
            yield from _option(f"--unreliable-{what}", said.word)
    for name, value in header.parameters:
        yield from _option("--set", f"{name}={value}")
    for question, verdict in header.forced:
        yield from _option("--force", override_text(question, verdict, header.names))


def _known(study: Study, header: Header) -> Iterator[str]:
    own = knowledge_of(header.names, require=study.require) if study.require else None
    lines = statements(header.knowledge, header.names)
    if own is not None:
        begun = set(statements(own, header.names))
        if begun <= {*lines}:
            lines = [line for line in lines if line not in begun]
        else:
            yield "--no-knowledge"
    for line in lines:
        word, _, rest = line.partition(" ")
        yield from _option(f"--{word}", rest)


def _option(name: str, value: str) -> tuple[str, ...]:
    """Name and value; in one word where the value could be taken for an option."""
    return (f"{name}={value}",) if value.startswith("-") else (name, value)


def _file_of(source: Sequence[str]) -> str:
    return "" if source[0].startswith("--") else source[0]


_DELIMITERS = {"\t": "tab", " ": "blanks"}


def plan_words(plan: ImportPlan, test: str, file: str = "") -> list[str]:
    """The options that read a table by this plan, for a run by this test."""
    by_column = [*plan.kinds, *plan.cuttings, *plan.joined]
    if plan.joined or plan.cuttings or not all(map(_can_be_listed, (*by_column, *plan.missing[1:]))):
        return _whole_plan(plan)
    if plan.missing != USUAL_MARKERS and plan.missing[:1] != ("",):
        return _whole_plan(plan)
    words: list[str] = []
    if plan.delimiter is not None:
        words += _option("--delimiter", _DELIMITERS.get(plan.delimiter, plan.delimiter))
    if plan.header is not None:
        words.append("--header" if plan.header else "--no-header")
    for name, value in (("--encoding", plan.encoding), ("--decimal", plan.decimal)):
        words += () if value is None else _option(name, value)
    if plan.part is not None:
        named = {".npz": "--array", ".xlsx": "--sheet", ".xlsm": "--sheet"}
        words += _option(named.get(Path(file).suffix.lower(), "--table"), plan.part)
    words += ["--drop-headers"] * plan.drop_headers
    if plan.missing != USUAL_MARKERS:
        words += _option("--missing", ",".join(plan.missing[1:]))
    if plan.policy is not MissingPolicy.REFUSE:
        words += _option("--missing-policy", str(plan.policy))
    words += _kinds(plan, test)
    if plan.cutting is not None:
        words += _option("--discretise", f"{plan.cutting.method}:{plan.cutting.bins}")
    return words


def _kinds(plan: ImportPlan, test: str) -> Iterator[str]:
    named = {kind: [name for name, of in plan.kinds.items() if of is kind] for kind in Kind}
    if named[Kind.IGNORE]:
        yield from _option("--ignore", ",".join(named[Kind.IGNORE]))
    usual = kind_for(test)
    if plan.cutting is not None:
        usual = Kind.DISCRETE if named[Kind.CONTINUOUS] else Kind.GUESS
    for kind, option in ((Kind.CONTINUOUS, "--continuous"), (Kind.DISCRETE, "--discrete")):
        if named[kind]:
            yield from _option(option, ",".join(named[kind]))
        if plan.others is kind and usual is not kind:
            yield from (option, "all")


def _can_be_listed(name: str) -> bool:
    """Can it stand between commas on the command line?"""
    return bool(name) and name == name.strip() and "," not in name and name != "all"


def _whole_plan(plan: ImportPlan) -> list[str]:
    """What no options say."""
    usual = ImportPlan().to_json()
    said = {part: value for part, value in plan.to_json().items() if value != usual.get(part)}
    return ["--plan", json.dumps(said, ensure_ascii=False, separators=(",", ":"))]


# Verdicts that are forced


def override_text(question: Question, verdict: Verdict, names: Sequence[str]) -> str:
    """A, B | C, D = dependent; `override_of` reads it."""
    pair = ", ".join(_name(names[x]) for x in (question.x, question.y))
    given = ", ".join(_name(names[z]) for z in question.z)
    return f"{pair}{given and f' | {given}'} = {verdict.word}"


def override_of(text: str) -> tuple[str, str, tuple[str, ...], Verdict]:
    """The same by names: x, y, the set given, and the verdict."""
    words = {verdict.word: verdict for verdict in (Verdict.INDEPENDENT, Verdict.DEPENDENT)}
    asked, _, word = text.rpartition("=")
    pair, given = list_of_names(asked, "|")
    if len(pair) != 2 or word.strip() not in words:
        raise ElcsError(
            f"{quoted(text)} is no verdict: write A,B|C,D=dependent or A,B=independent, names with , | = or "
            'quotes in them in "double quotes".'
        )
    return pair[0], pair[1], tuple(given), words[word.strip()]


def _name(name: str) -> str:
    return json.dumps(name, ensure_ascii=False) if _SEPARATOR.search(name) else written(name)


# Python


def python_of(study: Study, header: Header, data: str | None = None) -> str | None:
    """The call of the library that makes a run again; None where the source is in no file.

    Args:
        data: what to call the source in it, where that is not to be named.
    """
    origin = Origin("network" if asks_network(header.test) else "table", "", "", study.reading_of(header))
    imports = [f"from elcs_gui.api import {'ImportPlan, ' if origin.reading else ''}learn"]
    source = data
    if source is None:
        words = argument_words(study, header)
        if not words:
            return None
        source = repr(words[1] if words[0] == "--network" else words[0])
        if words[0] == "--example":
            load = "load_network" if asks_network(header.test) else "load_data"
            imports.append("from elcs_gui.data.examples import find_example")
            source = f"find_example({words[1]!r}).{load}()"
    call = learn_call(replace(header, origin=origin), origin, source)
    return "\n".join([*imports, "", *call, "print(found)", ""] if data is None else call)


def recipe_of(study: Study, header: Header) -> str:
    """The command; where the source is in no file, the call on `data`."""
    command = command_of(study, header)
    if command is not None:
        return command
    call = python_of(study, header, "data")
    assert call is not None
    words = " ".join(line.strip() for line in call.splitlines())
    return words.removeprefix("found = ").replace("learn( ", "learn(", 1).removesuffix(", )") + ")"


# Sameness


def run_fingerprint(trace: Trace) -> str:
    """Short, and equal for equal runs: the same was asked for, and the same was told, event by event.

    Where data and files are does not count. Figures count by their first four digits, so that
    kernels that sum in another order give the same fingerprint.
    """
    digest = hashlib.blake2b(digest_size=12)
    digest.update(_encoded([header_object(replace(trace.header, origin=None)), trace.header.names]))
    for event in trace:
        digest.update(_encoded(_rounded(event) if isinstance(event, Tested) else event))
    return digest.hexdigest()


_encoder = msgspec.json.Encoder()


def _encoded(what: Any) -> bytes:
    return _encoder.encode(what) + b"\n"


def _rounded(event: Tested) -> Mapping[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(event)
    return found | {part: _digits(found[part]) for part in ("statistic", "p")}


def _digits(figure: float | None) -> str | None:
    """Below a millionth, a figure is what is left of sums that cancel out."""
    return None if figure is None else f"{figure:.4g}" if figure > 1e-6 else "0"
