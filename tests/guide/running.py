"""Runs what stands in the pages of the guide, and compares what comes out with what the page says.

Fenced blocks of a page, by the words behind their fence:

    console run      lines that begin with "$ " are commands (one that begins with "> " goes on with the line
                     before), the lines below each are what it prints, errors included
    python run       a snippet; a block `output` right behind it is what it prints
    console slow     the same, by `tests/bench/guide.py --slow` only; also `python slow`
    LANGUAGE file NAME     is written to a file of that name before what follows is run

All of a page run in its order, in one empty folder, and its snippets share their names. `elcs`, `elcs-gui`
and `python` are this program's. In what is printed a line `...` stands for any lines, and `...` within a line
for any text. A command that fails fails the page, unless the page shows the line with which it does.
"""

from __future__ import annotations

import difflib
import io
import os
import re
import shlex
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from elcs_gui.guide.pages import Page

ROOT = Path(__file__).resolve().parents[2]
ANY = "..."
QUICK, SLOW = "run", "slow"
_SHELL = re.compile(r"[|<>&;`$*?~(){}\n\\]|^\w+=")
"""In a command: it needs a shell."""
_QUOTED = re.compile(r"""'[^']*'|"[^"$`\\]*\"""")
"""In a command: what a shell leaves as it is."""
_SECONDS = re.compile(r"\b\d[\d.,]* (s|ms|seconds)\b")
"""They are others each time."""
_FAILED = re.compile(r"^(?:elcs(?:-gui)?: |usage: |Traceback |.*Error: )", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """One command, snippet or file of a page, with what it is to print.

    Attributes:
        kind: "console", "python" or "file".
        line: where it stands in the page, from 1 on.
        said: the command or snippet; the content of the file.
        expected: what it prints, as the page has it; None where the page says nothing of it.
        lines: where that stands, from 0 on, and up to which line.
        name: of the file.
    """

    kind: str
    line: int
    said: str
    slow: bool = False
    expected: str | None = None
    lines: tuple[int, int] = (0, 0)
    name: str = ""


@dataclass(frozen=True)
class Mismatch:
    """What a page says, and what came out."""

    page: str
    run: Run
    printed: str

    def __str__(self) -> str:
        expected = (self.run.expected or "").splitlines()
        first = self.run.lines[0] + 1
        diff = difflib.unified_diff(
            expected,
            self.printed.splitlines(),
            f"{self.page}.md, line {first}",
            "what it prints",
            lineterm="",
            n=3,
        )
        shown = "\n".join(diff) or self.printed
        return f"{self.page}.md, line {self.run.line}: {self.run.said.splitlines()[0]}\n{shown}"


def runs_of(page: Page) -> Iterator[Run]:
    """What is run of a page, in its order."""
    tokens = [
        token
        for token in page.tokens
        if token.type in ("fence", "html_block", "paragraph_open", "heading_open")
    ]
    for place, token in enumerate(tokens):
        if token.type != "fence" or token.map is None:
            continue
        language, *words = token.info.split() or [""]
        first = token.map[0] + 1
        if len(words) == 2 and words[0] == "file":
            yield Run("file", first, token.content, name=words[1])
        elif words in ([QUICK], [SLOW]) and language in ("console", "python"):
            slow = words == [SLOW]
            if language == "console":
                yield from _commands(page, token.content, first, slow=slow)
            else:
                after = tokens[place + 1] if place + 1 < len(tokens) else None
                said = (
                    after
                    if after is not None and after.type == "fence" and after.info.strip() == "output"
                    else None
                )
                span = (0, 0) if said is None or said.map is None else (said.map[0] + 1, said.map[1] - 1)
                expected = None if said is None else said.content.rstrip("\n")
                yield Run("python", first, token.content, slow, expected, span)
        elif words:
            raise ValueError(
                f"{page.id}.md, line {first}: a block is {language} {QUICK}, {language} {SLOW} or "
                f"{language} file NAME, not {token.info!r}."
            )


def _commands(page: Page, content: str, first: int, *, slow: bool) -> Iterator[Run]:
    """The commands of a block, each with the lines below it; `first` is the line of the fence, from 0 on."""
    lines = content.rstrip("\n").split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    if not starts or starts[0] != 0:
        raise ValueError(f"{page.id}.md, line {first + 1}: a console begins with a line $ and a command.")
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        below = start + 1
        while below < end and lines[below].startswith("> "):
            below += 1
        said = "\n".join(line[2:] for line in lines[start:below])
        yield Run(
            "console",
            first + start + 1,
            said,
            slow,
            "\n".join(lines[below:end]),
            (first + below, first + end),
        )


def matches(expected: str, printed: str) -> bool:
    """Is that what was printed, with `...` for anything?"""
    pattern = []
    for line in expected.rstrip().split("\n"):
        if line.strip() == ANY:
            pattern.append(r"(?:[^\n]*\n)*?")
        else:
            parts = (re.escape(part) for part in line.rstrip().split(ANY))
            pattern.append(r"[^\n]*".join(parts) + r"\n")
    shown = "\n".join(line.rstrip() for line in printed.rstrip().split("\n")) + "\n"
    return re.fullmatch("".join(pattern), shown) is not None


@dataclass
class PageRun:
    """The runs of one page, in a folder of their own."""

    page: Page
    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})

    def mismatches(self, *, slow: bool = False) -> Iterator[Mismatch]:
        """All that does not come out as the page says; quick ones only, or all."""
        for run in runs_of(self.page):
            if run.slow and not slow:
                continue
            printed, failed = self.run(run)
            if run.expected is None:
                if failed:
                    yield Mismatch(self.page.id, run, printed)
            elif not matches(run.expected, printed) or (failed and not _FAILED.search(run.expected)):
                yield Mismatch(self.page.id, run, printed)

    def run(self, run: Run) -> tuple[str, bool]:
        """What it prints, and whether it fails."""
        if run.kind == "file":
            path = self.folder / run.name
            if path.parent != self.folder:
                raise ValueError(f"{self.page.id}.md, line {run.line}: name a file without a folder.")
            path.write_text(run.said, encoding="utf-8")
            return "", False
        with chdir(self.folder):
            return self._snippet(run) if run.kind == "python" else _command(run.said, self.folder)

    def _snippet(self, run: Run) -> tuple[str, bool]:
        out = io.StringIO()
        # Line numbers of a traceback are those of the page.
        code = compile("\n" * run.line + run.said, f"{self.page.id}.md", "exec")
        with redirect_stdout(out), redirect_stderr(out):
            try:
                exec(code, self.names)
            except Exception as error:
                print("".join(traceback.format_exception_only(error)), end="")
                return out.getvalue(), True
        return out.getvalue(), False


def _command(said: str, folder: Path) -> tuple[str, bool]:
    """A command; `elcs` by itself is called in this process, which saves starting another."""
    if not _SHELL.search(_QUOTED.sub("", said)):
        program, *arguments = shlex.split(said)
        if program == "elcs":
            return _in_process(arguments)
    done = subprocess.run(
        ["sh", "-c", said],
        cwd=folder,
        env=os.environ
        | {
            "PATH": f"{programs(folder)}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "80",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout, done.returncode != 0


def _in_process(arguments: Sequence[str]) -> tuple[str, bool]:
    from elcs_gui.cli import main

    out = io.StringIO()
    out.isatty = lambda: False  # type: ignore[method-assign]
    code: object = 0
    before = dict(os.environ)
    os.environ["COLUMNS"] = "80"
    try:
        with redirect_stdout(out), redirect_stderr(out):
            try:
                code = main(arguments)
            except SystemExit as stopped:  # wrong usage, or help
                code = stopped.code
    finally:
        # Such as ELCS_MEMORY, which `--memory` sets for the rest of its process.
        os.environ.clear()
        os.environ.update(before)
    return out.getvalue(), code not in (0, None)


def programs(folder: Path) -> Path:
    """A folder with the programs that a page may call, each as this copy of the program has it."""
    made = folder / ".programs"
    if not made.exists():
        made.mkdir()
        for name, does in {
            "elcs": "-m elcs_gui.cli",
            "elcs-gui": "-m elcs_gui.gui",
            "python": "",
            "python3": "",
        }.items():
            path = made / name
            path.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {does} "$@"\n')
            path.chmod(0o755)
    return made


def with_outputs(page: Page, found: Sequence[Mismatch]) -> str:
    """The text of the page with what was printed in place of what it said."""
    lines = page.text.split("\n")
    for mismatch in sorted(found, key=lambda each: -each.run.lines[0]):
        if mismatch.run.expected is not None:
            start, end = mismatch.run.lines
            printed = _SECONDS.sub(rf"{ANY} \1", mismatch.printed.rstrip())
            lines[start:end] = printed.split("\n") if printed else []
    return "\n".join(lines)
