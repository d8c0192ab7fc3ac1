"""A trace file brings back the same trace, and a broken one is refused with the line."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.errors import ElcsError
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.diff import describe, first_divergence
from elcs_gui.trace.events import EVENT_TYPES
from elcs_gui.trace.explain import p_value, prose
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.knowledge_text import knowledge_of
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header, Origin, Trace
from tests.traces import trace_of

NETWORK = find_example("child").load_network()
EVIDENCE = Evidence(G2(sample(NETWORK, 300, seed=2)))
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
    names = ('a,"b"', "line\nbreak", "∅ ⊥ 😀", "", *HEADER.names[4:])
    trace = traced(Header("emb", 1, names, "g2"))
    write_trace(trace, tmp_path / "t")
    assert read_trace(tmp_path / "t") == trace


Lines = list[dict[str, Any]]


def _set(where: int, **changes: object) -> Callable[[Lines], object]:
    return lambda lines: lines[where].update(changes)


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
    "knowledge of another kind": (_set(0, knowledge={"hunch": [[0, 1]]}), "speaks of 'hunch'"),
    "knowledge in another form": (
        _set(0, knowledge={"required": [[0, 1, 2]]}),
        "cannot stand under 'required'",
    ),
    "alpha out of range": (_set(0, alpha=7), "alpha is 7"),
    "missing field": (lambda lines: lines[6].pop("z"), "line 7: Tested has the fields"),
    "wrong type": (_set(6, x="A"), "line 7: x cannot be 'A'"),
    "unknown variable": (_set(6, x=4000), "line 7: there is no variable number 4000"),
    "unknown event": (_set(1, event="Guessed"), "line 2: 'Guessed' is missing or unknown"),
    "unknown line of pseudo-code": (_set(1, at="ELCS:77"), "line 2: 'ELCS:77' is missing or unknown"),
    "wrong number": (_set(6, number=5), "line 7: test 5 stands where test 1 should"),
    "degrees of freedom that would fill the memory": (
        _set(6, df=2**31 - 1),
        "line 7: test 1 cannot have 2147483647 degrees of freedom",
    ),
    "verdict against its statistic": (
        _set(6, statistic=0.0, independent=False),
        "line 7: test 1 contradicts",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_trace_is_refused_with_the_line(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    write_trace(traced(), path)
    lines: Lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    damage, message = BROKEN[kind]
    damage(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(ElcsError, match=message):
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
    with pytest.raises(ElcsError, match=r"line \d+: broken JSON at column \d+"):
        read_trace(path)


def test_equal_traces_do_not_part() -> None:
    assert first_divergence(traced(), traced()) is None
    assert describe(traced(), traced()) == [f"The {len(traced())} events are the same."]


def test_an_override_is_where_two_traces_part() -> None:
    plain = traced()
    first_test = next(event for event in plain if type(event).__name__ == "Tested")
    question = Question.of(first_test.x, first_test.y)  # type: ignore[union-attr]
    opposite = Verdict(first_test.independent)  # type: ignore[union-attr]
    other = traced(Header("elcs-ii", HEADER.target, HEADER.names, "g2", forced=((question, opposite),)))
    parted = first_divergence(plain, other)
    assert parted is not None
    assert parted.first == first_test
    said = "\n".join(describe(plain, other))
    assert "The runs differ in rows, rows_per_cell, forced" in said
    assert "as you decided" in said


def test_a_difference_in_knowledge_is_spelled_out() -> None:
    said = describe(traced(), traced(replace(HEADER, knowledge=KNOWLEDGE)))
    assert said[0] == "The runs differ in knowledge:"
    assert "2 arrows required, 1 edge required, 1 arrow forbidden, 2 edges forbidden, 3 tiers" in said[2]
    assert "  only B: require Disease -> LVH" in said
    assert "  only B: tiers Sick < Disease < DuctFlow" in said


def test_a_prefix_parts_where_it_ends() -> None:
    whole, cut = variants()["plain"], variants()["cancelled"]
    parted = first_divergence(cut, whole)
    assert parted is not None
    assert (parted.step, parted.first) == (len(cut), None)
    assert describe(cut, whole)[-2] == "  A: has ended."


def test_decisions_can_be_compared_across_tests() -> None:
    """An oracle and data that agree on every decision differ only in their figures."""
    one, other = oracle_trace("fig3"), oracle_trace("fig3")
    assert first_divergence(one, other, decisions_only=True) is None


def test_every_kind_of_event_has_been_told_by_some_run() -> None:
    seen = {type(event).__name__ for trace in variants().values() for event in trace}
    noisy = [learn(EVIDENCE, Header("elcs", target, HEADER.names, "g2")).trace for target in range(20)]
    told = [replace(HEADER, target=target, knowledge=KNOWLEDGE) for target in range(20)]
    told += [
        replace(HEADER, target=t, knowledge=Knowledge(tiers=(tuple(range(10, 20)), tuple(range(10)))))
        for t in range(20)
    ]
    noisy += [learn(EVIDENCE, header).trace for header in told]
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
    origin = Origin("table", "cancer.csv", "ab" * 32, {"ignore": ["id"]})
    named = Trace(replace(told.header, origin=origin), told.judge)
    write_trace(named, path)
    assert read_trace(path).header.origin == origin
    write_trace(told, path)
    assert read_trace(path).header.origin is None
    assert named.header == told.header  # the same run, wherever its data lie
