"""Reading the trace or session that a command is given, and the data behind it where those are to be had."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.commands.options.named_files import DATA, TRACE, InputFile
from elcs_gui.commands.options.parsing import data_named

if TYPE_CHECKING:
    from collections.abc import Callable

    from elcs_gui.ci.evidence import Evidence
    from elcs_gui.data.plan import ImportPlan
    from elcs_gui.inquiry.firmness import Firmness
    from elcs_gui.inquiry.weak_edges import WeakEdges
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.trace import Header, Trace


def add_trace(parser: argparse.ArgumentParser, metavar: str = "TRACE", dest: str = "trace") -> None:
    """The file of a recorded run."""
    parser.add_argument(
        dest,
        type=Path,
        action=InputFile,
        wants=TRACE,
        metavar=metavar,
        help="a recorded run, as elcs run ... --trace FILE writes it, or a session (.elcs)",
    )


def add_strict(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--strict", action="store_true", help="fail where the file contradicts itself, instead of warning"
    )


def add_data(parser: argparse.ArgumentParser, purpose: str) -> None:
    parser.add_argument(
        "--data",
        type=data_named,
        action=InputFile,
        wants=DATA,
        metavar="DATA",
        help=f"the data of the run, {purpose}; a session brings its own",
    )


def recorded(path: Path, args: argparse.Namespace) -> Trace:
    """The trace in a file, or of a session the run that was shown; one that was altered is told of."""
    from elcs_gui.storage.trace_file import open_trace

    opened = open_trace(path)
    _tell_altered(path, opened.altered, args)
    _tell_renamed(path, opened.renamed)
    return opened.trace


@dataclass(frozen=True, eq=False)
class Recorded:
    """A run, and what answers further questions about its data; None where those are not to be had."""

    trace: Trace
    evidence: Evidence | None

    def firmness(self, progress: Callable[[float], None]) -> Firmness | None:
        """How firm its edges are; None where that cannot be known: without its data, or when cut short."""
        from elcs_gui.inquiry.firmness import certain_firmness, firmness

        if not self.finished:
            return None
        if not self.trace.header.heeds_alpha:
            return certain_firmness(self.trace)
        if self.evidence is None:
            return None
        return firmness(self.evidence, self.trace.header, progress=progress)

    def weak_edges(self, progress: Callable[[], None] | None = None) -> WeakEdges | None:
        """Which edges rest on too few rows; None where that cannot be known."""
        from elcs_gui.inquiry.weak_edges import none_weak, weak_edges

        if not self.finished:
            return None
        found = none_weak(self.trace)
        if found is not None or self.evidence is None:
            return found
        return weak_edges(self.evidence, self.trace.header, progress=progress)

    @property
    def finished(self) -> bool:
        from elcs_gui.trace.events import Finished

        return bool(len(self.trace)) and isinstance(self.trace[-1], Finished)


def recorded_with_data(path: Path, args: argparse.Namespace) -> Recorded:
    """The same with its data: those that `--data` names, or else those of the session."""
    from elcs_gui.storage.file_kinds import is_trace

    if is_trace(path):
        trace, study = recorded(path, args), None
    else:
        trace, study = _from_session(path, args)
    if args.data is not None:
        study = _named(args.data, trace.header, study)
    ready = study is not None and study.material(trace.header.test) is not None
    if study is not None and ready:
        study.explain(trace)
    return Recorded(trace, study.evidence(trace.header) if study is not None and ready else None)


def _from_session(path: Path, args: argparse.Namespace) -> tuple[Trace, Study | None]:
    """The run that was shown, and what was open; without its data if those are elsewhere, or others now."""
    from elcs_gui.worker.messages import OpenSession
    from elcs_gui.worker.reopen_session import reopened

    opened, _ = reopened(OpenSession(0, path))
    session = opened.session
    _tell_altered(path, session.altered, args)
    _tell_renamed(path, session.renamed)
    _tell_server(path, session.source, args)
    assert session.current is not None  # it would have been refused
    trace, older = session.traces()[1][session.current], session.runs[session.current].older
    return trace, None if older else opened.study or session.source


def _tell_server(path: Path, source: Study | None, args: argparse.Namespace) -> None:
    """The file says that its data are on a server, which is asked only where a person names it."""
    import shlex

    from elcs_gui.data.files import shown_name
    from elcs_gui.data.tables.address import PASSWORD
    from elcs_gui.errors import shown

    file = None if source is None or source.data is not None or args.data is not None else source.data_file
    if file is not None and file.server is not None:
        address = shown(str(file.server), 500)
        print(
            f"elcs: warning: {shown_name(path.name)} says that its data are at {address}, and nobody was "
            f"connected. If you know that server, add: --data {shlex.quote(address)} "
            f"({PASSWORD}, if it is set, goes there then)",
            file=sys.stderr,
        )


def _named(path: Path, header: Header, study: Study | None) -> Study:
    """The data in a file; an ElcsError where they are not those that the run was made on."""
    from elcs_gui.data.fingerprint import is_fingerprint_of
    from elcs_gui.data.readers import read_table
    from elcs_gui.data.tables.address import title_of
    from elcs_gui.errors import ElcsError
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.explain import NO_ALPHA

    if not header.asks_tests:
        raise ElcsError(f"{NO_ALPHA} Leave --data out.")
    if not header.heeds_alpha:
        raise ElcsError(
            "This run asked a known network, which says the same at every alpha: leave --data out."
        )
    data, name = read_table(path, _reading(header, study)), title_of(path)
    expected = _fingerprint(header, study)
    if expected and not is_fingerprint_of(data, expected):
        raise ElcsError(f"{name} does not hold the data of this run: their fingerprint is another one.")
    if data.columns != header.names or data.rows != header.rows:
        raise ElcsError(f"{name} does not hold the data of this run: its columns or rows are others.")
    return Study(name, data, None, header.test)


def _reading(header: Header, study: Study | None) -> ImportPlan:
    """How the file was read then."""
    from elcs_gui.ci.registry import kind_for
    from elcs_gui.data.plan import ImportPlan

    if study is not None:
        return study.reading
    if header.origin is not None and header.origin.kind == "table":
        return ImportPlan.from_json(dict(header.origin.reading))
    return ImportPlan(others=kind_for(header.test))


def _fingerprint(header: Header, study: Study | None) -> str:
    """Of the data the run was made on, where it is known."""
    from elcs_gui.data.fingerprint import known_fingerprint

    if study is not None and study.data is not None:
        return known_fingerprint(study.data)
    if study is not None and study.fingerprint:
        return study.fingerprint
    return "" if header.origin is None else header.origin.fingerprint


def _tell_renamed(path: Path, renamed: str) -> None:
    from elcs_gui.data.files import shown_name
    from elcs_gui.data.names import WRITTEN_AS_SIGNS

    if renamed:
        print(f"elcs: note: {shown_name(path.name)}: {renamed} {WRITTEN_AS_SIGNS}", file=sys.stderr)


def _tell_altered(path: Path, altered: tuple[str, ...], args: argparse.Namespace) -> None:
    from elcs_gui.data.files import shown_name
    from elcs_gui.errors import ElcsError

    if altered:
        said = f"{shown_name(path.name)} was altered after it was recorded: {'; '.join(altered)}."
        if args.strict:
            raise ElcsError(said)
        print(f"elcs: warning: {said}", file=sys.stderr)
