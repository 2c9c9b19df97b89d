"""The card for check-in on players' own phones: whether it is allowed, and new personal links."""

from functools import partial
from secrets import token_bytes

from PySide6.QtWidgets import QWidget

from tournament.event.role import Act
from tournament.language import mark
from tournament.use_cases import View
from tournament.use_cases.commands import SetPhoneCheckIn
from tournament.use_cases.rights import right_problem
from ui.desktop.controller import EventController
from ui.desktop.kit.actions import attempt
from ui.desktop.sharing.joined_event import codes_lead_elsewhere, joined_event_of, public_addresses
from ui.desktop.theme import Type
from ui.desktop.widgets.buttons import OutlineButton
from ui.desktop.widgets.cards import Card, Notice, NoticeKind
from ui.desktop.widgets.labels import TextLabel
from ui.desktop.widgets.layouts import add, row

_KEY = 32
"""Number of random bytes in a key."""


class CheckInCard(Card):
    """Lets the organiser allow or forbid check-in on players' own phones."""

    def __init__(self, controller: EventController, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._controller, self._joined = controller, joined_event_of(controller)
        self.state = Notice(NoticeKind.INFO, boxed=False)
        self.allow = OutlineButton(mark("Allow check-in by phone"))
        self.renew = OutlineButton(mark("New personal links"))
        self.end = OutlineButton(mark("End check-in by phone"))
        add(self.body, TextLabel(mark("Check-in by phone"), kind=Type.PANEL_TITLE))
        add(self.body, self.state)
        add(self.body, row(self.allow, self.renew, self.end, None, spacing=10))
        self.allow.clicked.connect(lambda _checked: self._allow())
        self.renew.clicked.connect(lambda _checked: self._ask_for_new_links())
        self.end.clicked.connect(lambda _checked: self._end())

    @property
    def buttons(self) -> tuple[OutlineButton, ...]:
        """The buttons, for the menu of the page."""
        return (self.allow, self.renew, self.end)

    def show_event(self, view: View) -> None:
        """Show what is allowed in the event now."""
        addresses = self._addresses
        now, may = view.state.phone_check_in, self._controller.may(Act.SETTINGS)
        allowed = now is not None and now.allowed
        moved = now is not None and allowed and codes_lead_elsewhere(now.address, addresses)
        focused = next((each for each in self.buttons if each.hasFocus()), None)
        self._show_state(view, moved=moved)
        self.allow.set_text(mark("Use this address") if moved else mark("Allow check-in by phone"))
        self.allow.setVisible(not allowed or moved)
        self.allow.setEnabled(may and bool(addresses))
        for button in (self.renew, self.end):
            button.setVisible(allowed)
            button.setEnabled(may)
        if focused is not None and not focused.isVisibleTo(self):
            # Qt would go on to the status bar, where Space copies the event
            (self.end if allowed else self.allow).setFocus()

    @property
    def _addresses(self) -> tuple[str, ...]:
        hosting = self._joined.hosting
        return public_addresses(hosting) if hosting is not None else ()

    def _show_state(self, view: View, *, moved: bool) -> None:
        now, addresses = view.state.phone_check_in, self._addresses
        here = self._joined.book is None or self._joined.hosting is not None
        problem = right_problem(self._controller.user.role, Act.SETTINGS)
        if now is not None and now.allowed and moved:
            title = mark("Phones are served at {address} now.", address=addresses[0])
            body = mark("The personal links lead to {address}.", address=now.address)
            self.state.show_notice(NoticeKind.WARN, title, body)
        elif now is not None and now.allowed and not addresses and here:
            title = mark("No phone finds this event now.")
            body = mark("Players can check in when the event is shared and shows the results on phones.")
            self.state.show_notice(NoticeKind.WARN, title, body)
        elif now is not None and now.allowed:
            title = mark("Players may check in on their phones, each by a personal link.")
            body = mark("The registration desk prints the links as cards, or writes a list to send. A link checks in "
                        "its player, once.")  # fmt: skip
            self.state.show_notice(NoticeKind.OK, title, body)
        else:
            body = mark(
                "Each player gets a personal link, printed or sent, and checks in on their own phone. No code that "
                "hangs at the door checks anybody in."
            )
            if problem is not None:
                body = problem.text
            elif not addresses:
                body = mark("{text} The desk that shares the event and shows the results on phones can allow it.",
                            text=body)  # fmt: skip
            self.state.show_notice(NoticeKind.INFO, mark("Only a desk checks players in."), body)

    def _allow(self) -> None:
        view, addresses = self._controller.view, self._addresses
        if view is not None and addresses:
            now = view.state.phone_check_in
            self._do(SetPhoneCheckIn(True, addresses[0], now.key if now is not None else token_bytes(_KEY)))

    def _ask_for_new_links(self) -> None:
        view = self._controller.view
        now = view.state.phone_check_in if view is not None else None
        if now is not None:
            text = mark("Make new personal links? All earlier ones check nobody in any more: print or send them again.")
            act = partial(self._do, SetPhoneCheckIn(True, now.address, token_bytes(_KEY)))
            self._controller.messages.action_offered.emit(text, mark("New personal links"), act)

    def _end(self) -> None:
        view = self._controller.view
        now = view.state.phone_check_in if view is not None else None
        if now is not None:
            self._do(SetPhoneCheckIn(False, now.address, now.key))

    def _do(self, command: SetPhoneCheckIn) -> None:
        """Carry out ``command``, or show why it was refused."""
        problems = attempt(self._controller, command)
        if problems:
            self._controller.messages.shown.emit(problems[0].text)
