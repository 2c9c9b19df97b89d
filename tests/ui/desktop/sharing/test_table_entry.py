"""Typing at the table, as the page Phones allows and ends it, and the address of codes when the host has another."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.desktop.pages.tables.test_proposals import set_every_pin
from tests.ui.desktop.sharing.conftest import Desk
from tournament.event.role import EventRole
from tournament.language import ENGLISH, Text
from tournament.ledger.facts import TableEntryAllowed
from tournament.ledger.table_phones import NO_PHONES
from tournament.sharing.invitation import Invitation, encode
from tournament.use_cases import View
from tournament.use_cases.commands import AllowTableEntry, TakeSeat
from tournament.use_cases.table_entry import LinkState, read_token, table_token
from ui.desktop.pages.phones.page import PhonesPage
from ui.desktop.pages.phones.table_entry_card import TableEntryCard
from ui.desktop.sharing.dialogs import ClosingDialog, StopDialog
from ui.desktop.sharing.joined_event import HostedHere, codes_lead_elsewhere

pytestmark = pytest.mark.usefixtures("own_preferences")
HOSTS = ("192.0.2.20:8470", "198.51.100.4:8470")


class QuietServer:
    """Serves as long as the test."""

    running = True

    def stop(self) -> None:
        self.running = False


def hosting(desk: Desk, port: int = 8080, host: str = "192.0.2.20") -> None:
    """This computer hosts the event, and shows it on phones there."""
    hosts = HOSTS if host == "192.0.2.20" else (f"{host}:8470",)
    invitation = encode(Invitation(hosts, UUID(view(desk).journal[0].id), "Cup", bytes(32), bytes(16)))
    public = f"http://{host}:{port}" if port else ""
    desk.joined.host_here(HostedHere(Path("cup.qv"), invitation, QuietServer(), public))
    desk.hear()
    QApplication.processEvents()


def card(desk: Desk) -> TableEntryCard:
    return phones_page(desk).table_entry


def phones_page(desk: Desk) -> PhonesPage:
    """The page Phones, which is shown from now on."""
    desk.window.activateWindow()
    QApplication.processEvents()
    desk.controller.navigation.page_wanted.emit("phones")
    page = desk.window.page("phones")
    assert isinstance(page, PhonesPage)
    return page


def view(desk: Desk) -> View:
    return desk.controller.book.view


def allowed(desk: Desk) -> TableEntryAllowed:
    found = view(desk).state.table_entry
    assert found is not None
    return found


def state(desk: Desk, token: str) -> LinkState:
    link = read_token(view(desk), token)
    assert link is not None
    return link.state


def confirm(desk: Desk) -> str:
    """Agree to what the bar of the window asks; what it asks."""
    asked = desk.window.messages.text()
    desk.window.messages.instead.click()
    desk.hear()
    return asked


def test_it_is_allowed_at_the_host_alone_and_only_where_phones_are_served(desk: Desk):
    shown = card(desk)
    assert shown.allow.isVisible()
    assert not shown.allow.isEnabled()
    assert "The desk that shares the event" in shown.state.text()
    hosting(desk, port=0)
    assert not shown.allow.isEnabled()
    hosting(desk)
    assert shown.allow.isEnabled()
    shown.allow.setFocus()
    shown.allow.click()
    desk.hear()
    assert shown.table.hasFocus(), "the next Space does nothing elsewhere"
    assert allowed(desk).address == "http://192.0.2.20:8080"
    assert len(allowed(desk).key) == 32
    assert desk.hall.host.book.view.state.table_entry == allowed(desk)
    assert "at http://192.0.2.20:8080" in shown.state.text()
    assert [each.isVisible() for each in shown.buttons] == [False, True, True, True, True]


def test_it_is_said_when_no_phone_finds_the_event(desk: Desk):
    desk.others_do(AllowTableEntry("http://192.0.2.20:8080", bytes(32)))
    desk.hear()
    assert "Players may type at the table, at" in card(desk).state.text(), "another computer hosts it"
    hosting(desk, port=0)
    assert "No phone finds this event now" in card(desk).state.text()
    hosting(desk)
    assert "Players may type at the table, at" in card(desk).state.text()


def test_the_seats_of_a_table_are_freed_for_other_phones(desk: Desk):
    hosting(desk)
    shown = card(desk)
    shown.allow.click()
    desk.hear()
    desk.others_do(TakeSeat(1, 2, 0, "k3m9x2q7"))
    desk.hear()
    assert view(desk).phones(1, 2).seats == ("k3m9x2q7", "", "", "")
    shown.table.setCurrentIndex(1)
    shown.free.click()
    desk.hear()
    assert "Other phones can take the seats of table 2" in desk.window.messages.text()
    assert view(desk).phones(1, 2).seats == NO_PHONES


def test_new_codes_for_all_or_one_table_and_its_end(desk: Desk):
    hosting(desk)
    shown = card(desk)
    shown.allow.click()
    desk.hear()
    first, second = (table_token(view(desk), 1, table) for table in (1, 2))
    shown.table.setCurrentIndex(1)
    shown.revoke.click()
    desk.hear()
    assert "table 2 opens nothing any more" in desk.window.messages.text()
    assert [state(desk, each) for each in (first, second)] == [LinkState.OPEN, LinkState.REPLACED]
    key = allowed(desk).key
    shown.renew.click()
    assert allowed(desk).key == key, "it is asked first"
    assert "print the score sheets again" in confirm(desk)
    assert allowed(desk).key != key
    assert state(desk, first) is LinkState.REPLACED
    renewed = table_token(view(desk), 1, 1)
    shown.end.setFocus()
    shown.end.click()
    assert view(desk).state.table_entry is not None
    confirm(desk)
    assert view(desk).state.table_entry is None
    assert shown.allow.hasFocus()
    assert state(desk, renewed) is LinkState.ENDED
    assert [each.isVisible() for each in shown.buttons] == [True, False, False, False, False]


def test_codes_follow_the_host_to_another_address_and_stay_valid(desk: Desk):
    told: list[Text] = []
    desk.controller.messages.shown.connect(told.append)
    hosting(desk)
    card(desk).allow.click()
    desk.hear()
    token, entries = table_token(view(desk), 1, 1), len(view(desk).journal)
    hosting(desk)
    assert len(view(desk).journal) == entries, "it has not moved"
    hosting(desk, port=8181)
    desk.hear()
    assert allowed(desk).address == "http://192.0.2.20:8181"
    assert state(desk, token) is LinkState.OPEN
    assert "lead to http://192.0.2.20:8181 from now on" in ENGLISH.render(told[-1])
    hosting(desk, host="203.0.113.9", port=8181)
    desk.hear()
    assert allowed(desk).address == "http://203.0.113.9:8181"
    assert len(view(desk).journal) == entries + 2


def test_an_address_of_another_network_of_the_host_is_left_as_it_was_chosen(desk: Desk):
    desk.others_do(AllowTableEntry("http://198.51.100.4:8080", bytes(32)))
    hosting(desk)
    assert allowed(desk).address == "http://198.51.100.4:8080"
    assert not card(desk).allow.isVisible()


def test_an_https_address_is_left_as_it_was_chosen_wherever_the_host_is(desk: Desk):
    desk.others_do(AllowTableEntry("https://hall.example.org", bytes(32)))
    hosting(desk)
    hosting(desk, host="203.0.113.9", port=8181)
    desk.hear()
    assert allowed(desk).address == "https://hall.example.org"
    assert "at https://hall.example.org" in card(desk).state.text()
    assert not card(desk).allow.isVisible()


def test_a_name_is_left_as_it_was_chosen_wherever_the_host_is(desk: Desk):
    assert codes_lead_elsewhere("http://192.168.1.9:8480", ("http://192.168.1.20:8480",))
    assert codes_lead_elsewhere("http://[fd00::3]:8480", ("http://192.168.1.20:8480",))
    assert not codes_lead_elsewhere("http://hall.example.org:8480", ("http://192.168.1.20:8480",))
    assert not codes_lead_elsewhere("http://192.168.1.9:8480", ())


def test_who_may_not_change_the_address_is_shown_both(desk: Desk):
    desk.others_do(AllowTableEntry("http://192.0.2.99:8080", bytes(32)))
    set_every_pin(desk.hall.host.book)
    hosting(desk)
    assert allowed(desk).address == "http://192.0.2.99:8080"
    shown = card(desk)
    assert "http://192.0.2.20:8080 now" in shown.state.text()
    assert "http://192.0.2.99:8080" in shown.state.text()
    assert shown.allow.isVisible()
    assert not any(each.isEnabled() for each in shown.buttons)
    desk.controller.user.sign_in(EventRole.REFEREE, "Ruth")
    assert [each.isEnabled() for each in shown.buttons] == [False, False, False, True, True]


def test_who_stops_sharing_is_told_that_phones_wait(desk: Desk, said: Callable[[QWidget], str]):
    for port, told in ((0, False), (8080, True)):
        hosting(desk, port=port)
        for dialog in (
            StopDialog(desk.controller, hosted(desk), parent=desk.window),
            ClosingDialog(desk.controller, desk.joined, parent=desk.window),
        ):
            dialog.open()
            assert ("Phones and screens in browsers wait" in said(dialog)) is told
            dialog.reject()


def hosted(desk: Desk) -> HostedHere:
    assert desk.joined.hosting is not None
    return desk.joined.hosting
