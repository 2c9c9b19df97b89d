"""What becomes of a shared event when its window is closed."""

from typing import cast

from PySide6.QtWidgets import QWidget

from tournament.language import Text, mark, mark_count
from ui.desktop.controller import EventController
from ui.desktop.sharing.joined_event import PHONES_WAIT, JoinedEvent, joined_event_of
from ui.desktop.sharing.waiting_dialog import WaitingDialog, words_about
from ui.desktop.widgets.buttons import OutlineButton, PrimaryButton
from ui.desktop.widgets.layouts import column, row


class ClosingDialog(WaitingDialog):
    """Says who else works on the event and what waits here. Esc goes back to the window."""

    def __init__(self, controller: EventController, joined: JoinedEvent, *, parent: QWidget) -> None:
        super().__init__(controller, mark("Close the window"), parent=parent)
        self._hosting = joined.hosting
        self.close_window = PrimaryButton(
            mark("Close the window") if joined.hosting is None else mark("Stop sharing and close"),
            shortcut="Ctrl+Return",
        )
        self.go_on = OutlineButton(mark("Close, and go on sharing"))
        self.go_on.setVisible(joined.hosting is not None and not joined.server_ended)
        self.close_window.clicked.connect(lambda _checked: self._stop())
        self.go_on.clicked.connect(lambda _checked: self._close())
        buttons = row(self.leave, None, self.go_on, self.close_window, spacing=10)
        texts = map(words_about, _texts(joined))
        column(self.title, *texts, self.bar, self.outcome, None, buttons, spacing=12, margins=(16, 14), on=self)
        self.close_window.setFocus()

    def _stop(self) -> None:
        hosting = self._hosting
        if hosting is None:
            self._close()
        else:
            self.begin(hosting.server.stop, mark("Stopping"), lambda _nothing: self._close())

    def _close(self) -> None:
        self.accept()
        self.controller.close()
        cast(QWidget, self.parentWidget()).close()


def asks_before_closing(controller: EventController, window: QWidget) -> bool:
    """Ask, if this computer shares the event or something typed here was not sent; otherwise return False."""
    joined = joined_event_of(controller)
    if not _texts(joined):
        return False
    if window.findChild(ClosingDialog) is None:
        ClosingDialog(controller, joined, parent=window).open()
    return True


def _texts(joined: JoinedEvent) -> list[Text]:
    """Nothing, if the window can simply be closed."""
    texts = list[Text]()
    if joined.hosting is not None:
        texts.append(
            mark_count(
                "{count} other desk works on this event. If you go on sharing, open the event file on this computer "
                "to come back.",
                "{count} other desks work on this event. If you go on sharing, open the event file on this computer "
                "to come back.",
                joined.other_desks,
            )
        )
        if joined.hosting.public:
            texts.append(PHONES_WAIT)
    if joined.orders:
        texts.append(
            mark_count(
                "{count} entry of this desk was not sent. It is kept on this computer, and sent when you open the "
                "event again.",
                "{count} entries of this desk were not sent. They are kept on this computer, and sent when you open "
                "the event again.",
                len(joined.orders),
            )
        )
    return texts
