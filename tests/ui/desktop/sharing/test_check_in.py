"""Check-in by phone in the window: allowed at the host, new links, and what happens when the address changes."""

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.desktop.sharing.conftest import Desk
from tests.ui.desktop.sharing.test_table_entry import confirm, hosting, phones_page, view
from tournament.ledger.check_in_facts import PhoneCheckInSet
from tournament.use_cases.commands import SetPhoneCheckIn
from tournament.use_cases.phone_check_in import PersonalLinkState, link_token, read_link

pytestmark = pytest.mark.usefixtures("own_preferences")


def allowed(desk: Desk) -> PhoneCheckInSet:
    found = view(desk).state.phone_check_in
    assert found is not None
    return found


def test_it_is_allowed_where_phones_are_served_and_ended(desk: Desk):
    shown = phones_page(desk).check_in
    assert shown.allow.isVisible()
    assert not shown.allow.isEnabled()
    assert "Only a desk checks players in" in shown.state.text()
    hosting(desk)
    assert shown.allow.isEnabled()
    shown.allow.setFocus()
    shown.allow.click()
    desk.hear()
    assert (allowed(desk).allowed, allowed(desk).address) == (True, "http://192.0.2.20:8080")
    assert len(allowed(desk).key) == 32
    assert "each by a personal link" in shown.state.text()
    assert shown.end.hasFocus(), "the next Space does nothing elsewhere"
    token, key = link_token(view(desk), 3), allowed(desk).key
    shown.renew.click()
    assert "All earlier ones check nobody in" in confirm(desk)
    assert allowed(desk).key != key
    link = read_link(view(desk), token)
    assert link is not None
    assert link.state is PersonalLinkState.REPLACED
    shown.end.click()
    desk.hear()
    assert not allowed(desk).allowed
    assert [each.isVisible() for each in shown.buttons] == [True, False, False]


def test_links_lead_to_the_address_of_a_new_host(desk: Desk):
    desk.others_do(SetPhoneCheckIn(True, "http://198.51.100.9:8080", bytes(32)))
    desk.hear()
    hosting(desk)
    desk.hear()
    QApplication.processEvents()
    assert allowed(desk).address == "http://192.0.2.20:8080"
    assert allowed(desk).key == bytes(32), "links that were sent stay valid"
    assert "print or send them again" in desk.window.messages.text()


def test_links_that_were_ended_stay_so_at_a_new_host(desk: Desk):
    desk.others_do(SetPhoneCheckIn(False, "http://198.51.100.9:8080", bytes(32)))
    desk.hear()
    hosting(desk)
    desk.hear()
    assert allowed(desk) == PhoneCheckInSet(False, "http://198.51.100.9:8080", bytes(32))
