"""A script again, with a kernel that ends the process at the first access outside what it was given."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from elcs_gui.native import build, library
from elcs_gui.native.library import Kernel

FLAGS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-O1")
_KERNEL = "ELCS_FUZZED_KERNEL"


def runtime() -> str | None:
    """Where the compiler has the library of its sanitizer; None where it has none."""
    compiler = build.own_compiler()
    if compiler is None:
        return None
    asked = [*compiler, "-print-file-name=libasan.so"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return found if Path(found).is_absolute() else None


def run_again(arguments: list[str]) -> int:
    """The script of this process with these arguments, in another process; its exit code."""
    found = runtime()
    assert found is not None, "needs a C compiler with sanitizers"
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "LD_PRELOAD": found,
            "ASAN_OPTIONS": "detect_leaks=0",
            "PYTHONMALLOC": "malloc",  # so that every buffer of Python has its borders, too
            _KERNEL: str(build.build(folder=Path(folder), extra=FLAGS)),
        }
        script = [sys.executable, sys.argv[0], *arguments]
        return subprocess.run(script, env=environment, check=False).returncode


def use_kernel() -> bool:
    """In that process: use that kernel; is there one at all?"""
    other = os.environ.get(_KERNEL)
    if other:
        kernel = Kernel(Path(other))
        library._loaded = lambda: (kernel, "")  # type: ignore[assignment]
    if library.library() is None:
        print(library.why_none())
    return library.library() is not None
