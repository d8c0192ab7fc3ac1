"""The name of a run, as users read it everywhere: Sound ELCS · Alarm · G²."""

from __future__ import annotations

from collections.abc import Iterator

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.registry import TESTS
from elcs_gui.trace.explain import counted, knowledge_in_short, prose, setting_words
from elcs_gui.trace.trace import Header, Trace


def algorithm_title(header: Header) -> str:
    """The title of the algorithm; its id where a trace was made by an algorithm that is not here."""
    known = ALGORITHMS.get(header.algorithm)
    return header.algorithm if known is None else known.title


def test_title(header: Header) -> str:
    """The title of the test, or the id of one that is not here; "no tests" where none is requested."""
    if not header.asks_tests:
        return "no tests"
    known = TESTS.get(header.test)
    return header.test if known is None else known.title


def run_title(header: Header) -> str:
    """The algorithm, the target and the test: Sound ELCS · Alarm · G²."""
    return " · ".join((algorithm_title(header), header.names[header.target], test_title(header)))


def method(header: Header, *, alpha: bool = True) -> str:
    """The algorithm and its settings, without the target: Sound ELCS · G² · alpha 0.01 · k 3."""
    return " · ".join((algorithm_title(header), test_title(header), *_settings(header, alpha=alpha)))


def headline(header: Header) -> str:
    """The title of the run and all its settings: Sound ELCS · Alarm · G² · alpha 0.01 · k 3."""
    parts = [run_title(header), *_settings(header)]
    if header.forced:
        parts.append(f"{counted(len(header.forced), 'verdict')} overridden")
    if header.knowledge:
        parts.append(knowledge_in_short(header.knowledge))
    return " · ".join(parts)


def transcript(trace: Trace, *, tests: bool = True) -> Iterator[str]:
    """The headline of a run, and then what happened in it, line by line; see `prose`."""
    yield headline(trace.header)
    yield from prose(trace, tests=tests)


def _settings(header: Header, *, alpha: bool = True) -> Iterator[str]:
    if header.asks_tests:
        if alpha:
            yield f"alpha {header.alpha:.9g}"
        yield f"k {header.limit}"
    yield from map(setting_words, header.settings.items())
