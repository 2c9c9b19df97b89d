"""The entry of the program in the menus of a Linux desktop: offered at the first start, and changed in the settings."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from tournament.files.user_folders import user_home
from tournament.language import mark
from ui import menu_entry
from ui.desktop import preferences
from ui.desktop.controller import EventController
from ui.desktop.listening import listen
from ui.desktop.long_work import CurrentWork, Work
from ui.desktop.message_bars import MessageBar
from ui.desktop.opening_errors import refusal_of
from ui.desktop.widgets.cards import NoticeKind

_OFFERED = "menus/offered"


class MenuChanger(QObject):
    """Adds the entry of this user, or removes it, in another thread, and says so in the message bar."""

    changed = Signal()

    def __init__(self, controller: EventController) -> None:
        super().__init__(controller)
        self._controller = controller
        self._work = CurrentWork(self)
        listen(self._work.done, self, self._done)
        listen(self._work.failed, self, self._failed)

    def change(self, *, add: bool) -> None:
        """Add the entry, or remove it."""
        folder, command = menu_entry.menu_folder(), menu_entry.program_command()
        self._work.start(Work(
            lambda _step: menu_entry.add_entry(folder, command) if add else menu_entry.remove_entry(folder)
        ))  # fmt: skip

    def _done(self, result: Path | bool) -> None:
        text = mark("The program is removed from the menus.")
        if isinstance(result, Path):
            text = mark("The program is in the menus now, by “{path}”.", path=str(result))
        self._controller.messages.noted.emit(text)
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        self._controller.messages.shown.emit(refusal_of(error, menu_entry.menu_folder()).text)
        self.changed.emit()


def menu_changer_of(controller: EventController) -> MenuChanger:
    """The changer of the window of ``controller``."""
    return controller.findChild(MenuChanger) or MenuChanger(controller)


def offer_entry(controller: EventController, bar: MessageBar) -> None:
    """Offer once, in ``bar``, to add the program to the menus, if no package did.

    With a folder of its own for all files, such as on a stick, the program belongs to no desktop.
    """
    if not menu_entry.has_menus() or user_home() is not None or preferences.value(_OFFERED):
        return
    if menu_entry.entry_found() is not None:
        return
    preferences.keep_value(_OFFERED, "yes")
    text = mark("Quatre Vents is not in the menus of this desktop yet, and events do not open with a double click.")
    changer = menu_changer_of(controller)
    bar.offer(text, mark("Add to the menus"), partial(changer.change, add=True), NoticeKind.INFO)
