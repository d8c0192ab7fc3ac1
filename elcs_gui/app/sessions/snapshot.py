"""What is open in a window at this moment, ready to be written to a session file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.app.graph.layout.field import KNOWN_MAPS
from elcs_gui.app.model.feature import View
from elcs_gui.data.files import kept_path
from elcs_gui.storage.session_file import KeptSession, kept_reasons, kept_runs

if TYPE_CHECKING:
    from elcs_gui.app.model.session import Session
    from elcs_gui.storage.study import Study


def kept_session(
    session: Session,
    step: int,
    view: View,
    *,
    title: str,
    described: str,
    path: Path | None,
    home: Path | None = None,
    origin: Study | None = None,
) -> KeptSession:
    """A snapshot, taken in no time: nothing in it changes when runs go on.

    Args:
        path: where it will be written; references to files are told from there.
        home: for an autosave, the session file it belongs to.
        origin: where the data came from that are not to be had now.
    """
    branches = list(session.runs)
    places = {id(branch): number for number, branch in enumerate(branches)}
    tapes, runs = kept_runs(
        [
            (
                branch.trace,
                None if branch.parent is None else places.get(id(branch.parent)),
                min(step if branch is session.runs.current else branch.step, len(branch.trace)),
                branch.finished,
                branch.older,
            )
            for branch in branches
        ]
    )
    current = session.runs.current
    links = tuple((x, y, strength) for x, y, strength in session.links)
    names = () if current is None else current.header.names
    study = session.source or origin
    return KeptSession(
        None if study is None else study.relative_to(path),
        tapes,
        runs,
        None if current is None else places.get(id(current)),
        view,
        links,
        KNOWN_MAPS.find(len(names), links) if links else None,
        title,
        described,
        None if home is None else kept_path(home),
        reasons=kept_reasons(branch.trace for branch in branches),
    )
