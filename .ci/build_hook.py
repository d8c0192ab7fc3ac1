"""Builds the kernel with the package, as hatchling's build hook.

Where there is no C compiler, the package `ziglang` is asked for, which has one; where the kernel cannot be
built all the same, the package is complete without it: numpy answers, more slowly. ELCS_BUILD_FOR names
another platform of `elcs_gui/native/build.py`, whose wheel ziglang's compiler then makes (`.ci/wheels`).
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from elcs_gui.native import build

OTHER_PLATFORM = "ELCS_BUILD_FOR"


class KernelHook(BuildHookInterface[Any]):
    """One build: of a wheel, or of an editable installation, whose kernel stands in the checkout."""

    def dependencies(self) -> list[str]:
        platform = os.environ.get(OTHER_PLATFORM) or build.own_platform()
        if platform not in build.PLATFORMS or build.commands(platform):
            return []
        return ["ziglang>=0.13"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        platform = os.environ.get(OTHER_PLATFORM)
        if version == "editable":
            folder = build.HERE
        else:
            self._scratch = tempfile.TemporaryDirectory(prefix="elcs-kernel-", ignore_cleanup_errors=True)
            folder = Path(self._scratch.name)
        try:
            built = build.build(platform, folder)
        except build.CannotBuild as reason:
            if platform:
                raise
            self.app.display_warning(f"{reason} The package is built without a kernel: numpy answers.")
            return
        if version != "editable":
            tag = build.PLATFORMS[platform].tag if platform else next(iter(platform_tags()))
            build_data["tag"] = f"py3-none-{tag}"
            build_data["pure_python"] = False
            build_data["force_include"][str(built)] = f"elcs_gui/native/{built.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable" and hasattr(self, "_scratch"):
            self._scratch.cleanup()
