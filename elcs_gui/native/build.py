"""Builds the kernel, for this machine or for another platform.

With the C compiler of this machine (`CC`, cc, gcc or clang), or with the one in the package `ziglang`, which
also builds for the other platforms. The build hook (`.ci/build_hook.py`) and `elcs kernel --build` come here
too. It imports nothing but the standard library: it runs before any package is installed.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

# What only a build needs is imported there: `elcs_gui.native.library` imports this module at every start.

HERE = Path(__file__).parent
FLAGS = ("-std=c11", "-O3", "-shared", "-fvisibility=hidden", "-ffp-contract=off")
"""Without fused operations, sums of floating-point numbers are numpy's to the last bit."""


@dataclass(frozen=True)
class Platform:
    """What a kernel can be built for.

    Attributes:
        target: what ziglang's compiler calls it.
        tag: what a wheel for it is called.
        file: the name of the kernel there.
    """

    target: str
    tag: str
    file: str = "kernel.so"

    @property
    def flags(self) -> tuple[str, ...]:
        return () if self.file.endswith(".dll") else ("-fPIC",)


PLATFORMS = {
    "linux-x86_64": Platform("x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64"),
    "linux-aarch64": Platform("aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64"),
    "macos-x86_64": Platform("x86_64-macos.11.0", "macosx_11_0_x86_64"),
    "macos-arm64": Platform("aarch64-macos.11.0", "macosx_11_0_arm64"),
    "windows-amd64": Platform("x86_64-windows-gnu", "win_amd64", "kernel.dll"),
}


class CannotBuild(Exception):
    """Why there is no kernel, as a sentence."""


def own_platform() -> str:
    """What this machine is called among PLATFORMS; another name where it is none of them."""
    import platform

    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    machine = platform.machine().lower()
    if system == "linux":
        machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    return f"{system}-{machine}"


def file_name() -> str:
    """What the kernel is called on this machine."""
    return "kernel.dll" if sys.platform == "win32" else "kernel.so"


def checksum() -> int:
    """Of the sources: a kernel says which it was built from."""
    total = 0
    for source in sorted((*HERE.glob("*.c"), *HERE.glob("*.h"))):
        total = zlib.crc32(source.read_bytes(), total)
    return total


def own_compiler() -> list[str] | None:
    """The command of this machine's C compiler; None where it has none."""
    import shlex
    import shutil

    named = os.environ.get("CC")
    if named:
        return shlex.split(named)
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            return [found]
    return None


def has_ziglang() -> bool:
    """Is the compiler of the package `ziglang` there?"""
    from importlib.util import find_spec

    return find_spec("ziglang") is not None


def commands(wanted: str) -> list[list[str]]:
    """The compilers that can build for a platform, the best first."""
    own = own_compiler()
    found = []
    if own is not None and wanted == own_platform():
        found.append(own)
    if has_ziglang():
        target = ["-target", PLATFORMS[wanted].target] if wanted in PLATFORMS else []
        found.append([sys.executable, "-m", "ziglang", "cc", *target])
    return found


def build(wanted: str | None = None, folder: Path | None = None, *, extra: Sequence[str] = ()) -> Path:
    """Build the kernel for a platform (this one by default) into a folder (this one by default); its path.

    `extra` are further arguments of the compiler. Raises CannotBuild. What was there is replaced when the new
    one is complete.
    """
    import subprocess
    import tempfile

    wanted, folder = wanted or own_platform(), folder or HERE
    goal = PLATFORMS.get(wanted)
    if goal is None and wanted != own_platform():
        raise CannotBuild(f"There is no platform {wanted!r}; there are {', '.join(PLATFORMS)}.")
    compilers = commands(wanted)
    if not compilers:
        raise CannotBuild(f"No C compiler was found for {wanted} (cc, gcc, clang, or the package ziglang).")
    name = file_name() if goal is None else goal.file
    flags = [*FLAGS, *(("-fPIC",) if goal is None else goal.flags), f"-DELCS_SOURCES={checksum()}u"]
    sources = [str(source) for source in sorted(HERE.glob("*.c"))]
    trouble = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(
            dir=folder, prefix=".kernel-", ignore_cleanup_errors=True
        ) as scratch:
            part = Path(scratch, name)
            for compiler in compilers:
                try:
                    done = subprocess.run(
                        [*compiler, *flags, *extra, "-o", str(part), *sources, "-lm"],
                        capture_output=True,
                        text=True,
                        errors="replace",
                    )
                except OSError as error:
                    trouble = f"{compiler[0]}: {error.strerror or error}"
                    continue
                if done.returncode == 0 and part.exists():
                    part.replace(folder / name)
                    return folder / name
                trouble = f"{compiler[0]} failed: {done.stderr.strip()[-400:] or done.returncode}"
    except OSError as error:
        raise CannotBuild(f"The kernel cannot be written to '{folder}': {error.strerror or error}.") from None
    raise CannotBuild(f"The kernel cannot be compiled ({trouble}).")
