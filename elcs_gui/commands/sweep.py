"""Every variable as the target in turn: lines of JSON, on stdout or in a file that can be gone on with.

A file is written as `FILE.part` first: a line that says what was asked of which data, then a line a target,
each in one go. When all are there it becomes `FILE`, without the first line. What was stopped or killed goes
on from its part when it is called again; half a line at the end is left out.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from elcs_gui.commands.options.sweep_options import place_of
from elcs_gui.commands.progress import Progress, uninterrupted
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError
from elcs_gui.parallel.cluster import made_at

if TYPE_CHECKING:
    from elcs_gui.parallel.process_pool import Begin
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.trace import Header

Result = dict[str, Any]


@dataclass(frozen=True)
class Sweep:
    """What is asked of every variable.

    Attributes:
        begin: in every process or worker: gives what makes the result of a target.
        names: of the variables.
        asked: what decides the results, so that only a file of the same ones is gone on with.
        received: called with each result when it comes, in column order; what of it is printed and kept.
    """

    begin: Begin[Any]
    names: Sequence[str]
    asked: str
    received: Callable[[int, Any], Result] = lambda _, made: made

    def results(self, args: argparse.Namespace) -> list[Result]:
        """All of them, in column order, printed or written as they come where the arguments say so."""
        targets = range(len(self.names))
        if args.results is None:
            return [self._told(result, args) for result in self._shown(args, targets, 0)]
        with PartFile(args.results, self.asked, self.names) as part:
            kept = part.kept
            for result in self._shown(args, targets[len(kept) :], len(kept)):
                part.append(result)
                kept.append(result)
            part.finish()
        return [self._told(result, args) for result in kept] if args.json else kept

    def _told(self, result: Result, args: argparse.Namespace) -> Result:
        if args.json:
            with uninterrupted():  # no half a line, whenever Ctrl+C comes
                print(json.dumps(result, ensure_ascii=False), flush=True)
        return result

    def _shown(self, args: argparse.Namespace, targets: Sequence[int], kept: int) -> Iterator[Result]:
        """The results of those targets, with progress on the terminal."""
        with Progress("targets", len(self.names)) as progress:
            if not targets:
                return
            for done, result in enumerate(self._made(args, targets), kept + 1):
                progress.update(done)
                yield result

    def _made(self, args: argparse.Namespace, targets: Sequence[int]) -> Iterator[Result]:
        place = place_of(args)
        if place == 1:
            make = self.begin()
            yield from (self.received(target, make(target)) for target in targets)
            return
        # Closed at once, so that processes end here and not when the iterator is forgotten.
        with closing(made_at(place, self.begin, targets, lambda: None)) as made:
            yield from map(self.received, targets, made)


def asked_of(source: Study, header: Header, *more: object) -> str:
    """What decides the results of a sweep, whatever its target, in 64 signs."""
    from elcs_gui.data.fingerprint import known_fingerprint

    if source.data is not None:
        evidence = known_fingerprint(source.data)
    else:
        evidence = "" if source.network is None else repr(sorted(source.network.edges))
    said = [repr(asdict(replace(header, target=0, origin=None))), evidence, *map(repr, more)]
    return sha256("\n".join(said).encode()).hexdigest()


class PartFile:
    """The results so far, line by line; inside, nobody else may go on with them."""

    def __init__(self, path: Path, asked: str, names: Sequence[str]) -> None:
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._first = {"schema": "elcs-sweep/1", "asked": asked}
        self._names = names
        self._file: IO[bytes] | None = None
        self.kept: list[Result] = []

    def __enter__(self) -> PartFile:
        if self._path.is_dir():
            raise ElcsError(f"'{self._path}' is a folder: name a file in it.")
        with self._writing(), ExitStack() as on_trouble:
            self._file = self._part.open("a+b")
            on_trouble.push(self)
            whole = self._read()
            self._file.truncate(whole)
            if not whole:
                self._write(self._first)
            on_trouble.pop_all()
        return self

    def append(self, result: Result) -> None:
        with uninterrupted():
            self._write(result)

    def finish(self) -> None:
        """All are there: they take the place of the file."""
        with replacing(self._path) as new, new.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{_line(result)}\n" for result in self.kept)
        self._part.unlink()

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            self._file.close()

    def _read(self) -> int:
        """Takes up what is kept; up to where the part holds whole lines of it."""
        assert self._file is not None
        self._file.seek(0)
        whole = 0
        for number, line in enumerate(self._file):
            if not line.endswith(b"\n"):
                break
            try:
                found = json.loads(line)
            except ValueError:
                found = None
            if number == 0:
                if found != self._first:
                    raise ElcsError(
                        f"'{self._part}' holds results of other data or other options: remove it, or name "
                        "another file."
                    )
            elif number <= len(self._names) and self._is_next(found):
                self.kept.append(found)
            else:
                break
            whole += len(line)
        return whole

    def _is_next(self, found: object) -> bool:
        return isinstance(found, dict) and found.get("target") == self._names[len(self.kept)]

    def _write(self, what: Result) -> None:
        assert self._file is not None
        left = f"{_line(what)}\n".encode()
        with self._writing():
            # Past the buffer, which would be tried again when the file is closed.
            while left:
                left = left[os.write(self._file.fileno(), left) :]
            os.fsync(self._file.fileno())

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise ElcsError(f"'{self._part}' cannot be written: {error.strerror or error}.") from None


def _line(what: Result) -> str:
    return json.dumps(what, ensure_ascii=False)
