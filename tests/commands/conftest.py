"""What the tests of all commands share: calling `elcs` in this process, and data to call it on."""

from pathlib import Path

import pytest

from elcs_gui.cli import main
from tests.commands.calling import ROOT, Elcs


@pytest.fixture
def elcs(capsys: pytest.CaptureFixture[str]) -> Elcs:
    """Run the command in this process: exit code, stdout, stderr."""
    capsys.readouterr()  # what other fixtures printed

    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as stopped:  # argparse, for wrong usage
            code = int(stopped.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture(scope="session")
def asia(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """2,000 rows of the network Asia."""
    path = tmp_path_factory.mktemp("data") / "asia.csv"
    bif = ROOT / "resources" / "networks" / "asia.bif"
    assert main(["simulate", str(bif), "--rows", "2000", "--seed", "1", "--to", str(path)]) == 0
    return path
