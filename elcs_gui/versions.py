"""What the program runs with, for whoever reports a fault: `elcs --version --verbose` and Help, About."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from elcs_gui import __version__
from elcs_gui.native.library import words

_PACKAGES = ("numpy", "scipy", "pandas", "networkx", "PySide6-Essentials", "pyqtgraph")


def report() -> str:
    """The versions of program, Python and packages, and which kernel is in use, a line each."""
    packages = ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)
    return "\n".join(
        (
            f"elcs {__version__}",
            f"Python {platform.python_version()} on {platform.platform()}",
            packages,
            words(),
        )
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"
