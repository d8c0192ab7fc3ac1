"""A trace file brings back the same trace, and a broken one is refused with the line."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.run_title import headline
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.errors import ElcsError
from elcs_gui.storage.retrace import Unfollowed, retrace
from elcs_gui.storage.trace_file import open_trace, read_trace, write_trace
from elcs_gui.trace.diff import describe, events_in_common
from elcs_gui.trace.events import EVENT_TYPES
from elcs_gui.trace.explain import p_value, prose
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.knowledge_text import knowledge_of
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header, Origin, Trace
from tests.stress import often
from tests.traces import trace_of

NETWORK = find_example("child").load_network()
EVIDENCE = Evidence(G2(sample(NETWORK, 300, seed=2)))
TITLES = "one run", "another run"
HEADER = Header("elcs-ii", NETWORK.index("Disease"), NETWORK.nodes, "g2", rows=300, rows_per_cell=5.0)


KNOWLEDGE = knowledge_of(
    NETWORK.nodes,
    require=["Disease->LVH", "LVHreport -> LVH", "Disease--Grunting"],
    forbid=["Disease--LungFlow", "Disease--HypDistrib", "Disease->CardiacMixing"],
    tiers=["Sick < Disease < DuctFlow"],
)


def traced(header: Header = HEADER) -> Trace:
    return learn(EVIDENCE, header).trace


def oracle_trace(example: str) -> Trace:
    network = find_example(example).load_network()
    return learn(Evidence(Oracle(network)), Header("elcs", network.index("T"), network.nodes, "oracle")).trace


@cache
def variants() -> dict[str, Trace]:
    policy = Policy(Verdict.DEPENDENT, Verdict.INDEPENDENT)
    forced = (
        (Question.of(0, HEADER.target), Verdict.DEPENDENT),
        (Question.of(1, 2, (5,)), Verdict.INDEPENDENT),
    )

    def stop(trace: Trace) -> None:
        if len(trace) > 100:
            raise Cancelled

    return {
        "plain": traced(),
        "other settings": traced(Header("emb", 3, HEADER.names, "g2", 0.2, None, policy=policy)),
        "overridden": traced(Header("elcs", HEADER.target, HEADER.names, "g2", forced=forced)),
        "oracle": oracle_trace("fig4"),
        "knowledge": traced(replace(HEADER, knowledge=KNOWLEDGE)),
        "cancelled": learn(EVIDENCE, HEADER, listener=stop).trace,
    }


@pytest.mark.parametrize(
    "variant", ["plain", "other settings", "overridden", "oracle", "knowledge", "cancelled"]
)
def test_what_was_written_is_read_again(variant: str, tmp_path: Path) -> None:
    trace = variants()[variant]
    write_trace(trace, tmp_path / "a.jsonl")
    again = read_trace(tmp_path / "a.jsonl")
    assert again == trace
    write_trace(again, tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert list(prose(again)) == list(prose(trace))


def test_hostile_names_survive(tmp_path: Path) -> None:
    names = ('a,"b"', "line␤break", "∅ ⊥ 😀", "", *HEADER.names[4:])
    trace = traced(Header("emb", 1, names, "g2"))
    write_trace(trace, tmp_path / "t")
    assert read_trace(tmp_path / "t") == trace
    assert open_trace(tmp_path / "t").renamed == ""


@pytest.mark.parametrize("ending", [".jsonl", ".elcs"])
def test_names_of_an_earlier_version_become_tidy_and_it_is_said(tmp_path: Path, ending: str) -> None:
    names = ("a\nb", "c\x1b[2J", *HEADER.names[2:])
    write_trace(traced(Header("emb", 1, names, "g2")), tmp_path / f"t{ending}")
    opened = open_trace(tmp_path / f"t{ending}")
    assert opened.trace.header.names[:2] == ("a␤b", "c␛[2J")
    assert opened.renamed == "Signs that cannot be seen stand in the names 'a␤b', 'c␛[2J'."
    assert opened.altered == ()
    names = ("a\nb", "a␤b", *HEADER.names[2:])
    write_trace(traced(Header("emb", 1, names, "g2")), tmp_path / f"t{ending}")
    with pytest.raises(ElcsError, match="two of its variables are called 'a␤b'"):
        open_trace(tmp_path / f"t{ending}")


@cache
def written() -> bytes:
    """The file of a run."""
    with TemporaryDirectory() as folder:
        write_trace(traced(), path := Path(folder) / "t.jsonl")
        return path.read_bytes()


Lines = list[dict[str, Any]]


def _set(where: int, **changes: object) -> Callable[[Lines], object]:
    return lambda lines: lines[where].update(changes)


def _place(lines: Lines, event: str) -> int:
    return next(place for place, line in enumerate(lines) if line.get("event") == event)


def _swap(one: str, other: str) -> Callable[[Lines], object]:
    def swap(lines: Lines) -> None:
        a, b = _place(lines, one), _place(lines, other)
        lines[a], lines[b] = lines[b], lines[a]

    return swap


def _append_found(lines: Lines) -> None:
    place = _place(lines, "Found")
    lines.insert(place, {**lines[place], "rule": "n-structure"})


def _about_another(lines: Lines) -> None:
    line = lines[_place(lines, "Separated")]
    line["x"] = (line["x"] + 1) % len(HEADER.names)


BROKEN: dict[str, tuple[Callable[[Lines], object], str]] = {
    "another version": (_set(0, schema="elcs-trace/9"), "format 'elcs-trace/9'"),
    "another file": (_set(0, schema="something"), "not the header of a trace"),
    "unknown test": (_set(0, test="magic"), "test 'magic' is unknown"),
    "target out of range": (_set(0, target=99), "no variable number 99"),
    "knowledge of what is not there": (
        _set(0, knowledge={"required": [[0, 99]]}),
        "speaks of variable number 99",
    ),
    "knowledge that contradicts itself": (
        _set(0, knowledge={"required": [[0, 1], [1, 0]]}),
        "go round in a circle",
    ),
    "knowledge of another kind": (_set(0, knowledge={"hunch": [[0, 1]]}), "'hunch' is not known there"),
    "knowledge in another form": (
        _set(0, knowledge={"required": [[0, 1, 2]]}),
        r"expected array of length 2 \(in knowledge.required",
    ),
    "alpha out of range": (_set(0, alpha=7), r"expected float < 1.0 \(in alpha"),
    "missing field": (lambda lines: lines[6].pop("z"), "line 7: 'z' is missing"),
    "wrong type": (_set(6, x="A"), r"line 7: expected int, got str \(in x\)"),
    "unknown variable": (_set(6, x=4000), "line 7: there is no variable number 4000"),
    "unknown event": (_set(1, event="Guessed"), "line 2: invalid value 'Guessed'"),
    "unknown line of pseudo-code": (_set(1, at="ELCS:77"), "line 2: there is no pseudo-code line 'ELCS:77'"),
    "wrong number": (_set(6, number=5), "line 7: test 5 stands where test 1 should"),
    "degrees of freedom that would fill the memory": (
        _set(6, df=2**31 - 1),
        "line 7: test 1 cannot have 2147483647 degrees of freedom",
    ),
    "a variable twice in a question": (_set(6, x=HEADER.target), "line 7: test 1 cannot be asked"),
    "the first event left out": (lambda lines: lines.pop(1), "line 2: this cannot follow"),
    "the first event twice": (lambda lines: lines.insert(1, lines[1]), "line 3: this cannot follow"),
    "an event left out": (
        lambda lines: lines.pop(_place(lines, "Entered")),
        r"this cannot follow .* it should be Entered \(Disease",
    ),
    "two events in the other order": (_swap("Ranked", "Entered"), "this cannot follow"),
    "what was never found": (_append_found, "this cannot follow"),
    "more after the end": (lambda lines: lines.append(lines[1]), "should be the last"),
    "a fact about another variable": (_about_another, "this cannot follow"),
    "names twice": (_set(0, names=["A", "A", *HEADER.names[2:]]), "two of its variables are called 'A'"),
    "unknown algorithm": (_set(0, algorithm="magic"), "No algorithm 'magic'"),
    "unknown policy": (
        _set(0, policy={"marginal": "maybe", "conditional": "dependent"}),
        "invalid enum value",
    ),
    "a fingerprint that is none": (
        _set(0, origin={"kind": "table", "name": "x", "fingerprint": 'a"\nimport os'}),
        "origin.fingerprint",
    ),
    "a plan that is none": (
        _set(0, origin={"kind": "table", "reading": {"x": 1}}),
        "import plan has no field",
    ),
    "a statistic of two minds": (_set(6, statistic=0.0), "contradicts the answer that was given before"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_trace_is_refused_with_the_line(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    lines: Lines = [json.loads(line) for line in written().splitlines()]
    damage, message = BROKEN[kind]
    damage(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(ElcsError, match=message):
        read_trace(path)


@pytest.mark.parametrize(
    "line",
    [
        b"null", b"1", b'"text"', b"[]", b"[" * 100_000, b'{"a":' * 100_000, b"1" * 400, b"\xff\xfe",
        b'{"event":"Taken","at":"ELCS:4","x":' + b"9" * 400 + b',"new":true}',
        b'{"event":"Started","at":"\\ud800","procedure":"ELCS","target":1}',
        b'{"event":["Started"],"at":"ELCS:1"}', b'{"event":{},"at":1}', b"NaN", b"{", b"\0", b"",
    ],
)  # fmt: skip
@pytest.mark.parametrize("place", [1, 7])
def test_a_line_that_is_no_event_is_named(line: bytes, place: int, tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    lines = written().splitlines()
    lines.insert(place, line)
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(ElcsError, match=rf"^t.jsonl, line {place + 1}: .{{1,300}}\.$"):
        read_trace(path)


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b"[1, 2]\n", b"{}\n", b"hello\n"])
def test_other_files_are_no_traces(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(ElcsError, match=r"empty|not a trace"):
        read_trace(tmp_path / "x")


def test_a_truncated_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    write_trace(traced(), path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("\n", 5000) - 9], encoding="utf-8")
    with pytest.raises(ElcsError, match=r"line \d+: broken JSON: Input data was truncated"):
        read_trace(path)


def test_equal_traces_do_not_part() -> None:
    assert describe(traced(), traced(), TITLES) == [f"The {len(traced()):,} steps are the same."]


def test_an_override_is_where_two_traces_part() -> None:
    plain = traced()
    first_test = next(event for event in plain if type(event).__name__ == "Tested")
    question = Question.of(first_test.x, first_test.y)  # type: ignore[union-attr]
    opposite = Verdict(first_test.independent)  # type: ignore[union-attr]
    other = traced(Header("elcs-ii", HEADER.target, HEADER.names, "g2", forced=((question, opposite),)))
    said = "\n".join(describe(plain, other, TITLES))
    assert f"The traces part at step {list(plain).index(first_test) + 1}:" in said
    assert "The runs differ in rows, rows_per_cell, forced" in said
    assert "as you decided" in said


def test_a_difference_in_knowledge_is_spelled_out() -> None:
    known = traced(replace(HEADER, knowledge=KNOWLEDGE))
    said = describe(traced(), known, (headline(HEADER), headline(known.header)))
    assert said[0] == "The runs differ in knowledge:"
    assert "2 arrows required, 1 edge required, 1 arrow forbidden, 2 edges forbidden, 3 tiers" in said[2]
    assert "  only B: require Disease -> LVH" in said
    assert "  only B: tiers Sick < Disease < DuctFlow" in said


def test_a_prefix_parts_where_it_ends() -> None:
    whole, cut = variants()["plain"], variants()["cancelled"]
    said = describe(cut, whole, TITLES)
    parting = said.index(f"The traces part at step {len(cut) + 1}:")
    assert said[parting + 1] == "  A: has ended."
    assert said[-1] == "A has no result: it was cancelled."


def test_decisions_can_be_compared_across_tests() -> None:
    """An oracle and data that agree on every decision differ only in their figures."""
    one, other = oracle_trace("fig3"), oracle_trace("fig3")
    assert events_in_common(one, other) == len(one) == len(other)


def test_every_kind_of_event_has_been_told_by_some_run() -> None:
    seen = {type(event).__name__ for trace in variants().values() for event in trace}
    noisy = [learn(EVIDENCE, Header("elcs", target, HEADER.names, "g2")).trace for target in range(20)]
    told = [replace(HEADER, target=target, knowledge=KNOWLEDGE) for target in range(20)]
    told += [
        replace(HEADER, target=t, knowledge=Knowledge(tiers=(tuple(range(10, 20)), tuple(range(10)))))
        for t in range(20)
    ]
    noisy += [learn(EVIDENCE, header).trace for header in told]
    noisy += [learn(EVIDENCE, replace(HEADER, algorithm=name)).trace for name in ("iamb", "ldecc")]
    noisy.append(learn(EVIDENCE, replace(HEADER, algorithm="notears")).trace)
    conservative = replace(HEADER, algorithm="pc", alpha=0.2, parameters=(("colliders", "conservative"),))
    noisy.append(learn(EVIDENCE, conservative).trace)
    seen |= {type(event).__name__ for trace in noisy for event in trace}
    assert seen >= set(EVENT_TYPES) - {"Conflicted"}


@pytest.mark.parametrize(
    ("p", "shown"),
    [
        (1.0, "1.000"),
        (0.3459, "0.346"),
        (0.0005, "0.001"),
        (3.8e-33, "3.8e−33"),
        (1.5e-6, "1.5e−6"),
        (0.0, "<1e−300"),
    ],
)
def test_p_values_are_shown_as_designed(p: float, shown: str) -> None:
    assert p_value(p) == shown


def test_a_file_tells_where_its_answers_came_from_if_that_is_known(tmp_path: Path) -> None:
    told, path = trace_of("cancer"), tmp_path / "told.jsonl"
    origin = Origin("table", "cancer.csv", "ab" * 32, {"kinds": {"id": "ignore"}})
    named = Trace(replace(told.header, origin=origin), told.judge)
    write_trace(named, path)
    assert read_trace(path).header.origin == origin
    write_trace(told, path)
    assert read_trace(path).header.origin is None
    assert named.header == told.header  # the same run, wherever its data lie


def altered(change: Callable[[Lines], object], path: Path, trace: Trace | None = None) -> tuple[str, ...]:
    write_trace(trace or traced(), path)
    assert open_trace(path).altered == ()
    lines: Lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    opened = open_trace(path)
    assert list(prose(opened.trace))  # all of it can be read
    return opened.altered


@pytest.mark.parametrize("told", [0.2, 1e-5, 0.9])
def test_an_alpha_that_the_events_contradict_is_named(told: float, tmp_path: Path) -> None:
    [said] = altered(_set(0, alpha=told), tmp_path / "t.jsonl")
    assert said.startswith(f"its header says alpha is {told:g}, but its events are those of an alpha from ")
    assert said.endswith("it is shown with 0.01")
    assert open_trace(tmp_path / "t.jsonl").trace == traced()


def test_a_target_that_the_events_contradict_is_named(tmp_path: Path) -> None:
    said = altered(_set(0, target=0), tmp_path / "t.jsonl")
    name = HEADER.names[0]
    assert said == (f"its header says the target is {name!r}, but its events are about 'Disease'",)
    assert open_trace(tmp_path / "t.jsonl").trace == traced()


@pytest.mark.parametrize("change", [{"p": 0.5}, {"verdict": "unreliable"}, {"forced": True}])
def test_figures_of_a_test_that_disagree_are_named(change: dict[str, Any], tmp_path: Path) -> None:
    for number, more in ((1, ""), (3, ", nor do those of 2 others")):

        def spoil(lines: Lines, number: int = number) -> None:
            for line in [line for line in lines if line.get("event") == "Tested"][:number]:
                line.update(change)

        [said] = altered(spoil, tmp_path / "t.jsonl")
        assert said.endswith(f"of test 1 does not follow from its statistic{more}")


@pytest.mark.parametrize("algorithm", ["elcs", "elcs-ii", "elcs-without-n", "emb", "emb-ii", "hiton-pc"])
@pytest.mark.parametrize("knowing", [False, True])
def test_a_run_cut_short_anywhere_is_a_run(algorithm: str, knowing: bool) -> None:
    known = KNOWLEDGE if knowing else Knowledge()
    header = replace(HEADER, algorithm=algorithm, knowledge=known, alpha=0.05)
    trace = learn(EVIDENCE, header).trace
    codes, places, flags = trace.columns()
    for end in np.linspace(0, len(trace), often(20, suite=7), dtype=int).tolist():
        part = Trace(trace.header, trace.judge)
        facts = trace.facts[: int((codes[:end] < 0).sum())]
        part.extend(codes[:end], places[:end], flags[:end], trace.lines()[0], facts)
        retrace(part)


@settings(max_examples=often(60, suite=25))
@given(data=st.data())
def test_an_event_out_of_its_place_is_found(data: st.DataObject) -> None:
    """Two neighbours of a record exchanged, or one left out: the algorithm does not go that way."""
    trace = traced(replace(HEADER, algorithm="elcs"))
    codes, places, flags = trace.columns()
    place = data.draw(st.integers(0, len(trace) - 2))
    order = list(range(len(trace)))
    if data.draw(st.booleans()):
        order[place], order[place + 1] = order[place + 1], order[place]
    else:
        del order[place]
    changed = Trace(trace.header, trace.judge)
    changed.extend(codes[order], places[order], flags[order], trace.lines()[0], trace.facts)
    same_lines = [changed.at(i) for i in range(len(changed))] == [trace.at(i) for i in range(len(trace))]
    assume(not (same_lines and np.array_equal(codes[order], codes)))  # equal neighbours
    with pytest.raises(Unfollowed) as found:
        retrace(changed)
    assert found.value.step in (place, place + 1)
