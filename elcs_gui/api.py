"""The public door: causes and effects from a table, a file or a networkx DiGraph, without Qt.

    from elcs_gui.api import learn

    found = learn("patients.csv", "smoke")    # or learn(frame, "smoke")
    found.parents, found.children             # names of causes and effects
    print(found.why("smoke", "lung"))         # the proof of an arrow, or why there is none
    found.graph                               # a networkx DiGraph: rule, p and step on every edge
    found.tests                               # a DataFrame of every test that was asked

In a notebook a result shows itself as a picture of the graph and the table of its arrows. What goes wrong is
an `ElcsError` that says what to do in one line.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from inspect import Parameter, signature
from numbers import Integral, Real
from typing import Any, TypedDict, TypeVar, Unpack

from elcs_gui.algorithms.learning import learn as run_algorithm
from elcs_gui.algorithms.registry import OWN_K, USUAL_ALPHA, Own
from elcs_gui.ci.questions import Policy, Verdict
from elcs_gui.data.names import did_you_mean
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.frame_table import label_of
from elcs_gui.errors import ElcsError, quoted, shown
from elcs_gui.library.result import Blanket, Conflict, Result, Why
from elcs_gui.library.sources import (
    Data,
    Graph,
    checked,
    opened,
    options_in_python,
    origin_of,
    plan_of,
    recipe_for,
)
from elcs_gui.storage.recipe import Known, Recipe
from elcs_gui.storage.study import Study
from elcs_gui.trace.knowledge_text import written
from elcs_gui.trace.metrics import HiddenVariables, measure, truth_for
from elcs_gui.trace.trace import Header

__all__ = ["Blanket", "Conflict", "ElcsError", "ImportPlan", "Options", "Result", "Why", "learn", "learn_all"]

_Item = TypeVar("_Item")

Forced = tuple[Hashable, Hashable, Collection[Hashable], str]
"""x, y, the set given, and the verdict to go on with: "independent" or "dependent"."""

Statements = str | Iterable[str | Sequence[Hashable]]
"""What is known: one statement, or several; names by themselves are an arrow or, of `tiers`, a tier."""

MOST_ANSWERS = 6_000_000
"""A tape longer than this (about 300 MB) is not carried over to the next target."""


class Options(TypedDict, total=False):
    """What `learn` and `learn_all` take beside data and targets; `learn` says what each is, `_learn` what it
    is where nobody says it."""

    algorithm: str | None
    test: str | None
    alpha: float
    k: int | Own | None
    rows_per_cell: float | None
    unreliable_marginal: str
    unreliable_conditional: str
    require: Statements
    forbid: Statements
    tiers: Statements
    forced: Iterable[Forced]
    parameters: Mapping[str, float | str]
    truth: Graph | None
    missing: str | None
    ignore: Collection[Hashable]
    kinds: Mapping[Any, str] | None
    discretise: str | None
    plan: ImportPlan | None
    tidy: bool


def learn(data: Data, target: Hashable | None = None, **options: Unpack[Options]) -> Result:
    """The direct causes and effects of one variable.

        learn(frame, "lung", alpha=0.05, require="smoke->lung", tiers="age, sex < smoke")

    Args:
        data: a DataFrame; a table of Ibis, DuckDB or Arrow; the path of a table (csv, tsv, text, xlsx,
            parquet, arff, npz, ibis://...) or of a network (bif, xdsl, dot, ...); a DiGraph. Networks and
            graphs are known, and answer by d-separation. `find_example("fig3")` (elcs_gui.data.examples) is
            a bundled example, which has its own target, algorithm, test and k.
        target: the name of the variable. Labels that are not text count by their text.
        algorithm: "elcs", "elcs-ii", "emb", ...; see `elcs algorithms`. Without it, the sound ELCS.
        test: "g2", "chi2", "fisher-z", "oracle", ...; see `elcs_gui.ci.registry`. Without it, or with "auto",
            Fisher's z where every column measures something, else G² on levels; measurements beside levels
            are refused, with the ways out. Who names a test has the columns read as it wants them.
        alpha, k, rows_per_cell: significance, the largest conditioning set (None: any), and below how many
            rows a cell (5) a test is unreliable; `unreliable_*` say as what it then counts.
        require, forbid, tiers: what is known: "A->B" an arrow, "A--B" an edge, "A, B < C" tiers in time; or
            names as they are, [("A", "B")] an arrow, [["A", "B"], ["C"]] tiers.
        forced: verdicts to go on with whatever the data say: [("A", "B", ["C"], "independent")].
        parameters: what else the algorithm can be told, {"lambda1": 0.05}; see `elcs algorithms`.
        truth: the known graph, for `Result.metrics`.
        missing: what becomes of missing values, which are refused: "drop" their rows, make them a "level",
            or let each test use the rows that are "available" to it.
        ignore: columns to leave out; of a known graph, variables to hide: paths through them still count.
        kinds: "discrete" or "continuous", by column, where what a survey finds is wrong.
        discretise: cut measurements into levels: "quantile", "width", "kmeans", "quantile:4".
        plan: all that can be said about reading a table, instead of the four before it.
        tidy: do all that a survey of the table proposes: leave out useless columns, cut measurements, ...
    """
    _check_options(learn, options)
    (found,) = _learn(data, _OWN_TARGET if target is None else [target], **options).values()
    return found


def learn_all(
    data: Data, targets: Iterable[Hashable] | None = None, **options: Unpack[Options]
) -> dict[str, Result]:
    """The same for many variables, or all, by their names; what was asked for one is not asked again.

    For the arguments see `learn`.
    """
    _check_options(learn_all, options)
    return _learn(data, targets, **options)


_OWN_TARGET: tuple[Hashable, ...] = ()
"""Stands for the target of an example."""


def _learn(
    data: Data,
    targets: Iterable[Hashable] | None,
    *,
    algorithm: str | None = None,
    test: str | None = None,
    alpha: float = USUAL_ALPHA,
    k: int | Own | None = OWN_K,
    rows_per_cell: float | None = None,
    unreliable_marginal: str = "independent",
    unreliable_conditional: str = "dependent",
    require: Statements = (),
    forbid: Statements = (),
    tiers: Statements = (),
    forced: Iterable[Forced] = (),
    parameters: Mapping[str, float | str] | None = None,
    truth: Graph | None = None,
    missing: str | None = None,
    ignore: Collection[Hashable] = (),
    kinds: Mapping[Any, str] | None = None,
    discretise: str | None = None,
    plan: ImportPlan | None = None,
    tidy: bool = False,
) -> dict[str, Result]:
    with options_in_python():
        checked(algorithm, str | None, "algorithm", "a name as 'elcs'")
        checked(test, str | None, "test", "a name as 'g2'")
        checked(parameters, Mapping | None, "parameters", "a dictionary as {'lambda1': 0.05}")
        checked(tidy, bool, "tidy", "True or False")
        own_reading = plan is None and missing is None and not ignore and kinds is None and discretise is None
        reading = plan_of(plan, test, missing=missing, ignore=ignore, kinds=kinds, discretise=discretise)
        told = {str(name): said for name, said in (parameters or {}).items()}
        cell = None if rows_per_cell is None else float(_number(rows_per_cell, "rows_per_cell"))
        recipe = Recipe(
            plan=None if own_reading else reading,
            tidy=tidy,
            algorithm=algorithm,
            test=test,
            alpha=float(_number(alpha, "alpha", below=1)),
            k=k if k is None or isinstance(k, Own) else int(_number(k, "k", whole=True)),
            rows_per_cell=cell,
            policy=Policy(_verdict(unreliable_marginal), _verdict(unreliable_conditional)),
            known=Known(
                require=tuple(_statements(require, "require")),
                forbid=tuple(_statements(forbid, "forbid")),
                tiers=tuple(_statements(tiers, "tiers")),
            ),
            forced=tuple(_forced(each) for each in _several(forced, "forced", f"a list as [{_FORCED}]")),
            parameters=tuple(told.items()),
        )
        study = opened(recipe_for(data, truth, recipe))
        header = recipe.checked_header(study)
        header = replace(header, origin=origin_of(data, study, header))
        return _results(study, header, _targets(study, targets))


def _targets(study: Study, said: Iterable[Hashable] | None) -> list[int]:
    """Their numbers; all of them where none is named."""
    if said is _OWN_TARGET:
        if study.target is None:
            raise ElcsError("Name a target: the variable whose causes and effects are sought.")
        said = [study.target]
    named = [said] if isinstance(said, str) else said
    named = study.names() if named is None else _several(named, "targets", "a list of names")
    return [study.index(label_of(target)) for target in named]


def _results(study: Study, header: Header, targets: Iterable[int]) -> dict[str, Result]:
    """One target after the other, on one tape."""
    evidence = study.evidence(header)
    truth = None if study.network is None else truth_for(study.network, header.names, header.knowledge)
    results = {}
    for target in targets:
        if len(evidence.tape) > MOST_ANSWERS:
            evidence.forget()
        started = time.perf_counter()
        learnt = run_algorithm(evidence, replace(header, target=target))
        seconds = time.perf_counter() - started
        assert learnt.outcome is not None  # nobody listens, so nobody cancels
        metrics = None if truth is None else measure(learnt.outcome, truth[target])
        hidden = None
        if study.network is not None and truth is not None:
            hidden = HiddenVariables.beside(study.network, header.names, target, truth[target])
        results[header.names[target]] = Result(learnt, seconds, metrics, evidence, study, hidden)
    return results


def _check_options(function: Callable[..., object], options: Iterable[str]) -> None:
    """What Python says of an argument that there is not, and which one may be meant."""
    known = list(Options.__annotations__)
    for name in options:
        if name not in known:
            meant = did_you_mean(name, known)
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}. {meant}")


def _several(values: Iterable[_Item], argument: str, form: str) -> list[_Item]:
    """The values of an argument that takes any number of them."""
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise ElcsError(f"{argument} is {form}, not {shown(repr(values))}.")
    return list(values)


def _statements(said: Statements, argument: str) -> list[str]:
    """Statements, one or several, as they are written; names by themselves are put together to one."""
    joint, one, several = (
        (", ", "A, B < C", '[["A", "B"], ["C"]]')
        if argument == "tiers"
        else (" -> ", "A->B", '["A->B"] or [("A", "B")]')
    )
    form = f'a statement as "{one}", or a list as {several}'
    texts = []
    for each in [said] if isinstance(said, str) else _several(said, argument, form):
        if isinstance(each, str):
            texts.append(each)
        elif isinstance(each, list | tuple) and (argument == "tiers" or len(each) == 2) and each:
            texts.append(joint.join(written(label_of(name)) for name in each))
        else:
            raise ElcsError(f"{argument} is {form}, not {shown(repr(said))}.")
    return texts


_FORCED = '("A", "B", ["C"], "independent")'


def _forced(said: Forced) -> tuple[str, str, tuple[str, ...], Verdict]:
    parts: tuple[Any, ...] = () if isinstance(said, str) or not isinstance(said, Iterable) else tuple(said)
    if len(parts) != 4:
        raise ElcsError(f"A forced verdict is {_FORCED}, not {shown(repr(said))}.")
    x, y, z, verdict = parts
    z = [z] if isinstance(z, str) else _several(z, "The set of a forced verdict", "a list of names")
    return label_of(x), label_of(y), tuple(map(label_of, z)), _verdict(verdict)


def _verdict(word: str) -> Verdict:
    words = {verdict.word: verdict for verdict in (Verdict.INDEPENDENT, Verdict.DEPENDENT)}
    if not isinstance(word, str) or word not in words:
        raise ElcsError(f"A verdict is 'independent' or 'dependent', not {quoted(str(word))}.")
    return words[word]


def _number(value: float, name: str, *, whole: bool = False, below: float = math.inf) -> float:
    """A number that an argument can be: from 0 on, or between 0 and a bound."""
    kind: type = Integral if whole else Real
    fits = isinstance(value, kind) and not isinstance(value, bool)
    if not fits or not (0 <= value < below) or (value == 0 and math.isfinite(below)):
        rule = (
            f"lies between 0 and {below:g}"
            if math.isfinite(below)
            else f"is a {'whole ' * whole}number from 0 on"
        )
        raise ElcsError(f"{name} {rule}, not {shown(repr(value))}.")
    return value


def _with_all_arguments(function: Callable[..., object]) -> None:
    """Let `help` and notebooks show every option, with what it is where nobody says it."""
    own = [each for each in signature(function).parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    shared = signature(_learn).parameters.values()
    options = [each for each in shared if each.kind is Parameter.KEYWORD_ONLY]
    made = signature(function).replace(parameters=[*own, *options])
    function.__signature__ = made  # type: ignore[attr-defined]


_with_all_arguments(learn)
_with_all_arguments(learn_all)
