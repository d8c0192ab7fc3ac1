"""Opening tables, and the page on which it is settled how they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elcs_gui.app.model.actions import Action
from elcs_gui.app.model.feature import Feature, Part

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.importing.controller import ImportController
    from elcs_gui.app.importing.page import ImportPage

IMPORT_PAGE = "import-options"
MEMORY = "memory"
"""The setting."""


class ImportingFeature(Feature):
    """The file that is open can be read otherwise, too."""

    parts: ClassVar[tuple[Part, ...]] = (
        Part(
            "Import",
            "import-options",
            "A clean file opens at once. Otherwise this page shows the first rows with what was found, "
            "such as index, constant and duplicate columns, identifiers, dates, missing values and words "
            "for them, spellings, and measurements beside levels. What to do about it is already "
            "proposed: Enter takes it. Select several columns to set their kind; missing values are "
            "handled by a policy; measurements are cut into levels with their histogram in view.",
            more=("tutorials/your-own-data", "how-to/missing-values", "how-to/measurements-and-levels"),
        ),
    )

    page = IMPORT_PAGE
    controller: ImportController

    actions: ClassVar[tuple[Action[ImportingFeature], ...]] = (
        Action("import-options", "File", 30, "Import options...",
               "Change how the data file that is open is read.",
               lambda importing: importing.controller.show_options(),
               "Ctrl+Shift+I", lambda importing: importing.has_file),
    )  # fmt: skip

    @property
    def has_file(self) -> bool:
        """The data that are open came from a file."""
        source = self.context.session.source
        return source is not None and source.path is not None

    def connect(self) -> None:
        import elcs_gui.app.importing.page  # noqa: F401  a file is dropped sooner than that is imported

        self.context.settings.changed.connect(self._on_setting)
        if self.context.settings.get(MEMORY):
            self._on_setting(MEMORY)

    def _on_setting(self, id: str) -> None:
        if id == MEMORY:
            self._limit_memory(str(self.context.settings.get(MEMORY)))

    def _limit_memory(self, amount: str) -> None:
        """Have the worker, and others that start, read in so much memory, as in 2GB; nothing: as usual."""
        from elcs_gui.data.tables.engine import use_memory

        use_memory(amount)
        worker = self.context.session.worker
        if worker.pid is not None:
            from elcs_gui.worker.messages import UseMemory

            worker.send(UseMemory(amount))

    def make_page(self) -> ImportPage:
        from elcs_gui.app.importing.page import ImportPage

        page = ImportPage(self.context, self.context.theme)
        self.controller.adopt(page)
        return page
