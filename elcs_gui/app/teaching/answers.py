"""The answers that are kept on this machine, by learner."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from elcs_gui.app.teaching.quiz import Asked
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError
from elcs_gui.lessons.question import Question
from elcs_gui.lessons.scoring import Attempt, as_csv, from_json, to_json

MOST_KEPT = 50_000
"""Answers in the file; with more the oldest go."""


class Answers:
    """The answers of all learners, in a file of lines that grows."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "answers.jsonl"

    def add(self, learner: str, run: str, asked: Asked) -> Attempt:
        """Keep the answer to a question."""
        question = asked.question
        attempt = Attempt(
            learner,
            datetime.now().astimezone().isoformat(timespec="seconds"),
            run,
            question.step,
            str(question.kind),
            question.prompt,
            "" if asked.skipped else _texts(question, asked.tried[:1] or asked.chosen),
            _texts(question, question.right),
            bool(asked.correct),
            asked.tries,
            asked.hinted,
        )
        self.keep(attempt)
        return attempt

    def keep(self, attempt: Attempt) -> None:
        """Keep one; where the disk refuses, it counts for this session alone."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(to_json(attempt), ensure_ascii=False) + "\n")

    def all(self) -> list[Attempt]:
        """Those kept; lines that are none of ours are passed over."""
        return list(self._read())[-MOST_KEPT:]

    def _read(self) -> Iterator[Attempt]:
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return
        for line in lines:
            with suppress(ValueError, ElcsError):
                yield from_json(json.loads(line))

    def export(self, path: Path) -> int:
        """All as a table; how many there are."""
        found = self.all()
        with replacing(path) as part:
            part.write_text(as_csv(found), encoding="utf-8")
        return len(found)


def _texts(question: Question, ids: tuple[str, ...]) -> str:
    return "; ".join(question.option(id).text for id in ids)
