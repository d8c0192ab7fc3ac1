"""The scripts that are run by hand work when they are wanted: by `--smoke` each does a little of what it can.

They run in processes that are forked from the server of the tests, which has imported the engine: so they
cost little more than what they do.
"""

from __future__ import annotations

import os
import runpy
import sys
import traceback
from pathlib import Path

import pytest

from tests.forking import fork_server

SCRIPTS = sorted((Path(__file__).parent / "bench").glob("*.py"))
PATIENCE = 300.0
"""Seconds that one may take on a machine that does much else."""


def run_script(script: Path, folder: Path) -> None:
    """In the process of its own: as `python script --smoke` would, with nothing of the user's."""
    with (folder / "said").open("wb") as said:
        for descriptor in (1, 2):
            os.dup2(said.fileno(), descriptor)
    sys.stdout = sys.stderr = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
    own = {"HOME": "home", "XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state"}
    os.environ.update({name: str(folder / place) for name, place in own.items()})
    os.environ.update(QT_QPA_PLATFORM="offscreen", ELCS_UNSAVED="discard")
    sys.argv = [str(script), "--smoke"]
    try:
        runpy.run_path(str(script), run_name="__main__")
    except SystemExit:
        raise
    except BaseException:
        traceback.print_exc()
        raise SystemExit(1) from None


@pytest.mark.skipif(os.name != "posix", reason="forks")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_does_a_little_of_what_it_does(script: Path, tmp_path: Path) -> None:
    process = fork_server().Process(target=run_script, args=(script, tmp_path))
    process.start()
    process.join(PATIENCE)
    hangs = process.is_alive()
    if hangs:
        process.kill()
        process.join()
    said = (tmp_path / "said").read_text(encoding="utf-8", errors="replace")
    assert not hangs, f"it has not ended: {said}"
    assert process.exitcode == 0, said
    assert said.strip(), "it has said nothing"
