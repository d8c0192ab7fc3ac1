"""The kernel is built where the package is built, and loaded only where it fits what stands here."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from elcs_gui.ci.compiled import STRUCTURES
from elcs_gui.cli import main as elcs
from elcs_gui.native import build, library
from elcs_gui.native.build import PLATFORMS, CannotBuild
from tests.conftest import ROOT
from tests.native import sanitized

needs_compiler = pytest.mark.skipif(build.own_compiler() is None, reason="no C compiler on this machine")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for that of the kernel, with nothing built."""
    for source in [*build.HERE.glob("*.c"), *build.HERE.glob("*.h")]:
        shutil.copy(source, tmp_path)
    monkeypatch.setattr(build, "HERE", tmp_path)
    monkeypatch.setattr(library, "HERE", tmp_path)
    library._loaded.cache_clear()
    return tmp_path


@pytest.fixture(autouse=True)
def _loaded_anew() -> object:
    yield
    library._loaded.cache_clear()


@needs_compiler
def test_it_builds_without_a_warning_and_loads(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = build.build(folder=here, extra=["-Wall", "-Wextra", "-Werror"])
    assert [each.name for each in here.iterdir() if each.suffix not in (".c", ".h")] == [path.name]
    assert elcs(["kernel"]) == 0
    assert capsys.readouterr().out == library.words() + "\n"
    assert str(path) in library.words()


@needs_compiler
def test_the_kernel_and_python_mean_the_same_structures(here: Path) -> None:
    kernel = library.Kernel(build.build(folder=here))
    assert kernel.structures == tuple(map(ctypes.sizeof, STRUCTURES))


@needs_compiler
def test_a_kernel_of_other_sources_is_not_used_until_it_is_built_again(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build.build(folder=here)
    with (here / "tables.c").open("a", encoding="utf-8") as source:
        source.write("/* changed */\n")
    assert elcs(["kernel"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("Tests G² and χ² are counted by numpy,") and "built from other sources" in said
    # A process that has loaded a library keeps it under that name.
    assert library.Kernel(build.build(folder=here).rename(here / "again.so")).structures


@needs_compiler
def test_the_command_builds_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert elcs(["kernel", "--build"]) == 0
    assert "by the kernel in C" in capsys.readouterr().out


def test_what_is_no_library_is_said_and_numpy_answers(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / build.file_name()).write_bytes(b"not a library")
    assert elcs(["kernel"]) == 1
    assert "cannot be loaded" in capsys.readouterr().out
    assert elcs(["run", "--example", "earthquake"]) == 0
    assert "Burglary" in capsys.readouterr().out


def test_without_a_compiler_it_says_so(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(build, "has_ziglang", lambda: False)
    assert elcs(["kernel"]) == 1
    assert "There is no kernel at" in capsys.readouterr().out
    assert elcs(["kernel", "--build"]) == 1
    assert "No C compiler was found" in capsys.readouterr().err


def test_a_compiler_that_fails_is_quoted(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "has_ziglang", lambda: False)
    monkeypatch.setenv("CC", f"{sys.executable} -c 'import sys; sys.exit(\"out of cheese\")'")
    with pytest.raises(CannotBuild, match="out of cheese"):
        build.build(folder=here)
    monkeypatch.setenv("CC", str(here / "nowhere"))
    with pytest.raises(CannotBuild, match="No such file"):
        build.build(folder=here)
    with pytest.raises(CannotBuild, match="There is no platform 'amiga'"):
        build.build("amiga", here)
    assert not (here / build.file_name()).exists()


def test_the_command_for_all_wheels_names_every_platform() -> None:
    script = (ROOT / ".ci" / "wheels").read_text(encoding="utf-8")
    assert f"for platform in {' '.join(PLATFORMS)}; do" in script


def test_a_variable_keeps_to_numpy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(library.SWITCH, "numpy")
    assert elcs(["kernel"]) == 1
    assert "ELCS_KERNEL=numpy" in capsys.readouterr().out


def test_versions_say_which_kernel_is_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert elcs(["--version", "--verbose"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("elcs ") and "numpy " in said and library.words() in said


def test_neither_scipy_nor_pandas_is_loaded_to_run_a_file(tmp_path: Path) -> None:
    """The kernel, numpy, and the sums of `distributions`: all that a run of G² needs."""
    data = tmp_path / "d.npz"
    assert elcs(["simulate", "--example", "asia", "--rows", "500", "--seed", "1", "--to", str(data)]) == 0
    script = (
        "import sys\nfrom elcs_gui.cli import main\n"
        f"main(['run', {str(data)!r}, '--all-targets', '--test', 'g2', '--json'])\n"
        "print([name for name in ('scipy', 'pandas', 'networkx', 'PySide6') if name in sys.modules],"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=True
    )
    assert done.stderr == "[]\n"


@pytest.mark.skipif(sanitized.runtime() is None, reason="the compiler has no sanitizers here")
@pytest.mark.parametrize(
    ("script", "arguments"), [("fuzz_kernel", ["--questions", "400"]), ("fuzz_text", ["--files", "60"])]
)
def test_the_kernel_touches_nothing_that_was_not_given_to_it(script: str, arguments: list[str]) -> None:
    """Random questions and files, with a kernel that ends at the first access outside an array."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "bench" / f"{script}.py"), "--sanitize", *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "agree" in done.stdout
