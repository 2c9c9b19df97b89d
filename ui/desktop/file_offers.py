"""What the message bar offers about event files: locked, missing, damaged, replaced, or opened outside the window."""

from pathlib import Path

from tournament.language import Text, mark
from ui.desktop.another_window import open_another_window
from ui.desktop.controller import EventController
from ui.desktop.dialogs.event_requests import ListCopies, OpenAction, OpenReadOnly, OtherFile, RecoverEvent
from ui.desktop.listening import listen
from ui.desktop.message_bar import MessageBar
from ui.desktop.translation import translator
from ui.desktop.widgets.cards import NoticeKind


def follow_offers(controller: EventController, bar: MessageBar) -> None:
    """Show in ``bar`` what the controller offers."""
    wanted = controller.navigation.event_wanted

    def offer_reading(path: Path, reason: Text) -> None:
        bar.offer(reason, mark("Open read-only"), lambda: wanted.emit(OpenReadOnly(path)))

    def offer_rescue(path: Path, reason: Text, recoverable: bool) -> None:
        """Offer the copies of a missing or damaged file, and to recover its valid entries if there are any."""
        bar.offer(reason, mark("Copies of the event…"), lambda: wanted.emit(ListCopies(path, recoverable)))
        if recoverable:
            bar.offer_other(mark("Recover valid entries…"), lambda: wanted.emit(RecoverEvent(path)))

    def offer_saving(reason: Text) -> None:
        """Offer to save the event as a new file, or to read the file that replaced its own."""
        bar.offer(reason, mark("Save as a new file"), lambda: wanted.emit(OtherFile.SAVED_BESIDE))
        bar.offer_other(mark("Read the file again"), lambda: wanted.emit(OtherFile.READ_ANEW))

    def offer_opening(what: Path | OpenAction) -> None:
        """Offer to open a file, or the sample event, here or in another window."""
        text = (
            mark("Open “{name}” in this window?", name=what.name)
            if isinstance(what, Path)
            else mark("Open the sample event in this window?")
        )
        bar.offer(text, mark("Open here"), lambda: wanted.emit(what), NoticeKind.INFO)
        bar.offer_other(
            mark("Open in a new window"), lambda: open_another_window(what, "--lang", translator.language.code)
        )

    listen(controller.messages.opening_offered, bar, offer_opening)
    listen(controller.messages.reading_offered, bar, offer_reading)
    listen(controller.messages.rescue_offered, bar, offer_rescue)
    listen(controller.messages.file_changed, bar, offer_saving)
