"""Spoiled files against every reader, for minutes or hours, in children with limits; by hand:

    PYTHONPATH=. python tests/bench/fuzz_readers.py --reader text --cases 60000 --seed 2 --jobs 2
    PYTHONPATH=. python tests/bench/fuzz_readers.py --reader archive --cases 20000
    PYTHONPATH=. python tests/bench/fuzz_readers.py --reader csv --first 4711 --cases 1 --seed 2

The files are those of `tests/hostile`, made by the same numbers. A finding is any exception but an ElcsError
of one short line, more than 10 seconds, more than a gigabyte, or the death of the child; its file and what
was said of it go to the folder of --findings. Exit code 1 if there were any.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.hostile.readers import READERS, SLOW, generator, verdict

CHUNK = 2000
"""Cases a child."""
MOST_MEMORY = 1 << 30
FORK = multiprocessing.get_context("fork")  # what a child needs is imported, and the seeds are written, once


@dataclass
class Chunk:
    """Some cases of one reader, on their way or waiting."""

    reader: str
    first: int
    last: int


@dataclass
class Child:
    chunk: Chunk
    process: BaseProcess
    told: Connection
    at: int
    """The case it is at: the first of which it told nothing yet."""


def run_chunk(
    chunk: Chunk, seed: int, findings: Path, told: Connection, of_parent: Sequence[Connection]
) -> None:
    """In a child: tells what became of each case."""
    for connection in of_parent:  # were they held here too, nothing would end when the parent is killed
        connection.close()
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, used + MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # ends the child even within a pattern that hangs
    warnings.simplefilter("error", RuntimeWarning)
    reader = READERS[chunk.reader]
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        for case in range(chunk.first, chunk.last):
            random = generator(chunk.reader, seed, case)
            content = reader.case(random)
            signal.setitimer(signal.ITIMER_REAL, SLOW)
            try:
                outcome = verdict(reader, content, Path(folder), random)
            except Exception as error:
                outcome = where(error)
                keep(findings, chunk.reader, seed, case, content, traceback.format_exc())
            signal.setitimer(signal.ITIMER_REAL, 0)
            told.send(outcome)


def where(error: Exception) -> str:
    """The kind of an error and the line of the program that it came from: one word for many cases."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "elcs_gui" in frame.filename] or list(frames)
    return f"{type(error).__name__} at {Path(own[-1].filename).name}:{own[-1].lineno}"


def keep(findings: Path, reader: str, seed: int, case: int, content: bytes, said: str) -> None:
    findings.mkdir(parents=True, exist_ok=True)
    stem = f"{reader.replace(' ', '-').replace(',', '')}-{seed}-{case}"
    (findings / f"{stem}{READERS[reader].ending}").write_bytes(content)
    (findings / f"{stem}.said").write_text(said, encoding="utf-8", errors="backslashreplace")


def warm_up(name: str) -> None:
    """Write the seeds and import what the reader imports when it is first used: a child has it then."""
    with tempfile.TemporaryDirectory() as folder:
        for case in range(20):
            random = generator(name, 0, case)
            with suppress(Exception):  # a finding, perhaps: but not here
                verdict(READERS[name], READERS[name].case(random), Path(folder), random)


def begin(chunk: Chunk, seed: int, findings: Path, others: Iterable[Connection]) -> Child:
    told, telling = FORK.Pipe(duplex=False)
    process = FORK.Process(
        target=run_chunk, args=(chunk, seed, findings, telling, [told, *others]), daemon=True
    )
    process.start()
    telling.close()
    return Child(chunk, process, told, chunk.first)


def run(waiting: deque[Chunk], seed: int, jobs: int, findings: Path) -> dict[str, Counter[str]]:
    """All chunks, so many children at a time; what became of the cases, by reader."""
    counts: dict[str, Counter[str]] = {}
    running: dict[Connection, Child] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            child = begin(waiting.popleft(), seed, findings, running)
            running[child.told] = child
        for told in wait(list(running)):
            child = running[told]  # type: ignore[index]
            outcomes = counts.setdefault(child.chunk.reader, Counter())
            try:
                outcomes[child.told.recv()] += 1
                child.at += 1
            except EOFError:
                del running[child.told]
                child.process.join()
                if child.process.exitcode:
                    died = f"the child died ({child.process.exitcode})"
                    outcomes[died] += 1
                    content = READERS[child.chunk.reader].case(generator(child.chunk.reader, seed, child.at))
                    keep(findings, child.chunk.reader, seed, child.at, content, died)
                    if child.at + 1 < child.chunk.last:
                        waiting.appendleft(Chunk(child.chunk.reader, child.at + 1, child.chunk.last))
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--reader", action="append", help=f"text, archive, or one of: {'; '.join(READERS)}")
    parser.add_argument("--cases", type=int, default=2000, help="of each reader (default 2000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case (default 0)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "elcs-findings")
    parser.add_argument("--smoke", action="store_true", help="a few cases of one reader of each kind")
    args = parser.parse_args()
    if args.smoke:
        args.reader, args.cases = ["csv", "npz"], 5
    asked = args.reader or ["text", "archive"]
    names = [name for name in READERS if name in asked or READERS[name].group in asked]
    if not names:
        parser.error(f"no such reader; there are: text; archive; {'; '.join(READERS)}")
    found = 0
    for name in names:
        warm_up(name)
        last = args.first + args.cases
        chunks = deque(
            Chunk(name, first, min(first + CHUNK, last)) for first in range(args.first, last, CHUNK)
        )
        start = time.monotonic()
        counts = run(chunks, args.seed, args.jobs, args.findings).get(name, Counter())
        good = counts.pop("accepted", 0), counts.pop("refused", 0)
        total = sum(good) + sum(counts.values())
        rate = total / (time.monotonic() - start)
        print(f"{name:24}{total:>10,} cases {good[0]:>9,} accepted {good[1]:>9,} refused {rate:>7,.0f}/s")
        for what, count in counts.most_common():
            print(f"    {count:>6,} x {what}")
        sys.stdout.flush()
        found += sum(counts.values())
    print(f"{found:,} findings" + (f", in {args.findings}" if found else ""))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
