"""Is there a screen for Qt, and if not, what is missing?

Qt ends the process, with a core dump, when none of the platforms it was told to try works. So one that always
works is put at the end of the list, and which one it took is asked afterwards. Nothing here needs Qt to load.
"""

from __future__ import annotations

import ctypes
import re
import sys
from collections.abc import Mapping
from pathlib import Path

NO_SCREEN = "offscreen"
"""Qt's platform that paints into memory."""

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
"""The libraries of the system that Qt needs, and what they are called on Debian and Ubuntu."""


def leave_sources_unread() -> None:
    """Keep PySide6 from reading the source of every module that is imported after it.

    It looks for the word "PySide6" there, in case somebody switches on its `__feature__`s (PYSIDE-2029, as of
    6.11); nobody does. It would take a tenth of the start, and 27 MB for lines that nobody reads again.
    """
    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = lambda _: False  # type: ignore[union-attr]


def platforms(environment: Mapping[str, str]) -> str:
    """What Qt is to try, in its own order (Wayland, X11), with the platform without a screen at the end.

    Just the last of them where nothing speaks of a screen.
    """
    tried = [name for name in environment.get("QT_QPA_PLATFORM", "").split(";") if name]
    if not tried:
        by_sign = (("WAYLAND_DISPLAY", "wayland"), ("DISPLAY", "xcb"))
        tried = [name for sign, name in by_sign if environment.get(sign)]
    return ";".join(tried if NO_SCREEN in tried else [*tried, NO_SCREEN])


def missing_library(plugins: Path, tried: str) -> str | None:
    """What keeps Qt's plugin for a platform it tried from being loaded; none if that is not the trouble."""
    for name in tried.split(";"):
        for plugin in sorted(plugins.glob(f"platforms/libq{name.partition(':')[0]}*.so")):
            try:
                ctypes.CDLL(str(plugin))
            except OSError as error:
                return str(error)
    return None


def how_to_install(trouble: str) -> str:
    """What cannot be loaded and the line that installs it. It names all that Qt needs: few come alone."""
    if "No module named" in trouble:
        return f"Qt is not installed ({trouble}). To install it: pip install PySide6"
    found = re.match(r"(\S+/)?(\S+\.so[.\d]*): ", trouble)
    first = PACKAGES.get(found[2], "") if found else ""
    names = " ".join([first] * bool(first) + [name for name in PACKAGES.values() if name != first])
    return f"Qt cannot start: {trouble}. On Debian and Ubuntu: apt-get install {names}"


def named_screen(environment: Mapping[str, str]) -> str:
    """Where a screen was to be found, as the user named it; empty if nothing speaks of one."""
    names = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY")
    return next((f"{name}={environment[name]}" for name in names if environment.get(name)), "")
