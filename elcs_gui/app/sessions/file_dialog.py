"""What the user is asked about session files: where to save, where data are now, whether to save first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from elcs_gui.app.kit.labels import message_box, titled
from elcs_gui.storage.file_kinds import SESSION_ENDING

FILES = f"Sessions (*{SESSION_ENDING})"


def asked_name(parent: QWidget, suggested: Path) -> Path | None:
    """Where to save, as the user chooses; None to leave it."""
    dialog = QFileDialog(parent, "Save session", str(suggested.parent), FILES)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    # The dialog adds it, not we: so it asks before it replaces the file that is really meant.
    dialog.setDefaultSuffix(SESSION_ENDING.removeprefix("."))
    dialog.selectFile(suggested.name)
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return Path(chosen[0]) if chosen else None


def asked_place(parent: QWidget, name: str, folder: Path) -> Path | None:
    """Where a file is now that is not where it was."""
    path, _ = QFileDialog.getOpenFileName(parent, f"Where is {titled(name)}?", str(folder))
    return Path(path) if path else None


def ask_to_save(parent: QWidget, title: str, save: Callable[[], object], leave: Callable[[], object]) -> None:
    """Before what is open goes: save it, leave it, or stay."""
    asking = message_box(
        parent,
        QMessageBox.Icon.Question,
        "ELCS Explorer",
        f"Save this session on {title}?",
        "Its runs, overrides and breakpoints are lost otherwise. The data file itself is never changed.",
    )
    asking.setObjectName("unsaved")
    saving = asking.addButton("Save", QMessageBox.ButtonRole.AcceptRole)
    leaving = asking.addButton("Don't save", QMessageBox.ButtonRole.DestructiveRole)
    asking.addButton("Cancel", QMessageBox.ButtonRole.RejectRole)
    asking.setDefaultButton(saving)

    def answered() -> None:
        if asking.clickedButton() is saving:
            save()
        elif asking.clickedButton() is leaving:
            leave()
        asking.deleteLater()

    asking.finished.connect(answered)
    asking.open()
