"""The card that tests the hall: its code, what came from phones, and the likely cause of what did not."""

import time
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from msgspec import structs
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.desktop.elision import cut_texts
from tests.ui.desktop.pressing import focused
from tests.ui.desktop.sharing.conftest import Desk
from tournament.event.role import EventRole
from tournament.language import LANGUAGES, Language
from tournament.sharing.invitation import Invitation, encode
from tournament.sharing.messages import DeskSeen
from ui.desktop.dialogs.event_requests import OpenAction
from ui.desktop.pages.desks.hall_test_card import HallTestCard
from ui.desktop.pages.desks.page import DesksPage
from ui.desktop.sharing.joined_event import HostedHere
from ui.desktop.translation import translator
from ui.hall.network_causes import BrowserSays, HostSeen
from ui.hall.phones_seen import HallTest, PhoneSeen, keep_phones, kept_hall_test
from ui.joining import own_network

HOST = "192.168.1.7"
NETWORKS = ("192.168.1.7/24", "10.8.0.2/24")


class RunningServer:
    """A server of this computer, which a test does not start."""

    running = True

    def stop(self) -> None:
        raise AssertionError


class Host:
    """The window of the host, what it sees of itself, and what its server would store."""

    def __init__(self, desk: Desk, file: Path, bot: QtBot, patch: pytest.MonkeyPatch) -> None:
        self.desk, self.bot, self.file = desk, bot, file
        self.event = desk.controller.book.view.journal[0].id
        self.networks: tuple[str, ...] = NETWORKS[:1]
        self.reached, self.public_profile = True, False
        self.looked = list[str]()
        patch.setattr(own_network, "look_at_host", self._look)

    def _look(self, address: str) -> HostSeen:
        self.looked.append(address)
        return HostSeen(address, self.networks, self.reached, self.public_profile, firewall_by_program=True)

    def share(self, *addresses: str, public: bool = True) -> None:
        """Share the event at these addresses of this computer."""
        hosts = addresses or (HOST,)
        code = encode(
            Invitation(tuple(f"{each}:8470" for each in hosts), UUID(self.event), "Cup", bytes(32), bytes(16))
        )
        shown = f"http://{hosts[0]}:8080" if public else ""
        self.desk.joined.host_here(HostedHere(self.file, code, RunningServer(), shown))

    @property
    def page(self) -> DesksPage:
        return self.desk.desks_page()

    def begin(self) -> HallTestCard:
        """Begin a test, and wait until the computer has looked at itself."""
        page = self.page
        page.test.click()
        self.bot.waitUntil(lambda: kept_hall_test(self.event) is not None and page.hall_test.way.text() != "")
        return page.hall_test

    @property
    def test(self) -> HallTest:
        self.bot.waitUntil(lambda: kept_hall_test(self.event) is not None)  # another thread stores it
        found = kept_hall_test(self.event)
        assert found is not None
        return found

    def phones(self, *phones: PhoneSeen) -> None:
        """Store what came from these phones, as the server does, and wait until the list shows it."""
        keep_phones(self.event, self.test, phones)
        card = self.page.hall_test
        self.bot.waitUntil(lambda: tuple(each.phone for each in card.phones.rows) == phones)

    def say(self, says: BrowserSays) -> str:
        """Choose what the browser of a phone says, and return what the card says then."""
        card = self.page.hall_test
        card.says.setCurrentIndex(0)
        looked = len(self.looked)
        card.says.setCurrentIndex(card.says.findData(says.value))
        self.bot.waitUntil(lambda: len(self.looked) > looked and not card._looking.busy)
        for _ in range(3):
            QApplication.processEvents()
        return card.way.text()


@pytest.fixture
def host(desk: Desk, event_file: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Host:
    return Host(desk, event_file, qtbot, monkeypatch)


def came(number: int = 1, address: str = "192.168.1.30", *, ago: float = 0.0) -> PhoneSeen:
    now = time.time() - ago
    return PhoneSeen(number, address, now, "Android", now, now, now, typed=now)


def test_the_code_leads_to_a_test_that_the_server_reads(host: Host) -> None:
    host.share()
    card = host.begin()
    assert card.address.text() == f"http://{HOST}:8080/test/{host.test.code}"
    assert focused() is card.copy
    card.copy.click()
    assert QApplication.clipboard().text() == card.address.text()
    assert host.test.until - time.time() > 1700
    assert card.way.text().startswith("Waiting for a phone.")
    assert host.looked == [f"{HOST}:8080"]
    assert not card.addresses.isVisible()
    assert not card.phones.isVisible()
    host.desk.window.show_page("tables")
    assert host.page.hall_test.isVisible()
    assert focused() is card.copy, "the test goes on"
    test = host.test
    card.end.click()
    host.bot.waitUntil(lambda: kept_hall_test(host.event) is None)
    assert not card.isVisible()
    assert focused() is host.page.test
    host.page.test.click()
    host.bot.waitUntil(lambda: kept_hall_test(host.event) not in (None, test))


def test_each_phone_is_a_row_that_says_what_came_and_below_what_it_means(host: Host) -> None:
    host.share()
    card = host.begin()
    later = time.time() - 30
    host.phones(came(), PhoneSeen(2, "192.168.1.31", later, "iPhone", listened=later, typed=later))
    first, second = card.phones.rows
    assert (first.cause.name, second.cause.name) == ("WORKS", "PUSH_HELD")
    assert card.verdict.text().startswith("Updates do not reach the phone."), "the last one, if none is chosen"
    card.phones.select_line(0)
    assert card.verdict.text().startswith("Everything works.")
    assert not card.way.isVisible(), "a phone came"
    assert card.says.isVisible(), "another one may not come"


def test_what_the_browser_says_leads_to_the_cause(host: Host) -> None:
    host.share()
    host.begin()
    assert host.say(BrowserSays.REFUSED).startswith("The firewall of this computer")
    assert "8080" in host.say(BrowserSays.WAITS)
    assert host.say(BrowserSays.UNREACHABLE).startswith("The Wi-Fi keeps its devices apart")
    assert host.say(BrowserSays.NO_NETWORK).startswith("The phone is in no network")
    assert host.say(BrowserSays.OTHER_PAGE).startswith("The Wi-Fi asks everybody to log in")
    assert host.say(BrowserSays.NOT_SECURE).startswith("The browser asks for an encrypted page.")
    host.public_profile = True
    assert "Windows treats the network as public" in host.say(BrowserSays.WAITS)
    host.public_profile = False
    host.page.hall_test.phone_address.setText("10.1.2.3")
    assert host.say(BrowserSays.UNREACHABLE).startswith("The phone is in another network.")
    host.page.hall_test.phone_address.clear()
    host.phones(came())
    assert host.say(BrowserSays.WAITS).startswith("The phone is in another network.")
    host.reached = False
    assert host.say(BrowserSays.REFUSED).startswith(f"Nothing answers at {HOST}, port 8080.")


def test_a_desk_of_another_computer_shows_that_the_firewall_lets_others_in(host: Host) -> None:
    host.desk.others_record(1)
    host.desk.hear()
    host.share()
    host.begin()
    assert host.say(BrowserSays.WAITS).startswith("The firewall of this computer")
    (own, *_), joined = host.desk.joined.desks, host.desk.joined
    joined.desks = (*joined.desks, other_desk(own, "192.168.1.50:8470"))
    assert host.say(BrowserSays.UNREACHABLE).startswith("The Wi-Fi")
    assert host.say(BrowserSays.WAITS).startswith("The Wi-Fi keeps its devices apart")
    joined.desks = (*joined.desks[:-1], other_desk(own, f"{HOST}:8471"))
    assert host.say(BrowserSays.WAITS).startswith("The firewall of this computer"), "a second window here"


def other_desk(desk: DeskSeen, address: str) -> DeskSeen:
    """One that is connected, and would serve the event at this address."""
    return structs.replace(desk, name="north", address=address, here=True, at_host=False)


def test_another_network_of_this_computer_can_be_tried(host: Host) -> None:
    host.networks = NETWORKS
    host.share()
    card = host.begin()
    host.bot.waitUntil(card.addresses.isVisible)
    assert [card.addresses.itemText(index) for index in range(2)] == ["192.168.1.7:8080", "10.8.0.2:8080"]
    assert host.say(BrowserSays.WAITS).startswith("This computer is in several networks")
    card.addresses.setCurrentIndex(1)
    assert card.address.text() == f"http://10.8.0.2:8080/test/{host.test.code}"
    assert card.says.currentData() == BrowserSays.NOTHING.value, "nobody has said anything of this address"
    host.bot.waitUntil(lambda: host.looked[-1] == "10.8.0.2:8080")
    assert host.say(BrowserSays.WAITS).startswith("The firewall of this computer"), "both were tried"


def test_the_code_follows_the_address_of_this_computer(host: Host) -> None:
    host.share()
    card = host.begin()
    host.networks = ("192.168.1.99/24",)
    card.again.click()
    host.bot.waitUntil(lambda: "does not have the address" in card.way.text())
    assert "It has 192.168.1.99." in card.way.text()
    host.share("192.168.1.99")
    host.bot.waitUntil(lambda: card.address.text() == f"http://192.168.1.99:8080/test/{host.test.code}")
    host.bot.waitUntil(lambda: card.way.text().startswith("Waiting"))


def test_without_phones_the_card_offers_to_show_the_results_there(host: Host) -> None:
    host.share(public=False)
    page, wanted = host.page, list[object]()
    page.test.click()
    card = page.hall_test
    assert card.isVisible()
    assert not card.picture.isVisible()
    assert not card.says.isVisible()
    assert focused() is card.begin
    host.desk.controller.navigation.event_wanted.connect(wanted.append)
    card.begin.click()
    assert wanted == [OpenAction.SHOW_ON_PHONES]
    host.share()
    host.bot.waitUntil(card.picture.isVisible)
    assert card.address.text() == f"http://{HOST}:8080/test/{host.test.code}"


def test_the_card_waits_while_the_event_is_opened_again_for_phones_and_for_no_other(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.share(public=False)
    page = host.page
    page.test.click()
    page.hall_test._leave()
    host.share()
    host.bot.waitUntil(page.hall_test.picture.isVisible)
    page.hall_test._leave()
    page.refresh()
    assert not page.hall_test.isVisible(), "the test ended with the event"
    page.test.click()
    monkeypatch.setattr(HallTestCard, "_open_event", "another")
    page.refresh()
    assert not page.hall_test.isVisible()


def test_only_the_host_can_test(desk: Desk) -> None:
    page = desk.desks_page()
    assert not page.test.isVisible()
    assert not page.hall_test.isVisible()


def test_the_test_ends_after_half_an_hour_and_with_the_event(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.share()
    card = host.begin()
    noted = list[object]()
    host.desk.controller.messages.noted.connect(noted.append)
    over = time.time() + 1801
    monkeypatch.setattr(time, "time", lambda: over)
    host.bot.waitUntil(lambda: not card.isVisible())
    assert len(noted) == 1
    monkeypatch.undo()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.code)
def test_nothing_is_cut_in_a_narrow_window(host: Host, language: Language) -> None:
    translator.set_language(language)
    host.networks = NETWORKS
    host.share()
    host.desk.window.resize(960, 600)
    card = host.begin()
    later = time.time() - 30
    for each in BrowserSays:
        if each is not BrowserSays.NOTHING:
            host.say(each)
            assert cut_texts(card) == []
    host.phones(came(), replace(came(2, "2001:db8:1234:5678:9abc:def0:1234:5678"), again=None, page=later))
    assert cut_texts(card, allowed=("TableView: ",)) == []


def test_who_may_not_share_reads_why(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(host.desk.controller), "may", lambda *_: False)
    monkeypatch.setattr(type(host.desk.controller.user), "role", EventRole.VIEWER)
    host.share(public=False)
    page = host.page
    page.test.click()
    assert not page.hall_test.begin.isEnabled()
    assert page.hall_test.not_allowed.isVisible()
