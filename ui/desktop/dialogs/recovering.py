"""Recovering the valid entries of a damaged event as a new one: its place, the progress, and what is missing."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from tournament.language import mark, mark_count
from ui.desktop import bootstrap
from ui.desktop.controller import EventController
from ui.desktop.dialogs.new_file import NewFileDialog, free_path
from ui.desktop.long_work import Work
from ui.desktop.opening_errors import refusal_of
from ui.desktop.translation import translator
from ui.desktop.widgets.buttons import PrimaryButton
from ui.desktop.widgets.cards import NoticeKind
from ui.desktop.widgets.layouts import row

if TYPE_CHECKING:
    from tournament.ledger.fingerprint import Fingerprint
    from tournament.use_cases.recovery import Recovery


class RecoverDialog(NewFileDialog):
    """Enter recovers the event, then opens it; Esc changes nothing. The damaged file is only read."""

    def __init__(self, controller: EventController, damaged: Path, *, parent: QWidget) -> None:
        word = translator.translate(mark("recovered"))
        super().__init__(
            controller,
            free_path(damaged.with_stem(f"{damaged.stem} {word}")),
            mark("Recover"),
            title=mark("Recover valid entries"),
            list_title=mark("Missing items"),
            high=520,
            parent=parent,
        )
        self._damaged = damaged
        self.open_made = PrimaryButton(mark("Open the new file"), shortcut="Ctrl+O")
        for later in (self.outcome, self.list, self.open_made):
            later.hide()
        self.lay_out(
            mark(
                "Valid entries that do not depend on lost ones are written to a new event. Its last "
                "entry lists what is missing. The damaged file is not changed. If there is a copy "
                "of the event, it is complete up to the time when it was made."
            ),
            (mark("Damaged file"), str(damaged)),
            self.list,
            None,
            buttons=row(self.leave, None, self.make, self.open_made, spacing=10),
        )
        self.make.clicked.connect(self._begin)
        self.open_made.clicked.connect(self.open_new)
        self.make.setFocus()

    def _begin(self) -> None:
        if self.busy:
            return
        self.outcome.hide()
        damaged, new, by = self._damaged, self.new, self.controller.user.by
        work = Work(lambda step: bootstrap.recover_event(damaged, new, by, step))
        self.follow(work, mark("Recovering {name}", name=damaged.name), self._show_recovered)

    def _show_recovered(self, done: "tuple[Recovery, Fingerprint]") -> None:
        recovery, fingerprint = done
        title = mark_count(
            "{count} entry was recovered into {file}, fingerprint {fingerprint}",
            "{count} entries were recovered into {file}, fingerprint {fingerprint}",
            fingerprint.entries, file=str(self.new), fingerprint=str(fingerprint),
        )  # fmt: skip
        if recovery.missing:
            self.tell(NoticeKind.WARN, title)
            self.tell_list(recovery.missing)
        else:
            self.tell(NoticeKind.OK, title, mark("Nothing is missing."))
        self.list.setVisible(bool(recovery.missing))
        self.make.hide()
        self.other.hide()
        self.open_made.show()
        self.open_made.setFocus()

    def refuse(self, error: Exception) -> None:
        """Show why it failed, and let the user choose another place."""
        self.tell(NoticeKind.DANGER, refusal_of(error, self._damaged).text)
        self.other.setFocus()

    def cancelled(self) -> None:
        """Handle that the event may have been created before the work was cancelled."""
        if self.new.exists():
            self.tell(NoticeKind.INFO, mark("It has already been recovered in “{path}”.", path=str(self.new)))
        else:
            super().cancelled()
