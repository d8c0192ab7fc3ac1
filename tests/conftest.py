"""What every test may ask for."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from elcs_gui.app.shell.display import leave_sources_unread
from tests.forking import fork_server

pytest_plugins = ["tests.leftovers", "tests.patience"]

os.environ.setdefault("ELCS_UNSAVED", "discard")  # windows close without a question; some tests ask for it

# Tests start hundreds of processes; each would compile all its modules anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Whoever starts the suite in the background makes it ignore Ctrl+C, and so would all that it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[1]

# `ci`: the same examples on every run, so that a failure is the change's own. `local` searches on and keeps
# what it found, and looks at more of them. No deadlines: other processes may need the processor.
settings.register_profile(
    "ci", derandomize=True, database=None, deadline=None, max_examples=50, print_blob=True
)
settings.register_profile("local", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "local"))


def pytest_sessionstart() -> None:
    """Qt is there by now, and the tests are not yet imported."""
    leave_sources_unread()


def pytest_collection_finish() -> None:
    """Garbage is looked for among what tests make, less often: the modules and all collected tests stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def forked_by_a_server() -> Iterator[None]:
    """The processes of a window and of long work are forked by one that has imported the engine already."""
    from elcs_gui.app.model import child_process
    from elcs_gui.parallel import processes

    server = fork_server()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(child_process, "CONTEXT", server)
        patched.setattr(processes, "get_context", lambda _: server)
        yield
