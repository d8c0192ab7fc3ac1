"""Benchmarks: many algorithms on many data sets, on a page of their own; any of their runs can be opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, PageFeature, Part

if TYPE_CHECKING:  # the start page does not wait for numpy
    from pathlib import Path

    from elcs_gui.app.benchmarking.page import BenchmarkPage


class BenchmarkingFeature(PageFeature["BenchmarkPage"]):
    """A page that needs no run; it shows a folder of results."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Benchmark",
            "benchmark",
            "Algorithms on many data sets, in the tables of the paper beside its figures, with mean ranks "
            "and critical differences. Any row can be opened as a run. A benchmark that was stopped goes "
            "on where it was.",
            more=("how-to/benchmark",),
        ),
    )

    page = "benchmark"

    actions: ClassVar[tuple[Action[BenchmarkingFeature], ...]] = (
        Action("benchmark", "Run", 415, "Benchmark",
               "Measure algorithms on many data sets, beside the paper's figures.",
               Feature.show_page, "Ctrl+Shift+B"),
    )  # fmt: skip

    def make_page(self) -> BenchmarkPage:
        from elcs_gui.app.benchmarking.page import BenchmarkPage

        return BenchmarkPage(self.context, self.context.theme)

    def open_folder(self, folder: Path) -> bool:
        """Show the results in a folder, if it is one of a benchmark."""
        from elcs_gui.benchmark.benchmark import has_plan

        if not has_plan(folder):
            return False
        self.show_page().open_folder(folder)
        return True
