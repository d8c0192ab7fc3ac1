"""What `elcs` waits for before it answers: help and wrong usage wait for none of the large libraries."""

import shutil
import subprocess
import sys

import pytest

from elcs_gui.cli import _COMMANDS, _columns, _parser
from tests.commands.calling import ROOT, Elcs

LARGE = {"PySide6", "msgspec", "networkx", "numpy", "pandas", "pyqtgraph", "scipy"}


_PROGRAM = """
import sys
from elcs_gui.cli import main
try:
    sys.exit(main(sys.argv[1:]))
finally:
    print("modules:", *sys.modules, file=sys.stderr)
"""


def imported(*arguments: str) -> set[str]:
    """The modules that a call imports; it must end without doing any work."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 2), done.stderr
    said, *modules = done.stderr.splitlines()[-1].split()
    assert said == "modules:"
    return set(modules)


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], [], ["nonsense"], ["--nonsense"]])
def test_what_names_no_command_imports_no_command(arguments: list[str]) -> None:
    modules = imported(*arguments)
    assert not modules & LARGE
    assert not modules & {f"elcs_gui.commands.{name}" for name in _COMMANDS}


@pytest.mark.parametrize("command", _COMMANDS)
def test_the_help_of_a_command_waits_for_no_large_library(command: str) -> None:
    modules = imported(command, "--help")
    assert f"elcs_gui.commands.{command}" in modules
    assert not modules & LARGE


@pytest.mark.parametrize(
    "usage",
    [
        "run --nonsense",
        "run d.csv",
        "run d.csv --target T --algorithm nonsense",
        "run d.csv --target T --test nonsense",
        "run d.csv --target T --bins 1",
        "run d.csv --target T --discretise nonsense",
        "alpha d.csv --target T --from 0.1 --to 0.01",
        "stability d.csv --target T --kind nonsense",
        "blame d.csv --target T",
        "export t.jsonl --to t.nonsense",
        "export t.jsonl --to t.gif --frames nonsense",
        "why t.jsonl --set PC",
        "simulate --rows 10",
    ],
)
def test_wrong_usage_waits_for_no_large_library(usage: str) -> None:
    assert not imported(*usage.split()) & LARGE


@pytest.mark.parametrize("usage", ["run --example cancer", "run --example fig3 --require E->T", "algorithms"])
def test_a_run_waits_neither_for_networkx_nor_for_pyqtgraph(usage: str) -> None:
    modules = imported(*usage.split())
    assert f"elcs_gui.commands.{usage.split()[0]}" in modules
    assert not modules & {"networkx", "pyqtgraph", "PySide6"}


def test_every_command_is_listed_with_what_it_does(elcs: Elcs) -> None:
    code, out, _ = elcs("--help")
    assert code == 0
    listed = " ".join(out.split())
    for name, sentence in _COMMANDS.items():
        assert f"{name} {sentence}" in listed


@pytest.mark.parametrize("columns", range(44, 160, 7))
@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_the_help_reads_as_that_of_the_parser(
    elcs: Elcs, columns: int, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written without argparse, which takes longer to load than the help to read."""
    monkeypatch.setenv("COLUMNS", str(columns))
    code, out, err = elcs(asked)
    assert (code, err) == (0, "")
    if sys.version_info < (3, 12):  # later ones may lay it out in another way
        assert out == _parser([]).format_help()
    assert out.split() == _parser([]).format_help().split()
    assert max(map(len, out.splitlines())) <= columns - 2


def test_version_reads_as_the_parser_says_it(elcs: Elcs, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _parser([]).parse_args(["--version"])
    said = capsys.readouterr().out
    assert elcs("--version") == (0, said, "")


@pytest.mark.parametrize("columns", ["60", "200", "0", "-3", "wide", ""])
def test_the_help_is_as_wide_as_that_of_every_command(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert _columns() == shutil.get_terminal_size().columns
